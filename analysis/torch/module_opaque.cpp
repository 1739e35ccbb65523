// Parts of the package that programs import but that no model's forward runs: graph capture, distribution, export, compilers.
// Their names exist; classes can be subclassed and tested for, functions answer what is not known.
#include <cctype>

#include "analysis/torch/module_support.h"

namespace graphlift::torch {

Value lent_name(Vm& vm, ModuleObj* module, const StrObj* name, bool fallback) {
  if (!fallback || name->text.starts_with("__")) return {};
  const std::string& text = name->text;
  size_t first = text.find_first_not_of('_');
  bool is_class = first != std::string::npos && std::isupper(static_cast<unsigned char>(text[first])) &&
                  text.find_first_of("abcdefghijklmnopqrstuvwxyz") != std::string::npos;
  Value v;
  if (vm.source().find(module->name + "." + text).exists || vm.loaded_module(module->name + "." + text)) {
    v = vm.import_value(module->name + "." + text);
    if (v.null()) vm.clear_exception();
  } else if (is_class) {
    bool error = text.ends_with("Error") || text.ends_with("Exception");
    v = Value::object(open_class(vm, module->name, text, error ? vm.types.runtime_error : nullptr));
  } else {
    std::string qualified = module->name + "." + text;
    v = vm.native(qualified, [qualified](Vm& m, Args&) { return m.unknown("the result of `" + qualified + "`"); });
  }
  if (!v.null()) module->dict->map.set(Value::string(const_cast<StrObj*>(name)), v);
  return v;
}

namespace {

void opaque(Vm&, ModuleObj* module) { module->lookup_hook = lent_name; }

void install_distributed(Vm& vm) {
  vm.register_native_module("torch.distributed", [](Vm& m, ModuleObj* module) {
    module->lookup_hook = lent_name;
    define_constants(m, module, "is_available is_gloo_available", Value::boolean(true));
    define_constants(m, module,
                     "is_initialized is_nccl_available is_mpi_available is_ucc_available is_torchelastic_launched is_xccl_available",
                     Value::boolean(false));
    define_constants(m, module, "get_rank", Value::integer(0));
    define_constants(m, module, "get_world_size", Value::integer(1));
    define_constants(m, module, "barrier destroy_process_group init_process_group", Value::none());
    for (const char* name :
         {"all_reduce", "broadcast", "reduce", "all_gather", "all_gather_into_tensor", "reduce_scatter_tensor", "all_to_all_single"})
      define(m, module, name, [](Vm& inner, Args& args) {
        if (TensorObj* t = as_tensor(args[0])) note_write(inner, t, "torch.distributed");
        return Value::none();
      });
  });
}

void install_fx(Vm& vm) {
  vm.register_native_module("torch.fx", [](Vm& m, ModuleObj* module) {
    module->lookup_hook = lent_name;
    define_identities(m, module, "wrap has_side_effect");
    for (const char* part : {"graph_module", "graph", "node", "proxy", "interpreter", "_symbolic_trace"})
      set(m, module, part, m.import_value("torch.fx." + std::string(part)));
  });
  vm.register_native_module("torch.fx._symbolic_trace", [](Vm& m, ModuleObj* module) {
    module->lookup_hook = lent_name;
    define_identities(m, module, "wrap");
    define_constants(m, module, "is_fx_tracing is_fx_symbolic_tracing", Value::boolean(false));
  });
  vm.register_native_module("torch.fx.experimental.symbolic_shapes", [](Vm& m, ModuleObj* module) {
    module->lookup_hook = lent_name;
    for (const char* name : {"guard_or_true", "guard_or_false", "guard_size_oblivious", "statically_known_true", "guard_scalar",
                             "guard_int", "guard_bool", "guard_float", "definitely_true", "definitely_false", "hint_int"})
      define(m, module, name, [](Vm&, Args& args) { return args[0]; });
    define_constants(m, module, "is_symbolic has_free_symbols has_hint free_unbacked_symbols", Value::boolean(false));
  });
}

}  // namespace

void install_opaque(Vm& vm) {
  install_distributed(vm);
  install_fx(vm);
  static constexpr const char* kOpaque[] = {"torch.fx.graph_module",
                                            "torch.fx.graph",
                                            "torch.fx.node",
                                            "torch.fx.proxy",
                                            "torch.fx.interpreter",
                                            "torch.fx.experimental",
                                            "torch.fx.experimental.proxy_tensor",
                                            "torch.fx.passes",
                                            "torch.fx.operator_schemas",
                                            "torch.fx.traceback",
                                            "torch.fx._compatibility",
                                            "torch._subclasses",
                                            "torch._subclasses.fake_tensor",
                                            "torch._subclasses.functional_tensor",
                                            "torch._subclasses.meta_utils",
                                            "torch._guards",
                                            "torch._inductor",
                                            "torch._inductor.config",
                                            "torch._inductor.utils",
                                            "torch._functorch",
                                            "torch._functorch.config",
                                            "torch._functorch.aot_autograd",
                                            "torch._functorch.apis",
                                            "torch._functorch.eager_transforms",
                                            "torch._functorch.vmap",
                                            "torch._functorch.utils",
                                            "torch._functorch.predispatch",
                                            "torch._functorch.pyfunctorch",
                                            "torch._dispatch",
                                            "torch._dispatch.python",
                                            "torch._export",
                                            "torch._library.fake_class_registry",
                                            "torch._library.opaque_object",
                                            "torch._library.triton",
                                            "torch._library.infer_schema",
                                            "torch._library.utils",
                                            "torch.distributed.tensor",
                                            "torch.distributed._tensor",
                                            "torch.distributed.tensor.parallel",
                                            "torch.distributed.tensor.device_mesh",
                                            "torch.distributed.fsdp",
                                            "torch.distributed.fsdp.wrap",
                                            "torch.distributed.fsdp.fully_sharded_data_parallel",
                                            "torch.distributed.rpc",
                                            "torch.distributed.nn",
                                            "torch.distributed.nn.functional",
                                            "torch.distributed._functional_collectives",
                                            "torch.distributed.device_mesh",
                                            "torch.distributed.checkpoint",
                                            "torch.distributed.checkpoint.state_dict",
                                            "torch.distributed.distributed_c10d",
                                            "torch.distributed.optim",
                                            "torch.distributed.pipelining",
                                            "torch.distributed.algorithms",
                                            "torch.distributed.algorithms.join",
                                            "torch.distributed.algorithms._checkpoint.checkpoint_wrapper",
                                            "torch.distributed.algorithms.ddp_comm_hooks",
                                            "torch.distributed.elastic",
                                            "torch.distributed.elastic.multiprocessing.errors",
                                            "torch.distributed.launcher",
                                            "torch.distributed.launcher.api",
                                            "torch.distributed.run",
                                            "torch.distributed.utils",
                                            "torch.distributed._composable",
                                            "torch.distributed._shard",
                                            "torch.package",
                                            "torch.package._mangling",
                                            "torch.ao",
                                            "torch.ao.quantization",
                                            "torch.quantization",
                                            "torch.export._trace",
                                            "torch.testing",
                                            "torch.testing._internal",
                                            "torch.utils.cpp_extension",
                                            "torch.utils.tensorboard",
                                            "torch.utils.mobile_optimizer",
                                            "torch.utils._triton",
                                            "torch.utils._sympy",
                                            "torch.utils.benchmark",
                                            "torch._higher_order_ops",
                                            "torch._higher_order_ops.utils",
                                            "torch._higher_order_ops.flat_apply",
                                            "torch._higher_order_ops.while_loop",
                                            "torch._higher_order_ops.wrap",
                                            "torch._higher_order_ops.scan",
                                            "torch._prims",
                                            "torch._refs",
                                            "torch._decomp",
                                            "torch._meta_registrations",
                                            "torch._dynamo.eval_frame",
                                            "torch._dynamo.polyfills",
                                            "torch._dynamo.exc",
                                            "torch._dynamo.testing",
                                            "torch._dynamo.comptime",
                                            "torch._dynamo.trace_rules",
                                            "torch._dynamo.external_utils",
                                            "torch._dynamo.backends",
                                            "torch._dynamo.variables",
                                            "torch._dynamo.guards",
                                            "torch._dynamo.convert_frame",
                                            "torch._dynamo.symbolic_convert",
                                            "torch._dynamo.backends.common"};
  for (const char* name : kOpaque) vm.register_native_module(name, opaque);
  // Nested tensors of the strided layout are refused in a region.
  vm.register_native_module("torch.nested", [](Vm& m, ModuleObj* module) {
    module->lookup_hook = lent_name;
    for (const char* name : {"nested_tensor", "as_nested_tensor"})
      define(m, module, name, [](Vm& inner, Args&) -> Value {
        inner.observe(Event::Unsupported, {}, "torch.nested.nested_tensor", "GB0090");
        TensorObj* t = unknown_tensor(inner);
        t->nested = true;
        return Value::object(t);
      });
  });
  vm.register_native_module("torch._dynamo.utils", [](Vm& m, ModuleObj* module) {
    module->lookup_hook = lent_name;
    define_constants(m, module, "is_compile_supported", Value::boolean(true));
  });
  vm.register_native_module("torch.onnx", [](Vm& m, ModuleObj* module) {
    module->lookup_hook = lent_name;
    define_constants(m, module, "is_in_onnx_export", Value::boolean(false));
    define_constants(m, module, "export", Value::none());
    set(m, module, "_globals", Value::object(native_module(m, "torch.onnx._globals")));
  });
}

}  // namespace graphlift::torch
