#include "analysis/syntax/cst.h"

#include <tree_sitter/api.h>

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

}  // namespace

void read_cst(std::string_view source, Cst& cst) {
  static const SymbolTable symbols;
  cst.nodes.clear();
  cst.missing_names.clear();
  cst.nodes.reserve(source.size() / 5 + 16);
  const ParsedTree tree(source);
  TSNode root = tree.root();
  cst.has_error = ts_node_has_error(root);
  cst.misread = cst.has_error;
  TSTreeCursor cursor = ts_tree_cursor_new(root);
  uint32_t parent = 0;
  uint32_t last_end = 0;  // of the node closed last
  bool up = false;
  for (;;) {
    TSNode node = ts_tree_cursor_current_node(&cursor);
    const CstKind kind = symbols[ts_node_symbol(node)];
    if (kind != CstKind::Skipped) {
      const auto index = static_cast<uint32_t>(cst.nodes.size());
      CstNode& flat = cst.nodes.emplace_back();
      flat.kind = kind;
      flat.start = ts_node_start_byte(node);
      flat.end = ts_node_end_byte(node);
      flat.parent = parent;
      flat.next = index + 1;
      if (kind == CstKind::NamedExpression && cst.nodes[parent].kind == CstKind::Interpolation) cst.misread = true;
      if (cst.has_error && ts_node_is_missing(node)) {
        flat.missing = true;
        cst.missing_names.push_back(ts_node_type(node));
      }
      if (!is_leaf(kind) && ts_tree_cursor_goto_first_child(&cursor)) {
        parent = index;
        continue;
      }
      last_end = flat.end;
    }
    while (!ts_tree_cursor_goto_next_sibling(&cursor)) {
      if (!ts_tree_cursor_goto_parent(&cursor)) {
        up = true;
        break;
      }
      CstNode& closed = cst.nodes[parent];
      closed.next = static_cast<uint32_t>(cst.nodes.size());
      if (ends_with_suite(closed.kind) && last_end > closed.start) closed.end = last_end;
      last_end = closed.end;
      parent = closed.parent;
    }
    if (up) break;
  }
  ts_tree_cursor_delete(&cursor);
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
