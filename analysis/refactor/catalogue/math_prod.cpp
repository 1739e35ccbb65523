// np.prod of a shape becomes a traced tensor, and the number that is made of it breaks: math.prod stays a number.
//
// Before:
//     import numpy as np
//     import torch
//
//     def f(x: torch.Tensor):
//         return x / int(np.prod(x.shape))
//
//     torch.compile(f)(torch.ones(2, 3))
// After:
//     import math
//     import numpy as np
//     import torch
//
//     def f(x: torch.Tensor):
//         return x / int(math.prod(x.shape))
//
//     torch.compile(f)(torch.ones(2, 3))
#include "analysis/refactor/catalogue.h"

namespace graphlift::refactor::math_prod {
namespace {

// The call of numpy.prod at the finding or inside it.
NodeId product(const Site& site) {
  for (const NodeId id : site.view.below(site.node))
    if (site.callee(id) == "numpy.prod") return id;
  for (NodeId id = site.node; id.valid() && !site.view.is_statement(id); id = site.view.parent(id))
    if (site.callee(id) == "numpy.prod") return id;
  return {};
}

}  // namespace

bool prepare(const Site& site) { return product(site).valid(); }

Attempt apply(const Site& site) {
  const SourceView& view = site.view;
  const NodeId call = product(site), argument = view.kid(call, 1);
  if (view.node(call).kid_count != 2) return site.refuse("np.prod is called with more than the sizes", call);
  const rules::ValueFact& fact = site.value(argument);
  const bool sizes = fact.only(rules::kSequenceKind) || (fact.only(rules::kObjectKind) && fact.callee == "torch.Size");
  if (!sizes) return site.refuse("`" + view.text(argument) + "` is not known to be a shape or a sequence of numbers", argument);
  Fix fix;
  const std::string math = site.module(fix, "math");
  if (math.empty()) return site.refuse("a local name hides the module math", site.function);
  site.replace(fix, view.kid(call, 0), math + ".prod");
  fix.title = "Use math.prod";
  fix.preconditions = {"the argument is a sequence of numbers"};
  fix.cost = "the result is a Python number instead of a NumPy one";
  return fix;
}

}  // namespace graphlift::refactor::math_prod
