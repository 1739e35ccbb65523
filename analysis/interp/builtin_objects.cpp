// builtins about objects: attributes by name, types, namespaces, identity.
#include "analysis/interp/open_attributes.h"
#include "analysis/interp/types_support.h"

namespace graphlift::interp {
namespace {

enum class Name : uint8_t { Known, Unknown, Error };

Name attribute_name(Vm& vm, Value v, const StrObj*& out) {
  const Value p = plain(v);
  if (p.is_str()) {
    out = static_cast<const StrObj*>(p.o);
    return Name::Known;
  }
  if (!vm.concrete(v)) return Name::Unknown;
  type_error(vm, "attribute name must be string, not '" + type_name(vm, v) + "'");
  return Name::Error;
}

// Attributes may exist on it that we do not see.
bool incomplete(Vm& vm, Value object) {
  if (cast<UnknownObj>(object) || may_define_more(vm, object) || !unlisted_attribute(vm, object).null()) return true;
  if (auto* cls = cast<ClassObj>(object)) return cls->has_unknown_base;
  auto* module = cast<ModuleObj>(object);
  return module && (module->missing || module->open_names);
}

Value get_attribute(Vm& vm, Args& args) {
  if (args.size() < 2) return type_error(vm, "getattr expected at least 2 arguments, got " + std::to_string(args.size()));
  const Value object = vm.force(args[0]);
  if (object.null()) return {};
  if (auto* u = cast<UnionObj>(args[1])) {
    return for_each_option(vm, u, [&](Value name) {
      Args one = args;
      one.pos[1] = name;
      return get_attribute(vm, one);
    });
  }
  const StrObj* name = nullptr;
  switch (attribute_name(vm, args[1], name)) {
    case Name::Error: return {};
    case Name::Unknown: return vm.unknown("attribute of `" + type_name(vm, object) + "` whose name is not known", vm.when(args[1]));
    case Name::Known: break;
  }
  if (args[2].null()) return vm.get_attr(object, name);
  if (auto* u = cast<UnionObj>(object)) {
    return for_each_option(vm, u, [&](Value option) {
      Args one = args;
      one.pos[0] = option;
      return get_attribute(vm, one);
    });
  }
  const Value v = vm.try_attr(object, name);
  return v.null() && !vm.raised() ? args[2] : v;
}

Verdict has(Vm& vm, Value object, const StrObj* name) {
  Verdict out;
  if (auto* u = cast<UnionObj>(object)) {
    bool yes = false, no = false;
    for (Value option : std::vector<Value>(u->options)) {
      const Verdict one = has(vm, option, name);
      if (one.raised) return one;
      yes |= one.value != Tri::No;
      no |= one.value != Tri::Yes;
    }
    out.value = yes && no ? Tri::Maybe : yes ? Tri::Yes : Tri::No;
    out.facts.when = u->when;
    return out;
  }
  const Value v = vm.try_attr(object, name);
  out.raised = vm.raised();
  out.value = v.null() ? Tri::No : cast<UnknownObj>(v) && incomplete(vm, object) ? Tri::Maybe : Tri::Yes;
  out.facts.when = When::Unknown;
  return out;
}

Value has_attribute(Vm& vm, Args& args) {
  const Value object = vm.force(args[0]);
  if (object.null()) return {};
  const StrObj* name = nullptr;
  switch (attribute_name(vm, args[1], name)) {
    case Name::Error: return {};
    case Name::Unknown: return sym_like(vm, vm.types.boolean, {args[1]});
    case Name::Known: break;
  }
  return as_value(vm, has(vm, object, name));
}

Value set_attribute(Vm& vm, Args& args) {
  const StrObj* name = nullptr;
  switch (attribute_name(vm, args[1], name)) {
    case Name::Error: return {};
    case Name::Unknown:
      open_attributes(vm, args[0], vm.unknown("setattr with a name that is not known", vm.when(args[1])));
      return Value::none();
    case Name::Known: break;
  }
  return vm.set_attr(args[0], name, args[2]) ? Value::none() : Value();
}

Value delete_attribute(Vm& vm, Args& args) {
  const StrObj* name = nullptr;
  switch (attribute_name(vm, args[1], name)) {
    case Name::Error: return {};
    case Name::Unknown: return Value::none();
    case Name::Known: break;
  }
  return vm.del_attr(args[0], name) ? Value::none() : Value();
}

// The members of `int | str`, or nullptr.
const TupleObj* union_members(Vm& vm, Value info) {
  if (vm.type_of(info) != vm.types.union_type) return nullptr;
  const auto* instance = cast<InstanceObj>(info);
  const Value* args = instance && instance->dict ? instance->dict->map.find(vm.str("__args__")) : nullptr;
  return args ? cast<TupleObj>(*args) : nullptr;
}

enum class Check : uint8_t { Instance, Subclass };

Verdict check_one(Vm& vm, Check kind, Value subject, Value info);

Verdict check_any(Vm& vm, Check kind, Value subject, const std::vector<Value>& infos) {
  Verdict out;
  out.value = Tri::No;
  for (Value info : infos) {
    const Verdict one = check_one(vm, kind, subject, info);
    if (one.raised || one.value == Tri::Yes) return one;
    if (one.value == Tri::Maybe) {
      out.value = Tri::Maybe;
      out.facts.when = interp::join(out.facts.when, one.facts.when);
      if (!out.facts.origin.valid()) out.facts.origin = one.facts.origin;
    }
  }
  return out;
}

Verdict check_one(Vm& vm, Check kind, Value subject, Value info) {
  info = vm.force(info);
  Verdict out;
  if (info.null()) {
    out.raised = true;
    return out;
  }
  out.facts = facts_of(vm, {subject, info});
  if (out.facts.when == When::Const) out.facts.when = When::Unknown;
  // Each alternative may be an instance of another member of a tuple.
  if (auto* u = cast<UnionObj>(subject)) {
    bool yes = false, no = false;
    for (Value option : std::vector<Value>(u->options)) {
      const Verdict one = check_one(vm, kind, option, info);
      if (one.raised) return one;
      yes |= one.value != Tri::No;
      no |= one.value != Tri::Yes;
    }
    out.value = yes && no ? Tri::Maybe : yes ? Tri::Yes : Tri::No;
    return out;
  }
  if (auto* t = cast<TupleObj>(plain(info))) return check_any(vm, kind, subject, std::vector<Value>(t->items));
  if (const TupleObj* members = union_members(vm, info)) return check_any(vm, kind, subject, members->items);
  if (cast<UnknownObj>(info) || cast<UnionObj>(info) || cast<SymObj>(info)) return out;
  // A native that stands for a class tells nothing about instances.
  if (cast<NativeObj>(info)) return out;
  auto* cls = cast<ClassObj>(info);
  if (kind == Check::Instance && cls && vm.type_of(subject) == cls) {
    out.value = cast<SymObj>(subject) || vm.concrete(subject) || cast<TensorObj>(subject) ? Tri::Yes : Tri::Maybe;
    return out;
  }
  const char* name = kind == Check::Instance ? "__instancecheck__" : "__subclasscheck__";
  if (const Value found = override_of(vm, info, name); !found.null()) {
    const Value answer = call_override(vm, found, info, name, {subject});
    if (answer.null()) {
      out.raised = true;
      return out;
    }
    const Truth t = vm.truth(answer);
    out.value = t.value;
    out.raised = t.raised;
    return out;
  }
  if (!cls) {
    if (vm.type_of(info) == vm.types.generic_alias || vm.concrete(info)) {
      type_error(vm, kind == Check::Instance ? "isinstance() arg 2 must be a type, a tuple of types, or a union"
                                             : "issubclass() arg 2 must be a class, a tuple of classes, or a union");
      out.raised = true;
    }
    return out;
  }
  if (kind == Check::Instance) {
    out.value = vm.is_instance(subject, info);
    return out;
  }
  auto* sub = cast<ClassObj>(subject);
  if (!sub) {
    if (vm.concrete(subject) && vm.type_of(subject) != vm.types.generic_alias) {
      type_error(vm, "issubclass() arg 1 must be a class");
      out.raised = true;
    }
    return out;
  }
  out.value = sub->is_subclass_of(cls) ? Tri::Yes : sub->has_unknown_base ? Tri::Maybe : Tri::No;
  return out;
}

template <Check kind>
Value check(Vm& vm, Args& args) {
  if (args.size() != 2)
    return type_error(vm, std::string(kind == Check::Instance ? "isinstance" : "issubclass") + " expected 2 arguments, got " +
                              std::to_string(args.size()));
  const Value subject = vm.force(args[0]);
  return subject.null() ? Value() : as_value(vm, check_one(vm, kind, subject, args[1]));
}

Verdict is_callable(Vm& vm, Value v) {
  Verdict out;
  if (auto* u = cast<UnionObj>(v)) {
    bool yes = false, no = false;
    for (Value option : u->options) {
      const Verdict one = is_callable(vm, option);
      yes |= one.value != Tri::No;
      no |= one.value != Tri::Yes;
    }
    out.value = yes && no ? Tri::Maybe : yes ? Tri::Yes : Tri::No;
    out.facts.when = u->when;
    return out;
  }
  if (cast<UnknownObj>(v)) {
    out.facts = facts_of(vm, {v});
    return out;
  }
  const TypeOps* ops = vm.ops_of(v);
  const bool yes = cast<ClassObj>(v) || cast<FunctionObj>(v) || cast<NativeObj>(v) || cast<BoundMethodObj>(v) || cast<StaticMethodObj>(v) ||
                   (ops && ops->call) || !vm.find_in_class(vm.type_of(v), vm.intern("__call__")).null();
  out.value = yes ? Tri::Yes : may_define_more(vm, v) ? Tri::Maybe : Tri::No;
  out.facts.when = When::Unknown;
  return out;
}

Value callable(Vm& vm, Args& args) {
  const Value v = vm.force(args[0]);
  return v.null() ? v : as_value(vm, is_callable(vm, v));
}

// Where an object lies differs from run to run; that two objects have two ids does not.
Value id(Vm& vm, Args& args) {
  const Value v = vm.force(args[0]);
  if (v.null()) return {};
  if (!v.is_object() || !vm.concrete(v)) return vm.sym(vm.types.integer, When::Const);
  constexpr int64_t kFirstAddress = 0x7f00'0000'0000, kSize = 16;
  return Value::integer(kFirstAddress + int64_t(v.o->born) * kSize);
}
Value hash(Vm& vm, Args& args) { return vm.hash(args[0]); }

Value repr(Vm& vm, Args& args) { return vm.to_text(args[0], true); }

Value ascii(Vm& vm, Args& args) {
  const Value text = vm.to_text(args[0], true);
  if (!text.is_str() || is_ascii(text_of(text))) return text;
  return vm.sym(vm.types.str, When::Const);
}

Value format(Vm& vm, Args& args) { return vm.format(args[0], args[1]); }

Value locals_of(Vm& vm) {
  const Frame* frame = vm.frame();
  if (!frame) return Value::object(vm.new_dict());
  if (frame->names) return Value::object(frame->names);
  if (!frame->function && frame->module) return Value::object(frame->module->dict);
  DictObj* out = vm.new_dict();
  const lower::Code& code = *frame->code;
  for (size_t i = 0; i < code.locals.size() && i < frame->path.locals.size(); ++i)
    if (!frame->path.locals[i].null()) out->map.set(vm.str(code.locals[i]), frame->path.locals[i]);
  for (size_t i = 0; i < frame->cells.size(); ++i) {
    const std::string& name = i < code.cellvars.size() ? code.cellvars[i] : code.freevars[i - code.cellvars.size()];
    if (!frame->cells[i]->value.null()) out->map.set(vm.str(name), frame->cells[i]->value);
  }
  return Value::object(out);
}

Value locals(Vm& vm, Args&) { return locals_of(vm); }

Value globals(Vm& vm, Args&) {
  const Frame* frame = vm.frame();
  return frame && frame->module ? Value::object(frame->module->dict) : Value::object(vm.new_dict());
}

Value vars(Vm& vm, Args& args) {
  if (args.size() == 0) return locals_of(vm);
  if (!vm.concrete(args[0])) return vm.unknown("vars of an object that is not known");
  const Value own = vm.try_attr(args[0], vm.intern("__dict__"));
  return own.null() && !vm.raised() ? type_error(vm, "vars() argument must have __dict__ attribute") : own;
}

Value dir(Vm& vm, Args& args) {
  if (args.size() == 0) {
    Collected names;
    if (!gather(vm, locals_of(vm), names)) return {};
    bool ordered = true;
    sort_items(vm, names, {}, {}, ordered);
    return list_of(vm, std::move(names));
  }
  if (vm.tracing() && (vm.concrete(args[0]) || cast<TensorObj>(args[0])) && !cast<ModuleObj>(args[0]) && !cast<ClassObj>(args[0]))
    vm.observe(Event::Unsupported, args[0], "builtins.dir", "GB0059");
  const Value found = vm.find_in_class(vm.type_of(args[0]), vm.intern("__dir__"));
  const Value names = found.null() ? vm.unknown("dir of an object that is not known") : vm.call(found, {args[0]});
  Collected items;
  if (names.null() || !gather(vm, names, items)) return {};
  if (auto* module = cast<ModuleObj>(args[0]); incomplete(vm, args[0]) || (module && module->lookup_hook)) items.open = true;
  bool ordered = true;
  sort_items(vm, items, {}, {}, ordered);
  return list_of(vm, std::move(items));
}

}  // namespace

void register_builtin_objects(Vm& vm) {
  ModuleObj* m = vm.builtins;
  vm.define(m, "getattr", get_attribute);
  vm.define(m, "hasattr", has_attribute);
  vm.define(m, "setattr", set_attribute);
  vm.define(m, "delattr", delete_attribute);
  vm.define(m, "isinstance", check<Check::Instance>);
  vm.define(m, "issubclass", check<Check::Subclass>);
  vm.define(m, "callable", callable);
  vm.define(m, "id", id);
  vm.define(m, "hash", hash);
  vm.define(m, "repr", repr);
  vm.define(m, "ascii", ascii);
  vm.define(m, "format", format);
  vm.define(m, "locals", locals);
  vm.define(m, "globals", globals);
  vm.define(m, "vars", vars);
  vm.define(m, "dir", dir);
}

}  // namespace graphlift::interp
