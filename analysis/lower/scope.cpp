// Builds the symbol table: one walk with an explicit stack collects bindings and uses, then names are resolved.
#include "analysis/lower/scope.h"

#include <algorithm>

namespace graphlift::lower {
namespace {

using syntax::Ast;
using syntax::NodeFlags;
using syntax::NodeId;
using syntax::NodeKind;
using syntax::ParamKind;

constexpr std::string_view kClassCell = "__class__";

class Builder {
 public:
  explicit Builder(const Ast& ast) : ast_(ast) {}

  ScopeTable build() {
    open(ScopeKind::Module, ast_.root);
    if (ast_.root.valid()) push_kids(ast_.root, 0);
    while (!work_.empty()) {
      const Work work = work_.back();
      work_.pop_back();
      current_ = work.scope;
      if (work.binding) {
        bind_target(work.node);
      } else {
        visit(work.node);
      }
    }
    for (uint32_t i = 0; i < table_.scopes.size(); ++i) order_parameters(i);
    for (uint32_t i = 0; i < table_.scopes.size(); ++i) resolve(i);
    for (Scope& scope : table_.scopes) finish(scope);
    return std::move(table_);
  }

 private:
  struct Work {
    NodeId node;
    uint32_t scope;
    bool binding;  // a target that is stored to, not an expression that is read
  };

  Scope& scope() { return table_.scopes[current_]; }

  uint32_t open(ScopeKind kind, NodeId node) {
    const auto id = static_cast<uint32_t>(table_.scopes.size());
    Scope created;
    created.kind = kind;
    created.node = node;
    created.parent = id == 0 ? 0 : current_;
    if (id != 0) created.private_class = scope().private_class;
    if (kind == ScopeKind::Class) {
      std::string_view name = ast_.text_of(node);
      const size_t letter = name.find_first_not_of('_');
      created.private_class = letter == std::string_view::npos ? std::string() : std::string(name.substr(letter));
    }
    table_.scopes.push_back(std::move(created));
    if (node.valid()) (kind == ScopeKind::Annotation ? table_.by_annotation : table_.by_node).emplace(node.index, id);
    return id;
  }

  static Symbol& symbol_in(Scope& scope, const std::string& name) {
    auto [it, fresh] = scope.index.emplace(name, static_cast<uint32_t>(scope.symbols.size()));
    if (fresh) {
      scope.symbols.emplace_back();
      scope.symbols.back().name = name;
    }
    return scope.symbols[it->second];
  }
  Symbol& symbol(std::string_view name) { return symbol_in(scope(), mangle(scope().private_class, name)); }

  void bind(std::string_view name) { symbol(name).bound = true; }
  void use(std::string_view name) {
    symbol(name).used = true;
    if (name == "super" && scope().function_like()) symbol_in(scope(), std::string(kClassCell)).used = true;
  }

  void push(NodeId node, bool binding = false) {
    if (node.valid()) work_.push_back({node, current_, binding});
  }
  void push_in(NodeId node, uint32_t scope_id, bool binding = false) {
    if (node.valid()) work_.push_back({node, scope_id, binding});
  }
  void push_kids(NodeId node, size_t from) {
    auto kids = ast_.kids_of(node);
    for (size_t i = kids.size(); i > from; --i) push(kids[i - 1]);
  }

  void bind_target(NodeId node) {
    switch (ast_[node].kind) {
      case NodeKind::Name: bind(ast_.text_of(node)); break;
      case NodeKind::TupleExpr:
      case NodeKind::ListExpr:
      case NodeKind::Starred: {
        auto kids = ast_.kids_of(node);
        for (size_t i = kids.size(); i > 0; --i) push(kids[i - 1], true);
        break;
      }
      default: visit(node);  // an attribute or subscript only reads its object
    }
  }

  void annotation(NodeId node) {
    if (!node.valid()) return;
    push_in(node, open(ScopeKind::Annotation, node));
  }

  void parameters(NodeId params, uint32_t inner) {
    const uint32_t outer = current_;
    for (NodeId parameter : ast_.kids_of(params)) {
      if (ast_[parameter].kind != NodeKind::Parameter) continue;
      annotation(ast_.kid(parameter, 0));
      push(ast_.kid(parameter, 1));
      current_ = inner;
      Symbol& bound = symbol(ast_.text_of(parameter));
      bound.bound = true;
      bound.parameter = true;
      current_ = outer;
    }
  }

