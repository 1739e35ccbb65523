// From a fault at a place to a finding: certainty, the path to it, and what the break does to the functions around it.
#include <algorithm>

#include "analysis/torch/policy_impl.h"
#include "analysis/torch/tensor_state.h"

namespace graphlift::torch {

using interp::Frame;
using interp::OriginId;
using interp::Outcome;
using interp::Tracing;
using interp::When;
using report::Certainty;
using report::Effect;

namespace {

constexpr size_t kMostReasons = 20;

}  // namespace

// Once the compilation of a region has failed, the rest is looked at for what else stands in its way.
rules::Reach DynamoPolicy::Impl::reach() {
  rules::Reach out = book.reach_of(vm->frame());
  if (!active.empty() && active.back().failed) {
    out.certainty = std::max(out.certainty, Certainty::Conditional);
    out.condition = "what fails before it is repaired" + (out.condition.empty() ? std::string() : " and " + out.condition);
    out.by_chance = false;
    out.sides[rules::kNoFork] = true;
  }
  return out;
}

void DynamoPolicy::Impl::note(const Where& at, Span span, const Said& said, OriginId origin) {
  book.add(at.frame->code->file, span, at.frame, said, reach(), origin, region());
}

void DynamoPolicy::Impl::begin_graph() {
  active.back().graph_births = vm->births();
  active.back().dict_changed = false;
}

Outcome DynamoPolicy::Impl::graph_break(const Where& at, Span span, const Said& said, OriginId origin) {
  RegionRecord& record = regions[region()];
  rules::Reach reach = this->reach();
  ++state(*vm).breaks;
  const bool fails = current()->options.fullgraph || error_on_break > 0 || said.severity == report::Severity::Error;
  Said shown = said;
  if (fails) shown.severity = report::Severity::Error;
  rules::Entry& finding = book.add(at.frame->code->file, span, at.frame, shown, reach, origin, region());
  reach.certainty = finding.latest;
  const Certainty certainty = reach.certainty;
  if (fails) {
    finding.finding.effect = Effect::Error;
    if (certainty == Certainty::Definite) active.back().failed = true;
  } else {
    const Effect effect = apply_effects(reach, finding);
    finding.finding.effect = std::max(finding.finding.effect, effect);
    if (certainty == Certainty::Definite) begin_graph();
  }
  if (certainty != Certainty::Possible) {
    (fails ? record.error : record.breaks) = true;
  } else if (record.reasons.size() < kMostReasons) {
    record.reasons.insert("whether `" + book.code_text(at.frame->code->file, span) + "` is reached is not known");
  }
  return {true, true, When::PyInput};
}

Effect DynamoPolicy::Impl::apply_effects(const rules::Reach& reach, rules::Entry& finding) {
  // The functions that are traced together: from the frame at the break out to the first that runs eagerly or enters the region.
  std::vector<Frame*> chain;
  for (Frame* f = vm->frame(); f && f->tracing == Tracing::Traced; f = f->caller) {
    chain.push_back(f);
    if (f->region_root) break;
  }
  const report::Finding cause = finding.finding;
  Effect worst = Effect::Resume;
  std::vector<report::Consequence> consequences;
  std::vector<GraphCounter::Split> splits;
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
      effect = effect_at(*f->code, f->current_pc, breaks_at_load && i == 0,
                         [&](const lower::Surround& range) { return generic_with.count({f->code->id, range.start_pc}) > 0; });
      if (!is_hidden(f)) {
        worst = std::max(worst, effect.effect);
        if (effect.why != Surrounding::None) surrounding_finding(f, effect, reach, cause);
        if (effect.effect != Effect::Resume && i > 0) {
          const Positions::Range at = book.positions().range(f->code->file, span_of(f));
          consequences.push_back({at.file, at.line, "graph-break"});
        }
      }
    }
    splits.push_back({f, effect.effect == Effect::Resume         ? GraphCounter::Fate::Resumes
                         : effect.effect == Effect::CannotResume ? GraphCounter::Fate::PrefixOnly
                                                                 : GraphCounter::Fate::Skipped});
    if (effect.effect == Effect::Resume || reach.certainty != Certainty::Definite) continue;
    f->tracing = Tracing::Skipped;
    if (effect.effect == Effect::FunctionSkipped) skipped_codes.insert(f->code->id);
  }
  if (reach.certainty == Certainty::Definite) {
    State& st = state(*vm);
    graphs.split(splits, flag("nested_graph_breaks"), st.operators_run, ambient_modes());
    st.broke_in = vm->frame();
    st.broke_at = vm->frame()->current_pc;
  }
  std::vector<report::Consequence>& known = finding.finding.consequences;
  for (report::Consequence& c : consequences) {
    const bool said =
        std::any_of(known.begin(), known.end(), [&](const report::Consequence& k) { return k.file == c.file && k.line == c.line; });
    if (!said && known.size() < kMostReasons) known.push_back(std::move(c));
  }
  return worst;
}

void DynamoPolicy::Impl::surrounding_finding(Frame* frame, const FrameEffect& effect, const rules::Reach& reach,
                                             const report::Finding& cause) {
  Said said;
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
    case Surrounding::None: return;
  }
  // One finding a header, whatever breaks inside: the place is the key, so the message names the first break.
  rules::Entry& record = book.add(frame->code->file, effect.header, frame, said, reach, {}, region());
  record.finding.effect = std::max(record.finding.effect, effect.effect);
}

}  // namespace graphlift::torch
