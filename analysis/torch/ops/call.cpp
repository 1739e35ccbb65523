// Typed access to the arguments of an operator call.
#include "analysis/torch/ops/call.h"

#include <charconv>
#include <cstdlib>

namespace graphlift::torch {

using interp::cast;

Value default_value(Vm& vm, std::string_view text) {
  if (text.empty() || text == "None") return Value::none();
  if (text == "True" || text == "False") return Value::boolean(text == "True");
  if (text == "Mean") return Value::integer(0);  // what the bindings' parser makes of the word; torch.nn.functional always passes a number
  if (text.front() == '"' || text.front() == '\'') return vm.str(text.substr(1, text.size() - 2));
  if (text.front() == '[') {
    std::vector<Value> items;
    text = text.substr(1, text.size() - 2);
    while (!text.empty()) {
      size_t comma = text.find(',');
      std::string_view item = text.substr(0, comma);
      while (!item.empty() && item.front() == ' ') item.remove_prefix(1);
      items.push_back(default_value(vm, item));
      text = comma == text.npos ? std::string_view() : text.substr(comma + 1);
    }
    return vm.tuple(std::move(items));
  }
  int64_t integer = 0;
  auto parsed = std::from_chars(text.data(), text.data() + text.size(), integer);
  if (parsed.ec == std::errc() && parsed.ptr == text.data() + text.size()) return Value::integer(integer);
  std::string copy(text);
  char* end = nullptr;
  double real = std::strtod(copy.c_str(), &end);
  if (end != copy.c_str() && *end == '\0') return Value::real(real);
  return Value::none();  // an enumeration: contiguous_format, long
}

int OpCall::index_of(std::string_view argument) const {
  for (size_t i = 0; i < schema->arguments.size(); ++i)
    if (schema->arguments[i].name == argument) return int(i);
  return -1;
}

Value OpCall::arg(std::string_view argument) const {
  int i = index_of(argument);
  if (i < 0) return Value::none();
  if (!values[size_t(i)].null()) return values[size_t(i)];
  const models::Argument& declared = schema->arguments[size_t(i)];
  return declared.has_default ? default_value(vm, declared.default_text) : Value::none();
}

bool OpCall::given(std::string_view argument) const {
  int i = index_of(argument);
  return i >= 0 && !values[size_t(i)].null() && !values[size_t(i)].is_none();
}

TensorObj* OpCall::tensor(std::string_view argument) const { return as_tensor(arg(argument)); }

TensorObj* OpCall::first_tensor() const {
  for (Value v : values) {
    if (TensorObj* t = as_tensor(v)) return t;
    if (const auto* items = sequence_items(v))
      for (Value item : *items)
        if (TensorObj* t = as_tensor(item)) return t;
  }
  return nullptr;
}

std::optional<int64_t> OpCall::integer(std::string_view argument) const {
  Value v = unwrap(arg(argument));
  if (v.is_integral()) return v.as_int();
  if (v.is_float() && v.f == double(int64_t(v.f))) return int64_t(v.f);
  if (const auto* items = sequence_items(v); items && items->size() == 1 && unwrap((*items)[0]).is_integral())
    return unwrap((*items)[0]).as_int();
  return std::nullopt;
}

std::optional<double> OpCall::number(std::string_view argument) const {
  Value v = unwrap(arg(argument));
  if (v.is_number()) return v.as_float();
  return std::nullopt;
}

std::optional<bool> OpCall::flag(std::string_view argument) const {
  Value v = arg(argument);
  if (v.is_none()) return false;
  if (v.is_integral()) return v.as_int() != 0;
  return std::nullopt;
}

std::string_view OpCall::text(std::string_view argument) const {
  Value v = unwrap(arg(argument));
  return v.is_str() ? interp::text_of(v) : std::string_view();
}

bool OpCall::dims_of(std::string_view argument, Dims& into) const {
  Value v = unwrap(arg(argument));
  into.clear();
  if (is_integer(vm, v)) {
    into.push_back(dim_of(vm, v));
    return true;
  }
  if (v.is_integral() || v.is_none()) return false;
  const auto* items = sequence_items(v);
  if (!items) return false;
  if (auto* list = cast<ListObj>(v); list && list->open) return false;
  for (Value item : *items) {
    Value u = unwrap(item);
    // -1 stays recognisable: view, expand and reshape give it a meaning of its own.
    into.push_back(u.is_integral() && u.as_int() < 0 ? Dim{u.as_int() - 1, 0, false} : dim_of(vm, u));
  }
  return true;
}

bool OpCall::integers(std::string_view argument, std::vector<int64_t>& into) const {
  Value v = unwrap(arg(argument));
  into.clear();
  if (v.is_integral()) {
    into.push_back(v.as_int());
    return true;
  }
  const auto* items = sequence_items(v);
  if (!items) return false;
  if (auto* list = cast<ListObj>(v); list && list->open) return false;
  for (Value item : *items) {
    Value u = unwrap(item);
    if (!u.is_integral()) return false;
    into.push_back(u.as_int());
  }
  return true;
}

bool OpCall::tensors(std::string_view argument, std::vector<TensorObj*>& into) const {
  Value v = unwrap(arg(argument));
  into.clear();
  if (TensorObj* t = as_tensor(v)) {  // a tensor counts as the list of its rows
    (void)t;
    return false;
  }
  const auto* items = sequence_items(v);
  if (!items) return false;
  bool complete = true;
  if (auto* list = cast<ListObj>(v)) complete = !list->open;
  for (Value item : *items) {
    TensorObj* t = as_tensor(item);
    complete &= t != nullptr;
    into.push_back(t);
  }
  return complete;
}

std::vector<TensorObj*> OpCall::all_tensors() const {
  std::vector<TensorObj*> found;
  for (Value v : values) {
    if (TensorObj* t = as_tensor(v)) {
      found.push_back(t);
    } else if (const auto* items = sequence_items(v)) {
      for (Value item : *items)
        if (TensorObj* element = as_tensor(item)) found.push_back(element);
    }
  }
  return found;
}

Dim OpCall::size(TensorObj* t, int64_t index) const {
  if (!t || !t->ranked) return fresh_dim(vm);
  auto at = wrap_index(index, t->dims.size());
  return at && *at < t->dims.size() ? t->dims[*at] : t->dims.empty() && at ? dim(1) : fresh_dim(vm);
}

}  // namespace graphlift::torch
