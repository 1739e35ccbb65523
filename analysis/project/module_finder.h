// Dotted module name -> file, by the rules of Python's path finder over the directories that the program would see.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "analysis/base/content_hash.h"

namespace graphlift::project {

enum class ModuleKind : uint8_t { Missing, Source, Package, NamespacePackage, Extension };

struct ModuleLocation {
  ModuleKind kind = ModuleKind::Missing;
  std::string path;                 // the file; a namespace package: its first directory
  std::vector<std::string> search;  // packages: where submodules are looked for
};

// Names of the entries of directories, read once; shared by every finder of a run.
class DirectoryCache {
 public:
  enum class Entry : uint8_t { Absent, File, Directory };
  [[nodiscard]] Entry look(const std::string& directory, const std::string& name);
  // File name of the extension module `stem` in the directory (`stem.cpython-311-x86_64-linux-gnu.so`), or empty.
  [[nodiscard]] std::string extension(const std::string& directory, const std::string& stem);
  // Names of the modules and packages right inside the directory, sorted.
  [[nodiscard]] std::vector<std::string> modules(const std::string& directory);
  // Of the names in the directory that can matter to an import.
  [[nodiscard]] ContentHash fingerprint(const std::string& directory);

 private:
  struct Listing {
    std::unordered_map<std::string, Entry> entries;
    std::unordered_map<std::string, std::string> extensions;  // stem -> file name
    std::optional<ContentHash> fingerprint;
  };
  const Listing& listing(const std::string& directory);
  std::mutex mutex_;
  std::unordered_map<std::string, std::unique_ptr<Listing>> listings_;
};

// One per analysed program; not thread-safe.
class ModuleFinder {
 public:
  ModuleFinder(std::vector<std::string> search_path, DirectoryCache& cache) : search_path_(std::move(search_path)), cache_(cache) {}
  const ModuleLocation& find(const std::string& dotted);
  [[nodiscard]] std::vector<std::string> children(const std::string& dotted);
  // Every directory that was looked into: the outcome hangs on what they hold.
  [[nodiscard]] const std::set<std::string>& consulted() const { return consulted_; }

 private:
  ModuleLocation find_in(const std::vector<std::string>& directories, const std::string& name);
  std::vector<std::string> search_path_;
  DirectoryCache& cache_;
  std::unordered_map<std::string, ModuleLocation> found_;
  std::set<std::string> consulted_;
};

// What a given file is called when it is imported: the dotted name from its outermost package, and the directory that
// holds that package. A file outside any package is a script: name `__main__`, directory its own.
struct ProgramName {
  std::string module;     // "pkg.sub.mod", or the file's stem for a script
  std::string directory;  // the entry of sys.path that makes it importable
  bool in_package = false;
};
[[nodiscard]] ProgramName name_program(const std::string& absolute_path);

}  // namespace graphlift::project
