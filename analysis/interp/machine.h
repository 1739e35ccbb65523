// Runs the code of one frame: the instruction loop, and the bookkeeping of paths after an unknown test.
#pragma once

#include "analysis/interp/vm.h"
#include "analysis/interp/vm_impl.h"

namespace graphlift::interp {

class Machine {
 public:
  explicit Machine(Vm& vm) : vm_(vm) {}
  // To the frame's return, raise or next yield; Vm::Impl::end says which.
  Value run(Frame& frame);
  // Runs a module's body in its namespace; false when it raised.
  bool run_module_body(ModuleObj* module);

  // What happens to objects between the two is undone, but for modules loaded in between. Not inside a running frame.
  static void open_checkpoint(Vm& vm);
  static void roll_back(Vm& vm);
  // Renews the budget, to this many instructions.
  static void set_budget(Vm& vm, uint64_t instructions);
  static void set_facts(Vm& vm, FactSink* sink);
  static Decorators& decorators(Vm& vm) { return vm.impl_->decorators; }

 private:
  enum class Step : uint8_t { Next, Raised, Return, Yield, Died };

  Step execute(Frame& frame, const lower::Instr& instr);
  Step execute_call(Frame& frame, const lower::Instr& instr);
  Step execute_import(Frame& frame, const lower::Instr& instr);
  Step execute_import_star(Frame& frame, const lower::Instr& instr);
  bool registers(const Frame& frame, const lower::ImportRef& ref);
  Step execute_match(Frame& frame, const lower::Instr& instr);
  Step execute_unpack(Frame& frame, const lower::Instr& instr);
  Step make_function(Frame& frame, const lower::Instr& instr);
  Step branch(Frame& frame, const lower::Instr& instr);
  Step for_iter(Frame& frame, const lower::Instr& instr);
  Step yield_from(Frame& frame);
  Step before_with(Frame& frame);
  Step raise_statement(Frame& frame, uint32_t count);
  Value load_name(Frame& frame, const StrObj* name);
  Value load_global(Frame& frame, const StrObj* name);
  Value constant(Frame& frame, uint32_t index);

  // ---- paths (paths.cpp)
  void fork(Frame& frame, uint32_t other_pc, PathState other, bool taken, When when, Value test);
  void catch_up(Frame& frame);  // run the state at the lowest pc; join what has met
  void suspend_current(Frame& frame, Value result, bool returned);
  void switch_to(Frame& frame, PendingState state);
  void merge_into_current(Frame& frame, const PendingState& other);
  bool drop_path(Frame& frame);  // the current path ended by an exception or a limit; false: it was the last
  void forget_decided_conditions(Frame& frame);
  void keep_undecided(Frame& frame, const std::vector<Condition>& mine, const std::vector<Condition>& theirs);
  Value finish(Frame& frame, Value result);  // joins every returned state
  void close_forks(Frame& frame);
  uint32_t& rounds_at(Frame& frame, uint32_t pc);

  [[nodiscard]] bool over_budget();

  Vm& vm_;
  CodeRuntime* runtime_ = nullptr;
};

}  // namespace graphlift::interp
