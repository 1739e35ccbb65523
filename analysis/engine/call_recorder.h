// An observer between the machine and the policy that writes down every call inside a region, for `dump --stage=calls`.
#pragma once

#include <string>

#include "analysis/engine/module_source.h"
#include "analysis/interp/vm.h"

namespace graphlift::engine {

class CallRecorder final : public interp::Observer {
 public:
  CallRecorder(interp::Observer& next, ProjectSource& source, std::string& out) : next_(next), source_(source), out_(out) {}

  interp::Outcome observe(interp::Vm& vm, const interp::Observation& what) override { return next_.observe(vm, what); }
  interp::Value loaded_scalar(interp::Vm& vm, interp::Value scalar) override { return next_.loaded_scalar(vm, scalar); }
  interp::Outcome native_call(interp::Vm& vm, interp::NativeObj* native, interp::Args& args) override {
    write(vm, native->qualified, "native");
    return next_.native_call(vm, native, args);
  }
  interp::CallPlan plan_call(interp::Vm& vm, interp::FunctionObj* function, interp::Args& args) override {
    constexpr const char* kPlans[] = {"inline", "opaque", "eager once", "eager"};
    const interp::CallPlan plan = next_.plan_call(vm, function, args);
    write(vm, (function->module ? function->module->name + "." : std::string()) + function->code->qualname,
          kPlans[static_cast<size_t>(plan)]);
    return plan;
  }
  void entered(interp::Vm& vm, interp::Frame& frame) override { next_.entered(vm, frame); }
  void left(interp::Vm& vm, interp::Frame& frame) override { next_.left(vm, frame); }
  void unresolved(interp::Vm& vm, const std::string& reason) override { next_.unresolved(vm, reason); }

 private:
  void write(interp::Vm& vm, const std::string& callee, const char* how) {
    const interp::Site site = vm.site();
    const ProjectSource::Range at = source_.range(site.file, site.span);
    const uint32_t depth = vm.frame() ? vm.frame()->depth : 0;
    out_ += std::string(depth, ' ') + at.file + ":" + std::to_string(at.line) + " " + callee + " (" + how + ")\n";
  }

  interp::Observer& next_;
  ProjectSource& source_;
  std::string& out_;
};

}  // namespace graphlift::engine
