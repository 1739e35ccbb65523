// Random numbers of Python and NumPy become tensors of PyTorch's generator, which stay in the graph.
//
// Before:
//     import random
//     import torch
//
//     def f(x: torch.Tensor):
//         return x * random.random()
//
//     torch.compile(f)(torch.ones(2))
// After:
//     import random
//     import torch
//
//     def f(x: torch.Tensor):
//         return x * torch.rand(())
//
//     torch.compile(f)(torch.ones(2))
#include "analysis/refactor/catalogue.h"
#include "analysis/refactor/proof.h"

namespace graphlift::refactor::torch_random {
namespace {

// The call that draws, at the finding, around it or inside it.
NodeId draw_of(const Site& site) {
  const auto draws = [&](NodeId id) {
    const std::string callee = site.callee(id);
    return callee.starts_with("random.") || callee.starts_with("numpy.random.");
  };
  for (const NodeId id : site.view.below(site.node))
    if (draws(id)) return id;
  for (NodeId id = site.node; id.valid() && !site.view.is_statement(id); id = site.view.parent(id))
    if (draws(id)) return id;
  return {};
}

// The same distribution by torch; empty when there is none for these arguments.
std::string drawn(const Site& site, NodeId call, const std::string& torch) {
  const SourceView& view = site.view;
  std::string name = site.callee(call);
  const bool numpy = name.starts_with("numpy.");
  name = name.substr(name.rfind('.') + 1);
  std::vector<std::string> arguments;
  for (uint32_t i = 1; i < view.node(call).kid_count; ++i) {
    const NodeId argument = view.kid(call, i);
    if (view.kind(argument) == NodeKind::Keyword || view.kind(argument) == NodeKind::Starred ||
        view.kind(argument) == NodeKind::DoubleStarred)
      return {};
    if (!site.value(argument).only(rules::kIntKind | rules::kFloatKind) && view.kind(argument) != NodeKind::UnaryExpr) return {};
    arguments.push_back(view.text(argument));
  }
  const size_t n = arguments.size();
  if ((name == "random" || name == "random_sample" || (name == "rand" && numpy)) && n == 0) return torch + ".rand(())";
  if (name == "uniform" && n == 2) return torch + ".empty(()).uniform_(" + arguments[0] + ", " + arguments[1] + ")";
  if (name == "uniform" && n == 0 && numpy) return torch + ".rand(())";
  if (name == "randn" && n == 0 && numpy) return torch + ".randn(())";
  if ((name == "gauss" || name == "normalvariate" || name == "normal") && n == 2)
    return torch + ".empty(()).normal_(" + arguments[0] + ", " + arguments[1] + ")";
  if (name == "randint" && n == 2)
    return torch + ".randint(" + arguments[0] + ", " + (numpy ? arguments[1] : arguments[1] + " + 1") + ", ())";
  if (name == "randint" && n == 1 && numpy) return torch + ".randint(0, " + arguments[0] + ", ())";
  if (name == "randrange" && n == 1) return torch + ".randint(0, " + arguments[0] + ", ())";
  if (name == "randrange" && n == 2) return torch + ".randint(" + arguments[0] + ", " + arguments[1] + ", ())";
  return {};
}

// Where the number is used, in the function: a place that needs a Python number.
NodeId needs_number(const Site& site, NodeId value, int depth) {
  const SourceView& view = site.view;
  NodeId id = value;
  for (NodeId up = view.parent(id); up.valid(); id = up, up = view.parent(up)) {
    const NodeKind kind = view.kind(up);
    if (kind == NodeKind::BinaryExpr || kind == NodeKind::UnaryExpr || kind == NodeKind::CompareExpr || kind == NodeKind::CompareRhs ||
        kind == NodeKind::BoolExpr || kind == NodeKind::IfExpr || kind == NodeKind::Return || kind == NodeKind::If ||
        kind == NodeKind::TupleExpr)
      continue;
    if (kind == NodeKind::Assign) {
      if (depth > 4 || view.node(up).kid_count != 2) return up;
      const NodeId target = view.kid(up, 1);
      if (view.kind(target) == NodeKind::TupleExpr) return {};
      if (view.kind(target) != NodeKind::Name) return target;
      for (const NodeId use : view.below(site.function))
        if (view.kind(use) == NodeKind::Name && view.name(use) == view.name(target) && view.span(use).start > view.span(up).end)
          if (const NodeId blocking = needs_number(site, use, depth + 1); blocking.valid()) return blocking;
      return {};
    }
    if (kind == NodeKind::List) return {};
    return up;
  }
  return {};
}

}  // namespace

bool prepare(const Site& site) { return draw_of(site).valid(); }

Attempt apply(const Site& site) {
  const SourceView& view = site.view;
  const NodeId call = draw_of(site);
  Fix fix;
  const std::string torch = site.module(fix, "torch");
  if (torch.empty()) return site.refuse("a local name hides the module torch", site.function);
  const std::string text = drawn(site, call, torch);
  if (text.empty()) return site.refuse("`" + view.text(call) + "` has no counterpart in torch for these arguments", call);
  if (const NodeId blocking = needs_number(site, call, 0); blocking.valid())
    return site.refuse("`" + view.text(blocking).substr(0, 50) + "` needs a Python number", blocking);
  site.replace(fix, call, text);
  fix.safety = report::Safety::Unsafe;
  fix.title = "Draw by torch";
  fix.preconditions = {"the number is used in arithmetic and comparisons", "the distribution is the same"};
  fix.cost = "another generator: seeds of random and NumPy no longer decide the number, torch.manual_seed does";
  return fix;
}

}  // namespace graphlift::refactor::torch_random
