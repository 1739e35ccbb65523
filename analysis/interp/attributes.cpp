// Attribute access: Python's descriptor protocol over abstract objects.
#include "analysis/interp/open_attributes.h"
#include "analysis/interp/vm.h"
#include "analysis/interp/vm_impl.h"

namespace graphlift::interp {

namespace {

// Propagates what is not known without telling the observer again: the first unknown already did.
Value propagate(Vm& vm, const UnknownObj* from) {
  auto* u = vm.make<UnknownObj>(vm.types.unknown);
  u->reason = from->reason;
  u->when = from->when;
  u->origin = from->origin;
  u->maybe_tensor = from->maybe_tensor;
  u->frozen = true;
  return Value::object(u);
}

bool defines(Vm& vm, Value descriptor, std::string_view method) {
  if (!cast<InstanceObj>(descriptor)) return false;
  return !vm.find_in_class(vm.type_of(descriptor), vm.intern(method)).null();
}

bool is_data_descriptor(Vm& vm, Value raw) {
  if (auto* p = cast<PropertyObj>(raw)) return !p->cached;
  return defines(vm, raw, "__set__") || defines(vm, raw, "__delete__");
}

std::string attribute_error(Vm& vm, Value object, const StrObj* name) {
  if (auto* cls = cast<ClassObj>(object)) return "type object '" + cls->name + "' has no attribute '" + name->text + "'";
  if (auto* module = cast<ModuleObj>(object)) return "module '" + module->name + "' has no attribute '" + name->text + "'";
  return "'" + vm.type_of(object)->name + "' object has no attribute '" + name->text + "'";
}

}  // namespace

Value Vm::find_in_class(ClassObj* cls, const StrObj* name) {
  const Value key = Value::string(const_cast<StrObj*>(name));
  for (ClassObj* c : cls->mro) {
    if (Value* v = c->dict->map.find(key)) {
      if (cast<LazyImportObj>(*v)) *v = force(*v);
      return *v;
    }
    if (c->lookup_hook) {
      Value v = c->lookup_hook(*this, c, name);
      if (!v.null()) return v;
    }
  }
  return {};
}

DictObj* Vm::attributes_of(Value object, bool create) {
  if (!object.is_object()) return nullptr;
  DictObj** slot = nullptr;
  switch (object.o->kind) {
    case ObjKind::Instance: slot = &static_cast<InstanceObj*>(object.o)->dict; break;
    case ObjKind::Function: slot = &static_cast<FunctionObj*>(object.o)->attrs; break;
    case ObjKind::Native: slot = &static_cast<NativeObj*>(object.o)->attrs; break;
    case ObjKind::Tensor: slot = &static_cast<TensorObj*>(object.o)->attrs; break;
    case ObjKind::Class: return static_cast<ClassObj*>(object.o)->dict;
    case ObjKind::Module: return static_cast<ModuleObj*>(object.o)->dict;
    default: return nullptr;
  }
  if (!*slot && create) {
    touch(object.o);
    *slot = new_dict();
  }
  return *slot;
}

Value Vm::bind_attr(Value raw, Value instance, ClassObj* owner) {
  if (!raw.is_object()) return raw;
  switch (raw.o->kind) {
    case ObjKind::Function: return instance.null() ? raw : bound_method(raw, instance);
    case ObjKind::Native: return instance.null() || !static_cast<NativeObj*>(raw.o)->is_method ? raw : bound_method(raw, instance);
    case ObjKind::ClassMethod: {
      Value func = static_cast<ClassMethodObj*>(raw.o)->func;
      if (cast<FunctionObj>(func) || cast<NativeObj>(func)) return bound_method(func, Value::object(owner));
      return bind_attr(func, Value::object(owner), owner);
    }
    case ObjKind::StaticMethod: return static_cast<StaticMethodObj*>(raw.o)->func;
    case ObjKind::Property: {
      if (instance.null()) return raw;
      auto* p = static_cast<PropertyObj*>(raw.o);
      if (p->get.null() || p->get.is_none()) return raise(types.attribute_error, "unreadable attribute");
      // Until Python 3.12 functools.cached_property computes under a lock.
      if (p->cached && p->cls != types.property)
        observe(Event::Unsupported, instance, "functools.cached_property", "GB0142", "its first read takes a lock");
      Value v = call(p->get, {instance});
      if (v.null() || !p->cached) return v;
      if (DictObj* dict = attributes_of(instance, true); dict && p->cache_name.is_str()) {
        touch(dict);
        dict->map.set(p->cache_name, v);
      }
      return v;
    }
    case ObjKind::Instance: {
      Value getter = find_in_class(type_of(raw), intern("__get__"));
      if (getter.null()) return raw;
      return call(getter, {raw, instance.null() ? Value::none() : instance, Value::object(owner)});
    }
    default: return raw;
  }
}

Value Vm::generic_get_attr(Value object, const StrObj* name) {
  const Value key = Value::string(const_cast<StrObj*>(name));
  if (auto* cls = cast<ClassObj>(object)) {
    Value meta = find_in_class(cls->cls, name);
    if (!meta.null() && is_data_descriptor(*this, meta)) return bind_attr(meta, object, cls->cls);
    Value raw = find_in_class(cls, name);
    if (!raw.null()) return bind_attr(raw, Value(), cls);
    if (!meta.null()) return bind_attr(meta, object, cls->cls);
  } else {
    ClassObj* type = type_of(object);
    Value raw = find_in_class(type, name);
    if (!raw.null() && is_data_descriptor(*this, raw)) return bind_attr(raw, object, type);
    if (DictObj* dict = attributes_of(object, false))
      if (Value* v = dict->map.find(key)) return *v = force(*v);
    if (!raw.null()) return bind_attr(raw, object, type);
  }
  if (name->text == "__class__") return Value::object(type_of(object));
  if (name->text == "__dict__") {
    if (DictObj* dict = attributes_of(object, true)) return Value::object(dict);
  }
  if (name->text == "__doc__") return Value::none();
  if (name->text == "__module__") {
    ClassObj* owner = cast<ClassObj>(object) ? cast<ClassObj>(object) : type_of(object);
    return owner->module_name.null() ? str("builtins") : owner->module_name;
  }
  return raise(types.attribute_error, attribute_error(*this, object, name));
}

Value Vm::get_attr(Value object, const StrObj* name) {
  if (!object.is_object()) {
    if (const TypeOps* ops = ops_of(object); ops && ops->get_attr) {
      Value v = ops->get_attr(*this, object, name);
      if (!v.null() || raised()) return v;
    }
    if (object.scalar_type < scalar_classes.size() && scalar_classes[object.scalar_type] && !name->text.starts_with("__")) {
      ClassObj* cls = scalar_classes[object.scalar_type];
      if (const Value raw = find_in_class(cls, name); !raw.null()) return bind_attr(raw, object, cls);
    }
    return generic_get_attr(object, name);
  }
  switch (object.o->kind) {
    case ObjKind::LazyImport: {
      Value forced = force(object);
      return forced.null() ? forced : get_attr(forced, name);
    }
    case ObjKind::Unknown: return propagate(*this, static_cast<UnknownObj*>(object.o));
    case ObjKind::Union: {
      auto* u = static_cast<UnionObj*>(object.o);
      Value result;
      for (Value option : u->options) {
        Value v = try_attr(option, name);
        if (raised()) return {};
        if (!v.null()) result = join(result, v, u->when);
      }
      if (result.null()) return raise(types.attribute_error, attribute_error(*this, u->options[0], name));
      return result;
    }
    case ObjKind::Module: {
      auto* module = static_cast<ModuleObj*>(object.o);
      Value v = module_attr(module, name);
      if (!v.null() || raised()) return v;
      if (name->text == "__class__") return Value::object(type_of(object));
      if (const TypeOps* ops = ops_of(object); ops && ops->get_attr) {
        v = ops->get_attr(*this, object, name);
        if (!v.null() || raised()) return v;
      }
      Value raw = find_in_class(type_of(object), name);
      if (!raw.null()) return bind_attr(raw, object, type_of(object));
      if (type_of(object)->has_getattr) {
        v = replaced_export(module->name, module, name);
        if (!v.null() || raised()) return v;
        return call(find_in_class(type_of(object), intern("__getattr__")), {object, Value::string(const_cast<StrObj*>(name))});
      }
      if (module->open_names) return unknown("a star import into `" + module->name + "` that could not be resolved");
      return raise(types.attribute_error, attribute_error(*this, object, name));
    }
    case ObjKind::Super: {
      auto* s = static_cast<SuperObj*>(object.o);
      if (!s->self_class) return unknown("`super()` outside a known class");
      auto it = s->self_class->mro.begin();
      while (it != s->self_class->mro.end() && *it != s->start) ++it;
      if (it != s->self_class->mro.end()) ++it;
      const Value key = Value::string(const_cast<StrObj*>(name));
      for (; it != s->self_class->mro.end(); ++it) {
        Value raw;
        if (Value* v = (*it)->dict->map.find(key)) raw = *v = force(*v);
        if (raw.null() && (*it)->lookup_hook) raw = (*it)->lookup_hook(*this, *it, name);
        if (raw.null()) continue;
        if (name->text == "__init__" && cast<UnknownObj>(raw)) open_attributes(*this, s->self, raw);
        auto* as_class = cast<ClassObj>(s->self);
        if (as_class && as_class == s->self_class) {  // super(C, cls) in a classmethod or __new__
          return bind_attr(raw, Value(), as_class);
        }
        return bind_attr(raw, s->self, s->self_class);
      }
      if (name->text == "__class__") return Value::object(types.super);
      if (s->self_class->has_unknown_base) return unknown("a base class of `" + s->self_class->name + "` could not be resolved");
      return raise(types.attribute_error, "'super' object has no attribute '" + name->text + "'");
    }
    default: break;
  }
  if (const TypeOps* ops = ops_of(object); ops && ops->get_attr) {
    Value v = ops->get_attr(*this, object, name);
    if (!v.null() || raised()) return v;
  }
  ClassObj* cls = type_of(object);
  Value v;
  if (cls->has_getattribute) {
    Value hook = find_in_class(cls, intern("__getattribute__"));
    v = call(hook, {object, Value::string(const_cast<StrObj*>(name))});
  } else {
    v = generic_get_attr(object, name);
  }
  if (!v.null()) return v;
  if (!raised_is(types.attribute_error)) return {};
  if (const Value any = unlisted_attribute(*this, object); !any.null() && !name->text.starts_with("__")) {
    clear_exception();
    return any;
  }
  if (cls->has_getattr) {
    Value hook = find_in_class(cls, intern("__getattr__"));
    clear_exception();
    return call(hook, {object, Value::string(const_cast<StrObj*>(name))});
  }
  ClassObj* owner = cast<ClassObj>(object) ? cast<ClassObj>(object) : cls;
  if (owner->has_unknown_base) {
    clear_exception();
    return unknown("a base class of `" + owner->name + "` could not be resolved");
  }
  return {};
}

Value Vm::try_attr(Value object, const StrObj* name) {
  Value v = get_attr(object, name);
  if (v.null() && raised_is(types.attribute_error)) clear_exception();
  return v;
}

bool Vm::generic_set_attr(Value object, const StrObj* name, Value value) {
  const Value key = Value::string(const_cast<StrObj*>(name));
  if (auto* cls = cast<ClassObj>(object)) {
    // The name of a class is no entry of its dictionary.
    if (std::string* text = name->text == "__name__"       ? &cls->name
                            : name->text == "__qualname__" ? &cls->qualname
                                                           : nullptr;
        text && value.is_str()) {
      touch(cls);
      *text = text_of(value);
      return true;
    }
    touch(cls->dict);
    cls->dict->map.set(key, value);
    if (name->text == "__getattr__") cls->has_getattr = true;
    if (name->text == "__setattr__") cls->has_setattr = true;
    return true;
  }
  Value raw = find_in_class(type_of(object), name);
  if (auto* p = cast<PropertyObj>(raw); p && !p->cached) {
    if (p->set.null() || p->set.is_none()) {
      raise(types.attribute_error, "property '" + name->text + "' of '" + type_of(object)->name + "' object has no setter");
      return false;
    }
    return !call(p->set, {object, value}).null();
  }
  if (defines(*this, raw, "__set__")) {
    Value setter = find_in_class(type_of(raw), intern("__set__"));
    return !call(setter, {raw, object, value}).null();
  }
  if (name->text == "__class__") {
    if (auto* cls = cast<ClassObj>(value); cls && object.is_object()) object.o->cls = cls;
    return true;
  }
  if (name->text == "__dict__") {
    if (auto* dict = cast<DictObj>(value); dict && cast<InstanceObj>(object)) {
      touch(object.o);
      static_cast<InstanceObj*>(object.o)->dict = dict;
      return true;
    }
  }
  DictObj* dict = attributes_of(object, true);
  if (!dict) {
    raise(types.attribute_error, attribute_error(*this, object, name));
    return false;
  }
  touch(dict);
  dict->map.set(key, value);
  return true;
}

bool Vm::set_attr(Value object, const StrObj* name, Value value) {
  if (object.is_object()) {
    switch (object.o->kind) {
      case ObjKind::LazyImport: {
        Value forced = force(object);
        return !forced.null() && set_attr(forced, name, value);
      }
      case ObjKind::Unknown: return true;
      case ObjKind::Union: {
        for (Value option : static_cast<UnionObj*>(object.o)->options) {
          if (option.is_none()) continue;
          if (!set_attr(option, name, value)) {
            if (!raised_is(types.attribute_error)) return false;
            clear_exception();
          }
        }
        return true;
      }
      case ObjKind::Super: return set_attr(static_cast<SuperObj*>(object.o)->self, name, value);
      default: break;
    }
    if (tracing() && (object.o->kind == ObjKind::Instance || object.o->kind == ObjKind::Class || object.o->kind == ObjKind::Module))
      observe({.event = Event::AttributeStore, .subject = object, .api = name->text, .stored = value});
  }
  if (const TypeOps* ops = ops_of(object); ops && ops->set_attr) {
    bool handled = false;
    const bool ok = ops->set_attr(*this, object, name, value, handled);
    if (!ok || handled) return ok;
  }
  ClassObj* cls = type_of(object);
  if (cls->has_setattr) {
    Value hook = find_in_class(cls, intern("__setattr__"));
    return !call(hook, {object, Value::string(const_cast<StrObj*>(name)), value}).null();
  }
  return generic_set_attr(object, name, value);
}

bool Vm::generic_del_attr(Value object, const StrObj* name) {
  const Value key = Value::string(const_cast<StrObj*>(name));
  Value raw = cast<ClassObj>(object) ? Value() : find_in_class(type_of(object), name);
  if (auto* p = cast<PropertyObj>(raw); p && !p->cached && !p->del.null() && !p->del.is_none()) return !call(p->del, {object}).null();
  if (defines(*this, raw, "__delete__")) return !call(find_in_class(type_of(raw), intern("__delete__")), {raw, object}).null();
  DictObj* dict = attributes_of(object, false);
  if (dict) {
    touch(dict);
    if (dict->map.erase(key)) return true;
  }
  raise(types.attribute_error, attribute_error(*this, object, name));
  return false;
}

bool Vm::del_attr(Value object, const StrObj* name) {
  if (cast<UnknownObj>(object) || cast<UnionObj>(object)) return true;
  Value hook = find_in_class(type_of(object), intern("__delattr__"));
  if (cast<FunctionObj>(hook)) return !call(hook, {object, Value::string(const_cast<StrObj*>(name))}).null();
  return generic_del_attr(object, name);
}

}  // namespace graphlift::interp
