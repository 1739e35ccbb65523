// SARIF 2.1.0 as GitHub code scanning reads it: relative URIs, fingerprints, related locations, code flows, fixes, suppressions.
#include <algorithm>
#include <map>

#include "analysis/report/json_objects.h"
#include "analysis/report/line_hash.h"
#include "analysis/report/source_index.h"
#include "analysis/report/text.h"
#include "models/rules/rules.h"

namespace graphlift::report {
namespace {

// GitHub's limits: results of a run, locations of a result, characters of a description.
constexpr size_t kMostResults = 25000, kMostLocations = 100, kMostText = 1024;

const char* level_of(std::string_view severity) { return severity == "error" ? "error" : severity == "warning" ? "warning" : "note"; }

const char* level_of(Severity severity) {
  return severity == Severity::Error ? "error" : severity == Severity::Warning ? "warning" : "note";
}

std::string capitalised(std::string text) {
  if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') text[0] = static_cast<char>(text[0] - 'a' + 'A');
  return text;
}

std::string ended(std::string text) {
  if (text.empty() || (text.back() != '.' && text.back() != '!' && text.back() != '?')) text += '.';
  return text;
}

// What a fact about the code proves: nearly all findings of the rule were confirmed by runs of the framework; advice is softer.
const char* precision_of(const models::Rule& rule) { return rule.code.starts_with("GL5") ? "medium" : "high"; }

Json rule_object(const models::Rule& rule) {
  Json tags = Json::array({"performance", "graph-compilation"});
  for (const std::string& mode : rule.modes) tags.push_back(mode);
  return {
      {"id", rule.code},
      {"name", rule.name},
      {"shortDescription", {{"text", cut(ended(capitalised(rule.summary)), kMostText)}}},
      {"fullDescription", {{"text", cut(ended(rule.explanation.empty() ? rule.summary : rule.explanation), kMostText)}}},
      {"help", {{"text", cut(ended(rule.advice.empty() ? rule.summary : rule.advice), kMostText)}, {"markdown", models::rule_page(rule)}}},
      {"defaultConfiguration", {{"level", level_of(rule.severity)}}},
      {"properties",
       {{"precision", precision_of(rule)},
        {"problem.severity", rule.severity == "info" ? "recommendation" : rule.severity},
        {"tags", std::move(tags)}}}};
}

class SarifWriter {
 public:
  SarifWriter(const Report& report, const Context& context) : report_(report), context_(context) {}

  std::string write() {
    Json rules = Json::array(), results = Json::array(), notifications = Json::array();
    for (const models::Rule& rule : models::rules()) {
      numbers_[rule.code] = rules.size();
      rules.push_back(rule_object(rule));
    }
    for (const Finding& f : report_.findings) add(results, f, nullptr, report_.compared ? std::string(name_of(f.status)) : std::string());
    for (const Suppressed& s : report_.suppressed) add(results, s.finding, &s, "");
    for (const Finding& f : report_.fixed) add(results, f, nullptr, "absent");
    for (const std::string& error : report_.errors) notifications.push_back({{"level", "error"}, {"message", {{"text", ended(error)}}}});
    if (left_out_ > 0)
      notifications.push_back(
          {{"level", "warning"}, {"message", {{"text", std::to_string(left_out_) + " results are left out: a run holds 25000 at most."}}}});
    Json invocation = {{"executionSuccessful", report_.errors.empty()}};
    if (!notifications.empty()) invocation["toolExecutionNotifications"] = std::move(notifications);
    Json run = {
        {"tool",
         {{"driver",
           {{"name", "graphlift"}, {"semanticVersion", GRAPHLIFT_VERSION}, {"version", GRAPHLIFT_VERSION}, {"rules", std::move(rules)}}}}},
        {"columnKind", "unicodeCodePoints"},
        {"originalUriBaseIds", {{"%SRCROOT%", {{"description", {{"text", "The root of the repository."}}}}}}},
        {"automationDetails", {{"id", "graphlift/"}}},
        {"invocations", Json::array({std::move(invocation)})},
        {"results", std::move(results)}};
    const Json log = {
        {"$schema", "https://json.schemastore.org/sarif-2.1.0.json"}, {"version", "2.1.0"}, {"runs", Json::array({std::move(run)})}};
    return log.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
  }

 private:
  Json artifact(const std::string& file) const {
    return {{"uri", encode_uri(shown_path(file, context_.prefix))}, {"uriBaseId", "%SRCROOT%"}};
  }

  Json physical(const std::string& file, uint32_t line) const {
    return {{"artifactLocation", artifact(file)}, {"region", {{"startLine", std::max(line, 1u)}}}};
  }

  // Only in the repository's own files: a viewer has no others.
  Json related(const Finding& f, const Anchor& at) const {
    Json out = Json::array();
    const auto add_place = [&](const std::string& file, uint32_t line, const std::string& text) {
      if (out.size() < kMostLocations)
        out.push_back({{"id", out.size() + 1}, {"physicalLocation", physical(file, line)}, {"message", {{"text", ended(text)}}}});
    };
    if (at.moved) add_place(f.file, f.line, f.message);
    for (const PathStep& step : f.path) add_place(step.file, step.line, step.note);
    for (const Consequence& c : f.consequences) add_place(c.file, c.line, "Also causes " + c.rule);
    return out;
  }

