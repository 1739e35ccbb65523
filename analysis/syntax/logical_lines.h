// Splits source that does not parse into logical lines, without a grammar: where statements begin and end, and what is plainly broken.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "analysis/base/span.h"

namespace graphlift::syntax {

struct LogicalLine {
  Span span;            // without indentation, comment and newline
  uint32_t indent = 0;  // columns, a tab goes to the next multiple of 8
  uint32_t fault_at = 0;
  std::string fault;  // why it cannot be read, or empty
};

[[nodiscard]] std::vector<LogicalLine> logical_lines(std::string_view source);

// Writes each logical line that brackets hold together on one line, keeping all offsets: newlines and comments in brackets become blanks.
// (The grammar's scanner may see the end of a suite where a line in brackets stands further left.) Returns false when there is none.
bool join_bracketed_lines(std::string& source);

// The identifier or keyword at the start of `text`.
[[nodiscard]] std::string_view first_word(std::string_view text);

}  // namespace graphlift::syntax
