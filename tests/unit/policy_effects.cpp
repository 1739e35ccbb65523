// Where a graph break leaves a function: measured on PyTorch 2.13 for each shape of code.
#include <string>

#include "analysis/lower/compile.h"
#include "analysis/syntax/parse.h"
#include "analysis/torch/effects.h"
#include "tests/unit/catch.h"

using graphlift::Span;
using graphlift::lower::Code;
using graphlift::lower::Op;
using graphlift::report::Effect;
using graphlift::torch::effect_at;
using graphlift::torch::FrameEffect;
using graphlift::torch::Surrounding;

namespace {

// The effect of a break at the call of `stop` in the function that SOURCE defines.
FrameEffect at_stop(const std::string& source, bool generic = false) {
  const auto module = graphlift::lower::compile(graphlift::syntax::parse(source), {});
  for (const auto& constant : module->consts) {
    const auto* inner = std::get_if<std::shared_ptr<const Code>>(&constant);
    if (!inner || !*inner) continue;
    const Code& code = **inner;
    for (uint32_t pc = 0; pc < code.instrs.size(); ++pc) {
      if (code.instrs[pc].op != Op::Call) continue;
      const Span span = code.spans[pc];
      if (source.substr(span.start, 4) != "stop") continue;
      return effect_at(code, pc, false, [&](const graphlift::lower::Surround&) { return generic; });
    }
  }
  FAIL("no call of stop");
  return {};
}

}  // namespace

TEST_CASE("A break in straight-line code is resumed", "[effects]") {
  CHECK(at_stop("def f(x):\n    y = x + 1\n    stop()\n    return y\n").effect == Effect::Resume);
  CHECK(at_stop("def f(x):\n    if x:\n        stop()\n    return x\n").effect == Effect::Resume);
}

TEST_CASE("A break in a loop body skips the function", "[effects]") {
  const FrameEffect loop = at_stop("def f(x):\n    for i in x:\n        stop()\n    return x\n");
  CHECK(loop.effect == Effect::FunctionSkipped);
  CHECK(loop.why == Surrounding::Loop);
  CHECK(at_stop("def f(x):\n    while x:\n        stop()\n    return x\n").effect == Effect::FunctionSkipped);
  CHECK(at_stop("def f(x):\n    for i in x:\n        if i:\n            stop()\n            continue\n        x = i\n    return x\n").why ==
        Surrounding::Loop);
}

TEST_CASE("Dynamo looks for a backward jump only as far as the next return", "[effects]") {
  CHECK(at_stop("def f(x):\n    for i in x:\n        if stop():\n            return i\n    return x\n").effect == Effect::Resume);
  CHECK(at_stop("def f(x):\n    for i in x:\n        if i:\n            return i\n        stop()\n    return x\n").effect ==
        Effect::FunctionSkipped);
}

TEST_CASE("A break before a loop or in the test of a while is outside it", "[effects]") {
  CHECK(at_stop("def f(x):\n    stop()\n    for i in x:\n        x = i\n    return x\n").effect == Effect::Resume);
  CHECK(at_stop("def f(x):\n    for i in stop():\n        x = i\n    return x\n").effect == Effect::Resume);
  CHECK(at_stop("def f(x):\n    while stop():\n        x = x + 1\n    return x\n").effect == Effect::Resume);
}

TEST_CASE("A break under try cannot be resumed, nor under a context manager of the user", "[effects]") {
  CHECK(at_stop("def f(x):\n    try:\n        stop()\n    except ValueError:\n        pass\n    return x\n").why == Surrounding::Try);
  CHECK(at_stop("def f(x):\n    try:\n        x = x + 1\n    finally:\n        stop()\n    return x\n").effect == Effect::Resume);
  CHECK(at_stop("def f(x):\n    with x:\n        stop()\n    return x\n").effect == Effect::Resume);
  const FrameEffect context = at_stop("def f(x):\n    with x:\n        stop()\n    return x\n", true);
  CHECK(context.effect == Effect::CannotResume);
  CHECK(context.why == Surrounding::Context);
}

TEST_CASE("A generator is never compiled on its own", "[effects]") {
  CHECK(at_stop("def f(x):\n    stop()\n    yield x\n").effect == Effect::FunctionSkipped);
}
