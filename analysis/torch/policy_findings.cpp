// From a fault at a place to a finding: certainty, the path to it, and what the break does to the functions around it.
#include <algorithm>

#include "analysis/rules/rule.h"
#include "analysis/torch/policy_impl.h"
#include "models/graph_breaks.h"

namespace graphlift::torch {

using interp::Condition;
using interp::Frame;
using interp::OriginId;
using interp::Outcome;
using interp::Tracing;
using interp::When;
using report::Certainty;
using report::Effect;

namespace {

constexpr size_t kLongestPath = 12;
constexpr size_t kMostReasons = 20;

std::string condition_text(const std::string& text, bool taken) { return taken ? text : "not (" + text + ")"; }

std::string first_upper(std::string text) {
  if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') text[0] = static_cast<char>(text[0] - 'a' + 'A');
  return text;
}

}  // namespace

Certainty DynamoPolicy::Impl::certainty_at(Frame* frame, std::string& condition) {
  Certainty certainty = Certainty::Definite;
  for (Frame* f = frame; f; f = f->caller) {
    for (const Condition& c : f->path.conditions) {
      const bool decided_outside = c.when < When::Data;
      certainty = std::max(certainty, decided_outside ? Certainty::Conditional : Certainty::Possible);
      const std::string text = code_text(c.file, c.span);
      if (text.empty() || is_hidden(f)) continue;
      const std::string said = condition_text(text, c.taken);
      if (condition.find(said) != condition.npos) continue;
      condition = condition.empty() ? said : said + " and " + condition;
    }
    if (f->region_root) break;
  }
  return certainty;
}

std::vector<report::PathStep> DynamoPolicy::Impl::path_to(Frame* frame, OriginId origin) {
  std::vector<report::PathStep> calls, values;
  for (Frame* f = frame; f && !f->region_root; f = f->caller) {
    Frame* caller = f->caller;
    if (!caller || is_hidden(caller) || caller->tracing == Tracing::Off) continue;
    const Span span = caller->current_pc < caller->code->spans.size() ? caller->code->spans[caller->current_pc] : Span{};
    const Positions::Range at = positions.range(caller->code->file, span);
    if (at.file.empty()) continue;
    calls.push_back({at.file, at.line, "`" + caller->code->qualname + "` calls `" + code_text(caller->code->file, span) + "`"});
  }
  std::reverse(calls.begin(), calls.end());
  for (size_t steps = 0; origin.valid() && steps < kLongestPath; ++steps) {
    const interp::Origin& from = vm->origin_at(origin);
    const Positions::Range at = positions.range(from.site.file, from.site.span);
    if (!at.file.empty() && !from.note.empty() && (values.empty() || values.back().note != from.note || values.back().line != at.line))
      values.push_back({at.file, at.line, from.note});
    origin = from.previous;
  }
  std::reverse(values.begin(), values.end());
  const size_t room = kLongestPath - std::min(kLongestPath, values.size());
  while (calls.size() > room) calls.erase(calls.begin() + static_cast<std::ptrdiff_t>(calls.size() / 2));
  calls.insert(calls.end(), values.begin(), values.end());
  return calls;
}

FindingRecord& DynamoPolicy::Impl::add_finding(lower::FileId file, Span span, Frame* frame, const Report& said, Certainty certainty,
                                               const std::string& condition, OriginId origin) {
  const std::string key = std::to_string(file.index) + ':' + std::to_string(span.start) + ':' + std::to_string(span.end) + ':' +
                          std::string(said.rule) + ':' + said.gb;
  const auto [at, fresh] = finding_by_key.emplace(key, findings.size());
  if (fresh) findings.emplace_back();
  FindingRecord& record = findings[at->second];
  report::Finding& f = record.finding;
  if (!active.empty()) record.regions.insert(active.back().region);
  if (!fresh && certainty >= f.certainty) {
    f.severity = std::max(f.severity, said.severity);
    return record;
  }
  const rules::Rule* rule = rules::find_rule(said.rule);
  f.code = said.rule;
  f.rule = rule ? rule->name : std::string_view();
  f.severity = fresh ? said.severity : std::max(f.severity, said.severity);
  f.certainty = certainty;
  f.condition = certainty == Certainty::Definite ? std::string() : condition;
  const Positions::Range range = positions.range(file, span);
  f.file = range.file;
  f.line = range.line;
  f.column = range.column;
  f.end_line = range.end_line;
  f.end_column = range.end_column;
  if (frame) f.function = function_name(frame);
  f.message = first_upper(said.message);
  f.gb_id = said.gb;
  if (const models::GraphBreak* known = said.gb.empty() ? nullptr : models::find_graph_break(said.gb)) f.gb_type = known->type;
  f.path = frame ? path_to(frame, origin) : std::vector<report::PathStep>();
  return record;
}

void DynamoPolicy::Impl::note(const Where& at, Span span, const Report& said, OriginId origin) {
  std::string condition;
  const Certainty certainty = certainty_at(vm->frame(), condition);
  add_finding(at.frame->code->file, span, at.frame, said, certainty, condition, origin);
}

Outcome DynamoPolicy::Impl::graph_break(const Where& at, Span span, const Report& said, OriginId origin) {
  ActiveRegion* region = current();
  RegionRecord& record = regions[region->region];
  std::string condition;
  const Certainty certainty = certainty_at(vm->frame(), condition);
  const bool fails = region->options.fullgraph || error_on_break > 0 || said.severity == report::Severity::Error;
  Report shown = said;
  if (fails) shown.severity = report::Severity::Error;
  const size_t before = findings.size();
  FindingRecord& finding = add_finding(at.frame->code->file, span, at.frame, shown, certainty, condition, origin);
  const bool fresh = findings.size() != before;
  if (fails) {
    finding.finding.effect = Effect::Error;
    if (certainty == Certainty::Definite) {
      // The call raises here: nothing behind it is traced.
      for (Frame* f = vm->frame(); f && f->tracing == Tracing::Traced; f = f->caller) {
        f->tracing = Tracing::Disabled;
        if (f->region_root) break;
      }
    }
  } else {
    const int graphs_before = record.graphs;
    const Effect effect = apply_effects(certainty, condition, finding);
    finding.finding.effect = std::max(finding.finding.effect, effect);
    if (!fresh) record.graphs = graphs_before;
  }
  if (certainty != Certainty::Possible) {
    (fails ? record.error : record.breaks) = true;
  } else if (record.reasons.size() < kMostReasons) {
    record.reasons.insert("whether `" + code_text(at.frame->code->file, span) + "` is reached is not known");
  }
  return {true, true, When::PyInput};
}

Effect DynamoPolicy::Impl::apply_effects(Certainty certainty, const std::string& condition, FindingRecord& finding) {
  // The functions that are traced together: from the frame at the break out to the first that runs eagerly or enters the region.
  std::vector<Frame*> chain;
  for (Frame* f = vm->frame(); f && f->tracing == Tracing::Traced; f = f->caller) {
    chain.push_back(f);
    if (f->region_root) break;
  }
  const report::Finding cause = finding.finding;
  Effect worst = Effect::Resume;
  std::vector<report::Consequence> consequences;
  int resumed = 0;
  for (size_t i = chain.size(); i-- > 0;) {
    Frame* f = chain[i];
    const FunctionFacts& facts = facts_of(f);
    const bool outermost = i + 1 == chain.size();
    FrameEffect effect;
    const bool consumes = i > 0 && chain[i - 1]->generator != nullptr;  // a generator is traced at the place that takes its items
    if ((facts.skipped_alone && !outermost) || consumes) {
      effect.effect = Effect::FunctionSkipped;
      if (!is_hidden(f)) worst = effect.effect;
    } else {
      effect = effect_at(*f->code, f->current_pc, [&](const lower::Surround& range) { return generic_with.count({f->code->id, range.start_pc}) > 0; });
      if (!is_hidden(f)) {
        worst = std::max(worst, effect.effect);
        if (effect.why != Surrounding::None) surrounding_finding(f, effect, certainty, condition, cause);
        if (effect.effect != Effect::Resume && i > 0) {
          const Span span = f->current_pc < f->code->spans.size() ? f->code->spans[f->current_pc] : Span{};
          const Positions::Range at = positions.range(f->code->file, span);
          consequences.push_back({at.file, at.line, "graph-break"});
        }
      }
    }
    if (effect.effect == Effect::Resume) {
      ++resumed;
      continue;
    }
    if (certainty != Certainty::Definite) continue;
    f->tracing = Tracing::Skipped;
    if (effect.effect == Effect::FunctionSkipped) skipped_codes.insert(f->code->id);
  }
  regions[current()->region].graphs += resumed;
  std::vector<report::Consequence>& known = finding.finding.consequences;
  for (report::Consequence& c : consequences) {
    const bool said = std::any_of(known.begin(), known.end(), [&](const report::Consequence& k) { return k.file == c.file && k.line == c.line; });
    if (!said && known.size() < kMostReasons) known.push_back(std::move(c));
  }
  return worst;
}

void DynamoPolicy::Impl::surrounding_finding(Frame* frame, const FrameEffect& effect, Certainty certainty, const std::string& condition,
                                             const report::Finding& cause) {
  Report said;
  const std::string where = "`" + frame->code->name + "`";
  const std::string what = cause.file + ":" + std::to_string(cause.line);
  switch (effect.why) {
    case Surrounding::Loop:
      said.rule = "GL118";
      said.gb = "GB7000";
      said.message = "a graph break inside this loop (" + what + ") makes all of " + where + " run without compilation";
      break;
    case Surrounding::Try:
      said.rule = "GL110";
      said.message = "a graph break inside this `try` (" + what + ") cannot be resumed: " + where + " runs without compilation";
      break;
    case Surrounding::Context:
      said.rule = "GL111";
      said.gb = "GB0066";
      said.message = "a graph break under this `with` (" + what + ") cannot be resumed: the rest of " + where + " runs without compilation";
      break;
    case Surrounding::None:
      return;
  }
  // One finding a header, whatever breaks inside: the place is the key, so the message names the first break.
  FindingRecord& record = add_finding(frame->code->file, effect.header, frame, said, certainty, condition, {});
  record.finding.effect = std::max(record.finding.effect, effect.effect);
}

}  // namespace graphlift::torch
