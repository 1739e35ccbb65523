// Takes suppressed findings out of a report, and tells which comments suppress nothing.
#pragma once

#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "analysis/project/file_table.h"
#include "analysis/report/report.h"

namespace graphlift::engine {

// Which rules are on in a file, and what else is asked of its findings.
struct RulePolicy {
  std::set<std::string, std::less<>> selected;                    // codes
  std::map<std::string, report::Severity, std::less<>> severity;  // code -> in place of the rule's own
  bool require_reason = false;                                    // of suppression comments
};
// By absolute path; empty for what belongs to no file of the project.
using PolicyOf = std::function<const RulePolicy&(const std::string& path)>;

// Moves what comments of the given files suppress to `report.suppressed`. A comment that suppresses nothing becomes a finding with a fix,
// unless a rule it names is not on; so does one that names no rule, or gives no reason where one is required.
void apply_suppressions(report::Report& report, const std::vector<const project::SourceRecord*>& given, const PolicyOf& policy);

}  // namespace graphlift::engine
