// Runs a program and takes what it prints.
#pragma once

#include <string>
#include <vector>

#include "analysis/base/result.h"

namespace graphlift::gate {

struct Output {
  int code = 0;  // exit status; 127 when the program is not there
  std::string out, err;
};

// INPUT is given as standard input. ENVIRONMENT: `NAME=VALUE` on top of the present one.
[[nodiscard]] Result<Output> run_process(const std::vector<std::string>& command, const std::vector<std::string>& environment,
                                         const std::string& input = {});

}  // namespace graphlift::gate
