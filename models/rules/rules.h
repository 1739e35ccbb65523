// The rule table: everything graphlift knows about a rule apart from how it is found. Parsed from rules.toml on first use.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace graphlift::models {

struct Rule {
  std::string code;                // GL103
  std::string name;                // host-sync
  std::vector<std::string> modes;  // torch.compile, torch.export, torch.jit.script, tf.function; empty: any
  std::string severity;            // error, warning, info: the default
  std::string summary;             // one line
  std::string explanation;         // why it matters, what exactly happens
  std::string advice;              // what to do, and what that costs
  std::vector<std::string> gb;     // PyTorch graph-break ids that the rule predicts
  std::string bad, good;           // example code
};

[[nodiscard]] const std::vector<Rule>& rules();  // in the order of their codes
// By code or name; null when there is none.
[[nodiscard]] const Rule* find_rule(std::string_view code_or_name);
// What `graphlift explain` prints and docs/rules holds, as Markdown.
[[nodiscard]] std::string rule_page(const Rule& rule);

}  // namespace graphlift::models
