// What the public names of torch and its C++ modules are bound to, and the attributes of torch.Tensor.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace graphlift::models {

enum class ExportKind : uint8_t {
  Operator,      // a C++ binding of an operator; target aten::add
  Builtin,       // another C++ function; target module:qualname
  Function,      // a Python function; target module:qualname
  Class,         // target module:qualname
  Module,        // target module
  DType,         // target float32 (its canonical name: torch.float is float32)
  Layout,        // target strided
  MemoryFormat,  // target contiguous_format
  QScheme,       // target per_tensor_affine
  Constant,      // target: the value as a Python literal
  Object,        // an instance of something else; target: the class, module:qualname
};

struct Export {
  std::string_view module;  // torch
  std::string_view name;    // relu
  ExportKind kind;
  std::string_view target;
  std::string_view target_module() const { return target.substr(0, target.find(':')); }
  std::string_view target_name() const {
    return target.find(':') == target.npos ? std::string_view() : target.substr(target.find(':') + 1);
  }
};

// MODULE is torch, torch.linalg, torch.nn.functional, torch._C._nn …; null when the table has no such name.
[[nodiscard]] const Export* find_export(std::string_view module, std::string_view name);
// True when the table lists MODULE, so that a missing name is an AttributeError and not ignorance.
[[nodiscard]] bool exports_module(std::string_view module);
[[nodiscard]] std::vector<const Export*> exports_of(std::string_view module);

enum class AttributeKind : uint8_t {
  OperatorMethod,  // target aten::add; schemas have `method`
  Property,        // C++ property; target: type of the value (shape: Size, dtype: dtype, device: device, T: Tensor, …)
  PythonMethod,    // target module:qualname
  PythonProperty,  // target: type of the value
  BuiltinMethod,   // C++ method that is no operator (numpy, tolist, stride …); target: type of the value, Any when unknown
  ClassAttribute,  // anything else; target: type of the value
};

struct TensorAttribute {
  std::string_view name;
  AttributeKind kind;
  std::string_view target;
  bool writable = false;  // a property with a setter
};

[[nodiscard]] const TensorAttribute* find_tensor_attribute(std::string_view name);

}  // namespace graphlift::models
