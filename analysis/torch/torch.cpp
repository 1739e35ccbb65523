// Registers the native part of the package `torch`.
#include "analysis/torch/torch.h"

#include "analysis/torch/module_support.h"
#include "analysis/torch/numpy.h"
#include "models/trace_rules.h"

namespace graphlift::torch {

using interp::cast;
using interp::TypeOps;
using syntax::CompareOp;

namespace {

// Numbers of a version, up to the first part that is none: 2.13.0+cpu is 2, 13, 0.
std::vector<int64_t> release_of(Value v) {
  std::vector<int64_t> parts;
  v = unwrap(v);
  if (const auto* items = sequence_items(v)) {
    for (Value item : *items)
      if (unwrap(item).is_integral()) parts.push_back(unwrap(item).as_int());
    return parts;
  }
  if (!v.is_str()) return parts;
  int64_t number = -1;
  for (char c : interp::text_of(v)) {
    if (c >= '0' && c <= '9') {
      number = std::max<int64_t>(number, 0) * 10 + (c - '0');
    } else {
      if (number >= 0) parts.push_back(number);
      number = -1;
      if (c != '.') break;
    }
  }
  if (number >= 0) parts.push_back(number);
  return parts;
}

// torch.__version__ is a string that compares as a version.
Value compare_versions(Vm& vm, CompareOp op, Value left, Value right) {
  auto comparable = [](Value v) { return unwrap(v).is_str() || sequence_items(v); };
  if (!comparable(left) || !comparable(right)) {
    bool open = !vm.concrete(left) || !vm.concrete(right);
    return open ? vm.sym(vm.types.boolean, When::Config) : Value::not_implemented();
  }
  std::vector<int64_t> a = release_of(left), b = release_of(right);
  a.resize(std::max(a.size(), b.size()), 0);
  b.resize(a.size(), 0);
  switch (op) {
    case CompareOp::Eq: return Value::boolean(a == b);
    case CompareOp::NotEq: return Value::boolean(a != b);
    case CompareOp::Lt: return Value::boolean(a < b);
    case CompareOp::LtE: return Value::boolean(a <= b);
    case CompareOp::Gt: return Value::boolean(a > b);
    case CompareOp::GtE: return Value::boolean(a >= b);
    default: return Value::not_implemented();
  }
}

const TypeOps kVersionOps{.compare = compare_versions};

void install_version(Vm& vm) {
  State& st = state(vm);
  ClassObj* cls = vm.new_class("torch.torch_version", "TorchVersion", {vm.types.str}, interp::Layout::Str);
  vm.set_ops(cls, &kVersionOps);
  InstanceObj* version = vm.new_instance(cls);
  std::string text = vm.source().package_version("torch").value_or("2.13.0");
  version->payload = vm.str(text);
  set(vm, st.torch, "__version__", Value::object(version));
  ModuleObj* module = native_module(vm, "torch.torch_version");
  set(vm, module, "TorchVersion", Value::object(cls));
  set(vm, module, "__version__", Value::object(version));
  set(vm, native_module(vm, "torch.version"), "__version__", vm.str(text));
}

}  // namespace

void register_torch(Vm& vm) {
  create_state(vm);
  State& st = state(vm);
  st.torch = native_module(vm, "torch");
  st.core = native_module(vm, "torch._C");
  set(vm, st.torch, "_C", Value::object(st.core));
  install_tensor_class(vm);
  install_values(vm);
  install_core(vm);
  install_modes(vm);
  install_torch_functions(vm);
  install_autograd(vm);
  install_jit(vm);
  install_devices(vm);
  install_custom_operators(vm);
  install_transforms(vm);
  install_logging(vm);
  install_opaque(vm);
  install_version(vm);
  register_numpy(vm);
  // Flags of how Module.to replaces parameters.
  ModuleObj* future = native_module(vm, "torch.__future__");
  define_constants(vm, future, "get_overwrite_module_params_on_conversion get_swap_module_params_on_conversion", Value::boolean(false));
  define_constants(vm, future, "set_overwrite_module_params_on_conversion set_swap_module_params_on_conversion", Value::none());
  set(vm, st.torch, "__future__", Value::object(future));
  ModuleObj* source = native_module(vm, "torch._tensor");
  set(vm, source, "Tensor", Value::object(st.tensor));
}

bool is_in_graph_function(std::string_view qualified) { return models::trace_rule(qualified) == models::TraceRule::InGraph; }

}  // namespace graphlift::torch
