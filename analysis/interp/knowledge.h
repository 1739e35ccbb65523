// When is a value known: the total order that predicts graph breaks, retraces and recompiles.
#pragma once

#include <algorithm>
#include <cstdint>

namespace graphlift::interp {

enum class When : uint8_t {
  Const,        // literal or folded
  Config,       // a configuration field or constructor argument that is not rewritten
  ModuleState,  // Python state of a module, written outside construction
  PyInput,      // a Python argument of the region, or a number that came back from a graph break
  Shape,        // from a tensor's shape
  Data,         // from a tensor's contents
  Unknown,
};

[[nodiscard]] inline When join(When a, When b) { return std::max(a, b); }

// How a number drawn at random is distributed, or how likely a truth value made of it is.
struct Law {
  enum class Kind : uint8_t { Uniform, Integer, Event } kind = Kind::Event;
  double low = 0, high = 0;  // Uniform: [low, high); Integer: low and high included; Event: true with probability `high`
  uint32_t draw = 0;         // equal: made of the same random number
};
using LawId = uint32_t;  // 0: not known

// Where a value came from: a chain of program points, newest first, for the path that a finding shows.
struct OriginId {
  uint32_t index = 0;  // 0: none
  [[nodiscard]] bool valid() const { return index != 0; }
  bool operator==(const OriginId&) const = default;
};

}  // namespace graphlift::interp
