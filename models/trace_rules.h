// How torch.compile (Dynamo) treats functions, modules, builtins, tensor methods and NumPy names. docs/models.md has the decision procedure.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace graphlift::models {

enum class TraceRule : uint8_t {
  None,            // no entry: module_rule() of the defining file decides
  InGraph,         // becomes one node of the graph; arguments must be graph values
  Special,         // Dynamo models it itself; TraceEntry::detail names the handler
  ConstantFold,    // run at trace time when the arguments are constants
  Polyfill,        // a Python replacement is inlined; detail: module:qualname
  ContextManager,  // a context manager that Dynamo models
  Inline,          // traced through
  Skip,            // graph break when called in a region: GB0007, or GB0008 when the function was marked by its user
  Unsupported,     // Dynamo names it as not supported; detail: the GB id or the reason
};

struct TraceEntry {
  std::string_view name;
  TraceRule rule = TraceRule::None;
  std::string_view detail;
};

// NAME is the fully qualified name where the object is defined or published: torch.nn.functional.relu, math.sqrt, itertools.chain, builtins.len, os.path.join.
[[nodiscard]] const TraceEntry* find_trace_entry(std::string_view name);
[[nodiscard]] TraceRule trace_rule(std::string_view name);

enum class ModuleRule : uint8_t {
  Inline,     // Python functions of the module are traced
  Skip,       // calls break: GB0007 (GB0008 when skipped by torch.compiler.disable); a frame of it is never compiled on its own
  ForceInline // traced also as a top frame although its package is skipped
};

// What Dynamo does with a Python function without an entry of its own, by the module that its code is in (dotted name: json.decoder, torch.nn.modules.linear)
// or by file path (…/site-packages/pkg/mod.py). Unknown modules (the user's) are inlined.
// INLINED: the function is called from a frame that is being traced; false: it is the first frame of a region, or runs on its own after a break.
[[nodiscard]] ModuleRule module_rule(std::string_view module_or_file, bool inlined = true);

// Builtins (len, isinstance, sorted …), tensor methods and attributes, NumPy functions and ndarray members, as Dynamo handles them.
[[nodiscard]] const TraceEntry* find_builtin(std::string_view name);
[[nodiscard]] const TraceEntry* find_tensor_member(std::string_view name);
[[nodiscard]] const TraceEntry* find_numpy(std::string_view name);         // numpy.linalg.norm, without alias names
[[nodiscard]] const TraceEntry* find_ndarray_member(std::string_view name);

// Default of a flag of torch._dynamo.config as a Python literal.
[[nodiscard]] std::optional<std::string_view> dynamo_config(std::string_view flag);

}  // namespace graphlift::models
