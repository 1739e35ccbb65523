// Findings by file, for a quick look at what is where.
#include <algorithm>

#include "analysis/report/text.h"
#include "analysis/report/writers.h"

namespace graphlift::report {

std::string write_grouped(const Report& report, const FullStyle& style) {
  std::string out;
  const auto paint = [&](const std::string& text, const char* colour) { return style.colour ? colour + text + "\x1b[0m" : text; };
  for (size_t first = 0; first < report.findings.size();) {
    size_t end = first, width = 0;
    const auto place = [&](size_t i) { return std::to_string(report.findings[i].line) + ":" + std::to_string(report.findings[i].column); };
    for (; end < report.findings.size() && report.findings[end].file == report.findings[first].file; ++end)
      width = std::max(width, place(end).size());
    out += paint(report.findings[first].file, "\x1b[1m") + ":\n";
    for (; first < end; ++first) {
      const Finding& f = report.findings[first];
      const std::string where = place(first);
      out += "  " + where + std::string(width - where.size(), ' ') + "  " + f.code + " " + f.rule + "  " +
             sentence(f, {f.file, f.line, f.column, f.end_line, f.end_column, false}) + "\n";
    }
    out += "\n";
  }
  out += report.findings.empty() ? "No findings.\n" : "Found " + counted(report.findings.size(), "finding") + ".\n";
  return out;
}

}  // namespace graphlift::report
