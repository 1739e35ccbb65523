// `graphlift rules` and `graphlift explain CODE|NAME`.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "cli/commands.h"
#include "models/rules/rules.h"

namespace graphlift::cli {
namespace {

nlohmann::ordered_json rule_object(const models::Rule& rule) {
  return {{"code", rule.code},         {"name", rule.name},       {"modes", rule.modes},
          {"severity", rule.severity}, {"summary", rule.summary}, {"explanation", rule.explanation},
          {"advice", rule.advice},     {"gb", rule.gb},           {"bad", rule.bad},
          {"good", rule.good}};
}

std::string list_text() {
  size_t width = 0;
  for (const models::Rule& rule : models::rules()) width = std::max(width, rule.name.size());
  std::string out;
  for (const models::Rule& rule : models::rules())
    out += rule.code + "  " + rule.name + std::string(width - rule.name.size() + 2, ' ') + rule.summary + "\n";
  return out;
}

std::string closest(const std::string& wanted) {
  for (const models::Rule& rule : models::rules())
    if (!wanted.empty() && rule.name.find(wanted) != std::string::npos) return "; did you mean `" + rule.name + "`?";
  return "; `graphlift rules` lists them";
}

}  // namespace

Run add_rules(CLI::App& app) {
  auto format = std::make_shared<std::string>("full");
  app.add_option("--format", *format, "full or json")->check(CLI::IsMember({"full", "json"}))->type_name("FORMAT");
  return [format] {
    std::string out = list_text();
    if (*format == "json") {
      nlohmann::ordered_json all = nlohmann::ordered_json::array();
      for (const models::Rule& rule : models::rules()) all.push_back(rule_object(rule));
      out = all.dump(1) + "\n";
    }
    return print(out) ? kExitClean : kExitUsage;
  };
}

Run add_explain(CLI::App& app) {
  struct Options {
    std::string rule, format = "full";
  };
  auto options = std::make_shared<Options>();
  app.add_option("rule", options->rule, "code or name of a rule")->required()->type_name("RULE");
  app.add_option("--format", options->format, "full or json")->check(CLI::IsMember({"full", "json"}))->type_name("FORMAT");
  return [options] {
    const models::Rule* rule = models::find_rule(options->rule);
    if (!rule) {
      complain("there is no rule `" + options->rule + "`" + closest(options->rule));
      return kExitUsage;
    }
    return print(options->format == "json" ? rule_object(*rule).dump(1) + "\n" : models::rule_page(*rule)) ? kExitClean : kExitUsage;
  };
}

}  // namespace graphlift::cli
