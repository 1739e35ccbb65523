// What single constructs are lowered to, and the spans they carry.
#include "analysis/lower/literals.h"
#include "tests/unit/catch.h"
#include "tests/unit/lower_support.h"

namespace graphlift::lower::test {
namespace {

std::string module_ops(std::string_view text) {
  std::string all = ops(*compile_text(text).module);
  const std::string tail = " LoadConst Return";
  return all.ends_with(tail) ? all.substr(0, all.size() - tail.size()) : all;
}

TEST_CASE("statements become the expected code", "[lower]") {
  CHECK(module_ops("a = b.c[d](e)") == "LoadName LoadAttr LoadName LoadSubscr LoadName Call StoreName");
  CHECK(module_ops("a = b = 1") == "LoadConst Dup StoreName StoreName");
  CHECK(module_ops("a.b += 1") == "LoadName Dup LoadAttr LoadConst Binary Rot2 StoreAttr");
  CHECK(module_ops("a[b] += 1") == "LoadName LoadName Dup2 LoadSubscr LoadConst Binary Rot3 StoreSubscr");
  CHECK(module_ops("a, *b = c") == "LoadName UnpackEx StoreName StoreName");
  CHECK(module_ops("x: int") == "StoreAnnotation");
  CHECK(module_ops("x: int = 1") == "LoadConst StoreName StoreAnnotation");
  CHECK(module_ops("if not x: y()") == "LoadName PopJumpIfTrue LoadName Call Pop");
  CHECK(module_ops("x = (1, -2, (None, 'a'))") == "LoadConst StoreName");
  CHECK(module_ops("x = [1, 2, 3]") == "BuildList LoadConst ListExtend StoreName");
  CHECK(module_ops("f(*a, k=1)") == "LoadName BuildList LoadName ListExtend LoadConst LoadConst BuildMap CallEx Pop");
  CHECK(module_ops("x = f'a{b!r:>{c}}'") ==
        "LoadConst LoadName LoadConst LoadName FormatValue BuildString FormatValue BuildString StoreName");
  CHECK(module_ops("'doc'\n'not a docstring'\n...\npass") == "LoadConst StoreName");
  CHECK(module_ops("x = a < b < c") == "LoadName LoadName Dup Rot3 Compare JumpIfFalseOrPop LoadName Compare Jump Rot2 Pop StoreName");
  CHECK(module_ops("with a as b: c") ==
        "LoadName BeforeWith SetupWith StoreName LoadName Pop PopBlock WithExitNormal Jump WithExceptStart PopJumpIfTrue Reraise Pop "
        "PopExcept Pop");
}

TEST_CASE("conditions jump directly and tell what they test", "[lower]") {
  const auto kinds = [](std::string_view text) {
    std::vector<TestKind> found;
    const Compiled compiled = compile_text(text);
    for (const Instr& instr : compiled.module->instrs) {
      const bool test = instr.op == Op::PopJumpIfFalse || instr.op == Op::PopJumpIfTrue || instr.op == Op::JumpIfFalseOrPop ||
                        instr.op == Op::JumpIfTrueOrPop;
      if (test) found.push_back(static_cast<TestKind>(instr.b));
    }
    return found;
  };
  using Kinds = std::vector<TestKind>;
  CHECK(kinds("if a and b: pass") == Kinds{TestKind::BoolOperand, TestKind::If});
  CHECK(kinds("while not (a or b): pass") == Kinds{TestKind::While, TestKind::While});
  CHECK(kinds("while a or b: pass") == Kinds{TestKind::BoolOperand, TestKind::While});
  CHECK(kinds("x = a if b else c") == Kinds{TestKind::Ternary});
  CHECK(kinds("x = (a and b) or c") == Kinds{TestKind::BoolOperand, TestKind::BoolOperand});
  CHECK(kinds("assert a") == Kinds{TestKind::Assert});
  CHECK(kinds("assert a, 'text'") == Kinds{TestKind::Assert});
  CHECK(kinds("assert a, f'{b}'") == Kinds{TestKind::AssertDynamicMessage});
  CHECK(kinds("if a < b < c: pass") == Kinds{TestKind::CompareChain, TestKind::If});
}

TEST_CASE("imports say what they bind and whether they may wait", "[lower]") {
  const Compiled compiled = compile_text(
      "import a.b\nimport a.b as c\nfrom ..p import q as r\nif x:\n    import d\ntry:\n    import e\nexcept ImportError:\n    e = None\n"
      "def f():\n    import g\nfrom m import *\n");
  const Code& code = *compiled.module;
  const auto imports = pcs_of(code, Op::Import);
  REQUIRE(imports.size() == 5);
  const auto reference = [&](size_t i) { return std::get<ImportRef>(code.consts[code.instrs[imports[i]].a]); };
  const auto bound = [&](size_t i) { return code.names[code.instrs[imports[i] + 1].a]; };
  CHECK(reference(0).module == "a.b");
  CHECK_FALSE(reference(0).leaf);
  CHECK(bound(0) == "a");
  CHECK(reference(1).leaf);
  CHECK(bound(1) == "c");
  CHECK(reference(2).level == 2);
  CHECK(reference(2).module == "p");
  CHECK(reference(2).member == "q");
  CHECK(bound(2) == "r");
  CHECK(code.instrs[imports[3]].b == 1);
  CHECK(code.instrs[imports[4]].b == 0);
  const Code& inner = *find(code, "f");
  CHECK(inner.instrs[pcs_of(inner, Op::Import)[0]].b == 0);
  CHECK(pcs_of(code, Op::ImportStar).size() == 1);
}

TEST_CASE("functions describe their parameters", "[lower]") {
  const Compiled compiled = compile_text("def f(a, /, b: int = 1, *c, d, e=2, **g) -> str:\n    'text'\n    def h(): return b\n");
  const Code& code = *find(*compiled.module, "f");
  CHECK(code.locals == std::vector<std::string>{"a", "b", "d", "e", "c", "g", "h"});
  CHECK(code.positional_count == 2);
  CHECK(code.posonly_count == 1);
  CHECK(code.kwonly_count == 2);
  CHECK(code.has_varargs);
  CHECK(code.has_varkw);
  CHECK(code.docstring == "text");
  CHECK(code.cellvars == std::vector<std::string>{"b"});
  CHECK(code.cell_of_param == std::vector<int32_t>{1});
  REQUIRE(code.annotations.size() == 2);
  CHECK(code.annotations[0].name == "b");
  CHECK(code.annotations[1].name == "return");
  CHECK(ops(*code.annotations[0].thunk) == "LoadName Return");
  CHECK(compiled.ast.source_of(code.header) == "def f(a, /, b: int = 1, *c, d, e=2, **g) -> str");
  CHECK(find(code, "f.<locals>.h")->freevars == std::vector<std::string>{"b"});
  CHECK(compile_text("def f(): yield\n").module->consts.size() >= 1);
}

TEST_CASE("spans are those of the expression", "[lower]") {
  const Compiled compiled = compile_text("y = f(a.b[0] + 1)\nif not x.any(): pass\n");
  const Code& code = *compiled.module;
  const auto at = [&](Op op, size_t i) { return source_at(compiled, code, pcs_of(code, op)[i]); };
  CHECK(at(Op::Call, 0) == "f(a.b[0] + 1)");
  CHECK(at(Op::LoadAttr, 0) == "a.b");
  CHECK(at(Op::LoadSubscr, 0) == "a.b[0]");
  CHECK(at(Op::Binary, 0) == "a.b[0] + 1");
  CHECK(at(Op::StoreName, 0) == "y = f(a.b[0] + 1)");
  CHECK(at(Op::PopJumpIfTrue, 0) == "x.any()");
}

TEST_CASE("number literals", "[lower]") {
  CHECK(std::get<int64_t>(int_literal("0x_fF")) == 255);
  CHECK(std::get<int64_t>(int_literal("1_000")) == 1000);
  CHECK(std::get<int64_t>(int_literal("0b101")) == 5);
  CHECK(std::get<int64_t>(int_literal("0o17")) == 15);
  CHECK(std::get<int64_t>(int_literal("00")) == 0);
  CHECK(std::get<BigIntConst>(int_literal("9223372036854775808")).digits == "9223372036854775808");
  CHECK(std::get<double>(float_literal("1_0.5e-3")) == 0.0105);
  CHECK(std::get<double>(float_literal(".5")) == 0.5);
  CHECK(std::get<double>(float_literal("5.")) == 5.0);
  CHECK(std::get<double>(float_literal("1e400")) > 1e308);
  CHECK(std::get<double>(float_literal("1e-400")) == 0.0);
  CHECK(std::get<ImagConst>(imag_literal("2.5J")).value == 2.5);
  Const smallest = int_literal("9223372036854775808");
  CHECK(negate(smallest));
  CHECK(std::get<int64_t>(smallest) == std::numeric_limits<int64_t>::min());
}

}  // namespace
}  // namespace graphlift::lower::test
