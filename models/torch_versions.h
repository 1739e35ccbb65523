// Which version of PyTorch the tables under models/torch describe: several may be embedded, one is in use.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace graphlift::models {

// The versions that there are tables for, oldest first: "2.13".
[[nodiscard]] std::span<const std::string_view> torch_versions();

// Of KNOWN the version nearest to WANTED ("2.13.0+cpu"): the same, else the closest, the newer of two; the newest when WANTED is no
// version. Empty when KNOWN is.
[[nodiscard]] std::string_view nearest_version(std::span<const std::string_view> known, std::string_view wanted);

// The version whose tables embedded_torch() gives; the newest unless said otherwise.
[[nodiscard]] std::string_view torch_version();
// Once a process, before a table of PyTorch is read: what was read of them is kept. False for a version without tables.
bool use_torch_version(std::string_view version);

}  // namespace graphlift::models
