// enum: the metaclass that turns a class body into members. Flags' operators are in enum_flag.cpp.
#include "analysis/stdlib/enum.h"

namespace graphlift::stdlib {

using syntax::BinaryOp;

ClassObj* enum_class(Vm& vm, std::string_view name) { return class_in(vm, "enum", name); }

Value member_value(Vm& vm, Value member) {
  const Value v = own(vm, member, "_value_");
  return v.null() ? vm.unknown("the value of an enum member that is not known", vm.when(member)) : v;
}

DictObj* member_map(Vm& vm, ClassObj* cls) { return cast<DictObj>(class_own(vm, cls, "_member_map_")); }

// Canonical members in order of definition.
std::vector<Value> members_of(Vm& vm, ClassObj* cls) {
  std::vector<Value> out;
  auto* names = cast<ListObj>(class_own(vm, cls, "_member_names_"));
  DictObj* map = member_map(vm, cls);
  if (!names || !map) return out;
  for (Value n : names->items)
    if (const Value* v = map->map.find(n)) out.push_back(*v);
  return out;
}

bool is_flag(Vm& vm, ClassObj* cls) { return cls->is_subclass_of(enum_class(vm, "Flag")); }

Value new_member(Vm& vm, ClassObj* cls, Value name, Value value) {
  InstanceObj* member = vm.new_instance(cls);
  if (cls->layout == Layout::Int || cls->layout == Layout::Str || cls->layout == Layout::Float || cls->layout == Layout::Bytes ||
      cls->layout == Layout::Tuple)
    member->payload = plain(value);
  const Value v = Value::object(member);
  put(vm, v, "_value_", value);
  put(vm, v, "_name_", name);
  return v;
}

namespace {

bool surrounded(std::string_view name, std::string_view mark) {
  return name.size() > 2 * mark.size() && name.starts_with(mark) && name.ends_with(mark);
}

bool is_descriptor(Vm& vm, Value v) {
  if (!v.is_object()) return false;
  switch (v.o->kind) {
    case ObjKind::Function:
    case ObjKind::Property:
    case ObjKind::ClassMethod:
    case ObjKind::StaticMethod: return true;
    case ObjKind::Native: return static_cast<NativeObj*>(v.o)->is_method;
    case ObjKind::Instance: {
      const auto has = [&](const char* n) { return !vm.find_in_class(vm.type_of(v), vm.intern(n)).null(); };
      return v.o->cls->name == "nonmember" || has("__set__") || (has("__get__") && v.o->cls->name != "partial");
    }
    default: return false;
  }
}

bool is_member_name(const std::string& class_name, std::string_view name) {
  return !surrounded(name, "__") && !surrounded(name, "_") && !name.starts_with("_" + class_name + "__");
}

bool is_auto(Value v) {
  auto* object = cast<InstanceObj>(v);
  return object && object->cls->native && object->cls->name == "auto";
}

// What a member's value is computed from.
struct Building {
  Vm& vm;
  ClassObj* cls = nullptr;
  ClassObj* first_enum = nullptr;
  ClassObj* data_type = nullptr;  // the mixed-in type; null for object
  Value maker;                    // a user's __new__
  Value generator;                // a user's _generate_next_value_
  std::vector<Value> last_values;
  DictObj* map = nullptr;
  ListObj* names = nullptr;
  DictObj* by_value = nullptr;
};

Value next_value(Building& b, Value name) {
  Vm& vm = b.vm;
  if (!b.generator.null()) {
    return vm.call(b.generator, {name, Value::integer(1), Value::integer(int64_t(b.last_values.size())), vm.list(b.last_values)});
  }
  if (b.first_enum->is_subclass_of(enum_class(vm, "StrEnum"))) return vm.call_method(name, "lower", {});
  const bool flag = is_flag(vm, b.first_enum);
  if (b.last_values.empty()) return Value::integer(1);
  int64_t highest = flag ? 0 : INT64_MIN;
  for (Value v : b.last_values) {
    v = plain(v);
    if (!v.is_integral()) {
      if (vm.concrete(v)) continue;
      return vm.sym(vm.types.integer, vm.when(v));
    }
    highest = std::max(highest, v.as_int());
  }
  if (!flag) return Value::integer(highest == INT64_MIN ? 1 : highest + 1);
  int64_t bit = 1;
  while (bit <= highest && bit < (int64_t(1) << 61)) bit <<= 1;
  return Value::integer(bit);
}

// The value that an auto() stands for, or an expression over several of them.
Value resolve_auto(Building& b, Value v, Value name) {
  Vm& vm = b.vm;
  if (auto* t = cast<TupleObj>(v)) {
    std::vector<Value> items = t->items;
    for (Value& item : items) {
      if (is_auto(item)) item = resolve_auto(b, item, name);
      if (item.null()) return {};
    }
    return vm.tuple(std::move(items));
  }
  if (!is_auto(v)) return v;
  if (const Value known = own(vm, v, "value"); !known.null()) return known;
  Value result;
  const Value op = own(vm, v, "_op");
  if (op.is_int()) {
    const Value left = resolve_auto(b, own(vm, v, "_left"), name), right = left.null() ? left : resolve_auto(b, own(vm, v, "_right"), name);
    if (right.null()) return {};
    result = vm.binary(BinaryOp(op.i), left, right);
  } else {
    result = next_value(b, name);
  }
  if (!result.null()) put(vm, v, "value", result);
  return result;
}

// Makes the member for `name = value`; Null with an exception set.
Value build_member(Building& b, Value name, Value value) {
  Vm& vm = b.vm;
  auto* tuple = cast<TupleObj>(value);
  const bool tuple_type = b.data_type == vm.types.tuple;
  std::vector<Value> args = tuple && !tuple_type ? tuple->items : std::vector<Value>{value};
  Value member;
  Value canonical = value;
  if (!b.maker.null()) {
    Args call;
    call.pos = {Value::object(b.cls)};
    call.pos.insert(call.pos.end(), args.begin(), args.end());
    member = vm.call(b.maker, call);
    if (member.null()) return {};
    if (!cast<InstanceObj>(member)) return member;
    const Value set = own(vm, member, "_value_");
    if (!set.null()) canonical = set;
    else if (const Value inside = cast<InstanceObj>(member)->payload; !inside.null()) canonical = inside;
    put(vm, member, "_value_", canonical);
  } else if (b.data_type && b.data_type->native) {
    Args call;
    call.pos = args;
    canonical = vm.construct(b.data_type, call);
    if (canonical.null()) return {};
    member = new_member(vm, b.cls, name, canonical);
  } else {
    member = new_member(vm, b.cls, name, value);
    if (b.data_type) {  // a class of the user's own, such as a dataclass: the value is an instance of it
      Args call;
      call.pos = args;
      canonical = vm.construct(b.data_type, call);
      if (canonical.null()) vm.clear_exception(), canonical = value;
      put(vm, member, "_value_", canonical);
    }
  }
  put(vm, member, "_name_", name);
  put(vm, member, "__objclass__", Value::object(b.cls));
  const Value init = vm.find_in_class(b.cls, vm.intern("__init__"));
  if (cast<FunctionObj>(init) || (cast<NativeObj>(init) && b.data_type && !b.data_type->native)) {
    Args call;
    call.pos = {member};
    call.pos.insert(call.pos.end(), args.begin(), args.end());
    if (vm.call(init, call).null()) return {};
  }
  return member;
}

bool add_member(Building& b, Value name, Value raw) {
  Vm& vm = b.vm;
  if (auto* wrapper = cast<InstanceObj>(raw); wrapper && wrapper->cls->native && wrapper->cls->name == "member")
    raw = own(vm, raw, "value");
  const Value value = resolve_auto(b, raw, name);
  if (value.null()) return false;
  Value member = build_member(b, name, value);
  if (member.null()) return false;
  const Value canonical = own(vm, member, "_value_");
  b.last_values.push_back(canonical.null() ? value : canonical);
  bool alias = false;
  const Value key = canonical.null() ? value : canonical;
  if (hashable_known(key)) {
    if (const Value* known = b.by_value->map.find(key)) member = *known, alias = true;
  } else if (vm.concrete(key)) {
    for (const auto& e : b.map->map.entries()) {
      if (e.key.null()) continue;
      const Verdict same = equals(vm, own(vm, e.value, "_value_"), key);
      if (same.raised) return false;
      if (same.value == Tri::Yes) {
        member = e.value;
        alias = true;
        break;
      }
    }
  }
  if (!alias) {
    put(vm, member, "_sort_order_", Value::integer(int64_t(b.names->items.size())));
    // A flag of several bits is no member of its own in iteration.
    const Value bits = plain(key);
    const bool composite = is_flag(vm, b.cls) && bits.is_integral() && (bits.as_int() <= 0 || (bits.as_int() & (bits.as_int() - 1)));
    if (!composite) b.names->items.push_back(name);
    if (hashable_known(key)) b.by_value->map.set(key, member);
  }
  b.map->map.set(name, member);
  class_attr(vm, b.cls, text_of(name), member);
  return true;
}

// The mixed-in data type: the first class in the MRO of the bases that is neither an enum nor object.
ClassObj* find_data_type(Vm& vm, const std::vector<Value>& bases) {
  ClassObj* root = enum_class(vm, "Enum");
  for (Value base : bases) {
    auto* cls = cast<ClassObj>(base);
    if (!cls) continue;
    for (ClassObj* c : cls->mro) {
      if (c == vm.types.object || (root && c->is_subclass_of(root))) continue;
      if (c->layout != Layout::Plain) {
        for (ClassObj* n : c->mro)
          if (n->native && n->layout == c->layout) return n;
        return c;
      }
      if (!class_own(vm, c, "__new__").null() || !class_own(vm, c, "__dataclass_fields__").null()) return c;
    }
  }
  return nullptr;
}

// A user's function `name` in the class body or in an enum among the bases.
Value user_function(Vm& vm, ClassObj* cls, std::string_view name) {
  for (ClassObj* c : cls->mro) {
    if (c == vm.types.object) break;
    Value v = class_own(vm, c, name);
    if (auto* s = cast<StaticMethodObj>(v)) v = s->func;
    if (cast<FunctionObj>(v)) return v;
  }
  return {};
}

Value enum_new(Vm& vm, Args& a) {
  Value meta, name, bases_value, body;
  if (!a.bind(vm, "metacls, cls, bases, classdict, **", {&meta, &name, &bases_value, &body})) return {};
  auto* bases = cast<TupleObj>(bases_value);
  auto* classdict = cast<DictObj>(plain(body));
  if (!bases || !classdict || !name.is_str()) return vm.unknown("an enum whose class body is not known");
  const std::string class_name(text_of(name));
  std::vector<std::string> ignored;
  if (const Value* list = classdict->map.find(vm.str("_ignore_"))) {
    if (list->is_str())
      for (std::string_view w : split_words(text_of(*list))) ignored.emplace_back(w);
    else if (auto* l = cast<ListObj>(*list))
      for (Value v : l->items)
        if (v.is_str()) ignored.emplace_back(text_of(v));
  }
  DictObj* rest = vm.new_dict();
  std::vector<std::pair<Value, Value>> pending;
  for (const auto& e : classdict->map.entries()) {
    if (e.key.null() || !e.key.is_str()) continue;
    const std::string_view key = text_of(e.key);
    if (std::find(ignored.begin(), ignored.end(), key) != ignored.end()) continue;
    if (is_member_name(class_name, key) && !is_descriptor(vm, e.value)) {
      pending.emplace_back(e.key, e.value);
      continue;
    }
    auto* wrapper = cast<InstanceObj>(e.value);
    rest->map.set(e.key, wrapper && wrapper->cls->native && wrapper->cls->name == "nonmember" ? own(vm, e.value, "value") : e.value);
  }
  DictObj* map = vm.new_dict();
  const Value names = vm.list({});
  DictObj* by_value = vm.new_dict();
  rest->map.set(vm.str("_member_map_"), Value::object(map));
  rest->map.set(vm.str("_member_names_"), names);
  rest->map.set(vm.str("_value2member_map_"), Value::object(by_value));
  Args keywords;
  for (const auto& [k, v] : a.kw)
    if (k->text != "boundary" && k->text != "_simple") keywords.kw.emplace_back(k, v);
  const Value made = vm.make_class(cast<ClassObj>(meta), name, bases->items, rest, keywords);
  auto* cls = cast<ClassObj>(made);
  if (!cls) return made;
  ClassObj* root = enum_class(vm, "Enum");
  Building b{vm, cls, root};
  for (Value base : bases->items)
    if (auto* c = cast<ClassObj>(base); c && root && c->is_subclass_of(root)) b.first_enum = c;
  b.data_type = find_data_type(vm, bases->items);
  b.maker = user_function(vm, cls, "__new__");
  b.generator = user_function(vm, cls, "_generate_next_value_");
  b.map = map;
  b.names = cast<ListObj>(names);
  b.by_value = by_value;
  class_attr(vm, cls, "_member_type_", Value::object(b.data_type ? b.data_type : vm.types.object));
  // What the mixed-in type says of text is not what an enum says.
  for (const char* special : {"__repr__", "__str__", "__format__"}) {
    auto* native = cast<NativeObj>(vm.find_in_class(cls, vm.intern(special)));
    if (!native || !native->qualified.starts_with("builtins.")) continue;
    const Value ours = vm.find_in_class(b.first_enum, vm.intern(special));
    if (!ours.null()) class_attr(vm, cls, special, ours);
  }
  for (const auto& [key, value] : pending)
    if (!add_member(b, key, value)) return {};
  return made;
}

Value not_valid(Vm& vm, ClassObj* cls, Value value) {
  const Value t = vm.to_text(value, true);
  if (t.null()) return {};
  return vm.raise(vm.types.value_error, (t.is_str() ? std::string(text_of(t)) : std::string("value")) + " is not a valid " + cls->qualname);
}

// Enum('Color', 'RED GREEN'): the names make a class.
Value functional(Vm& vm, ClassObj* cls, Args& a) {
  Value self, value, names, module, qualname, type, start, boundary;
  if (!a.bind(vm, "cls, value, names=, *, module=, qualname=, type=, start=, boundary=",
              {&self, &value, &names, &module, &qualname, &type, &start, &boundary}))
    return {};
  DictObj* body = vm.new_dict();
  int64_t next = start.is_int() ? start.i : 1;
  const auto numbered = [&](std::string_view word) {
    body->map.set(vm.str(word), Value::integer(next));
    next = is_flag(vm, cls) ? next * 2 : next + 1;
  };
  if (names.is_str()) {
    std::string spaced(text_of(names));
    std::replace(spaced.begin(), spaced.end(), ',', ' ');
    for (std::string_view w : split_words(spaced)) numbered(w);
  } else if (auto* d = cast<DictObj>(plain(names))) {
    for (const auto& e : d->map.entries())
      if (!e.key.null()) body->map.set(e.key, e.value);
  } else {
    Collected c;
    if (!gather(vm, names, c)) return {};
    if (c.open) return vm.unknown("an enum made of names that are not known");
    for (Value v : c.items) {
      if (v.is_str()) numbered(text_of(v));
      else if (auto* t = cast<TupleObj>(v); t && t->items.size() == 2) body->map.set(t->items[0], t->items[1]);
      else return vm.unknown("an enum made of names that are not known");
    }
  }
  if (!module.null()) body->map.set(vm.str("__module__"), module);
  std::vector<Value> bases;
  if (cast<ClassObj>(type)) bases.push_back(type);
  bases.push_back(Value::object(cls));
  return vm.call(Value::object(cls->metaclass), {value, vm.tuple(std::move(bases)), Value::object(body)});
}

Value meta_call(Vm& vm, Args& a) {
  auto* cls = cast<ClassObj>(a[0]);
  if (!cls || a.size() < 2) {
    if (cls && !a.kw.empty()) {  // value given by keyword
      const Value v = a.keyword("value");
      if (!v.null() && a.keyword("names").null()) return enum_lookup(vm, cls, v);
      if (!v.null()) return functional(vm, cls, a);
    }
    return vm.raise(vm.types.type_error, "enum lookup needs a value");
  }
  if (a.size() == 2 && a.keyword("names").null()) return enum_lookup(vm, cls, a[1]);
  if (DictObj* map = member_map(vm, cls); map && !map->map.empty()) return enum_lookup(vm, cls, vm.tuple({a.pos.begin() + 1, a.pos.end()}));
  return functional(vm, cls, a);
}

Value meta_getitem(Vm& vm, Args& a) {
  auto* cls = cast<ClassObj>(a[0]);
  DictObj* map = cls ? member_map(vm, cls) : nullptr;
  if (!map) return vm.unknown("an enum that is not known");
  return vm.get_item(Value::object(map), a[1]);
}

Value meta_iter(Vm& vm, Args& a) {
  auto* cls = cast<ClassObj>(a[0]);
  return vm.iterator_over(cls ? members_of(vm, cls) : std::vector<Value>());
}

Value meta_reversed(Vm& vm, Args& a) {
  auto* cls = cast<ClassObj>(a[0]);
  auto members = cls ? members_of(vm, cls) : std::vector<Value>();
  std::reverse(members.begin(), members.end());
  return vm.iterator_over(std::move(members));
}

Value meta_len(Vm& vm, Args& a) {
  auto* cls = cast<ClassObj>(a[0]);
  return Value::integer(cls ? int64_t(members_of(vm, cls).size()) : 0);
}

Value meta_contains(Vm& vm, Args& a) {
  auto* cls = cast<ClassObj>(a[0]);
  if (!cls) return vm.unknown("an enum that is not known");
  if (!vm.concrete(a[1])) return sym_like(vm, vm.types.boolean, {a[1]});
  if (vm.type_of(a[1])->is_subclass_of(cls)) return Value::boolean(true);
  for (Value m : members_of(vm, cls)) {
    const Verdict same = equals(vm, member_value(vm, m), a[1]);
    if (same.raised) return {};
    if (same.value == Tri::Yes) return Value::boolean(true);
  }
  return Value::boolean(false);
}

Value meta_members(Vm& vm, Args& a) {
  auto* cls = cast<ClassObj>(a[0]);
  DictObj* map = cls ? member_map(vm, cls) : nullptr;
  return map ? Value::object(copy_dict(vm, map)) : Value::object(vm.new_dict());
}

Value self_of(Vm&, Args& a) { return a[0]; }

Value get_name(Vm& vm, Args& a) {
  const Value v = own(vm, a[0], "_name_");
  return v.null() ? sym_like(vm, vm.types.str, {a[0]}) : v;
}
Value get_value(Vm& vm, Args& a) { return member_value(vm, a[0]); }

std::string qualified(Vm& vm, Value self) {
  const Value name = own(vm, self, "_name_");
  return vm.type_of(self)->name + "." + (name.is_str() ? std::string(text_of(name)) : std::string("?"));
}

Value enum_str(Vm& vm, Args& a) {
  if (!cast<InstanceObj>(a[0])) return sym_like(vm, vm.types.str, {a[0]});
  return vm.str(qualified(vm, a[0]));
}

Value enum_repr(Vm& vm, Args& a) {
  if (!cast<InstanceObj>(a[0])) return sym_like(vm, vm.types.str, {a[0]});
  const Value v = vm.to_text(member_value(vm, a[0]), true);
  return v.is_str() ? vm.str("<" + qualified(vm, a[0]) + ": " + std::string(text_of(v)) + ">") : v;
}

Value enum_format(Vm& vm, Args& a) {
  const Value text = vm.to_text(a[0]);
  return text.null() ? text : vm.format(text, a.size() > 1 ? a[1] : vm.str(""));
}

Value value_str(Vm& vm, Args& a) { return vm.to_text(member_value(vm, a[0])); }
Value value_format(Vm& vm, Args& a) { return vm.format(member_value(vm, a[0]), a.size() > 1 ? a[1] : vm.str("")); }

Value auto_binary(Vm& vm, BinaryOp op, Value left, Value right, bool) {
  const Value v = Value::object(vm.new_instance(enum_class(vm, "auto")));
  put(vm, v, "_op", Value::integer(int64_t(op)));
  put(vm, v, "_left", left);
  put(vm, v, "_right", right);
  return v;
}

const TypeOps* auto_ops() {
  static const TypeOps ops = [] {
    TypeOps o;
    o.binary = auto_binary;
    return o;
  }();
  return &ops;
}

Value keep_value(Vm& vm, Args& a) {
  put(vm, a[0], "value", a.get(1, "value"));
  return Value::none();
}

Value unique(Vm& vm, Args& a) {
  auto* cls = cast<ClassObj>(a[0]);
  DictObj* map = cls ? member_map(vm, cls) : nullptr;
  std::string aliases;
  if (map)
    for (const auto& e : map->map.entries()) {
      const Value name = e.key.null() ? Value() : own(vm, e.value, "_name_");
      if (name.is_str() && e.key.is_str() && !keys_equal(e.key, name))
        aliases += (aliases.empty() ? "" : ", ") + std::string(text_of(e.key)) + " -> " + std::string(text_of(name));
    }
  if (!aliases.empty()) return vm.raise(vm.types.value_error, "duplicate values found in <enum '" + cls->name + "'>: " + aliases);
  return a[0];
}

Value enum_property_new(Vm& vm, Args& a) {
  Value cls, get, set, del, doc;
  if (!a.bind(vm, "cls, fget=, fset=, fdel=, doc=", {&cls, &get, &set, &del, &doc})) return {};
  auto* p = vm.make<PropertyObj>(cast<ClassObj>(cls));
  p->get = get.null() ? Value::none() : get;
  p->set = set.null() ? Value::none() : set;
  p->del = del.null() ? Value::none() : del;
  p->doc = Value::none();
  return Value::object(p);
}

}  // namespace

Value enum_lookup(Vm& vm, ClassObj* cls, Value value) {
  if (auto* object = cast<InstanceObj>(value); object && object->cls == cls) return value;
  auto* by_value = cast<DictObj>(class_own(vm, cls, "_value2member_map_"));
  DictObj* map = member_map(vm, cls);
  if (!by_value || !map) return vm.unknown("an enum that is not known");
  if (!vm.concrete(value)) {
    const auto members = members_of(vm, cls);
    if (!members.empty() && members.size() <= UnionObj::kMaxOptions) {
      Value all;
      for (Value m : members) all = vm.join(all, m, vm.when(value));
      return all;
    }
    return vm.unknown("a member of `" + cls->name + "` looked up by a value that is not known", vm.when(value));
  }
  if (hashable_known(value)) {
    if (const Value* found = by_value->map.find(value)) return *found;
  }
  for (const auto& e : std::vector<Dict::Entry>(map->map.entries())) {
    if (e.key.null()) continue;
    const Verdict same = equals(vm, member_value(vm, e.value), value);
    if (same.raised) return {};
    if (same.value == Tri::Yes) return e.value;
  }
  if (is_flag(vm, cls) && plain(value).is_integral()) return flag_member(vm, cls, plain(value).as_int());
  for (ClassObj* c : cls->mro) {
    const Value hook = class_own(vm, c, "_missing_");
    if (hook.null() || c->native) continue;
    const Value r = vm.call(vm.bind_attr(hook, Value(), cls), {value});
    if (r.null() || !r.is_none()) return r;
    break;
  }
  return not_valid(vm, cls, value);
}

void init_enum(Vm& vm, ModuleObj* module) {
  Module m{vm, module};
  ClassObj* meta = m.cls("EnumType", {vm.types.type}, Layout::Type);
  m.set("EnumMeta", meta);
  static_method(vm, meta, "__new__", enum_new);
  method(vm, meta, "__call__", meta_call);
  method(vm, meta, "__getitem__", meta_getitem);
  method(vm, meta, "__iter__", meta_iter);
  method(vm, meta, "__reversed__", meta_reversed);
  method(vm, meta, "__len__", meta_len);
  method(vm, meta, "__contains__", meta_contains);
  method(vm, meta, "__bool__", [](Vm&, Args&) { return Value::boolean(true); });
  property(vm, meta, "__members__", meta_members);
  method(vm, meta, "__getattr__",
         [](Vm& v, Args& a) { return v.raise(v.types.attribute_error, a[1].is_str() ? std::string(text_of(a[1])) : std::string()); });
  meta->has_getattr = true;
  const auto enum_type = [&](const char* name, std::vector<ClassObj*> bases, Layout layout) {
    ClassObj* cls = m.cls(name, std::move(bases), layout);
    cls->cls = cls->metaclass = meta;
    class_attr(vm, cls, "_member_map_", Value::object(vm.new_dict()));
    class_attr(vm, cls, "_member_names_", vm.list({}));
    class_attr(vm, cls, "_value2member_map_", Value::object(vm.new_dict()));
    return cls;
  };
  ClassObj* base = enum_type("Enum", {}, Layout::Plain);
  property(vm, base, "name", get_name);
  property(vm, base, "value", get_value);
  method(vm, base, "__str__", enum_str);
  method(vm, base, "__repr__", enum_repr);
  method(vm, base, "__format__", enum_format);
  method(vm, base, "__copy__", self_of);
  method(vm, base, "__deepcopy__", self_of);
  class_method(vm, base, "_missing_", [](Vm&, Args&) { return Value::none(); });
  ClassObj* repr = enum_type("ReprEnum", {base}, Layout::Plain);
  ClassObj* int_enum = enum_type("IntEnum", {vm.types.integer, repr}, Layout::Int);
  ClassObj* str_enum = enum_type("StrEnum", {vm.types.str, repr}, Layout::Str);
  ClassObj* flag = enum_type("Flag", {base}, Layout::Plain);
  ClassObj* int_flag = enum_type("IntFlag", {vm.types.integer, repr, flag}, Layout::Int);
  for (ClassObj* c : {int_enum, str_enum, int_flag}) {
    method(vm, c, "__str__", value_str);
    method(vm, c, "__format__", value_format);
    method(vm, c, "__repr__", enum_repr);
  }
  method(vm, repr, "__str__", value_str);
  method(vm, repr, "__format__", value_format);
  define_flag_operators(vm, flag);
  define_flag_operators(vm, int_flag);

  ClassObj* automatic = m.cls("auto");
  vm.set_ops(automatic, auto_ops());
  for (const char* name : {"member", "nonmember"}) method(vm, m.cls(name), "__init__", keep_value);
  ClassObj* property_class = m.cls("property", {vm.types.property});
  static_method(vm, property_class, "__new__", enum_property_new);
  m.fn("unique", unique);
  for (const char* name : {"global_enum", "_simple_enum", "global_enum_repr"}) m.fn(name, self_of);
  m.fn("verify", [](Vm& v, Args&) { return v.native("enum.verify.__call__", self_of); });
  for (const char* name : {"CONTINUOUS", "NAMED_FLAGS", "UNIQUE", "STRICT", "CONFORM", "EJECT", "KEEP"}) m.text(name, name);
  m.cls("EnumCheck");
  m.cls("FlagBoundary");
}

}  // namespace graphlift::stdlib
