// The verbs of the command line. Each adds its options to the parser; the returned function runs it and gives the exit code.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace graphlift::cli {

inline constexpr int kExitClean = 0, kExitFindings = 1, kExitUsage = 2, kExitInternal = 101;

using Run = std::function<int()>;

Run add_check(CLI::App& app);
Run add_dump(CLI::App& app);
Run add_fix(CLI::App& app);
Run add_explain(CLI::App& app);
Run add_rules(CLI::App& app);
Run add_verify(CLI::App& app);

// `verify` takes its words as they are: what they mean is the runtime's business.
int run_verify(const std::vector<std::string>& words);

// Writes to a stream as a whole; false when that failed (a full disk, a closed pipe).
bool print(const std::string& text);
void complain(const std::string& text);  // `graphlift: text` on standard error

}  // namespace graphlift::cli
