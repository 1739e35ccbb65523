// The graph breaks that PyTorch names, from its own registry.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace graphlift::models {

struct GraphBreak {
  std::string_view id;      // GB0170
  std::string type;         // Data-dependent branching
  std::string explanation;  // one line; {…} stand for values that PyTorch fills in
  std::vector<std::string> hints;
  std::string context;
  std::vector<std::string> older_types;  // wordings of earlier versions
};

[[nodiscard]] const GraphBreak* find_graph_break(std::string_view id);
// By the wording, also an older one.
[[nodiscard]] const GraphBreak* find_graph_break_by_type(std::string_view type);

}  // namespace graphlift::models
