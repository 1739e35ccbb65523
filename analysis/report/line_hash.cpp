#include "analysis/report/line_hash.h"

#include <array>
#include <charconv>
#include <cstdint>
#include <unordered_map>

namespace graphlift::report {
namespace {

constexpr size_t kWindow = 100;
constexpr uint64_t kBase = 37;
constexpr uint16_t kEndOfFile = 0xFFFF;

constexpr uint64_t highest_power() {
  uint64_t power = 1;
  for (size_t i = 0; i < kWindow; ++i) power *= kBase;
  return power;
}

// A polynomial hash of the last characters; a line's hash is taken when its first character is about to leave the window.
class Roller {
 public:
  void take(uint16_t unit) {
    if (unit == ' ' || unit == '\t' || (after_return_ && unit == '\n')) {
      after_return_ = false;
      return;
    }
    after_return_ = unit == '\r';
    if (after_return_) unit = '\n';
    if (line_starts_[at_]) close_line();
    line_starts_[at_] = at_line_start_;
    at_line_start_ = unit == '\n';
    push(unit);
  }

  std::vector<std::string> finish() {
    take(kEndOfFile);
    for (size_t i = 0; i < kWindow; ++i) {
      if (line_starts_[at_]) close_line();
      push(0);
    }
    return std::move(out_);
  }

 private:
  void push(uint16_t unit) {
    constexpr uint64_t kHighest = highest_power();
    hash_ = kBase * hash_ + unit - kHighest * window_[at_];
    window_[at_] = unit;
    at_ = (at_ + 1) % kWindow;
  }

  // Lines leave the window in their order.
  void close_line() {
    char digits[16];
    const auto end = std::to_chars(digits, digits + sizeof digits, hash_, 16);
    out_.emplace_back(digits, end.ptr);
    out_.back() += ":" + std::to_string(++seen_[hash_]);
    line_starts_[at_] = false;
  }

  std::array<uint16_t, kWindow> window_{};
  std::array<bool, kWindow> line_starts_{};
  size_t at_ = 0;
  uint64_t hash_ = 0;
  bool at_line_start_ = true, after_return_ = false;
  std::unordered_map<uint64_t, unsigned> seen_;
  std::vector<std::string> out_;
};

}  // namespace

std::vector<std::string> line_hashes(std::string_view text) {
  Roller roller;
  for (size_t i = 0; i < text.size();) {
    const auto lead = static_cast<unsigned char>(text[i]);
    const size_t length = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
    uint32_t point = length == 1 ? lead : lead & (0xFFu >> (length + 1));
    for (size_t k = 1; k < length && i + k < text.size(); ++k) point = (point << 6u) | (static_cast<unsigned char>(text[i + k]) & 0x3Fu);
    i += length;
    if (point < 0x10000) {
      roller.take(static_cast<uint16_t>(point));
    } else {
      roller.take(static_cast<uint16_t>(0xD800u + ((point - 0x10000) >> 10u)));
      roller.take(static_cast<uint16_t>(0xDC00u + ((point - 0x10000) & 0x3FFu)));
    }
  }
  return roller.finish();
}

}  // namespace graphlift::report
