// Every source file of a run, by id: display path, decoded text, line starts, compiled code. Files are read, parsed and
// compiled once, on first use, and shared by all programs of the run. Thread-safe.
#pragma once

#include <atomic>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "analysis/lower/code.h"
#include "analysis/project/environment.h"
#include "analysis/project/source_file.h"
#include "analysis/syntax/ast.h"

namespace graphlift::project {

struct FileProblem {
  uint32_t line = 1, column = 1, end_line = 1, end_column = 1;
  std::string message;
};

struct SourceRecord {
  std::string path;     // absolute; empty for text that is not on disk
  std::string display;  // relative to the root, `site-packages/...` or `stdlib/...`, always with `/`
  // The rest is valid once the file was loaded.
  std::string unreadable;             // why the file could not be read; empty when it was
  std::vector<FileProblem> problems;  // syntax and encoding errors
  syntax::Ast text;                   // source and line starts only: the nodes are dropped once compiled
  uint32_t functions = 0;             // how many it defines
  std::vector<uint32_t> cell_lines;
  std::shared_ptr<const lower::Code> code;
};

class FileTable {
 public:
  // Paths are shown relative to `root`, or to the environment's directories. OVERLAY: contents by absolute path that are read in the
  // place of what is on disk; it must outlive the table.
  using Overlay = std::map<std::string, std::string>;
  FileTable(std::string root, const Environment& environment, const Overlay* overlay = nullptr);

  [[nodiscard]] lower::FileId intern(const std::string& absolute_path);
  [[nodiscard]] lower::FileId intern_text(const std::string& display, std::string text);
  // Reads, parses and compiles on first use; the record stays where it is for the life of the table.
  const SourceRecord& load(lower::FileId id);
  // Reads and parses a file that was not loaded, without compiling it: for its problems. It cannot be loaded afterwards.
  void scan(lower::FileId id);
  // Takes over what an earlier run knew of a file that has not changed; it cannot be loaded afterwards.
  void adopt(lower::FileId id, uint32_t functions, std::vector<FileProblem> problems);
  // An earlier run read it: it counts as loaded.
  void count(lower::FileId id) { slot(id).loaded = true; }
  // The record with its text, which is read when the file was adopted or never loaded; null when never interned.
  [[nodiscard]] const SourceRecord* readable(std::string_view display);
  // Never reads the file.
  [[nodiscard]] const SourceRecord& record(lower::FileId id) const;
  [[nodiscard]] const SourceRecord* by_display(std::string_view display) const;  // loaded or not; null when never interned
  [[nodiscard]] lower::FileId number_of(std::string_view display) const;         // invalid when never interned
  // Does the text contain this word? Reads the file when it is not loaded, without parsing it.
  [[nodiscard]] bool mentions(lower::FileId id, std::string_view word) const;
  [[nodiscard]] size_t loaded() const;
  [[nodiscard]] std::string display_path(const std::string& absolute_path) const;
  [[nodiscard]] const std::string& root() const { return root_; }

 private:
  struct Slot {
    SourceRecord record;
    std::optional<std::string> given;  // text that is not on disk
    std::once_flag once, text_once;
    std::atomic<bool> loaded = false;
  };
  void fill_text(Slot& slot) const;
  void fill(Slot& slot, lower::FileId id, bool compile) const;
  Slot& slot(lower::FileId id);

  std::string root_;
  const Overlay* overlay_ = nullptr;
  std::vector<std::pair<std::string, std::string>> prefixes_;  // directory with final slash -> display prefix, longest first
  mutable std::mutex mutex_;
  std::deque<Slot> slots_;
  std::unordered_map<std::string, uint32_t> by_path_, by_display_;
};

// Line and text of an offset, for positions and snippets.
[[nodiscard]] std::string_view line_text(const SourceRecord& record, uint32_t line);  // 1-based, without its newline

}  // namespace graphlift::project
