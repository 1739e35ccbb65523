// One line per finding, for editors and grep.
#include "analysis/report/writers.h"

namespace graphlift::report {

std::string write_concise(const Report& report) {
  std::string out;
  for (const Finding& f : report.findings) {
    out += f.file + ":" + std::to_string(f.line) + ":" + std::to_string(f.column) + ": " + f.code + " " + f.message;
    if (f.certainty == Certainty::Conditional) out += f.condition.empty() ? " (conditional)" : " (if " + f.condition + ")";
    if (f.certainty == Certainty::Possible) out += " (possible)";
    out += '\n';
  }
  return out;
}

}  // namespace graphlift::report
