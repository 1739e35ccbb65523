// Reviewdog's diagnostic format, with fixes as suggestions. Its columns count bytes.
#include "analysis/report/json_objects.h"
#include "analysis/report/source_index.h"
#include "analysis/report/text.h"
#include "models/rules/rules.h"

namespace graphlift::report {
namespace {

Json position(uint32_t line, uint32_t column) { return {{"line", line}, {"column", column}}; }

// Reviewdog suggests within one file; a fix that touches others cannot be a button there.
Json suggestions(const Finding& f, SourceText& sources) {
  Json out = Json::array();
  for (const OfferedFix& fix : f.fixes) {
    if (fix.safety == Safety::DisplayOnly || fix.edits.size() != 1 || fix.edits[0].file != f.file) continue;
    const std::string_view text = sources.text(f.file);
    if (text.empty()) continue;
    const SourceIndex index(text);
    const auto start = index.at(fix.edits[0].start), end = index.at(fix.edits[0].end);
    out.push_back({{"range", {{"start", position(start.line, start.byte_column)}, {"end", position(end.line, end.byte_column)}}},
                   {"text", fix.edits[0].text}});
  }
  return out;
}

}  // namespace

std::string write_rdjson(const Report& report, const Context& context) {
  Json diagnostics = Json::array();
  for (const Finding& f : report.findings) {
    const Anchor at = anchor_of(f, report);
    const auto column = [&](uint32_t line, uint32_t number) { return byte_column(context.sources.line(at.file, line), number); };
    Json related = Json::array();
    for (const PathStep& step : f.path)
      if (!is_installed(step.file))
        related.push_back({{"message", step.note},
                           {"location", {{"path", shown_path(step.file, context.prefix)}, {"range", {{"start", {{"line", step.line}}}}}}}});
    Json one = {{"message", sentence(f, at)},
                {"location",
                 {{"path", shown_path(at.file, context.prefix)},
                  {"range",
                   {{"start", position(at.line, column(at.line, at.column))},
                    {"end", position(at.end_line, column(at.end_line, at.end_column))}}}}},
                {"severity", f.severity == Severity::Error     ? "ERROR"
                             : f.severity == Severity::Warning ? "WARNING"
                                                               : "INFO"},
                {"code", {{"value", f.code}}}};
    if (Json list = suggestions(f, context.sources); !list.empty()) one["suggestions"] = std::move(list);
    if (!related.empty()) one["related_locations"] = std::move(related);
    diagnostics.push_back(std::move(one));
  }
  const Json object = {{"source", {{"name", "graphlift"}}}, {"severity", "WARNING"}, {"diagnostics", std::move(diagnostics)}};
  return object.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace graphlift::report
