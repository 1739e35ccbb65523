#include "analysis/config/keys.h"
#include "analysis/config/patterns.h"
#include "tests/unit/catch.h"

using namespace graphlift::config;

TEST_CASE("globs: stars stay within a part, double stars do not", "[config]") {
  CHECK(glob_matches("*.py", "a.py"));
  CHECK_FALSE(glob_matches("*.py", "a/b.py"));
  CHECK(glob_matches("**/*.py", "a/b.py"));
  CHECK(glob_matches("**/*.py", "b.py"));
  CHECK(glob_matches("a/**/z", "a/b/c/z"));
  CHECK(glob_matches("a/**/z", "a/z"));
  CHECK_FALSE(glob_matches("a/**/z", "a/b/c"));
  CHECK(glob_matches("a/**", "a/b/c"));
  CHECK(glob_matches("[a-c]?.py", "bx.py"));
  CHECK_FALSE(glob_matches("[!a-c]?.py", "bx.py"));
  CHECK(glob_matches("a*b*c", "aXbYbZc"));
  CHECK_FALSE(glob_matches("a*b*c", "aXbYbZ"));
  CHECK(glob_matches("", ""));
  CHECK_FALSE(glob_matches("", "a"));
  // Would take for ever with a search that goes back to every star.
  CHECK_FALSE(glob_matches("a*a*a*a*a*a*a*a*a*a*b", std::string(200, 'a')));
}

TEST_CASE("pattern lists: what git ignores", "[config]") {
  PatternList list;
  list.add_lines("# comment\n*.tmp.py\nbuild/\n/top.py\ndocs/**/gen.py\n!keep.tmp.py\n");
  CHECK(list.decide("x.tmp.py", false) == true);
  CHECK(list.decide("a/x.tmp.py", false) == true);
  CHECK(list.decide("a/keep.tmp.py", false) == false);
  CHECK(list.decide("build", true) == true);
  CHECK_FALSE(list.decide("build", false).has_value());
  CHECK(list.decide("top.py", false) == true);
  CHECK_FALSE(list.decide("a/top.py", false).has_value());
  CHECK(list.decide("docs/a/b/gen.py", false) == true);
  CHECK(list.covers("a/build/x.py"));
  CHECK_FALSE(list.covers("a/built/x.py"));
}

TEST_CASE("a misspelt word finds its nearest", "[config]") {
  CHECK(nearest("selct", names_under("")) == "select");
  CHECK(nearest("max-break", names_under("gate")) == "max-breaks");
  CHECK(nearest("exlcude", names_under("")) == "exclude");
  CHECK(nearest("zzzzzzzzzz", names_under("")).empty());
}
