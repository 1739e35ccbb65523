// copy: shallow and deep copies of abstract objects, with the memo that keeps shared and cyclic parts shared.
#include "analysis/interp/tensor.h"
#include "analysis/stdlib/define.h"

namespace graphlift::stdlib {
namespace {

// Functions, classes, modules and values without parts are their own copies.
bool atomic(Value v) {
  if (!v.is_object()) return true;
  switch (v.o->kind) {
    case ObjKind::Bytes:
    case ObjKind::Complex:
    case ObjKind::Range:
    case ObjKind::Function:
    case ObjKind::Native:
    case ObjKind::Class:
    case ObjKind::Module:
    case ObjKind::Cell:
    case ObjKind::Property:
    case ObjKind::ClassMethod:
    case ObjKind::StaticMethod:
    case ObjKind::Code:
    case ObjKind::LazyImport:
    case ObjKind::Sym:
    case ObjKind::Unknown:
    case ObjKind::Opaque:
    case ObjKind::Slice: return true;
    default: return false;
  }
}

// A user's method `name`; Null when there is none or only the machine's own.
Value user_hook(Vm& vm, Value v, std::string_view name) {
  if (!v.is_object()) return {};
  const Value found = vm.find_in_class(vm.type_of(v), vm.intern(name));
  if (auto* native = cast<NativeObj>(found); native && native->qualified.starts_with("builtins.object.")) return {};
  return found;
}

struct Copier {
  Vm& vm;
  DictObj* memo;
  bool deep;
  uint32_t depth = 0;

  static Value key_of(Value v) { return Value::integer(int64_t(reinterpret_cast<uintptr_t>(v.o) >> 4)); }

  Value part(Value v) { return deep ? copy(v) : v; }
  void remember(Value original, Value made) {
    if (deep) memo->map.set(key_of(original), made);
  }

  bool fill(DictObj* from, DictObj* to) {
    for (const auto& e : std::vector<Dict::Entry>(from->map.entries())) {
      if (e.key.null()) continue;
      const Value key = part(e.key), value = part(e.value);
      if (key.null() || value.null()) return false;
      to->map.set(key, value);
    }
    to->open = from->open;
    to->rest = from->rest;
    to->default_factory = from->default_factory;
    return true;
  }

  Value instance(Value v) {
    auto* from = static_cast<InstanceObj*>(v.o);
    // The state protocol of pickling, where the class defines its side of it.
    const Value reduce = user_hook(vm, v, "__reduce_ex__"), plain_reduce = user_hook(vm, v, "__reduce__");
    if (cast<FunctionObj>(reduce) || cast<FunctionObj>(plain_reduce)) return reduced(v, cast<FunctionObj>(reduce) != nullptr);
    InstanceObj* to = vm.new_instance(from->cls);
    const Value made = Value::object(to);
    remember(v, made);
    to->native_state = from->native_state;
    if (!from->payload.null()) {
      to->payload = deep ? copy(from->payload) : Copier{vm, memo, false}.copy(from->payload);
      if (to->payload.null()) return {};
    }
    const Value get_state = user_hook(vm, v, "__getstate__");
    Value state;
    if (cast<FunctionObj>(get_state)) {
      state = vm.call_method(v, "__getstate__", {});
      if (state.null()) return {};
      state = part(state);
    } else if (from->dict) {
      DictObj* attributes = vm.new_dict();
      if (!fill(from->dict, attributes)) return {};
      state = Value::object(attributes);
    }
    if (state.null() || state.is_none()) return made;
    if (cast<FunctionObj>(user_hook(vm, v, "__setstate__")) || cast<NativeObj>(user_hook(vm, v, "__setstate__"))) {
      return vm.call_method(made, "__setstate__", {state}).null() ? Value() : made;
    }
    if (auto* attributes = cast<DictObj>(state)) {
      if (to->dict)
        for (const auto& e : attributes->map.entries()) {
          if (!e.key.null()) to->dict->map.set(e.key, e.value);
        }
      else to->dict = attributes == from->dict ? copy_dict(vm, attributes) : attributes;
    }
    return made;
  }

  Value reduced(Value v, bool extended) {
    const Value r = extended ? vm.call_method(v, "__reduce_ex__", {Value::integer(4)}) : vm.call_method(v, "__reduce__", {});
    if (r.null()) return {};
    if (r.is_str()) return v;
    auto* t = cast<TupleObj>(r);
    if (!t || t->items.size() < 2) return vm.unknown("a copy by __reduce__ whose result is not known");
    Args call;
    if (auto* args = cast<TupleObj>(part(t->items[1]))) call.pos = args->items;
    const Value made = vm.call(t->items[0], call);
    if (made.null()) return {};
    remember(v, made);
    if (t->items.size() > 2 && !t->items[2].is_none()) {
      const Value state = part(t->items[2]);
      if (state.null()) return {};
      if (!user_hook(vm, made, "__setstate__").null()) {
        if (vm.call_method(made, "__setstate__", {state}).null()) return {};
      } else if (auto* attributes = cast<DictObj>(state)) {
        if (DictObj* to = vm.attributes_of(made, true))
          for (const auto& e : attributes->map.entries())
            if (!e.key.null()) to->map.set(e.key, e.value);
      }
    }
    if (t->items.size() > 4 && !t->items[4].is_none()) {
      Collected pairs;
      if (!gather(vm, t->items[4], pairs)) return {};
      for (Value p : pairs.items)
        if (auto* kv = cast<TupleObj>(p); kv && kv->items.size() == 2)
          if (!vm.set_item(made, part(kv->items[0]), part(kv->items[1]))) return {};
    }
    return made;
  }

