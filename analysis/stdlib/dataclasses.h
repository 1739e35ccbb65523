// dataclasses: the parameters of a generated __init__, which inspect.signature shows.
#pragma once

#include <string>
#include <vector>

#include "analysis/stdlib/define.h"

namespace graphlift::stdlib {

struct InitField {
  const StrObj* name = nullptr;
  Value field;     // the Field object
  Value default_;  // Null when there is none
  Value factory;
  bool init = true, keyword_only = false, init_var = false;
};

struct InitPlan {
  std::string class_name;
  std::vector<InitField> fields;  // in the order of the signature
  bool frozen = false, post_init = false;
};

// The plan behind a generated __init__; null for other functions.
[[nodiscard]] const InitPlan* init_plan_of(Vm& vm, Value function);

}  // namespace graphlift::stdlib
