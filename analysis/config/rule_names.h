// Selectors of rules: a code, the beginning of codes, a name, or ALL.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/base/result.h"

namespace graphlift::config {

class Settings;

using Codes = std::set<std::string, std::less<>>;

[[nodiscard]] std::vector<std::string> codes_of(std::string_view selector);  // empty when there is no such rule
[[nodiscard]] std::string no_such_rule(std::string_view selector);           // with a suggestion

// What the command line says of rules, which wins over files.
struct RuleChoice {
  std::vector<std::string> select, ignore, extend_select;
};

// Of one file: which rules are on, and severities that are not the built-in ones.
struct FileRules {
  Codes selected;
  std::map<std::string, std::string, std::less<>> severity;  // code -> error, warning, info
  bool require_reason = false;
};

// PATH: absolute, or empty for what belongs to no file.
[[nodiscard]] Result<FileRules> rules_for(const Settings& settings, const RuleChoice& choice, const std::string& path);

}  // namespace graphlift::config
