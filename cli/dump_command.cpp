// `graphlift dump --stage=... FILE`
#include <CLI/CLI.hpp>
#include <memory>
#include <string>

#include "analysis/engine/dump.h"
#include "cli/commands.h"

namespace graphlift::cli {

Run add_dump(CLI::App& app) {
  auto options = std::make_shared<engine::DumpOptions>();
  app.add_option("--stage", options->stage, "ast, scopes, code, calls, values or regions")
      ->required()
      ->check(CLI::IsMember({"ast", "scopes", "code", "calls", "values", "regions"}))
      ->type_name("STAGE");
  app.add_option("file", options->path, "a Python file")->required()->type_name("FILE");
  app.add_option("--entry", options->entries, "as for `check`")
      ->type_name("MODULE:QUALNAME")
      ->expected(1)
      ->allow_extra_args(false)
      ->take_all();
  app.add_option("--python", options->python, "as for `check`")->type_name("PATH");
  return [options] {
    Result<std::string> text = engine::dump(*options);
    if (!text) {
      complain(text.error());
      return kExitUsage;
    }
    return print(*text) ? kExitClean : kExitUsage;
  };
}

}  // namespace graphlift::cli
