#include "analysis/refactor/write_files.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>

#include "analysis/project/source_file.h"

namespace graphlift::refactor {
namespace fs = std::filesystem;
namespace {

// Signals wait until the files are in place, so that no temporary file is left behind.
class Uninterrupted {
 public:
  Uninterrupted() {
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before_);
  }
  ~Uninterrupted() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  Uninterrupted(const Uninterrupted&) = delete;
  Uninterrupted& operator=(const Uninterrupted&) = delete;

 private:
  sigset_t before_{};
};

std::string problem(const std::string& path, const char* what) { return path + ": " + what + ": " + std::strerror(errno); }

bool write_all(int file, const std::string& text) {
  for (size_t done = 0; done < text.size();) {
    const ssize_t n = ::write(file, text.data() + done, text.size() - done);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    done += size_t(n);
  }
  return true;
}

// A new file beside TARGET with its rights; the name, or what went wrong.
std::optional<std::string> write_beside(const std::string& target, const std::string& text, std::string& name) {
  struct stat like{};
  if (::stat(target.c_str(), &like) != 0) return problem(target, "cannot be read");
  if (::access(target.c_str(), W_OK) != 0) return problem(target, "cannot be written");
  name = (fs::path(target).parent_path() / ("." + fs::path(target).filename().string() + ".graphlift-XXXXXX")).string();
  const int file = ::mkstemp(name.data());
  if (file < 0) {
    const std::string said = problem(target, "no file can be made beside it");
    name.clear();
    return said;
  }
  const bool written = write_all(file, text) && ::fchmod(file, like.st_mode & 07777) == 0 && ::fsync(file) == 0;
  const std::string said = written ? std::string() : problem(target, "cannot be written");
  // Another owner's file keeps its owner where the user may give it.
  if (like.st_uid != ::geteuid() || like.st_gid != ::getegid()) (void)!::fchown(file, like.st_uid, like.st_gid);
  ::close(file);
  return written ? std::nullopt : std::optional(said);
}

void flush_directory(const std::string& path) {
  const int directory = ::open(fs::path(path).parent_path().c_str(), O_RDONLY | O_DIRECTORY);
  if (directory < 0) return;
  (void)::fsync(directory);
  ::close(directory);
}

}  // namespace

std::optional<std::string> write_files(const std::vector<FileChange>& changes) {
  struct Pending {
    std::string target, temporary;
  };
  std::vector<Pending> pending;
  std::optional<std::string> failed;
  const Uninterrupted guard;
  const auto unchanged = [&](const FileChange& change, const std::string& target) {
    Result<std::string> now = project::read_bytes(target);
    if (now && *now == change.before) return true;
    failed = change.path + ": changed since it was read; nothing was written, run the command again";
    return false;
  };
  for (const FileChange& change : changes) {
    std::error_code unresolved;
    const fs::path target = fs::canonical(change.path, unresolved);  // a link stays a link
    Pending& one = pending.emplace_back(Pending{unresolved ? change.path : target.string(), {}});
    if (!unchanged(change, one.target)) break;
    failed = write_beside(one.target, change.after, one.temporary);
    if (failed) break;
  }
  for (size_t i = 0; !failed && i < changes.size(); ++i) (void)unchanged(changes[i], pending[i].target);
  size_t moved = 0;
  for (; !failed && moved < pending.size(); ++moved) {
    if (::rename(pending[moved].temporary.c_str(), pending[moved].target.c_str()) == 0) {
      pending[moved].temporary.clear();
      flush_directory(pending[moved].target);
      continue;
    }
    failed = problem(pending[moved].target, "cannot be replaced");
    // The files before it go back: all files of a fix belong together.
    for (size_t i = 0; i < moved; ++i) {
      std::string temporary;
      if (!write_beside(pending[i].target, changes[i].before, temporary)) (void)::rename(temporary.c_str(), pending[i].target.c_str());
    }
    break;
  }
  for (const Pending& one : pending)
    if (!one.temporary.empty()) (void)::unlink(one.temporary.c_str());
  return failed;
}

}  // namespace graphlift::refactor
