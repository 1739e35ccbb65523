// `graphlift fix`: analyses, applies what the catalogue offers, and analyses again until nothing is left to apply. Nothing is written
// to disk here: the outcome holds the contents of every changed file, before and after.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "analysis/engine/check.h"
#include "analysis/refactor/catalogue.h"
#include "analysis/refactor/write_files.h"

namespace graphlift::refactor {

struct FixOptions {
  engine::CheckOptions check;
  bool unsafe = false;
  std::vector<std::string> fixable, unfixable;  // rules or refactorings; empty FIXABLE: all
};

struct Applied {
  report::Finding finding;  // as it was when the fix was made
  Fix fix;
};
struct Refused {
  report::Finding finding;
  std::string refactoring;
  Refusal refusal;
};
struct Skipped {
  report::Finding finding;
  std::string why;
};

struct FixOutcome {
  engine::CheckResult before, after;  // the analyses of the files as they are, and as they would be
  std::vector<Applied> applied;
  std::vector<Refused> refused;  // of what is left
  std::vector<Skipped> skipped;
  std::vector<FileChange> changes;  // by path
  uint32_t rounds = 0;
  std::vector<std::string> warnings;
};

[[nodiscard]] Result<FixOutcome> fix(const FixOptions& options);

// Fills Finding::fixes of a result that was made with facts: what is offered, with offsets of the files as they are.
void offer_fixes(engine::CheckResult& result, std::vector<Refused>* refused = nullptr);

}  // namespace graphlift::refactor
