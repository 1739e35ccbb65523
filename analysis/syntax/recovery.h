// Finds the statements that keep a file from parsing and puts placeholders for them, so that everything else is read as if they were right.
#pragma once

#include <string>
#include <vector>

#include "analysis/syntax/ast.h"

namespace graphlift::syntax {

// Rewrites `source` in place, keeping its length. The placeholders are identifiers; lowering makes ErrorNodes of them.
// Appends to `placeholders` where each begins (in ascending order) and to `errors` what is wrong.
void replace_unreadable(std::string& source, std::vector<uint32_t>& placeholders, std::vector<SyntaxError>& errors);

}  // namespace graphlift::syntax
