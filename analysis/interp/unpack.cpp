// Sequence unpacking and structural matching.
#include "analysis/interp/machine.h"

namespace graphlift::interp {

using lower::Instr;
using lower::Op;

Machine::Step Machine::execute_unpack(Frame& frame, const Instr& instr) {
  auto& stack = frame.path.stack;
  Value sequence = stack.back();
  stack.pop_back();
  const bool extended = instr.op == Op::UnpackEx;
  const size_t before = instr.a, after = extended ? instr.b : 0;
  const size_t wanted = before + after;

  std::vector<Value> items;
  bool complete = true;
  if (!vm_.collect(sequence, items, complete)) return Step::Raised;
  if (complete && (extended ? items.size() < wanted : items.size() != wanted)) {
    vm_.raise(vm_.types.value_error,
              (items.size() < wanted ? "not enough values to unpack (expected " : "too many values to unpack (expected ") +
                  std::to_string(wanted) + ")");
    return Step::Raised;
  }
  if (!complete) {
    // Of unknown length: as many items as are asked for, each standing for any of them.
    Value any;
    for (Value v : items) any = vm_.join(any, v, When::Unknown);
    if (any.null()) any = vm_.unknown("an item of a collection that is not known");
    while (items.size() < wanted) items.push_back(any);
    if (!extended) items.resize(wanted);
  }
  if (extended) {
    for (size_t i = 0; i < after; ++i) stack.push_back(items[items.size() - 1 - i]);
    stack.push_back(vm_.list({items.begin() + before, items.end() - after}));
    for (size_t i = before; i-- > 0;) stack.push_back(items[i]);
  } else {
    for (size_t i = wanted; i-- > 0;) stack.push_back(items[i]);
  }
  return Step::Next;
}

Machine::Step Machine::execute_match(Frame& frame, const Instr& instr) {
  auto& stack = frame.path.stack;
  const auto maybe = [&](When when) { stack.push_back(vm_.sym(vm_.types.boolean, when)); };
  switch (instr.op) {
    case Op::MatchSequence: {
      Value subject = stack.back();
      const std::vector<Value>* items = nullptr;
      if (auto* t = cast<TupleObj>(subject)) items = &t->items;
      if (auto* l = cast<ListObj>(subject); l && !l->open) items = &l->items;
      if (items) stack.push_back(Value::boolean(instr.b ? items->size() + 1 >= instr.a : items->size() == instr.a));
      else if (!vm_.concrete(subject)) maybe(vm_.when(subject));
      else stack.push_back(Value::boolean(false));
      return Step::Next;
    }
    case Op::MatchMapping: {
      Value subject = stack.back();
      if (!vm_.concrete(subject)) maybe(vm_.when(subject));
      else stack.push_back(Value::boolean(cast<DictObj>(subject) || vm_.type_of(subject)->layout == Layout::Dict));
      return Step::Next;
    }
    case Op::MatchKeys: {
      Value keys = stack.back();
      Value subject = stack[stack.size() - 2];
      std::vector<Value> values;
      for (Value k : cast<TupleObj>(keys)->items) {
        const Value has = vm_.compare(syntax::CompareOp::In, k, subject);
        if (has.null()) return Step::Raised;
        if (has.is_bool() && !has.b) {
          stack.push_back(Value::none());
          return Step::Next;
        }
        Value v = vm_.get_item(subject, k);
        if (v.null()) return Step::Raised;
        values.push_back(v);
      }
      stack.push_back(vm_.tuple(std::move(values)));
      return Step::Next;
    }
    default: break;
  }
  // MatchClass: [subject class names]
  auto* names = cast<TupleObj>(stack.back());
  stack.pop_back();
  Value cls = vm_.force(stack.back());
  stack.pop_back();
  Value subject = stack.back();
  stack.pop_back();
  if (cls.null()) return Step::Raised;
  if (vm_.is_instance(subject, cls) == Tri::No) {
    stack.push_back(Value::none());
    return Step::Next;
  }
  std::vector<Value> values;
  if (instr.a > 0) {
    Value match_args = vm_.try_attr(cls, vm_.intern("__match_args__"));
    if (vm_.raised()) return Step::Raised;
    auto* t = cast<TupleObj>(match_args);
    for (uint32_t i = 0; i < instr.a; ++i) {
      if (!t && i == 0) {
        values.push_back(subject);  // int(x), str(x), ...: the subject itself
        continue;
      }
      if (!t || i >= t->items.size() || !t->items[i].is_str()) {
        vm_.raise(vm_.types.type_error, "too many positional sub-patterns");
        return Step::Raised;
      }
      Value v = vm_.try_attr(subject, cast<StrObj>(t->items[i]));
      if (vm_.raised()) return Step::Raised;
      if (v.null()) {
        stack.push_back(Value::none());
        return Step::Next;
      }
      values.push_back(v);
    }
  }
  for (Value name : names->items) {
    Value v = vm_.try_attr(subject, cast<StrObj>(name));
    if (vm_.raised()) return Step::Raised;
    if (v.null()) {
      stack.push_back(Value::none());
      return Step::Next;
    }
    values.push_back(v);
  }
  stack.push_back(vm_.tuple(std::move(values)));
  return Step::Next;
}

}  // namespace graphlift::interp
