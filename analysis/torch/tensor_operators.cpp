// Python operators on tensors.
#include <array>

#include "analysis/torch/tensor_class.h"

namespace graphlift::torch {

using interp::cast;
using interp::ObjKind;
using syntax::BinaryOp;
using syntax::CompareOp;
using syntax::UnaryOp;

namespace {

struct Names {
  std::string_view function, in_place;
};

Names names_of(BinaryOp op) {
  switch (op) {
    case BinaryOp::Add: return {"add", "add_"};
    case BinaryOp::Sub: return {"sub", "sub_"};
    case BinaryOp::Mul: return {"mul", "mul_"};
    case BinaryOp::MatMul: return {"matmul", ""};
    case BinaryOp::Div: return {"div", "div_"};
    case BinaryOp::Mod: return {"remainder", "remainder_"};
    case BinaryOp::Pow: return {"pow", "pow_"};
    case BinaryOp::LShift: return {"bitwise_left_shift", "bitwise_left_shift_"};
    case BinaryOp::RShift: return {"bitwise_right_shift", "bitwise_right_shift_"};
    case BinaryOp::BitOr: return {"bitwise_or", "bitwise_or_"};
    case BinaryOp::BitXor: return {"bitwise_xor", "bitwise_xor_"};
    case BinaryOp::BitAnd: return {"bitwise_and", "bitwise_and_"};
    case BinaryOp::FloorDiv: return {"floor_divide", "floor_divide_"};
  }
  return {};
}

// Can a tensor operator take this operand?
bool is_operand(Vm& vm, Value v) {
  v = unwrap(v);
  if (as_tensor(v) || is_scalar(vm, v)) return true;
  if (!v.is_object()) return false;
  if (v.o->kind == ObjKind::Unknown) return true;
  return cast<InstanceObj>(v) && !vm.find_in_class(v.o->cls, vm.intern("__torch_function__")).null();
}

}  // namespace

Value tensor_binary(Vm& vm, BinaryOp op, Value left, Value right, bool in_place) {
  if (!is_operand(vm, left) || !is_operand(vm, right)) return Value::not_implemented();
  Names names = names_of(op);
  bool unknown_left = left.is_object() && left.o->kind == ObjKind::Unknown;
  if (in_place && as_tensor(left) && !names.in_place.empty()) return call_operator(vm, names.in_place, {left, right});
  if (unknown_left) return Value::object(unknown_tensor(vm));
  return call_operator(vm, names.function, {left, right}, as_tensor(left) != nullptr);
}

Value tensor_unary(Vm& vm, UnaryOp op, Value v) {
  switch (op) {
    case UnaryOp::Negative: return call_operator(vm, "neg", {v});
    case UnaryOp::Positive: return v;
    case UnaryOp::Invert: return call_operator(vm, "bitwise_not", {v});
    case UnaryOp::Not: break;
  }
  return Value::not_implemented();
}

Value tensor_compare(Vm& vm, CompareOp op, Value left, Value right) {
  if (op == CompareOp::In || op == CompareOp::NotIn) {
    TensorObj* t = as_tensor(right);
    if (!t) return Value::not_implemented();
    if (contents_readable(vm, t) && unwrap(left).is_number()) {
      bool found = false;
      for (double x : t->known) found |= x == unwrap(left).as_float();
      return Value::boolean(found == (op == CompareOp::In));
    }
    return scalar_of(vm, right, "torch.Tensor.__contains__", "GB0124", vm.types.boolean);
  }
  if (!is_operand(vm, left) || !is_operand(vm, right)) return Value::not_implemented();
  bool reflected = !as_tensor(left);
  std::string_view name;
  switch (op) {
    case CompareOp::Eq: name = "eq"; break;
    case CompareOp::NotEq: name = "ne"; break;
    case CompareOp::Lt: name = reflected ? "gt" : "lt"; break;
    case CompareOp::LtE: name = reflected ? "ge" : "le"; break;
    case CompareOp::Gt: name = reflected ? "lt" : "gt"; break;
    case CompareOp::GtE: name = reflected ? "le" : "ge"; break;
    default: return Value::not_implemented();
  }
  return reflected ? call_operator(vm, name, {right, left}) : call_operator(vm, name, {left, right});
}

}  // namespace graphlift::torch
