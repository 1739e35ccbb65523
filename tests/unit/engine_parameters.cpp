#include <algorithm>

#include "analysis/engine/parameter_type.h"
#include "analysis/engine/parameter_use.h"
#include "analysis/lower/compile.h"
#include "analysis/syntax/parse.h"
#include "tests/unit/catch.h"

using namespace graphlift;
using namespace graphlift::engine;
using Kind = TypeGuess::Kind;

namespace {

std::vector<std::vector<ParameterUse>> uses_in(const std::string& source) {
  const syntax::Ast ast = syntax::parse(source);
  const std::shared_ptr<const lower::Code> module = lower::compile(ast, lower::FileId(0));
  for (const lower::Const& constant : module->consts)
    if (const auto* code = std::get_if<std::shared_ptr<const lower::Code>>(&constant)) return uses_of_parameters(**code);
  return {};
}

bool has(const std::vector<ParameterUse>& uses, ParameterUse::Kind kind, const std::string& text = {}) {
  return std::any_of(uses.begin(), uses.end(), [&](const ParameterUse& u) { return u.kind == kind && u.text == text; });
}

Kind annotated(const std::string& text) { return guess_from_annotation(nullptr, nullptr, text).kind; }

}  // namespace

TEST_CASE("uses of parameters", "[engine]") {
  const auto uses = uses_in(
      "def f(self, x, n, names, flag):\n"
      "    y = x\n"
      "    if flag:\n"
      "        y = y.view(n, -1)\n"
      "    for i in range(n):\n"
      "        y = torch.relu(y @ self.w)\n"
      "    for name in names:\n"
      "        if name == 'a': pass\n"
      "    z = self.layer(x, mask=x)\n"
      "    return z[n] if x.sum() > 0 and flag else names[0]\n");
  REQUIRE(uses.size() == 5);
  CHECK(has(uses[1], ParameterUse::Kind::Attribute, "view"));
  CHECK(has(uses[1], ParameterUse::Kind::Attribute, "sum"));
  CHECK(has(uses[1], ParameterUse::Kind::Argument, "self.layer"));
  CHECK(std::any_of(uses[1].begin(), uses[1].end(), [](const ParameterUse& u) { return u.keyword == "mask"; }));
  CHECK(has(uses[2], ParameterUse::Kind::Argument, "range"));
  CHECK(has(uses[2], ParameterUse::Kind::Index, "z"));
  CHECK(has(uses[3], ParameterUse::Kind::Iterated));
  CHECK(has(uses[3], ParameterUse::Kind::Subscripted));
  CHECK(has(uses[4], ParameterUse::Kind::Tested));
}

TEST_CASE("uses are seen through closures, try and with", "[engine]") {
  const auto uses = uses_in(
      "def f(x, y):\n"
      "    def inner():\n"
      "        return x\n"
      "    try:\n"
      "        with lock() as l:\n"
      "            a = x.mean()\n"
      "    except ValueError as e:\n"
      "        a = y.mean()\n"
      "    finally:\n"
      "        b = y.std()\n"
      "    return [x.abs(), inner()]\n");
  REQUIRE(uses.size() == 2);
  CHECK(has(uses[0], ParameterUse::Kind::Attribute, "mean"));
  CHECK(has(uses[0], ParameterUse::Kind::Attribute, "abs"));
  CHECK(has(uses[1], ParameterUse::Kind::Attribute, "mean"));
  CHECK(has(uses[1], ParameterUse::Kind::Attribute, "std"));
}

