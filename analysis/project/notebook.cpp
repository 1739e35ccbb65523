#include "analysis/project/notebook.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace graphlift::project {
namespace {

std::string cell_source(const nlohmann::json& cell) {
  const auto found = cell.find("source");
  if (found == cell.end()) return {};
  if (found->is_string()) return found->get<std::string>();
  std::string text;
  if (found->is_array())
    for (const auto& line : *found)
      if (line.is_string()) text += line.get_ref<const std::string&>();
  return text;
}

bool is_code(const nlohmann::json& cell) {
  const auto kind = cell.is_object() ? cell.find("cell_type") : cell.end();
  return cell.is_object() && kind != cell.end() && kind->is_string() && kind->get_ref<const std::string&>() == "code";
}

// A line that IPython takes for itself becomes a comment; a `%%cell` magic of another language hides its whole cell.
void append_cell(std::string& out, const std::string& cell) {
  const bool foreign = cell.rfind("%%", 0) == 0 && cell.rfind("%%time", 0) != 0 && cell.rfind("%%capture", 0) != 0;
  size_t at = 0;
  while (at < cell.size()) {
    size_t end = cell.find('\n', at);
    if (end == std::string::npos) end = cell.size();
    const size_t first = cell.find_first_not_of(" \t", at);
    const bool magic = first < end && (cell[first] == '%' || cell[first] == '!' || cell[first] == '?');
    if (magic || foreign) {
      out.append(cell, at, first < end ? first - at : 0);
      out += magic && !foreign ? "pass  # " : "# ";
      if (first < end) out.append(cell, first, end - first);
    } else {
      out.append(cell, at, end - at);
    }
    out += '\n';
    at = end + 1;
  }
}

}  // namespace

Result<SourceText> read_notebook(const std::string& bytes) {
  const nlohmann::json book = nlohmann::json::parse(bytes, nullptr, false);
  if (book.is_discarded() || !book.is_object()) return Error{"is not a notebook: its JSON cannot be read"};
  const auto cells = book.find("cells");
  if (cells == book.end() || !cells->is_array()) return Error{"is not a notebook of format 4: it has no `cells`"};
  std::string joined;
  std::vector<uint32_t> starts;
  uint32_t line = 1;
  for (const auto& cell : *cells) {
    if (!is_code(cell)) continue;
    starts.push_back(line);
    const size_t before = joined.size();
    append_cell(joined, cell_source(cell));
    line += static_cast<uint32_t>(std::count(joined.begin() + static_cast<std::ptrdiff_t>(before), joined.end(), '\n'));
  }
  SourceText out = decode_source(std::move(joined));
  out.cell_lines = std::move(starts);
  return out;
}

}  // namespace graphlift::project
