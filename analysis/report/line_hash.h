// `primaryLocationLineHash`: the fingerprint by which GitHub code scanning knows an alert again.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace graphlift::report {

// One hash a line, 16 or fewer hexadecimal digits and `:N` for the Nth line with that hash. It covers the 100 characters that are neither
// space nor tab from the line's start on, so it is the same wherever the line stands. TEXT is UTF-8; characters count as in UTF-16.
[[nodiscard]] std::vector<std::string> line_hashes(std::string_view text);

}  // namespace graphlift::report
