// The flow check: abstract depths of the operand stack, the block stack and the handled exceptions at every pc.
#include "analysis/lower/verify.h"

#include <algorithm>
#include <map>
#include <optional>
#include <tuple>

#include "analysis/lower/jumps.h"

namespace graphlift::lower {
namespace {

constexpr std::string_view kOpNames[] = {
#define X(name) #name,
    GRAPHLIFT_OPCODES(X)
#undef X
};

using Effect = StackEffect;

uint32_t names_count(const Code& code, uint32_t b) {
  if (b == kNoNames || b >= code.consts.size()) return 0;
  const auto* names = std::get_if<Names>(&code.consts[b]);
  return names ? static_cast<uint32_t>(names->names.size()) : 0;
}

// On the path that falls through; jumps that differ are corrected by the caller.
Effect effect_of(const Code& code, const Instr& instr) {
  const uint32_t a = instr.a, b = instr.b;
  switch (instr.op) {
    case Op::Pop: return {1, 0};
    case Op::Dup: return {1, 2};
    case Op::Dup2: return {2, 4};
    case Op::Rot2: return {2, 2};
    case Op::Rot3: return {3, 3};
    case Op::Rot4: return {4, 4};
    case Op::LoadConst:
    case Op::LoadFast:
    case Op::LoadName:
    case Op::LoadGlobal:
    case Op::LoadDeref:
    case Op::LoadClassDeref:
    case Op::LoadClosure:
    case Op::LoadBuildClass:
    case Op::LoadAssertionError:
    case Op::Import: return {0, 1};
    case Op::StoreFast:
    case Op::StoreName:
    case Op::StoreGlobal:
    case Op::StoreDeref:
    case Op::DeleteAttr: return {1, 0};
    case Op::DeleteFast:
    case Op::DeleteName:
    case Op::DeleteGlobal:
    case Op::DeleteDeref:
    case Op::StoreAnnotation:
    case Op::ImportStar:
    case Op::Jump:
    case Op::JumpBack:
    case Op::PopBlock:
    case Op::PopExcept:
    case Op::SyntaxFault:
    case Op::SetupFinally: return {0, 0};
    case Op::LoadAttr:
    case Op::Unary:
    case Op::GetIter:
    case Op::ListToTuple:
    case Op::YieldValue:
    case Op::GetYieldFromIter:
    case Op::YieldFrom:
    case Op::GetAwaitable: return {1, 1};
    case Op::StoreAttr:
    case Op::DeleteSubscr: return {2, 0};
    case Op::LoadSubscr:
    case Op::Binary:
    case Op::Compare: return {2, 1};
    case Op::StoreSubscr: return {3, 0};
    case Op::BuildTuple:
    case Op::BuildList:
    case Op::BuildSet:
    case Op::BuildSlice:
    case Op::BuildString: return {a, 1};
    case Op::BuildMap: return {2 * a, 1};
    case Op::FormatValue: return {b ? 2u : 1u, 1};
    case Op::ListAppend:
    case Op::SetAdd: return {a + 1, a};
    case Op::MapAdd: return {a + 2, a};
    case Op::ListExtend:
    case Op::SetUpdate:
    case Op::DictUpdate:
    case Op::DictMerge: return {2, 1};
    case Op::UnpackSequence: return {1, a};
    case Op::UnpackEx: return {1, a + 1 + b};
    case Op::Call: return {1 + a + names_count(code, b), 1};
    case Op::CallEx: return {a ? 3u : 2u, 1};
    case Op::MakeFunction:
      return {((b & MakeFlags::kDefaults) ? 1u : 0u) + ((b & MakeFlags::kKwDefaults) ? 1u : 0u) + ((b & MakeFlags::kClosure) ? 1u : 0u), 1};
    case Op::PopJumpIfFalse:
    case Op::PopJumpIfTrue:
    case Op::JumpIfFalseOrPop:
    case Op::JumpIfTrueOrPop:
    case Op::Return:
    case Op::Reraise:
    case Op::WithExitNormal: return {1, 0};
    case Op::ForIter: return {1, 2};
    case Op::SetupWith: return {2, 2};
    case Op::CheckExcMatch: return {2, 2};
    case Op::Raise: return {a, 0};
    case Op::BeforeWith: return {1, 2};
    case Op::WithExceptStart: return {2, 3};
    case Op::MatchSequence:
    case Op::MatchMapping: return {1, 2};
    case Op::MatchKeys: return {2, 3};
    case Op::MatchClass: return {3, 1};
  }
  return {};
}

struct State {
  uint32_t stack = 0;
  uint32_t blocks = 0;  // id of the top block, 0 when there is none
  uint32_t handling = 0;
  bool operator==(const State&) const = default;
};

class Flow {
 public:
  explicit Flow(const Code& code) : code_(code), at_(code.instrs.size()) {}