  void comprehension(NodeId node) {
    auto kids = ast_.kids_of(node);
    const size_t elements = ast_[node].kind == NodeKind::DictComp ? 2 : 1;
    const uint32_t inner = open(ScopeKind::Comprehension, node);
    table_.scopes[inner].is_generator = ast_[node].kind == NodeKind::GeneratorExpr;
    Symbol& argument = symbol_in(table_.scopes[inner], ".0");
    argument.bound = argument.parameter = argument.used = true;
    for (size_t i = 0; i < elements; ++i) push_in(kids[i], inner);
    for (size_t i = kids.size(); i > elements; --i) {
      NodeId generator = kids[i - 1];
      auto parts = ast_.kids_of(generator);
      for (size_t j = parts.size(); j > 2; --j) push_in(parts[j - 1], inner);
      push_in(parts[0], inner, true);
      if (i - 1 > elements) push_in(parts[1], inner);
      if (ast_[generator].flags & NodeFlags::kAsync) table_.scopes[inner].has_await = true;
    }
    if (kids.size() > elements) push(ast_.kid(kids[elements], 1));  // the first iterable runs outside
  }

  // A walrus in a comprehension binds in the scope around all comprehensions.
  void named_expression(NodeId node) {
    NodeId target = ast_.kid(node, 0);
    push(ast_.kid(node, 1));
    std::string name = mangle(scope().private_class, ast_.text_of(target));
    if (scope().kind != ScopeKind::Comprehension) {
      bind(ast_.text_of(target));
      return;
    }
    uint32_t around = current_;
    while (table_.scopes[around].kind == ScopeKind::Comprehension) around = table_.scopes[around].parent;
    Scope& holder = table_.scopes[around];
    Symbol& here = symbol_in(scope(), name);
    here.bound = true;
    Symbol& there = symbol_in(holder, name);
    there.bound = true;
    if (holder.kind == ScopeKind::Function || holder.kind == ScopeKind::Lambda) {
      (there.declared_global ? here.declared_global : here.declared_nonlocal) = true;
    } else {
      here.declared_global = there.declared_global = true;
    }
  }

  void visit(NodeId node) {
    const auto kids = ast_.kids_of(node);
    switch (ast_[node].kind) {
      case NodeKind::Name: use(ast_.text_of(node)); break;
      case NodeKind::FunctionDef: {
        bind(ast_.text_of(node));
        const uint32_t inner = open(ScopeKind::Function, node);
        push_in(kids[1], inner);
        annotation(kids[3]);
        parameters(kids[0], inner);
        push(kids[2]);
        break;
      }
      case NodeKind::ClassDef: {
        bind(ast_.text_of(node));
        push_in(kids[1], open(ScopeKind::Class, node));
        push(kids[0]);
        push(kids[2]);
        break;
      }
      case NodeKind::Lambda: {
        const uint32_t inner = open(ScopeKind::Lambda, node);
        push_in(kids[1], inner);
        parameters(kids[0], inner);
        break;
      }
      case NodeKind::TypeAlias:
        push(kids[0], true);
        push_in(kids[1], open(ScopeKind::Lambda, node));
        break;
      case NodeKind::ListComp:
      case NodeKind::SetComp:
      case NodeKind::DictComp:
      case NodeKind::GeneratorExpr: comprehension(node); break;
      case NodeKind::NamedExpr: named_expression(node); break;
      case NodeKind::Delete:
        for (size_t i = kids.size(); i > 0; --i) push(kids[i - 1], true);
        break;
      case NodeKind::Assign:
        for (size_t i = kids.size(); i > 1; --i) push(kids[i - 1], true);
        push(kids[0]);
        break;
      case NodeKind::AugAssign:
        push(kids[1]);
        push(kids[0], true);
        break;
      case NodeKind::AnnAssign:
        push(kids[2]);
        annotation(kids[1]);
        push(kids[0], true);
        break;
      case NodeKind::For:
        push(kids[3]);
        push(kids[2]);
        push(kids[1]);
        push(kids[0], true);
        break;
      case NodeKind::WithItem:
        push(kids[1], true);
        push(kids[0]);
        break;
      case NodeKind::ExceptHandler:
        if (!ast_.text_of(node).empty()) bind(ast_.text_of(node));
        push_kids(node, 0);
        break;
      case NodeKind::Alias: import_alias(node); break;
      case NodeKind::Global:
        for (NodeId name : kids) symbol(ast_.text_of(name)).declared_global = true;
        break;
      case NodeKind::Nonlocal:
        for (NodeId name : kids) symbol(ast_.text_of(name)).declared_nonlocal = true;
        break;
      case NodeKind::PatternCapture: bind(ast_.text_of(node)); break;
      case NodeKind::PatternStar:
        if (ast_.text_of(node) != "_") bind(ast_.text_of(node));
        break;
      case NodeKind::PatternAs:
        bind(ast_.text_of(node));
        push_kids(node, 0);
        break;
      case NodeKind::Yield:
      case NodeKind::YieldFrom:
        scope().is_generator = true;
        push_kids(node, 0);
        break;
      case NodeKind::Await:
        scope().has_await = true;
        push_kids(node, 0);
        break;
      default: push_kids(node, 0);
    }
  }

