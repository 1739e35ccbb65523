// The state of the Dynamo policy: compile sites, regions, what was found.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "analysis/rules/call_verdict.h"
#include "analysis/rules/finding_book.h"
#include "analysis/torch/effects.h"
#include "analysis/torch/graph_count.h"
#include "analysis/torch/policy.h"

namespace graphlift::torch {

struct CompileOptions {
  std::string mode = "torch.compile";
  bool fullgraph = false;
  GraphCounter::Dynamic dynamic = GraphCounter::Dynamic::Automatic;
  bool reported = true;  // false: thrown away, or compiled by an installed package: a region only when it is called
};

using rules::Owner;
using rules::Said;
using rules::span_of;

// What Dynamo raises, in place of a graph break of its registry, where a test hangs on a captured number.
inline constexpr std::string_view kGuardOnData = "UserError";
inline constexpr std::string_view kGuardInCompiler = "GuardOnDataDependentSymNode";  // not caught: the call fails

// How Dynamo treats the body of a function.
enum class Body : uint8_t {
  Plain,
  InGraph,   // one operator: what happens inside, happens on fake tensors
  Replaced,  // Dynamo has its own version of it; only questions about tensor contents remain
};

struct FunctionFacts {
  Owner owner = Owner::Own;
  Body body = Body::Plain;
  rules::CallVerdict inlined;  // called from a traced frame
  bool skipped_alone = false;  // a frame of it is not compiled on its own
  bool constant = false;       // torch._dynamo.assume_constant_result: runs eagerly, its result is a constant of the graph
};

struct RegionRecord {
  report::Region region;
  bool breaks = false, error = false, unsafe = false;
  std::set<std::string> reasons;
  uint32_t graphs = 0;
  uint32_t calls = 0;
};

struct GradRequest {
  lower::FileId file;
  Span span;
};

struct ActiveRegion {
  size_t region = 0;
  CompileOptions options;
  uint32_t births = 0;                     // Vm::births() at the entry: older objects exist outside
  uint64_t writes = 0;                     // stores to older objects so far
  bool failed = false;                     // a call of it raises: what comes behind is reached when that is repaired
  std::vector<GradRequest> grad_requests;  // requires_grad_() of intermediate results under fullgraph
  bool dict_changed = false;               // a dict that comes into the graph in work was changed in it
  interp::FunctionObj* root = nullptr;     // what was called, where it is known
  uint32_t graph_births = 0;               // Vm::births() where the graph in work began: older tensors come into it from outside
};

// Is the value of the call at PC dropped, or stored in a local variable that nothing reads?
[[nodiscard]] bool result_discarded(const lower::Code& code, uint32_t pc);

struct DynamoPolicy::Impl {
  explicit Impl(Positions& positions) : book(positions, "torch") {}

  rules::FindingBook book;
  interp::Vm* vm = nullptr;
  std::vector<Compiled> compiled;
  std::vector<CompileOptions> compiled_options;  // parallel
  std::vector<std::optional<size_t>> compiled_regions;
  std::vector<RegionRecord> regions;
  std::map<std::string, size_t> region_by_key;
  std::vector<ActiveRegion> active;
  GraphCounter graphs;

  std::unordered_map<uint32_t, FunctionFacts> facts_by_code;
  std::unordered_map<interp::NativeObj*, rules::CallVerdict> native_verdicts;
  std::unordered_map<interp::ClassObj*, bool> recurrent;  // torch.nn.LSTM and its kin
  std::unordered_map<interp::ClassObj*, bool> loggers;    // logging.Logger and classes derived from it
  std::unordered_set<uint32_t> skipped_codes;             // gave up once: never compiled again
  std::unordered_set<uint32_t> in_graph_codes;            // torch.compiler.allow_in_graph
  std::set<std::pair<uint32_t, uint32_t>> generic_with;   // (code, first pc of the body): context managers that no break can leave
  interp::ModuleObj* config = nullptr;                    // torch._dynamo.config
  interp::ClassObj* optimized_module = nullptr;
  std::optional<size_t> script_host;  // the candidate that is running, which scripts other things
  int error_on_break = 0;
  bool force_eager = false;
  std::set<std::string, std::less<>> updated;  // attributes and globals that regions count up: a finding says so already
  bool breaks_at_load = false;                 // the break that is being reported stands where an operand is made, not at the instruction

