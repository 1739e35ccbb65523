// set and frozenset: construction, operators and methods.
#include "analysis/interp/types_dunders.h"

namespace graphlift::interp {
namespace {

// Copies the items of `from` that are (keep_found) or are not in `filter`. What cannot be told makes the result open.
bool filter_into(Vm& vm, SetObj* out, const SetObj* from, const SetObj* filter, bool keep_found) {
  const auto entries = from->map.entries();
  for (const auto& e : entries) {
    if (e.key.null()) continue;
    Value at;
    const Found found = find_key(vm, filter->map, e.key, at);
    if (found == Found::Error) return false;
    const bool unsure = found == Found::Maybe || (found == Found::No && filter->open);
    if (unsure) out->open = true;
    else if ((found == Found::Yes) == keep_found) out->map.set(e.key, Value::none());
  }
  out->open |= from->open;
  return true;
}

bool combine(Vm& vm, SetObj* out, BinaryOp op, const SetObj* a, const SetObj* b) {
  switch (op) {
    case BinaryOp::BitOr:
      for (const SetObj* side : {a, b}) {
        const auto entries = side->map.entries();
        for (const auto& e : entries)
          if (!e.key.null() && !set_add(vm, out, e.key)) return false;
        out->open |= side->open;
      }
      return true;
    case BinaryOp::BitAnd: return filter_into(vm, out, a, b, true);
    case BinaryOp::Sub: return filter_into(vm, out, a, b, false);
    default: return filter_into(vm, out, a, b, false) && filter_into(vm, out, b, a, false);
  }
}

SetObj* self_set(Vm& vm, Args& args) {
  auto* set = plain_cast<SetObj>(args[0]);
  if (!set && vm.concrete(args[0])) type_error(vm, "descriptor requires a 'set' object but received '" + type_name(vm, args[0]) + "'");
  return set;
}

Value no_set(Vm& vm) { return vm.raised() ? Value() : vm.unknown("method of a set that is not known"); }

SetObj* to_set(Vm& vm, Value iterable) {
  if (auto* set = plain_cast<SetObj>(iterable)) return set;
  SetObj* set = vm.new_set();
  return set_fill(vm, set, iterable) ? set : nullptr;
}

Value set_construct(Vm& vm, Args& args) {
  auto* cls = cast<ClassObj>(args[0]);
  const bool frozen = cls->is_subclass_of(vm.types.frozenset);
  SetObj* set = vm.new_set(frozen);
  const bool fill_now = cls == vm.types.set || frozen;
  if (fill_now && !args[1].null() && !set_fill(vm, set, args[1])) return {};
  return instance_with(vm, cls, Value::object(set));
}

Value set_init(Vm& vm, Args& args) {
  SetObj* set = self_set(vm, args);
  if (!set) return no_set(vm);
  if (args[1].null()) return Value::none();
  mutating(vm, set);
  set->map.clear();
  set->open = false;
  return set_fill(vm, set, args[1]) ? Value::none() : Value();
}

template <BinaryOp op, bool in_place>
Value operation(Vm& vm, Args& args) {
  SetObj* self = self_set(vm, args);
  if (!self) return no_set(vm);
  SetObj* current = self;
  if (args.size() == 1 || args.open_pos) {
    SetObj* copy = vm.new_set(self->cls == vm.types.frozenset);
    copy->map = self->map;
    copy->open = self->open || args.open_pos;
    current = copy;
  }
  for (size_t i = 1; i < args.size(); ++i) {
    SetObj* other = to_set(vm, args[i]);
    SetObj* out = vm.new_set(self->cls == vm.types.frozenset);
    if (!other || !combine(vm, out, op, current, other)) return {};
    current = out;
  }
  if (!in_place) return Value::object(current);
  const Dict map = current->map;
  const bool open = current->open;
  mutating(vm, self);
  self->map = map;
  self->open = open;
  return Value::none();
}

Value add(Vm& vm, Args& args) {
  SetObj* set = self_set(vm, args);
  if (!set) return no_set(vm);
  return set_add(vm, set, args[1]) ? Value::none() : Value();
}

template <bool strict>
Value discard(Vm& vm, Args& args) {
  SetObj* set = self_set(vm, args);
  if (!set) return no_set(vm);
  if (!check_hashable(vm, args[1])) return {};
  Value at;
  switch (find_key(vm, set->map, args[1], at)) {
    case Found::Error: return {};
    case Found::Yes:
      mutating(vm, set);
      set->map.erase(at);
      return Value::none();
    case Found::Maybe:
      mutating(vm, set);
      set->map.clear();
      set->open = true;
      return Value::none();
    case Found::No: break;
  }
  if (!strict || set->open) return Value::none();
  InstanceObj* e = vm.new_instance(vm.types.key_error);
  e->payload = vm.tuple({args[1]});
  return vm.raise(Value::object(e));
}

Value pop(Vm& vm, Args& args) {
  SetObj* set = self_set(vm, args);
  if (!set) return no_set(vm);
  Value any;
  for (const auto& e : set->map.entries())
    if (!e.key.null()) any = vm.join(any, e.key, When::Unknown);
  if (any.null() && !set->open) return vm.raise(vm.types.key_error, "pop from an empty set");
  mutating(vm, set);
  // Which item goes is an accident of hashing, unless there is only one.
  set->open |= set->map.size() > 1;
  set->map.clear();
  return any.null() ? vm.unknown("item of a set that is not completely known") : any;
}

Value clear(Vm& vm, Args& args) {
  SetObj* set = self_set(vm, args);
  if (!set) return no_set(vm);
  mutating(vm, set);
  set->map.clear();
  set->open = false;
  return Value::none();
}

template <syntax::CompareOp op>
Value relation(Vm& vm, Args& args) {
  SetObj* self = self_set(vm, args);
  if (!self) return no_set(vm);
  SetObj* other = to_set(vm, args[1]);
  return other ? native_compare(vm, op, Value::object(self), Value::object(other)) : Value();
}

Value is_disjoint(Vm& vm, Args& args) {
  SetObj* self = self_set(vm, args);
  if (!self) return no_set(vm);
  SetObj* other = to_set(vm, args[1]);
  SetObj* out = vm.new_set();
  if (!other || !filter_into(vm, out, self, other, true)) return {};
  if (!out->map.empty()) return Value::boolean(false);
  return out->open ? vm.sym(vm.types.boolean, When::Unknown) : Value::boolean(true);
}

}  // namespace

Value set_binary(Vm& vm, BinaryOp op, Value left, Value right, bool in_place) {
  auto* a = plain_cast<SetObj>(left);
  auto* b = plain_cast<SetObj>(right);
  if (!a || !b) return Value::not_implemented();
  SetObj* out = vm.new_set(a->cls == vm.types.frozenset);
  if (!combine(vm, out, op, a, b)) return {};
  if (!in_place || a->cls == vm.types.frozenset) return Value::object(out);
  mutating(vm, a);
  a->map = out->map;
  a->open = out->open;
  return left;
}

void register_sets(Vm& vm) {
  using syntax::CompareOp;
  for (ClassObj* cls : {vm.types.set, vm.types.frozenset}) {
    const bool mutates = cls == vm.types.set;
    define_construction(vm, cls, set_construct);
    define_binary(vm, cls, {BinaryOp::BitOr, BinaryOp::BitAnd, BinaryOp::BitXor, BinaryOp::Sub}, true, mutates);
    define_ordering(vm, cls);
    define_container(vm, cls, false, false);
    define_text(vm, cls);
    vm.define(cls, "union", operation<BinaryOp::BitOr, false>);
    vm.define(cls, "copy", operation<BinaryOp::BitOr, false>);
    vm.define(cls, "intersection", operation<BinaryOp::BitAnd, false>);
    vm.define(cls, "difference", operation<BinaryOp::Sub, false>);
    vm.define(cls, "symmetric_difference", operation<BinaryOp::BitXor, false>);
    vm.define(cls, "issubset", relation<CompareOp::LtE>);
    vm.define(cls, "issuperset", relation<CompareOp::GtE>);
    vm.define(cls, "isdisjoint", is_disjoint);
    if (!mutates) continue;
    cls->dict->map.set(vm.str("__hash__"), Value::none());
    vm.define(cls, "__init__", set_init);
    vm.define(cls, "update", operation<BinaryOp::BitOr, true>);
    vm.define(cls, "intersection_update", operation<BinaryOp::BitAnd, true>);
    vm.define(cls, "difference_update", operation<BinaryOp::Sub, true>);
    vm.define(cls, "symmetric_difference_update", operation<BinaryOp::BitXor, true>);
    vm.define(cls, "add", add);
    vm.define(cls, "discard", discard<false>);
    vm.define(cls, "remove", discard<true>);
    vm.define(cls, "pop", pop);
    vm.define(cls, "clear", clear);
  }
}

}  // namespace graphlift::interp
