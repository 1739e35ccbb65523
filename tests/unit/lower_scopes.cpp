// Name resolution as in CPython 3.11.
#include "analysis/lower/scope.h"
#include "tests/unit/catch.h"
#include "tests/unit/lower_support.h"

namespace graphlift::lower::test {
namespace {

std::string scopes(std::string_view text) { return dump_scopes(*compile_text(text).module); }

TEST_CASE("closures, globals and nonlocals", "[lower]") {
  CHECK(scopes("def f(a):\n"
               "    b = c = 1\n"
               "    def g():\n"
               "        nonlocal b\n"
               "        global d\n"
               "        b = d = a\n"
               "        return e\n") ==
        "module <module> @0\n"
        "  name f\n"
        "function f @0\n"
        "  parameters a\n"
        "  locals c g\n"
        "  cells a b\n"
        "function f.<locals>.g @28\n"
        "  free a b\n"
        "  global d e\n");
}

TEST_CASE("class scopes are not seen by methods", "[lower]") {
  CHECK(scopes("class C:\n"
               "    x = 1\n"
               "    __y = x\n"
               "    def f(self): return x, __class__, self.__y\n"
               "    z = [x for x in x if z]\n") ==
        "module <module> @0\n"
        "  name C\n"
        "class C @0\n"
        "  cells __class__\n"
        "  name _C__y __classcell__ __module__ __name__ __qualname__ f x z\n"
        "function C.f @35\n"
        "  parameters self\n"
        "  free __class__\n"
        "  global x\n"
        "comprehension C.<listcomp> @86\n"
        "  parameters .0\n"
        "  locals x\n"
        "  global z\n");
}

TEST_CASE("a walrus in a comprehension binds around it", "[lower]") {
  const Compiled compiled = compile_text(
      "def f(a):\n    return [y for x in a if (y := x)], y\n"
      "def g(a):\n    return [(z := x) for x in a]\n"
      "[w := 1 for _ in ()]\n");
  CHECK(find(*compiled.module, "f")->cellvars == std::vector<std::string>{"y"});
  CHECK(find(*compiled.module, "f.<locals>.<listcomp>")->freevars == std::vector<std::string>{"y"});
  CHECK(find(*compiled.module, "g")->cellvars == std::vector<std::string>{"z"});
  CHECK(pcs_of(*find(*compiled.module, "<listcomp>"), Op::StoreGlobal).size() == 1);
}

TEST_CASE("a class body reads an outer local through its own namespace", "[lower]") {
  const Compiled compiled = compile_text("def f(a):\n    class C:\n        b = a\n        def m(self): return super().m(a)\n");
  const Code& body = *find(*compiled.module, "f.<locals>.C");
  CHECK(body.cellvars == std::vector<std::string>{"__class__"});
  CHECK(body.freevars == std::vector<std::string>{"a"});
  CHECK(pcs_of(body, Op::LoadClassDeref).size() == 1);
  CHECK(find(body, "f.<locals>.C.m")->freevars == std::vector<std::string>{"__class__", "a"});
}

TEST_CASE("private names are mangled in classes", "[lower]") {
  CHECK(mangle("C", "__x") == "_C__x");
  CHECK(mangle("C", "__x__") == "__x__");
  CHECK(mangle("C", "_x") == "_x");
  CHECK(mangle("", "__x") == "__x");
}

}  // namespace
}  // namespace graphlift::lower::test
