// A file's syntax tree with what a rewrite asks of it: parents, statements and their suites, lines, indentation, imports.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/syntax/ast.h"

namespace graphlift::refactor {

using syntax::NodeId;
using syntax::NodeKind;

class SourceView {
 public:
  explicit SourceView(std::string text);

  [[nodiscard]] const syntax::Ast& ast() const { return ast_; }
  [[nodiscard]] const syntax::Node& node(NodeId id) const { return ast_[id]; }
  [[nodiscard]] NodeKind kind(NodeId id) const { return id.valid() ? ast_[id].kind : NodeKind::ErrorNode; }
  [[nodiscard]] Span span(NodeId id) const { return ast_[id].span; }
  [[nodiscard]] std::string text(NodeId id) const { return std::string(ast_.source_of(ast_[id].span)); }
  [[nodiscard]] std::string_view name(NodeId id) const { return ast_.text_of(id); }  // identifier, decoded literal
  [[nodiscard]] std::span<const NodeId> kids(NodeId id) const { return ast_.kids_of(id); }
  [[nodiscard]] NodeId kid(NodeId id, uint32_t i) const { return i < ast_[id].kid_count ? ast_.kid(id, i) : NodeId(); }
  [[nodiscard]] NodeId parent(NodeId id) const { return parents_[id.index]; }

  // The innermost expression with exactly this span, or the smallest node around it.
  [[nodiscard]] NodeId at(Span span) const;
  [[nodiscard]] bool is_statement(NodeId id) const;
  [[nodiscard]] NodeId statement_of(NodeId id) const;              // itself when it is one
  [[nodiscard]] NodeId function_of(NodeId id) const;               // FunctionDef, Lambda, or the module
  [[nodiscard]] NodeId enclosing(NodeId id, NodeKind kind) const;  // within the function; invalid when there is none
  [[nodiscard]] NodeId next_statement(NodeId statement) const;     // of the same suite; invalid at its end
  [[nodiscard]] NodeId previous_statement(NodeId statement) const;
  // Every node below ID, itself first, in source order.
  [[nodiscard]] std::vector<NodeId> below(NodeId id) const;

  [[nodiscard]] uint32_t line_start(uint32_t offset) const;
  [[nodiscard]] uint32_t line_end(uint32_t offset) const;  // past its newline
  // Of the line on which the statement begins; empty unless it begins a line.
  [[nodiscard]] std::optional<std::string> indentation(NodeId statement) const;
  [[nodiscard]] const std::string& indent_unit() const { return unit_; }
  [[nodiscard]] bool one_line(NodeId id) const;
  [[nodiscard]] bool alone_on_its_lines(NodeId statement) const;  // neither behind a `;` or `:` nor before one
  // `a + b` in parentheses, `a.b` without: as an operand of anything.
  [[nodiscard]] std::string operand(NodeId id) const;

  // The name under which a module is bound at module level (`np` for numpy); empty when it is not.
  [[nodiscard]] std::string alias_of(std::string_view module) const;
  // Where an import statement of its own goes.
  [[nodiscard]] uint32_t import_offset() const;
  // How often the function binds the name, as a parameter, a target or an import.
  [[nodiscard]] size_t bindings(NodeId function, std::string_view name) const;
  [[nodiscard]] bool binds(NodeId function, std::string_view name) const { return bindings(function, name) > 0; }
  [[nodiscard]] std::string comment_in(Span span) const;  // the first comment, with its `#`; empty when there is none
  [[nodiscard]] std::string fresh_name(NodeId function, const std::string& wanted) const;
  [[nodiscard]] uint32_t line_of(NodeId id) const;

 private:
  syntax::Ast ast_;
  std::vector<NodeId> parents_;
  std::string unit_ = "    ";
};

}  // namespace graphlift::refactor
