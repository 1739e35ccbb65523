// `graphlift check`: paths and options in, a report out. Each given file is a program of its own; their reports are merged.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "analysis/base/content_hash.h"
#include "analysis/base/result.h"
#include "analysis/engine/assumptions.h"
#include "analysis/engine/inputs.h"
#include "analysis/engine/suppressions.h"
#include "analysis/project/file_table.h"
#include "analysis/report/report.h"
#include "analysis/report/source_text.h"
#include "analysis/rules/facts.h"

namespace graphlift::engine {

struct CheckOptions {
  std::vector<std::string> paths;                              // files and directories
  std::vector<std::string> entries;                            // MODULE:QUALNAME
  std::vector<EntryRequest> configured;                        // further ones, where their module is among the files
  std::string mode;                                            // empty: torch.compile; of the entries, and of candidates
  std::string python;                                          // --python
  std::string torch_version;                                   // empty: the installed one
  PolicyOf policy;                                             // which rules are on; null: all of them everywhere
  Excluded excluded;                                           // what walks pass over; null: nothing more than usual
  bool possible = false;                                       // also findings that the analysis could not confirm
  std::string root;                                            // what display paths are relative to; empty: found from the paths
  std::string environment_root;                                // where an environment is looked for; empty: the root
  std::string cache_folder;                                    // where results are kept between runs; empty: nowhere
  std::function<void(size_t done, size_t all)> progress;       // programs; called from any thread
  bool facts = false;                                          // also gather CheckResult::facts, of the files that a fix may edit
  std::shared_ptr<const project::FileTable::Overlay> overlay;  // contents in the place of what is on disk
  unsigned jobs = 0;                                           // 0: as many as there are processors
  bool last = false;                                           // the process ends after it: memory may be left to the system
};

struct PhaseTime {
  std::string name;
  double milliseconds = 0;
};

struct CheckResult {
  report::Report report;
  std::shared_ptr<project::FileTable> files;
  rules::Facts facts;  // by number of the file in `files`
  bool internal_error = false;
  bool fixes_known = false;  // they are those of an earlier run; there are no facts
  std::string cache_folder;  // for keep_fixes(); empty: nothing is kept
  ContentHash fixes_key;
  std::vector<PhaseTime> times;  // of the phases in their order, then of the slowest programs
};

// May a fix edit the file? Not what is installed: it belongs to others.
[[nodiscard]] bool is_editable(std::string_view display_path);

// An error is a mistake of the call: no such interpreter, a malformed entry, nothing to analyse.
[[nodiscard]] Result<CheckResult> check(const CheckOptions& options);

// Keeps the fixes that were offered for the findings, which a later run that needs no analysis takes over.
void keep_fixes(const CheckResult& result);

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
