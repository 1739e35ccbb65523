#include <set>

#include "analysis/rules/rule.h"
#include "models/rules/rules.h"
#include "models/table.h"
#include "tests/unit/catch.h"

using namespace graphlift;

TEST_CASE("every rule is complete, and in the order of its code", "[rules]") {
  REQUIRE_FALSE(models::rules().empty());
  std::set<std::string> names;
  std::string before;
  for (const models::Rule& rule : models::rules()) {
    INFO(rule.code);
    CHECK(before < rule.code);
    before = rule.code;
    CHECK(names.insert(rule.name).second);
    CHECK((rule.severity == "error" || rule.severity == "warning" || rule.severity == "info"));
    CHECK_FALSE(rule.summary.empty());
    CHECK(rule.summary.back() != '.');
    CHECK(rule.explanation.size() > 60);
    CHECK(rule.advice.size() > 10);
    CHECK(models::find_rule(rule.code) == &rule);
    CHECK(models::find_rule(rule.name) == &rule);
  }
  CHECK(models::find_rule("no-such-rule") == nullptr);
}

TEST_CASE("rules name graph breaks that PyTorch has", "[rules]") {
  const models::Table table(models::embedded("torch/2.13/graph_breaks.tsv"));
  for (const models::Rule& rule : models::rules())
    for (const std::string& id : rule.gb) {
      INFO(rule.code << " " << id);
      CHECK_FALSE(table.find(id).empty());
    }
}

TEST_CASE("the analysis knows no rule that the table does not explain", "[rules]") {
  for (const rules::Rule& rule : rules::all_rules()) {
    INFO(rule.code);
    const models::Rule* found = models::find_rule(rule.code);
    REQUIRE(found != nullptr);
    CHECK(found->name == rule.name);
  }
}
