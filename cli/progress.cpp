#include "cli/progress.h"

#include <unistd.h>

#include <cstdio>

namespace graphlift::cli {

std::function<void(size_t, size_t)> Progress::callback() {
  if (isatty(STDERR_FILENO) == 0) return nullptr;
  return [this](size_t done, size_t all) { show(done, all); };
}

// Nothing in the first second, then ten times a second at most.
void Progress::show(size_t done, size_t all) {
  using namespace std::chrono_literals;
  const std::lock_guard<std::mutex> lock(mutex_);
  const auto now = std::chrono::steady_clock::now();
  if (now - started_ < 1s || now - shown_ < 100ms) return;
  shown_ = now;
  on_screen_ = true;
  std::fprintf(stderr, "\r\x1b[Kgraphlift: %zu of %zu programs", done, all);
  std::fflush(stderr);
}

void Progress::finish() {
  if (on_screen_) std::fputs("\r\x1b[K", stderr);
}

}  // namespace graphlift::cli
