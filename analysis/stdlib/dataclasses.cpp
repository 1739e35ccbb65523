// dataclasses: the decorator and its field functions. What CPython generates as source is made natively here.
#include "analysis/stdlib/dataclasses.h"

#include "analysis/stdlib/typing.h"

namespace graphlift::stdlib {
namespace {

Value missing(Vm& vm) { return attr_in(vm, "dataclasses", "MISSING"); }
bool is_missing(Vm& vm, Value v) { return v.null() || v.same(missing(vm)); }

bool given_true(Value v, bool fallback) { return v.is_bool() ? v.b : fallback; }

// ---- Field

bool is_field(Value v) {
  auto* object = cast<InstanceObj>(v);
  return object && object->cls->native && object->cls->name == "Field";
}

Value field(Vm& vm, Args& a) {
  Value default_, factory, init, repr, hash, compare, metadata, kw_only;
  if (!a.bind(vm, "*, default=, default_factory=, init=, repr=, hash=, compare=, metadata=, kw_only=",
              {&default_, &factory, &init, &repr, &hash, &compare, &metadata, &kw_only}))
    return {};
  const Value none = missing(vm);
  if (!is_missing(vm, default_) && !is_missing(vm, factory))
    return vm.raise(vm.types.value_error, "cannot specify both default and default_factory");
  const Value f = Value::object(vm.new_instance(class_in(vm, "dataclasses", "Field")));
  const auto keep = [&](const char* name, Value v, Value fallback) { put(vm, f, name, v.null() ? fallback : v); };
  keep("name", Value(), Value::none());
  keep("_type", Value(), Value::none());
  keep("default", default_, none);
  keep("default_factory", factory, none);
  keep("init", init, Value::boolean(true));
  keep("repr", repr, Value::boolean(true));
  keep("hash", hash, Value::none());
  keep("compare", compare, Value::boolean(true));
  keep("metadata", metadata.is_none() ? Value() : metadata, Value::object(vm.new_dict()));
  keep("kw_only", kw_only, none);
  keep("_field_type", Value(), vm.str("_FIELD"));
  return f;
}

Value field_type(Vm& vm, Args& a) {
  const Value kept = own(vm, a[0], "_type");
  auto* owner = cast<ClassObj>(own(vm, a[0], "_owner"));
  const Value v = annotation_value(vm, kept.null() ? Value::none() : kept, owner ? owner->dict : nullptr);
  if (!kept.same(v)) put(vm, a[0], "_type", v);
  return v;
}

Value set_field_type(Vm& vm, Args& a) {
  put(vm, a[0], "_type", a[1]);
  return Value::none();
}

// ---- what an annotation says about its field

enum class Kind { Field, ClassVar, InitVar, KeywordOnly };

bool mentions(const std::vector<std::string>& names, std::string_view word) {
  return std::find(names.begin(), names.end(), word) != names.end();
}

// Annotations stay unevaluated unless their code names one of the three markers.
Kind kind_of(Vm& vm, Value stored, DictObj* class_names) {
  if (auto* holder = cast<CodeHolderObj>(stored)) {
    bool suspicious = false;
    for (const char* word : {"ClassVar", "InitVar", "KW_ONLY"})
      suspicious |= mentions(holder->code->names, word) || mentions(holder->code->locals, word);
    for (const auto& c : holder->code->consts)
      if (const auto* text = std::get_if<std::string>(&c))
        suspicious |= text->find("ClassVar") != std::string::npos || text->find("InitVar") != std::string::npos;
    if (!suspicious) return Kind::Field;
  }
  const Value v = annotation_value(vm, stored, class_names);
  if (v.is_str()) {
    const std::string_view text = text_of(v);
    if (text.find("ClassVar") != std::string_view::npos) return Kind::ClassVar;
    if (text.find("InitVar") != std::string_view::npos) return Kind::InitVar;
    return Kind::Field;
  }
  if (v.same(attr_in(vm, "dataclasses", "KW_ONLY"))) return Kind::KeywordOnly;
  const Value init_var = attr_in(vm, "dataclasses", "InitVar");
  if (v.same(init_var)) return Kind::InitVar;
  if (auto* object = cast<InstanceObj>(v); object && Value::object(object->cls).same(init_var)) return Kind::InitVar;
  const Value class_var = special_form(vm, "ClassVar");
  if (v.same(class_var)) return Kind::ClassVar;
  const Value origin = alias_origin(vm, v);
  vm.clear_exception();
  return !origin.null() && origin.same(class_var) ? Kind::ClassVar : Kind::Field;
}

// ---- fields of a class

DictObj* fields_dict(Vm& vm, Value object) {
  ClassObj* cls = cast<ClassObj>(object) ? cast<ClassObj>(object) : vm.type_of(object);
  return cast<DictObj>(vm.find_in_class(cls, vm.intern("__dataclass_fields__")));
}

std::vector<Value> real_fields(Vm& vm, DictObj* all, bool with_init_vars = false) {
  std::vector<Value> out;
  for (const auto& e : all->map.entries()) {
    if (e.key.null()) continue;
    const Value type = own(vm, e.value, "_field_type");
    if (type.is_str() && (text_of(type) == "_FIELD" || (with_init_vars && text_of(type) == "_FIELD_INITVAR"))) out.push_back(e.value);
  }
  return out;
}

bool flag_of(Vm& vm, Value f, const char* name) {
  const Value v = own(vm, f, name);
  return v.is_bool() && v.b;
}

std::string_view name_of(Vm& vm, Value f) {
  const Value v = own(vm, f, "name");
  return v.is_str() ? text_of(v) : std::string_view();
}

// ---- generated methods

Value run_init(Vm& vm, Args& a, const InitPlan& plan) {
  if (a.pos.empty()) return vm.raise(vm.types.type_error, "__init__() missing self");
  const Value self = a.pos[0];
  std::vector<Value> values(plan.fields.size());
  size_t next = 1;
  for (size_t i = 0; i < plan.fields.size() && next < a.pos.size(); ++i)
    if (plan.fields[i].init && !plan.fields[i].keyword_only) values[i] = a.pos[next++];
  const std::string function = plan.class_name + ".__init__()";
  if (next < a.pos.size()) {
    size_t optional = 0;
    for (const InitField& f : plan.fields) optional += f.init && !f.keyword_only && (!f.default_.null() || !f.factory.null());
    std::string takes = std::to_string(next) + (next == 1 ? " positional argument" : " positional arguments");
    if (optional) takes = "from " + std::to_string(next - optional) + " to " + takes;
    return vm.raise(vm.types.type_error, function + " takes " + takes + " but " + std::to_string(a.pos.size()) + " were given");
  }
  for (const auto& [k, v] : a.kw) {
    size_t i = 0;
    while (i < plan.fields.size() && !(plan.fields[i].init && plan.fields[i].name->text == k->text)) ++i;
    if (i == plan.fields.size()) return vm.raise(vm.types.type_error, function + " got an unexpected keyword argument '" + k->text + "'");
    if (!values[i].null()) return vm.raise(vm.types.type_error, function + " got multiple values for argument '" + k->text + "'");
    values[i] = v;
  }
  std::vector<Value> init_vars;
  for (size_t i = 0; i < plan.fields.size(); ++i) {
    const InitField& f = plan.fields[i];
    Value v = values[i];
    if (v.null()) {
      if (f.init && (a.open_pos || a.open_kw)) {
        v = vm.unknown("field `" + f.name->text + "` comes from an argument list that is not known");
      } else if (!f.factory.null()) {
        v = vm.call(f.factory, {});
        if (v.null()) return {};
      } else if (!f.default_.null()) {
        if (!f.init) continue;  // the class attribute serves
        v = f.default_;
      } else if (f.init) {
        return vm.raise(vm.types.type_error, function + " missing 1 required " + (f.keyword_only ? "keyword-only" : "positional") +
                                                 " argument: '" + f.name->text + "'");
      } else {
        continue;
      }
    }
    if (f.init_var) {
      init_vars.push_back(v);
      continue;
    }
    const bool ok = plan.frozen ? vm.generic_set_attr(self, f.name, v) : vm.set_attr(self, f.name, v);
    if (!ok) return {};
  }
  if (!plan.post_init) return Value::none();
  const Value hook = vm.get_attr(self, "__post_init__");
  if (hook.null()) return {};
  Args call;
  call.pos = std::move(init_vars);
  return vm.call(hook, call).null() ? Value() : Value::none();
}

Value make_init(Vm& vm, ClassObj* cls, DictObj* all, bool frozen) {
  auto plan = std::make_shared<InitPlan>();
  plan->class_name = cls->name;
  plan->frozen = frozen;
  plan->post_init = !vm.find_in_class(cls, vm.intern("__post_init__")).null();
  for (const bool keyword_only : {false, true})  // keyword-only ones come last, as in the signature
    for (Value f : real_fields(vm, all, true)) {
      if (flag_of(vm, f, "kw_only") != keyword_only) continue;
      InitField one;
      one.name = vm.intern(name_of(vm, f));
      one.field = f;
      one.init = flag_of(vm, f, "init");
      one.keyword_only = keyword_only;
      one.init_var = text_of(own(vm, f, "_field_type")) == "_FIELD_INITVAR";
      if (const Value d = own(vm, f, "default"); !is_missing(vm, d)) one.default_ = d;
      if (const Value d = own(vm, f, "default_factory"); !is_missing(vm, d)) one.factory = d;
      plan->fields.push_back(one);
    }
  const Value init = vm.native("dataclasses.__init__", [plan](Vm& m, Args& a) { return run_init(m, a, *plan); });
  cast<NativeObj>(init)->is_method = true;
  // inspect.signature reads the parameters from here.
  InstanceObj* holder = vm.new_instance(vm.types.object);
  holder->native_state = plan;
  put_native(vm, cast<NativeObj>(init), "__init_plan__", Value::object(holder));
  put_native(vm, cast<NativeObj>(init), "__qualname__", vm.str(cls->qualname + ".__init__"));
  return init;
}

// The compared fields of an object as a tuple.
Value compared(Vm& vm, Value self, const std::vector<Value>& fields) {
  std::vector<Value> out;
  for (Value f : fields) {
    const Value v = vm.get_attr(self, name_of(vm, f));
    if (v.null()) return {};
    out.push_back(v);
  }
  return vm.tuple(std::move(out));
}

std::vector<Value> fields_with(Vm& vm, DictObj* all, const char* flag) {
  std::vector<Value> out;
  for (Value f : real_fields(vm, all))
    if (flag_of(vm, f, flag)) out.push_back(f);
  return out;
}

Value make_method(Vm& vm, const char* name, std::function<Value(Vm&, Args&)> body) {
  const Value f = vm.native(std::string("dataclasses.") + name, std::move(body));
  cast<NativeObj>(f)->is_method = true;
  return f;
}

Value make_comparison(Vm& vm, const char* name, DictObj* all, syntax::CompareOp op) {
  return make_method(vm, name, [fields = fields_with(vm, all, "compare"), op](Vm& m, Args& a) -> Value {
    if (m.type_of(a[0]) != m.type_of(a[1])) return m.concrete(a[1]) ? Value::not_implemented() : sym_like(m, m.types.boolean, {a[1]});
    const Value x = compared(m, a[0], fields), y = x.null() ? x : compared(m, a[1], fields);
    return y.null() ? y : m.compare(op, x, y);
  });
}

Value make_repr(Vm& vm, DictObj* all) {
  return make_method(vm, "__repr__", [fields = fields_with(vm, all, "repr")](Vm& m, Args& a) -> Value {
    std::string out = m.type_of(a[0])->qualname + "(";
    bool first = true;
    for (Value f : fields) {
      const Value v = m.get_attr(a[0], name_of(m, f));
      const Value t = v.null() ? v : m.to_text(v, true);
      if (t.null()) return {};
      if (!t.is_str()) return sym_like(m, m.types.str, {t});
      out += (first ? "" : ", ") + std::string(name_of(m, f)) + "=" + std::string(text_of(t));
      first = false;
    }
    return m.str(out + ")");
  });
}

Value make_hash(Vm& vm, DictObj* all) {
  std::vector<Value> fields;
  for (Value f : real_fields(vm, all)) {
    const Value hash = own(vm, f, "hash");
    if (hash.is_none() ? flag_of(vm, f, "compare") : given_true(hash, false)) fields.push_back(f);
  }
  return make_method(vm, "__hash__", [fields](Vm& m, Args& a) -> Value {
    const Value t = compared(m, a[0], fields);
    return t.null() ? t : m.hash(t);
  });
}

Value make_frozen(Vm& vm, ClassObj* cls, bool set) {
  return make_method(vm, set ? "__setattr__" : "__delattr__", [cls, set](Vm& m, Args& a) -> Value {
    if (!a[1].is_str()) return Value::none();
    const auto* name = static_cast<const StrObj*>(a[1].o);
    DictObj* all = fields_dict(m, Value::object(cls));
    if (m.type_of(a[0]) == cls || (all && all->map.find(a[1])))
      return m.raise(class_in(m, "dataclasses", "FrozenInstanceError"),
                     std::string(set ? "cannot assign to" : "cannot delete") + " field '" + name->text + "'");
    // super().__setattr__ of the class that is frozen
    auto it = std::find(m.type_of(a[0])->mro.begin(), m.type_of(a[0])->mro.end(), cls);
    for (++it; it != m.type_of(a[0])->mro.end(); ++it)
      if (const Value hook = class_own(m, *it, set ? "__setattr__" : "__delattr__"); !hook.null()) return m.call(hook, a);
    const bool ok = set ? m.generic_set_attr(a[0], name, a[2]) : m.generic_del_attr(a[0], name);
    return ok ? Value::none() : Value();
  });
}

// ---- the decorator

struct Options {
  bool init = true, repr = true, eq = true, order = false, unsafe_hash = false, frozen = false, match_args = true, kw_only = false,
       slots = false;
};

// The field that `name: annotation = default` in the body of `cls` makes.
Value own_field(Vm& vm, ClassObj* cls, Value name, Value annotation, Kind kind, bool kw_only) {
  const Value default_ = class_own(vm, cls, text_of(name));
  Value f = default_;
  if (!is_field(default_)) {
    Args call;
    if (!default_.null()) call.kw.emplace_back(vm.intern("default"), default_);
    f = field(vm, call);
  }
  if (f.null()) return {};
  put(vm, f, "name", name);
  put(vm, f, "_type", annotation);
  put(vm, f, "_owner", Value::object(cls));
  if (is_missing(vm, own(vm, f, "kw_only"))) put(vm, f, "kw_only", Value::boolean(kw_only));
  const char* types[] = {"_FIELD", "_FIELD_CLASSVAR", "_FIELD_INITVAR", "_FIELD"};
  put(vm, f, "_field_type", vm.str(types[int(kind)]));
  if (is_field(default_)) {
    const Value inner = own(vm, f, "default");
    vm.touch(cls->dict);
    if (is_missing(vm, inner)) cls->dict->map.erase(name);
    else cls->dict->map.set(name, inner);
  }
  const Value value = own(vm, f, "default");
  if (kind == Kind::Field && (cast<ListObj>(value) || cast<DictObj>(value) || cast<SetObj>(value)))
    return vm.raise(vm.types.value_error, "mutable default <class '" + vm.type_of(value)->name + "'> for field " +
                                              std::string(text_of(name)) + " is not allowed: use default_factory");
  return f;
}

Value process(Vm& vm, ClassObj* cls, const Options& o) {
  DictObj* all = vm.new_dict();
  for (auto it = cls->mro.rbegin(); it != cls->mro.rend(); ++it) {
    if (*it == cls) continue;
    if (auto* inherited = cast<DictObj>(class_own(vm, *it, "__dataclass_fields__")))
      for (const auto& e : inherited->map.entries())
        if (!e.key.null()) all->map.set(e.key, e.value);
  }
  bool keyword_only = o.kw_only;
  if (auto* annotations = cast<DictObj>(class_own(vm, cls, "__annotations__"))) {
    for (const auto& e : std::vector<Dict::Entry>(annotations->map.entries())) {
      if (e.key.null() || !e.key.is_str()) continue;
      const Kind kind = kind_of(vm, e.value, cls->dict);
      if (kind == Kind::KeywordOnly) {
        keyword_only = true;
        continue;
      }
      const Value f = own_field(vm, cls, e.key, e.value, kind, keyword_only);
      if (f.null()) return {};
      all->map.set(e.key, f);
    }
  }
  class_attr(vm, cls, "__dataclass_fields__", Value::object(all));
  const Value params = Value::object(vm.new_instance(class_in(vm, "dataclasses", "_DataclassParams")));
  const std::pair<const char*, bool> kept[] = {{"init", o.init},
                                               {"repr", o.repr},
                                               {"eq", o.eq},
                                               {"order", o.order},
                                               {"unsafe_hash", o.unsafe_hash},
                                               {"frozen", o.frozen},
                                               {"match_args", o.match_args},
                                               {"kw_only", o.kw_only},
                                               {"slots", o.slots}};
  for (const auto& [name, on] : kept) put(vm, params, name, Value::boolean(on));
  class_attr(vm, cls, "__dataclass_params__", params);

  const auto define = [&](const char* name, Value v) {
    if (class_own(vm, cls, name).null()) class_attr(vm, cls, name, v);
  };
  if (o.init) define("__init__", make_init(vm, cls, all, o.frozen));
  if (o.repr) define("__repr__", make_repr(vm, all));
  const bool own_eq = !class_own(vm, cls, "__eq__").null();
  const Value own_hash = class_own(vm, cls, "__hash__");
  if (o.eq) define("__eq__", make_comparison(vm, "__eq__", all, syntax::CompareOp::Eq));
  if (o.order) {
    define("__lt__", make_comparison(vm, "__lt__", all, syntax::CompareOp::Lt));
    define("__le__", make_comparison(vm, "__le__", all, syntax::CompareOp::LtE));
    define("__gt__", make_comparison(vm, "__gt__", all, syntax::CompareOp::Gt));
    define("__ge__", make_comparison(vm, "__ge__", all, syntax::CompareOp::GtE));
  }
  const bool explicit_hash = !own_hash.null() && !(own_hash.is_none() && own_eq);
  if (!explicit_hash) {
    if (o.unsafe_hash || (o.eq && o.frozen)) class_attr(vm, cls, "__hash__", make_hash(vm, all));
    else if (o.eq) class_attr(vm, cls, "__hash__", Value::none());
  }
  if (o.frozen) {
    class_attr(vm, cls, "__setattr__", make_frozen(vm, cls, true));
    class_attr(vm, cls, "__delattr__", make_frozen(vm, cls, false));
    cls->has_setattr = true;
  }
  if (o.match_args) {
    std::vector<Value> names;
    for (Value f : real_fields(vm, all))
      if (flag_of(vm, f, "init") && !flag_of(vm, f, "kw_only")) names.push_back(own(vm, f, "name"));
    define("__match_args__", vm.tuple(std::move(names)));
  }
  return Value::object(cls);
}

bool read_options(Vm& vm, Args& a, Value& cls, Options& o) {
  Value init, repr, eq, order, unsafe_hash, frozen, match_args, kw_only, slots, weakref;
  if (!a.bind(vm, "cls=, /, *, init=, repr=, eq=, order=, unsafe_hash=, frozen=, match_args=, kw_only=, slots=, weakref_slot=",
              {&cls, &init, &repr, &eq, &order, &unsafe_hash, &frozen, &match_args, &kw_only, &slots, &weakref}))
    return false;
  o = {given_true(init, true),       given_true(repr, true),         given_true(eq, true),
       given_true(order, false),     given_true(unsafe_hash, false), given_true(frozen, false),
       given_true(match_args, true), given_true(kw_only, false),     given_true(slots, false)};
  return true;
}

Value decorate(Vm& vm, Value target, const Options& o) {
  auto* cls = cast<ClassObj>(target);
  return cls ? process(vm, cls, o) : target;
}

Value dataclass(Vm& vm, Args& a) {
  Value cls;
  Options o;
  if (!read_options(vm, a, cls, o)) return {};
  if (!cls.null() && !cls.is_none()) return decorate(vm, cls, o);
  return vm.native("dataclasses.dataclass.<locals>.wrap", [o](Vm& m, Args& b) { return decorate(m, b[0], o); });
}

// ---- functions over dataclasses

bool is_dataclass_instance(Vm& vm, Value v) { return cast<InstanceObj>(v) && fields_dict(vm, v) != nullptr; }

Value fields(Vm& vm, Args& a) {
  Value object;
  if (!a.bind(vm, "class_or_instance", {&object})) return {};
  if (DictObj* all = fields_dict(vm, object)) return vm.tuple(real_fields(vm, all));
  if (!vm.concrete(object)) return vm.unknown("fields of an object that is not known", vm.when(object));
  return vm.raise(vm.types.type_error, "must be called with a dataclass type or instance");
}

// asdict and astuple: dataclasses inside containers are converted too; everything else is deep-copied.
Value convert(Vm& vm, Value v, Value factory, bool to_dict) {
  if (is_dataclass_instance(vm, v)) {
    std::vector<Value> pairs, items;
    for (Value f : real_fields(vm, fields_dict(vm, v))) {
      const Value inner = vm.get_attr(v, name_of(vm, f));
      const Value converted = inner.null() ? inner : convert(vm, inner, factory, to_dict);
      if (converted.null()) return {};
      items.push_back(converted);
      pairs.push_back(pair(vm, own(vm, f, "name"), converted));
    }
    if (!to_dict) return factory.null() ? vm.tuple(std::move(items)) : vm.call(factory, {vm.list(std::move(items))});
    return vm.call(factory.null() ? Value::object(vm.types.dict) : factory, {vm.list(std::move(pairs))});
  }
  if (auto* t = cast<TupleObj>(plain(v))) {
    std::vector<Value> out;
    for (Value item : t->items) {
      out.push_back(convert(vm, item, factory, to_dict));
      if (out.back().null()) return {};
    }
    const Value made = vm.tuple(std::move(out));
    return cast<TupleObj>(v) ? made : instance_with(vm, vm.type_of(v), made);
  }
  if (auto* l = cast<ListObj>(v)) {
    Collected c;
    for (Value item : l->items) {
      c.items.push_back(convert(vm, item, factory, to_dict));
      if (c.items.back().null()) return {};
    }
    c.open = l->open;
    c.rest = l->rest;
    return list_of(vm, std::move(c));
  }
  if (auto* d = cast<DictObj>(v)) {
    DictObj* out = vm.new_dict();
    for (const auto& e : std::vector<Dict::Entry>(d->map.entries())) {
      if (e.key.null()) continue;
      const Value converted = convert(vm, e.value, factory, to_dict);
      if (converted.null()) return {};
      out->map.set(e.key, converted);
    }
    out->open = d->open;
    out->rest = d->rest;
    return Value::object(out);
  }
  return vm.call(attr_in(vm, "copy", "deepcopy"), {v});
}

template <bool ToDict>
Value as_container(Vm& vm, Args& a) {
  Value object, factory;
  if (!a.bind(vm, ToDict ? "obj, *, dict_factory=" : "obj, *, tuple_factory=", {&object, &factory})) return {};
  if (!is_dataclass_instance(vm, object)) {
    if (!vm.concrete(object)) return vm.unknown("fields of an object that is not known", vm.when(object));
    return vm.raise(vm.types.type_error, a.callee->name + "() should be called on dataclass instances");
  }
  return convert(vm, object, factory, ToDict);
}

Value replace(Vm& vm, Args& a) {
  if (a.pos.empty()) return vm.raise(vm.types.type_error, "replace() needs an object");
  const Value object = a.pos[0];
  if (!is_dataclass_instance(vm, object)) {
    if (!vm.concrete(object)) return vm.unknown("replace on an object that is not known", vm.when(object));
    return vm.raise(vm.types.type_error, "replace() should be called on dataclass instances");
  }
  Args call;
  call.kw = a.kw;
  call.open_kw = a.open_kw;
  for (Value f : real_fields(vm, fields_dict(vm, object))) {
    if (!flag_of(vm, f, "init") || !a.keyword(name_of(vm, f)).null()) continue;
    const Value v = vm.get_attr(object, name_of(vm, f));
    if (v.null()) return {};
    call.kw.emplace_back(vm.intern(name_of(vm, f)), v);
  }
  return vm.call(Value::object(vm.type_of(object)), call);
}

Value make_dataclass(Vm& vm, Args& a) {
  Value name, field_list, bases, names, module;
  Args options;
  Args own_args = a;
  own_args.kw.clear();
  for (const auto& kw : a.kw) {
    const bool ours = kw.first->text == "bases" || kw.first->text == "namespace" || kw.first->text == "module" ||
                      kw.first->text == "fields" || kw.first->text == "cls_name";
    (ours ? own_args : options).kw.push_back(kw);
  }
  if (!own_args.bind(vm, "cls_name, fields, *, bases=, namespace=, module=", {&name, &field_list, &bases, &names, &module})) return {};
  Collected c;
  if (!gather(vm, field_list, c)) return {};
  if (c.open) return vm.unknown("a dataclass made of fields that are not known");
  DictObj* body = cast<DictObj>(plain(names)) ? copy_dict(vm, cast<DictObj>(plain(names))) : vm.new_dict();
  DictObj* annotations = vm.new_dict();
  for (Value item : c.items) {
    auto* t = cast<TupleObj>(plain(item));
    auto* l = cast<ListObj>(item);
    const std::vector<Value> parts = t ? t->items : l ? l->items : std::vector<Value>{item};
    if (parts.empty() || !parts[0].is_str()) return vm.unknown("a dataclass made of fields that are not known");
    annotations->map.set(parts[0], parts.size() > 1 ? parts[1] : special_form(vm, "Any"));
    if (parts.size() > 2) body->map.set(parts[0], parts[2]);
  }
  body->map.set(vm.str("__annotations__"), Value::object(annotations));
  if (!module.null()) body->map.set(vm.str("__module__"), module);
  auto* base_tuple = cast<TupleObj>(bases);
  Args none;
  ClassObj* meta = vm.types.type;
  if (base_tuple)
    for (Value b : base_tuple->items)
      if (auto* base = cast<ClassObj>(b); base && base->cls->is_subclass_of(meta)) meta = base->cls;
  const Value made = vm.make_class(meta, name, base_tuple ? base_tuple->items : std::vector<Value>(), body, none);
  Value cls;
  Options o;
  if (made.null() || !read_options(vm, options, cls, o)) return {};
  return decorate(vm, made, o);
}

}  // namespace

const InitPlan* init_plan_of(Vm& vm, Value function) {
  auto* native = cast<NativeObj>(function);
  if (!native || !native->attrs) return nullptr;
  const Value* holder = native->attrs->map.find(vm.str("__init_plan__"));
  auto* object = holder ? cast<InstanceObj>(*holder) : nullptr;
  return object ? static_cast<const InitPlan*>(object->native_state.get()) : nullptr;
}

void init_dataclasses(Vm& vm, ModuleObj* module) {
  Module m{vm, module};
  m.set("MISSING", vm.opaque(m.cls("_MISSING_TYPE"), "MISSING"));
  m.set("KW_ONLY", vm.opaque(m.cls("_KW_ONLY_TYPE"), "KW_ONLY"));
  m.cls("_DataclassParams");
  m.exception("FrozenInstanceError", vm.types.attribute_error);
  ClassObj* field_class = m.cls("Field");
  property(vm, field_class, "type", field_type, set_field_type);
  generic_class(vm, field_class);
  ClassObj* init_var = m.cls("InitVar");
  method(vm, init_var, "__init__", [](Vm& v, Args& a) {
    put(v, a[0], "type", a.get(1, "type"));
    return Value::none();
  });
  class_method(vm, init_var, "__class_getitem__", [](Vm& v, Args& a) { return v.call(a[0], {a[1]}); });
  m.fn("field", field);
  m.fn("dataclass", dataclass);
  m.fn("fields", fields);
  m.fn("is_dataclass", [](Vm& v, Args& a) -> Value {
    if (fields_dict(v, a[0])) return Value::boolean(true);
    return v.concrete(a[0]) || cast<SymObj>(a[0]) || cast<TensorObj>(a[0]) ? Value::boolean(false) : sym_like(v, v.types.boolean, {a[0]});
  });
  m.fn("asdict", as_container<true>);
  m.fn("astuple", as_container<false>);
  m.fn("replace", replace);
  m.fn("make_dataclass", make_dataclass);
}

}  // namespace graphlift::stdlib
