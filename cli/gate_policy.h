// `[tool.graphlift.gate]`: what a compared report may not hold.
#pragma once

#include <string>
#include <vector>

#include "analysis/config/settings.h"
#include "analysis/report/report.h"

namespace graphlift::cli {

struct GateVerdict {
  std::vector<std::string> violations;
  std::vector<std::string> notes;  // exceptions that were used, and those that ran out
};

// TODAY: as 2026-01-31.
[[nodiscard]] GateVerdict judge(const report::Report& report, const config::Settings& settings, const std::string& fail_on,
                                const std::string& today);

}  // namespace graphlift::cli
