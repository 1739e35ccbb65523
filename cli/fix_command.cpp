// `graphlift fix PATH...`, and what `check --fix` shares with it.
#include "cli/fix_command.h"

#include <CLI/CLI.hpp>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>

#include "analysis/refactor/diff.h"
#include "analysis/report/writers.h"
#include "cli/analysis_options.h"
#include "cli/commands.h"
#include "cli/git_state.h"

namespace graphlift::cli {
namespace {

using Json = nlohmann::ordered_json;

struct Options {
  AnalysisOptions analysis;
  FixFlags flags;
  std::string format = "full";
};

Json place_of(const report::Finding& f) {
  return {{"code", f.code},
          {"rule", f.rule},
          {"file", f.file},
          {"line", f.line},
          {"column", f.column},
          {"message", f.message},
          {"fingerprint", f.fingerprint}};
}

std::string where(const report::Finding& f) { return f.file + ":" + std::to_string(f.line) + ":" + std::to_string(f.column); }

// A patch is applied where the command runs.
std::string patch_name(const std::string& path) {
  std::error_code failed;
  const std::filesystem::path relative = std::filesystem::path(path).lexically_relative(std::filesystem::current_path(failed));
  const std::string text = relative.generic_string();
  return failed || text.empty() || text.starts_with("..") ? path.substr(path.find_first_not_of('/')) : text;
}

std::string count(size_t n, const char* what) { return std::to_string(n) + " " + what + (n == 1 ? "" : "s"); }

}  // namespace

void add_fix_flags(CLI::App& app, FixFlags& flags) {
  app.add_flag("--unsafe-fixes", flags.unsafe, "also fixes that may change what the program computes, as each says");
  app.add_flag("--diff", flags.diff, "print the changes as a patch and write nothing; exit code 1 when there are any");
  app.add_flag("--allow-dirty", flags.allow_dirty, "also change files with changes that git does not have yet");
  app.add_option("--fixable", flags.fixable, "only these fixes: rules, prefixes of codes, names of refactorings, or ALL")
      ->delimiter(',')
      ->type_name("FIXES")
      ->expected(1)
      ->allow_extra_args(false)
      ->take_all();
  app.add_option("--unfixable", flags.unfixable, "not these fixes")
      ->delimiter(',')
      ->type_name("FIXES")
      ->expected(1)
      ->allow_extra_args(false)
      ->take_all();
}

Result<refactor::FixOutcome> run_fixes(const engine::CheckOptions& check, const FixFlags& flags) {
  refactor::FixOptions options;
  options.check = check;
  options.check.cache_folder.clear();  // a fix asks what the interpreter knows, which is not kept
  options.unsafe = flags.unsafe;
  options.fixable = flags.fixable;
  options.unfixable = flags.unfixable;
  return refactor::fix(options);
}

std::string patch_of(const refactor::FixOutcome& outcome) {
  std::string out;
  for (const refactor::FileChange& change : outcome.changes)
    out += refactor::unified_diff(patch_name(change.path), change.before, change.after);
  return out;
}

std::optional<std::string> write_changes(const refactor::FixOutcome& outcome, const FixFlags& flags) {
  if (outcome.changes.empty()) return std::nullopt;
  if (!flags.allow_dirty) {
    std::vector<std::string> paths;
    for (const refactor::FileChange& change : outcome.changes) paths.push_back(change.path);
    if (const auto dirty = uncommitted_changes(paths))
      return *dirty +
             ": git does not have its present state, so the fixes could not be told from your changes; commit or stash, or use "
             "--allow-dirty";
  }
  return refactor::write_files(outcome.changes);
}

std::string applied_list(const refactor::FixOutcome& outcome) {
  std::string out;
  for (const refactor::Applied& one : outcome.applied)
    out += where(one.finding) + ": " + one.finding.code + " " + one.fix.title + " [" + one.fix.refactoring +
           (one.fix.safety == report::Safety::Unsafe ? ", unsafe]" : "]") + (one.fix.cost.empty() ? "" : ": " + one.fix.cost) + "\n";
  return out;
}

namespace {

std::string json_of(const refactor::FixOutcome& outcome) {
  Json applied = Json::array(), refused = Json::array(), skipped = Json::array(), files = Json::array();
  for (const refactor::Applied& one : outcome.applied) {
    Json entry = place_of(one.finding);
    entry["fix"] = {{"name", one.fix.refactoring},
                    {"title", one.fix.title},
                    {"safety", std::string(report::name_of(one.fix.safety))},
                    {"preconditions", one.fix.preconditions},
                    {"cost", one.fix.cost}};
    applied.push_back(std::move(entry));
  }
  for (const refactor::Refused& one : outcome.refused) {
    Json entry = place_of(one.finding);
    entry["fix"] = one.refactoring;
    entry["reason"] = one.refusal.reason;
    entry["blocked_by"] = {{"file", one.refusal.file}, {"line", one.refusal.line}};
    refused.push_back(std::move(entry));
  }
  for (const refactor::Skipped& one : outcome.skipped) {
    Json entry = place_of(one.finding);
    entry["reason"] = one.why;
    skipped.push_back(std::move(entry));
  }
  for (const refactor::FileChange& change : outcome.changes) files.push_back(patch_name(change.path));
  const Json object = {{"schema", "graphlift/1"},
                       {"version", GRAPHLIFT_VERSION},
                       {"root", outcome.before.report.root},
                       {"applied", std::move(applied)},
                       {"refused", std::move(refused)},
                       {"skipped", std::move(skipped)},
                       {"files", std::move(files)},
                       {"warnings", outcome.warnings},
                       {"summary",
                        {{"findings_before", outcome.before.report.findings.size()},
                         {"findings_after", outcome.after.report.findings.size()},
                         {"rounds", outcome.rounds}}}};
  return object.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string text_of(const refactor::FixOutcome& outcome) {
  std::string out = applied_list(outcome);
  for (const refactor::Refused& one : outcome.refused)
    out += where(one.finding) + ": " + one.finding.code + " left: " + one.refactoring + " does not apply, because " + one.refusal.reason +
           " (" + one.refusal.file + ":" + std::to_string(one.refusal.line) + ")\n";
  for (const refactor::Skipped& one : outcome.skipped) out += where(one.finding) + ": " + one.finding.code + " left: " + one.why + "\n";
  out += std::to_string(outcome.applied.size()) + (outcome.applied.size() == 1 ? " fix" : " fixes");
  out +=
      " applied in " + count(outcome.changes.size(), "file") + "; " + count(outcome.after.report.findings.size(), "finding") + " left.\n";
  return out;
}

int run(Options& options) {
  const Result<engine::CheckOptions> check = options.analysis.resolve();
  if (!check) {
    complain(check.error());
    return kExitUsage;
  }
  const Result<refactor::FixOutcome> outcome = run_fixes(*check, options.flags);
  if (!outcome) {
    complain(outcome.error());
    return kExitUsage;
  }
  const report::Report& report = outcome->before.report;
  for (const std::string& error : report.errors) complain(error);
  for (const std::string& warning : outcome->warnings) complain(warning);
  if (options.flags.diff) {
    const std::string patch = patch_of(*outcome);
    if (!print(patch)) return kExitUsage;
    return outcome->before.internal_error ? kExitInternal
           : !report.errors.empty()       ? kExitUsage
           : patch.empty()                ? kExitClean
                                          : kExitFindings;
  }
  if (const auto failed = write_changes(*outcome, options.flags)) {
    complain(*failed);
    return kExitUsage;
  }
  if (!print(options.format == "json" ? json_of(*outcome) : text_of(*outcome))) return kExitUsage;
  if (outcome->before.internal_error) return kExitInternal;
  return report.errors.empty() ? kExitClean : kExitUsage;
}

}  // namespace

Run add_fix(CLI::App& app) {
  auto options = std::make_shared<Options>();
  options->analysis.add_to(app);
  app.add_option("--format", options->format, "full or json")->check(CLI::IsMember({"full", "json"}))->type_name("FORMAT");
  add_fix_flags(app, options->flags);
  return [options] { return run(*options); };
}

}  // namespace graphlift::cli
