// Shapes of element-wise operators: the operand's, or the operands broadcast.
#include <array>

#include "analysis/torch/shape_rules.h"

namespace graphlift::torch {
namespace {

void same(OpCall& call) {
  TensorObj* t = operand(call);
  for (size_t i = 0; i < call.results.size(); ++i) set_like(call, i, t);
}

bool broadcast_all(OpCall& call, Dims& dims) {
  bool any = false;
  for (size_t i = 0; i < call.values.size(); ++i) {
    if (call.schema->arguments[i].type.kind != models::TypeKind::Tensor) continue;
    Value v = call.values[i];
    if (v.null() || v.is_none()) continue;
    if (const auto* items = sequence_items(v)) {
      for (Value item : *items) {
        TensorObj* t = as_tensor(item);
        if (!t || !t->ranked) return false;
        broadcast(call.vm, dims, t->dims);
        any = true;
      }
      continue;
    }
    TensorObj* t = as_tensor(v);
    if (!t) {
      if (is_scalar(call.vm, v)) {
        any = true;  // a number is 0-d
        continue;
      }
      return false;
    }
    if (!t->ranked) return false;
    broadcast(call.vm, dims, t->dims);
    any = true;
  }
  return any;
}

void broadcast_operands(OpCall& call) {
  Dims dims;
  if (!broadcast_all(call, dims)) return;
  for (Result& r : call.results) r.shape(dims);
}

// A loss: the element-wise shape with reduction="none", else a number.
void loss(OpCall& call) {
  auto reduction = call.integer("reduction");
  if (!reduction) return;
  if (*reduction != 0) {
    call.results[0].shape({});
    return;
  }
  Dims dims;
  if (!call.parameter.empty()) {
    set_like(call, 0, call.tensor(call.parameter));
  } else if (broadcast_all(call, dims)) {
    call.results[0].shape(dims);
  }
}

// Gated linear unit: one dimension halves.
void glu(OpCall& call) {
  TensorObj* t = call.first_tensor();
  auto at = call.integer("dim");
  if (!t || !t->ranked || !at) return;
  Dims dims = t->dims;
  if (auto i = wrap_index(*at, dims.size()); i && *i < dims.size()) dims[*i] = dim_op(call.vm, DimOp::FloorDiv, dims[*i], 2);
  call.results[0].shape(dims);
}

void view_as_real(OpCall& call) {
  TensorObj* t = call.first_tensor();
  if (!t || !t->ranked) return;
  Dims dims = t->dims;
  dims.push_back(dim(2));
  call.results[0].shape(dims);
  call.results[0].dtype = to_real(t->dtype);
}

void view_as_complex(OpCall& call) {
  TensorObj* t = call.first_tensor();
  if (!t || !t->ranked || t->dims.empty()) return;
  Dims dims = t->dims;
  dims.pop_back();
  call.results[0].shape(dims);
  call.results[0].dtype = to_complex(t->dtype);
}

constexpr std::array kRules{
    NamedRule{"same", same}, NamedRule{"broadcast", broadcast_operands}, NamedRule{"loss", loss},
    NamedRule{"glu", glu},   NamedRule{"view_as_real", view_as_real},    NamedRule{"view_as_complex", view_as_complex}};

}  // namespace

std::span<const NamedRule> pointwise_rules() { return kRules; }

}  // namespace graphlift::torch
