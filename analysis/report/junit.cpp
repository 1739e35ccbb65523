// JUnit's XML: a suite per file with findings, a failed case per finding, and a suite with a case for each region.
#include "analysis/report/text.h"
#include "analysis/report/writers.h"

namespace graphlift::report {
namespace {

std::string attribute(const char* name, const std::string& value) { return std::string(" ") + name + "=\"" + escape_markup(value) + "\""; }

std::string suite(const std::string& name, size_t tests, size_t failures, const std::string& cases) {
  return "  <testsuite" + attribute("name", name) + attribute("tests", std::to_string(tests)) +
         attribute("failures", std::to_string(failures)) + attribute("errors", "0") + ">\n" + cases + "  </testsuite>\n";
}

std::string test_case(const std::string& name, const std::string& group, const std::string& failure_type, const std::string& message,
                      const std::string& text) {
  std::string out = "    <testcase" + attribute("name", name) + attribute("classname", group);
  if (message.empty()) return out + "/>\n";
  return out + ">\n      <failure" + attribute("type", failure_type) + attribute("message", message) + ">" + escape_markup(text) +
         "</failure>\n    </testcase>\n";
}

}  // namespace

std::string write_junit(const Report& report) {
  std::string suites;
  size_t tests = 0, failures = 0;
  for (size_t first = 0; first < report.findings.size();) {
    size_t end = first;
    std::string cases;
    for (; end < report.findings.size() && report.findings[end].file == report.findings[first].file; ++end) {
      const Finding& f = report.findings[end];
      const std::string place = f.file + ":" + std::to_string(f.line) + ":" + std::to_string(f.column);
      const std::string message = sentence(f, {f.file, f.line, f.column, f.end_line, f.end_column, false});
      cases += test_case(f.code + " " + f.rule + " " + std::to_string(f.line) + ":" + std::to_string(f.column), f.file,
                         std::string(name_of(f.severity)), message, place + ": " + message + (f.advice.empty() ? "" : "\n" + f.advice));
    }
    suites += suite(report.findings[first].file, end - first, end - first, cases);
    tests += end - first;
    failures += end - first;
    first = end;
  }
  std::string cases;
  for (const Region& r : report.regions) {
    const Place at = r.site.value_or(Place{r.file, r.line});
    cases += test_case(r.entry + " " + r.mode + " " + at.file + ":" + std::to_string(at.line), "regions", "", "", "");
  }
  if (!report.regions.empty()) suites += suite("regions", report.regions.size(), 0, cases);
  tests += report.regions.size();
  return "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<testsuites" + attribute("name", "graphlift") +
         attribute("tests", std::to_string(tests)) + attribute("failures", std::to_string(failures)) + attribute("errors", "0") + ">\n" +
         suites + "</testsuites>\n";
}

}  // namespace graphlift::report
