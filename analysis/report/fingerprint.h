// Identity of a finding across edits: code, path, function, the text of its line, and which occurrence of these it is.
#pragma once

#include "analysis/report/report.h"
#include "analysis/report/source_text.h"

namespace graphlift::report {

// Call it on a normalised report: occurrences are counted in its order.
void add_fingerprints(Report& report, SourceText& sources);

}  // namespace graphlift::report