  Value copy(Value v) {
    if (atomic(v)) return v;
    if (deep) {
      if (const Value* known = memo->map.find(key_of(v))) return *known;
      if (++depth > 400) return vm.unknown("a deep copy nested deeper than the analysis follows");
    }
    const Value made = fresh(v);
    if (deep) --depth;
    if (deep && !made.null()) remember(v, made);
    return made;
  }

  Value fresh(Value v) {
    if (const Value hook = user_hook(vm, v, deep ? "__deepcopy__" : "__copy__"); !hook.null()) {
      if (!deep) return vm.call_method(v, "__copy__", {});
      return vm.call_method(v, "__deepcopy__", {Value::object(memo)});
    }
    switch (v.o->kind) {
      case ObjKind::Tuple: {
        if (!deep) return v;
        std::vector<Value> items = static_cast<TupleObj*>(v.o)->items;
        bool changed = false;
        for (Value& item : items) {
          const Value c = copy(item);
          if (c.null()) return {};
          changed |= !c.same(item);
          item = c;
        }
        return changed ? vm.tuple(std::move(items)) : v;
      }
      case ObjKind::List: {
        auto* from = static_cast<ListObj*>(v.o);
        auto* to = vm.make<ListObj>(from->cls);
        remember(v, Value::object(to));
        for (Value item : std::vector<Value>(from->items)) {
          to->items.push_back(part(item));
          if (to->items.back().null()) return {};
        }
        to->open = from->open;
        to->rest = from->rest;
        return Value::object(to);
      }
      case ObjKind::Dict: {
        auto* from = static_cast<DictObj*>(v.o);
        auto* to = vm.make<DictObj>(from->cls);
        remember(v, Value::object(to));
        return fill(from, to) ? Value::object(to) : Value();
      }
      case ObjKind::Set: {
        auto* from = static_cast<SetObj*>(v.o);
        auto* to = vm.make<SetObj>(from->cls);
        to->map = from->map;
        to->open = from->open;
        return Value::object(to);
      }
      case ObjKind::BoundMethod: {
        auto* m = static_cast<BoundMethodObj*>(v.o);
        if (!deep) return v;
        const Value self = copy(m->self);
        return self.null() ? self : vm.bound_method(m->func, self);
      }
      case ObjKind::Union: {
        auto* u = static_cast<UnionObj*>(v.o);
        Value all;
        for (Value option : std::vector<Value>(u->options)) {
          const Value c = copy(option);
          if (c.null()) return {};
          all = vm.join(all, c, u->when);
        }
        return all;
      }
      case ObjKind::Tensor: {
        auto* from = static_cast<TensorObj*>(v.o);
        auto* to = vm.make<TensorObj>(from->cls, *from);
        if (deep) to->storage = vm.new_storage();
        if (from->attrs) to->attrs = copy_dict(vm, from->attrs);
        return Value::object(to);
      }
      case ObjKind::Generator:
      case ObjKind::Iterator: return deep ? vm.raise(vm.types.type_error, "cannot pickle '" + vm.type_of(v)->name + "' object") : v;
      case ObjKind::Instance: return instance(v);
      default: return v;
    }
  }
};

Value shallow(Vm& vm, Args& a) {
  Value x;
  if (!a.bind(vm, "x", {&x})) return {};
  if (auto* d = cast<DictObj>(x); d && d->cls == vm.types.mapping_proxy) return Value::object(copy_dict(vm, d));
  return Copier{vm, nullptr, false}.copy(x);
}

Value deep(Vm& vm, Args& a) {
  Value x, memo, nil;
  if (!a.bind(vm, "x, memo=, _nil=", {&x, &memo, &nil})) return {};
  DictObj* known = cast<DictObj>(plain(memo));
  return Copier{vm, known ? known : vm.new_dict(), true}.copy(x);
}

}  // namespace

void init_copy(Vm& vm, ModuleObj* module) {
  Module m{vm, module};
  m.fn("copy", shallow);
  m.fn("deepcopy", deep);
  m.set("Error", m.exception("Error", vm.types.exception));
  m.set("error", m.get("Error"));
}

}  // namespace graphlift::stdlib
