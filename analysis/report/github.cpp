// Workflow commands of GitHub Actions: each line becomes an annotation of the changed file.
#include "analysis/report/text.h"
#include "analysis/report/writers.h"

namespace graphlift::report {
namespace {

std::string escape(std::string_view text, bool property) {
  std::string out;
  for (const char c : text) {
    if (c == '%') out += "%25";
    else if (c == '\r') out += "%0D";
    else if (c == '\n') out += "%0A";
    else if (property && c == ':') out += "%3A";
    else if (property && c == ',') out += "%2C";
    else out += c;
  }
  return out;
}

}  // namespace

std::string write_github(const Report& report, const Context& context) {
  std::string out;
  for (const Finding& f : report.findings) {
    const Anchor at = anchor_of(f, report);
    const char* command = f.severity == Severity::Error ? "error" : f.severity == Severity::Warning ? "warning" : "notice";
    out += std::string("::") + command + " title=" + escape("graphlift (" + f.code + " " + f.rule + ")", true) +
           ",file=" + escape(shown_path(at.file, context.prefix), true) + ",line=" + std::to_string(at.line);
    // GitHub takes columns within one line only.
    if (at.end_line == at.line) out += ",col=" + std::to_string(at.column) + ",endColumn=" + std::to_string(at.end_column);
    out += ",endLine=" + std::to_string(at.end_line) + "::" +
           escape(shown_path(at.file, context.prefix) + ":" + std::to_string(at.line) + ": " + f.code + " " + sentence(f, at), false) +
           "\n";
  }
  return out;
}

}  // namespace graphlift::report
