// `# graphlift: ignore[host-sync, GL101]` on a finding's line, or `# graphlift: ignore` for every rule.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "analysis/project/file_table.h"
#include "analysis/report/report.h"

namespace graphlift::engine {

// Takes the suppressed findings out of the report. Comments of the given files that suppress nothing become findings
// themselves, unless a rule they name is not `selected`.
void apply_suppressions(report::Report& report, const std::vector<const project::SourceRecord*>& given,
                        const std::set<std::string, std::less<>>& selected);

}  // namespace graphlift::engine
