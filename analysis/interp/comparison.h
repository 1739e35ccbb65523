// The comparison that says the same with its operands exchanged.
#pragma once
#include "analysis/syntax/ast.h"

namespace graphlift::interp {

[[nodiscard]] constexpr syntax::CompareOp mirrored(syntax::CompareOp op) {
  using syntax::CompareOp;
  switch (op) {
    case CompareOp::Lt: return CompareOp::Gt;
    case CompareOp::LtE: return CompareOp::GtE;
    case CompareOp::Gt: return CompareOp::Lt;
    case CompareOp::GtE: return CompareOp::LtE;
    default: return op;
  }
}

}  // namespace graphlift::interp
