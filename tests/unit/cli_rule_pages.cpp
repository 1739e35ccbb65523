// docs/rules holds what the binary prints; docs/generate_rules.sh renews it.
#include <filesystem>
#include <fstream>
#include <iterator>

#include "models/rules/rules.h"
#include "tests/unit/catch.h"

using namespace graphlift;

namespace {

std::string read(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace

TEST_CASE("docs/rules is current", "[rules]") {
  const std::filesystem::path pages = std::filesystem::path(__FILE__).parent_path() / "../../docs/rules";
  const std::string list = read(pages / "README.md");
  size_t count = 0;
  for (const models::Rule& rule : models::rules()) {
    INFO(rule.name);
    CHECK(read(pages / (rule.name + ".md")) == models::rule_page(rule));
    CHECK(list.find("| " + rule.code + " | [" + rule.name + "](" + rule.name + ".md) | " + rule.summary + " |\n") != std::string::npos);
    ++count;
  }
  for (const auto& entry : std::filesystem::directory_iterator(pages)) count -= entry.path().filename() == "README.md" ? 0 : 1;
  CHECK(count == 0);
}
