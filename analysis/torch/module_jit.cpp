// torch.jit and torch._jit_internal outside scripting: decorators that change nothing, questions that are answered no.
#include "analysis/torch/module_support.h"

namespace graphlift::torch {

using interp::cast;

namespace {

// Decorators with optional arguments: @ignore, @ignore(drop=True).
Value optional_decorator(Vm& vm, Args& args) {
  Value fn = args[0];
  if (!fn.null() && !fn.is_bool() && !fn.is_none()) return fn;
  return vm.native("torch._C.decorator", Native([](Vm&, Args& inner) { return inner[0]; }));
}

// boolean_dispatch(arg_name, arg_index, default, if_true, if_false, module_name, func_name)
Value boolean_dispatch(Vm& vm, Args& args) {
  Value name = args.get(0, "arg_name"), index = args.get(1, "arg_index"), otherwise = args.get(2, "default"),
        if_true = args.get(3, "if_true"), if_false = args.get(4, "if_false"), module = args.get(5, "module_name"),
        function = args.get(6, "func_name");
  std::string qualified = (module.is_str() ? std::string(interp::text_of(module)) : "torch.nn.functional") + "." +
                          (function.is_str() ? std::string(interp::text_of(function)) : "fn");
  std::string key = name.is_str() ? std::string(interp::text_of(name)) : "";
  size_t at = index.is_int() ? size_t(index.i) : 99;
  bool fallback = is_true(otherwise);
  Value v = vm.native(qualified, Native([=](Vm& m, Args& inner) -> Value {
                        Value flag = inner.keyword(key);
                        if (flag.null() && at < inner.size()) flag = inner[at];
                        bool choice = flag.null() ? fallback : flag.is_bool() ? flag.b : fallback;
                        Args copy = inner;
                        return m.call(choice ? if_true : if_false, copy);
                      }));
  return v;
}

void install_internal(Vm& vm) {
  ModuleObj* module = native_module(vm, "torch._jit_internal");
  define_identities(vm, module,
                    "_overload _overload_method _copy_to_script_wrapper export weak_module weak_script weak_script_method _drop");
  for (const char* name : {"ignore", "unused"}) define(vm, module, name, optional_decorator);
  define(vm, module, "boolean_dispatch", boolean_dispatch);
  define_constants(
      vm, module,
      "is_scripting is_tracing is_ignored_fn should_drop is_static_fn module_has_exports is_final is_optional is_tuple is_list is_dict",
      Value::boolean(false));
  for (const char* name :
       {"BroadcastingList1", "BroadcastingList2", "BroadcastingList3", "BroadcastingList4", "BroadcastingList5", "BroadcastingList6"})
    set(vm, module, name, Value::object(vm.types.list));
  set(vm, module, "boolean_dispatched", Value::object(vm.new_dict()));
  set(vm, module, "Final", module_value(vm, "typing", "Final"));
  for (const char* name : {"Any", "Dict", "List", "Optional", "Tuple", "Union", "Callable"}) {
    Value v = module_value(vm, "typing", name);
    if (!v.null()) set(vm, module, name, v);
  }
  set(vm, module, "Future", Value::object(open_class(vm, "torch.futures", "Future")));
}

}  // namespace

void install_jit(Vm& vm) {
  vm.register_native_module("torch._jit_internal", [](Vm& m, ModuleObj*) { install_internal(m); });
  ModuleObj* module = native_module(vm, "torch.jit");
  define_identities(
      vm, module,
      "export script_if_tracing _script_if_tracing interface freeze optimize_for_inference _overload _overload_method script_method");
  for (const char* name : {"ignore", "unused"}) define(vm, module, name, optional_decorator);
  define(vm, module, "script", [](Vm& m, Args& args) -> Value {
    if (const auto* scripted = cast<InstanceObj>(args.get(0, "obj"))) state(m).scripted.insert(scripted);
    return args.get(0, "obj");
  });
  define(vm, module, "trace", [](Vm&, Args& args) { return args.get(0, "func"); });
  define(vm, module, "trace_module", [](Vm&, Args& args) { return args.get(0, "mod"); });
  define_constants(vm, module, "is_scripting is_tracing", Value::boolean(false));
  define_constants(vm, module, "set_fusion_strategy enable_onednn_fusion save set_logger", Value::none());
  define(vm, module, "load", [](Vm& m, Args&) { return m.unknown("a scripted module that torch.jit.load reads"); });
  define(vm, module, "annotate", [](Vm&, Args& args) { return args[1]; });
  define(vm, module, "isinstance", [](Vm& m, Args& args) -> Value {
    switch (m.is_instance(args[0], args[1])) {
      case Tri::Yes: return Value::boolean(true);
      case Tri::No: return Value::boolean(false);
      case Tri::Maybe: break;
    }
    return m.sym(m.types.boolean, When::Config);
  });
  define(vm, module, "fork", [](Vm& m, Args& args) -> Value {
    Args rest;
    rest.pos.assign(args.pos.begin() + 1, args.pos.end());
    rest.kw = args.kw;
    return m.call(args[0], rest);
  });
  define(vm, module, "wait", [](Vm&, Args& args) { return args[0]; });
  set(vm, module, "Final", module_value(vm, "typing", "Final"));
  for (const char* name :
       {"ScriptModule", "RecursiveScriptModule", "ScriptFunction", "CompilationUnit", "TopLevelTracedModule", "TracedModule"})
    set(vm, module, name, Value::object(open_class(vm, "torch.jit", name)));
  for (const char* name : {"TracerWarning"})
    set(vm, module, name, Value::object(vm.new_class("torch.jit", name, {vm.types.warning}, interp::Layout::Exception)));
  set(vm, module, "Error", Value::object(vm.new_class("torch.jit", "Error", {vm.types.runtime_error}, interp::Layout::Exception)));
  ClassObj* attribute_class = vm.new_class("torch.jit", "Attribute", {vm.types.object});
  attribute_class->construct = [](Vm&, Args& args) { return args.get(1, "value"); };
  set(vm, module, "Attribute", Value::object(attribute_class));
  set(vm, module, "_state", Value::object(native_module(vm, "torch.jit._state")));
  ModuleObj* script = native_module(vm, "torch.jit._script");
  set(vm, script, "ScriptModule", vm.module_attr(module, vm.intern("ScriptModule")));
  set(vm, script, "RecursiveScriptModule", vm.module_attr(module, vm.intern("RecursiveScriptModule")));
  ModuleObj* trace = native_module(vm, "torch.jit._trace");
  define_constants(vm, trace, "is_tracing", Value::boolean(false));
}

}  // namespace graphlift::torch
