// torch._C and its submodules: operators by table, and the small questions that torch's Python source asks of its C++ side.
#include "analysis/torch/module_support.h"
#include "models/exports.h"

namespace graphlift::torch {

using interp::cast;

namespace {

void install_questions(Vm& vm, ModuleObj* core) {
  define_constants(
      vm, core,
      "has_torch_function has_torch_function_unary has_torch_function_variadic _has_torch_function _has_torch_function_unary "
      "_has_torch_function_variadic "
      "_is_tracing _is_torch_function_mode_enabled _jit_should_ignore _has_cuda _has_mps _has_xpu "
      "_is_flash_attention_available _are_functorch_transforms_active _is_functorch_wrapped_tensor "
      "is_anomaly_enabled _is_alias_of _get_deterministic_algorithms_warn_only _get_deterministic_algorithms _is_xnnpack_enabled "
      "_cuda_isInBadFork _get_warnAlways _mps_is_available _get_only_lift_cpu_tensors "
      "_is_in_bad_fork _mtia_isBuilt _xpu_isInBadFork _is_view_replay_enabled",
      Value::boolean(false));
  define_constants(vm, core,
                   "_is_torch_function_enabled _autograd_init _is_fwd_grad_enabled _is_multithreading_enabled "
                   "_get_mkldnn_enabled _get_cudnn_enabled _get_math_sdp_enabled _get_flash_sdp_enabled _get_mem_efficient_sdp_enabled "
                   "_get_overrideable_sdp_enabled _get_cudnn_sdp_enabled _get_deterministic_fill_uninitialized_memory "
                   "_dispatch_has_kernel_for_dispatch_key "
                   "_jit_init",
                   Value::boolean(true));
  define_constants(
      vm, core,
      "_log_api_usage_once _log_api_usage_metadata _get_tracing_state _set_tracing_state _set_deterministic_algorithms _set_warnAlways "
      "_set_cudnn_enabled _set_cudnn_benchmark _set_cudnn_deterministic _set_mkldnn_enabled _set_cudnn_allow_tf32 _set_cublas_allow_tf32 "
      "_set_float32_matmul_precision _set_sdp_use_flash _set_sdp_use_math _set_sdp_use_mem_efficient _set_sdp_use_cudnn "
      "_set_sdp_use_overrideable _set_sdp_priority_order _set_math_sdp_allow_fp16_bf16_reduction _initExtension "
      "_init_names _set_default_device _jit_set_profiling_mode _jit_set_profiling_executor _jit_set_bailout_depth _set_view_replay_enabled "
      "_set_multithreading_enabled _set_fwd_grad_enabled set_anomaly_enabled _set_autograd_fallback_mode _clear_cache "
      "_cuda_emptyCache _set_storage_access_error_msg _push_on_torch_function_stack _pop_torch_function_stack _set_cached_tensors_enabled "
      "_get_dispatch_mode _get_function_stack_at _get_dispatch_stack_at _rename_privateuse1_backend "
      "_dispatch_set_report_error_callback _set_blas_preferred_backend _set_linalg_preferred_backend "
      "_set_deterministic_fill_uninitialized_memory "
      "set_num_threads set_num_interop_threads _unset_dispatch_mode _set_dispatch_mode peek_interpreter_stack",
      Value::none());
  define_constants(
      vm, core, "_len_torch_function_stack _len_torch_dispatch_stack _cuda_getDeviceCount _current_graph_task_id _current_autograd_node_id",
      Value::integer(0));
  define_identities(vm, core, "_add_docstr _lift_fresh _unwrap_if_dead");
  define(vm, core, "_disabled_torch_function_impl", [](Vm& m, Args& args) -> Value {
    Args inner;
    if (const auto* items = sequence_items(args[2])) inner.pos = *items;
    else if (const auto* second = sequence_items(args[3])) inner.pos = *second;
    bool saved = state(m).torch_function_disabled;
    state(m).torch_function_disabled = true;
    Value result = m.call(args[1], inner);
    state(m).torch_function_disabled = saved;
    return result;
  });
  define(vm, core, "_get_sdp_priority_order", [](Vm& m, Args&) { return m.list({}); });
  define(vm, core, "_get_default_device", [](Vm& m, Args&) { return m.str("cpu"); });
  define(vm, core, "_get_privateuse1_backend_name", [](Vm& m, Args&) { return m.str("privateuseone"); });
  define(vm, core, "_get_float32_matmul_precision", [](Vm& m, Args&) { return m.str("highest"); });
  define(vm, core, "get_default_dtype", [](Vm& m, Args&) { return dtype_value(m, state(m).default_dtype); });
  for (const char* name : {"_set_default_dtype", "_set_default_tensor_type"})
    define(vm, core, name, [](Vm& m, Args& args) {
      if (DType type = dtype_of(m, args[0]); type != DType::Unknown) state(m).default_dtype = type;
      return Value::none();
    });
  define(vm, core, "get_num_threads", [](Vm& m, Args&) { return m.sym(m.types.integer, When::PyInput); });
  define(vm, core, "get_num_interop_threads", [](Vm& m, Args&) { return m.sym(m.types.integer, When::PyInput); });
  // Broadcasting of two sizes, as a tuple.
  define(vm, core, "_infer_size", [](Vm& m, Args& args) -> Value {
    const auto *a = sequence_items(args[0]), *b = sequence_items(args[1]);
    if (!a || !b) return m.sym(state(m).size, When::Shape);
    Dims dims, other;
    for (Value v : *a) dims.push_back(dim_of(m, v));
    for (Value v : *b) other.push_back(dim_of(m, v));
    broadcast(m, dims, other);
    return size_value(m, dims);
  });
  define(vm, core, "_get_all_dtypes", [](Vm& m, Args&) {
    std::vector<Value> items;
    for (const DTypeName& named : dtype_names()) items.push_back(dtype_value(m, named.type));
    return m.list(std::move(items));
  });
  set(vm, core, "_has_torch_function_mode", Value::boolean(false));
}

}  // namespace

void install_core(Vm& vm) {
  State& st = state(vm);
  ModuleObj* core = st.core;
  install_questions(vm, core);
  for (ClassObj* cls :
       {st.tensor_base, st.tensor_meta, st.size, st.dtype, st.device, st.generator, st.finfo, st.iinfo, st.layout, st.memory_format})
    set(vm, core, cls->name, Value::object(cls));
  set(vm, core, "_TensorBase", Value::object(st.tensor_base));
  ClassObj* linalg_error = vm.new_class("torch._C", "_LinAlgError", {vm.types.runtime_error}, interp::Layout::Exception);
  set(vm, core, "_LinAlgError", Value::object(linalg_error));
  for (const char* name : {"OutOfMemoryError", "AcceleratorError", "FatalError"}) {
    ClassObj* error = vm.new_class("torch", name, {vm.types.runtime_error}, interp::Layout::Exception);
    set(vm, core, name, Value::object(error));
    set(vm, st.torch, name, Value::object(error));
  }
  set(vm, core, "default_generator", vm.opaque(st.generator, "cpu"));
  set(vm, st.torch, "default_generator", vm.opaque(st.generator, "cpu"));
  for (const char* name : {"_nn",
                           "_VariableFunctions",
                           "_linalg",
                           "_fft",
                           "_special",
                           "_sparse",
                           "_nested",
                           "_functions",
                           "_autograd",
                           "_functorch",
                           "_dynamo",
                           "_distributed_c10d",
                           "_distributed_autograd",
                           "_distributed_rpc",
                           "_profiler",
                           "_onnx",
                           "_jit_tree_views",
                           "_acc",
                           "_aoti",
                           "_cpu",
                           "_export",
                           "_functionalization",
                           "_itt",
                           "_lazy",
                           "_monitor",
                           "_verbose",
                           "cpp",
                           "_te",
                           "_nvtx"})
    set(vm, core, name, Value::object(native_module(vm, "torch._C." + std::string(name))));
  ModuleObj* dynamo = native_module(vm, "torch._C._dynamo");
  for (const char* name : {"eval_frame", "guards", "compiled_autograd", "autograd_compiler", "utils"})
    set(vm, dynamo, name, Value::object(native_module(vm, "torch._C._dynamo." + std::string(name))));
  ModuleObj* functorch = native_module(vm, "torch._C._functorch");
  define_constants(vm, functorch,
                   "is_functorch_wrapped_tensor is_batchedtensor is_gradtrackingtensor is_functionaltensor is_legacy_batchedtensor",
                   Value::boolean(false));
  define_constants(vm, functorch, "peek_interpreter_stack maybe_current_level", Value::none());
  define_identities(vm, functorch, "get_unwrapped _unwrap_batched unwrap_if_dead");
  // torch._C._nn.parse_to: what Module.to makes of its arguments.
  ModuleObj* nn = native_module(vm, "torch._C._nn");
  define(vm, nn, "_parse_to", [](Vm& m, Args& args) -> Value {
    Value device = Value::none(), dtype = Value::none(), format = Value::none();
    Value non_blocking = Value::boolean(false);
    State& s = state(m);
    auto take = [&](Value v) {
      v = unwrap(v);
      bool is_dtype = false;
      (void)dtype_of(m, v, &is_dtype);
      if (TensorObj* t = as_tensor(v)) {
        dtype = dtype_value(m, t->dtype);
        device = t->device.null() ? m.sym(s.device, When::PyInput) : t->device;
      } else if (is_dtype || (v.is_object() && v.o->cls == s.dtype)) {
        dtype = v;
      } else if (Value known = device_from(m, v); !known.null()) {
        device = known;
      } else if (!v.is_none() && !v.is_bool()) {
        device = m.sym(s.device, When::PyInput);
      }
    };
    for (Value v : args.pos) take(v);
    for (const auto& [key, v] : args.kw) {
      if (key->text == "memory_format") format = v;
      else if (key->text == "non_blocking") non_blocking = v;
      else if (key->text != "copy") take(v);
    }
    return m.tuple({device, dtype, non_blocking, format});
  });
  // Notes that docstrings of torch.nn are formatted with; the module that holds them is large and nothing else.
  vm.register_native_module("torch._torch_docs", [](Vm& m, ModuleObj* docs) {
    for (const char* name : {"reproducibility_notes", "sparse_support_notes", "tf32_notes", "common_args", "factory_common_args"}) {
      DictObj* notes = m.new_dict();
      notes->open = true;
      set(m, docs, name, Value::object(notes));
    }
  });
  // The base of torch.autograd.Function's context and the class of `torch._C._VariableFunctions`.
  set(vm, core, "_FunctionBase", Value::object(vm.new_class("torch._C", "_FunctionBase", {vm.types.object})));
  // The kinds of attention kernels, an enumeration bound in C++.
  ClassObj* attention = vm.new_class("torch.nn.attention", "SDPBackend", {vm.types.object});
  DictObj* members = vm.new_dict();
  static constexpr const char* kBackends[] = {"ERROR", "MATH", "FLASH_ATTENTION", "EFFICIENT_ATTENTION", "CUDNN_ATTENTION", "OVERRIDEABLE"};
  for (int64_t i = 0; i < 6; ++i) {
    InstanceObj* member = vm.new_instance(attention);
    put_attribute(vm, Value::object(member), "name", vm.str(kBackends[i]));
    put_attribute(vm, Value::object(member), "value", Value::integer(i - 1));
    attention->dict->map.set(vm.str(kBackends[i]), Value::object(member));
    members->map.set(vm.str(kBackends[i]), Value::object(member));
  }
  attention->dict->map.set(vm.str("__members__"), Value::object(members));
  set(vm, core, "_SDPBackend", Value::object(attention));
  ClassObj* tag = open_class(vm, "torch._C", "Tag");
  set(vm, core, "Tag", Value::object(tag));
  set(vm, st.torch, "Tag", Value::object(tag));
  ModuleObj* variable_functions = native_module(vm, "torch._VF");
  variable_functions->lookup_hook = [](Vm& m, ModuleObj*, const StrObj* name, bool fallback) -> Value {
    if (!fallback || name->text.starts_with("__")) return {};
    return exported(m, "torch._C._VariableFunctions", name);
  };
}

}  // namespace graphlift::torch
