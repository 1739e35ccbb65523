// Shapes of operators that join tensors or take one apart.
#include <array>

#include "analysis/torch/shape_rules.h"

namespace graphlift::torch {
namespace {

void cat_along(OpCall& call, const std::vector<TensorObj*>& tensors, bool complete, std::optional<size_t> at) {
  const TensorObj* model = nullptr;
  for (TensorObj* t : tensors)
    if (t && t->ranked && !(t->dims.size() == 1 && t->dims[0].known() && t->dims[0].size == 0)) {
      model = t;
      break;
    }
  if (!model) return;
  Dims dims = model->dims;
  if (!at || *at >= dims.size()) {
    for (Dim& d : dims) d = fresh_dim(call.vm);
    call.results[0].shape(dims);
    return;
  }
  Dim total = dim(0);
  for (TensorObj* t : tensors) {
    if (!t || !t->ranked) {
      complete = false;
      continue;
    }
    if (t->dims.size() != dims.size()) continue;
    total = dim_op(call.vm, DimOp::Add, total, t->dims[*at]);
    for (size_t i = 0; i < dims.size(); ++i)
      if (i != *at && !dims[i].known() && t->dims[i].known()) dims[i] = t->dims[i];
  }
  dims[*at] = complete ? total : fresh_dim(call.vm);
  call.results[0].shape(dims);
}

void set_promoted(OpCall& call, const std::vector<TensorObj*>& tensors) {
  DType type = DType::Unknown;
  bool first = true;
  for (TensorObj* t : tensors) {
    DType next = t ? t->dtype : DType::Unknown;
    type = first ? next : promote(type, next);
    first = false;
  }
  call.results[0].dtype = type;
}

std::optional<size_t> wrapped_dim(OpCall& call, size_t rank) {
  auto at = call.integer("dim");
  if (!at) return std::nullopt;
  return wrap_index(*at, rank);
}

size_t rank_of_any(const std::vector<TensorObj*>& tensors) {
  for (TensorObj* t : tensors)
    if (t && t->ranked && (t->dims.size() != 1 || tensors.size() == 1 || t->dims[0].size != 0)) return t->dims.size();
  return 0;
}

void concatenate(OpCall& call) {
  std::vector<TensorObj*> tensors;
  bool complete = call.tensors("tensors", tensors);
  set_promoted(call, tensors);
  cat_along(call, tensors, complete, wrapped_dim(call, rank_of_any(tensors)));
}

void stack(OpCall& call) {
  std::vector<TensorObj*> tensors;
  bool complete = call.tensors("tensors", tensors);
  set_promoted(call, tensors);
  const TensorObj* model = nullptr;
  for (TensorObj* t : tensors)
    if (t && t->ranked) model = t;
  auto at = call.integer("dim");
  if (TensorObj* whole = call.tensor("tensors"); whole && whole->ranked && !whole->dims.empty() && at) {
    Dims dims(whole->dims.begin() + 1, whole->dims.end());
    if (auto i = wrap_index(*at, dims.size() + 1)) {
      dims.insert(dims.begin() + ptrdiff_t(*i), whole->dims[0]);
      call.results[0].shape(dims);
      call.results[0].dtype = whole->dtype;
    }
    return;
  }
  if (!model) return;
  Dims dims = model->dims;
  for (TensorObj* t : tensors)
    for (size_t i = 0; t && t->ranked && t->dims.size() == dims.size() && i < dims.size(); ++i)
      if (!dims[i].known() && t->dims[i].known()) dims[i] = t->dims[i];
  Dim count = complete ? dim(int64_t(tensors.size())) : fresh_dim(call.vm);
  auto i = at ? wrap_index(*at, dims.size() + 1) : std::nullopt;
  if (!i) {
    dims.assign(dims.size() + 1, Dim{});
    for (Dim& d : dims) d = fresh_dim(call.vm);
  } else {
    dims.insert(dims.begin() + ptrdiff_t(*i), count);
  }
  call.results[0].shape(dims);
}

// hstack, vstack, dstack, column_stack: cat after raising the rank.
void stack_ranks(OpCall& call) {
  std::vector<TensorObj*> tensors;
  bool complete = call.tensors("tensors", tensors);
  set_promoted(call, tensors);
  std::string_view how = call.parameter;
  std::vector<TensorObj> raised(tensors.size());
  std::vector<TensorObj*> views;
  for (size_t i = 0; i < tensors.size(); ++i) {
    if (!tensors[i] || !tensors[i]->ranked) {
      views.push_back(nullptr);
      continue;
    }
    raised[i].ranked = true;
    Dims& dims = raised[i].dims = tensors[i]->dims;
    if (how == "h" && dims.empty()) dims = {dim(1)};
    if (how == "v" && dims.size() < 2) dims = {dim(1), dims.empty() ? dim(1) : dims[0]};
    if (how == "c" && dims.size() < 2) dims = {dims.empty() ? dim(1) : dims[0], dim(1)};
    if (how == "d") {
      if (dims.size() < 2) dims = {dim(1), dims.empty() ? dim(1) : dims[0]};
      if (dims.size() == 2) dims.push_back(dim(1));
    }
    views.push_back(&raised[i]);
  }
  size_t rank = rank_of_any(views);
  size_t at = how == "d" ? 2 : how == "v" ? 0 : how == "c" ? 1 : rank > 1 ? 1 : 0;
  cat_along(call, views, complete, at);
}

void each(OpCall& call, const TensorObj* t, size_t at, const Dims& sizes) {
  call.results.assign(sizes.size(), Result{});
  for (size_t i = 0; i < sizes.size(); ++i) {
    Dims dims = t->dims;
    dims[at] = sizes[i];
    call.results[i].shape(dims);
    call.results[i].dtype = t->dtype;
  }
}

// One result of unknown number stands for the whole list: the caller makes an open list of it.
void unknown_count(OpCall& call, const TensorObj* t, std::optional<size_t> at) {
  call.results.clear();
  Result r;
  r.dtype = t ? t->dtype : DType::Unknown;
  if (t && t->ranked) {
    Dims dims = t->dims;
    if (at && *at < dims.size()) dims[*at] = fresh_dim(call.vm);
    else
      for (Dim& d : dims) d = fresh_dim(call.vm);
    r.shape(dims);
  }
  call.results.push_back(std::move(r));
  call.parameter = "unknown_count";
}

constexpr int64_t kMostPieces = 512;

void split(OpCall& call) {
  TensorObj* t = call.first_tensor();
  std::string_view name = call.index_of("split_size") >= 0 ? "split_size" : "split_sizes";
  if (!t || !t->ranked) return unknown_count(call, t, std::nullopt);
  auto at = wrapped_dim(call, t->dims.size());
  if (!at || *at >= t->dims.size()) return unknown_count(call, t, at);
  Dim size = t->dims[*at];
  Value by = unwrap(call.arg(name));
  if (by.is_integral()) {
    int64_t piece = by.as_int();
    if (!size.known() || piece <= 0 || size.size / piece > kMostPieces) return unknown_count(call, t, at);
    Dims sizes;
    for (int64_t left = size.size; left > 0; left -= piece) sizes.push_back(dim(std::min(left, piece)));
    if (sizes.empty()) sizes.push_back(dim(0));
    return each(call, t, *at, sizes);
  }
  if (is_integer(call.vm, by)) {
    if (same_dim(dim_of(call.vm, by), size)) return each(call, t, *at, {size});
    return unknown_count(call, t, at);
  }
  Dims sizes;
  if (call.dims_of(name, sizes)) return each(call, t, *at, sizes);
  unknown_count(call, t, at);
}

void chunk(OpCall& call) {
  TensorObj* t = call.first_tensor();
  auto count = call.integer("chunks");
  if (!t || !t->ranked || !count || *count <= 0) return unknown_count(call, t, std::nullopt);
  auto at = wrapped_dim(call, t->dims.size());
  if (!at || *at >= t->dims.size()) return unknown_count(call, t, at);
  Dim size = t->dims[*at];
  Dims sizes;
  if (size.known()) {
    int64_t piece = (size.size + *count - 1) / *count;
    if (piece == 0) piece = 1;
    for (int64_t left = size.size; left > 0; left -= piece) sizes.push_back(dim(std::min(left, piece)));
    if (sizes.empty()) sizes.assign(size_t(*count), dim(0));
  } else {
    sizes.assign(size_t(*count), dim_op(call.vm, DimOp::CeilDiv, size, *count));
  }
  each(call, t, *at, sizes);
}

// tensor_split, hsplit, vsplit, dsplit
void tensor_split(OpCall& call) {
  TensorObj* t = call.first_tensor();
  std::vector<int64_t> cuts;
  std::string_view name = call.index_of("sections") >= 0 ? "sections" : call.index_of("indices") >= 0 ? "indices" : "indices_or_sections";
  if (!t || !t->ranked || !call.integers(name, cuts)) return unknown_count(call, t, std::nullopt);
  std::optional<size_t> at = call.index_of("dim") >= 0       ? wrapped_dim(call, t->dims.size())
                             : call.schema->name == "vsplit" ? std::optional<size_t>(0)
                             : call.schema->name == "dsplit" ? std::optional<size_t>(2)
                                                             : std::optional<size_t>(t->dims.size() > 1 ? 1 : 0);
  if (!at || *at >= t->dims.size()) return unknown_count(call, t, at);
  Dim size = t->dims[*at];
  Dims sizes;
  bool by_count = !sequence_items(call.arg(name));
  if (by_count && cuts[0] > 0) {
    for (int64_t i = 0; i < cuts[0]; ++i)
      sizes.push_back(size.known() ? dim(size.size / cuts[0] + (i < size.size % cuts[0] ? 1 : 0)) : fresh_dim(call.vm));
  } else if (!by_count && size.known()) {
    int64_t from = 0;
    for (int64_t cut : cuts) {
      int64_t to = std::min(cut < 0 ? cut + size.size : cut, size.size);
      sizes.push_back(dim(std::max<int64_t>(0, to - from)));
      from = to;
    }
    sizes.push_back(dim(std::max<int64_t>(0, size.size - from)));
  } else if (!by_count) {
    for (size_t i = 0; i <= cuts.size(); ++i) sizes.push_back(fresh_dim(call.vm));
  } else {
    return unknown_count(call, t, at);
  }
  each(call, t, *at, sizes);
}

void unbind(OpCall& call) {
  TensorObj* t = call.first_tensor();
  auto at = t && t->ranked ? wrapped_dim(call, t->dims.size()) : std::nullopt;
  call.results.clear();
  Result r;
  r.dtype = t ? t->dtype : DType::Unknown;
  if (!t || !t->ranked || !at || *at >= t->dims.size()) {
    call.results.push_back(r);
    call.parameter = "unknown_count";
    return;
  }
  Dims dims = t->dims;
  Dim count = dims[*at];
  dims.erase(dims.begin() + ptrdiff_t(*at));
  r.shape(dims);
  if (!count.known() || count.size > kMostPieces) {
    call.results.push_back(r);
    call.parameter = "unknown_count";
    return;
  }
  call.results.assign(size_t(count.size), r);
}

// meshgrid: one dimension per operand; indexing="xy" swaps the first two.
void meshgrid(OpCall& call) {
  std::vector<TensorObj*> tensors;
  bool complete = call.tensors("tensors", tensors);
  if (!complete) {
    call.results.assign(1, Result{});
    call.parameter = "unknown_count";
    return;
  }
  Dims dims;
  for (TensorObj* t : tensors) dims.push_back(t->ranked && t->dims.empty() ? dim(1) : call.size(t, 0));
  std::string_view indexing = call.text("indexing");
  if (indexing == "xy" && dims.size() > 1) std::swap(dims[0], dims[1]);
  call.results.assign(tensors.size(), Result{});
  for (size_t i = 0; i < tensors.size(); ++i) {
    call.results[i].shape(dims);
    call.results[i].dtype = tensors[i]->dtype;
  }
}

void broadcast_tensors(OpCall& call) {
  std::vector<TensorObj*> tensors;
  bool complete = call.tensors("tensors", tensors);
  Dims dims;
  bool ranked = complete;
  for (TensorObj* t : tensors) {
    if (!t || !t->ranked) ranked = false;
    else broadcast(call.vm, dims, t->dims);
  }
  call.results.assign(std::max<size_t>(tensors.size(), 1), Result{});
  if (!complete) {
    call.results.resize(1);
    call.parameter = "unknown_count";
  }
  for (size_t i = 0; i < call.results.size(); ++i) {
    if (ranked) call.results[i].shape(dims);
    if (i < tensors.size() && tensors[i]) call.results[i].dtype = tensors[i]->dtype;
  }
}

// _foreach_*: one result per tensor of the first list, like it.
void each_like(OpCall& call) {
  std::vector<TensorObj*> tensors;
  bool complete = call.tensors(call.schema->arguments[0].name, tensors);
  call.results.assign(std::max<size_t>(tensors.size(), 1), Result{});
  if (!complete) {
    call.results.resize(1);
    call.parameter = "unknown_count";
  }
  for (size_t i = 0; i < call.results.size() && i < tensors.size(); ++i) {
    if (!tensors[i]) continue;
    if (tensors[i]->ranked) call.results[i].shape(tensors[i]->dims);
    call.results[i].dtype = tensors[i]->dtype;
  }
}

// pad_sequence: as long as the longest.
void pad_sequence(OpCall& call) {
  std::vector<TensorObj*> tensors;
  bool complete = call.tensors("sequences", tensors);
  if (tensors.empty() || !tensors[0] || !tensors[0]->ranked || tensors[0]->dims.empty()) return;
  Dim length = tensors[0]->dims[0];
  for (TensorObj* t : tensors) {
    Dim own = call.size(t, 0);
    if (same_dim(own, length)) continue;
    length = own.known() && length.known() ? dim(std::max(own.size, length.size)) : fresh_dim(call.vm);
  }
  Dims dims{complete ? dim(int64_t(tensors.size())) : fresh_dim(call.vm), length};
  if (!call.flag("batch_first").value_or(false)) std::swap(dims[0], dims[1]);
  dims.insert(dims.end(), tensors[0]->dims.begin() + 1, tensors[0]->dims.end());
  call.results[0].shape(dims);
  call.results[0].dtype = tensors[0]->dtype;
}

void block_diag(OpCall& call) {
  std::vector<TensorObj*> tensors;
  if (!call.tensors("tensors", tensors)) return;
  set_promoted(call, tensors);
  Dim rows = dim(0), columns = dim(0);
  for (TensorObj* t : tensors) {
    bool flat = t->ranked && t->dims.size() < 2;
    rows = dim_op(call.vm, DimOp::Add, rows, flat ? dim(1) : call.size(t, 0));
    columns = dim_op(call.vm, DimOp::Add, columns, flat ? (t->dims.empty() ? dim(1) : t->dims[0]) : call.size(t, 1));
  }
  call.results[0].shape({rows, columns});
}

constexpr std::array kRules{
    NamedRule{"cat", concatenate},       NamedRule{"stack", stack},       NamedRule{"stack_ranks", stack_ranks},
    NamedRule{"split", split},           NamedRule{"chunk", chunk},       NamedRule{"tensor_split", tensor_split},
    NamedRule{"unbind", unbind},         NamedRule{"meshgrid", meshgrid}, NamedRule{"broadcast_tensors", broadcast_tensors},
    NamedRule{"block_diag", block_diag}, NamedRule{"foreach", each_like}, NamedRule{"pad_sequence", pad_sequence}};

}  // namespace

std::span<const NamedRule> join_rules() { return kRules; }

}  // namespace graphlift::torch
