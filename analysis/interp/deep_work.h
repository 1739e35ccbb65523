// Work below several undecided tests. Each such test doubles what is called below it, so that host code that tests what is not known at
// every level never ends. The whole program has a share of its budget for calls below many undecided tests, and each time that they are
// entered a part of what is left of it. A call beyond is not followed.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>

namespace graphlift::interp {

class DeepWork {
 public:
  // A frame has met a test that it could not decide, or all its tests are decided again.
  void forked() { ++frames_; }
  void decided(uint64_t instructions) {
    if (--frames_ >= kDeep || !inside_) return;
    inside_ = false;
    left_ -= std::min(left_, instructions - started_);
  }
  // May a call still be followed here? `budget`: of the whole program.
  [[nodiscard]] bool allows(uint64_t instructions, uint64_t budget) {
    if (frames_ < kDeep) return true;
    if (!known_) left_ = budget / kShare;
    known_ = true;
    if (!std::exchange(inside_, true)) started_ = instructions;
    return instructions - started_ <= std::max(left_ / kPart, kLeast);
  }
  void renew() { known_ = inside_ = false; }

  // A module's body and a region are no work on behalf of the calls around them.
  class Apart {
   public:
    explicit Apart(DeepWork& work, const uint64_t& instructions)
        : work_(work), instructions_(instructions), before_(instructions), frames_(std::exchange(work.frames_, 0)) {
      inside_ = std::exchange(work.inside_, false);
      started_ = work.started_;
    }
    ~Apart() {
      work_.frames_ = frames_;
      work_.inside_ = inside_;
      work_.started_ = started_ + (instructions_ - before_);
    }
    Apart(const Apart&) = delete;
    Apart& operator=(const Apart&) = delete;

   private:
    DeepWork& work_;
    const uint64_t& instructions_;
    uint64_t before_, started_ = 0;
    uint32_t frames_;
    bool inside_ = false;
  };

 private:
  static constexpr uint32_t kDeep = 3;                                // frames one in another that wait for an undecided test
  static constexpr uint64_t kShare = 10, kPart = 4, kLeast = 20'000;  // of the budget, of what is left of that, at least
  uint32_t frames_ = 0;
  bool inside_ = false, known_ = false;
  uint64_t started_ = 0, left_ = 0;
};

}  // namespace graphlift::interp
