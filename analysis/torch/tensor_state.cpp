// What the torch model keeps for one machine: its classes, singletons, and the ambient modes of the running program.
#include "analysis/torch/tensor_state.h"

#include <algorithm>

namespace graphlift::torch {

using interp::cast;
using interp::Layout;

State& state(Vm& vm) { return *static_cast<State*>(vm.torch_model.get()); }

void create_state(Vm& vm) {
  auto owned = std::make_shared<State>();
  State& st = *owned;
  vm.torch_model = owned;
  ClassObj* object = vm.types.object;
  st.tensor_base = vm.new_class("torch._C", "TensorBase", {object}, Layout::Tensor);
  st.tensor = vm.new_class("torch", "Tensor", {st.tensor_base}, Layout::Tensor);
  st.tensor_meta = vm.new_class("torch._C", "_TensorMeta", {vm.types.type}, Layout::Type);
  st.parameter = vm.new_class("torch.nn.parameter", "Parameter", {st.tensor}, Layout::Tensor);
  st.buffer = vm.new_class("torch.nn.parameter", "Buffer", {st.tensor}, Layout::Tensor);
  st.size = vm.new_class("torch", "Size", {vm.types.tuple}, Layout::Tuple);
  st.size->item_type = vm.types.integer;
  auto opaque = [&](const char* module, const char* name) { return vm.new_class(module, name, {object}, Layout::Opaque); };
  st.dtype = opaque("torch", "dtype");
  st.device = opaque("torch", "device");
  st.layout = opaque("torch", "layout");
  st.memory_format = opaque("torch", "memory_format");
  st.qscheme = opaque("torch", "qscheme");
  st.generator = opaque("torch._C", "Generator");
  st.finfo = opaque("torch", "finfo");
  st.iinfo = opaque("torch", "iinfo");
  st.storage = opaque("torch.storage", "UntypedStorage");
  st.storage_view = opaque("torch.storage", "TypedStorage");
  st.node = opaque("torch.autograd.graph", "Node");
}

Value dtype_value(Vm& vm, DType type) {
  State& st = state(vm);
  if (type == DType::Unknown || dtype_name(type).empty()) return vm.sym(st.dtype, When::PyInput);
  OpaqueObj*& slot = st.dtypes[size_t(type)];
  if (!slot) {
    Value v = vm.opaque(st.dtype, "torch." + std::string(dtype_name(type)), int64_t(type));
    slot = cast<OpaqueObj>(v);
  }
  return Value::object(slot);
}

DType dtype_of(Vm& vm, Value v, bool* ok) {
  State& st = state(vm);
  if (ok) *ok = true;
  if (auto* object = cast<OpaqueObj>(v); object && object->cls == st.dtype) return DType(object->number);
  if (auto* cls = cast<ClassObj>(v)) {
    if (cls == vm.types.real) return DType::Float64;
    if (cls == vm.types.integer) return DType::Int64;
    if (cls == vm.types.boolean) return DType::Bool;
    if (cls == vm.types.complex) return DType::Complex128;
  }
  if (ok) *ok = false;
  return DType::Unknown;
}

Value device_value(Vm& vm, std::string_view text) {
  State& st = state(vm);
  auto it = st.devices.find(text);
  if (it == st.devices.end()) {
    size_t colon = text.find(':');
    int64_t index = -1;
    if (colon != text.npos) {
      index = 0;
      for (char c : text.substr(colon + 1)) index = c >= '0' && c <= '9' ? index * 10 + (c - '0') : index;
    }
    Value v = vm.opaque(st.device, std::string(text), index);
    it = st.devices.emplace(std::string(text), cast<OpaqueObj>(v)).first;
  }
  return Value::object(it->second);
}

Value device_from(Vm& vm, Value v) {
  v = unwrap(v);
  if (v.is_str()) return device_value(vm, interp::text_of(v));
  if (v.is_int()) return device_value(vm, "cuda:" + std::to_string(v.i));
  if (auto* object = cast<OpaqueObj>(v); object && object->cls == state(vm).device) return v;
  return {};
}

Value enum_value(Vm& vm, ClassObj* cls, std::string_view text) {
  State& st = state(vm);
  auto it = st.enums.find(text);
  if (it == st.enums.end()) {
    Value v = vm.opaque(cls, std::string(text), int64_t(st.enums.size()));
    it = st.enums.emplace(std::string(text), cast<OpaqueObj>(v)).first;
  }
  return Value::object(it->second);
}

Value current_device(Vm& vm) {
  State& st = state(vm);
  if (!st.device_context.empty()) return st.device_context.back();
  if (!st.default_device.null()) return st.default_device;
  return device_value(vm, "cpu");
}

void count_operator(Vm& vm) {
  if (!vm.tracing()) return;
  State& st = state(vm);
  const interp::Frame* frame = vm.frame();
  if (frame != st.broke_in || frame->current_pc != st.broke_at) ++st.operators_run;
}

Value unwrap(Value v) {
  auto* instance = cast<InstanceObj>(v);
  if (!instance || instance->payload.null() || !instance->cls) return v;
  switch (instance->cls->layout) {
    case Layout::Int:
    case Layout::Float:
    case Layout::Str:
    case Layout::Tuple:
    case Layout::List: return instance->payload;
    default: return v;
  }
}

namespace {
bool sym_of(Value v, const ClassObj* type) {
  auto* sym = cast<SymObj>(v);
  return sym && sym->cls && sym->cls->is_subclass_of(type);
}
}  // namespace

bool is_integer(Vm& vm, Value v) {
  v = unwrap(v);
  return v.is_integral() || sym_of(v, vm.types.integer);
}
bool is_real(Vm& vm, Value v) {
  v = unwrap(v);
  return v.is_number() || sym_of(v, vm.types.integer) || sym_of(v, vm.types.real);
}
bool is_scalar(Vm& vm, Value v) { return is_real(vm, v) || cast<interp::ComplexObj>(v) || sym_of(v, vm.types.complex); }

const std::vector<Value>* sequence_items(Value v) {
  v = unwrap(v);
  if (auto* tuple = cast<TupleObj>(v)) return &tuple->items;
  if (auto* list = cast<ListObj>(v)) return &list->items;
  return nullptr;
}

}  // namespace graphlift::torch
