// Source that does not parse: positions of the errors, and that only the smallest part is lost.
#include "analysis/syntax/parse.h"
#include "tests/unit/catch.h"
#include "tests/unit/syntax_support.h"

using graphlift::test::errors;
using graphlift::test::tree;

TEST_CASE("a bad statement keeps its neighbours", "[syntax]") {
  const std::string source = "a = 1\nb = = 2\nc = 3\n";
  CHECK(tree(source) == "(Assign (IntLit \"1\") (Name \"a\")) (ErrorNode) (Assign (IntLit \"3\") (Name \"c\"))");
  CHECK(errors(source) == "2:5 invalid syntax");
}

TEST_CASE("inside functions and classes too", "[syntax]") {
  const std::string source = "class A:\n  def f(self):\n    x = (1\n    return 2\n  def g(self, y:\n    return y\n  def h(self): pass\n";
  CHECK(tree(source) ==
        "(ClassDef \"A\" (List) (List (FunctionDef \"f\" (Parameters (Parameter positional \"self\" - -)) (List (ErrorNode) (Return "
        "(IntLit \"2\"))) "
        "(List) -) (ErrorNode) (FunctionDef \"h\" (Parameters (Parameter positional \"self\" - -)) (List (Pass)) (List) -)) (List))");
  CHECK(errors(source) == "3:9 '(' was never closed; 5:8 '(' was never closed");
}

TEST_CASE("a bad header keeps its suite", "[syntax]") {
  CHECK(tree("if a = 3:\n  b\nelse:\n  c\n") == "(If (ErrorNode) (List (ExprStmt (Name \"b\"))) (List (ExprStmt (Name \"c\"))))");
  CHECK(tree("try:\n  a\nexcept B e:\n  c\n") ==
        "(Try (List (ExprStmt (Name \"a\"))) (List (ExceptHandler (ErrorNode) (List (ExprStmt (Name \"c\"))))) (List) (List))");
  CHECK(tree("class A(:\n  b = 1\n") == "(ClassDef \"A\" (List) (List (Assign (IntLit \"1\") (Name \"b\"))) (List))");
  CHECK(tree("match x:\n  case 1 2:\n    a\n  case 3:\n    b\n") ==
        "(Match (Name \"x\") (MatchCase (ErrorNode) - (List (ExprStmt (Name \"a\")))) (MatchCase (PatternValue (IntLit \"3\")) - "
        "(List (ExprStmt (Name \"b\")))))");
}

TEST_CASE("forms of Python 2 are errors", "[syntax]") {
  CHECK(errors("print 'a'\n") == "1:1 missing parentheses in call to 'print'");
  CHECK(errors("exec 'a'\n") == "1:1 missing parentheses in call to 'exec'");
  CHECK(tree("print 'a'\nb = 1\n") == "(ErrorNode) (Assign (IntLit \"1\") (Name \"b\"))");
  CHECK(errors("a <> b\n") == "1:3 invalid syntax");
}

TEST_CASE("strings without an end", "[syntax]") {
  CHECK(tree("a = 'b\nc = 1\n") == "(ErrorNode) (Assign (IntLit \"1\") (Name \"c\"))");
  CHECK(errors("a = 1\nb = '''c\nd\n") == "2:5 unterminated string literal");
}

TEST_CASE("clauses without a statement, indentation that fits nowhere", "[syntax]") {
  CHECK(tree("a = 1\nelse:\n  b\nc = 2\n") == "(Assign (IntLit \"1\") (Name \"a\")) (ErrorNode) (Assign (IntLit \"2\") (Name \"c\"))");
  CHECK(errors("  a = = 1\nb = 2\n") == "1:3 unexpected indent");
}

TEST_CASE("errors never leave nodes out of the file", "[syntax]") {
  // Every prefix of a program that uses much of the grammar.
  const std::string source =
      "@d\nclass A(B, c=d):\n  '''doc'''\n  async def f(self, a: int = 1, /, *b, c, **e) -> x:\n    with (y as z, w): return "
      "f\"{a!r:>{b}}{c=}\"\n"
      "    for i, *j in [k async for k in l if m]: i.n[1:2, ...] += await o(*p, **q)\n    try: raise R from s\n    except (T, U) as v: del "
      "w\n"
      "match a:\n  case {'k': [1, *r]} | P(x=-1 + 2j) as z if g: pass\ntype Q[T] = list[T]\nx = {**a, 'b': lambda: (yield)}\n";
  for (size_t size = 0; size <= source.size(); ++size) {
    const graphlift::syntax::Ast ast = graphlift::syntax::parse(source.substr(0, size));
    REQUIRE(ast.root.valid());
    for (const graphlift::syntax::Node& node : ast.nodes) {
      REQUIRE(node.span.start <= node.span.end);
      REQUIRE(node.span.end <= size);
      for (uint32_t i = 0; i < node.kid_count; ++i) {
        const graphlift::syntax::NodeId kid = ast.kids[node.first_kid + i];
        REQUIRE((!kid.valid() || kid.index < ast.nodes.size()));
      }
    }
    for (const graphlift::syntax::SyntaxError& error : ast.errors) REQUIRE(error.span.start <= size);
  }
}
