// Loop variables without a value before the loop.
#include "analysis/tensorflow/loop_variables.h"

#include <algorithm>

namespace graphlift::tensorflow {

using lower::Code;
using lower::Op;
using lower::Surround;

std::vector<LoopVariable> undefined_loop_variables(const interp::Frame& frame) {
  std::vector<LoopVariable> out;
  const Code& code = *frame.code;
  const Surround* loop = nullptr;
  for (const Surround& range : code.surrounds) {
    if (range.kind != Surround::Kind::Loop || range.start_pc <= frame.current_pc) continue;
    if (!loop || range.start_pc < loop->start_pc) loop = &range;
  }
  if (!loop) return out;
  for (uint32_t pc = loop->start_pc; pc < loop->end_pc; ++pc) {
    if (code.instrs[pc].op != Op::StoreFast) continue;
    const uint32_t slot = code.instrs[pc].a;
    if (slot >= frame.path.locals.size() || !frame.path.locals[slot].null()) continue;
    bool tested = false;
    for (uint32_t before = loop->start_pc; before < pc; ++before) {
      const Op op = code.instrs[before].op;
      tested |= (op == Op::PopJumpIfFalse || op == Op::PopJumpIfTrue) && code.instrs[before].a > pc;
    }
    if (!tested) continue;
    for (uint32_t after = loop->end_pc; after < code.instrs.size(); ++after) {
      if (code.instrs[after].op != Op::LoadFast || code.instrs[after].a != slot) continue;
      const bool known = std::any_of(out.begin(), out.end(), [&](const LoopVariable& v) { return v.name == code.locals[slot]; });
      if (!known) out.push_back({code.locals[slot], code.spans[after]});
      break;
    }
  }
  return out;
}

}  // namespace graphlift::tensorflow
