// Arguments of a call, already evaluated.
#pragma once

#include <initializer_list>
#include <string_view>
#include <utility>
#include <vector>

#include "analysis/interp/object.h"

namespace graphlift::interp {

struct Args {
  std::vector<Value> pos;                           // includes self for methods
  std::vector<std::pair<const StrObj*, Value>> kw;  // in call order
  bool open_pos = false;                            // *args of unknown length was passed: there may be more
  bool open_kw = false;                             // **kwargs with unknown keys was passed
  NativeObj* callee = nullptr;

  [[nodiscard]] size_t size() const { return pos.size(); }
  [[nodiscard]] Value operator[](size_t i) const { return i < pos.size() ? pos[i] : Value(); }  // Null when absent
  [[nodiscard]] Value keyword(std::string_view name) const {
    for (const auto& [k, v] : kw)
      if (k->text == name) return v;
    return {};
  }
  // Positional i or keyword `name`; Null when neither was given.
  [[nodiscard]] Value get(size_t i, std::string_view name) const { return i < pos.size() ? pos[i] : keyword(name); }

  // Binds to a signature such as "self, iterable, /, key=, *, reverse=, **": `=` optional (stays Null), `*` keyword-only
  // after it, `/` positional-only before it, a final `*` or `**` tolerates extra positional or keyword arguments.
  // False with TypeError set when the call does not fit.
  bool bind(Vm& vm, std::string_view signature, std::initializer_list<Value*> out);
};

}  // namespace graphlift::interp
