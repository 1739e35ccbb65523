// `graphlift check PATH...`
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <memory>
#include <string>

#include "analysis/engine/add_ignores.h"
#include "analysis/engine/check.h"
#include "analysis/gate/baseline.h"
#include "cli/analysis_options.h"
#include "cli/commands.h"
#include "cli/fix_command.h"
#include "cli/output.h"
#include "cli/progress.h"

namespace graphlift::cli {
namespace {

struct Options {
  AnalysisOptions analysis;
  OutputOptions output;
  std::string fail_on, baseline;
  std::string reason;  // of --add-ignore
  CLI::Option* add_ignore = nullptr;
  bool verbose = false, statistics = false, profile = false;
  bool fix = false, fix_only = false, show_fixes = false;
  FixFlags fixes;
};

int code_of(const engine::CheckResult& result, const std::string& fail_on) {
  if (result.internal_error) return kExitInternal;
  if (!result.report.errors.empty()) return kExitUsage;
  return fails(result.report, fail_on) ? kExitFindings : kExitClean;
}

int show(const Options& options, const engine::CheckResult& result, const std::string& fail_on) {
  complain_of(result.report, options.verbose);
  engine::FileLines lines(*result.files);
  if (!write_reports(options.output, result.report, lines)) return kExitUsage;
  return code_of(result, fail_on);
}

void show_profile(const engine::CheckResult& result) {
  char line[256];
  for (const engine::PhaseTime& phase : result.times) {
    std::snprintf(line, sizeof line, "%9.1f ms  ", phase.milliseconds);
    complain(line + phase.name);
  }
}

// Writes a comment for every finding in place of reporting it.
int add_ignores(const engine::CheckResult& result, const std::string& reason) {
  complain_of(result.report, false);
  size_t written = 0;
  for (const engine::IgnoredFile& file : engine::add_ignores(result.report, *result.files, reason)) {
    if (!write_file(file.path, file.text)) {
      complain(file.path + ": could not be written");
      return kExitUsage;
    }
    written += file.comments;
  }
  complain("added " + std::to_string(written) + (written == 1 ? " comment" : " comments"));
  return result.internal_error ? kExitInternal : result.report.errors.empty() ? kExitClean : kExitUsage;
}

// As ruff has it: fixes what can be fixed and reports what is left; --diff writes nothing, --fix-only reports nothing.
int run_with_fixes(const Options& options, const engine::CheckOptions& check, const std::string& fail_on) {
  Result<refactor::FixOutcome> outcome = run_fixes(check, options.fixes);
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
  return show(options, outcome->after, fail_on);
}

// Do these reports show the fixes that could be made? Gathering what the interpreter knows of expressions costs time.
bool shows_fixes(const OutputOptions& output) {
  const auto shown = [](const std::string& text) {
    const std::string format = text.substr(0, text.find(':'));
    for (const char* one : {"full", "statistics", "json", "json-lines", "sarif", "rdjson", "html"})
      if (format == one) return true;
    return false;
  };
  return shown(output.format) || std::any_of(output.destinations.begin(), output.destinations.end(), shown);
}

int run(Options& options) {
  Result<engine::CheckOptions> check = options.analysis.resolve();
  if (!check) {
    complain(check.error());
    return kExitUsage;
  }
  const config::Settings& settings = options.analysis.settings();
#if !defined(__SANITIZE_ADDRESS__)
  check->last = true;
#endif
  if (options.statistics) options.output.format = "statistics";
  if (options.output.format.empty() && options.output.destinations.empty()) options.output.format = settings.text("output-format");
  const std::string fail_on = options.fail_on.empty() ? settings.text("fail-on") : options.fail_on;
  if (options.fix || options.fix_only || options.fixes.diff) {
    check->last = false;
    return run_with_fixes(options, *check, fail_on);
  }
  check->facts = shows_fixes(options.output);
  std::vector<gate::Known> known;
  const std::string baseline = options.baseline.empty() ? settings.path("baseline") : options.baseline;
  if (!baseline.empty()) {
    Result<std::vector<gate::Known>> read = gate::read_baseline(baseline);
    if (!read) {
      complain(read.error());
      return kExitUsage;
    }
    known = std::move(*read);
  }
  Progress progress;
  check->progress = progress.callback();
  auto result = std::make_unique<Result<engine::CheckResult>>(engine::check(*check));
  progress.finish();
  if (!*result) {
    complain(result->error());
    return kExitUsage;
  }
  if (check->facts && !(*result)->fixes_known) {
    refactor::offer_fixes(**result);
    engine::keep_fixes(**result);
  }
  if (!baseline.empty()) gate::apply_baseline((*result)->report, known);
  if (options.profile) show_profile(**result);
  const int code = *options.add_ignore ? add_ignores(**result, options.reason) : show(options, **result, fail_on);
  if (check->last) (void)result.release();
  return code;
}

}  // namespace

bool fails(const report::Report& report, const std::string& level) {
  if (level == "never") return false;
  const report::Severity least = level == "error"     ? report::Severity::Error
                                 : level == "warning" ? report::Severity::Warning
                                                      : report::Severity::Info;
  return std::any_of(report.findings.begin(), report.findings.end(), [&](const report::Finding& f) { return f.severity >= least; });
}

Run add_check(CLI::App& app) {
  auto options = std::make_shared<Options>();
  options->analysis.add_to(app);
  options->output.add_to(app);
  app.add_option("--fail-on", options->fail_on, "least severity that makes the exit code 1: error, warning, info or never")
      ->check(CLI::IsMember({"error", "warning", "info", "never"}))
      ->type_name("LEVEL");
  app.add_option("--baseline", options->baseline, "do not report what this file lists (`graphlift baseline`)")->type_name("FILE");
  options->add_ignore = app.add_option("--add-ignore", options->reason, "write a suppression comment for every finding, with this reason")
                            ->type_name("[REASON]")
                            ->expected(0, 1);
  app.add_flag("--fix", options->fix, "fix what can be fixed, and report what is left");
  app.add_flag("--fix-only", options->fix_only, "fix what can be fixed, and report nothing");
  app.add_flag("--show-fixes", options->show_fixes, "list the fixes that were made");
  add_fix_flags(app, options->fixes);
  app.add_flag("--statistics", options->statistics, "print how often each rule was found");
  app.add_flag("--profile", options->profile, "say on standard error how long each phase and the slowest programs took");
  app.add_flag("-v,--verbose", options->verbose, "say where a program stopped early and what ran out");
  return [options] { return run(*options); };
}

}  // namespace graphlift::cli
