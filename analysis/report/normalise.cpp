// One order for every list of a report, and fingerprints that survive edits elsewhere in the file.
#include <algorithm>
#include <map>
#include <tuple>

#include "analysis/base/fnv.h"
#include "analysis/report/fingerprint.h"
#include "analysis/report/report.h"

namespace graphlift::report {
namespace {

auto position(const Finding& f) { return std::tie(f.file, f.line, f.column, f.end_line, f.end_column, f.code, f.message, f.certainty); }

// "r12" after "r9".
bool region_before(const std::string& a, const std::string& b) { return a.size() != b.size() ? a.size() < b.size() : a < b; }

}  // namespace

void normalise(Report& report) {
  std::stable_sort(report.regions.begin(), report.regions.end(), [](const Region& a, const Region& b) {
    const auto key = [](const Region& r) { return std::tie(r.file, r.line, r.entry, r.mode); };
    if (key(a) != key(b)) return key(a) < key(b);
    const auto site = [](const Region& r) {
      return r.site ? std::make_tuple(r.site->file, r.site->line) : std::make_tuple(std::string(), 0u);
    };
    return site(a) < site(b);
  });
  std::map<std::string, std::string> renamed;
  for (size_t i = 0; i < report.regions.size(); ++i) {
    std::string id = "r" + std::to_string(i + 1);
    renamed[report.regions[i].id] = id;
    report.regions[i].id = std::move(id);
  }
  for (Region& region : report.regions) {
    std::sort(region.reasons.begin(), region.reasons.end());
    region.reasons.erase(std::unique(region.reasons.begin(), region.reasons.end()), region.reasons.end());
  }
  const auto settle = [&](Finding& finding) {
    for (std::string& id : finding.regions)
      if (const auto found = renamed.find(id); found != renamed.end()) id = found->second;
    std::sort(finding.regions.begin(), finding.regions.end(), region_before);
    finding.regions.erase(std::unique(finding.regions.begin(), finding.regions.end()), finding.regions.end());
    std::sort(finding.consequences.begin(), finding.consequences.end(), [](const Consequence& a, const Consequence& b) {
      return std::tie(a.file, a.line, a.rule) < std::tie(b.file, b.line, b.rule);
    });
  };
  for (Finding& finding : report.findings) settle(finding);
  for (Suppressed& suppressed : report.suppressed) settle(suppressed.finding);
  std::stable_sort(report.findings.begin(), report.findings.end(),
                   [](const Finding& a, const Finding& b) { return position(a) < position(b); });
  std::stable_sort(report.suppressed.begin(), report.suppressed.end(),
                   [](const Suppressed& a, const Suppressed& b) { return position(a.finding) < position(b.finding); });
  for (std::vector<std::string>* list : {&report.errors, &report.notes}) {
    std::sort(list->begin(), list->end());
    list->erase(std::unique(list->begin(), list->end()), list->end());
  }
}

void add_fingerprints(std::vector<Finding>& findings, SourceText& sources) {
  std::map<uint64_t, unsigned> seen;
  for (Finding& finding : findings) {
    std::string text = finding.identity.statement;
    if (text.empty()) {
      text = sources.line(finding.file, finding.line);
      text.erase(std::remove_if(text.begin(), text.end(), [](char c) { return c == ' ' || c == '\t'; }), text.end());
    }
    Fnv hash;
    for (const std::string_view part :
         {std::string_view(finding.code), std::string_view(finding.file), std::string_view(finding.function), std::string_view(text)})
      hash.add_part(part);
    const unsigned occurrence = seen[hash.value()]++;
    if (occurrence > 0) hash.add_part(std::to_string(occurrence));
    finding.fingerprint = hex_digits(hash.value());
  }
}

}  // namespace graphlift::report
