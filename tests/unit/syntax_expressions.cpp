// Expressions as CPython's grammar reads them, above all where tree-sitter's reads them differently.
#include "tests/unit/catch.h"
#include "tests/unit/syntax_support.h"

using graphlift::test::errors;
using graphlift::test::tree;

namespace {
std::string value(const std::string& expression) {
  CHECK(errors(expression + "\n") == "");
  const std::string statement = tree(expression + "\n");
  const std::string head = "(ExprStmt ";
  REQUIRE(statement.substr(0, head.size()) == head);
  return statement.substr(head.size(), statement.size() - head.size() - 1);
}
}  // namespace

TEST_CASE("boolean chains are flat, parentheses keep their groups", "[syntax]") {
  CHECK(value("a and b and c or not d") ==
        "(BoolExpr or (BoolExpr and (Name \"a\") (Name \"b\") (Name \"c\")) (UnaryExpr not (Name \"d\")))");
  CHECK(value("(a and b) and c") == "(BoolExpr and (BoolExpr and (Name \"a\") (Name \"b\")) (Name \"c\"))");
  CHECK(value("a and (b and c)") == "(BoolExpr and (Name \"a\") (BoolExpr and (Name \"b\") (Name \"c\")))");
}

TEST_CASE("comparisons chain", "[syntax]") {
  CHECK(value("a < b is not c not in d") ==
        "(CompareExpr (Name \"a\") (CompareRhs < (Name \"b\")) (CompareRhs is not (Name \"c\")) (CompareRhs not in (Name \"d\")))");
}

TEST_CASE("subscripts and slices", "[syntax]") {
  CHECK(value("x[1:2, ...]") == "(Subscript (Name \"x\") (TupleExpr (SliceExpr (IntLit \"1\") (IntLit \"2\") -) (EllipsisLit)))");
  CHECK(value("x[::2]") == "(Subscript (Name \"x\") (SliceExpr - - (IntLit \"2\")))");
  CHECK(value("x[a,]") == "(Subscript (Name \"x\") (TupleExpr (Name \"a\")))");
  CHECK(value("x[*a]") == "(Subscript (Name \"x\") (TupleExpr (Starred (Name \"a\"))))");
}

TEST_CASE("a star takes the whole operand", "[syntax]") {
  CHECK(value("*a.b(c), d") == "(TupleExpr (Starred (Call (Attribute \"b\" (Name \"a\")) (Name \"c\"))) (Name \"d\"))");
  CHECK(value("f(*a or b)") == "(Call (Name \"f\") (Starred (BoolExpr or (Name \"a\") (Name \"b\"))))");
  CHECK(value("f(*a if b else c)") == "(Call (Name \"f\") (Starred (IfExpr (Name \"b\") (Name \"a\") (Name \"c\"))))");
  CHECK(value("a, *([b] * 4)") == "(TupleExpr (Name \"a\") (Starred (BinaryExpr * (ListExpr (Name \"b\")) (IntLit \"4\"))))");
  CHECK(value("a, *[1] * 2") == "(TupleExpr (Name \"a\") (Starred (BinaryExpr * (ListExpr (IntLit \"1\")) (IntLit \"2\"))))");
}

TEST_CASE("arguments keep their order", "[syntax]") {
  CHECK(value("f(a, *b, c, d=1, **e)") ==
        "(Call (Name \"f\") (Name \"a\") (Starred (Name \"b\")) (Name \"c\") (Keyword \"d\" (IntLit \"1\")) (DoubleStarred (Name \"e\")))");
  CHECK(value("f(a for b in c)") == "(Call (Name \"f\") (GeneratorExpr (Name \"a\") (Comprehension (Name \"b\") (Name \"c\"))))");
}

