// Tensor.to, type, float, cuda and the other conversions.
#include "analysis/torch/tensor_class.h"

namespace graphlift::torch {

using interp::cast;
using interp::ObjKind;

Value converted(Vm& vm, Value tensor, DType dtype, bool change_dtype, Value device, bool change_device, bool copy) {
  TensorObj* t = as_tensor(tensor);
  if (!t) return Value::object(unknown_tensor(vm, dtype));
  bool same_dtype = !change_dtype || (dtype == t->dtype && dtype != DType::Unknown);
  bool same_device = !change_device || (!device.null() && !t->device.null() && device.same(t->device));
  if (same_dtype && same_device && !copy) return tensor;
  TensorObj* v = view_of(vm, t, t->ranked, t->dims);
  if (change_dtype) v->dtype = dtype;
  if (change_device) v->device = device;
  v->requires_grad = needs_grad(vm, {t}, v->dtype);
  v->leaf = !v->requires_grad;
  // It certainly moves or may be the same memory, when dtype or device is not known.
  bool moves = copy || (change_dtype && dtype != DType::Unknown && t->dtype != DType::Unknown && dtype != t->dtype) ||
               (change_device && !device.null() && !t->device.null() && !device.same(t->device));
  if (moves) {
    v->storage = vm.new_storage();
    v->region_input = false;
  }
  if (!t->known.empty()) {
    v->known = t->known;
    for (double& x : v->known) {
      if (v->dtype == DType::Bool) x = x != 0;
      else if (is_integral(v->dtype)) x = double(int64_t(x));
    }
    keep_known(vm, v);
  }
  if (vm.tracing() && state(vm).constants.contains(t)) state(vm).constants.insert(v);
  return Value::object(v);
}

namespace {

// to(dtype), to(device), to(device, dtype), to(other), keywords in any order.
Value to(Vm& vm, Args& args) {
  State& st = state(vm);
  DType dtype = DType::Unknown;
  Value device;
  bool change_dtype = false, change_device = false, copy = false;
  auto take = [&](Value v) {
    v = unwrap(v);
    if (v.is_none()) return;
    if (TensorObj* other = as_tensor(v)) {
      dtype = other->dtype;
      device = other->device;
      change_dtype = change_device = true;
      return;
    }
    bool is_dtype = false;
    DType type = dtype_of(vm, v, &is_dtype);
    if (is_dtype || (v.is_object() && v.o->cls == st.dtype)) {
      dtype = type;
      change_dtype = true;
    } else if (v.is_str() || v.is_int() || (v.is_object() && (v.o->cls == st.device || v.o->cls == vm.types.str))) {
      device = device_from(vm, v);
      change_device = true;
    } else if (v.is_object() && (v.o->kind == ObjKind::Unknown || v.o->kind == ObjKind::Union)) {
      change_dtype = change_device = true;
    }
  };
  for (size_t i = 1; i < args.size() && i < 3; ++i)
    if (!args[i].is_bool()) take(args[i]);
  for (const auto& [key, v] : args.kw) {
    if (key->text == "dtype" || key->text == "device" || key->text == "other") take(v);
    if (key->text == "copy" && !(v.is_bool() && !v.b)) copy = true;
  }
  return converted(vm, args[0], dtype, change_dtype, device, change_device, copy);
}

template <DType Type>
Value to_type(Vm& vm, Args& args) {
  return converted(vm, args[0], Type, true, {}, false, false);
}

Value cpu(Vm& vm, Args& args) { return converted(vm, args[0], DType::Unknown, false, device_value(vm, "cpu"), true, false); }

Value cuda(Vm& vm, Args& args) {
  Value where = args.get(1, "device");
  Value device = where.null() || where.is_none() ? device_value(vm, "cuda:0") : device_from(vm, where);
  return converted(vm, args[0], DType::Unknown, false, device, true, false);
}

// "torch.FloatTensor", "torch.cuda.HalfTensor" …
DType legacy_type(std::string_view name) {
  size_t dot = name.rfind('.');
  if (dot != name.npos) name = name.substr(dot + 1);
  if (name == "FloatTensor") return DType::Float32;
  if (name == "DoubleTensor") return DType::Float64;
  if (name == "HalfTensor") return DType::Float16;
  if (name == "BFloat16Tensor") return DType::BFloat16;
  if (name == "LongTensor") return DType::Int64;
  if (name == "IntTensor") return DType::Int32;
  if (name == "ShortTensor") return DType::Int16;
  if (name == "CharTensor") return DType::Int8;
  if (name == "ByteTensor") return DType::UInt8;
  if (name == "BoolTensor") return DType::Bool;
  return DType::Unknown;
}

std::string legacy_name(DType type) {
  switch (type) {
    case DType::Float32: return "torch.FloatTensor";
    case DType::Float64: return "torch.DoubleTensor";
    case DType::Float16: return "torch.HalfTensor";
    case DType::BFloat16: return "torch.BFloat16Tensor";
    case DType::Int64: return "torch.LongTensor";
    case DType::Int32: return "torch.IntTensor";
    case DType::Int16: return "torch.ShortTensor";
    case DType::Int8: return "torch.CharTensor";
    case DType::UInt8: return "torch.ByteTensor";
    case DType::Bool: return "torch.BoolTensor";
    default: return {};
  }
}

Value type(Vm& vm, Args& args) {
  Value wanted = args.get(1, "dtype");
  TensorObj* t = as_tensor(args[0]);
  if (wanted.null() || wanted.is_none()) {
    auto* device = t ? cast<OpaqueObj>(t->device) : nullptr;
    std::string name = t && device && device->text == "cpu" ? legacy_name(t->dtype) : std::string();
    return name.empty() ? vm.sym(vm.types.str, When::PyInput) : vm.str(name);
  }
  bool ok = false;
  DType type = dtype_of(vm, wanted, &ok);
  if (!ok && wanted.is_str()) type = legacy_type(interp::text_of(wanted));
  if (auto* cls = cast<ClassObj>(wanted); !ok && cls) type = legacy_type(cls->name);
  return converted(vm, args[0], type, true, {}, false, false);
}

Value type_as(Vm& vm, Args& args) {
  TensorObj* other = as_tensor(args.get(1, "other"));
  return converted(vm, args[0], other ? other->dtype : DType::Unknown, true, other ? other->device : Value(), true, false);
}

Value new_tensor(Vm& vm, Args& args) {
  TensorObj* t = as_tensor(args[0]);
  Result r = tensor_from_data(vm, args.get(1, "data"));
  Value dtype = args.keyword("dtype");
  if (!dtype.null() && !dtype.is_none()) r.dtype = dtype_of(vm, dtype);
  else if (t) r.dtype = t->dtype;
  if (!args.keyword("requires_grad").null() && args.keyword("requires_grad").is_bool() && args.keyword("requires_grad").b)
    vm.observe(Event::Autograd, args[0], "torch.Tensor.new_tensor", "GB0225");
  return Value::object(make_tensor(vm, r, t ? t->device : Value()));
}

// x.new(…): sizes, data or nothing.
Value new_like(Vm& vm, Args& args) {
  TensorObj* t = as_tensor(args[0]);
  Result r;
  r.dtype = t ? t->dtype : DType::Unknown;
  if (args.size() == 1) {
    r.shape({dim(0)});
  } else if (is_integer(vm, args[1])) {
    Dims dims;
    for (size_t i = 1; i < args.size(); ++i) dims.push_back(dim_of(vm, args[i]));
    r.shape(dims);
  } else {
    Result data = tensor_from_data(vm, args[1]);
    bool size = args[1].is_object() && args[1].o->cls == state(vm).size;
    if (size) {
      Dims dims;
      for (Value v : *sequence_items(args[1])) dims.push_back(dim_of(vm, v));
      r.shape(dims);
    } else if (data.ranked) {
      r.shape(data.dims);
    }
  }
  return Value::object(make_tensor(vm, r, t ? t->device : Value()));
}

}  // namespace

void install_tensor_conversions(Vm& vm) {
  method(vm, "to", to);
  method(vm, "type", type);
  method(vm, "type_as", type_as);
  method(vm, "cpu", cpu);
  method(vm, "cuda", cuda);
  method(vm, "float", to_type<DType::Float32>);
  method(vm, "double", to_type<DType::Float64>);
  method(vm, "half", to_type<DType::Float16>);
  method(vm, "bfloat16", to_type<DType::BFloat16>);
  method(vm, "long", to_type<DType::Int64>);
  method(vm, "int", to_type<DType::Int32>);
  method(vm, "short", to_type<DType::Int16>);
  method(vm, "char", to_type<DType::Int8>);
  method(vm, "byte", to_type<DType::UInt8>);
  method(vm, "bool", to_type<DType::Bool>);
  method(vm, "cfloat", to_type<DType::Complex64>);
  method(vm, "cdouble", to_type<DType::Complex128>);
  method(vm, "new_tensor", new_tensor);
  method(vm, "new", new_like);
}

}  // namespace graphlift::torch
