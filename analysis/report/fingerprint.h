// Identity of a finding across edits: code, path, function, its statement (the text of its line where there is no syntax tree), and which
// occurrence of these it is.
#pragma once

#include "analysis/report/report.h"
#include "analysis/report/source_text.h"

namespace graphlift::report {

// Occurrences are counted in the order of the list, which should be that of a normalised report.
void add_fingerprints(std::vector<Finding>& findings, SourceText& sources);

}  // namespace graphlift::report
