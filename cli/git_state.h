// Whether git has the present state of files.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace graphlift::cli {

// A file among PATHS that git could not bring back as it is: changed, or not tracked. Nothing outside of repositories.
[[nodiscard]] std::optional<std::string> uncommitted_changes(const std::vector<std::string>& paths);

}  // namespace graphlift::cli
