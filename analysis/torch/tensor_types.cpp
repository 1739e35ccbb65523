// Element types of PyTorch: names, sizes, categories and the promotion lattice.
#include "analysis/torch/tensor_types.h"

#include <algorithm>
#include <array>

namespace graphlift::torch {
namespace {

struct Row {
  DType type;
  std::string_view name;
  Category category;
  int bytes;
};

constexpr std::array kRows{
    Row{DType::Bool, "bool", Category::Bool, 1},
    Row{DType::UInt8, "uint8", Category::Integral, 1},
    Row{DType::Int8, "int8", Category::Integral, 1},
    Row{DType::Int16, "int16", Category::Integral, 2},
    Row{DType::Int32, "int32", Category::Integral, 4},
    Row{DType::Int64, "int64", Category::Integral, 8},
    Row{DType::UInt16, "uint16", Category::Integral, 2},
    Row{DType::UInt32, "uint32", Category::Integral, 4},
    Row{DType::UInt64, "uint64", Category::Integral, 8},
    Row{DType::Float16, "float16", Category::Floating, 2},
    Row{DType::BFloat16, "bfloat16", Category::Floating, 2},
    Row{DType::Float32, "float32", Category::Floating, 4},
    Row{DType::Float64, "float64", Category::Floating, 8},
    Row{DType::Complex32, "complex32", Category::Complex, 4},
    Row{DType::Complex64, "complex64", Category::Complex, 8},
    Row{DType::Complex128, "complex128", Category::Complex, 16},
    Row{DType::Float8E4M3, "float8_e4m3fn", Category::Floating, 1},
    Row{DType::Float8E5M2, "float8_e5m2", Category::Floating, 1},
    Row{DType::QInt8, "qint8", Category::Other, 1},
    Row{DType::QUInt8, "quint8", Category::Other, 1},
    Row{DType::QInt32, "qint32", Category::Other, 4},
};

constexpr std::array kNames{
    DTypeName{"bool", DType::Bool},
    DTypeName{"uint8", DType::UInt8},
    DTypeName{"int8", DType::Int8},
    DTypeName{"int16", DType::Int16},
    DTypeName{"int32", DType::Int32},
    DTypeName{"int64", DType::Int64},
    DTypeName{"uint16", DType::UInt16},
    DTypeName{"uint32", DType::UInt32},
    DTypeName{"uint64", DType::UInt64},
    DTypeName{"float16", DType::Float16},
    DTypeName{"bfloat16", DType::BFloat16},
    DTypeName{"float32", DType::Float32},
    DTypeName{"float64", DType::Float64},
    DTypeName{"complex32", DType::Complex32},
    DTypeName{"complex64", DType::Complex64},
    DTypeName{"complex128", DType::Complex128},
    DTypeName{"float8_e4m3fn", DType::Float8E4M3},
    DTypeName{"float8_e5m2", DType::Float8E5M2},
    DTypeName{"qint8", DType::QInt8},
    DTypeName{"quint8", DType::QUInt8},
    DTypeName{"qint32", DType::QInt32},
    DTypeName{"short", DType::Int16},
    DTypeName{"int", DType::Int32},
    DTypeName{"long", DType::Int64},
    DTypeName{"half", DType::Float16},
    DTypeName{"float", DType::Float32},
    DTypeName{"double", DType::Float64},
    DTypeName{"chalf", DType::Complex32},
    DTypeName{"cfloat", DType::Complex64},
    DTypeName{"cdouble", DType::Complex128},
};

const Row* row_of(DType type) {
  const auto* row = std::find_if(kRows.begin(), kRows.end(), [&](const Row& r) { return r.type == type; });
  return row == kRows.end() ? nullptr : row;
}

// Position in float16/bfloat16 < float32 < float64, for comparing floats and the parts of complex numbers.
int float_rank(DType type) {
  switch (type) {
    case DType::Float16:
    case DType::BFloat16:
    case DType::Complex32: return 1;
    case DType::Float32:
    case DType::Complex64: return 2;
    case DType::Float64:
    case DType::Complex128: return 3;
    default: return 0;
  }
}

DType promote_integers(DType a, DType b) {
  if (a == DType::UInt8 || b == DType::UInt8) {
    DType other = a == DType::UInt8 ? b : a;
    return other == DType::Int8 ? DType::Int16 : other;
  }
  return item_size(a) >= item_size(b) ? a : b;
}

}  // namespace

Category category_of(DType type) {
  const Row* row = row_of(type);
  return row ? row->category : Category::Other;
}
bool is_floating(DType type) { return category_of(type) == Category::Floating; }
bool is_complex(DType type) { return category_of(type) == Category::Complex; }
bool is_integral(DType type, bool with_bool) {
  Category category = category_of(type);
  return category == Category::Integral || (with_bool && category == Category::Bool);
}
bool is_differentiable(DType type) { return type == DType::Unknown || is_floating(type) || is_complex(type); }
int item_size(DType type) {
  const Row* row = row_of(type);
  return row ? row->bytes : 0;
}
std::string_view dtype_name(DType type) {
  const Row* row = row_of(type);
  return row ? row->name : std::string_view();
}
DType dtype_named(std::string_view name) {
  const auto* entry = std::find_if(kNames.begin(), kNames.end(), [&](const DTypeName& n) { return n.name == name; });
  return entry == kNames.end() ? DType::Unknown : entry->type;
}
std::span<const DTypeName> dtype_names() { return kNames; }

DType to_complex(DType type) {
  switch (type) {
    case DType::Unknown: return DType::Unknown;
    case DType::Float16:
    case DType::Complex32: return DType::Complex32;
    case DType::Float64:
    case DType::Complex128: return DType::Complex128;
    default: return DType::Complex64;
  }
}
DType to_real(DType type) {
  switch (type) {
    case DType::Complex32: return DType::Float16;
    case DType::Complex64: return DType::Float32;
    case DType::Complex128: return DType::Float64;
    default: return type;
  }
}

DType promote(DType a, DType b) {
  if (a == b) return a;
  if (a == DType::Unknown || b == DType::Unknown) return DType::Unknown;
  Category ca = category_of(a), cb = category_of(b);
  if (ca == Category::Other || cb == Category::Other) return DType::Unknown;
  if (ca > cb) {
    std::swap(a, b);
    std::swap(ca, cb);
  }
  if (cb == Category::Complex) {
    if (ca < Category::Floating) return b;
    int rank = std::max(float_rank(a), float_rank(b));
    return rank >= 3 ? DType::Complex128 : rank == 2 || a == DType::BFloat16 ? DType::Complex64 : DType::Complex32;
  }
  if (cb == Category::Floating) {
    if (ca < Category::Floating) return b;
    int ra = float_rank(a), rb = float_rank(b);
    if (ra == 1 && rb == 1) return DType::Float32;  // float16 with bfloat16
    return ra >= rb ? a : b;
  }
  if (ca == Category::Bool) return b;
  return promote_integers(a, b);
}

}  // namespace graphlift::torch
