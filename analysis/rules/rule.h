// The rules that findings name (docs/rules.md): code and name.
#pragma once

#include <span>
#include <string_view>

namespace graphlift::rules {

struct Rule {
  std::string_view code;  // GL101
  std::string_view name;  // data-dependent-branch
};

// In order of their codes.
[[nodiscard]] std::span<const Rule> all_rules();
// By code or name; null when there is none.
[[nodiscard]] const Rule* find_rule(std::string_view code_or_name);

}  // namespace graphlift::rules
