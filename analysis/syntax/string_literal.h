// Decodes the inside of a Python string literal.
#pragma once

#include <string>
#include <string_view>

namespace graphlift::syntax {

struct StringPrefix {
  bool raw = false;
  bool bytes = false;
  bool format = false;
};
[[nodiscard]] StringPrefix read_string_prefix(std::string_view start);  // `rb"`, `f'''`, …

// Appends the value of `content` to `out`. Strings come out as UTF-8 (lone surrogates in the same scheme), bytes as they are.
// `format` also turns `{{` and `}}` into one brace.
void decode_string(std::string_view content, StringPrefix prefix, std::string& out);

}  // namespace graphlift::syntax
