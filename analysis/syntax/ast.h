// The typed Python AST: one flat node array per file, children by id, follows CPython's ASDL in meaning.
//
// A node has a kind, a span, an optional text (identifier or literal, interned in the file's string table), an
// operator byte, flags, and an ordered list of children. The children of every kind are documented beside it in
// NODE_KINDS; `?` may be NodeId{} (absent), `*` is a (possibly empty) run of nodes of that role at that position.
// Where a kind has several runs, each run is wrapped in a List node so that positions stay fixed.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/base/ids.h"
#include "analysis/base/span.h"

namespace graphlift::syntax {

struct NodeTag;
using NodeId = Id<NodeTag>;

// clang-format off
#define GRAPHLIFT_NODE_KINDS(X)                                                                          \
  /* structure */                                                                                        \
  X(List)            /* item*                                        a run of nodes or a suite        */ \
  X(Module)          /* stmt*                                                                         */ \
  X(ErrorNode)       /* -            source the parser could not read; a statement or an expression    */ \
  /* statements */                                                                                       \
  X(FunctionDef)     /* Parameters, List body, List decorators, ?returns   text=name, kAsync          */ \
  X(ClassDef)        /* List args (expr|Keyword|Starred|DoubleStarred), List body, List decorators   text=name */ \
  X(Return)          /* ?value                                                                        */ \
  X(Delete)          /* target*                                                                       */ \
  X(Assign)          /* value, target+       `a = b = v` has two targets                              */ \
  X(AugAssign)       /* target, value                                  op=BinaryOp                    */ \
  X(AnnAssign)       /* target, annotation, ?value                                                    */ \
  X(TypeAlias)       /* name, value                                                                   */ \
  X(For)             /* target, iter, List body, List orelse           kAsync                         */ \
  X(While)           /* test, List body, List orelse                                                  */ \
  X(If)              /* test, List body, List orelse    an elif is an If alone in orelse              */ \
  X(With)            /* List items (WithItem), List body               kAsync                         */ \
  X(WithItem)        /* context, ?target                                                              */ \
  X(Match)           /* subject, MatchCase*                                                           */ \
  X(MatchCase)       /* pattern, ?guard, List body                                                    */ \
  X(Raise)           /* ?exc, ?cause                                                                  */ \
  X(Try)             /* List body, List handlers, List orelse, List finalbody     kStar for except*   */ \
  X(ExceptHandler)   /* ?type, List body                               text=name or none              */ \
  X(Assert)          /* test, ?msg                                                                    */ \
  X(Import)          /* Alias*                                                                        */ \
  X(ImportFrom)      /* Alias*     text=dotted module (may be empty), op=number of leading dots       */ \
  X(Alias)           /* ?Name asname           text=dotted name, or "*"                               */ \
  X(Global)          /* Name*                                                                         */ \
  X(Nonlocal)        /* Name*                                                                         */ \
  X(ExprStmt)        /* value                                                                         */ \
  X(Pass)            /* -                                                                             */ \
  X(Break)           /* -                                                                             */ \
  X(Continue)        /* -                                                                             */ \
  /* expressions */                                                                                      \
  X(Name)            /* -                                              text=identifier                */ \
  X(IntLit)          /* -                                              text=digits as written         */ \
  X(FloatLit)        /* -                                              text as written                */ \
  X(ImagLit)         /* -                                              text as written, with j        */ \
  X(StrLit)          /* -          text=decoded value (adjacent literals joined); kBytes              */ \
  X(FString)         /* (StrLit|FormatField)*                                                         */ \
  X(FormatField)     /* value, ?FString spec        op=conversion char ('r','s','a' or 0); kDebug for `=` (text=source) */ \
  X(NoneLit)         /* -                                                                             */ \
  X(TrueLit)         /* -                                                                             */ \
  X(FalseLit)        /* -                                                                             */ \
  X(EllipsisLit)     /* -                                                                             */ \
  X(TupleExpr)       /* item*      (also a target)                                                    */ \
  X(ListExpr)        /* item*      (also a target)                                                    */ \
  X(SetExpr)         /* item*                                                                         */ \
  X(DictExpr)        /* (DictItem|DoubleStarred)*                                                     */ \
  X(DictItem)        /* key, value                                                                    */ \
  X(UnaryExpr)       /* operand                                        op=UnaryOp                     */ \
  X(BinaryExpr)      /* left, right                                    op=BinaryOp                    */ \
  X(BoolExpr)        /* operand+   flat: `a and b and c` has three     op=BoolOp                      */ \
  X(CompareExpr)     /* left, CompareRhs+                                                             */ \
  X(CompareRhs)      /* value                                          op=CompareOp                   */ \
  X(Call)            /* callee, (expr|Keyword|Starred|DoubleStarred)*   in source order               */ \
  X(Keyword)         /* value                                          text=name                      */ \
  X(Starred)         /* value      *x in a call, a display or a target                                */ \
  X(DoubleStarred)   /* value      **x in a call or a dict display                                    */ \
  X(Attribute)       /* value                                          text=attribute name            */ \
  X(Subscript)       /* value, index       `a[i, j]` has a TupleExpr index                            */ \
  X(SliceExpr)       /* ?lower, ?upper, ?step                                                         */ \
  X(IfExpr)          /* test, body, orelse                                                            */ \
  X(Lambda)          /* Parameters, body                                                              */ \
  X(ListComp)        /* element, Comprehension+                                                       */ \
  X(SetComp)         /* element, Comprehension+                                                       */ \
  X(DictComp)        /* key, value, Comprehension+                                                    */ \
  X(GeneratorExpr)   /* element, Comprehension+                                                       */ \
  X(Comprehension)   /* target, iter, condition*                       kAsync                         */ \
  X(Yield)           /* ?value                                                                        */ \
  X(YieldFrom)       /* value                                                                         */ \
  X(Await)           /* value                                                                         */ \
  X(NamedExpr)       /* Name target, value                                                            */ \
  /* parameters */                                                                                       \
  X(Parameters)      /* Parameter*     in source order                                                */ \
  X(Parameter)       /* ?annotation, ?default         text=name, op=ParamKind                         */ \
  /* patterns of match */                                                                                \
  X(PatternValue)    /* expr       compared with ==                                                   */ \
  X(PatternSingleton)/* expr       None/True/False, compared with is                                  */ \
  X(PatternCapture)  /* -          text=name                                                          */ \
  X(PatternWildcard) /* -                                                                             */ \
  X(PatternStar)     /* -          text=name or "_"                                                   */ \
  X(PatternSequence) /* pattern*                                                                      */ \
  X(PatternMapping)  /* (PatternMapItem|PatternStar)*   PatternStar is **rest                         */ \
  X(PatternMapItem)  /* key expr, pattern                                                             */ \
  X(PatternClass)    /* class expr, (pattern|PatternKeyword)*                                         */ \
  X(PatternKeyword)  /* pattern                                        text=name                      */ \
  X(PatternOr)       /* pattern+                                                                      */ \
  X(PatternAs)       /* pattern                                        text=name                      */
// clang-format on

enum class NodeKind : uint8_t {
#define X(name) name,
  GRAPHLIFT_NODE_KINDS(X)
#undef X
};

[[nodiscard]] std::string_view name_of(NodeKind kind);

enum class UnaryOp : uint8_t { Not, Negative, Positive, Invert };
enum class BinaryOp : uint8_t { Add, Sub, Mul, MatMul, Div, Mod, Pow, LShift, RShift, BitOr, BitXor, BitAnd, FloorDiv };
enum class BoolOp : uint8_t { And, Or };
enum class CompareOp : uint8_t { Eq, NotEq, Lt, LtE, Gt, GtE, Is, IsNot, In, NotIn };
enum class ParamKind : uint8_t { PositionalOnly, Positional, VarArgs, KeywordOnly, VarKeywords };

struct NodeFlags {
  static constexpr uint16_t kAsync = 1;
  static constexpr uint16_t kBytes = 2;
  static constexpr uint16_t kDebug = 4;
  static constexpr uint16_t kStar = 8;
  static constexpr uint16_t kHasText = 16;
};

struct Node {
  NodeKind kind = NodeKind::ErrorNode;
  uint8_t op = 0;
  uint16_t flags = 0;
  Span span;
  uint32_t first_kid = 0;  // into Ast::kids
  uint32_t kid_count = 0;
  uint32_t text_begin = 0;  // into Ast::text
  uint32_t text_size = 0;
};

struct SyntaxError {
  Span span;
  std::string message;
};

// One source file, lowered. Owns its text, line table and nodes; spans are byte offsets into `source`.
struct Ast {
  std::string source;                 // UTF-8, newlines as in the file; notebooks: the joined code cells
  std::vector<uint32_t> line_starts;  // byte offset of each line
  std::vector<Node> nodes;
  std::vector<NodeId> kids;
  std::string text;                 // backing store of Node text
  std::vector<SyntaxError> errors;  // in source order
  NodeId root;                      // a Module

  [[nodiscard]] const Node& operator[](NodeId id) const { return nodes[id.index]; }
  [[nodiscard]] std::span<const NodeId> kids_of(NodeId id) const {
    const Node& n = nodes[id.index];
    return {kids.data() + n.first_kid, n.kid_count};
  }
  [[nodiscard]] NodeId kid(NodeId id, uint32_t i) const { return kids[nodes[id.index].first_kid + i]; }
  [[nodiscard]] std::string_view text_of(NodeId id) const {
    const Node& n = nodes[id.index];
    return std::string_view(text).substr(n.text_begin, n.text_size);
  }
  [[nodiscard]] std::string_view source_of(Span s) const { return std::string_view(source).substr(s.start, s.end - s.start); }
};

struct Position {
  uint32_t line = 1;    // 1-based
  uint32_t column = 1;  // 1-based, in Unicode code points
};
[[nodiscard]] Position position_of(const Ast& ast, uint32_t offset);

}  // namespace graphlift::syntax
