#include "analysis/refactor/edit.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace graphlift::refactor {
namespace {

// Two insertions at one place would depend on their order.
bool overlap(const Edit& a, const Edit& b) {
  if (a.file != b.file || a == b) return false;
  if (a.start == b.start) return true;
  return a.start < b.start ? a.end > b.start : b.end > a.start;
}

}  // namespace

Merged merge(const std::vector<Fix>& fixes) {
  Merged out;
  std::multimap<std::string, std::pair<Edit, size_t>> taken;
  for (size_t i = 0; i < fixes.size(); ++i) {
    size_t blocker = fixes.size();
    for (const Edit& edit : fixes[i].edits)
      for (auto [at, end] = taken.equal_range(edit.file); at != end && blocker == fixes.size(); ++at)
        if (overlap(edit, at->second.first)) blocker = at->second.second;
    if (blocker != fixes.size()) {
      out.losers.emplace_back(i, blocker);
      continue;
    }
    out.accepted.push_back(i);
    for (const Edit& edit : fixes[i].edits) {
      taken.emplace(edit.file, std::pair{edit, i});
      out.edits.push_back(edit);
    }
  }
  std::sort(out.edits.begin(), out.edits.end(), [](const Edit& a, const Edit& b) {
    return std::tie(a.file, a.start, a.end, a.text) < std::tie(b.file, b.start, b.end, b.text);
  });
  out.edits.erase(std::unique(out.edits.begin(), out.edits.end()), out.edits.end());
  return out;
}

std::string apply_edits(const std::string& text, const std::vector<Edit>& edits) {
  std::string out;
  size_t at = 0;
  for (const Edit& edit : edits) {
    out.append(text, at, edit.start - at);
    out += edit.text;
    at = edit.end;
  }
  return out.append(text, at, std::string::npos);
}

}  // namespace graphlift::refactor
