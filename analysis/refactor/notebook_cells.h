// Edits of a notebook's joined code cells, put back into its JSON: only the strings of the lines that change are written anew.
#pragma once

#include <string>
#include <vector>

#include "analysis/base/result.h"
#include "analysis/refactor/edit.h"

namespace graphlift::refactor {

[[nodiscard]] Result<std::string> edit_notebook(const std::string& bytes, const std::vector<Edit>& edits);

}  // namespace graphlift::refactor
