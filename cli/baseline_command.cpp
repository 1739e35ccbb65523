// `graphlift baseline create|update|prune|check PATH...`
#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <memory>
#include <string>

#include "analysis/engine/check.h"
#include "analysis/gate/baseline.h"
#include "cli/analysis_options.h"
#include "cli/commands.h"
#include "cli/output.h"

namespace graphlift::cli {
namespace {

constexpr const char* kDefaultFile = "graphlift-baseline.json";

struct Options {
  AnalysisOptions analysis;
  std::string file, fail_on;
  bool force = false;
};

// Writes what is to be in the file, and says what changed.
int write(const std::string& file, const std::vector<gate::Known>& entries, const std::string& what) {
  if (!write_file(file, gate::baseline_text(entries))) {
    complain(file + ": could not be written");
    return kExitUsage;
  }
  complain(file + ": " + what);
  return kExitClean;
}

std::string number(size_t count, const char* noun) { return std::to_string(count) + " " + noun + (count == 1 ? "" : "s"); }

int check_file(const std::vector<gate::Known>& old, const gate::Comparison& comparison, const report::Report& report,
               const std::string& fail_on) {
  std::string out;
  for (const size_t i : comparison.stale)
    out += old[i].file + ": stale " + old[i].code + " in " + (old[i].identity.scope.empty() ? "the module" : old[i].identity.scope) + ": " +
           old[i].message + "\n";
  report::Report fresh;
  for (size_t i = 0; i < report.findings.size(); ++i) {
    if (comparison.of_finding[i] != gate::kUnmatched) continue;
    const report::Finding& f = report.findings[i];
    out += f.file + ":" + std::to_string(f.line) + ": new " + f.code + " " + f.message + "\n";
    fresh.findings.push_back(f);
  }
  if (!print(out)) return kExitUsage;
  return !comparison.stale.empty() || fails(fresh, fail_on) ? kExitFindings : kExitClean;
}

int run(Options& options, const std::string& verb) {
  Result<engine::CheckOptions> check = options.analysis.resolve();
  if (!check) {
    complain(check.error());
    return kExitUsage;
  }
  const config::Settings& settings = options.analysis.settings();
  std::string file = options.file.empty() ? settings.path("baseline") : options.file;
  if (file.empty()) file = kDefaultFile;
  std::error_code failed;
  std::vector<gate::Known> old;
  if (verb == "create") {
    if (!options.force && std::filesystem::exists(file, failed)) {
      complain(file + " is there already: `graphlift baseline update` renews it, --force writes it anew");
      return kExitUsage;
    }
  } else {
    Result<std::vector<gate::Known>> read = gate::read_baseline(file);
    if (!read) {
      complain(read.error());
      return kExitUsage;
    }
    old = std::move(*read);
  }
  Result<engine::CheckResult> result = engine::check(*check);
  if (!result) {
    complain(result.error());
    return kExitUsage;
  }
  complain_of(result->report, false);
  if (result->internal_error) return kExitInternal;
  // A file that could not be read has findings that nobody saw: they must not be dropped.
  if (!result->report.errors.empty()) return kExitUsage;
  const gate::Comparison comparison = gate::compare(old, result->report.findings);
  if (verb == "check")
    return check_file(old, comparison, result->report, options.fail_on.empty() ? settings.text("fail-on") : options.fail_on);
  std::vector<gate::Known> entries;
  size_t fresh = 0;
  for (size_t i = 0; i < result->report.findings.size(); ++i) {
    const size_t of = comparison.of_finding[i];
    if (of == gate::kUnmatched) {
      if (verb == "prune") continue;
      ++fresh;
    }
    entries.push_back(gate::known_of(result->report.findings[i]));
    if (of != gate::kUnmatched) entries.back().reason = old[of].reason;
  }
  return write(
      file, entries,
      number(entries.size(), "finding") + ", " + std::to_string(fresh) + " new, " + std::to_string(comparison.stale.size()) + " gone");
}

}  // namespace

Run add_baseline(CLI::App& app) {
  app.require_subcommand(1);
  struct Verb {
    CLI::App* app;
    std::string name;
    std::shared_ptr<Options> options;
  };
  auto verbs = std::make_shared<std::vector<Verb>>();
  const auto add = [&](const char* name, const char* help) {
    Verb verb{app.add_subcommand(name, help), name, std::make_shared<Options>()};
    verb.options->analysis.add_to(*verb.app);
    verb.app
        ->add_option("--baseline", verb.options->file,
                     std::string("the file (default: `baseline` of the configuration, else ") + kDefaultFile + ")")
        ->type_name("FILE");
    if (verb.name == "create") verb.app->add_flag("--force", verb.options->force, "also when the file is there already");
    if (verb.name == "check")
      verb.app->add_option("--fail-on", verb.options->fail_on, "least severity of a new finding that makes the exit code 1")
          ->check(CLI::IsMember({"error", "warning", "info", "never"}))
          ->type_name("LEVEL");
    verbs->push_back(std::move(verb));
  };
  add("create", "Write every present finding");
  add("update", "Add new findings, drop those that are gone, keep reasons");
  add("prune", "Drop what is gone, add nothing");
  add("check", "Exit with 1 when a finding is new, or an entry matches nothing any more");
  return [verbs] {
    for (const Verb& verb : *verbs)
      if (verb.app->parsed()) return run(*verb.options, verb.name);
    return kExitUsage;
  };
}

}  // namespace graphlift::cli
