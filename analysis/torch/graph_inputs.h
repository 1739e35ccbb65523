// What a compiled graph is guarded on: the inputs of a function, or of a part of one behind a graph break, as TorchDynamo reads them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "analysis/interp/vm.h"

namespace graphlift::torch {

// One thing that has to be the same in the next call.
struct Guard {
  enum class Kind : uint8_t {
    Mode,      // gradients on or off, inference mode
    Module,    // the structure of a module, and its parameters
    Type,      // the type of an object
    Length,    // of a container, and the keys of a dict
    Function,  // which code a function runs
    Constant,  // a string, a flag
    DType,     // of a tensor
    Rank,
    Size,    // one dimension
    Number,  // an int or a float
  };
  uint64_t place = 0;  // the way from the function to it
  int64_t value = 0;
  const interp::Object* attribute = nullptr;  // the name of the attribute that leads to it: guarded where code reads such a name
  uint32_t variable = 0;                      // the local slot, then the cells
  uint32_t order = 0;                         // in which it was read
  Kind kind = Kind::Type;
  bool state = false;  // a number that an object holds: never a symbol
  bool known = true;   // false: VALUE stands for something that is not known
};

using GraphInputs = std::vector<Guard>;

// Reads the arguments of a frame that was just entered. MODE stands for the ambient modes.
[[nodiscard]] GraphInputs inputs_of(const interp::Frame& frame, int64_t mode);
// Reads the variables that the instructions from PC on use.
[[nodiscard]] GraphInputs inputs_at(const interp::Frame& frame, uint32_t pc, int64_t mode);
// The variables that the instructions directly at PC assign: what a call that broke the graph gave.
void add_results(GraphInputs& inputs, const interp::Frame& frame, uint32_t pc);

// Does CODE read the variable, from PC on and before END?
[[nodiscard]] bool reads_variable(const lower::Code& code, uint32_t variable, uint32_t pc, uint32_t end = UINT32_MAX);
[[nodiscard]] std::string variable_name(const lower::Code& code, uint32_t variable);

}  // namespace graphlift::torch
