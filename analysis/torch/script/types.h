// The types of TorchScript, as far as accepting a program needs them.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "analysis/interp/value.h"

namespace graphlift::torch::script {

struct Type;
using TypePtr = std::shared_ptr<const Type>;

struct Type {
  enum class Kind : uint8_t {
    Unknown,  // not followed: no claim is made about it
    Tensor,
    Int,
    Float,
    Bool,
    Str,
    None,
    Device,  // devices, dtypes, layouts
    List,
    Dict,
    Tuple,
    Optional,
    Object,  // of a class that is scripted with the code
    Python,  // a module, function, class or container of Python: it has no type, only uses
  } kind = Kind::Unknown;
  std::vector<TypePtr> items;  // element, or key and value; of a tuple all
  interp::Value value;         // Python: what it is; Object: its class
};

[[nodiscard]] TypePtr make(Type::Kind kind, std::vector<TypePtr> items = {});
[[nodiscard]] TypePtr python(interp::Value value);
[[nodiscard]] std::string text_of(const Type& type);
[[nodiscard]] bool same(const Type& a, const Type& b);
// May a value of type A be where B is wanted? Yes where either is not known.
[[nodiscard]] bool fits(const Type& a, const Type& b);
[[nodiscard]] bool is_known(const Type& type);  // no part is Unknown

}  // namespace graphlift::torch::script
