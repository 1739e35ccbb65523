// From observations to findings.
#include "analysis/rules/finding_book.h"

#include <algorithm>

#include "analysis/base/fnv.h"
#include "analysis/rules/rule.h"
#include "models/graph_breaks.h"

namespace graphlift::rules {

using interp::Condition;
using interp::Frame;
using interp::OriginId;
using interp::Tracing;
using interp::When;
using report::Certainty;

namespace {

constexpr size_t kLongestPath = 12;
constexpr size_t kLongestText = 60;

std::string first_upper(std::string text) {
  if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') text[0] = static_cast<char>(text[0] - 'a' + 'A');
  return text;
}

}  // namespace

Owner FindingBook::owner_of(lower::FileId file) {
  const auto found = owner_by_file_.find(file.index);
  if (found != owner_by_file_.end()) return found->second;
  Owner owner = Owner::Own;
  if (file.valid()) {
    const std::string path = vm_->source().display_path(file);
    if (path.starts_with("site-packages/" + framework_ + "/")) {
      owner = Owner::Framework;
    } else if (path.starts_with("site-packages/")) {
      owner = Owner::Package;
    } else if (path.starts_with("stdlib/")) {
      owner = Owner::Standard;
    }
  }
  owner_by_file_.emplace(file.index, owner);
  return owner;
}

bool FindingBook::is_hidden(Frame* frame) {
  if (hidden) return hidden(frame);
  const Owner owner = owner_of(frame->code->file);
  return owner == Owner::Framework || owner == Owner::Standard;
}

std::string FindingBook::code_text(lower::FileId file, Span span) {
  const std::string raw = positions_.text(file, span);
  std::string out;
  for (const char c : raw) {
    const bool blank = c == ' ' || c == '\n' || c == '\t' || c == '\r';
    if (!blank) {
      out += c;
    } else if (!out.empty() && out.back() != ' ') {
      out += ' ';
    }
  }
  if (out.size() > kLongestText) {
    size_t cut = kLongestText;
    while (cut > 0 && (static_cast<unsigned char>(out[cut]) & 0xc0) == 0x80) --cut;
    out = out.substr(0, cut) + "…";
  }
  return out;
}

std::string FindingBook::function_name(Frame* frame) {
  const std::string module = frame->module ? frame->module->name : std::string();
  if (frame->code->kind == lower::Code::Kind::Module) return module;
  return module.empty() ? frame->code->qualname : module + "." + frame->code->qualname;
}

Reach FindingBook::reach_of(Frame* frame) {
  Reach reach;
  std::string& condition = reach.condition;
  bool decided = true;
  for (Frame* f = frame; f; f = f->caller) {
    for (const Condition& c : f->path.conditions) {
      reach.sides[c.fork] = c.taken;
      if (c.chance) {
        reach.by_chance = true;
        reach.certainty = std::max(reach.certainty, Certainty::Conditional);
        if (std::find(reach.draws.begin(), reach.draws.end(), c.draw) != reach.draws.end() && c.draw != 0) continue;
        reach.draws.push_back(c.draw);
        reach.probability *= std::max(c.probability, 0.0);
      } else {
        decided = false;
        reach.certainty = std::max(reach.certainty, c.when < When::Data ? Certainty::Conditional : Certainty::Possible);
      }
      const std::string text = code_text(c.file, c.span);
      if (text.empty() || is_hidden(f)) continue;
      const std::string said = c.taken ? text : "not (" + text + ")";
      if (condition.find(said) != condition.npos) continue;
      condition = condition.empty() ? said : said + " and " + condition;
    }
    if (f->region_root) break;
  }
  reach.by_chance &= decided;
  return reach;
}

namespace {

// A decorator's wrapper, which hands on whatever it is given: it tells a reader nothing.
bool only_forwards(const Frame* frame) {
  const lower::Code& code = *frame->code;
  return code.has_varargs && code.has_varkw && code.qualname.find("<locals>") != std::string::npos;
}

// Keeps HEAD steps at the front and fills up with the last ones.
void shorten(std::vector<report::PathStep>& steps, size_t head, size_t most) {
  if (steps.size() <= most) return;
  const auto first = steps.begin() + static_cast<std::ptrdiff_t>(std::min(head, most));
  steps.erase(first, first + static_cast<std::ptrdiff_t>(steps.size() - most));
}

}  // namespace

std::vector<report::PathStep> FindingBook::calls_to(Frame* frame) {
  std::vector<report::PathStep> calls;
  for (Frame* f = frame; f && !f->region_root; f = f->caller) {
    Frame* caller = f->caller;
    if (!caller || caller->tracing == Tracing::Off || is_hidden(caller) || only_forwards(caller)) continue;
    const Positions::Range at = positions_.range(caller->code->file, span_of(caller));
    if (!at.file.empty())
      calls.push_back(
          {at.file, at.line, "`" + caller->code->qualname + "` calls `" + code_text(caller->code->file, span_of(caller)) + "`"});
  }
  return calls;
}

// From where the value came about to the place; then the calls that lead to it, the innermost first.
std::vector<report::PathStep> FindingBook::path_to(Frame* frame, OriginId origin) {
  constexpr size_t kMostOrigins = 64, kMostValues = 5;
  std::vector<report::PathStep> values;
  for (size_t steps = 0; origin.valid() && steps < kMostOrigins; ++steps) {
    const interp::Origin& from = vm_->origin_at(origin);
    origin = from.previous;
    const Owner owner = owner_of(from.site.file);
    if (owner == Owner::Framework || owner == Owner::Standard) continue;
    const Positions::Range at = positions_.range(from.site.file, from.site.span);
    const bool repeats = !values.empty() && values.back().note == from.note && values.back().line == at.line;
    if (!at.file.empty() && !from.note.empty() && !repeats) values.push_back({at.file, at.line, from.note});
  }
  std::reverse(values.begin(), values.end());
  shorten(values, 1, kMostValues);
  std::vector<report::PathStep> calls = calls_to(frame);
  const size_t room = kLongestPath - values.size();
  shorten(calls, room - 2, room);
  values.insert(values.end(), std::make_move_iterator(calls.begin()), std::make_move_iterator(calls.end()));
  return values;
}

// Another way by which the place is reached.
void FindingBook::add_chain(Entry& entry, Frame* frame) {
  constexpr size_t kMostChains = 8;
  if (entry.finding.call_chains.size() >= kMostChains) return;
  Fnv key;
  for (const Frame* f = frame; f && !f->region_root; f = f->caller)
    if (f->caller) key.add(uint64_t(f->caller->code->id) << 32 | f->caller->current_pc);
  if (!entry.chains.insert(key.value()).second) return;
  std::vector<report::Place> chain;
  for (report::PathStep& step : calls_to(frame)) chain.push_back({std::move(step.file), step.line});
  const auto same = [&](const std::vector<report::Place>& known) {
    return std::equal(known.begin(), known.end(), chain.begin(), chain.end(),
                      [](const report::Place& a, const report::Place& b) { return a.line == b.line && a.file == b.file; });
  };
  std::vector<std::vector<report::Place>>& known = entry.finding.call_chains;
  if (std::none_of(known.begin(), known.end(), same)) known.push_back(std::move(chain));
}

void FindingBook::make_conditional(size_t from, const std::string& condition) {
  for (size_t i = from; i < entries_.size(); ++i) {
    report::Finding& finding = entries_[i].finding;
    if (finding.certainty != Certainty::Definite) continue;
    finding.certainty = Certainty::Conditional;
    finding.condition = condition;
  }
}

namespace {

// Do these differ in the side of one test only? Then whatever the test gives, one of them is taken.
bool complement(const Sides& a, const Sides& b, uint32_t& fork) {
  if (a.size() != b.size()) return false;
  size_t different = 0;
  for (auto x = a.begin(), y = b.begin(); x != a.end(); ++x, ++y) {
    if (x->first != y->first) return false;
    if (x->second == y->second) continue;
    ++different;
    fork = x->first;
  }
  return different == 1;
}

// Adds a path to those on which the place was reached; true when they leave no way around it.
bool on_every_path(std::vector<Sides>& seen, Sides sides) {
  constexpr size_t kMostPaths = 16;
  for (size_t i = 0; i < seen.size(); ++i) {
    uint32_t fork = 0;
    if (!complement(seen[i], sides, fork)) continue;
    sides.erase(fork);
    seen.erase(seen.begin() + std::ptrdiff_t(i));
    i = size_t(-1);  // what is left may complete another
  }
  if (sides.empty()) return true;
  if (seen.size() < kMostPaths && std::find(seen.begin(), seen.end(), sides) == seen.end()) seen.push_back(std::move(sides));
  return false;
}

// Counts one more observation: random numbers that decide again and again decide either way in the end.
bool sooner_or_later(Entry& entry, const Reach& reach) {
  constexpr double kNegligible = 0.1 + 1e-9;
  if (!reach.by_chance) return false;
  const bool fresh = std::none_of(reach.draws.begin(), reach.draws.end(), [&](uint32_t draw) { return entry.draws.count(draw) > 0; });
  if (fresh) entry.missed *= 1 - reach.probability;
  entry.draws.insert(reach.draws.begin(), reach.draws.end());
  return entry.missed <= kNegligible;
}

}  // namespace

Entry& FindingBook::add(lower::FileId file, Span span, Frame* frame, const Said& said, const Reach& reach, OriginId origin, size_t region) {
  std::string key = std::to_string(file.index);
  for (const std::string& part : {std::to_string(span.start), std::to_string(span.end), std::string(said.rule), said.gb}) key += ':' + part;
  const auto [at, fresh] = by_key_.emplace(std::move(key), entries_.size());
  if (fresh) entries_.emplace_back();
  Entry& entry = entries_[at->second];
  report::Finding& f = entry.finding;
  if (region != kNoRegion) entry.regions.insert(region);
  if (frame) add_chain(entry, frame);
  const bool certain = sooner_or_later(entry, reach) || on_every_path(entry.seen, reach.sides);
  const Certainty certainty = certain ? Certainty::Definite : reach.certainty;
  entry.latest = certainty;
  if (!fresh && certainty >= f.certainty) {
    f.severity = std::max(f.severity, said.severity);
    return entry;
  }
  const Rule* rule = find_rule(said.rule);
  f.code = said.rule;
  f.rule = rule ? rule->name : std::string_view();
  f.severity = fresh ? said.severity : std::max(f.severity, said.severity);
  f.certainty = certainty;
  f.condition = certainty == Certainty::Definite ? std::string() : reach.condition;
  const Positions::Range range = positions_.range(file, span);
  f.file = range.file;
  f.line = range.line;
  f.column = range.column;
  f.end_line = range.end_line;
  f.end_column = range.end_column;
  if (frame) f.function = function_name(frame);
  f.message = first_upper(said.message);
  if (const models::GraphBreak* known = said.gb.empty() ? nullptr : models::find_graph_break(said.gb)) {
    f.gb_id = said.gb;
    f.gb_type = known->type;
  } else {
    f.gb_type = said.gb;  // an exception that is not in the registry
  }
  if (frame) f.path = path_to(frame, origin);
  return entry;
}

std::vector<report::Finding> FindingBook::take(const std::string& region_prefix) {
  std::vector<report::Finding> out;
  for (Entry& entry : entries_) {
    for (const size_t region : entry.regions) entry.finding.regions.push_back(region_prefix + std::to_string(region + 1));
    out.push_back(std::move(entry.finding));
  }
  entries_.clear();
  by_key_.clear();
  return out;
}

}  // namespace graphlift::rules
