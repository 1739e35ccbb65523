#include "analysis/config/patterns.h"

#include <algorithm>

namespace graphlift::config {
namespace {

// `[a-z]`, `[!x]` at the start of GLOB: its length, 0 when it is no class; MATCHED tells whether C is in it.
size_t character_class(std::string_view glob, char c, bool& matched) {
  size_t i = 1;
  const bool negated = i < glob.size() && (glob[i] == '!' || glob[i] == '^');
  if (negated) ++i;
  bool inside = false;
  for (size_t first = i; i < glob.size() && (glob[i] != ']' || i == first); ++i) {
    if (i + 2 < glob.size() && glob[i + 1] == '-' && glob[i + 2] != ']') {
      inside = inside || (glob[i] <= c && c <= glob[i + 2]);
      i += 2;
    } else {
      inside = inside || glob[i] == c;
    }
  }
  if (i >= glob.size()) return 0;
  matched = inside != negated && c != '/';
  return i + 1;
}

}  // namespace

// Each star remembers one place to come back to; a double star another, which a single star's failure falls back on.
bool glob_matches(std::string_view glob, std::string_view path) {
  constexpr size_t kNone = std::string_view::npos;
  size_t g = 0, p = 0, star = kNone, star_at = 0, stars = kNone, stars_at = 0;
  while (true) {
    if (g < glob.size() && glob[g] == '*') {
      if (glob.substr(g, 2) == "**") {
        g += 2;
        // `**/` also stands for no folder at all.
        if (g < glob.size() && glob[g] == '/') ++g;
        stars = g;
        stars_at = p;
        star = kNone;
      } else {
        star = ++g;
        star_at = p;
      }
      continue;
    }
    bool matched = false;
    size_t step = 1;
    if (p < path.size() && g < glob.size()) {
      if (glob[g] == '?') {
        matched = path[p] != '/';
      } else if (glob[g] == '[' && (step = character_class(glob.substr(g), path[p], matched)) == 0) {
        step = 1;
        matched = path[p] == '[';
      } else if (glob[g] == '\\' && g + 1 < glob.size()) {
        step = 2;
        matched = glob[g + 1] == path[p];
      } else if (glob[g] != '[') {
        matched = glob[g] == path[p];
      }
    }
    if (matched) {
      g += step;
      ++p;
      continue;
    }
    if (g == glob.size() && p == path.size()) return true;
    if (star != kNone && star_at < path.size() && path[star_at] != '/') {
      p = ++star_at;
      g = star;
    } else if (stars != kNone && stars_at < path.size()) {
      p = ++stars_at;
      g = stars;
      star = kNone;
    } else {
      return false;
    }
  }
}

void PatternList::add(std::string_view line) {
  while (!line.empty() && (line.back() == ' ' || line.back() == '\r' || line.back() == '\t') &&
         !(line.size() > 1 && line[line.size() - 2] == '\\'))
    line.remove_suffix(1);
  if (line.empty() || line.front() == '#') return;
  Pattern pattern;
  if (line.front() == '!') {
    pattern.takes_back = true;
    line.remove_prefix(1);
  }
  if (line.starts_with("./")) line.remove_prefix(2);
  if (!line.empty() && line.back() == '/') {
    pattern.only_folders = true;
    line.remove_suffix(1);
  }
  pattern.anchored = line.find('/') != std::string_view::npos;
  if (!line.empty() && line.front() == '/') line.remove_prefix(1);
  if (line.empty()) return;
  pattern.glob = line;
  patterns_.push_back(std::move(pattern));
}

void PatternList::add_lines(std::string_view text) {
  while (!text.empty()) {
    const size_t end = text.find('\n');
    add(text.substr(0, end));
    if (end == std::string_view::npos) break;
    text.remove_prefix(end + 1);
  }
}

std::optional<bool> PatternList::decide(std::string_view path, bool folder) const {
  const std::string_view name = path.substr(path.rfind('/') + 1);
  for (auto pattern = patterns_.rbegin(); pattern != patterns_.rend(); ++pattern) {
    if (pattern->only_folders && !folder) continue;
    if (glob_matches(pattern->glob, pattern->anchored ? path : name)) return !pattern->takes_back;
  }
  return std::nullopt;
}

bool PatternList::covers(std::string_view path) const {
  for (size_t slash = path.find('/'); slash != std::string_view::npos; slash = path.find('/', slash + 1))
    if (decide(path.substr(0, slash), true).value_or(false)) return true;
  return decide(path, false).value_or(false);
}

}  // namespace graphlift::config
