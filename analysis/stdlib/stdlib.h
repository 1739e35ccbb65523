// The standard library on the abstract machine: native models of modules, registered by name and run on first import.
// Modules without a model are interpreted from the interpreter's own library directory, as any package is.
#pragma once

#include "analysis/interp/vm.h"

namespace graphlift::stdlib {

void register_stdlib(interp::Vm& vm);

}  // namespace graphlift::stdlib
