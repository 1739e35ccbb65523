// Which tables of PyTorch are used for which version.
#include <algorithm>
#include <array>

#include "models/torch_versions.h"
#include "tests/unit/catch.h"

using namespace graphlift::models;

TEST_CASE("the nearest version of PyTorch that there are tables for") {
  constexpr std::array<std::string_view, 4> known = {"1.13", "2.7", "2.9", "2.13"};
  CHECK(nearest_version(known, "2.9") == "2.9");
  CHECK(nearest_version(known, "2.9.1+cpu") == "2.9");
  CHECK(nearest_version(known, "2.8") == "2.9");
  CHECK(nearest_version(known, "2.15.0") == "2.13");
  CHECK(nearest_version(known, "2.0") == "2.7");
  CHECK(nearest_version(known, "1.10") == "1.13");
  CHECK(nearest_version(known, "unreadable") == "2.13");
  CHECK(nearest_version({}, "2.9").empty());
}

TEST_CASE("embedded versions of PyTorch") {
  const auto known = torch_versions();
  REQUIRE(std::find(known.begin(), known.end(), "2.13") != known.end());
  CHECK_FALSE(use_torch_version("0.4"));
  CHECK(torch_version() == known.back());
}
