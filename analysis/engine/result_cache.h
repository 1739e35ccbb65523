// Results of programs between runs. An entry is named by everything that is known before a program runs (the content of its files, the
// options, the build) and lists what else it read and where it looked; it holds while all that is unchanged. Files are written whole under
// another name and renamed, and carry a checksum: runs at the same time, and killed ones, do no harm.
#pragma once

#include <atomic>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "analysis/base/content_hash.h"
#include "analysis/engine/program.h"
#include "analysis/project/environment.h"
#include "analysis/project/file_table.h"
#include "analysis/project/module_finder.h"

namespace graphlift::engine {

// Of a given file: what a report needs beside its findings.
struct UnitFacts {
  uint32_t functions = 0;
  bool comments = false;  // it holds suppression comments
  std::vector<project::FileProblem> problems;
};

struct CachedProgram {
  std::vector<ProgramOutput> outputs;
  std::vector<UnitFacts> units;
  ContentHash state;                // of the whole entry
  std::vector<std::string> loaded;  // absolute paths of the files that were analysed
};

struct CacheContext {
  std::string folder;
  std::string root;
  project::FileTable& files;
  const project::Environment& environment;
  project::DirectoryCache& directories;
  std::string torch_version;
};

class ResultCache {
 public:
  explicit ResultCache(CacheContext context);

  // What a program is called in the cache; none when one of its files cannot be read.
  [[nodiscard]] std::optional<ContentHash> key_of(const ProgramInput& program);
  [[nodiscard]] std::optional<CachedProgram> load(const ContentHash& key);
  // Not kept: internal errors, what ran out of time, and what read a file that changed meanwhile.
  // Gives what the entry holds a name.
  std::optional<ContentHash> store(const ContentHash& key, const ProgramInput& program, const std::vector<ProgramOutput>& outputs,
                                   const std::vector<UnitFacts>& units);
  // Drops the oldest entries when there are too many bytes. Once, at the end of a run.
  void trim();

  static constexpr uint64_t kMostBytes = uint64_t{512} << 20u;

 private:
  [[nodiscard]] std::optional<ContentHash> hash_of(const std::string& path);
  [[nodiscard]] std::string encoded(const std::string& path) const;
  [[nodiscard]] std::string decoded(const std::string& code) const;

  CacheContext context_;
  std::vector<std::string> bases_;  // folders with a final slash: the root, then those of the environment
  ContentHash seed_;
  int64_t started_;  // of the system clock, in nanoseconds
  std::mutex mutex_;
  std::unordered_map<std::string, std::optional<ContentHash>> hashes_;
  std::atomic<unsigned> stored_{0};
};

// One file of the cache; none when it is not there or damaged.
[[nodiscard]] std::optional<std::string> read_entry(const std::string& folder, const ContentHash& key);
bool write_entry(const std::string& folder, const ContentHash& key, const std::string& payload);

}  // namespace graphlift::engine
