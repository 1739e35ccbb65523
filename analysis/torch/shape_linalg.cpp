// Shapes of linear algebra and Fourier transforms.
#include <array>

#include "analysis/torch/shape_rules.h"

namespace graphlift::torch {
namespace {

// A square matrix gives a number per batch: det, logdet; slogdet has two of them.
void per_matrix(OpCall& call) {
  TensorObj* t = call.first_tensor();
  if (!t || !t->ranked || t->dims.size() < 2) return;
  Dims dims(t->dims.begin(), t->dims.end() - 2);
  for (Result& r : call.results) r.shape(dims);
}

// eigvalsh, svdvals: the smaller side.
Dim smaller(OpCall& call, const TensorObj* t) {
  Dim m = t->dims[t->dims.size() - 2], n = t->dims.back();
  if (same_dim(m, n)) return m;
  return m.known() && n.known() ? dim(std::min(m.size, n.size)) : fresh_dim(call.vm);
}

void spectrum(OpCall& call) {
  TensorObj* t = call.first_tensor();
  if (!t || !t->ranked || t->dims.size() < 2) return;
  Dims dims(t->dims.begin(), t->dims.end() - 2);
  dims.push_back(smaller(call, t));
  call.results[0].shape(dims);
}

// eigh, eig: values, vectors.
void eigen(OpCall& call) {
  TensorObj* t = call.first_tensor();
  if (!t || !t->ranked || t->dims.size() < 2 || call.results.size() < 2) return;
  call.results[0].shape(Dims(t->dims.begin(), t->dims.end() - 1));
  call.results[1].shape(t->dims);
  if (call.schema->name == "linalg_eigh") call.results[0].dtype = to_real(t->dtype);
}

void svd(OpCall& call) {
  TensorObj* t = call.first_tensor();
  if (!t || !t->ranked || t->dims.size() < 2 || call.results.size() < 3) return;
  Dims batch(t->dims.begin(), t->dims.end() - 2);
  Dim m = t->dims[t->dims.size() - 2], n = t->dims.back(), k = smaller(call, t);
  bool torch_svd = call.schema->name == "svd";
  bool full = torch_svd ? !call.flag("some").value_or(true) : call.flag("full_matrices").value_or(true);
  auto with = [&](std::initializer_list<Dim> tail) {
    Dims dims = batch;
    dims.insert(dims.end(), tail);
    return dims;
  };
  call.results[0].shape(with({m, full ? m : k}));
  call.results[1].shape(with({k}));
  call.results[1].dtype = to_real(t->dtype);
  call.results[2].shape(torch_svd ? with({n, full ? n : k}) : with({full ? n : k, n}));
}

void qr(OpCall& call) {
  TensorObj* t = call.first_tensor();
  if (!t || !t->ranked || t->dims.size() < 2 || call.results.size() < 2) return;
  Dims q = t->dims, r = t->dims;
  Dim k = smaller(call, t), m = t->dims[t->dims.size() - 2];
  bool complete = call.text("mode") == "complete";
  q.back() = complete ? m : k;
  r[r.size() - 2] = complete ? m : k;
  call.results[0].shape(q);
  call.results[1].shape(r);
}

void solve(OpCall& call) {
  TensorObj *a = call.first_tensor(), *b = call.tensor("B");
  if (!a || !b || !a->ranked || !b->ranked || a->dims.size() < 2) return;
  if (b->dims.size() == 1) return call.results[0].shape(b->dims);
  Dims dims(a->dims.begin(), a->dims.end() - 2);
  broadcast(call.vm, dims, Dims(b->dims.begin(), b->dims.end() - 2));
  dims.insert(dims.end(), b->dims.end() - 2, b->dims.end());
  call.results[0].shape(dims);
}

void pinv(OpCall& call) {
  TensorObj* t = call.first_tensor();
  if (!t || !t->ranked || t->dims.size() < 2) return;
  Dims dims = t->dims;
  std::swap(dims[dims.size() - 1], dims[dims.size() - 2]);
  call.results[0].shape(dims);
}

// One transformed dimension: full (fft), half (rfft), or double (irfft).
Dim transformed(OpCall& call, Dim size, std::optional<Dim> n) {
  if (call.parameter == "half") return dim_op(call.vm, DimOp::Add, dim_op(call.vm, DimOp::FloorDiv, n ? *n : size, 2), 1);
  if (n) return *n;
  if (call.parameter == "double") return dim_op(call.vm, DimOp::Mul, dim_op(call.vm, DimOp::Sub, size, 1), 2);
  return size;
}

void fft(OpCall& call) {
  TensorObj* t = call.first_tensor();
  auto at = call.integer("dim");
  if (!t || !t->ranked || !at) return;
  Dims dims = t->dims;
  auto i = wrap_index(*at, dims.size());
  if (!i || *i >= dims.size()) return;
  dims[*i] = transformed(call, dims[*i], call.given("n") ? std::optional(dim_of(call.vm, call.arg("n"))) : std::nullopt);
  call.results[0].shape(dims);
}

// fft2, fftn: sizes `s`, dimensions `dim`; the last one is the half or double one.
void fftn(OpCall& call) {
  TensorObj* t = call.first_tensor();
  if (!t || !t->ranked) return;
  Dims dims = t->dims, sizes;
  bool sized = call.given("s") && call.dims_of("s", sizes);
  std::vector<int64_t> axes;
  if (call.given("dim") || call.index_of("dim") >= 0) (void)call.integers("dim", axes);
  if (axes.empty() && call.given("dim")) return;
  if (axes.empty()) {
    size_t count = sized ? sizes.size() : dims.size();
    for (size_t i = 0; i < count; ++i) axes.push_back(int64_t(dims.size() - count + i));
  }
  std::string_view how = call.parameter;
  for (size_t k = 0; k < axes.size(); ++k) {
    auto i = wrap_index(axes[k], dims.size());
    if (!i || *i >= dims.size()) return;
    std::optional<Dim> n = sized && k < sizes.size() && sizes[k].size > -2 ? std::optional(sizes[k]) : std::nullopt;
    call.parameter = k + 1 == axes.size() ? how : std::string_view();
    dims[*i] = transformed(call, dims[*i], n);
  }
  call.results[0].shape(dims);
}

void stft(OpCall& call) {
  TensorObj* t = call.first_tensor();
  auto n = call.integer("n_fft");
  auto hop = call.given("hop_length") ? call.integer("hop_length") : n ? std::optional(*n / 4) : std::nullopt;
  bool one_sided = !call.given("onesided") || call.flag("onesided").value_or(true);
  auto centre = call.index_of("center") >= 0 ? call.flag("center") : std::optional<bool>(false);
  if (!t || !t->ranked || t->dims.empty() || !n || !hop || *hop <= 0 || !centre) return;
  Dims dims(t->dims.begin(), t->dims.end() - 1);
  dims.push_back(dim(one_sided ? *n / 2 + 1 : *n));
  Dim frames = *centre ? dim_op(call.vm, DimOp::FloorDiv, t->dims.back(), *hop)
                       : dim_op(call.vm, DimOp::FloorDiv, dim_op(call.vm, DimOp::Sub, t->dims.back(), *n), *hop);
  dims.push_back(dim_op(call.vm, DimOp::Add, frames, 1));
  bool complex = call.flag("return_complex").value_or(true);
  if (!complex) dims.push_back(dim(2));
  call.results[0].shape(dims);
  call.results[0].dtype = complex ? to_complex(t->dtype) : to_real(t->dtype);
}

void istft(OpCall& call) {
  TensorObj* t = call.first_tensor();
  if (!t || !t->ranked || t->dims.size() < 2) return;
  Dims dims(t->dims.begin(), t->dims.end() - 2);
  Dim length = fresh_dim(call.vm);
  if (call.given("length")) length = dim_of(call.vm, call.arg("length"));
  else if (auto n = call.integer("n_fft"); n && call.flag("center").value_or(false)) {
    auto hop = call.given("hop_length") ? call.integer("hop_length") : std::optional(*n / 4);
    if (hop) length = dim_op(call.vm, DimOp::Mul, dim_op(call.vm, DimOp::Sub, t->dims.back(), 1), *hop);
  }
  dims.push_back(length);
  call.results[0].shape(dims);
  call.results[0].dtype = to_real(t->dtype);
}

void cross(OpCall& call) {
  std::vector<TensorObj*> t = call.all_tensors();
  if (t.size() < 2 || !t[0]->ranked || !t[1]->ranked) return;
  Dims dims = t[0]->dims;
  broadcast(call.vm, dims, t[1]->dims);
  call.results[0].shape(dims);
}

// lu_factor, cholesky_ex, inv_ex: the matrix, then something per matrix.
void factor(OpCall& call) {
  TensorObj* t = call.first_tensor();
  if (!t || !t->ranked || t->dims.size() < 2) return;
  call.results[0].shape(t->dims);
  for (size_t i = 1; i < call.results.size(); ++i) {
    Dims dims(t->dims.begin(), t->dims.end() - 2);
    if (call.schema->name.find("lu_factor") != std::string_view::npos && i == 1) dims.push_back(smaller(call, t));
    call.results[i].shape(dims);
    call.results[i].dtype = DType::Int32;
  }
}

constexpr std::array kRules{NamedRule{"per_matrix", per_matrix},
                            NamedRule{"spectrum", spectrum},
                            NamedRule{"eigen", eigen},
                            NamedRule{"svd", svd},
                            NamedRule{"qr", qr},
                            NamedRule{"solve", solve},
                            NamedRule{"pinv", pinv},
                            NamedRule{"fft", fft},
                            NamedRule{"fftn", fftn},
                            NamedRule{"stft", stft},
                            NamedRule{"istft", istft},
                            NamedRule{"cross", cross},
                            NamedRule{"factor", factor}};

}  // namespace

std::span<const NamedRule> linalg_rules() { return kRules; }

}  // namespace graphlift::torch
