// Options and steps that `fix` and `check --fix` share.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "analysis/refactor/fixer.h"

namespace CLI {
class App;
}

namespace graphlift::cli {

struct FixFlags {
  bool unsafe = false, diff = false, allow_dirty = false;
  std::vector<std::string> fixable, unfixable;
};

void add_fix_flags(CLI::App& app, FixFlags& flags);
[[nodiscard]] Result<refactor::FixOutcome> run_fixes(const engine::CheckOptions& check, const FixFlags& flags);
[[nodiscard]] std::string patch_of(const refactor::FixOutcome& outcome);
[[nodiscard]] std::string applied_list(const refactor::FixOutcome& outcome);  // a line a fix
// What went wrong; nothing was written then.
[[nodiscard]] std::optional<std::string> write_changes(const refactor::FixOutcome& outcome, const FixFlags& flags);

}  // namespace graphlift::cli