TEST_CASE("binding strength of await, := and powers", "[syntax]") {
  CHECK(value("await a ** b") == "(BinaryExpr ** (Await (Name \"a\")) (Name \"b\"))");
  CHECK(value("-a ** -b") == "(UnaryExpr - (BinaryExpr ** (Name \"a\") (UnaryExpr - (Name \"b\"))))");
  CHECK(value("(y := a if b else c)") == "(NamedExpr (Name \"y\") (IfExpr (Name \"b\") (Name \"a\") (Name \"c\")))");
  CHECK(value("lambda: a if b else c") == "(Lambda (Parameters) (IfExpr (Name \"b\") (Name \"a\") (Name \"c\")))");
}

TEST_CASE("& binds tighter than ^", "[syntax]") {
  CHECK(value("a ^ b & c") == "(BinaryExpr ^ (Name \"a\") (BinaryExpr & (Name \"b\") (Name \"c\")))");
  CHECK(value("a & b ^ c & d ^ e") ==
        "(BinaryExpr ^ (BinaryExpr ^ (BinaryExpr & (Name \"a\") (Name \"b\")) (BinaryExpr & (Name \"c\") (Name \"d\"))) (Name \"e\"))");
}

TEST_CASE("lambda parameters of every kind", "[syntax]") {
  CHECK(value("lambda a, /, b=1, *c, d, **e: a") ==
        "(Lambda (Parameters (Parameter positional-only \"a\" - -) (Parameter positional \"b\" - (IntLit \"1\")) (Parameter * \"c\" - -) "
        "(Parameter keyword-only \"d\" - -) (Parameter ** \"e\" - -)) (Name \"a\"))");
  CHECK(value("lambda *, a: a") == "(Lambda (Parameters (Parameter keyword-only \"a\" - -)) (Name \"a\"))");
}

TEST_CASE("comprehensions nest in order", "[syntax]") {
  CHECK(value("[a for b in c if d if e for f in g]") ==
        "(ListComp (Name \"a\") (Comprehension (Name \"b\") (Name \"c\") (Name \"d\") (Name \"e\")) (Comprehension (Name \"f\") (Name "
        "\"g\")))");
  CHECK(value("{a: b for c, d in e}") ==
        "(DictComp (Name \"a\") (Name \"b\") (Comprehension (TupleExpr (Name \"c\") (Name \"d\")) (Name \"e\")))");
  CHECK(value("(a async for b in c)") == "(GeneratorExpr (Name \"a\") (Comprehension async (Name \"b\") (Name \"c\")))");
}

TEST_CASE("displays and numbers", "[syntax]") {
  CHECK(value("{**a, b: c}") == "(DictExpr (DoubleStarred (Name \"a\")) (DictItem (Name \"b\") (Name \"c\")))");
  CHECK(value("(), (a,), [], {a}") == "(TupleExpr (TupleExpr) (TupleExpr (Name \"a\")) (ListExpr) (SetExpr (Name \"a\")))");
  CHECK(value("0x1f, 1_000, 1e3, 2j, .5") ==
        "(TupleExpr (IntLit \"0x1f\") (IntLit \"1_000\") (FloatLit \"1e3\") (ImagLit \"2j\") (FloatLit \".5\"))");
}

TEST_CASE("soft keywords are names", "[syntax]") {
  CHECK(value("match(x)") == "(Call (Name \"match\") (Name \"x\"))");
  CHECK(value("type(x).y") == "(Attribute \"y\" (Call (Name \"type\") (Name \"x\")))");
  CHECK(value("print >>f, x") == "(TupleExpr (BinaryExpr >> (Name \"print\") (Name \"f\")) (Name \"x\"))");
}

TEST_CASE("lines in brackets may stand further left than their suite", "[syntax]") {
  const std::string source = "if a:\n    x = (b.\nc  # d\n  + e)\n";
  CHECK(errors(source) == "");
  CHECK(tree(source) == "(If (Name \"a\") (List (Assign (BinaryExpr + (Attribute \"c\" (Name \"b\")) (Name \"e\")) (Name \"x\"))) (List))");
}
