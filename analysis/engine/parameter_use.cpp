#include "analysis/engine/parameter_use.h"

#include <algorithm>
#include <optional>

#include "analysis/lower/verify.h"
#include "analysis/syntax/ast.h"

namespace graphlift::engine {
namespace {

using lower::Code;
using lower::Instr;
using lower::Op;

// What is known of one operand-stack entry.
struct Item {
  int32_t parameter = -1;  // it is this parameter itself
  std::string path;        // dotted text of a name chain: `torch.nn.functional.relu`, `self.layer`
  bool text_constant = false;
  int32_t element = -1;         // it is something that this parameter holds
  bool iterator = false;        // it gives the elements
  std::vector<int32_t> zipped;  // it is, or gives, tuples whose parts are elements of these parameters
  bool compound = false;        // a tuple or a slice
};
using Stack = std::vector<Item>;

class Scanner {
 public:
  explicit Scanner(const Code& code) : code_(code), at_(code.instrs.size()) {
    parameters_ = code.positional_count + code.kwonly_count + (code.has_varargs ? 1 : 0) + (code.has_varkw ? 1 : 0);
    uses_.resize(parameters_);
    holds_.resize(code.locals.size());
    for (uint32_t i = 0; i < holds_.size(); ++i) {
      if (i < parameters_) holds_[i].parameter = static_cast<int32_t>(i);
      holds_[i].path = code.locals[i];
    }
  }

  void collect(const std::string& path, PathAttributes& out) {
    path_ = &path;
    attributes_ = &out;
    run();
  }

  std::vector<std::vector<ParameterUse>> run() {
    if (code_.instrs.empty()) return std::move(uses_);
    at_[0] = Stack{};
    for (uint32_t pc = 0; pc < code_.instrs.size(); ++pc)
      if (at_[pc]) step(pc, *at_[pc]);
    return std::move(uses_);
  }

 private:
  using Kind = ParameterUse::Kind;

  void use(const Item& item, Kind kind, std::string text = {}, uint32_t position = 0, std::string keyword = {}) {
    const int32_t target = item.parameter >= 0 ? item.parameter : item.iterator ? -1 : item.element;
    if (target >= 0)
      uses_[static_cast<size_t>(target)].push_back({kind, std::move(text), position, std::move(keyword), item.parameter < 0});
  }

  static Item named(std::string path) {
    Item out;
    out.path = std::move(path);
    return out;
  }

  static Item element_of(const Item& item) {
    Item out;
    if (item.parameter >= 0) out.element = item.parameter;
    return out;
  }

  void arrive(uint32_t pc, const Stack& stack) {
    if (pc < at_.size() && !at_[pc]) at_[pc] = stack;
  }

  static Item pop(Stack& stack) {
    if (stack.empty()) return {};
    Item item = std::move(stack.back());
    stack.pop_back();
    return item;
  }

  Item local(uint32_t slot) const { return slot < holds_.size() ? holds_[slot] : Item{}; }

  Item cell(uint32_t index) const {
    Item item;
    if (index < code_.cell_of_param.size()) item.parameter = code_.cell_of_param[index];
    const size_t free = index - code_.cellvars.size();
    if (index < code_.cellvars.size()) item.path = code_.cellvars[index];
    else if (free < code_.freevars.size()) item.path = code_.freevars[free];
    return item;
  }

  std::string name(uint32_t index) const { return index < code_.names.size() ? code_.names[index] : std::string(); }

