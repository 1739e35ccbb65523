// `check --add-ignore`: a suppression comment for every finding of the given files.
#pragma once

#include <string>
#include <vector>

#include "analysis/project/file_table.h"
#include "analysis/report/report.h"

namespace graphlift::engine {

struct IgnoredFile {
  std::string path;  // absolute
  std::string text;  // with its comments
  size_t comments = 0;
};

// Files with findings, each once, in the order of their paths. Installed code, notebooks and files in other encodings stay as they are.
[[nodiscard]] std::vector<IgnoredFile> add_ignores(const report::Report& report, project::FileTable& files, const std::string& reason);

}  // namespace graphlift::engine
