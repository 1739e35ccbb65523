#include "analysis/refactor/proof.h"

#include <algorithm>

namespace graphlift::refactor {
namespace {

constexpr uint32_t kNoticed = rules::kWritesAttribute | rules::kWritesGlobal | rules::kWritesContainer | rules::kWritesTensor |
                              rules::kUnknownEffect | rules::kHostEffect;

// Operators that raise, or check, depending on what the tensors hold.
constexpr std::string_view kRaisesOnData[] = {
    "cholesky", "inverse", "solve",   "inv",      "multinomial",   "embedding", "gather",    "scatter",    "index_select",  "bernoulli",
    "lstsq",    "eigh",    "one_hot", "nll_loss", "cross_entropy", "scatter_",  "index_add", "index_copy", "take_along_dim"};

// Operators whose derivative has no bound.
constexpr std::string_view kUnbounded[] = {"sqrt",        "rsqrt",      "log",       "log2", "log10", "log1p", "div",
                                           "true_divide", "reciprocal", "pow",       "norm", "acos",  "asin",  "tan",
                                           "atanh",       "acosh",      "normalize", "exp",  "expm1", "sinh",  "cosh"};

template <size_t N>
bool one_of(std::string_view qualified, const std::string_view (&names)[N]) {
  const std::string_view name = qualified.substr(qualified.rfind('.') + 1);
  return std::find(std::begin(names), std::end(names), name) != std::end(names);
}

std::string effect_text(uint32_t bits) {
  if (bits & rules::kWritesTensor) return "writes a tensor in place";
  if (bits & rules::kWritesAttribute) return "writes an attribute";
  if (bits & rules::kWritesGlobal) return "writes a global or a variable of an outer function";
  if (bits & rules::kWritesContainer) return "changes a list, dict or set that exists outside";
  if (bits & rules::kUnknownEffect) return "calls something that nothing is known of";
  return "has an effect outside the program";
}

}  // namespace

std::optional<Refusal> not_pure(const Site& site, NodeId expression, Draws draws) {
  const SourceView& view = site.view;
  for (const NodeId id : view.below(expression)) {
    switch (view.kind(id)) {
      case NodeKind::NamedExpr:
      case NodeKind::Await:
      case NodeKind::Yield:
      case NodeKind::YieldFrom: return site.refuse("`" + view.text(id) + "` does more than give a value", id);
      case NodeKind::Call: {
        const rules::ValueFact& callee = site.value(view.kid(id, 0));
        if (callee.seen == 0) return site.refuse("the analysis did not follow `" + view.text(id) + "`, so what it does is not known", id);
        if (callee.callee == "?" || callee.may(rules::kUnknownKind))
          return site.refuse("what `" + view.text(view.kid(id, 0)) + "` calls is not known", id);
        if (one_of(callee.callee, kRaisesOnData))
          return site.refuse("`" + view.text(id) + "` can raise depending on what its tensors hold", id);
        break;
      }
      case NodeKind::Subscript:
        if (site.value(view.kid(id, 1)).seen > 0 && site.value(view.kid(id, 1)).may(rules::kTensorKind) &&
            site.value(view.kid(id, 1)).dtype != "bool")
          return site.refuse("`" + view.text(id) + "` can raise depending on what its index holds", id);
        break;
      default: break;
    }
  }
  const uint32_t found = site.effects(expression);
  if (const uint32_t bits = found & kNoticed) return site.refuse("`" + view.text(expression) + "` " + effect_text(bits), expression);
  if (draws == Draws::Refuse && (found & rules::kRandomNumbers) != 0)
    return site.refuse("`" + view.text(expression) + "` draws random numbers: drawing them always would change all later ones", expression);
  return std::nullopt;
}

std::optional<Refusal> unbounded_gradient(const Site& site, NodeId expression) {
  const SourceView& view = site.view;
  if (site.value(expression).seen > 0 && !site.value(expression).requires_grad) return std::nullopt;
  for (const NodeId id : view.below(expression)) {
    const bool divides = view.kind(id) == NodeKind::BinaryExpr && (syntax::BinaryOp(view.node(id).op) == syntax::BinaryOp::Div ||
                                                                   syntax::BinaryOp(view.node(id).op) == syntax::BinaryOp::Pow);
    const bool constant_right = divides && !site.value(view.kid(id, 1)).may(rules::kTensorKind);
    const bool calls = view.kind(id) == NodeKind::Call && one_of(site.value(view.kid(id, 0)).callee, kUnbounded);
    if ((divides && !constant_right) || calls)
      return site.refuse("the gradient of `" + view.text(id) + "` can be infinite where it is not taken; torch.where would make it NaN",
                         id);
  }
  return std::nullopt;
}

bool is_tensor(const Site& site, NodeId expression) { return site.value(expression).only(rules::kTensorKind); }

namespace {

struct Converter {
  const Site& site;
  const std::string& torch;

