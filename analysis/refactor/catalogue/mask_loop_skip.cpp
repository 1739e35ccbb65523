// Layer drop and stochastic depth: a step that tensor contents may skip is run always, and a mask drops its result.
//
// Before:
//     import torch
//
//     def f(x: torch.Tensor):
//         for i in range(3):
//             if torch.rand([]) < 0.5:
//                 continue
//             x = x + 1
//         return x
//
//     torch.compile(f)(torch.ones(4))
// After:
//     import torch
//
//     def f(x: torch.Tensor):
//         for i in range(3):
//             skipped = torch.rand([]) < 0.5
//             kept_x = x
//             x = x + 1
//             x = torch.where(skipped, kept_x, x)
//         return x
//
//     torch.compile(f)(torch.ones(4))
#include <algorithm>

#include "analysis/refactor/catalogue.h"
#include "analysis/refactor/proof.h"

namespace graphlift::refactor::mask_loop_skip {
namespace {

NodeId only_statement(const SourceView& view, NodeId suite) { return view.node(suite).kid_count == 1 ? view.kid(suite, 0) : NodeId(); }

// `if test: continue` without an else.
bool skips_round(const SourceView& view, NodeId statement) {
  if (view.kind(statement) != NodeKind::If || view.node(view.kid(statement, 2)).kid_count != 0) return false;
  return view.kind(only_statement(view, view.kid(statement, 1))) == NodeKind::Continue;
}

// `if test: name = True` without an else.
bool sets_flag(const SourceView& view, NodeId statement) {
  if (view.kind(statement) != NodeKind::If || view.node(view.kid(statement, 2)).kid_count != 0) return false;
  const NodeId only = only_statement(view, view.kid(statement, 1));
  return view.kind(only) == NodeKind::Assign && view.node(only).kid_count == 2 && view.kind(view.kid(only, 1)) == NodeKind::Name &&
         view.kind(view.kid(only, 0)) == NodeKind::TrueLit;
}

// Assignments to names, and what they assign; nothing else may stand in a step that is masked.
std::optional<Refusal> step_names(const Site& site, const std::vector<NodeId>& statements, std::vector<NodeId>& targets) {
  const SourceView& view = site.view;
  for (const NodeId statement : statements) {
    if (view.kind(statement) == NodeKind::Pass) continue;
    if (view.kind(statement) == NodeKind::If) {
      // A branch that no execution took stands for options of the caller: its statements are looked at as well.
      std::vector<NodeId> inner;
      for (const uint32_t suite : {1u, 2u})
        for (const NodeId one : view.kids(view.kid(statement, suite))) inner.push_back(one);
      if (site.value(view.kid(statement, 0)).when >= interp::When::Data)
        return site.refuse("a further branch on tensor contents", statement);
      if (auto refused = step_names(site, inner, targets)) return refused;
      continue;
    }
    const bool assigns = view.kind(statement) == NodeKind::Assign && view.node(statement).kid_count == 2;
    if (!assigns) return site.refuse("`" + view.text(statement).substr(0, 40) + "` does more than assign to a name", statement);
    const NodeId target = view.kid(statement, 1);
    std::vector<NodeId> names{target};
    if (view.kind(target) == NodeKind::TupleExpr) names.assign(view.kids(target).begin(), view.kids(target).end());
    for (const NodeId name : names) {
      if (view.kind(name) != NodeKind::Name) return site.refuse("`" + view.text(name) + "` is no local name", name);
      targets.push_back(name);
    }
    if (auto refused = not_pure(site, view.kid(statement, 0), Draws::Allow)) return refused;
  }
  return std::nullopt;
}

// Of the names that a step assigns, those whose old value matters: by name, each once, and proved to be masked well.
std::optional<Refusal> masked_names(const Site& site, const std::vector<NodeId>& targets, Span step, std::vector<std::string>& out) {
  const SourceView& view = site.view;
  for (const NodeId target : targets) {
    const std::string name(view.name(target));
    // A name that is written before it is read in every round, and not read behind the loop, needs no old value.
    bool read_outside = false;
    for (const NodeId id : view.below(site.function)) {
      if (view.kind(id) != NodeKind::Name || view.name(id) != name) continue;
      const Span at = view.span(id);
      const bool inside = at.start >= step.start && at.end <= step.end;
      const bool before_in_step = inside && at.start < view.span(target).start;
      const NodeId statement = view.statement_of(id);
      const bool in_own_value = view.kind(statement) == NodeKind::Assign && view.statement_of(target) == statement && id != target;
      if (!inside || before_in_step || in_own_value) read_outside = true;
    }
    if (!read_outside || std::find(out.begin(), out.end(), name) != out.end()) continue;
    const rules::StoreFact& store = site.store(target);
    if (store.seen == 0) return site.refuse("the analysis did not follow the step", target);
    if (!store.had_value) return site.refuse("`" + name + "` may be unbound before the step", target);
    if (!store.tensors || !store.same_dtype || !store.same_shape)
      return site.refuse("`" + name + "` is not known to be a tensor that keeps its shape and dtype", target);
    out.push_back(name);
  }
  return std::nullopt;
}

Span lines_of(const SourceView& view, NodeId first, NodeId last) {
  return {view.line_start(view.span(first).start), view.line_end(view.span(last).end - 1)};
}

std::string line_break(const SourceView& view, uint32_t end) { return end > 0 && view.ast().source[end - 1] == '\n' ? "" : "\n"; }

// A comment inside a statement of two lines that becomes one of one line.
std::string kept_comment(const SourceView& view, NodeId statement) {
  const std::string comment = view.comment_in(view.span(statement));
  return comment.empty() ? comment : "  " + comment;
}

// Does the step call operators only, none of which draws random numbers or has an unbounded derivative? Then nothing but its cost is
// noticed.
bool only_operators(const Site& site, const std::vector<NodeId>& statements) {
  const SourceView& view = site.view;
  for (const NodeId statement : statements) {
    if (site.effects(statement) != 0 || unbounded_gradient(site, statement)) return false;
    for (const NodeId id : view.below(statement))
      if (view.kind(id) == NodeKind::Call && !site.callee(id).starts_with("torch.")) return false;
  }
  return true;
}

Fix described(Fix fix, bool operators = false) {
  fix.safety = operators ? report::Safety::Safe : report::Safety::Unsafe;
  fix.title = "Run the step always and drop its result by a mask";
  fix.preconditions = {"the step only computes tensors that keep their shape and dtype", "it writes nothing else"};
  fix.cost = "the step is computed also when it is dropped";
  if (!operators)
    fix.cost +=
        ", and draws its random numbers then: a seeded run gives other numbers of the same distribution, and parameters of a dropped step "
        "get zero gradients instead of none";
  return fix;
}

void mask(const Site& site, Fix& fix, const std::vector<std::string>& names, const std::string& indentation, Span step,
          const std::string& dropped, const std::string& torch) {
  std::string before, after;
  for (const std::string& name : names) {
    const std::string kept = site.view.fresh_name(site.function, "kept_" + name);
    before += indentation + kept + " = " + name + "\n";
    after += indentation + name + " = " + torch + ".where(" + dropped + ", " + kept + ", " + name + ")\n";
  }
  site.insert(fix, step.start, before);
  site.insert(fix, step.end, line_break(site.view, step.end) + after);
}

// if TEST: continue            skipped = TEST
// rest of the round      ->    rest of the round, masked
Attempt continue_form(const Site& site) {
  const SourceView& view = site.view;
  const NodeId inner = site.statement, test = view.kid(inner, 0);
  const NodeId loop = view.enclosing(inner, NodeKind::For);
  if (!loop.valid()) return site.refuse("`continue` stands in no `for` loop", inner);
  // The statement of the loop's body that holds the test, at most one `if` around it.
  NodeId outer = inner;
  if (view.parent(inner) != view.kid(loop, 2)) outer = view.statement_of(view.parent(view.parent(inner)));
  if (view.parent(outer) != view.kid(loop, 2) || (outer != inner && view.kind(outer) != NodeKind::If))
    return site.refuse("the `continue` is nested too deep", inner);
  if (outer != inner && (view.node(view.kid(outer, 2)).kid_count != 0 || view.next_statement(inner).valid()))
    return site.refuse("more depends on the branch around the `continue`", outer);
  std::vector<NodeId> rest;
  for (NodeId s = view.next_statement(outer); s.valid(); s = view.next_statement(s)) rest.push_back(s);
  if (rest.empty()) return site.refuse("nothing follows the `continue`", inner);
  std::vector<NodeId> targets;
  std::vector<std::string> names;
  const Span step = lines_of(view, rest.front(), rest.back());
  if (auto refused = step_names(site, rest, targets)) return *refused;
  if (auto refused = masked_names(site, targets, {view.span(rest.front()).start, view.span(rest.back()).end}, names)) return *refused;
  const auto indentation = view.indentation(outer);
  if (!indentation || !view.indentation(rest.front()) || !view.alone_on_its_lines(rest.back()))
    return site.refuse("a statement shares its line with another", inner);
  Fix fix;
  const std::string torch = site.module(fix, "torch");
  if (torch.empty()) return site.refuse("a local name hides the module torch", site.function);
  auto condition = as_tensor_condition(site, test, torch, false);
  if (auto* refused = std::get_if<Refusal>(&condition)) return *refused;
  const std::string flag = view.fresh_name(site.function, "skipped");
  const bool always = outer == inner;
  if (!always) site.insert(fix, view.span(outer).start, flag + " = False\n" + *indentation);
  site.replace(fix, inner, flag + " = " + std::get<Condition>(condition).text + kept_comment(view, inner));
  mask(site, fix, names, *indentation, step, always ? flag : torch + ".as_tensor(" + flag + ")", torch);
  return described(std::move(fix), only_operators(site, rest));
}

// if TEST: flag = True  ->  flag = TEST, where every use of the flag is a test that can be masked in its turn
Attempt flag_form(const Site& site) {
  const SourceView& view = site.view;
  const NodeId store = only_statement(view, view.kid(site.statement, 1)), target = view.kid(store, 1);
  const NodeId test = view.kid(site.statement, 0);
  const std::string name(view.name(target));
  if (site.local_at(test, name).constant != "False") return site.refuse("`" + name + "` is not known to be False before", target);
  size_t tests = 0;
  for (const NodeId id : view.below(site.function)) {
    if (view.kind(id) != NodeKind::Name || view.name(id) != name) continue;
    const NodeId statement = view.statement_of(id);
    if (view.kind(statement) == NodeKind::Assign && view.kid(statement, 1) == id) continue;
    const bool tested = view.kind(statement) == NodeKind::If && view.span(view.kid(statement, 0)).start <= view.span(id).start &&
                        view.span(view.kid(statement, 0)).end >= view.span(id).end;
    if (!tested) return site.refuse("`" + name + "` is used as a value later", id);
    std::vector<NodeId> targets;
    std::vector<NodeId> body(view.kids(view.kid(statement, 1)).begin(), view.kids(view.kid(statement, 1)).end());
    if (view.node(view.kid(statement, 2)).kid_count != 0)
      return site.refuse("what is done where the step is skipped cannot be masked", statement);
    if (auto refused = step_names(site, body, targets)) return *refused;
    ++tests;
  }
  if (tests == 0) return site.refuse("`" + name + "` is not used", target);
  Fix fix;
  const std::string torch = site.module(fix, "torch");
  if (torch.empty()) return site.refuse("a local name hides the module torch", site.function);
  auto condition = as_tensor_condition(site, test, torch, false);
  if (auto* refused = std::get_if<Refusal>(&condition)) return *refused;
  site.replace(fix, site.statement, name + " = " + std::get<Condition>(condition).text + kept_comment(view, site.statement));
  return described(std::move(fix));
}

// if TEST: step  ->  step, masked
Attempt step_form(const Site& site) {
  const SourceView& view = site.view;
  const NodeId test = view.kid(site.statement, 0), suite = view.kid(site.statement, 1);
  std::vector<NodeId> body(view.kids(suite).begin(), view.kids(suite).end()), targets;
  std::vector<std::string> names;
  const Span step = lines_of(view, body.front(), body.back());
  if (auto refused = step_names(site, body, targets)) return *refused;
  if (auto refused = masked_names(site, targets, {view.span(body.front()).start, view.span(body.back()).end}, names)) return *refused;
  if (names.empty()) return site.refuse("nothing that the step computes is used", site.statement);
  const auto indentation = view.indentation(site.statement), inner = view.indentation(body.front());
  if (!indentation || !inner || inner->size() <= indentation->size() || view.text(site.statement).starts_with("elif") ||
      !view.alone_on_its_lines(body.back()))
    return site.refuse("a statement shares its line with another", site.statement);
  Fix fix;
  const std::string torch = site.module(fix, "torch");
  if (torch.empty()) return site.refuse("a local name hides the module torch", site.function);
  auto condition = as_tensor_condition(site, test, torch, true);
  if (auto* refused = std::get_if<Refusal>(&condition)) return *refused;
  // The header goes; comments below it stay, one step further out.
  const uint32_t header = view.line_start(view.span(site.statement).start), below = view.line_end(view.span(test).end);
  if (!view.comment_in({view.span(test).end, below}).empty())
    return site.refuse("a comment stands behind the test, and would be lost", test);
  auto moved = dedent(site, {below, step.end}, inner->size() - indentation->size());
  if (!moved) return site.refuse("a string of the step runs over several lines", body.front());
  // The condition is of before the step.
  std::string before, after, dropped = std::get<Condition>(condition).text;
  bool settled = false;
  for (const NodeId id : view.below(test)) settled |= view.kind(id) == NodeKind::Call || view.kind(id) == NodeKind::BinaryExpr;
  for (const NodeId id : view.below(test))
    if (view.kind(id) == NodeKind::Name)
      settled |= std::any_of(targets.begin(), targets.end(), [&](NodeId t) { return view.name(t) == view.name(id); });
  if (settled) {
    const std::string flag = view.fresh_name(site.function, "skipped");
    before = *indentation + flag + " = " + dropped + "\n";
    dropped = flag;
  }
  for (const std::string& name : names) {
    const std::string kept = view.fresh_name(site.function, "kept_" + name);
    before += *indentation + kept + " = " + name + "\n";
    after += *indentation + name + " = " + torch + ".where(" + dropped + ", " + kept + ", " + name + ")\n";
  }
  site.replace(fix, Span{header, below}, before);
  fix.edits.insert(fix.edits.end(), moved->begin(), moved->end());
  site.insert(fix, step.end, line_break(view, step.end) + after);
  return described(std::move(fix), only_operators(site, body));
}

}  // namespace

bool prepare(const Site& site) {
  const SourceView& view = site.view;
  if (view.kind(site.statement) != NodeKind::If) return false;
  return view.node(view.kid(site.statement, 2)).kid_count == 0;
}

Attempt apply(const Site& site) {
  if (skips_round(site.view, site.statement)) return continue_form(site);
  if (sets_flag(site.view, site.statement)) return flag_form(site);
  return step_form(site);
}

}  // namespace graphlift::refactor::mask_loop_skip
