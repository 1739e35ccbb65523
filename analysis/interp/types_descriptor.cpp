// property, classmethod, staticmethod and super.
#include "analysis/interp/types_dunders.h"

namespace graphlift::interp {
namespace {

Value or_none(Value v) { return v.null() ? Value::none() : v; }

// A classmethod or staticmethod subclass that brings its own __get__ is an ordinary object.
bool has_own_get(Vm& vm, ClassObj* cls) { return cast<FunctionObj>(vm.find_in_class(cls, vm.intern("__get__"))) != nullptr; }

constexpr const char* kParts[] = {"fget", "fset", "fdel"};

// A property of a user's subclass is an ordinary object with the functions as attributes: it may have more of them.
bool fill_property(Vm& vm, InstanceObj* instance, Args& args) {
  Value parts[3], doc;
  Args rest = args;
  rest.pos.erase(rest.pos.begin());
  if (!rest.bind(vm, "fget=, fset=, fdel=, doc=", {&parts[0], &parts[1], &parts[2], &doc})) return false;
  DictObj* own = vm.attributes_of(Value::object(instance), true);
  vm.touch(own);
  for (int i = 0; i < 3; ++i) own->map.set(vm.str(kParts[i]), or_none(parts[i]));
  if (!doc.null()) own->map.set(vm.str("__doc__"), doc);
  return true;
}

Value property_construct(Vm& vm, Args& args) {
  auto* cls = cast<ClassObj>(args[0]);
  if (cls != vm.types.property) {
    InstanceObj* instance = vm.new_instance(cls);
    const bool own_init = cast<FunctionObj>(vm.find_in_class(cls, vm.intern("__init__"))) != nullptr;
    return own_init || fill_property(vm, instance, args) ? Value::object(instance) : Value();
  }
  Value get, set, del, doc;
  Args rest = args;
  rest.pos.erase(rest.pos.begin());
  if (!rest.bind(vm, "fget=, fset=, fdel=, doc=", {&get, &set, &del, &doc})) return {};
  auto* p = vm.make<PropertyObj>(cls);
  p->get = or_none(get);
  p->set = or_none(set);
  p->del = or_none(del);
  p->doc = or_none(doc);
  return Value::object(p);
}

Value property_init(Vm& vm, Args& args) {
  auto* instance = cast<InstanceObj>(args[0]);
  return !instance || fill_property(vm, instance, args) ? Value::none() : Value();
}

Value part_of(Vm& vm, Value property, int part) {
  if (const auto* instance = cast<InstanceObj>(property)) {
    const Value* own = instance->dict ? instance->dict->map.find(vm.str(kParts[part])) : nullptr;
    return own ? *own : Value::none();
  }
  const auto* p = cast<PropertyObj>(property);
  if (!p) return vm.unknown("property that is not known");
  return or_none(part == 0 ? p->get : part == 1 ? p->set : p->del);
}

template <int part>
Value property_with(Vm& vm, Args& args) {
  Args make;
  for (int i = 0; i < 3; ++i) make.pos.push_back(i == part ? args[1] : part_of(vm, args[0], i));
  if (const auto* from = cast<PropertyObj>(args[0])) make.pos.push_back(or_none(from->doc));
  return vm.call(Value::object(vm.type_of(args[0])), make);
}

template <int part>
Value property_part(Vm& vm, Args& args) {
  return part_of(vm, args[0], part);
}

Value property_doc(Vm& vm, Args& args) {
  if (const auto* instance = cast<InstanceObj>(args[0]); instance && instance->dict)
    if (const Value* own = instance->dict->map.find(vm.str("__doc__"))) return *own;
  const auto* p = cast<PropertyObj>(args[0]);
  if (!p) return Value::none();
  if (!p->doc.null() && !p->doc.is_none()) return p->doc;
  if (p->get.null() || p->get.is_none()) return Value::none();
  return vm.get_attr(p->get, "__doc__");
}

Value descriptor_get(Vm& vm, Args& args) {
  const bool unbound = args[1].null() || args[1].is_none();
  if (cast<InstanceObj>(args[0])) {
    if (unbound) return args[0];
    const Value get = part_of(vm, args[0], 0);
    return get.is_none() ? vm.raise(vm.types.attribute_error, "property has no getter") : vm.call(get, {args[1]});
  }
  ClassObj* owner = args[2].null() || !cast<ClassObj>(args[2]) ? vm.type_of(args[1]) : cast<ClassObj>(args[2]);
  return vm.bind_attr(args[0], unbound ? Value() : args[1], owner);
}

Value property_set(Vm& vm, Args& args) {
  const Value set = part_of(vm, args[0], 1);
  if (set.is_none()) return vm.raise(vm.types.attribute_error, "property has no setter");
  return vm.call(set, {args[1], args[2]}).null() ? Value() : Value::none();
}

Value is_abstract(Vm& vm, Args& args) {
  Value func;
  if (vm.type_of(args[0])->is_subclass_of(vm.types.property)) func = part_of(vm, args[0], 0);
  if (auto* m = cast<ClassMethodObj>(args[0])) func = m->func;
  if (auto* m = cast<StaticMethodObj>(args[0])) func = m->func;
  if (func.null() || func.is_none()) return Value::boolean(false);
  const Value flag = vm.try_attr(func, vm.intern("__isabstractmethod__"));
  return flag.null() && !vm.raised() ? Value::boolean(false) : flag;
}

template <typename T>
Value wrapper_construct(Vm& vm, Args& args) {
  auto* cls = cast<ClassObj>(args[0]);
  const Value func = or_none(args[1]);
  if (has_own_get(vm, cls)) {
    InstanceObj* instance = vm.new_instance(cls);
    instance->dict = vm.new_dict();
    instance->dict->map.set(vm.str("__func__"), func);
    instance->dict->map.set(vm.str("__wrapped__"), func);
    return Value::object(instance);
  }
  auto* method = vm.make<T>(cls);
  method->func = func;
  return Value::object(method);
}

Value wrapped_function(Args& args) {
  if (auto* m = cast<ClassMethodObj>(args[0])) return m->func;
  if (auto* m = cast<StaticMethodObj>(args[0])) return m->func;
  return Value::none();
}

Value wrapper_attribute(Vm& vm, Value self, const StrObj* name) {
  static constexpr std::string_view kForwarded[] = {"__name__", "__qualname__", "__doc__", "__module__", "__annotations__"};
  Args args;
  args.pos.push_back(self);
  if (name->text == "__func__" || name->text == "__wrapped__") return wrapped_function(args);
  for (std::string_view forwarded : kForwarded)
    if (name->text == forwarded) return vm.try_attr(wrapped_function(args), name);
  return {};
}

constexpr TypeOps kWrapperOps = {.get_attr = wrapper_attribute};

// The first argument of the running function, and the class that its body belongs to, for `super()`.
bool running_method(Vm& vm, Value& self, ClassObj*& cls) {
  Frame* frame = vm.frame();
  if (!frame || !frame->code || frame->path.locals.empty()) return false;
  const lower::Code& code = *frame->code;
  self = frame->path.locals[0];
  for (size_t i = 0; i < code.cellvars.size() && i < frame->cells.size(); ++i)
    if (i < code.cell_of_param.size() && code.cell_of_param[i] == 0) self = frame->cells[i]->value;
  for (size_t i = 0; i < code.freevars.size(); ++i) {
    const size_t cell = code.cellvars.size() + i;
    if (code.freevars[i] == "__class__" && cell < frame->cells.size()) cls = cast<ClassObj>(frame->cells[cell]->value);
  }
  if (!cls && frame->function) cls = frame->function->owner;
  return !self.null();
}

Value super_construct(Vm& vm, Args& args) {
  ClassObj* start = cast<ClassObj>(args[1]);
  Value self = args[2];
  if (args.size() == 1) {
    if (!running_method(vm, self, start)) return vm.raise(vm.types.runtime_error, "super(): no arguments");
    if (!start) return vm.unknown("`super()` in a function whose class is not known");
  } else if (!start) {
    return vm.unknown("`super()` of a class that is not known");
  } else if (self.null()) {
    return vm.unknown("`super()` without an object");
  }
  auto* out = vm.make<SuperObj>(vm.types.super);
  out->start = start;
  out->self = self;
  auto* as_class = cast<ClassObj>(self);
  if (as_class && as_class->is_subclass_of(start)) out->self_class = as_class;
  else if (vm.type_of(self)->is_subclass_of(start)) out->self_class = vm.type_of(self);
  else if (!vm.concrete(self)) return vm.unknown("`super()` of an object that is not known");
  else return type_error(vm, "super(type, obj): obj must be an instance or subtype of type");
  return Value::object(out);
}

}  // namespace

void register_descriptors(Vm& vm) {
  ClassObj* property = vm.types.property;
  property->construct = property_construct;
  vm.define(property, "__init__", property_init);
  vm.define(property, "getter", property_with<0>);
  vm.define(property, "setter", property_with<1>);
  vm.define(property, "deleter", property_with<2>);
  vm.define(property, "__get__", descriptor_get);
  vm.define(property, "__set__", property_set);
  define_getter(vm, property, "fget", property_part<0>);
  define_getter(vm, property, "fset", property_part<1>);
  define_getter(vm, property, "fdel", property_part<2>);
  define_getter(vm, property, "__doc__", property_doc);
  define_getter(vm, property, "__isabstractmethod__", is_abstract);
  vm.types.class_method->construct = wrapper_construct<ClassMethodObj>;
  vm.types.static_method->construct = wrapper_construct<StaticMethodObj>;
  for (ClassObj* cls : {vm.types.class_method, vm.types.static_method}) {
    vm.set_ops(cls, &kWrapperOps);
    vm.define(cls, "__get__", descriptor_get);
    define_getter(vm, cls, "__isabstractmethod__", is_abstract);
  }
  vm.types.super->construct = super_construct;
}

}  // namespace graphlift::interp
