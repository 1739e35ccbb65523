// Objects of the abstract heap. They live until the analysis ends (arena); mutation goes through Heap::touch so that
// a fork can be rolled back and joined.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/base/span.h"
#include "analysis/interp/dict.h"
#include "analysis/interp/knowledge.h"
#include "analysis/interp/value.h"
#include "analysis/lower/code.h"

namespace graphlift::interp {

class Vm;
struct ClassObj;
struct Args;
struct Frame;

enum class ObjKind : uint8_t {
  Str,
  Bytes,
  Complex,
  Tuple,
  List,
  Dict,
  Set,
  Slice,
  Range,
  Function,
  Native,
  BoundMethod,
  Class,
  Instance,
  Module,
  Cell,
  Property,
  ClassMethod,
  StaticMethod,
  Super,
  Generator,
  Iterator,
  Code,
  LazyImport,
  Sym,
  Unknown,
  Union,
  Tensor,
  Opaque,
};

struct Object {
  ObjKind kind;
  bool frozen = false;      // never mutated: no journal needed
  uint32_t touched = 0;     // journal epoch of the last saved copy
  uint32_t born = 0;        // creation order: smaller than Vm::births() at a region's entry means it exists outside
  ClassObj* cls = nullptr;  // the Python type; never null after construction through Heap
  explicit Object(ObjKind k) : kind(k) {}
};

struct StrObj final : Object {
  std::string text;
  uint64_t hash = 0;
  StrObj() : Object(ObjKind::Str) {}
};
struct BytesObj final : Object {
  std::string data;
  BytesObj() : Object(ObjKind::Bytes) {}
};
struct ComplexObj final : Object {
  double re = 0, im = 0;
  ComplexObj() : Object(ObjKind::Complex) {}
};
struct TupleObj final : Object {
  std::vector<Value> items;
  TupleObj() : Object(ObjKind::Tuple) {}
};
// `open`: there may be more items than listed (appended under an unknown condition or an unknown number of times);
// `rest` then joins them. The same for Dict and Set: an open one may have keys that are not listed.
struct ListObj final : Object {
  std::vector<Value> items;
  bool open = false;
  Value rest;
  ListObj() : Object(ObjKind::List) {}
};
struct DictObj final : Object {
  Dict map;
  bool open = false;
  Value rest;
  Value default_factory;  // defaultdict
  DictObj() : Object(ObjKind::Dict) {}
};
struct SetObj final : Object {  // set and frozenset (cls tells)
  Dict map;                     // keys only
  bool open = false;
  SetObj() : Object(ObjKind::Set) {}
};
struct SliceObj final : Object {
  Value start, stop, step;
  SliceObj() : Object(ObjKind::Slice) {}
};
struct RangeObj final : Object {
  int64_t start = 0, stop = 0, step = 1;
  RangeObj() : Object(ObjKind::Range) {}
  [[nodiscard]] int64_t size() const;
};

struct CellObj final : Object {
  Value value;
  CellObj() : Object(ObjKind::Cell) {}
};
struct ModuleObj;
struct FunctionObj final : Object {
  std::shared_ptr<const lower::Code> code;
  ModuleObj* module = nullptr;  // globals
  std::vector<Value> defaults;  // of the last positional parameters
  DictObj* kwdefaults = nullptr;
  std::vector<CellObj*> closure;
  Value name, qualname;
  DictObj* attrs = nullptr;   // user attributes, __wrapped__, __annotations__, ...
  ClassObj* owner = nullptr;  // class whose body defined it, for names and zero-argument super
  // Set: one operation to whoever compiles the caller. It answers where the body is too much to follow, or fails.
  Value (*stand_in)(Vm&, Args&) = nullptr;
  FunctionObj() : Object(ObjKind::Function) {}
};

// A function implemented here. Returns Tag::Null with an exception set in the machine, or a value.
using NativeFn = Value (*)(Vm&, Args&);
struct NativeObj final : Object {
  std::string name;       // unqualified
  std::string qualified;  // `time.time`, `builtins.list.append`, `torch._C._nn.gelu`: the key of policy tables
  NativeFn fn = nullptr;
  std::function<Value(Vm&, Args&)> bound;  // used when fn is null: a native with state (an operator of a table)
  bool is_method = false;                  // binds as a method when found in a class
  // Result when an argument is not concrete: the wrapper answers without calling fn. Null class: always call fn.
  ClassObj* lifted_result = nullptr;
  DictObj* attrs = nullptr;
  NativeObj() : Object(ObjKind::Native) {}
};
struct BoundMethodObj final : Object {
  Value func, self;
  BoundMethodObj() : Object(ObjKind::BoundMethod) {}
};
struct PropertyObj final : Object {
  Value get, set, del, doc;
  bool cached = false;  // functools.cached_property
  Value cache_name;
  PropertyObj() : Object(ObjKind::Property) {}
};
struct ClassMethodObj final : Object {
  Value func;
  ClassMethodObj() : Object(ObjKind::ClassMethod) {}
};
struct StaticMethodObj final : Object {
  Value func;
  StaticMethodObj() : Object(ObjKind::StaticMethod) {}
};
struct SuperObj final : Object {
  ClassObj* start = nullptr;  // lookup begins after it in the MRO of self's type
  Value self;
  ClassObj* self_class = nullptr;
  SuperObj() : Object(ObjKind::Super) {}
};

// What the instances of a class carry besides attributes.
enum class Layout : uint8_t { Plain, Int, Float, Str, Bytes, Tuple, List, Dict, Set, Exception, Tensor, Module, Type, Opaque };

struct ClassObj final : Object {
  std::string name;
  std::string qualname;
  Value module_name;
  std::vector<ClassObj*> bases;
  std::vector<ClassObj*> mro;  // this class first, object last
  DictObj* dict = nullptr;
  ClassObj* metaclass = nullptr;
  Layout layout = Layout::Plain;
  bool native = false;                                                      // defined here, not by interpreted code
  bool has_getattr = false, has_getattribute = false, has_setattr = false;  // user-defined, anywhere in the MRO
  bool has_unknown_base = false;  // some base could not be resolved: attributes may exist that are not seen
  bool uncallable_unknown = false;
  ClassObj* item_type = nullptr;      // of the items of an instance whose content is not known: int for a shape
  std::vector<ClassObj*> subclasses;  // direct ones, in order of definition
  // Native construction: called instead of __new__/__init__ when set and not overridden.
  NativeFn construct = nullptr;
  // Attributes that a table answers (operators as tensor methods); null Value: not found.
  std::function<Value(Vm&, ClassObj*, const StrObj*)> lookup_hook;
  ClassObj() : Object(ObjKind::Class) {}
  [[nodiscard]] bool is_subclass_of(const ClassObj* other) const;
};

struct InstanceObj final : Object {
  DictObj* dict = nullptr;             // attributes; may be null when empty
  Value payload;                       // the built-in value for subclasses of list, dict, str, int, ...; args tuple for exceptions
  std::shared_ptr<void> native_state;  // for natively modelled classes
  InstanceObj() : Object(ObjKind::Instance) {}
};

struct ModuleObj final : Object {
  std::string name;     // dotted
  std::string package;  // for relative imports
  std::string file;     // display path; empty for native modules
  lower::FileId file_id;
  DictObj* dict = nullptr;
  enum class State : uint8_t { Unloaded, Loading, Loaded } state = State::Unloaded;
  bool native = false;   // provided here: attributes come from `dict` and `lookup_hook` only
  bool missing = false;  // not installed: every attribute is Unknown
  bool is_package = false;
  bool open_names = false;  // a star import from an unknown module: names may exist that are not seen
  // Asked before the module's own dict (tables that model a module), and again after it with `fallback` true.
  std::function<Value(Vm&, ModuleObj*, const StrObj*, bool fallback)> lookup_hook;
  ModuleObj() : Object(ObjKind::Module) {}
};

// `import` deferred until the bound name is first used.
struct LazyImportObj final : Object {
  const lower::ImportRef* ref = nullptr;
  std::shared_ptr<const lower::Code> keep;  // owns ref
  ModuleObj* importer = nullptr;
  Value resolved;
  bool resolving = false;
  Span span;
  LazyImportObj() : Object(ObjKind::LazyImport) {}
};

struct GeneratorObj final : Object {
  std::unique_ptr<Frame> frame;
  bool running = false, finished = false, started = false;
  bool coroutine = false;
  GeneratorObj();
  ~GeneratorObj();
};

// Native iterator. `next` answers Null without an exception set when exhausted.
struct IteratorObj final : Object {
  std::function<Value(Vm&)> next;
  // How often it will still answer: known >= 0, -1 unknown (the machine then runs the loop body abstractly).
  bool unknown_length = false;
  IteratorObj() : Object(ObjKind::Iterator) {}
};

struct CodeHolderObj final : Object {
  std::shared_ptr<const lower::Code> code;
  ModuleObj* module = nullptr;
  CodeHolderObj() : Object(ObjKind::Code) {}
};

// A value of known type and unknown content: int, float, bool, str, bytes (cls), or NumPy scalar.
struct SymObj final : Object {
  When when = When::Unknown;
  OriginId origin;
  uint32_t symbol = 0;  // non-zero: an input dimension or argument that equals itself
  bool rng = false;     // from random numbers
  LawId law = 0;        // how it is distributed, where that is known
  SymObj() : Object(ObjKind::Sym) {}
};

// Nothing is known about it; cls is `object`.
struct UnknownObj final : Object {
  When when = When::Unknown;
  std::string reason;  // "argument `config` has no known value", "call of the C function `foo.bar`"
  OriginId origin;
  bool maybe_tensor = true;
  UnknownObj() : Object(ObjKind::Unknown) {}
};

// One of a few alternatives, after a join.
struct UnionObj final : Object {
  std::vector<Value> options;  // 2..kMaxOptions, no Union inside
  When when = When::Unknown;   // how the choice is made
  static constexpr size_t kMaxOptions = 4;
  UnionObj() : Object(ObjKind::Union) {}
};

// An object of a natively modelled kind that needs no attributes of its own (dtype, device, generator, ...): see cls.
struct OpaqueObj final : Object {
  std::string text;  // repr, and identity where `interned`
  int64_t number = 0;
  std::shared_ptr<void> state;
  OpaqueObj() : Object(ObjKind::Opaque) {}
};

template <typename T>
[[nodiscard]] inline T* cast(Value v);  // nullptr when it is another kind

#define GRAPHLIFT_CAST(Type, Kind)                                                                                        \
  template <>                                                                                                             \
  inline Type* cast<Type>(Value v) {                                                                                      \
    return (v.tag == Tag::Object || v.tag == Tag::Str) && v.o->kind == ObjKind::Kind ? static_cast<Type*>(v.o) : nullptr; \
  }
GRAPHLIFT_CAST(StrObj, Str)
GRAPHLIFT_CAST(BytesObj, Bytes)
GRAPHLIFT_CAST(ComplexObj, Complex)
GRAPHLIFT_CAST(TupleObj, Tuple)
GRAPHLIFT_CAST(ListObj, List)
GRAPHLIFT_CAST(DictObj, Dict)
GRAPHLIFT_CAST(SetObj, Set)
GRAPHLIFT_CAST(SliceObj, Slice)
GRAPHLIFT_CAST(RangeObj, Range)
GRAPHLIFT_CAST(CellObj, Cell)
GRAPHLIFT_CAST(FunctionObj, Function)
GRAPHLIFT_CAST(NativeObj, Native)
GRAPHLIFT_CAST(BoundMethodObj, BoundMethod)
GRAPHLIFT_CAST(PropertyObj, Property)
GRAPHLIFT_CAST(ClassMethodObj, ClassMethod)
GRAPHLIFT_CAST(StaticMethodObj, StaticMethod)
GRAPHLIFT_CAST(SuperObj, Super)
GRAPHLIFT_CAST(ClassObj, Class)
GRAPHLIFT_CAST(InstanceObj, Instance)
GRAPHLIFT_CAST(ModuleObj, Module)
GRAPHLIFT_CAST(LazyImportObj, LazyImport)
GRAPHLIFT_CAST(GeneratorObj, Generator)
GRAPHLIFT_CAST(IteratorObj, Iterator)
GRAPHLIFT_CAST(CodeHolderObj, Code)
GRAPHLIFT_CAST(SymObj, Sym)
GRAPHLIFT_CAST(UnknownObj, Unknown)
GRAPHLIFT_CAST(UnionObj, Union)
GRAPHLIFT_CAST(OpaqueObj, Opaque)
#undef GRAPHLIFT_CAST

[[nodiscard]] inline std::string_view text_of(Value str) { return static_cast<const StrObj*>(str.o)->text; }

}  // namespace graphlift::interp
