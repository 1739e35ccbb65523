// Lowers one scope (module, function, class body, comprehension, annotation) to one Code.
// The members are spread over expressions.cpp, displays.cpp, statements.cpp, control.cpp, functions.cpp and patterns.cpp.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "analysis/lower/builder.h"
#include "analysis/lower/code.h"
#include "analysis/lower/scope.h"
#include "analysis/syntax/ast.h"

namespace graphlift::lower {

// What all units of one file share.
struct FileContext {
  const syntax::Ast& ast;
  const ScopeTable& scopes;
  FileId file;
  uint32_t depth = 0;           // of the recursion over the tree, all units together
  uint32_t finally_levels = 0;  // copies of finally bodies being emitted, one inside the other
  // Annotations resolve names by name only, so equal texts can share a thunk; keyed by private class and text.
  std::unordered_map<std::string, std::shared_ptr<const Code>> annotation_thunks{};
};

class Unit {
 public:
  Unit(FileContext& file, const Unit* parent, uint32_t scope, Code::Kind kind, std::string name, Span span, Span header);

  [[nodiscard]] std::shared_ptr<const Code> module_body();

 private:
  using NodeId = syntax::NodeId;
  using NodeKind = syntax::NodeKind;
  enum class Access : uint8_t { Load, Store, Delete };

  // What surrounds the code being emitted and must be undone by a jump out of it.
  struct FrameBlock {
    enum class Kind : uint8_t {
      WhileLoop,
      ForLoop,       // the iterator is on the stack
      TryBody,       // a block is set up, nothing else to do
      FinallyTry,    // a block is set up and `finally_body` has to run
      FinallyEnd,    // inside the copy of a finally body that handles an exception, which is on the stack
      With,          // a block is set up, exit is on the stack
      Handler,       // an exception is being handled
      NamedHandler,  // the same, and a block is set up that unbinds `name`
      Value,         // a value to be returned is on the stack
    } kind;
    Span header;
    Label on_continue{};
    Label on_break{};
    NodeId finally_body{};
    std::string_view name{};
    bool is_async = false;
    size_t surround_level = 0;
  };

  // Counts one level of recursion; not `ok` beyond the limit.
  struct DepthGuard {
    explicit DepthGuard(FileContext& file) : file_(file) { ++file_.depth; }
    ~DepthGuard() { --file_.depth; }
    DepthGuard(const DepthGuard&) = delete;
    DepthGuard& operator=(const DepthGuard&) = delete;
    [[nodiscard]] bool ok() const;
    FileContext& file_;
  };

  // expressions.cpp
  void expression(NodeId node);
  void plain_expression(NodeId node);
  void apply_to_first_operand(NodeId node);
  void jump_if(NodeId test, bool when, Label target, TestKind kind);
  void keep_and_jump_if(NodeId test, bool when, Label target);
  void compare_value(NodeId node);
  void compare_jump(NodeId node, bool when, Label target, TestKind kind);
  void bool_value(NodeId node);
  void conditional(NodeId node);
  void slice(NodeId node);
  void name(Access access, std::string_view name, Span span);
  void load_const(Const value, Span span);
  void load_none(Span span) { load_const(NoneConst{}, span); }
  [[nodiscard]] bool is_constant(NodeId node, uint32_t levels = 0) const;
  [[nodiscard]] Const constant(NodeId node);
  void fault(Span span) { out_.emit(Op::SyntaxFault, span); }

  // displays.cpp
  void arguments(std::span<const NodeId> args, uint32_t pushed, Span span);
  void sequence(std::span<const NodeId> items, Op build, Op append, Op extend, uint32_t pushed, Span span);
  void call_keywords(std::span<const NodeId> args, Span span);
  void list_or_tuple(NodeId node);
  void dict_display(NodeId node);
  void fstring(NodeId node);
  void format_field(NodeId node, uint32_t& parts);

  // statements.cpp
  void suite(NodeId list);
  void statement(NodeId node);
  void assign(NodeId node);
  void store(NodeId target, Span span);
  void unpack(NodeId target, Span span);
  void augmented_assign(NodeId node);
  void annotated_assign(NodeId node);
  void delete_target(NodeId target, Span span);
  void import(NodeId node);
  void import_from(NodeId node);
  void assertion(NodeId node);
  void return_statement(NodeId node);

