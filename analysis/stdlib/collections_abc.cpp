// collections.abc: the abstract containers, with the methods that they give to their subclasses.
#include "analysis/stdlib/abc.h"

namespace graphlift::stdlib {
namespace {

using syntax::CompareOp;

// self[key], or Null without an exception when that raised KeyError (or IndexError).
Value lookup(Vm& vm, Value self, Value key) {
  const Value v = vm.get_item(self, key);
  if (v.null() && vm.raised_is(vm.types.lookup_error)) vm.clear_exception();
  return v;
}

Value new_view(Vm& vm, const char* cls, Value mapping) {
  const Value view = Value::object(vm.new_instance(class_in(vm, "collections.abc", cls)));
  put(vm, view, "_mapping", mapping);
  return view;
}

// Steps through the keys of a mapping (an iterator over `self`).
enum class Part { Keys, Values, Items };
Value iterate_part(Vm& vm, Value mapping, Part part) {
  const Source keys{vm.iterate(mapping)};
  if (keys.iterator.null()) return {};
  if (part == Part::Keys) return keys.iterator;
  return lazy_iterator(vm, [keys, mapping, part](Vm& m, bool& open) -> Value {
    Value key;
    if (!keys.step(m, key, open)) return {};
    const Value v = m.get_item(mapping, key);
    return v.null() || part == Part::Values ? v : pair(m, key, v);
  });
}

template <Part P>
Value view_iter(Vm& vm, Args& a) {
  return iterate_part(vm, own(vm, a[0], "_mapping"), P);
}
Value view_len(Vm& vm, Args& a) { return vm.length(own(vm, a[0], "_mapping")); }

// item in iterable, through iteration
Value contains_by_iteration(Vm& vm, Value iterable, Value item) {
  Collected c;
  if (!gather(vm, iterable, c)) return {};
  const Value list = list_of(vm, std::move(c));
  return vm.compare(CompareOp::In, item, list);
}

Value view_contains(Vm& vm, Args& a) {
  const Value iterator = vm.iterate(a[0]);
  return iterator.null() ? iterator : contains_by_iteration(vm, iterator, a[1]);
}

// ---- Mapping

Value mapping_get(Vm& vm, Args& a) {
  Value self, key, fallback;
  if (!a.bind(vm, "self, key, default=", {&self, &key, &fallback})) return {};
  const Value v = lookup(vm, self, key);
  if (!v.null() || vm.raised()) return v;
  return fallback.null() ? Value::none() : fallback;
}

Value mapping_contains(Vm& vm, Args& a) {
  const Value v = lookup(vm, a[0], a[1]);
  if (v.null()) return vm.raised() ? Value() : Value::boolean(false);
  return vm.concrete(a[1]) ? Value::boolean(true) : sym_like(vm, vm.types.boolean, {a[1]});
}

Value mapping_eq(Vm& vm, Args& a) {
  const Value d = Value::object(vm.types.dict);
  const Value x = iterate_part(vm, a[0], Part::Items);
  if (x.null()) return {};
  const bool mapping = cast<DictObj>(plain(a[1])) || !vm.find_in_class(vm.type_of(a[1]), vm.intern("keys")).null();
  if (!mapping) return Value::not_implemented();
  const Value left = vm.call(d, {x}), right = left.null() ? left : vm.call(d, {a[1]});
  return right.null() ? right : vm.compare(CompareOp::Eq, left, right);
}

// ---- MutableMapping

Value mutable_pop(Vm& vm, Args& a) {
  Value self, key, fallback;
  if (!a.bind(vm, "self, key, default=", {&self, &key, &fallback})) return {};
  const Value v = lookup(vm, self, key);
  if (v.null()) {
    if (vm.raised()) return {};
    return fallback.null() ? vm.get_item(self, key) : fallback;
  }
  return vm.del_item(self, key) ? v : Value();
}

Value mutable_popitem(Vm& vm, Args& a) {
  const Value keys = vm.iterate(a[0]);
  bool more = false;
  const Value key = keys.null() ? keys : vm.next(keys, more);
  if (key.null()) return vm.raised() ? Value() : vm.raise(vm.types.key_error, "");
  const Value v = vm.get_item(a[0], key);
  return !v.null() && vm.del_item(a[0], key) ? pair(vm, key, v) : Value();
}

Value mutable_clear(Vm& vm, Args& a) {
  Collected keys;
  if (!gather(vm, a[0], keys)) return {};
  for (Value k : keys.items)
    if (!vm.del_item(a[0], k)) return {};
  return Value::none();
}

Value mutable_update(Vm& vm, Args& a) {
  if (a.pos.empty()) return vm.raise(vm.types.type_error, "update() needs an argument");
  const Value self = a.pos[0];
  if (a.pos.size() > 1) {
    DictObj* all = vm.new_dict();
    if (!dict_update(vm, all, a.pos[1])) return {};
    for (const auto& e : all->map.entries())
      if (!e.key.null() && !vm.set_item(self, e.key, e.value)) return {};
  }
  for (const auto& [k, v] : a.kw)
    if (!vm.set_item(self, Value::string(const_cast<StrObj*>(k)), v)) return {};
  return Value::none();
}

Value mutable_setdefault(Vm& vm, Args& a) {
  Value self, key, fallback;
  if (!a.bind(vm, "self, key, default=", {&self, &key, &fallback})) return {};
  const Value v = lookup(vm, self, key);
  if (!v.null() || vm.raised()) return v;
  if (fallback.null()) fallback = Value::none();
  return vm.set_item(self, key, fallback) ? fallback : Value();
}

// ---- Sequence

Value sequence_iter(Vm& vm, Args& a) {
  const Value self = a[0];
  return vm.iterator([self, i = int64_t(0)](Vm& m) mutable { return lookup(m, self, Value::integer(i++)); });
}

Value sequence_reversed(Vm& vm, Args& a) {
  const Value n = vm.length(a[0]);
  if (n.null()) return {};
  if (!n.is_int()) return vm.iterator([self = a[0]](Vm& m) { return m.get_item(self, m.sym(m.types.integer, When::Unknown)); }, true);
  return vm.iterator([self = a[0], i = n.i](Vm& m) mutable { return i > 0 ? m.get_item(self, Value::integer(--i)) : Value(); });
}

Value sequence_index(Vm& vm, Args& a) {
  Collected c;
  if (a.size() < 2) return vm.raise(vm.types.type_error, "index() needs a value");
  if (!gather(vm, a[0], c)) return {};
  return vm.call_method(list_of(vm, std::move(c)), "index", {a[1]});
}

Value sequence_count(Vm& vm, Args& a) {
  Collected c;
  if (a.size() < 2) return vm.raise(vm.types.type_error, "count() needs a value");
  if (!gather(vm, a[0], c)) return {};
  return vm.call_method(list_of(vm, std::move(c)), "count", {a[1]});
}

// ---- MutableSequence, by way of insert, len and del

Value mutable_append(Vm& vm, Args& a) {
  const Value n = vm.length(a[0]);
  return n.null() ? n : vm.call_method(a[0], "insert", {n, a[1]});
}

Value mutable_extend(Vm& vm, Args& a) {
  Collected c;
  if (!gather(vm, a[1], c)) return {};
  for (Value v : c.items)
    if (vm.call_method(a[0], "append", {v}).null()) return {};
  return Value::none();
}

Value mutable_iadd(Vm& vm, Args& a) { return vm.call_method(a[0], "extend", {a[1]}).null() ? Value() : a[0]; }

Value mutable_pop_at(Vm& vm, Args& a) {
  const Value index = a.size() > 1 ? a[1] : Value::integer(-1);
  const Value v = vm.get_item(a[0], index);
  return !v.null() && vm.del_item(a[0], index) ? v : Value();
}

Value mutable_remove(Vm& vm, Args& a) {
  const Value at = vm.call_method(a[0], "index", {a[1]});
  return !at.null() && vm.del_item(a[0], at) ? Value::none() : Value();
}

Value mutable_reverse(Vm& vm, Args& a) {
  const Value n = vm.length(a[0]);
  if (n.null() || !n.is_int()) return n.null() ? n : Value::none();
  for (int64_t i = 0; i < n.i / 2; ++i) {
    const Value x = vm.get_item(a[0], Value::integer(i)), y = vm.get_item(a[0], Value::integer(n.i - 1 - i));
    if (x.null() || y.null() || !vm.set_item(a[0], Value::integer(i), y) || !vm.set_item(a[0], Value::integer(n.i - 1 - i), x)) return {};
  }
  return Value::none();
}

// ---- Set: through a built-in set

Value builtin_set(Vm& vm, Value v) {
  if (cast<SetObj>(plain(v))) return v;
  const Value iterator = vm.iterate(v);
  return iterator.null() ? iterator : vm.call(Value::object(vm.types.set), {iterator});
}

template <syntax::BinaryOp Op>
Value set_operation(Vm& vm, Args& a) {
  const Value x = builtin_set(vm, a[0]), y = x.null() ? x : builtin_set(vm, a[1]);
  const Value r = y.null() ? y : vm.binary(Op, x, y);
  if (r.null() || r.tag == Tag::NotImplemented) return r;
  const Value make = vm.get_attr(Value::object(vm.type_of(a[0])), "_from_iterable");
  return make.null() ? make : vm.call(make, {r});
}

template <CompareOp Op>
Value set_comparison(Vm& vm, Args& a) {
  if (vm.find_in_class(vm.type_of(a[1]), vm.intern("__contains__")).null()) return Value::not_implemented();
  const Value x = builtin_set(vm, a[0]), y = x.null() ? x : builtin_set(vm, a[1]);
  return y.null() ? y : vm.compare(Op, x, y);
}

Value set_disjoint(Vm& vm, Args& a) {
  const Value x = builtin_set(vm, a[0]);
  return x.null() ? x : vm.call_method(x, "isdisjoint", {a[1]});
}

Value set_pop(Vm& vm, Args& a) {
  const Value it = vm.iterate(a[0]);
  bool more = false;
  const Value v = it.null() ? it : vm.next(it, more);
  if (v.null()) return vm.raised() ? Value() : vm.raise(vm.types.key_error, "pop from an empty set");
  return vm.call_method(a[0], "discard", {v}).null() ? Value() : v;
}

Value set_remove(Vm& vm, Args& a) {
  const Value in = vm.compare(CompareOp::In, a[1], a[0]);
  if (in.null()) return {};
  if (in.is_bool() && !in.b) {
    auto* e = vm.new_instance(vm.types.key_error);
    e->payload = vm.tuple({a[1]});
    return vm.raise(Value::object(e));
  }
  return vm.call_method(a[0], "discard", {a[1]});
}

template <bool Add>
Value set_in_place(Vm& vm, Args& a) {
  Collected c;
  if (!gather(vm, a[1], c)) return {};
  for (Value v : c.items)
    if (vm.call_method(a[0], Add ? "add" : "discard", {v}).null()) return {};
  return a[0];
}

Value self_of(Vm&, Args& a) { return a[0]; }

}  // namespace

void init_collections_abc(Vm& vm, ModuleObj* module) {
  Module m{vm, module};
  const Types& t = vm.types;
  abstract_class(m, "Hashable", {}, "__hash__");
  ClassObj* awaitable = abstract_class(m, "Awaitable", {}, "__await__");
  register_subclass(vm, abstract_class(m, "Coroutine", {awaitable}, "__await__ send throw close"), t.coroutine);
  ClassObj* async_iterable = abstract_class(m, "AsyncIterable", {}, "__aiter__");
  ClassObj* async_iterator = abstract_class(m, "AsyncIterator", {async_iterable}, "__anext__ __aiter__");
  abstract_class(m, "AsyncGenerator", {async_iterator}, "__aiter__ __anext__ asend athrow aclose");
  ClassObj* iterable = abstract_class(m, "Iterable", {}, "__iter__");
  ClassObj* iterator = abstract_class(m, "Iterator", {iterable}, "__iter__ __next__");
  method(vm, iterator, "__iter__", self_of);
  register_subclass(vm, iterator, t.iterator);
  ClassObj* reversible = abstract_class(m, "Reversible", {}, "__reversed__ __iter__");
  register_subclass(vm, abstract_class(m, "Generator", {iterator}, "__iter__ __next__ send throw close"), t.generator);
  ClassObj* sized = abstract_class(m, "Sized", {}, "__len__");
  ClassObj* container = abstract_class(m, "Container", {}, "__contains__");
  ClassObj* collection = abstract_class(m, "Collection", {sized, iterable, container}, "__len__ __iter__ __contains__");
  abstract_class(m, "Callable", {}, "__call__");
  for (ClassObj* c : {t.function, t.builtin, t.method, t.type}) register_subclass(vm, cast<ClassObj>(m.get("Callable")), c);
  for (ClassObj* c : {t.str, t.bytes, t.bytearray, t.tuple, t.list, t.dict, t.set, t.frozenset, t.range, t.mapping_proxy})
    register_subclass(vm, collection, c);
  for (ClassObj* c : {t.list, t.dict, t.range}) register_subclass(vm, reversible, c);

  ClassObj* set = abstract_class(m, "Set", {collection});
  class_method(vm, set, "_from_iterable", [](Vm& v, Args& a) { return v.call(a[0], {a[1]}); });
  method(vm, set, "__and__", set_operation<syntax::BinaryOp::BitAnd>);
  method(vm, set, "__or__", set_operation<syntax::BinaryOp::BitOr>);
  method(vm, set, "__sub__", set_operation<syntax::BinaryOp::Sub>);
  method(vm, set, "__xor__", set_operation<syntax::BinaryOp::BitXor>);
  method(vm, set, "__rand__", set_operation<syntax::BinaryOp::BitAnd>);
  method(vm, set, "__ror__", set_operation<syntax::BinaryOp::BitOr>);
  method(vm, set, "__le__", set_comparison<CompareOp::LtE>);
  method(vm, set, "__lt__", set_comparison<CompareOp::Lt>);
  method(vm, set, "__ge__", set_comparison<CompareOp::GtE>);
  method(vm, set, "__gt__", set_comparison<CompareOp::Gt>);
  method(vm, set, "__eq__", set_comparison<CompareOp::Eq>);
  method(vm, set, "isdisjoint", set_disjoint);
  register_subclass(vm, set, t.frozenset);
  ClassObj* mutable_set = abstract_class(m, "MutableSet", {set});
  method(vm, mutable_set, "remove", set_remove);
  method(vm, mutable_set, "pop", set_pop);
  method(vm, mutable_set, "clear", [](Vm& v, Args& a) -> Value {
    Collected c;
    if (!gather(v, a[0], c)) return {};
    for (Value item : c.items)
      if (v.call_method(a[0], "discard", {item}).null()) return {};
    return Value::none();
  });
  method(vm, mutable_set, "__ior__", set_in_place<true>);
  method(vm, mutable_set, "__isub__", set_in_place<false>);
  register_subclass(vm, mutable_set, t.set);

  ClassObj* view = abstract_class(m, "MappingView", {});
  method(vm, view, "__init__", [](Vm& v, Args& a) {
    put(v, a[0], "_mapping", a[1]);
    return Value::none();
  });
  method(vm, view, "__len__", view_len);
  ClassObj* keys = abstract_class(m, "KeysView", {view, set});
  method(vm, keys, "__iter__", view_iter<Part::Keys>);
  method(vm, keys, "__contains__", [](Vm& v, Args& a) { return v.compare(CompareOp::In, a[1], own(v, a[0], "_mapping")); });
  class_method(vm, keys, "_from_iterable", [](Vm& v, Args& a) { return v.call(Value::object(v.types.set), {a[1]}); });
  ClassObj* items = abstract_class(m, "ItemsView", {view, set});
  method(vm, items, "__iter__", view_iter<Part::Items>);
  method(vm, items, "__contains__", view_contains);
  ClassObj* values = abstract_class(m, "ValuesView", {view, collection});
  method(vm, values, "__iter__", view_iter<Part::Values>);
  method(vm, values, "__contains__", view_contains);
  register_subclass(vm, keys, t.dict_keys);
  register_subclass(vm, items, t.dict_items);
  register_subclass(vm, values, t.dict_values);

  ClassObj* mapping = abstract_class(m, "Mapping", {collection});
  method(vm, mapping, "get", mapping_get);
  method(vm, mapping, "__contains__", mapping_contains);
  method(vm, mapping, "keys", [](Vm& v, Args& a) { return new_view(v, "KeysView", a[0]); });
  method(vm, mapping, "items", [](Vm& v, Args& a) { return new_view(v, "ItemsView", a[0]); });
  method(vm, mapping, "values", [](Vm& v, Args& a) { return new_view(v, "ValuesView", a[0]); });
  method(vm, mapping, "__eq__", mapping_eq);
  register_subclass(vm, mapping, t.mapping_proxy);
  ClassObj* mutable_mapping = abstract_class(m, "MutableMapping", {mapping});
  method(vm, mutable_mapping, "pop", mutable_pop);
  method(vm, mutable_mapping, "popitem", mutable_popitem);
  method(vm, mutable_mapping, "clear", mutable_clear);
  method(vm, mutable_mapping, "update", mutable_update);
  method(vm, mutable_mapping, "setdefault", mutable_setdefault);
  register_subclass(vm, mutable_mapping, t.dict);

  ClassObj* sequence = abstract_class(m, "Sequence", {reversible, collection});
  method(vm, sequence, "__iter__", sequence_iter);
  method(vm, sequence, "__contains__", view_contains);
  method(vm, sequence, "__reversed__", sequence_reversed);
  method(vm, sequence, "index", sequence_index);
  method(vm, sequence, "count", sequence_count);
  for (ClassObj* c : {t.tuple, t.str, t.range, t.bytes}) register_subclass(vm, sequence, c);
  ClassObj* byte_string = abstract_class(m, "ByteString", {sequence});
  for (ClassObj* c : {t.bytes, t.bytearray}) register_subclass(vm, byte_string, c);
  ClassObj* mutable_sequence = abstract_class(m, "MutableSequence", {sequence});
  method(vm, mutable_sequence, "append", mutable_append);
  method(vm, mutable_sequence, "extend", mutable_extend);
  method(vm, mutable_sequence, "__iadd__", mutable_iadd);
  method(vm, mutable_sequence, "pop", mutable_pop_at);
  method(vm, mutable_sequence, "remove", mutable_remove);
  method(vm, mutable_sequence, "reverse", mutable_reverse);
  method(vm, mutable_sequence, "clear", [](Vm& v, Args& a) -> Value {
    while (true) {
      const Value n = v.length(a[0]);
      if (n.null()) return {};
      if (!n.is_int() || n.i == 0) return Value::none();
      if (v.call_method(a[0], "pop", {}).null()) return {};
    }
  });
  for (ClassObj* c : {t.list, t.bytearray}) register_subclass(vm, mutable_sequence, c);
  for (const auto& e : module->dict->map.entries())
    if (auto* cls = cast<ClassObj>(e.value)) generic_class(vm, cls);
}

}  // namespace graphlift::stdlib
