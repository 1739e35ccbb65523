#include "analysis/syntax/cst.h"

#include <tree_sitter/api.h>
// tree-sitter's own headers: walking its trees directly takes a third of the time that its cursor takes.
#include <language.h>
#include <subtree.h>
#include <tree.h>

#include <array>
#include <unordered_map>

#include "analysis/syntax/tree_arena.h"

extern "C" const TSLanguage* tree_sitter_python();

namespace graphlift::syntax {
namespace {

// Which symbol of the grammar is which kind, by name, so that nothing here depends on generated symbol numbers.
struct SymbolTable {
  std::vector<CstKind> kinds;
  SymbolTable() {
    std::unordered_map<std::string_view, CstKind> named, tokens;
#define X(kind, symbol, is_named) (is_named ? named : tokens).emplace(symbol, CstKind::kind);
    GRAPHLIFT_CST_KINDS(X)
#undef X
    named.emplace("comment", CstKind::Skipped);
    named.emplace("line_continuation", CstKind::Skipped);
    const TSLanguage* language = tree_sitter_python();
    const uint32_t count = ts_language_symbol_count(language);
    kinds.resize(count, CstKind::Other);
    for (uint32_t symbol = 0; symbol < count; ++symbol) {
      const bool is_named = ts_language_symbol_type(language, static_cast<TSSymbol>(symbol)) == TSSymbolTypeRegular;
      const auto& names = is_named ? named : tokens;
      auto found = names.find(ts_language_symbol_name(language, static_cast<TSSymbol>(symbol)));
      kinds[symbol] = found != names.end() ? found->second : is_named ? CstKind::Other : CstKind::Token;
    }
  }
  [[nodiscard]] CstKind operator[](TSSymbol symbol) const { return symbol < kinds.size() ? kinds[symbol] : CstKind::Error; }
};

// A parser and the tree it made, both in the arena.
class ParsedTree {
 public:
  explicit ParsedTree(std::string_view source) : parser_(ts_parser_new()) {
    ts_parser_set_language(parser_, tree_sitter_python());
    tree_ = ts_parser_parse_string(parser_, nullptr, source.data(), static_cast<uint32_t>(source.size()));
  }
  ~ParsedTree() {
    if (!TreeArena::kDropsAll) ts_tree_delete(tree_);
    ts_parser_delete(parser_);
  }
  ParsedTree(const ParsedTree&) = delete;
  ParsedTree& operator=(const ParsedTree&) = delete;
  [[nodiscard]] TSNode root() const { return ts_tree_root_node(tree_); }
  [[nodiscard]] Subtree root_subtree() const { return tree_->root; }

 private:
  TreeArena arena_;
  TSParser* parser_;
  TSTree* tree_;
};

// A comment behind the last statement of a suite is no part of it, nor of what the suite ends.
bool ends_with_suite(CstKind kind) {
  switch (kind) {
    case CstKind::Block:
    case CstKind::ElifClause:
    case CstKind::ElseClause:
    case CstKind::ExceptClause:
    case CstKind::FinallyClause:
    case CstKind::CaseClause: return true;
    default: return is_statement(kind);
  }
}

// Strings are decoded from the source, so their content needs no nodes below it.
bool is_leaf(CstKind kind) { return kind == CstKind::StringContent || kind == CstKind::ImportPrefix; }

// Copies what is visible of a tree. Invisible nodes are rules of the grammar that have no name; their children count as their parent's.
class Flattener {
 public:
  explicit Flattener(Cst& cst) : cst_(cst), language_(tree_sitter_python()) {}

  void run(Subtree root) {
    position_ = ts_subtree_padding(root).bytes;
    visit(root, ts_subtree_symbol(root));
    while (!stack_.empty()) {
      Level& level = stack_.back();
      if (level.at == level.end) {
        close(level);
        continue;
      }
      const Subtree child = *level.at++;
      TSSymbol alias = 0;
      if (!ts_subtree_extra(child)) {
        if (level.aliases != nullptr) alias = level.aliases[level.structural];
        ++level.structural;
      }
      position_ += ts_subtree_padding(child).bytes;
      if (alias != 0 || ts_subtree_visible(child)) {
        visit(child, alias != 0 ? alias : ts_subtree_symbol(child));
      } else {
        descend(child, kHidden);
      }
    }
  }

