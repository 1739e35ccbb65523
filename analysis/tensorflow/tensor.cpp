// tf.Tensor, tf.Variable, tf.TensorShape: operators give tensors, Python conversions ask for the contents.
#include <string>

#include "analysis/tensorflow/model.h"

namespace graphlift::tensorflow {

using interp::Args;
using interp::cast;
using interp::ClassObj;
using interp::Event;
using interp::StrObj;
using interp::Tag;
using interp::TensorObj;
using interp::Tri;
using interp::Truth;
using interp::TypeOps;
using interp::Value;
using interp::Vm;
using interp::When;

namespace {

Value tensor_from(Vm& vm, Value source) {
  TensorObj* out = vm.new_tensor(model(vm).tensor);
  out->origin = vm.origin(source);
  return Value::object(out);
}

Value binary(Vm& vm, syntax::BinaryOp, Value left, Value right, bool) { return tensor_from(vm, is_tensor(vm, left) ? left : right); }
Value unary(Vm& vm, syntax::UnaryOp, Value v) { return tensor_from(vm, v); }

Value compare(Vm& vm, syntax::CompareOp op, Value left, Value right) {
  if (op == syntax::CompareOp::In || op == syntax::CompareOp::NotIn) return Value::not_implemented();
  return tensor_from(vm, is_tensor(vm, left) ? left : right);
}

Value get_item(Vm& vm, Value self, Value) { return tensor_from(vm, self); }

Truth truth(Vm& vm, Value v) {
  Truth out;
  out.when = When::Data;
  out.origin = vm.origin(v);
  return out;
}

Value iterate(Vm& vm, Value self) {
  vm.observe(Event::LoopBound, self, "for");
  return vm.iterator([self](Vm& m) { return tensor_from(m, self); }, true);
}

Value length(Vm& vm, Value) { return vm.sym(vm.types.integer, When::Shape); }

// A Python value made of a tensor's contents.
Value scalar(Vm& vm, Args& args, ClassObj* type, const char* api) {
  vm.observe(Event::Scalarize, args[0], api);
  return type ? vm.sym(type, When::PyInput, vm.origin(args[0])) : vm.unknown(std::string("the result of ") + api, When::Data);
}

Value shape_of(Vm& vm) { return Value::object(vm.new_instance(model(vm).shape)); }

Value attribute(Vm& vm, Value self, const StrObj* name) {
  if (name->text == "shape") return shape_of(vm);
  if (name->text == "dtype") return vm.unknown("the dtype of a TensorFlow tensor", When::Config);
  if (name->text == "ndim") return vm.sym(vm.types.integer, When::Shape);
  if (name->text == "name" || name->text == "device") return vm.sym(vm.types.str, When::Config);
  if (name->text == "T" || name->text == "real" || name->text == "handle") return tensor_from(vm, self);
  return {};
}

const TypeOps& tensor_ops() {
  static const TypeOps ops = [] {
    TypeOps o;
    o.binary = binary;
    o.unary = unary;
    o.compare = compare;
    o.get_item = get_item;
    o.truth = truth;
    o.iterate = iterate;
    o.length = length;
    o.get_attr = attribute;
    return o;
  }();
  return ops;
}

Value dimension(Vm& vm, Value, Value index) {
  if (index.is_int() || (cast<interp::SymObj>(index) != nullptr)) return vm.sym(vm.types.integer, When::Shape);
  return shape_of(vm);
}

const TypeOps& shape_ops() {
  static const TypeOps ops = [] {
    TypeOps o;
    o.get_item = dimension;
    o.length = length;
    o.iterate = [](Vm& vm, Value) -> Value { return vm.iterator([](Vm& m) { return m.sym(m.types.integer, When::Shape); }, true); };
    o.binary = [](Vm& vm, syntax::BinaryOp, Value, Value, bool) -> Value { return shape_of(vm); };
    o.get_attr = [](Vm& vm, Value, const StrObj* name) -> Value {
      if (name->text == "rank" || name->text == "ndims") return vm.sym(vm.types.integer, When::Shape);
      return {};
    };
    return o;
  }();
  return ops;
}

// tf.Variable(initial_value): the machine's own tensor with `variable` set.
Value make_variable(Vm& vm, Args& args) {
  auto* cls = cast<ClassObj>(args[0]);
  TensorObj* out = vm.new_tensor(cls ? cls : model(vm).variable);
  out->variable = true;
  vm.observe(Event::Construct, Value::object(out), "tensorflow.Variable");
  return Value::object(out);
}

Value same_tensor(Vm&, Args& args) { return args[0]; }

}  // namespace

void make_tensor_classes(Vm& vm, Model& m) {
  m.tensor = vm.new_class("tensorflow", "Tensor", {vm.types.object}, interp::Layout::Tensor);
  m.variable = vm.new_class("tensorflow", "Variable", {m.tensor}, interp::Layout::Tensor);
  m.shape = vm.new_class("tensorflow", "TensorShape", {vm.types.object});
  m.dtype = vm.new_class("tensorflow", "DType", {vm.types.object}, interp::Layout::Opaque);
  m.variable->construct = make_variable;
  vm.set_ops(m.tensor, &tensor_ops());
  vm.set_ops(m.variable, &tensor_ops());
  vm.set_ops(m.shape, &shape_ops());
  vm.define(m.tensor, "numpy", [](Vm& v, Args& a) { return scalar(v, a, nullptr, "tensorflow.Tensor.numpy"); });
  vm.define(m.tensor, "__float__", [](Vm& v, Args& a) { return scalar(v, a, v.types.real, "float"); });
  vm.define(m.tensor, "__int__", [](Vm& v, Args& a) { return scalar(v, a, v.types.integer, "int"); });
  vm.define(m.tensor, "__index__", [](Vm& v, Args& a) { return scalar(v, a, v.types.integer, "tensorflow.Tensor.__index__"); });
  vm.define(m.tensor, "get_shape", [](Vm& v, Args&) { return shape_of(v); });
  vm.define(m.tensor, "set_shape", [](Vm&, Args&) { return Value::none(); });
  vm.define(m.variable, "read_value", [](Vm& v, Args& a) { return tensor_from(v, a[0]); });
  vm.define(m.variable, "value", [](Vm& v, Args& a) { return tensor_from(v, a[0]); });
  for (const char* name : {"assign", "assign_add", "assign_sub", "scatter_update", "scatter_add", "scatter_nd_update", "initialized_value"})
    vm.define(m.variable, name, same_tensor);
  vm.define(m.shape, "as_list", [](Vm& v, Args&) {
    const Value list = v.list({});
    auto* items = cast<interp::ListObj>(list);
    items->open = true;
    items->rest = v.sym(v.types.integer, When::Shape);
    return list;
  });
  vm.define(m.shape, "is_fully_defined", [](Vm& v, Args&) { return v.sym(v.types.boolean, When::Shape); });
  vm.define(m.shape, "num_elements", [](Vm& v, Args&) { return v.sym(v.types.integer, When::Shape); });
}

}  // namespace graphlift::tensorflow
