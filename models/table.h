// Sorted tab-separated tables that are part of the binary: found by binary search over the text, never parsed as a whole.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace graphlift::models {

// The text of models/PATH as it was when graphlift was built; empty when there is no such table.
[[nodiscard]] std::string_view embedded(std::string_view path);

// A table of PyTorch, of the version in use (models/torch_versions.h): operators, exports …
[[nodiscard]] std::string_view embedded_torch(std::string_view table);
// The paths of all embedded tables.
[[nodiscard]] std::vector<std::string_view> embedded_paths();

// One line of a table. Cells are views of the embedded text, still escaped (\t, \n, \\); see unescape().
struct Row {
  std::string_view line;
  [[nodiscard]] std::string_view cell(unsigned column) const;  // empty past the last column
};

[[nodiscard]] std::string unescape(std::string_view cell);

// Lines that start with '#' come first and are comments; the rest is sorted bytewise and keyed by the first column.
class Table {
 public:
  explicit Table(std::string_view text);
  // The lines whose first column is KEY, one after another; empty when there are none.
  [[nodiscard]] std::string_view find(std::string_view key) const;
  // The lines whose first column starts with PREFIX.
  [[nodiscard]] std::string_view find_prefix(std::string_view prefix) const;
  [[nodiscard]] std::string_view body() const { return body_; }

 private:
  std::string_view body_;
};

// Takes the first line off LINES; false at the end.
bool next_row(std::string_view& lines, Row& row);
// The parts of a cell that lists things, separated by SEPARATOR; none for an empty cell.
[[nodiscard]] std::vector<std::string_view> split(std::string_view cell, char separator);

}  // namespace graphlift::models
