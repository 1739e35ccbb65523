// Binary search over embedded text.
#include "models/table.h"

#include <algorithm>

// Written by cmake/embed.cmake; ends with a null path.
extern "C" {
struct graphlift_embedded_table {
  const char* path;
  const char* begin;
  const char* end;
};
extern const graphlift_embedded_table graphlift_embedded_tables[];
}

namespace graphlift::models {

namespace {

std::string_view line_at(std::string_view text, size_t start) {
  size_t end = text.find('\n', start);
  return text.substr(start, end == text.npos ? text.npos : end - start);
}

std::string_view key_of(std::string_view line) { return line.substr(0, line.find('\t')); }

// Offset of the first line for which BEFORE(key) is false; the lines for which it is true come first.
template <typename Before>
size_t partition(std::string_view text, size_t low, Before before) {
  size_t high = text.size();
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    size_t newline = middle == 0 ? text.npos : text.rfind('\n', middle - 1);
    size_t start = newline == text.npos || newline < low ? low : newline + 1;
    std::string_view line = line_at(text, start);
    if (before(key_of(line))) {
      low = std::min(text.size(), start + line.size() + 1);
    } else {
      high = start;
    }
  }
  return low;
}

}  // namespace

std::string_view embedded(std::string_view path) {
  for (const graphlift_embedded_table* table = graphlift_embedded_tables; table->path != nullptr; ++table) {
    if (path == table->path) return {table->begin, static_cast<size_t>(table->end - table->begin)};
  }
  return {};
}

std::vector<std::string_view> embedded_paths() {
  std::vector<std::string_view> paths;
  for (const graphlift_embedded_table* table = graphlift_embedded_tables; table->path != nullptr; ++table) paths.emplace_back(table->path);
  return paths;
}

std::string_view Row::cell(unsigned column) const {
  size_t start = 0;
  for (; column > 0; --column) {
    size_t tab = line.find('\t', start);
    if (tab == line.npos) return {};
    start = tab + 1;
  }
  size_t end = line.find('\t', start);
  return line.substr(start, end == line.npos ? line.npos : end - start);
}

std::string unescape(std::string_view cell) {
  std::string text;
  text.reserve(cell.size());
  for (size_t i = 0; i < cell.size(); ++i) {
    if (cell[i] != '\\' || i + 1 == cell.size()) {
      text += cell[i];
      continue;
    }
    char next = cell[++i];
    text += next == 't' ? '\t' : next == 'n' ? '\n' : next;
  }
  return text;
}

Table::Table(std::string_view text) : body_(text) {
  while (!body_.empty() && body_.front() == '#') body_.remove_prefix(std::min(body_.size(), line_at(body_, 0).size() + 1));
}

std::string_view Table::find(std::string_view key) const {
  size_t begin = partition(body_, 0, [&](std::string_view other) { return other < key; });
  size_t end = partition(body_, begin, [&](std::string_view other) { return other <= key; });
  return body_.substr(begin, end - begin);
}

std::string_view Table::find_prefix(std::string_view prefix) const {
  size_t begin = partition(body_, 0, [&](std::string_view other) { return other < prefix; });
  size_t end = partition(body_, begin, [&](std::string_view other) { return other.starts_with(prefix); });
  return body_.substr(begin, end - begin);
}

bool next_row(std::string_view& lines, Row& row) {
  if (lines.empty()) return false;
  row.line = line_at(lines, 0);
  lines.remove_prefix(std::min(lines.size(), row.line.size() + 1));
  return true;
}

std::vector<std::string_view> split(std::string_view cell, char separator) {
  std::vector<std::string_view> parts;
  while (!cell.empty()) {
    size_t end = cell.find(separator);
    parts.push_back(cell.substr(0, end));
    if (end == cell.npos) break;
    cell.remove_prefix(end + 1);
  }
  return parts;
}

}  // namespace graphlift::models
