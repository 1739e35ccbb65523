// Writes all files of a fix, or none: at any moment each file is the old or the new one.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace graphlift::refactor {

struct FileChange {
  std::string path;  // absolute
  std::string before, after;
};

// What went wrong; nothing was written then. Refuses when a file no longer holds `before`.
[[nodiscard]] std::optional<std::string> write_files(const std::vector<FileChange>& changes);

}  // namespace graphlift::refactor
