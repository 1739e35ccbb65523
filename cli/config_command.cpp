// `graphlift config [PATH]`: every setting with the file and line that set it.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "analysis/config/keys.h"
#include "analysis/config/settings.h"
#include "cli/analysis_options.h"
#include "cli/commands.h"

namespace graphlift::cli {
namespace {

struct Options {
  std::string path = ".", format = "full", key;
  std::vector<std::string> configs;
  bool isolated = false, schema = false;
};

bool is_shown(const config::Key& key) {
  return key.kind != config::Kind::Table && std::string_view(key.name).find("entries.") == std::string_view::npos &&
         std::string_view(key.name).find("exceptions.") == std::string_view::npos;
}

std::string place(const config::Origin& origin) {
  if (origin.file.empty()) return "built in";
  return origin.line > 0 ? origin.file + ":" + std::to_string(origin.line) : origin.file;
}

std::string render(const Options& options, const config::Settings& settings) {
  if (options.format == "json") {
    nlohmann::ordered_json out = nlohmann::ordered_json::object();
    for (const config::Key& key : config::keys())
      if (is_shown(key) && (options.key.empty() || options.key == key.name))
        out[key.name] = {{"value", settings.value(key.name)}, {"set_by", place(settings.origin(key.name))}};
    return out.dump(1) + "\n";
  }
  std::string out;
  size_t width = 0;
  for (const config::Key& key : config::keys()) width = std::max(width, std::string_view(key.name).size());
  for (const config::Key& key : config::keys()) {
    if (!is_shown(key) || (!options.key.empty() && options.key != key.name)) continue;
    const nlohmann::json& value = settings.value(key.name);
    std::string name = key.name;
    if (options.key.empty()) name.resize(width, ' ');
    out += name + " = " + (value.is_null() ? "(not set)" : value.dump()) + "  # " + place(settings.origin(key.name)) + "\n";
    if (!options.key.empty()) out += std::string(key.help) + "\n";
  }
  return out;
}

}  // namespace

Run add_config(CLI::App& app) {
  auto options = std::make_shared<Options>();
  app.add_option("path", options->path, "the folder or file whose settings are shown (default: here)")->type_name("PATH");
  app.add_option("--key", options->key, "this setting only, with what it means")->type_name("NAME");
  app.add_option("--config", options->configs, "as for `check`")
      ->type_name("FILE|KEY=VALUE")
      ->expected(1)
      ->allow_extra_args(false)
      ->take_all();
  app.add_flag("--isolated", options->isolated, "read no configuration file");
  app.add_flag("--schema", options->schema, "print the JSON schema of configuration files");
  app.add_option("--format", options->format, "full or json")->check(CLI::IsMember({"full", "json"}))->type_name("FORMAT");
  return [options] {
    if (options->schema) return print(config::json_schema()) ? kExitClean : kExitUsage;
    if (!options->key.empty() && !config::find_key(options->key)) {
      std::vector<std::string> names;
      for (const config::Key& key : config::keys()) names.emplace_back(key.name);
      const std::string guess = config::nearest(options->key, names);
      complain("`" + options->key + "` is no setting" + (guess.empty() ? "" : "; did you mean `" + guess + "`?"));
      return kExitUsage;
    }
    std::string file;
    std::vector<std::string> overrides;
    std::error_code failed;
    for (const std::string& text : options->configs) {
      if (std::filesystem::is_regular_file(text, failed)) file = std::filesystem::absolute(text, failed).string();
      else overrides.push_back(text);
    }
    config::SettingsFinder finder(file, options->isolated, overrides);
    const auto settings = finder.of(common_folder({options->path}));
    if (!settings) {
      complain(settings.error());
      return kExitUsage;
    }
    return print(render(*options, **settings)) ? kExitClean : kExitUsage;
  };
}

}  // namespace graphlift::cli
