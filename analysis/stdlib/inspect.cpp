// inspect: questions about objects; signatures are in inspect_signature.cpp, frames and sources are not known.
#include "analysis/stdlib/inspect.h"

#include "analysis/stdlib/typing.h"

namespace graphlift::stdlib {
namespace {

template <typename Test>
Value answer(Vm& vm, Args& a, Test test) {
  Value object;
  if (!a.bind(vm, "object", {&object})) return {};
  if (cast<UnknownObj>(object) || cast<UnionObj>(object)) return sym_like(vm, vm.types.boolean, {object});
  return Value::boolean(test(object));
}

FunctionObj* function_of(Value v) {
  if (auto* bound = cast<BoundMethodObj>(v)) v = bound->func;
  return cast<FunctionObj>(v);
}

bool is_routine(Value v) { return cast<FunctionObj>(v) || cast<NativeObj>(v) || cast<BoundMethodObj>(v); }

void predicates(Module& m) {
  m.fn("isclass", [](Vm& v, Args& a) { return answer(v, a, [](Value o) { return cast<ClassObj>(o) != nullptr; }); });
  m.fn("isfunction", [](Vm& v, Args& a) { return answer(v, a, [](Value o) { return cast<FunctionObj>(o) != nullptr; }); });
  m.fn("ismethod", [](Vm& v, Args& a) {
    return answer(v, a, [](Value o) {
      auto* b = cast<BoundMethodObj>(o);
      return b && !cast<NativeObj>(b->func);
    });
  });
  m.fn("ismodule", [](Vm& v, Args& a) { return answer(v, a, [](Value o) { return cast<ModuleObj>(o) != nullptr; }); });
  m.fn("isbuiltin", [](Vm& v, Args& a) {
    return answer(v, a, [](Value o) {
      auto* b = cast<BoundMethodObj>(o);
      return cast<NativeObj>(o) != nullptr || (b && cast<NativeObj>(b->func));
    });
  });
  m.fn("isroutine", [](Vm& v, Args& a) { return answer(v, a, is_routine); });
  m.fn("isgenerator", [](Vm& v, Args& a) { return answer(v, a, [](Value o) { return cast<GeneratorObj>(o) != nullptr; }); });
  m.fn("iscode", [](Vm& v, Args& a) { return answer(v, a, [](Value o) { return cast<CodeHolderObj>(o) != nullptr; }); });
  for (const char* name : {"isframe", "istraceback", "isasyncgen", "isgetsetdescriptor", "ismemberdescriptor"})
    m.fn(name, [](Vm& v, Args& a) { return answer(v, a, [](Value) { return false; }); });
  m.fn("iscoroutine", [](Vm& v, Args& a) {
    return answer(v, a, [](Value o) {
      auto* g = cast<GeneratorObj>(o);
      return g && g->coroutine;
    });
  });
  m.set("isawaitable", m.get("iscoroutine"));
  m.fn("isgeneratorfunction", [](Vm& v, Args& a) {
    return answer(v, a, [](Value o) {
      FunctionObj* f = function_of(o);
      return f && f->code->is_generator && !f->code->is_coroutine;
    });
  });
  m.fn("iscoroutinefunction", [](Vm& v, Args& a) {
    return answer(v, a, [](Value o) {
      FunctionObj* f = function_of(o);
      return f && f->code->is_coroutine && !f->code->is_generator;
    });
  });
  m.fn("isasyncgenfunction", [](Vm& v, Args& a) {
    return answer(v, a, [](Value o) {
      FunctionObj* f = function_of(o);
      return f && f->code->is_coroutine && f->code->is_generator;
    });
  });
  m.fn("isabstract", [](Vm& v, Args& a) {
    return answer(v, a, [&](Value o) {
      auto* cls = cast<ClassObj>(o);
      if (!cls) return false;
      for (ClassObj* c : cls->mro)
        for (const auto& e : c->dict->map.entries()) {
          if (e.key.null() || !e.key.is_str()) continue;
          const Value found = v.find_in_class(cls, v.intern(text_of(e.key)));
          auto* fn = cast<FunctionObj>(found);
          if (fn && fn->attrs && fn->attrs->map.find(v.str("__isabstractmethod__"))) return true;
        }
      return false;
    });
  });
  m.fn("ismethoddescriptor", [](Vm& v, Args& a) {
    return answer(v, a, [&](Value o) {
      if (is_routine(o) || cast<ClassObj>(o)) return false;
      ClassObj* t = v.type_of(o);
      return !v.find_in_class(t, v.intern("__get__")).null() && v.find_in_class(t, v.intern("__set__")).null();
    });
  });
  m.fn("isdatadescriptor", [](Vm& v, Args& a) {
    return answer(v, a, [&](Value o) {
      if (auto* p = cast<PropertyObj>(o)) return !p->cached;
      ClassObj* t = v.type_of(o);
      return !cast<ClassObj>(o) && (!v.find_in_class(t, v.intern("__set__")).null() || !v.find_in_class(t, v.intern("__delete__")).null());
    });
  });
}

// ---- members and documentation

Value get_members(Vm& vm, Args& a) {
  Value object, predicate;
  if (!a.bind(vm, "object, predicate=", {&object, &predicate})) return {};
  const Value names = vm.call(vm.module_attr(vm.builtins, vm.intern("dir")), {object});
  Collected c;
  if (names.null() || !gather(vm, names, c)) return {};
  std::vector<Value> out;
  for (Value name : c.items) {
    if (!name.is_str()) continue;
    const Value v = vm.try_attr(object, static_cast<const StrObj*>(name.o));
    if (v.null()) {
      if (!vm.raised()) continue;
      return {};
    }
    if (!predicate.null() && !predicate.is_none()) {
      const Value keep = vm.call(predicate, {v});
      if (keep.null()) return {};
      const Truth t = vm.truth(keep);
      if (t.raised) return {};
      if (t.value == Tri::No) continue;
    }
    out.push_back(pair(vm, name, v));
  }
  return vm.list(std::move(out));
}

std::string clean(std::string_view doc) {
  std::vector<std::string> lines;
  for (size_t i = 0; i <= doc.size();) {
    const size_t end = std::min(doc.find('\n', i), doc.size());
    lines.emplace_back(doc.substr(i, end - i));
    i = end + 1;
  }
  size_t margin = std::string::npos;
  for (size_t i = 1; i < lines.size(); ++i)
    if (const size_t first = lines[i].find_first_not_of(" \t"); first != std::string::npos) margin = std::min(margin, first);
  if (!lines.empty())
    lines[0].erase(0, lines[0].find_first_not_of(" \t") == std::string::npos ? lines[0].size() : lines[0].find_first_not_of(" \t"));
  for (size_t i = 1; i < lines.size() && margin != std::string::npos; ++i) lines[i].erase(0, std::min(margin, lines[i].size()));
  while (!lines.empty() && lines.back().empty()) lines.pop_back();
  while (!lines.empty() && lines.front().empty()) lines.erase(lines.begin());
  std::string out;
  for (size_t i = 0; i < lines.size(); ++i) out += (i ? "\n" : "") + lines[i];
  return out;
}

Value get_doc(Vm& vm, Args& a) {
  const Value doc = vm.try_attr(a[0], vm.intern("__doc__"));
  if (vm.raised()) return {};
  if (doc.null()) return Value::none();
  return doc.is_str() ? vm.str(clean(text_of(doc))) : doc;
}

Value clean_doc(Vm& vm, Args& a) { return a[0].is_str() ? vm.str(clean(text_of(a[0]))) : lift(vm, a, vm.types.str); }

Value get_module(Vm& vm, Args& a) {
  if (cast<ModuleObj>(a[0])) return a[0];
  const Value name = vm.try_attr(a[0], vm.intern("__module__"));
  if (!name.is_str()) return vm.raised() ? Value() : Value::none();
  const Value* found = vm.sys_modules()->map.find(name);
  return found ? *found : Value::none();
}

Value get_file(Vm& vm, Args& a) {
  Args call;
  call.pos = {a[0]};
  Value object = a[0];
  if (FunctionObj* fn = function_of(unwrapped(vm, object))) object = Value::object(fn->module);
  call.pos = {object};
  const Value module = get_module(vm, call);
  auto* m = cast<ModuleObj>(module);
  if (!m) return module.null() ? module : outside(vm, vm.types.str);
  const Value file = vm.module_attr(m, vm.intern("__file__"));
  // Programs count the parts of the path: that of the project's own files is absolute to them, not relative to its root.
  if (file.is_str() && !text_of(file).empty() && text_of(file)[0] != '/' && text_of(file)[0] != '<' &&
      !text_of(file).starts_with("site-packages/") && !text_of(file).starts_with("stdlib/"))
    return vm.str("/home/project/" + std::string(text_of(file)));
  return file.is_str() ? file : vm.raised() ? Value() : vm.raise(vm.types.type_error, "built-in object has no file");
}

Value full_arg_spec(Vm& vm, Args& a) {
  Value func = unwrapped(vm, a[0]);
  FunctionObj* fn = function_of(func);
  if (auto* cls = cast<ClassObj>(func)) fn = function_of(vm.find_in_class(cls, vm.intern("__init__")));
  if (!fn)
    return vm.concrete(func) ? vm.raise(vm.types.type_error, "unsupported callable")
                             : vm.unknown("the arguments of a callable that is not known");
  const lower::Code& code = *fn->code;
  std::vector<Value> names, keyword_only;
  for (uint32_t i = 0; i < code.positional_count; ++i) names.push_back(vm.str(code.locals[i]));
  for (uint32_t i = 0; i < code.kwonly_count; ++i) keyword_only.push_back(vm.str(code.locals[code.positional_count + i]));
  uint32_t next = code.positional_count + code.kwonly_count;
  const Value varargs = code.has_varargs ? vm.str(code.locals[next++]) : Value::none();
  const Value varkw = code.has_varkw ? vm.str(code.locals[next]) : Value::none();
  DictObj* annotations = vm.new_dict();
  if (const Value returns = annotation_holder(vm, fn, "return"); !returns.null())
    annotations->map.set(vm.str("return"), annotation_value(vm, returns, nullptr));
  for (const auto& annotation : code.annotations)
    annotations->map.set(vm.str(annotation.name), annotation_value(vm, annotation_holder(vm, fn, annotation.name), nullptr));
  ClassObj* cls = class_in(vm, "inspect", "FullArgSpec");
  Args call;
  call.pos = {vm.list(std::move(names)),
              varargs,
              varkw,
              fn->defaults.empty() ? Value::none() : vm.tuple(fn->defaults),
              vm.list(std::move(keyword_only)),
              fn->kwdefaults && !fn->kwdefaults->map.empty() ? Value::object(fn->kwdefaults) : Value::none(),
              Value::object(annotations)};
  return vm.construct(cls, call);
}

Value get_annotations(Vm& vm, Args& a) {
  DictObj* out = vm.new_dict();
  if (FunctionObj* fn = function_of(unwrapped(vm, a[0]))) {
    for (const auto& annotation : fn->code->annotations)
      out->map.set(vm.str(annotation.name), annotation_value(vm, annotation_holder(vm, fn, annotation.name), nullptr));
    return Value::object(out);
  }
  auto* cls = cast<ClassObj>(a[0]);
  auto* stored =
      cls ? cast<DictObj>(class_own(vm, cls, "__annotations__")) : cast<DictObj>(vm.try_attr(a[0], vm.intern("__annotations__")));
  if (vm.raised()) return {};
  if (stored)
    for (const auto& e : std::vector<Dict::Entry>(stored->map.entries()))
      if (!e.key.null()) out->map.set(e.key, annotation_value(vm, e.value, cls ? cls->dict : nullptr));
  return Value::object(out);
}

Value static_attribute(Vm& vm, Args& a) {
  Value object, name, fallback;
  if (!a.bind(vm, "obj, attr, default=", {&object, &name, &fallback})) return {};
  if (!name.is_str()) return vm.unknown("an attribute whose name is not known");
  const auto* key = static_cast<const StrObj*>(name.o);
  if (DictObj* attributes = cast<ClassObj>(object) ? nullptr : vm.attributes_of(object, false))
    if (const Value* v = attributes->map.find(name)) return *v;
  auto* cls = cast<ClassObj>(object);
  const Value raw = vm.find_in_class(cls ? cls : vm.type_of(object), key);
  if (!raw.null()) return raw;
  return fallback.null() ? vm.raise(vm.types.attribute_error, key->text) : fallback;
}

Value get_call_args(Vm& vm, Args& a) {
  if (a.pos.empty()) return vm.raise(vm.types.type_error, "getcallargs() needs a function");
  const Value signature = signature_of(vm, a.pos[0]);
  if (signature.null()) return {};
  Args call = a;
  call.pos.erase(call.pos.begin());
  const Value bind = vm.get_attr(signature, "bind");
  const Value bound = bind.null() ? bind : vm.call(bind, call);
  if (bound.null() || vm.call_method(bound, "apply_defaults", {}).null()) return {};
  return own(vm, bound, "arguments");
}

}  // namespace

void init_inspect(Vm& vm, ModuleObj* module) {
  Module m{vm, module};
  define_signature(m);
  predicates(m);
  define_table(vm, module, R"(
int CO_OPTIMIZED=1 CO_NEWLOCALS=2 CO_VARARGS=4 CO_VARKEYWORDS=8 CO_NESTED=16 CO_GENERATOR=32 CO_COROUTINE=128 CO_ITERABLE_COROUTINE=256
int CO_ASYNC_GENERATOR=512
fn getsource=str getsourcelines=unknown getcomments=str findsource=unknown stack=[any] trace=[any] currentframe=unknown getframeinfo=unknown
fn getouterframes=[any] getinnerframes=[any] getclosurevars=unknown formatannotation=str getgeneratorstate=str
class FrameInfo *
class Traceback *
class ArgInfo *
class Attribute *
)");
  m.fn("getmembers", get_members);
  m.fn("getmembers_static", get_members);
  m.fn("getdoc", get_doc);
  m.fn("cleandoc", clean_doc);
  m.fn("getmodule", get_module);
  for (const char* name : {"getfile", "getsourcefile", "getabsfile"}) m.fn(name, get_file);
  m.fn("getmodulename", [](Vm& v, Args& a) { return lift(v, a, v.types.str); });
  m.fn("getmro", [](Vm& v, Args& a) { return v.get_attr(a[0], "__mro__"); });
  m.fn("unwrap", [](Vm& v, Args& a) { return unwrapped(v, a[0]); });
  m.fn("getfullargspec", full_arg_spec);
  m.fn("get_annotations", get_annotations);
  m.fn("getattr_static", static_attribute);
  m.fn("getcallargs", get_call_args);
  ClassObj* spec = m.cls("FullArgSpec", {vm.types.tuple}, Layout::Tuple);
  define_named_tuple(vm, spec, {"args", "varargs", "varkw", "defaults", "kwonlyargs", "kwonlydefaults", "annotations"}, {});
}

}  // namespace graphlift::stdlib
