// torch._logging: loggers by name; what it writes and how it is switched on does not matter to a program.
#include "analysis/torch/module_support.h"

namespace graphlift::torch {

namespace {

Value logger(Vm& vm, Args& args) {
  Value name = args.get(0, "module_qname");
  Value get = module_value(vm, "logging", "getLogger");
  return get.null() ? vm.unknown("a logger of torch") : vm.call(get, {name.null() ? vm.str("torch") : name});
}

void fill(Vm& vm, ModuleObj* module) {
  define(vm, module, "getArtifactLogger", logger);
  define_constants(vm, module,
                   "set_logs trace_structured trace_structured_artifact register_log register_artifact dtrace_structured "
                   "get_structured_logging_overhead "
                   "add_structured_logging_overhead warning_once _init_logs _register_logs",
                   Value::none());
  ClassObj* lazy = vm.new_class("torch._logging", "LazyString", {vm.types.object});
  define_method(vm, lazy, "__init__", [](Vm&, Args&) { return Value::none(); });
  set(vm, module, "LazyString", Value::object(lazy));
  DictObj* aliases = vm.new_dict();
  aliases->open = true;
  set(vm, module, "DEFAULT_LOGGING", Value::object(aliases));
}

}  // namespace

void install_logging(Vm& vm) {
  for (const char* name : {"torch._logging", "torch._logging._internal", "torch._logging._registrations", "torch._logging.structured"})
    vm.register_native_module(name, fill);
}

}  // namespace graphlift::torch
