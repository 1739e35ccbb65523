// Python number literals -> constants.
#pragma once

#include <string_view>

#include "analysis/lower/code.h"

namespace graphlift::lower {

// `text` as written: prefixes, underscores; an int64_t, or a BigIntConst with decimal or prefixed digits when it does not fit.
[[nodiscard]] Const int_literal(std::string_view text);
[[nodiscard]] Const float_literal(std::string_view text);
[[nodiscard]] Const imag_literal(std::string_view text);

// The negative of a number constant; false when it is not a number.
bool negate(Const& constant);

}  // namespace graphlift::lower
