// Collects facts while a program runs: between the machine and the policy, which it hands everything on to.
#pragma once

#include <functional>
#include <unordered_map>

#include "analysis/interp/fact_sink.h"
#include "analysis/interp/vm.h"
#include "analysis/rules/facts.h"

namespace graphlift::rules {

class FactRecorder final : public interp::FactSink, public interp::Observer {
 public:
  // WANTED: of which files, by number.
  FactRecorder(interp::Observer& next, std::function<bool(lower::FileId)> wanted) : next_(next), wanted_(std::move(wanted)) {}

  bool wants(const lower::Code& code) override;
  void about_to_run(interp::Vm& vm, const interp::Frame& frame) override;
  void ran(interp::Vm& vm, const interp::Frame& frame, interp::Value result) override;

  interp::Outcome observe(interp::Vm& vm, const interp::Observation& what) override;
  interp::Outcome native_call(interp::Vm& vm, interp::NativeObj* native, interp::Args& args) override;
  interp::CallPlan plan_call(interp::Vm& vm, interp::FunctionObj* fn, interp::Args& args) override { return next_.plan_call(vm, fn, args); }
  interp::Value loaded_scalar(interp::Vm& vm, interp::Value scalar) override { return next_.loaded_scalar(vm, scalar); }
  void entered(interp::Vm& vm, interp::Frame& frame) override {
    births_[&frame] = vm.births();
    next_.entered(vm, frame);
  }
  void left(interp::Vm& vm, interp::Frame& frame) override {
    births_.erase(&frame);
    next_.left(vm, frame);
  }
  void unresolved(interp::Vm& vm, const std::string& reason) override { next_.unresolved(vm, reason); }

  Facts facts;

 private:
  // SUBJECT is what is written, where it is one object: a call that made it itself has no effect.
  void mark(interp::Vm& vm, uint32_t bits, interp::Value subject = {});
  interp::Observer& next_;
  std::function<bool(lower::FileId)> wanted_;
  std::unordered_map<uint32_t, bool> wanted_files_;
  std::unordered_map<const interp::Frame*, uint32_t> births_;  // objects made before the call began
};

}  // namespace graphlift::rules
