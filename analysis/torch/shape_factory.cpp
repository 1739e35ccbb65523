// Shapes (and small contents) of operators that make tensors from sizes and numbers.
#include <array>
#include <cmath>

#include "analysis/torch/shape_rules.h"

namespace graphlift::torch {
namespace {

constexpr size_t kMostKnown = 64;

void fill(Result& r, double value) {
  auto count = known_product(r.dims);
  if (r.ranked && count && size_t(*count) <= kMostKnown) r.known.assign(size_t(*count), value);
}

void fill_by_name(OpCall& call, Result& r) {
  std::string_view name = call.schema->name;
  auto is = [&](std::string_view what) {
    return name == what || name == "new_" + std::string(what) || name == std::string(what) + "_like";
  };
  if (is("zeros")) return fill(r, 0);
  if (is("ones")) return fill(r, 1);
  if (is("full")) {
    Value v = unwrap(call.arg("fill_value"));
    if (v.is_number()) fill(r, v.as_float());
  }
}

void sized(OpCall& call) {
  Dims dims;
  if (call.dims_of("size", dims)) call.results[0].shape(dims);
  fill_by_name(call, call.results[0]);
}

void like(OpCall& call) {
  set_like(call, 0, call.first_tensor());
  fill_by_name(call, call.results[0]);
}

// new_zeros and friends: sizes given, dtype of self.
void new_sized(OpCall& call) { sized(call); }

void arange(OpCall& call) {
  Value start = call.given("start") ? unwrap(call.arg("start")) : Value::integer(0), end = unwrap(call.arg("end")),
        step = call.given("step") ? unwrap(call.arg("step")) : Value::integer(1);
  Result& r = call.results[0];
  bool to_end = call.schema->name == "range";
  if (start.is_number() && end.is_number() && step.is_number() && step.as_float() != 0) {
    double span = (end.as_float() - start.as_float()) / step.as_float();
    int64_t count = std::max<int64_t>(0, int64_t(to_end ? std::floor(span) + 1 : std::ceil(span)));
    r.shape({dim(count)});
    if (size_t(count) <= kMostKnown)
      for (int64_t i = 0; i < count; ++i) r.known.push_back(start.as_float() + double(i) * step.as_float());
    return;
  }
  bool unit = step.is_integral() && step.as_int() == 1;
  if (unit && is_integer(call.vm, end) && is_integer(call.vm, start) && !to_end)
    return r.shape({start.is_integral() && start.as_int() == 0
                        ? dim_of(call.vm, end)
                        : dim_op(call.vm, DimOp::Sub, dim_of(call.vm, end), dim_of(call.vm, start))});
  r.shape({fresh_dim(call.vm, call.vm.when(end) == When::Data || call.vm.when(start) == When::Data)});
}

void linspace(OpCall& call) {
  Result& r = call.results[0];
  Dims dims{dim_of(call.vm, call.arg("steps"))};
  r.shape(dims);
  auto start = call.number("start"), end = call.number("end");
  if (!dims[0].known() || !start || !end || size_t(dims[0].size) > kMostKnown) return;
  int64_t n = dims[0].size;
  for (int64_t i = 0; i < n; ++i) {
    double at = n > 1 ? *start + (*end - *start) * double(i) / double(n - 1) : *start;
    r.known.push_back(call.schema->name == "logspace" ? std::pow(call.number("base").value_or(10), at) : at);
  }
}

void eye(OpCall& call) {
  Dim n = dim_of(call.vm, call.arg("n"));
  call.results[0].shape({n, call.given("m") ? dim_of(call.vm, call.arg("m")) : n});
}

// One dimension of length n: randperm, windows, fftfreq.
void length(OpCall& call) {
  std::string_view name = call.parameter.empty() ? std::string_view("n") : call.parameter;
  call.results[0].shape({dim_of(call.vm, call.arg(name))});
}

void rfftfreq(OpCall& call) {
  Dim n = dim_of(call.vm, call.arg("n"));
  call.results[0].shape({dim_op(call.vm, DimOp::Add, dim_op(call.vm, DimOp::FloorDiv, n, 2), 1)});
}

void triangle_indices(OpCall& call) {
  auto rows = call.integer("row"), columns = call.integer("col"), offset = call.integer("offset");
  if (!rows || !columns || !offset) return call.results[0].shape({dim(2), fresh_dim(call.vm)});
  bool upper = call.schema->name == "triu_indices";
  int64_t count = 0;
  for (int64_t r = 0; r < *rows; ++r) {
    int64_t edge = std::min(std::max<int64_t>(r + *offset + (upper ? 0 : 1), 0), *columns);
    count += upper ? *columns - edge : edge;
  }
  call.results[0].shape({dim(2), dim(count)});
}

// normal(mean, std): of the tensors, or of `size`.
void normal(OpCall& call) {
  if (call.given("size")) return sized(call);
  std::vector<TensorObj*> operands = call.all_tensors();
  Dims dims;
  for (TensorObj* t : operands) {
    if (!t->ranked) return;
    broadcast(call.vm, dims, t->dims);
  }
  if (!operands.empty()) call.results[0].shape(dims);
}

constexpr std::array kRules{NamedRule{"sized", sized},   NamedRule{"like", like},         NamedRule{"new_sized", new_sized},
                            NamedRule{"arange", arange}, NamedRule{"linspace", linspace}, NamedRule{"eye", eye},
                            NamedRule{"length", length}, NamedRule{"rfftfreq", rfftfreq}, NamedRule{"triangle_indices", triangle_indices},
                            NamedRule{"normal", normal}};

}  // namespace

std::span<const NamedRule> factory_rules() { return kRules; }

}  // namespace graphlift::torch
