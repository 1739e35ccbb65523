// Attributes of tensors: what is known without the data, and what writing them means.
#include <unordered_map>

#include "analysis/torch/tensor_class.h"

namespace graphlift::torch {

using interp::cast;

namespace {

using Getter = Value (*)(Vm&, TensorObj*, Value self);

std::string device_type(const TensorObj* t) {
  auto* device = cast<OpaqueObj>(t->device);
  return device ? device->text.substr(0, device->text.find(':')) : std::string();
}

template <char const* Type>
Value on_device(Vm& vm, TensorObj* t, Value) {
  std::string type = device_type(t);
  return type.empty() ? vm.sym(vm.types.boolean, When::PyInput) : Value::boolean(type == Type);
}

constexpr char kCpu[] = "cpu", kCuda[] = "cuda", kMeta[] = "meta", kMps[] = "mps", kXpu[] = "xpu", kXla[] = "xla", kMkldnn[] = "mkldnn",
               kIpu[] = "ipu", kVulkan[] = "vulkan", kMtia[] = "mtia", kHpu[] = "hpu", kMaia[] = "maia";

template <bool Answer>
Value constant(Vm&, TensorObj*, Value) {
  return Value::boolean(Answer);
}

Value shape(Vm& vm, TensorObj* t, Value) { return t->ranked ? size_value(vm, t->dims) : vm.sym(state(vm).size, When::Shape, t->origin); }
Value rank(Vm& vm, TensorObj* t, Value) {
  return t->ranked ? Value::integer(int64_t(t->dims.size())) : vm.sym(vm.types.integer, When::Shape);
}
Value dtype(Vm& vm, TensorObj* t, Value) { return dtype_value(vm, t->dtype); }
Value device(Vm& vm, TensorObj* t, Value) { return t->device.null() ? vm.sym(state(vm).device, When::PyInput) : t->device; }
Value requires_grad(Vm&, TensorObj* t, Value) { return Value::boolean(t->requires_grad); }
Value is_leaf(Vm&, TensorObj* t, Value) { return Value::boolean(t->leaf || !t->requires_grad); }

Value grad(Vm& vm, TensorObj* t, Value) {
  if (!t->grad.null()) return t->grad;
  if (!state(vm).backward_ran || !t->requires_grad || !t->leaf) return Value::none();
  return Value::object(like(vm, t));
}

Value grad_fn(Vm& vm, TensorObj* t, Value) {
  return t->requires_grad && !t->leaf ? vm.opaque(state(vm).node, "<Backward>") : Value::none();
}

Value data(Vm& vm, TensorObj* t, Value) {
  TensorObj* v = view_of(vm, t, t->ranked, t->dims);
  v->requires_grad = false;
  v->leaf = true;
  v->known = t->known;
  if (!v->known.empty()) keep_known(vm, v);
  return Value::object(v);
}

Value reversed(Vm& vm, TensorObj* t, Value) { return Value::object(view_of(vm, t, t->ranked, Dims(t->dims.rbegin(), t->dims.rend()))); }

Value transposed(Vm& vm, TensorObj* t, Value) {
  Dims dims = t->dims;
  if (dims.size() > 1) std::swap(dims[dims.size() - 1], dims[dims.size() - 2]);
  return Value::object(view_of(vm, t, t->ranked, dims));
}

Value real_part(Vm& vm, TensorObj* t, Value self) {
  if (!is_complex(t->dtype) && t->dtype != DType::Unknown) return self;
  TensorObj* v = view_of(vm, t, t->ranked, t->dims);
  v->dtype = to_real(t->dtype);
  return Value::object(v);
}

Value item_size_of(Vm& vm, TensorObj* t, Value) {
  int bytes = item_size(t->dtype);
  return bytes ? Value::integer(bytes) : vm.sym(vm.types.integer, When::PyInput);
}

Value byte_count(Vm& vm, TensorObj* t, Value) {
  auto count = t->ranked ? known_product(t->dims) : std::nullopt;
  int bytes = item_size(t->dtype);
  return count && bytes ? Value::integer(*count * bytes) : vm.sym(vm.types.integer, When::Shape);
}

Value layout(Vm& vm, TensorObj* t, Value) { return enum_value(vm, state(vm).layout, t->sparse ? "torch.sparse_coo" : "torch.strided"); }

Value names(Vm& vm, TensorObj* t, Value) {
  return t->ranked ? vm.tuple(std::vector<Value>(t->dims.size(), Value::none())) : vm.sym(vm.types.tuple, When::Shape);
}

Value is_sparse(Vm&, TensorObj* t, Value) { return Value::boolean(t->sparse); }
Value is_nested(Vm&, TensorObj* t, Value) { return Value::boolean(t->nested); }
Value none(Vm&, TensorObj*, Value) { return Value::none(); }
Value version(Vm& vm, TensorObj*, Value) { return vm.sym(vm.types.integer, When::PyInput); }
Value zero(Vm&, TensorObj*, Value) { return Value::integer(0); }

const std::unordered_map<std::string_view, Getter>& getters() {
  static const std::unordered_map<std::string_view, Getter> table{{"shape", shape},
                                                                  {"ndim", rank},
                                                                  {"dtype", dtype},
                                                                  {"device", device},
                                                                  {"requires_grad", requires_grad},
                                                                  {"is_leaf", is_leaf},
                                                                  {"grad", grad},
                                                                  {"_grad", grad},
                                                                  {"grad_fn", grad_fn},
                                                                  {"_grad_fn", grad_fn},
                                                                  {"data", data},
                                                                  {"T", reversed},
                                                                  {"mT", transposed},
                                                                  {"H", transposed},
                                                                  {"mH", transposed},
                                                                  {"real", real_part},
                                                                  {"imag", real_part},
                                                                  {"itemsize", item_size_of},
                                                                  {"nbytes", byte_count},
                                                                  {"layout", layout},
                                                                  {"names", names},
                                                                  {"is_cpu", on_device<kCpu>},
                                                                  {"is_cuda", on_device<kCuda>},
                                                                  {"is_meta", on_device<kMeta>},
                                                                  {"is_mps", on_device<kMps>},
                                                                  {"is_xpu", on_device<kXpu>},
                                                                  {"is_xla", on_device<kXla>},
                                                                  {"is_ipu", on_device<kIpu>},
                                                                  {"is_mtia", on_device<kMtia>},
                                                                  {"is_hpu", on_device<kHpu>},
                                                                  {"is_maia", on_device<kMaia>},
                                                                  {"is_vulkan", on_device<kVulkan>},
                                                                  {"is_mkldnn", on_device<kMkldnn>},
                                                                  {"is_quantized", constant<false>},
                                                                  {"retains_grad", constant<false>},
                                                                  {"is_sparse", is_sparse},
                                                                  {"is_sparse_csr", constant<false>},
                                                                  {"is_nested", is_nested},
                                                                  {"_backward_hooks", none},
                                                                  {"_post_accumulate_grad_hooks", none},
                                                                  {"_base", none},
                                                                  {"_version", version},
                                                                  {"output_nr", zero}};
  return table;
}

// Does a subclass that the program wrote define this attribute itself?
bool overridden(Vm& vm, const TensorObj* t, const StrObj* name) {
  State& st = state(vm);
  if (t->cls == st.tensor || t->cls == st.parameter || t->cls == st.buffer) return false;
  const Value key = Value::string(const_cast<StrObj*>(name));
  for (ClassObj* c : t->cls->mro) {
    if (c->native) return false;
    if (c->dict->map.find(key)) return true;
  }
  return false;
}

void replace_data(Vm& vm, TensorObj* t, const TensorObj* from) {
  note_write(vm, t, "torch.Tensor.data");
  vm.touch(t);
  t->dtype = from->dtype;
  t->ranked = from->ranked;
  t->dims = from->dims;
  t->device = from->device;
  t->storage = from->storage;
  t->known = from->known;
  if (!t->known.empty()) keep_known(vm, t);
}

}  // namespace

Value tensor_get_attr(Vm& vm, Value self, const StrObj* name) {
  auto it = getters().find(name->text);
  if (it == getters().end()) return {};
  TensorObj* t = as_tensor(self);
  if (!t || overridden(vm, t, name)) return {};
  return it->second(vm, t, self);
}

bool tensor_set_attr(Vm& vm, Value self, const StrObj* name, Value value, bool& handled) {
  TensorObj* t = as_tensor(self);
  if (!t || overridden(vm, t, name)) return true;
  std::string_view text = name->text;
  if (text == "requires_grad") {
    handled = true;
    vm.observe(Event::Autograd, self, "torch.Tensor.requires_grad", "GB0206", "requires_grad is set on a tensor");
    vm.touch(t);
    t->requires_grad = !value.is_bool() || value.b;
    return true;
  }
  if (text == "grad" || text == "_grad") {
    handled = true;
    vm.touch(t);
    t->grad = value;
    return true;
  }
  if (text == "data") {
    handled = true;
    const TensorObj* from = as_tensor(value);
    const bool other_type = from && from->dtype != DType::Unknown && t->dtype != DType::Unknown && from->dtype != t->dtype;
    // The policy knows whether the tensor existed before the region.
    if (vm.tracing() && other_type)
      vm.observe(Event::Unsupported, self, "torch.Tensor.data", "GB0220", "`.data` is replaced by a tensor of another dtype");
    else if (vm.tracing() && !t->region_input && !t->parameter)
      vm.observe(Event::Unsupported, self, "torch.Tensor.data", "GB0056", "`.data` of a tensor made in the region is replaced");
    if (from) {
      replace_data(vm, t, from);
    } else {
      note_write(vm, t, "torch.Tensor.data");
      vm.touch(t);
      t->ranked = false;
      t->dims.clear();
      t->dtype = DType::Unknown;
    }
    return true;
  }
  if (text == "names" || text == "real" || text == "imag" || text == "_backward_hooks" || text == "_post_accumulate_grad_hooks") {
    handled = true;
    return true;
  }
  return true;
}

}  // namespace graphlift::torch
