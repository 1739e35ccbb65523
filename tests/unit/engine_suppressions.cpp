#include "analysis/engine/suppression_comments.h"
#include "tests/unit/catch.h"

using namespace graphlift::engine;

TEST_CASE("suppression comments: forms", "[suppressions]") {
  const std::string source =
      "x = 1  # graphlift: ignore[GL103, host-sync] it is small\n"
      "y = 2  # fmt: skip  # noqa: F401, GL105\n"
      "z = 3  # NoQA\n"
      "s = '# graphlift: ignore'\n"
      "# graphlift: disable[GL101] why\n"
      "# graphlift: enable[GL101]\n"
      "# graphlift:file-ignore\n"
      "w = 4  # noqa: F401\n"
      "v = 5  # graphlift: ignored\n";
  const auto found = suppression_comments(source);
  REQUIRE(found.size() == 6);
  CHECK(found[0].directive == Directive::Ignore);
  CHECK(found[0].names.size() == 2);
  CHECK(found[0].names[1].code == "GL103");
  CHECK(found[0].reason == "it is small");
  CHECK(found[1].directive == Directive::Noqa);
  REQUIRE(found[1].names.size() == 1);
  CHECK(found[1].names[0].code == "GL105");
  CHECK(found[2].all);
  CHECK(found[3].directive == Directive::Disable);
  CHECK(found[3].own_line);
  CHECK(found[4].directive == Directive::Enable);
  CHECK(found[5].directive == Directive::FileIgnore);
}

TEST_CASE("suppression comments cover the whole statement", "[suppressions]") {
  const std::string source =
      "# graphlift: ignore\n"
      "\n"
      "# another comment\n"
      "x = f(\n"
      "    1,  # graphlift: ignore[GL103]\n"
      ")  # graphlift: ignore[GL101]\n"
      "y = 1\n";
  const auto found = suppression_comments(source);
  REQUIRE(found.size() == 3);
  const auto start = static_cast<uint32_t>(source.find("x = f("));
  for (const SuppressionComment& comment : found) {
    CHECK(comment.statement.start == start);
    CHECK(source.substr(comment.statement.end - 1, 1) == ")");
  }
  CHECK_FALSE(found[1].own_line);
  CHECK_FALSE(found[2].own_line);
}
