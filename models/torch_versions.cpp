// Versions of PyTorch by the folders of the embedded tables.
#include "models/torch_versions.h"

#include <algorithm>
#include <atomic>
#include <charconv>
#include <optional>
#include <utility>
#include <vector>

#include "models/table.h"

namespace graphlift::models {

namespace {

// Major and minor.
std::optional<std::pair<int, int>> parse(std::string_view version) {
  std::pair<int, int> out{0, 0};
  const char* end = version.data() + version.size();
  const auto major = std::from_chars(version.data(), end, out.first);
  if (major.ec != std::errc() || major.ptr == end || *major.ptr != '.') return std::nullopt;
  const auto minor = std::from_chars(major.ptr + 1, end, out.second);
  return minor.ec == std::errc() ? std::optional(out) : std::nullopt;
}

std::vector<std::string_view> find_versions() {
  constexpr std::string_view kFolder = "torch/", kTable = "/operators.tsv";
  std::vector<std::string_view> out;
  for (std::string_view path : embedded_paths()) {
    if (!path.starts_with(kFolder) || !path.ends_with(kTable)) continue;
    out.push_back(path.substr(kFolder.size(), path.size() - kFolder.size() - kTable.size()));
  }
  std::sort(out.begin(), out.end(), [](std::string_view a, std::string_view b) { return parse(a) < parse(b); });
  return out;
}

std::atomic<const std::string_view*> in_use = nullptr;

}  // namespace

std::span<const std::string_view> torch_versions() {
  static const std::vector<std::string_view> versions = find_versions();
  return versions;
}

std::string_view nearest_version(std::span<const std::string_view> known, std::string_view wanted) {
  if (known.empty()) return {};
  const auto target = parse(wanted);
  if (!target) return known.back();
  constexpr int kMajor = 1000;  // minors of one major are closer than those of another
  const auto distance = [&](std::string_view version) {
    const auto parsed = parse(version).value_or(std::pair{0, 0});
    const int steps = (parsed.first - target->first) * kMajor + parsed.second - target->second;
    return std::pair(std::abs(steps), steps < 0);
  };
  return *std::min_element(known.begin(), known.end(), [&](std::string_view a, std::string_view b) { return distance(a) < distance(b); });
}

std::string_view torch_version() {
  const std::string_view* chosen = in_use.load();
  return chosen != nullptr ? *chosen : torch_versions().back();
}

bool use_torch_version(std::string_view version) {
  const auto known = torch_versions();
  const auto found = std::find(known.begin(), known.end(), version);
  if (found == known.end()) return false;
  in_use = &*found;
  return true;
}

std::string_view embedded_torch(std::string_view table) {
  std::string path("torch/");
  path.append(torch_version()).append(1, '/').append(table).append(".tsv");
  return embedded(path);
}

}  // namespace graphlift::models
