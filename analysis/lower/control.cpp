// Compound statements: branches, loops, try, with; and leaving them early.
#include "analysis/lower/unit.h"

namespace graphlift::lower {

using syntax::NodeFlags;

void Unit::push_block(FrameBlock block) {
  block.surround_level = out_.surround_level();
  blocks_.push_back(block);
}

void Unit::if_statement(NodeId node) {
  const Label end = out_.label();
  // A chain of elif is a chain of Ifs in orelse: walked, since it can be long.
  for (;;) {
    const NodeId orelse = ast_.kid(node, 2);
    const auto rest = orelse.valid() ? kids(orelse) : std::span<const NodeId>{};
    const Label otherwise = rest.empty() ? end : out_.label();
    jump_if(ast_.kid(node, 0), false, otherwise, TestKind::If);
    suite(ast_.kid(node, 1));
    if (rest.empty()) break;
    out_.jump(Op::Jump, end, span(node));
    out_.bind(otherwise);
    if (rest.size() != 1 || !rest[0].valid() || at(rest[0]).kind != NodeKind::If) {
      suite(orelse);
      break;
    }
    node = rest[0];
  }
  out_.bind(end);
}

void Unit::while_loop(NodeId node) {
  const Label exit = out_.label(), end = out_.label(), next = out_.label();
  const NodeId test = ast_.kid(node, 0);
  const Span header{span(node).start, test.valid() ? span(test).end : span(node).start};
  const uint32_t head = out_.pc();
  jump_if(test, false, exit, TestKind::While);
  push_block({FrameBlock::Kind::WhileLoop, header, next, end});
  out_.open_surround(Surround::Kind::Loop, header);
  suite(ast_.kid(node, 1));
  out_.bind(next);
  out_.emit(Op::JumpBack, header, head);
  out_.close_surround();
  pop_block();
  out_.bind(exit);
  suite(ast_.kid(node, 2));
  out_.bind(end);
}

void Unit::for_loop(NodeId node) {
  const Label exit = out_.label(), end = out_.label(), next = out_.label();
  const NodeId iterable = ast_.kid(node, 1);
  const Span source = iterable.valid() ? span(iterable) : span(node);
  const Span header{span(node).start, source.end};
  const bool is_async = at(node).flags & NodeFlags::kAsync;
  expression(iterable);
  out_.emit(Op::GetIter, source, 0, is_async);
  const uint32_t head = out_.pc();
  out_.jump(Op::ForIter, exit, source, is_async);
  push_block({FrameBlock::Kind::ForLoop, header, next, end});
  out_.open_surround(Surround::Kind::Loop, header);
  store(ast_.kid(node, 0), header);
  suite(ast_.kid(node, 2));
  out_.bind(next);
  out_.emit(Op::JumpBack, header, head);
  out_.close_surround();
  pop_block();
  out_.bind(exit);
  suite(ast_.kid(node, 3));
  out_.bind(end);
}

void Unit::leave_loop(NodeId node, bool is_break) {
  size_t level = blocks_.size();
  const auto is_loop = [](const FrameBlock& block) {
    return block.kind == FrameBlock::Kind::ForLoop || block.kind == FrameBlock::Kind::WhileLoop;
  };
  while (level > 0 && !is_loop(blocks_[level - 1])) --level;
  if (level == 0) return fault(span(node));
  unwind(level, false, span(node));
  const FrameBlock& loop = blocks_[level - 1];
  if (is_break && loop.kind == FrameBlock::Kind::ForLoop) out_.emit(Op::Pop, span(node));
  out_.jump(Op::Jump, is_break ? loop.on_break : loop.on_continue, span(node));
}

// Emits what has to happen on the way out of all blocks above `level`; they are in place again afterwards.
void Unit::unwind(size_t level, bool keep_value, Span span) {
  if (blocks_.size() <= level) return;
  const FrameBlock top = blocks_.back();
  blocks_.pop_back();
  const std::vector<Surround> suspended = out_.suspend(top.surround_level);
  unwind_one(top, keep_value, span);
  unwind(level, keep_value, span);
  out_.resume(suspended);
  blocks_.push_back(top);
}

void Unit::unwind_one(const FrameBlock& block, bool keep_value, Span span) {
  const auto pop_below_value = [&] {
    if (keep_value) out_.emit(Op::Rot2, span);
    out_.emit(Op::Pop, span);
  };
  switch (block.kind) {
    case FrameBlock::Kind::WhileLoop: return;
    case FrameBlock::Kind::ForLoop: return pop_below_value();
    case FrameBlock::Kind::TryBody: return out_.emit(Op::PopBlock, span);
    case FrameBlock::Kind::FinallyTry:
      out_.emit(Op::PopBlock, span);
      if (keep_value) push_block({FrameBlock::Kind::Value, span});
      finally_copy(block.finally_body, block.header);
      if (keep_value) pop_block();
      return;
    case FrameBlock::Kind::FinallyEnd: pop_below_value(); return out_.emit(Op::PopExcept, span);
    case FrameBlock::Kind::With:
      out_.emit(Op::PopBlock, span);
      if (keep_value) out_.emit(Op::Rot2, span);
      return out_.emit(Op::WithExitNormal, block.header, 0, block.is_async);
    case FrameBlock::Kind::Handler: return out_.emit(Op::PopExcept, span);
    case FrameBlock::Kind::NamedHandler:
      out_.emit(Op::PopBlock, span);
      out_.emit(Op::PopExcept, span);
      load_none(span);
      name(Access::Store, block.name, span);
      return name(Access::Delete, block.name, span);
    case FrameBlock::Kind::Value: return pop_below_value();
  }
}

Span Unit::finally_header(NodeId try_node) const {
  const NodeId body = ast_.kid(try_node, 3);
  const Span first = kids(body).empty() || !kids(body)[0].valid() ? span(body) : span(kids(body)[0]);
  const std::string_view before = std::string_view(ast_.source).substr(0, first.start);
  constexpr std::string_view kKeyword = "finally";
  const size_t found = before.rfind(kKeyword);
  if (found == std::string_view::npos || found < span(try_node).start) return first;
  return {static_cast<uint32_t>(found), static_cast<uint32_t>(found + kKeyword.size())};
}

void Unit::finally_copy(NodeId body, Span header) {
  // Copies of copies double with every level; no real program comes near the limit.
  constexpr uint32_t kMaxLevels = 10;
  if (file_.finally_levels >= kMaxLevels) return fault(header);
  ++file_.finally_levels;
  out_.open_surround(Surround::Kind::Finally, header);
  suite(body);
  out_.close_surround();
  --file_.finally_levels;
}

void Unit::try_statement(NodeId node) {
  const NodeId finally_body = ast_.kid(node, 3);
  if (!finally_body.valid() || kids(finally_body).empty()) return try_except(node);
  const Span here = span(node), header{here.start, here.start + 3};
  const Span finally_span = finally_header(node);
  const Label handler = out_.label(), end = out_.label();
  out_.jump(Op::SetupFinally, handler, header);
  push_block({.kind = FrameBlock::Kind::FinallyTry, .header = finally_span, .finally_body = finally_body});
  out_.open_surround(Surround::Kind::Try, header);
  try_except(node);
  out_.close_surround();
  out_.emit(Op::PopBlock, finally_span);
  pop_block();
  finally_copy(finally_body, finally_span);
  out_.jump(Op::Jump, end, finally_span);
  out_.bind(handler);
  push_block({FrameBlock::Kind::FinallyEnd, finally_span});
  finally_copy(finally_body, finally_span);
  pop_block();
  out_.emit(Op::Reraise, finally_span);
  out_.bind(end);
}

// The try without its finally.
void Unit::try_except(NodeId node) {
  const NodeId handlers = ast_.kid(node, 1);
  if (!handlers.valid() || kids(handlers).empty()) {
    suite(ast_.kid(node, 0));
    return suite(ast_.kid(node, 2));
  }
  const Span here = span(node), header{here.start, here.start + 3};
  const Label on_raise = out_.label(), orelse = out_.label(), end = out_.label();
  out_.jump(Op::SetupFinally, on_raise, header);
  push_block({FrameBlock::Kind::TryBody, header});
  out_.open_surround(Surround::Kind::Try, header);
  suite(ast_.kid(node, 0));
  out_.close_surround();
  pop_block();
  out_.emit(Op::PopBlock, header);
  out_.jump(Op::Jump, orelse, header);
  out_.bind(on_raise);
  for (NodeId child : kids(handlers)) handler(child, end);
  out_.emit(Op::Reraise, header);
  out_.bind(orelse);
  suite(ast_.kid(node, 2));
  out_.bind(end);
}

// [exc] -> []
void Unit::handler(NodeId node, Label end) {
  if (!node.valid() || at(node).kind != NodeKind::ExceptHandler) return;
  const NodeId type = ast_.kid(node, 0);
  const Span header{span(node).start, type.valid() ? span(type).end : span(node).start + 6};
  const Label next = out_.label();
  if (type.valid()) {
    expression(type);
    out_.emit(Op::CheckExcMatch, span(type));
    out_.jump(Op::PopJumpIfFalse, next, span(type), static_cast<uint32_t>(TestKind::ExceptMatch));
  }
  const std::string_view as = text(node);
  if (as.empty()) {
    out_.emit(Op::Pop, header);
    push_block({FrameBlock::Kind::Handler, header});
    out_.open_surround(Surround::Kind::Handler, header);
    suite(ast_.kid(node, 1));
    out_.close_surround();
    pop_block();
    out_.emit(Op::PopExcept, header);
    out_.jump(Op::Jump, end, header);
  } else {
    const Label cleanup = out_.label();
    name(Access::Store, as, header);
    out_.jump(Op::SetupFinally, cleanup, header);
    push_block({.kind = FrameBlock::Kind::NamedHandler, .header = header, .name = as});
    out_.open_surround(Surround::Kind::Handler, header);
    suite(ast_.kid(node, 1));
    out_.close_surround();
    const FrameBlock block = blocks_.back();
    pop_block();
    unwind_one(block, false, header);
    out_.jump(Op::Jump, end, header);
    out_.bind(cleanup);
    load_none(header);
    name(Access::Store, as, header);
    name(Access::Delete, as, header);
    out_.emit(Op::Reraise, header);
  }
  out_.bind(next);
}

void Unit::with_statement(NodeId node, size_t item) {
  const DepthGuard guard(file_);
  if (!guard.ok()) return fault(span(node));
  const auto items = kids(ast_.kid(node, 0));
  if (item == items.size()) return suite(ast_.kid(node, 1));
  const bool is_async = at(node).flags & NodeFlags::kAsync;
  const NodeId context = ast_.kid(items[item], 0), target = ast_.kid(items[item], 1);
  const Span header{span(node).start, span(items.back()).end};
  const Span source = context.valid() ? span(context) : header;
  const Label on_raise = out_.label(), suppressed = out_.label(), end = out_.label();
  expression(context);
  out_.emit(Op::BeforeWith, source, 0, is_async);
  out_.jump(Op::SetupWith, on_raise, source);
  push_block({.kind = FrameBlock::Kind::With, .header = source, .is_async = is_async});
  out_.open_surround(Surround::Kind::With, header);
  if (target.valid()) {
    store(target, header);
  } else {
    out_.emit(Op::Pop, source);
  }
  with_statement(node, item + 1);
  out_.close_surround();
  const FrameBlock block = blocks_.back();
  pop_block();
  unwind_one(block, false, source);
  out_.jump(Op::Jump, end, source);
  out_.bind(on_raise);
  out_.emit(Op::WithExceptStart, source, 0, is_async);
  out_.jump(Op::PopJumpIfTrue, suppressed, source, static_cast<uint32_t>(TestKind::ExceptMatch));
  out_.emit(Op::Reraise, source);
  out_.bind(suppressed);
  out_.emit(Op::Pop, source);
  out_.emit(Op::PopExcept, source);
  out_.emit(Op::Pop, source);
  out_.bind(end);
}

}  // namespace graphlift::lower
