// Path patterns with the meaning of .gitignore: `*` within a part, `**` across parts, a slash anchors, a final slash means folders, `!`
// takes back.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace graphlift::config {

[[nodiscard]] bool glob_matches(std::string_view glob, std::string_view path);

class PatternList {
 public:
  void add(std::string_view line);        // one pattern; blank lines and comments are passed over
  void add_lines(std::string_view text);  // a whole .gitignore
  [[nodiscard]] bool empty() const { return patterns_.empty(); }
  // What the last pattern that matches says: true to exclude, false to take back. PATH is relative to where the patterns stand.
  [[nodiscard]] std::optional<bool> decide(std::string_view path, bool folder) const;
  // Also through one of the folders that hold it.
  [[nodiscard]] bool covers(std::string_view path) const;

 private:
  struct Pattern {
    std::string glob;
    bool takes_back = false, only_folders = false, anchored = false;
  };
  std::vector<Pattern> patterns_;
};

}  // namespace graphlift::config
