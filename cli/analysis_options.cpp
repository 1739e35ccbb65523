#include "cli/analysis_options.h"

#include <CLI/CLI.hpp>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "cli/commands.h"

namespace graphlift::cli {
namespace fs = std::filesystem;

namespace {

engine::EntryRequest request_of(const nlohmann::json& entry) {
  engine::EntryRequest out;
  out.target = entry.value("target", "");
  out.mode = entry.value("mode", "");
  const auto assume = entry.find("assume");
  if (assume == entry.end()) return out;
  for (const auto& [path, value] : assume->items()) {
    engine::Assumption& one = out.assume.emplace_back();
    one.path = path;
    if (value.is_boolean()) one.value = value.get<bool>();
    else if (value.is_number_integer()) one.value = value.get<int64_t>();
    else if (value.is_number()) one.value = value.get<double>();
    else one.value = value.get<std::string>();
  }
  return out;
}

}  // namespace

std::string common_folder(const std::vector<std::string>& paths) {
  std::error_code failed;
  fs::path common;
  for (const std::string& text : paths) {
    fs::path at = fs::absolute(text, failed).lexically_normal();
    if (!at.has_filename()) at = at.parent_path();
    if (!fs::is_directory(at, failed)) at = at.parent_path();
    if (common.empty()) common = at;
    while (common != at && at.lexically_relative(common).generic_string().starts_with("..") && common.has_relative_path())
      common = common.parent_path();
  }
  return common.empty() ? fs::current_path(failed).string() : common.string();
}

void AnalysisOptions::add_to(CLI::App& app, bool paths_required) {
  auto* given = app.add_option("paths", paths, "Python files, notebooks and directories")->type_name("PATH");
  if (paths_required) given->required();
  app.add_option("--entry", options_.entries, "analyse this function or method with unknown arguments (repeatable)")
      ->type_name("MODULE:QUALNAME")
      ->expected(1)
      ->allow_extra_args(false)
      ->take_all();
  app.add_option("--mode", options_.mode, "how entries are compiled: torch.compile, torch.export, torch.jit.script, tf.function")
      ->type_name("MODE");
  app.add_option("--python", options_.python, "interpreter or environment whose installed packages are read (never run)")
      ->type_name("PATH");
  app.add_option("--select", choice_.select, "only these rules: codes, prefixes of codes, names, or ALL")
      ->delimiter(',')
      ->type_name("RULES")
      ->expected(1)
      ->allow_extra_args(false)
      ->take_all();
  app.add_option("--extend-select", choice_.extend_select, "these rules as well")
      ->delimiter(',')
      ->type_name("RULES")
      ->expected(1)
      ->allow_extra_args(false)
      ->take_all();
  app.add_option("--ignore", choice_.ignore, "not these rules")
      ->delimiter(',')
      ->type_name("RULES")
      ->expected(1)
      ->allow_extra_args(false)
      ->take_all();
  app.add_option("-j,--jobs", options_.jobs, "programs analysed at the same time (default: one per processor)")->type_name("N");
  app.add_option("--torch-version", options_.torch_version, "which tables of PyTorch to use (default: the installed version)")
      ->type_name("X.Y");
  app.add_flag("--possible", options_.possible, "also report what the analysis could not confirm");
  app.add_option("--config", configs_, "a configuration file in place of the closest one, or one setting as KEY=VALUE (repeatable)")
      ->type_name("FILE|KEY=VALUE")
      ->expected(1)
      ->allow_extra_args(false)
      ->take_all();
  app.add_flag("--no-cache", no_cache_, "neither use nor keep results of other runs");
  app.add_option("--cache-dir", cache_dir_, "where results are kept (default: .graphlift_cache beside the configuration, else here)")
      ->type_name("DIR");
  app.add_flag("--isolated", isolated_, "read no configuration file");
  app.add_option("--exclude", exclude_, "pass over files and folders that match (patterns of .gitignore)")
      ->delimiter(',')
      ->type_name("PATTERN")
      ->expected(1)
      ->allow_extra_args(false)
      ->take_all();
  app.add_flag("--force-exclude", force_exclude_, "exclude also what is named on the command line");
  app.add_flag("--no-respect-gitignore", no_gitignore_, "look at what .gitignore names");
}

Result<engine::RulePolicy> AnalysisOptions::make_policy(const config::Settings& settings, const std::string& path) const {
  Result<config::FileRules> rules = config::rules_for(settings, choice_, path);
  if (!rules) return Error{rules.error()};
  engine::RulePolicy out;
  out.selected = rules->selected;
  out.require_reason = rules->require_reason;
  for (const auto& [code, level] : rules->severity)
    out.severity[code] = level == "error"     ? report::Severity::Error
                         : level == "warning" ? report::Severity::Warning
                                              : report::Severity::Info;
  return out;
}

const engine::RulePolicy& AnalysisOptions::policy_of(const std::string& path) {
  const auto [at, fresh] = policies_.try_emplace(path);
  if (fresh) {
    const auto settings = path.empty() ? Result(settings_) : finder_->of(fs::path(path).parent_path().string());
    Result<engine::RulePolicy> made = make_policy(settings ? **settings : *settings_, path);
    // A folder's file that is at fault was said to be so; its files go by the project's.
    if (!settings) complain(settings.error());
    else if (!made) complain(made.error());
    if (made) at->second = *made;
  }
  return at->second;
}

Result<engine::CheckOptions> AnalysisOptions::resolve() {
  std::string file;
  std::vector<std::string> overrides;
  const auto list = [](const std::vector<std::string>& items) { return nlohmann::json(items).dump(); };
  for (const std::string& text : configs_) {
    std::error_code failed;
    if (fs::is_regular_file(text, failed)) file = fs::absolute(text, failed).lexically_normal().string();
    else if (text.find('=') != std::string::npos) overrides.push_back(text);
    else return Error{"--config " + text + ": there is no such file, and it is no KEY=VALUE"};
  }
  if (!exclude_.empty()) overrides.push_back("exclude = " + list(exclude_));
  if (force_exclude_) overrides.emplace_back("force-exclude = true");
  if (no_gitignore_) overrides.emplace_back("respect-gitignore = false");
  finder_ = std::make_unique<config::SettingsFinder>(file, isolated_, overrides);
  exclusion_ = std::make_unique<config::Exclusion>(*finder_);
  const auto settings = finder_->of(common_folder(paths));
  if (!settings) return Error{settings.error()};
  settings_ = *settings;
  if (const auto checked = make_policy(*settings_, ""); !checked) return Error{checked.error()};

  engine::CheckOptions out = options_;
  out.paths = paths;
  if (out.mode.empty()) out.mode = settings_->text("mode");
  if (out.python.empty()) out.python = settings_->path("python");
  if (out.torch_version.empty()) out.torch_version = settings_->text("torch-version");
  out.possible = out.possible || settings_->flag("possible");
  for (const nlohmann::json& entry : settings_->value("entries")) out.configured.push_back(request_of(entry));
  for (const engine::EntryRequest& entry : out.configured)
    if (const size_t colon = entry.target.find(':'); colon == std::string::npos || colon == 0 || colon + 1 == entry.target.size())
      return Error{settings_->file() + ": `entries.target`: write it as MODULE:QUALNAME, for instance train:Net.forward"};
  if (!no_cache_ && settings_->flag("cache")) {
    std::error_code failed;
    out.cache_folder = fs::absolute(cache_dir_.empty() ? settings_->path("cache-dir") : cache_dir_, failed).lexically_normal().string();
  }
  out.policy = [this](const std::string& path) -> const engine::RulePolicy& { return policy_of(path); };
  out.excluded = [this](const std::string& path, bool folder, bool given) {
    if (!given) return exclusion_->excludes(path, folder);
    const auto own = finder_->of(fs::path(path).parent_path().string());
    return own && (*own)->flag("force-exclude") && exclusion_->excludes_given(path);
  };
  return out;
}

}  // namespace graphlift::cli