  static Json step_object(Json place, const std::string& text, const char* importance) {
    return {{"location", {{"physicalLocation", std::move(place)}, {"message", {{"text", ended(text)}}}}}, {"importance", importance}};
  }

  Json flow(const Finding& f) const {
    Json steps = Json::array();
    for (const PathStep& step : f.path) steps.push_back(step_object(physical(step.file, step.line), step.note, "important"));
    steps.push_back(step_object(physical(f.file, f.line), f.message, "essential"));
    return Json::array({{{"threadFlows", Json::array({{{"locations", std::move(steps)}}})}}});
  }

  Json fixes(const Finding& f) const {
    Json out = Json::array();
    for (const OfferedFix& fix : f.fixes) {
      std::map<std::string, Json> by_file;
      bool readable = !fix.edits.empty();
      for (const FixEdit& edit : fix.edits) {
        const std::string_view text = context_.sources.text(edit.file);
        readable = readable && !text.empty();
        const SourceIndex index(text);
        const auto start = index.at(edit.start), end = index.at(edit.end);
        Json& replacements = by_file.emplace(edit.file, Json::array()).first->second;
        replacements.push_back(
            {{"deletedRegion",
              {{"startLine", start.line}, {"startColumn", start.column}, {"endLine", end.line}, {"endColumn", end.column}}},
             {"insertedContent", {{"text", edit.text}}}});
      }
      if (!readable) continue;
      Json changes = Json::array();
      for (auto& [file, replacements] : by_file)
        changes.push_back({{"artifactLocation", artifact(file)}, {"replacements", std::move(replacements)}});
      out.push_back({{"description", {{"text", ended(fix.title)}}},
                     {"artifactChanges", std::move(changes)},
                     {"properties", {{"applicability", std::string(name_of(fix.safety))}}}});
    }
    return out;
  }

  const std::string& line_hash(const std::string& file, uint32_t line) {
    static const std::string none;
    auto [at, fresh] = hashes_.try_emplace(file);
    if (fresh)
      if (const std::string_view text = context_.sources.text(file); !text.empty()) at->second = line_hashes(text);
    return line == 0 || line > at->second.size() ? none : at->second[line - 1];
  }

  void add(Json& results, const Finding& f, const Suppressed* suppressed, const std::string& state) {
    if (results.size() >= kMostResults) {
      ++left_out_;
      return;
    }
    const Anchor at = anchor_of(f, report_);
    std::string text = ended(sentence(f, at));
    if (const std::string_view effect = explain(f.effect); !effect.empty()) text += " " + ended(capitalised(std::string(effect)));
    if (!f.advice.empty()) text += " " + ended(f.advice);
    Json places = related(f, at);
    // The first step that shows where the value or the call comes from, as a link.
    if (!places.empty()) text += " [Where it comes from](1).";
    Json region = {{"startLine", std::max(at.line, 1u)}, {"startColumn", std::max(at.column, 1u)}};
    region["endLine"] = std::max(at.end_line, at.line);
    region["endColumn"] = std::max(at.end_column, at.end_line == at.line ? at.column + (at.moved ? 1 : 0) : 1u);
    Json result = {{"ruleId", f.code}, {"level", level_of(f.severity)}, {"message", {{"text", text}}}};
    if (const auto number = numbers_.find(f.code); number != numbers_.end()) result["ruleIndex"] = number->second;
    Json location = {{"physicalLocation", {{"artifactLocation", artifact(at.file)}, {"region", std::move(region)}}}};
    if (!f.function.empty()) location["logicalLocations"] = Json::array({{{"fullyQualifiedName", f.function}, {"kind", "function"}}});
    result["locations"] = Json::array({std::move(location)});
    Json prints = Json::object();
    if (const std::string& hash = line_hash(at.file, at.line); !hash.empty()) prints["primaryLocationLineHash"] = hash;
    if (!f.fingerprint.empty()) prints["graphlift/v1"] = f.fingerprint;
    result["partialFingerprints"] = std::move(prints);
    if (!places.empty()) result["relatedLocations"] = std::move(places);
    if (!f.path.empty()) result["codeFlows"] = flow(f);
    if (Json list = fixes(f); !list.empty()) result["fixes"] = std::move(list);
    if (!state.empty()) result["baselineState"] = state == "existing" ? "unchanged" : state;
    if (suppressed) {
      Json one = {{"kind", suppressed->in_source ? "inSource" : "external"}};
      if (!suppressed->justification.empty()) one["justification"] = suppressed->justification;
      result["suppressions"] = Json::array({std::move(one)});
    } else if (!report_.suppressed.empty()) {
      result["suppressions"] = Json::array();
    }
    Json properties = {{"certainty", std::string(name_of(f.certainty))}, {"rule", f.rule}};
    if (!f.gb_id.empty()) properties["gb_id"] = f.gb_id;
    if (!f.condition.empty()) properties["condition"] = f.condition;
    result["properties"] = std::move(properties);
    results.push_back(std::move(result));
  }

  const Report& report_;
  const Context& context_;
  std::map<std::string, size_t, std::less<>> numbers_;
  std::map<std::string, std::vector<std::string>> hashes_;
  size_t left_out_ = 0;
};

}  // namespace

std::string write_sarif(const Report& report, const Context& context) { return SarifWriter(report, context).write(); }

}  // namespace graphlift::report
