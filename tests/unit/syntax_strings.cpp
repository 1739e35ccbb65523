// String literals: what they decode to.
#include "analysis/syntax/parse.h"
#include "tests/unit/catch.h"
#include "tests/unit/syntax_support.h"

using namespace graphlift::syntax;
using graphlift::test::errors;
using graphlift::test::tree;

namespace {
std::string decoded(const std::string& literal) {
  const Ast ast = parse(literal + "\n");
  REQUIRE(ast.errors.empty());
  const NodeId value = ast.kid(ast.kid(ast.root, 0), 0);
  REQUIRE(ast[value].kind == NodeKind::StrLit);
  return std::string(ast.text_of(value));
}
}  // namespace

TEST_CASE("escapes", "[syntax]") {
  CHECK(decoded(R"('a\n\t\\\'\x41\101\u00e9\U0001F600\q')") == "a\n\t\\'AA\u00e9\U0001F600\\q");
  CHECK(decoded("'a\\\nb'") == "ab");
  CHECK(decoded("'''a\r\nb'''") == "a\nb");
  CHECK(decoded(R"('\0')") == std::string(1, '\0'));
  CHECK(decoded(R"(b'\xff\u0041')") == "\xff\\u0041");
}

TEST_CASE("raw strings", "[syntax]") {
  CHECK(decoded(R"(r'\n\'')") == R"(\n\')");
  CHECK(decoded(R"(r'\\')") == R"(\\)");
  CHECK(decoded(R"(rb'\x00')") == R"(\x00)");
}

TEST_CASE("adjacent literals are one", "[syntax]") {
  CHECK(decoded(R"('a' "b" '''c''' r'\d')") == R"(abc\d)");
  CHECK(tree("b'a' b'b'\n") == "(ExprStmt (StrLit bytes \"6162\"))");
  CHECK(errors("b'a' 'b'\n") == "1:6 cannot mix bytes and nonbytes literals");
}

TEST_CASE("formatted strings", "[syntax]") {
  CHECK(tree("f\"a{b!r:>{w}}{c=}\" 'd'\n") ==
        "(ExprStmt (FString (StrLit \"a\") (FormatField !r (Name \"b\") (FString (StrLit \">\") (FormatField (Name \"w\") -))) "
        "(FormatField !r debug \"c=\" (Name \"c\") -) (StrLit \"d\")))");
  CHECK(tree("f'{{a}}'\n") == "(ExprStmt (FString (StrLit \"{a}\")))");
  CHECK(tree("f'{a, b}'\n") == "(ExprStmt (FString (FormatField (TupleExpr (Name \"a\") (Name \"b\")) -)))");
  CHECK(tree("f'{x:=^5}'\n") == "(ExprStmt (FString (FormatField (Name \"x\") (FString (StrLit \"=^5\")))))");
  CHECK(tree("f'{x!s = :5}'\n") != "");
  CHECK(tree("f'{(y := 5)}'\n") == "(ExprStmt (FString (FormatField (NamedExpr (Name \"y\") (IntLit \"5\")) -)))");
  CHECK(tree("f''\n") == "(ExprStmt (FString))");
}
