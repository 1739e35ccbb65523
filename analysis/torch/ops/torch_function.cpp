// The __torch_function__ protocol: overrides in subclasses of Tensor and in tensor-like objects.
#include "analysis/torch/ops/operator.h"

namespace graphlift::torch {

using interp::cast;

namespace {

// The overriding method of an argument's class, if a program defines one; natives do not count.
Value override_in(Vm& vm, Value v) {
  if (!v.is_object()) return {};
  ClassObj* cls = v.o->cls;
  if (!cls || (!cast<TensorObj>(v) && !cast<InstanceObj>(v))) return {};
  State& st = state(vm);
  if (cls == st.tensor || cls == st.parameter) return {};
  if (cast<InstanceObj>(v) && cls->layout != interp::Layout::Plain && cls->layout != interp::Layout::Dict) return {};
  Value found = vm.find_in_class(cls, vm.intern("__torch_function__"));
  if (auto* method = cast<interp::ClassMethodObj>(found); method && cast<interp::FunctionObj>(method->func)) return found;
  return cast<interp::FunctionObj>(found) ? found : Value();
}

}  // namespace

bool torch_function(Vm& vm, Value function, Args& args, Value& result) {
  State& st = state(vm);
  if (st.torch_function_disabled) return false;
  Value owner;
  std::vector<Value> types;
  auto look = [&](Value v) {
    if (override_in(vm, v).null()) return;
    if (owner.null()) owner = v;
    Value type = Value::object(v.o->cls);
    for (Value known : types)
      if (known.same(type)) return;
    types.push_back(type);
  };
  auto look_deep = [&](Value v) {
    look(v);
    if (v.is_object() && (v.o->kind == interp::ObjKind::Tuple || v.o->kind == interp::ObjKind::List))
      for (Value item : *sequence_items(v)) look(item);
  };
  for (Value v : args.pos) look_deep(v);
  for (const auto& [name, v] : args.kw) look_deep(v);
  if (owner.null()) return false;
  DictObj* keywords = vm.new_dict();
  for (const auto& [name, v] : args.kw) keywords->map.set(Value::string(const_cast<StrObj*>(name)), v);
  Value method = vm.get_attr(Value::object(owner.o->cls), "__torch_function__");
  if (method.null()) {
    result = {};
    return true;
  }
  result = vm.call(method, {function, vm.tuple(types), vm.tuple(args.pos), Value::object(keywords)});
  return true;
}

}  // namespace graphlift::torch
