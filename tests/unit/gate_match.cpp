// The same finding in two analyses, and one that only looks like it.
#include <nlohmann/json.hpp>

#include "analysis/gate/baseline.h"
#include "analysis/gate/match.h"
#include "tests/unit/catch.h"

using namespace graphlift::gate;

namespace {

Known known(std::string file, std::string scope, std::string statement, std::string shape = "s") {
  return {"GL103", "host-sync", std::move(file), {std::move(scope), std::move(statement), std::move(shape)}, "m", ""};
}

using Indices = std::vector<size_t>;

}  // namespace

TEST_CASE("matching: the same place, occurrences one by one", "[gate]") {
  const std::vector<Known> two{known("a.py", "f", "1"), known("a.py", "f", "1")};
  CHECK(match(two, two) == Indices{0, 1});
  CHECK(match({two[0]}, two) == Indices{0, kUnmatched});
  CHECK(match(two, {two[0]}) == Indices{0});
}

TEST_CASE("matching: moves, renames of functions, files and variables", "[gate]") {
  const std::vector<Known> before{known("a.py", "Net.forward", "1", "x")};
  CHECK(match(before, {known("a.py", "Net.run", "1", "x")}) == Indices{0});
  CHECK(match(before, {known("b.py", "Net.forward", "1", "x")}) == Indices{0});
  CHECK(match(before, {known("b.py", "Other.forward", "1", "x")}) == Indices{0});
  CHECK(match(before, {known("a.py", "Net.forward", "2", "x")}) == Indices{0});
  CHECK(match(before, {known("b.py", "Net.forward", "2", "x")}, {{"a.py", "b.py"}}) == Indices{0});
}

TEST_CASE("matching: what differs in two respects is new", "[gate]") {
  const std::vector<Known> before{known("a.py", "Net.forward", "1", "x")};
  CHECK(match(before, {known("b.py", "Net.run", "1", "x")}) == Indices{kUnmatched});
  CHECK(match(before, {known("a.py", "Net.run", "2", "x")}) == Indices{kUnmatched});
  CHECK(match(before, {known("a.py", "Net.forward", "2", "y")}) == Indices{kUnmatched});
  Known other = before[0];
  other.code = "GL101";
  CHECK(match(before, {other}) == Indices{kUnmatched});
}

TEST_CASE("matching: the strict match comes first", "[gate]") {
  // One finding moved to b.py, an equal one stays: the one that stays is itself.
  const std::vector<Known> before{known("a.py", "f", "1"), known("b.py", "f", "1")};
  const std::vector<Known> after{known("b.py", "f", "1"), known("c.py", "f", "1")};
  CHECK(match(before, after) == Indices{1, 0});
}

TEST_CASE("baseline: text and back, one object a line", "[gate]") {
  std::vector<Known> some{known("b.py", "f", "1"), known("a.py", "g", "2")};
  some[1].reason = "accepted";
  const std::string text = baseline_text(some);
  const nlohmann::json read = nlohmann::json::parse(text);
  CHECK(read["findings"][0]["file"] == "a.py");
  CHECK(read["findings"][0]["reason"] == "accepted");
  CHECK(std::count(text.begin(), text.end(), '\n') == 4);
}
