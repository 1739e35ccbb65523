// One JSON object a line and finding, each as in the json format, for tools that read a stream.
#include "analysis/report/json_objects.h"

namespace graphlift::report {

std::string write_json_lines(const Report& report) {
  std::string out;
  for (const Finding& f : report.findings) out += finding_object(f).dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
  return out;
}

}  // namespace graphlift::report
