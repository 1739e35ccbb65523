// How torch.compile (Dynamo) treats functions, modules, builtins, tensor methods and NumPy names. docs/models.md has the decision
// procedure.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace graphlift::models {

enum class TraceRule : uint8_t {
  None,          // no entry: module_rule() of the defining file decides for a Python function; a C function breaks (GB0007)
  InGraph,       // becomes one node of the graph; arguments must be graph values
  Special,       // Dynamo models it itself; TraceEntry::detail names the handler
  Constant,      // a call in a region gives this value; detail: Python literal (torch.compiler.is_exporting is True under export only)
  ConstantFold,  // run at trace time when the arguments are constants; otherwise a graph node (torch, math) or a break (breaks says which)
  Polyfill,      // a Python replacement is inlined; detail: module:qualname
  ContextManager,  // a context manager that Dynamo models; detail: its canonical name
  Inline,          // traced through, although its file is skipped
  Skip,            // graph break when called in a region: GB0007
  Unsupported,     // every call is a graph break; breaks says which
};

struct TraceEntry {
  std::string_view name;
  TraceRule rule = TraceRule::None;
  std::string_view detail;
  std::string_view breaks;     // comma-separated ids of graph breaks that the handler can raise
  bool folds = false;          // also run at trace time when all arguments are constants
  bool graph = false;          // builtins and operators: with a tensor among the arguments the call becomes a graph node
  bool view_in_place = false;  // tensor methods: changes metadata, a break (GB0148) on a tensor from outside the region
};

// NAME is the fully qualified name where the object is defined or published: torch.nn.functional.relu, math.sqrt, itertools.chain,
// torch.Tensor.split. Builtins and operator.* are in find_builtin, NumPy in find_numpy.
[[nodiscard]] const TraceEntry* find_trace_entry(std::string_view name);
[[nodiscard]] TraceRule trace_rule(std::string_view name);

enum class ModuleRule : uint8_t {
  Inline,  // Python functions of the module are traced
  Skip,    // a call from a region breaks (GB0007 or GB0008), and a frame of the module is never compiled on its own
};

// What Dynamo does with a Python function without an entry of its own, by the module that its code is in (dotted name: json.decoder,
// torch.nn.modules.linear) or by file (…/site-packages/pkg/mod.py, site-packages/pkg/mod.py, …/lib/python3.11/json/decoder.py). Other files
// and modules are inlined. INLINED: called from a frame that is being traced; false: it is the first frame of a region, or runs on its own
// after a break.
[[nodiscard]] ModuleRule module_rule(std::string_view module_or_file, bool inlined = true);

// builtins.len, operator.add; a bare name is one of builtins. Null: no builtin.
[[nodiscard]] const TraceEntry* find_builtin(std::string_view name);
// Tensor methods and attributes; no entry: a method call becomes a graph node, Python methods of torch.Tensor too.
[[nodiscard]] const TraceEntry* find_tensor_member(std::string_view name);
// numpy.linalg.norm, without alias names; InGraph: detail is the function of torch._numpy that takes its place.
[[nodiscard]] const TraceEntry* find_numpy(std::string_view name);
[[nodiscard]] const TraceEntry* find_ndarray_member(std::string_view name);

// Default of a flag of torch._dynamo.config as a Python literal; `empty` or `filled` for containers.
[[nodiscard]] std::optional<std::string_view> dynamo_config(std::string_view flag);

}  // namespace graphlift::models
