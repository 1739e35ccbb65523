// Output formats of a report. Each writer is a function from the report to text.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "analysis/report/report.h"
#include "analysis/report/source_text.h"

namespace graphlift::report {

// Names as in the schema: `warning`, `definite`, `whole-graph`, `cannot_resume` ...
[[nodiscard]] std::string_view name_of(Severity severity);
[[nodiscard]] std::string_view name_of(Certainty certainty);
[[nodiscard]] std::string_view name_of(Verdict verdict);
[[nodiscard]] std::string_view name_of(Safety safety);
[[nodiscard]] std::string_view name_of(Effect effect);  // empty for None

[[nodiscard]] std::string_view name_of(Status status);  // empty for None

struct FullStyle {
  bool colour = false;
  uint32_t width = 120;  // snippets are cut to it
};

// What a writer may need beside the report.
struct Context {
  SourceText& sources;
  FullStyle style;
  std::string prefix;  // from the root of the repository to the report's root, with a slash at its end; for services that show a repository
};

[[nodiscard]] std::string write_json(const Report& report);     // schema graphlift/1 (docs/output.md)
[[nodiscard]] std::string write_concise(const Report& report);  // one line per finding: path:line:column: CODE message
// For people: snippet, the value's path, effect, and what became of each region.
[[nodiscard]] std::string write_full(const Report& report, SourceText& sources, const FullStyle& style);
[[nodiscard]] std::string write_grouped(const Report& report, const FullStyle& style);
[[nodiscard]] std::string write_statistics(const Report& report);
[[nodiscard]] std::string write_json_lines(const Report& report);
[[nodiscard]] std::string write_sarif(const Report& report, const Context& context);
[[nodiscard]] std::string write_github(const Report& report, const Context& context);
[[nodiscard]] std::string write_gitlab(const Report& report, const Context& context);
[[nodiscard]] std::string write_junit(const Report& report);
[[nodiscard]] std::string write_rdjson(const Report& report, const Context& context);
[[nodiscard]] std::string write_markdown(const Report& report, const Context& context);
[[nodiscard]] std::string write_html(const Report& report, const Context& context);

// By the name of the format; `formats()` lists them.
[[nodiscard]] const std::vector<std::string>& formats();
[[nodiscard]] std::string write(std::string_view format, const Report& report, const Context& context);

}  // namespace graphlift::report
