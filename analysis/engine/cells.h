// Places in notebooks: the analysis sees one module of all code cells, people see `file.ipynb:cell 3` and a line of that cell.
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "analysis/project/file_table.h"
#include "analysis/report/report.h"

namespace graphlift::engine {

// Rewrites every place of the report that lies in a notebook.
void place_in_cells(report::Report& report, project::FileTable& files);

// The file and line of the joined module that a shown place stands for; others unchanged.
[[nodiscard]] std::pair<std::string_view, uint32_t> joined_place(std::string_view file, uint32_t line, project::FileTable& files);

}  // namespace graphlift::engine
