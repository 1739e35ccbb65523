// Source lines for writers and fingerprints; implemented over the project's file table.
#pragma once

#include <cstdint>
#include <string_view>

namespace graphlift::report {

class SourceText {
 public:
  virtual ~SourceText() = default;
  // Line `number` (1-based) of the file with this display path, without its newline; empty when there is none.
  [[nodiscard]] virtual std::string_view line(std::string_view file, uint32_t number) = 0;
  // The whole file; empty when there is none, and for notebooks.
  [[nodiscard]] virtual std::string_view text(std::string_view /*file*/) { return {}; }
};

}  // namespace graphlift::report
