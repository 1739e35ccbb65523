// Edits as byte ranges of the decoded text of several files; what a fix is made of.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "analysis/report/report.h"

namespace graphlift::refactor {

// Replaces [start, end) of a file's decoded text. FILE is the display path.
struct Edit {
  std::string file;
  uint32_t start = 0, end = 0;
  std::string text;  // newlines as `\n`: the file's own are put in their place when it is written
  bool operator==(const Edit&) const = default;
};

// A fix as a whole is applied or not.
struct Fix {
  std::string refactoring;  // guard-host-call
  std::string title;
  report::Safety safety = report::Safety::Safe;
  std::vector<std::string> preconditions;  // what was proved
  std::string cost;                        // what it costs or changes, in a sentence
  std::vector<Edit> edits;
};

// Which of the fixes can be applied together: in the order given, each that overlaps none before it. The same edit twice (an import)
// is one. LOSERS[i] is the index of the fix that stands in the way.
struct Merged {
  std::vector<size_t> accepted;
  std::vector<std::pair<size_t, size_t>> losers;
  std::vector<Edit> edits;  // of all accepted ones, by file and start, each once
};
[[nodiscard]] Merged merge(const std::vector<Fix>& fixes);

// TEXT with the edits of one file applied; they are sorted and do not overlap.
[[nodiscard]] std::string apply_edits(const std::string& text, const std::vector<Edit>& edits);

}  // namespace graphlift::refactor
