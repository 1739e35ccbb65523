// Jupyter notebooks: the code cells joined into one module, magics and shell lines blanked out.
#pragma once

#include <string>

#include "analysis/base/result.h"
#include "analysis/project/source_file.h"

namespace graphlift::project {

[[nodiscard]] Result<SourceText> read_notebook(const std::string& bytes);

}  // namespace graphlift::project
