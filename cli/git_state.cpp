#include "cli/git_state.h"

#include <filesystem>
#include <map>

#include "analysis/gate/git.h"

namespace graphlift::cli {

std::optional<std::string> uncommitted_changes(const std::vector<std::string>& paths) {
  std::map<std::string, std::vector<std::string>> by_directory;
  for (const std::string& path : paths) {
    std::error_code failed;
    const std::filesystem::path real = std::filesystem::canonical(path, failed);
    const std::filesystem::path file = failed ? std::filesystem::path(path) : real;
    by_directory[file.parent_path().string()].push_back(file.string());
  }
  for (const auto& [directory, files] : by_directory) {
    const Result<gate::Repository> repository = gate::Repository::open(directory);
    if (!repository) continue;
    Result<std::string> file = repository->uncommitted(files);
    if (file && !file->empty()) return std::move(*file);
  }
  return std::nullopt;
}

}  // namespace graphlift::cli
