// `graphlift gate --base REF [--head REF] [PATH...]`: only what a pull request made worse.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <ctime>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "analysis/engine/check.h"
#include "analysis/gate/checkout.h"
#include "analysis/gate/compare.h"
#include "analysis/report/text.h"
#include "cli/analysis_options.h"
#include "cli/commands.h"
#include "cli/gate_policy.h"
#include "cli/output.h"

namespace graphlift::cli {
namespace fs = std::filesystem;
namespace {

struct Options {
  AnalysisOptions analysis;
  OutputOptions output;
  std::string base, head, fail_on, base_python;
  bool verbose = false;
};

std::string today() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  gmtime_r(&now, &parts);
  char text[16];
  std::strftime(text, sizeof text, "%Y-%m-%d", &parts);
  return text;
}

// The options of an analysis, moved from the repository into a folder that stands for it.
engine::CheckOptions moved_into(const engine::CheckOptions& real, const std::string& repository, const std::string& folder,
                                const std::string& root) {
  engine::CheckOptions out = real;
  std::error_code failed;
  const auto moved = [&](const std::string& path) {
    std::string there = (fs::path(folder) / fs::path(path).lexically_relative(repository)).lexically_normal().string();
    if (there.ends_with('/')) there.pop_back();  // the root itself: results are kept by paths below it
    return there;
  };
  const auto back = [repository, folder](const std::string& path) {
    return path.empty() ? path : (fs::path(repository) / fs::path(path).lexically_relative(folder)).lexically_normal().string();
  };
  out.paths.clear();
  for (const std::string& path : real.paths)
    // What is not there on this side has no findings there.
    if (const std::string there = moved(fs::absolute(path, failed).lexically_normal().string()); fs::exists(there, failed))
      out.paths.push_back(there);
  out.root = moved(root);
  out.environment_root = root;
  out.policy = [real, back](const std::string& path) -> const engine::RulePolicy& { return real.policy(back(path)); };
  out.excluded = [real, back](const std::string& path, bool is_folder, bool given) { return real.excluded(back(path), is_folder, given); };
  return out;
}

class Gate {
 public:
  Gate(Options& options, gate::Repository repository) : options_(options), repository_(std::move(repository)) {}

  Result<int> run() {
    Result<engine::CheckOptions> check = options_.analysis.resolve();
    if (!check) return Error{check.error()};
    const Result<std::string> base = repository_.base_of(options_.base, options_.head);
    if (!base) return Error{base.error()};
    std::string head_commit;
    if (!options_.head.empty()) {
      const Result<std::string> commit = repository_.commit_of(options_.head);
      if (!commit) return Error{commit.error()};
      head_commit = *commit;
    }
    const Result<std::vector<gate::Change>> changes = repository_.changes(*base, head_commit);
    if (!changes) return Error{changes.error()};
    const auto lines = repository_.changed_lines(*base, head_commit);
    if (!lines) return Error{lines.error()};
    root_ = engine::find_inputs(check->paths, [](const std::string&, bool, bool) { return true; }).root;

    Result<report::Report> before = analyse_base(*check, *base, head_commit, *changes);
    if (!before) return Error{before.error()};
    std::optional<gate::Checkout> head_files;
    engine::CheckOptions head_options = *check;
    if (!head_commit.empty()) {
      Result<std::vector<gate::Change>> from_tree = repository_.changes(head_commit, "");
      if (!from_tree) return Error{from_tree.error()};
      Result<gate::Checkout> made = gate::Checkout::make(repository_, head_commit, *from_tree);
      if (!made) return Error{made.error()};
      head_files.emplace(std::move(*made));
      head_options = moved_into(*check, repository_.root(), head_files->folder(), root_);
    }
    Result<engine::CheckResult> after = engine::check(head_options);
    if (!after) return Error{after.error()};
    after->report.root = root_;
    gate::compare_reports(after->report, *before, difference(*changes, *lines, *after));
    return finish(*after);
  }