  FlowReport run(bool layout) {
    if (layout) check_layout();
    blocks_.push_back({});
    if (!code_.instrs.empty()) arrive(0, {}, 0);
    while (!work_.empty()) {
      const uint32_t pc = work_.back();
      work_.pop_back();
      step(pc);
    }
    return std::move(report_);
  }

 private:
  struct BlockEntry {
    uint32_t below = 0;
    uint32_t handler = 0;
    State entry;  // what a raise cuts to, before the exception is pushed
  };

  void problem(uint32_t pc, const std::string& what) { report_.problems.push_back("pc " + std::to_string(pc) + ": " + what); }

  void check_layout() {
    const auto size = static_cast<uint32_t>(code_.instrs.size());
    if (code_.spans.size() != size) problem(0, "spans and instructions differ in number");
    std::map<uint32_t, uint32_t> loops;  // head -> back edge
    for (uint32_t pc = 0; pc < size; ++pc) {
      const Instr& instr = code_.instrs[pc];
      check_operand(pc, instr);
      if (is_forward_jump(instr.op) && (instr.a <= pc || instr.a >= size)) problem(pc, "jump does not go forward");
      if (instr.op != Op::JumpBack) continue;
      if (instr.a > pc) problem(pc, "back edge goes forward");
      if (!loops.emplace(instr.a, pc).second) problem(pc, "second back edge of one loop");
    }
    check_loop_entries(loops);
    for (const Surround& range : code_.surrounds)
      if (range.start_pc >= range.end_pc || range.end_pc > size) problem(range.start_pc, "empty or overlong surrounding range");
  }

  // Nothing may jump into the middle of a loop from outside.
  void check_loop_entries(const std::map<uint32_t, uint32_t>& loops) {
    std::vector<std::pair<uint32_t, uint32_t>> open;
    std::vector<std::pair<uint32_t, uint32_t>> jumps;
    for (uint32_t pc = 0; pc < code_.instrs.size(); ++pc)
      if (is_forward_jump(code_.instrs[pc].op)) jumps.emplace_back(pc, code_.instrs[pc].a);
    for (const auto& [head, back] : loops) {
      while (!open.empty() && open.back().second < head) open.pop_back();
      if (!open.empty() && back > open.back().second) problem(head, "loops overlap");
      open.emplace_back(head, back);
      auto first = std::lower_bound(jumps.begin(), jumps.end(), std::pair<uint32_t, uint32_t>{0, 0});
      for (; first != jumps.end() && first->first < head; ++first)
        if (first->second > head && first->second <= back) problem(first->first, "jump into a loop");
    }
  }

  void check_operand(uint32_t pc, const Instr& instr) {
    auto below = [&](size_t limit, uint32_t value) {
      if (value >= limit) problem(pc, "operand out of range");
    };
    switch (instr.op) {
      case Op::LoadConst: below(code_.consts.size(), instr.a); break;
      case Op::LoadFast:
      case Op::StoreFast:
      case Op::DeleteFast: below(code_.locals.size(), instr.a); break;
      case Op::LoadDeref:
      case Op::StoreDeref:
      case Op::DeleteDeref:
      case Op::LoadClassDeref:
      case Op::LoadClosure: below(code_.cellvars.size() + code_.freevars.size(), instr.a); break;
      case Op::LoadName:
      case Op::StoreName:
      case Op::DeleteName:
      case Op::LoadGlobal:
      case Op::StoreGlobal:
      case Op::DeleteGlobal:
      case Op::LoadAttr:
      case Op::StoreAttr:
      case Op::DeleteAttr: below(code_.names.size(), instr.a); break;
      case Op::MakeFunction: expect_const<std::shared_ptr<const Code>>(pc, instr.a); break;
      case Op::StoreAnnotation:
        below(code_.names.size(), instr.a);
        expect_const<std::shared_ptr<const Code>>(pc, instr.b);
        break;
      case Op::Import:
      case Op::ImportStar: expect_const<ImportRef>(pc, instr.a); break;
      case Op::Call:
        if (instr.b != kNoNames) expect_const<Names>(pc, instr.b);
        break;
      default: break;
    }
  }

