// Variables of a loop over a tensor that AutoGraph cannot give a value before the loop.
#pragma once

#include <string>
#include <vector>

#include "analysis/interp/frame.h"

namespace graphlift::tensorflow {

struct LoopVariable {
  std::string name;
  Span store;  // where the loop sets it, or where it is read
};

// FRAME is about to enter a loop over a tensor: locals without a value, set in the body under a test only, and read behind the loop.
[[nodiscard]] std::vector<LoopVariable> undefined_loop_variables(const interp::Frame& frame);

}  // namespace graphlift::tensorflow
