// Reports, clocks and other host effects are skipped while the function is compiled; eager execution stays as it is.
//
// Before:
//     import torch
//
//     def f(x: torch.Tensor):
//         print("step", x.shape)
//         return x + 1
// After:
//     import torch
//
//     def f(x: torch.Tensor):
//         if not torch.compiler.is_compiling():
//             print("step", x.shape)
//         return x + 1
#include "analysis/refactor/catalogue.h"

namespace graphlift::refactor::guard_host_call {
namespace {

// Calls that exist for what a person reads or measures: leaving one out changes no value.
bool only_reports(const std::string& callee) {
  static constexpr std::string_view kPrefixes[] = {
      "builtins.print",         "logging.",    "warnings.warn", "time.", "tqdm.",           "wandb.",
      "torch.cuda.synchronize", "sys.stdout.", "sys.stderr.",   "gc.",   "traceback.print", "pprint.",
      "torch.cuda.empty_cache"};
  for (const std::string_view prefix : kPrefixes)
    if (callee.starts_with(prefix)) return true;
  return false;
}

}  // namespace

bool prepare(const Site& site) {
  return site.view.kind(site.statement) == NodeKind::ExprStmt && site.view.kind(site.view.kid(site.statement, 0)) == NodeKind::Call;
}

Attempt apply(const Site& site) {
  const SourceView& view = site.view;
  const NodeId call = view.kid(site.statement, 0);
  const bool reports = site.finding.code == "GL105" || only_reports(site.callee(call));
  if (!reports)
    return site.refuse("leaving out `" + view.text(view.kid(call, 0)) + "` while compiling may change what the program computes",
                       site.statement);
  for (uint32_t i = 1; i < view.node(call).kid_count; ++i) {
    const uint32_t effects = site.effects(view.kid(call, i)) & ~uint32_t(rules::kHostEffect);
    if (effects != 0) return site.refuse("an argument of the call has an effect of its own", view.kid(call, i));
    for (const NodeId id : view.below(view.kid(call, i)))
      if (view.kind(id) == NodeKind::NamedExpr) return site.refuse("an argument of the call binds a name", id);
  }
  const auto indentation = view.indentation(site.statement);
  if (!indentation || !view.alone_on_its_lines(site.statement))
    return site.refuse("the statement shares its line with another", site.statement);
  Fix fix;
  const std::string torch = site.module(fix, "torch");
  if (torch.empty()) return site.refuse("a local name hides the module torch", site.function);
  site.insert(fix, view.span(site.statement).start, "if not " + torch + ".compiler.is_compiling():\n" + *indentation + view.indent_unit());
  fix.title = "Skip `" + view.text(view.kid(call, 0)) + "` while compiling";
  fix.preconditions = {"the call's result is not used", "its arguments have no effects"};
  fix.cost = "the compiled function does not report";
  return fix;
}

}  // namespace graphlift::refactor::guard_host_call
