#include "analysis/config/rule_names.h"

#include <filesystem>
#include <nlohmann/json.hpp>

#include "analysis/config/keys.h"
#include "analysis/config/patterns.h"
#include "analysis/config/settings.h"
#include "models/rules/rules.h"

namespace graphlift::config {

std::vector<std::string> codes_of(std::string_view selector) {
  std::vector<std::string> out;
  for (const models::Rule& rule : models::rules())
    if (selector == "ALL" || rule.name == selector || (selector.starts_with("GL") && rule.code.starts_with(selector)))
      out.push_back(rule.code);
  return out;
}

std::string no_such_rule(std::string_view selector) {
  std::vector<std::string> names;
  for (const models::Rule& rule : models::rules()) {
    names.push_back(rule.name);
    names.push_back(rule.code);
  }
  const std::string guess = nearest(selector, names);
  return "there is no rule `" + std::string(selector) + "`" +
         (guess.empty() ? " (see `graphlift rules`)" : "; did you mean `" + guess + "`?");
}

Result<FileRules> rules_for(const Settings& settings, const RuleChoice& choice, const std::string& path) {
  FileRules out;
  std::string fault;
  const auto change = [&](const std::vector<std::string>& selectors, bool on, const char* option) {
    for (const std::string& selector : selectors) {
      const std::vector<std::string> codes = codes_of(selector);
      if (codes.empty() && fault.empty()) fault = std::string(option) + " " + selector + ": " + no_such_rule(selector);
      for (const std::string& code : codes) {
        if (on) out.selected.insert(code);
        else out.selected.erase(code);
      }
    }
  };
  const bool own_choice = !choice.select.empty();
  change(own_choice ? choice.select : settings.texts("select"), true, "--select");
  if (!own_choice) change(settings.texts("extend-select"), true, "extend-select");
  change(choice.extend_select, true, "--extend-select");
  if (!own_choice) {
    change(settings.texts("ignore"), false, "ignore");
    change(settings.texts("extend-ignore"), false, "extend-ignore");
  }
  change(choice.ignore, false, "--ignore");
  if (!fault.empty()) return Error{fault};
  // By the length of the selector: a code says more than the beginning of codes.
  std::vector<std::pair<std::string, std::string>> levels;
  for (const auto& [selector, level] : settings.value("severity").items()) levels.emplace_back(selector, level.get<std::string>());
  std::stable_sort(levels.begin(), levels.end(),
                   [](const auto& a, const auto& b) { return codes_of(a.first).size() > codes_of(b.first).size(); });
  for (const auto& [selector, level] : levels)
    for (const std::string& code : codes_of(selector)) {
      if (level == "off") out.selected.erase(code);
      else out.severity[code] = level;
    }
  if (!path.empty()) {
    const std::string relative = std::filesystem::path(path).lexically_relative(settings.folder()).generic_string();
    for (const auto& [glob, selectors] : settings.value("per-file-ignores").items()) {
      PatternList list;
      const bool others = glob.starts_with("!");
      list.add(others ? std::string_view(glob).substr(1) : std::string_view(glob));
      if (list.covers(relative) != others) change(selectors.get<std::vector<std::string>>(), false, "per-file-ignores");
    }
  }
  out.require_reason = settings.flag("require-reason");
  return out;
}

}  // namespace graphlift::config
