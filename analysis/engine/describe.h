// One line of text for an abstract value, for `dump --stage=values`.
#pragma once

#include <string>

#include "analysis/interp/vm.h"

namespace graphlift::engine {

[[nodiscard]] std::string describe(interp::Vm& vm, interp::Value value);

}  // namespace graphlift::engine
