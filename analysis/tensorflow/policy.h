// What tf.function does to a program: the body runs once a trace, so Python's side effects, values and conversions count only then.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "analysis/interp/vm.h"
#include "analysis/report/report.h"
#include "analysis/rules/positions.h"

namespace graphlift::tensorflow {

struct Results {
  std::vector<report::Region> regions;  // ids t1, t2, ...
  std::vector<report::Finding> findings;
};

// Stands before another observer, which gets every event outside tf.function.
class FunctionPolicy final : public interp::Observer {
 public:
  explicit FunctionPolicy(rules::Positions& positions);
  ~FunctionPolicy() override;

  // Registers tf.function and stands before the machine's present observer. Call it after register_tensorflow.
  void install(interp::Vm& vm);

  interp::Outcome observe(interp::Vm& vm, const interp::Observation& what) override;
  interp::Value loaded_scalar(interp::Vm& vm, interp::Value scalar) override;
  interp::Outcome native_call(interp::Vm& vm, interp::NativeObj* native, interp::Args& args) override;
  interp::CallPlan plan_call(interp::Vm& vm, interp::FunctionObj* fn, interp::Args& args) override;
  void entered(interp::Vm& vm, interp::Frame& frame) override;
  void left(interp::Vm& vm, interp::Frame& frame) override;
  void unresolved(interp::Vm& vm, const std::string& reason) override;

  // Analyses a callable as the body of a tf.function that the program does not make itself.
  interp::Value enter_candidate(interp::Vm& vm, interp::Value callee, interp::Args& args, const std::string& entry);

  // Compiled and never called by the program: what the engine may call with abstract arguments, through vm.call.
  [[nodiscard]] std::vector<std::pair<std::string, interp::Value>> uncalled() const;

  // Where tf.function is applied; display paths.
  [[nodiscard]] std::vector<std::string> site_files() const;

  [[nodiscard]] Results take_results();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace graphlift::tensorflow
