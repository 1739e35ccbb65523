// How far a long analysis is, on a terminal.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <mutex>

namespace graphlift::cli {

class Progress {
 public:
  // Null when standard error is no terminal.
  [[nodiscard]] std::function<void(size_t, size_t)> callback();
  void finish();  // wipes the line

 private:
  void show(size_t done, size_t all);
  std::mutex mutex_;
  std::chrono::steady_clock::time_point started_ = std::chrono::steady_clock::now(), shown_{};
  bool on_screen_ = false;
};

}  // namespace graphlift::cli
