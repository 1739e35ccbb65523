// Statements.
#include "analysis/syntax/parse.h"
#include "tests/unit/catch.h"
#include "tests/unit/syntax_support.h"

using graphlift::test::errors;
using graphlift::test::tree;

TEST_CASE("assignments", "[syntax]") {
  CHECK(tree("a = b = c\n") == "(Assign (Name \"c\") (Name \"a\") (Name \"b\"))");
  CHECK(tree("a, *b = c\n") == "(Assign (Name \"c\") (TupleExpr (Name \"a\") (Starred (Name \"b\"))))");
  CHECK(tree("(a) = b\n") == "(Assign (Name \"b\") (Name \"a\"))");
  CHECK(tree("a //= b\n") == "(AugAssign // (Name \"a\") (Name \"b\"))");
  CHECK(tree("a.b: int\n") == "(AnnAssign (Attribute \"b\" (Name \"a\")) (Name \"int\") -)");
  CHECK(tree("y: list[int] | A | None = 3\n") ==
        "(AnnAssign (Name \"y\") (BinaryExpr | (BinaryExpr | (Subscript (Name \"list\") (Name \"int\")) (Name \"A\")) (NoneLit)) (IntLit "
        "\"3\"))");
  CHECK(tree("type(self).a = b\n") == "(Assign (Name \"b\") (Attribute \"a\" (Call (Name \"type\") (Name \"self\"))))");
  CHECK(tree("type X[T] = list[T]\n") == "(TypeAlias (Name \"X\") (Subscript (Name \"list\") (Name \"T\")))");
}

TEST_CASE("definitions", "[syntax]") {
  CHECK(
      tree("@d\n@e(f)\nasync def f(a: int, /, *b, c=1) -> B: pass\n") ==
      "(FunctionDef async \"f\" (Parameters (Parameter positional-only \"a\" (Name \"int\") -) (Parameter * \"b\" - -) "
      "(Parameter keyword-only \"c\" - (IntLit \"1\"))) (List (Pass)) (List (Name \"d\") (Call (Name \"e\") (Name \"f\"))) (Name \"B\"))");
  CHECK(tree("def f[T: int = str, *U](a): pass\n") ==
        "(FunctionDef \"f\" (Parameters (Parameter positional \"a\" - -)) (List (Pass)) (List) -)");
  CHECK(tree("class A(B, *C, m=D): pass\n") ==
        "(ClassDef \"A\" (List (Name \"B\") (Starred (Name \"C\")) (Keyword \"m\" (Name \"D\"))) (List (Pass)) (List))");
}

TEST_CASE("an elif is an if alone in the else", "[syntax]") {
  CHECK(tree("if a: b\nelif c: d\nelse: e\n") ==
        "(If (Name \"a\") (List (ExprStmt (Name \"b\"))) (List (If (Name \"c\") (List (ExprStmt (Name \"d\"))) (List (ExprStmt (Name "
        "\"e\"))))))");
}

TEST_CASE("try in every form", "[syntax]") {
  CHECK(tree("try: a\nexcept (B, C) as e: f\nelse: g\nfinally: h\n") ==
        "(Try (List (ExprStmt (Name \"a\"))) (List (ExceptHandler \"e\" (TupleExpr (Name \"B\") (Name \"C\")) (List (ExprStmt (Name "
        "\"f\"))))) "
        "(List (ExprStmt (Name \"g\"))) (List (ExprStmt (Name \"h\"))))");
  CHECK(tree("try: a\nexcept* B: c\n") ==
        "(Try star (List (ExprStmt (Name \"a\"))) (List (ExceptHandler (Name \"B\") (List (ExprStmt (Name \"c\"))))) (List) (List))");
}

