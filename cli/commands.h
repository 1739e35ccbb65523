// The verbs of the command line. Each adds its options to the parser; the returned function runs it and gives the exit code.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "analysis/report/report.h"

namespace CLI {
class App;
}

namespace graphlift::cli {

inline constexpr int kExitClean = 0, kExitFindings = 1, kExitUsage = 2, kExitInternal = 101;

using Run = std::function<int()>;

Run add_baseline(CLI::App& app);
Run add_check(CLI::App& app);
Run add_clean(CLI::App& app);
Run add_completions(CLI::App& app);
Run add_config(CLI::App& app);
Run add_dump(CLI::App& app);
Run add_fix(CLI::App& app);
Run add_explain(CLI::App& app);
Run add_gate(CLI::App& app);
Run add_rules(CLI::App& app);
Run add_verify(CLI::App& app);

// `verify` takes its words as they are: what they mean is the runtime's business.
int run_verify(const std::vector<std::string>& words);

// Writes to a stream as a whole; false when that failed (a full disk, a closed pipe).
bool print(const std::string& text);
void complain(const std::string& text);  // `graphlift: text` on standard error
// The errors of a report, and its notes.
void complain_of(const report::Report& report, bool notes);
// Does a finding have at least this severity? error, warning, info or never.
[[nodiscard]] bool fails(const report::Report& report, const std::string& level);
// Replaces a file as a whole, and makes its folder.
[[nodiscard]] bool write_file(const std::string& path, const std::string& text);

}  // namespace graphlift::cli
