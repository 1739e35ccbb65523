// Dimensions: arithmetic that keeps provable equalities, and the way between dimensions and Python integers.
#pragma once

#include <optional>
#include <vector>

#include "analysis/torch/tensor_state.h"

namespace graphlift::torch {

using Dims = std::vector<Dim>;

[[nodiscard]] inline Dim dim(int64_t size) { return Dim{size < 0 ? 0 : size, 0, false}; }
[[nodiscard]] Dim fresh_dim(Vm& vm, bool data = false);
[[nodiscard]] bool same_dim(Dim a, Dim b);  // provably equal

enum class DimOp : int64_t { Add, Sub, Mul, FloorDiv, CeilDiv };
[[nodiscard]] Dim dim_op(Vm& vm, DimOp op, Dim a, Dim b);
[[nodiscard]] inline Dim dim_op(Vm& vm, DimOp op, Dim a, int64_t b) {
  if (b < 0 && op == DimOp::Add) return dim_op(vm, DimOp::Sub, a, Dim{-b, 0, false});
  if (b < 0 && op == DimOp::Sub) return dim_op(vm, DimOp::Add, a, Dim{-b, 0, false});
  return dim_op(vm, op, a, Dim{b, 0, false});
}
[[nodiscard]] Dim product(Vm& vm, const Dims& dims);

// A Python integer as a dimension; a Sym without a symbol gets one, so that its later uses are seen to be equal.
[[nodiscard]] Dim dim_of(Vm& vm, Value v);
[[nodiscard]] Value dim_value(Vm& vm, Dim d);
[[nodiscard]] Value size_value(Vm& vm, const Dims& dims);  // a torch.Size
[[nodiscard]] std::optional<int64_t> known_product(const Dims& dims);
[[nodiscard]] bool all_known(const Dims& dims);

// Result of broadcasting; false when the operands cannot fit.
bool broadcast(Vm& vm, Dims& into, const Dims& other);
// A dimension index, negative ones counted from the end; nullopt when unknown or out of range.
[[nodiscard]] std::optional<size_t> wrap_index(int64_t index, size_t rank);

}  // namespace graphlift::torch
