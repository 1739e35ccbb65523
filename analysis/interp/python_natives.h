// Natives that stand for functions which CPython has as Python code: found in the source of the module that their name leads to.
#pragma once

#include "analysis/interp/vm.h"

namespace graphlift::interp {

// The code of the function that a native stands for, as an object; Null for what is compiled in CPython too.
[[nodiscard]] Value python_code_of(Vm& vm, const NativeObj& native);

// The class that Python shows: type_of, but a native that stands for Python code is a function.
[[nodiscard]] ClassObj* shown_type(Vm& vm, Value v);

}  // namespace graphlift::interp
