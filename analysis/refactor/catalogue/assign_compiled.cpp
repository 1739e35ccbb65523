// torch.compile returns what it compiled; an expression statement throws that away.
//
// Before:
//     import torch
//
//     model = torch.nn.Linear(2, 2)
//     torch.compile(model)
//     model(torch.ones(2))
// After:
//     import torch
//
//     model = torch.nn.Linear(2, 2)
//     model.compile()
//     model(torch.ones(2))
#include "analysis/refactor/catalogue.h"

namespace graphlift::refactor::assign_compiled {

bool prepare(const Site& site) {
  return site.view.kind(site.statement) == NodeKind::ExprStmt && site.view.kind(site.view.kid(site.statement, 0)) == NodeKind::Call;
}

Attempt apply(const Site& site) {
  const SourceView& view = site.view;
  const NodeId call = view.kid(site.statement, 0);
  if (site.callee(call) != "torch.compile") return site.refuse("what is compiled here is not known", call);
  const NodeId model = view.kid(call, 1);
  if (!model.valid() || view.kind(model) == NodeKind::Keyword || view.kind(model) == NodeKind::Starred)
    return site.refuse("what is compiled is not the first argument", call);
  Fix fix;
  const rules::ValueFact& fact = site.value(model);
  if (view.kind(model) == NodeKind::Name && fact.may(rules::kCallableKind)) {
    site.insert(fix, view.span(call).start, view.text(model) + " = ");
    if (view.kind(site.function) != NodeKind::Module && !view.binds(site.function, view.name(model)))
      return site.refuse("`" + view.text(model) + "` is not a name of this function", model);
  } else if (fact.only(rules::kObjectKind)) {
    // A module is compiled in place: every name that it has sees it.
    const uint32_t next = view.node(call).kid_count > 2 ? view.span(view.kid(call, 2)).start : view.span(call).end - 1;
    site.replace(fix, Span{view.span(call).start, next}, view.operand(model) + ".compile(");
  } else {
    return site.refuse("what `" + view.text(model) + "` is, is not known", model);
  }
  fix.safety = report::Safety::Unsafe;
  fix.title = "Keep what torch.compile returns";
  fix.preconditions = {"the result is thrown away, so nothing is compiled now"};
  fix.cost = "the program is compiled from now on";
  return fix;
}

}  // namespace graphlift::refactor::assign_compiled
