// Helpers of the output formats: escaping, cutting, and where in the project's own code a finding is shown.
#pragma once

#include <string>
#include <string_view>

#include "analysis/report/report.h"

namespace graphlift::report {

[[nodiscard]] std::string escape_markup(std::string_view text);           // for XML and HTML, content and attributes
[[nodiscard]] std::string encode_uri(std::string_view path);              // a path as a relative URI
[[nodiscard]] std::string cut(std::string_view text, size_t most);        // in bytes, at a character, with an ellipsis
[[nodiscard]] std::string counted(size_t number, std::string_view noun);  // `3 warnings`

// A path as a service knows it: notebooks without the cell, PREFIX (with its slash) in front of the project's own files.
[[nodiscard]] std::string shown_path(std::string_view file, std::string_view prefix);

[[nodiscard]] bool is_installed(std::string_view file);  // `site-packages/...`, `stdlib/...`, generated code

// Services show what stands in the repository. A finding in an installed package is shown at the innermost call in the project's own
// code that leads there, else where its region is compiled; `moved` says so.
struct Anchor {
  std::string file;
  uint32_t line = 1, column = 1, end_line = 1, end_column = 1;
  bool moved = false;
};
[[nodiscard]] Anchor anchor_of(const Finding& finding, const Report& report);

// The message with its condition, and the place when it is shown elsewhere.
[[nodiscard]] std::string sentence(const Finding& finding, const Anchor& anchor);

// What the break does to the function; empty when there is no break.
[[nodiscard]] std::string_view explain(Effect effect);

}  // namespace graphlift::report
