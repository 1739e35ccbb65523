// Positions in a file's text: byte offsets, lines, columns in characters and in bytes.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace graphlift::report {

class SourceIndex {
 public:
  explicit SourceIndex(std::string_view text);

  struct Spot {
    uint32_t line = 1, column = 1, byte_column = 1;  // 1-based; `column` counts code points
  };
  [[nodiscard]] Spot at(size_t offset) const;

 private:
  std::string_view text_;
  std::vector<size_t> starts_{0};
};

// The column in bytes of a line's column in code points, both 1-based.
[[nodiscard]] uint32_t byte_column(std::string_view line, uint32_t column);

}  // namespace graphlift::report
