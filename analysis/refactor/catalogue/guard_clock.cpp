// A clock that is read inside the region measures tracing once and nothing afterwards: it is read in eager execution only.
//
// Before:
//     import time
//     import torch
//
//     def f(x: torch.Tensor):
//         start = time.time()
//         return x + 1, start
//
//     torch.compile(f)(torch.ones(2))
// After:
//     import time
//     import torch
//
//     def f(x: torch.Tensor):
//         start = (0.0 if torch.compiler.is_compiling() else time.time())
//         return x + 1, start
//
//     torch.compile(f)(torch.ones(2))
#include "analysis/refactor/catalogue.h"

namespace graphlift::refactor::guard_clock {
namespace {

const char* stand_in(const std::string& callee) {
  for (const std::string_view name : {"time.time", "time.perf_counter", "time.monotonic", "time.process_time", "time.thread_time"}) {
    if (callee == name) return "0.0";
    if (callee == std::string(name) + "_ns") return "0";
  }
  return nullptr;
}

}  // namespace

bool prepare(const Site& site) {
  return site.view.kind(site.node) == NodeKind::Call && site.view.node(site.node).kid_count == 1 &&
         stand_in(site.callee(site.node)) != nullptr;
}

Attempt apply(const Site& site) {
  const SourceView& view = site.view;
  // A deadline or a seed is more than a measurement.
  for (NodeId up = view.parent(site.node); up.valid() && !view.is_statement(up); up = view.parent(up))
    if (view.kind(up) == NodeKind::CompareExpr || view.kind(up) == NodeKind::Call)
      return site.refuse("the time decides something in `" + view.text(up) + "`", up);
  if (view.kind(site.statement) == NodeKind::While || view.kind(site.statement) == NodeKind::If)
    return site.refuse("the time decides a branch", site.statement);
  Fix fix;
  const std::string torch = site.module(fix, "torch");
  if (torch.empty()) return site.refuse("a local name hides the module torch", site.function);
  site.replace(
      fix, site.node,
      std::string("(") + stand_in(site.callee(site.node)) + " if " + torch + ".compiler.is_compiling() else " + view.text(site.node) + ")");
  fix.safety = report::Safety::Unsafe;
  fix.title = "Read the clock in eager execution only";
  fix.preconditions = {"the time decides no branch"};
  fix.cost = "times that the compiled function measures are 0";
  return fix;
}

}  // namespace graphlift::refactor::guard_clock
