// Typed 32-bit ids, so that an index into one table cannot be used in another.
#pragma once

#include <compare>
#include <cstdint>
#include <functional>

namespace graphlift {

template <typename Tag>
struct Id {
  static constexpr uint32_t kNone = 0xffffffffu;
  uint32_t index = kNone;

  constexpr Id() = default;
  constexpr explicit Id(uint32_t i) : index(i) {}
  [[nodiscard]] constexpr bool valid() const { return index != kNone; }
  constexpr auto operator<=>(const Id&) const = default;
};

}  // namespace graphlift

template <typename Tag>
struct std::hash<graphlift::Id<Tag>> {
  size_t operator()(graphlift::Id<Tag> id) const noexcept { return id.index; }
};
