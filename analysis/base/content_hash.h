// A 128-bit hash of bytes, to tell whether content is the same. Fast, and not meant against forgery.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace graphlift {

struct ContentHash {
  uint64_t high = 0, low = 0;
  bool operator==(const ContentHash&) const = default;
  bool operator<(const ContentHash& other) const { return high != other.high ? high < other.high : low < other.low; }

  [[nodiscard]] std::string text() const {
    constexpr char kDigits[] = "0123456789abcdef";
    std::string out;
    for (const uint64_t part : {high, low})
      for (int shift = 60; shift >= 0; shift -= 4) out += kDigits[(part >> static_cast<unsigned>(shift)) & 15u];
    return out;
  }
};

namespace hash_detail {

inline uint64_t fold(uint64_t a, uint64_t b) {
  __extension__ using Wide = unsigned __int128;
  const Wide product = static_cast<Wide>(a) * b;
  return static_cast<uint64_t>(product) ^ static_cast<uint64_t>(product >> 64u);
}

inline uint64_t word(const char* at) {
  uint64_t out;
  std::memcpy(&out, at, sizeof out);
  return out;
}

}  // namespace hash_detail

[[nodiscard]] inline ContentHash content_hash(std::string_view bytes, ContentHash seed = {}) {
  using namespace hash_detail;
  constexpr uint64_t k0 = 0xa0761d6478bd642full, k1 = 0xe7037ed1a0b428dbull, k2 = 0x8ebc6af09c88c6e3ull, k3 = 0x589965cc75374cc3ull;
  uint64_t a = seed.high ^ k0 ^ bytes.size(), b = seed.low ^ k2 ^ (bytes.size() << 32u);
  const auto step = [&](uint64_t x, uint64_t y) {
    a = fold(x ^ k1, y ^ a) + y;
    b = fold(y ^ k3, x ^ b) + x;
  };
  const char* at = bytes.data();
  size_t left = bytes.size();
  for (; left >= 16; left -= 16, at += 16) step(word(at), word(at + 8));
  char rest[16] = {};
  if (left > 0) std::memcpy(rest, at, left);
  step(word(rest), word(rest + 8));
  a = fold(a ^ k0, b ^ k1) + a;
  b = fold(b ^ k2, a ^ k3) + b;
  return {a, b};
}

// Parts one after another, each with its length, so that they cannot run into each other.
class ContentHasher {
 public:
  void add(std::string_view part) { state_ = content_hash(part, state_); }
  void add(const ContentHash& hash) { add(hash.text()); }
  [[nodiscard]] ContentHash done() const { return state_; }

 private:
  ContentHash state_;
};

}  // namespace graphlift
