// Lazy initialisation behind a flag in a buffer: while compiling, a module that is initialised already is taken to be so.
//
// Before:
//     import torch
//
//     class Codes(torch.nn.Module):
//         def __init__(self):
//             super().__init__()
//             self.register_buffer("ready", torch.tensor(True))
//             self.register_buffer("mean", torch.zeros(2))
//
//         def initialise(self, x):
//             if self.ready:
//                 return
//             self.mean.copy_(x)
//             self.ready.fill_(True)
//
//         def forward(self, x):
//             self.initialise(x)
//             return x - self.mean
//
//     torch.compile(Codes())(torch.ones(2))
// After:
//     import torch
//
//     class Codes(torch.nn.Module):
//         def __init__(self):
//             super().__init__()
//             self.register_buffer("ready", torch.tensor(True))
//             self.register_buffer("mean", torch.zeros(2))
//
//         def initialise(self, x):
//             if torch.compiler.is_compiling() or self.ready:
//                 return
//             self.mean.copy_(x)
//             self.ready.fill_(True)
//
//         def forward(self, x):
//             self.initialise(x)
//             return x - self.mean
//
//     torch.compile(Codes())(torch.ones(2))
#include "analysis/refactor/catalogue.h"

namespace graphlift::refactor::guard_initialised {
namespace {

struct Lazy {
  NodeId test, flag;
  bool leaves = false;  // `if flag: return`; else `if not flag: initialise`
};

std::optional<Lazy> lazy_of(const Site& site) {
  const SourceView& view = site.view;
  if (view.kind(site.statement) != NodeKind::If || view.node(view.kid(site.statement, 2)).kid_count != 0) return std::nullopt;
  Lazy out;
  out.test = view.kid(site.statement, 0);
  const NodeId first = view.kid(view.kid(site.statement, 1), 0);
  if (view.kind(out.test) == NodeKind::Attribute) {
    out.flag = out.test;
    out.leaves = view.kind(first) == NodeKind::Return && !view.kid(first, 0).valid();
    return out.leaves ? std::optional(out) : std::nullopt;
  }
  // `training and not flag`: the flag stands under a `not`.
  for (const NodeId id : view.below(out.test))
    if (view.kind(id) == NodeKind::UnaryExpr && syntax::UnaryOp(view.node(id).op) == syntax::UnaryOp::Not &&
        view.kind(view.kid(id, 0)) == NodeKind::Attribute && site.value(view.kid(id, 0)).may(rules::kTensorKind) &&
        site.value(view.kid(id, 0)).seen > 0)
      out.flag = view.kid(id, 0);
  if (view.kind(out.test) == NodeKind::BoolExpr && syntax::BoolOp(view.node(out.test).op) == syntax::BoolOp::Or) return std::nullopt;
  return out.flag.valid() ? std::optional(out) : std::nullopt;
}

// Does the initialisation set the flag?
bool sets_flag(const Site& site, const Lazy& lazy) {
  const SourceView& view = site.view;
  const std::string text = view.text(lazy.flag);
  for (const NodeId id : view.below(lazy.leaves ? site.function : site.statement)) {
    if (view.kind(id) != NodeKind::Attribute || view.text(id) != text || view.span(id).start <= view.span(lazy.test).end) continue;
    const NodeId up = view.parent(id);
    if (view.kind(up) == NodeKind::Attribute || (view.kind(up) == NodeKind::Assign && view.kid(up, 0) != id) ||
        view.kind(up) == NodeKind::Subscript)
      return true;
  }
  return false;
}

}  // namespace

bool prepare(const Site& site) { return lazy_of(site).has_value(); }

Attempt apply(const Site& site) {
  const SourceView& view = site.view;
  const Lazy lazy = *lazy_of(site);
  const rules::ValueFact& flag = site.value(lazy.flag);
  if (!flag.only(rules::kTensorKind)) return site.refuse("`" + view.text(lazy.flag) + "` is not known to be a tensor", lazy.flag);
  if (!sets_flag(site, lazy))
    return site.refuse("the branch does not set `" + view.text(lazy.flag) + "`: it is no lazy initialisation", lazy.flag);
  // Set at first, it stays so: the branch that sets it never runs. The analysis looks at that branch all the same.
  if (flag.first != "True") return site.refuse("the module is not initialised before it is compiled", lazy.flag);
  Fix fix;
  const std::string torch = site.module(fix, "torch");
  if (torch.empty()) return site.refuse("a local name hides the module torch", site.function);
  site.insert(fix, view.span(lazy.test).start,
              (lazy.leaves ? "" : "not ") + torch + ".compiler.is_compiling() " + (lazy.leaves ? "or " : "and "));
  fix.title = "Leave the initialisation to eager execution";
  fix.preconditions = {"the flag is a tensor that the branch sets", "it is set when the module is compiled"};
  fix.cost = "a module that is compiled before its first call in eager execution is not initialised";
  return fix;
}

}  // namespace graphlift::refactor::guard_initialised
