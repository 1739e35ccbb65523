// The list of formats, and which writer makes which.
#include <algorithm>

#include "analysis/report/writers.h"

namespace graphlift::report {
namespace {

struct Format {
  const char* name;
  std::string (*write)(const Report&, const Context&);
};

constexpr Format kFormats[] = {
    {"full", [](const Report& r, const Context& c) { return write_full(r, c.sources, c.style); }},
    {"concise", [](const Report& r, const Context&) { return write_concise(r); }},
    {"grouped", [](const Report& r, const Context& c) { return write_grouped(r, c.style); }},
    {"json", [](const Report& r, const Context&) { return write_json(r); }},
    {"json-lines", [](const Report& r, const Context&) { return write_json_lines(r); }},
    {"sarif", write_sarif},
    {"github", write_github},
    {"gitlab", write_gitlab},
    {"junit", [](const Report& r, const Context&) { return write_junit(r); }},
    {"rdjson", write_rdjson},
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
  return found == std::end(kFormats) ? std::string() : found->write(report, context);
}

}  // namespace graphlift::report
