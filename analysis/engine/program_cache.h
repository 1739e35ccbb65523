// The cache as an analysis uses it: a program's results from an earlier run, with the files put into the table as that run left them.
#pragma once

#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "analysis/engine/result_cache.h"

namespace graphlift::engine {

class ProgramCache {
 public:
  // An empty folder: nothing is kept.
  ProgramCache(const std::string& folder, CacheContext context, const std::vector<ProgramInput>& programs);

  // Safe to call from several threads, for different programs.
  [[nodiscard]] bool load(const ProgramInput& program, std::vector<ProgramOutput>& outputs);
  // What was loaded does not serve after all.
  void drop(const ProgramInput& program);
  // When all programs have run: until then one that was not found may need a file of one that was.
  void put_into_table();
  // Keeps what was not found, once every given file has been read.
  void store(const ProgramInput& program, const std::vector<ProgramOutput>& outputs);
  void finish();
  // Of these findings with the results they come from; zero when some of those are not kept.
  [[nodiscard]] ContentHash fixes_key(const std::vector<report::Finding>& findings) const;
  // May the given file hold suppression comments?
  [[nodiscard]] bool may_speak(lower::FileId file) const { return silent_.count(file) == 0; }

 private:
  [[nodiscard]] std::optional<ContentHash> key_of(const ProgramInput& program);

  project::FileTable& files_;
  std::unique_ptr<ResultCache> cache_;
  std::optional<ContentHash> library_;  // of the part whose first run serves the other parts
  std::mutex mutex_;
  std::vector<std::pair<const ProgramInput*, CachedProgram>> found_;
  std::set<lower::FileId> silent_;
  std::vector<ContentHash> states_;  // of the entries that were loaded or stored
  size_t programs_ = 0;              // that were asked for or stored
};

// Fixes that were offered for findings, beside the results.
void store_fixes(const std::string& folder, const ContentHash& key, const std::vector<report::Finding>& findings);
[[nodiscard]] bool take_fixes(const std::string& folder, const ContentHash& key, std::vector<report::Finding>& findings);

}  // namespace graphlift::engine
