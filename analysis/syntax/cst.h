// The concrete tree of one file as a flat array in source order (parents before children), read off tree-sitter's tree.
// Comments and line continuations are left out. Lowering walks the array backwards, so it needs no recursion.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "analysis/syntax/ast.h"

namespace graphlift::syntax {

// clang-format off
// X(kind, tree-sitter symbol, named)
#define GRAPHLIFT_CST_KINDS(X)                                                                                       \
  /* statements; is_statement() relies on the order */                                                               \
  X(AssertStatement, "assert_statement", true) X(BreakStatement, "break_statement", true)                            \
  X(ClassDefinition, "class_definition", true) X(ContinueStatement, "continue_statement", true)                      \
  X(DecoratedDefinition, "decorated_definition", true) X(DeleteStatement, "delete_statement", true)                  \
  X(ExecStatement, "exec_statement", true) X(ExpressionStatement, "expression_statement", true)                      \
  X(ForStatement, "for_statement", true) X(FunctionDefinition, "function_definition", true)                          \
  X(FutureImportStatement, "future_import_statement", true) X(GlobalStatement, "global_statement", true)             \
  X(IfStatement, "if_statement", true) X(ImportFromStatement, "import_from_statement", true)                         \
  X(ImportStatement, "import_statement", true) X(MatchStatement, "match_statement", true)                            \
  X(NonlocalStatement, "nonlocal_statement", true) X(PassStatement, "pass_statement", true)                          \
  X(PrintStatement, "print_statement", true) X(RaiseStatement, "raise_statement", true)                              \
  X(ReturnStatement, "return_statement", true) X(TryStatement, "try_statement", true)                                \
  X(TypeAliasStatement, "type_alias_statement", true) X(WhileStatement, "while_statement", true)                     \
  X(WithStatement, "with_statement", true)                                                                           \
  /* parts of statements */                                                                                          \
  X(Module, "module", true) X(Block, "block", true) X(Assignment, "assignment", true)                                \
  X(AugmentedAssignment, "augmented_assignment", true) X(AliasedImport, "aliased_import", true)                      \
  X(ArgumentList, "argument_list", true) X(CaseClause, "case_clause", true) X(Chevron, "chevron", true)              \
  X(Decorator, "decorator", true) X(DottedName, "dotted_name", true) X(ElifClause, "elif_clause", true)              \
  X(ElseClause, "else_clause", true) X(ExceptClause, "except_clause", true) X(FinallyClause, "finally_clause", true) \
  X(ForInClause, "for_in_clause", true) X(IfClause, "if_clause", true) X(ImportPrefix, "import_prefix", true)        \
  X(RelativeImport, "relative_import", true) X(WildcardImport, "wildcard_import", true)                              \
  X(WithClause, "with_clause", true) X(WithItem, "with_item", true)                                                  \
  /* expressions */                                                                                                  \
  X(AsPattern, "as_pattern", true) X(AsPatternTarget, "as_pattern_target", true) X(Attribute, "attribute", true)     \
  X(Await, "await", true) X(BinaryOperator, "binary_operator", true) X(BooleanOperator, "boolean_operator", true)    \
  X(Call, "call", true) X(ComparisonOperator, "comparison_operator", true)                                           \
  X(ConcatenatedString, "concatenated_string", true) X(ConditionalExpression, "conditional_expression", true)        \
  X(Dictionary, "dictionary", true) X(DictionaryComprehension, "dictionary_comprehension", true)                     \
  X(DictionarySplat, "dictionary_splat", true) X(Ellipsis, "ellipsis", true)                                         \
  X(ExpressionList, "expression_list", true) X(False, "false", true) X(Float, "float", true)                         \
  X(GeneratorExpression, "generator_expression", true) X(Identifier, "identifier", true)                             \
  X(Integer, "integer", true) X(KeywordArgument, "keyword_argument", true) X(Lambda, "lambda", true)                 \
  X(List, "list", true) X(ListComprehension, "list_comprehension", true) X(ListSplat, "list_splat", true)            \
  X(ListSplatPattern, "list_splat_pattern", true) X(NamedExpression, "named_expression", true)                       \
  X(None, "none", true) X(NotOperator, "not_operator", true) X(Pair, "pair", true)                                   \
  X(ParenthesizedExpression, "parenthesized_expression", true) X(PatternList, "pattern_list", true)                  \
  X(Set, "set", true) X(SetComprehension, "set_comprehension", true) X(Slice, "slice", true)                         \
  X(Subscript, "subscript", true) X(True, "true", true) X(Tuple, "tuple", true)                                      \
  X(UnaryOperator, "unary_operator", true) X(Yield, "yield", true)                                                   \
  /* strings */                                                                                                      \
  X(String, "string", true) X(StringStart, "string_start", true) X(StringContent, "string_content", true)            \
  X(StringEnd, "string_end", true) X(Interpolation, "interpolation", true)                                           \
  X(FormatExpression, "format_expression", true) X(FormatSpecifier, "format_specifier", true)                        \
  X(TypeConversion, "type_conversion", true)                                                                         \
  /* parameters and types */                                                                                         \
  X(Parameters, "parameters", true) X(LambdaParameters, "lambda_parameters", true)                                   \
  X(DefaultParameter, "default_parameter", true) X(TypedParameter, "typed_parameter", true)                          \
  X(TypedDefaultParameter, "typed_default_parameter", true)                                                          \
  X(DictionarySplatPattern, "dictionary_splat_pattern", true)                                                        \
  X(KeywordSeparator, "keyword_separator", true) X(PositionalSeparator, "positional_separator", true)                \
  X(Type, "type", true) X(TypeParameter, "type_parameter", true) X(GenericType, "generic_type", true)                \
  X(UnionType, "union_type", true) X(ConstrainedType, "constrained_type", true) X(MemberType, "member_type", true)   \
  X(SplatType, "splat_type", true)                                                                                   \
  /* patterns */                                                                                                     \
  X(CasePattern, "case_pattern", true) X(ClassPattern, "class_pattern", true)                                        \
  X(ComplexPattern, "complex_pattern", true) X(DictPattern, "dict_pattern", true)                                    \
  X(KeywordPattern, "keyword_pattern", true) X(ListPattern, "list_pattern", true)                                    \
  X(SplatPattern, "splat_pattern", true) X(TuplePattern, "tuple_pattern", true)                                      \
  X(UnionPattern, "union_pattern", true)                                                                             \
  /* tokens */                                                                                                       \
  X(TPlus, "+", false) X(TMinus, "-", false) X(TStar, "*", false) X(TAt, "@", false) X(TSlash, "/", false)           \
  X(TPercent, "%", false) X(TStarStar, "**", false) X(TLShift, "<<", false) X(TRShift, ">>", false)                  \
  X(TBar, "|", false) X(TCaret, "^", false) X(TAmp, "&", false) X(TSlashSlash, "//", false)                          \
  X(TPlusEq, "+=", false) X(TMinusEq, "-=", false) X(TStarEq, "*=", false) X(TAtEq, "@=", false)                     \
  X(TSlashEq, "/=", false) X(TPercentEq, "%=", false) X(TStarStarEq, "**=", false) X(TLShiftEq, "<<=", false)        \
  X(TRShiftEq, ">>=", false) X(TBarEq, "|=", false) X(TCaretEq, "^=", false) X(TAmpEq, "&=", false)                  \
  X(TSlashSlashEq, "//=", false)                                                                                     \
  X(TEqEq, "==", false) X(TNotEq, "!=", false) X(TLess, "<", false) X(TLessEq, "<=", false)                          \
  X(TGreater, ">", false) X(TGreaterEq, ">=", false) X(TIs, "is", false) X(TIsNot, "is not", false)                  \
  X(TIn, "in", false) X(TNotIn, "not in", false) X(TLessGreater, "<>", false)                                        \
  X(TTilde, "~", false) X(TAnd, "and", false) X(TOr, "or", false) X(TEq, "=", false) X(TColon, ":", false)           \
  X(TComma, ",", false) X(TFrom, "from", false) X(TAsync, "async", false) X(TUnderscore, "_", false)                 \
  X(TArrow, "->", false) X(TAs, "as", false)
// clang-format on

enum class CstKind : uint8_t {
#define X(kind, symbol, named) kind,
  GRAPHLIFT_CST_KINDS(X)
#undef X
      Error,  // source that fits no rule
  Token,      // any other token
  Other,      // any other named node
  Skipped,    // not in the array: comments, line continuations
};

[[nodiscard]] constexpr bool is_statement(CstKind kind) { return kind <= CstKind::WithStatement; }
[[nodiscard]] constexpr bool is_token(CstKind kind) { return (kind >= CstKind::TPlus && kind <= CstKind::TAs) || kind == CstKind::Token; }

struct CstNode {
  CstKind kind = CstKind::Other;
  bool missing = false;  // inserted by error recovery, of no width
  uint32_t start = 0;
  uint32_t end = 0;
  uint32_t parent = 0;
  uint32_t next = 0;  // index after this node's last descendant
  NodeId made;        // what lowering made of it
};

struct Cst {
  std::vector<CstNode> nodes;
  bool has_error = false;
  bool misread = false;                         // may hold what the grammar reads otherwise than Python does, see parse.cpp
  std::vector<std::string_view> missing_names;  // of the missing nodes, in source order
};

// Parses and flattens. The result is empty only when the source is too large for 32-bit offsets.
void read_cst(std::string_view source, Cst& cst);

inline constexpr uint32_t kNoError = 0xffffffffu;
// The offset of the first thing in `source` that cannot be read, or kNoError.
[[nodiscard]] uint32_t first_error(std::string_view source);

}  // namespace graphlift::syntax
