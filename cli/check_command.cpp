// `graphlift check PATH...`
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdlib>
#include <memory>
#include <string>

#include "analysis/engine/check.h"
#include "analysis/report/writers.h"
#include "cli/commands.h"
#include "cli/fix_command.h"

namespace graphlift::cli {
namespace {

struct Options {
  engine::CheckOptions check;
  std::string format = "full";
  std::string fail_on = "warning";
  bool verbose = false;
  bool fix = false, fix_only = false, show_fixes = false;
  FixFlags fixes;
};

bool colour_wanted() {
  const char* none = std::getenv("NO_COLOR");
  const char* terminal = std::getenv("TERM");
  return isatty(STDOUT_FILENO) != 0 && (!none || !*none) && !(terminal && std::string_view(terminal) == "dumb");
}

std::string render(const Options& options, const engine::CheckResult& result) {
  if (options.format == "json") return report::write_json(result.report);
  if (options.format == "concise") return report::write_concise(result.report);
  engine::FileLines lines(*result.files);
  report::FullStyle style;
  style.colour = colour_wanted();
  return report::write_full(result.report, lines, style);
}

bool fails(const report::Report& report, const std::string& level) {
  if (level == "never") return false;
  const report::Severity least = level == "error"     ? report::Severity::Error
                                 : level == "warning" ? report::Severity::Warning
                                                      : report::Severity::Info;
  return std::any_of(report.findings.begin(), report.findings.end(), [&](const report::Finding& f) { return f.severity >= least; });
}

int show(const Options& options, const engine::CheckResult& result) {
  const report::Report& report = result.report;
  for (const std::string& error : report.errors) complain(error);
  if (options.verbose)
    for (const std::string& note : report.notes) complain("note: " + note);
  if (!print(render(options, result))) {
    complain("the report could not be written to standard output");
    return kExitUsage;
  }
  if (result.internal_error) return kExitInternal;
  if (!report.errors.empty()) return kExitUsage;
  return fails(report, options.fail_on) ? kExitFindings : kExitClean;
}

// As ruff has it: fixes what can be fixed and reports what is left; --diff writes nothing, --fix-only reports nothing.
int run_with_fixes(const Options& options) {
  Result<refactor::FixOutcome> outcome = run_fixes(options.check, options.fixes);
  if (!outcome) {
    complain(outcome.error());
    return kExitUsage;
  }
  for (const std::string& warning : outcome->warnings) complain(warning);
  if (options.fixes.diff) {
    const std::string patch = patch_of(*outcome);
    for (const std::string& error : outcome->before.report.errors) complain(error);
    if (!print(patch)) return kExitUsage;
    if (outcome->before.internal_error) return kExitInternal;
    return !outcome->before.report.errors.empty() ? kExitUsage : patch.empty() ? kExitClean : kExitFindings;
  }
  if (const auto failed = write_changes(*outcome, options.fixes)) {
    complain(*failed);
    return kExitUsage;
  }
  if (options.show_fixes && !print(applied_list(*outcome))) return kExitUsage;
  if (options.fix_only)
    return outcome->after.internal_error ? kExitInternal : outcome->after.report.errors.empty() ? kExitClean : kExitUsage;
  refactor::offer_fixes(outcome->after);
  return show(options, outcome->after);
}

int run(Options& options) {
  if (options.fix || options.fix_only || options.fixes.diff) return run_with_fixes(options);
  options.check.facts = options.format != "concise";
#if !defined(__SANITIZE_ADDRESS__)
  options.check.last = true;
#endif
  auto result = std::make_unique<Result<engine::CheckResult>>(engine::check(options.check));
  if (!*result) {
    complain(result->error());
    return kExitUsage;
  }
  if (options.check.facts) refactor::offer_fixes(**result);
  const int code = show(options, **result);
  if (options.check.last) (void)result.release();
  return code;
}

}  // namespace

void add_analysis_options(CLI::App& app, engine::CheckOptions& check) {
  app.add_option("--entry", check.entries, "analyse this function or method with unknown arguments (repeatable)")
      ->type_name("MODULE:QUALNAME")
      ->expected(1)
      ->take_all();
  app.add_option("--mode", check.mode, "how entries are compiled: torch.compile, torch.export, torch.jit.script, tf.function")
      ->type_name("MODE");
  app.add_option("--python", check.python, "interpreter or environment whose installed packages are read (never run)")->type_name("PATH");
  app.add_option("--select", check.select, "only these rules: codes, prefixes of codes, names, or ALL")
      ->delimiter(',')
      ->type_name("RULES")
      ->expected(1)
      ->take_all();
  app.add_option("--ignore", check.ignore, "not these rules")->delimiter(',')->type_name("RULES")->expected(1)->take_all();
  app.add_option("-j,--jobs", check.jobs, "programs analysed at the same time (default: one per processor)")->type_name("N");
  app.add_option("--torch-version", check.torch_version, "which tables of PyTorch to use (default: the installed version)")
      ->type_name("X.Y");
}

Run add_check(CLI::App& app) {
  auto options = std::make_shared<Options>();
  engine::CheckOptions& check = options->check;
  app.add_option("paths", check.paths, "Python files, notebooks and directories")->required()->type_name("PATH");
  app.add_option("--format", options->format, "full, concise or json")
      ->check(CLI::IsMember({"full", "concise", "json"}))
      ->type_name("FORMAT");
  add_analysis_options(app, check);
  app.add_option("--fail-on", options->fail_on, "least severity that makes the exit code 1: error, warning, info or never")
      ->check(CLI::IsMember({"error", "warning", "info", "never"}))
      ->type_name("LEVEL");
  app.add_flag("--possible", check.possible, "also report what the analysis could not confirm");
  app.add_flag("--fix", options->fix, "fix what can be fixed, and report what is left");
  app.add_flag("--fix-only", options->fix_only, "fix what can be fixed, and report nothing");
  app.add_flag("--show-fixes", options->show_fixes, "list the fixes that were made");
  add_fix_flags(app, options->fixes);
  app.add_flag("-v,--verbose", options->verbose, "say where a program stopped early and what ran out");
  return [options] { return run(*options); };
}

}  // namespace graphlift::cli
