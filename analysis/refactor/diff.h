// Unified diffs that `git apply` and `patch -p1` take.
#pragma once

#include <string>

namespace graphlift::refactor {

// NAME as it shall stand behind `a/` and `b/`; empty text when nothing differs.
[[nodiscard]] std::string unified_diff(const std::string& name, const std::string& before, const std::string& after);

}  // namespace graphlift::refactor
