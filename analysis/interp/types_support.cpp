// Helpers that operators, containers and built-in types share.
#include "analysis/interp/types_support.h"

namespace graphlift::interp {

void Facts::add(const Vm& vm, Value v) {
  when = interp::join(when, vm.when(v));
  if (!origin.valid()) origin = vm.origin(v);
  if (const auto* s = cast<SymObj>(v)) rng |= s->rng;
  if (const auto* t = cast<TensorObj>(v)) rng |= t->rng;
}

Value Facts::sym(Vm& vm, ClassObj* type) const {
  const Value v = vm.sym(type, when, origin);
  if (rng) static_cast<SymObj*>(v.o)->rng = true;
  return v;
}

Facts facts_of(const Vm& vm, std::initializer_list<Value> values) {
  Facts facts;
  for (Value v : values) facts.add(vm, v);
  return facts;
}

Value plain(Value v) {
  if (v.tag != Tag::Object || v.o->kind != ObjKind::Instance) return v;
  const auto* instance = static_cast<const InstanceObj*>(v.o);
  if (instance->payload.null() || instance->cls == nullptr) return v;
  switch (instance->cls->layout) {
    case Layout::Int:
    case Layout::Float:
    case Layout::Str:
    case Layout::Bytes:
    case Layout::Tuple:
    case Layout::List:
    case Layout::Dict:
    case Layout::Set: return instance->payload;
    default: return v;
  }
}

Value override_of(Vm& vm, Value self, std::string_view name, bool by_ops) {
  if (self.tag != Tag::Object) return {};
  switch (self.o->kind) {
    case ObjKind::Instance:
    case ObjKind::Opaque:
    case ObjKind::Tensor:
    case ObjKind::Sym:
    case ObjKind::Iterator:
    case ObjKind::Module: break;
    case ObjKind::Class:
      if (self.o->cls == vm.types.type) return {};
      break;
    default: return {};
  }
  const Value found = vm.find_in_class(vm.type_of(self), vm.intern(name));
  if (found.null()) return {};
  if (const auto* native = cast<NativeObj>(found); native && (by_ops || native->qualified.starts_with("builtins."))) return {};
  return found;
}

Value call_override(Vm& vm, Value found, Value self, std::string_view name, std::initializer_list<Value> args) {
  Args call;
  const auto* native = cast<NativeObj>(found);
  if (cast<FunctionObj>(found) != nullptr || (native != nullptr && native->is_method)) {
    call.pos.push_back(self);
    call.pos.insert(call.pos.end(), args.begin(), args.end());
    return vm.call(found, call);
  }
  call.pos.assign(args.begin(), args.end());
  if (const auto* method = cast<StaticMethodObj>(found)) return vm.call(method->func, call);
  const Value bound = vm.get_attr(self, vm.intern(name));
  return bound.null() ? bound : vm.call(bound, call);
}

bool may_define_more(Vm& vm, Value v) { return v.is_object() && vm.type_of(v)->has_unknown_base; }

std::string type_name(Vm& vm, Value v) { return vm.type_of(v)->name; }

Value type_error(Vm& vm, std::string message) { return vm.raise(vm.types.type_error, std::move(message)); }

Index to_index(Vm& vm, Value v, int64_t& out, const char* what) {
  v = plain(v);
  if (v.is_integral()) {
    out = v.as_int();
    return Index::Known;
  }
  if (const Value found = override_of(vm, v, "__index__"); !found.null()) {
    const Value result = call_override(vm, found, v, "__index__", {});
    if (result.null()) return Index::Error;
    if (plain(result).is_integral()) {
      out = plain(result).as_int();
      return Index::Known;
    }
    return Index::Abstract;
  }
  if (const auto* alternatives = cast<UnionObj>(v)) {
    for (Value option : alternatives->options)
      if (plain(option).is_integral() || !vm.concrete(option)) return Index::Abstract;
  } else if (const auto* sym = cast<SymObj>(v)) {
    if (sym->cls->layout == Layout::Int || sym->cls->layout == Layout::Plain || sym->cls->layout == Layout::Opaque) return Index::Abstract;
  } else if (!vm.concrete(v) || may_define_more(vm, v)) {
    return Index::Abstract;
  }
  vm.raise(vm.types.type_error, what ? std::string(what) + ", not " + type_name(vm, v)
                                     : "'" + type_name(vm, v) + "' object cannot be interpreted as an integer");
  return Index::Error;
}

void uses_number(Vm& vm, Value number, NumberUse use) {
  const auto* sym = cast<SymObj>(number);
  if (!sym || sym->when != When::Data || sym->cls->is_subclass_of(vm.types.str) || !vm.tracing()) return;
  // What Dynamo says of a number out of a tensor, and of one that was drawn at random.
  struct Use {
    const char *api, *of_data, *of_random;
  };
  constexpr Use kUses[] = {{"builtins.range", "UserError", "GB4841"},
                           {"builtins.list.__getitem__", "GuardOnDataDependentSymNode", "GB0178"},
                           {"builtins.list.__mul__", "UserError", "GB0213"},
                           {"builtins.dict.__getitem__", "UserError", "GB0088"}};
  const Use& what = kUses[size_t(use)];
  vm.observe(use == NumberUse::Range ? Event::LoopBound : Event::Scalarize, number, what.api, sym->rng ? what.of_random : what.of_data);
}

Value index_value(Vm& vm, Value v) {
  v = plain(v);
  if (v.is_integral()) return Value::integer(v.as_int());
  if (const Value found = override_of(vm, v, "__index__"); !found.null()) return call_override(vm, found, v, "__index__", {});
  int64_t ignored = 0;
  if (to_index(vm, v, ignored) == Index::Error) return {};
  if (const auto* s = cast<SymObj>(v); s && s->cls == vm.types.integer) return v;
  return sym_like(vm, vm.types.integer, {v});
}

void mutating(Vm& vm, Object* object, Value stored) {
  vm.touch(object);
  if (vm.tracing()) vm.observe({.event = Event::ContainerStore, .subject = Value::object(object), .stored = stored});
}

Value list_of(Vm& vm, Collected&& items) {
  const Value list = vm.list(std::move(items.items));
  auto* object = static_cast<ListObj*>(list.o);
  object->open = items.open;
  object->rest = items.rest;
  return list;
}

Value tuple_of(Vm& vm, Collected&& items) {
  if (!items.open) return vm.tuple(std::move(items.items));
  Facts facts;
  facts.add(vm, items.rest);
  for (Value v : items.items) facts.add(vm, v);
  if (facts.when == When::Const) facts.when = When::Unknown;
  return facts.sym(vm, vm.types.tuple);
}

bool extend_list(Vm& vm, ListObj* list, Value iterable) {
  Collected more;
  if (!gather(vm, iterable, more)) return false;
  mutating(vm, list);
  if (list->open) {
    for (Value v : more.items) list->rest = vm.join(list->rest, v, When::Unknown);
    list->rest = vm.join(list->rest, more.rest, When::Unknown);
    return true;
  }
  list->items.insert(list->items.end(), more.items.begin(), more.items.end());
  list->open = more.open;
  list->rest = more.rest;
  return true;
}

void define_getter(Vm& vm, ClassObj* cls, std::string_view name, NativeFn get, NativeFn set, NativeFn del) {
  auto* property = vm.make<PropertyObj>(vm.types.property);
  const std::string qualified = std::string(text_of(cls->module_name)) + "." + cls->qualname + "." + std::string(name);
  property->get = vm.native(qualified, get);
  property->set = set ? vm.native(qualified, set) : Value::none();
  property->del = del ? vm.native(qualified, del) : Value::none();
  property->doc = Value::none();
  cls->dict->map.set(vm.str(name), Value::object(property));
}

// A tuple class with a type of its items answers slices, sums and multiples of itself in kind; any other gives plain tuples.
Value tuple_like(Vm& vm, const TupleObj* model, std::vector<Value> items) {
  if (model->cls == vm.types.tuple || !model->cls->item_type) return vm.tuple(std::move(items));
  auto* out = vm.make<TupleObj>(model->cls);
  out->items = std::move(items);
  return Value::object(out);
}

Value instance_with(Vm& vm, ClassObj* cls, Value payload) {
  if (cls == vm.type_of(payload)) return payload;
  InstanceObj* instance = vm.new_instance(cls);
  instance->payload = payload;
  return Value::object(instance);
}

}  // namespace graphlift::interp
