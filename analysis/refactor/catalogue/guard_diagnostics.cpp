// A branch on tensor contents that only reports is not looked at while compiling.
//
// Before:
//     import torch
//
//     def f(x: torch.Tensor):
//         if torch.isnan(x).any():
//             print("a NaN came in")
//         return x + 1
// After:
//     import torch
//
//     def f(x: torch.Tensor):
//         if not torch.compiler.is_compiling() and torch.isnan(x).any():
//             print("a NaN came in")
//         return x + 1
#include "analysis/refactor/catalogue.h"
#include "analysis/refactor/proof.h"

namespace graphlift::refactor::guard_diagnostics {
namespace {

bool reports(const Site& site, NodeId statement) {
  const SourceView& view = site.view;
  if (view.kind(statement) == NodeKind::Pass) return true;
  if (view.kind(statement) != NodeKind::ExprStmt || view.kind(view.kid(statement, 0)) != NodeKind::Call) return false;
  const std::string callee = site.callee(view.kid(statement, 0));
  return callee == "builtins.print" || callee.starts_with("logging.") || callee.starts_with("warnings.");
}

}  // namespace

bool prepare(const Site& site) {
  const SourceView& view = site.view;
  if (view.kind(site.statement) != NodeKind::If || view.node(view.kid(site.statement, 2)).kid_count != 0) return false;
  for (const NodeId statement : view.kids(view.kid(site.statement, 1)))
    if (!reports(site, statement)) return false;
  return true;
}

Attempt apply(const Site& site) {
  const SourceView& view = site.view;
  const NodeId test = view.kid(site.statement, 0);
  if (auto refused = not_pure(site, test, Draws::Refuse)) return *refused;
  Fix fix;
  const std::string torch = site.module(fix, "torch");
  if (torch.empty()) return site.refuse("a local name hides the module torch", site.function);
  const bool either = view.kind(test) == NodeKind::BoolExpr && syntax::BoolOp(view.node(test).op) == syntax::BoolOp::Or;
  const bool loose = either || view.kind(test) == NodeKind::IfExpr || view.kind(test) == NodeKind::Lambda;
  site.insert(fix, view.span(test).start, "not " + torch + ".compiler.is_compiling() and " + (loose ? "(" : ""));
  if (loose) site.insert(fix, view.span(test).end, ")");
  fix.title = "Report in eager execution only";
  fix.preconditions = {"the branch only reports", "the condition has no effects"};
  fix.cost = "the compiled function does not report";
  return fix;
}

}  // namespace graphlift::refactor::guard_diagnostics
