// Which files a command line means: files as given, directories walked.
#pragma once

#include <string>
#include <vector>

namespace graphlift::engine {

struct Inputs {
  std::string root;                 // what display paths are relative to
  std::vector<std::string> files;   // absolute, normalised, sorted, each once
  std::vector<std::string> errors;  // `path: what is wrong`
};

[[nodiscard]] Inputs find_inputs(const std::vector<std::string>& paths);

}  // namespace graphlift::engine
