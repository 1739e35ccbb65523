// `graphlift check PATH...`
#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <string>

#include "analysis/engine/check.h"
#include "cli/commands.h"
#include "cli/output.h"

namespace graphlift::cli {
namespace {

struct Options {
  engine::CheckOptions check;
  OutputOptions output;
  std::string fail_on = "warning";
  bool verbose = false;
};

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
  engine::FileLines lines(*result.files);
  if (!write_reports(options.output, report, lines)) return kExitUsage;
  if (result.internal_error) return kExitInternal;
  if (!report.errors.empty()) return kExitUsage;
  return fails(report, options.fail_on) ? kExitFindings : kExitClean;
}

int run(Options& options) {
#if !defined(__SANITIZE_ADDRESS__)
  options.check.last = true;
#endif
  auto result = std::make_unique<Result<engine::CheckResult>>(engine::check(options.check));
  if (!*result) {
    complain(result->error());
    return kExitUsage;
  }
  const int code = show(options, **result);
  if (options.check.last) (void)result.release();
  return code;
}

}  // namespace

Run add_check(CLI::App& app) {
  auto options = std::make_shared<Options>();
  engine::CheckOptions& check = options->check;
  app.add_option("paths", check.paths, "Python files, notebooks and directories")->required()->type_name("PATH");
  options->output.add_to(app);
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
  app.add_option("--fail-on", options->fail_on, "least severity that makes the exit code 1: error, warning, info or never")
      ->check(CLI::IsMember({"error", "warning", "info", "never"}))
      ->type_name("LEVEL");
  app.add_option("-j,--jobs", check.jobs, "programs analysed at the same time (default: one per processor)")->type_name("N");
  app.add_option("--torch-version", check.torch_version, "which tables of PyTorch to use (default: the installed version)")
      ->type_name("X.Y");
  app.add_flag("--possible", check.possible, "also report what the analysis could not confirm");
  app.add_flag("-v,--verbose", options->verbose, "say where a program stopped early and what ran out");
  return [options] { return run(*options); };
}

}  // namespace graphlift::cli
