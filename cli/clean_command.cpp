// `graphlift clean [PATH]`: removes what the cache holds.
#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>
#include <string>

#include "analysis/config/settings.h"
#include "cli/analysis_options.h"
#include "cli/commands.h"

namespace graphlift::cli {
namespace fs = std::filesystem;

Run add_clean(CLI::App& app) {
  struct Options {
    std::string path = ".", folder;
  };
  auto options = std::make_shared<Options>();
  app.add_option("path", options->path, "a folder of the project (default: here)")->type_name("PATH");
  app.add_option("--cache-dir", options->folder, "where results are kept")->type_name("DIR");
  return [options] {
    std::string folder = options->folder;
    if (folder.empty()) {
      config::SettingsFinder finder("", false, {});
      const auto settings = finder.of(common_folder({options->path}));
      if (!settings) {
        complain(settings.error());
        return kExitUsage;
      }
      folder = (*settings)->path("cache-dir");
    }
    std::error_code failed;
    if (!fs::exists(folder, failed)) return kExitClean;
    // Nothing that is not a cache.
    if (!fs::exists(fs::path(folder) / "CACHEDIR.TAG", failed)) {
      complain(folder + " is no cache of graphlift");
      return kExitUsage;
    }
    fs::remove_all(folder, failed);
    if (failed) {
      complain(folder + ": " + failed.message());
      return kExitUsage;
    }
    return kExitClean;
  };
}

}  // namespace graphlift::cli
