#include "tests/unit/syntax_support.h"

#include <vector>

#include "analysis/syntax/parse.h"

namespace graphlift::test {

std::string tree(const syntax::Ast& ast) {
  // The dump is one node a line, indented by depth, with the position last.
  std::string out;
  size_t depth = 0;
  const std::string dump = syntax::dump(ast);
  for (size_t at = 0; at < dump.size();) {
    const size_t end = dump.find('\n', at);
    std::string line = dump.substr(at, end - at);
    at = end + 1;
    if (line.rfind("error ", 0) == 0) break;
    const size_t indent = line.find_first_not_of(' ');
    const size_t own_depth = indent / 2;
    line.erase(0, indent);
    if (own_depth == 0) continue;  // the module
    const bool absent = line == "-";
    if (!absent) line.erase(line.rfind(' '));
    for (; depth >= own_depth && depth > 0; --depth) out += ')';
    if (!out.empty()) out += ' ';
    if (absent) {
      out += '-';
      depth = own_depth - 1;
    } else {
      out += '(' + line;
      depth = own_depth;
    }
  }
  for (; depth > 0; --depth) out += ')';
  return out;
}

std::string tree(std::string_view source) { return tree(syntax::parse(std::string(source))); }

std::string errors(std::string_view source) {
  const syntax::Ast ast = syntax::parse(std::string(source));
  std::string out;
  for (const syntax::SyntaxError& error : ast.errors) {
    const syntax::Position position = syntax::position_of(ast, error.span.start);
    if (!out.empty()) out += "; ";
    out += std::to_string(position.line) + ':' + std::to_string(position.column) + ' ' + error.message;
  }
  return out;
}

}  // namespace graphlift::test
