// Shapes of selection, gathering, diagonals and embeddings.
#include <array>

#include "analysis/torch/shape_rules.h"

namespace graphlift::torch {
namespace {

std::optional<size_t> dim_argument(OpCall& call, const TensorObj* t, std::string_view name = "dim") {
  auto at = call.integer(name);
  if (!at || !t || !t->ranked) return std::nullopt;
  auto i = wrap_index(*at, t->dims.size());
  return i && *i < t->dims.size() ? i : std::nullopt;
}

void all_fresh(OpCall& call, Dims dims) {
  for (Dim& d : dims) d = fresh_dim(call.vm);
  call.results[0].shape(std::move(dims));
}

void select(OpCall& call) {
  TensorObj* t = call.first_tensor();
  if (!t || !t->ranked || t->dims.empty()) return;
  Dims dims = t->dims;
  auto i = dim_argument(call, t);
  if (!i) {
    dims.pop_back();
    return all_fresh(call, dims);
  }
  dims.erase(dims.begin() + ptrdiff_t(*i));
  call.results[0].shape(dims);
}

void narrow(OpCall& call) {
  TensorObj* t = call.first_tensor();
  if (!t || !t->ranked) return;
  auto i = dim_argument(call, t);
  if (!i) return all_fresh(call, t->dims);
  Dims dims = t->dims;
  dims[*i] = dim_of(call.vm, call.arg("length"));
  call.results[0].shape(dims);
}

void slice(OpCall& call) {
  TensorObj* t = call.first_tensor();
  if (!t || !t->ranked) return;
  auto i = dim_argument(call, t);
  if (!i) return all_fresh(call, t->dims);
  Dims dims = t->dims;
  auto start = call.given("start") ? call.integer("start") : std::optional<int64_t>(0);
  auto end = call.given("end") ? call.integer("end") : std::optional<int64_t>(INT64_MAX);
  auto step = call.integer("step");
  if (start && end && step && *step > 0 && dims[*i].known()) {
    int64_t size = dims[*i].size;
    auto clamp = [&](int64_t v) { return std::min(std::max<int64_t>(v < 0 ? v + size : v, 0), size); };
    int64_t from = clamp(*start), to = *end == INT64_MAX ? size : clamp(*end);
    dims[*i] = dim(to > from ? (to - from + *step - 1) / *step : 0);
  } else {
    dims[*i] = fresh_dim(call.vm);
  }
  call.results[0].shape(dims);
}

void index_select(OpCall& call) {
  TensorObj *t = call.first_tensor(), *index = call.tensor("index");
  if (!t || !t->ranked) return;
  auto i = dim_argument(call, t);
  if (!i) return all_fresh(call, t->dims);
  Dims dims = t->dims;
  dims[*i] = index && index->ranked && index->dims.empty() ? dim(1) : call.size(index, 0);
  call.results[0].shape(dims);
}

void take_along_dim(OpCall& call) {
  TensorObj *t = call.first_tensor(), *index = call.tensor("indices");
  if (!t || !index || !t->ranked || !index->ranked) return;
  if (call.arg("dim").is_none()) return set_like(call, 0, index);
  auto i = dim_argument(call, t);
  Dims dims = t->dims;
  broadcast(call.vm, dims, index->dims);
  if (i && index->dims.size() == dims.size()) dims[*i] = index->dims[*i];
  call.results[0].shape(dims);
}

// masked_fill and the like: the mask may broadcast the tensor, except in place.
void masked(OpCall& call) {
  TensorObj *t = call.first_tensor(), *mask = call.tensor("mask");
  if (!t || !t->ranked) return;
  Dims dims = t->dims;
  bool in_place = call.schema->name.ends_with('_');
  if (!in_place) {
    if (!mask || !mask->ranked) return;
    broadcast(call.vm, dims, mask->dims);
  }
  call.results[0].shape(dims);
}

void diagonal(OpCall& call) {
  TensorObj* t = call.first_tensor();
  auto a = dim_argument(call, t, "dim1"), b = dim_argument(call, t, "dim2");
  if (!a || !b || *a == *b) return;
  Dims dims;
  for (size_t i = 0; i < t->dims.size(); ++i)
    if (i != *a && i != *b) dims.push_back(t->dims[i]);
  auto offset = call.integer("offset");
  Dim x = t->dims[*a], y = t->dims[*b];
  if (offset && x.known() && y.known()) {
    int64_t rows = x.size + std::min<int64_t>(*offset, 0), columns = y.size - std::max<int64_t>(*offset, 0);
    dims.push_back(dim(std::max<int64_t>(0, std::min(rows, columns))));
  } else {
    dims.push_back(offset == 0 && same_dim(x, y) ? x : fresh_dim(call.vm));
  }
  call.results[0].shape(dims);
}

void diag(OpCall& call) {
  TensorObj* t = call.first_tensor();
  auto offset = call.integer("diagonal");
  if (!t || !t->ranked || !offset) return;
  if (t->dims.size() == 1) {
    Dim n = dim_op(call.vm, DimOp::Add, t->dims[0], std::abs(*offset));
    call.results[0].shape({n, n});
  } else if (t->dims.size() == 2) {
    Dim x = t->dims[0], y = t->dims[1];
    bool known = x.known() && y.known();
    int64_t rows = x.size + std::min<int64_t>(*offset, 0), columns = y.size - std::max<int64_t>(*offset, 0);
    call.results[0].shape({known                            ? dim(std::max<int64_t>(0, std::min(rows, columns)))
                           : *offset == 0 && same_dim(x, y) ? x
                                                            : fresh_dim(call.vm)});
  }
}

void diag_embed(OpCall& call) {
  TensorObj* t = call.first_tensor();
  auto offset = call.integer("offset"), d1 = call.integer("dim1"), d2 = call.integer("dim2");
  if (!t || !t->ranked || t->dims.empty() || !offset || !d1 || !d2) return;
  size_t rank = t->dims.size() + 1;
  auto a = wrap_index(*d1, rank), b = wrap_index(*d2, rank);
  if (!a || !b || *a == *b) return;
  Dim n = dim_op(call.vm, DimOp::Add, t->dims.back(), std::abs(*offset));
  Dims dims;
  size_t next = 0;
  for (size_t i = 0; i < rank; ++i) dims.push_back(i == *a || i == *b ? n : t->dims[next++]);
  call.results[0].shape(dims);
}

void embedding(OpCall& call) {
  TensorObj *index = call.tensor("indices"), *weight = call.tensor("weight");
  if (!index || !index->ranked) return;
  Dims dims = index->dims;
  dims.push_back(call.size(weight, -1));
  call.results[0].shape(dims);
}

void embedding_bag(OpCall& call) {
  TensorObj *index = call.tensor("indices"), *weight = call.tensor("weight"), *offsets = call.tensor("offsets");
  if (!index || !index->ranked) return;
  Dim bags = index->dims.size() == 2 ? index->dims[0] : call.size(offsets, 0);
  call.results[0].shape({bags, call.size(weight, -1)});
}

void one_hot(OpCall& call) {
  TensorObj* t = call.first_tensor();
  if (!t || !t->ranked) return;
  Dims dims = t->dims;
  Value classes = unwrap(call.arg("num_classes"));
  dims.push_back(classes.is_integral() && classes.as_int() < 0 ? fresh_dim(call.vm, call.captured) : dim_of(call.vm, classes));
  call.results[0].shape(dims);
}

void repeat_interleave(OpCall& call) {
  TensorObj* t = call.tensor("self");
  TensorObj* repeats = call.tensor("repeats");
  if (!t) {  // repeat_interleave(repeats)
    call.results[0].shape({call.given("output_size") ? dim_of(call.vm, call.arg("output_size")) : fresh_dim(call.vm, call.captured)});
    call.results[0].dtype = DType::Int64;
    return;
  }
  if (!t->ranked) return;
  Dims dims = t->dims;
  size_t at = 0;
  if (call.arg("dim").is_none()) {
    dims = {product(call.vm, dims)};
  } else {
    auto i = dim_argument(call, t);
    if (!i) return all_fresh(call, dims);
    at = *i;
  }
  if (call.given("output_size")) dims[at] = dim_of(call.vm, call.arg("output_size"));
  else if (repeats && !repeats->known.empty() && !call.vm.tracing()) {
    int64_t total = 0;
    for (double r : repeats->known) total += int64_t(r);
    dims[at] = repeats->known.size() == 1 ? dim_op(call.vm, DimOp::Mul, dims[at], total) : dim(total);
  } else if (repeats) dims[at] = fresh_dim(call.vm, call.captured);
  else dims[at] = dim_op(call.vm, DimOp::Mul, dims[at], dim_of(call.vm, call.arg("repeats")));
  call.results[0].shape(dims);
}

void multinomial(OpCall& call) {
  TensorObj* t = call.first_tensor();
  if (!t || !t->ranked || t->dims.empty()) return;
  Dims dims = t->dims;
  dims.back() = dim_of(call.vm, call.arg("num_samples"));
  call.results[0].shape(dims);
}

void histogram(OpCall& call) { call.results[0].shape({dim_of(call.vm, call.arg("bins"))}); }

void rot90(OpCall& call) {
  TensorObj* t = call.first_tensor();
  auto k = call.integer("k");
  std::vector<int64_t> plane;
  if (!t || !t->ranked || !k || !call.integers("dims", plane) || plane.size() != 2) return;
  Dims dims = t->dims;
  auto a = wrap_index(plane[0], dims.size()), b = wrap_index(plane[1], dims.size());
  if (!a || !b) return;
  if (*k % 2 != 0) std::swap(dims[*a], dims[*b]);
  call.results[0].shape(dims);
}

constexpr std::array kRules{NamedRule{"select", select},
                            NamedRule{"narrow", narrow},
                            NamedRule{"slice", slice},
                            NamedRule{"index_select", index_select},
                            NamedRule{"take_along_dim", take_along_dim},
                            NamedRule{"masked", masked},
                            NamedRule{"diagonal", diagonal},
                            NamedRule{"diag", diag},
                            NamedRule{"diag_embed", diag_embed},
                            NamedRule{"embedding", embedding},
                            NamedRule{"embedding_bag", embedding_bag},
                            NamedRule{"one_hot", one_hot},
                            NamedRule{"repeat_interleave", repeat_interleave},
                            NamedRule{"multinomial", multinomial},
                            NamedRule{"histogram", histogram},
                            NamedRule{"rot90", rot90}};

}  // namespace

std::span<const NamedRule> select_rules() { return kRules; }

}  // namespace graphlift::torch
