// Shapes of normalisation, recurrent layers and losses with rules of their own.
#include <array>

#include "analysis/torch/shape_rules.h"

namespace graphlift::torch {
namespace {

// The first result like the input, the others (statistics) unknown.
void normalise(OpCall& call) { set_like(call, 0, call.first_tensor()); }

void native_layer_norm(OpCall& call) {
  TensorObj* t = call.first_tensor();
  std::vector<int64_t> shape;
  const auto* items = sequence_items(call.arg("normalized_shape"));
  if (!t || !t->ranked || !items || items->size() > t->dims.size()) return;
  Dims dims = t->dims;
  for (size_t i = dims.size() - items->size(); i < dims.size(); ++i) dims[i] = dim(1);
  call.results[0].shape(t->dims);
  for (size_t i = 1; i < call.results.size(); ++i) call.results[i].shape(dims);
}

// nll_loss and cross entropy: one number, or one per target.
void class_loss(OpCall& call) {
  auto reduction = call.integer("reduction");
  if (!reduction) return;
  if (*reduction != 0) return call.results[0].shape({});
  TensorObj* x = call.first_tensor();
  TensorObj* target = call.tensor("target");
  if (!x || !x->ranked) return set_like(call, 0, target && target->dtype == DType::Int64 ? target : nullptr);
  Dims dims = x->dims;
  if (!dims.empty()) dims.erase(dims.begin() + (dims.size() > 1 ? 1 : 0));
  call.results[0].shape(dims);
}

void ctc_loss(OpCall& call) {
  auto reduction = call.integer("reduction");
  if (!reduction) return;
  if (*reduction != 0) return call.results[0].shape({});
  call.results[0].shape({call.size(call.first_tensor(), 1)});
}

// input, hx (a tensor, or a list for lstm), params …: output and final states.
void recurrent(OpCall& call) {
  TensorObj* x = call.first_tensor();
  bool lstm = call.schema->name == "lstm";
  TensorObj* h = call.tensor("hx");
  std::vector<TensorObj*> states;
  if (lstm) {
    (void)call.tensors("hx", states);
    h = states.empty() ? nullptr : states[0];
  }
  auto both = call.flag("bidirectional");
  if (!x || !x->ranked || x->dims.empty()) return;
  Dims dims = x->dims;
  Dim hidden = call.size(h, -1);
  dims.back() = both ? dim_op(call.vm, DimOp::Mul, hidden, *both ? 2 : 1) : fresh_dim(call.vm);
  call.results[0].shape(dims);
  set_like(call, 1, h);
  if (call.results.size() > 2) set_like(call, 2, states.size() > 1 ? states[1] : h);
}

void recurrent_cell(OpCall& call) {
  TensorObj* h = call.tensor("hx");
  std::vector<TensorObj*> states;
  if (!h && call.tensors("hx", states) && !states.empty()) h = states[0];
  for (size_t i = 0; i < call.results.size(); ++i) set_like(call, i, h);
}

constexpr std::array kRules{NamedRule{"normalise", normalise},   NamedRule{"native_layer_norm", native_layer_norm},
                            NamedRule{"class_loss", class_loss}, NamedRule{"ctc_loss", ctc_loss},
                            NamedRule{"recurrent", recurrent},   NamedRule{"recurrent_cell", recurrent_cell}};

}  // namespace

std::span<const NamedRule> network_rules() { return kRules; }

}  // namespace graphlift::torch
