// An abstract tensor: what shape inference and graph compilers know without the data. Framework-neutral.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "analysis/interp/object.h"

namespace graphlift::interp {

// Element types, named as PyTorch names them; Unknown joins different ones.
enum class DType : uint8_t {
  Unknown,
  Bool,
  UInt8,
  Int8,
  Int16,
  Int32,
  Int64,
  UInt16,
  UInt32,
  UInt64,
  Float16,
  BFloat16,
  Float32,
  Float64,
  Complex32,
  Complex64,
  Complex128,
  Float8E4M3,
  Float8E5M2,
  QInt8,
  QUInt8,
  QInt32,
  String,
  Object,
};

// A dimension: known (>= 0) or not. Unknown ones carry a symbol, so that two uses of one input dimension are seen to be equal.
struct Dim {
  int64_t size = -1;    // >= 0 when known
  uint32_t symbol = 0;  // non-zero and equal: the same number
  bool data = false;    // its size depends on tensor contents (nonzero, mask indexing) and was captured in the graph
  [[nodiscard]] bool known() const { return size >= 0; }
  bool operator==(const Dim&) const = default;
};

struct TensorObj final : Object {
  DType dtype = DType::Unknown;
  bool ranked = false;  // dims is meaningful
  std::vector<Dim> dims;
  Value device;  // a device object or Null when unknown
  bool requires_grad = false;
  bool leaf = true;           // created by the user, not by an operator on a tensor that requires grad
  bool parameter = false;     // nn.Parameter or a registered buffer: reachable from module state
  bool region_input = false;  // exists outside the running region (argument, attribute, global)
  bool ndarray = false;       // a NumPy array that the framework traces as a tensor
  bool sparse = false, nested = false;
  bool rng = false;       // contents come from random numbers
  LawId law = 0;          // how its one element is distributed, where that is known
  bool variable = false;  // tf.Variable
  uint32_t storage = 0;   // equal: may share memory
  OriginId origin;
  DictObj* attrs = nullptr;  // Python attributes set on it
  Value grad;
  // Contents when they are known and small (torch.tensor(3), arange of a constant): eager code outside regions may read them.
  // Row-major, size = product of dims; empty when unknown.
  std::vector<double> known;
  TensorObj() : Object(ObjKind::Tensor) {}
};

template <>
inline TensorObj* cast<TensorObj>(Value v) {
  return v.tag == Tag::Object && v.o->kind == ObjKind::Tensor ? static_cast<TensorObj*>(v.o) : nullptr;
}

}  // namespace graphlift::interp
