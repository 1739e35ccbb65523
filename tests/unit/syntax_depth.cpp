// Deep and long sources: no recursion on the input, no more than linear time.
#include <functional>

#include "analysis/syntax/parse.h"
#include "tests/unit/catch.h"

using namespace graphlift::syntax;

namespace {

std::string repeat(const std::string& text, size_t times) {
  std::string out;
  for (size_t i = 0; i < times; ++i) out += text;
  return out;
}

void reads(const std::string& source) {
  const Ast ast = parse(source);
  INFO(source.substr(0, 40));
  CHECK(ast.errors.empty());
  CHECK(!dump(ast).empty());
}

}  // namespace

TEST_CASE("5,000 levels of every kind of expression", "[syntax]") {
  const size_t n = 5000;
  reads("x = " + repeat("(", n) + "1" + repeat(")", n) + "\n");
  reads("x = " + repeat("[", n) + repeat("]", n) + "\n");
  reads("x = " + repeat("{1: ", n) + "1" + repeat("}", n) + "\n");
  reads("x = " + repeat("f(", n) + repeat(")", n) + "\n");
  reads("x = a" + repeat(".b", n) + "\n");
  reads("x = a" + repeat("[0]", n) + "\n");
  reads("x = " + repeat("-", n) + "1\n");
  reads("x = " + repeat("not ", n) + "1\n");
  reads("x = " + repeat("a ** ", n) + "a\n");
  reads("x = " + repeat("a if b else ", n) + "c\n");
  reads("x = " + repeat("lambda: ", n) + "c\n");
  reads("x: " + repeat("A[b] | ", n) + "c\n");
  reads("if a: pass\n" + repeat("elif b: pass\n", n));
}

TEST_CASE("long chains and lines", "[syntax]") {
  reads("x = " + repeat("a + ", 50000) + "a\n");
  reads("x = " + repeat("a and ", 50000) + "a\n");
  reads("x = " + repeat("a < ", 50000) + "a\n");
  reads(repeat("a = ", 20000) + "b\n");
  reads("x = [" + repeat("1, ", 100000) + "]\n");
  reads("x = " + repeat("'a' ", 20000) + "\n");
}

TEST_CASE("many errors take no long time", "[syntax]") {
  CHECK(parse(repeat("x = = 1\n", 3000)).errors.size() == 3000);
  CHECK(!parse(repeat("def f(:\n  x = 1\n", 1000)).errors.empty());
  CHECK(!parse("x = " + repeat("(", 5000) + "\n").errors.empty());
  CHECK(!parse(std::string("\0\1\2\3", 4)).errors.empty());
}
