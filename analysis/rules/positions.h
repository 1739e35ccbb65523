// Turns positions of the machine into what a report shows; implemented over the project's file table.
#pragma once

#include <cstdint>
#include <string>

#include "analysis/base/span.h"
#include "analysis/lower/code.h"

namespace graphlift::rules {

class Positions {
 public:
  virtual ~Positions() = default;
  struct Range {
    std::string file;                                             // display path: relative to the root, or `site-packages/...`
    uint32_t line = 0, column = 0, end_line = 0, end_column = 0;  // 1-based, code points, half-open
  };
  virtual Range range(lower::FileId file, Span span) = 0;
  virtual std::string text(lower::FileId file, Span span) = 0;  // the source as written
};

}  // namespace graphlift::rules
