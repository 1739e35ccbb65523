// How often each rule was found, the most frequent first; `[*]` where a safe fix is offered.
#include <algorithm>
#include <map>
#include <vector>

#include "analysis/report/text.h"
#include "analysis/report/writers.h"

namespace graphlift::report {

std::string write_statistics(const Report& report) {
  struct Row {
    std::string code, rule;
    size_t number = 0, fixable = 0, files = 0;
    std::string last_file;
  };
  std::map<std::string, Row> by_code;
  for (const Finding& f : report.findings) {
    Row& row = by_code[f.code];
    row.code = f.code;
    row.rule = f.rule;
    ++row.number;
    row.fixable += std::any_of(f.fixes.begin(), f.fixes.end(), [](const OfferedFix& fix) { return fix.safety == Safety::Safe; }) ? 1 : 0;
    if (row.last_file != f.file) ++row.files;  // findings are sorted by file
    row.last_file = f.file;
  }
  std::vector<Row> rows;
  for (auto& [code, row] : by_code) rows.push_back(std::move(row));
  std::stable_sort(rows.begin(), rows.end(), [](const Row& a, const Row& b) { return a.number > b.number; });
  size_t width = 1, names = 0;
  for (const Row& row : rows) {
    width = std::max(width, std::to_string(row.number).size());
    names = std::max(names, row.rule.size());
  }
  std::string out;
  for (const Row& row : rows) {
    const std::string number = std::to_string(row.number);
    out += std::string(width - number.size(), ' ') + number + "  " + row.code + "  " + (row.fixable > 0 ? "[*] " : "[ ] ") + row.rule +
           std::string(names - row.rule.size(), ' ') + "  in " + counted(row.files, "file") + "\n";
  }
  std::map<Verdict, size_t> verdicts;
  for (const Region& r : report.regions) ++verdicts[r.verdict];
  for (const auto& [verdict, number] : verdicts) out += counted(number, "region") + " " + std::string(name_of(verdict)) + "\n";
  return out;
}

}  // namespace graphlift::report
