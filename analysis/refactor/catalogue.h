// The refactorings, from catalogue.def. Each has two stages: a cheap `prepare` that says whether it is offered at all, and an `apply`
// that proves the preconditions and gives the edits, or the reason why not.
#pragma once

#include <span>
#include <string_view>

#include "analysis/refactor/site.h"

namespace graphlift::refactor {

struct Refactoring {
  std::string_view name;
  report::Safety level;     // the best it can be; a fix may be less safe
  std::string_view codes;   // of the rules whose findings it removes, separated by blanks
  std::string_view causes;  // graph-break ids; empty: any
  std::string_view summary;
  bool (*prepare)(const Site& site);
  Attempt (*apply)(const Site& site);
};

[[nodiscard]] std::span<const Refactoring> catalogue();
[[nodiscard]] const Refactoring* find_refactoring(std::string_view name);
// Is it meant for findings of this rule and cause?
[[nodiscard]] bool concerns(const Refactoring& refactoring, const report::Finding& finding);

#define REFACTORING(function, name, level, codes, causes, summary) \
  namespace function {                                             \
  [[nodiscard]] bool prepare(const Site& site);                    \
  [[nodiscard]] Attempt apply(const Site& site);                   \
  }
#include "analysis/refactor/catalogue.def"
#undef REFACTORING

}  // namespace graphlift::refactor