TEST_CASE("uses of what parameters hold", "[engine]") {
  const auto uses = uses_in(
      "def f(params, grads, batch, lengths, x):\n"
      "    for p, g in zip(params, grads):\n"
      "        p.add_(g.clamp(-1, 1))\n"
      "    y = batch['image'].mean()\n"
      "    for i, n in enumerate(lengths):\n"
      "        k = int(n) + int(lengths[i])\n"
      "    return x[None, :], x[1:], x[None, None]\n");
  REQUIRE(uses.size() == 5);
  const auto element = [](const std::vector<ParameterUse>& all, ParameterUse::Kind kind, const std::string& text) {
    return std::any_of(all.begin(), all.end(), [&](const ParameterUse& u) { return u.of_element && u.kind == kind && u.text == text; });
  };
  CHECK(element(uses[0], ParameterUse::Kind::Attribute, "add_"));
  CHECK(element(uses[1], ParameterUse::Kind::Attribute, "clamp"));
  CHECK(has(uses[2], ParameterUse::Kind::Subscripted, "image"));
  CHECK(element(uses[2], ParameterUse::Kind::Attribute, "mean"));
  CHECK(std::count_if(uses[3].begin(), uses[3].end(), [](const ParameterUse& u) { return u.of_element && u.text == "int"; }) == 2);
  CHECK(std::count_if(uses[4].begin(), uses[4].end(), [](const ParameterUse& u) { return u.text == ","; }) == 3);
}

TEST_CASE("types from annotations", "[engine]") {
  CHECK(annotated("torch.Tensor") == Kind::Tensor);
  CHECK(annotated("'Tensor'") == Kind::Tensor);
  CHECK(annotated("Optional[torch.FloatTensor]") == Kind::Tensor);
  CHECK(guess_from_annotation(nullptr, nullptr, "Optional[Tensor]").optional);
  CHECK(annotated("Tensor | None") == Kind::Tensor);
  CHECK(annotated("None | int") == Kind::Int);
  CHECK(annotated("Union[int, torch.Tensor]") == Kind::Tensor);
  CHECK(annotated("Float[Tensor, \"b c\"]") == Kind::Tensor);
  CHECK(guess_from_annotation(nullptr, nullptr, "torch.LongTensor").integral);
  CHECK(annotated("int") == Kind::Int);
  CHECK(annotated("bool") == Kind::Bool);
  CHECK(annotated("str") == Kind::Str);
  CHECK(annotated("Config") == Kind::Unknown);
  const TypeGuess list = guess_from_annotation(nullptr, nullptr, "list[torch.Tensor]");
  CHECK(list.kind == Kind::List);
  CHECK(list.items.at(0).kind == Kind::Tensor);
  const TypeGuess pair = guess_from_annotation(nullptr, nullptr, "Tuple[Tensor, int]");
  CHECK(pair.kind == Kind::Tuple);
  CHECK(pair.items.size() == 2);
  CHECK_FALSE(pair.open);
  CHECK(guess_from_annotation(nullptr, nullptr, "tuple[Tensor, ...]").open);
  CHECK(guess_from_annotation(nullptr, nullptr, "Dict[str, Tensor]").items.at(0).kind == Kind::Tensor);
  CHECK(annotated("") == Kind::Unknown);
  CHECK(annotated("[") == Kind::Unknown);
}

TEST_CASE("types from docstrings", "[engine]") {
  const std::string google =
      "Runs.\n\nArgs:\n    x (torch.Tensor): the input, of shape `x`\n    n (int, optional): rounds\n    y: a tensor of ids\n";
  CHECK(guess_from_docstring(google, "x").kind == Kind::Tensor);
  CHECK(guess_from_docstring(google, "n").kind == Kind::Int);
  CHECK(guess_from_docstring(google, "y").kind == Kind::Tensor);
  CHECK(guess_from_docstring(google, "z").kind == Kind::Unknown);
  CHECK(guess_from_docstring("    hidden_states (`torch.FloatTensor` of shape `(a, b)`): input", "hidden_states").kind == Kind::Tensor);
  CHECK(guess_from_docstring(":type n: int\n", "n").kind == Kind::Int);
  CHECK(guess_from_docstring("Adds x (Tensor) to y", "x").kind == Kind::Unknown);  // running text
}
