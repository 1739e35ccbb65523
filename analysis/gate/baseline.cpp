#include "analysis/gate/baseline.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <tuple>

namespace graphlift::gate {
namespace {

constexpr const char* kSchema = "graphlift-baseline/1";
using Json = nlohmann::ordered_json;

std::string text_at(const nlohmann::json& object, const char* key) {
  const auto found = object.find(key);
  return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

}  // namespace

Result<std::vector<Known>> read_baseline(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) return Error{path + ": the baseline cannot be read (`graphlift baseline create` writes one)"};
  const std::string text(std::istreambuf_iterator<char>(in), {});
  const nlohmann::json file = nlohmann::json::parse(text, nullptr, false);
  if (!file.is_object() || text_at(file, "schema") != kSchema || !file.contains("findings") || !file["findings"].is_array())
    return Error{path + ": this is no baseline of schema " + kSchema};
  std::vector<Known> out;
  for (const nlohmann::json& one : file["findings"]) {
    if (!one.is_object()) return Error{path + ": this is no baseline of schema " + std::string(kSchema)};
    out.push_back({text_at(one, "code"),
                   text_at(one, "rule"),
                   text_at(one, "file"),
                   {text_at(one, "scope"), text_at(one, "statement"), text_at(one, "shape")},
                   text_at(one, "message"),
                   text_at(one, "reason")});
  }
  return out;
}

std::string baseline_text(std::vector<Known> findings) {
  std::stable_sort(findings.begin(), findings.end(), [](const Known& a, const Known& b) {
    return std::tie(a.file, a.identity.scope, a.code, a.identity.statement, a.message) <
           std::tie(b.file, b.identity.scope, b.code, b.identity.statement, b.message);
  });
  std::string out = "{\"schema\": \"" + std::string(kSchema) + "\", \"findings\": [\n";
  for (size_t i = 0; i < findings.size(); ++i) {
    const Known& k = findings[i];
    Json one = {{"code", k.code},
                {"rule", k.rule},
                {"file", k.file},
                {"scope", k.identity.scope},
                {"statement", k.identity.statement},
                {"shape", k.identity.shape},
                {"message", k.message}};
    if (!k.reason.empty()) one["reason"] = k.reason;
    out += "  " + one.dump(-1, ' ', false, Json::error_handler_t::replace) + (i + 1 < findings.size() ? ",\n" : "\n");
  }
  return out + "]}\n";
}

Comparison compare(const std::vector<Known>& baseline, const std::vector<report::Finding>& findings) {
  std::vector<Known> after;
  after.reserve(findings.size());
  for (const report::Finding& f : findings) after.push_back(known_of(f));
  Comparison out;
  out.of_finding = match(baseline, after);
  std::vector<bool> found(baseline.size());
  for (const size_t i : out.of_finding)
    if (i != kUnmatched) found[i] = true;
  for (size_t i = 0; i < found.size(); ++i)
    if (!found[i]) out.stale.push_back(i);
  return out;
}

void apply_baseline(report::Report& report, const std::vector<Known>& baseline) {
  const Comparison comparison = compare(baseline, report.findings);
  std::vector<report::Finding> kept;
  for (size_t i = 0; i < report.findings.size(); ++i) {
    report::Finding& f = report.findings[i];
    if (comparison.of_finding[i] == kUnmatched) {
      f.status = report::Status::New;
      kept.push_back(std::move(f));
    } else {
      f.status = report::Status::Existing;
      report.suppressed.push_back({std::move(f), false, baseline[comparison.of_finding[i]].reason});
    }
  }
  report.existing += report.findings.size() - kept.size();
  report.findings = std::move(kept);
  report.compared = true;
}

}  // namespace graphlift::gate
