// Checks the layout promises of code.h, and measures the operand stack on the way.
#pragma once

#include <string>
#include <vector>

#include "analysis/lower/code.h"

namespace graphlift::lower {

struct FlowReport {
  uint32_t max_stack = 0;
  std::vector<std::string> problems;  // empty: depths are consistent
};

// One code object, by following every path once.
[[nodiscard]] FlowReport check_flow(const Code& code);

// Every promise, for a module with everything below it; each problem is prefixed by the code's qualified name.
[[nodiscard]] std::vector<std::string> verify(const Code& module);

[[nodiscard]] std::string_view name_of(Op op);

// What an instruction takes from the operand stack and leaves on it, on the path that falls through.
struct StackEffect {
  uint32_t pops = 0;
  uint32_t pushes = 0;
};
[[nodiscard]] StackEffect stack_effect(const Code& code, const Instr& instr);

}  // namespace graphlift::lower
