// Contents of small results whose operands' contents are known: eager set-up code reads some of them back
// (drop rates from linspace, index tables, sizes), and only there.
#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <unordered_map>

#include "analysis/torch/ops/operator.h"

namespace graphlift::torch {
namespace {

using Unary = double (*)(double);
using Binary = double (*)(double, double);

const std::unordered_map<std::string_view, Unary>& unary_functions() {
  static const std::unordered_map<std::string_view, Unary> table{{"neg", [](double x) { return -x; }},
                                                                 {"negative", [](double x) { return -x; }},
                                                                 {"abs", [](double x) { return std::fabs(x); }},
                                                                 {"exp", [](double x) { return std::exp(x); }},
                                                                 {"log", [](double x) { return std::log(x); }},
                                                                 {"log2", [](double x) { return std::log2(x); }},
                                                                 {"sqrt", [](double x) { return std::sqrt(x); }},
                                                                 {"rsqrt", [](double x) { return 1 / std::sqrt(x); }},
                                                                 {"square", [](double x) { return x * x; }},
                                                                 {"sin", [](double x) { return std::sin(x); }},
                                                                 {"cos", [](double x) { return std::cos(x); }},
                                                                 {"tanh", [](double x) { return std::tanh(x); }},
                                                                 {"sigmoid", [](double x) { return 1 / (1 + std::exp(-x)); }},
                                                                 {"floor", [](double x) { return std::floor(x); }},
                                                                 {"ceil", [](double x) { return std::ceil(x); }},
                                                                 {"round", [](double x) { return std::nearbyint(x); }},
                                                                 {"reciprocal", [](double x) { return 1 / x; }},
                                                                 {"logical_not", [](double x) { return double(x == 0); }},
                                                                 {"clone", [](double x) { return x; }},
                                                                 {"detach", [](double x) { return x; }},
                                                                 {"contiguous", [](double x) { return x; }},
                                                                 {"isnan", [](double x) { return double(std::isnan(x)); }},
                                                                 {"isinf", [](double x) { return double(std::isinf(x)); }},
                                                                 {"isfinite", [](double x) { return double(std::isfinite(x)); }}};
  return table;
}

const std::unordered_map<std::string_view, Binary>& binary_functions() {
  static const std::unordered_map<std::string_view, Binary> table{
      {"add", [](double x, double y) { return x + y; }},
      {"sub", [](double x, double y) { return x - y; }},
      {"rsub", [](double x, double y) { return y - x; }},
      {"mul", [](double x, double y) { return x * y; }},
      {"div", [](double x, double y) { return x / y; }},
      {"true_divide", [](double x, double y) { return x / y; }},
      {"floor_divide", [](double x, double y) { return std::floor(x / y); }},
      {"remainder", [](double x, double y) { return y == 0 ? NAN : x - y * std::floor(x / y); }},
      {"pow", [](double x, double y) { return std::pow(x, y); }},
      {"maximum", [](double x, double y) { return std::max(x, y); }},
      {"minimum", [](double x, double y) { return std::min(x, y); }},
      {"eq", [](double x, double y) { return double(x == y); }},
      {"ne", [](double x, double y) { return double(x != y); }},
      {"lt", [](double x, double y) { return double(x < y); }},
      {"le", [](double x, double y) { return double(x <= y); }},
      {"gt", [](double x, double y) { return double(x > y); }},
      {"ge", [](double x, double y) { return double(x >= y); }},
      {"logical_and", [](double x, double y) { return double(x != 0 && y != 0); }},
      {"logical_or", [](double x, double y) { return double(x != 0 || y != 0); }}};
  return table;
}

struct Contents {
  Dims dims;
  std::vector<double> values;
};

std::optional<Contents> contents_of(Value v) {
  v = unwrap(v);
  if (v.is_number()) return Contents{{}, {v.as_float()}};
  TensorObj* t = as_tensor(v);
  if (!t || !t->ranked || t->known.empty() || is_complex(t->dtype)) return std::nullopt;
  return Contents{t->dims, t->known};
}

// The element of an operand at a position of the broadcast result.
double element(const Contents& c, const Dims& out, size_t flat) {
  size_t index = 0, stride = 1;
  for (size_t k = 0; k < out.size(); ++k) {
    size_t axis = out.size() - 1 - k;
    size_t size = size_t(out[axis].size), at = flat % size;
    flat /= size;
    if (k >= c.dims.size()) continue;
    size_t own = size_t(c.dims[c.dims.size() - 1 - k].size);
    index += (own == 1 ? 0 : at) * stride;
    stride *= own;
  }
  return index < c.values.size() ? c.values[index] : 0;
}

double narrowed(double x, DType type) {
  if (type == DType::Bool) return x != 0;
  if (is_integral(type)) return std::trunc(x);
  if (type == DType::Float32) return double(float(x));
  return x;
}

void store(Result& r, std::vector<double> values) {
  if (is_complex(r.dtype) || r.dtype == DType::Unknown) return;
  for (double& v : values) v = narrowed(v, r.dtype);
  r.known = std::move(values);
}

void fold_reduction(OpCall& call, std::string_view name, const TensorObj* t) {
  Result& r = call.results[0];
  if (!r.ranked || !r.dims.empty()) return;  // to one number only
  const std::vector<double>& v = t->known;
  double x = 0;
  if (name == "sum" || name == "mean") {
    for (double e : v) x += e;
    if (name == "mean") x /= double(v.size());
  } else if (name == "prod") {
    x = 1;
    for (double e : v) x *= e;
  } else if (name == "max" || name == "amax") {
    x = *std::max_element(v.begin(), v.end());
  } else if (name == "min" || name == "amin") {
    x = *std::min_element(v.begin(), v.end());
  } else if (name == "any") {
    x = std::any_of(v.begin(), v.end(), [](double e) { return e != 0; });
  } else if (name == "all") {
    x = std::all_of(v.begin(), v.end(), [](double e) { return e != 0; });
  } else if (name == "argmax" && t->dims.size() == 1) {
    x = double(std::max_element(v.begin(), v.end()) - v.begin());
  } else if (name == "argmin" && t->dims.size() == 1) {
    x = double(std::min_element(v.begin(), v.end()) - v.begin());
  } else {
    return;
  }
  store(r, {x});
}

// cat of vectors, stack along the first dimension: contents follow one another.
void fold_join(OpCall& call, std::string_view name) {
  if (call.integer("dim").value_or(-9) != 0) return;
  std::vector<TensorObj*> tensors;
  if (!call.tensors("tensors", tensors)) return;
  std::vector<double> values;
  for (TensorObj* t : tensors) {
    if (!t->ranked || (t->known.empty() && known_product(t->dims) != 0)) return;
    if (name == "cat" && t->dims.empty()) return;
    values.insert(values.end(), t->known.begin(), t->known.end());
  }
  if (values.size() <= 64) store(call.results[0], std::move(values));
}

}  // namespace

void fold_contents(OpCall& call) {
  if (call.results.size() != 1 || !call.results[0].known.empty()) return;
  std::string_view name = call.schema->name;
  if (name.ends_with('_') && !name.ends_with("__")) return;
  if (name == "cat" || name == "concat" || name == "stack") return fold_join(call, name == "concat" ? "cat" : name);
  Result& r = call.results[0];
  auto count = r.ranked ? known_product(r.dims) : std::nullopt;
  if (!count || *count > 64 || *count == 0) return;
  if (auto it = binary_functions().find(name); it != binary_functions().end()) {
    if (call.given("alpha")) return;
    std::string_view rounding = call.text("rounding_mode");
    if (call.values.size() < 2) return;
    auto a = contents_of(call.values[0]), b = contents_of(call.values[1]);
    if (!a || !b) return;
    std::vector<double> values;
    for (size_t i = 0; i < size_t(*count); ++i) {
      double x = it->second(element(*a, r.dims, i), element(*b, r.dims, i));
      values.push_back(rounding == "floor" ? std::floor(x) : rounding == "trunc" ? std::trunc(x) : x);
    }
    return store(r, std::move(values));
  }
  TensorObj* t = call.first_tensor();
  if (!t || t->known.empty() || !t->ranked || is_complex(t->dtype)) return;
  if (auto it = unary_functions().find(name); it != unary_functions().end()) {
    std::vector<double> values;
    for (double x : t->known) values.push_back(it->second(x));
    return store(r, std::move(values));
  }
  static constexpr std::string_view kReshaping[] = {"view",      "reshape", "flatten",    "unflatten", "squeeze",
                                                    "unsqueeze", "view_as", "reshape_as", "ravel"};
  if (std::find(std::begin(kReshaping), std::end(kReshaping), name) != std::end(kReshaping)) {
    if (r.dtype == t->dtype && t->known.size() == size_t(*count)) r.known = t->known;
    return;
  }
  if ((name == "flip" || name == "cumsum" || name == "cumprod") && t->dims.size() == 1) {
    std::vector<double> values = t->known;
    if (name == "flip") std::reverse(values.begin(), values.end());
    else
      for (size_t i = 1; i < values.size(); ++i) values[i] = name == "cumsum" ? values[i] + values[i - 1] : values[i] * values[i - 1];
    return store(r, std::move(values));
  }
  if (call.schema->arguments.size() <= 4) fold_reduction(call, name, t);
}

}  // namespace graphlift::torch
