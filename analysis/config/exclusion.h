// What a walk through folders passes over: `exclude` of the settings, and .gitignore files from the repository's root down.
#pragma once

#include <map>
#include <memory>
#include <string>

#include "analysis/config/patterns.h"
#include "analysis/config/settings.h"

namespace graphlift::config {

class Exclusion {
 public:
  explicit Exclusion(SettingsFinder& settings) : settings_(settings) {}
  // PATH: absolute. Files named on the command line are asked about only where `force-exclude` says so.
  [[nodiscard]] bool excludes(const std::string& path, bool folder);
  // The same through any folder that holds it, for a file that no walk led to.
  [[nodiscard]] bool excludes_given(const std::string& path);

 private:
  struct Folder {
    std::string path;
    PatternList ignored;                   // its own .gitignore
    std::shared_ptr<const Folder> parent;  // null at the root of the repository
  };
  std::shared_ptr<const Folder> folder(const std::string& path);

  SettingsFinder& settings_;
  std::map<std::string, std::shared_ptr<const Folder>> folders_;
  std::map<const Settings*, PatternList> excluded_;
};

}  // namespace graphlift::config
