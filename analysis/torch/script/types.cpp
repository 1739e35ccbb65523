// Types of TorchScript; see the header.
#include "analysis/torch/script/types.h"

#include <algorithm>

namespace graphlift::torch::script {

using Kind = Type::Kind;

TypePtr make(Kind kind, std::vector<TypePtr> items) {
  auto type = std::make_shared<Type>();
  type->kind = kind;
  type->items = std::move(items);
  return type;
}

TypePtr python(interp::Value value) {
  auto type = std::make_shared<Type>();
  type->kind = Kind::Python;
  type->value = value;
  return type;
}

std::string text_of(const Type& type) {
  const auto items = [&] {
    std::string out;
    for (const TypePtr& item : type.items) out += (out.empty() ? "" : ", ") + text_of(*item);
    return out;
  };
  switch (type.kind) {
    case Kind::Unknown: return "?";
    case Kind::Tensor: return "Tensor";
    case Kind::Int: return "int";
    case Kind::Float: return "float";
    case Kind::Bool: return "bool";
    case Kind::Str: return "str";
    case Kind::None: return "None";
    case Kind::Device: return "device";
    case Kind::List: return "List[" + items() + "]";
    case Kind::Dict: return "Dict[" + items() + "]";
    case Kind::Tuple: return "Tuple[" + items() + "]";
    case Kind::Optional: return "Optional[" + items() + "]";
    case Kind::Object: return "object";
    case Kind::Python: return "a Python object";
  }
  return "?";
}

bool is_known(const Type& type) {
  return type.kind != Kind::Unknown && std::all_of(type.items.begin(), type.items.end(), [](const TypePtr& t) { return is_known(*t); });
}

bool same(const Type& a, const Type& b) {
  if (a.kind == Kind::Unknown || b.kind == Kind::Unknown) return true;
  if (a.kind != b.kind || a.items.size() != b.items.size()) return false;
  for (size_t i = 0; i < a.items.size(); ++i)
    if (!same(*a.items[i], *b.items[i])) return false;
  return true;
}

bool fits(const Type& a, const Type& b) {
  if (same(a, b)) return true;
  if (a.kind == Kind::Python || b.kind == Kind::Python || a.kind == Kind::Object || b.kind == Kind::Object) return true;
  if (b.kind == Kind::Optional) {
    if (a.kind == Kind::None) return true;
    return fits(a.kind == Kind::Optional ? *a.items[0] : a, *b.items[0]);
  }
  if (a.kind == Kind::Tuple && b.kind == Kind::Tuple && a.items.size() == b.items.size()) {
    for (size_t i = 0; i < a.items.size(); ++i)
      if (!fits(*a.items[i], *b.items[i])) return false;
    return true;
  }
  return false;
}

}  // namespace graphlift::torch::script
