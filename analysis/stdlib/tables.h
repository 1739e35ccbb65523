// Modules that are known by their names and result types only.
#pragma once

#include <string_view>
#include <utility>
#include <vector>

namespace graphlift::stdlib {

// Module name and its table, in the notation of define.h.
[[nodiscard]] const std::vector<std::pair<std::string_view, std::string_view>>& module_tables();

}  // namespace graphlift::stdlib
