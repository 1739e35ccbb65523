// Source text -> Ast, by tree-sitter; never fails: what cannot be read becomes ErrorNodes and SyntaxErrors.
#pragma once

#include <string>
#include <string_view>

#include "analysis/base/result.h"
#include "analysis/syntax/ast.h"

namespace graphlift::syntax {

// `source` must be valid UTF-8 (see analysis/project/source_file.h for decoding).
[[nodiscard]] Ast parse(std::string source);

// A printable tree, one node a line, indented; the snapshot format of `dump --stage=ast`.
[[nodiscard]] std::string dump(const Ast& ast);

}  // namespace graphlift::syntax
