#include "cli/gate_policy.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "analysis/config/patterns.h"
#include "analysis/config/rule_names.h"
#include "analysis/gate/compare.h"
#include "analysis/report/text.h"
#include "analysis/report/writers.h"

namespace graphlift::cli {
namespace {

using nlohmann::json;

std::string text_at(const json& table, const char* key) {
  const auto found = table.find(key);
  return found == table.end() ? std::string() : found->get<std::string>();
}

bool path_matches(const std::string& pattern, const std::string& path) {
  config::PatternList list;
  list.add(pattern);
  return list.covers(path);
}

// Names have dots where paths have slashes: `train.*` covers `train.Net.forward`.
bool name_matches(const std::string& pattern, const std::string& name) { return config::glob_matches(pattern, name); }

class Judge {
 public:
  Judge(const report::Report& report, const config::Settings& settings, const std::string& fail_on, const std::string& today)
      : report_(report), settings_(settings), fail_on_(fail_on), today_(today) {}

  GateVerdict run() {
    new_findings();
    if (settings_.flag("gate.fail-on-worse")) worse_regions();
    required_regions();
    budgets("gate.max-breaks", "graph breaks", [](const report::Finding& f) { return f.effect != report::Effect::None; });
    budgets("gate.max-recompiles", "predicted recompilations",
            [](const report::Finding& f) { return f.code == "GL201" || f.code == "GL202" || f.code == "GL203" || f.code == "GL207"; });
    return std::move(out_);
  }

 private:
  bool counts(const report::Finding& f) const {
    if (fail_on_ == "never") return false;
    const report::Severity least = fail_on_ == "error"     ? report::Severity::Error
                                   : fail_on_ == "warning" ? report::Severity::Warning
                                                           : report::Severity::Info;
    return f.severity >= least;
  }

  // The exception that lets the finding through; one that ran out is said.
  const json* exception_for(const report::Finding& f) {
    const json* found = nullptr;
    for (const json& one : settings_.value("gate.exceptions")) {
      if (const std::string rule = text_at(one, "rule"); !rule.empty()) {
        const std::vector<std::string> codes = config::codes_of(rule);
        if (std::find(codes.begin(), codes.end(), f.code) == codes.end()) continue;
      }
      if (const std::string path = text_at(one, "path"); !path.empty() && !path_matches(path, f.file)) continue;
      if (const std::string function = text_at(one, "function"); !function.empty() && !name_matches(function, f.function)) continue;
      const std::string expires = text_at(one, "expires"), owner = text_at(one, "owner");
      const std::string whose = "the exception" + (owner.empty() ? std::string() : " of " + owner);
      if (!expires.empty() && expires < today_) {
        out_.notes.push_back(place(f) + ": " + whose + " expired on " + expires);
        continue;
      }
      out_.notes.push_back(place(f) + ": let through by " + whose + (expires.empty() ? "" : " until " + expires) +
                           (text_at(one, "reason").empty() ? "" : " (" + text_at(one, "reason") + ")"));
      found = &one;
      break;
    }
    return found;
  }

  static std::string place(const report::Finding& f) { return f.file + ":" + std::to_string(f.line) + " " + f.code; }

  void new_findings() {
    for (const report::Finding& f : report_.findings)
      if (f.status == report::Status::New && counts(f) && !exception_for(f))
        out_.violations.push_back("new: " + place(f) + " " + f.message);
  }

  void worse_regions() {
    for (const report::Region& r : report_.regions)
      if (gate::is_worse(r))
        out_.violations.push_back("worse: " + r.entry + " was " + std::string(name_of(*r.base_verdict)) + graphs(r.base_graphs) + ", is " +
                                  std::string(name_of(r.verdict)) + graphs(r.predicted_graphs));
  }

  static std::string graphs(const std::optional<uint32_t>& number) {
    return number ? " (" + report::counted(*number, "graph") + ")" : std::string();
  }

  void required_regions() {
    for (const std::string& wanted : settings_.texts("gate.must-compile")) {
      std::string entry = wanted;
      std::replace(entry.begin(), entry.end(), ':', '.');
      bool seen = false;
      for (const report::Region& r : report_.regions) {
        if (r.entry != entry) continue;
        seen = true;
        if (r.verdict != report::Verdict::WholeGraph)
          out_.violations.push_back("required: " + entry + " must be a whole graph, and is " + std::string(name_of(r.verdict)));
      }
      if (!seen) out_.violations.push_back("required: there is no region " + entry);
    }
  }

  template <typename Test>
  void budgets(const char* key, const char* what, Test test) {
    for (const auto& [pattern, limit] : settings_.value(key).items()) {
      const auto most = limit.template get<size_t>();
      size_t number = 0;
      for (const report::Finding& f : report_.findings) {
        const bool inside = std::any_of(report_.regions.begin(), report_.regions.end(), [&](const report::Region& r) {
          return (name_matches(pattern, r.entry) || path_matches(pattern, r.file)) &&
                 std::find(f.regions.begin(), f.regions.end(), r.id) != f.regions.end();
        });
        number += inside && f.certainty != report::Certainty::Possible && test(f) ? 1 : 0;
      }
      if (number > most)
        out_.violations.push_back("budget: " + std::to_string(number) + " " + what + " in `" + pattern + "`, at most " +
                                  std::to_string(most) + " are allowed");
    }
  }

  const report::Report& report_;
  const config::Settings& settings_;
  const std::string& fail_on_;
  const std::string& today_;
  GateVerdict out_;
};

}  // namespace

GateVerdict judge(const report::Report& report, const config::Settings& settings, const std::string& fail_on, const std::string& today) {
  return Judge(report, settings, fail_on, today).run();
}

}  // namespace graphlift::cli
