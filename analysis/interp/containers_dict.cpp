// Keyed access for dicts and sets: user-defined equality, keys that are not known, contents that are not complete.
#include "analysis/interp/types_support.h"
#include "analysis/interp/visit.h"

namespace graphlift::interp {
namespace {

struct EqualityWalk;
struct HashabilityWalk;

// Does equality of this key need a user's `__eq__`?
bool custom_equality(Vm& vm, Value key) {
  if (auto* t = cast<TupleObj>(key)) {
    const Visit<EqualityWalk> visit;
    if (visit.too_far()) return false;
    for (Value item : t->items)
      if (custom_equality(vm, item)) return true;
    return false;
  }
  return cast<InstanceObj>(key) && !override_of(vm, key, "__eq__").null();
}

bool unhashable(Vm& vm, Value key, Value& culprit) {
  const Value p = plain(key);
  if (cast<ListObj>(p) || cast<DictObj>(p) || (cast<SetObj>(p) && p.o->cls == vm.types.set)) {
    culprit = key;
    return override_of(vm, key, "__hash__").null();
  }
  if (auto* t = cast<TupleObj>(p)) {
    const Visit<HashabilityWalk> visit;
    if (visit.too_far()) return false;
    for (Value item : t->items)
      if (unhashable(vm, item, culprit)) return true;
  }
  if (cast<InstanceObj>(key)) {
    culprit = key;
    const Value found = vm.find_in_class(vm.type_of(key), vm.intern("__hash__"));
    return found.is_none();
  }
  return false;
}

}  // namespace

bool check_hashable(Vm& vm, Value key) {
  if (!key.is_object()) return true;
  Value culprit;
  if (!unhashable(vm, key, culprit)) return true;
  type_error(vm, "unhashable type: '" + type_name(vm, culprit) + "'");
  return false;
}

Found find_key(Vm& vm, const Dict& map, Value key, Value& key_in_map) {
  const bool decidable = hashable_known(key);
  if (!decidable) uses_number(vm, key, NumberUse::Key);
  if (decidable) {
    if (map.find(key) != nullptr) {
      key_in_map = key;
      return Found::Yes;
    }
    if (!key.is_object() || !custom_equality(vm, key)) return Found::No;
  }
  bool maybe = false;
  std::vector<Value> keys;
  for (const auto& e : map.entries())
    if (!e.key.null()) keys.push_back(e.key);
  for (Value candidate : keys) {
    const Verdict same = equals(vm, candidate, key);
    if (same.raised) return Found::Error;
    if (same.value == Tri::Yes) {
      key_in_map = candidate;
      return Found::Yes;
    }
    maybe |= same.value == Tri::Maybe;
  }
  return maybe ? Found::Maybe : Found::No;
}

Value any_item(Vm& vm, const DictObj* dict, When when) {
  Value out = dict->rest;
  for (const auto& e : dict->map.entries())
    if (!e.key.null()) out = vm.join(out, e.value, when);
  if (out.null() && dict->open) out = vm.unknown("item of a dict whose keys are not all known");
  return out;
}

Found dict_get(Vm& vm, DictObj* dict, Value key, Value& out) {
  if (key.is_str()) {
    if (const Value* v = dict->map.find(key)) {
      out = *v;
      return Found::Yes;
    }
  } else {
    Value at;
    const Found found = find_key(vm, dict->map, key, at);
    if (found == Found::Error) return found;
    if (found == Found::Yes) {
      out = *dict->map.find(at);
      return found;
    }
    if (found == Found::Maybe) {
      const When when = vm.when(key);
      out = any_item(vm, dict, when == When::Const ? When::Unknown : when);
      return found;
    }
  }
  if (!dict->open) return Found::No;
  out = dict->rest.null() ? vm.unknown("item of a dict whose keys are not all known") : dict->rest;
  return Found::Maybe;
}

bool dict_set(Vm& vm, DictObj* dict, Value key, Value value) {
  if (key.is_str()) {
    mutating(vm, dict, value);
    dict->map.set(key, value);
    return true;
  }
  if (!check_hashable(vm, key)) return false;
  Value at;
  const Found found = find_key(vm, dict->map, key, at);
  if (found == Found::Error) return false;
  mutating(vm, dict, value);
  if (found == Found::Yes) {
    dict->map.set(at, value);
    return true;
  }
  if (found == Found::No && hashable_known(key)) {
    dict->map.set(key, value);
    return true;
  }
  const When when = vm.when(key);
  std::vector<Value> touched;
  for (const auto& e : dict->map.entries())
    if (!e.key.null()) touched.push_back(e.key);
  for (Value candidate : touched) {
    const Verdict same = equals(vm, candidate, key);
    if (same.raised) return false;
    if (same.value == Tri::No) continue;
    if (Value* slot = dict->map.find(candidate)) *slot = vm.join(*slot, value, when);
  }
  dict->open = true;
  dict->rest = vm.join(dict->rest, value, when);
  return true;
}

Found dict_remove(Vm& vm, DictObj* dict, Value key, Value& removed) {
  if (!check_hashable(vm, key)) return Found::Error;
  Value at;
  const Found found = find_key(vm, dict->map, key, at);
  if (found == Found::Error) return found;
  if (found == Found::Yes) {
    mutating(vm, dict);
    removed = *dict->map.find(at);
    dict->map.erase(at);
    return found;
  }
  if (found == Found::Maybe || dict->open) {
    removed = any_item(vm, dict, When::Unknown);
    if (found == Found::Maybe) {
      // Any of the listed keys may be gone now: they stay as values of an unknown key.
      mutating(vm, dict);
      dict->map.clear();
      dict->open = true;
      dict->rest = removed;
    }
    return Found::Maybe;
  }
  return Found::No;
}

DictObj* copy_dict(Vm& vm, const DictObj* from) {
  DictObj* copy = vm.new_dict();
  copy->map = from->map;
  copy->open = from->open;
  copy->rest = from->rest;
  return copy;
}

bool dict_update(Vm& vm, DictObj* dict, Value source) {
  const Value p = plain(source);
  if (auto* other = cast<DictObj>(p); other && override_of(vm, source, "keys").null()) {
    const auto entries = other->map.entries();
    const bool open = other->open;
    const Value rest = other->rest;
    for (const auto& e : entries)
      if (!e.key.null() && !dict_set(vm, dict, e.key, e.value)) return false;
    if (open) {
      mutating(vm, dict);
      dict->open = true;
      dict->rest = vm.join(dict->rest, rest, When::Unknown);
    }
    return true;
  }
  if (auto* alternatives = cast<UnionObj>(source)) {
    DictObj* extra = vm.new_dict();
    for (Value option : alternatives->options)
      if (!dict_update(vm, extra, option)) vm.clear_exception();
    mutating(vm, dict);
    for (const auto& e : extra->map.entries()) {
      if (e.key.null()) continue;
      if (Value* slot = dict->map.find(e.key)) *slot = vm.join(*slot, e.value, alternatives->when);
      dict->rest = vm.join(dict->rest, e.value, alternatives->when);
    }
    dict->open = true;
    dict->rest = vm.join(dict->rest, extra->rest, alternatives->when);
    return true;
  }
  const auto opened_by = [&](Value item) {
    mutating(vm, dict);
    dict->open = true;
    dict->rest = vm.join(dict->rest, item, vm.when(item));
    // Any listed key may have been overwritten.
    for (auto& e : dict->map.entries())
      if (!e.key.null()) e.value = vm.join(e.value, item, vm.when(item));
    return true;
  };
  if (cast<UnknownObj>(source)) return opened_by(source);
  if (cast<SymObj>(source) && vm.type_of(source)->is_subclass_of(vm.types.dict))
    return opened_by(vm.unknown("item of a dict that is not known"));
  const Value keys = source.is_object() ? vm.try_attr(source, vm.intern("keys")) : Value();
  if (keys.null() && vm.raised()) return false;
  if (!keys.null()) {
    const Value names = vm.call(keys, {});
    Collected all;
    if (names.null() || !gather(vm, names, all)) return false;
    for (Value key : all.items) {
      const Value value = vm.get_item(source, key);
      if (value.null() || !dict_set(vm, dict, key, value)) return false;
    }
    return all.open ? opened_by(vm.unknown("item of a mapping whose keys are not all known")) : true;
  }
  Collected pairs;
  if (!gather(vm, source, pairs)) return false;
  for (size_t i = 0; i < pairs.items.size(); ++i) {
    Collected pair;
    if (!gather(vm, pairs.items[i], pair)) return false;
    if (pair.open) {
      if (!opened_by(vm.unknown("pair of unknown length in a dict update"))) return false;
      continue;
    }
    if (pair.items.size() != 2) {
      vm.raise(vm.types.value_error, "dictionary update sequence element #" + std::to_string(i) + " has length " +
                                         std::to_string(pair.items.size()) + "; 2 is required");
      return false;
    }
    if (!dict_set(vm, dict, pair.items[0], pair.items[1])) return false;
  }
  if (!pairs.open) return true;
  if (auto* pair = cast<TupleObj>(pairs.rest); pair && pair->items.size() == 2) return dict_set(vm, dict, pair->items[0], pair->items[1]);
  return opened_by(pairs.rest.null() ? vm.unknown("pair of an unknown iterable") : pairs.rest);
}

bool set_add(Vm& vm, SetObj* set, Value item) {
  if (!check_hashable(vm, item)) return false;
  Value at;
  const Found found = find_key(vm, set->map, item, at);
  if (found == Found::Error) return false;
  if (found == Found::Yes) return true;
  mutating(vm, set);
  if (found == Found::No && hashable_known(item)) set->map.set(item, Value::none());
  else set->open = true;
  return true;
}

bool set_fill(Vm& vm, SetObj* set, Value iterable) {
  Collected items;
  if (!gather(vm, iterable, items)) return false;
  for (Value v : items.items)
    if (!set_add(vm, set, v)) return false;
  if (items.open) {
    mutating(vm, set);
    set->open = true;
  }
  return true;
}

}  // namespace graphlift::interp
