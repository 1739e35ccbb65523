// typing: generics, special forms and decorators. Types are opaque values that keep their arguments; nothing is checked.
#include "analysis/stdlib/typing.h"

#include "analysis/stdlib/abc.h"

namespace graphlift::stdlib {
namespace {

ClassObj* typing_class(Vm& vm, std::string_view name) { return class_in(vm, "typing", name); }

std::string_view form_name(Vm& vm, Value form) {
  const Value name = own(vm, form, "_name");
  return name.is_str() ? text_of(name) : std::string_view();
}

bool is_form(Vm& vm, Value v, std::string_view name) {
  auto* object = cast<InstanceObj>(v);
  return object && object->cls->name == "_SpecialForm" && form_name(vm, v) == name;
}

// ---- aliases

// Equal aliases are one object, so that they can be dictionary keys and compare by identity.
Value new_alias(Vm& vm, Value origin, std::vector<Value> args, Value name) {
  std::vector<Value> key = {origin, name};
  key.insert(key.end(), args.begin(), args.end());
  const Value packed = vm.tuple(std::move(key));
  auto* known = cast<DictObj>(attr_in(vm, "typing", "_aliases"));
  const bool keyed = known && hashable_known(packed);
  if (keyed)
    if (const Value* hit = known->map.find(packed)) return *hit;
  const Value alias = Value::object(vm.new_instance(typing_class(vm, "_GenericAlias")));
  std::vector<Value> parameters;
  for (Value v : args) {
    auto* object = cast<InstanceObj>(v);
    if (object && object->cls->name.starts_with("TypeVar")) parameters.push_back(v);
  }
  put(vm, alias, "__origin__", origin);
  put(vm, alias, "__args__", vm.tuple(std::move(args)));
  put(vm, alias, "__parameters__", vm.tuple(std::move(parameters)));
  put(vm, alias, "_name", name);
  if (keyed) known->map.set(packed, alias);
  return alias;
}

std::vector<Value> items_of(Value index) {
  if (auto* t = cast<TupleObj>(index)) return t->items;
  return {index};
}

// None stands for its type; a list (the parameters of Callable) is kept as a tuple.
void normalise(Vm& vm, std::vector<Value>& args) {
  for (Value& v : args)
    if (v.is_none()) v = Value::object(vm.types.none);
}

Value make_union(Vm& vm, std::vector<Value> options) {
  std::vector<Value> flat;
  const Value form = special_form(vm, "Union");
  for (Value v : options) {
    std::vector<Value> parts = {v};
    const Value origin = alias_origin(vm, v);
    if (!origin.null() && (origin.same(form) || (cast<ClassObj>(origin) && cast<ClassObj>(origin)->name == "UnionType")))
      if (auto* t = cast<TupleObj>(vm.try_attr(v, vm.intern("__args__")))) parts = t->items;
    normalise(vm, parts);
    for (Value p : parts) {
      bool seen = false;
      for (Value f : flat) seen |= f.same(p) || keys_equal(f, p);
      if (!seen) flat.push_back(p);
    }
  }
  if (flat.size() == 1) return flat[0];
  const bool optional = flat.size() == 2 && (flat[0].same(Value::object(vm.types.none)) || flat[1].same(Value::object(vm.types.none)));
  return new_alias(vm, form, std::move(flat), vm.str(optional ? "Optional" : "Union"));
}

Value subscript_form(Vm& vm, Value self, Value index) {
  const std::string_view name = form_name(vm, self);
  std::vector<Value> args = items_of(index);
  if (name == "Union") return make_union(vm, std::move(args));
  if (name == "Optional") return make_union(vm, {index, Value::none()});
  if (name == "Annotated") {
    const Value annotated = args[0];
    const Value alias = new_alias(vm, annotated, std::move(args), vm.str("Annotated"));
    auto* all = cast<TupleObj>(own(vm, alias, "__args__"));
    if (all && all->items.size() > 1) {
      put(vm, alias, "__metadata__", vm.tuple({all->items.begin() + 1, all->items.end()}));
      put(vm, alias, "__args__", vm.tuple({all->items[0]}));
    }
    return alias;
  }
  if (name != "Literal") normalise(vm, args);
  return new_alias(vm, self, std::move(args), vm.str(name));
}

Value subscript_alias(Vm& vm, Value self, Value index) {
  const Value origin = own(vm, self, "__origin__");
  const Value name = own(vm, self, "_name");
  std::vector<Value> args = items_of(index);
  normalise(vm, args);
  auto* cls = cast<ClassObj>(origin);
  if (cls && cls->name == "Callable" && args.size() == 2)
    if (auto* list = cast<ListObj>(args[0])) {
      std::vector<Value> flat = list->items;
      flat.push_back(args[1]);
      args = std::move(flat);
    }
  // Optional[T][int]: put the arguments in the place of the type variables.
  auto* old = cast<TupleObj>(own(vm, self, "__args__"));
  auto* parameters = cast<TupleObj>(own(vm, self, "__parameters__"));
  if (old && parameters && !parameters->items.empty()) {
    std::vector<Value> replaced = old->items;
    for (Value& v : replaced)
      for (size_t i = 0; i < parameters->items.size() && i < args.size(); ++i)
        if (v.same(parameters->items[i])) v = args[i];
    if (is_form(vm, origin, "Union")) return make_union(vm, std::move(replaced));
    args = std::move(replaced);
  }
  return new_alias(vm, origin, std::move(args), name);
}

Value call_alias(Vm& vm, Value self, Args& a) {
  const Value origin = own(vm, self, "__origin__");
  if (cast<ClassObj>(origin)) return vm.call(origin, a);
  return vm.raise(vm.types.type_error, "Type " + std::string(form_name(vm, self)) + " cannot be instantiated");
}

Value or_types(Vm& vm, syntax::BinaryOp op, Value left, Value right, bool) {
  if (op != syntax::BinaryOp::BitOr) return Value::not_implemented();
  return make_union(vm, {left, right});
}

std::string type_text(Vm& vm, Value v) {
  if (auto* cls = cast<ClassObj>(v)) {
    if (cls->module_name.is_str() && text_of(cls->module_name) != "builtins")
      return std::string(text_of(cls->module_name)) + "." + cls->qualname;
    return cls->qualname;
  }
  if (v.tag == Tag::Ellipsis) return "...";
  const Value text = vm.to_text(v, true);
  if (text.is_str()) return std::string(text_of(text));
  vm.clear_exception();
  return "?";
}

Value alias_text(Vm& vm, Value self, bool) {
  const Value origin = own(vm, self, "__origin__");
  const Value name = own(vm, self, "_name");
  std::string out = name.is_str() ? "typing." + std::string(text_of(name)) : type_text(vm, origin);
  if (cast<InstanceObj>(self)->cls->name != "_GenericAlias") return vm.str(out);
  auto* args = cast<TupleObj>(own(vm, self, "__args__"));
  if (!args || args->items.empty()) return vm.str(out);
  out += "[";
  auto* cls = cast<ClassObj>(origin);
  const bool callable = cls && cls->name == "Callable" && args->items[0].tag != Tag::Ellipsis;
  if (callable) out += "[";
  for (size_t i = 0; i < args->items.size(); ++i) {
    const bool skip_none = name.is_str() && text_of(name) == "Optional" && args->items[i].same(Value::object(vm.types.none));
    if (skip_none) continue;
    if (callable && i + 1 == args->items.size()) out += "]";
    if (out.back() != '[') out += ", ";
    out += type_text(vm, args->items[i]);
  }
  return vm.str(out + "]");
}

// Unions are equal in any order of their options.
Value compare_aliases(Vm& vm, syntax::CompareOp op, Value left, Value right) {
  if (op != syntax::CompareOp::Eq && op != syntax::CompareOp::NotEq) return Value::not_implemented();
  bool equal = left.same(right);
  auto* x = cast<TupleObj>(own(vm, left, "__args__"));
  auto* y = cast<TupleObj>(own(vm, right, "__args__"));
  const Value origin = own(vm, left, "__origin__");
  if (!equal && x && y && !origin.null() && origin.same(own(vm, right, "__origin__")) && x->items.size() == y->items.size()) {
    const bool any_order = is_form(vm, origin, "Union") || is_form(vm, origin, "Literal");
    equal = true;
    for (size_t i = 0; i < x->items.size(); ++i) {
      bool found = false;
      for (size_t k = any_order ? 0 : i; k < (any_order ? y->items.size() : i + 1); ++k) {
        const Verdict same = equals(vm, x->items[i], y->items[k]);
        if (same.raised) return {};
        found |= same.value == Tri::Yes;
      }
      equal = equal && found;
    }
  }
  return Value::boolean(equal == (op == syntax::CompareOp::Eq));
}

const TypeOps* alias_ops() {
  static const TypeOps ops = [] {
    TypeOps o;
    o.binary = or_types;
    o.compare = compare_aliases;
    o.get_item = subscript_alias;
    o.call = call_alias;
    o.text = alias_text;
    return o;
  }();
  return &ops;
}

const TypeOps* form_ops() {
  static const TypeOps ops = [] {
    TypeOps o;
    o.binary = or_types;
    o.get_item = subscript_form;
    o.text = alias_text;
    return o;
  }();
  return &ops;
}

// Attributes of the origin, so that `List[int].__name__` or `Foo[int].make()` work.
Value alias_getattr(Vm& vm, Args& a) {
  const Value origin = own(vm, a[0], "__origin__");
  if (origin.null() || !a[1].is_str()) return vm.raise(vm.types.attribute_error, "generic alias");
  if (text_of(a[1]).starts_with("__") && text_of(a[1]) != "__name__" && text_of(a[1]) != "__qualname__")
    return vm.raise(vm.types.attribute_error, "generic alias has no attribute '" + std::string(text_of(a[1])) + "'");
  return vm.get_attr(origin, text_of(a[1]));
}

Value alias_mro_entries(Vm& vm, Args& a) {
  const Value origin = own(vm, a[0], "__origin__");
  auto* cls = cast<ClassObj>(origin);
  if (!cls) return vm.raise(vm.types.type_error, "Cannot subclass " + type_text(vm, a[0]));
  if (cls->native && cls->name == "Generic")  // superfluous before another generic base
    if (auto* bases = cast<TupleObj>(a[1])) {
      bool after = false;
      for (Value b : bases->items) {
        auto* base = cast<ClassObj>(b);
        if (base && base->native && base->name == "Protocol") return vm.tuple({});
        auto* alias = cast<InstanceObj>(b);
        if (after && alias && alias->cls->name == "_GenericAlias") return vm.tuple({});
        after |= b.same(a[0]);
      }
    }
  return vm.tuple({origin});
}

// isinstance(x, List), isinstance(x, Union[A, B])
Value alias_check(Vm& vm, Args& a, const char* builtin) {
  const Value origin = own(vm, a[0], "__origin__");
  const Value check = vm.module_attr(vm.builtins, vm.intern(builtin));
  if (is_form(vm, origin, "Union")) return vm.call(check, {a[1], own(vm, a[0], "__args__")});
  if (cast<ClassObj>(origin)) return vm.call(check, {a[1], origin});
  return vm.raise(vm.types.type_error, "Subscripted generics cannot be used with class and instance checks");
}

Value class_getitem(Vm& vm, Args& a) {
  std::vector<Value> args = items_of(a[1]);
  normalise(vm, args);
  return new_alias(vm, a[0], std::move(args), Value::none());
}

// ---- type variables, NewType

Value type_variable_init(Vm& vm, Args& a) {
  if (a.size() < 2) return vm.raise(vm.types.type_error, "TypeVar needs a name");
  put(vm, a[0], "__name__", a[1]);
  put(vm, a[0], "_name", a[1]);
  put(vm, a[0], "__constraints__", vm.tuple({a.pos.begin() + 2, a.pos.end()}));
  const auto keyword = [&](const char* given, const char* kept, Value fallback) {
    const Value v = a.keyword(given);
    put(vm, a[0], kept, v.null() ? fallback : v);
  };
  keyword("bound", "__bound__", Value::none());
  keyword("covariant", "__covariant__", Value::boolean(false));
  keyword("contravariant", "__contravariant__", Value::boolean(false));
  keyword("default", "__default__", special_form(vm, "NoDefault"));
  return Value::none();
}

Value type_variable_text(Vm& vm, Value self, bool) {
  const Value name = own(vm, self, "__name__");
  return name.is_str() ? vm.str("~" + std::string(text_of(name))) : vm.str("~?");
}

const TypeOps* variable_ops() {
  static const TypeOps ops = [] {
    TypeOps o;
    o.binary = or_types;
    o.text = type_variable_text;
    return o;
  }();
  return &ops;
}

Value new_type_init(Vm& vm, Args& a) {
  Value self, name, type;
  if (!a.bind(vm, "self, name, tp", {&self, &name, &type})) return {};
  put(vm, self, "__name__", name);
  put(vm, self, "__qualname__", name);
  put(vm, self, "__supertype__", type);
  return Value::none();
}

Value new_type_call(Vm& vm, Value, Args& a) {
  Value x;
  return a.bind(vm, "x, /", {&x}) ? x : Value();
}

const TypeOps* new_type_ops() {
  static const TypeOps ops = [] {
    TypeOps o;
    o.binary = or_types;
    o.call = new_type_call;
    return o;
  }();
  return &ops;
}

// ---- protocols

// isinstance with a runtime-checkable protocol: inheritance, else every member that the protocol names.
Value protocol_check(Vm& vm, Args& a, bool of_class) {
  auto* cls = cast<ClassObj>(a[0]);
  if (!cls || a.size() < 2) return vm.raise(vm.types.type_error, "protocol check needs a class");
  if (!vm.concrete(a[1]) && !cast<TensorObj>(a[1]) && !cast<SymObj>(a[1])) return vm.sym(vm.types.boolean, vm.when(a[1]));
  ClassObj* sub = of_class ? cast<ClassObj>(a[1]) : vm.type_of(a[1]);
  if (!sub) return vm.raise(vm.types.type_error, "issubclass() arg 1 must be a class");
  bool ok = true;
  const Tri t = conforms(vm, cls, sub, ok);
  if (!ok) return {};
  if (t != Tri::No) return t == Tri::Yes ? Value::boolean(true) : vm.sym(vm.types.boolean, When::Unknown);
  if (class_own(vm, cls, "_is_protocol").null()) return Value::boolean(false);
  for (ClassObj* c : cls->mro) {
    if (c->native) continue;
    std::vector<Value> names;
    for (const auto& e : c->dict->map.entries())
      if (!e.key.null() && e.key.is_str()) names.push_back(e.key);
    if (auto* annotations = cast<DictObj>(class_own(vm, c, "__annotations__")))
      for (const auto& e : annotations->map.entries())
        if (!e.key.null()) names.push_back(e.key);
    for (Value name : names) {
      const std::string_view text = text_of(name);
      static constexpr std::string_view kIgnored[] = {"__module__",
                                                      "__qualname__",
                                                      "__doc__",
                                                      "__annotations__",
                                                      "__dict__",
                                                      "__weakref__",
                                                      "__init__",
                                                      "__new__",
                                                      "__slots__",
                                                      "__parameters__",
                                                      "__orig_bases__",
                                                      "_is_protocol",
                                                      "_is_runtime_protocol",
                                                      "__abstractmethods__",
                                                      "_abc_registry",
                                                      "__hash__",
                                                      "__class_getitem__",
                                                      "__subclasshook__",
                                                      "_abc_requires",
                                                      "__match_args__"};
      if (std::find(std::begin(kIgnored), std::end(kIgnored), text) != std::end(kIgnored)) continue;
      const Value found = of_class ? vm.find_in_class(sub, vm.intern(text)) : vm.try_attr(a[1], vm.intern(text));
      if (vm.raised()) return {};
      if (found.null()) return Value::boolean(false);
    }
  }
  return Value::boolean(true);
}

Value protocol_subclass(Vm& vm, Args& a) {
  auto* cls = cast<ClassObj>(a[0]);
  if (!cls) return Value::none();
  // A class is a protocol itself only when it lists Protocol among its bases.
  for (ClassObj* base : cls->bases)
    if (base->native && base->name == "Protocol") class_attr(vm, cls, "_is_protocol", Value::boolean(true));
  return Value::none();
}

Value ignore_keywords(Vm&, Args&) { return Value::none(); }

// ---- named tuples and typed dicts

bool own_annotations(Vm& vm, ClassObj* cls, std::vector<std::string>& names) {
  auto* annotations = cast<DictObj>(class_own(vm, cls, "__annotations__"));
  if (!annotations) return false;
  for (const auto& e : annotations->map.entries())
    if (!e.key.null() && e.key.is_str()) names.emplace_back(text_of(e.key));
  return true;
}

Value named_tuple_subclass(Vm& vm, Args& a) {
  auto* cls = cast<ClassObj>(a[0]);
  const bool direct =
      cls && std::any_of(cls->bases.begin(), cls->bases.end(), [](ClassObj* b) { return b->native && b->name == "_NamedTuple"; });
  if (!direct) return Value::none();
  std::vector<std::string> fields;
  own_annotations(vm, cls, fields);
  std::vector<Value> defaults;
  for (const auto& f : fields)
    if (const Value v = class_own(vm, cls, f); !v.null()) defaults.push_back(v);
  define_named_tuple(vm, cls, fields, defaults);
  return Value::none();
}

Value named_tuple_call(Vm& vm, Value, Args& a) {
  Value name, fields;
  if (!a.bind(vm, "typename, fields=, /, **", {&name, &fields})) return {};
  std::vector<std::string> names;
  DictObj* annotations = vm.new_dict();
  Collected c;
  if (!fields.null() && !fields.is_none() && !gather(vm, fields, c)) return {};
  for (Value item : c.items) {
    auto* t = cast<TupleObj>(item);
    if (!t || t->items.size() != 2 || !t->items[0].is_str()) return vm.unknown("NamedTuple with fields that are not known");
    names.emplace_back(text_of(t->items[0]));
    annotations->map.set(t->items[0], t->items[1]);
  }
  Args none;
  const Value made = vm.make_class(vm.types.type, name, {Value::object(typing_class(vm, "_NamedTuple"))}, vm.new_dict(), none);
  if (auto* cls = cast<ClassObj>(made)) {
    class_attr(vm, cls, "__annotations__", Value::object(annotations));
    define_named_tuple(vm, cls, names, {});
  }
  return made;
}

Value typed_dict_call(Vm& vm, Value, Args& a) {
  Value name, fields, total;
  if (!a.bind(vm, "typename, fields=, /, *, total=, **", {&name, &fields, &total})) return {};
  Args none;
  const Value made = vm.make_class(vm.types.type, name, {Value::object(typing_class(vm, "_TypedDict"))}, vm.new_dict(), none);
  if (auto* cls = cast<ClassObj>(made)) {
    class_attr(vm, cls, "__annotations__", cast<DictObj>(fields) ? fields : Value::object(vm.new_dict()));
    class_attr(vm, cls, "__total__", total.null() ? Value::boolean(true) : total);
  }
  return made;
}

Value typed_dict_subclass(Vm& vm, Args& a) {
  if (auto* cls = cast<ClassObj>(a[0])) {
    const Value total = a.keyword("total");
    class_attr(vm, cls, "__total__", total.null() ? Value::boolean(true) : total);
    // Programs read the annotations of these from __dict__, so they cannot stay deferred.
    if (auto* annotations = cast<DictObj>(class_own(vm, cls, "__annotations__")))
      for (auto& e : std::vector<Dict::Entry>(annotations->map.entries()))
        if (!e.key.null()) annotations->map.set(e.key, annotation_value(vm, e.value, cls->dict));
  }
  return Value::none();
}

// Stands for NamedTuple or TypedDict: a base that is replaced by `_name`, and a factory.
Value factory_entries(Vm& vm, Args& a) {
  const Value name = own(vm, a[0], "_name");
  return vm.tuple({Value::object(typing_class(vm, "_" + std::string(text_of(name))))});
}

template <Value (*Call)(Vm&, Value, Args&)>
const TypeOps* factory_ops() {
  static const TypeOps ops = [] {
    TypeOps o;
    o.call = Call;
    return o;
  }();
  return &ops;
}

// ---- introspection

Value strip_optional_markers(Vm& vm, Value v, bool extras) {
  const Value name = own(vm, v, "_name");
  if (!extras && name.is_str() && (text_of(name) == "Annotated" || text_of(name) == "Required" || text_of(name) == "NotRequired"))
    if (auto* args = cast<TupleObj>(own(vm, v, "__args__")); args && !args->items.empty()) return args->items[0];
  return v;
}

Value get_type_hints(Vm& vm, Args& a) {
  Value object, globals, locals, extras;
  if (!a.bind(vm, "obj, globalns=, localns=, include_extras=", {&object, &globals, &locals, &extras})) return {};
  const bool keep = extras.is_bool() && extras.b;
  DictObj* hints = vm.new_dict();
  if (auto* cls = cast<ClassObj>(object)) {
    for (auto it = cls->mro.rbegin(); it != cls->mro.rend(); ++it)
      if (auto* own_dict = cast<DictObj>(class_own(vm, *it, "__annotations__")))
        for (const auto& e : std::vector<Dict::Entry>(own_dict->map.entries()))
          if (!e.key.null()) hints->map.set(e.key, strip_optional_markers(vm, annotation_value(vm, e.value, (*it)->dict), keep));
    return Value::object(hints);
  }
  Value func = object;
  while (true) {
    if (auto* bound = cast<BoundMethodObj>(func)) {
      func = bound->func;
      continue;
    }
    const Value wrapped = cast<FunctionObj>(func) ? vm.try_attr(func, vm.intern("__wrapped__")) : Value();
    if (vm.raised()) return {};
    if (wrapped.null()) break;
    func = wrapped;
  }
  if (auto* fn = cast<FunctionObj>(func)) {
    for (const auto& annotation : fn->code->annotations)
      hints->map.set(vm.str(annotation.name),
                     strip_optional_markers(vm, vm.evaluate_annotation(annotation.thunk, fn->module, nullptr), keep));
    return Value::object(hints);
  }
  const Value annotations = vm.try_attr(object, vm.intern("__annotations__"));
  if (vm.raised()) return {};
  auto* dict = cast<DictObj>(annotations);
  if (!dict) return vm.concrete(object) ? Value::object(hints) : vm.unknown("type hints of an object that is not known");
  for (const auto& e : std::vector<Dict::Entry>(dict->map.entries()))
    if (!e.key.null()) hints->map.set(e.key, strip_optional_markers(vm, annotation_value(vm, e.value, nullptr), keep));
  return Value::object(hints);
}

Value get_origin(Vm& vm, Args& a) {
  Value type;
  if (!a.bind(vm, "tp", {&type})) return {};
  if (!own(vm, type, "__metadata__").null()) return special_form(vm, "Annotated");
  if (auto* cls = cast<ClassObj>(type)) return cls->name == "Generic" && cls->native ? type : Value::none();
  if (const Value unions = attr_in(vm, "types", "UnionType"); unions.same(Value::object(vm.type_of(type)))) return unions;
  const Value origin = alias_origin(vm, type);
  if (vm.raised()) return {};
  return origin.null() ? (vm.concrete(type) ? Value::none() : vm.unknown("the origin of a type that is not known")) : origin;
}

Value get_args(Vm& vm, Args& a) {
  Value type;
  if (!a.bind(vm, "tp", {&type})) return {};
  if (cast<ClassObj>(type)) return vm.tuple({});
  const Value args = vm.try_attr(type, vm.intern("__args__"));
  if (vm.raised()) return {};
  if (args.null()) return vm.tuple({});
  auto* t = cast<TupleObj>(args);
  // Callable[[A, B], R] answers ([A, B], R).
  auto* origin = cast<ClassObj>(alias_origin(vm, type));
  if (t && origin && origin->name == "Callable" && !t->items.empty() && t->items[0].tag != Tag::Ellipsis)
    return pair(vm, vm.list({t->items.begin(), t->items.end() - 1}), t->items.back());
  if (auto* metadata = cast<TupleObj>(own(vm, type, "__metadata__")); t && metadata) {
    std::vector<Value> all = t->items;
    all.insert(all.end(), metadata->items.begin(), metadata->items.end());
    return vm.tuple(std::move(all));
  }
  return args;
}

Value last_argument(Vm&, Args& a) { return a.pos.empty() ? Value::none() : a.pos.back(); }
Value first_argument(Vm&, Args& a) { return a.pos.empty() ? Value::none() : a.pos.front(); }

Value runtime_checkable(Vm& vm, Args& a) {
  if (auto* cls = cast<ClassObj>(a[0])) class_attr(vm, cls, "_is_runtime_protocol", Value::boolean(true));
  return a[0];
}

// @deprecated("text"), @dataclass_transform(...): decorators with arguments that change nothing.
Value decorator_factory(Vm& vm, Args&) { return vm.native("typing.<decorator>", first_argument); }

Value overloaded(Vm& vm, Args&) { return vm.raise(vm.types.not_implemented_error, "You should not call an overloaded function."); }

void forms(Module& m) {
  ClassObj* form = m.cls("_SpecialForm");
  m.vm.set_ops(form, form_ops());
  method(m.vm, form, "__instancecheck__",
         [](Vm& v, Args& a) -> Value { return v.raise(v.types.type_error, type_text(v, a[0]) + " cannot be used with isinstance()"); });
  for (const char* name : {"Union",     "Optional",  "Literal",  "Final",         "ClassVar",    "Annotated", "Concatenate",
                           "TypeAlias", "TypeGuard", "TypeIs",   "Required",      "NotRequired", "ReadOnly",  "Unpack",
                           "Self",      "Never",     "NoReturn", "LiteralString", "NoDefault",   "TypeForm",  "NoExtraItems"}) {
    const Value v = Value::object(m.vm.new_instance(form));
    put(m.vm, v, "_name", m.vm.str(name));
    m.set(name, v);
  }
}

void aliases(Module& m) {
  ClassObj* alias = m.cls("_GenericAlias");
  m.vm.set_ops(alias, alias_ops());
  method(m.vm, alias, "__getattr__", alias_getattr);
  alias->has_getattr = true;
  method(m.vm, alias, "__mro_entries__", alias_mro_entries);
  method(m.vm, alias, "__instancecheck__", [](Vm& v, Args& a) { return alias_check(v, a, "isinstance"); });
  method(m.vm, alias, "__subclasscheck__", [](Vm& v, Args& a) { return alias_check(v, a, "issubclass"); });
  const Types& t = m.vm.types;
  const auto over = [&](const char* name, ClassObj* origin) {
    if (origin) m.set(name, new_alias(m.vm, Value::object(origin), {}, m.vm.str(name)));
  };
  over("List", t.list);
  over("Dict", t.dict);
  over("Set", t.set);
  over("FrozenSet", t.frozenset);
  over("Tuple", t.tuple);
  over("Type", t.type);
  for (const char* name :
       {"Hashable",       "Awaitable", "Coroutine",       "AsyncIterable", "AsyncIterator", "AsyncGenerator", "Iterable",   "Iterator",
        "Reversible",     "Generator", "Sized",           "Container",     "Collection",    "Callable",       "MutableSet", "Mapping",
        "MutableMapping", "Sequence",  "MutableSequence", "ByteString",    "MappingView",   "KeysView",       "ItemsView",  "ValuesView"})
    over(name, class_in(m.vm, "collections.abc", name));
  over("AbstractSet", class_in(m.vm, "collections.abc", "Set"));
  over("Deque", class_in(m.vm, "collections", "deque"));
  over("DefaultDict", class_in(m.vm, "collections", "defaultdict"));
  over("OrderedDict", class_in(m.vm, "collections", "OrderedDict"));
  over("Counter", class_in(m.vm, "collections", "Counter"));
  over("ChainMap", class_in(m.vm, "collections", "ChainMap"));
  over("ContextManager", class_in(m.vm, "contextlib", "AbstractContextManager"));
  over("AsyncContextManager", class_in(m.vm, "contextlib", "AbstractAsyncContextManager"));
  over("Pattern", class_in(m.vm, "re", "Pattern"));
  over("Match", class_in(m.vm, "re", "Match"));
}

void generics(Module& m) {
  Vm& vm = m.vm;
  std::vector<Value> excluded;  // what does not make a protocol
  for (const char* name : {"__parameters__", "__orig_bases__", "__orig_class__", "_is_protocol", "_is_runtime_protocol", "__final__",
                           "__abstractmethods__", "__annotations__", "__dict__", "__doc__", "__init__", "__module__", "__new__",
                           "__slots__", "__subclasshook__", "__weakref__", "__class_getitem__", "_MutableMapping__marker"})
    excluded.push_back(vm.str(name));
  m.set("EXCLUDED_ATTRIBUTES", vm.list(std::move(excluded)));
  ClassObj* generic = m.cls("Generic");
  class_method(vm, generic, "__class_getitem__", class_getitem);
  class_method(vm, generic, "__init_subclass__", ignore_keywords);
  ClassObj* protocol_meta = m.cls("_ProtocolMeta", {abc_meta(vm)}, Layout::Type);
  method(vm, protocol_meta, "__instancecheck__", [](Vm& v, Args& a) { return protocol_check(v, a, false); });
  method(vm, protocol_meta, "__subclasscheck__", [](Vm& v, Args& a) { return protocol_check(v, a, true); });
  ClassObj* protocol = m.cls("Protocol", {generic});
  protocol->cls = protocol->metaclass = protocol_meta;
  class_method(vm, protocol, "__init_subclass__", protocol_subclass);
  for (const auto& [name, dunder] : {std::pair{"SupportsInt", "__int__"},
                                     {"SupportsFloat", "__float__"},
                                     {"SupportsComplex", "__complex__"},
                                     {"SupportsBytes", "__bytes__"},
                                     {"SupportsIndex", "__index__"},
                                     {"SupportsAbs", "__abs__"},
                                     {"SupportsRound", "__round__"}}) {
    ClassObj* cls = abstract_class(m, name, {}, dunder);
    class_method(vm, cls, "__class_getitem__", class_getitem);
  }
  for (ClassObj* c : {vm.types.integer, vm.types.real}) {
    for (const char* name : {"SupportsInt", "SupportsFloat", "SupportsAbs", "SupportsRound"})
      register_subclass(vm, cast<ClassObj>(m.get(name)), c);
  }
  register_subclass(vm, cast<ClassObj>(m.get("SupportsIndex")), vm.types.integer);
  for (const char* name : {"TypeVar", "TypeVarTuple", "ParamSpec"}) {
    ClassObj* cls = m.cls(name);
    vm.set_ops(cls, variable_ops());
    method(vm, cls, "__init__", type_variable_init);
    method(vm, cls, "__iter__", [](Vm& v, Args& a) { return v.iterator_over({a[0]}); });
    property(vm, cls, "args", first_argument);
    property(vm, cls, "kwargs", first_argument);
  }
  m.cls("ParamSpecArgs");
  m.cls("ParamSpecKwargs");
  ClassObj* new_type = m.cls("NewType");
  vm.set_ops(new_type, new_type_ops());
  method(vm, new_type, "__init__", new_type_init);
  ClassObj* reference = m.cls("ForwardRef");
  method(vm, reference, "__init__", [](Vm& v, Args& a) {
    put(v, a[0], "__forward_arg__", a[1]);
    return Value::none();
  });
  ClassObj* alias_type = m.cls("TypeAliasType");
  method(vm, alias_type, "__init__", [](Vm& v, Args& a) -> Value {
    Value self, name, value, parameters;
    if (!a.bind(v, "self, name, value, *, type_params=", {&self, &name, &value, &parameters})) return {};
    put(v, self, "__name__", name);
    put(v, self, "__value__", value);
    return Value::none();
  });
  vm.set_ops(alias_type, variable_ops());

  ClassObj* named = m.cls("_NamedTuple", {vm.types.tuple}, Layout::Tuple);
  class_method(vm, named, "__init_subclass__", named_tuple_subclass);
  ClassObj* typed = m.cls("_TypedDict", {vm.types.dict}, Layout::Dict);
  class_method(vm, typed, "__init_subclass__", typed_dict_subclass);
  for (const char* name : {"NamedTuple", "TypedDict"}) {
    ClassObj* cls = m.cls(std::string("_") + name + "Factory");
    method(vm, cls, "__mro_entries__", factory_entries);
    vm.set_ops(cls, name[0] == 'N' ? factory_ops<named_tuple_call>() : factory_ops<typed_dict_call>());
    const Value v = Value::object(vm.new_instance(cls));
    put(vm, v, "_name", vm.str(name));
    put(vm, v, "__name__", vm.str(name));
    m.set(name, v);
  }
}

}  // namespace

Value annotation_value(Vm& vm, Value stored, DictObj* class_names) {
  auto* holder = cast<CodeHolderObj>(stored);
  if (!holder) return stored;
  const Value v = vm.evaluate_annotation(holder->code, holder->module, class_names);
  if (!v.null()) return v;
  vm.clear_exception();
  return vm.unknown("an annotation that could not be evaluated");
}

Value alias_origin(Vm& vm, Value annotation) {
  if (cast<ClassObj>(annotation) || !annotation.is_object() || !vm.concrete(annotation)) return {};
  return vm.try_attr(annotation, vm.intern("__origin__"));
}

Value special_form(Vm& vm, std::string_view name) { return attr_in(vm, "typing", name); }

void init_typing(Vm& vm, ModuleObj* module) {
  Module m{vm, module};
  m.set("_aliases", Value::object(vm.new_dict()));
  m.set("TYPE_CHECKING", Value::boolean(false));
  forms(m);
  generics(m);
  aliases(m);
  ClassObj* any = m.cls("Any");
  any->cls = any->metaclass = m.cls("_AnyMeta", {vm.types.type}, Layout::Type);
  method(vm, any->cls, "__repr__", [](Vm& v, Args&) { return v.str("typing.Any"); });
  const Value any_str = vm.call(m.get("TypeVar"), {vm.str("AnyStr"), Value::object(vm.types.bytes), Value::object(vm.types.str)});
  m.set("AnyStr", any_str);
  m.set("Text", vm.types.str);
  for (const char* name : {"IO", "TextIO", "BinaryIO"}) class_method(vm, m.cls(name), "__class_getitem__", class_getitem);

  m.fn("cast", [](Vm& v, Args& a) {
    Value type, value;
    return a.bind(v, "typ, val", {&type, &value}) ? value : Value();
  });
  m.fn("get_type_hints", get_type_hints);
  m.fn("get_origin", get_origin);
  m.fn("get_args", get_args);
  m.fn("overload", [](Vm& v, Args&) { return v.native("typing._overload_dummy", overloaded); });
  m.fn("get_overloads", [](Vm& v, Args&) { return v.list({}); });
  m.fn("clear_overloads", [](Vm&, Args&) { return Value::none(); });
  for (const char* name : {"final", "no_type_check", "override", "no_type_check_decorator", "reveal_type", "disjoint_base", "assert_type"})
    m.fn(name, first_argument);
  m.fn("assert_never", [](Vm& v, Args&) { return v.raise(v.types.assertion_error, "Expected code to be unreachable"); });
  m.fn("runtime_checkable", runtime_checkable);
  m.set("runtime", m.get("runtime_checkable"));
  m.fn("dataclass_transform", decorator_factory);
  m.fn("deprecated", decorator_factory);
  m.fn("is_typeddict", [](Vm& v, Args& a) {
    auto* cls = cast<ClassObj>(a[0]);
    return Value::boolean(cls && cls->is_subclass_of(typing_class(v, "_TypedDict")));
  });
  m.fn("is_protocol", [](Vm& v, Args& a) {
    auto* cls = cast<ClassObj>(a[0]);
    return Value::boolean(cls && !class_own(v, cls, "_is_protocol").null());
  });
  m.fn("get_original_bases", [](Vm& v, Args& a) {
    const Value bases = v.try_attr(a[0], v.intern("__orig_bases__"));
    return bases.null() && !v.raised() ? v.get_attr(a[0], "__bases__") : bases;
  });
  m.fn("_type_check", first_argument);
  m.fn("Doc", first_argument);
  m.fn("_eval_type", first_argument);
  m.fn("_idfunc", last_argument);
}

// typing_extensions re-exports typing; what only it has is defined in typing as well.
void init_typing_extensions(Vm& vm, ModuleObj* module) {
  ModuleObj* typing = vm.import_module("typing");
  if (!typing) {
    vm.clear_exception();
    return;
  }
  for (const auto& e : typing->dict->map.entries())
    if (!e.key.null() && e.key.is_str() && !text_of(e.key).starts_with("__")) module->dict->map.set(e.key, e.value);
  Module m{vm, module};
  m.set("get_annotations", attr_in(vm, "inspect", "get_annotations"));
  m.set("Buffer", class_in(vm, "collections.abc", "Hashable"));
}

}  // namespace graphlift::stdlib
