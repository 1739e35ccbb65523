// `%` needs the number at once; an f-string is made behind the graph.
//
// Before:
//     import torch
//
//     def f(x: torch.Tensor):
//         return x + 1, "sum %.2f" % x.sum()
//
//     torch.compile(f)(torch.ones(2))
// After:
//     import torch
//
//     def f(x: torch.Tensor):
//         return x + 1, f"sum {x.sum():.2f}"
//
//     torch.compile(f)(torch.ones(2))
#include "analysis/refactor/catalogue.h"
#include "analysis/refactor/proof.h"

namespace graphlift::refactor::format_lazily {
namespace {

NodeId formatting(const Site& site) {
  for (NodeId id = site.node; id.valid() && !site.view.is_statement(id); id = site.view.parent(id))
    if (site.view.kind(id) == NodeKind::BinaryExpr && syntax::BinaryOp(site.view.node(id).op) == syntax::BinaryOp::Mod &&
        site.view.kind(site.view.kid(id, 0)) == NodeKind::StrLit)
      return id;
  return {};
}

// `"%5.2f"` -> `f"{value:5.2f}"`; nothing for what the two write differently.
std::optional<std::string> as_fstring(const std::string& literal, const std::vector<std::string>& values) {
  std::string out = "f";
  size_t field = 0;
  for (size_t i = 0; i < literal.size(); ++i) {
    const char c = literal[i];
    if (c == '{' || c == '}') out += c;
    if (c != '%') {
      out += c;
      continue;
    }
    if (++i >= literal.size()) return std::nullopt;
    if (literal[i] == '%') {
      out += '%';
      continue;
    }
    std::string spec;
    while (i < literal.size() && (std::isdigit(static_cast<unsigned char>(literal[i])) || literal[i] == '.')) spec += literal[i++];
    if (i >= literal.size() || std::string_view("fegEG").find(literal[i]) == std::string_view::npos || field == values.size())
      return std::nullopt;
    out += "{" + values[field++] + ":" + spec + literal[i] + "}";
  }
  return field == values.size() ? std::optional(out) : std::nullopt;
}

}  // namespace

bool prepare(const Site& site) { return formatting(site).valid(); }

Attempt apply(const Site& site) {
  const SourceView& view = site.view;
  const NodeId expression = formatting(site), literal = view.kid(expression, 0), values = view.kid(expression, 1);
  if (!view.one_line(literal) || view.text(literal).find_first_of("rRbBuU\\") < view.text(literal).find_first_of("\"'"))
    return site.refuse("the format is no plain text", literal);
  std::vector<NodeId> items{values};
  if (view.kind(values) == NodeKind::TupleExpr) items.assign(view.kids(values).begin(), view.kids(values).end());
  std::vector<std::string> texts;
  for (const NodeId item : items) {
    const rules::ValueFact& fact = site.value(item);
    if (!fact.only(rules::kTensorKind | rules::kFloatKind | rules::kIntKind))
      return site.refuse("what `" + view.text(item) + "` is, is not known", item);
    if (fact.may(rules::kTensorKind) && !(fact.ranked && fact.dims.empty()))
      return site.refuse("`" + view.text(item) + "` is not known to have no dimensions", item);
    if (view.text(item).find_first_of("\"'\\{\n") != std::string::npos)
      return site.refuse("`" + view.text(item) + "` cannot stand in an f-string", item);
    texts.push_back(view.text(item));
  }
  const auto text = as_fstring(view.text(literal), texts);
  if (!text) return site.refuse("the format uses a conversion that an f-string writes differently", literal);
  Fix fix;
  site.replace(fix, expression, *text);
  fix.title = "Format by an f-string";
  fix.preconditions = {"every value is a number or a tensor of no dimensions", "the conversions mean the same"};
  return fix;
}

}  // namespace graphlift::refactor::format_lazily
