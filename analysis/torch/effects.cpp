// The effect of a graph break on one function, from where it stands.
#include "analysis/torch/effects.h"

#include <algorithm>

#include "analysis/syntax/ast.h"

namespace graphlift::torch {

namespace {

using lower::Code;
using lower::Instr;
using lower::Op;
using lower::Surround;

bool is_branch(Op op) {
  return op == Op::PopJumpIfFalse || op == Op::PopJumpIfTrue || op == Op::JumpIfFalseOrPop || op == Op::JumpIfTrueOrPop;
}

// The JumpBack that an instruction is or leads to at once (CPython 3.11 compiles `continue` to a jump backwards, but a branch to the
// end of a body to one forwards); code.instrs.size() when it is no such jump.
size_t back_edge(const Code& code, size_t pc) {
  const Instr& instr = code.instrs[pc];
  if (instr.op == Op::JumpBack) return pc;
  return instr.op == Op::Jump && instr.a < code.instrs.size() && code.instrs[instr.a].op == Op::JumpBack ? instr.a : code.instrs.size();
}

// CPython tests a `while` again at the end of the body and jumps to the body from there, so that the first test, like the head of a
// `for`, is not behind the target of the loop's jump. A `return` in the body leaves the loop, which divides its range.
bool in_body_of(const Code& code, size_t back, uint32_t pc) {
  if (code.instrs[back].a >= pc) return false;
  const Surround* last = nullptr;
  for (const Surround& range : code.surrounds)
    if (range.kind == Surround::Kind::Loop && range.end_pc == back + 1) last = &range;
  if (last == nullptr) return true;
  uint32_t start = last->start_pc;
  for (const Surround& range : code.surrounds)
    if (range.kind == Surround::Kind::Loop && range.header.start == last->header.start) start = std::min(start, range.start_pc);
  return start <= pc;
}

const Surround* innermost(const Code& code, uint32_t pc, bool (*wanted)(const Surround&)) {
  const Surround* found = nullptr;
  for (const Surround& range : code.surrounds)
    if (range.start_pc <= pc && pc < range.end_pc && wanted(range)) found = &range;
  return found;
}

}  // namespace

bool in_loop(const Code& code, uint32_t pc) {
  for (size_t i = pc + 1; i < code.instrs.size(); ++i) {
    if (code.instrs[i].op == Op::Return) return false;
    const size_t back = back_edge(code, i);
    if (back < code.instrs.size() && in_body_of(code, back, pc)) return true;
  }
  return false;
}

bool resumes_after(const Code& code, uint32_t pc) {
  const Instr& instr = code.instrs[pc];
  switch (instr.op) {
    case Op::Call:
    case Op::CallEx:
    case Op::LoadSubscr:
    case Op::StoreSubscr:
    case Op::StoreAttr:
    case Op::WithExitNormal:
    case Op::PopJumpIfFalse:
    case Op::PopJumpIfTrue:
    case Op::JumpIfFalseOrPop:
    case Op::JumpIfTrueOrPop: return true;
    case Op::Compare: return syntax::CompareOp(instr.a) < syntax::CompareOp::Is;
    case Op::Unary:  // `if not x` is one branch in CPython
      return syntax::UnaryOp(instr.a) == syntax::UnaryOp::Not && pc + 1 < code.instrs.size() && is_branch(code.instrs[pc + 1].op);
    default: return false;
  }
}

bool subscripts_by_slice(const Code& code, uint32_t pc) {
  const Op op = code.instrs[pc].op;
  if (op != Op::LoadSubscr && op != Op::StoreSubscr && op != Op::DeleteSubscr) return false;
  uint32_t key = pc;
  while (key > 0 && (key == pc || code.instrs[key].op == Op::Dup2)) --key;
  if (code.instrs[key].op == Op::BuildSlice) return true;
  if (code.instrs[key].op != Op::BuildTuple) return false;
  const Span all = code.spans[key];
  for (uint32_t i = key; i-- > 0 && code.spans[i].start >= all.start;)
    if (code.instrs[i].op == Op::BuildSlice) return true;
  return false;
}

FrameEffect effect_at(const Code& code, uint32_t pc, bool earlier, const std::function<bool(const Surround&)>& generic) {
  FrameEffect out;
  if (code.is_generator || code.is_coroutine) {
    out.effect = report::Effect::FunctionSkipped;
    return out;
  }
  for (const Surround& range : code.surrounds) {
    if (range.kind == Surround::Kind::With && range.start_pc <= pc && pc < range.end_pc && generic(range)) {
      out = {report::Effect::CannotResume, Surrounding::Context, range.header};
    }
  }
  if (out.why != Surrounding::None) return out;
  const Surround* guard =
      innermost(code, pc, [](const Surround& r) { return r.kind == Surround::Kind::Try || r.kind == Surround::Kind::Handler; });
  if (guard != nullptr) return {report::Effect::FunctionSkipped, Surrounding::Try, guard->header};
  if (earlier || !resumes_after(code, pc)) return {report::Effect::CannotResume, Surrounding::None, {}};
  if (in_loop(code, pc)) {
    const Surround* loop = innermost(code, pc, [](const Surround& r) { return r.kind == Surround::Kind::Loop; });
    if (loop == nullptr) return {report::Effect::FunctionSkipped, Surrounding::None, {}};
    return {report::Effect::FunctionSkipped, Surrounding::Loop, loop->header};
  }
  return out;
}

}  // namespace graphlift::torch
