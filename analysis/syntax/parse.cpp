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

// The grammar knows `*name` but not `*[...]`, `*(...)` or `*"..."` outside calls and displays. Such a star stands where no operator can, so it
// is replaced by a sign that is allowed there; AstMaker::unary looks at the source and makes a star of it again.
// Returns false when there is none.
bool replace_stars(const Cst& cst, std::string& source) {
  bool replaced = false;
  CstKind before = CstKind::Token;
  std::string_view before_text;
  for (size_t i = 0; i < cst.nodes.size(); ++i) {
    const CstNode& node = cst.nodes[i];
    if (node.next != i + 1) continue;
    if (node.kind == CstKind::TStar && node.end < source.size()) {
      const bool opens = before == CstKind::TComma || before == CstKind::TEq || before == CstKind::TIn || before_text == "return" ||
                         before_text == "yield" || before_text == "(" || before_text == "[" || before_text == "{";
      const char next = source[node.end];
      if (opens && (next == '(' || next == '[' || next == '{' || next == '"' || next == '\'')) {
        source[node.start] = '~';
        replaced = true;
      }
    }
    before = node.kind;
    before_text = std::string_view(source).substr(node.start, node.end - node.start);
  }
  return replaced;
}

}  // namespace

Ast parse(std::string source) {
  Ast ast;
  ast.source = std::move(source);
  find_lines(ast.source, ast.line_starts);
  thread_local Cst cst;
  read_cst(ast.source, cst);
  if (cst.has_error) {
    std::string repaired = ast.source;
    if (replace_stars(cst, repaired)) read_cst(repaired, cst);
  }
  AstMaker(ast, cst).run();
  return ast;
}

}  // namespace graphlift::syntax