  // control.cpp
  void if_statement(NodeId node);
  void while_loop(NodeId node);
  void for_loop(NodeId node);
  void try_statement(NodeId node);
  void try_except(NodeId node);
  void handler(NodeId node, Label end);
  void finally_copy(NodeId body, Span header);
  void with_statement(NodeId node, size_t item);
  void leave_loop(NodeId node, bool is_break);
  void unwind(size_t level, bool keep_value, Span span);
  void unwind_one(const FrameBlock& block, bool keep_value, Span span);
  void push_block(FrameBlock block);
  void pop_block() { blocks_.pop_back(); }
  [[nodiscard]] Span finally_header(NodeId try_node) const;

  // functions.cpp
  void function_definition(NodeId node);
  void lambda(NodeId node, Span header);
  void class_definition(NodeId node);
  void comprehension(NodeId node);
  void comprehension_loops(NodeId node);
  void type_alias(NodeId node);
  void decorate(NodeId decorators);
  uint32_t default_values(NodeId parameters, Span span);
  void make_function(std::shared_ptr<const Code> code, uint32_t flags, Span span);
  void describe_parameters(NodeId parameters);
  void annotate(std::string_view parameter, NodeId annotation);
  [[nodiscard]] std::shared_ptr<const Code> annotation_thunk(NodeId annotation);
  [[nodiscard]] std::shared_ptr<const Code> function_body(NodeId node);
  [[nodiscard]] std::shared_ptr<const Code> class_body(NodeId node);
  [[nodiscard]] std::shared_ptr<const Code> comprehension_body(NodeId node);
  [[nodiscard]] std::shared_ptr<const Code> expression_body(NodeId node);
  void body_with_docstring(std::span<const NodeId> statements);
  void return_none(Span span);
  [[nodiscard]] Span definition_header(NodeId node) const;

  // patterns.cpp. A pattern consumes the subject on top of the stack; a failed one jumps to the label for the number
  // of items it leaves there.
  struct PatternContext {
    uint32_t on_top = 0;               // items to pop when the pattern fails now
    std::vector<Label> fail_labels{};  // by number of items still to pop
  };
  void match_statement(NodeId node);
  void pattern(NodeId node, PatternContext& context);
  void value_pattern(NodeId node, PatternContext& context);
  void or_pattern(NodeId node, PatternContext& context);
  void sequence_pattern(NodeId node, PatternContext& context);
  void indexed_items(std::span<const NodeId> items, size_t star, Span span, PatternContext& context);
  [[nodiscard]] bool is_wildcard(NodeId pattern) const;
  void mapping_pattern(NodeId node, PatternContext& context);
  void mapping_rest(std::string_view name, uint32_t keys, Span span);
  void class_pattern(NodeId node, PatternContext& context);
  void not_none_or_fail(PatternContext& context, Span span);
  [[nodiscard]] Label fail_label(PatternContext& context);
  void emit_fail_labels(PatternContext& context, Span span);

  // shorthands
  [[nodiscard]] const syntax::Node& at(NodeId node) const { return ast_[node]; }
  [[nodiscard]] std::span<const NodeId> kids(NodeId node) const { return ast_.kids_of(node); }
  [[nodiscard]] std::string_view text(NodeId node) const { return ast_.text_of(node); }
  [[nodiscard]] Span span(NodeId node) const { return ast_[node].span; }
  [[nodiscard]] const Scope& scope() const { return file_.scopes.scopes[scope_id_]; }
  [[nodiscard]] std::string qualified(std::string_view name) const;

  FileContext& file_;
  const syntax::Ast& ast_;
  const uint32_t scope_id_;
  CodeBuilder out_;
  std::unordered_map<std::string, uint32_t> slots_;
  std::unordered_map<std::string, uint32_t> cells_;  // apart from frees_: a class may have both a `__class__` of its own and one around it
  std::unordered_map<std::string, uint32_t> frees_;
  std::vector<FrameBlock> blocks_;
  std::vector<NodeId> spine_;  // pending operators of left-nested chains, used as a stack
};

inline constexpr uint32_t kMaxDepth = 1500;

}  // namespace graphlift::lower