 private:
  static constexpr uint32_t kHidden = 0xffffffffu;
  struct Level {
    const Subtree* at;
    const Subtree* end;
    const TSSymbol* aliases;  // by structural child, or null
    uint32_t structural;
    uint32_t node;   // in the array, or kHidden
    uint32_t after;  // offset behind the subtree
  };

  void visit(Subtree tree, TSSymbol symbol) {
    static const SymbolTable symbols;
    const CstKind kind = symbols[symbol];
    if (kind == CstKind::Skipped) {
      position_ += ts_subtree_size(tree).bytes;
      return;
    }
    const auto index = static_cast<uint32_t>(cst_.nodes.size());
    CstNode& flat = cst_.nodes.emplace_back();
    flat.kind = kind;
    flat.start = position_;
    flat.end = position_ + ts_subtree_size(tree).bytes;
    flat.parent = parent_;
    flat.next = index + 1;
    if (kind == CstKind::NamedExpression && cst_.nodes[parent_].kind == CstKind::Interpolation) cst_.misread = true;
    if (cst_.has_error && ts_subtree_missing(tree)) {
      flat.missing = true;
      cst_.missing_names.push_back(ts_language_symbol_name(language_, symbol));
    }
    if (is_leaf(kind) || ts_subtree_child_count(tree) == 0) {
      last_end_ = flat.end;
      position_ = flat.end;
      return;
    }
    parent_ = index;
    descend(tree, index);
  }

  void descend(Subtree tree, uint32_t node) {
    const uint32_t after = position_ + ts_subtree_size(tree).bytes;
    const uint32_t count = ts_subtree_child_count(tree);
    if (count == 0) {
      position_ = after;
      return;
    }
    const Subtree* children = ts_subtree_children(tree);
    // The padding of a tree is that of its first child, which will be added again.
    position_ -= ts_subtree_padding(children[0]).bytes;
    const uint16_t production = tree.ptr->production_id;
    stack_.push_back(
        {children, children + count, production != 0 ? ts_language_alias_sequence(language_, production) : nullptr, 0, node, after});
  }

  void close(const Level& level) {
    position_ = level.after;
    if (level.node != kHidden) {
      CstNode& closed = cst_.nodes[level.node];
      closed.next = static_cast<uint32_t>(cst_.nodes.size());
      if (ends_with_suite(closed.kind) && last_end_ > closed.start) closed.end = last_end_;
      last_end_ = closed.end;
      parent_ = closed.parent;
    }
    stack_.pop_back();
  }

  Cst& cst_;
  const TSLanguage* language_;
  std::vector<Level> stack_;
  uint32_t position_ = 0;
  uint32_t parent_ = 0;
  uint32_t last_end_ = 0;  // of the node closed last
};

}  // namespace

void read_cst(std::string_view source, Cst& cst) {
  cst.nodes.clear();
  cst.missing_names.clear();
  cst.nodes.reserve(source.size() / 5 + 16);
  const ParsedTree tree(source);
  cst.has_error = ts_node_has_error(tree.root());
  cst.misread = cst.has_error;
  Flattener(cst).run(tree.root_subtree());
}

uint32_t first_error(std::string_view source) {
  const ParsedTree tree(source);
  TSNode node = tree.root();
  uint32_t at = kNoError;
  if (ts_node_has_error(node)) {
    at = ts_node_start_byte(node);
    TSTreeCursor cursor = ts_tree_cursor_new(node);
    // Down to the first child that holds an error, until it is one itself.
    bool deeper = ts_tree_cursor_goto_first_child(&cursor);
    while (deeper) {
      node = ts_tree_cursor_current_node(&cursor);
      if (ts_node_is_error(node) || ts_node_is_missing(node)) {
        at = ts_node_start_byte(node);
        break;
      }
      deeper = ts_node_has_error(node) ? ts_tree_cursor_goto_first_child(&cursor) : ts_tree_cursor_goto_next_sibling(&cursor);
    }
    ts_tree_cursor_delete(&cursor);
  }
  return at;
}

}  // namespace graphlift::syntax
