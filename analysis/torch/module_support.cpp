// Short ways to fill native modules, and names by the export table.
#include "analysis/torch/module_support.h"

#include <cmath>
#include <cstdlib>

#include "models/exports.h"

namespace graphlift::torch {

using interp::cast;

namespace {

Value lookup_export(Vm& vm, ModuleObj* module, const StrObj* name, bool fallback) {
  if (!fallback || name->text.starts_with("__")) return {};
  Value v = exported(vm, module->name, name);
  if (!v.null()) module->dict->map.set(Value::string(const_cast<StrObj*>(name)), v);
  return v;
}

Value literal(Vm& vm, std::string_view text) {
  if (text == "True") return Value::boolean(true);
  if (text == "False") return Value::boolean(false);
  if (text == "None") return Value::none();
  if (text.size() >= 2 && (text.front() == '\'' || text.front() == '"')) return vm.str(text.substr(1, text.size() - 2));
  if (text == "inf") return Value::real(HUGE_VAL);
  if (text == "nan") return Value::real(NAN);
  const std::string copy(text);
  char* end = nullptr;
  const long long whole = std::strtoll(copy.c_str(), &end, 10);
  if (!copy.empty() && *end == '\0') return Value::integer(whole);
  const double real = std::strtod(copy.c_str(), &end);
  if (!copy.empty() && *end == '\0') return Value::real(real);
  return vm.unknown("the constant `" + copy + "` of torch");
}

// A C++ function without a model. Named under torch._C when it is a binding, so that call tables know it as one.
Value unmodelled(Vm& vm, std::string qualified) {
  return vm.native(qualified, [qualified](Vm& m, Args&) { return m.unknown("the result of `" + qualified + "`"); });
}

}  // namespace

ModuleObj* native_module(Vm& vm, std::string_view name) {
  if (ModuleObj* known = vm.loaded_module(name)) return known;
  ModuleObj* module = vm.add_native_module(name);
  module->lookup_hook = lookup_export;
  return module;
}

void set(Vm& vm, ModuleObj* module, std::string_view name, Value value) { module->dict->map.set(vm.str(name), value); }

NativeObj* define(Vm& vm, ModuleObj* module, std::string_view name, Native fn, std::string_view qualified) {
  std::string full = qualified.empty() ? module->name + "." + std::string(name) : std::string(qualified);
  Value v = vm.native(full, std::move(fn));
  auto* native = cast<NativeObj>(v);
  native->name = std::string(name);
  set(vm, module, name, v);
  return native;
}

namespace {
std::string method_name(const ClassObj* cls, std::string_view name) {
  std::string module = cls->module_name.is_str() ? std::string(interp::text_of(cls->module_name)) : "torch";
  return module + "." + cls->qualname + "." + std::string(name);
}
}  // namespace

void define_method(Vm& vm, ClassObj* cls, std::string_view name, Native fn) {
  Value v = vm.native(method_name(cls, name), std::move(fn));
  cast<NativeObj>(v)->is_method = true;
  cls->dict->map.set(vm.str(name), v);
}

void define_static(Vm& vm, ClassObj* cls, std::string_view name, Native fn) {
  auto* wrapped = vm.make<interp::StaticMethodObj>(vm.types.static_method);
  wrapped->func = vm.native(method_name(cls, name), std::move(fn));
  cls->dict->map.set(vm.str(name), Value::object(wrapped));
}

void define_class_method(Vm& vm, ClassObj* cls, std::string_view name, Native fn) {
  auto* wrapped = vm.make<interp::ClassMethodObj>(vm.types.class_method);
  wrapped->func = vm.native(method_name(cls, name), std::move(fn));
  cls->dict->map.set(vm.str(name), Value::object(wrapped));
}

void define_property(Vm& vm, ClassObj* cls, std::string_view name, Native get) {
  auto* property = vm.make<interp::PropertyObj>(vm.types.property);
  property->get = vm.native(method_name(cls, name), std::move(get));
  property->set = property->del = property->doc = Value::none();
  cls->dict->map.set(vm.str(name), Value::object(property));
}

namespace {
template <typename F>
void each_word(std::string_view names, F&& f) {
  while (!names.empty()) {
    size_t end = names.find(' ');
    std::string_view word = names.substr(0, end);
    if (!word.empty()) f(word);
    names = end == names.npos ? std::string_view() : names.substr(end + 1);
  }
}
}  // namespace

void define_constants(Vm& vm, ModuleObj* module, std::string_view names, Value answer) {
  each_word(names, [&](std::string_view name) { define(vm, module, name, [answer](Vm&, Args&) { return answer; }); });
}

void define_identities(Vm& vm, ModuleObj* module, std::string_view names) {
  each_word(names, [&](std::string_view name) {
    define(vm, module, name,
           [](Vm&, Args& args) { return args.pos.empty() ? args.kw.empty() ? Value::none() : args.kw[0].second : args.pos[0]; });
  });
}

Value module_value(Vm& vm, std::string_view module, std::string_view name) {
  ModuleObj* object = vm.import_module(module);
  Value v = object ? vm.module_attr(object, vm.intern(name)) : Value();
  if (vm.raised()) vm.clear_exception();
  return v;
}

ClassObj* open_class(Vm& vm, std::string_view module, std::string_view name, ClassObj* base) {
  ClassObj* cls = vm.new_class(module, name, {base ? base : vm.types.object});
  cls->has_unknown_base = true;
  return cls;
}

Value exported(Vm& vm, std::string_view module, const StrObj* name) {
  const models::Export* entry = models::find_export(module, name->text);
  if (!entry) return {};
  State& st = state(vm);
  std::string qualified = std::string(module) + "." + name->text;
  switch (entry->kind) {
    case models::ExportKind::Operator: {
      Value v = operator_native(vm, qualified, entry->target, false);
      return v.null() ? unmodelled(vm, qualified) : v;
    }
    case models::ExportKind::Builtin:
      if (entry->target_module() != module) {
        if (ModuleObj* home = vm.loaded_module(entry->target_module())) {
          Value v = vm.module_attr(home, vm.intern(entry->target_name()));
          if (!v.null()) return v;
        }
      }
      return unmodelled(vm, qualified);
    case models::ExportKind::Function:
    case models::ExportKind::Class: {
      // A class of the C++ side is made there; the Python module that the table names only re-exports it.
      bool core_class = entry->kind == models::ExportKind::Class && module.starts_with("torch._C");
      if (entry->target_module() != module && !core_class) {
        Value v = module_value(vm, entry->target_module(), entry->target_name());
        if (!v.null()) return v;
      }
      if (entry->kind == models::ExportKind::Function) return unmodelled(vm, qualified);
      bool error = name->text.ends_with("Error") || name->text.ends_with("Exception");
      return Value::object(open_class(vm, module, name->text, error ? vm.types.runtime_error : nullptr));
    }
    case models::ExportKind::Module: {
      // Without its source the module still has what the table lists.
      if (!vm.loaded_module(entry->target) && entry->target.starts_with("torch.") && !vm.source().find(std::string(entry->target)).exists)
        return Value::object(native_module(vm, entry->target));
      Value v = vm.import_value(entry->target);
      if (v.null()) vm.clear_exception();
      return v;
    }
    case models::ExportKind::DType: {
      DType type = dtype_named(entry->target);
      return type == DType::Unknown ? vm.opaque(st.dtype, "torch." + std::string(entry->target), int64_t(DType::Unknown))
                                    : dtype_value(vm, type);
    }
    case models::ExportKind::Layout: return enum_value(vm, st.layout, "torch." + std::string(entry->target));
    case models::ExportKind::MemoryFormat: return enum_value(vm, st.memory_format, "torch." + std::string(entry->target));
    case models::ExportKind::QScheme: return enum_value(vm, st.qscheme, "torch." + std::string(entry->target));
    case models::ExportKind::Constant: return literal(vm, entry->target);
    case models::ExportKind::Object: return vm.unknown("`" + qualified + "`");
  }
  return {};
}

Value attribute(Vm& vm, Value instance, std::string_view name) {
  auto* object = cast<InstanceObj>(instance);
  Value* found = object && object->dict ? object->dict->map.find(vm.str(name)) : nullptr;
  return found ? *found : Value();
}

void put_attribute(Vm& vm, Value instance, std::string_view name, Value value) {
  auto* object = cast<InstanceObj>(instance);
  if (!object) return;
  if (!object->dict) {
    vm.touch(object);
    object->dict = vm.new_dict();
  }
  vm.touch(object->dict);
  object->dict->map.set(vm.str(name), value);
}

Value decorated(Vm& vm, Value self, Value fn) {
  Value wrapper = vm.native("torch._C.decorated", [self, fn](Vm& m, Args& args) -> Value {
    if (m.call_method(self, "__enter__", {}).null()) return {};
    Value result = m.call(fn, args);
    Value pending = m.raised() ? m.exception() : Value();
    if (!pending.null()) m.clear_exception();
    Value none = Value::none();
    if (m.call_method(self, "__exit__", {none, none, none}).null()) return {};
    if (!pending.null()) return m.raise(pending);
    return result;
  });
  auto* native = cast<NativeObj>(wrapper);
  native->is_method = true;
  native->attrs = vm.new_dict();
  native->attrs->map.set(vm.str("__wrapped__"), fn);
  for (const char* name : {"__name__", "__qualname__", "__module__", "__doc__"}) {
    Value v = vm.try_attr(fn, vm.intern(name));
    if (vm.raised()) vm.clear_exception();
    if (!v.null()) native->attrs->map.set(vm.str(name), v);
    if (!v.null() && v.is_str() && std::string_view(name) == "__name__") native->name = std::string(interp::text_of(v));
  }
  return wrapper;
}

ClassObj* context_class(Vm& vm, std::string_view module, std::string_view name, interp::NativeFn construct, Native enter, Native leave) {
  ClassObj* cls = vm.new_class(module, name, {vm.types.object});
  cls->construct = construct;
  define_method(vm, cls, "__enter__", std::move(enter));
  define_method(vm, cls, "__exit__", std::move(leave));
  define_method(vm, cls, "__call__", [](Vm& m, Args& args) { return decorated(m, args[0], args[1]); });
  define_method(vm, cls, "clone", [](Vm&, Args& args) { return args[0]; });
  if (ModuleObj* home = vm.loaded_module(module)) set(vm, home, name, Value::object(cls));
  return cls;
}

}  // namespace graphlift::torch
