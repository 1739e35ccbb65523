// A check of tensor contents that raises: an assertion in the graph while compiling, the same exception as ever in eager execution.
//
// Before:
//     import torch
//
//     def f(x: torch.Tensor):
//         if (x < 0).any():
//             raise ValueError("negative input")
//         return x.sqrt()
// After:
//     import torch
//
//     def f(x: torch.Tensor):
//         if torch.compiler.is_compiling():
//             torch._assert_async(torch.logical_not((x < 0).any()), "negative input")
//         elif (x < 0).any():
//             raise ValueError("negative input")
//         return x.sqrt()
#include "analysis/refactor/catalogue.h"
#include "analysis/refactor/proof.h"

namespace graphlift::refactor::guard_validation {
namespace {

// The constant part of the exception's message, as a literal.
std::string message_of(const SourceView& view, NodeId raise) {
  const NodeId exception = view.kid(raise, 0);
  std::string text = "a check of tensor contents failed";
  if (view.kind(exception) == NodeKind::Call && view.node(exception).kid_count > 1) {
    const NodeId first = view.kid(exception, 1);
    if (view.kind(first) == NodeKind::StrLit) text = view.name(first);
    if (view.kind(first) == NodeKind::FString) {
      text.clear();
      for (const NodeId part : view.kids(first)) {
        if (view.kind(part) != NodeKind::StrLit) {
          text += "...";
          continue;
        }
        text += view.name(part);
      }
    }
  }
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    if (c == '\n') out += "\\n";
    else out += c;
  }
  return out + "\"";
}

}  // namespace

bool prepare(const Site& site) {
  const SourceView& view = site.view;
  if (view.kind(site.statement) != NodeKind::If) return false;
  const NodeId body = view.kid(site.statement, 1);
  return view.node(body).kid_count == 1 && view.kind(view.kid(body, 0)) == NodeKind::Raise;
}

Attempt apply(const Site& site) {
  const SourceView& view = site.view;
  const NodeId test = view.kid(site.statement, 0), raise = view.kid(view.kid(site.statement, 1), 0);
  const auto indentation = view.indentation(site.statement);
  if (!indentation || view.text(site.statement).starts_with("elif")) return site.refuse("the check is an `elif`", site.statement);
  Fix fix;
  const std::string torch = site.module(fix, "torch");
  if (torch.empty()) return site.refuse("a local name hides the module torch", site.function);
  // `given is not None and bad.any()`: what is no tensor stays a Python test around the assertion.
  std::vector<NodeId> python, tensors{test};
  if (view.kind(test) == NodeKind::BoolExpr && syntax::BoolOp(view.node(test).op) == syntax::BoolOp::And) {
    tensors.clear();
    for (const NodeId operand : view.kids(test)) {
      const bool data = view.kind(operand) == NodeKind::BoolExpr || view.kind(operand) == NodeKind::UnaryExpr ||
                        site.value(operand).may(rules::kTensorKind);
      (data || !tensors.empty() ? tensors : python).push_back(operand);
    }
  }
  std::string holds;
  for (const NodeId operand : tensors) {
    auto condition = as_tensor_condition(site, operand, torch, true);
    if (auto* refused = std::get_if<Refusal>(&condition)) return *refused;
    const Condition& c = std::get<Condition>(condition);
    if (!holds.empty()) holds += " | ";
    holds += tensors.size() > 1 && !c.operand ? "(" + c.text + ")" : c.text;
  }
  std::string outer;
  for (const NodeId operand : python)
    outer += (outer.empty() ? "" : " and ") + (python.size() == 1 ? view.text(operand) : view.operand(operand));
  const std::string& unit = view.indent_unit();
  const std::string in = *indentation + unit;
  std::string head = "if " + torch + ".compiler.is_compiling():\n" + in;
  std::string deep = in;
  if (!outer.empty()) {
    head += "if " + outer + ":\n" + in + unit;
    deep += unit;
  }
  head += torch + "._assert_async(" + holds + ", " + message_of(view, raise) + ")\n" + *indentation + "elif";
  const uint32_t start = view.span(site.statement).start;
  site.replace(fix, {start, start + 2}, head);
  fix.title = "Assert in the graph, raise in eager execution";
  fix.preconditions = {"the branch only raises", "the condition has no effects"};
  fix.cost =
      "the compiled function raises RuntimeError, at the latest when the device is synchronised, with the constant part of the message";
  return fix;
}

}  // namespace graphlift::refactor::guard_validation
