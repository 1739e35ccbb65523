// Between what a number lies whose value is not known: sizes are never negative, `max(n, 2)` is at least 2, `random.random()` less
// than 1. The bounds are a Law whose `draw` is 0: one of kind Uniform leaves out its upper end, one of kind Integer has both.
#pragma once

#include <limits>

#include "analysis/interp/vm.h"

namespace graphlift::interp {

struct Interval {
  double low = -std::numeric_limits<double>::infinity();
  double high = std::numeric_limits<double>::infinity();
  bool open = false;  // `high` itself is not reached
  [[nodiscard]] bool bounded() const;
};

[[nodiscard]] Interval interval_of(const Vm& vm, Value v);
// Says of a number that was just made and belongs to nobody else yet where it lies; answers it.
Value within(Vm& vm, Value fresh, Interval where);

[[nodiscard]] Interval interval_of_binary(syntax::BinaryOp op, Interval a, Interval b);
[[nodiscard]] Interval negated(Interval a);
[[nodiscard]] Interval magnitude(Interval a);           // of abs()
[[nodiscard]] Interval truncated(Interval a);           // of int()
[[nodiscard]] Interval rounded(Interval a);             // of round() to an integer
[[nodiscard]] Interval larger(Interval a, Interval b);  // of max()
[[nodiscard]] Interval smaller(Interval a, Interval b);
[[nodiscard]] Interval hull(Interval a, Interval b);  // one or the other

// What a comparison of two numbers gives wherever in their intervals they lie.
[[nodiscard]] Tri compare_intervals(syntax::CompareOp op, Interval a, Interval b);

}  // namespace graphlift::interp
