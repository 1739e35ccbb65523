// The class torch.Tensor: construction, method lookup by table, operators of the type.
#include "analysis/torch/tensor_class.h"

#include "models/exports.h"

namespace graphlift::torch {

using interp::cast;
using interp::TypeOps;

NativeObj* method(Vm& vm, std::string_view name, interp::NativeFn fn) {
  NativeObj* native = vm.define(state(vm).tensor, name, fn);
  native->qualified = "torch.Tensor." + std::string(name);
  native->is_method = true;
  return native;
}

TensorObj* view_of(Vm& vm, const TensorObj* t, bool ranked, Dims dims) {
  TensorObj* v = vm.new_tensor(t->cls == state(vm).parameter || t->cls == state(vm).buffer ? state(vm).tensor : t->cls);
  count_operator(vm);
  v->dtype = t->dtype;
  v->ranked = ranked;
  v->dims = std::move(dims);
  v->device = t->device;
  v->storage = t->storage;
  v->region_input = t->region_input || t->parameter;
  v->requires_grad = t->requires_grad && state(vm).grad_enabled;
  v->leaf = !v->requires_grad;
  v->rng = t->rng;
  v->law = t->law;
  v->origin = t->origin;
  v->ndarray = t->ndarray;
  return v;
}

TensorObj* like(Vm& vm, const TensorObj* t) {
  TensorObj* v = vm.new_tensor(state(vm).tensor);
  v->dtype = t->dtype;
  v->ranked = t->ranked;
  v->dims = t->dims;
  v->device = t->device;
  v->storage = vm.new_storage();
  return v;
}

TensorObj* unknown_tensor(Vm& vm, DType dtype) {
  TensorObj* t = vm.new_tensor(state(vm).tensor);
  t->dtype = dtype;
  t->storage = vm.new_storage();
  return t;
}

namespace {

// torch.Tensor(2, 3), torch.Tensor([1, 2]), torch.Tensor(t), and subclasses of it without a constructor of their own.
Value construct_tensor(Vm& vm, Args& args) {
  State& st = state(vm);
  auto* cls = cast<ClassObj>(args[0]);
  ClassObj* type = cls ? cls : st.tensor;
  Result r;
  r.dtype = st.default_dtype;
  if (args.size() == 1) {
    r.shape({dim(0)});
  } else if (TensorObj* t = as_tensor(args[1])) {
    TensorObj* v = view_of(vm, t, t->ranked, t->dims);
    v->cls = type;
    return Value::object(v);
  } else if (is_integer(vm, args[1])) {
    Dims dims;
    for (size_t i = 1; i < args.size(); ++i) dims.push_back(dim_of(vm, args[i]));
    r.shape(dims);
  } else if (auto* size = cast<TupleObj>(args[1]); size && size->cls == st.size) {
    Dims dims;
    for (Value v : size->items) dims.push_back(dim_of(vm, v));
    r.shape(dims);
  } else if (sequence_items(args[1])) {
    Result data = tensor_from_data(vm, args[1]);
    data.dtype = st.default_dtype;
    r = std::move(data);
  }
  return Value::object(make_tensor(vm, r, current_device(vm), type));
}

// Methods and class attributes that the tables list and no native here defines.
Value lookup_method(Vm& vm, ClassObj* cls, const StrObj* name) {
  const models::TensorAttribute* entry = models::find_tensor_attribute(name->text);
  if (!entry) return {};
  std::string qualified = "torch.Tensor." + name->text;
  Value made;
  switch (entry->kind) {
    case models::AttributeKind::OperatorMethod: made = operator_native(vm, qualified, entry->target, true); break;
    case models::AttributeKind::Property:
    case models::AttributeKind::PythonProperty: {
      auto* property = vm.make<interp::PropertyObj>(vm.types.property);
      property->get = vm.native(qualified, [attribute = name](Vm& m, Args& args) {
        Value v = tensor_get_attr(m, args[0], attribute);
        return v.null() && !m.raised() ? m.unknown("attribute `" + attribute->text + "` of a tensor") : v;
      });
      property->set = property->del = property->doc = Value::none();
      made = Value::object(property);
      break;
    }
    case models::AttributeKind::PythonMethod:
    case models::AttributeKind::BuiltinMethod: {
      // Most of them check their arguments and go on to the operator of the same name.
      made = operator_native(vm, qualified, name->text, true);
      if (!made.null()) break;
      std::string target(entry->target);
      bool tensor_result = target == "Tensor";
      made = vm.native(qualified, [qualified, tensor_result](Vm& m, Args&) -> Value {
        if (tensor_result) return Value::object(unknown_tensor(m));
        return m.unknown("result of `" + qualified + "`");
      });
      cast<NativeObj>(made)->is_method = true;
      break;
    }
    case models::AttributeKind::ClassAttribute: return {};
  }
  if (!made.null()) cls->dict->map.set(Value::string(const_cast<StrObj*>(name)), made);
  return made;
}

const TypeOps kTensorOps{.binary = tensor_binary,
                         .unary = tensor_unary,
                         .compare = tensor_compare,
                         .get_item = tensor_get_item,
                         .set_item = tensor_set_item,
                         .truth = tensor_truth,
                         .iterate = tensor_iterate,
                         .length = tensor_length,
                         .get_attr = tensor_get_attr,
                         .set_attr = tensor_set_attr,
                         .text = tensor_text};

// Default override: the function runs as if its tensors were plain, results keep the class.
Value default_torch_function(Vm& vm, Args& args) {
  State& st = state(vm);
  auto* cls = cast<ClassObj>(args[0]);
  Args inner;
  if (const auto* items = sequence_items(args[3])) inner.pos = *items;
  if (auto* keywords = cast<DictObj>(args[4]))
    for (const auto& e : keywords->map.entries())
      if (e.key.is_str()) inner.kw.emplace_back(static_cast<const StrObj*>(e.key.o), e.value);
  bool saved = st.torch_function_disabled;
  st.torch_function_disabled = true;
  Value result = vm.call(args[1], inner);
  st.torch_function_disabled = saved;
  if (TensorObj* t = as_tensor(result); t && cls && cls->is_subclass_of(st.tensor) && t->cls == st.tensor) t->cls = cls;
  return result;
}

}  // namespace

void install_tensor_class(Vm& vm) {
  State& st = state(vm);
  st.tensor_base->construct = construct_tensor;
  st.tensor->construct = construct_tensor;
  st.tensor->lookup_hook = lookup_method;
  vm.set_ops(st.tensor_base, &kTensorOps);
  auto* override_method = vm.make<interp::ClassMethodObj>(vm.types.class_method);
  override_method->func = vm.native("torch.Tensor.__torch_function__", default_torch_function);
  st.tensor->dict->map.set(vm.str("__torch_function__"), Value::object(override_method));
  st.tensor->dict->map.set(vm.str("__module__"), vm.str("torch"));
  install_tensor_methods(vm);
  install_tensor_scalars(vm);
  install_tensor_conversions(vm);
  install_parameter_classes(vm);
}

}  // namespace graphlift::torch
