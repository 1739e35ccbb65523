#include "analysis/syntax/parse.h"

#include <cstring>
#include <utility>

#include "analysis/syntax/ast_maker.h"
#include "analysis/syntax/logical_lines.h"
#include "analysis/syntax/recovery.h"

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

// Where the grammar falls short of Python a character is replaced by one of the same width that it can read, and the source tells lowering
// what stood there. Returns false when there is nothing to replace.
//   `*[...]`, `*(...)`, `*"..."` outside calls and displays: only `*name` is known. Where a star cannot be an operator, another sign is put
//     for it, of which AstMaker::unary makes a star again.
//   `{x:=^5}` in a formatted string is a field with a specifier, not an assignment expression.
//   `class A[T = int]`: defaults of type parameters, which are left out anyway.
bool replace_misread(const Cst& cst, std::string& source) {
  bool replaced = false;
  CstKind before = CstKind::Token;
  std::string_view before_text, before_that;
  int type_parameters = 0;  // brackets open since those of `class A[`, `def f[` or `type X[`
  for (size_t i = 0; i < cst.nodes.size(); ++i) {
    const CstNode& node = cst.nodes[i];
    if (node.next != i + 1) continue;
    const std::string_view text = std::string_view(source).substr(node.start, node.end - node.start);
    if (node.kind == CstKind::TStar && node.end < source.size()) {
      const bool opens = before == CstKind::TComma || before == CstKind::TEq || before == CstKind::TIn || before_text == "return" ||
                         before_text == "yield" || before_text == "(" || before_text == "[" || before_text == "{";
      const char next = source[node.end];
      if (opens && (next == '(' || next == '[' || next == '{' || next == '"' || next == '\'')) {
        source[node.start] = '~';
        replaced = true;
      }
    } else if (node.kind == CstKind::Token && text == ":=") {
      const CstNode& owner = cst.nodes[node.parent];
      if (owner.kind == CstKind::NamedExpression && cst.nodes[owner.parent].kind == CstKind::Interpolation) {
        source[node.start + 1] = '<';
        replaced = true;
      }
    } else if (text == "[") {
      const bool opens = before == CstKind::Identifier && (before_that == "class" || before_that == "def" || before_that == "type");
      if (type_parameters > 0 || opens) ++type_parameters;
    } else if (text == "]" && type_parameters > 0) {
      --type_parameters;
    } else if (node.kind == CstKind::TEq && type_parameters == 1) {
      source[node.start] = ':';
      replaced = true;
    }
    before = node.kind;
    before_that = before_text;
    before_text = text;
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
  std::vector<uint32_t> placeholders;
  if (cst.misread) {
    std::string readable = ast.source;
    if (replace_misread(cst, readable)) read_cst(readable, cst);
    if (cst.has_error && join_bracketed_lines(readable)) read_cst(readable, cst);
    if (cst.has_error) {
      replace_unreadable(readable, placeholders, ast.errors);
      read_cst(readable, cst);
    }
  }
  AstMaker(ast, cst, placeholders).run();
  return ast;
}

}  // namespace graphlift::syntax
