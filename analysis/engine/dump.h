// `graphlift dump`: what each stage of the analysis makes of one file.
#pragma once

#include <string>
#include <vector>

#include "analysis/base/result.h"

namespace graphlift::engine {

struct DumpOptions {
  std::string stage;  // ast, scopes, code, calls, values, regions
  std::string path;
  std::vector<std::string> entries;
  std::string python;
};

[[nodiscard]] Result<std::string> dump(const DumpOptions& options);

}  // namespace graphlift::engine
