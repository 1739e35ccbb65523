// What the gate asks git: read-only commands on the objects of a repository, with everything switched off that a repository's own
// configuration could run (hooks, filters, pagers, monitors, fetches).
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "analysis/base/result.h"

namespace graphlift::gate {

struct TreeFile {
  std::string path;  // from the root of the repository
  std::string blob;
};

struct Change {
  std::string before, after;  // paths; empty when the file is not there on that side
};

using LineRanges = std::vector<std::pair<uint32_t, uint32_t>>;  // first and last, 1-based

class Repository {
 public:
  // The repository that holds the folder.
  [[nodiscard]] static Result<Repository> open(const std::string& folder);

  [[nodiscard]] const std::string& root() const { return root_; }
  // The commit that a branch and HEAD have in common; an error says what a shallow clone or a misspelt name needs.
  [[nodiscard]] Result<std::string> base_of(const std::string& base, const std::string& head) const;
  [[nodiscard]] Result<std::string> commit_of(const std::string& name) const;
  [[nodiscard]] Result<std::vector<TreeFile>> tree(const std::string& commit) const;  // without submodules
  [[nodiscard]] Result<std::map<std::string, std::string>> blobs(const std::vector<std::string>& ids) const;
  // From BASE to HEAD, or to the working tree when HEAD is empty. Renames are followed.
  [[nodiscard]] Result<std::vector<Change>> changes(const std::string& base, const std::string& head) const;
  // Lines of the later side that are new or changed; where lines were only taken out, the one before.
  [[nodiscard]] Result<std::map<std::string, LineRanges>> changed_lines(const std::string& base, const std::string& head) const;

  // The first of the files that is not in HEAD as it is: changed, or not tracked; empty when there is none.
  [[nodiscard]] Result<std::string> uncommitted(const std::vector<std::string>& files) const;

 private:
  explicit Repository(std::string root) : root_(std::move(root)) {}
  [[nodiscard]] bool is_shallow() const;
  std::string root_;
};

}  // namespace graphlift::gate
