// torch.nn.Parameter, Buffer and their uninitialised forms.
#include "analysis/torch/tensor_class.h"

namespace graphlift::torch {

using interp::cast;

namespace {

bool truthy(Value v, bool otherwise) {
  if (v.null() || v.is_none()) return otherwise;
  return v.is_bool() ? v.b : true;
}

TensorObj* wrap(Vm& vm, ClassObj* cls, Value data, bool requires_grad, bool parameter) {
  TensorObj* from = as_tensor(data);
  TensorObj* t = vm.new_tensor(cls);
  if (from) {
    t->dtype = from->dtype;
    t->ranked = from->ranked;
    t->dims = from->dims;
    t->device = from->device;
    t->storage = from->storage;
    t->known = from->known;
    t->attrs = from->attrs;
    t->rng = from->rng;
    if (!t->known.empty()) keep_known(vm, t);
  } else {
    t->dtype = DType::Unknown;
    t->storage = vm.new_storage();
    if (data.null() || data.is_none()) {
      t->dtype = state(vm).default_dtype;
      t->ranked = true;
      t->dims = {dim(0)};
      t->device = current_device(vm);
    }
  }
  t->requires_grad = requires_grad;
  t->leaf = true;
  t->parameter = parameter;
  return t;
}

// Parameter(data=None, requires_grad=True)
Value construct_parameter(Vm& vm, Args& args) {
  auto* cls = cast<ClassObj>(args[0]);
  Value data = args.get(1, "data");
  vm.observe(Event::Construct, data, "torch.nn.Parameter", "GB0264", "a Parameter is made");
  return Value::object(wrap(vm, cls ? cls : state(vm).parameter, data, truthy(args.get(2, "requires_grad"), true), true));
}

// Buffer(data=None, *, persistent=True)
Value construct_buffer(Vm& vm, Args& args) {
  auto* cls = cast<ClassObj>(args[0]);
  Value data = args.get(1, "data");
  TensorObj* from = as_tensor(data);
  TensorObj* t = wrap(vm, cls ? cls : state(vm).buffer, data, from && from->requires_grad, true);
  t->attrs = vm.new_dict();
  t->attrs->map.set(vm.str("persistent"), Value::boolean(truthy(args.keyword("persistent"), true)));
  t->attrs->map.set(vm.str("_is_buffer"), Value::boolean(true));
  return Value::object(t);
}

Value construct_uninitialized(Vm& vm, Args& args) {
  auto* cls = cast<ClassObj>(args[0]);
  TensorObj* t = vm.new_tensor(cls);
  Value dtype = args.keyword("dtype"), device = args.keyword("device");
  t->dtype = dtype.null() || dtype.is_none() ? state(vm).default_dtype : dtype_of(vm, dtype);
  t->device = device.null() || device.is_none() ? current_device(vm) : device_from(vm, device);
  t->storage = vm.new_storage();
  bool parameter = cls->is_subclass_of(state(vm).parameter);
  t->requires_grad = parameter && truthy(args.get(1, "requires_grad"), true);
  t->parameter = true;
  return Value::object(t);
}

// materialize(shape, device=None, dtype=None): becomes an ordinary parameter or buffer.
Value materialize(Vm& vm, Args& args) {
  State& st = state(vm);
  TensorObj* t = as_tensor(args[0]);
  if (!t) return Value::none();
  vm.touch(t);
  Value shape = args.get(1, "shape"), dtype = args.get(3, "dtype"), device = args.get(2, "device");
  Dims dims;
  if (const auto* items = sequence_items(shape)) {
    for (Value v : *items) dims.push_back(dim_of(vm, v));
    t->ranked = true;
  } else if (is_integer(vm, shape)) {
    dims.push_back(dim_of(vm, shape));
    t->ranked = true;
  }
  t->dims = dims;
  if (!dtype.null() && !dtype.is_none()) t->dtype = dtype_of(vm, dtype);
  if (!device.null() && !device.is_none()) t->device = device_from(vm, device);
  t->cls = t->cls->is_subclass_of(st.parameter) ? st.parameter : st.buffer;
  return Value::none();
}

Value make_subclass(Vm& vm, Args& args) {
  auto* cls = cast<ClassObj>(args[0]);
  if (!cls) return vm.unknown("a tensor of an unknown subclass");
  return Value::object(
      wrap(vm, cls, args.get(1, "data"), truthy(args.get(2, "require_grad"), false), cls->is_subclass_of(state(vm).parameter)));
}

Value make_wrapper_subclass(Vm& vm, Args& args) {
  auto* cls = cast<ClassObj>(args[0]);
  Result r;
  if (const auto* items = sequence_items(args.get(1, "size"))) {
    Dims dims;
    for (Value v : *items) dims.push_back(dim_of(vm, v));
    r.shape(dims);
  }
  Value dtype = args.keyword("dtype");
  r.dtype = dtype.null() || dtype.is_none() ? state(vm).default_dtype : dtype_of(vm, dtype);
  Value device = args.keyword("device");
  return Value::object(make_tensor(vm, r, device.null() ? current_device(vm) : device_from(vm, device), cls));
}

void static_method(Vm& vm, ClassObj* cls, std::string_view name, interp::NativeFn fn) {
  auto* wrapped = vm.make<interp::StaticMethodObj>(vm.types.static_method);
  std::string module = cls->module_name.is_str() ? std::string(interp::text_of(cls->module_name)) : "torch";
  wrapped->func = vm.native(module + "." + cls->name + "." + std::string(name), fn);
  cls->dict->map.set(vm.str(name), Value::object(wrapped));
}

}  // namespace

void install_parameter_classes(Vm& vm) {
  State& st = state(vm);
  st.parameter->construct = construct_parameter;
  st.buffer->construct = construct_buffer;
  static_method(vm, st.parameter, "__new__", construct_parameter);
  static_method(vm, st.buffer, "__new__", construct_buffer);
  static_method(vm, st.tensor, "__new__", [](Vm& m, Args& args) { return state(m).tensor->construct(m, args); });
  static_method(vm, st.tensor, "_make_subclass", make_subclass);
  static_method(vm, st.tensor, "_make_wrapper_subclass", make_wrapper_subclass);
  ClassObj* mixin = vm.new_class("torch.nn.parameter", "UninitializedTensorMixin", {vm.types.object}, interp::Layout::Plain);
  st.uninitialized_parameter = vm.new_class("torch.nn.parameter", "UninitializedParameter", {mixin, st.parameter}, interp::Layout::Tensor);
  st.uninitialized_buffer = vm.new_class("torch.nn.parameter", "UninitializedBuffer", {mixin, st.tensor}, interp::Layout::Tensor);
  for (ClassObj* cls : {st.uninitialized_parameter, st.uninitialized_buffer}) {
    cls->construct = construct_uninitialized;
    NativeObj* method = vm.define(cls, "materialize", materialize);
    method->is_method = true;
    cls->dict->map.set(vm.str("cls_to_become"), Value::object(cls == st.uninitialized_parameter ? st.parameter : st.tensor));
  }
  ModuleObj* module = vm.add_native_module("torch.nn.parameter");
  auto publish = [&](ClassObj* cls) { module->dict->map.set(vm.str(cls->name), Value::object(cls)); };
  for (ClassObj* cls : {st.parameter, st.buffer, st.uninitialized_parameter, st.uninitialized_buffer, mixin}) publish(cls);
  vm.define(module, "is_lazy", [](Vm& m, Args& args) {
    TensorObj* t = as_tensor(args[0]);
    State& s = state(m);
    return Value::boolean(t && (t->cls->is_subclass_of(s.uninitialized_parameter) || t->cls->is_subclass_of(s.uninitialized_buffer)));
  });
}

}  // namespace graphlift::torch
