// Shapes of convolutions, pooling, resizing and padding.
#include <algorithm>
#include <array>
#include <cmath>

#include "analysis/torch/shape_rules.h"

namespace graphlift::torch {
namespace {

// The i-th entry of a per-dimension argument, one entry serving all.
std::optional<int64_t> entry(const std::vector<int64_t>& values, size_t i) {
  if (values.empty()) return std::nullopt;
  return values.size() == 1 ? values[0] : i < values.size() ? std::optional(values[i]) : std::nullopt;
}

std::vector<int64_t> list_or_empty(OpCall& call, std::string_view name) {
  std::vector<int64_t> values;
  if (!call.integers(name, values)) values.clear();
  return values;
}

// (size + 2 * padding - dilation * (kernel - 1) - 1) / stride + 1
Dim windows(OpCall& call, Dim size, std::optional<int64_t> kernel, std::optional<int64_t> stride, std::optional<int64_t> padding,
            std::optional<int64_t> dilation, bool ceil = false) {
  if (!kernel || !stride || !padding || !dilation || *stride <= 0) return fresh_dim(call.vm, size.data);
  int64_t shrink = *dilation * (*kernel - 1) + 1 - 2 * *padding;
  if (size.known() && ceil) {
    int64_t span = size.size - shrink;
    int64_t out = (span + *stride - 1) / *stride + 1;
    if ((out - 1) * *stride >= size.size + *padding) --out;  // the last window starts inside the input or its left padding
    return dim(out);
  }
  Dim span = dim_op(call.vm, DimOp::Sub, size, shrink);
  return dim_op(call.vm, DimOp::Add, dim_op(call.vm, DimOp::FloorDiv, span, *stride), 1);
}

// Spatial dimensions of an input: all after batch and channels, the batch optional.
size_t spatial_rank(OpCall& call, TensorObj* weight) {
  if (!call.parameter.empty()) return size_t(call.parameter[0] - '0');
  return weight && weight->ranked && weight->dims.size() > 2 ? weight->dims.size() - 2 : 0;
}

void convolution(OpCall& call) {
  TensorObj *x = call.tensor("input"), *w = call.tensor("weight");
  size_t n = spatial_rank(call, w);
  if (!x || !x->ranked || n == 0 || x->dims.size() < n + 1) return;
  bool transposed = call.flag("transposed").value_or(false) || call.schema->name.find("transpose") != std::string_view::npos;
  bool weight_known = w && w->ranked && w->dims.size() == n + 2;
  auto stride = list_or_empty(call, "stride"), padding = list_or_empty(call, "padding"), dilation = list_or_empty(call, "dilation"),
       extra = list_or_empty(call, "output_padding");
  std::string_view mode = call.text("padding");
  Dims dims = x->dims;
  size_t first = dims.size() - n;
  Dim channels = weight_known ? w->dims[transposed ? 1 : 0] : fresh_dim(call.vm);
  if (transposed) {
    auto groups = call.integer("groups");
    channels = groups ? dim_op(call.vm, DimOp::Mul, channels, *groups) : fresh_dim(call.vm);
  }
  dims[first - 1] = channels;
  for (size_t i = 0; i < n; ++i) {
    Dim kernel = weight_known ? w->dims[2 + i] : Dim{};
    std::optional<int64_t> k = kernel.known() ? std::optional(kernel.size) : std::nullopt;
    auto s = entry(stride, i), d = entry(dilation, i), p = entry(padding, i);
    Dim& size = dims[first + i];
    if (transposed) {
      auto o = extra.empty() ? std::optional<int64_t>(0) : entry(extra, i);
      if (!k || !s || !p || !d || !o) {
        size = fresh_dim(call.vm, size.data);
        continue;
      }
      size = dim_op(call.vm, DimOp::Mul, dim_op(call.vm, DimOp::Sub, size, 1), *s);
      size = dim_op(call.vm, DimOp::Add, size, *d * (*k - 1) + *o + 1 - 2 * *p);
    } else if (mode == "same") {
      continue;
    } else {
      size = windows(call, size, k, s, mode == "valid" ? std::optional<int64_t>(0) : p, d);
    }
  }
  call.results[0].shape(dims);
}

void pool(OpCall& call) {
  TensorObj* x = call.first_tensor();
  size_t n = spatial_rank(call, nullptr);
  if (!x || !x->ranked || n == 0 || x->dims.size() < n + 1) return;
  auto kernel = list_or_empty(call, "kernel_size"), stride = list_or_empty(call, "stride"), padding = list_or_empty(call, "padding"),
       dilation = list_or_empty(call, "dilation");
  if (stride.empty() && (!call.given("stride") || (sequence_items(call.arg("stride")) && sequence_items(call.arg("stride"))->empty())))
    stride = kernel;
  if (dilation.empty()) dilation = {1};
  if (padding.empty() && !call.given("padding")) padding = {0};
  auto ceil = call.flag("ceil_mode");
  Dims dims = x->dims;
  for (size_t i = 0; i < n; ++i) {
    Dim& size = dims[dims.size() - n + i];
    size = ceil ? windows(call, size, entry(kernel, i), entry(stride, i), entry(padding, i), entry(dilation, i), *ceil)
                : fresh_dim(call.vm, size.data);
  }
  for (Result& r : call.results) r.shape(dims);
  if (call.results.size() > 1) call.results[1].dtype = DType::Int64;
}

void adaptive_pool(OpCall& call) {
  TensorObj* x = call.first_tensor();
  size_t n = spatial_rank(call, nullptr);
  Dims wanted;
  if (!x || !x->ranked || n == 0 || x->dims.size() < n + 1) return;
  bool known = call.dims_of("output_size", wanted);
  Dims dims = x->dims;
  for (size_t i = 0; i < n; ++i) {
    Dim& size = dims[dims.size() - n + i];
    size = !known || wanted.empty() ? fresh_dim(call.vm)
           : wanted.size() == 1     ? wanted[0]
           : i < wanted.size()      ? wanted[i]
                                    : fresh_dim(call.vm);
  }
  for (Result& r : call.results) r.shape(dims);
  if (call.results.size() > 1) call.results[1].dtype = DType::Int64;
}

// upsample_*: by output_size, else by factors.
void upsample(OpCall& call) {
  TensorObj* x = call.first_tensor();
  if (!x || !x->ranked || x->dims.size() < 3) return;
  size_t n = x->dims.size() - 2;
  Dims dims = x->dims, wanted;
  bool by_size = call.given("output_size") && call.dims_of("output_size", wanted) && !wanted.empty();
  const auto* factors = call.given("scale_factors") ? sequence_items(call.arg("scale_factors")) : nullptr;
  for (size_t i = 0; i < n; ++i) {
    Dim& size = dims[2 + i];
    if (by_size) {
      size = wanted.size() == 1 ? wanted[0] : i < wanted.size() ? wanted[i] : fresh_dim(call.vm);
      continue;
    }
    Value factor = factors ? unwrap((*factors)[std::min(i, factors->size() - 1)]) : Value();
    if (!factor.is_number()) {
      size = fresh_dim(call.vm, size.data);
    } else if (size.known()) {
      size = dim(int64_t(std::floor(double(size.size) * factor.as_float())));
    } else if (factor.as_float() == std::floor(factor.as_float())) {
      size = dim_op(call.vm, DimOp::Mul, size, int64_t(factor.as_float()));
    } else {
      size = fresh_dim(call.vm, size.data);
    }
  }
  call.results[0].shape(dims);
}

// pad: pairs from the last dimension backwards.
void pad(OpCall& call) {
  TensorObj* x = call.first_tensor();
  if (!x || !x->ranked) return;
  std::string_view name = call.index_of("pad") >= 0 ? "pad" : "padding";
  Value given = call.arg(name);
  Dims dims = x->dims;
  const auto* items = sequence_items(given);
  if (!items && !is_integer(call.vm, given)) {
    for (Dim& d : dims) d = fresh_dim(call.vm);
    call.results[0].shape(dims);
    return;
  }
  std::vector<Value> pads;
  if (items) pads = *items;
  else pads.assign(2 * (dims.size() > 1 ? dims.size() - 1 : 1), given);
  for (size_t i = 0; i + 1 < pads.size() && i / 2 < dims.size(); i += 2) {
    Dim& size = dims[dims.size() - 1 - i / 2];
    for (Value amount : {unwrap(pads[i]), unwrap(pads[i + 1])}) {
      if (amount.is_integral()) size = dim_op(call.vm, DimOp::Add, size, amount.as_int());
      else size = dim_op(call.vm, DimOp::Add, size, dim_of(call.vm, amount));
    }
  }
  call.results[0].shape(dims);
}

// im2col: (N, C * k, L)
void unfold_blocks(OpCall& call) {
  TensorObj* x = call.first_tensor();
  if (!x || !x->ranked || x->dims.size() < 3) return;
  auto kernel = list_or_empty(call, "kernel_size"), stride = list_or_empty(call, "stride"), padding = list_or_empty(call, "padding"),
       dilation = list_or_empty(call, "dilation");
  Dims dims(x->dims.begin(), x->dims.end() - 2);
  Dim blocks = dim(1);
  for (size_t i = 0; i < 2; ++i) {
    auto k = entry(kernel, i);
    dims.back() = k ? dim_op(call.vm, DimOp::Mul, dims.back(), *k) : fresh_dim(call.vm);
    blocks = dim_op(call.vm, DimOp::Mul, blocks,
                    windows(call, x->dims[x->dims.size() - 2 + i], k, entry(stride, i), entry(padding, i), entry(dilation, i)));
  }
  dims.push_back(blocks);
  call.results[0].shape(dims);
}

// col2im: (N, C * k, L) -> (N, C, H, W)
void fold_blocks(OpCall& call) {
  TensorObj* x = call.first_tensor();
  Dims out;
  if (!x || !x->ranked || x->dims.size() < 2 || !call.dims_of("output_size", out) || out.size() != 2) return;
  auto kernel = list_or_empty(call, "kernel_size");
  Dims dims(x->dims.begin(), x->dims.end() - 1);
  for (size_t i = 0; i < 2; ++i) {
    auto k = entry(kernel, i);
    dims.back() = k ? dim_op(call.vm, DimOp::FloorDiv, dims.back(), *k) : fresh_dim(call.vm);
  }
  dims.insert(dims.end(), out.begin(), out.end());
  call.results[0].shape(dims);
}

void pixel_shuffle(OpCall& call) {
  TensorObj* x = call.first_tensor();
  bool up = call.schema->name == "pixel_shuffle";
  auto r = call.integer(up ? "upscale_factor" : "downscale_factor");
  if (!x || !x->ranked || x->dims.size() < 3 || !r) return;
  Dims dims = x->dims;
  size_t n = dims.size();
  dims[n - 3] = dim_op(call.vm, up ? DimOp::FloorDiv : DimOp::Mul, dims[n - 3], *r * *r);
  for (size_t i : {n - 2, n - 1}) dims[i] = dim_op(call.vm, up ? DimOp::Mul : DimOp::FloorDiv, dims[i], *r);
  call.results[0].shape(dims);
}

// grid_sampler: channels of the input, places of the grid.
void grid_sample(OpCall& call) {
  TensorObj *x = call.tensor("input"), *grid = call.tensor("grid");
  if (!x || !grid || !x->ranked || !grid->ranked || grid->dims.size() < 3) return;
  Dims dims{call.size(x, 0), call.size(x, 1)};
  dims.insert(dims.end(), grid->dims.begin() + 1, grid->dims.end() - 1);
  call.results[0].shape(dims);
}

// roi_align, roi_pool: one pooled map per region.
void roi_pool(OpCall& call) {
  TensorObj *x = call.tensor("input"), *rois = call.tensor("rois");
  Dims dims{call.size(rois, 0), call.size(x, 1), dim_of(call.vm, call.arg("pooled_height")), dim_of(call.vm, call.arg("pooled_width"))};
  for (Result& r : call.results) r.shape(dims);
}

void affine_grid(OpCall& call) {
  Dims size;
  if (!call.dims_of("size", size) || size.size() < 4) return;
  Dims dims{size[0]};
  dims.insert(dims.end(), size.begin() + 2, size.end());
  dims.push_back(dim(int64_t(size.size()) - 2));
  call.results[0].shape(dims);
}

constexpr std::array kRules{NamedRule{"convolution", convolution},
                            NamedRule{"pool", pool},
                            NamedRule{"adaptive_pool", adaptive_pool},
                            NamedRule{"upsample", upsample},
                            NamedRule{"pad", pad},
                            NamedRule{"im2col", unfold_blocks},
                            NamedRule{"col2im", fold_blocks},
                            NamedRule{"pixel_shuffle", pixel_shuffle},
                            NamedRule{"grid_sample", grid_sample},
                            NamedRule{"affine_grid", affine_grid},
                            NamedRule{"roi_pool", roi_pool}};

}  // namespace

std::span<const NamedRule> convolution_rules() { return kRules; }

}  // namespace graphlift::torch
