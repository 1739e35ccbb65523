// A change of requires_grad inside the region is made in eager execution only.
//
// Before:
//     import torch
//
//     def f(x: torch.Tensor):
//         y = x * 2
//         y.requires_grad = True
//         return y + 1
//
//     torch.compile(f)(torch.ones(2))
// After:
//     import torch
//
//     def f(x: torch.Tensor):
//         y = x * 2
//         if not torch.compiler.is_compiling():
//             y.requires_grad = True
//         return y + 1
//
//     torch.compile(f)(torch.ones(2))
#include "analysis/refactor/catalogue.h"

namespace graphlift::refactor::guard_autograd {
namespace {

// The tensor of `x.requires_grad = True` or `x.requires_grad_()`.
NodeId changed(const Site& site) {
  const SourceView& view = site.view;
  NodeId attribute;
  if (view.kind(site.statement) == NodeKind::Assign && view.node(site.statement).kid_count == 2) attribute = view.kid(site.statement, 1);
  if (view.kind(site.statement) == NodeKind::ExprStmt && view.kind(view.kid(site.statement, 0)) == NodeKind::Call)
    attribute = view.kid(view.kid(site.statement, 0), 0);
  if (view.kind(attribute) != NodeKind::Attribute) return {};
  const std::string_view name = view.name(attribute);
  return name == "requires_grad" || name == "requires_grad_" || name == "retain_grad" ? view.kid(attribute, 0) : NodeId();
}

}  // namespace

bool prepare(const Site& site) { return changed(site).valid(); }

Attempt apply(const Site& site) {
  const SourceView& view = site.view;
  const NodeId tensor = changed(site);
  const rules::ValueFact& fact = site.value(tensor);
  if (!fact.only(rules::kTensorKind)) return site.refuse("`" + view.text(tensor) + "` is not always a tensor", tensor);
  if (fact.parameter) return site.refuse("`" + view.text(tensor) + "` is a parameter: whether it is trained would change", tensor);
  // Its gradient is asked for in the function itself.
  for (const NodeId id : view.below(site.function))
    if (view.kind(id) == NodeKind::Attribute && (view.name(id) == "grad" || view.name(id) == "backward"))
      return site.refuse("a gradient is computed in the same function", id);
  const auto indentation = view.indentation(site.statement);
  if (!indentation || !view.alone_on_its_lines(site.statement))
    return site.refuse("the statement shares its line with another", site.statement);
  Fix fix;
  const std::string torch = site.module(fix, "torch");
  if (torch.empty()) return site.refuse("a local name hides the module torch", site.function);
  site.insert(fix, view.span(site.statement).start, "if not " + torch + ".compiler.is_compiling():\n" + *indentation + view.indent_unit());
  fix.safety = report::Safety::Unsafe;
  fix.title = "Change requires_grad in eager execution only";
  fix.preconditions = {"the tensor is no parameter", "no gradient is computed in the function"};
  fix.cost = "compiled, no gradient is computed for this tensor; those of parameters are the same";
  return fix;
}

}  // namespace graphlift::refactor::guard_autograd
