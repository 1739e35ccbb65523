// The file of accepted findings: they are known again wherever edits, reformatting and renames put them.
#pragma once

#include <string>
#include <vector>

#include "analysis/base/result.h"
#include "analysis/gate/match.h"

namespace graphlift::gate {

[[nodiscard]] Result<std::vector<Known>> read_baseline(const std::string& path);
// Sorted, one object a line, so that branches merge.
[[nodiscard]] std::string baseline_text(std::vector<Known> findings);

struct Comparison {
  std::vector<size_t> of_finding;  // index into the baseline, or kUnmatched
  std::vector<size_t> stale;       // baseline entries that nothing matches
};
[[nodiscard]] Comparison compare(const std::vector<Known>& baseline, const std::vector<report::Finding>& findings);

// Findings of the baseline leave the report for `suppressed`; the others are new.
void apply_baseline(report::Report& report, const std::vector<Known>& baseline);

}  // namespace graphlift::gate
