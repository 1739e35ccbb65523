// `graphlift verify PROGRAM.py`: hands over to the Python runtime, in the interpreter that the program runs in.
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "analysis/project/environment.h"
#include "cli/commands.h"

namespace graphlift::cli {
namespace {

namespace fs = std::filesystem;

struct Options {
  std::string program, python;
};

fs::path own_binary() {
  std::error_code failed;
  return fs::read_symlink("/proc/self/exe", failed);
}

bool is_runtime(const fs::path& folder) {
  std::error_code failed;
  return fs::is_regular_file(folder / "graphlift" / "verify" / "__main__.py", failed);
}

// The folder that holds the package `graphlift`: $GRAPHLIFT_RUNTIME, the source tree that a build folder stands in, or the
// site-packages of the environment that the command is installed in.
fs::path find_runtime() {
  if (const char* given = std::getenv("GRAPHLIFT_RUNTIME"); given && *given) return is_runtime(given) ? fs::path(given) : fs::path();
  const fs::path binary = own_binary();
  for (fs::path p = binary.parent_path(); !p.empty() && p != p.root_path(); p = p.parent_path())
    if (is_runtime(p / "runtime")) return p / "runtime";
  const fs::path library = binary.parent_path().parent_path() / "lib";
  std::error_code failed;
  for (const auto& entry : fs::directory_iterator(library, failed))
    if (is_runtime(entry.path() / "site-packages")) return entry.path() / "site-packages";
  return {};
}

int run(const Options& options, const std::vector<std::string>& passed_on) {
  std::error_code failed;
  const fs::path program = fs::absolute(options.program, failed);
  if (!fs::is_regular_file(program, failed)) {
    complain("cannot read " + options.program);
    return kExitUsage;
  }
  const auto environment = project::find_environment({options.python, program.parent_path().string()});
  if (!environment) {
    complain(environment.error());
    return kExitUsage;
  }
  if (environment->interpreter.empty()) {
    complain("no Python interpreter was found: name one with --python");
    return kExitUsage;
  }
  const fs::path runtime = find_runtime();
  if (runtime.empty()) {
    complain("the Python part of graphlift (the folder `runtime`) was not found beside the command; $GRAPHLIFT_RUNTIME can name it");
    return kExitUsage;
  }
  std::string path = runtime.string();
  if (const char* inherited = std::getenv("PYTHONPATH"); inherited && *inherited) path += ":" + std::string(inherited);
  setenv("PYTHONPATH", path.c_str(), 1);
  std::vector<std::string> words = {environment->interpreter, "-m",           "graphlift.verify", "--graphlift",
                                    own_binary().string(),    options.program};
  words.insert(words.end(), passed_on.begin(), passed_on.end());
  std::vector<char*> raw;
  raw.reserve(words.size() + 1);
  for (std::string& word : words) raw.push_back(word.data());
  raw.push_back(nullptr);
  std::fflush(nullptr);
  execv(raw[0], raw.data());
  complain("could not start " + environment->interpreter);
  return kExitUsage;
}

}  // namespace

Run add_verify(CLI::App& app) {
  auto options = std::make_shared<Options>();
  app.add_option("program", options->program, "the program to run")->required()->type_name("PROGRAM.py");
  app.add_option("--python", options->python, "interpreter or environment to run it in")->type_name("PATH");
  app.footer(
      "Further options are those of the runtime: --format full|json, -o FILE, --backend, --mode, --calls N, --timeout S, --samples N,\n"
      "--keep DIR; `python -m graphlift.verify --help` describes each. Arguments of the program come last, behind `--`.");
  app.allow_extras();
  return [options, &app] { return run(*options, app.remaining()); };
}

}  // namespace graphlift::cli
