// Lowers a flat concrete tree to the AST, last node first: the children of a node are always made before it.
#pragma once

#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/syntax/ast.h"
#include "analysis/syntax/cst.h"
#include "analysis/syntax/intern_table.h"

namespace graphlift::syntax {

class AstMaker {
 public:
  // `placeholders`: where identifiers stand for source that could not be read, see recovery.h.
  AstMaker(Ast& ast, Cst& cst, const std::vector<uint32_t>& placeholders)
      : ast_(ast), cst_(cst.nodes), interned_(ast.text), tree_(cst), placeholders_(placeholders) {}
  void run();

 private:
  using Index = uint32_t;
  static constexpr Index kNone = 0xffffffffu;

  // The children of a concrete node that the grammar asked for; what error recovery put between them is left out.
  class KidRange {
   public:
    class Iterator {
     public:
      Iterator(const std::vector<CstNode>& nodes, Index at, Index end) : nodes_(nodes), at_(at), end_(end) { skip(); }
      Index operator*() const { return at_; }
      Iterator& operator++() {
        at_ = nodes_[at_].next;
        skip();
        return *this;
      }
      bool operator!=(const Iterator& other) const { return at_ != other.at_; }

     private:
      void skip() {
        while (at_ != end_ && nodes_[at_].kind == CstKind::Error) at_ = nodes_[at_].next;
      }
      const std::vector<CstNode>& nodes_;
      Index at_, end_;
    };
    KidRange(const std::vector<CstNode>& nodes, Index parent) : nodes_(nodes), parent_(parent) {}
    [[nodiscard]] Iterator begin() const { return {nodes_, parent_ + 1, nodes_[parent_].next}; }
    [[nodiscard]] Iterator end() const { return {nodes_, nodes_[parent_].next, nodes_[parent_].next}; }

   private:
    const std::vector<CstNode>& nodes_;
    Index parent_;
  };

  // dispatch
  void make_node(Index i);

  // tree access
  [[nodiscard]] KidRange kids(Index i) const { return {cst_, i}; }
  [[nodiscard]] CstKind kind(Index i) const { return cst_[i].kind; }
  [[nodiscard]] CstKind parent_kind(Index i) const { return cst_[cst_[i].parent].kind; }
  [[nodiscard]] Span span(Index i) const { return {cst_[i].start, cst_[i].end}; }
  [[nodiscard]] std::string_view source(Index i) const { return ast_.source_of(span(i)); }
  [[nodiscard]] Index first_kid(Index i) const;  // of the grammar's children, or kNone
  [[nodiscard]] Index last_kid(Index i) const;
  [[nodiscard]] Index kid_of_kind(Index i, CstKind kind) const;  // first such child, or kNone
  [[nodiscard]] bool has_kid(Index i, CstKind kind) const { return kid_of_kind(i, kind) != kNone; }
  [[nodiscard]] NodeId made(Index i) const { return i == kNone ? NodeId{} : cst_[i].made; }
  NodeId made_or_error(Index i, Span where);  // an ErrorNode when there is nothing
  // The children that became nodes, in order; for a child that is an error an ErrorNode.
  void collect(Index i, std::vector<NodeId>& out);

  // node building
  NodeId add(NodeKind kind, Span span, std::span<const NodeId> kids, uint8_t op = 0, uint16_t flags = 0);
  NodeId add(NodeKind kind, Span span, std::initializer_list<NodeId> kids, uint8_t op = 0, uint16_t flags = 0) {
    return add(kind, span, std::span<const NodeId>(kids.begin(), kids.size()), op, flags);
  }
  NodeId add_text(NodeKind kind, Span span, std::string_view text, std::span<const NodeId> kids = {}, uint8_t op = 0, uint16_t flags = 0);
  NodeId add_text(NodeKind kind, Span span, std::string_view text, std::initializer_list<NodeId> kids, uint8_t op = 0, uint16_t flags = 0) {
    return add_text(kind, span, text, std::span<const NodeId>(kids.begin(), kids.size()), op, flags);
  }
  NodeId add_literal(Span span, std::string_view value, bool bytes);
  NodeId name(Index i);
  [[nodiscard]] bool is_placeholder(Index i) const;
  NodeId error_node(Span span) { return add(NodeKind::ErrorNode, span, {}); }
  void report(Span span, std::string message);
  // `*a.b` is read as `(*a).b`: puts the star of a leftmost operand around the whole.
  NodeId hoist_star(Index leftmost, NodeId whole);

