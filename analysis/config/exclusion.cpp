#include "analysis/config/exclusion.h"

#include <filesystem>
#include <fstream>
#include <iterator>

namespace graphlift::config {
namespace fs = std::filesystem;

std::shared_ptr<const Exclusion::Folder> Exclusion::folder(const std::string& path) {
  if (const auto found = folders_.find(path); found != folders_.end()) return found->second;
  auto made = std::make_shared<Folder>();
  made->path = path;
  std::ifstream file(path + "/.gitignore", std::ios::binary);
  if (file) made->ignored.add_lines(std::string(std::istreambuf_iterator<char>(file), {}));
  std::error_code failed;
  const fs::path at(path);
  if (!fs::exists(at / ".git", failed) && at.has_relative_path()) made->parent = folder(at.parent_path().string());
  // Outside a repository .gitignore files mean nothing: the chain ends at a root that has no `.git`.
  return folders_[path] = made;
}

bool Exclusion::excludes(const std::string& path, bool is_folder) {
  const fs::path parent = fs::path(path).parent_path();
  const auto settings = settings_.of(parent.string());
  if (!settings) return false;
  const Settings& own = **settings;
  auto [list, fresh] = excluded_.try_emplace(&own);
  if (fresh)
    for (const char* key : {"exclude", "extend-exclude"})
      for (const std::string& pattern : own.texts(key)) list->second.add(pattern);
  const auto relative_to = [&](const std::string& base) { return fs::path(path).lexically_relative(base).generic_string(); };
  if (!list->second.empty())
    if (const auto decided = list->second.decide(relative_to(own.folder().empty() ? parent.string() : own.folder()), is_folder); decided)
      return *decided;
  if (!own.flag("respect-gitignore")) return false;
  for (std::shared_ptr<const Folder> at = folder(parent.string()); at; at = at->parent)
    if (!at->ignored.empty())
      if (const auto decided = at->ignored.decide(relative_to(at->path), is_folder); decided) return *decided;
  return false;
}

bool Exclusion::excludes_given(const std::string& path) {
  if (excludes(path, false)) return true;
  std::error_code failed;
  for (fs::path at = fs::path(path).parent_path(); at.has_relative_path(); at = at.parent_path()) {
    if (excludes(at.string(), true)) return true;
    if (fs::exists(at / ".git", failed)) break;
  }
  return false;
}

}  // namespace graphlift::config
