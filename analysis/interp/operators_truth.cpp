// Truth and hash of values.
#include <cmath>
#include <optional>

#include "analysis/base/fnv.h"
#include "analysis/interp/types_support.h"

namespace graphlift::interp {
namespace {

Truth decided(bool yes) {
  Truth t;
  t.value = yes ? Tri::Yes : Tri::No;
  return t;
}

Truth undecided(const Vm& vm, Value v) {
  Truth t;
  t.when = vm.when(v);
  t.origin = vm.origin(v);
  return t;
}

Truth failed() {
  Truth t;
  t.raised = true;
  return t;
}

Truth of_size(size_t listed, bool open) {
  if (listed != 0 || !open) return decided(listed != 0);
  Truth t;
  t.when = When::Unknown;
  return t;
}

Truth of_union(Vm& vm, UnionObj* alternatives) {
  bool yes = false, no = false;
  Truth out = undecided(vm, Value::object(alternatives));
  for (Value option : std::vector<Value>(alternatives->options)) {
    const Truth one = vm.truth(option);
    if (one.raised) {
      vm.clear_exception();
      continue;
    }
    yes |= one.value != Tri::No;
    no |= one.value != Tri::Yes;
    if (one.value == Tri::Maybe) {
      out.when = interp::join(out.when, one.when);
      if (!out.origin.valid()) out.origin = one.origin;
    }
  }
  if (yes != no) return decided(yes);
  return out;
}

}  // namespace

Truth native_truth(Vm& vm, Value v, bool& handled) {
  handled = true;
  switch (v.tag) {
    case Tag::None:
    case Tag::Null: return decided(false);
    case Tag::Bool:
    case Tag::Int: return decided(v.as_int() != 0);
    case Tag::Float: return decided(v.f != 0);
    case Tag::Str: return decided(!text_of(v).empty());
    case Tag::NotImplemented:
    case Tag::Ellipsis: return decided(true);
    case Tag::Object: break;
  }
  switch (v.o->kind) {
    case ObjKind::Bytes: return decided(!static_cast<BytesObj*>(v.o)->data.empty());
    case ObjKind::Complex: return decided(static_cast<ComplexObj*>(v.o)->re != 0 || static_cast<ComplexObj*>(v.o)->im != 0);
    case ObjKind::Tuple: return decided(!static_cast<TupleObj*>(v.o)->items.empty());
    case ObjKind::List: return of_size(static_cast<ListObj*>(v.o)->items.size(), static_cast<ListObj*>(v.o)->open);
    case ObjKind::Dict: return of_size(static_cast<DictObj*>(v.o)->map.size(), static_cast<DictObj*>(v.o)->open);
    case ObjKind::Set: return of_size(static_cast<SetObj*>(v.o)->map.size(), static_cast<SetObj*>(v.o)->open);
    case ObjKind::Range: return decided(static_cast<RangeObj*>(v.o)->size() != 0);
    case ObjKind::Union: return of_union(vm, static_cast<UnionObj*>(v.o));
    case ObjKind::Sym:
    case ObjKind::Unknown:
    case ObjKind::Tensor: return undecided(vm, v);
    case ObjKind::Instance:
    case ObjKind::Opaque:
    case ObjKind::Class: handled = false; return decided(true);
    default: return decided(true);
  }
}

Truth Vm::truth(Value v) {
  if (!v.is_object()) {
    bool handled = false;
    return native_truth(*this, v, handled);
  }
  if (v.o->kind == ObjKind::LazyImport) {
    v = force(v);
    if (v.null()) return failed();
  }
  const TypeOps* ops = ops_of(v);
  if (const Value found = override_of(*this, v, "__bool__", ops && ops->truth); !found.null()) {
    const Value answer = call_override(*this, found, v, "__bool__", {});
    if (answer.null()) return failed();
    if (concrete(answer) && !answer.is_bool()) {
      type_error(*this, "__bool__ should return bool, returned " + type_name(*this, answer));
      return failed();
    }
    return truth(answer);
  }
  if (ops && ops->truth) return ops->truth(*this, v);
  if (const Value found = override_of(*this, v, "__len__", ops && ops->length); !found.null()) {
    const Value size = call_override(*this, found, v, "__len__", {});
    return size.null() ? failed() : truth(size);
  }
  if (ops && ops->length) {
    const Value size = ops->length(*this, v);
    return size.null() ? failed() : truth(size);
  }
  bool handled = false;
  const Truth t = native_truth(*this, plain(v), handled);
  if (handled) return t;
  if (may_define_more(*this, v)) {
    Truth unsure;
    unsure.when = When::Unknown;
    return unsure;
  }
  return decided(true);
}

namespace {

int64_t text_hash(std::string_view text) {
  Fnv hash;
  hash.add_bytes(text);
  return int64_t(hash.value() ^ (hash.value() >> 29));
}

// What takes the place of a hash that changes from run to run.
struct KeyHash {
  uint64_t value = 0;
  bool decides = false;  // values that hash otherwise are not equal
};
constexpr uint32_t kIsHash = 0x80000000u, kDecides = 0x40000000u;

bool keep(KeyHash& all, const std::optional<KeyHash>& one, bool ordered) {
  if (!one) return false;
  all.value = ordered ? (all.value ^ one->value) * 0x9e3779b97f4a7c15u + 0x345678 : all.value ^ one->value;
  all.decides &= one->decides;
  return true;
}

bool compares_by_identity(Vm& vm, Value v) {
  const TypeOps* ops = vm.ops_of(v);
  return cast<InstanceObj>(v) && !(ops && ops->compare) && override_of(vm, v, "__eq__").null() && !may_define_more(vm, v);
}

// Nothing when it is not known, or an exception is set.
std::optional<KeyHash> key_hash(Vm& vm, Value v, uint32_t depth) {
  if (depth > 20) return std::nullopt;
  const Value found = depth == 0 ? Value() : override_of(vm, v, "__hash__");
  if (!found.null() && !found.is_none()) {
    const Value h = call_override(vm, found, v, "__hash__", {});
    if (h.null()) return std::nullopt;
    if (h.is_int()) return KeyHash{hash_of(h), true};
    const auto* sym = cast<SymObj>(h);
    if (!sym || !(sym->symbol & kIsHash)) return std::nullopt;
    return KeyHash{sym->symbol * 0x9e3779b97f4a7c15u, (sym->symbol & kDecides) != 0};
  }
  const Value p = plain(v);
  if (auto* tuple = cast<TupleObj>(p)) {
    KeyHash all{tuple->items.size(), true};
    for (Value item : tuple->items)
      if (!keep(all, key_hash(vm, item, depth + 1), true)) return std::nullopt;
    return all;
  }
  if (auto* set = cast<SetObj>(p); set && !set->open) {
    KeyHash all{set->map.size(), true};
    for (const auto& entry : set->map.entries())
      if (!entry.key.null() && !keep(all, key_hash(vm, entry.key, depth + 1), false)) return std::nullopt;
    return all;
  }
  if (!hashable_known(p)) return std::nullopt;
  if (const auto* instance = cast<InstanceObj>(p); instance && instance->dict) {  // list[int] and its kind
    const Value* args = instance->dict->map.find(vm.str("__args__"));
    const Value* origin = instance->dict->map.find(vm.str("__origin__"));
    const TypeOps* ops = vm.ops_of(p);
    if (auto* items = args && ops && ops->compare ? cast<TupleObj>(*args) : nullptr) {
      const bool ordered = origin && cast<ClassObj>(*origin);
      KeyHash all{hash_of(origin ? *origin : Value::none()), true};
      for (Value item : items->items)
        if (!keep(all, key_hash(vm, item, depth + 1), ordered)) return std::nullopt;
      return all;
    }
  }
  // Objects that compare by identity, and immediate values.
  const bool identity = !p.is_object() || cast<ClassObj>(p) || cast<FunctionObj>(p) || cast<NativeObj>(p) || cast<ModuleObj>(p) ||
                        compares_by_identity(vm, p);
  return KeyHash{hash_of(p), identity};
}

}  // namespace

bool hashes_differ(Value a, Value b) {
  const auto* x = cast<SymObj>(a);
  const auto* y = cast<SymObj>(b);
  constexpr uint32_t kBoth = kIsHash | kDecides;
  return x && y && (x->symbol & y->symbol & kBoth) == kBoth && x->symbol != y->symbol;
}

Value native_hash(Vm& vm, Value v) {
  constexpr int64_t kModulus = (int64_t(1) << 61) - 1;
  if (!check_hashable(vm, v)) return {};
  const Value p = plain(v);
  if (p.is_integral()) {
    const int64_t i = p.as_int();
    const int64_t h = i < 0 ? -int64_t((uint64_t(0) - uint64_t(i)) % uint64_t(kModulus)) : i % kModulus;
    return Value::integer(h == -1 ? -2 : h);
  }
  if (p.is_float() && std::fabs(p.f) < 9e18 && p.f == std::trunc(p.f)) return native_hash(vm, Value::integer(int64_t(p.f)));
  // The seed of text hashes changes from run to run; one of the values that it could have stands for all.
  if (p.is_str()) return Value::integer(text_hash(text_of(p)));
  if (const auto* bytes = cast<BytesObj>(p)) return Value::integer(text_hash(bytes->data));
  // Everything else hashes by address, or by the hashes of what it holds.
  // Equal keys have equal hashes all the same, which the symbol says.
  const Value out = sym_like(vm, vm.types.integer, {p});
  const std::optional<KeyHash> key = key_hash(vm, p, 0);
  if (vm.raised()) return {};
  if (key) static_cast<SymObj*>(out.o)->symbol = (uint32_t(key->value >> 32) & (kDecides - 1)) | kIsHash | (key->decides ? kDecides : 0);
  return out;
}

Value Vm::hash(Value v) {
  v = force(v);
  if (v.null()) return {};
  if (const Value found = override_of(*this, v, "__hash__"); !found.null() && !found.is_none())
    return call_override(*this, found, v, "__hash__", {});
  return native_hash(*this, v);
}

}  // namespace graphlift::interp
