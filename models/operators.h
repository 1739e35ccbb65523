// Operator schemas of PyTorch: argument types, aliasing, tags. All text views live as long as the program.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace graphlift::models {

enum class TypeKind : uint8_t {
  Tensor,
  Int,
  SymInt,
  Float,
  Bool,
  SymBool,
  Complex,
  Scalar,
  Str,
  ScalarType,
  Layout,
  Device,
  MemoryFormat,
  Generator,
  Dimname,
  Stream,
  Storage,
  QScheme,
  Any,
  Other,  // TorchScript-only and class types: read `text`
};

struct SchemaType {
  TypeKind kind = TypeKind::Other;
  bool optional = false;          // T? or T[]?
  bool list = false;              // T[], T[2]
  bool element_optional = false;  // T?[]
  int list_size = -1;             // N of T[N]: one T is also accepted and repeated N times
  std::string_view text;          // as written, with the alias annotation
};

struct Argument {
  std::string_view name;
  SchemaType type;
  bool has_default = false;
  std::string_view default_text;  // None, 1, 1e-05, [], "mean", contiguous_format, long, Mean …
  bool keyword_only = false;
  std::string_view alias;  // "a" of Tensor(a!); empty: none. "*" in a return: may alias anything
  bool written = false;    // the operator writes to it
  [[nodiscard]] bool is_out() const { return keyword_only && written; }
};

struct Return {
  std::string_view name;  // may be empty
  SchemaType type;
  std::string_view alias;
  bool written = false;
};

// Tags of native_functions.yaml, as bits.
enum Tag : uint32_t {
  kDataDependentOutput = 1u << 0,     // a Python number from tensor contents: a host sync
  kDynamicOutputShape = 1u << 1,      // output shape from tensor contents
  kNondeterministicSeeded = 1u << 2,  // uses the random generator
  kNondeterministicBitwise = 1u << 3,
  kInplaceView = 1u << 4,  // changes the metadata of its argument
  kViewCopy = 1u << 5,
  kPointwise = 1u << 6,
  kReduction = 1u << 7,
  kCore = 1u << 8,
  kPt2Compliant = 1u << 9,
  kMaybeAliasingOrMutating = 1u << 10,
  kCudagraphUnsafe = 1u << 11,
  kGenerated = 1u << 12,  // a variant that code generation added
  kInplace = 1u << 13,
  kOut = 1u << 14,
  kOtherTag = 1u << 31,  // one that has no bit here; see Schema::tags_text
};

// How the output is known without data, which fake tensors (torch.compile, torch.export) need.
enum class Fake : uint8_t {
  None,       // no meta kernel: a hard error in a graph
  Meta,       // a kernel for the Meta key
  Composite,  // made of other operators
  Special,    // a rule of FakeTensorMode of its own
};

struct Schema {
  std::string_view space;     // aten, prims, quantized, …
  std::string_view name;      // add_
  std::string_view overload;  // Tensor; empty for the default one
  std::vector<Argument> arguments;
  std::vector<Return> returns;
  uint32_t tags = 0;
  std::string_view tags_text;
  bool function = false;            // torch.NAME or torch.<namespace>.NAME
  bool method = false;              // Tensor.NAME
  bool composite_implicit = false;  // decomposes before autograd: Dynamo's backend sees its parts
  bool script_only = false;         // registered for TorchScript only (aten::append.t), no dispatcher operator
  Fake fake = Fake::None;
  std::string_view text;  // NAME.OVERLOAD(arguments) -> returns

  [[nodiscard]] bool has(Tag tag) const { return (tags & tag) != 0; }
  [[nodiscard]] bool mutates() const;  // writes to an argument
  [[nodiscard]] bool is_view() const;  // a return shares storage with an argument that it does not write
  [[nodiscard]] const Argument* find_argument(std::string_view argument) const;
};

// All overloads of an operator, `aten::add` or `add` (aten is assumed), in overload order; empty when there is none. Parsed once, safe from
// any thread.
[[nodiscard]] std::span<const Schema> find_operator(std::string_view name);
[[nodiscard]] const Schema* find_overload(std::string_view name, std::string_view overload);

// Parses NAME.OVERLOAD(arguments) -> returns, as torch.library.define and TORCH_LIBRARY take it; false when it is not of that form.
// The result refers to TEXT.
bool parse_schema(std::string_view text, Schema& schema);

}  // namespace graphlift::models