  void call(uint32_t pc, Stack& stack) {
    const Instr& instr = code_.instrs[pc];
    std::vector<std::string> keywords;
    if (instr.b != lower::kNoNames && instr.b < code_.consts.size())
      if (const auto* names = std::get_if<lower::Names>(&code_.consts[instr.b])) keywords = names->names;
    std::vector<Item> values(instr.a + keywords.size());
    for (size_t i = values.size(); i-- > 0;) values[i] = pop(stack);
    const Item callee = pop(stack);
    use(callee, Kind::Called);
    for (size_t i = 0; i < values.size(); ++i) {
      const bool named = i >= instr.a;
      use(values[i], Kind::Argument, callee.path, static_cast<uint32_t>(named ? 0 : i), named ? keywords[i - instr.a] : std::string());
    }
    Item result;
    if (callee.path == "zip" || callee.path == "enumerate") {
      result.iterator = true;
      if (callee.path == "enumerate") result.zipped.push_back(-1);
      for (const Item& value : values) result.zipped.push_back(value.parameter);
    }
    stack.push_back(std::move(result));
  }

  // Interesting instructions; false: only the stack moves.
  bool known(uint32_t pc, Stack& stack) {
    const Instr& instr = code_.instrs[pc];
    switch (instr.op) {
      case Op::LoadFast: stack.push_back(local(instr.a)); return true;
      case Op::LoadDeref: stack.push_back(cell(instr.a)); return true;
      case Op::LoadGlobal:
      case Op::LoadName: stack.push_back(named(name(instr.a))); return true;
      case Op::LoadConst: {
        Item item;
        if (instr.a < code_.consts.size()) {
          const auto* text = std::get_if<std::string>(&code_.consts[instr.a]);
          item.text_constant = text != nullptr;
          if (text) item.path = *text;
          item.compound = std::holds_alternative<lower::TupleConst>(code_.consts[instr.a]);
        }
        stack.push_back(std::move(item));
        return true;
      }
      case Op::StoreFast: {
        Item item = pop(stack);
        if (instr.a < parameters_ || instr.a >= holds_.size()) return true;
        item.path = code_.locals[instr.a];
        item.text_constant = false;
        holds_[instr.a] = std::move(item);
        return true;
      }
      case Op::Dup:
        if (!stack.empty()) stack.push_back(stack.back());
        return true;
      case Op::Rot2:
        if (stack.size() >= 2) std::swap(stack[stack.size() - 1], stack[stack.size() - 2]);
        return true;
      case Op::LoadAttr: {
        Item object = pop(stack);
        use(object, Kind::Attribute, name(instr.a));
        if (attributes_ && !object.text_constant && object.path == *path_) attributes_->read.push_back(name(instr.a));
        stack.push_back(named(object.path.empty() || object.text_constant ? std::string() : object.path + "." + name(instr.a)));
        return true;
      }
      case Op::StoreAttr: {
        const Item object = pop(stack), value = pop(stack);
        if (object.path.empty() || object.text_constant) return true;
        use(value, Kind::Stored, object.path + "." + name(instr.a));
        if (attributes_ && object.path == *path_) attributes_->assigned.push_back(name(instr.a));
        return true;
      }
      case Op::Call: call(pc, stack); return true;
      case Op::Binary: {
        const Item right = pop(stack), left = pop(stack);
        const Kind kind = static_cast<syntax::BinaryOp>(instr.a) == syntax::BinaryOp::MatMul ? Kind::MatMul : Kind::Arithmetic;
        use(left, kind);
        use(right, kind);
        stack.emplace_back();
        return true;
      }
      case Op::Unary: {
        if (static_cast<syntax::UnaryOp>(instr.a) != syntax::UnaryOp::Not) use(pop(stack), Kind::Arithmetic);
        else use(pop(stack), Kind::Tested);
        stack.emplace_back();
        return true;
      }
      case Op::Compare: {
        const Item right = pop(stack), left = pop(stack);
        const auto op = static_cast<syntax::CompareOp>(instr.a);
        if (op != syntax::CompareOp::Is && op != syntax::CompareOp::IsNot) {
          use(left, Kind::Compared, right.text_constant ? right.path : std::string());
          use(right, Kind::Compared, left.text_constant ? left.path : std::string());
        }
        stack.emplace_back();
        return true;
      }
      case Op::LoadSubscr: {
        const Item index = pop(stack), object = pop(stack);
        use(object, Kind::Subscripted, index.compound ? "," : index.text_constant ? index.path : std::string());
        use(index, Kind::Index, object.path);
        Item result = element_of(object);
        if (object.parameter < 0 && !object.path.empty()) result.path = object.path + "[]";
        stack.push_back(std::move(result));
        return true;
      }
      case Op::BuildTuple:
      case Op::BuildSlice: {
        for (uint32_t i = 0; i < instr.a; ++i) pop(stack);
        Item result;
        result.compound = true;
        stack.push_back(std::move(result));
        return true;
      }
      case Op::GetIter: {
        Item object = pop(stack);
        use(object, Kind::Iterated);
        if (!object.iterator) {
          object = element_of(object);
          object.iterator = true;
        }
        stack.push_back(std::move(object));
        return true;
      }
      case Op::ForIter: {
        Item round;
        if (!stack.empty()) round = stack.back();
        round.iterator = false;
        stack.push_back(std::move(round));
        return true;
      }
      case Op::UnpackSequence: {
        const Item whole = pop(stack);
        for (uint32_t i = instr.a; i-- > 0;) {
          Item part;
          if (i < whole.zipped.size()) part.element = whole.zipped[i];
          stack.push_back(std::move(part));
        }
        return true;
      }
      default: return false;
    }
  }

