// Helpers for the tests of the lowering: compile a text, find code below a module, list instructions.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/lower/code.h"
#include "analysis/lower/compile.h"
#include "analysis/lower/verify.h"
#include "analysis/syntax/parse.h"

namespace graphlift::lower::test {

struct Compiled {
  syntax::Ast ast;
  std::shared_ptr<const Code> module;
};

inline Compiled compile_text(std::string_view text) {
  Compiled result{syntax::parse(std::string(text)), nullptr};
  result.module = compile(result.ast, FileId(0));
  return result;
}

inline const Code* find(const Code& code, std::string_view qualname) {
  if (code.qualname == qualname) return &code;
  for (const Const& value : code.consts) {
    if (auto* inner = std::get_if<std::shared_ptr<const Code>>(&value))
      if (const Code* found = find(**inner, qualname)) return found;
  }
  return nullptr;
}

// The operation names, separated by spaces.
inline std::string ops(const Code& code) {
  std::string out;
  for (const Instr& instr : code.instrs) {
    if (!out.empty()) out += ' ';
    out += name_of(instr.op);
  }
  return out;
}

inline std::vector<uint32_t> pcs_of(const Code& code, Op op) {
  std::vector<uint32_t> found;
  for (uint32_t pc = 0; pc < code.instrs.size(); ++pc)
    if (code.instrs[pc].op == op) found.push_back(pc);
  return found;
}

inline std::string source_at(const Compiled& compiled, const Code& code, uint32_t pc) {
  return std::string(compiled.ast.source_of(code.spans[pc]));
}

}  // namespace graphlift::lower::test
