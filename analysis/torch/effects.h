// What TorchDynamo does with a function when a graph breaks at one of its instructions: go on behind it, or give the function up.
#pragma once

#include <cstdint>
#include <functional>

#include "analysis/lower/code.h"
#include "analysis/report/report.h"

namespace graphlift::torch {

enum class Surrounding : uint8_t { None, Loop, Try, Context };

struct FrameEffect {
  report::Effect effect = report::Effect::Resume;
  Surrounding why = Surrounding::None;
  Span header;  // of the loop, `try` or `with` when `why` names one
};

// Dynamo's own test (symbolic_convert.maybe_has_backedge): between the instruction and the next `return` something jumps to before it.
[[nodiscard]] bool in_loop(const lower::Code& code, uint32_t pc);

// Has Dynamo a resume function for a break at this instruction? Calls, comparisons, item access, attribute stores and branches
// have; arithmetic, formatting, iteration, slices and imports have not.
[[nodiscard]] bool resumes_after(const lower::Code& code, uint32_t pc);

// Is the instruction a subscript whose key has slices? Their bounds are read where the slice is built, and a break there has no
// way on, unlike one at the item access behind it.
[[nodiscard]] bool subscripts_by_slice(const lower::Code& code, uint32_t pc);

// EARLIER: the break stands in front of the instruction, where an operand of it is made. GENERIC says of a `with` range whether its context
// manager is one that a graph break cannot leave and enter again.
[[nodiscard]] FrameEffect effect_at(const lower::Code& code, uint32_t pc, bool earlier,
                                    const std::function<bool(const lower::Surround&)>& generic);

}  // namespace graphlift::torch
