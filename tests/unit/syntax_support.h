// Helpers of the syntax tests: a compact rendering of trees.
#pragma once

#include <string>
#include <string_view>

namespace graphlift::syntax {
struct Ast;
}

namespace graphlift::test {

// `(Kind op flags "text" child…)`, no positions; `-` for an absent child. Of a module only its statements, joined by a space.
[[nodiscard]] std::string tree(const syntax::Ast& ast);
[[nodiscard]] std::string tree(std::string_view source);
// The errors as `line:column message`, joined by `; `.
[[nodiscard]] std::string errors(std::string_view source);

}  // namespace graphlift::test
