// The table of modelled modules.
#include "analysis/stdlib/stdlib.h"

#include "analysis/interp/python_natives.h"
#include "analysis/stdlib/importlib.h"
#include "analysis/stdlib/tables.h"

namespace graphlift::stdlib {

// clang-format off
#define GRAPHLIFT_STDLIB_MODULES(X)                                                                         \
  X("__future__", init_future)                            X("abc", init_abc)                                \
  X("argparse", init_argparse)                            X("bisect", init_bisect)                          \
  X("cmath", init_cmath)                                  X("collections", init_collections)                \
  X("collections.abc", init_collections_abc)              X("contextlib", init_contextlib)                  \
  X("contextvars", init_contextvars)                      X("copy", init_copy)                              \
  X("dataclasses", init_dataclasses)                      X("enum", init_enum)                              \
  X("functools", init_functools)                          X("heapq", init_heapq)                            \
  X("importlib", init_importlib)                          X("importlib.abc", init_importlib_abc)            \
  X("importlib.machinery", init_importlib_machinery)      X("importlib.metadata", init_importlib_metadata)  \
  X("importlib.resources", init_importlib_resources)      X("importlib.util", init_importlib_util)          \
  X("inspect", init_inspect)                              X("io", init_io)                                  \
  X("itertools", init_itertools)                          X("json", init_json)                              \
  X("logging", init_logging)                              X("logging.config", init_logging_config)          \
  X("logging.handlers", init_logging_handlers)            X("math", init_math)                              \
  X("numbers", init_numbers)                              X("operator", init_operator)                      \
  X("os", init_os)                                        X("os.path", init_os_path)                        \
  X("pathlib", init_pathlib)                              X("pkgutil", init_pkgutil)                        \
  X("random", init_random)                                X("re", init_re)                                  \
  X("string", init_string)                                X("sys", init_sys)                                \
  X("types", init_types)                                  X("typing", init_typing)                          \
  X("typing_extensions", init_typing_extensions)          X("warnings", init_warnings)                      \
  X("weakref", init_weakref)
// clang-format on

#define X(name, init) void init(Vm&, ModuleObj*);
GRAPHLIFT_STDLIB_MODULES(X)
#undef X

namespace {

void init_table(Vm& vm, ModuleObj* module) {
  for (const auto& [name, table] : module_tables())
    if (name == module->name) define_table(vm, module, table);
}

constexpr std::string_view kNative[] = {
#define X(name, init) name,
    GRAPHLIFT_STDLIB_MODULES(X)
#undef X
};

// Second names for the same definitions.
constexpr std::pair<std::string_view, std::string_view> kAliases[] = {{"_collections_abc", "collections.abc"},
                                                                      {"posixpath", "os.path"},
                                                                      {"json.decoder", "json"},
                                                                      {"json.encoder", "json"},
                                                                      {"_functools", "functools"},
                                                                      {"_operator", "operator"},
                                                                      {"_heapq", "heapq"},
                                                                      {"_bisect", "bisect"},
                                                                      {"_weakref", "weakref"},
                                                                      {"_json", "json"},
                                                                      {"_random", "random"},
                                                                      {"_abc", "abc"},
                                                                      {"_string", "string"}};

void init_alias(Vm& vm, ModuleObj* module) {
  std::string_view original;
  for (const auto& [alias, name] : kAliases)
    if (alias == module->name) original = name;
  ModuleObj* from = vm.import_module(original);
  if (!from) {
    vm.clear_exception();
    return;
  }
  for (const auto& e : from->dict->map.entries())
    if (!e.key.null() && e.key.is_str() && text_of(e.key) != "__name__") module->dict->map.set(e.key, e.value);
}

// The code of the closure that a decorator of the library returns, as far as anybody asks: its name, and `(*args, **kwds)`.
Value code_of_closure(Vm& vm, const NativeObj* native, const std::string& module) {
  auto code = std::make_shared<lower::Code>();
  code->name = native->name;
  code->qualname = native->qualified.substr(module.size() + 1);
  code->locals = {"args", "kwds"};
  code->has_varargs = code->has_varkw = true;
  auto* holder = vm.make<CodeHolderObj>(vm.types.code);
  holder->code = std::move(code);
  return Value::object(holder);
}

// A native that stands for a Python function has what every Python function has; unless the program set it, it is only not known.
Value python_function_attribute(Vm& vm, Args& a) {
  auto* native = cast<NativeObj>(a[0]);
  const std::string name = a.callee ? a.callee->name : "?";
  if (native) {
    if (const Value* set = native->attrs ? native->attrs->map.find(vm.str(name)) : nullptr) return *set;
    if (name == "__code__")
      if (const Value code = python_code_of(vm, *native); !code.null()) return code;
    const std::string_view qualified = native->qualified;
    const std::string module(qualified.substr(0, std::min(qualified.find('.'), qualified.size())));
    const ModuleSource::Found found = vm.source().find(module);
    if (found.exists && !found.extension && name == "__code__" && qualified.find(".<locals>.") != qualified.npos)
      return code_of_closure(vm, native, module);
    if (found.exists && !found.extension) return vm.unknown("`" + name + "` of `" + native->qualified + "`");
  }
  return vm.raise(vm.types.attribute_error, "'builtin_function_or_method' object has no attribute '" + name + "'");
}

Value set_python_function_attribute(Vm& vm, Args& a) {
  if (auto* native = cast<NativeObj>(a[0]); native && a.callee) put_native(vm, native, a.callee->name, a[1]);
  return Value::none();
}

}  // namespace

bool is_modelled_module(std::string_view dotted) {
  for (std::string_view name : kNative)
    if (name == dotted) return true;
  for (const auto& [name, table] : module_tables())
    if (name == dotted) return true;
  for (const auto& [alias, name] : kAliases)
    if (alias == dotted) return true;
  return dotted == "builtins";
}

void register_stdlib(interp::Vm& vm) {
#define X(name, init) vm.register_native_module(name, init);
  GRAPHLIFT_STDLIB_MODULES(X)
#undef X
  for (const auto& [name, table] : module_tables()) vm.register_native_module(name, init_table);
  for (const auto& [alias, name] : kAliases) vm.register_native_module(alias, init_alias);
  for (const char* name : {"__code__", "__defaults__", "__kwdefaults__"})
    property(vm, vm.types.builtin, name, python_function_attribute, set_python_function_attribute);
}

}  // namespace graphlift::stdlib
