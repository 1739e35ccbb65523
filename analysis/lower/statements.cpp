// Simple statements: assignments, deletions, imports, assertions, returns; and the dispatch over all statements.
#include "analysis/lower/unit.h"

namespace graphlift::lower {

using syntax::NodeFlags;

void Unit::suite(NodeId list) {
  if (!list.valid()) return;
  for (NodeId child : kids(list)) statement(child);
}

void Unit::statement(NodeId node) {
  if (!node.valid()) return fault({});
  const DepthGuard guard(file_);
  const Span here = span(node);
  if (!guard.ok()) return fault(here);
  switch (at(node).kind) {
    case NodeKind::FunctionDef: return function_definition(node);
    case NodeKind::ClassDef: return class_definition(node);
    case NodeKind::Return: return return_statement(node);
    case NodeKind::Delete:
      for (NodeId target : kids(node)) delete_target(target, here);
      return;
    case NodeKind::Assign: return assign(node);
    case NodeKind::AugAssign: return augmented_assign(node);
    case NodeKind::AnnAssign: return annotated_assign(node);
    case NodeKind::TypeAlias: return type_alias(node);
    case NodeKind::For: return for_loop(node);
    case NodeKind::While: return while_loop(node);
    case NodeKind::If: return if_statement(node);
    case NodeKind::With: return with_statement(node, 0);
    case NodeKind::Match: return match_statement(node);
    case NodeKind::Raise: {
      uint32_t operands = 0;
      for (NodeId part : kids(node)) {
        if (!part.valid()) break;
        expression(part);
        ++operands;
      }
      return out_.emit(Op::Raise, here, operands);
    }
    case NodeKind::Try: return try_statement(node);
    case NodeKind::Assert: return assertion(node);
    case NodeKind::Import: return import(node);
    case NodeKind::ImportFrom: return import_from(node);
    case NodeKind::ExprStmt:
      if (is_constant(ast_.kid(node, 0))) return;
      expression(ast_.kid(node, 0));
      return out_.emit(Op::Pop, here);
    case NodeKind::Break: return leave_loop(node, true);
    case NodeKind::Continue: return leave_loop(node, false);
    case NodeKind::Global:
    case NodeKind::Nonlocal:
    case NodeKind::Pass: return;
    case NodeKind::List: return suite(node);
    default: return fault(here);
  }
}

void Unit::assign(NodeId node) {
  const auto parts = kids(node);
  expression(parts[0]);
  for (size_t i = 1; i < parts.size(); ++i) {
    if (i + 1 < parts.size()) out_.emit(Op::Dup, span(node));
    store(parts[i], span(node));
  }
}

void Unit::store(NodeId target, Span span) {
  if (!target.valid()) return fault(span);
  const DepthGuard guard(file_);
  if (!guard.ok()) return fault(span);
  switch (at(target).kind) {
    case NodeKind::Name: return name(Access::Store, text(target), span);
    case NodeKind::Attribute:
      expression(ast_.kid(target, 0));
      return out_.emit(Op::StoreAttr, span, out_.add_name(mangle(scope().private_class, text(target))));
    case NodeKind::Subscript:
      expression(ast_.kid(target, 0));
      expression(ast_.kid(target, 1));
      return out_.emit(Op::StoreSubscr, span);
    case NodeKind::TupleExpr:
    case NodeKind::ListExpr: return unpack(target, span);
    case NodeKind::Starred: return store(ast_.kid(target, 0), span);
    default: return fault(span);
  }
}

void Unit::unpack(NodeId target, Span span) {
  const auto items = kids(target);
  size_t star = items.size();
  for (size_t i = 0; i < items.size(); ++i)
    if (items[i].valid() && at(items[i]).kind == NodeKind::Starred) star = i;
  const auto count = static_cast<uint32_t>(items.size());
  if (star < items.size()) {
    out_.emit(Op::UnpackEx, span, static_cast<uint32_t>(star), count - static_cast<uint32_t>(star) - 1);
  } else {
    out_.emit(Op::UnpackSequence, span, count);
  }
  for (NodeId item : items) store(item, span);
}

void Unit::augmented_assign(NodeId node) {
  const NodeId target = ast_.kid(node, 0), value = ast_.kid(node, 1);
  const Span here = span(node);
  if (!target.valid()) return fault(here);
  const auto operate = [&] {
    expression(value);
    out_.emit(Op::Binary, here, at(node).op, 1);
  };
  switch (at(target).kind) {
    case NodeKind::Name:
      name(Access::Load, text(target), span(target));
      operate();
      return name(Access::Store, text(target), here);
    case NodeKind::Attribute: {
      const uint32_t attribute = out_.add_name(mangle(scope().private_class, text(target)));
      expression(ast_.kid(target, 0));
      out_.emit(Op::Dup, here);
      out_.emit(Op::LoadAttr, span(target), attribute);
      operate();
      out_.emit(Op::Rot2, here);
      return out_.emit(Op::StoreAttr, here, attribute);
    }
    case NodeKind::Subscript:
      expression(ast_.kid(target, 0));
      expression(ast_.kid(target, 1));
      out_.emit(Op::Dup2, here);
      out_.emit(Op::LoadSubscr, span(target));
      operate();
      out_.emit(Op::Rot3, here);
      return out_.emit(Op::StoreSubscr, here);
    default: return fault(here);
  }
}

void Unit::annotated_assign(NodeId node) {
  const NodeId target = ast_.kid(node, 0), annotation = ast_.kid(node, 1), value = ast_.kid(node, 2);
  const Span here = span(node);
  if (value.valid()) {
    expression(value);
    store(target, here);
  }
  const bool keeps_annotations = scope().kind == ScopeKind::Module || scope().kind == ScopeKind::Class;
  if (!keeps_annotations || !target.valid() || at(target).kind != NodeKind::Name || !annotation.valid()) return;
  const uint32_t thunk = out_.add_const(annotation_thunk(annotation));
  out_.emit(Op::StoreAnnotation, span(annotation), out_.add_name(mangle(scope().private_class, text(target))), thunk);
}

void Unit::delete_target(NodeId target, Span span) {
  if (!target.valid()) return fault(span);
  const DepthGuard guard(file_);
  if (!guard.ok()) return fault(span);
  switch (at(target).kind) {
    case NodeKind::Name: return name(Access::Delete, text(target), span);
    case NodeKind::Attribute:
      expression(ast_.kid(target, 0));
      return out_.emit(Op::DeleteAttr, span, out_.add_name(mangle(scope().private_class, text(target))));
    case NodeKind::Subscript:
      expression(ast_.kid(target, 0));
      expression(ast_.kid(target, 1));
      return out_.emit(Op::DeleteSubscr, span);
    case NodeKind::TupleExpr:
    case NodeKind::ListExpr:
      for (NodeId item : kids(target)) delete_target(item, span);
      return;
    default: return fault(span);
  }
}

void Unit::import(NodeId node) {
  const bool may_wait = scope().kind == ScopeKind::Module && blocks_.empty();
  for (NodeId alias : kids(node)) {
    const std::string_view dotted = text(alias);
    const NodeId as = kids(alias).empty() ? NodeId{} : ast_.kid(alias, 0);
    ImportRef reference;
    reference.module = dotted;
    reference.leaf = as.valid();
    out_.emit(Op::Import, span(alias), out_.add_const(std::move(reference)), may_wait ? 1 : 0);
    name(Access::Store, as.valid() ? text(as) : dotted.substr(0, dotted.find('.')), span(node));
  }
}

void Unit::import_from(NodeId node) {
  const bool may_wait = scope().kind == ScopeKind::Module && blocks_.empty();
  for (NodeId alias : kids(node)) {
    ImportRef reference;
    reference.level = at(node).op;
    reference.module = text(node);
    if (text(alias) == "*") {
      out_.emit(Op::ImportStar, span(node), out_.add_const(std::move(reference)));
      continue;
    }
    const NodeId as = kids(alias).empty() ? NodeId{} : ast_.kid(alias, 0);
    reference.member = text(alias);
    out_.emit(Op::Import, span(alias), out_.add_const(std::move(reference)), may_wait ? 1 : 0);
    name(Access::Store, as.valid() ? text(as) : text(alias), span(node));
  }
}

void Unit::assertion(NodeId node) {
  const NodeId message = ast_.kid(node, 1);
  const bool fixed_message = !message.valid() || (at(message).kind == NodeKind::StrLit && !(at(message).flags & NodeFlags::kBytes));
  const Label end = out_.label();
  jump_if(ast_.kid(node, 0), true, end, fixed_message ? TestKind::Assert : TestKind::AssertDynamicMessage);
  out_.emit(Op::LoadAssertionError, span(node));
  if (message.valid()) {
    expression(message);
    out_.emit(Op::Call, span(node), 1, kNoNames);
  }
  out_.emit(Op::Raise, span(node), 1);
  out_.bind(end);
}

void Unit::return_statement(NodeId node) {
  const NodeId value = ast_.kid(node, 0);
  const Span here = span(node);
  const bool late = !value.valid() || is_constant(value);  // a constant need not be kept while unwinding
  if (!late) expression(value);
  unwind(0, !late, here);
  if (late) {
    if (value.valid()) {
      load_const(constant(value), here);
    } else {
      load_none(here);
    }
  }
  out_.emit(Op::Return, here);
}

}  // namespace graphlift::lower
