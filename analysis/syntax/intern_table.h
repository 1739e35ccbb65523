// Interns strings into an Ast's text: equal strings share one place.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

namespace graphlift::syntax {

class InternTable {
 public:
  explicit InternTable(std::string& text) : text_(text), slots_(256) {}

  // The place in the text where `value` begins.
  uint32_t intern(std::string_view value) {
    if ((count_ + 1) * 2 > slots_.size()) grow();
    const uint32_t hash = hash_of(value);
    size_t at = hash & (slots_.size() - 1);
    while (slots_[at].used) {
      const Slot& slot = slots_[at];
      if (slot.hash == hash && text_.compare(slot.begin, slot.size, value) == 0) return slot.begin;
      at = (at + 1) & (slots_.size() - 1);
    }
    const auto begin = static_cast<uint32_t>(text_.size());
    slots_[at] = {hash, begin, static_cast<uint32_t>(value.size()), true};
    text_.append(value);
    ++count_;
    return begin;
  }

 private:
  struct Slot {
    uint32_t hash = 0, begin = 0, size = 0;
    bool used = false;
  };

  static uint32_t hash_of(std::string_view value) {
    uint64_t hash = value.size() * 0x9e3779b97f4a7c15ull;
    const char* at = value.data();
    size_t left = value.size();
    for (; left >= 8; left -= 8, at += 8) {
      uint64_t word;
      std::memcpy(&word, at, 8);
      hash = (hash ^ word) * 0xff51afd7ed558ccdull;
      hash ^= hash >> 32;
    }
    uint64_t word = 0;
    if (left > 0) std::memcpy(&word, at, left);
    hash = (hash ^ word) * 0xff51afd7ed558ccdull;
    return static_cast<uint32_t>(hash ^ (hash >> 32));
  }

  void grow() {
    std::vector<Slot> old(slots_.size() * 2);
    old.swap(slots_);
    for (const Slot& slot : old) {
      if (!slot.used) continue;
      size_t at = slot.hash & (slots_.size() - 1);
      while (slots_[at].used) at = (at + 1) & (slots_.size() - 1);
      slots_[at] = slot;
    }
  }

  std::string& text_;
  std::vector<Slot> slots_;
  size_t count_ = 0;
};

}  // namespace graphlift::syntax
