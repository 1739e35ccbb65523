// Ast -> Code: scopes, then stack code. Never fails: unreadable parts become SyntaxFault instructions.
#pragma once

#include <memory>
#include <string>

#include "analysis/lower/code.h"
#include "analysis/syntax/ast.h"

namespace graphlift::lower {

// The module body; functions and classes hang below it as constants.
[[nodiscard]] std::shared_ptr<const Code> compile(const syntax::Ast& ast, FileId file);

// A readable listing, for `dump --stage=code` and tests.
[[nodiscard]] std::string disassemble(const Code& code);
// Scopes and how each name resolves (local, cell, free, global), for `dump --stage=scopes`.
[[nodiscard]] std::string dump_scopes(const Code& module);

}  // namespace graphlift::lower