  [[nodiscard]] Condition truth(NodeId id, bool negated) const {
    const SourceView& view = site.view;
    const rules::ValueFact& fact = site.value(id);
    std::string text = view.text(id);
    bool operand = view.operand(id) == text;
    // A name that is bound in several places, or an attribute, may hold a plain truth value on paths that were not followed.
    const bool settled =
        view.kind(id) == NodeKind::Name ? view.bindings(site.function, view.name(id)) == 1 : view.kind(id) != NodeKind::Attribute;
    if (!settled || fact.seen == 0 || fact.may(~uint32_t(rules::kTensorKind))) {
      // Sometimes a plain truth value: as a tensor both can be combined.
      text = torch + ".as_tensor(" + text + ")";
      operand = true;
    } else if (fact.dtype != "bool") {
      text = (operand ? text : "(" + text + ")") + " != 0";
      operand = false;
    }
    if (!negated) return {text, operand};
    return {torch + ".logical_not(" + text + ")", true};
  }

  // A stack, not recursion: conditions nest as deep as users write them, but three levels are all that is rewritten.
  [[nodiscard]] std::variant<Condition, Refusal> convert(NodeId id, bool negated, int depth) const {
    const SourceView& view = site.view;
    if (depth > 3) return site.refuse("the condition nests too deep", id);
    if (view.kind(id) == NodeKind::UnaryExpr && syntax::UnaryOp(view.node(id).op) == syntax::UnaryOp::Not)
      return convert(view.kid(id, 0), !negated, depth + 1);
    if (view.kind(id) == NodeKind::BoolExpr) {
      const bool all = (syntax::BoolOp(view.node(id).op) == syntax::BoolOp::And) != negated;
      std::string text;
      for (const NodeId operand : view.kids(id)) {
        auto part = convert(operand, negated, depth + 1);
        if (std::holds_alternative<Refusal>(part)) return part;
        const Condition& c = std::get<Condition>(part);
        if (!text.empty()) text += all ? " & " : " | ";
        text += c.operand ? c.text : "(" + c.text + ")";
      }
      return Condition{text, false};
    }
    if (auto refused = not_pure(site, id, Draws::Allow)) return *refused;
    const rules::ValueFact& fact = site.value(id);
    if (fact.seen > 0 && fact.may(~uint32_t(rules::kTensorKind | rules::kBoolKind)))
      return site.refuse("`" + view.text(id) + "` is not always a tensor or a truth value", id);
    if (fact.may(rules::kTensorKind) && fact.seen > 0 && !fact.one_element())
      return site.refuse("`" + view.text(id) + "` is not known to have one element", id);
    return truth(id, negated);
  }
};

}  // namespace

std::variant<Condition, Refusal> as_tensor_condition(const Site& site, NodeId test, const std::string& torch, bool negated) {
  return Converter{site, torch}.convert(test, negated, 0);
}

std::optional<std::vector<Edit>> dedent(const Site& site, Span lines, size_t columns) {
  const SourceView& view = site.view;
  for (const NodeId id : view.below(view.ast().root))
    if ((view.kind(id) == NodeKind::StrLit || view.kind(id) == NodeKind::FString) && view.span(id).start >= lines.start &&
        view.span(id).end <= lines.end && !view.one_line(id))
      return std::nullopt;
  std::vector<Edit> out;
  const std::string& source = view.ast().source;
  for (uint32_t at = lines.start; at < lines.end; at = view.line_end(at)) {
    uint32_t blank = at;
    while (blank < source.size() && blank - at < columns && (source[blank] == ' ' || source[blank] == '\t')) ++blank;
    if (blank > at) out.push_back({site.file, at, blank, ""});
  }
  return out;
}

}  // namespace graphlift::refactor
