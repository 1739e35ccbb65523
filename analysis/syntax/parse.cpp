#include "analysis/syntax/parse.h"

#include <cstring>
#include <utility>

#include "analysis/syntax/ast_maker.h"

namespace graphlift::syntax {
namespace {

// A line ends at `\n`, `\r\n` or a lone `\r`, as Python reads files.
void find_lines(const std::string& source, std::vector<uint32_t>& starts) {
  starts.reserve(source.size() / 32 + 1);
  starts.push_back(0);
  const bool returns = std::memchr(source.data(), '\r', source.size()) != nullptr;
  const char* begin = source.data();
  const char* end = begin + source.size();
  for (const char* at = begin; at < end;) {
    if (!returns) {
      at = static_cast<const char*>(std::memchr(at, '\n', static_cast<size_t>(end - at)));
      if (at == nullptr) return;
    } else if (*at != '\n' && (*at != '\r' || (at + 1 < end && at[1] == '\n'))) {
      ++at;
      continue;
    }
    ++at;
    starts.push_back(static_cast<uint32_t>(at - begin));
  }
}

}  // namespace

Ast parse(std::string source) {
  Ast ast;
  ast.source = std::move(source);
  find_lines(ast.source, ast.line_starts);
  thread_local Cst cst;
  read_cst(ast.source, cst);
  AstMaker(ast, cst).run();
  return ast;
}

}  // namespace graphlift::syntax