  template <typename T>
  void expect_const(uint32_t pc, uint32_t index) {
    if (index >= code_.consts.size() || !std::holds_alternative<T>(code_.consts[index])) problem(pc, "constant of the wrong kind");
  }

  void arrive(uint32_t pc, const State& state, uint32_t from) {
    report_.max_stack = std::max(report_.max_stack, state.stack);
    if (pc >= at_.size()) {
      problem(from, "runs off the end");
      return;
    }
    if (!at_[pc]) {
      at_[pc] = state;
      work_.push_back(pc);
    } else if (!(*at_[pc] == state)) {
      problem(pc, "reached from pc " + std::to_string(from) + " in another state: " + text(state) + ", before " + text(*at_[pc]));
    }
  }

  static std::string text(const State& state) {
    return "stack " + std::to_string(state.stack) + " block " + std::to_string(state.blocks) + " handling " +
           std::to_string(state.handling);
  }

  uint32_t push_block(uint32_t below, uint32_t handler, const State& entry) {
    auto [it, fresh] = block_ids_.emplace(std::tuple(below, handler, entry.stack, entry.handling), static_cast<uint32_t>(blocks_.size()));
    if (fresh) blocks_.push_back({below, handler, entry});
    return it->second;
  }

  void step(uint32_t pc) {
    State state = *at_[pc];
    const Instr& instr = code_.instrs[pc];
    const Effect effect = effect_of(code_, instr);
    const uint32_t floor = state.blocks ? blocks_[state.blocks].entry.stack : 0;
    if (state.stack < floor + effect.pops) {
      problem(pc, std::string(name_of(instr.op)) + " takes more than there is on the stack");
      return;
    }
    State jumped = state;
    state.stack = state.stack - effect.pops + effect.pushes;
    switch (instr.op) {
      case Op::Jump:
      case Op::JumpBack: arrive(instr.a, state, pc); return;
      case Op::PopJumpIfFalse:
      case Op::PopJumpIfTrue: arrive(instr.a, state, pc); break;
      case Op::JumpIfFalseOrPop:
      case Op::JumpIfTrueOrPop: arrive(instr.a, jumped, pc); break;
      case Op::ForIter:
        jumped.stack -= 1;
        arrive(instr.a, jumped, pc);
        break;
      case Op::SetupFinally:
      case Op::SetupWith: {
        State entry = state;
        if (instr.op == Op::SetupWith) entry.stack -= 1;
        State handler = entry;
        handler.stack += 1;
        handler.handling += 1;
        arrive(instr.a, handler, pc);
        state.blocks = push_block(state.blocks, instr.a, entry);
        break;
      }
      case Op::PopBlock:
        if (!state.blocks) return problem(pc, "PopBlock without a block");
        state.blocks = blocks_[state.blocks].below;
        break;
      case Op::PopExcept:
        if (!state.handling) return problem(pc, "PopExcept outside of a handler");
        state.handling -= 1;
        break;
      case Op::Reraise:
        if (!state.handling) problem(pc, "Reraise outside of a handler");
        return;
      case Op::Return:
        if (state.blocks || state.handling) problem(pc, "return with a block or a handled exception left");
        return;
      case Op::Raise:
      case Op::SyntaxFault: return;
      default: break;
    }
    arrive(pc + 1, state, pc);
  }

  const Code& code_;
  std::vector<std::optional<State>> at_;
  std::vector<BlockEntry> blocks_;
  std::map<std::tuple<uint32_t, uint32_t, uint32_t, uint32_t>, uint32_t> block_ids_;
  std::vector<uint32_t> work_;
  FlowReport report_;
};

void verify_below(const Code& code, std::vector<std::string>& problems) {
  for (const std::string& problem : Flow(code).run(true).problems) problems.push_back(code.qualname + ": " + problem);
  for (const Const& value : code.consts)
    if (auto* inner = std::get_if<std::shared_ptr<const Code>>(&value)) verify_below(**inner, problems);
  for (const ParamAnnotation& annotation : code.annotations) verify_below(*annotation.thunk, problems);
}

}  // namespace

FlowReport check_flow(const Code& code) { return Flow(code).run(false); }

std::vector<std::string> verify(const Code& module) {
  std::vector<std::string> problems;
  verify_below(module, problems);
  return problems;
}

std::string_view name_of(Op op) { return kOpNames[static_cast<size_t>(op)]; }

StackEffect stack_effect(const Code& code, const Instr& instr) { return effect_of(code, instr); }

}  // namespace graphlift::lower
