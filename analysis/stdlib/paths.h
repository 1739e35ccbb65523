// POSIX path arithmetic on known text, for os.path and pathlib.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "analysis/stdlib/define.h"

namespace graphlift::stdlib::paths {

[[nodiscard]] std::string join(std::string_view a, std::string_view b);
[[nodiscard]] std::pair<std::string, std::string> split(std::string_view path);     // head, tail
[[nodiscard]] std::pair<std::string, std::string> splitext(std::string_view path);  // root, extension with its dot
[[nodiscard]] std::string normal(std::string_view path);
// os.fspath: text, bytes, a value that is not known, or Null with TypeError.
[[nodiscard]] Value fspath(Vm& vm, Value v);

}  // namespace graphlift::stdlib::paths
