// Half-open byte range in one source file.
#pragma once

#include <cstdint>

namespace graphlift {

struct Span {
  uint32_t start = 0;
  uint32_t end = 0;
};

}  // namespace graphlift
