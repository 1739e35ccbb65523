// Which findings of two analyses are the same one: by code, path, function and statement, then ever more loosely, each at most once.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "analysis/report/report.h"

namespace graphlift::gate {

// What is kept of a finding to know it again.
struct Known {
  std::string code, rule, file;
  report::Identity identity;
  std::string message;  // for people
  std::string reason;   // why it is accepted; written by hand into a baseline, kept on update
};

[[nodiscard]] Known known_of(const report::Finding& finding);

inline constexpr size_t kUnmatched = static_cast<size_t>(-1);

// For each of AFTER the index of the same one in BEFORE, or kUnmatched. RENAMED: path before -> path after.
[[nodiscard]] std::vector<size_t> match(const std::vector<Known>& before, const std::vector<Known>& after,
                                        const std::map<std::string, std::string>& renamed = {});

}  // namespace graphlift::gate
