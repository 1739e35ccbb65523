// GitLab's code quality report: an array of Code Climate issues.
#include "analysis/report/json_objects.h"
#include "analysis/report/text.h"

namespace graphlift::report {

std::string write_gitlab(const Report& report, const Context& context) {
  Json issues = Json::array();
  for (const Finding& f : report.findings) {
    const Anchor at = anchor_of(f, report);
    const char* severity = f.severity == Severity::Error ? "major" : f.severity == Severity::Warning ? "minor" : "info";
    issues.push_back(
        {{"type", "issue"},
         {"check_name", f.code + " " + f.rule},
         {"description", f.code + ": " + sentence(f, at)},
         {"categories", {"Performance"}},
         {"severity", severity},
         {"fingerprint", f.fingerprint},
         {"location",
          {{"path", shown_path(at.file, context.prefix)},
           {"lines", {{"begin", at.line}, {"end", at.end_line}}},
           {"positions",
            {{"begin", {{"line", at.line}, {"column", at.column}}}, {"end", {{"line", at.end_line}, {"column", at.end_column}}}}}}}});
  }
  return issues.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace graphlift::report
