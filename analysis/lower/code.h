// Lowered code: a stack machine close to CPython's, laid out so that an abstract interpreter can run it.
//
// Layout promises, which forking and joining at unknown branches rests on:
//   1. Code is emitted in source order; every jump inside one loop body goes forward, except `JumpBack`.
//   2. `continue` jumps forward to the loop's only `JumpBack`; `break` jumps forward to the loop's exit.
//   3. At a given pc the depths of the operand stack, the block stack and the list of handled exceptions are the same on
//      every path that reaches it.
// So of two states of one frame the one at the lower pc runs first, and states at the same pc can be joined.
//
// Code is immutable and knows no interpreter: it can be shared between analyses.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "analysis/base/ids.h"
#include "analysis/base/span.h"

namespace graphlift::lower {

struct FileTag;
using FileId = Id<FileTag>;  // into the project's file table

// clang-format off
#define GRAPHLIFT_OPCODES(X)                                                                                          \
  /* stack */                                                                                                         \
  X(Pop)             /* [v] -> []                                                                                  */ \
  X(Dup)             /* [v] -> [v v]                                                                               */ \
  X(Dup2)            /* [x y] -> [x y x y]                                                                         */ \
  X(Rot2)            /* [x y] -> [y x]                                                                             */ \
  X(Rot3)            /* [x y z] -> [z x y]          the top moves two down                                         */ \
  X(Rot4)            /* [w x y z] -> [z w x y]                                                                     */ \
  /* names */                                                                                                         \
  X(LoadConst)       /* a=const                     [] -> [v]                                                      */ \
  X(LoadFast)        /* a=local slot                UnboundLocalError when empty                                   */ \
  X(StoreFast)       /* a=local slot                                                                               */ \
  X(DeleteFast)      /* a=local slot                                                                               */ \
  X(LoadName)        /* a=name   class or module namespace, then globals, then builtins                            */ \
  X(StoreName)       /* a=name                                                                                     */ \
  X(DeleteName)      /* a=name                                                                                     */ \
  X(LoadGlobal)      /* a=name   globals, then builtins                                                            */ \
  X(StoreGlobal)     /* a=name                                                                                     */ \
  X(DeleteGlobal)    /* a=name                                                                                     */ \
  X(LoadDeref)       /* a=cell index: cellvars first, then freevars                                                */ \
  X(StoreDeref)      /* a=cell index                                                                               */ \
  X(DeleteDeref)     /* a=cell index                                                                               */ \
  X(LoadClassDeref)  /* a=cell index   class namespace first (by the cell's name), then the cell                   */ \
  X(LoadClosure)     /* a=cell index   pushes the cell itself                                                      */ \
  /* objects */                                                                                                       \
  X(LoadAttr)        /* a=name  [obj] -> [value]                                                                   */ \
  X(StoreAttr)       /* a=name  [value obj] -> []                                                                  */ \
  X(DeleteAttr)      /* a=name  [obj] -> []                                                                        */ \
  X(LoadSubscr)      /* [obj index] -> [value]                                                                     */ \
  X(StoreSubscr)     /* [value obj index] -> []                                                                    */ \
  X(DeleteSubscr)    /* [obj index] -> []                                                                          */ \
  X(Unary)           /* a=syntax::UnaryOp                                                                          */ \
  X(Binary)          /* a=syntax::BinaryOp, b=1 in place   [x y] -> [v]                                            */ \
  X(Compare)         /* a=syntax::CompareOp  [x y] -> [v]                                                          */ \
  /* building */                                                                                                      \
  X(BuildTuple)      /* a=n                                                                                        */ \
  X(BuildList)       /* a=n                                                                                        */ \
  X(BuildSet)        /* a=n                                                                                        */ \
  X(BuildMap)        /* a=n pairs [k v ...]                                                                        */ \
  X(BuildSlice)      /* a=2 or 3                                                                                   */ \
  X(BuildString)     /* a=n strings, concatenated                                                                  */ \
  X(FormatValue)     /* a=conversion char or 0, b=1 when a spec is on top  [v (spec)] -> [str]                      */ \
  X(ListAppend)      /* a=depth of the list below the value (1 = right below)  [.. v] -> [..]                      */ \
  X(SetAdd)          /* a=depth                                                                                    */ \
  X(MapAdd)          /* a=depth  [.. k v] -> [..]                                                                  */ \
  X(ListExtend)      /* [list iterable] -> [list]                                                                  */ \
  X(SetUpdate)       /* [set iterable] -> [set]                                                                    */ \
  X(DictUpdate)      /* [dict mapping] -> [dict]      display: later wins                                          */ \
  X(DictMerge)       /* [dict mapping] -> [dict]      call: duplicate key is a TypeError                           */ \
  X(ListToTuple)     /* [list] -> [tuple]                                                                          */ \
  X(UnpackSequence)  /* a=n   [seq] -> [item n .. item 1]  first item on top                                       */ \
  X(UnpackEx)        /* a=before, b=after   first item on top, the rest as a list                                  */ \
  /* calls */                                                                                                         \
  X(Call)            /* a=positional count, b=const index of a Names tuple or kNoNames                             */ \
                     /*   [callee arg.. kwvalue..] -> [result]                                                     */ \
  X(CallEx)          /* a=1 when kwargs given   [callee args-list-or-tuple (dict)] -> [result]                     */ \
  X(MakeFunction)    /* a=const index of a Code, b=MakeFlags   [(defaults tuple) (kwdefaults dict) (closure tuple)] -> [fn] */ \
  X(LoadBuildClass)  /* [] -> [build_class]   then: body function, name, bases, keywords; Call                     */ \
  X(StoreAnnotation) /* a=name, b=const index of a Code that evaluates the annotation; into __annotations__        */ \
  /* control */                                                                                                       \
  X(Jump)            /* a=target (forward)                                                                         */ \
  X(JumpBack)        /* a=loop head; the one back edge of a loop                                                   */ \
  X(PopJumpIfFalse)  /* a=target, b=TestKind                                                                       */ \
  X(PopJumpIfTrue)   /* a=target, b=TestKind                                                                       */ \
  X(JumpIfFalseOrPop)/* a=target, b=TestKind        keeps the value when it jumps                                  */ \
  X(JumpIfTrueOrPop) /* a=target, b=TestKind                                                                       */ \
  X(GetIter)         /* [iterable] -> [iterator]      b=1 async                                                    */ \
  X(ForIter)         /* a=exit target   [it] -> [it v], or [] and jump when exhausted   b=1 async                  */ \
  X(Return)          /* [v] ->                                                                                     */ \
  /* exceptions: a raise pops the top block, cuts the stack and the list of handled exceptions to what they were when   */ \
  /* the block was pushed, then pushes the exception on both and goes to the handler                                   */ \
  X(SetupFinally)    /* a=handler       pushes a block                                                             */ \
  X(SetupWith)       /* a=handler       [exit entered] -> same; the block's depth is that of [exit], without entered */ \
  X(PopBlock)        /* pops a block                                                                               */ \
  X(PopExcept)       /* [] -> []  ends handling: restores the previously handled exception                         */ \
  X(CheckExcMatch)   /* [exc type] -> [exc bool]                                                                   */ \
  X(Raise)           /* a=0 re-raise the handled one, 1 [exc], 2 [exc cause]                                       */ \
  X(Reraise)         /* [exc] ->        ends handling and raises it again                                          */ \
  X(LoadAssertionError)                                                                                               \
  X(BeforeWith)      /* [ctx] -> [exit entered]   b=1 async                                                        */ \
  X(WithExitNormal)  /* [exit] -> []    calls exit(None, None, None)   b=1 async                                   */ \
  X(WithExceptStart) /* [exit exc] -> [exit exc result]   b=1 async                                                */ \
  /* generators */                                                                                                    \
  X(YieldValue)      /* [v] -> [sent]                                                                              */ \
  X(GetYieldFromIter)/* [iterable] -> [iterator]                                                                   */ \
  X(YieldFrom)       /* [it] -> [result]   yields every item of it, then its return value                          */ \
  X(GetAwaitable)    /* [v] -> [it]                                                                                */ \
  /* imports */                                                                                                       \
  X(Import)          /* a=const index of an ImportRef, b=1 when loading may be deferred until first use            */ \
                     /*   (module level, not under try/with/if-that-tests-an-import)   [] -> [v]                   */ \
  X(ImportStar)      /* a=const index of an ImportRef   binds every public name                                    */ \
  /* match */                                                                                                         \
  X(MatchSequence)   /* a=patterns, b=1 when one is a star   [subj] -> [subj bool]                                 */ \
  X(MatchMapping)    /* [subj] -> [subj bool]                                                                      */ \
  X(MatchKeys)       /* [subj keys-tuple] -> [subj keys values-tuple-or-None]                                      */ \
  X(MatchClass)      /* a=positional patterns   [subj class names-tuple] -> [values-tuple-or-None]                 */ \
  X(SyntaxFault)     /* code the parser could not read ran: raises SyntaxError                                     */
// clang-format on

enum class Op : uint8_t {
#define X(name) name,
  GRAPHLIFT_OPCODES(X)
#undef X
};

// What a conditional jump tests, for findings and messages.
enum class TestKind : uint8_t {
  If,
  While,
  Assert,
  AssertDynamicMessage,
  BoolOperand,
  Ternary,
  ComprehensionIf,
  CompareChain,
  MatchGuard,
  ExceptMatch
};

struct MakeFlags {
  static constexpr uint32_t kDefaults = 1;
  static constexpr uint32_t kKwDefaults = 2;
  static constexpr uint32_t kClosure = 4;
};
inline constexpr uint32_t kNoNames = 0xffffffffu;

struct Instr {
  Op op;
  uint32_t a = 0;
  uint32_t b = 0;
};

struct ImportRef {
  uint32_t level = 0;  // leading dots
  std::string module;  // dotted, may be empty with level > 0
  std::string member;  // from module import member; empty for `import module`
  bool leaf = false;   // `import a.b as c` binds a.b, plain `import a.b` binds a
};

struct Code;
struct NoneConst {};
struct EllipsisConst {};
struct BigIntConst {
  std::string digits;
};
struct ImagConst {
  double value;
};
struct BytesConst {
  std::string value;
};
struct Names {
  std::vector<std::string> names;
};  // a tuple of strings
struct TupleConst {
  std::vector<uint32_t> items;
};  // const indices
using Const = std::variant<NoneConst, EllipsisConst, bool, int64_t, BigIntConst, double, ImagConst, std::string, BytesConst, Names,
                           TupleConst, ImportRef, std::shared_ptr<const Code>>;

// A lexical range of instructions under a loop, a try or a with.
struct Surround {
  enum class Kind : uint8_t { Loop, Try, With, Handler, Finally } kind;
  uint32_t start_pc, end_pc;  // half-open: the body
  Span header;                // `for x in y`, `try`, `with a as b`
};

struct ParamAnnotation {
  std::string name;  // parameter, or "return"
  Span span;         // the annotation's text
  std::shared_ptr<const Code> thunk;
};

struct Code {
  enum class Kind : uint8_t { Module, Function, Lambda, ClassBody, Comprehension, Annotation } kind = Kind::Function;
  std::string name;
  std::string qualname;  // within the module: `Class.method`, `f.<locals>.g`
  FileId file;
  Span span;    // the whole definition
  Span header;  // `def f(...)`, `class C(...)`, `lambda ...`

  // Parameters are the first locals: positional (posonly first), then keyword-only, then *args, then **kwargs.
  uint32_t positional_count = 0;
  uint32_t posonly_count = 0;
  uint32_t kwonly_count = 0;
  bool has_varargs = false;
  bool has_varkw = false;
  bool is_generator = false;
  bool is_coroutine = false;

  std::vector<std::string> locals;     // names of the local slots
  std::vector<std::string> cellvars;   // captured by inner functions
  std::vector<int32_t> cell_of_param;  // per cellvar: the parameter slot it is initialised from, or -1
  std::vector<std::string> freevars;
  std::vector<std::string> names;  // globals, attributes
  std::vector<Const> consts;
  std::vector<Instr> instrs;
  std::vector<Span> spans;          // per instruction: the expression or statement it belongs to
  std::vector<Surround> surrounds;  // outer before inner
  std::vector<ParamAnnotation> annotations;
  std::string docstring;
  bool has_docstring = false;
  uint32_t max_stack = 0;
  uint32_t id = 0;  // unique in the process, for side tables
};

}  // namespace graphlift::lower