  void step(uint32_t pc, Stack stack) {
    const Instr& instr = code_.instrs[pc];
    switch (instr.op) {
      case Op::UnpackSequence:
      case Op::UnpackEx:
      case Op::ListExtend:
        if (!stack.empty()) use(stack.back(), Kind::Iterated);
        break;
      case Op::PopJumpIfFalse:
      case Op::PopJumpIfTrue:
      case Op::JumpIfFalseOrPop:
      case Op::JumpIfTrueOrPop:
        if (!stack.empty()) use(stack.back(), Kind::Tested);
        break;
      default: break;
    }
    const bool keeps = instr.op == Op::JumpIfFalseOrPop || instr.op == Op::JumpIfTrueOrPop;
    const Stack before = keeps ? stack : Stack{};
    if (!known(pc, stack)) {
      const lower::StackEffect effect = lower::stack_effect(code_, instr);
      stack.resize(stack.size() - std::min<size_t>(stack.size(), effect.pops));
      stack.resize(stack.size() + effect.pushes);
    }
    switch (instr.op) {
      case Op::Jump: arrive(instr.a, stack); return;
      case Op::JumpBack:
      case Op::Return:
      case Op::Raise:
      case Op::Reraise: return;
      case Op::PopJumpIfFalse:
      case Op::PopJumpIfTrue: arrive(instr.a, stack); break;
      case Op::JumpIfFalseOrPop:
      case Op::JumpIfTrueOrPop: arrive(instr.a, before); break;
      case Op::ForIter: {
        Stack exhausted = stack;
        exhausted.resize(exhausted.size() - std::min<size_t>(exhausted.size(), 2));
        arrive(instr.a, exhausted);
        break;
      }
      case Op::SetupFinally:
      case Op::SetupWith: {
        Stack raised = stack;
        if (instr.op == Op::SetupWith && !raised.empty()) raised.pop_back();
        raised.emplace_back();
        arrive(instr.a, raised);
        break;
      }
      default: break;
    }
    arrive(pc + 1, stack);
  }

  const Code& code_;
  uint32_t parameters_ = 0;
  std::vector<std::optional<Stack>> at_;
  std::vector<Item> holds_;  // per local: what was last put there; a parameter keeps its role when it is assigned
  std::vector<std::vector<ParameterUse>> uses_;
  const std::string* path_ = nullptr;
  PathAttributes* attributes_ = nullptr;  // of *path_, when asked for
};

}  // namespace

std::vector<std::vector<ParameterUse>> uses_of_parameters(const Code& code) { return Scanner(code).run(); }

PathAttributes attributes_of(const lower::Code& code, const std::string& path) {
  PathAttributes out;
  Scanner(code).collect(path, out);
  return out;
}

}  // namespace graphlift::engine
