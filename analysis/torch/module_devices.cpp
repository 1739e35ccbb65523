// Devices and backends as a CPU build has them: torch.cuda and its kin, torch.backends flags.
#include "analysis/torch/module_support.h"

namespace graphlift::torch {

using interp::cast;

namespace {

Value construct_plain(Vm& vm, Args& args) { return Value::object(vm.new_instance(cast<ClassObj>(args[0]))); }
Value same_self(Vm&, Args& args) { return args[0]; }
Value nothing(Vm&, Args&) { return Value::none(); }

void install_accelerator(Vm& vm, const std::string& name) {
  ModuleObj* module = native_module(vm, name);
  State& st = state(vm);
  module->lookup_hook = [](Vm& m, ModuleObj* home, const StrObj* attribute, bool fallback) -> Value {
    if (!fallback || attribute->text.starts_with("__")) return {};
    Value v = exported(m, home->name, attribute);
    return v.null() ? lent_name(m, home, attribute, fallback) : v;
  };
  define_constants(vm, module,
                   "is_available is_initialized is_bf16_supported is_tf32_supported is_current_stream_capturing _is_in_bad_fork is_built",
                   Value::boolean(false));
  define_constants(vm, module, "device_count current_device memory_allocated max_memory_allocated memory_reserved max_memory_reserved",
                   Value::integer(0));
  define_constants(vm, module,
                   "synchronize empty_cache manual_seed manual_seed_all seed seed_all set_device reset_peak_memory_stats "
                   "reset_max_memory_allocated init _lazy_init "
                   "_lazy_call ipc_collect set_per_process_memory_fraction set_rng_state set_rng_state_all set_stream",
                   Value::none());
  for (const char* flag : {"_initialized", "has_half", "has_magma"}) set(vm, module, flag, Value::boolean(false));
  define(vm, module, "get_rng_state", [](Vm& m, Args&) { return Value::object(unknown_tensor(m, DType::UInt8)); });
  define(vm, module, "get_rng_state_all", [](Vm& m, Args&) { return m.list({}); });
  for (const char* query : {"get_device_name", "get_arch_list", "get_device_capability", "get_device_properties", "mem_get_info",
                            "memory_summary", "memory_stats"})
    define(vm, module, query, [query, name](Vm& m, Args&) { return m.unknown("`" + name + "." + query + "()`", When::PyInput); });
  for (const char* context : {"device", "StreamContext", "device_of"})
    context_class(vm, name, context, construct_plain, same_self, nothing);
  define(vm, module, "stream", [](Vm& m, Args& args) -> Value {
    Args inner;
    inner.pos = {m.module_attr(m.loaded_module("torch.cuda"), m.intern("StreamContext")), args[0]};
    return m.call(inner.pos[0], {args[0].null() ? Value::none() : args[0]});
  });
  for (const char* cls : {"Stream", "Event"}) {
    ClassObj* type = open_class(vm, name, cls);
    set(vm, module, cls, Value::object(type));
  }
  for (const char* now : {"current_stream", "default_stream"})
    define(vm, module, now, [name](Vm& m, Args&) -> Value {
      auto* cls = cast<ClassObj>(m.module_attr(m.loaded_module(name), m.intern("Stream")));
      return cls ? Value::object(m.new_instance(cls)) : m.unknown("a stream");
    });
  set(vm, st.torch, name.substr(name.rfind('.') + 1), Value::object(module));
}

void install_backends(Vm& vm) {
  State& st = state(vm);
  ModuleObj* backends = native_module(vm, "torch.backends");
  struct Flag {
    const char* module;
    const char* name;
    bool value;
  };
  static constexpr Flag kFlags[] = {
      {"cudnn", "enabled", true},  {"cudnn", "benchmark", false},      {"cudnn", "deterministic", false}, {"cudnn", "allow_tf32", true},
      {"mkldnn", "enabled", true}, {"mkldnn", "deterministic", false}, {"openmp", "enabled", true},       {"opt_einsum", "enabled", true},
      {"mps", "enabled", false},   {"xeon", "enabled", true},          {"nnpack", "enabled", true},       {"quantized", "enabled", true},
      {"cpu", "enabled", true},    {"mkl", "enabled", true},           {"cusparselt", "enabled", false},  {"mha", "enabled", true}};
  for (const Flag& flag : kFlags) {
    ModuleObj* module = native_module(vm, std::string("torch.backends.") + flag.module);
    set(vm, module, flag.name, Value::boolean(flag.value));
    set(vm, backends, flag.module, Value::object(module));
    bool cpu_side =
        std::string_view(flag.module) != "cudnn" && std::string_view(flag.module) != "mps" && std::string_view(flag.module) != "cusparselt";
    define_constants(vm, module, "is_available is_built", Value::boolean(cpu_side));
    define_constants(vm, module, "is_acceptable", Value::boolean(false));
    define_constants(vm, module, "version", Value::none());
    context_class(
        vm, module->name, "flags",
        [](Vm& m, Args& args) {
          std::string home(interp::text_of(cast<ClassObj>(args[0])->module_name));
          m.observe(Event::Unsupported, {}, home + ".flags", "GB0208");  // it reads the flags with functions that return no tensor
          return construct_plain(m, args);
        },
        same_self, nothing);
  }
  ModuleObj* mha = native_module(vm, "torch.backends.mha");
  define_constants(vm, mha, "get_fastpath_enabled", Value::boolean(true));
  define_constants(vm, mha, "set_fastpath_enabled", Value::none());
  ModuleObj* cuda = native_module(vm, "torch.backends.cuda");
  set(vm, backends, "cuda", Value::object(cuda));
  define_constants(vm, cuda, "is_built is_flash_attention_available", Value::boolean(false));
  define_constants(vm, cuda,
                   "flash_sdp_enabled math_sdp_enabled mem_efficient_sdp_enabled cudnn_sdp_enabled fp16_bf16_reduction_math_sdp_allowed",
                   Value::boolean(true));
  define_constants(vm, cuda,
                   "enable_flash_sdp enable_math_sdp enable_mem_efficient_sdp enable_cudnn_sdp allow_fp16_bf16_reduction_math_sdp "
                   "preferred_linalg_library preferred_blas_library",
                   Value::none());
  context_class(vm, "torch.backends.cuda", "sdp_kernel", construct_plain, same_self, nothing);
  InstanceObj* matmul = vm.new_instance(vm.new_class("torch.backends.cuda", "cuBLASModule", {vm.types.object}));
  put_attribute(vm, Value::object(matmul), "allow_tf32", Value::boolean(false));
  put_attribute(vm, Value::object(matmul), "allow_fp16_reduced_precision_reduction", Value::boolean(true));
  put_attribute(vm, Value::object(matmul), "allow_bf16_reduced_precision_reduction", Value::boolean(true));
  put_attribute(vm, Value::object(matmul), "fp32_precision", vm.str("none"));
  set(vm, cuda, "matmul", Value::object(matmul));
  set(vm, st.torch, "backends", Value::object(backends));
}

}  // namespace

void install_devices(Vm& vm) {
  for (const char* name : {"torch.cuda", "torch.mps", "torch.xpu", "torch.mtia", "torch.accelerator"}) install_accelerator(vm, name);
  ModuleObj* accelerator = native_module(vm, "torch.accelerator");
  define_constants(vm, accelerator, "current_accelerator", Value::none());
  ModuleObj* cpu = native_module(vm, "torch.cpu");
  define_constants(vm, cpu, "is_available is_initialized", Value::boolean(true));
  define_constants(vm, cpu, "device_count", Value::integer(1));
  define_constants(vm, cpu, "synchronize set_device", Value::none());
  define(vm, cpu, "current_device", [](Vm& m, Args&) { return m.str("cpu"); });
  install_backends(vm);
  // The build's own description.
  ModuleObj* version = native_module(vm, "torch.version");
  for (const char* name : {"cuda", "hip", "xpu", "rocm"}) set(vm, version, name, Value::none());
  set(vm, version, "debug", Value::boolean(false));
  set(vm, version, "git_version", vm.str("unknown"));
  set(vm, state(vm).torch, "version", Value::object(version));
}

}  // namespace graphlift::torch
