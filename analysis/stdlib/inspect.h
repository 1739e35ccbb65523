// inspect.signature and what is built of it.
#pragma once

#include "analysis/stdlib/define.h"

namespace graphlift::stdlib {

// A Signature object for a callable, or Null with ValueError or TypeError.
[[nodiscard]] Value signature_of(Vm& vm, Value callable, bool follow_wrapped = true);
void define_signature(Module& m);  // Parameter, Signature, BoundArguments, signature
// A deferred annotation object, or Null when the function has none of that name.
[[nodiscard]] Value annotation_holder(Vm& vm, FunctionObj* fn, std::string_view parameter);
// Follows __wrapped__ to the innermost function.
[[nodiscard]] Value unwrapped(Vm& vm, Value callable);

}  // namespace graphlift::stdlib
