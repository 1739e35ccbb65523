// A branch on tensor contents whose sides only compute values of one shape and type: both are computed, and one is selected.
//
// Before:
//     import torch
//
//     def f(x: torch.Tensor):
//         if (x > 0).all():
//             x = x * 2
//         return x
//
//     torch.compile(f)(torch.ones(4))
// After:
//     import torch
//
//     def f(x: torch.Tensor):
//         x = torch.where((x > 0).all(), x * 2, x)
//         return x
//
//     torch.compile(f)(torch.ones(4))
#include "analysis/refactor/catalogue.h"
#include "analysis/refactor/proof.h"

namespace graphlift::refactor::select_by_where {
namespace {

struct Arms {
  NodeId test, yes, no;        // values; NO invalid: the old value of the target
  NodeId target;               // of an assignment
  Span replaced;               // what becomes the selection
  std::vector<NodeId> python;  // operands of `and` before the tensors: they stay a branch
};

NodeId only_statement(const SourceView& view, NodeId suite) { return view.node(suite).kid_count == 1 ? view.kid(suite, 0) : NodeId(); }

// `name = value`, the only statement of a suite.
bool single_store(const SourceView& view, NodeId suite, NodeId& target, NodeId& value) {
  const NodeId statement = only_statement(view, suite);
  if (!statement.valid() || view.kind(statement) != NodeKind::Assign || view.node(statement).kid_count != 2) return false;
  target = view.kid(statement, 1);
  value = view.kid(statement, 0);
  return view.kind(target) == NodeKind::Name;
}

bool single_return(const SourceView& view, NodeId statement, NodeId& value) {
  if (!statement.valid() || view.kind(statement) != NodeKind::Return) return false;
  value = view.kid(statement, 0);
  return value.valid();
}

std::optional<Arms> arms_of(const Site& site) {
  const SourceView& view = site.view;
  Arms out;
  // The value of a conditional expression.
  for (NodeId up = site.node; up.valid() && !view.is_statement(up); up = view.parent(up))
    if (view.kind(up) == NodeKind::IfExpr && view.span(view.kid(up, 0)).start <= view.span(site.node).start &&
        view.span(view.kid(up, 0)).end >= view.span(site.node).end) {
      out.test = view.kid(up, 0);
      out.yes = view.kid(up, 1);
      out.no = view.kid(up, 2);
      out.replaced = view.span(up);
      return out;
    }
  const NodeId statement = site.statement;
  if (view.kind(statement) != NodeKind::If) return std::nullopt;
  out.test = view.kid(statement, 0);
  out.replaced = view.span(statement);
  const NodeId body = view.kid(statement, 1), orelse = view.kid(statement, 2);
  if (single_store(view, body, out.target, out.yes)) {
    if (view.node(orelse).kid_count == 0) return out;
    NodeId other;
    if (single_store(view, orelse, other, out.no) && view.name(other) == view.name(out.target)) return out;
    return std::nullopt;
  }
  const NodeId returned = only_statement(view, body);
  if (!single_return(view, returned, out.yes)) return std::nullopt;
  const NodeId other = view.node(orelse).kid_count == 0 ? view.next_statement(statement) : only_statement(view, orelse);
  if (!single_return(view, other, out.no)) return std::nullopt;
  out.replaced.end = std::max(out.replaced.end, view.span(other).end);
  return out;
}

// Do two expressions give tensors of the same shape and type?
std::optional<Refusal> alike(const Site& site, NodeId a, NodeId b) {
  const rules::ValueFact &x = site.value(a), &y = site.value(b);
  const SourceView& view = site.view;
  for (const NodeId id : {a, b}) {
    if (site.value(id).seen == 0) return site.refuse("the analysis did not follow `" + view.text(id) + "`", id);
    if (!is_tensor(site, id)) return site.refuse("`" + view.text(id) + "` is not always a tensor", id);
  }
  if (x.dtype == "?" || x.dtype != y.dtype) return site.refuse("the two sides are not known to have the same dtype", b);
  bool same = x.ranked && y.ranked && x.dims.size() == y.dims.size();
  for (size_t i = 0; same && i < x.dims.size(); ++i)
    same = x.dims[i] >= 0 ? x.dims[i] == y.dims[i] : y.dims[i] < 0 && x.symbols[i] != 0 && x.symbols[i] == y.symbols[i];
  if (!same) return site.refuse("the two sides are not known to have the same shape", b);
  return std::nullopt;
}

// `a and b and tensor`: what stands before the first tensor is not data.
NodeId split_python(const Site& site, Arms& arms, std::vector<NodeId>& tensors) {
  const SourceView& view = site.view;
  tensors = {arms.test};
  if (view.kind(arms.test) != NodeKind::BoolExpr || syntax::BoolOp(view.node(arms.test).op) != syntax::BoolOp::And) return arms.test;
  tensors.clear();
  for (const NodeId operand : view.kids(arms.test)) {
    const rules::ValueFact& fact = site.value(operand);
    const bool data = fact.seen == 0 || fact.when >= interp::When::Data;
    (data || !tensors.empty() ? tensors : arms.python).push_back(operand);
  }
  return arms.test;
}

}  // namespace

bool prepare(const Site& site) { return arms_of(site).has_value(); }

Attempt apply(const Site& site) {
  const SourceView& view = site.view;
  Arms arms = *arms_of(site);
  std::vector<NodeId> tensors;
  split_python(site, arms, tensors);
  const bool keeps_branch = !arms.python.empty();
  if (keeps_branch && (!arms.target.valid() || arms.no.valid())) return site.refuse("part of the condition is no tensor", arms.test);
  for (const NodeId arm : {arms.yes, arms.no}) {
    if (!arm.valid()) continue;
    if (auto refused = not_pure(site, arm, Draws::Refuse)) return *refused;
    if (auto refused = unbounded_gradient(site, arm)) return *refused;
  }
  if (arms.no.valid()) {
    if (auto refused = alike(site, arms.yes, arms.no)) return *refused;
  } else {
    const rules::StoreFact& store = site.store(arms.target);
    const std::string name(view.name(arms.target));
    if (store.seen == 0) return site.refuse("the analysis did not follow the branch", arms.target);
    if (!store.had_value) return site.refuse("`" + name + "` may be unbound where the branch is not taken", arms.target);
    if (!store.tensors) return site.refuse("`" + name + "` is not a tensor on both sides", arms.target);
    if (!store.same_dtype) return site.refuse("`" + name + "` is not known to keep its dtype", arms.target);
    if (!store.same_shape) return site.refuse("`" + name + "` is not known to keep its shape", arms.target);
  }
  Fix fix;
  const std::string torch = site.module(fix, "torch");
  if (torch.empty()) return site.refuse("a local name hides the module torch", site.function);
  std::string condition;
  for (const NodeId operand : tensors) {
    auto part = as_tensor_condition(site, operand, torch, false);
    if (auto* refused = std::get_if<Refusal>(&part)) return *refused;
    const Condition& c = std::get<Condition>(part);
    if (!condition.empty()) condition += " & ";
    condition += tensors.size() > 1 && !c.operand ? "(" + c.text + ")" : c.text;
  }
  const std::string other = arms.no.valid() ? view.text(arms.no) : view.text(arms.target);
  const std::string selection = torch + ".where(" + condition + ", " + view.text(arms.yes) + ", " + other + ")";
  const bool statement = view.kind(view.at(arms.replaced)) != NodeKind::IfExpr;
  if (!keeps_branch && !view.comment_in(arms.replaced).empty())
    return site.refuse("a comment stands between the sides, and would be lost", arms.test);
  if (statement && view.text(site.statement).starts_with("elif")) return site.refuse("the branch is an `elif`", site.statement);
  if (keeps_branch) {
    std::string outer;
    for (const NodeId operand : arms.python)
      outer += (outer.empty() ? "" : " and ") + (arms.python.size() == 1 ? view.text(operand) : view.operand(operand));
    site.replace(fix, arms.test, outer);
    site.replace(fix, arms.yes, selection);
  } else {
    const std::string prefix = !statement ? "" : arms.target.valid() ? view.text(arms.target) + " = " : "return ";
    site.replace(fix, arms.replaced, prefix + selection);
  }
  fix.title = "Select by torch.where";
  fix.preconditions = {"both sides only compute values", "the sides have the same shape and dtype", "the condition has one element",
                       "no gradient of an untaken side can be infinite"};
  fix.cost = "both sides are computed always";
  return fix;
}

}  // namespace graphlift::refactor::select_by_where
