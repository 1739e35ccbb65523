// The machine-readable format, schema graphlift/1.
#include <cmath>

#include "analysis/report/json_objects.h"

namespace graphlift::report {
namespace {

Json text_or_null(std::string_view text) { return text.empty() ? Json(nullptr) : Json(std::string(text)); }

Json version_or_null(const std::optional<std::string>& text) { return text ? Json(*text) : Json(nullptr); }

Json region_object(const Region& r) {
  Json out = {{"id", r.id}, {"mode", r.mode}, {"entry", r.entry}, {"file", r.file}, {"line", r.line}};
  out["site"] = r.site ? Json{{"file", r.site->file}, {"line", r.site->line}} : Json(nullptr);
  out["verdict"] = std::string(name_of(r.verdict));
  out["predicted_graphs"] = r.predicted_graphs ? Json(*r.predicted_graphs) : Json(nullptr);
  out["reasons"] = r.reasons;
  out["benefit"] = nullptr;
  if (r.base_verdict) {
    out["base_verdict"] = std::string(name_of(*r.base_verdict));
    out["base_graphs"] = r.base_graphs ? Json(*r.base_graphs) : Json(nullptr);
  }
  return out;
}

Json fix_objects(const Finding& f) {
  Json out = Json::array();
  for (const OfferedFix& fix : f.fixes) {
    Json edits = Json::array();
    for (const FixEdit& edit : fix.edits)
      edits.push_back({{"file", edit.file}, {"start", edit.start}, {"end", edit.end}, {"text", edit.text}});
    out.push_back({{"name", fix.name},
                   {"title", fix.title},
                   {"safety", std::string(name_of(fix.safety))},
                   {"preconditions", fix.preconditions},
                   {"cost", fix.cost},
                   {"edits", std::move(edits)}});
  }
  return out;
}

}  // namespace

Json finding_object(const Finding& f) {
  Json path = Json::array(), consequences = Json::array(), chains = Json::array();
  for (const std::vector<Place>& chain : f.call_chains) {
    Json& places = chains.emplace_back(Json::array());
    for (const Place& place : chain) places.push_back({{"file", place.file}, {"line", place.line}});
  }
  for (const PathStep& s : f.path) path.push_back({{"file", s.file}, {"line", s.line}, {"note", s.note}});
  for (const Consequence& c : f.consequences) consequences.push_back({{"file", c.file}, {"line", c.line}, {"rule", c.rule}});
  Json out = {{"code", f.code},
              {"rule", f.rule},
              {"severity", std::string(name_of(f.severity))},
              {"certainty", std::string(name_of(f.certainty))},
              {"condition", text_or_null(f.condition)},
              {"file", f.file},
              {"line", f.line},
              {"column", f.column},
              {"end_line", f.end_line},
              {"end_column", f.end_column},
              {"function", f.function},
              {"message", f.message},
              {"regions", f.regions},
              {"gb_id", text_or_null(f.gb_id)},
              {"gb_type", text_or_null(f.gb_type)},
              {"effect", text_or_null(name_of(f.effect))},
              {"path", std::move(path)},
              {"call_chains", std::move(chains)},
              {"consequences", std::move(consequences)},
              {"advice", text_or_null(f.advice)},
              {"fingerprint", f.fingerprint},
              {"fixes", fix_objects(f)}};
  if (f.status != Status::None) out["status"] = std::string(name_of(f.status));
  return out;
}

std::string write_json(const Report& report) {
  Json regions = Json::array(), findings = Json::array();
  uint32_t counts[3] = {};
  for (const Region& r : report.regions) regions.push_back(region_object(r));
  for (const Finding& f : report.findings) {
    findings.push_back(finding_object(f));
    ++counts[static_cast<size_t>(f.severity)];
  }
  Json object = {
      {"schema", "graphlift/1"},
      {"version", GRAPHLIFT_VERSION},
      {"root", report.root},
      {"framework", {{"torch", version_or_null(report.torch_version)}, {"tensorflow", version_or_null(report.tensorflow_version)}}},
      {"regions", std::move(regions)},
      {"findings", std::move(findings)},
      {"functions", Json::array()},
      {"errors", report.errors},
      {"notes", report.notes},
      {"summary",
       {{"files", report.files},
        {"functions", report.functions},
        {"regions", report.regions.size()},
        {"findings", {{"error", counts[2]}, {"warning", counts[1]}, {"info", counts[0]}}},
        {"unknown", report.unknown},
        {"suppressed", report.suppressed.size()},
        {"ms", std::llround(report.milliseconds)}}}};
  if (report.compared) {
    Json fixed = Json::array();
    for (const Finding& f : report.fixed) fixed.push_back(finding_object(f));
    object["fixed"] = std::move(fixed);
    object["violations"] = report.violations;
  }
  return object.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace graphlift::report
