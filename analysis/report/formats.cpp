// The list of formats, and which writer makes which.
#include <algorithm>

#include "analysis/report/writers.h"

namespace graphlift::report {
namespace {

struct Format {
  const char* name;
  std::string (*write)(const Report&, const Context&);
  bool only_new = false;  // of a compared report: what was there before is left out
};

constexpr Format kFormats[] = {
    {"full", [](const Report& r, const Context& c) { return write_full(r, c.sources, c.style); }, true},
    {"concise", [](const Report& r, const Context&) { return write_concise(r); }, true},
    {"grouped", [](const Report& r, const Context& c) { return write_grouped(r, c.style); }, true},
    {"statistics", [](const Report& r, const Context&) { return write_statistics(r); }, true},
    {"json", [](const Report& r, const Context&) { return write_json(r); }},
    {"json-lines", [](const Report& r, const Context&) { return write_json_lines(r); }, true},
    {"sarif", write_sarif},
    {"github", write_github, true},
    {"gitlab", write_gitlab, true},
    {"junit", [](const Report& r, const Context&) { return write_junit(r); }, true},
    {"rdjson", write_rdjson, true},
    {"markdown", write_markdown},
    {"html", write_html},
};

}  // namespace

const std::vector<std::string>& formats() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> out;
    for (const Format& format : kFormats) out.emplace_back(format.name);
    return out;
  }();
  return names;
}

std::string write(std::string_view format, const Report& report, const Context& context) {
  const auto* found = std::find_if(std::begin(kFormats), std::end(kFormats), [&](const Format& f) { return format == f.name; });
  if (found == std::end(kFormats)) return {};
  if (!report.compared || !found->only_new) return found->write(report, context);
  Report fresh = report;
  std::erase_if(fresh.findings, [](const Finding& f) { return f.status == Status::Existing; });
  fresh.existing += report.findings.size() - fresh.findings.size();
  return found->write(fresh, context);
}

}  // namespace graphlift::report
