// Shapes and element types of several hundred operator calls, compared with what PyTorch answers (tools/models/check_shapes.py).
#include <fstream>
#include <string>
#include <vector>

#include "catch.h"
#include "torch_support.h"

namespace graphlift::test {

TEST_CASE("operators give the shapes and types that PyTorch gives", "[torch]") {
  std::string path = __FILE__;
  std::ifstream table(path.substr(0, path.rfind('/')) + "/torch_shapes.tsv");
  REQUIRE(table.good());
  std::string program = "import torch\n", line;
  struct Case {
    std::string expression, expected, function;
  };
  std::vector<Case> cases;
  while (std::getline(table, line)) {
    if (line.empty() || line[0] == '#') continue;
    size_t tab = line.find('\t');
    std::string left = line.substr(0, tab), right = line.substr(tab + 1);
    if (left == "setup") {
      program += right + "\n";
      continue;
    }
    std::string function = "f" + std::to_string(cases.size());
    program += "def " + function + "():\n    return " + left + "\n";
    cases.push_back({left, right, function});
  }
  TorchProgram run(program);
  REQUIRE(run.run() == "");
  for (const Case& c : cases) {
    INFO(c.expression);
    CHECK(run.call(c.function) == c.expected);
  }
}

}  // namespace graphlift::test
