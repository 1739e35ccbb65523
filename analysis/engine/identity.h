// Fills `Finding::identity` from the syntax tree around each finding, so that reformatting and moving do not change what it is.
#pragma once

#include "analysis/project/file_table.h"
#include "analysis/report/report.h"

namespace graphlift::engine {

// Places must still be those of whole files (before place_in_cells).
void add_identities(std::vector<report::Finding>& findings, project::FileTable& files);

}  // namespace graphlift::engine
