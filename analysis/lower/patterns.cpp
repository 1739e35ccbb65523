// The match statement. Names are bound as soon as their part of a pattern matches.
#include <algorithm>

#include "analysis/lower/unit.h"

namespace graphlift::lower {

using syntax::CompareOp;

namespace {
constexpr auto kPatternTest = static_cast<uint32_t>(TestKind::MatchGuard);
}  // namespace

void Unit::match_statement(NodeId node) {
  const auto parts = kids(node);
  const Label end = out_.label();
  expression(parts[0]);
  for (NodeId child : parts.subspan(1)) {
    if (!child.valid() || at(child).kind != NodeKind::MatchCase) {
      fault(span(node));
      continue;
    }
    const NodeId tested = ast_.kid(child, 0), guard = ast_.kid(child, 1);
    PatternContext context;
    out_.emit(Op::Dup, span(tested));
    pattern(tested, context);
    if (guard.valid()) jump_if(guard, false, fail_label(context), TestKind::MatchGuard);
    out_.emit(Op::Pop, span(tested));
    suite(ast_.kid(child, 2));
    out_.jump(Op::Jump, end, span(child));
    emit_fail_labels(context, span(tested));
  }
  out_.emit(Op::Pop, parts[0].valid() ? span(parts[0]) : span(node));
  out_.bind(end);
}

Label Unit::fail_label(PatternContext& context) {
  while (context.fail_labels.size() <= context.on_top) context.fail_labels.push_back(out_.label());
  return context.fail_labels[context.on_top];
}

void Unit::emit_fail_labels(PatternContext& context, Span span) {
  for (size_t left = context.fail_labels.size(); left > 0; --left) {
    out_.bind(context.fail_labels[left - 1]);
    if (left > 1) out_.emit(Op::Pop, span);
  }
  context.fail_labels.clear();
}

void Unit::pattern(NodeId node, PatternContext& context) {
  if (!node.valid()) return fault({});
  const DepthGuard guard(file_);
  const Span here = span(node);
  if (!guard.ok()) return fault(here);
  switch (at(node).kind) {
    case NodeKind::PatternValue:
    case NodeKind::PatternSingleton: return value_pattern(node, context);
    case NodeKind::PatternCapture: return name(Access::Store, text(node), here);
    case NodeKind::PatternWildcard: return out_.emit(Op::Pop, here);
    case NodeKind::PatternStar:
      if (text(node) == "_") return out_.emit(Op::Pop, here);
      return name(Access::Store, text(node), here);
    case NodeKind::PatternSequence: return sequence_pattern(node, context);
    case NodeKind::PatternMapping: return mapping_pattern(node, context);
    case NodeKind::PatternClass: return class_pattern(node, context);
    case NodeKind::PatternKeyword: return pattern(ast_.kid(node, 0), context);
    case NodeKind::PatternOr: return or_pattern(node, context);
    case NodeKind::PatternAs:
      ++context.on_top;
      out_.emit(Op::Dup, here);
      pattern(ast_.kid(node, 0), context);
      --context.on_top;
      return name(Access::Store, text(node), here);
    default: return fault(here);
  }
}

void Unit::value_pattern(NodeId node, PatternContext& context) {
  const CompareOp op = at(node).kind == NodeKind::PatternSingleton ? CompareOp::Is : CompareOp::Eq;
  expression(ast_.kid(node, 0));
  out_.emit(Op::Compare, span(node), static_cast<uint32_t>(op));
  out_.jump(Op::PopJumpIfFalse, fail_label(context), span(node), kPatternTest);
}

void Unit::or_pattern(NodeId node, PatternContext& context) {
  const Label matched = out_.label();
  for (NodeId alternative : kids(node)) {
    PatternContext own;
    out_.emit(Op::Dup, span(node));
    pattern(alternative, own);
    out_.jump(Op::Jump, matched, span(node));
    emit_fail_labels(own, span(node));
  }
  out_.emit(Op::Pop, span(node));
  out_.jump(Op::Jump, fail_label(context), span(node));
  out_.bind(matched);
  out_.emit(Op::Pop, span(node));
}

void Unit::sequence_pattern(NodeId node, PatternContext& context) {
  const auto items = kids(node);
  const Span here = span(node);
  const auto count = static_cast<uint32_t>(items.size());
  uint32_t star = count;
  for (uint32_t i = 0; i < count; ++i)
    if (items[i].valid() && at(items[i]).kind == NodeKind::PatternStar) star = i;
  const bool has_star = star < count;
  ++context.on_top;
  out_.emit(Op::MatchSequence, here, count, has_star);
  out_.jump(Op::PopJumpIfFalse, fail_label(context), here, kPatternTest);
  // As in CPython, a sequence whose rest nobody asks for is indexed, not iterated.
  if (has_star && text(items[star]) == "_") return indexed_items(items, star, here, context);
  --context.on_top;
  if (std::all_of(items.begin(), items.end(), [&](NodeId item) { return is_wildcard(item); })) return out_.emit(Op::Pop, here);
  if (has_star) {
    out_.emit(Op::UnpackEx, here, star, count - star - 1);
  } else {
    out_.emit(Op::UnpackSequence, here, count);
  }
  context.on_top += count;
  for (NodeId item : items) {
    --context.on_top;
    pattern(item, context);
  }
}

bool Unit::is_wildcard(NodeId pattern) const { return pattern.valid() && at(pattern).kind == NodeKind::PatternWildcard; }

// [subj] -> []   the subject is already counted in `on_top`
void Unit::indexed_items(std::span<const NodeId> items, size_t star, Span span, PatternContext& context) {
  for (size_t i = 0; i < items.size(); ++i) {
    if (i == star || is_wildcard(items[i])) continue;
    const auto index = static_cast<int64_t>(i);
    out_.emit(Op::Dup, span);
    load_const(i < star ? index : index - static_cast<int64_t>(items.size()), span);
    out_.emit(Op::LoadSubscr, span);
    pattern(items[i], context);
  }
  --context.on_top;
  out_.emit(Op::Pop, span);
}

void Unit::not_none_or_fail(PatternContext& context, Span span) {
  out_.emit(Op::Dup, span);
  load_none(span);
  out_.emit(Op::Compare, span, static_cast<uint32_t>(CompareOp::IsNot));
  out_.jump(Op::PopJumpIfFalse, fail_label(context), span, kPatternTest);
}

void Unit::mapping_pattern(NodeId node, PatternContext& context) {
  const Span here = span(node);
  std::vector<NodeId> items;
  NodeId star;
  for (NodeId item : kids(node)) {
    if (!item.valid()) continue;
    if (at(item).kind == NodeKind::PatternStar) {
      star = item;
    } else if (at(item).kind == NodeKind::PatternMapItem) {
      items.push_back(item);
    }
  }
  const auto count = static_cast<uint32_t>(items.size());
  ++context.on_top;
  out_.emit(Op::MatchMapping, here);
  out_.jump(Op::PopJumpIfFalse, fail_label(context), here, kPatternTest);
  for (NodeId item : items) expression(ast_.kid(item, 0));
  out_.emit(Op::BuildTuple, here, count);
  out_.emit(Op::MatchKeys, here);
  context.on_top += 2;
  not_none_or_fail(context, here);
  out_.emit(Op::UnpackSequence, here, count);
  context.on_top += count;
  --context.on_top;
  for (NodeId item : items) {
    --context.on_top;
    pattern(ast_.kid(item, 1), context);
  }
  context.on_top -= 2;
  if (star.valid() && text(star) != "_") return mapping_rest(text(star), count, span(star));
  out_.emit(Op::Pop, here);
  out_.emit(Op::Pop, here);
}

// [subj keys] -> []   binds a copy of the mapping without the keys
void Unit::mapping_rest(std::string_view rest, uint32_t keys, Span span) {
  out_.emit(Op::Rot2, span);
  out_.emit(Op::BuildMap, span, 0);
  out_.emit(Op::Rot2, span);
  out_.emit(Op::DictUpdate, span);
  for (uint32_t i = 0; i < keys; ++i) {
    out_.emit(Op::Dup2, span);
    out_.emit(Op::Rot2, span);
    load_const(static_cast<int64_t>(i), span);
    out_.emit(Op::LoadSubscr, span);
    out_.emit(Op::DeleteSubscr, span);
  }
  out_.emit(Op::Rot2, span);
  out_.emit(Op::Pop, span);
  name(Access::Store, rest, span);
}

void Unit::class_pattern(NodeId node, PatternContext& context) {
  const auto parts = kids(node);
  const Span here = span(node);
  Names names;
  for (NodeId item : parts.subspan(1))
    if (item.valid() && at(item).kind == NodeKind::PatternKeyword) names.names.emplace_back(text(item));
  const auto count = static_cast<uint32_t>(parts.size()) - 1;
  const uint32_t positional = count - static_cast<uint32_t>(names.names.size());
  expression(parts[0]);
  load_const(std::move(names), here);
  out_.emit(Op::MatchClass, here, positional);
  ++context.on_top;
  not_none_or_fail(context, here);
  out_.emit(Op::UnpackSequence, here, count);
  context.on_top += count;
  --context.on_top;
  for (NodeId item : parts.subspan(1)) {
    --context.on_top;
    pattern(item, context);
  }
}

}  // namespace graphlift::lower