  // ---- compile sites (compile_sites.cpp, compile_wrappers.cpp)
  void install(interp::Vm& vm);
  void install_controls();
  void put_in_graph(interp::Value callee);  // one node of the graph, whatever it does inside
  void install_config();
  interp::Value compile(interp::Value callee, const CompileOptions& options);
  interp::Value wrap_function(size_t index);
  interp::Value wrap_module(size_t index);
  interp::Value disable(interp::Value callee, bool recursive);
  interp::Value call_disabled(interp::Value callee, interp::Args& args, bool recursive);
  void find_discarded();
  std::string entry_name(interp::Value callee, report::Place* place);
  interp::FunctionObj* function_of(interp::Value callee);
  [[nodiscard]] interp::ClassObj* module_class();
  [[nodiscard]] bool is_module(interp::Value v);
  [[nodiscard]] bool flag(std::string_view name);

  // ---- regions (policy.cpp)
  void entered(interp::Frame& frame);
  void left(interp::Frame& frame);
  size_t region_of(const Compiled& compiled, const std::string& mode);
  interp::Value enter(size_t index, interp::Args& args);
  void hand_out(interp::FunctionObj* root, bool endless);
  void leak_gradients(interp::FunctionObj* root, interp::Value result);
  interp::Value settle_generators(interp::Value v, interp::FunctionObj* root, int depth);
  interp::Value run_region(size_t region, const CompileOptions& options, interp::Value callee, interp::Args& args);
  ActiveRegion* current() { return active.empty() ? nullptr : &active.back(); }

  // ---- who and where (policy_frames.cpp)
  const FunctionFacts& facts_of(interp::Frame* frame);
  const FunctionFacts& facts_of(interp::FunctionObj* fn);
  [[nodiscard]] bool is_hidden(interp::Frame* frame);
  void without_validation(interp::ModuleObj* distributions);
  [[nodiscard]] bool is_logger(interp::Value v);
  // The frame that a report names, and what lies between: the machine's frame or the nearest caller that is not torch's or Python's own.
  struct Where {
    interp::Frame* frame = nullptr;
    Body inside = Body::Plain;  // the strongest treatment of the hidden frames below `frame`
  };
  Where where();
  [[nodiscard]] bool is_outside(interp::Object* object, const interp::Frame* frame = nullptr);  // exists outside the running region
  [[nodiscard]] std::string code_at(const interp::Frame* frame) { return book.code_text(frame->code->file, span_of(frame)); }
  [[nodiscard]] size_t region() const { return active.empty() ? rules::kNoRegion : active.back().region; }

  // ---- events
  interp::Outcome observe(const interp::Observation& what);
  interp::Outcome native_call(interp::NativeObj* native, interp::Args& args);
  void read_operands(interp::NativeObj* native, interp::Args& args);
  interp::Outcome generator_argument(interp::NativeObj* native, const interp::Args& args);
  interp::CallPlan plan_call(interp::FunctionObj* fn, interp::Args& args);
  interp::CallPlan plan_from_eager(interp::FunctionObj* fn);
  interp::CallPlan skip_call(const Where& at, interp::FunctionObj* fn, const rules::CallVerdict& verdict, const std::string& name);
  void note_context(const interp::Observation& what, const Where& at);
  void store(const interp::Observation& what, const Where& at, std::optional<Span> place = {});
  [[nodiscard]] bool reads_stale_proxy(const interp::NativeObj* native, const interp::Args& args);
  bool captured(const interp::Observation& what, std::string_view gb);
  bool comes_in_as_number(const interp::Observation& what);
  bool captures_scalars();
  std::string_view guarded(const interp::Observation& what, std::string_view gb);

  // ---- torch.jit.script (policy_script.cpp)
  void script(size_t region, interp::Value callee, lower::FileId file, Span site);
  interp::Value script_candidate(size_t region, interp::Value callee, interp::Args& args);

  // ---- recompilations (policy_recompiles.cpp)
  void note_recompilation(const Recompilation& again);
  [[nodiscard]] int64_t ambient_modes();

  // ---- findings (policy_findings.cpp)
  // A graph break: reports it, changes what is traced after it, counts it for the region.
  interp::Outcome graph_break(const Where& at, Span span, const Said& said, interp::OriginId origin = {});
  [[nodiscard]] rules::Reach reach();
  void note(const Where& at, Span span, const Said& said, interp::OriginId origin = {});
  void begin_graph();
  report::Effect apply_effects(const rules::Reach& reach, rules::Entry& entry);
  void surrounding_finding(interp::Frame* frame, const FrameEffect& effect, const rules::Reach& reach, const report::Finding& cause);
};

}  // namespace graphlift::torch
