// Which instructions name another one to go on at.
#pragma once
#include "analysis/lower/code.h"

namespace graphlift::lower {

// `a` is an instruction behind this one.
[[nodiscard]] constexpr bool is_forward_jump(Op op) {
  switch (op) {
    case Op::Jump:
    case Op::PopJumpIfFalse:
    case Op::PopJumpIfTrue:
    case Op::JumpIfFalseOrPop:
    case Op::JumpIfTrueOrPop:
    case Op::ForIter:
    case Op::SetupFinally:
    case Op::SetupWith: return true;
    default: return false;
  }
}

// `a` is an instruction, before or behind this one.
[[nodiscard]] constexpr bool is_jump(Op op) { return op == Op::JumpBack || is_forward_jump(op); }

}  // namespace graphlift::lower
