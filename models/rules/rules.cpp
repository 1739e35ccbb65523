// Reads models/rules/rules.toml, which is part of the binary.
#include "models/rules/rules.h"

#define TOML_EXCEPTIONS 0
#include <toml++/toml.h>

#include "models/table.h"

namespace graphlift::models {
namespace {

std::string text_at(const toml::table& table, std::string_view key) {
  std::string out(table[key].value_or(std::string_view()));
  while (!out.empty() && out.back() == '\n') out.pop_back();
  return out;
}

std::vector<std::string> list_at(const toml::table& table, std::string_view key) {
  std::vector<std::string> out;
  if (const toml::array* array = table[key].as_array())
    for (const toml::node& item : *array)
      if (const auto text = item.value<std::string>()) out.push_back(*text);
  return out;
}

std::vector<Rule> read() {
  std::vector<Rule> out;
  const toml::parse_result parsed = toml::parse(embedded("rules/rules.toml"));
  if (!parsed) return out;
  const toml::array* entries = parsed.table()["rule"].as_array();
  if (!entries) return out;
  for (const toml::node& node : *entries) {
    const toml::table* t = node.as_table();
    if (!t) continue;
    out.push_back({text_at(*t, "code"), text_at(*t, "name"), list_at(*t, "modes"), text_at(*t, "severity"), text_at(*t, "summary"),
                   text_at(*t, "explanation"), text_at(*t, "advice"), list_at(*t, "gb"), text_at(*t, "bad"), text_at(*t, "good")});
  }
  return out;
}

std::string joined(const std::vector<std::string>& items) {
  std::string out;
  for (const std::string& item : items) out += (out.empty() ? "" : ", ") + item;
  return out;
}

}  // namespace

const std::vector<Rule>& rules() {
  static const std::vector<Rule> all = read();
  return all;
}

const Rule* find_rule(std::string_view code_or_name) {
  for (const Rule& rule : rules())
    if (rule.code == code_or_name || rule.name == code_or_name) return &rule;
  return nullptr;
}

std::string rule_page(const Rule& rule) {
  std::string out = "# " + rule.code + " " + rule.name + "\n\n" + rule.summary + ".\n\n";
  out += "Modes: " + (rule.modes.empty() ? std::string("any") : joined(rule.modes)) + ". Default severity: " + rule.severity + ".";
  if (!rule.gb.empty()) out += " PyTorch graph-break ids: " + joined(rule.gb) + ".";
  out += "\n\n## What happens\n\n" + rule.explanation + "\n\n## What to do\n\n" + rule.advice + "\n";
  if (!rule.bad.empty()) out += "\n## Example\n\n```python\n" + rule.bad + "\n```\n";
  if (!rule.good.empty()) out += "\nInstead:\n\n```python\n" + rule.good + "\n```\n";
  out += "\nTo accept it on one line: `# graphlift: ignore[" + rule.name + "]`.\n";
  return out;
}

}  // namespace graphlift::models
