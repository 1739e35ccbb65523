// What importlib's model asks of the table of modules.
#pragma once

#include <string_view>

#include "analysis/stdlib/typing.h"

namespace graphlift::stdlib {

// A module of the standard library that exists as a native model.
[[nodiscard]] bool is_modelled_module(std::string_view dotted);

}  // namespace graphlift::stdlib
