// An argument that is changed in place: a new tensor takes its place in the function, and the caller keeps its own.
//
// Before:
//     import torch
//
//     def f(x: torch.Tensor):
//         x += 1
//         x.mul_(2).clamp_(min=0)
//         return x
//
//     torch.compile(f)(torch.ones(2))
// After:
//     import torch
//
//     def f(x: torch.Tensor):
//         x = x + 1
//         x = x.mul(2).clamp(min=0)
//         return x
//
//     torch.compile(f)(torch.ones(2))
#include <algorithm>

#include "analysis/refactor/catalogue.h"

namespace graphlift::refactor::out_of_place {
namespace {

constexpr std::string_view kTwins[] = {"add_",        "sub_",         "mul_",     "div_",       "pow_",        "clamp_",      "clamp_min_",
                                       "clamp_max_",  "relu_",        "neg_",     "abs_",       "exp_",        "log_",        "sqrt_",
                                       "rsqrt_",      "masked_fill_", "round_",   "floor_",     "ceil_",       "sigmoid_",    "tanh_",
                                       "lerp_",       "addcmul_",     "addcdiv_", "index_add_", "index_fill_", "nan_to_num_", "square_",
                                       "reciprocal_", "sin_",         "cos_"};

// The in-place calls of `x.a_().b_()`, the innermost first, down to the name.
NodeId chain_of(const SourceView& view, NodeId call, std::vector<NodeId>& attributes) {
  while (view.kind(call) == NodeKind::Call && view.kind(view.kid(call, 0)) == NodeKind::Attribute) {
    attributes.push_back(view.kid(call, 0));
    call = view.kid(view.kid(call, 0), 0);
  }
  return view.kind(call) == NodeKind::Name ? call : NodeId();
}

const char* operator_text(syntax::BinaryOp op) {
  static constexpr const char* kTexts[] = {"+", "-", "*", "@", "/", "%", "**", "<<", ">>", "|", "^", "&", "//"};
  return kTexts[static_cast<size_t>(op)];
}

// Another name for the same memory, made before the update and used after it.
NodeId alias_of(const Site& site, std::string_view name) {
  const SourceView& view = site.view;
  for (const NodeId id : view.below(site.function)) {
    if (view.kind(id) != NodeKind::Assign || view.span(id).start >= view.span(site.statement).start) continue;
    NodeId value = view.kid(id, 0);
    // Views: attributes, subscripts and methods of the name, and the name itself.
    while (view.kind(value) == NodeKind::Attribute || view.kind(value) == NodeKind::Subscript || view.kind(value) == NodeKind::Call)
      value = view.kid(value, 0);
    if (view.kind(value) == NodeKind::Name && view.name(value) == name && view.name(view.kid(id, 1)) != name) return id;
  }
  return {};
}

}  // namespace

bool prepare(const Site& site) {
  const NodeKind kind = site.view.kind(site.statement);
  return kind == NodeKind::AugAssign || kind == NodeKind::ExprStmt || kind == NodeKind::Return;
}

Attempt apply(const Site& site) {
  const SourceView& view = site.view;
  Fix fix;
  NodeId name;
  if (view.kind(site.statement) == NodeKind::AugAssign) {
    name = view.kid(site.statement, 0);
    if (view.kind(name) != NodeKind::Name) return site.refuse("`" + view.text(name) + "` is no local name", name);
    const std::string op = operator_text(syntax::BinaryOp(view.node(site.statement).op));
    site.replace(fix, site.statement,
                 view.text(name) + " = " + view.text(name) + " " + op + " " + view.operand(view.kid(site.statement, 1)));
  } else {
    std::vector<NodeId> attributes;
    const NodeId call = view.kid(site.statement, 0);
    name = chain_of(view, call, attributes);
    if (!name.valid() || attributes.empty()) return site.refuse("what is changed is no local name", site.statement);
    for (const NodeId attribute : attributes) {
      const std::string_view method = view.name(attribute);
      if (!method.ends_with('_')) continue;
      if (std::find(std::begin(kTwins), std::end(kTwins), method) == std::end(kTwins))
        return site.refuse("`" + std::string(method) + "` has no counterpart that gives a new tensor", attribute);
      const uint32_t end = view.span(attribute).end;
      site.replace(fix, Span{end - 1, end}, "");
    }
    if (fix.edits.empty()) return site.refuse("no call of the statement works in place", site.statement);
    if (view.kind(site.statement) == NodeKind::ExprStmt) site.insert(fix, view.span(site.statement).start, view.text(name) + " = ");
    std::sort(fix.edits.begin(), fix.edits.end(), [](const Edit& a, const Edit& b) { return a.start < b.start; });
  }
  if (!site.value(name).only(rules::kTensorKind)) return site.refuse("`" + view.text(name) + "` is not always a tensor", name);
  if (const NodeId alias = alias_of(site, view.name(name)); alias.valid())
    return site.refuse("the update is seen through `" + view.text(view.kid(alias, 1)) + "` as well", alias);
  fix.safety = report::Safety::Unsafe;
  fix.title = "Compute a new tensor";
  fix.preconditions = {"the name is a local one", "no other name of the function shares its memory"};
  fix.cost = "the caller's tensor is no longer changed";
  return fix;
}

}  // namespace graphlift::refactor::out_of_place
