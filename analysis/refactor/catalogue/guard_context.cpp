// A context manager that cannot be traced is entered in eager execution only.
//
// Before:
//     import threading
//     import torch
//
//     lock = threading.Lock()
//
//     def f(x: torch.Tensor):
//         with lock:
//             return x + 1
//
//     torch.compile(f)(torch.ones(2))
// After:
//     import contextlib
//     import threading
//     import torch
//
//     lock = threading.Lock()
//
//     def f(x: torch.Tensor):
//         with (contextlib.nullcontext() if torch.compiler.is_compiling() else lock):
//             return x + 1
//
//     torch.compile(f)(torch.ones(2))
#include "analysis/refactor/catalogue.h"

namespace graphlift::refactor::guard_context {
namespace {

NodeId item_of(const Site& site) {
  const SourceView& view = site.view;
  if (view.kind(site.statement) != NodeKind::With) return {};
  for (const NodeId item : view.kids(view.kid(site.statement, 0))) {
    const Span context = view.span(view.kid(item, 0)), at = view.span(site.node);
    if (at.start >= context.start && at.end <= context.end) return item;
  }
  return {};
}

}  // namespace

bool prepare(const Site& site) { return item_of(site).valid(); }

Attempt apply(const Site& site) {
  const SourceView& view = site.view;
  const NodeId item = item_of(site), context = view.kid(item, 0);
  if (view.kid(item, 1).valid())
    return site.refuse("what the context manager gives is used as `" + view.text(view.kid(item, 1)) + "`", view.kid(item, 1));
  Fix fix;
  const std::string torch = site.module(fix, "torch"), contextlib = site.module(fix, "contextlib");
  if (torch.empty() || contextlib.empty()) return site.refuse("a local name hides the module torch or contextlib", site.function);
  site.replace(fix, context, "(" + contextlib + ".nullcontext() if " + torch + ".compiler.is_compiling() else " + view.text(context) + ")");
  fix.safety = report::Safety::Unsafe;
  fix.title = "Enter the context in eager execution only";
  fix.preconditions = {"what the context manager gives is not used"};
  fix.cost = "the compiled function runs without `" + view.text(context) + "`";
  return fix;
}

}  // namespace graphlift::refactor::guard_context
