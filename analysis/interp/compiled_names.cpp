// What the names of an extension module stand for. Its source is not Python's, so a name is told by its spelling: constants in capitals,
// classes in CapWords, everything else a function or something that holds further names.
#include <algorithm>

#include "analysis/interp/args.h"
#include "analysis/interp/vm_impl.h"

namespace graphlift::interp {
namespace {

std::string_view last_part(std::string_view qualified) { return qualified.substr(qualified.rfind('.') + 1); }

bool has_lower(std::string_view name) {
  return std::any_of(name.begin(), name.end(), [](char c) { return c >= 'a' && c <= 'z'; });
}

bool is_class_name(std::string_view name) {
  return has_lower(name) && name[0] >= 'A' && name[0] <= 'Z' && !name.ends_with("Error") && !name.ends_with("Exception") &&
         !name.ends_with("Warning");
}

Value no_attribute(Vm& vm, const std::string& type, const std::string& name) {
  return vm.raise(vm.types.attribute_error, "'" + type + "' object has no attribute '" + name + "'");
}

// Gives a class a `__getattr__` that is asked for every name that is not found otherwise.
void answer_names(Vm& vm, ClassObj* cls, std::function<Value(Vm&, Value, const std::string&)> answer) {
  Value hook =
      vm.native(cls->name + ".__getattr__", std::function<Value(Vm&, Args&)>([answer = std::move(answer)](Vm& v, Args& args) -> Value {
                  const std::string name = args[1].is_str() ? std::string(text_of(args[1])) : "?";
                  const bool manager = name == "__enter__" || name == "__exit__";  // a `with` on it says that it has them
                  return name.starts_with("__") && !manager ? no_attribute(v, v.type_of(args[0])->name, name) : answer(v, args[0], name);
                }));
  cast<NativeObj>(hook)->is_method = true;
  cls->dict->map.set(vm.str("__getattr__"), hook);
  cls->has_getattr = true;
}

// An instance's attribute may be a method or a value: only a call of itself tells which.
Value instance_of(Vm& vm, CompiledNames& names, const std::string& qualified) {
  ClassObj*& cls = names.classes[qualified];
  if (!cls) {
    const std::string_view name = last_part(qualified);
    cls = vm.new_class(std::string_view(qualified).substr(0, qualified.size() - name.size() - 1), name, {vm.types.object});
    cls->has_unknown_base = true;
    answer_names(vm, cls, [&names, qualified](Vm& v, Value, const std::string& attribute) {
      const Value found = v.unknown("`" + attribute + "` of the compiled class `" + qualified + "`");
      if (const auto* unknown = cast<UnknownObj>(found)) names.methods.emplace(unknown, qualified + "." + attribute);
      return found;
    });
  }
  return Value::object(vm.new_instance(cls));
}

}  // namespace

Value compiled_name(Vm& vm, CompiledNames& names, const std::string& qualified) {
  const std::string_view name = last_part(qualified);
  if (!has_lower(name)) return vm.unknown("`" + qualified + "` of a compiled module");
  if (const auto known = names.values.find(qualified); known != names.values.end()) return known->second;
  if (!names.function) {
    names.function = vm.new_class("builtins", "builtin_function_or_method", {vm.types.builtin});
    answer_names(vm, names.function, [&names](Vm& v, Value self, const std::string& attribute) {
      const auto* native = cast<NativeObj>(self);
      return native ? compiled_name(v, names, native->qualified + "." + attribute)
                    : no_attribute(v, "builtin_function_or_method", attribute);
    });
  }
  const Value made =
      vm.native(qualified, std::function<Value(Vm&, Args&)>([&names, qualified, is_class = is_class_name(name)](Vm& v, Args&) {
                  return is_class ? instance_of(v, names, qualified) : v.unknown("the compiled function `" + qualified + "`");
                }));
  made.o->cls = names.function;
  names.values.emplace(qualified, made);
  return made;
}

}  // namespace graphlift::interp