  void import_alias(NodeId node) {
    const auto kids = ast_.kids_of(node);
    if (!kids.empty() && kids[0].valid()) {
      bind(ast_.text_of(kids[0]));
      return;
    }
    std::string_view name = ast_.text_of(node);
    if (name == "*") return;
    bind(name.substr(0, name.find('.')));
  }

  // Parameters become the first symbols: positional, keyword-only, *args, **kwargs.
  void order_parameters(uint32_t id) {
    Scope& target = table_.scopes[id];
    if (target.kind != ScopeKind::Function && target.kind != ScopeKind::Lambda) return;
    if (ast_[target.node].kind == NodeKind::TypeAlias) return;
    auto rank = [](ParamKind kind) {
      switch (kind) {
        case ParamKind::PositionalOnly: return 0;
        case ParamKind::Positional: return 1;
        case ParamKind::KeywordOnly: return 2;
        case ParamKind::VarArgs: return 3;
        case ParamKind::VarKeywords: return 4;
      }
      return 4;
    };
    const auto parameters = ast_.kids_of(ast_.kid(target.node, 0));
    std::vector<Symbol> ordered;
    for (int wanted = 0; wanted < 5; ++wanted) {
      for (NodeId parameter : parameters) {
        if (ast_[parameter].kind != NodeKind::Parameter || rank(static_cast<ParamKind>(ast_[parameter].op)) != wanted) continue;
        const std::string name = mangle(target.private_class, ast_.text_of(parameter));
        ordered.push_back(target.symbols[target.index.at(name)]);
      }
    }
    for (Symbol& other : target.symbols)
      if (!other.parameter) ordered.push_back(std::move(other));
    target.symbols = std::move(ordered);
    target.index.clear();
    for (uint32_t i = 0; i < target.symbols.size(); ++i) target.index.emplace(target.symbols[i].name, i);
  }

  void resolve(uint32_t id) {
    // Resolution may add symbols to scopes in between, never to this one.
    for (size_t i = 0; i < table_.scopes[id].symbols.size(); ++i) {
      Symbol& wanted = table_.scopes[id].symbols[i];
      if (wanted.declared_global) {
        wanted.resolution = Resolution::GlobalExplicit;
      } else if (wanted.bound && !wanted.declared_nonlocal) {
        if (wanted.resolution != Resolution::Cell) wanted.resolution = Resolution::Local;
      } else {
        const std::string name = wanted.name;
        const bool found = find_outside(id, name);
        table_.scopes[id].symbols[i].resolution = found ? Resolution::Free : Resolution::GlobalImplicit;
      }
    }
  }

  static void add_once(std::vector<std::string>& names, const std::string& name) {
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  }

  // Looks for a function around `id` that binds `name`; makes it a cell there and a free variable on the way.
  bool find_outside(uint32_t id, const std::string& name) {
    if (table_.scopes[id].kind == ScopeKind::Annotation) return false;
    uint32_t holder = id;
    do {
      if (holder == 0) return false;
      holder = table_.scopes[holder].parent;
      Scope& around = table_.scopes[holder];
      if (around.kind == ScopeKind::Module || around.kind == ScopeKind::Annotation) return false;
      if (around.kind == ScopeKind::Class) {
        if (name == kClassCell) break;
        continue;
      }
      auto it = around.index.find(name);
      if (it == around.index.end()) continue;
      Symbol& there = around.symbols[it->second];
      if (there.declared_global) return false;
      if (there.bound && !there.declared_nonlocal) {
        there.resolution = Resolution::Cell;
        break;
      }
    } while (true);
    add_once(table_.scopes[holder].cellvars, name);
    for (uint32_t between = id; between != holder; between = table_.scopes[between].parent) {
      add_once(table_.scopes[between].freevars, name);
    }
    return true;
  }

  static void finish(Scope& scope) {
    std::sort(scope.cellvars.begin(), scope.cellvars.end());
    std::sort(scope.freevars.begin(), scope.freevars.end());
  }

  const Ast& ast_;
  ScopeTable table_;
  std::vector<Work> work_;
  uint32_t current_ = 0;
};

}  // namespace

ScopeTable build_scopes(const Ast& ast) { return Builder(ast).build(); }

std::string mangle(const std::string& private_class, std::string_view name) {
  const bool is_private = name.size() > 2 && name.starts_with("__") && !name.ends_with("__") && name.find('.') == std::string_view::npos;
  if (!is_private || private_class.empty()) return std::string(name);
  std::string mangled = "_";
  mangled += private_class;
  mangled += name;
  return mangled;
}

}  // namespace graphlift::lower
