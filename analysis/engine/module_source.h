// The project's files as the machine and the policies see them. One per analysed program.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "analysis/interp/vm.h"
#include "analysis/project/file_table.h"
#include "analysis/project/module_finder.h"
#include "analysis/rules/positions.h"

namespace graphlift::engine {

// What an analysis hangs on beside the files that it was given: absolute paths.
struct Dependencies {
  std::set<std::string> loaded;    // analysed
  std::set<std::string> searched;  // looked through for a word
  std::set<std::string> folders;   // looked into for modules
};

class ProjectSource final : public interp::ModuleSource, public rules::Positions {
 public:
  ProjectSource(project::FileTable& files, const project::Environment& environment, std::vector<std::string> search_path,
                project::DirectoryCache& directories)
      : files_(files), environment_(environment), finder_(std::move(search_path), directories) {}

  Found find(const std::string& dotted_name) override;
  std::shared_ptr<const lower::Code> load(lower::FileId file) override;
  bool mentions(lower::FileId file, std::string_view word) override;
  std::vector<std::string> children(const std::string& dotted_name) override;
  std::optional<std::string> package_version(std::string_view name) override;
  std::string text(lower::FileId file, Span span) override;
  std::string display_path(lower::FileId file) override;
  lower::FileId generated(const std::string& text) override;
  Range range(lower::FileId file, Span span) override;
  [[nodiscard]] Dependencies dependencies() const;

 private:
  project::FileTable& files_;
  const project::Environment& environment_;
  project::ModuleFinder finder_;
  std::set<lower::FileId> loaded_, searched_;
};

}  // namespace graphlift::engine