TEST_CASE("with items, parenthesised or not", "[syntax]") {
  const std::string two = "(With (List (WithItem (Name \"a\") (Name \"b\")) (WithItem (Name \"c\") -)) (List (Pass)))";
  CHECK(tree("with a as b, c: pass\n") == two);
  CHECK(tree("with (a as b, c): pass\n") == two);
  CHECK(tree("with (a, b): pass\n") == "(With (List (WithItem (Name \"a\") -) (WithItem (Name \"b\") -)) (List (Pass)))");
  CHECK(tree("with (a, b) as c: pass\n") == "(With (List (WithItem (TupleExpr (Name \"a\") (Name \"b\")) (Name \"c\"))) (List (Pass)))");
  CHECK(tree("with a if b else c as d: pass\n") ==
        "(With (List (WithItem (IfExpr (Name \"b\") (Name \"a\") (Name \"c\")) (Name \"d\"))) (List (Pass)))");
}

TEST_CASE("imports", "[syntax]") {
  CHECK(tree("import a.b as c, d . e\n") == "(Import (Alias \"a.b\" (Name \"c\")) (Alias \"d.e\" -))");
  CHECK(tree("from .. a import (b as c, d,)\n") == "(ImportFrom level=2 \"a\" (Alias \"b\" (Name \"c\")) (Alias \"d\" -))");
  CHECK(tree("from ... import *\n") == "(ImportFrom level=3 \"\" (Alias \"*\" -))");
  CHECK(tree("from __future__ import annotations\n") == "(ImportFrom \"__future__\" (Alias \"annotations\" -))");
}

TEST_CASE("match patterns", "[syntax]") {
  const auto pattern = [](const std::string& text) {
    const std::string source = "match a:\n case " + text + ": pass\n";
    CHECK(errors(source) == "");
    const std::string statement = tree(source);
    const std::string head = "(Match (Name \"a\") (MatchCase ", tail = " - (List (Pass))))";
    return statement.substr(head.size(), statement.size() - head.size() - tail.size());
  };
  CHECK(pattern("{\"k\": -1, **r}") ==
        "(PatternMapping (PatternMapItem (StrLit \"k\") (PatternValue (UnaryExpr - (IntLit \"1\")))) (PatternStar \"r\"))");
  CHECK(pattern("P(x=(1 | 2) as z)") ==
        "(PatternClass (Name \"P\") (PatternKeyword \"x\" (PatternAs \"z\" (PatternOr (PatternValue (IntLit \"1\")) (PatternValue (IntLit "
        "\"2\"))))))");
  CHECK(pattern("[a, *_], None") ==
        "(PatternSequence (PatternSequence (PatternCapture \"a\") (PatternStar \"_\")) (PatternSingleton (NoneLit)))");
  CHECK(pattern("b.c | _") == "(PatternOr (PatternValue (Attribute \"c\" (Name \"b\"))) (PatternWildcard))");
  CHECK(pattern("(a)") == "(PatternCapture \"a\")");
  CHECK(pattern("(a,)") == "(PatternSequence (PatternCapture \"a\"))");
  CHECK(pattern("-1 + 2j") == "(PatternValue (BinaryExpr + (UnaryExpr - (IntLit \"1\")) (ImagLit \"2j\")))");
}

TEST_CASE("spans are the extents in the source", "[syntax]") {
  const graphlift::syntax::Ast ast = graphlift::syntax::parse("if \u00e9:\n  a = (b)  # c\n  # d\nx\n");
  const auto at = [&](graphlift::syntax::NodeId id) { return std::string(ast.source_of(ast[id].span)); };
  const auto branch = ast.kid(ast.root, 0);
  CHECK(at(branch) == "if \u00e9:\n  a = (b)");
  const auto assign = ast.kid(ast.kid(branch, 1), 0);
  CHECK(at(assign) == "a = (b)");
  CHECK(at(ast.kid(assign, 0)) == "b");
  const auto position = graphlift::syntax::position_of(ast, ast[branch].span.start + 5);  // behind the two bytes of the name
  CHECK(position.line == 1);
  CHECK(position.column == 5);
}
