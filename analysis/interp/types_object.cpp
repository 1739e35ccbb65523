// The methods of `object`, and type attributes.
#include "analysis/interp/annotations.h"
#include "analysis/interp/types_dunders.h"

namespace graphlift::interp {

using syntax::CompareOp;

Value native_text(Vm& vm, Value v, bool repr);  // text_format_repr.cpp

namespace {

Value object_new(Vm& vm, Args& args) {
  auto* cls = cast<ClassObj>(args[0]);
  if (!cls)
    return vm.concrete(args[0]) ? type_error(vm, "object.__new__(X): X is not a type object")
                                : vm.unknown("an instance of a class that is not known");
  if (cls == vm.types.object) return Value::object(vm.new_instance(cls));
  Args none;
  return vm.allocate_instance(cls, none);
}

Value object_eq(Vm&, Args& args) { return args[0].same(args[1]) ? Value::boolean(true) : Value::not_implemented(); }

Value object_ne(Vm& vm, Args& args) {
  const Value found = vm.find_in_class(vm.type_of(args[0]), vm.intern("__eq__"));
  const Value equal = vm.call(found, {args[0], args[1]});
  if (equal.null() || equal.tag == Tag::NotImplemented) return equal;
  return vm.unary(syntax::UnaryOp::Not, equal);
}

const StrObj* attribute_name(Vm& vm, Value v) {
  const Value p = plain(v);
  if (p.is_str()) return static_cast<const StrObj*>(p.o);
  if (vm.concrete(v)) type_error(vm, "attribute name must be string, not '" + type_name(vm, v) + "'");
  return nullptr;
}

Value object_get_attribute(Vm& vm, Args& args) {
  const StrObj* name = attribute_name(vm, args[1]);
  if (!name) return vm.raised() ? Value() : vm.unknown("attribute whose name is not known");
  return vm.generic_get_attr(args[0], name);
}

Value object_set_attribute(Vm& vm, Args& args) {
  const StrObj* name = attribute_name(vm, args[1]);
  if (!name) return vm.raised() ? Value() : Value::none();
  return vm.generic_set_attr(args[0], name, args[2]) ? Value::none() : Value();
}

Value object_del_attribute(Vm& vm, Args& args) {
  const StrObj* name = attribute_name(vm, args[1]);
  if (!name) return vm.raised() ? Value() : Value::none();
  return vm.generic_del_attr(args[0], name) ? Value::none() : Value();
}

Value object_dir(Vm& vm, Args& args) {
  std::vector<Value> names;
  DictObj* seen = vm.new_dict();
  const auto add = [&](const DictObj* dict) {
    if (!dict) return;
    for (const auto& e : dict->map.entries())
      if (!e.key.null() && e.key.is_str() && !seen->map.find(e.key)) {
        seen->map.set(e.key, Value::none());
        names.push_back(e.key);
      }
  };
  add(vm.attributes_of(args[0], false));
  auto* cls = cast<ClassObj>(args[0]);
  for (const ClassObj* c : (cls ? cls : vm.type_of(args[0]))->mro) add(c->dict);
  return vm.list(std::move(names));
}

Value nothing(Vm&, Args&) { return Value::none(); }
Value not_implemented(Vm&, Args&) { return Value::not_implemented(); }
Value reduce(Vm& vm, Args&) { return vm.unknown("pickling protocol of an object"); }

Value type_name_get(Vm& vm, Args& args) { return vm.str(cast<ClassObj>(args[0])->name); }
Value type_qualname_get(Vm& vm, Args& args) { return vm.str(cast<ClassObj>(args[0])->qualname); }

Value type_module_get(Vm& vm, Args& args) {
  const auto* cls = cast<ClassObj>(args[0]);
  if (const Value* own = cls->dict->map.find(vm.str("__module__")); own && own->is_str()) return *own;
  return cls->module_name.null() ? vm.str("builtins") : cls->module_name;
}

Value type_doc_get(Vm& vm, Args& args) {
  const Value* own = cast<ClassObj>(args[0])->dict->map.find(vm.str("__doc__"));
  return own ? *own : Value::none();
}

Value classes(Vm& vm, const std::vector<ClassObj*>& list) {
  std::vector<Value> items;
  for (ClassObj* c : list) items.push_back(Value::object(c));
  return vm.tuple(std::move(items));
}

Value type_mro_get(Vm& vm, Args& args) { return classes(vm, cast<ClassObj>(args[0])->mro); }
Value type_bases_get(Vm& vm, Args& args) { return classes(vm, cast<ClassObj>(args[0])->bases); }

Value type_base_get(Vm&, Args& args) {
  const auto* cls = cast<ClassObj>(args[0]);
  return cls->bases.empty() ? Value::none() : Value::object(cls->bases[0]);
}

Value type_dict_get(Vm& vm, Args& args) {
  auto* cls = cast<ClassObj>(args[0]);
  read_annotations(vm, cls->dict);
  return Value::object(cls->dict);
}

Value type_annotations_get(Vm& vm, Args& args) {
  auto* cls = cast<ClassObj>(args[0]);
  const Value key = vm.str("__annotations__");
  read_annotations(vm, cls->dict);
  if (const Value* own = cls->dict->map.find(key)) return *own;
  const Value fresh = Value::object(vm.new_dict());
  vm.touch(cls->dict);
  cls->dict->map.set(key, fresh);
  return fresh;
}

Value type_mro_method(Vm& vm, Args& args) {
  const Value all = classes(vm, cast<ClassObj>(args[0])->mro);
  return vm.list(static_cast<TupleObj*>(all.o)->items);
}

Value type_subclasses(Vm& vm, Args& args) {
  std::vector<Value> items;
  const auto* cls = cast<ClassObj>(args[0]);
  // Imports that have been put off may define further subclasses.
  if (!cls->native && cls->module_name.is_str()) {
    const std::string_view module = text_of(cls->module_name);
    vm.force_deferred_imports(module.substr(0, module.find('.')));
  }
  for (ClassObj* c : cls->subclasses) items.push_back(Value::object(c));
  return vm.list(std::move(items));
}

Value type_instance_check(Vm& vm, Args& args) {
  Verdict v{vm.is_instance(args[1], args[0]), facts_of(vm, {args[1]}), false};
  if (v.facts.when == When::Const) v.facts.when = When::Unknown;
  return as_value(vm, v);
}

Value type_subclass_check(Vm& vm, Args& args) {
  const auto* cls = cast<ClassObj>(args[1]);
  if (!cls) return vm.sym(vm.types.boolean, When::Unknown);
  if (cls->is_subclass_of(cast<ClassObj>(args[0]))) return Value::boolean(true);
  return cls->has_unknown_base ? vm.sym(vm.types.boolean, When::Unknown) : Value::boolean(false);
}

}  // namespace

void register_object(Vm& vm) {
  ClassObj* object = vm.types.object;
  define_static(vm, object, "__new__", object_new);
  vm.define(object, "__init__", nothing);
  vm.define(object, "__eq__", object_eq);
  vm.define(object, "__ne__", object_ne);
  vm.define(object, "__lt__", not_implemented);
  vm.define(object, "__le__", not_implemented);
  vm.define(object, "__gt__", not_implemented);
  vm.define(object, "__ge__", not_implemented);
  vm.define(object, "__hash__", [](Vm& m, Args& a) { return native_hash(m, a[0]); });
  vm.define(object, "__repr__", [](Vm& m, Args& a) { return native_text(m, a[0], true); });
  vm.define(object, "__str__", [](Vm& m, Args& a) { return m.to_text(a[0], true); });
  vm.define(object, "__format__", [](Vm& m, Args& a) {
    const Value spec = plain(a[1]);
    if (spec.is_str() && !text_of(spec).empty())
      return type_error(m, "unsupported format string passed to " + type_name(m, a[0]) + ".__format__");
    return m.to_text(a[0]);
  });
  vm.define(object, "__getattribute__", object_get_attribute);
  vm.define(object, "__setattr__", object_set_attribute);
  vm.define(object, "__delattr__", object_del_attribute);
  vm.define(object, "__dir__", object_dir);
  vm.define(object, "__reduce__", reduce);
  vm.define(object, "__reduce_ex__", reduce);
  vm.define(object, "__getstate__", [](Vm& m, Args& a) {
    DictObj* own = m.attributes_of(a[0], false);
    return own ? Value::object(own) : Value::none();
  });
  vm.define(object, "__sizeof__", [](Vm& m, Args&) { return m.sym(m.types.integer, When::Const); });
  define_class_method(vm, object, "__init_subclass__", nothing);
  define_class_method(vm, object, "__subclasshook__", not_implemented);

  ClassObj* type = vm.types.type;
  define_getter(vm, type, "__name__", type_name_get);
  define_getter(vm, type, "__qualname__", type_qualname_get);
  define_getter(vm, type, "__module__", type_module_get);
  define_getter(vm, type, "__doc__", type_doc_get);
  define_getter(vm, type, "__mro__", type_mro_get);
  define_getter(vm, type, "__bases__", type_bases_get);
  define_getter(vm, type, "__base__", type_base_get);
  define_getter(vm, type, "__dict__", type_dict_get);
  define_getter(vm, type, "__annotations__", type_annotations_get);
  vm.define(type, "mro", type_mro_method);
  vm.define(type, "__subclasses__", type_subclasses);
  vm.define(type, "__instancecheck__", type_instance_check);
  vm.define(type, "__subclasscheck__", type_subclass_check);
}

}  // namespace graphlift::interp
