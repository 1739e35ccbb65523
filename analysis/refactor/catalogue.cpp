#include "analysis/refactor/catalogue.h"

namespace graphlift::refactor {
namespace {

constexpr Refactoring kCatalogue[] = {
#define REFACTORING(function, name, level, codes, causes, summary) \
  {name, report::Safety::level, codes, causes, summary, function::prepare, function::apply},
#include "analysis/refactor/catalogue.def"
#undef REFACTORING
};

bool holds_word(std::string_view words, std::string_view word) {
  while (!words.empty()) {
    const size_t blank = words.find(' ');
    if (words.substr(0, blank) == word) return true;
    words.remove_prefix(blank == std::string_view::npos ? words.size() : blank + 1);
  }
  return false;
}

}  // namespace

std::span<const Refactoring> catalogue() { return kCatalogue; }

const Refactoring* find_refactoring(std::string_view name) {
  for (const Refactoring& one : kCatalogue)
    if (one.name == name) return &one;
  return nullptr;
}

bool concerns(const Refactoring& refactoring, const report::Finding& finding) {
  return holds_word(refactoring.codes, finding.code) && (refactoring.causes.empty() || holds_word(refactoring.causes, finding.gb_id));
}

}  // namespace graphlift::refactor