  // statements
  void suite_items(Index i, std::vector<NodeId>& out);
  NodeId suite(Index block, uint32_t fallback_end);
  NodeId suite_of(Index i);  // the suite that is a child of `i`
  NodeId orelse_of(Index else_clause, uint32_t fallback_end);
  NodeId expression_statement(Index i);
  NodeId assignment(Index i);
  NodeId augmented_assignment(Index i);
  NodeId function_definition(Index i);
  NodeId class_definition(Index i);
  NodeId decorated_definition(Index i);
  NodeId if_statement(Index i);
  NodeId for_statement(Index i);
  NodeId while_statement(Index i);
  NodeId try_statement(Index i);
  NodeId except_handler(Index i);
  NodeId with_statement(Index i);
  NodeId import_statement(Index i);
  NodeId import_from_statement(Index i, bool future);
  NodeId alias(Index i);
  NodeId delete_statement(Index i);
  NodeId raise_statement(Index i);
  NodeId print_statement(Index i);
  NodeId scope_statement(Index i, NodeKind kind);
  NodeId type_alias(Index i);
  std::string dotted(Index i);
  void error(Index i);

  // parameters and types
  NodeId parameters(Index i, Span fallback);
  NodeId generic_type(Index i);
  NodeId union_type(Index i);

  // expressions
  NodeId identifier(Index i);
  NodeId sequence(Index i, NodeKind kind);
  NodeId attribute(Index i);
  NodeId subscript(Index i);
  NodeId index_of(const std::vector<Index>& items, Index bracket, bool comma);
  NodeId slice(Index i);
  NodeId call(Index i);
  NodeId unary(Index i);
  NodeId binary(Index i);
  NodeId and_below_xor(const std::vector<Index>& operands);
  [[nodiscard]] CstKind operator_of(Index i) const;  // of a binary operator, else Token
  [[nodiscard]] std::vector<Index> chain_operands(Index i, CstKind op) const;
  NodeId boolean(Index i);
  NodeId comparison(Index i);
  NodeId conditional(Index i);
  NodeId lambda(Index i);
  NodeId await(Index i);
  NodeId yield(Index i);
  NodeId comprehension(Index i, NodeKind kind);
  NodeId pair_like(Index i, NodeKind kind);  // two operands
  NodeId number(Index i);

  // strings
  NodeId string(std::span<const Index> parts, Span span);
  NodeId concatenated_string(Index i);
  NodeId format_field(Index i);
  NodeId format_specifier(Index i);
  void string_pieces(Index i, bool raw, std::vector<NodeId>& pieces);
  void literal_piece(uint32_t start, uint32_t end, bool raw, std::vector<NodeId>& pieces);

  // match
  NodeId match_statement(Index i);
  NodeId match_case(Index i);
  NodeId case_pattern(Index i);
  NodeId keyword_pattern(Index i, NodeId made_before, std::string_view as_name);
  NodeId simple_pattern(Index first, Index end);
  NodeId class_pattern(Index i);
  NodeId sequence_pattern(Index i);
  NodeId mapping_pattern(Index i);
  NodeId splat_pattern(Index i);
  NodeId dotted_value(Index i);
  [[nodiscard]] bool in_case_pattern(Index i) const;

  Ast& ast_;
  std::vector<CstNode>& cst_;
  InternTable interned_;
  Cst& tree_;
  const std::vector<uint32_t>& placeholders_;
};

}  // namespace graphlift::syntax
