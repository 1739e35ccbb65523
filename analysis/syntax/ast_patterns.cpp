// `match` statements and their patterns.
#include "analysis/syntax/ast_maker.h"

namespace graphlift::syntax {

bool AstMaker::in_case_pattern(Index i) const {
  switch (parent_kind(i)) {
    case CstKind::CasePattern:
    case CstKind::UnionPattern:
    case CstKind::KeywordPattern:
    case CstKind::DictPattern: return true;
    default: return false;
  }
}

NodeId AstMaker::match_statement(Index i) {
  std::vector<NodeId> subjects, nodes{NodeId{}};
  Span subject_span{cst_[i].start, cst_[i].start};
  bool comma = false;
  for (Index kid : kids(i)) {
    if (kind(kid) == CstKind::Block) {
      for (Index inner : kids(kid))
        if (kind(inner) == CstKind::CaseClause) nodes.push_back(made(inner));
    } else if (kind(kid) == CstKind::CaseClause) {
      nodes.push_back(made(kid));
    } else if (made(kid).valid()) {
      if (subjects.empty()) subject_span.start = cst_[kid].start;
      subject_span.end = cst_[kid].end;
      subjects.push_back(made(kid));
    } else if (kind(kid) == CstKind::TComma) {
      comma = true;
      subject_span.end = cst_[kid].end;
    }
  }
  if (subjects.empty()) subjects.push_back(error_node(span(i)));
  nodes.front() = comma || subjects.size() > 1 ? add(NodeKind::TupleExpr, subject_span, subjects) : subjects.front();
  return add(NodeKind::Match, span(i), nodes);
}

NodeId AstMaker::match_case(Index i) {
  std::vector<NodeId> patterns;
  Span pattern_span{cst_[i].start, cst_[i].start};
  NodeId guard;
  bool comma = false;
  for (Index kid : kids(i)) {
    if (kind(kid) == CstKind::CasePattern) {
      if (patterns.empty()) pattern_span.start = cst_[kid].start;
      pattern_span.end = cst_[kid].end;
      patterns.push_back(made_or_error(kid, span(kid)));
    } else if (kind(kid) == CstKind::IfClause) {
      guard = made_or_error(last_kid(kid), span(kid));
    } else if (kind(kid) == CstKind::TComma) {
      comma = true;
      pattern_span.end = cst_[kid].end;
    }
  }
  if (patterns.empty()) patterns.push_back(error_node(span(i)));
  const NodeId pattern = comma || patterns.size() > 1 ? add(NodeKind::PatternSequence, pattern_span, patterns) : patterns.front();
  return add(NodeKind::MatchCase, span(i), {pattern, guard, suite_of(i)});
}

NodeId AstMaker::case_pattern(Index i) {
  const Index first = first_kid(i);
  if (first == kNone) return error_node(span(i));
  if (kind(first) == CstKind::KeywordPattern) return keyword_pattern(first, NodeId{}, {});
  if (kind(first) != CstKind::AsPattern) return simple_pattern(first, cst_[i].next);
  const Index inner = first_kid(first), as_name = last_kid(first);
  if (inner == kNone || as_name == inner) return error_node(span(i));
  // `key=pattern as name` is read with the key inside.
  const Index word = kind(inner) == CstKind::CasePattern ? first_kid(inner) : kNone;
  if (word != kNone && kind(word) == CstKind::KeywordPattern) return keyword_pattern(word, made(inner), source(as_name));
  return add_text(NodeKind::PatternAs, span(first), source(as_name), {made_or_error(inner, span(first))});
}

// `key=pattern`; with `as_name`, `made_before` is what was made of it and the name goes around its pattern.
NodeId AstMaker::keyword_pattern(Index i, NodeId made_before, std::string_view as_name) {
  const Index word = first_kid(i);
  Index value = word == kNone ? kNone : cst_[word].next;
  if (value != kNone && value < cst_[i].next) value = cst_[value].next;  // past the `=`
  if (value == kNone || value >= cst_[i].next) return error_node(span(i));
  if (!made_before.valid() || ast_[made_before].kind != NodeKind::PatternKeyword)
    return add_text(NodeKind::PatternKeyword, span(i), source(word), {simple_pattern(value, cst_[i].next)});
  const uint32_t end = cst_[cst_[cst_[i].parent].parent].end;  // of the `as` pattern
  const NodeId named = add_text(NodeKind::PatternAs, {cst_[value].start, end}, as_name, {ast_.kid(made_before, 0)});
  return add_text(NodeKind::PatternKeyword, {cst_[i].start, end}, source(word), {named});
}

// A pattern made of the concrete nodes from `first` up to `end`; more than one only for a signed number.
NodeId AstMaker::simple_pattern(Index first, Index end) {
  const Span where{cst_[first].start, cst_[first].end};
  switch (kind(first)) {
    case CstKind::TUnderscore: return add(NodeKind::PatternWildcard, where, {});
    case CstKind::None:
    case CstKind::True:
    case CstKind::False: return add(NodeKind::PatternSingleton, where, {made(first)});
    case CstKind::Integer:
    case CstKind::Float:
    case CstKind::String:
    case CstKind::ConcatenatedString: return add(NodeKind::PatternValue, where, {made(first)});
    case CstKind::TMinus: {
      const Index number = cst_[first].next;
      if (number >= end || !made(number).valid()) return error_node(where);
      const Span both{where.start, cst_[number].end};
      const NodeId value = add(NodeKind::UnaryExpr, both, {made(number)}, static_cast<uint8_t>(UnaryOp::Negative));
      return add(NodeKind::PatternValue, both, {value});
    }
    case CstKind::ComplexPattern: {
      NodeId parts[2];
      size_t at = 0;
      bool negative = false, minus = false;
      uint32_t left_start = where.start;
      for (Index kid : kids(first)) {
        if (kind(kid) == CstKind::TMinus) (at == 0 ? negative : minus) = true;
        if (made(kid).valid() && at < 2) parts[at++] = made(kid);
      }
      if (at < 2) return error_node(where);
      if (negative)
        parts[0] = add(NodeKind::UnaryExpr, {left_start, ast_[parts[0]].span.end}, {parts[0]}, static_cast<uint8_t>(UnaryOp::Negative));
      const NodeId value = add(NodeKind::BinaryExpr, where, parts, static_cast<uint8_t>(minus ? BinaryOp::Sub : BinaryOp::Add));
      return add(NodeKind::PatternValue, where, {value});
    }
    case CstKind::DottedName: {
      if (is_placeholder(first)) return error_node(where);
      if (first_kid(first) != last_kid(first)) return add(NodeKind::PatternValue, where, {dotted_value(first)});
      const std::string_view text = source(first);
      if (text == "_") return add(NodeKind::PatternWildcard, where, {});
      return add_text(NodeKind::PatternCapture, where, text);
    }
    case CstKind::UnionPattern: {
      std::vector<NodeId> alternatives;
      const Index stop = cst_[first].next;
      for (Index kid = first + 1; kid < stop; kid = cst_[kid].next) {
        if (kind(kid) == CstKind::TBar || kind(kid) == CstKind::Error) continue;
        const NodeId alternative = simple_pattern(kid, stop);
        if (kind(kid) == CstKind::UnionPattern) {  // `a | b | c` nests to the left or right
          for (NodeId inner : std::vector<NodeId>(ast_.kids_of(alternative).begin(), ast_.kids_of(alternative).end()))
            alternatives.push_back(inner);
        } else {
          alternatives.push_back(alternative);
        }
        if (kind(kid) == CstKind::TMinus && cst_[kid].next < stop) kid = cst_[kid].next;
      }
      return add(NodeKind::PatternOr, where, alternatives);
    }
    default: return made_or_error(first, where);
  }
}

NodeId AstMaker::dotted_value(Index i) {
  NodeId value;
  for (Index kid : kids(i)) {
    if (kind(kid) != CstKind::Identifier) continue;
    value = value.valid() ? add_text(NodeKind::Attribute, {cst_[i].start, cst_[kid].end}, source(kid), {value}) : name(kid);
  }
  return value.valid() ? value : error_node(span(i));
}

NodeId AstMaker::class_pattern(Index i) {
  std::vector<NodeId> nodes;
  for (Index kid : kids(i)) {
    if (kind(kid) == CstKind::DottedName) {
      nodes.push_back(dotted_value(kid));
    } else if (made(kid).valid()) {
      nodes.push_back(made(kid));
    }
  }
  return nodes.empty() ? error_node(span(i)) : add(NodeKind::PatternClass, span(i), nodes);
}

NodeId AstMaker::sequence_pattern(Index i) {
  std::vector<NodeId> patterns;
  bool comma = false;
  for (Index kid : kids(i)) {
    comma |= kind(kid) == CstKind::TComma;
    if (made(kid).valid()) patterns.push_back(made(kid));
  }
  const bool group =
      kind(i) == CstKind::TuplePattern && patterns.size() == 1 && !comma && ast_[patterns.front()].kind != NodeKind::PatternStar;
  return group ? patterns.front() : add(NodeKind::PatternSequence, span(i), patterns);
}

NodeId AstMaker::mapping_pattern(Index i) {
  std::vector<NodeId> items;
  Index key = kNone;
  for (Index kid = i + 1; kid < cst_[i].next; kid = cst_[kid].next) {
    switch (kind(kid)) {
      case CstKind::SplatPattern: items.push_back(made(kid)); break;
      case CstKind::CasePattern: {
        if (key == kNone) break;
        NodeId key_value = simple_pattern(key, kid);
        const NodeKind key_kind = ast_[key_value].kind;
        if (key_kind == NodeKind::PatternValue || key_kind == NodeKind::PatternSingleton) key_value = ast_.kid(key_value, 0);
        items.push_back(add(NodeKind::PatternMapItem, {cst_[key].start, cst_[kid].end}, {key_value, made_or_error(kid, span(kid))}));
        key = kNone;
        break;
      }
      case CstKind::Error:
      case CstKind::Token:
      case CstKind::TColon:
      case CstKind::TComma: break;
      default:
        if (key == kNone) key = kid;
    }
  }
  return add(NodeKind::PatternMapping, span(i), items);
}

NodeId AstMaker::splat_pattern(Index i) {
  const Index last = last_kid(i);
  return add_text(NodeKind::PatternStar, span(i), last == kNone ? std::string_view("_") : source(last));
}

}  // namespace graphlift::syntax
