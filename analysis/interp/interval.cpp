// Arithmetic of intervals: interval.h.
#include "analysis/interp/interval.h"

#include <algorithm>
#include <cmath>

#include "analysis/interp/comparison.h"

namespace graphlift::interp {

using syntax::BinaryOp;
using syntax::CompareOp;

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

Interval make(double low, double high, bool open) {
  if (std::isnan(low)) low = -kInfinity;
  if (std::isnan(high)) high = kInfinity;
  return {low, high, open && high < kInfinity};
}

// 0 * infinity is 0 here: the infinite end stands for numbers however large, not for infinity.
double times(double a, double b) { return a == 0 || b == 0 ? 0 : a * b; }

Interval product(Interval a, Interval b) {
  const double ends[] = {times(a.low, b.low), times(a.low, b.high), times(a.high, b.low), times(a.high, b.high)};
  const bool positive = a.low >= 0 && b.low >= 0;
  return make(*std::min_element(ends, ends + 4), *std::max_element(ends, ends + 4), positive && (a.open || b.open));
}

Interval quotient(Interval a, Interval b) {
  if (!(b.low > 0)) return {};  // through 0 anything may come out
  const double ends[] = {a.low / b.low, a.low / b.high, a.high / b.low, a.high / b.high};
  return make(*std::min_element(ends, ends + 4), *std::max_element(ends, ends + 4), a.open && a.high > 0);
}

Interval remainder(Interval a, Interval b) {
  if (!(b.low > 0)) return {};
  if (a.low >= 0 && a.high < b.low) return a;
  return make(0, a.low >= 0 ? std::min(a.high, b.high) : b.high, !(a.low >= 0 && a.high < b.high));
}

Interval floored(Interval a) {
  const double top = std::floor(a.high);
  return make(std::floor(a.low), a.open && top == a.high ? top - 1 : top, false);
}

}  // namespace

bool Interval::bounded() const { return low > -kInfinity || high < kInfinity; }

Interval interval_of(const Vm& vm, Value v) {
  if (v.is_number()) return make(v.as_float(), v.as_float(), false);
  const auto* number = cast<SymObj>(v);
  if (!number) return {};
  const bool real = number->cls == vm.types.real;
  if (number->cls == vm.types.boolean) return {0, 1, false};
  if (!real && number->cls != vm.types.integer) return {};
  if (const Law* law = vm.law_of(v); law && law->kind != Law::Kind::Event)
    return make(law->low, law->high, law->kind == Law::Kind::Uniform);
  if (number->symbol != 0 && number->when == When::Shape) return {0, kInfinity, false};
  return {};
}

Value within(Vm& vm, Value fresh, Interval where) {
  auto* number = cast<SymObj>(fresh);
  if (!number || number->law != 0 || !where.bounded()) return fresh;
  if (number->cls != vm.types.integer && number->cls != vm.types.real) return fresh;
  if (number->cls == vm.types.integer) where = make(std::ceil(where.low), floored(where).high, false);
  number->law = vm.add_law({where.open ? Law::Kind::Uniform : Law::Kind::Integer, where.low, where.high, 0});
  return fresh;
}

Interval interval_of_binary(BinaryOp op, Interval a, Interval b) {
  if (!a.bounded() && !b.bounded()) return {};
  switch (op) {
    case BinaryOp::Add: return make(a.low + b.low, a.high + b.high, a.open || b.open);
    case BinaryOp::Sub: return make(a.low - b.high, a.high - b.low, a.open);
    case BinaryOp::Mul: return product(a, b);
    case BinaryOp::Div: return quotient(a, b);
    case BinaryOp::FloorDiv: return floored(quotient(a, b));
    case BinaryOp::Mod: return remainder(a, b);
    default: return {};
  }
}

Interval negated(Interval a) { return make(-a.high, -a.low, false); }

Interval magnitude(Interval a) {
  if (a.low >= 0) return a;
  if (a.high <= 0) return negated(a);
  return make(0, std::max(-a.low, a.high), false);
}

Interval truncated(Interval a) {
  if (a.low >= 0) return floored(a);
  const Interval below = floored(a);
  return make(std::ceil(a.low), a.high >= 0 ? below.high : std::ceil(a.high), false);
}

Interval rounded(Interval a) { return make(std::nearbyint(a.low), std::nearbyint(a.high), false); }

Interval larger(Interval a, Interval b) {
  const Interval& top = a.high > b.high || (a.high == b.high && !a.open) ? a : b;
  return make(std::max(a.low, b.low), top.high, top.open);
}

Interval smaller(Interval a, Interval b) {
  const Interval& top = a.high < b.high || (a.high == b.high && a.open) ? a : b;
  return make(std::min(a.low, b.low), top.high, top.open);
}

Interval hull(Interval a, Interval b) {
  const Interval& top = a.high > b.high || (a.high == b.high && !a.open) ? a : b;
  return make(std::min(a.low, b.low), top.high, top.open);
}

Tri compare_intervals(CompareOp op, Interval a, Interval b) {
  const bool below = a.high < b.low || (a.high == b.low && a.open);
  const bool above = b.high < a.low || (b.high == a.low && b.open);
  const bool point = a.low == a.high && b.low == b.high && a.low == b.low && std::isfinite(a.low);
  const auto decided = [](bool yes, bool no) { return yes ? Tri::Yes : no ? Tri::No : Tri::Maybe; };
  switch (op) {
    case CompareOp::Lt: return decided(below, b.high <= a.low);
    case CompareOp::LtE: return decided(a.high <= b.low, above);
    case CompareOp::Gt: return decided(above, a.high <= b.low);
    case CompareOp::GtE: return decided(b.high <= a.low, below);
    case CompareOp::Eq: return decided(point, below || above);
    case CompareOp::NotEq: return decided(below || above, point);
    default: return Tri::Maybe;
  }
}

}  // namespace graphlift::interp
