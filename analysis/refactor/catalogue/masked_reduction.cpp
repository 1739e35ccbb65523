// A reduction over what a mask selects: the rest is replaced by what the reduction ignores.
//
// Before:
//     import torch
//
//     def f(x: torch.Tensor):
//         mask = x > 0
//         return x[mask].sum()
//
//     torch.compile(f)(torch.ones(2))
// After:
//     import torch
//
//     def f(x: torch.Tensor):
//         mask = x > 0
//         return torch.where(mask, x, 0).sum()
//
//     torch.compile(f)(torch.ones(2))
#include "analysis/refactor/catalogue.h"
#include "analysis/refactor/proof.h"

namespace graphlift::refactor::masked_reduction {
namespace {

// `x[mask].sum()`: the call around the subscript that the finding is at.
NodeId reduction(const Site& site) {
  const SourceView& view = site.view;
  NodeId subscript = site.node;
  if (view.kind(subscript) != NodeKind::Subscript) return {};
  const NodeId attribute = view.parent(subscript), call = view.parent(attribute);
  if (view.kind(attribute) != NodeKind::Attribute || view.kind(call) != NodeKind::Call || view.node(call).kid_count != 1) return {};
  const std::string_view name = view.name(attribute);
  return name == "sum" || name == "mean" || name == "any" || name == "all" ? call : NodeId();
}

}  // namespace

bool prepare(const Site& site) { return reduction(site).valid(); }

Attempt apply(const Site& site) {
  const SourceView& view = site.view;
  const NodeId call = reduction(site), tensor = view.kid(site.node, 0), mask = view.kid(site.node, 1);
  const std::string_view name = view.name(view.kid(call, 0));
  const rules::ValueFact &x = site.value(tensor), &m = site.value(mask);
  if (!x.only(rules::kTensorKind) || !m.only(rules::kTensorKind) || m.dtype != "bool")
    return site.refuse("`" + view.text(mask) + "` is not known to be a mask", mask);
  rules::ValueFact as_mask = m;
  as_mask.dtype = x.dtype;
  if (alike(x, as_mask) == Alike::No || !x.ranked || !m.ranked || x.dims.size() != m.dims.size())
    return site.refuse("the mask is not known to have the shape of the tensor", mask);
  if (auto refused = not_pure(site, tensor, Draws::Refuse)) return *refused;
  if (auto refused = not_pure(site, mask, Draws::Refuse)) return *refused;
  Fix fix;
  const std::string torch = site.module(fix, "torch");
  if (torch.empty()) return site.refuse("a local name hides the module torch", site.function);
  const std::string neutral = name == "all" ? "True" : name == "any" ? "False" : "0";
  std::string text = torch + ".where(" + view.text(mask) + ", " + view.text(tensor) + ", " + neutral + ")." +
                     (name == "mean" ? "sum" : std::string(name)) + "()";
  if (name == "mean") text = "(" + text + " / " + view.operand(mask) + ".sum())";
  site.replace(fix, call, text);
  const bool exact = name == "any" || name == "all";
  fix.safety = exact ? report::Safety::Safe : report::Safety::Unsafe;
  fix.title = "Reduce under the mask";
  fix.preconditions = {"the mask has the shape of the tensor"};
  if (!exact) fix.cost = "the sum is taken in another order, so its last digits may differ";
  return fix;
}

}  // namespace graphlift::refactor::masked_reduction
