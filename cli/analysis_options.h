// What `check`, `baseline` and `gate` have in common: what to analyse, by the command line and the configuration.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "analysis/base/result.h"
#include "analysis/config/exclusion.h"
#include "analysis/config/rule_names.h"
#include "analysis/config/settings.h"
#include "analysis/engine/check.h"

namespace CLI {
class App;
}

namespace graphlift::cli {

class AnalysisOptions {
 public:
  void add_to(CLI::App& app, bool paths_required = true);

  // The options of an analysis; an error is a mistake of the call or in a configuration file. They refer to this object.
  [[nodiscard]] Result<engine::CheckOptions> resolve();
  // The settings of the project: of the folder that holds all given paths. After resolve().
  [[nodiscard]] const config::Settings& settings() const { return *settings_; }

  std::vector<std::string> paths;

 private:
  const engine::RulePolicy& policy_of(const std::string& path);
  [[nodiscard]] Result<engine::RulePolicy> make_policy(const config::Settings& settings, const std::string& path) const;

  engine::CheckOptions options_;
  config::RuleChoice choice_;
  std::vector<std::string> configs_, exclude_;
  bool isolated_ = false, force_exclude_ = false, no_gitignore_ = false, no_cache_ = false;
  std::string cache_dir_;
  std::unique_ptr<config::SettingsFinder> finder_;
  std::unique_ptr<config::Exclusion> exclusion_;
  std::shared_ptr<const config::Settings> settings_;
  std::map<std::string, engine::RulePolicy> policies_;
};

// The folder that holds all of the paths: absolute.
[[nodiscard]] std::string common_folder(const std::vector<std::string>& paths);

}  // namespace graphlift::cli
