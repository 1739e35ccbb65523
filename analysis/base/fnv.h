// FNV-1a: a short hash that is the same in every run and on every machine, for names and keys, not for content that must not collide.
#pragma once

#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>

namespace graphlift {

class Fnv {
 public:
  void add(uint64_t value) { state_ = (state_ ^ value) * 0x100000001b3ull; }
  void add_bytes(std::string_view text) {
    for (const char c : text) add(static_cast<unsigned char>(c));
  }
  // Bytes and an end, so that ("a", "bc") differs from ("ab", "c").
  void add_part(std::string_view text) {
    add_bytes(text);
    add(0);
  }
  [[nodiscard]] uint64_t value() const { return state_; }

 private:
  uint64_t state_ = 0xcbf29ce484222325ull;
};

// Sixteen hexadecimal digits.
[[nodiscard]] inline std::string hex_digits(uint64_t value) {
  char buffer[17];
  std::snprintf(buffer, sizeof buffer, "%016llx", static_cast<unsigned long long>(value));
  return buffer;
}

}  // namespace graphlift
