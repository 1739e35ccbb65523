// abc: ABCMeta with virtual subclasses, and numbers, whose classes the built-in ones are registered with.
#include "analysis/stdlib/abc.h"

namespace graphlift::stdlib {
namespace {

bool has_method(Vm& vm, ClassObj* cls, const StrObj* name) {
  const Value v = vm.find_in_class(cls, name);
  return !v.null() && !v.is_none();
}

ListObj* registry_of(Vm& vm, ClassObj* cls, bool create) {
  auto* list = cast<ListObj>(class_own(vm, cls, "_abc_registry"));
  if (!list && create) {
    const Value v = vm.list({});
    class_attr(vm, cls, "_abc_registry", v);
    list = cast<ListObj>(v);
  }
  return list;
}

Value as_bool(Vm& vm, Tri t, When when = When::Unknown) {
  return t == Tri::Maybe ? vm.sym(vm.types.boolean, when) : Value::boolean(t == Tri::Yes);
}

Value subclass_check(Vm& vm, Args& a) {
  auto* cls = cast<ClassObj>(a[0]);
  auto* sub = cast<ClassObj>(a[1]);
  if (!cls || !sub) {
    if (a.size() > 1 && !vm.concrete(a[1])) return vm.sym(vm.types.boolean, vm.when(a[1]));
    return vm.raise(vm.types.type_error, "issubclass() arg 1 must be a class");
  }
  bool ok = true;
  const Tri t = conforms(vm, cls, sub, ok);
  return ok ? as_bool(vm, t) : Value();
}

// isinstance through the class's own __subclasscheck__, as ABCMeta does.
Tri instance_conforms(Vm& vm, Value cls, Value object, When& when, bool& ok) {
  if (cast<UnknownObj>(object)) {
    when = vm.when(object);
    return Tri::Maybe;
  }
  if (auto* u = cast<UnionObj>(object)) {
    bool yes = false, no = false;
    when = u->when;
    for (Value option : u->options) {
      const Tri t = instance_conforms(vm, cls, option, when, ok);
      if (!ok) return Tri::Maybe;
      yes |= t != Tri::No;
      no |= t != Tri::Yes;
    }
    when = u->when;
    return yes && no ? Tri::Maybe : yes ? Tri::Yes : Tri::No;
  }
  auto* abstract = cast<ClassObj>(cls);
  ClassObj* type = vm.type_of(object);
  const Value hook = vm.find_in_class(abstract->cls, vm.intern("__subclasscheck__"));
  if (cast<FunctionObj>(hook)) {
    const Value r = vm.call(hook, {cls, Value::object(type)});
    if (r.null()) return ok = false, Tri::Maybe;
    const Truth t = vm.truth(r);
    if (t.raised) return ok = false, Tri::Maybe;
    when = t.when;
    return t.value;
  }
  return conforms(vm, abstract, type, ok);
}

Value instance_check(Vm& vm, Args& a) {
  if (!cast<ClassObj>(a[0]) || a.size() < 2) return vm.unknown("isinstance with a class that is not known");
  bool ok = true;
  When when = When::Unknown;
  const Tri t = instance_conforms(vm, a[0], a[1], when, ok);
  return ok ? as_bool(vm, t, when) : Value();
}

Value abc_register(Vm& vm, Args& a) {
  auto* cls = cast<ClassObj>(a[0]);
  if (auto* sub = cast<ClassObj>(a[1]); cls && sub) register_subclass(vm, cls, sub);
  return a[1];
}

Value abstract_method(Vm& vm, Args& a) {
  Value func;
  if (!a.bind(vm, "funcobj", {&func})) return {};
  if (cast<FunctionObj>(func)) vm.set_attr(func, vm.intern("__isabstractmethod__"), Value::boolean(true));
  return func;
}

Value identity(Vm&, Args& a) { return a[a.size() - 1]; }

}  // namespace

Tri conforms(Vm& vm, ClassObj* cls, ClassObj* sub, bool& ok) {
  ok = true;
  if (sub->is_subclass_of(cls)) return Tri::Yes;
  // A user's hook decides when it does not say NotImplemented.
  const Value hook = vm.find_in_class(cls, vm.intern("__subclasshook__"));
  if (auto* holder = cast<ClassMethodObj>(hook); holder && cast<FunctionObj>(holder->func)) {
    const Value r = vm.call(holder->func, {Value::object(cls), Value::object(sub)});
    if (r.null()) return ok = false, Tri::Maybe;
    if (r.is_bool()) return r.b ? Tri::Yes : Tri::No;
    if (r.tag != Tag::NotImplemented) return Tri::Maybe;
  }
  if (auto* required = cast<TupleObj>(class_own(vm, cls, "_abc_requires")); required && !required->items.empty()) {
    bool all = true;
    for (Value name : required->items) all = all && has_method(vm, sub, static_cast<const StrObj*>(name.o));
    if (all) return Tri::Yes;
  }
  if (ListObj* registry = registry_of(vm, cls, false)) {
    for (Value v : std::vector<Value>(registry->items)) {
      auto* registered = cast<ClassObj>(v);
      if (!registered) continue;
      if (sub->is_subclass_of(registered)) return Tri::Yes;
      if (registered->cls != vm.types.type && conforms(vm, registered, sub, ok) == Tri::Yes) return Tri::Yes;
      if (!ok) return Tri::Maybe;
    }
  }
  return sub->has_unknown_base ? Tri::Maybe : Tri::No;
}

void register_subclass(Vm& vm, ClassObj* cls, ClassObj* sub) {
  for (ClassObj* c : cls->mro) {
    if (c->cls == vm.types.type) continue;
    ListObj* registry = registry_of(vm, c, true);
    vm.touch(registry);
    registry->items.push_back(Value::object(sub));
  }
}

ClassObj* abc_meta(Vm& vm) { return class_in(vm, "abc", "ABCMeta"); }

ClassObj* abstract_class(Module& m, std::string_view name, std::vector<ClassObj*> bases, std::string_view required) {
  ClassObj* cls = m.cls(name, std::move(bases));
  cls->cls = cls->metaclass = abc_meta(m.vm);
  std::vector<Value> names;
  for (std::string_view word : split_words(required)) names.push_back(m.vm.str(word));
  class_attr(m.vm, cls, "_abc_requires", m.vm.tuple(std::move(names)));
  return cls;
}

void init_abc(Vm& vm, ModuleObj* module) {
  Module m{vm, module};
  ClassObj* meta = m.cls("ABCMeta", {vm.types.type}, Layout::Type);
  method(vm, meta, "__instancecheck__", instance_check);
  method(vm, meta, "__subclasscheck__", subclass_check);
  method(vm, meta, "register", abc_register);
  ClassObj* abc = m.cls("ABC");
  abc->cls = abc->metaclass = meta;
  m.fn("abstractmethod", abstract_method);
  m.fn("update_abstractmethods", identity);
  m.fn("get_cache_token", [](Vm&, Args&) { return Value::integer(0); });
  m.set("abstractproperty", vm.types.property);
  m.set("abstractclassmethod", vm.types.class_method);
  m.set("abstractstaticmethod", vm.types.static_method);
}

void init_numbers(Vm& vm, ModuleObj* module) {
  Module m{vm, module};
  ClassObj* number = abstract_class(m, "Number", {});
  ClassObj* complex = abstract_class(m, "Complex", {number});
  ClassObj* real = abstract_class(m, "Real", {complex});
  ClassObj* rational = abstract_class(m, "Rational", {real});
  ClassObj* integral = abstract_class(m, "Integral", {rational});
  register_subclass(vm, complex, vm.types.complex);
  register_subclass(vm, real, vm.types.real);
  register_subclass(vm, integral, vm.types.integer);
}

}  // namespace graphlift::stdlib
