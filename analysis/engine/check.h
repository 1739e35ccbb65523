// `graphlift check`: paths and options in, a report out. Each given file is a program of its own; their reports are merged.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "analysis/base/result.h"
#include "analysis/project/file_table.h"
#include "analysis/report/report.h"
#include "analysis/report/source_text.h"

namespace graphlift::engine {

struct CheckOptions {
  std::vector<std::string> paths;           // files and directories
  std::vector<std::string> entries;         // MODULE:QUALNAME
  std::string mode = "torch.compile";       // of the entries, and of candidates
  std::string python;                       // --python
  std::string torch_version;                // empty: the installed one
  std::vector<std::string> select, ignore;  // codes, code prefixes or names
  bool possible = false;                    // also findings that the analysis could not confirm
  unsigned jobs = 0;                        // 0: as many as there are processors
  bool last = false;                        // the process ends after it: memory may be left to the system
};

struct CheckResult {
  report::Report report;
  std::shared_ptr<project::FileTable> files;
  bool internal_error = false;
};

// An error is a mistake of the call: an unknown rule, no such interpreter, a malformed entry, nothing to analyse.
[[nodiscard]] Result<CheckResult> check(const CheckOptions& options);

// Snippets out of the files that an analysis read.
class FileLines final : public report::SourceText {
 public:
  explicit FileLines(const project::FileTable& files) : files_(files) {}
  [[nodiscard]] std::string_view line(std::string_view file, uint32_t number) override;
  [[nodiscard]] std::string_view text(std::string_view file) override;

 private:
  const project::FileTable& files_;
};

}  // namespace graphlift::engine
