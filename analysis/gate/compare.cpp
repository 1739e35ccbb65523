#include "analysis/gate/compare.h"

#include <algorithm>

#include "analysis/gate/match.h"

namespace graphlift::gate {
namespace {

bool touches(const LineRanges& ranges, uint32_t first, uint32_t last) {
  return std::any_of(ranges.begin(), ranges.end(), [&](const auto& range) { return range.first <= last && first <= range.second; });
}

// Leads from a finding to the change that brought it: a changed line on its path, else a changed file on its path, else the changed
// files that the program reads.
class Causes {
 public:
  explicit Causes(const Difference& difference) : difference_(difference) {}

  void explain(report::Finding& f) const {
    if (changed(f.file, f.line, std::max(f.line, f.end_line))) return;
    for (const report::PathStep& step : f.path)
      if (changed(step.file, step.line, step.line)) return note(f, step.file, step.line, "changed since " + difference_.base);
    for (const auto& chain : f.call_chains)
      for (const report::Place& place : chain)
        if (changed(place.file, place.line, place.line)) return note(f, place.file, place.line, "changed since " + difference_.base);
    for (const report::PathStep& step : f.path)
      if (const uint32_t line = nearest(step.file, step.line)) return note(f, step.file, line, "changed since " + difference_.base);
    if (const uint32_t line = nearest(f.file, f.line)) return note(f, f.file, line, "changed since " + difference_.base);
    size_t named = 0;
    for (const auto& [file, ranges] : difference_.lines)
      if (!ranges.empty() && difference_.reads(file) && named++ < 3)
        note(f, file, ranges[0].first, "changed since " + difference_.base + "; the finding came with it");
  }

 private:
  [[nodiscard]] bool changed(const std::string& file, uint32_t first, uint32_t last) const {
    const auto found = difference_.lines.find(file);
    return found != difference_.lines.end() && touches(found->second, first, last);
  }

  // The changed line of the file that is closest; 0 when nothing in it changed.
  [[nodiscard]] uint32_t nearest(const std::string& file, uint32_t line) const {
    const auto found = difference_.lines.find(file);
    uint32_t best = 0, distance = UINT32_MAX;
    if (found == difference_.lines.end()) return 0;
    for (const auto& [first, last] : found->second) {
      const uint32_t away = line < first ? first - line : line > last ? line - last : 0;
      if (away >= distance) continue;
      distance = away;
      best = first;
    }
    return best;
  }

  static void note(report::Finding& f, const std::string& file, uint32_t line, const std::string& text) {
    f.path.push_back({file, line, text});
  }

  const Difference& difference_;
};

std::string_view last_two(std::string_view entry) {
  const size_t dot = entry.rfind('.');
  if (dot == std::string_view::npos || dot == 0) return entry;
  const size_t before = entry.rfind('.', dot - 1);
  return before == std::string_view::npos ? entry : entry.substr(before + 1);
}

void match_regions(report::Report& head, const report::Report& base, const std::map<std::string, std::string>& renamed) {
  const auto key = [&](const report::Region& r, int looseness, bool before) {
    const auto path = [&](const std::string& file) {
      const auto found = renamed.find(file);
      return before && found != renamed.end() ? found->second : file;
    };
    std::string out = r.mode + '\n';
    if (looseness == 0) return out + r.entry + '\n' + path(r.file) + '\n' + (r.site ? path(r.site->file) : "");
    if (looseness == 1) return out + r.entry;
    if (looseness == 2) return out + path(r.file) + '\n' + std::string(last_two(r.entry));
    return out + std::string(last_two(r.entry));
  };
  std::vector<bool> taken(base.regions.size());
  for (int looseness = 0; looseness < 4; ++looseness) {
    std::map<std::string, std::vector<size_t>> open;
    for (size_t i = base.regions.size(); i-- > 0;)
      if (!taken[i]) open[key(base.regions[i], looseness, true)].push_back(i);
    for (report::Region& r : head.regions) {
      if (r.base_verdict) continue;
      const auto found = open.find(key(r, looseness, false));
      if (found == open.end() || found->second.empty()) continue;
      const report::Region& old = base.regions[found->second.back()];
      taken[found->second.back()] = true;
      found->second.pop_back();
      r.base_verdict = old.verdict;
      r.base_graphs = old.predicted_graphs;
    }
  }
}

}  // namespace

void compare_reports(report::Report& head, const report::Report& base, const Difference& difference) {
  std::vector<Known> before, after;
  for (const report::Finding& f : base.findings) before.push_back(known_of(f));
  for (const report::Finding& f : head.findings) after.push_back(known_of(f));
  const std::vector<size_t> of = match(before, after, difference.renamed);
  std::vector<bool> kept(before.size());
  const Causes causes(difference);
  for (size_t i = 0; i < of.size(); ++i) {
    report::Finding& f = head.findings[i];
    f.status = of[i] == kUnmatched ? report::Status::New : report::Status::Existing;
    if (of[i] == kUnmatched) causes.explain(f);
    else kept[of[i]] = true;
  }
  // What a comment suppresses now was not fixed.
  std::vector<Known> suppressed;
  for (const report::Suppressed& s : head.suppressed) suppressed.push_back(known_of(s.finding));
  std::vector<Known> gone;
  std::vector<size_t> index;
  for (size_t i = 0; i < before.size(); ++i)
    if (!kept[i]) {
      gone.push_back(before[i]);
      index.push_back(i);
    }
  for (const size_t i : match(gone, suppressed, difference.renamed))
    if (i != kUnmatched) kept[index[i]] = true;
  for (size_t i = 0; i < before.size(); ++i)
    if (!kept[i]) {
      head.fixed.push_back(base.findings[i]);
      head.fixed.back().regions.clear();
    }
  match_regions(head, base, difference.renamed);
  head.compared = true;
}

bool is_worse(const report::Region& r) {
  return r.base_verdict && r.verdict > *r.base_verdict && r.verdict != report::Verdict::Unknown &&
         *r.base_verdict != report::Verdict::Unknown;
}

}  // namespace graphlift::gate
