// `graphlift check`: paths and options in, a report out. Each given file is a program of its own; their reports are merged.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "analysis/base/result.h"
#include "analysis/engine/assumptions.h"
#include "analysis/engine/inputs.h"
#include "analysis/engine/suppressions.h"
#include "analysis/project/file_table.h"
#include "analysis/report/report.h"
#include "analysis/report/source_text.h"

namespace graphlift::engine {

struct CheckOptions {
  std::vector<std::string> paths;                         // files and directories
  std::vector<std::string> entries;                       // MODULE:QUALNAME
  std::vector<EntryRequest> configured;                   // further ones, where their module is among the files
  std::string mode;                                       // empty: torch.compile; of the entries, and of candidates
  std::string python;                                     // --python
  std::string torch_version;                              // empty: the installed one
  PolicyOf policy;                                        // which rules are on; null: all of them everywhere
  Excluded excluded;                                      // what walks pass over; null: nothing more than usual
  bool possible = false;                                  // also findings that the analysis could not confirm
  std::string root;                                       // what display paths are relative to; empty: found from the paths
  std::string environment_root;                           // where an environment is looked for; empty: the root
  std::string cache_folder;                               // where results are kept between runs; empty: nowhere
  std::function<void(size_t done, size_t all)> progress;  // programs; called from any thread
  unsigned jobs = 0;                                      // 0: as many as there are processors
  bool last = false;                                      // the process ends after it: memory may be left to the system
};

struct PhaseTime {
  std::string name;
  double milliseconds = 0;
};

struct CheckResult {
  report::Report report;
  std::shared_ptr<project::FileTable> files;
  bool internal_error = false;
  std::vector<PhaseTime> times;  // of the phases in their order, then of the slowest programs
};

// An error is a mistake of the call: an unknown rule, no such interpreter, a malformed entry, nothing to analyse.
[[nodiscard]] Result<CheckResult> check(const CheckOptions& options);

// Snippets out of the files that an analysis read.
class FileLines final : public report::SourceText {
 public:
  explicit FileLines(project::FileTable& files) : files_(files) {}
  [[nodiscard]] std::string_view line(std::string_view file, uint32_t number) override;
  [[nodiscard]] std::string_view text(std::string_view file) override;

 private:
  project::FileTable& files_;
};

}  // namespace graphlift::engine
