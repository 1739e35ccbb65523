// The calls of a region that lead to its findings, drawn as SVG: callers on the left, what breaks on the right.
#pragma once

#include <string>

#include "analysis/report/report.h"

namespace graphlift::report {

// Empty when the region has no findings.
[[nodiscard]] std::string call_graph(const Report& report, const Region& region);

}  // namespace graphlift::report
