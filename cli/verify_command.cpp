// `graphlift verify PROGRAM.py`: hands over to the Python runtime, in the interpreter that the program runs in.
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/project/environment.h"
#include "cli/commands.h"

namespace graphlift::cli {
namespace {

namespace fs = std::filesystem;

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

// What the runtime is given: everything but `--python`, which is for this side.
struct Request {
  std::string python;
  std::vector<std::string> passed_on;
  fs::path root = ".";  // where the environment is looked for: the folder of the program
};

Request read(const std::vector<std::string>& words) {
  Request request;
  bool own = true, found = false;
  for (size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    if (own && word == "--python" && i + 1 < words.size()) {
      request.python = words[++i];
    } else if (own && word.starts_with("--python=")) {
      request.python = word.substr(std::string_view("--python=").size());
    } else {
      own = own && word != "--";
      std::error_code failed;
      if (own && !found && word.ends_with(".py") && fs::is_regular_file(word, failed)) {
        request.root = fs::absolute(word, failed).parent_path();
        found = true;
      }
      request.passed_on.push_back(word);
    }
  }
  return request;
}

}  // namespace

int run_verify(const std::vector<std::string>& words) {
  const Request request = read(words);
  const auto environment = project::find_environment({request.python, request.root.string()});
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
  std::vector<std::string> command = {environment->interpreter, (runtime / "graphlift" / "start.py").string(), "graphlift.verify",
                                      "--graphlift", own_binary().string()};
  command.insert(command.end(), request.passed_on.begin(), request.passed_on.end());
  std::vector<char*> raw;
  raw.reserve(command.size() + 1);
  for (std::string& word : command) raw.push_back(word.data());
  raw.push_back(nullptr);
  std::fflush(nullptr);
  execv(raw[0], raw.data());
  complain("could not start " + environment->interpreter);
  return kExitUsage;
}

Run add_verify(CLI::App& app) {
  app.footer("Its options are those of the runtime, which `graphlift verify --help` lists.");
  return [] { return run_verify({"--help"}); };
}

}  // namespace graphlift::cli
