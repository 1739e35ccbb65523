// Element types of PyTorch: names, sizes, categories and the promotion lattice.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "analysis/interp/tensor.h"

namespace graphlift::torch {

using interp::DType;

enum class Category : uint8_t { Bool, Integral, Floating, Complex, Other };

[[nodiscard]] Category category_of(DType type);
[[nodiscard]] bool is_floating(DType type);
[[nodiscard]] bool is_complex(DType type);
[[nodiscard]] bool is_integral(DType type, bool with_bool = false);
[[nodiscard]] bool is_differentiable(DType type);        // also when unknown
[[nodiscard]] int item_size(DType type);                 // bytes, 0 when unknown
[[nodiscard]] std::string_view dtype_name(DType type);   // float32; empty when unknown
[[nodiscard]] DType dtype_named(std::string_view name);  // accepts the aliases: float, half, long …
[[nodiscard]] DType promote(DType a, DType b);
[[nodiscard]] DType to_complex(DType type);
[[nodiscard]] DType to_real(DType type);  // element type of abs() and .real

struct DTypeName {
  std::string_view name;
  DType type;
};
// Every attribute of module torch that is a dtype, aliases included, canonical names first.
[[nodiscard]] std::span<const DTypeName> dtype_names();

}  // namespace graphlift::torch
