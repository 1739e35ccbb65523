// Which Python interpreter's packages the program uses, found from the file system without running anything.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "analysis/base/result.h"

namespace graphlift::project {

struct Environment {
  std::string interpreter;                 // empty when no Python was found
  std::string version;                     // "3.11"
  std::vector<std::string> stdlib;         // directories: lib/pythonX.Y and its lib-dynload
  std::vector<std::string> site_packages;  // in the order of sys.path, with what simple .pth lines add

  std::unordered_map<std::string, std::string> distributions;  // lower case with `_` -> version, from the dist-info directories

  // Version of an installed distribution: "2.13.0+cpu".
  [[nodiscard]] std::optional<std::string> distribution_version(std::string_view name) const;
};

struct EnvironmentRequest {
  std::string python;        // --python: an interpreter, an environment directory, or a command on PATH; may be empty
  std::string project_root;  // where `.venv` is looked for, and in its parents
};

// With no request and no Python on the machine the result is an Environment without packages.
[[nodiscard]] Result<Environment> find_environment(const EnvironmentRequest& request);

}  // namespace graphlift::project
