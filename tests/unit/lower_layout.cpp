// The layout promises of code.h over programs with awkward control flow, and that the verifier notices broken ones.
#include "tests/unit/catch.h"
#include "tests/unit/lower_support.h"

namespace graphlift::lower::test {
namespace {

constexpr const char* kPrograms[] = {
    R"(
def f():
    while True:
        while a:
            try:
                if a: break
                elif b: continue
                return 1
            finally:
                for i in x:
                    try:
                        if q: break
                        if z: return i
                        continue
                    except (A, B) as e:
                        if r: break
                        else: continue
                    finally:
                        if s: break
                else:
                    return 3
        with a as b, c as (d, e):
            try:
                with z: continue
            except:
                with q as x.y: break
            else: break
    else:
        return 4
)",
    R"(
async def g():
    async with a as b:
        async for x in y:
            if x: return x
            await x
        else: pass
    return [x async for x in y], {k: v async for k, v in await z}
def h():
    try:
        return 1
    finally:
        return 2
)",
    R"(
def f(z):
    for z in w:
        match z:
            case 1 | 2 | -3: continue
            case [a, *_, b] | (a, b): break
            case {"k": v, **r} if v: return v
            case P(q, r=[s, None]) as t: pass
            case "a" "b" | x.y: pass
            case _: return 3
)",
    R"(
if not (a and b or c) and (d if e else f) or not g: x = (a or b) and c, a < b < c, not d
assert x, "m"
assert x < y < z, f"{x}"
print(*a, *b, c, k=1, **d, e=2, **f)
(x.y, z[0], *w), [q] = v
x.y += 1; z[a:b, ::c] **= 2; w @= 3
del x.y, z[0], (w, q)
)", "break\ncontinue\nreturn 1\nx = (\n",
};

TEST_CASE("lowered programs keep the layout promises", "[lower]") {
  for (const char* program : kPrograms) {
    INFO(program);
    CHECK(verify(*compile_text(program).module) == std::vector<std::string>{});
  }
}

TEST_CASE("the verifier notices broken promises", "[lower]") {
  const auto problems = [](std::vector<Instr> instrs) {
    Code code;
    code.instrs = std::move(instrs);
    code.spans.resize(code.instrs.size());
    code.consts.push_back(NoneConst{});
    return verify(code);
  };
  CHECK(problems({{Op::LoadConst}, {Op::Return}}).empty());
  CHECK_FALSE(problems({{Op::Pop}, {Op::LoadConst}, {Op::Return}}).empty());  // underflow
  CHECK_FALSE(problems({{Op::LoadConst}, {Op::Jump, 0}}).empty());            // backward jump
  CHECK_FALSE(problems({{Op::LoadConst}}).empty());                           // runs off the end
  CHECK_FALSE(problems({{Op::LoadConst}, {Op::PopJumpIfTrue, 3}, {Op::LoadConst}, {Op::LoadConst}, {Op::Return}}).empty());
  CHECK_FALSE(problems({{Op::SetupFinally, 3}, {Op::LoadConst}, {Op::Return}, {Op::Reraise}}).empty());            // block left at return
  CHECK_FALSE(problems({{Op::LoadConst}, {Op::PopJumpIfTrue, 3}, {Op::JumpBack, 0}, {Op::JumpBack, 0}}).empty());  // two back edges
  CHECK_FALSE(problems({{Op::LoadConst, 7}, {Op::Return}}).empty());                                               // no such constant
}

TEST_CASE("nesting without bound neither overflows nor breaks the layout", "[lower]") {
  const auto repeat = [](std::string_view part, size_t times) {
    std::string out;
    for (size_t i = 0; i < times; ++i) out += part;
    return out;
  };
  const std::string programs[] = {
      "x = a" + repeat("+a", 20000) + "\n",
      "x = a" + repeat(".b(c)", 10000) + "\n",
      "x = " + repeat("[", 8000) + repeat("]", 8000) + "\n",
      "x = " + repeat("-", 8000) + "a\n",
      "if a: pass\n" + repeat("elif b: pass\n", 5000),
      "x = " + repeat("a if b else ", 8000) + "c\n",
  };
  for (const std::string& program : programs) {
    INFO(program.substr(0, 30));
    CHECK(verify(*compile_text(program).module) == std::vector<std::string>{});
  }
  CHECK(pcs_of(*compile_text(programs[2]).module, Op::SyntaxFault).size() == 1);
  CHECK(pcs_of(*compile_text(programs[0]).module, Op::Binary).size() == 20000);
}

TEST_CASE("loops have one back edge, continue goes to it and break past it", "[lower]") {
  const Compiled compiled = compile_text("for i in x:\n    if a: continue\n    if b: break\n    c\n");
  const Code& code = *compiled.module;
  const auto back = pcs_of(code, Op::JumpBack);
  REQUIRE(back.size() == 1);
  const auto jumps = pcs_of(code, Op::Jump);
  REQUIRE(jumps.size() == 2);
  CHECK(code.instrs[jumps[0]].a == back[0]);
  CHECK(code.instrs[jumps[1]].a == back[0] + 1);
  REQUIRE(code.surrounds.size() == 1);
  CHECK(code.surrounds[0].kind == Surround::Kind::Loop);
  CHECK(code.surrounds[0].end_pc == back[0] + 1);
  CHECK(compiled.ast.source_of(code.surrounds[0].header) == "for i in x");
}

TEST_CASE("the way out of a try is not under it", "[lower]") {
  const Compiled compiled = compile_text("def f():\n    try:\n        return g()\n    finally:\n        h()\n");
  const Code& code = *find(*compiled.module, "f");
  std::vector<uint32_t> calls = pcs_of(code, Op::Call);
  REQUIRE(calls.size() == 4);  // g, and h on the way out, after the body (unreachable), for an exception
  const auto kinds_at = [&](uint32_t pc) {
    std::string kinds;
    for (const Surround& range : code.surrounds) {
      if (pc < range.start_pc || pc >= range.end_pc) continue;
      kinds += range.kind == Surround::Kind::Try ? "try " : range.kind == Surround::Kind::Finally ? "finally " : "other ";
      CHECK(compiled.ast.source_of(range.header) == (range.kind == Surround::Kind::Try ? "try" : "finally"));
    }
    return kinds;
  };
  CHECK(kinds_at(calls[0]) == "try ");
  CHECK(kinds_at(calls[1]) == "finally ");
  CHECK(kinds_at(calls[2]) == "finally ");
  CHECK(kinds_at(calls[3]) == "finally ");
}

}  // namespace
}  // namespace graphlift::lower::test
