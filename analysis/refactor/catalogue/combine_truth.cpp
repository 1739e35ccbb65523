// `and` and `or` of tensors ask for the truth of the first: `&` and `|` combine them in the graph.
//
// Before:
//     import torch
//
//     def f(x: torch.Tensor):
//         return (x > 0).all() and (x < 9).any()
//
//     torch.compile(f)(torch.ones(2))
// After:
//     import torch
//
//     def f(x: torch.Tensor):
//         return ((x > 0).all() & (x < 9).any())
//
//     torch.compile(f)(torch.ones(2))
#include "analysis/refactor/catalogue.h"
#include "analysis/refactor/proof.h"

namespace graphlift::refactor::combine_truth {
namespace {

NodeId combination(const Site& site) {
  const SourceView& view = site.view;
  for (NodeId id = site.node; id.valid() && !view.is_statement(id); id = view.parent(id))
    if (view.kind(id) == NodeKind::BoolExpr) return id;
  return {};
}

}  // namespace

bool prepare(const Site& site) {
  // As a condition it stays one: select-by-where and its kin see to that.
  return combination(site).valid() && site.view.kind(site.statement) != NodeKind::If && site.view.kind(site.statement) != NodeKind::While;
}

Attempt apply(const Site& site) {
  const SourceView& view = site.view;
  const NodeId whole = combination(site);
  std::string text;
  const bool all = syntax::BoolOp(view.node(whole).op) == syntax::BoolOp::And;
  bool first = true;
  for (const NodeId operand : view.kids(whole)) {
    const rules::ValueFact& fact = site.value(operand);
    // The last one is not evaluated where the first decides: it may have been followed nevertheless.
    if (!fact.only(rules::kTensorKind)) return site.refuse("`" + view.text(operand) + "` is not always a tensor", operand);
    if (fact.dtype != "bool" || !fact.ranked || !fact.dims.empty())
      return site.refuse("`" + view.text(operand) + "` is not known to be one truth value", operand);
    if (!first)
      if (auto refused = not_pure(site, operand, Draws::Refuse)) return *refused;
    text += (first ? "" : all ? " & " : " | ") + view.operand(operand);
    first = false;
  }
  Fix fix;
  site.replace(fix, whole, "(" + text + ")");
  fix.title = "Combine the truth values in the graph";
  fix.preconditions = {"every operand is a tensor of one truth value", "the later ones have no effects"};
  fix.cost = "the later operands are computed always";
  return fix;
}

}  // namespace graphlift::refactor::combine_truth
