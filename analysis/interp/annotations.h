// What a class annotates: kept as code until somebody reads it.
#pragma once

#include "analysis/interp/vm.h"

namespace graphlift::interp {

// Evaluates what the namespace of a class annotates, in place. Call it before interpreted code sees the annotations.
void read_annotations(Vm& vm, DictObj* class_names);

}  // namespace graphlift::interp
