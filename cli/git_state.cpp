#include "cli/git_state.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <map>

extern char** environ;

namespace graphlift::cli {
namespace {

// Standard output of git; nothing when it could not be run or failed.
std::optional<std::string> git(const std::vector<std::string>& arguments) {
  int pipe_ends[2];
  if (::pipe2(pipe_ends, O_CLOEXEC) != 0) return std::nullopt;
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, pipe_ends[1], STDOUT_FILENO);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  // A repository's own settings must not make git run its programs.
  std::vector<std::string> words = {"git", "--no-optional-locks", "-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null"};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  pid_t child = 0;
  const int failed = ::posix_spawnp(&child, "git", &actions, nullptr, pointers.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  ::close(pipe_ends[1]);
  std::string out;
  char buffer[4096];
  for (ssize_t n; failed == 0 && (n = ::read(pipe_ends[0], buffer, sizeof buffer)) > 0;) out.append(buffer, size_t(n));
  ::close(pipe_ends[0]);
  int status = 0;
  if (failed != 0 || ::waitpid(child, &status, 0) != child || !WIFEXITED(status) || WEXITSTATUS(status) != 0) return std::nullopt;
  return out;
}

}  // namespace

std::optional<std::string> uncommitted_changes(const std::vector<std::string>& paths) {
  std::map<std::string, std::vector<std::string>> by_directory;
  for (const std::string& path : paths) {
    std::error_code failed;
    const std::filesystem::path real = std::filesystem::canonical(path, failed);
    const std::filesystem::path file = failed ? std::filesystem::path(path) : real;
    by_directory[file.parent_path().string()].push_back(file.string());
  }
  for (const auto& [directory, files] : by_directory) {
    const auto inside = git({"-C", directory, "rev-parse", "--is-inside-work-tree"});
    if (!inside || !inside->starts_with("true")) continue;
    std::vector<std::string> command = {"-C", directory, "status", "--porcelain", "-z", "--untracked-files=all", "--ignored=no", "--"};
    command.insert(command.end(), files.begin(), files.end());
    const auto status = git(command);
    if (status && !status->empty()) {
      const std::string first = status->substr(0, status->find('\0'));
      return first.size() > 3 ? first.substr(3) : first;
    }
  }
  return std::nullopt;
}

}  // namespace graphlift::cli
