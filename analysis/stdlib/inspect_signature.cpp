// inspect.Parameter, Signature and BoundArguments over interpreted functions, partials, classes and dataclasses.
#include "analysis/stdlib/dataclasses.h"
#include "analysis/stdlib/inspect.h"
#include "analysis/stdlib/typing.h"

namespace graphlift::stdlib {
namespace {

enum Kind { kPositionalOnly, kPositional, kVarPositional, kKeywordOnly, kVarKeyword };
constexpr const char* kKindNames[] = {"POSITIONAL_ONLY", "POSITIONAL_OR_KEYWORD", "VAR_POSITIONAL", "KEYWORD_ONLY", "VAR_KEYWORD"};
constexpr const char* kKindTexts[] = {"positional-only", "positional or keyword", "variadic positional", "keyword-only",
                                      "variadic keyword"};

Value empty(Vm& vm) { return attr_in(vm, "inspect", "_empty"); }

struct Parameter {
  std::string name;
  Kind kind = kPositional;
  Value default_;    // Null when there is none
  Value annotation;  // may be deferred; Null when there is none
};

Value parameter_object(Vm& vm, const Parameter& p) {
  ClassObj* cls = class_in(vm, "inspect", "Parameter");
  const Value v = Value::object(vm.new_instance(cls));
  put(vm, v, "name", vm.str(p.name));
  put(vm, v, "kind", class_own(vm, cls, kKindNames[p.kind]));
  put(vm, v, "default", p.default_.null() ? empty(vm) : p.default_);
  put(vm, v, "_annotation", p.annotation.null() ? empty(vm) : p.annotation);
  return v;
}

Kind kind_of(Vm& vm, Value parameter) {
  const Value kind = own(vm, own(vm, parameter, "kind"), "_value_");
  return kind.is_int() && kind.i >= 0 && kind.i <= kVarKeyword ? Kind(kind.i) : kPositional;
}

bool read_parameter(Vm& vm, Value v, Parameter& out) {
  const Value name = own(vm, v, "name");
  if (!name.is_str()) return false;
  out.name = text_of(name);
  out.kind = kind_of(vm, v);
  out.default_ = own(vm, v, "default");
  if (out.default_.same(empty(vm))) out.default_ = Value();
  out.annotation = own(vm, v, "_annotation");
  return true;
}

Value signature_object(Vm& vm, const std::vector<Parameter>& parameters, Value returns) {
  const Value v = Value::object(vm.new_instance(class_in(vm, "inspect", "Signature")));
  DictObj* map = vm.new_dict();
  for (const auto& p : parameters) map->map.set(vm.str(p.name), parameter_object(vm, p));
  put(vm, v, "parameters", Value::object(map));
  put(vm, v, "_return_annotation", returns.null() ? empty(vm) : returns);
  return v;
}

bool read_signature(Vm& vm, Value signature, std::vector<Parameter>& out) {
  auto* map = cast<DictObj>(own(vm, signature, "parameters"));
  if (!map) return false;
  for (const auto& e : map->map.entries()) {
    if (e.key.null()) continue;
    Parameter p;
    if (!read_parameter(vm, e.value, p)) return false;
    out.push_back(std::move(p));
  }
  return true;
}

void read_function(Vm& vm, FunctionObj* fn, std::vector<Parameter>& out) {
  const lower::Code& code = *fn->code;
  const size_t first_default = code.positional_count - std::min<size_t>(fn->defaults.size(), code.positional_count);
  for (uint32_t i = 0; i < code.positional_count; ++i) {
    Parameter p{code.locals[i], i < code.posonly_count ? kPositionalOnly : kPositional, {}, annotation_holder(vm, fn, code.locals[i])};
    if (i >= first_default) p.default_ = fn->defaults[i - first_default];
    out.push_back(std::move(p));
  }
  uint32_t next = code.positional_count + code.kwonly_count;
  if (code.has_varargs) {
    const std::string& name = code.locals[next++];
    out.push_back({name, kVarPositional, {}, annotation_holder(vm, fn, name)});
  }
  for (uint32_t i = 0; i < code.kwonly_count; ++i) {
    const std::string& name = code.locals[code.positional_count + i];
    Parameter p{name, kKeywordOnly, {}, annotation_holder(vm, fn, name)};
    if (fn->kwdefaults)
      if (const Value* d = fn->kwdefaults->map.find(vm.str(name))) p.default_ = *d;
    out.push_back(std::move(p));
  }
  if (code.has_varkw) out.push_back({code.locals[next], kVarKeyword, {}, annotation_holder(vm, fn, code.locals[next])});
}

// Without the first positional parameter, as a bound method has it.
Value without_first(Vm& vm, Value signature) {
  std::vector<Parameter> parameters;
  if (signature.null() || !read_signature(vm, signature, parameters)) return signature;
  if (!parameters.empty() && parameters[0].kind != kVarPositional && parameters[0].kind != kKeywordOnly &&
      parameters[0].kind != kVarKeyword)
    parameters.erase(parameters.begin());
  return signature_object(vm, parameters, own(vm, signature, "_return_annotation"));
}

Value of_partial(Vm& vm, Value partial) {
  const Value inner = signature_of(vm, own(vm, partial, "func"));
  std::vector<Parameter> all, kept;
  if (inner.null() || !read_signature(vm, inner, all)) return inner;
  auto* args = cast<TupleObj>(own(vm, partial, "args"));
  auto* keywords = cast<DictObj>(own(vm, partial, "keywords"));
  size_t taken = args ? args->items.size() : 0;
  bool keyword_only = false;
  for (Parameter& p : all) {
    if (taken > 0 && (p.kind == kPositionalOnly || p.kind == kPositional)) {
      --taken;
      continue;
    }
    if (const Value* given = keywords ? keywords->map.find(vm.str(p.name)) : nullptr; given && p.kind != kVarKeyword) {
      p.default_ = *given;
      keyword_only = true;
    }
    if (keyword_only && p.kind == kPositional) p.kind = kKeywordOnly;
    if (keyword_only && p.kind == kVarPositional) continue;
    kept.push_back(p);
  }
  return signature_object(vm, kept, own(vm, inner, "_return_annotation"));
}

Value of_class(Vm& vm, ClassObj* cls) {
  const Value given = class_own(vm, cls, "__signature__");
  if (!given.null()) return given;
  if (cls->cls != vm.types.type) {
    const Value call = vm.find_in_class(cls->cls, vm.intern("__call__"));
    if (cast<FunctionObj>(call)) return without_first(vm, signature_of(vm, call));
  }
  for (ClassObj* c : cls->mro) {
    Value maker = class_own(vm, c, "__new__");
    if (auto* s = cast<StaticMethodObj>(maker)) maker = s->func;
    if (cast<FunctionObj>(maker)) return without_first(vm, signature_of(vm, maker));
    const Value init = class_own(vm, c, "__init__");
    if (cast<FunctionObj>(init) || init_plan_of(vm, init)) return without_first(vm, signature_of(vm, init));
  }
  if (cls->has_unknown_base) return vm.unknown("the signature of a class with an unresolved base");
  return signature_object(vm, {}, {});
}

Value no_signature(Vm& vm, Value callable) {
  const Value t = vm.to_text(callable, true);
  vm.clear_exception();
  return vm.raise(vm.types.value_error,
                  "no signature found for builtin " + (t.is_str() ? std::string(text_of(t)) : std::string("callable")));
}

// ---- binding

Value bound_object(Vm& vm, Value signature, DictObj* arguments) {
  const Value v = Value::object(vm.new_instance(class_in(vm, "inspect", "BoundArguments")));
  put(vm, v, "arguments", Value::object(arguments));
  put(vm, v, "signature", signature);
  return v;
}

Value bind(Vm& vm, Args& a, bool partial) {
  std::vector<Parameter> parameters;
  if (a.pos.empty() || !read_signature(vm, a.pos[0], parameters)) return vm.unknown("a signature that is not known");
  DictObj* out = vm.new_dict();
  size_t next = 1;
  const auto keyword = [&](const std::string& name) {
    for (const auto& [k, v] : a.kw)
      if (k->text == name) return v;
    return Value();
  };
  std::vector<std::string> used;
  DictObj* extra = nullptr;
  Parameter* var_keyword = nullptr;
  for (Parameter& p : parameters) {
    const Value name = vm.str(p.name);
    if (p.kind == kVarPositional) {
      if (next < a.pos.size()) out->map.set(name, vm.tuple({a.pos.begin() + int64_t(next), a.pos.end()}));
      next = a.pos.size();
      continue;
    }
    if (p.kind == kVarKeyword) {
      var_keyword = &p;
      continue;
    }
    Value v;
    if (p.kind != kKeywordOnly && next < a.pos.size()) {
      v = a.pos[next++];
      if (p.kind == kPositional && !keyword(p.name).null())
        return vm.raise(vm.types.type_error, "multiple values for argument '" + p.name + "'");
    } else if (p.kind != kPositionalOnly) {
      v = keyword(p.name);
      if (!v.null()) used.push_back(p.name);
    }
    if (!v.null()) out->map.set(name, v);
    else if (a.open_pos || a.open_kw)
      out->map.set(name, vm.unknown("argument `" + p.name + "` comes from an argument list that is not known"));
    else if (p.default_.null() && !partial) return vm.raise(vm.types.type_error, "missing a required argument: '" + p.name + "'");
  }
  if (next < a.pos.size()) return vm.raise(vm.types.type_error, "too many positional arguments");
  for (const auto& [k, v] : a.kw) {
    if (std::find(used.begin(), used.end(), k->text) != used.end()) continue;
    if (!var_keyword) return vm.raise(vm.types.type_error, "got an unexpected keyword argument '" + k->text + "'");
    if (!extra) extra = vm.new_dict();
    extra->map.set(Value::string(const_cast<StrObj*>(k)), v);
  }
  if (extra) out->map.set(vm.str(var_keyword->name), Value::object(extra));
  return bound_object(vm, a.pos[0], out);
}

template <bool Keywords>
Value bound_part(Vm& vm, Args& a) {
  std::vector<Parameter> parameters;
  auto* arguments = cast<DictObj>(own(vm, a[0], "arguments"));
  if (!arguments || !read_signature(vm, own(vm, a[0], "signature"), parameters)) return vm.unknown("bound arguments that are not known");
  std::vector<Value> positional;
  DictObj* keywords = vm.new_dict();
  bool by_keyword = false;
  for (const Parameter& p : parameters) {
    const Value* v = arguments->map.find(vm.str(p.name));
    if (p.kind == kKeywordOnly || p.kind == kVarKeyword) by_keyword = true;
    if (!v) {
      by_keyword |= p.kind != kVarPositional;
      continue;
    }
    if (p.kind == kVarPositional) {
      if (auto* t = cast<TupleObj>(*v)) positional.insert(positional.end(), t->items.begin(), t->items.end());
    } else if (p.kind == kVarKeyword) {
      if (auto* d = cast<DictObj>(*v))
        for (const auto& e : d->map.entries())
          if (!e.key.null()) keywords->map.set(e.key, e.value);
    } else if (by_keyword) {
      keywords->map.set(vm.str(p.name), *v);
    } else {
      positional.push_back(*v);
    }
  }
  return Keywords ? Value::object(keywords) : vm.tuple(std::move(positional));
}

Value apply_defaults(Vm& vm, Args& a) {
  std::vector<Parameter> parameters;
  auto* arguments = cast<DictObj>(own(vm, a[0], "arguments"));
  if (!arguments || !read_signature(vm, own(vm, a[0], "signature"), parameters)) return Value::none();
  DictObj* full = vm.new_dict();
  for (const Parameter& p : parameters) {
    const Value name = vm.str(p.name);
    if (const Value* v = arguments->map.find(name)) full->map.set(name, *v);
    else if (!p.default_.null()) full->map.set(name, p.default_);
    else if (p.kind == kVarPositional) full->map.set(name, vm.tuple({}));
    else if (p.kind == kVarKeyword) full->map.set(name, Value::object(vm.new_dict()));
  }
  put(vm, a[0], "arguments", Value::object(full));
  return Value::none();
}

// ---- methods of Parameter and Signature

Value deferred(Vm& vm, Args& a, const char* kept) {
  const Value stored = own(vm, a[0], kept);
  const Value v = annotation_value(vm, stored.null() ? empty(vm) : stored, nullptr);
  if (!stored.same(v)) put(vm, a[0], kept, v);
  return v;
}

Value parameter_init(Vm& vm, Args& a) {
  Value self, name, kind, default_, annotation;
  if (!a.bind(vm, "self, name, kind, *, default=, annotation=", {&self, &name, &kind, &default_, &annotation})) return {};
  put(vm, self, "name", name);
  put(vm, self, "kind", kind);
  put(vm, self, "default", default_.null() ? empty(vm) : default_);
  put(vm, self, "_annotation", annotation.null() ? empty(vm) : annotation);
  return Value::none();
}

Value parameter_replace(Vm& vm, Args& a) {
  const Value made = Value::object(vm.new_instance(vm.type_of(a[0])));
  for (const char* name : {"name", "kind", "default", "annotation"}) {
    const std::string kept = std::string(name) == "annotation" ? "_annotation" : name;
    const Value given = a.keyword(name);
    put(vm, made, kept, given.null() ? own(vm, a[0], kept) : given);
  }
  return made;
}

// As inspect.formatannotation: classes by name, the rest by repr without `typing.`.
Value annotation_text(Vm& vm, Value annotation) {
  if (auto* cls = cast<ClassObj>(annotation)) {
    const bool builtin = !cls->module_name.is_str() || text_of(cls->module_name) == "builtins";
    return vm.str(builtin ? cls->qualname : std::string(text_of(cls->module_name)) + "." + cls->qualname);
  }
  const Value t = vm.to_text(annotation, true);
  if (!t.is_str()) return t;
  std::string text(text_of(t));
  for (size_t at; (at = text.find("typing.")) != std::string::npos;) text.erase(at, 7);
  return vm.str(text);
}

Value parameter_text(Vm& vm, Args& a) {
  Parameter p;
  if (!read_parameter(vm, a[0], p)) return outside(vm, vm.types.str);
  std::string out = (p.kind == kVarPositional ? "*" : p.kind == kVarKeyword ? "**" : "") + p.name;
  const Value annotation = deferred(vm, a, "_annotation");
  const bool annotated = !annotation.same(empty(vm));
  if (annotated) {
    const Value t = annotation_text(vm, annotation);
    if (!t.is_str()) return t.null() ? t : outside(vm, vm.types.str);
    out += ": " + std::string(text_of(t));
  }
  if (!p.default_.null()) {
    const Value t = vm.to_text(p.default_, true);
    if (!t.is_str()) return t.null() ? t : outside(vm, vm.types.str);
    out += (annotated ? " = " : "=") + std::string(text_of(t));
  }
  return vm.str(out);
}

Value signature_init(Vm& vm, Args& a) {
  Value self, parameters, returns;
  if (!a.bind(vm, "self, parameters=, *, return_annotation=", {&self, &parameters, &returns})) return {};
  DictObj* map = vm.new_dict();
  Collected c;
  if (!parameters.null() && !parameters.is_none() && !gather(vm, parameters, c)) return {};
  for (Value p : c.items)
    if (const Value name = own(vm, p, "name"); name.is_str()) map->map.set(name, p);
  put(vm, self, "parameters", Value::object(map));
  put(vm, self, "_return_annotation", returns.null() ? empty(vm) : returns);
  return Value::none();
}

Value signature_replace(Vm& vm, Args& a) {
  Args call;
  const Value parameters = a.keyword("parameters"), returns = a.keyword("return_annotation");
  call.pos.push_back(parameters.null() ? vm.call_method(own(vm, a[0], "parameters"), "values", {}) : parameters);
  if (call.pos[0].null()) return {};
  call.kw.emplace_back(vm.intern("return_annotation"), returns.null() ? own(vm, a[0], "_return_annotation") : returns);
  return vm.call(Value::object(vm.type_of(a[0])), call);
}

Value signature_text(Vm& vm, Args& a) {
  auto* map = cast<DictObj>(own(vm, a[0], "parameters"));
  if (!map) return outside(vm, vm.types.str);
  std::string out = "(";
  bool star = false;
  for (const auto& e : map->map.entries()) {
    if (e.key.null()) continue;
    Args one;
    one.pos = {e.value};
    const Value t = parameter_text(vm, one);
    if (!t.is_str()) return t;
    if (out != "(") out += ", ";
    const Kind kind = kind_of(vm, e.value);
    if (kind == kKeywordOnly && !star) out += "*, ";
    star |= kind == kKeywordOnly || kind == kVarPositional;
    out += text_of(t);
  }
  out += ")";
  const Value returns = deferred(vm, a, "_return_annotation");
  if (!returns.same(empty(vm))) {
    const Value t = annotation_text(vm, returns);
    if (!t.is_str()) return t;
    out += " -> " + std::string(text_of(t));
  }
  return vm.str(out);
}

Value signature_equal(Vm& vm, Args& a) {
  if (vm.type_of(a[0]) != vm.type_of(a[1])) return Value::not_implemented();
  const Value x = signature_text(vm, a);
  Args other;
  other.pos = {a[1]};
  return vm.compare(syntax::CompareOp::Eq, x, signature_text(vm, other));
}

}  // namespace

Value annotation_holder(Vm& vm, FunctionObj* fn, std::string_view parameter) {
  for (const auto& annotation : fn->code->annotations) {
    if (annotation.name != parameter) continue;
    auto* holder = vm.make<CodeHolderObj>(vm.types.code);
    holder->code = annotation.thunk;
    holder->module = fn->module;
    return Value::object(holder);
  }
  return {};
}

Value unwrapped(Vm& vm, Value callable) {
  for (int i = 0; i < 64; ++i) {
    DictObj* attributes = cast<ClassObj>(callable) ? nullptr : vm.attributes_of(callable, false);
    const Value* inner = attributes ? attributes->map.find(vm.str("__wrapped__")) : nullptr;
    if (!inner) return callable;
    callable = *inner;
  }
  return callable;
}

Value signature_of(Vm& vm, Value callable, bool follow_wrapped) {
  if (auto* bound = cast<BoundMethodObj>(callable)) return without_first(vm, signature_of(vm, bound->func, follow_wrapped));
  if (DictObj* attributes = cast<ClassObj>(callable) ? nullptr : vm.attributes_of(callable, false)) {
    if (const Value* given = attributes->map.find(vm.str("__signature__"))) return *given;
    if (follow_wrapped)
      if (const Value inner = unwrapped(vm, callable); !inner.same(callable)) return signature_of(vm, inner, true);
  }
  if (auto* fn = cast<FunctionObj>(callable)) {
    std::vector<Parameter> parameters;
    read_function(vm, fn, parameters);
    return signature_object(vm, parameters, annotation_holder(vm, fn, "return"));
  }
  if (auto* cls = cast<ClassObj>(callable)) return of_class(vm, cls);
  if (auto* s = cast<StaticMethodObj>(callable)) return signature_of(vm, s->func, follow_wrapped);
  if (const InitPlan* plan = init_plan_of(vm, callable)) {
    std::vector<Parameter> parameters = {{"self", kPositional, {}, {}}};
    for (const InitField& f : plan->fields) {
      if (!f.init) continue;
      Parameter p{f.name->text, f.keyword_only ? kKeywordOnly : kPositional, f.default_, own(vm, f.field, "_type")};
      if (!f.factory.null()) p.default_ = vm.opaque(class_in(vm, "dataclasses", "_MISSING_TYPE"), "<factory>");
      parameters.push_back(std::move(p));
    }
    return signature_object(vm, parameters, Value::none());
  }
  if (!vm.concrete(callable)) return vm.unknown("the signature of a callable that is not known", vm.when(callable));
  if (cast<InstanceObj>(callable)) {
    if (!own(vm, callable, "func").null() && vm.type_of(callable)->is_subclass_of(class_in(vm, "functools", "partial")))
      return of_partial(vm, callable);
    const Value call = vm.find_in_class(vm.type_of(callable), vm.intern("__call__"));
    if (cast<FunctionObj>(call)) return without_first(vm, signature_of(vm, call, follow_wrapped));
    if (call.null() && !is_callable(vm, callable))
      return vm.raise(vm.types.type_error, vm.type_of(callable)->name + " is not a callable object");
    return no_signature(vm, callable);
  }
  if (cast<NativeObj>(callable)) return no_signature(vm, callable);
  return vm.raise(vm.types.type_error, "'" + vm.type_of(callable)->name + "' object is not a callable object");
}

void define_signature(Module& m) {
  Vm& vm = m.vm;
  ClassObj* none = m.cls("_empty");
  ClassObj* parameter = m.cls("Parameter");
  class_attr(vm, parameter, "empty", Value::object(none));
  DictObj* kinds = vm.new_dict();
  for (int i = 0; i <= kVarKeyword; ++i) kinds->map.set(vm.str(kKindNames[i]), Value::integer(i));
  const Value kind_class = vm.call(attr_in(vm, "enum", "IntEnum"), {vm.str("_ParameterKind"), Value::object(kinds)});
  m.set("_ParameterKind", kind_class);
  for (int i = 0; i <= kVarKeyword; ++i) {
    const Value kind = class_own(vm, cast<ClassObj>(kind_class), kKindNames[i]);
    put(vm, kind, "description", vm.str(kKindTexts[i]));
    class_attr(vm, parameter, kKindNames[i], kind);
  }
  method(vm, parameter, "__init__", parameter_init);
  method(vm, parameter, "replace", parameter_replace);
  method(vm, parameter, "__str__", parameter_text);
  property(vm, parameter, "annotation", [](Vm& v, Args& a) { return deferred(v, a, "_annotation"); });

  ClassObj* signature = m.cls("Signature");
  class_attr(vm, signature, "empty", Value::object(none));
  method(vm, signature, "__init__", signature_init);
  method(vm, signature, "bind", [](Vm& v, Args& a) { return bind(v, a, false); });
  method(vm, signature, "bind_partial", [](Vm& v, Args& a) { return bind(v, a, true); });
  method(vm, signature, "replace", signature_replace);
  method(vm, signature, "__str__", signature_text);
  method(vm, signature, "__eq__", signature_equal);
  property(vm, signature, "return_annotation", [](Vm& v, Args& a) { return deferred(v, a, "_return_annotation"); });
  class_method(vm, signature, "from_callable", [](Vm& v, Args& a) { return signature_of(v, a[1]); });

  ClassObj* bound = m.cls("BoundArguments");
  property(vm, bound, "args", bound_part<false>);
  property(vm, bound, "kwargs", bound_part<true>);
  method(vm, bound, "apply_defaults", apply_defaults);
  m.fn("signature", [](Vm& v, Args& a) -> Value {
    Value obj, follow, globals, locals, eval;
    if (!a.bind(v, "obj, *, follow_wrapped=, globals=, locals=, eval_str=", {&obj, &follow, &globals, &locals, &eval})) return {};
    return signature_of(v, obj, !follow.is_bool() || follow.b);
  });
}

}  // namespace graphlift::stdlib
