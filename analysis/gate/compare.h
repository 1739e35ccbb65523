// Two reports of one project become one: which findings are new, which were there, which are gone, and which regions got worse.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "analysis/gate/git.h"
#include "analysis/report/report.h"

namespace graphlift::gate {

struct Difference {
  std::string base;                               // its name, for texts
  std::map<std::string, std::string> renamed;     // display path before -> after
  std::map<std::string, LineRanges> lines;        // changed lines of the later side, by display path
  std::function<bool(const std::string&)> reads;  // did the later analysis read this file?
};

// Gives HEAD's findings a status and its regions what they were; what is gone goes to `fixed`. A new finding on a line that did not change
// gets a step that leads to the change.
void compare_reports(report::Report& head, const report::Report& base, const Difference& difference);

// `whole-graph` that broke, `breaks` that fails: what was known and is worse. That something became unknown is not known to be worse.
[[nodiscard]] bool is_worse(const report::Region& region);

}  // namespace graphlift::gate
