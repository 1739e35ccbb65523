// Runs the programs of stdlib_semantics/ and compares every value that they show with what CPython showed
// (`python -P python_semantics/record.py stdlib_semantics` writes the .expected files).
#include <filesystem>
#include <fstream>
#include <sstream>

#include "tests/unit/catch.h"
#include "tests/unit/stdlib_program.h"

namespace {

namespace fs = std::filesystem;

std::string read(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::stringstream out;
  out << in.rdbuf();
  return out.str();
}

}  // namespace

TEST_CASE("the standard library behaves as in CPython") {
  const fs::path folder = fs::path(__FILE__).parent_path() / "stdlib_semantics";
  size_t programs = 0;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() != ".py") continue;
    ++programs;
    const std::string name = entry.path().filename().string();
    stdlib_test::Program program(folder.string(), entry.path().stem().string());
    {
      INFO(name);
      CHECK(program.failure == "");
    }
    std::istringstream expected(read(fs::path(entry.path()).replace_extension(".expected")));
    size_t i = 0;
    for (std::string line; std::getline(expected, line); ++i) {
      const size_t tab = line.find('\t');
      INFO(name << ":" << line.substr(0, tab));
      CHECK((i < program.shown.size() ? program.shown[i] : "<not reached>") == line.substr(tab + 1));
    }
    INFO(name);
    CHECK(program.shown.size() == i);
  }
  CHECK(programs >= 9);
}
