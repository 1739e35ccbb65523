// collections: dict subclasses, deque, ChainMap and the User* wrappers.
#include "analysis/stdlib/abc.h"

namespace graphlift::stdlib {

Value named_tuple(Vm& vm, Args& a);  // named_tuple.cpp

namespace {

using syntax::BinaryOp;
using syntax::CompareOp;

DictObj* dict_in(Value self) { return cast<DictObj>(plain(self)); }
ListObj* list_in(Value self) { return cast<ListObj>(plain(self)); }

// dict's own method, also where a subclass overrides it.
Value base_call(Vm& vm, ClassObj* base, const char* name, Args& a) {
  const Value f = vm.find_in_class(base, vm.intern(name));
  return f.null() ? vm.unknown(std::string("`") + base->name + "." + name + "` is not modelled") : vm.call(f, a);
}

// A new object of self's class around a copy of its contents.
Value same_class(Vm& vm, Value self, Value contents) {
  InstanceObj* copy = vm.new_instance(vm.type_of(self));
  copy->payload = contents;
  if (auto* original = cast<InstanceObj>(self); original && original->dict) copy->dict = copy_dict(vm, original->dict);
  return Value::object(copy);
}

Value copy_mapping(Vm& vm, Args& a) {
  DictObj* from = dict_in(a[0]);
  return from ? same_class(vm, a[0], Value::object(copy_dict(vm, from))) : vm.unknown("copy of a dict that is not known");
}

Value pairs_text(Vm& vm, Args& a) {
  const Value items = vm.call_method(a[0], "items", {});
  Collected c;
  if (items.null() || !gather(vm, items, c)) return {};
  if (c.items.empty() && !c.open) return vm.str(vm.type_of(a[0])->name + "()");
  const Value t = vm.to_text(list_of(vm, std::move(c)), true);
  return t.is_str() ? vm.str(vm.type_of(a[0])->name + "(" + std::string(text_of(t)) + ")") : t;
}

// ---- OrderedDict

Value move_to_end(Vm& vm, Args& a) {
  Value self, key, last;
  if (!a.bind(vm, "self, key, last=", {&self, &key, &last})) return {};
  DictObj* d = dict_in(self);
  if (!d || !hashable_known(key)) return Value::none();
  const Value* found = d->map.find(key);
  if (!found) return d->open ? Value::none() : vm.get_item(self, key);
  const Value kept = *found;
  vm.touch(d);
  d->map.erase(key);
  if (last.null() || !last.is_bool() || last.b) {
    d->map.set(key, kept);
    return Value::none();
  }
  const auto rest = d->map.entries();
  d->map.clear();
  d->map.set(key, kept);
  for (const auto& e : rest)
    if (!e.key.null()) d->map.set(e.key, e.value);
  return Value::none();
}

Value ordered_popitem(Vm& vm, Args& a) {
  Value self, last;
  if (!a.bind(vm, "self, last=", {&self, &last})) return {};
  DictObj* d = dict_in(self);
  if (!d || d->open) return vm.unknown("popitem of a dict whose contents are not all known");
  const Dict::Entry* chosen = nullptr;
  const bool first = last.is_bool() && !last.b;
  for (const auto& e : d->map.entries()) {
    if (e.key.null()) continue;
    chosen = &e;
    if (first) break;
  }
  if (!chosen) return vm.raise(vm.types.key_error, "dictionary is empty");
  const Value key = chosen->key, value = chosen->value;
  mutating(vm, d);
  d->map.erase(key);
  return pair(vm, key, value);
}

void ordered_dict(Module& m) {
  ClassObj* cls = m.cls("OrderedDict", {m.vm.types.dict}, Layout::Dict);
  method(m.vm, cls, "move_to_end", move_to_end);
  method(m.vm, cls, "popitem", ordered_popitem);
  method(m.vm, cls, "copy", copy_mapping);
  method(m.vm, cls, "__copy__", copy_mapping);
  method(m.vm, cls, "__repr__", pairs_text);
}

// ---- defaultdict

Value default_init(Vm& vm, Args& a) {
  if (a.pos.empty()) return vm.raise(vm.types.type_error, "defaultdict.__init__ needs self");
  const Value factory = a.size() > 1 ? a[1] : Value::none();
  put(vm, a[0], "default_factory", factory);
  if (DictObj* d = dict_in(a[0])) d->default_factory = factory;
  Args rest = a;
  if (rest.pos.size() > 1) rest.pos.erase(rest.pos.begin() + 1);
  return base_call(vm, vm.types.dict, "__init__", rest);
}

Value default_copy(Vm& vm, Args& a) {
  const Value copy = copy_mapping(vm, a);
  if (DictObj* d = dict_in(copy), *from = dict_in(a[0]); d && from) d->default_factory = from->default_factory;
  return copy;
}

Value default_missing(Vm& vm, Args& a) {
  Value self, key;
  if (!a.bind(vm, "self, key, /", {&self, &key})) return {};
  const Value factory = own(vm, self, "default_factory");
  if (factory.null() || factory.is_none()) {
    auto* e = vm.new_instance(vm.types.key_error);
    e->payload = vm.tuple({key});
    return vm.raise(Value::object(e));
  }
  const Value v = vm.call(factory, {});
  return !v.null() && vm.set_item(self, key, v) ? v : Value();
}

Value default_text(Vm& vm, Args& a) {
  const Value factory = own(vm, a[0], "default_factory");
  const Value f = vm.to_text(factory.null() ? Value::none() : factory, true);
  const Value d = f.null() ? f : vm.to_text(plain(a[0]), true);
  if (d.null() || !f.is_str() || !d.is_str()) return d.null() ? d : outside(vm, vm.types.str);
  return vm.str("defaultdict(" + std::string(text_of(f)) + ", " + std::string(text_of(d)) + ")");
}

void default_dict(Module& m) {
  ClassObj* cls = m.cls("defaultdict", {m.vm.types.dict}, Layout::Dict);
  method(m.vm, cls, "__init__", default_init);
  method(m.vm, cls, "__missing__", default_missing);
  method(m.vm, cls, "copy", default_copy);
  method(m.vm, cls, "__copy__", default_copy);
  method(m.vm, cls, "__repr__", default_text);
}

// ---- Counter

bool count_add(Vm& vm, DictObj* d, Value key, Value amount, BinaryOp op = BinaryOp::Add) {
  Value old;
  const Found found = dict_get(vm, d, key, old);
  if (found == Found::Error) return false;
  const Value sum = vm.binary(op, found == Found::No ? Value::integer(0) : old, amount);
  return !sum.null() && dict_set(vm, d, key, sum);
}

Value count_all(Vm& vm, Args& a, BinaryOp op) {
  if (a.pos.empty()) return vm.raise(vm.types.type_error, "Counter needs self");
  DictObj* d = dict_in(a[0]);
  if (!d) return vm.unknown("a counter that is not known");
  if (a.size() > 1 && !a[1].is_none()) {
    if (auto* from = cast<DictObj>(plain(a[1]))) {
      for (const auto& e : std::vector<Dict::Entry>(from->map.entries()))
        if (!e.key.null() && !count_add(vm, d, e.key, e.value, op)) return {};
      d->open |= from->open;
    } else {
      Collected c;
      if (!gather(vm, a[1], c)) return {};
      for (Value item : c.items)
        if (!count_add(vm, d, item, Value::integer(1), op)) return {};
      if (c.open) {
        vm.touch(d);
        d->open = true;
        d->rest = vm.sym(vm.types.integer, When::Unknown);
      }
    }
  }
  for (const auto& [k, v] : a.kw)
    if (!count_add(vm, d, Value::string(const_cast<StrObj*>(k)), v, op)) return {};
  return Value::none();
}

Value most_common(Vm& vm, Args& a) {
  Value self, n;
  if (!a.bind(vm, "self, n=", {&self, &n})) return {};
  DictObj* d = dict_in(self);
  if (!d) return vm.unknown("a counter that is not known");
  std::vector<std::pair<Value, int64_t>> counts;
  bool known = !d->open;
  for (const auto& e : d->map.entries()) {
    if (e.key.null()) continue;
    known = known && e.value.is_integral();
    counts.emplace_back(e.key, e.value.is_integral() ? e.value.as_int() : 0);
  }
  if (!known) return open_list(vm, vm.tuple({vm.unknown("an element of a counter"), vm.sym(vm.types.integer, When::Unknown)}));
  std::stable_sort(counts.begin(), counts.end(), [](const auto& x, const auto& y) { return x.second > y.second; });
  if (n.is_int() && size_t(std::max<int64_t>(n.i, 0)) < counts.size()) counts.resize(size_t(std::max<int64_t>(n.i, 0)));
  std::vector<Value> out;
  for (const auto& [k, c] : counts) out.push_back(pair(vm, k, Value::integer(c)));
  return vm.list(std::move(out));
}

Value elements(Vm& vm, Args& a) {
  DictObj* d = dict_in(a[0]);
  std::vector<Value> out;
  if (!d || d->open) return vm.iterator([](Vm& m) { return m.unknown("an element of a counter"); }, true);
  for (const auto& e : d->map.entries())
    if (!e.key.null() && e.value.is_int())
      for (int64_t i = 0; i < e.value.i && out.size() < 100'000; ++i) out.push_back(e.key);
  return vm.iterator_over(std::move(out));
}

enum class Combine { Add, Sub, And, Or };
template <Combine Mode>
Value combine(Vm& vm, Args& a) {
  DictObj* x = dict_in(a[0]);
  DictObj* y = dict_in(a[1]);
  if (!x || !y) return Value::not_implemented();
  DictObj* out = vm.new_dict();
  out->open = x->open || y->open;
  const auto count_in = [](DictObj* d, Value k) {
    const Value* v = d->map.find(k);
    return v && v->is_integral() ? v->as_int() : 0;
  };
  for (DictObj* d : {x, y})
    for (const auto& e : d->map.entries()) {
      if (e.key.null() || out->map.find(e.key)) continue;
      const int64_t p = count_in(x, e.key), q = count_in(y, e.key);
      const int64_t n = Mode == Combine::Add   ? p + q
                        : Mode == Combine::Sub ? p - q
                        : Mode == Combine::And ? std::min(p, q)
                                               : std::max(p, q);
      if (n > 0) out->map.set(e.key, Value::integer(n));
    }
  return same_class(vm, a[0], Value::object(out));
}

void counter(Module& m) {
  Vm& vm = m.vm;
  ClassObj* cls = m.cls("Counter", {vm.types.dict}, Layout::Dict);
  method(vm, cls, "__init__", [](Vm& v, Args& a) { return count_all(v, a, BinaryOp::Add); });
  method(vm, cls, "update", [](Vm& v, Args& a) { return count_all(v, a, BinaryOp::Add); });
  method(vm, cls, "subtract", [](Vm& v, Args& a) { return count_all(v, a, BinaryOp::Sub); });
  method(vm, cls, "__missing__", [](Vm&, Args&) { return Value::integer(0); });
  method(vm, cls, "most_common", most_common);
  method(vm, cls, "elements", elements);
  method(vm, cls, "total",
         [](Vm& v, Args& a) { return v.call(v.module_attr(v.builtins, v.intern("sum")), {v.call_method(a[0], "values", {})}); });
  method(vm, cls, "copy", copy_mapping);
  method(vm, cls, "__copy__", copy_mapping);
  method(vm, cls, "__add__", combine<Combine::Add>);
  method(vm, cls, "__sub__", combine<Combine::Sub>);
  method(vm, cls, "__and__", combine<Combine::And>);
  method(vm, cls, "__or__", combine<Combine::Or>);
  method(vm, cls, "__repr__", [](Vm& v, Args& a) -> Value {
    Args only_self;
    only_self.pos = {a[0]};
    const Value common = most_common(v, only_self);
    const Value d = common.null() ? common : v.call(Value::object(v.types.dict), {common});
    const Value t = d.null() ? d : v.to_text(d, true);
    if (!t.is_str()) return t;
    return v.str("Counter(" + (text_of(t) == "{}" ? std::string() : std::string(text_of(t))) + ")");
  });
}

// ---- deque: a list with a bound

Value deque_new(Vm& vm, Args& a) {
  InstanceObj* instance = vm.new_instance(cast<ClassObj>(a[0]));
  instance->payload = vm.list({});
  return Value::object(instance);
}

// Drops from the left (or the right) what exceeds maxlen.
Value trim(Vm& vm, Value self, bool from_left) {
  ListObj* l = list_in(self);
  const Value limit = own(vm, self, "maxlen");
  if (!l || !limit.is_int()) return Value::none();
  const auto n = size_t(std::max<int64_t>(limit.i, 0));
  if (l->items.size() <= n) return Value::none();
  vm.touch(l);
  if (from_left) l->items.erase(l->items.begin(), l->items.end() - int64_t(n));
  else l->items.resize(n);
  return Value::none();
}

Value deque_init(Vm& vm, Args& a) {
  Value self, iterable, maxlen;
  if (!a.bind(vm, "self, iterable=, maxlen=", {&self, &iterable, &maxlen})) return {};
  put(vm, self, "maxlen", maxlen.null() ? Value::none() : maxlen);
  ListObj* l = list_in(self);
  if (l && !iterable.null() && !extend_list(vm, l, iterable)) return {};
  return trim(vm, self, true);
}

Value deque_call(Vm& vm, Args& a, const char* name) {
  Args rest = a;
  rest.pos.erase(rest.pos.begin());
  const Value bound = vm.get_attr(plain(a[0]), name);
  return bound.null() ? bound : vm.call(bound, rest);
}

template <bool Left>
Value deque_append(Vm& vm, Args& a) {
  ListObj* l = list_in(a[0]);
  if (!l) return vm.unknown("a deque that is not known");
  mutating(vm, l);
  if (l->open) l->rest = vm.join(l->rest, a[1], When::Unknown);
  else l->items.insert(Left ? l->items.begin() : l->items.end(), a[1]);
  return trim(vm, a[0], !Left);
}

Value deque_extend(Vm& vm, Args& a) {
  ListObj* l = list_in(a[0]);
  if (!l || !extend_list(vm, l, a[1])) return l ? Value() : vm.unknown("a deque that is not known");
  return trim(vm, a[0], true);
}

Value deque_extend_left(Vm& vm, Args& a) {
  Collected c;
  if (!gather(vm, a[1], c)) return {};
  for (Value v : c.items) {
    Args one;
    one.pos = {a[0], v};
    if (deque_append<true>(vm, one).null()) return {};
  }
  return Value::none();
}

Value deque_rotate(Vm& vm, Args& a) {
  ListObj* l = list_in(a[0]);
  const Value n = a.size() > 1 ? a[1] : Value::integer(1);
  if (!l || !n.is_int() || l->items.empty()) return Value::none();
  mutating(vm, l);
  const auto size = int64_t(l->items.size());
  const int64_t by = ((n.i % size) + size) % size;
  std::rotate(l->items.begin(), l->items.end() - by, l->items.end());
  return Value::none();
}

Value deque_copy(Vm& vm, Args& a) {
  const Value items = vm.call_method(plain(a[0]), "copy", {});
  return items.null() ? items : same_class(vm, a[0], items);
}

Value deque_text(Vm& vm, Args& a) {
  const Value t = vm.to_text(plain(a[0]), true);
  if (!t.is_str()) return t;
  const Value limit = own(vm, a[0], "maxlen");
  const std::string bound = limit.is_int() ? ", maxlen=" + std::to_string(limit.i) : "";
  return vm.str("deque(" + std::string(text_of(t)) + bound + ")");
}

void deque(Module& m) {
  Vm& vm = m.vm;
  ClassObj* cls = m.cls("deque", {}, Layout::List);
  static_method(vm, cls, "__new__", deque_new);
  method(vm, cls, "__init__", deque_init);
  method(vm, cls, "append", deque_append<false>);
  method(vm, cls, "appendleft", deque_append<true>);
  method(vm, cls, "extend", deque_extend);
  method(vm, cls, "extendleft", deque_extend_left);
  method(vm, cls, "rotate", deque_rotate);
  method(vm, cls, "copy", deque_copy);
  method(vm, cls, "__copy__", deque_copy);
  method(vm, cls, "__repr__", deque_text);
  method(vm, cls, "popleft", [](Vm& v, Args& a) -> Value {
    ListObj* l = list_in(a[0]);
    if (l && l->items.empty() && !l->open) return v.raise(v.types.index_error, "pop from an empty deque");
    Args call;
    call.pos = {a[0], Value::integer(0)};
    return deque_call(v, call, "pop");
  });
  method(vm, cls, "pop", [](Vm& v, Args& a) -> Value {
    ListObj* l = list_in(a[0]);
    if (l && l->items.empty() && !l->open) return v.raise(v.types.index_error, "pop from an empty deque");
    return deque_call(v, a, "pop");
  });
  method(vm, cls, "clear", [](Vm& v, Args& a) { return deque_call(v, a, "clear"); });
  method(vm, cls, "count", [](Vm& v, Args& a) { return deque_call(v, a, "count"); });
  method(vm, cls, "index", [](Vm& v, Args& a) { return deque_call(v, a, "index"); });
  method(vm, cls, "insert", [](Vm& v, Args& a) { return deque_call(v, a, "insert"); });
  method(vm, cls, "remove", [](Vm& v, Args& a) { return deque_call(v, a, "remove"); });
  method(vm, cls, "reverse", [](Vm& v, Args& a) { return deque_call(v, a, "reverse"); });
  method(vm, cls, "__eq__", [](Vm& v, Args& a) -> Value {
    if (v.type_of(a[0]) != v.type_of(a[1])) return Value::not_implemented();
    return v.compare(CompareOp::Eq, plain(a[0]), plain(a[1]));
  });
  method(vm, cls, "__iadd__", [](Vm& v, Args& a) { return deque_extend(v, a).null() ? Value() : a[0]; });
  method(vm, cls, "__add__", [](Vm& v, Args& a) -> Value {
    Args self;
    self.pos = {a[0]};
    Args call;
    call.pos = {deque_copy(v, self), a[1]};
    return call.pos[0].null() || deque_extend(v, call).null() ? Value() : call.pos[0];
  });
  generic_class(vm, cls);
  if (ClassObj* sequence = class_in(vm, "collections.abc", "MutableSequence")) register_subclass(vm, sequence, cls);
}

// ---- ChainMap

Value chain_maps(Vm& vm, Value self, std::vector<Value>& maps) {
  Collected c;
  const Value v = vm.get_attr(self, "maps");
  if (v.null() || !gather(vm, v, c)) return {};
  maps = std::move(c.items);
  return Value::none();
}

Value chain_init(Vm& vm, Args& a) {
  std::vector<Value> maps(a.pos.begin() + 1, a.pos.end());
  if (maps.empty()) maps.push_back(Value::object(vm.new_dict()));
  put(vm, a[0], "maps", vm.list(std::move(maps)));
  return Value::none();
}

Value chain_getitem(Vm& vm, Args& a) {
  std::vector<Value> maps;
  if (chain_maps(vm, a[0], maps).null()) return {};
  for (Value map : maps) {
    const Value v = vm.get_item(map, a[1]);
    if (!v.null() || !vm.raised_is(vm.types.key_error)) return v;
    vm.clear_exception();
  }
  const Value missing = vm.find_in_class(vm.type_of(a[0]), vm.intern("__missing__"));
  if (!missing.null()) return vm.call_method(a[0], "__missing__", {a[1]});
  auto* e = vm.new_instance(vm.types.key_error);
  e->payload = vm.tuple({a[1]});
  return vm.raise(Value::object(e));
}

Value chain_merged(Vm& vm, Value self) {
  std::vector<Value> maps;
  if (chain_maps(vm, self, maps).null()) return {};
  DictObj* d = vm.new_dict();
  for (size_t i = maps.size(); i-- > 0;)
    if (!dict_update(vm, d, maps[i])) return {};
  return Value::object(d);
}

void chain_map(Module& m) {
  Vm& vm = m.vm;
  ClassObj* cls = m.cls("ChainMap", {class_in(vm, "collections.abc", "MutableMapping")});
  method(vm, cls, "__init__", chain_init);
  method(vm, cls, "__getitem__", chain_getitem);
  method(vm, cls, "__iter__", [](Vm& v, Args& a) {
    const Value d = chain_merged(v, a[0]);
    return d.null() ? d : v.iterate(d);
  });
  method(vm, cls, "__len__", [](Vm& v, Args& a) {
    const Value d = chain_merged(v, a[0]);
    return d.null() ? d : v.length(d);
  });
  method(vm, cls, "__contains__", [](Vm& v, Args& a) {
    const Value d = chain_merged(v, a[0]);
    return d.null() ? d : v.compare(CompareOp::In, a[1], d);
  });
  method(vm, cls, "__setitem__", [](Vm& v, Args& a) -> Value {
    std::vector<Value> maps;
    if (chain_maps(v, a[0], maps).null()) return {};
    return !maps.empty() && v.set_item(maps[0], a[1], a[2]) ? Value::none() : Value();
  });
  method(vm, cls, "__delitem__", [](Vm& v, Args& a) -> Value {
    std::vector<Value> maps;
    if (chain_maps(v, a[0], maps).null()) return {};
    return !maps.empty() && v.del_item(maps[0], a[1]) ? Value::none() : Value();
  });
  method(vm, cls, "new_child", [](Vm& v, Args& a) -> Value {
    std::vector<Value> maps;
    if (chain_maps(v, a[0], maps).null()) return {};
    Args call;
    call.pos = {a.size() > 1 && !a[1].is_none() ? a[1] : Value::object(v.new_dict())};
    call.pos.insert(call.pos.end(), maps.begin(), maps.end());
    return v.call(Value::object(v.type_of(a[0])), call);
  });
  property(vm, cls, "parents", [](Vm& v, Args& a) -> Value {
    std::vector<Value> maps;
    if (chain_maps(v, a[0], maps).null()) return {};
    Args call;
    if (maps.size() > 1) call.pos.assign(maps.begin() + 1, maps.end());
    return v.call(Value::object(v.type_of(a[0])), call);
  });
}

}  // namespace

void define_user_wrappers(Module& m);  // user_wrappers.cpp

void init_collections(Vm& vm, ModuleObj* module) {
  Module m{vm, module};
  ordered_dict(m);
  default_dict(m);
  counter(m);
  deque(m);
  chain_map(m);
  m.fn("namedtuple", named_tuple);
  define_user_wrappers(m);
  if (ModuleObj* abc = vm.import_module("collections.abc")) m.set("abc", Value::object(abc));
}

}  // namespace graphlift::stdlib
