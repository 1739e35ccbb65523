// Shapes of views: reshaping, permuting, expanding, squeezing.
#include <array>

#include "analysis/torch/shape_rules.h"

namespace graphlift::torch {
namespace {

// In dimension lists a literal -1 arrives as size -2 (OpCall::dims_of keeps negatives apart from unknown ones).
bool is_wildcard(const Dim& d) { return d.size == -2 && d.symbol == 0; }

void resolve_wildcard(OpCall& call, Dims& wanted, const Dims* from) {
  size_t at = wanted.size();
  for (size_t i = 0; i < wanted.size(); ++i)
    if (is_wildcard(wanted[i])) at = i;
  if (at == wanted.size()) return;
  if (!from) {
    wanted[at] = fresh_dim(call.vm);
    return;
  }
  // Cancel equal factors first: view(b, -1, heads, size) of (b, n, width) keeps n even when b is unknown.
  std::vector<bool> used(from->size(), false);
  int64_t below = 1;
  bool exact = true;
  Dims rest;
  for (size_t i = 0; i < wanted.size(); ++i) {
    if (i == at) continue;
    if (wanted[i].known()) {
      below *= wanted[i].size;
      continue;
    }
    bool found = false;
    for (size_t j = 0; j < from->size() && !found; ++j)
      if (!used[j] && same_dim((*from)[j], wanted[i])) used[j] = found = true;
    if (!found) rest.push_back(wanted[i]);
  }
  int64_t above = 1;
  Dims remaining;
  for (size_t j = 0; j < from->size(); ++j) {
    if (used[j]) continue;
    if ((*from)[j].known()) above *= (*from)[j].size;
    else remaining.push_back((*from)[j]);
  }
  if (below > 0 && above % below == 0) {
    above /= below;
    below = 1;
  } else if (below <= 0) {
    exact = false;
  }
  if (!exact) {
    wanted[at] = above == 0 ? dim(0) : fresh_dim(call.vm);
    return;
  }
  Dim top = product(call.vm, remaining);
  if (above != 1) top = dim_op(call.vm, DimOp::Mul, top, dim(above));
  for (const Dim& d : rest) top = dim_op(call.vm, DimOp::FloorDiv, top, d);
  if (below != 1) top = dim_op(call.vm, DimOp::FloorDiv, top, dim(below));
  wanted[at] = top;
}

void view(OpCall& call) {
  TensorObj* t = call.first_tensor();
  if (call.given("dtype") && call.index_of("size") < 0) {  // view(dtype)
    DType type = dtype_of(call.vm, call.arg("dtype"));
    if (t && t->ranked) {
      Dims dims = t->dims;
      int from = item_size(t->dtype), to = item_size(type);
      if (!dims.empty() && from && to && from != to)
        dims.back() = dim_op(call.vm, DimOp::FloorDiv, dim_op(call.vm, DimOp::Mul, dims.back(), from), to);
      call.results[0].shape(dims);
    }
    call.results[0].dtype = type;
    return;
  }
  Dims wanted;
  if (!call.dims_of(call.index_of("shape") >= 0 ? "shape" : "size", wanted)) return;
  resolve_wildcard(call, wanted, t && t->ranked ? &t->dims : nullptr);
  call.results[0].shape(wanted);
}

void view_as(OpCall& call) { set_like(call, 0, call.tensor("other")); }

void flatten(OpCall& call) {
  TensorObj* t = call.first_tensor();
  auto start = call.index_of("start_dim") >= 0 ? call.integer("start_dim") : std::optional<int64_t>(0);
  auto end = call.index_of("end_dim") >= 0 ? call.integer("end_dim") : std::optional<int64_t>(-1);
  if (!t || !t->ranked) {
    if (start == 0 && end == -1) call.results[0].shape({fresh_dim(call.vm)});
    return;
  }
  if (t->dims.empty()) return call.results[0].shape({dim(1)});
  auto a = start ? wrap_index(*start, t->dims.size()) : std::nullopt, b = end ? wrap_index(*end, t->dims.size()) : std::nullopt;
  if (!a || !b || *a > *b) return;
  Dims dims(t->dims.begin(), t->dims.begin() + ptrdiff_t(*a));
  dims.push_back(product(call.vm, Dims(t->dims.begin() + ptrdiff_t(*a), t->dims.begin() + ptrdiff_t(*b) + 1)));
  dims.insert(dims.end(), t->dims.begin() + ptrdiff_t(*b) + 1, t->dims.end());
  call.results[0].shape(dims);
}

void unflatten(OpCall& call) {
  TensorObj* t = call.first_tensor();
  auto at = call.integer("dim");
  Dims sizes;
  if (!t || !t->ranked || !at || !call.dims_of("sizes", sizes)) return;
  auto i = wrap_index(*at, t->dims.size());
  if (!i || *i >= t->dims.size()) return;
  Dims part{t->dims[*i]};
  resolve_wildcard(call, sizes, &part);
  Dims dims(t->dims.begin(), t->dims.begin() + ptrdiff_t(*i));
  dims.insert(dims.end(), sizes.begin(), sizes.end());
  dims.insert(dims.end(), t->dims.begin() + ptrdiff_t(*i) + 1, t->dims.end());
  call.results[0].shape(dims);
}

void permute(OpCall& call) {
  TensorObj* t = call.first_tensor();
  std::vector<int64_t> order;
  if (!call.integers("dims", order)) {
    if (t && t->ranked) {
      Dims dims = t->dims;
      for (Dim& d : dims) d = fresh_dim(call.vm);
      call.results[0].shape(dims);
    }
    return;
  }
  Dims dims;
  for (int64_t d : order) {
    auto i = t && t->ranked ? wrap_index(d, t->dims.size()) : std::nullopt;
    dims.push_back(i && *i < t->dims.size() ? t->dims[*i] : fresh_dim(call.vm));
  }
  call.results[0].shape(dims);
}

void transpose(OpCall& call) {
  TensorObj* t = call.first_tensor();
  if (!t || !t->ranked) return;
  auto first = [&](std::initializer_list<std::string_view> names) -> std::optional<int64_t> {
    for (std::string_view name : names)
      if (call.index_of(name) >= 0) return call.integer(name);
    return std::nullopt;
  };
  auto a = first({"dim0", "axis0"}), b = first({"dim1", "axis1"});
  Dims dims = t->dims;
  auto i = a ? wrap_index(*a, dims.size()) : std::nullopt, j = b ? wrap_index(*b, dims.size()) : std::nullopt;
  if (!i || !j) {
    for (Dim& d : dims) d = fresh_dim(call.vm);
  } else if (*i < dims.size() && *j < dims.size()) {
    std::swap(dims[*i], dims[*j]);
  }
  call.results[0].shape(dims);
}

// t, mT, mH, adjoint: the last two; numpy_T: all.
void transpose_last(OpCall& call) {
  TensorObj* t = call.first_tensor();
  if (!t || !t->ranked) return;
  Dims dims = t->dims;
  if (dims.size() > 1) std::swap(dims[dims.size() - 1], dims[dims.size() - 2]);
  call.results[0].shape(dims);
}

void movedim(OpCall& call) {
  TensorObj* t = call.first_tensor();
  std::vector<int64_t> from, to;
  if (!t || !t->ranked || !call.integers("source", from) || !call.integers("destination", to) || from.size() != to.size()) return;
  size_t rank = t->dims.size();
  std::vector<int64_t> order(rank, -1);
  std::vector<bool> taken(rank, false);
  for (size_t k = 0; k < from.size(); ++k) {
    auto a = wrap_index(from[k], rank), b = wrap_index(to[k], rank);
    if (!a || !b || *a >= rank || *b >= rank) return;
    order[*b] = int64_t(*a);
    taken[*a] = true;
  }
  size_t next = 0;
  Dims dims;
  for (size_t k = 0; k < rank; ++k) {
    if (order[k] < 0) {
      while (taken[next]) ++next;
      order[k] = int64_t(next++);
    }
    dims.push_back(t->dims[size_t(order[k])]);
  }
  call.results[0].shape(dims);
}

void expand(OpCall& call) {
  TensorObj* t = call.first_tensor();
  Dims wanted;
  if (!call.dims_of("size", wanted)) return;
  size_t rank = t && t->ranked ? t->dims.size() : 0;
  size_t shift = wanted.size() >= rank ? wanted.size() - rank : 0;
  for (size_t i = 0; i < wanted.size(); ++i) {
    if (!is_wildcard(wanted[i])) continue;
    wanted[i] = t && t->ranked && i >= shift && i - shift < rank ? t->dims[i - shift] : fresh_dim(call.vm);
  }
  call.results[0].shape(wanted);
}

void repeat(OpCall& call) {
  TensorObj* t = call.first_tensor();
  Dims times;
  bool tile = call.schema->name == "tile";
  if (!t || !t->ranked || !call.dims_of(tile ? "dims" : "repeats", times)) return;
  Dims dims = t->dims;
  if (times.size() > dims.size()) dims.insert(dims.begin(), times.size() - dims.size(), dim(1));
  for (size_t i = 0; i < times.size(); ++i) {
    Dim& size = dims[dims.size() - times.size() + i];
    size = dim_op(call.vm, DimOp::Mul, size, times[i]);
  }
  call.results[0].shape(dims);
}

void squeeze(OpCall& call) {
  TensorObj* t = call.first_tensor();
  if (!t || !t->ranked) return;
  std::vector<bool> chosen;
  if (!dim_set(call, "dim", t->dims.size(), chosen)) return;
  Dims dims;
  for (size_t i = 0; i < t->dims.size(); ++i) {
    const Dim& d = t->dims[i];
    if (!chosen[i] || (d.known() && d.size != 1)) {
      dims.push_back(d);
    } else if (!d.known()) {
      // A size that is not known is taken to be more than one, as graph compilers do.
      dims.push_back(d);
    }
  }
  call.results[0].shape(dims);
}

void unsqueeze(OpCall& call) {
  TensorObj* t = call.first_tensor();
  auto at = call.integer("dim");
  if (!t || !t->ranked) return;
  Dims dims = t->dims;
  auto i = at ? wrap_index(*at, dims.size() + 1) : std::nullopt;
  if (!i) {
    dims.push_back(dim(1));
    for (Dim& d : dims) d = fresh_dim(call.vm);
  } else {
    dims.insert(dims.begin() + ptrdiff_t(*i), dim(1));
  }
  call.results[0].shape(dims);
}

// Tensor.unfold: windows of a dimension, their elements last.
void unfold(OpCall& call) {
  TensorObj* t = call.first_tensor();
  auto at = call.integer("dimension"), size = call.integer("size"), step = call.integer("step");
  if (!t || !t->ranked || !at) return;
  auto i = wrap_index(*at, t->dims.size());
  if (!i || *i >= t->dims.size()) return;
  Dims dims = t->dims;
  dims[*i] = size && step && *step > 0
                 ? dim_op(call.vm, DimOp::Add, dim_op(call.vm, DimOp::FloorDiv, dim_op(call.vm, DimOp::Sub, dims[*i], *size), *step), 1)
                 : fresh_dim(call.vm);
  dims.push_back(dim_of(call.vm, call.arg("size")));
  call.results[0].shape(dims);
}

void as_strided(OpCall& call) {
  Dims dims;
  if (call.dims_of("size", dims)) call.results[0].shape(dims);
}

void atleast(OpCall& call) {
  TensorObj* t = call.first_tensor();
  if (!t || !t->ranked) return;
  Dims dims = t->dims;
  size_t rank = size_t(call.parameter.empty() ? 1 : call.parameter[0] - '0');
  if (rank == 3 && dims.size() < 3) {
    if (dims.empty()) dims = {dim(1)};
    if (dims.size() == 1) dims.insert(dims.begin(), dim(1));
    dims.push_back(dim(1));
  }
  while (dims.size() < rank) dims.insert(dims.begin(), dim(1));
  call.results[0].shape(dims);
}

constexpr std::array kRules{NamedRule{"view", view},           NamedRule{"view_as", view_as},       NamedRule{"flatten", flatten},
                            NamedRule{"unflatten", unflatten}, NamedRule{"permute", permute},       NamedRule{"transpose", transpose},
                            NamedRule{"t", transpose_last},    NamedRule{"movedim", movedim},       NamedRule{"expand", expand},
                            NamedRule{"repeat", repeat},       NamedRule{"squeeze", squeeze},       NamedRule{"unsqueeze", unsqueeze},
                            NamedRule{"unfold", unfold},       NamedRule{"as_strided", as_strided}, NamedRule{"atleast", atleast}};

}  // namespace

std::span<const NamedRule> view_rules() { return kRules; }

}  // namespace graphlift::torch
