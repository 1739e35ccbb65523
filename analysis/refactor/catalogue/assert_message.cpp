// `assert` on a tensor becomes part of the graph when its message is a constant.
//
// Before:
//     import torch
//
//     def f(x: torch.Tensor):
//         assert (x >= 0).all(), f"negative: {x.min()}"
//         return x.sqrt()
// After:
//     import torch
//
//     def f(x: torch.Tensor):
//         assert (x >= 0).all(), "negative: ..."
//         return x.sqrt()
#include "analysis/refactor/catalogue.h"
#include "analysis/refactor/proof.h"

namespace graphlift::refactor::assert_message {

bool prepare(const Site& site) {
  return site.view.kind(site.statement) == NodeKind::Assert && site.view.kid(site.statement, 1).valid() &&
         site.view.kind(site.view.kid(site.statement, 1)) != NodeKind::StrLit;
}

Attempt apply(const Site& site) {
  const SourceView& view = site.view;
  const NodeId message = view.kid(site.statement, 1);
  if (view.kind(message) != NodeKind::FString)
    return site.refuse("the message `" + view.text(message) + "` is computed, and has no constant part to keep", message);
  std::string text = "\"";
  for (const NodeId part : view.kids(message)) {
    if (view.kind(part) != NodeKind::StrLit) {
      if (auto refused = not_pure(site, view.kid(part, 0), Draws::Refuse); refused && site.effects(view.kid(part, 0)) != 0) return *refused;
      text += "...";
      continue;
    }
    for (const char c : view.name(part)) {
      if (c == '"' || c == '\\') text += '\\';
      if (c == '\n') text += "\\n";
      else text += c;
    }
  }
  Fix fix;
  site.replace(fix, message, text + "\"");
  fix.title = "Make the message a constant";
  fix.preconditions = {"the message has no effects"};
  fix.cost = "the message of a failed assertion no longer shows the values";
  return fix;
}

}  // namespace graphlift::refactor::assert_message
