// Calls of functions that count as one operation: tried within a small budget, and answered by a stand-in where that is not enough.
#include <algorithm>
#include <utility>

#include "analysis/interp/machine.h"
#include "analysis/interp/observer.h"

namespace graphlift::interp {

namespace {

constexpr uint64_t kInstructions = 60'000;

// Hears of a rehearsal only whether something in it could not be told.
class Listener final : public Observer {
 public:
  bool lost = false;
  Outcome observe(Vm&, const Observation&) override { return {}; }
  Outcome native_call(Vm&, NativeObj*, Args&) override { return {}; }
  CallPlan plan_call(Vm&, FunctionObj*, Args&) override { return CallPlan::Inline; }
  void unresolved(Vm&, const std::string&) override { lost = true; }
};

}  // namespace

Value Vm::call_or_stand_in(FunctionObj* fn, Args& args) {
  Impl& impl = *impl_;
  const bool overriding = std::exchange(impl.override_tracing, false);
  if (impl.opaque_codes.count(fn->code.get())) return fn->stand_in(*this, args);

  // A rehearsal: nobody is told, and nothing that it does stays.
  Args copy = args;
  Listener listener;
  Observer* told = std::exchange(observer, &listener);
  Frame* caller = frame_;
  const uint64_t limit = impl.limits.instructions;
  impl.limits.instructions = std::min(limit, impl.instructions + kInstructions);
  impl.bounded = true;
  impl.heap.open_journal();
  const Value rehearsed = call_function(fn, copy);
  const bool ended = !rehearsed.null(), followed = ended && !listener.lost && !cast<UnknownObj>(rehearsed);
  impl.heap.restore_base();
  impl.heap.close_journal();
  impl.bounded = false;
  impl.limits.instructions = limit;
  observer = told;
  frame_ = caller;

  if (!followed) {
    if (!ended) {
      exhausted_ = impl.instructions > limit;
      if (exhausted_) return {};
      clear_exception();
      traceback_.clear();
    }
    impl.opaque_codes.insert(fn->code.get());
    return fn->stand_in(*this, args);
  }
  impl.bounded = true;
  impl.override_tracing = overriding;
  const Value result = call_function(fn, args);
  impl.bounded = false;
  return result;
}

}  // namespace graphlift::interp
