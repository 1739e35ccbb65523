// Entry: symbol table, then the module's unit.
#include "analysis/lower/compile.h"

#include <cassert>

#include "analysis/lower/unit.h"
#include "analysis/lower/verify.h"

namespace graphlift::lower {

std::shared_ptr<const Code> compile(const syntax::Ast& ast, FileId file) {
  const ScopeTable scopes = build_scopes(ast);
  FileContext context{.ast = ast, .scopes = scopes, .file = file};
  const Span whole{0, static_cast<uint32_t>(ast.source.size())};
  Unit unit(context, nullptr, 0, Code::Kind::Module, "<module>", whole, {0, 0});
  std::shared_ptr<const Code> module = unit.module_body();
  assert(verify(*module).empty());
  return module;
}

}  // namespace graphlift::lower
