// `.item()`, `float()` and `int()` of a tensor whose number only meets tensors and numbers in arithmetic: a tensor of no dimensions
// does the same without leaving the graph.
//
// Before:
//     import torch
//
//     def f(x: torch.Tensor):
//         x = x * torch.ones(4)
//         total = x.sum().item()
//         return x / total
// After:
//     import torch
//
//     def f(x: torch.Tensor):
//         x = x * torch.ones(4)
//         total = x.sum().detach()
//         return x / total
#include <algorithm>

#include "analysis/refactor/catalogue.h"
#include "analysis/refactor/proof.h"

namespace graphlift::refactor::keep_tensor {
namespace {

// The call that makes a number, and the tensor that it makes it of.
struct Reading {
  NodeId call, tensor;
};

std::optional<Reading> reading_of(const Site& site) {
  const SourceView& view = site.view;
  for (NodeId id = site.node; id.valid() && !view.is_statement(id); id = view.parent(id)) {
    if (view.kind(id) != NodeKind::Call) continue;
    const NodeId callee = view.kid(id, 0);
    if (view.kind(callee) == NodeKind::Attribute && view.name(callee) == "item" && view.node(id).kid_count == 1)
      return Reading{id, view.kid(callee, 0)};
    if (view.kind(callee) == NodeKind::Name && view.name(callee) == "float" && view.node(id).kid_count == 2)
      return Reading{id, view.kid(id, 1)};
  }
  return std::nullopt;
}

bool arithmetic(const SourceView& view, NodeId id) {
  if (view.kind(id) == NodeKind::UnaryExpr) return syntax::UnaryOp(view.node(id).op) == syntax::UnaryOp::Negative;
  if (view.kind(id) != NodeKind::BinaryExpr) return false;
  const auto op = syntax::BinaryOp(view.node(id).op);
  return op == syntax::BinaryOp::Add || op == syntax::BinaryOp::Sub || op == syntax::BinaryOp::Mul || op == syntax::BinaryOp::Div;
}

// Does a number in this place work as a tensor of no dimensions as well? Follows the value out of arithmetic; a tensor on the other
// side ends the search, a name continues it at its uses.
struct Uses {
  std::vector<std::string> names;
  bool returned = false;
  bool rounds = false;  // arithmetic of numbers in double precision becomes that of tensors
};

std::optional<Refusal> used_as_number(const Site& site, NodeId value, const std::string& dtype, Uses& uses) {
  const SourceView& view = site.view;
  NodeId id = value;
  for (NodeId up = view.parent(id); up.valid(); id = up, up = view.parent(up)) {
    if (arithmetic(view, up)) {
      if (view.kind(up) == NodeKind::BinaryExpr) {
        const NodeId other = view.kid(up, 0) == id ? view.kid(up, 1) : view.kid(up, 0);
        const rules::ValueFact& fact = site.value(other);
        if (fact.only(rules::kTensorKind)) {
          const bool wide = fact.ranked && !fact.dims.empty() && (fact.dtype.starts_with("float") || fact.dtype.starts_with("bfloat"));
          if (!wide && fact.dtype != dtype) return site.refuse("the dtype of `" + view.text(up) + "` may change", other);
          return std::nullopt;
        }
        if (!fact.only(rules::kIntKind | rules::kFloatKind)) return site.refuse("what `" + view.text(other) + "` is, is not known", other);
        uses.rounds = true;
      }
      continue;
    }
    if (view.kind(up) == NodeKind::Assign && view.node(up).kid_count == 2 && view.kind(view.kid(up, 1)) == NodeKind::Name) {
      uses.names.emplace_back(view.name(view.kid(up, 1)));
      return std::nullopt;
    }
    if (view.kind(up) == NodeKind::Return || (view.kind(up) == NodeKind::TupleExpr && view.kind(view.parent(up)) == NodeKind::Return) ||
        (view.kind(up) == NodeKind::DictItem && view.kind(view.parent(view.parent(up))) == NodeKind::Return)) {
      uses.returned = true;
      return std::nullopt;
    }
    return site.refuse("the number is used as a Python number in `" + view.text(view.statement_of(up)).substr(0, 50) + "`", up);
  }
  return site.refuse("the use of the number is not understood", value);
}

}  // namespace

bool prepare(const Site& site) { return reading_of(site).has_value(); }

Attempt apply(const Site& site) {
  const SourceView& view = site.view;
  const Reading reading = *reading_of(site);
  if (!is_tensor(site, reading.tensor)) return site.refuse("`" + view.text(reading.tensor) + "` is not always a tensor", reading.tensor);
  const rules::ValueFact& fact = site.value(reading.tensor);
  if (!fact.one_element() || !fact.dims.empty())
    return site.refuse("`" + view.text(reading.tensor) + "` is not known to have no dimensions", reading.tensor);
  Uses uses;
  if (auto refused = used_as_number(site, reading.call, fact.dtype, uses)) return *refused;
  std::vector<std::string>& names = uses.names;
  for (size_t i = 0; i < names.size(); ++i) {
    if (i > 8) return site.refuse("the number goes through too many names", reading.call);
    for (const NodeId id : view.below(site.function)) {
      if (view.kind(id) != NodeKind::Name || view.name(id) != names[i]) continue;
      const NodeId up = view.parent(id);
      if (view.kind(up) == NodeKind::Assign && view.kid(up, 0) != id) continue;
      Uses more = uses;
      more.names.clear();
      if (auto refused = used_as_number(site, id, fact.dtype, more)) return *refused;
      uses.returned |= more.returned;
      uses.rounds |= more.rounds;
      for (std::string& name : more.names)
        if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(std::move(name));
    }
  }
  Fix fix;
  const bool differentiable = !fact.dtype.starts_with("int") && !fact.dtype.starts_with("uint") && fact.dtype != "bool";
  site.replace(fix, reading.call, view.operand(reading.tensor) + (differentiable ? ".detach()" : ""));
  fix.safety = uses.returned || uses.rounds ? report::Safety::Unsafe : report::Safety::Safe;
  fix.title = "Keep the number as a tensor";
  fix.preconditions = {"the tensor has no dimensions", "the number is used in arithmetic only"};
  if (uses.returned) fix.cost = "the function returns a tensor where it returned a number: callers that want a number call .item()";
  else if (uses.rounds)
    fix.cost = "arithmetic that Python did in double precision is done in the tensor's, and a division by zero gives inf";
  return fix;
}

}  // namespace graphlift::refactor::keep_tensor
