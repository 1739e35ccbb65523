// Probabilities: what is known of values that random numbers decided.
#pragma once

#include "analysis/interp/vm.h"

namespace graphlift::interp {

// Was it drawn from random numbers, also when only one of the alternatives was?
[[nodiscard]] bool is_random(Value v);

// The law of `left OP right` where one side is random and the other a number; 0 when it is not known.
[[nodiscard]] LawId law_of_comparison(Vm& vm, syntax::CompareOp op, Value left, Value right);

// The law of `not v`.
[[nodiscard]] LawId law_of_negation(Vm& vm, Value v);

}  // namespace graphlift::interp
