// Runs Python text on a machine with the torch model and reads what it leaves behind.
#pragma once

#include <memory>
#include <string>

#include "analysis/interp/vm.h"

namespace graphlift::test {

// A machine whose only source file is the given text.
class TorchProgram {
 public:
  explicit TorchProgram(std::string text);
  ~TorchProgram();
  TorchProgram(const TorchProgram&) = delete;
  TorchProgram& operator=(const TorchProgram&) = delete;

  // Runs the module body; the message of the exception it raised, empty when it ran through.
  std::string run();
  // Calls a function of the module without arguments and shows the result as tools/models/check_shapes.py does.
  std::string call(const std::string& function);
  interp::Vm& vm();
  interp::Value global(const std::string& name);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

// float32[2,3], (…), 7, …; `?` for a dimension that is not known, `*` for an unknown rank.
std::string show(interp::Vm& vm, interp::Value value);

}  // namespace graphlift::test
