// Output formats of a report. Each writer is a function from the report to text.
#pragma once

#include <string>
#include <string_view>

#include "analysis/report/report.h"
#include "analysis/report/source_text.h"

namespace graphlift::report {

// Names as in the schema: `warning`, `definite`, `whole-graph`, `cannot_resume` ...
[[nodiscard]] std::string_view name_of(Severity severity);
[[nodiscard]] std::string_view name_of(Certainty certainty);
[[nodiscard]] std::string_view name_of(Verdict verdict);
[[nodiscard]] std::string_view name_of(Safety safety);
[[nodiscard]] std::string_view name_of(Effect effect);  // empty for None

// Schema graphlift/1 (docs/output.md).
[[nodiscard]] std::string write_json(const Report& report);
// One line per finding: path:line:column: CODE message.
[[nodiscard]] std::string write_concise(const Report& report);

struct FullStyle {
  bool colour = false;
  uint32_t width = 120;  // snippets are cut to it
};
// For people: snippet, the value's path, effect, and what became of each region.
[[nodiscard]] std::string write_full(const Report& report, SourceText& sources, const FullStyle& style);

}  // namespace graphlift::report
