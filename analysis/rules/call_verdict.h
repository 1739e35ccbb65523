// Does a call of a named function break a torch.compile region? From the tables of Dynamo's own rules (models/trace_rules.h) and from
// measurements (models/policy/native_calls.tsv).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace graphlift::rules {

struct CallVerdict {
  enum class Kind : uint8_t {
    Trace,    // no break
    InGraph,  // one node of the graph: the body runs on fake tensors
    Data,     // traced, and the result is a number that is not known while tracing
    Break,
  } kind = Kind::Trace;
  std::string gb;                  // of a break
  std::vector<std::string> rules;  // codes of the findings, at least one for a break
  bool from_override = false;      // breaks only when an overriding method calls it: super().__init__() of an exception class
};

// A function without Python source, `name` as NativeObj::qualified has it.
[[nodiscard]] CallVerdict native_call_verdict(std::string_view name);
// A Python function by its module and qualified name. INLINED: its caller is being traced.
[[nodiscard]] CallVerdict python_call_verdict(std::string_view module, std::string_view qualname, bool inlined);

// Context managers by the name of their class.
enum class ContextKind : uint8_t {
  Modelled,     // Dynamo knows it, and can leave and enter it again around a break
  Generic,      // entered by tracing its methods; a break under it cannot be resumed
  Unsupported,  // cannot be entered while tracing
  Unknown,      // no table names it
};
[[nodiscard]] ContextKind context_kind(std::string_view class_name);

// The rule that tells of a graph break: GL101 for GB0170; GL115 when no table names it.
[[nodiscard]] std::string_view rule_of_break(std::string_view gb);

}  // namespace graphlift::rules
