// Slices of built-in sequences.
#pragma once

#include "analysis/interp/types_support.h"

namespace graphlift::interp {

Value slice_of(Vm& vm, Value self, const SliceObj* slice);  // str, bytes, tuple, list, range
bool assign_slice(Vm& vm, ListObj* list, const SliceObj* slice, Value value);
bool delete_slice(Vm& vm, ListObj* list, const SliceObj* slice);

}  // namespace graphlift::interp
