// Where reports go: `-o FORMAT:DEST`, repeatable, from one analysis.
#pragma once

#include <string>
#include <vector>

#include "analysis/report/report.h"
#include "analysis/report/source_text.h"

namespace CLI {
class App;
}

namespace graphlift::cli {

struct OutputOptions {
  std::string format;                     // --format: to standard output; empty: not given
  std::vector<std::string> destinations;  // FORMAT:DEST, `-` is standard output

  void add_to(CLI::App& app);
};

// Writes every wanted report, `full` to standard output when none is named. False when something could not be written; it was said.
[[nodiscard]] bool write_reports(const OutputOptions& options, const report::Report& report, report::SourceText& sources);

}  // namespace graphlift::cli
