// The class statement, type(), method resolution order, and construction of instances.
#include "analysis/interp/annotations.h"
#include "analysis/interp/open_attributes.h"
#include "analysis/interp/python_natives.h"
#include "analysis/interp/vm.h"
#include "analysis/interp/vm_impl.h"

namespace graphlift::interp {

namespace {

// C3 linearisation; false when the bases are inconsistent.
bool linearise(ClassObj* cls) {
  std::vector<std::vector<ClassObj*>> sequences;
  for (ClassObj* base : cls->bases) sequences.push_back(base->mro);
  sequences.push_back(cls->bases);
  cls->mro = {cls};
  for (;;) {
    bool any = false;
    ClassObj* next = nullptr;
    for (auto& sequence : sequences) {
      if (sequence.empty()) continue;
      any = true;
      ClassObj* candidate = sequence.front();
      bool blocked = false;
      for (auto& other : sequences)
        for (size_t i = 1; i < other.size(); ++i) blocked |= other[i] == candidate;
      if (!blocked) {
        next = candidate;
        break;
      }
    }
    if (!any) return true;
    if (!next) return false;
    cls->mro.push_back(next);
    for (auto& sequence : sequences)
      if (!sequence.empty() && sequence.front() == next) sequence.erase(sequence.begin());
  }
}

ClassObj* most_derived(ClassObj* a, ClassObj* b) { return b && a && b->is_subclass_of(a) ? b : a; }

// The class of the MRO whose own dict (or table) holds `name`, before `object`.
ClassObj* definer(Vm& vm, ClassObj* cls, const char* name) {
  const Value key = vm.str(name);
  for (ClassObj* c : cls->mro)
    if (c != vm.types.object && c->dict->map.find(key)) return c;
  return nullptr;
}

Value type_construct(Vm& vm, Args& args) {
  if (args.size() == 2 && args.kw.empty()) return Value::object(shown_type(vm, args[1]));
  auto* meta = cast<ClassObj>(args[0]);
  auto* bases = cast<TupleObj>(args[2]);
  auto* names = cast<DictObj>(args[3]);
  if (!meta || !bases || !names) return vm.unknown("type() with arguments that are not known");
  Args keywords;
  keywords.kw = args.kw;
  return vm.make_class(meta, args[1], bases->items, names, keywords);
}

Value type_call(Vm& vm, Args& args) {
  auto* cls = cast<ClassObj>(args[0]);
  if (!cls) return vm.raise(vm.types.type_error, "type.__call__ needs a class");
  Args rest;
  rest.pos.assign(args.pos.begin() + 1, args.pos.end());
  rest.kw = args.kw;
  rest.open_pos = args.open_pos;
  rest.open_kw = args.open_kw;
  return vm.construct(cls, rest);
}

Value type_init(Vm&, Args&) { return Value::none(); }
Value type_prepare(Vm& vm, Args&) { return Value::object(vm.new_dict()); }
Value build_class_native(Vm& vm, Args& args) { return vm.build_class(args); }

bool is_interpreted(Value method) {
  if (const auto* wrapped = cast<StaticMethodObj>(method)) method = wrapped->func;
  return cast<FunctionObj>(method) != nullptr;
}

}  // namespace

void register_build_class(Vm& vm) {
  vm.types.type->construct = type_construct;
  auto* new_static = vm.make<StaticMethodObj>(vm.types.static_method);
  new_static->func = vm.native("builtins.type.__new__", type_construct);
  vm.types.type->dict->map.set(vm.str("__new__"), Value::object(new_static));
  vm.define(vm.types.type, "__call__", type_call);
  vm.define(vm.types.type, "__init__", type_init);
  auto* prepare = vm.make<ClassMethodObj>(vm.types.class_method);
  prepare->func = vm.native("builtins.type.__prepare__", type_prepare);
  vm.types.type->dict->map.set(vm.str("__prepare__"), Value::object(prepare));
  vm.define(vm.builtins, "__build_class__", build_class_native);
}

Value Vm::build_class(Args& args) {
  auto* body = cast<FunctionObj>(args[0]);
  if (!body || args.size() < 2) return raise(types.type_error, "__build_class__: func must be a function");
  if (tracing()) observe(Event::ClassDefinition, args[1], "builtins.__build_class__");
  std::vector<Value> bases;
  Value original_bases;
  for (size_t i = 2; i < args.size(); ++i) {
    Value base = force(args[i]);
    if (base.null()) return {};
    if (!cast<ClassObj>(base) && !cast<UnknownObj>(base)) {
      Value entries = try_attr(base, intern("__mro_entries__"));
      if (raised()) return {};
      if (!entries.null() && !cast<UnknownObj>(entries)) {
        if (original_bases.null()) original_bases = tuple({args.pos.begin() + 2, args.pos.end()});
        Value replaced = call(entries, {original_bases});
        if (replaced.null()) return {};
        if (auto* t = cast<TupleObj>(replaced)) {
          for (Value v : t->items) bases.push_back(v);
          continue;
        }
      }
    }
    bases.push_back(base);
  }
  ClassObj* meta = nullptr;
  Args keywords;
  Value meta_value;
  for (auto& [k, v] : args.kw) {
    if (k->text == "metaclass") meta_value = force(v);
    else keywords.kw.emplace_back(k, v);
  }
  meta = cast<ClassObj>(meta_value);
  if (!meta) meta = types.type;
  for (Value base : bases)
    if (auto* c = cast<ClassObj>(base)) meta = most_derived(meta, c->cls);

  DictObj* names = nullptr;
  Value prepare = meta == types.type ? Value() : find_in_class(meta, intern("__prepare__"));
  if (auto* cm = cast<ClassMethodObj>(prepare); cm && cast<FunctionObj>(cm->func)) {
    Args prepare_args;
    prepare_args.pos = {args[1], tuple(bases)};
    prepare_args.kw = keywords.kw;
    Value made = call(bind_attr(prepare, Value(), meta), prepare_args);
    if (made.null()) return {};
    names = cast<DictObj>(made);
    if (auto* instance = cast<InstanceObj>(made)) names = cast<DictObj>(instance->payload);
  }
  if (!names) names = new_dict();

  Frame frame;
  frame.code = body->code;
  frame.function = nullptr;
  frame.module = body->module;
  frame.names = names;
  Value cell = run_class_body(frame, body);
  if (cell.null()) return {};
  if (!original_bases.null() && !names->map.find(str("__orig_bases__"))) names->map.set(str("__orig_bases__"), original_bases);

  Value result;
  if (meta == types.type) {
    result = make_class(meta, args[1], bases, names, keywords);
  } else {
    for (const char* step : {"__new__", "__init__"})
      if (is_interpreted(find_in_class(meta, intern(step)))) read_annotations(*this, names);
    Args call_args;
    call_args.pos = {args[1], tuple(bases), Value::object(names)};
    call_args.kw = keywords.kw;
    result = call(Value::object(meta), call_args);
  }
  if (result.null()) return {};
  if (auto* c = cast<CellObj>(cell); c && c->value.null()) {
    touch(c);
    c->value = result;
  }
  return result;
}

Value Vm::make_class(ClassObj* metaclass, Value name, std::vector<Value> bases, DictObj* names, Args& keywords) {
  auto* cls = make<ClassObj>(metaclass);
  cls->name = cls->qualname = name.is_str() ? std::string(text_of(name)) : std::string("?");
  cls->metaclass = metaclass;
  cls->dict = new_dict();
  for (const auto& entry : names->map.entries())
    if (!entry.key.null()) cls->dict->map.set(entry.key, entry.value);
  for (Value base : bases) {
    base = force(base);
    if (base.null()) return {};
    if (auto* c = cast<ClassObj>(base)) {
      bool duplicate = false;
      for (ClassObj* b : cls->bases) duplicate |= b == c;
      if (!duplicate) cls->bases.push_back(c);
    } else {
      cls->has_unknown_base = true;
    }
  }
  if (cls->bases.empty()) cls->bases.push_back(types.object);
  if (!linearise(cls)) return raise(types.type_error, "Cannot create a consistent method resolution order (MRO) for bases");
  for (ClassObj* c : cls->mro) {
    if (cls->layout == Layout::Plain && c->layout != Layout::Plain) cls->layout = c->layout;
    cls->has_unknown_base |= c->has_unknown_base;
    cls->has_getattr |= c->has_getattr;
    cls->has_getattribute |= c->has_getattribute;
    cls->has_setattr |= c->has_setattr;
    cls->metaclass = most_derived(cls->metaclass, c->metaclass);
  }
  cls->cls = cls->metaclass;
  for (ClassObj* base : cls->bases) base->subclasses.push_back(cls);
  const auto own = [&](const char* key) { return cls->dict->map.find(str(key)); };
  if (own("__getattr__")) cls->has_getattr = true;
  if (own("__getattribute__")) cls->has_getattribute = true;
  if (own("__setattr__")) cls->has_setattr = true;
  if (Value* v = own("__module__")) cls->module_name = *v;
  if (Value* v = own("__qualname__"); v && v->is_str()) cls->qualname = text_of(*v);
  if (own("__eq__") && !own("__hash__")) cls->dict->map.set(str("__hash__"), Value::none());
  // These are implicitly a class method and a static method.
  for (const char* special : {"__init_subclass__", "__class_getitem__"})
    if (Value* v = own(special); v && cast<FunctionObj>(*v)) {
      auto* cm = make<ClassMethodObj>(types.class_method);
      cm->func = *v;
      cls->dict->map.set(str(special), Value::object(cm));
    }
  if (Value* v = own("__new__"); v && cast<FunctionObj>(*v)) {
    auto* sm = make<StaticMethodObj>(types.static_method);
    sm->func = *v;
    cls->dict->map.set(str("__new__"), Value::object(sm));
  }
  const Value self = Value::object(cls);
  const auto entries = cls->dict->map.entries();  // a copy: __set_name__ may add names
  for (const auto& entry : entries) {
    if (entry.key.null() || !entry.value.is_object()) continue;
    if (auto* fn = cast<FunctionObj>(entry.value); fn && !fn->owner) fn->owner = cls;
    if (auto* p = cast<PropertyObj>(entry.value); p && p->cached && p->cache_name.null()) p->cache_name = entry.key;
    if (auto* instance = cast<InstanceObj>(entry.value)) {
      Value hook = find_in_class(type_of(entry.value), intern("__set_name__"));
      if (!hook.null() && call(hook, {Value::object(instance), self, entry.key}).null()) return {};
    }
  }
  // super().__init_subclass__(**keywords)
  for (size_t i = 1; i < cls->mro.size(); ++i) {
    Value* hook = cls->mro[i]->dict->map.find(str("__init_subclass__"));
    if (!hook) continue;
    Args hook_args;
    hook_args.kw = keywords.kw;
    if (call(bind_attr(*hook, Value(), cls), hook_args).null()) return {};
    break;
  }
  return self;
}

Value Vm::allocate_instance(ClassObj* cls, Args& args) {
  InstanceObj* instance = new_instance(cls);
  switch (cls->layout) {
    case Layout::List: instance->payload = list({}); break;
    case Layout::Dict: instance->payload = Value::object(new_dict()); break;
    case Layout::Set: instance->payload = Value::object(new_set()); break;
    case Layout::Exception: instance->payload = tuple(args.pos); break;
    case Layout::Module: {
      auto* module = make<ModuleObj>(cls);
      module->dict = new_dict();
      module->state = ModuleObj::State::Loaded;
      return Value::object(module);
    }
    case Layout::Int:
    case Layout::Float:
    case Layout::Str:
    case Layout::Bytes:
    case Layout::Tuple: {
      for (ClassObj* c : cls->mro) {
        if (!c->native || !c->construct) continue;
        Args base = args;
        base.pos.insert(base.pos.begin(), Value::object(c));
        instance->payload = c->construct(*this, base);
        if (instance->payload.null()) return {};
        break;
      }
      break;
    }
    default: break;
  }
  return Value::object(instance);
}

Value Vm::construct(ClassObj* cls, Args& args) {
  // The nearest of a user-defined __new__ and a native constructor decides how the object is made.
  const Value new_key = str("__new__");
  Value object;
  bool native_made = false;
  for (ClassObj* c : cls->mro) {
    if (c == types.object) break;
    Value* raw = c->dict->map.find(new_key);
    auto* as_static = raw ? cast<StaticMethodObj>(*raw) : nullptr;
    const bool user_new = raw && (cast<FunctionObj>(*raw) || (as_static && cast<FunctionObj>(as_static->func)));
    const bool native_new = as_static && cast<NativeObj>(as_static->func) && !c->construct;
    if (user_new || native_new) {
      Args with_class = args;
      with_class.pos.insert(with_class.pos.begin(), Value::object(cls));
      object = call(bind_attr(*raw, Value(), cls), with_class);
      if (object.null()) return {};
      if (type_of(object) != cls && !type_of(object)->is_subclass_of(cls)) return object;
      break;
    }
    if (c->native && c->construct &&
        (c == cls || c->layout == Layout::Opaque || c->layout == Layout::Tensor || c->layout == Layout::Plain ||
         c->layout == Layout::Type)) {
      Args with_class = args;
      with_class.pos.insert(with_class.pos.begin(), Value::object(cls));
      object = c->construct(*this, with_class);
      native_made = true;
      if (object.null()) return {};
      break;
    }
  }
  if (object.null()) {
    object = allocate_instance(cls, args);
    if (object.null()) return {};
  }
  ClassObj* init_class = definer(*this, cls, "__init__");
  if (!init_class) {
    if (cls->has_unknown_base) observe(Event::OpaqueCall, object, cls->qualname, nullptr, "constructor of a class with an unresolved base");
    return object;
  }
  Value init = *init_class->dict->map.find(str("__init__"));
  if (native_made && cast<NativeObj>(init)) return object;
  if (cast<UnknownObj>(object)) return object;
  Args init_args = args;
  Value bound = bind_attr(init, object, cls);
  if (bound.null()) return {};
  const Value done = call(bound, init_args);
  if (done.null()) return {};
  if (cast<UnknownObj>(done) && !cast<NativeObj>(init)) open_attributes(*this, object, done);
  return object;
}

}  // namespace graphlift::interp
