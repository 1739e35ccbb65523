// The comments of a source text, each with the logical line that it belongs to.
#pragma once

#include <string_view>
#include <vector>

#include "analysis/base/span.h"

namespace graphlift::syntax {

struct Comment {
  Span span;              // from `#` to the end of the line
  bool own_line = false;  // nothing else stands on its line, and no bracket is open
  Span statement;         // the logical line that holds it or ends on its line; for one on its own line the next one; empty at the end
};

[[nodiscard]] std::vector<Comment> comments(std::string_view source);

}  // namespace graphlift::syntax
