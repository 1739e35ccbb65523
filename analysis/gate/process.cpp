#include "analysis/gate/process.h"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

extern char** environ;

namespace graphlift::gate {
namespace {

// An anonymous file with the input: the program may read and print in any order.
int input_file(const std::string& text) {
  const int file = memfd_create("graphlift-input", MFD_CLOEXEC);
  if (file < 0) return -1;
  for (size_t done = 0; done < text.size();) {
    const ssize_t written = write(file, text.data() + done, text.size() - done);
    if (written <= 0) {
      close(file);
      return -1;
    }
    done += static_cast<size_t>(written);
  }
  lseek(file, 0, SEEK_SET);
  return file;
}

bool is_set_in(const std::vector<std::string>& environment, const char* entry) {
  const char* equals = std::strchr(entry, '=');
  const std::string name(entry, equals ? static_cast<size_t>(equals - entry) + 1 : std::strlen(entry));
  for (const std::string& one : environment)
    if (one.starts_with(name)) return true;
  return false;
}

void drain(int out, int err, Output& output) {
  pollfd open[2] = {{out, POLLIN, 0}, {err, POLLIN, 0}};
  char buffer[1 << 16];
  while (open[0].fd >= 0 || open[1].fd >= 0) {
    if (poll(open, 2, -1) < 0 && errno != EINTR) return;
    for (int i = 0; i < 2; ++i) {
      if (open[i].fd < 0 || open[i].revents == 0) continue;
      const ssize_t got = read(open[i].fd, buffer, sizeof buffer);
      if (got > 0) (i == 0 ? output.out : output.err).append(buffer, static_cast<size_t>(got));
      else if (got == 0 || errno != EINTR) open[i].fd = -1;
    }
  }
}

}  // namespace

Result<Output> run_process(const std::vector<std::string>& command, const std::vector<std::string>& environment, const std::string& input) {
  int out[2], err[2];
  if (pipe2(out, O_CLOEXEC) != 0) return Error{std::string("no pipe: ") + std::strerror(errno)};
  if (pipe2(err, O_CLOEXEC) != 0) {
    close(out[0]);
    close(out[1]);
    return Error{std::string("no pipe: ") + std::strerror(errno)};
  }
  const int in = input_file(input);
  std::vector<char*> arguments, variables;
  for (const std::string& word : command) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  for (char** entry = environ; *entry; ++entry)
    if (!is_set_in(environment, *entry)) variables.push_back(*entry);
  for (const std::string& word : environment) variables.push_back(const_cast<char*>(word.c_str()));
  variables.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, in, 0);
  posix_spawn_file_actions_adddup2(&actions, out[1], 1);
  posix_spawn_file_actions_adddup2(&actions, err[1], 2);
  pid_t child = 0;
  const int failed = in < 0 ? errno : posix_spawnp(&child, arguments[0], &actions, nullptr, arguments.data(), variables.data());
  posix_spawn_file_actions_destroy(&actions);
  close(out[1]);
  close(err[1]);
  if (in >= 0) close(in);
  Output output;
  if (failed == 0) {
    drain(out[0], err[0], output);
    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {}
    output.code = WIFEXITED(status) ? WEXITSTATUS(status) : 128;
  }
  close(out[0]);
  close(err[0]);
  if (failed != 0) return Error{command[0] + " could not be started: " + std::strerror(failed)};
  return output;
}

}  // namespace graphlift::gate
