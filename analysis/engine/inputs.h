// Which files a command line means: files as given, directories walked.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace graphlift::engine {

struct Inputs {
  std::string root;                 // what display paths are relative to
  std::vector<std::string> files;   // absolute, normalised, sorted, each once
  std::vector<std::string> errors;  // `path: what is wrong`
};

// Is an absolute path passed over? GIVEN: it was named, no walk led to it.
using Excluded = std::function<bool(const std::string& path, bool folder, bool given)>;

[[nodiscard]] Inputs find_inputs(const std::vector<std::string>& paths, const Excluded& excluded = nullptr);

}  // namespace graphlift::engine
