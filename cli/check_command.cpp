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
  if (!baseline.empty()) gate::apply_baseline((*result)->report, known);
  if (options.profile) show_profile(**result);
  const int code = *options.add_ignore ? add_ignores(**result, options.reason)
                                       : show(options, **result, options.fail_on.empty() ? settings.text("fail-on") : options.fail_on);
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
  app.add_flag("--statistics", options->statistics, "print how often each rule was found");
  app.add_flag("--profile", options->profile, "say on standard error how long each phase and the slowest programs took");
  app.add_flag("-v,--verbose", options->verbose, "say where a program stopped early and what ran out");
  return [options] { return run(*options); };
}

}  // namespace graphlift::cli
