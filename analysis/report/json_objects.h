// JSON objects that several formats share.
#pragma once

#include <nlohmann/json.hpp>

#include "analysis/report/writers.h"

namespace graphlift::report {

using Json = nlohmann::ordered_json;

[[nodiscard]] Json finding_object(const Finding& finding);  // schema graphlift/1

}  // namespace graphlift::report
