// Shapes that depend on tensor contents: the rank is known, some dimensions are not.
#include <array>

#include "analysis/torch/shape_rules.h"

namespace graphlift::torch {
namespace {

Dim counted(OpCall& call) { return fresh_dim(call.vm, call.captured); }

void nonzero(OpCall& call) {
  TensorObj* t = call.first_tensor();
  Dim rank = t && t->ranked ? dim(int64_t(t->dims.size())) : fresh_dim(call.vm);
  Dim rows = call.schema->name == "nonzero_static" ? dim_of(call.vm, call.arg("size")) : counted(call);
  call.results[0].shape({rows, rank});
}

// nonzero_numpy, where(condition): one index vector per dimension.
void nonzero_tuple(OpCall& call) {
  TensorObj* t = call.first_tensor();
  Dim n = counted(call);
  Result r;
  r.dtype = DType::Int64;
  r.shape({n});
  if (!t || !t->ranked) {
    call.results.assign(1, r);
    call.parameter = "unknown_count";
    return;
  }
  call.results.assign(std::max<size_t>(t->dims.size(), 1), r);
}

// where: three operands broadcast, one finds.
void where(OpCall& call) {
  if (call.schema->arguments.size() == 1) return nonzero_tuple(call);
  Dims dims;
  for (std::string_view name : {"condition", "self", "other"}) {
    Value v = call.arg(name);
    TensorObj* t = as_tensor(v);
    if (!t && is_scalar(call.vm, v)) continue;
    if (!t || !t->ranked) return;
    broadcast(call.vm, dims, t->dims);
  }
  call.results[0].shape(dims);
  // The condition takes no part in promotion.
  Value saved = call.values[0];
  call.values[0] = Value();
  call.results[0].dtype = promoted_type(call);
  call.values[0] = saved;
}

void vector(OpCall& call) {
  for (Result& r : call.results) r.shape({counted(call)});
}

void bincount(OpCall& call) {
  call.results[0].shape({counted(call)});
  TensorObj* weights = call.tensor("weights");
  call.results[0].dtype = weights ? (weights->dtype == DType::Float32 ? DType::Float32 : DType::Float64) : DType::Int64;
}

// unique: values, positions in the input, counts.
void unique(OpCall& call) {
  TensorObj* t = call.first_tensor();
  bool by_dim = call.given("dim");
  if (!by_dim) {
    call.results[0].shape({counted(call)});
  } else if (t && t->ranked) {
    Dims dims = t->dims;
    auto at = call.integer("dim");
    if (auto i = at ? wrap_index(*at, dims.size()) : std::nullopt) dims[*i] = counted(call);
    call.results[0].shape(dims);
  }
  for (size_t i = 1; i < call.results.size(); ++i) call.results[i].dtype = DType::Int64;
  if (call.results.size() > 1 && t && t->ranked && !by_dim) call.results[1].shape(t->dims);
  if (call.results.size() > 1 && by_dim) call.results[1].shape({call.size(t, call.integer("dim").value_or(0))});
  if (call.results.size() > 2) call.results[2].shape({counted(call)});
}

constexpr std::array kRules{NamedRule{"nonzero", nonzero},       NamedRule{"nonzero_tuple", nonzero_tuple}, NamedRule{"where", where},
                            NamedRule{"dynamic_vector", vector}, NamedRule{"bincount", bincount},           NamedRule{"unique", unique}};

}  // namespace

std::span<const NamedRule> dynamic_rules() { return kRules; }

}  // namespace graphlift::torch
