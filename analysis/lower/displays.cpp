// Call arguments, list/tuple/set/dict displays and f-strings.
#include "analysis/lower/unit.h"

namespace graphlift::lower {

using syntax::NodeFlags;

namespace {
// Longer displays are filled one by one, so that the operand stack stays small.
constexpr size_t kMaxOnStack = 32;
}  // namespace

// `pushed` arguments are already on the stack above the callee.
void Unit::arguments(std::span<const NodeId> args, uint32_t pushed, Span span) {
  bool spread = false, keywords = false;
  std::vector<NodeId> positional;
  for (NodeId arg : args) {
    const NodeKind kind = arg.valid() ? at(arg).kind : NodeKind::ErrorNode;
    spread = spread || kind == NodeKind::Starred || kind == NodeKind::DoubleStarred;
    keywords = keywords || kind == NodeKind::Keyword || kind == NodeKind::DoubleStarred;
    if (kind != NodeKind::Keyword && kind != NodeKind::DoubleStarred) positional.push_back(arg);
  }
  if (spread) {
    sequence(positional, Op::BuildList, Op::ListAppend, Op::ListExtend, pushed, span);
    if (keywords) call_keywords(args, span);
    out_.emit(Op::CallEx, span, keywords ? 1 : 0);
    return;
  }
  for (NodeId arg : positional) expression(arg);
  uint32_t names_index = kNoNames;
  if (keywords) {
    Names names;
    for (NodeId arg : args) {
      if (!arg.valid() || at(arg).kind != NodeKind::Keyword) continue;
      expression(ast_.kid(arg, 0));
      names.names.emplace_back(text(arg));
    }
    names_index = out_.add_const(std::move(names));
  }
  out_.emit(Op::Call, span, pushed + static_cast<uint32_t>(positional.size()), names_index);
}

void Unit::call_keywords(std::span<const NodeId> args, Span span) {
  bool started = false;
  uint32_t run = 0;
  const auto flush = [&](bool before_mapping) {
    if (run > 0 || (before_mapping && !started)) {
      out_.emit(Op::BuildMap, span, run);
      if (started) out_.emit(Op::DictMerge, span);
      started = true;
    }
    run = 0;
  };
  for (NodeId arg : args) {
    if (!arg.valid()) continue;
    if (at(arg).kind == NodeKind::Keyword) {
      load_const(std::string(text(arg)), this->span(arg));
      expression(ast_.kid(arg, 0));
      ++run;
    } else if (at(arg).kind == NodeKind::DoubleStarred) {
      flush(true);
      expression(ast_.kid(arg, 0));
      out_.emit(Op::DictMerge, span);
    }
  }
  flush(false);
}

// Builds a container from items, some of them starred; the `pushed` values on the stack come first.
void Unit::sequence(std::span<const NodeId> items, Op build, Op append, Op extend, uint32_t pushed, Span span) {
  size_t leading = 0;
  if (items.size() <= kMaxOnStack) {
    while (leading < items.size() && !(items[leading].valid() && at(items[leading]).kind == NodeKind::Starred)) ++leading;
  }
  for (size_t i = 0; i < leading; ++i) expression(items[i]);
  out_.emit(build, span, pushed + static_cast<uint32_t>(leading));
  for (size_t i = leading; i < items.size(); ++i) {
    if (items[i].valid() && at(items[i]).kind == NodeKind::Starred) {
      expression(ast_.kid(items[i], 0));
      out_.emit(extend, span);
    } else {
      expression(items[i]);
      out_.emit(append, span, 1);
    }
  }
}

void Unit::list_or_tuple(NodeId node) {
  const auto items = kids(node);
  const Span here = span(node);
  bool starred = false, constants = true;
  for (NodeId item : items) {
    starred = starred || (item.valid() && at(item).kind == NodeKind::Starred);
    constants = constants && is_constant(item);
  }
  const bool tuple = at(node).kind == NodeKind::TupleExpr;
  if (!tuple && constants && items.size() > 2) {
    TupleConst values;
    for (NodeId item : items) values.items.push_back(out_.add_const(constant(item)));
    out_.emit(Op::BuildList, here, 0);
    load_const(std::move(values), here);
    out_.emit(Op::ListExtend, here);
  } else if (tuple && !starred && items.size() <= kMaxOnStack) {
    for (NodeId item : items) expression(item);
    out_.emit(Op::BuildTuple, here, static_cast<uint32_t>(items.size()));
  } else {
    sequence(items, Op::BuildList, Op::ListAppend, Op::ListExtend, 0, here);
    if (tuple) out_.emit(Op::ListToTuple, here);
  }
}

void Unit::dict_display(NodeId node) {
  const auto items = kids(node);
  const Span here = span(node);
  const auto is_pair = [&](NodeId item) { return item.valid() && at(item).kind == NodeKind::DictItem; };
  size_t leading = 0;
  if (items.size() <= kMaxOnStack) {
    while (leading < items.size() && is_pair(items[leading])) ++leading;
  }
  for (size_t i = 0; i < leading; ++i) {
    expression(ast_.kid(items[i], 0));
    expression(ast_.kid(items[i], 1));
  }
  out_.emit(Op::BuildMap, here, static_cast<uint32_t>(leading));
  for (size_t i = leading; i < items.size(); ++i) {
    if (is_pair(items[i])) {
      expression(ast_.kid(items[i], 0));
      expression(ast_.kid(items[i], 1));
      out_.emit(Op::MapAdd, here, 1);
    } else if (items[i].valid() && at(items[i]).kind == NodeKind::DoubleStarred) {
      expression(ast_.kid(items[i], 0));
      out_.emit(Op::DictUpdate, here);
    } else {
      fault(here);
    }
  }
}

void Unit::fstring(NodeId node) {
  uint32_t parts = 0;
  for (NodeId part : kids(node)) {
    if (part.valid() && at(part).kind == NodeKind::FormatField) {
      format_field(part, parts);
    } else {
      expression(part);
      ++parts;
    }
  }
  const NodeId only = kids(node).size() == 1 ? kids(node)[0] : NodeId{};
  const bool is_text_already = parts == 1 && only.valid();
  if (!is_text_already) out_.emit(Op::BuildString, span(node), parts);
}

void Unit::format_field(NodeId node, uint32_t& parts) {
  const NodeId spec = ast_.kid(node, 1);
  uint32_t conversion = at(node).op;
  if (at(node).flags & NodeFlags::kDebug) {
    load_const(std::string(text(node)), span(node));
    ++parts;
    if (conversion == 0 && !spec.valid()) conversion = 'r';
  }
  expression(ast_.kid(node, 0));
  if (spec.valid()) expression(spec);
  out_.emit(Op::FormatValue, span(node), conversion, spec.valid() ? 1 : 0);
  ++parts;
}

}  // namespace graphlift::lower
