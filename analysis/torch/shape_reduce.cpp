// Shapes of reductions, of operators that pick along a dimension, and of sorting.
#include <array>

#include "analysis/torch/shape_rules.h"

namespace graphlift::torch {
namespace {

// Everything to one number, when the overload has no dimension, or the dimensions of `dim`.
void reduce(OpCall& call) {
  TensorObj* t = operand(call);
  bool by_dim = call.index_of("dim") >= 0 && !call.arg("dim").is_none();
  auto keep = call.flag("keepdim");
  if (!by_dim && keep && !*keep) {
    for (Result& r : call.results) r.shape({});
    return;
  }
  if (!t || !t->ranked || !keep) return;
  std::vector<bool> chosen;
  if (!dim_set(call, "dim", t->dims.size(), chosen)) {
    Dims dims = t->dims;
    const auto* items = sequence_items(call.arg("dim"));
    size_t count = items ? items->size() : 1;
    if (*keep) {
      for (Dim& d : dims) d = fresh_dim(call.vm);
    } else if (count <= dims.size()) {
      dims.resize(dims.size() - count);
      for (Dim& d : dims) d = fresh_dim(call.vm);
    }
    for (Result& r : call.results) r.shape(dims);
    return;
  }
  Dims dims;
  for (size_t i = 0; i < t->dims.size(); ++i) {
    if (!chosen[i]) dims.push_back(t->dims[i]);
    else if (*keep) dims.push_back(dim(1));
  }
  for (Result& r : call.results) r.shape(dims);
}

// max(dim), min(dim), median(dim), mode: values and int64 positions.
void reduce_with_index(OpCall& call) {
  reduce(call);
  if (call.results.size() > 1) call.results[1].dtype = DType::Int64;
}

// max: over everything, along a dimension, or of two tensors.
void extreme(OpCall& call) {
  if (call.schema->overload == "other") {
    Dims dims;
    TensorObj *a = call.tensor("self"), *b = call.tensor("other");
    if (!a || !b || !a->ranked || !b->ranked) return;
    dims = a->dims;
    broadcast(call.vm, dims, b->dims);
    call.results[0].shape(dims);
    call.results[0].dtype = promoted_type(call);
    return;
  }
  reduce_with_index(call);
}

void sort(OpCall& call) {
  TensorObj* t = call.first_tensor();
  for (size_t i = 0; i < call.results.size(); ++i) set_like(call, i, t);
  if (call.results.size() > 1) call.results[1].dtype = DType::Int64;
}

void top_k(OpCall& call) {
  TensorObj* t = call.first_tensor();
  auto at = call.integer("dim");
  if (t && t->ranked && at) {
    Dims dims = t->dims;
    if (auto i = wrap_index(*at, dims.size()); i && *i < dims.size()) dims[*i] = dim_of(call.vm, call.arg("k"));
    for (Result& r : call.results) r.shape(dims);
  }
  if (call.results.size() > 1) call.results[1].dtype = DType::Int64;
}

// cosine_similarity, pairwise_distance: broadcast, then one dimension goes.
void paired_reduce(OpCall& call) {
  std::vector<TensorObj*> operands = call.all_tensors();
  if (operands.size() < 2 || !operands[0]->ranked || !operands[1]->ranked) return;
  Dims dims = operands[0]->dims;
  broadcast(call.vm, dims, operands[1]->dims);
  int64_t at = call.index_of("dim") >= 0 ? call.integer("dim").value_or(1) : -1;
  auto keep = call.flag("keepdim");
  if (auto i = wrap_index(at, dims.size()); i && *i < dims.size()) {
    if (keep.value_or(false)) dims[*i] = dim(1);
    else dims.erase(dims.begin() + ptrdiff_t(*i));
  }
  call.results[0].shape(dims);
}

// diff: n fewer along a dimension.
void difference(OpCall& call) {
  TensorObj* t = call.first_tensor();
  auto at = call.integer("dim");
  auto n = call.integer("n");
  if (!t || !t->ranked || !at || !n || call.given("prepend") || call.given("append")) return;
  Dims dims = t->dims;
  if (auto i = wrap_index(*at, dims.size()); i && *i < dims.size()) dims[*i] = dim_op(call.vm, DimOp::Sub, dims[*i], *n);
  call.results[0].shape(dims);
}

// quantile: the quantiles come first.
void quantile(OpCall& call) {
  reduce(call);
  if (TensorObj* q = call.tensor("q"); q && call.results[0].ranked) {
    if (!q->ranked) {
      call.results[0].ranked = false;
    } else {
      Dims dims = q->dims;
      dims.insert(dims.end(), call.results[0].dims.begin(), call.results[0].dims.end());
      call.results[0].shape(dims);
    }
  }
}

void aminmax(OpCall& call) { reduce(call); }

constexpr std::array kRules{NamedRule{"reduce", reduce},   NamedRule{"reduce_with_index", reduce_with_index},
                            NamedRule{"extreme", extreme}, NamedRule{"sort", sort},
                            NamedRule{"topk", top_k},      NamedRule{"paired_reduce", paired_reduce},
                            NamedRule{"diff", difference}, NamedRule{"quantile", quantile},
                            NamedRule{"aminmax", aminmax}};

}  // namespace

std::span<const NamedRule> reduce_rules() { return kRules; }

}  // namespace graphlift::torch
