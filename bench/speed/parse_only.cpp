// The floor that graphlift's speed is measured against: a bare tree-sitter parse of the files named on standard input, on one core.
#include <tree_sitter/api.h>

#include <chrono>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>

extern "C" const TSLanguage* tree_sitter_python(void);

int main() {
  TSParser* parser = ts_parser_new();
  ts_parser_set_language(parser, tree_sitter_python());
  size_t files = 0, bytes = 0, lines = 0;
  const auto start = std::chrono::steady_clock::now();
  for (std::string name; std::getline(std::cin, name); ++files) {
    std::ifstream in(name, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    bytes += text.size();
    for (char c : text) lines += c == '\n';
    ts_tree_delete(ts_parser_parse_string(parser, nullptr, text.data(), uint32_t(text.size())));
  }
  ts_parser_delete(parser);
  const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - start;
  std::printf("%zu files, %zu lines, %zu bytes, %.3f s\n", files, lines, bytes, spent.count());
}