 private:
  Result<report::Report> analyse_base(const engine::CheckOptions& check, const std::string& base, const std::string& head_commit,
                                      const std::vector<gate::Change>& changes) {
    // Links lead into the working tree, so what differs from that must be known.
    std::vector<gate::Change> from_tree = changes;
    if (!head_commit.empty()) {
      Result<std::vector<gate::Change>> read = repository_.changes(base, "");
      if (!read) return Error{read.error()};
      from_tree = std::move(*read);
    }
    Result<gate::Checkout> files = gate::Checkout::make(repository_, base, from_tree);
    if (!files) return Error{files.error()};
    engine::CheckOptions options = moved_into(check, repository_.root(), files->folder(), root_);
    if (!options_.base_python.empty()) options.python = options_.base_python;
    if (options.paths.empty()) return report::Report();
    Result<engine::CheckResult> result = engine::check(options);
    if (!result) return Error{"base: " + result.error()};
    base_failed_ = result->internal_error;
    for (const std::string& error : result->report.errors)
      // A folder without Python files on this side is no mistake.
      if (error.find("holds no Python files") == std::string::npos) complain("base: " + error);
    return std::move(result->report);
  }

  // Paths of the repository as the report shows them.
  std::string display(const std::string& path) const {
    return fs::path(repository_.root() + "/" + path).lexically_relative(root_).generic_string();
  }

  gate::Difference difference(const std::vector<gate::Change>& changes, const std::map<std::string, gate::LineRanges>& lines,
                              const engine::CheckResult& after) const {
    gate::Difference out;
    out.base = options_.base;
    for (const gate::Change& change : changes)
      if (!change.before.empty() && !change.after.empty() && change.before != change.after)
        out.renamed[display(change.before)] = display(change.after);
    for (const auto& [path, ranges] : lines) out.lines[display(path)] = ranges;
    out.reads = [files = after.files](const std::string& file) {
      const project::SourceRecord* record = files->by_display(file);
      return record && !record->text.source.empty();
    };
    return out;
  }

  int finish(engine::CheckResult& after) {
    const config::Settings& settings = options_.analysis.settings();
    const std::string fail_on = options_.fail_on.empty() ? settings.text("gate.fail-on") : options_.fail_on;
    GateVerdict verdict = judge(after.report, settings, fail_on, today());
    after.report.violations = verdict.violations;
    complain_of(after.report, options_.verbose);
    for (const std::string& note : verdict.notes) complain("note: " + note);
    for (const std::string& violation : verdict.violations) complain(violation);
    engine::FileLines lines(*after.files);
    if (!write_reports(options_.output, after.report, lines)) return kExitUsage;
    if (after.internal_error || base_failed_) return kExitInternal;
    if (!after.report.errors.empty()) return kExitUsage;
    return verdict.violations.empty() ? kExitClean : kExitFindings;
  }

  Options& options_;
  gate::Repository repository_;
  std::string root_;
  bool base_failed_ = false;
};

int run(Options& options) {
  if (options.analysis.paths.empty()) options.analysis.paths = {"."};
  Result<gate::Repository> repository = gate::Repository::open(common_folder(options.analysis.paths));
  if (!repository) {
    complain(repository.error());
    return kExitUsage;
  }
  const Result<int> code = Gate(options, std::move(*repository)).run();
  if (code) return *code;
  complain(code.error());
  return kExitUsage;
}

}  // namespace

Run add_gate(CLI::App& app) {
  auto options = std::make_shared<Options>();
  options->analysis.add_to(app, false);
  options->output.add_to(app);
  app.add_option("--base", options->base, "the branch or commit that is merged into; compared is the commit that both have in common")
      ->required()
      ->type_name("REF");
  app.add_option("--head", options->head, "the commit to judge (default: the working tree)")->type_name("REF");
  app.add_option("--fail-on", options->fail_on, "least severity of a new finding that is refused: error, warning, info or never")
      ->check(CLI::IsMember({"error", "warning", "info", "never"}))
      ->type_name("LEVEL");
  app.add_option("--base-python", options->base_python, "as --python, for the base, where packages change with the pull request")
      ->type_name("PATH");
  app.add_flag("-v,--verbose", options->verbose, "say where a program stopped early and what ran out");
  return [options] { return run(*options); };
}

}  // namespace graphlift::cli
