// Expressions: names, constants, operators, tests and conditional jumps.
#include "analysis/lower/literals.h"
#include "analysis/lower/unit.h"

namespace graphlift::lower {

using syntax::BoolOp;
using syntax::NodeFlags;
using syntax::UnaryOp;

bool Unit::DepthGuard::ok() const { return file_.depth <= kMaxDepth; }

void Unit::load_const(Const value, Span span) { out_.emit(Op::LoadConst, span, out_.add_const(std::move(value))); }

void Unit::name(Access access, std::string_view raw, Span span) {
  const std::string name = mangle(scope().private_class, raw);
  const Symbol* symbol = scope().find(name);
  Resolution resolution = symbol ? symbol->resolution : Resolution::GlobalImplicit;
  if (scope().kind == ScopeKind::Annotation) resolution = Resolution::Local;  // by name, see annotation_thunk
  const auto pick = [access](Op load, Op store, Op remove) {
    return access == Access::Load ? load : access == Access::Store ? store : remove;
  };
  const bool function_like = scope().function_like();
  switch (resolution) {
    case Resolution::Local:
      if (function_like) {
        out_.emit(pick(Op::LoadFast, Op::StoreFast, Op::DeleteFast), span, slots_.at(name));
        return;
      }
      break;
    case Resolution::Cell:
    case Resolution::Free: {
      const Op load = scope().kind == ScopeKind::Class ? Op::LoadClassDeref : Op::LoadDeref;
      out_.emit(pick(load, Op::StoreDeref, Op::DeleteDeref), span, (resolution == Resolution::Cell ? cells_ : frees_).at(name));
      return;
    }
    case Resolution::GlobalExplicit: out_.emit(pick(Op::LoadGlobal, Op::StoreGlobal, Op::DeleteGlobal), span, out_.add_name(name)); return;
    case Resolution::GlobalImplicit:
      if (function_like) {
        out_.emit(pick(Op::LoadGlobal, Op::StoreGlobal, Op::DeleteGlobal), span, out_.add_name(name));
        return;
      }
      break;
  }
  out_.emit(pick(Op::LoadName, Op::StoreName, Op::DeleteName), span, out_.add_name(name));
}

bool Unit::is_constant(NodeId node, uint32_t levels) const {
  if (!node.valid()) return false;
  switch (at(node).kind) {
    case NodeKind::IntLit:
    case NodeKind::FloatLit:
    case NodeKind::ImagLit:
    case NodeKind::StrLit:
    case NodeKind::NoneLit:
    case NodeKind::TrueLit:
    case NodeKind::FalseLit:
    case NodeKind::EllipsisLit: return true;
    case NodeKind::UnaryExpr: {
      if (static_cast<UnaryOp>(at(node).op) != UnaryOp::Negative) return false;
      const NodeId operand = ast_.kid(node, 0);
      if (!operand.valid()) return false;
      const NodeKind kind = at(operand).kind;
      return kind == NodeKind::IntLit || kind == NodeKind::FloatLit || kind == NodeKind::ImagLit;
    }
    case NodeKind::TupleExpr: {
      constexpr uint32_t kMaxLevels = 8;  // a deeper tuple is built at run time
      if (levels == kMaxLevels) return false;
      for (NodeId item : kids(node))
        if (!is_constant(item, levels + 1)) return false;
      return true;
    }
    default: return false;
  }
}

Const Unit::constant(NodeId node) {
  switch (at(node).kind) {
    case NodeKind::IntLit: return int_literal(text(node));
    case NodeKind::FloatLit: return float_literal(text(node));
    case NodeKind::ImagLit: return imag_literal(text(node));
    case NodeKind::StrLit:
      if (at(node).flags & NodeFlags::kBytes) return BytesConst{std::string(text(node))};
      return std::string(text(node));
    case NodeKind::TrueLit: return true;
    case NodeKind::FalseLit: return false;
    case NodeKind::EllipsisLit: return EllipsisConst{};
    case NodeKind::UnaryExpr: {
      Const value = constant(ast_.kid(node, 0));
      negate(value);
      return value;
    }
    case NodeKind::TupleExpr: {
      TupleConst tuple;
      for (NodeId item : kids(node)) tuple.items.push_back(out_.add_const(constant(item)));
      return tuple;
    }
    default: return NoneConst{};
  }
}

// `a.b(c).d + e` nests to the left without bound, so the chain of first operands is walked, not recursed into.
void Unit::expression(NodeId node) {
  if (!node.valid()) return fault({});
  const DepthGuard guard(file_);
  if (!guard.ok()) return fault(span(node));
  const size_t base = spine_.size();
  NodeId first = node;
  while (first.valid()) {
    const NodeKind kind = at(first).kind;
    if (kind != NodeKind::BinaryExpr && kind != NodeKind::Attribute && kind != NodeKind::Call && kind != NodeKind::Subscript) break;
    spine_.push_back(first);
    first = ast_.kid(first, 0);
  }
  if (first.valid()) {
    plain_expression(first);
  } else {
    fault(span(node));
  }
  while (spine_.size() > base) {
    const NodeId next = spine_.back();
    spine_.pop_back();
    apply_to_first_operand(next);
  }
}

void Unit::apply_to_first_operand(NodeId node) {
  switch (at(node).kind) {
    case NodeKind::Attribute: out_.emit(Op::LoadAttr, span(node), out_.add_name(mangle(scope().private_class, text(node)))); break;
    case NodeKind::Call: arguments(kids(node).subspan(1), 0, span(node)); break;
    case NodeKind::Subscript:
      expression(ast_.kid(node, 1));
      out_.emit(Op::LoadSubscr, span(node));
      break;
    default: expression(ast_.kid(node, 1)); out_.emit(Op::Binary, span(node), at(node).op);
  }
}

void Unit::plain_expression(NodeId node) {
  const Span here = span(node);
  if (is_constant(node)) return load_const(constant(node), here);
  switch (at(node).kind) {
    case NodeKind::Name: return name(Access::Load, text(node), here);
    case NodeKind::FString: return fstring(node);
    case NodeKind::TupleExpr:
    case NodeKind::ListExpr: return list_or_tuple(node);
    case NodeKind::SetExpr: return sequence(kids(node), Op::BuildSet, Op::SetAdd, Op::SetUpdate, 0, here);
    case NodeKind::DictExpr: return dict_display(node);
    case NodeKind::UnaryExpr: expression(ast_.kid(node, 0)); return out_.emit(Op::Unary, here, at(node).op);
    case NodeKind::BoolExpr: return bool_value(node);
    case NodeKind::CompareExpr: return compare_value(node);
    case NodeKind::SliceExpr: return slice(node);
    case NodeKind::IfExpr: return conditional(node);
    case NodeKind::Lambda: return lambda(node, here);
    case NodeKind::ListComp:
    case NodeKind::SetComp:
    case NodeKind::DictComp:
    case NodeKind::GeneratorExpr: return comprehension(node);
    case NodeKind::Yield:
      if (ast_.kid(node, 0).valid()) {
        expression(ast_.kid(node, 0));
      } else {
        load_none(here);
      }
      return out_.emit(Op::YieldValue, here);
    case NodeKind::YieldFrom:
      expression(ast_.kid(node, 0));
      out_.emit(Op::GetYieldFromIter, here);
      return out_.emit(Op::YieldFrom, here);
    case NodeKind::Await:
      expression(ast_.kid(node, 0));
      out_.emit(Op::GetAwaitable, here);
      return out_.emit(Op::YieldFrom, here);
    case NodeKind::NamedExpr:
      expression(ast_.kid(node, 1));
      out_.emit(Op::Dup, here);
      return name(Access::Store, text(ast_.kid(node, 0)), here);
    default: return fault(here);
  }
}

void Unit::slice(NodeId node) {
  const auto parts = kids(node);
  const uint32_t count = parts[2].valid() ? 3 : 2;
  for (uint32_t i = 0; i < count; ++i) {
    if (parts[i].valid()) {
      expression(parts[i]);
    } else {
      load_none(span(node));
    }
  }
  out_.emit(Op::BuildSlice, span(node), count);
}

void Unit::conditional(NodeId node) {
  const Label otherwise = out_.label(), end = out_.label();
  jump_if(ast_.kid(node, 0), false, otherwise, TestKind::Ternary);
  expression(ast_.kid(node, 1));
  out_.jump(Op::Jump, end, span(node));
  out_.bind(otherwise);
  expression(ast_.kid(node, 2));
  out_.bind(end);
}

void Unit::bool_value(NodeId node) {
  const bool stop_when = static_cast<BoolOp>(at(node).op) == BoolOp::Or;
  const Label end = out_.label();
  const auto operands = kids(node);
  for (size_t i = 0; i + 1 < operands.size(); ++i) keep_and_jump_if(operands[i], stop_when, end);
  expression(operands.back());
  out_.bind(end);
}

// Leaves the operand's value and jumps when it decides; pops it otherwise. An operand that is itself `and`/`or` is
// threaded, so that no value is tested twice.
void Unit::keep_and_jump_if(NodeId test, bool when, Label target) {
  if (!test.valid()) return fault({});
  const DepthGuard guard(file_);
  if (!guard.ok()) return fault(span(test));
  if (at(test).kind == NodeKind::BoolExpr) {
    const bool stop_when = static_cast<BoolOp>(at(test).op) == BoolOp::Or;
    const auto operands = kids(test);
    const Label next = out_.label();
    for (size_t i = 0; i + 1 < operands.size(); ++i) {
      if (stop_when == when) {
        keep_and_jump_if(operands[i], when, target);
      } else {
        jump_if(operands[i], stop_when, next, TestKind::BoolOperand);
      }
    }
    keep_and_jump_if(operands.back(), when, target);
    out_.bind(next);
    return;
  }
  expression(test);
  out_.jump(when ? Op::JumpIfTrueOrPop : Op::JumpIfFalseOrPop, target, span(test), static_cast<uint32_t>(TestKind::BoolOperand));
}

void Unit::jump_if(NodeId test, bool when, Label target, TestKind kind) {
  if (!test.valid()) return fault({});
  const DepthGuard guard(file_);
  if (!guard.ok()) return fault(span(test));
  const auto parts = kids(test);
  switch (at(test).kind) {
    case NodeKind::UnaryExpr:
      if (static_cast<UnaryOp>(at(test).op) != UnaryOp::Not) break;
      return jump_if(parts[0], !when, target, kind);
    case NodeKind::BoolExpr: {
      const bool stop_when = static_cast<BoolOp>(at(test).op) == BoolOp::Or;
      const Label through = out_.label();
      const Label stopped = stop_when == when ? target : through;
      // An operand of a `while` that leaves the loop bounds it as much as the last one does.
      const TestKind operand = kind == TestKind::While && stop_when == when ? kind : TestKind::BoolOperand;
      for (size_t i = 0; i + 1 < parts.size(); ++i) jump_if(parts[i], stop_when, stopped, operand);
      jump_if(parts.back(), when, target, kind);
      out_.bind(through);
      return;
    }
    case NodeKind::IfExpr: {
      const Label otherwise = out_.label(), end = out_.label();
      jump_if(parts[0], false, otherwise, TestKind::Ternary);
      jump_if(parts[1], when, target, kind);
      out_.jump(Op::Jump, end, span(test));
      out_.bind(otherwise);
      jump_if(parts[2], when, target, kind);
      out_.bind(end);
      return;
    }
    case NodeKind::CompareExpr:
      if (parts.size() > 2) return compare_jump(test, when, target, kind);
      break;
    default: break;
  }
  expression(test);
  out_.jump(when ? Op::PopJumpIfTrue : Op::PopJumpIfFalse, target, span(test), static_cast<uint32_t>(kind));
}

void Unit::compare_value(NodeId node) {
  const auto parts = kids(node);
  const Span here = span(node);
  const Label cleanup = out_.label(), end = out_.label();
  expression(parts[0]);
  for (size_t i = 1; i < parts.size(); ++i) {
    expression(ast_.kid(parts[i], 0));
    const bool last = i + 1 == parts.size();
    if (!last) {
      out_.emit(Op::Dup, here);
      out_.emit(Op::Rot3, here);
    }
    out_.emit(Op::Compare, here, at(parts[i]).op);
    if (!last) out_.jump(Op::JumpIfFalseOrPop, cleanup, here, static_cast<uint32_t>(TestKind::CompareChain));
  }
  if (parts.size() > 2) {
    out_.jump(Op::Jump, end, here);
    out_.bind(cleanup);
    out_.emit(Op::Rot2, here);
    out_.emit(Op::Pop, here);
    out_.bind(end);
  }
}

void Unit::compare_jump(NodeId node, bool when, Label target, TestKind kind) {
  const auto parts = kids(node);
  const Span here = span(node);
  const Label cleanup = out_.label(), end = out_.label();
  expression(parts[0]);
  for (size_t i = 1; i + 1 < parts.size(); ++i) {
    expression(ast_.kid(parts[i], 0));
    out_.emit(Op::Dup, here);
    out_.emit(Op::Rot3, here);
    out_.emit(Op::Compare, here, at(parts[i]).op);
    out_.jump(Op::PopJumpIfFalse, cleanup, here, static_cast<uint32_t>(TestKind::CompareChain));
  }
  expression(ast_.kid(parts.back(), 0));
  out_.emit(Op::Compare, here, at(parts.back()).op);
  out_.jump(when ? Op::PopJumpIfTrue : Op::PopJumpIfFalse, target, here, static_cast<uint32_t>(kind));
  out_.jump(Op::Jump, end, here);
  out_.bind(cleanup);
  out_.emit(Op::Pop, here);
  if (!when) out_.jump(Op::Jump, target, here);
  out_.bind(end);
}

}  // namespace graphlift::lower
