// Helpers of the str methods.
#pragma once

#include "analysis/interp/types_support.h"

namespace graphlift::interp {

// The text of a str (or a subclass); TypeError "<what>, not <type>" otherwise.
bool want_text(Vm& vm, Value v, std::string_view& out, const char* what);
Value self_text(Vm& vm, Args& args, std::string_view& out);  // Null when `self` is no str
bool known_text(Vm& vm, const Args& args);                   // every argument is concrete
Value unknown_texts(Vm& vm, const Args& args);               // a list of unknown length of unknown strings

}  // namespace graphlift::interp
