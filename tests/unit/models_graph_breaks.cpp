// Graph-break registry.
#include "models/graph_breaks.h"
#include "tests/unit/catch.h"

using namespace graphlift::models;

TEST_CASE("graph breaks are found by id and by wording") {
  const GraphBreak* branching = find_graph_break("GB0170");
  REQUIRE(branching != nullptr);
  CHECK(branching->type == "Data-dependent branching");
  CHECK(branching->older_types.empty());
  CHECK(!branching->hints.empty());
  CHECK(find_graph_break_by_type("Data-dependent branching") == branching);
  CHECK(find_graph_break("GB99999") == nullptr);
  CHECK(find_graph_break("") == nullptr);
  const GraphBreak* limit = find_graph_break("GB0039");
  REQUIRE(limit != nullptr);
  CHECK(limit->type == "Dynamo recompile limit exceeded");
  CHECK(find_graph_break_by_type("Dynamo cache limit exceeded") == limit);
}
