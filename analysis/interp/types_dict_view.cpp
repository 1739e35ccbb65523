// keys(), values() and items(): live views of a dict.
#include "analysis/interp/types_dunders.h"

namespace graphlift::interp {

Value set_binary(Vm& vm, BinaryOp op, Value left, Value right, bool in_place);  // types_set.cpp

Value make_view(Vm& vm, ClassObj* cls, DictObj* dict) {
  InstanceObj* view = vm.new_instance(cls);
  view->payload = Value::object(dict);
  return Value::object(view);
}

namespace {

DictObj* viewed(Value view) { return cast<DictObj>(static_cast<InstanceObj*>(view.o)->payload); }

Value element(Vm& vm, ClassObj* view, Value key, Value value) {
  if (view == vm.types.dict_keys) return key;
  return view == vm.types.dict_values ? value : vm.tuple({key, value});
}

// The names of a module whose import waits for their use are all used by one who walks over them. An import may bring more names.
bool settle(Vm& vm, DictObj* dict) {
  for (size_t i = 0; i < dict->map.entries().size(); ++i) {
    const auto& e = dict->map.entries()[i];
    if (e.key.null() || !cast<LazyImportObj>(e.value)) continue;
    const Value key = e.key;
    const Value imported = vm.force(e.value);
    if (imported.null()) return false;
    if (Value* slot = dict->map.find(key); slot && cast<LazyImportObj>(*slot)) *slot = imported;
  }
  return true;
}

Value view_iterate(Vm& vm, Value self) {
  DictObj* dict = viewed(self);
  if (!settle(vm, dict)) return {};
  ClassObj* kind = vm.type_of(self);
  const Value out = vm.iterator({}, false);
  auto* iterator = static_cast<IteratorObj*>(out.o);
  iterator->next = [dict, kind, iterator, i = size_t(0), size = dict->map.size()](Vm& m) mutable -> Value {
    if (dict->map.size() != size && !dict->open) return m.raise(m.types.runtime_error, "dictionary changed size during iteration");
    const auto& entries = dict->map.entries();
    while (i < entries.size() && entries[i].key.null()) ++i;
    if (i < entries.size()) {
      const auto& e = entries[i++];
      return element(m, kind, e.key, e.value);
    }
    if (!dict->open) return {};
    iterator->unknown_length = true;
    const Value rest = dict->rest.null() ? m.unknown("item of a dict whose keys are not all known") : dict->rest;
    return element(m, kind, m.unknown("key of a dict that is not completely known"), rest);
  };
  return out;
}

Value view_length(Vm& vm, Value self) { return native_length(vm, static_cast<InstanceObj*>(self.o)->payload); }

Verdict view_contains(Vm& vm, Value self, Value item) {
  const ClassObj* kind = vm.type_of(self);
  const Value dict = static_cast<InstanceObj*>(self.o)->payload;
  if (kind == vm.types.dict_keys) return contains(vm, dict, item);
  Collected all;
  if (!gather(vm, self, all)) return {Tri::Maybe, {}, true};
  return contains(vm, list_of(vm, std::move(all)), item);
}

SetObj* as_set(Vm& vm, Value view) {
  SetObj* set = vm.new_set();
  return set_fill(vm, set, view) ? set : nullptr;
}

Value view_compare(Vm& vm, syntax::CompareOp op, Value left, Value right) {
  if (op == syntax::CompareOp::In) return as_value(vm, view_contains(vm, right, left));
  if (vm.type_of(left) == vm.types.dict_values || vm.type_of(right) == vm.types.dict_values) return Value::not_implemented();
  Value sides[2] = {left, right};
  for (Value& side : sides) {
    if (cast<SetObj>(plain(side))) continue;
    if (vm.type_of(side) != vm.types.dict_keys && vm.type_of(side) != vm.types.dict_items) return Value::not_implemented();
    SetObj* set = as_set(vm, side);
    if (!set) return {};
    side = Value::object(set);
  }
  return native_compare(vm, op, sides[0], sides[1]);
}

// Keys and items take any iterable on the other side.
Value view_binary(Vm& vm, BinaryOp op, Value left, Value right, bool) {
  const auto set_like = [&](Value v) { return vm.type_of(v) == vm.types.dict_keys || vm.type_of(v) == vm.types.dict_items; };
  if (!set_like(left) && !set_like(right)) return Value::not_implemented();
  const bool set_op = op == BinaryOp::BitOr || op == BinaryOp::BitAnd || op == BinaryOp::BitXor || op == BinaryOp::Sub;
  if (!set_op) return Value::not_implemented();
  Value sides[2] = {left, right};
  for (Value& side : sides) {
    if (cast<SetObj>(plain(side))) continue;
    if (!vm.concrete(side)) return vm.unknown("set operation with a value that is not known");
    SetObj* set = as_set(vm, side);
    if (!set) return {};
    side = Value::object(set);
  }
  return set_binary(vm, op, sides[0], sides[1], false);
}

Value view_text(Vm& vm, Value self, bool) {
  Collected all;
  if (!gather(vm, self, all)) return {};
  const Value items = vm.to_text(list_of(vm, std::move(all)), true);
  return items.is_str() ? vm.str(type_name(vm, self) + "(" + std::string(text_of(items)) + ")") : items;
}

Truth view_truth(Vm& vm, Value self) { return vm.truth(static_cast<InstanceObj*>(self.o)->payload); }

Value view_reversed(Vm& vm, Args& args) {
  Collected all;
  if (!gather(vm, args[0], all)) return {};
  std::vector<Value> items(all.items.rbegin(), all.items.rend());
  if (!all.open) return vm.iterator_over(std::move(items));
  return vm.iterator([](Vm& m) { return m.unknown("item of a dict whose keys are not all known"); }, true);
}

Value is_disjoint(Vm& vm, Args& args) {
  Collected all;
  if (!gather(vm, args[1], all)) return {};
  for (Value v : all.items) {
    const Verdict inside = view_contains(vm, args[0], v);
    if (inside.raised || inside.value != Tri::No) return inside.value == Tri::Yes ? Value::boolean(false) : as_value(vm, inside);
  }
  return all.open ? vm.sym(vm.types.boolean, When::Unknown) : Value::boolean(true);
}

constexpr TypeOps kViewOps = {
    .binary = view_binary,
    .compare = view_compare,
    .truth = view_truth,
    .iterate = view_iterate,
    .length = view_length,
    .text = view_text,
};

}  // namespace

void register_dict_views(Vm& vm) {
  for (auto [slot, name] : {std::pair<ClassObj**, const char*>{&vm.types.dict_keys, "dict_keys"},
                            {&vm.types.dict_values, "dict_values"},
                            {&vm.types.dict_items, "dict_items"}}) {
    ClassObj* cls = vm.new_class("builtins", name, {vm.types.object}, Layout::Opaque);
    *slot = cls;
    vm.set_ops(cls, &kViewOps);
    if (slot != &vm.types.dict_values) cls->dict->map.set(vm.str("__hash__"), Value::none());
    vm.define(cls, "__iter__", [](Vm& m, Args& a) { return view_iterate(m, a[0]); });
    vm.define(cls, "__len__", [](Vm& m, Args& a) { return view_length(m, a[0]); });
    vm.define(cls, "__contains__", [](Vm& m, Args& a) { return as_value(m, view_contains(m, a[0], a[1])); });
    vm.define(cls, "__reversed__", view_reversed);
    vm.define(cls, "isdisjoint", is_disjoint);
    define_getter(vm, cls, "mapping", [](Vm&, Args& a) { return static_cast<InstanceObj*>(a[0].o)->payload; });
  }
}

}  // namespace graphlift::interp
