// One program: run module bodies on a machine of their own, then the entry points; collect regions and findings.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "analysis/engine/assumptions.h"
#include "analysis/engine/module_source.h"
#include "analysis/interp/decorators.h"
#include "analysis/project/file_table.h"
#include "analysis/project/module_finder.h"
#include "analysis/report/report.h"
#include "analysis/rules/facts.h"

namespace graphlift::engine {

struct Unit {
  lower::FileId file;
  project::ProgramName name;
};

// A script alone, or the modules of one package.
struct ProgramInput {
  std::vector<Unit> units;
  size_t first = 0;  // unit to start with: a package that fills the memory is analysed in several runs
  std::vector<EntryRequest> entries;
  std::string mode;
  bool library = false;                                        // part of a package of several modules: nothing tells which of them is run
  bool candidates = false;                                     // without a compile site, analyse what could be compiled
  std::shared_ptr<const interp::Decorators::Uses> decorators;  // what an earlier run has found out about the package's decorators
  bool dump_calls = false, dump_values = false;                // fill ProgramOutput::dump
};

struct ProgramOutput {
  std::vector<report::Region> regions;
  std::vector<report::Finding> findings;
  std::vector<std::string> errors;  // entries that do not exist, internal errors
  std::vector<std::string> notes;   // where a module body stopped, what ran out
  std::string dump;
  Dependencies dependencies;
  rules::Facts facts;                                          // of the files that Shared::editable names
  std::shared_ptr<const interp::Decorators::Uses> decorators;  // of a library: for its next run
  size_t next = 0;                                             // unit to start the next run with; past the last when there is nothing left
  bool internal_error = false;
};

// Files whose facts are wanted; none unless set.
using Editable = std::function<bool(lower::FileId)>;

struct Shared {
  project::FileTable& files;
  const project::Environment& environment;
  project::DirectoryCache& directories;
  std::string torch_version;
  bool leave_memory;  // the process ends soon: what a program made need not be taken apart
  Editable editable;
};

[[nodiscard]] ProgramOutput run_program(const ProgramInput& input, const Shared& shared);

}  // namespace graphlift::engine
