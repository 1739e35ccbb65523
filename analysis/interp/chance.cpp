#include "analysis/interp/chance.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "analysis/interp/comparison.h"

namespace graphlift::interp {

namespace {

using syntax::CompareOp;

// P(number < BOUND), or P(number <= BOUND) when CLOSED.
double below(const Law& law, double bound, bool closed) {
  if (law.kind == Law::Kind::Uniform) return std::clamp((bound - law.low) / (law.high - law.low), 0.0, 1.0);
  const double last = closed ? std::floor(bound) : std::ceil(bound) - 1;  // the greatest integer that counts
  return std::clamp((last - law.low + 1) / (law.high - law.low + 1), 0.0, 1.0);
}

}  // namespace

LawId Vm::draw(Law::Kind kind, double low, double high) {
  const bool sensible = kind == Law::Kind::Uniform ? low < high : low <= high;
  return sensible ? add_law({kind, low, high, new_symbol()}) : 0;
}

const Law* Vm::law_of(Value v) const {
  LawId law = 0;
  if (const auto* number = cast<SymObj>(v)) law = number->law;
  if (const auto* tensor = cast<TensorObj>(v)) law = tensor->law;
  return law != 0 ? &laws_[law - 1] : nullptr;
}

void Vm::set_law(Value v, LawId law) {
  if (auto* number = cast<SymObj>(v)) {
    number->rng = true;
    number->law = law;
  } else if (auto* tensor = cast<TensorObj>(v)) {
    tensor->rng = true;
    tensor->law = law;
  }
}

bool is_random(Value v) {
  if (const auto* number = cast<SymObj>(v)) return number->rng;
  if (const auto* tensor = cast<TensorObj>(v)) return tensor->rng;
  if (const auto* either = cast<UnionObj>(v)) return std::any_of(either->options.begin(), either->options.end(), is_random);
  return false;
}

LawId law_of_comparison(Vm& vm, CompareOp op, Value left, Value right) {
  if (left.is_number()) {
    std::swap(left, right);
    op = mirrored(op);
  }
  const Law* law = right.is_number() ? vm.law_of(left) : nullptr;
  if (law == nullptr || law->kind == Law::Kind::Event || law->draw == 0) return 0;
  const double bound = right.as_float();
  double yes = 0;
  switch (op) {
    case CompareOp::Lt: yes = below(*law, bound, false); break;
    case CompareOp::LtE: yes = below(*law, bound, true); break;
    case CompareOp::Gt: yes = 1 - below(*law, bound, true); break;
    case CompareOp::GtE: yes = 1 - below(*law, bound, false); break;
    case CompareOp::Eq: yes = below(*law, bound, true) - below(*law, bound, false); break;
    case CompareOp::NotEq: yes = 1 - (below(*law, bound, true) - below(*law, bound, false)); break;
    default: return 0;
  }
  return vm.add_law({Law::Kind::Event, 0, yes, law->draw});
}

LawId law_of_negation(Vm& vm, Value v) {
  const Law* law = vm.law_of(v);
  if (law == nullptr || law->kind != Law::Kind::Event) return 0;
  return vm.add_law({Law::Kind::Event, 0, 1 - law->high, law->draw});
}

}  // namespace graphlift::interp
