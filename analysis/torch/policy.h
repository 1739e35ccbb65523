// What TorchDynamo (2.13, default mode) does to a program: regions, graph breaks and their effects, as an observer of the machine.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "analysis/interp/vm.h"
#include "analysis/report/report.h"
#include "analysis/rules/positions.h"

namespace graphlift::torch {

using rules::Positions;

// A callable that the program compiles.
struct Compiled {
  interp::Value callee;  // what was compiled: a function, bound method, module, ...
  std::string mode;      // torch.compile, torch.export, torch.jit.script, torch.jit.trace
  bool fullgraph = false;
  std::string entry;    // train.Net.forward
  report::Place site;   // where it is compiled
  bool called = false;  // the program itself called it
};

struct Results {
  std::vector<report::Region> regions;    // ids r1, r2, ... in the order in which they were first met
  std::vector<report::Finding> findings;  // unsorted; report::normalise sorts
};

class DynamoPolicy final : public interp::Observer {
 public:
  struct Impl;

  explicit DynamoPolicy(Positions& positions);
  ~DynamoPolicy() override;

  // Registers torch.compile, torch.compiler.*, torch._dynamo.* and the other ways into a region, and becomes the machine's
  // observer. Call it after the models of torch are installed and before the program runs.
  void install(interp::Vm& vm);

  interp::Outcome observe(interp::Vm& vm, const interp::Observation& what) override;
  interp::Outcome native_call(interp::Vm& vm, interp::NativeObj* native, interp::Args& args) override;
  interp::CallPlan plan_call(interp::Vm& vm, interp::FunctionObj* fn, interp::Args& args) override;
  interp::Value loaded_scalar(interp::Vm& vm, interp::Value scalar) override;
  void entered(interp::Vm& vm, interp::Frame& frame) override;
  void left(interp::Vm& vm, interp::Frame& frame) override;
  void unresolved(interp::Vm& vm, const std::string& reason) override;

  // Everything compiled so far, in order; the engine calls those not yet `called` with abstract arguments through enter().
  [[nodiscard]] const std::vector<Compiled>& compiled() const;
  // Calls compiled()[index] as a region of its own.
  interp::Value enter(interp::Vm& vm, size_t index, interp::Args& args);
  // Analyses a callable that the program does not compile itself (`--entry`, or a candidate): a region without a site. A
  // second call with the same callee and mode belongs to the same region.
  interp::Value enter_candidate(interp::Vm& vm, interp::Value callee, interp::Args& args, const std::string& mode, const std::string& entry,
                                bool fullgraph = false);

  // How many findings there are, and what to say of those that come after a number of them: they hold under CONDITION only.
  [[nodiscard]] size_t findings() const;
  void make_conditional(size_t from, const std::string& condition);

  // Regions and findings so far; the policy is empty afterwards.
  [[nodiscard]] Results take_results();

 private:
  std::unique_ptr<Impl> impl_;
};

}  // namespace graphlift::torch
