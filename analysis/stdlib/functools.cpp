// functools: partial, caches, wraps, reduce, single dispatch, ordering.
#include "analysis/stdlib/define.h"

namespace graphlift::stdlib {
namespace {

Value kwargs_dict(Vm& vm, const Args& a) {
  DictObj* d = vm.new_dict();
  for (const auto& [k, v] : a.kw) d->map.set(Value::string(const_cast<StrObj*>(k)), v);
  d->open = a.open_kw;
  return Value::object(d);
}

// Keywords of a stored dict, then those of the call, which win.
void merge_keywords(const DictObj* stored, Args& call) {
  std::vector<std::pair<const StrObj*, Value>> all;
  for (const auto& e : stored->map.entries()) {
    if (e.key.null() || !e.key.is_str()) continue;
    const auto* name = static_cast<const StrObj*>(e.key.o);
    if (call.keyword(name->text).null()) all.emplace_back(name, e.value);
  }
  all.insert(all.end(), call.kw.begin(), call.kw.end());
  call.kw = std::move(all);
  call.open_kw |= stored->open;
}

// ---- partial

Value partial_new(Vm& vm, Args& a) {
  if (a.pos.size() < 2) return vm.raise(vm.types.type_error, "type 'partial' takes at least one argument");
  auto* cls = cast<ClassObj>(a.pos[0]);
  Value func = a.pos[1];
  std::vector<Value> positional(a.pos.begin() + 2, a.pos.end());
  Args keywords;
  keywords.kw = a.kw;
  keywords.open_kw = a.open_kw;
  // partial(partial(f, 1), 2) is partial(f, 1, 2)
  if (auto* inner = cast<InstanceObj>(func); inner && inner->cls == cls) {
    auto* inner_args = cast<TupleObj>(own(vm, func, "args"));
    auto* inner_keywords = cast<DictObj>(own(vm, func, "keywords"));
    if (inner_args && inner_keywords) {
      positional.insert(positional.begin(), inner_args->items.begin(), inner_args->items.end());
      merge_keywords(inner_keywords, keywords);
      func = own(vm, func, "func");
    }
  } else if (vm.concrete(func) && !is_callable(vm, func)) {
    return vm.raise(vm.types.type_error, "the first argument must be callable");
  }
  const Value self = Value::object(vm.new_instance(cls));
  put(vm, self, "func", func);
  put(vm, self, "args", vm.tuple(std::move(positional)));
  put(vm, self, "keywords", kwargs_dict(vm, keywords));
  if (a.open_pos) put(vm, self, "_open", Value::boolean(true));
  return self;
}

Value partial_call(Vm& vm, Value self, Args& a) {
  const Value func = own(vm, self, "func");
  auto* positional = cast<TupleObj>(own(vm, self, "args"));
  auto* keywords = cast<DictObj>(own(vm, self, "keywords"));
  if (func.null() || !positional || !keywords) return vm.unknown("a partial whose arguments are not known");
  Args call = a;
  call.pos.insert(call.pos.begin(), positional->items.begin(), positional->items.end());
  call.open_pos |= !own(vm, self, "_open").null();
  merge_keywords(keywords, call);
  return vm.call(func, call);
}

const TypeOps* partial_ops() {
  static const TypeOps ops = [] {
    TypeOps o;
    o.call = partial_call;
    return o;
  }();
  return &ops;
}

// ---- partialmethod: a descriptor

Value partialmethod_init(Vm& vm, Args& a) {
  if (a.pos.size() < 2) return vm.raise(vm.types.type_error, "partialmethod expected at least 2 arguments");
  put(vm, a.pos[0], "func", a.pos[1]);
  put(vm, a.pos[0], "args", vm.tuple({a.pos.begin() + 2, a.pos.end()}));
  put(vm, a.pos[0], "keywords", kwargs_dict(vm, a));
  return Value::none();
}

Value partialmethod_get(Vm& vm, Args& a) {
  Value self, instance, owner;
  if (!a.bind(vm, "self, obj, cls=", {&self, &instance, &owner})) return {};
  Value func = own(vm, self, "func");
  auto* positional = cast<TupleObj>(own(vm, self, "args"));
  auto* keywords = cast<DictObj>(own(vm, self, "keywords"));
  if (func.null() || !positional || !keywords) return vm.unknown("a partialmethod whose arguments are not known");
  auto* cls = cast<ClassObj>(owner);
  Args call;
  if (instance.is_none()) {
    if (auto* s = cast<StaticMethodObj>(func)) func = s->func;
    call.pos.push_back(func);
  } else {
    call.pos.push_back(vm.bind_attr(func, instance, cls ? cls : vm.type_of(instance)));
    if (call.pos[0].null()) return {};
  }
  call.pos.insert(call.pos.end(), positional->items.begin(), positional->items.end());
  merge_keywords(keywords, call);
  return vm.call(Value::object(class_in(vm, "functools", "partial")), call);
}

// ---- wraps

constexpr const char* kAssigned[] = {"__module__", "__name__", "__qualname__", "__doc__", "__annotations__"};

bool copy_attribute(Vm& vm, Value wrapper, Value wrapped, const StrObj* name) {
  const Value v = vm.try_attr(wrapped, name);
  if (vm.raised()) return false;
  if (v.null()) return true;
  if (!vm.set_attr(wrapper, name, v)) {
    if (!vm.raised_is(vm.types.attribute_error) && !vm.raised_is(vm.types.type_error)) return false;
    vm.clear_exception();
  }
  return true;
}

Value update(Vm& vm, Value wrapper, Value wrapped, Value assigned, Value updated) {
  std::vector<Value> names;
  if (assigned.null()) {
    for (const char* n : kAssigned) names.push_back(vm.str(n));
  } else {
    bool complete = true;
    if (!vm.collect(assigned, names, complete)) return {};
  }
  for (Value n : names)
    if (n.is_str() && !copy_attribute(vm, wrapper, wrapped, static_cast<const StrObj*>(n.o))) return {};
  bool copy_dict_too = true;
  if (auto* t = cast<TupleObj>(updated)) copy_dict_too = !t->items.empty();
  if (copy_dict_too)
    if (DictObj* from = vm.attributes_of(wrapped, false); from && !cast<ClassObj>(wrapped) && !cast<ModuleObj>(wrapped))
      if (DictObj* to = vm.attributes_of(wrapper, true); to && to != from && !cast<ClassObj>(wrapper)) {
        vm.touch(to);
        for (const auto& e : from->map.entries()) {
          if (e.key.null()) continue;
          // What the machine keeps among a function's attributes for its own use was copied by name above.
          if (e.key.is_str() && (text_of(e.key) == "__annotations__" || text_of(e.key) == "__name__" || text_of(e.key) == "__qualname__"))
            continue;
          to->map.set(e.key, e.value);
        }
      }
  if (!vm.set_attr(wrapper, vm.intern("__wrapped__"), wrapped)) {
    if (!vm.raised_is(vm.types.attribute_error)) return {};
    vm.clear_exception();
  }
  return wrapper;
}

Value update_wrapper(Vm& vm, Args& a) {
  Value wrapper, wrapped, assigned, updated;
  if (!a.bind(vm, "wrapper, wrapped, assigned=, updated=", {&wrapper, &wrapped, &assigned, &updated})) return {};
  return update(vm, wrapper, wrapped, assigned, updated);
}

Value wraps(Vm& vm, Args& a) {
  Value wrapped, assigned, updated;
  if (!a.bind(vm, "wrapped, assigned=, updated=", {&wrapped, &assigned, &updated})) return {};
  return vm.native("functools.update_wrapper", [wrapped, assigned, updated](Vm& m, Args& b) -> Value {
    if (b.pos.empty()) return m.raise(m.types.type_error, "wraps() decorator needs a function");
    return update(m, b.pos[0], wrapped, assigned, updated);
  });
}

// ---- caches

// A wrapper that remembers results by known arguments; while a graph is traced the cache is passed by, as compilers do.
Value make_cached(Vm& vm, Value func, Value maxsize, Value typed) {
  ClassObj* cls = class_in(vm, "functools", "_lru_cache_wrapper");
  const Value self = Value::object(vm.new_instance(cls));
  put(vm, self, "_entries", Value::object(vm.new_dict()));
  put(vm, self, "_maxsize", maxsize);
  put(vm, self, "_typed", typed);
  if (update(vm, self, func, Value(), Value()).null()) return {};
  return self;
}

Value cached_call(Vm& vm, Value self, Args& a) {
  const Value func = own(vm, self, "__wrapped__");
  auto* entries = cast<DictObj>(own(vm, self, "_entries"));
  if (func.null() || !entries) return vm.unknown("a cached function that is not known");
  if (vm.tracing()) {
    vm.observe(Event::NativeCall, self, "functools._lru_cache_wrapper.__call__");
    return vm.call(func, a);
  }
  bool keyed = !a.open_pos && !a.open_kw;
  std::vector<Value> key;
  for (Value v : a.pos) keyed = keyed && hashable_known(v), key.push_back(v);
  for (const auto& [k, v] : a.kw) {
    keyed = keyed && hashable_known(v);
    key.push_back(Value::string(const_cast<StrObj*>(k)));
    key.push_back(v);
  }
  if (!keyed) return vm.call(func, a);
  const Value packed = vm.tuple(std::move(key));
  if (const Value* hit = entries->map.find(packed)) return *hit;
  const Value result = vm.call(func, a);
  if (result.null()) return {};
  vm.touch(entries);
  entries->map.set(packed, result);
  return result;
}

Value cached_get(Vm& vm, Args& a) {
  Value self, instance, owner;
  if (!a.bind(vm, "self, obj, cls=", {&self, &instance, &owner})) return {};
  return instance.is_none() ? self : vm.bound_method(self, instance);
}

const TypeOps* cached_ops() {
  static const TypeOps ops = [] {
    TypeOps o;
    o.call = cached_call;
    return o;
  }();
  return &ops;
}

Value lru_cache(Vm& vm, Args& a) {
  Value maxsize, typed;
  if (!a.bind(vm, "maxsize=, typed=", {&maxsize, &typed})) return {};
  if (typed.null()) typed = Value::boolean(false);
  if (!maxsize.null() && !maxsize.is_none() && !maxsize.is_integral() && is_callable(vm, maxsize))
    return make_cached(vm, maxsize, Value::integer(128), typed);
  if (maxsize.null()) maxsize = Value::integer(128);
  return vm.native("functools.lru_cache.<locals>.decorating_function", [maxsize, typed](Vm& m, Args& b) -> Value {
    if (b.pos.empty()) return m.raise(m.types.type_error, "lru_cache decorator needs a function");
    return make_cached(m, b.pos[0], maxsize, typed);
  });
}

Value cache(Vm& vm, Args& a) {
  Value func;
  if (!a.bind(vm, "user_function, /", {&func})) return {};
  return make_cached(vm, func, Value::none(), Value::boolean(false));
}

Value cache_clear(Vm& vm, Args& a) {
  if (auto* entries = cast<DictObj>(own(vm, a[0], "_entries"))) {
    vm.touch(entries);
    entries->map.clear();
  }
  return Value::none();
}

Value cache_info(Vm& vm, Args& a) {
  const Value n = outside(vm, vm.types.integer);
  const Value maxsize = own(vm, a[0], "_maxsize");
  return vm.tuple({n, n, maxsize.null() ? Value::none() : maxsize, n});
}

Value cache_parameters(Vm& vm, Args& a) {
  DictObj* d = vm.new_dict();
  d->map.set(vm.str("maxsize"), own(vm, a[0], "_maxsize"));
  d->map.set(vm.str("typed"), own(vm, a[0], "_typed"));
  return Value::object(d);
}

Value cached_property_new(Vm& vm, Args& a) {
  Value cls, func;
  if (!a.bind(vm, "cls, func", {&cls, &func})) return {};
  auto* p = vm.make<PropertyObj>(cast<ClassObj>(cls));
  p->get = func;
  p->set = p->del = Value::none();
  p->doc = Value::none();
  p->cached = true;
  return Value::object(p);
}

// ---- reduce

Value reduce(Vm& vm, Args& a) {
  Value func, iterable, initial;
  if (!a.bind(vm, "function, iterable, initial=, /", {&func, &iterable, &initial})) return {};
  Collected c;
  if (!gather(vm, iterable, c)) return {};
  Value r = initial;
  for (Value v : c.items) {
    r = r.null() ? v : vm.call(func, {r, v});
    if (r.null()) return {};
  }
  if (c.open) return vm.unknown("reduce over a sequence of unknown length");
  if (r.null()) return vm.raise(vm.types.type_error, "reduce() of empty iterable with no initial value");
  return r;
}

// ---- singledispatch

Value dispatch(Vm& vm, Value self, ClassObj* cls) {
  auto* registry = cast<DictObj>(own(vm, self, "_registry"));
  if (!registry) return vm.unknown("a dispatch registry that is not known");
  for (ClassObj* c : cls->mro)
    if (const Value* f = registry->map.find(Value::object(c))) return *f;
  // Abstract base classes: the last registered one that the class conforms to.
  Value found;
  const Value is_subclass = vm.module_attr(vm.builtins, vm.intern("issubclass"));
  for (const auto& e : std::vector<Dict::Entry>(registry->map.entries())) {
    if (e.key.null() || e.key.same(Value::object(vm.types.object))) continue;
    const Value r = vm.call(is_subclass, {Value::object(cls), e.key});
    if (r.null()) return {};
    if (r.is_bool() && r.b) found = e.value;
  }
  if (!found.null()) return found;
  const Value* base = registry->map.find(Value::object(vm.types.object));
  return base ? *base : own(vm, self, "__wrapped__");
}

bool register_implementation(Vm& vm, Value self, Value type, Value func) {
  auto* registry = cast<DictObj>(own(vm, self, "_registry"));
  if (!registry) return true;
  std::vector<Value> types;
  if (const Value args = cast<ClassObj>(type) ? Value() : vm.try_attr(type, vm.intern("__args__")); cast<TupleObj>(args))
    types = cast<TupleObj>(args)->items;
  else types.push_back(type);
  if (vm.raised()) return false;
  vm.touch(registry);
  for (Value t : types) registry->map.set(t.is_none() ? Value::object(vm.types.none) : t, func);
  return true;
}

Value first_annotation(Vm& vm, Value func) {
  auto* fn = cast<FunctionObj>(func);
  if (!fn) return {};
  for (const auto& annotation : fn->code->annotations)
    if (annotation.name != "return") return vm.evaluate_annotation(annotation.thunk, fn->module, nullptr);
  return {};
}

Value dispatch_register(Vm& vm, Args& a) {
  Value self, type, func;
  if (!a.bind(vm, "self, cls, func=", {&self, &type, &func})) return {};
  if (func.null() && cast<FunctionObj>(type)) {
    func = type;
    type = first_annotation(vm, func);
    if (type.null()) return vm.raised() ? Value() : vm.unknown("singledispatch registration without an annotation");
  }
  if (func.null())
    return vm.native("functools.singledispatch.<locals>.register", [self, type](Vm& m, Args& b) -> Value {
      if (b.pos.empty()) return m.raise(m.types.type_error, "register() decorator needs a function");
      return register_implementation(m, self, type, b.pos[0]) ? b.pos[0] : Value();
    });
  return register_implementation(vm, self, type, func) ? func : Value();
}

Value dispatch_call(Vm& vm, Value self, Args& a) {
  if (a.pos.empty()) return vm.raise(vm.types.type_error, "singledispatch function requires at least 1 positional argument");
  if (cast<UnknownObj>(a.pos[0]) || cast<UnionObj>(a.pos[0]))
    return vm.unknown("singledispatch on a value of unknown type", vm.when(a.pos[0]));
  const Value f = dispatch(vm, self, vm.type_of(a.pos[0]));
  return f.null() ? f : vm.call(f, a);
}

const TypeOps* dispatch_ops() {
  static const TypeOps ops = [] {
    TypeOps o;
    o.call = dispatch_call;
    return o;
  }();
  return &ops;
}

Value make_dispatcher(Vm& vm, Value func) {
  const Value self = Value::object(vm.new_instance(class_in(vm, "functools", "_singledispatch")));
  DictObj* registry = vm.new_dict();
  registry->map.set(Value::object(vm.types.object), func);
  put(vm, self, "_registry", Value::object(registry));
  put(vm, self, "registry", Value::object(registry));
  return update(vm, self, func, Value(), Value());
}

Value singledispatch(Vm& vm, Args& a) {
  Value func;
  return a.bind(vm, "func", {&func}) ? make_dispatcher(vm, func) : Value();
}

Value dispatch_method_init(Vm& vm, Args& a) {
  Value self, func;
  if (!a.bind(vm, "self, func", {&self, &func})) return {};
  const Value dispatcher = make_dispatcher(vm, func);
  if (dispatcher.null()) return {};
  put(vm, self, "dispatcher", dispatcher);
  put(vm, self, "func", func);
  return Value::none();
}

Value dispatch_method_get(Vm& vm, Args& a) {
  Value self, instance, owner;
  if (!a.bind(vm, "self, obj, cls=", {&self, &instance, &owner})) return {};
  const Value dispatcher = own(vm, self, "dispatcher");
  return vm.native("functools.singledispatchmethod.<locals>._method", [dispatcher, instance, owner](Vm& m, Args& b) -> Value {
    if (b.pos.empty()) return m.raise(m.types.type_error, "singledispatchmethod requires at least 1 positional argument");
    const Value f = dispatch(m, dispatcher, m.type_of(b.pos[0]));
    if (f.null()) return {};
    auto* cls = cast<ClassObj>(owner);
    const Value bound = m.bind_attr(f, instance.is_none() ? Value() : instance, cls ? cls : m.type_of(instance));
    return bound.null() ? bound : m.call(bound, b);
  });
}

// ---- ordering

// The missing comparison by way of `root` (what the class defines) and equality.
Value derived_comparison(Vm& vm, Args& a, const char* root, bool negate, bool or_equal, bool and_unequal) {
  Value self, other;
  if (!a.bind(vm, "self, other, /", {&self, &other})) return {};
  const Value r = vm.call_method(self, root, {other});
  if (r.null() || r.tag == Tag::NotImplemented) return r;
  const Truth t = vm.truth(r);
  if (t.raised) return {};
  if (t.value == Tri::Maybe) return vm.sym(vm.types.boolean, t.when, t.origin);
  const bool base = (t.value == Tri::Yes) != negate;
  if ((or_equal && base) || (and_unequal && !base) || (!or_equal && !and_unequal)) return Value::boolean(base);
  const Verdict same = equals(vm, self, other);
  if (same.raised) return {};
  if (same.value == Tri::Maybe) return same.facts.sym(vm, vm.types.boolean);
  return Value::boolean(or_equal ? same.value == Tri::Yes : same.value == Tri::No);
}

Value total_ordering(Vm& vm, Args& a) {
  Value target;
  if (!a.bind(vm, "cls", {&target})) return {};
  auto* cls = cast<ClassObj>(target);
  if (!cls) return target;
  struct Derived {
    const char* name;
    bool negate, or_equal, and_unequal;
  };
  struct Root {
    const char* name;
    Derived derived[3];
  };
  static const Root kRoots[] = {
      {"__lt__", {{"__gt__", true, false, true}, {"__le__", false, true, false}, {"__ge__", true, false, false}}},
      {"__le__", {{"__ge__", true, true, false}, {"__lt__", false, false, true}, {"__gt__", true, false, false}}},
      {"__gt__", {{"__lt__", true, false, true}, {"__ge__", false, true, false}, {"__le__", true, false, false}}},
      {"__ge__", {{"__le__", true, true, false}, {"__gt__", false, false, true}, {"__lt__", true, false, false}}},
  };
  const auto user_defined = [&](const char* name) {
    const Value v = vm.find_in_class(cls, vm.intern(name));
    auto* native = cast<NativeObj>(v);
    return !v.null() && !(native && native->qualified.starts_with("builtins.object."));
  };
  for (const Root& root : kRoots) {
    if (!user_defined(root.name)) continue;
    for (const Derived& d : root.derived) {
      if (user_defined(d.name)) continue;
      const Value f = vm.native(std::string("functools.total_ordering.") + d.name, [root_name = root.name, d](Vm& m, Args& b) {
        return derived_comparison(m, b, root_name, d.negate, d.or_equal, d.and_unequal);
      });
      cast<NativeObj>(f)->is_method = true;
      class_attr(vm, cls, d.name, f);
    }
    return target;
  }
  return vm.raise(vm.types.value_error, "must define at least one ordering operation: < > <= >=");
}

Value key_compare(Vm& vm, Args& a, syntax::CompareOp op) {
  Value self, other;
  if (!a.bind(vm, "self, other, /", {&self, &other})) return {};
  const Value compare = own(vm, self, "_cmp");
  const Value x = own(vm, self, "obj"), y = own(vm, other, "obj");
  if (compare.null() || x.null() || y.null()) return Value::not_implemented();
  const Value r = vm.call(compare, {x, y});
  return r.null() ? r : vm.compare(op, r, Value::integer(0));
}

Value cmp_to_key(Vm& vm, Args& a) {
  Value compare;
  if (!a.bind(vm, "mycmp", {&compare})) return {};
  return vm.native("functools.KeyWrapper", [compare](Vm& m, Args& b) -> Value {
    const Value self = Value::object(m.new_instance(class_in(m, "functools", "KeyWrapper")));
    put(m, self, "_cmp", compare);
    put(m, self, "obj", b.get(0, "obj"));
    return self;
  });
}

Value self_of(Vm&, Args& a) { return a[0]; }

}  // namespace

void init_functools(Vm& vm, ModuleObj* module) {
  Module m{vm, module};
  ClassObj* partial = m.cls("partial");
  static_method(vm, partial, "__new__", partial_new);
  vm.set_ops(partial, partial_ops());
  ClassObj* partialmethod = m.cls("partialmethod");
  method(vm, partialmethod, "__init__", partialmethod_init);
  method(vm, partialmethod, "__get__", partialmethod_get);

  m.fn("update_wrapper", update_wrapper);
  m.fn("wraps", wraps);
  std::vector<Value> assigned;
  for (const char* n : kAssigned) assigned.push_back(vm.str(n));
  m.set("WRAPPER_ASSIGNMENTS", vm.tuple(std::move(assigned)));
  m.set("WRAPPER_UPDATES", vm.tuple({vm.str("__dict__")}));

  ClassObj* cached = m.cls("_lru_cache_wrapper");
  vm.set_ops(cached, cached_ops());
  method(vm, cached, "__get__", cached_get);
  method(vm, cached, "cache_clear", cache_clear);
  method(vm, cached, "cache_info", cache_info);
  method(vm, cached, "cache_parameters", cache_parameters);
  method(vm, cached, "__copy__", self_of);
  method(vm, cached, "__deepcopy__", self_of);
  m.fn("lru_cache", lru_cache);
  m.fn("cache", cache);
  ClassObj* cached_property = m.cls("cached_property");
  static_method(vm, cached_property, "__new__", cached_property_new);
  generic_class(vm, cached_property);
  generic_class(vm, partial);

  m.fn("reduce", reduce);
  ClassObj* dispatcher = m.cls("_singledispatch");
  vm.set_ops(dispatcher, dispatch_ops());
  method(vm, dispatcher, "register", dispatch_register);
  method(vm, dispatcher, "__get__", cached_get);
  method(vm, dispatcher, "dispatch", [](Vm& v, Args& a) {
    auto* cls = cast<ClassObj>(a[1]);
    return cls ? dispatch(v, a[0], cls) : v.unknown("dispatch on a class that is not known");
  });
  m.fn("singledispatch", singledispatch);
  ClassObj* dispatch_method = m.cls("singledispatchmethod");
  method(vm, dispatch_method, "__init__", dispatch_method_init);
  method(vm, dispatch_method, "__get__", dispatch_method_get);
  method(vm, dispatch_method, "register", [](Vm& v, Args& a) {
    Args rest = a;
    if (!rest.pos.empty()) rest.pos[0] = own(v, a[0], "dispatcher");
    return dispatch_register(v, rest);
  });

  m.fn("total_ordering", total_ordering);
  m.fn("cmp_to_key", cmp_to_key);
  ClassObj* key = m.cls("KeyWrapper");
  method(vm, key, "__lt__", [](Vm& v, Args& a) { return key_compare(v, a, syntax::CompareOp::Lt); });
  method(vm, key, "__gt__", [](Vm& v, Args& a) { return key_compare(v, a, syntax::CompareOp::Gt); });
  method(vm, key, "__le__", [](Vm& v, Args& a) { return key_compare(v, a, syntax::CompareOp::LtE); });
  method(vm, key, "__ge__", [](Vm& v, Args& a) { return key_compare(v, a, syntax::CompareOp::GtE); });
  method(vm, key, "__eq__", [](Vm& v, Args& a) { return key_compare(v, a, syntax::CompareOp::Eq); });
}

}  // namespace graphlift::stdlib
