// Named tuples: collections.namedtuple and the classes that typing.NamedTuple makes.
#include "analysis/stdlib/typing.h"

namespace graphlift::stdlib {
namespace {

using Fields = std::vector<std::string>;

Value index_getter(Vm& vm, const std::string& name, size_t index) {
  auto* p = vm.make<PropertyObj>(vm.types.property);
  p->get = vm.native("collections._tuplegetter", [name, index](Vm& m, Args& a) -> Value {
    auto* t = cast<TupleObj>(plain(a[0]));
    if (t && index < t->items.size()) return t->items[index];
    return m.unknown("field `" + name + "` of a named tuple that is not known", m.when(a[0]));
  });
  p->set = p->del = p->doc = Value::none();
  return Value::object(p);
}

// "3 positional arguments", "from 2 to 3 positional arguments"
std::string count_text(size_t most, size_t optional) {
  const std::string tail = most == 1 ? " positional argument" : " positional arguments";
  return optional ? "from " + std::to_string(most - optional) + " to " + std::to_string(most) + tail : std::to_string(most) + tail;
}

Value bind_fields(Vm& vm, Args& a, const Fields& fields, const std::vector<Value>& defaults) {
  auto* cls = cast<ClassObj>(a[0]);
  if (!cls) return vm.unknown("a named tuple class that is not known");
  std::vector<Value> items(fields.size());
  if (a.pos.size() - 1 > fields.size())
    return vm.raise(vm.types.type_error, cls->name + ".__new__() takes " + count_text(fields.size() + 1, defaults.size()) + " but " +
                                             std::to_string(a.pos.size()) + " were given");
  for (size_t i = 1; i < a.pos.size(); ++i) items[i - 1] = a.pos[i];
  for (const auto& [k, v] : a.kw) {
    size_t at = 0;
    while (at < fields.size() && fields[at] != k->text) ++at;
    if (at == fields.size() || !items[at].null())
      return vm.raise(vm.types.type_error, cls->name + ".__new__() got an unexpected keyword argument '" + k->text + "'");
    items[at] = v;
  }
  for (size_t i = 0; i < fields.size(); ++i) {
    if (!items[i].null()) continue;
    if (i + defaults.size() >= fields.size() && !a.open_pos && !a.open_kw) {
      items[i] = defaults[i + defaults.size() - fields.size()];
    } else if (a.open_pos || a.open_kw) {
      items[i] = vm.unknown("field `" + fields[i] + "` comes from an argument list that is not known");
    } else {
      return vm.raise(vm.types.type_error, cls->name + ".__new__() missing 1 required positional argument: '" + fields[i] + "'");
    }
  }
  InstanceObj* instance = vm.new_instance(cls);
  instance->payload = vm.tuple(std::move(items));
  return Value::object(instance);
}

std::vector<Value> items_of(Value v) {
  auto* t = cast<TupleObj>(plain(v));
  return t ? t->items : std::vector<Value>();
}

Value fields_value(Vm& vm, Value self) { return vm.get_attr(self, "_fields"); }

Value as_dict(Vm& vm, Args& a) {
  auto* names = cast<TupleObj>(fields_value(vm, a[0]));
  if (!names) return vm.raised() ? Value() : vm.unknown("fields of a named tuple that is not known");
  DictObj* d = vm.new_dict();
  const auto items = items_of(a[0]);
  for (size_t i = 0; i < names->items.size() && i < items.size(); ++i) d->map.set(names->items[i], items[i]);
  return Value::object(d);
}

Value replace(Vm& vm, Args& a) {
  auto* names = cast<TupleObj>(fields_value(vm, a[0]));
  if (!names) return vm.raised() ? Value() : vm.unknown("fields of a named tuple that is not known");
  auto items = items_of(a[0]);
  for (const auto& [k, v] : a.kw) {
    bool found = false;
    for (size_t i = 0; i < names->items.size() && i < items.size(); ++i)
      if (text_of(names->items[i]) == k->text) items[i] = v, found = true;
    if (!found) return vm.raise(vm.types.value_error, "Got unexpected field names: ['" + k->text + "']");
  }
  InstanceObj* instance = vm.new_instance(vm.type_of(a[0]));
  instance->payload = vm.tuple(std::move(items));
  return Value::object(instance);
}

Value make(Vm& vm, Args& a) {
  Collected c;
  if (a.size() < 2) return vm.raise(vm.types.type_error, "_make() needs an iterable");
  if (!gather(vm, a[1], c)) return {};
  Args call;
  call.pos = std::move(c.items);
  call.open_pos = c.open;
  return vm.call(a[0], call);
}

Value text(Vm& vm, Args& a) {
  auto* names = cast<TupleObj>(fields_value(vm, a[0]));
  if (!names) return vm.raised() ? Value() : outside(vm, vm.types.str);
  const auto items = items_of(a[0]);
  std::string out = vm.type_of(a[0])->name + "(";
  for (size_t i = 0; i < names->items.size() && i < items.size(); ++i) {
    const Value t = vm.to_text(items[i], true);
    if (t.null()) return {};
    if (!t.is_str()) return t;
    if (i) out += ", ";
    out += std::string(text_of(names->items[i])) + "=" + std::string(text_of(t));
  }
  return vm.str(out + ")");
}

Value new_arguments(Vm& vm, Args& a) { return vm.tuple(items_of(a[0])); }

}  // namespace

void define_named_tuple(Vm& vm, ClassObj* cls, const Fields& fields, const std::vector<Value>& defaults) {
  std::vector<Value> names;
  DictObj* field_defaults = vm.new_dict();
  for (size_t i = 0; i < fields.size(); ++i) {
    names.push_back(vm.str(fields[i]));
    if (i + defaults.size() >= fields.size()) field_defaults->map.set(names.back(), defaults[i + defaults.size() - fields.size()]);
    class_attr(vm, cls, fields[i], index_getter(vm, fields[i], i));
  }
  const Value tuple = vm.tuple(std::move(names));
  class_attr(vm, cls, "_fields", tuple);
  class_attr(vm, cls, "__match_args__", tuple);
  class_attr(vm, cls, "_field_defaults", Value::object(field_defaults));
  auto* maker = vm.make<StaticMethodObj>(vm.types.static_method);
  maker->func = vm.native("collections.namedtuple.__new__", [fields, defaults](Vm& m, Args& a) {
    // Programs also set the defaults afterwards: `Point.__new__.__defaults__ = ...`.
    const Value* set = a.callee && a.callee->attrs ? a.callee->attrs->map.find(m.str("__defaults__")) : nullptr;
    auto* given = set ? cast<TupleObj>(*set) : nullptr;
    return bind_fields(m, a, fields, given ? given->items : defaults);
  });
  class_attr(vm, cls, "__new__", Value::object(maker));
  const auto add = [&](const char* name, NativeFn body) {
    if (!class_own(vm, cls, name).null()) return;  // the class body wins
    const Value f = vm.native(std::string("collections.namedtuple.") + name, body);
    cast<NativeObj>(f)->is_method = true;
    class_attr(vm, cls, name, f);
  };
  add("_asdict", as_dict);
  add("_replace", replace);
  add("__repr__", text);
  add("__getnewargs__", new_arguments);
  auto* maker_from = vm.make<ClassMethodObj>(vm.types.class_method);
  maker_from->func = vm.native("collections.namedtuple._make", make);
  class_attr(vm, cls, "_make", Value::object(maker_from));
}

Value named_tuple(Vm& vm, Args& a) {
  Value name, field_names, rename, defaults, module;
  if (!a.bind(vm, "typename, field_names, *, rename=, defaults=, module=", {&name, &field_names, &rename, &defaults, &module})) return {};
  Fields fields;
  if (field_names.is_str()) {
    std::string spaced(text_of(field_names));
    std::replace(spaced.begin(), spaced.end(), ',', ' ');
    for (std::string_view word : split_words(spaced)) fields.emplace_back(word);
  } else {
    Collected c;
    if (!gather(vm, field_names, c)) return {};
    for (Value v : c.items) {
      if (!v.is_str()) return vm.unknown("namedtuple with field names that are not known");
      fields.emplace_back(text_of(v));
    }
    if (c.open) return vm.unknown("namedtuple with field names that are not known");
  }
  if (rename.is_bool() && rename.b)
    for (size_t i = 0; i < fields.size(); ++i)
      if (fields[i].empty() || fields[i][0] == '_') fields[i] = "_" + std::to_string(i);
  Collected values;
  if (!defaults.null() && !defaults.is_none() && !gather(vm, defaults, values)) return {};
  Args none;
  DictObj* names = vm.new_dict();
  if (Frame* f = vm.frame(); f && f->module) names->map.set(vm.str("__module__"), vm.str(f->module->name));
  if (!module.null()) names->map.set(vm.str("__module__"), module);
  const Value made = vm.make_class(vm.types.type, name, {Value::object(vm.types.tuple)}, names, none);
  if (auto* cls = cast<ClassObj>(made)) define_named_tuple(vm, cls, fields, values.items);
  return made;
}

}  // namespace graphlift::stdlib
