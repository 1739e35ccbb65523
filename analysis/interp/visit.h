// Bounds what native code walks through of nested containers: those that share parts have exponentially many paths, and Python
// itself would not come to an end. Beyond the bound an answer is not known.
#pragma once

#include <cstddef>

namespace graphlift::interp {

// One container on the way; `Use` tells independent walks apart. Counted from the outermost one.
template <class Use, size_t kMostSeen = size_t(1) << 18, size_t kDeepest = 200>
class Visit {
 public:
  Visit() {
    if (depth_++ == 0) seen_ = 0;
    ++seen_;
  }
  ~Visit() { --depth_; }
  Visit(const Visit&) = delete;
  Visit& operator=(const Visit&) = delete;
  [[nodiscard]] static bool too_far() { return seen_ > kMostSeen || depth_ > kDeepest; }

 private:
  static thread_local size_t depth_, seen_;
};
template <class Use, size_t kMostSeen, size_t kDeepest>
thread_local size_t Visit<Use, kMostSeen, kDeepest>::depth_ = 0;
template <class Use, size_t kMostSeen, size_t kDeepest>
thread_local size_t Visit<Use, kMostSeen, kDeepest>::seen_ = 0;

}  // namespace graphlift::interp
