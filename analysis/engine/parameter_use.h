// How a function uses its parameters, read off its code: the evidence for what an argument without a caller must be.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "analysis/lower/code.h"

namespace graphlift::engine {

struct ParameterUse {
  enum class Kind : uint8_t {
    Attribute,    // x.text
    Argument,     // passed to the callee written `text`, as positional `position` or as keyword `keyword`
    Arithmetic,   // operand of + - * / ** and the like
    MatMul,       // operand of @
    Compared,     // operand of < == ... ; text is the string constant it is compared with, if any
    Subscripted,  // x[...]; text is the key when it is a string constant, "," when it is a tuple or a slice
    Index,        // a[x]; text is the dotted name of `a`, empty when that is a computed value
    Iterated,     // for ... in x, *x, unpacking
    Tested,       // if x
    Called,       // x(...)
    Stored,       // text = x, where text is a dotted name
  } kind;
  std::string text;
  uint32_t position = 0;
  std::string keyword;
  bool of_element = false;  // of what x holds: x[...] or a round of `for ... in x`, also through zip and enumerate
};

// Per parameter (in the order of Code::locals), every use of it or of a local that holds nothing else.
[[nodiscard]] std::vector<std::vector<ParameterUse>> uses_of_parameters(const lower::Code& code);

// Attributes that the code reads from, and assigns to, the dotted name `path`.
struct PathAttributes {
  std::vector<std::string> read, assigned;
};
[[nodiscard]] PathAttributes attributes_of(const lower::Code& code, const std::string& path);

}  // namespace graphlift::engine
