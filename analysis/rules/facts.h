// What the interpreter knows of the expressions and calls of chosen files: the preconditions of rewrites are asked of it.
// A fact holds for every execution that the analysis followed; `seen` zero means that it followed none.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "analysis/base/span.h"
#include "analysis/interp/knowledge.h"

namespace graphlift::rules {

// Kinds of values, as bits: an expression may have had several.
enum Kind : uint32_t {
  kTensorKind = 1u << 0,
  kNoneKind = 1u << 1,
  kBoolKind = 1u << 2,
  kIntKind = 1u << 3,
  kFloatKind = 1u << 4,
  kTextKind = 1u << 5,
  kSequenceKind = 1u << 6,
  kMappingKind = 1u << 7,
  kCallableKind = 1u << 8,
  kArrayKind = 1u << 9,  // a NumPy array
  kObjectKind = 1u << 10,
  kUnknownKind = 1u << 11,
};

// What calling something does besides giving a value, as bits.
enum EffectBit : uint32_t {
  kWritesAttribute = 1u << 0,
  kWritesGlobal = 1u << 1,
  kWritesContainer = 1u << 2,
  kWritesTensor = 1u << 3,  // in place
  kRandomNumbers = 1u << 4,
  kUnknownEffect = 1u << 5,  // something was called that nothing is known of
  kHostEffect = 1u << 6,     // input and output, clocks, what a compiler cannot trace
};

struct ValueFact {
  uint32_t kinds = 0;
  std::string dtype;  // of the tensors: `float32`; `?` when it differs or is not known
  bool ranked = false;
  std::vector<int64_t> dims;      // -1: not known
  std::vector<uint32_t> symbols;  // of unknown dimensions; equal and not zero: the same number. Dropped once several executions differ
  bool random = false;            // drawn from random numbers
  bool requires_grad = false;
  bool parameter = false;     // a parameter or buffer of a module
  bool region_input = false;  // exists outside the compiled region
  interp::When when = interp::When::Const;
  std::string constant;  // the one number, truth value or text that it always was, as Python writes it; empty: none
  std::string callee;    // of a callable: `torch.clamp`; `?` when it differs
  uint32_t seen = 0;

  [[nodiscard]] bool only(uint32_t bits) const { return seen > 0 && kinds != 0 && (kinds & ~bits) == 0; }
  [[nodiscard]] bool may(uint32_t bits) const { return seen == 0 || (kinds & bits) != 0; }
  [[nodiscard]] bool one_element() const;  // a tensor of one element
};

// Of a store into a local name: how the new value is like the one that the name had.
struct StoreFact {
  uint32_t seen = 0;
  bool had_value = true;
  bool same_shape = true, same_dtype = true;
  bool tensors = true;  // both
};

class Facts {
 public:
  [[nodiscard]] const ValueFact* value(uint32_t file, Span span) const;
  [[nodiscard]] const StoreFact* store(uint32_t file, Span statement, std::string_view name) const;
  // What the names of the function held when a test was decided.
  [[nodiscard]] const ValueFact* local_at(uint32_t file, Span test, std::string_view name) const;
  // Of everything that ran inside SPAN.
  [[nodiscard]] uint32_t effects(uint32_t file, Span span) const;

  using Key = std::pair<uint32_t, std::pair<uint32_t, uint32_t>>;
  std::map<Key, ValueFact> values;
  std::map<Key, std::map<std::string, StoreFact, std::less<>>> stores;  // by statement, then by name
  std::map<Key, std::map<std::string, ValueFact, std::less<>>> locals;
  std::map<Key, uint32_t> effect_bits;

  void merge(const Facts& other);
  static Key key(uint32_t file, Span span) { return {file, {span.start, span.end}}; }
};

// Joins B, of another execution, into A.
void join(ValueFact& a, const ValueFact& b);
void join(StoreFact& a, const StoreFact& b);

}  // namespace graphlift::rules
