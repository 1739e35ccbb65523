// The symbol table of a file: which scopes there are and how each of them resolves its names (CPython's symtable).
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "analysis/syntax/ast.h"

namespace graphlift::lower {

enum class ScopeKind : uint8_t { Module, Function, Lambda, Class, Comprehension, Annotation };

// GlobalExplicit: declared `global`; GlobalImplicit: bound nowhere that the scope can see.
enum class Resolution : uint8_t { Local, Cell, Free, GlobalExplicit, GlobalImplicit };

struct Symbol {
  std::string name;  // mangled
  bool bound = false;
  bool parameter = false;
  bool used = false;
  bool declared_global = false;
  bool declared_nonlocal = false;
  Resolution resolution = Resolution::GlobalImplicit;
};

struct Scope {
  ScopeKind kind = ScopeKind::Module;
  syntax::NodeId node;
  uint32_t parent = 0;          // itself for the module
  std::string private_class;    // the class whose `__x` names are mangled here, leading underscores stripped; or empty
  std::vector<Symbol> symbols;  // in order of first appearance, parameters first in the order of Code::locals
  std::unordered_map<std::string, uint32_t> index;
  std::vector<std::string> cellvars;
  std::vector<std::string> freevars;  // also names that only pass through to an inner scope
  bool is_generator = false;          // has a yield of its own
  bool has_await = false;

  [[nodiscard]] bool function_like() const {
    return kind == ScopeKind::Function || kind == ScopeKind::Lambda || kind == ScopeKind::Comprehension;
  }
  [[nodiscard]] const Symbol* find(const std::string& name) const {
    auto it = index.find(name);
    return it == index.end() ? nullptr : &symbols[it->second];
  }
};

class ScopeTable {
 public:
  std::vector<Scope> scopes;  // the module first, outer before inner

  // The scope that a definition, comprehension or type alias opens; kNone when there is none.
  static constexpr uint32_t kNone = 0xffffffffu;
  [[nodiscard]] uint32_t scope_of(syntax::NodeId node) const { return find(by_node, node); }
  // The scope that an annotation is evaluated in.
  [[nodiscard]] uint32_t annotation_scope_of(syntax::NodeId node) const { return find(by_annotation, node); }

  using NodeMap = std::unordered_map<uint32_t, uint32_t>;
  NodeMap by_node;
  NodeMap by_annotation;  // apart, since the annotation may itself be a lambda or comprehension

 private:
  static uint32_t find(const NodeMap& map, syntax::NodeId node) {
    auto it = map.find(node.index);
    return it == map.end() ? kNone : it->second;
  }
};

[[nodiscard]] ScopeTable build_scopes(const syntax::Ast& ast);

// `__x` inside a class C becomes `_C__x`.
[[nodiscard]] std::string mangle(const std::string& private_class, std::string_view name);

}  // namespace graphlift::lower
