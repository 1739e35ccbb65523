// dict and mappingproxy: construction and methods.
#include <algorithm>

#include "analysis/interp/types_dunders.h"

namespace graphlift::interp {

Value make_view(Vm& vm, ClassObj* cls, DictObj* dict);  // types_dict_view.cpp

namespace {

DictObj* self_dict(Vm& vm, Args& args) {
  auto* dict = plain_cast<DictObj>(args[0]);
  if (!dict && vm.concrete(args[0])) type_error(vm, "descriptor requires a 'dict' object but received '" + type_name(vm, args[0]) + "'");
  return dict;
}

Value no_dict(Vm& vm) { return vm.raised() ? Value() : vm.unknown("method of a dict that is not known"); }

bool fill(Vm& vm, DictObj* dict, Args& args) {
  if (!args[1].null() && !dict_update(vm, dict, args[1])) return false;
  for (const auto& [name, value] : args.kw)
    if (!dict_set(vm, dict, Value::string(const_cast<StrObj*>(name)), value)) return false;
  if (args.open_kw || args.open_pos) {
    mutating(vm, dict);
    dict->open = true;
  }
  return true;
}

Value dict_construct(Vm& vm, Args& args) {
  auto* cls = cast<ClassObj>(args[0]);
  DictObj* dict = vm.new_dict();
  if (cls != vm.types.dict) return instance_with(vm, cls, Value::object(dict));
  return fill(vm, dict, args) ? Value::object(dict) : Value();
}

Value dict_init(Vm& vm, Args& args) {
  DictObj* dict = self_dict(vm, args);
  if (!dict) return no_dict(vm);
  return fill(vm, dict, args) ? Value::none() : Value();
}

Value get(Vm& vm, Args& args) {
  DictObj* dict = self_dict(vm, args);
  if (!dict) return no_dict(vm);
  const Value fallback = args.get(2, "default").null() ? Value::none() : args.get(2, "default");
  if (auto* u = cast<UnionObj>(args[1])) {
    return for_each_option(vm, u, [&](Value key) {
      Args one = args;
      one.pos[1] = key;
      return get(vm, one);
    });
  }
  if (!check_hashable(vm, args[1])) return {};
  Value out;
  switch (dict_get(vm, dict, args[1], out)) {
    case Found::Error: return {};
    case Found::Yes: return out;
    case Found::No: return fallback;
    case Found::Maybe: break;
  }
  const When when = vm.when(args[1]);
  return vm.join(out, fallback, when == When::Const ? When::Unknown : when);
}

Value set_default(Vm& vm, Args& args) {
  DictObj* dict = self_dict(vm, args);
  if (!dict) return no_dict(vm);
  const Value fallback = args.get(2, "default").null() ? Value::none() : args.get(2, "default");
  if (!check_hashable(vm, args[1])) return {};
  Value out;
  const Found found = dict_get(vm, dict, args[1], out);
  if (found == Found::Error) return {};
  if (found == Found::Yes) return out;
  if (found == Found::No) return dict_set(vm, dict, args[1], fallback) ? fallback : Value();
  const Value either = vm.join(out, fallback, When::Unknown);
  return dict_set(vm, dict, args[1], either) ? either : Value();
}

Value pop(Vm& vm, Args& args) {
  DictObj* dict = self_dict(vm, args);
  if (!dict) return no_dict(vm);
  const Value fallback = args.get(2, "default");
  Value out;
  switch (dict_remove(vm, dict, args[1], out)) {
    case Found::Error: return {};
    case Found::Yes: return out;
    case Found::Maybe: return fallback.null() ? out : vm.join(out, fallback, When::Unknown);
    case Found::No: break;
  }
  if (!fallback.null()) return fallback;
  InstanceObj* e = vm.new_instance(vm.types.key_error);
  e->payload = vm.tuple({args[1]});
  return vm.raise(Value::object(e));
}

Value pop_item(Vm& vm, Args& args) {
  DictObj* dict = self_dict(vm, args);
  if (!dict) return no_dict(vm);
  if (dict->open) { return vm.tuple({vm.unknown("key of a dict that is not completely known"), any_item(vm, dict, When::Unknown)}); }
  const auto& entries = dict->map.entries();
  for (size_t i = entries.size(); i-- > 0;) {
    if (entries[i].key.null()) continue;
    const Value key = entries[i].key, value = entries[i].value;
    mutating(vm, dict);
    dict->map.erase(key);
    return vm.tuple({key, value});
  }
  return vm.raise(vm.types.key_error, "popitem(): dictionary is empty");
}

Value update(Vm& vm, Args& args) {
  DictObj* dict = self_dict(vm, args);
  if (!dict) return no_dict(vm);
  return fill(vm, dict, args) ? Value::none() : Value();
}

Value clear(Vm& vm, Args& args) {
  DictObj* dict = self_dict(vm, args);
  if (!dict) return no_dict(vm);
  mutating(vm, dict);
  dict->map.clear();
  dict->open = false;
  dict->rest = Value();
  return Value::none();
}

Value copy(Vm& vm, Args& args) {
  DictObj* dict = self_dict(vm, args);
  if (!dict) return no_dict(vm);
  DictObj* out = copy_dict(vm, dict);
  out->default_factory = dict->default_factory;
  out->cls = dict->cls;
  return Value::object(out);
}

Value from_keys(Vm& vm, Args& args) {
  auto* cls = cast<ClassObj>(args[0]);
  Collected keys;
  if (!gather(vm, args[1], keys)) return {};
  const Value value = args[2].null() ? Value::none() : args[2];
  Value out = Value::object(vm.new_dict());
  if (cls && cls != vm.types.dict) out = vm.call(args[0], {});
  if (out.null()) return {};
  for (Value key : keys.items)
    if (!vm.set_item(out, key, value)) return {};
  if (auto* dict = plain_cast<DictObj>(out); dict && keys.open) {
    dict->open = true;
    dict->rest = value;
  }
  return out;
}

template <int which>
Value view(Vm& vm, Args& args) {
  DictObj* dict = self_dict(vm, args);
  if (!dict) return no_dict(vm);
  return make_view(vm, which == 0 ? vm.types.dict_keys : which == 1 ? vm.types.dict_values : vm.types.dict_items, dict);
}

Value reversed_keys(Vm& vm, Args& args) {
  DictObj* dict = self_dict(vm, args);
  if (!dict) return no_dict(vm);
  std::vector<Value> keys;
  for (const auto& e : dict->map.entries())
    if (!e.key.null()) keys.push_back(e.key);
  std::reverse(keys.begin(), keys.end());
  if (!dict->open) return vm.iterator_over(std::move(keys));
  return vm.iterator([](Vm& m) { return m.unknown("key of a dict that is not completely known"); }, true);
}

Value proxy_construct(Vm& vm, Args& args) {
  const Value p = plain(args[1]);
  return cast<DictObj>(p) ? p
         : vm.concrete(p) ? type_error(vm, "mappingproxy() argument must be a mapping")
                          : vm.unknown("mapping that is not known");
}

}  // namespace

void register_dict(Vm& vm) {
  ClassObj* dict = vm.types.dict;
  define_construction(vm, dict, dict_construct);
  define_binary(vm, dict, {BinaryOp::BitOr}, true, true);
  define_equality(vm, dict);
  define_container(vm, dict, true, true);
  define_text(vm, dict);
  dict->dict->map.set(vm.str("__hash__"), Value::none());
  vm.define(dict, "__init__", dict_init);
  vm.define(dict, "__reversed__", reversed_keys);
  vm.define(dict, "get", get);
  vm.define(dict, "setdefault", set_default);
  vm.define(dict, "pop", pop);
  vm.define(dict, "popitem", pop_item);
  vm.define(dict, "update", update);
  vm.define(dict, "clear", clear);
  vm.define(dict, "copy", copy);
  vm.define(dict, "keys", view<0>);
  vm.define(dict, "values", view<1>);
  vm.define(dict, "items", view<2>);
  define_class_method(vm, dict, "fromkeys", from_keys);
  vm.types.mapping_proxy->construct = proxy_construct;
}

}  // namespace graphlift::interp
