// Objects whose attributes are not all known: a constructor that could not be followed, a name that is not known. What such an object
// lacks is unknown, not missing.
#pragma once

#include "analysis/interp/vm.h"

namespace graphlift::interp {

// From here on further attributes may exist; `any` joins what they may be.
void open_attributes(Vm& vm, Value object, Value any);
// What an attribute is that is not listed; Null where there is none.
[[nodiscard]] Value unlisted_attribute(Vm& vm, Value object);

}  // namespace graphlift::interp
