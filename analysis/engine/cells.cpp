#include "analysis/engine/cells.h"

#include <algorithm>
#include <charconv>

namespace graphlift::engine {
namespace {

constexpr std::string_view kMark = ":cell ";

// Index of the cell that holds a line of the joined module.
size_t cell_of(const std::vector<uint32_t>& starts, uint32_t line) {
  const auto after = std::upper_bound(starts.begin(), starts.end(), line);
  return after == starts.begin() ? 0 : size_t(after - starts.begin()) - 1;
}

class Placer {
 public:
  explicit Placer(project::FileTable& files) : files_(files) {}

  // Moves FILE and the lines to the cell of the first one.
  void place(std::string& file, uint32_t& line, uint32_t* end_line = nullptr) const {
    const project::SourceRecord* record = file.ends_with(".ipynb") ? files_.readable(file) : nullptr;
    if (!record || record->cell_lines.empty()) return;
    const size_t cell = cell_of(record->cell_lines, line);
    const uint32_t before = record->cell_lines[cell] - 1;
    if (line <= before) return;
    line -= before;
    if (end_line) *end_line = std::max(line, *end_line - before);
    file += kMark;
    file += std::to_string(cell + 1);
  }

 private:
  project::FileTable& files_;
};

}  // namespace

void place_in_cells(report::Report& report, project::FileTable& files) {
  const Placer placer(files);
  for (report::Region& region : report.regions) {
    placer.place(region.file, region.line);
    if (region.site) placer.place(region.site->file, region.site->line);
  }
  const auto place = [&](report::Finding& finding) {
    placer.place(finding.file, finding.line, &finding.end_line);
    for (report::PathStep& step : finding.path) placer.place(step.file, step.line);
    for (report::Consequence& consequence : finding.consequences) placer.place(consequence.file, consequence.line);
  };
  for (report::Finding& finding : report.findings) place(finding);
  for (report::Suppressed& suppressed : report.suppressed) place(suppressed.finding);
}

std::pair<std::string_view, uint32_t> joined_place(std::string_view file, uint32_t line, project::FileTable& files) {
  const size_t mark = file.rfind(kMark);
  if (mark == std::string_view::npos) return {file, line};
  const std::string_view number = file.substr(mark + kMark.size());
  size_t cell = 0;
  std::from_chars(number.data(), number.data() + number.size(), cell);
  const project::SourceRecord* record = files.readable(file.substr(0, mark));
  if (!record || cell == 0 || cell > record->cell_lines.size()) return {file, line};
  return {file.substr(0, mark), line + record->cell_lines[cell - 1] - 1};
}

}  // namespace graphlift::engine
