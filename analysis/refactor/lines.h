// A text as its lines, each with its end.
#pragma once

#include <algorithm>
#include <string_view>
#include <vector>

namespace graphlift::refactor {

[[nodiscard]] inline std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> out;
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
    out.push_back(text.substr(0, end));
    text.remove_prefix(end);
  }
  return out;
}

}  // namespace graphlift::refactor
