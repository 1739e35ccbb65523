// Expressions, strings and types.
#include <algorithm>

#include "analysis/syntax/ast_maker.h"
#include "analysis/syntax/string_literal.h"

namespace graphlift::syntax {
namespace {

uint8_t binary_op(CstKind token) {
  switch (token) {
    case CstKind::TPlus: return static_cast<uint8_t>(BinaryOp::Add);
    case CstKind::TMinus: return static_cast<uint8_t>(BinaryOp::Sub);
    case CstKind::TStar: return static_cast<uint8_t>(BinaryOp::Mul);
    case CstKind::TAt: return static_cast<uint8_t>(BinaryOp::MatMul);
    case CstKind::TSlash: return static_cast<uint8_t>(BinaryOp::Div);
    case CstKind::TPercent: return static_cast<uint8_t>(BinaryOp::Mod);
    case CstKind::TStarStar: return static_cast<uint8_t>(BinaryOp::Pow);
    case CstKind::TLShift: return static_cast<uint8_t>(BinaryOp::LShift);
    case CstKind::TRShift: return static_cast<uint8_t>(BinaryOp::RShift);
    case CstKind::TCaret: return static_cast<uint8_t>(BinaryOp::BitXor);
    case CstKind::TAmp: return static_cast<uint8_t>(BinaryOp::BitAnd);
    case CstKind::TSlashSlash: return static_cast<uint8_t>(BinaryOp::FloorDiv);
    default: return static_cast<uint8_t>(BinaryOp::BitOr);
  }
}

uint8_t compare_op(CstKind token) {
  switch (token) {
    case CstKind::TEqEq: return static_cast<uint8_t>(CompareOp::Eq);
    case CstKind::TLess: return static_cast<uint8_t>(CompareOp::Lt);
    case CstKind::TLessEq: return static_cast<uint8_t>(CompareOp::LtE);
    case CstKind::TGreater: return static_cast<uint8_t>(CompareOp::Gt);
    case CstKind::TGreaterEq: return static_cast<uint8_t>(CompareOp::GtE);
    case CstKind::TIs: return static_cast<uint8_t>(CompareOp::Is);
    case CstKind::TIsNot: return static_cast<uint8_t>(CompareOp::IsNot);
    case CstKind::TIn: return static_cast<uint8_t>(CompareOp::In);
    case CstKind::TNotIn: return static_cast<uint8_t>(CompareOp::NotIn);
    default: return static_cast<uint8_t>(CompareOp::NotEq);
  }
}

// Of the quotes that end a string which starts so. (The closing token may also hold backslashes before the quotes.)
uint32_t quote_size(std::string_view start) { return start.size() >= 3 && start[start.size() - 2] == start.back() ? 3 : 1; }

bool is_compare(CstKind token) { return token >= CstKind::TEqEq && token <= CstKind::TLessGreater; }

}  // namespace

NodeId AstMaker::identifier(Index i) {
  const Index parent = cst_[i].parent;
  switch (cst_[parent].kind) {
    case CstKind::Attribute:
    case CstKind::MemberType:
    case CstKind::DefaultParameter:
    case CstKind::TypedDefaultParameter:
      // The first child of an attribute is the object, the last child of a default parameter its value.
      if (cst_[parent].kind == CstKind::Attribute || cst_[parent].kind == CstKind::MemberType ? first_kid(parent) != i
                                                                                              : first_kid(parent) == i)
        return {};
      break;
    case CstKind::KeywordArgument:
      if (first_kid(parent) == i) return {};
      break;
    case CstKind::FunctionDefinition:
    case CstKind::ClassDefinition:
    case CstKind::DottedName:
    case CstKind::Parameters:
    case CstKind::LambdaParameters:
    case CstKind::TypedParameter:
    case CstKind::SplatPattern:
    case CstKind::KeywordPattern:
    case CstKind::DictionarySplatPattern: return {};
    default: break;
  }
  return is_placeholder(i) ? error_node(span(i)) : name(i);
}

NodeId AstMaker::number(Index i) {
  const std::string_view digits = source(i);
  const bool hexadecimal = digits.size() > 1 && digits[0] == '0' && (digits[1] == 'x' || digits[1] == 'X');
  const char last = digits.empty() ? '0' : digits.back();
  NodeKind node_kind = kind(i) == CstKind::Float ? NodeKind::FloatLit : NodeKind::IntLit;
  if (!hexadecimal && (last == 'j' || last == 'J')) node_kind = NodeKind::ImagLit;
  if (last == 'l' || last == 'L') report(span(i), "invalid integer literal");
  return add_text(node_kind, span(i), digits);
}

NodeId AstMaker::sequence(Index i, NodeKind node_kind) {
  std::vector<NodeId> items;
  collect(i, items);
  // `(a)` as a target is a group.
  if (kind(i) == CstKind::TuplePattern && items.size() == 1 && !has_kid(i, CstKind::TComma)) return items.front();
  return add(node_kind, span(i), items);
}

NodeId AstMaker::attribute(Index i) {
  const Index object = first_kid(i), member = last_kid(i);
  const std::string_view text = member != kNone && kind(member) == CstKind::Identifier && member != object ? source(member) : "";
  return hoist_star(object, add_text(NodeKind::Attribute, span(i), text, {made_or_error(object, span(i))}));
}

NodeId AstMaker::index_of(const std::vector<Index>& items, Index whole, bool comma) {
  if (items.empty()) return error_node(span(whole));
  if (items.size() == 1 && !comma && ast_[made(items.front())].kind != NodeKind::Starred) return made(items.front());
  std::vector<NodeId> nodes;
  for (Index item : items) nodes.push_back(made(item));
  // A trailing comma belongs to the tuple.
  uint32_t end = cst_[items.back()].end;
  const Index after = cst_[items.back()].next;
  if (after < cst_[whole].next && kind(after) == CstKind::TComma) end = cst_[after].end;
  return add(NodeKind::TupleExpr, {cst_[items.front()].start, end}, nodes);
}

NodeId AstMaker::subscript(Index i) {
  Index value = kNone;
  std::vector<Index> items;
  bool comma = false;
  for (Index kid : kids(i)) {
    if (value == kNone) {
      value = kid;
    } else if (made(kid).valid()) {
      items.push_back(kid);
    } else {
      comma |= kind(kid) == CstKind::TComma;
    }
  }
  const NodeId value_node = made_or_error(value, span(i));
  return hoist_star(value, add(NodeKind::Subscript, span(i), {value_node, index_of(items, i, comma)}));
}

NodeId AstMaker::generic_type(Index i) {
  const Index base = first_kid(i), list = kid_of_kind(i, CstKind::TypeParameter);
  const NodeId base_node = made_or_error(base, span(i));
  if (list == kNone) return base_node;
  std::vector<Index> items;
  bool comma = false;
  for (Index kid : kids(list)) {
    if (made(kid).valid()) items.push_back(kid);
    comma |= kind(kid) == CstKind::TComma;
  }
  return add(NodeKind::Subscript, span(i), {base_node, index_of(items, list, comma)});
}

NodeId AstMaker::slice(Index i) {
  NodeId parts[3];
  size_t at = 0;
  for (Index kid : kids(i)) {
    if (kind(kid) == CstKind::TColon) {
      at = std::min<size_t>(at + 1, 2);
    } else if (made(kid).valid()) {
      parts[at] = made(kid);
    }
  }
  // `a:b:c` in an annotation is read as nested pairs.
  const NodeId nested = parts[1];
  if (kind(i) == CstKind::ConstrainedType && nested.valid() && ast_[nested].kind == NodeKind::SliceExpr && !parts[2].valid()) {
    parts[1] = ast_.kid(nested, 0);
    parts[2] = ast_.kid(nested, 1);
  }
  return add(NodeKind::SliceExpr, span(i), parts);
}

NodeId AstMaker::call(Index i) {
  Index callee = kNone;
  std::vector<NodeId> nodes{NodeId{}};
  for (Index kid : kids(i)) {
    if (callee == kNone) {
      callee = kid;
    } else if (kind(kid) == CstKind::ArgumentList) {
      collect(kid, nodes);
    } else if (made(kid).valid()) {
      nodes.push_back(made(kid));
    }
  }
  nodes.front() = made_or_error(callee, span(i));
  return hoist_star(callee, add(NodeKind::Call, span(i), nodes));
}

NodeId AstMaker::unary(Index i) {
  const Index word = first_kid(i);
  const NodeId operand = made_or_error(last_kid(i), span(i));
  // A star that the grammar has no place for was parsed as another sign, see parse.cpp.
  if (word != kNone && ast_.source[cst_[word].start] == '*') return add(NodeKind::Starred, span(i), {operand});
  UnaryOp op = UnaryOp::Not;
  if (kind(i) == CstKind::UnaryOperator && word != kNone)
    op = kind(word) == CstKind::TMinus ? UnaryOp::Negative : kind(word) == CstKind::TTilde ? UnaryOp::Invert : UnaryOp::Positive;
  return add(NodeKind::UnaryExpr, span(i), {operand}, static_cast<uint8_t>(op));
}

NodeId AstMaker::pair_like(Index i, NodeKind node_kind) {
  NodeId parts[2];
  size_t at = 0;
  for (Index kid : kids(i))
    if (made(kid).valid() && at < 2) parts[at++] = made(kid);
  for (; at < 2; ++at) parts[at] = error_node(span(i));
  return add(node_kind, span(i), parts);
}

NodeId AstMaker::union_type(Index i) {
  const Index left = first_kid(i), right = last_kid(i);
  const NodeId left_node = made_or_error(left, span(i)), right_node = made_or_error(right, span(i));
  const auto op = static_cast<uint8_t>(BinaryOp::BitOr);
  // `A[x] | B | C` is read as `A[x] | (B | C)`: the left side goes under the leftmost operand of the right side.
  NodeId spine;
  Index at = right == kNone || kind(right) != CstKind::Type ? right : first_kid(right);
  while (at != kNone && kind(at) == CstKind::BinaryOperator && made(at).valid() && ast_[made(at)].kind == NodeKind::BinaryExpr &&
         ast_[made(at)].op == op) {
    spine = made(at);
    ast_.nodes[spine.index].span.start = cst_[i].start;
    at = first_kid(at);
  }
  if (!spine.valid()) return add(NodeKind::BinaryExpr, span(i), {left_node, right_node}, op);
  const uint32_t slot = ast_[spine].first_kid;
  const NodeId leftmost = ast_.kids[slot];
  const NodeId joined = add(NodeKind::BinaryExpr, {cst_[i].start, ast_[leftmost].span.end}, {left_node, leftmost}, op);
  ast_.kids[slot] = joined;
  return right_node;
}

CstKind AstMaker::operator_of(Index i) const {
  if (kind(i) != CstKind::BinaryOperator) return CstKind::Token;
  for (Index kid : kids(i))
    if (is_token(kind(kid))) return kind(kid);
  return CstKind::Token;
}

// The operands of a left-nested chain of one operator, in source order.
std::vector<AstMaker::Index> AstMaker::chain_operands(Index i, CstKind op) const {
  std::vector<Index> operands;
  Index at = i;
  for (; at != kNone && operator_of(at) == op; at = first_kid(at)) operands.push_back(last_kid(at));
  if (at != kNone) operands.push_back(at);
  std::reverse(operands.begin(), operands.end());
  return operands;
}

NodeId AstMaker::binary(Index i) {
  const Index left = first_kid(i), right = last_kid(i);
  const CstKind op = operator_of(i);
  if (op == CstKind::TAmp && operator_of(cst_[i].parent) != CstKind::TAmp) {
    const std::vector<Index> operands = chain_operands(i, CstKind::TAmp);
    for (Index operand : operands)
      if (operator_of(operand) == CstKind::TCaret) return and_below_xor(operands);
  }
  const NodeId node = add(NodeKind::BinaryExpr, span(i), {made_or_error(left, span(i)), made_or_error(right, span(i))}, binary_op(op));
  return hoist_star(left, node);
}

// The grammar lets `^` bind tighter than `&`; in Python it is the other way round. `operands` are those of a chain of `&`.
NodeId AstMaker::and_below_xor(const std::vector<Index>& operands) {
  struct Part {
    NodeId node;
    Span span;
  };
  const auto join = [&](const Part& left, const Part& right, BinaryOp op) {
    const Span where{left.span.start, right.span.end};
    return Part{add(NodeKind::BinaryExpr, where, {left.node, right.node}, static_cast<uint8_t>(op)), where};
  };
  Part sum, term;  // what `^` has joined so far, and what `&` has joined since
  for (Index operand : operands) {
    bool first = true;
    for (Index inner : chain_operands(operand, CstKind::TCaret)) {
      const Part part{made_or_error(inner, span(inner)), span(inner)};
      if (!term.node.valid()) {
        term = part;
      } else if (first) {
        term = join(term, part, BinaryOp::BitAnd);
      } else {
        sum = sum.node.valid() ? join(sum, term, BinaryOp::BitXor) : term;
        term = part;
      }
      first = false;
    }
  }
  return sum.node.valid() ? join(sum, term, BinaryOp::BitXor).node : term.node;
}

NodeId AstMaker::boolean(Index i) {
  const auto word_of = [&](Index node) {
    for (Index kid : kids(node))
      if (kind(kid) == CstKind::TAnd || kind(kid) == CstKind::TOr) return kind(kid);
    return CstKind::Token;
  };
  const CstKind word = word_of(i);
  const Index parent = cst_[i].parent;
  if (kind(parent) == CstKind::BooleanOperator && first_kid(parent) == i && word_of(parent) == word)
    return {};  // part of its parent's chain
  std::vector<NodeId> operands;
  Index leftmost = i;
  for (;;) {
    operands.push_back(made_or_error(last_kid(leftmost), span(leftmost)));
    leftmost = first_kid(leftmost);
    if (leftmost == kNone || kind(leftmost) != CstKind::BooleanOperator || word_of(leftmost) != word) break;
  }
  operands.push_back(made_or_error(leftmost, span(i)));
  std::reverse(operands.begin(), operands.end());
  const NodeId node = add(NodeKind::BoolExpr, span(i), operands, static_cast<uint8_t>(word == CstKind::TOr ? BoolOp::Or : BoolOp::And));
  return leftmost == kNone ? node : hoist_star(leftmost, node);
}

NodeId AstMaker::comparison(Index i) {
  std::vector<NodeId> nodes;
  Index left = kNone;
  CstKind word = CstKind::TEqEq;
  for (Index kid : kids(i)) {
    if (is_compare(kind(kid))) {
      word = kind(kid);
      if (word == CstKind::TLessGreater) report(span(kid), "invalid syntax");
    } else if (left == kNone) {
      left = kid;
      nodes.push_back(made_or_error(kid, span(kid)));
    } else if (made(kid).valid()) {
      nodes.push_back(add(NodeKind::CompareRhs, span(kid), {made(kid)}, compare_op(word)));
    }
  }
  if (nodes.size() < 2) return error_node(span(i));
  return hoist_star(left, add(NodeKind::CompareExpr, span(i), nodes));
}

NodeId AstMaker::conditional(Index i) {
  std::vector<NodeId> parts;
  for (Index kid : kids(i))
    if (made(kid).valid()) parts.push_back(made(kid));
  while (parts.size() < 3) parts.push_back(error_node(span(i)));
  const Index first = first_kid(i), last = last_kid(i);
  Span where = span(i);
  // The grammar lets `x := a if b else c`, `*a if b else c` and `a if b else c as d` bind too tightly; the outer node is turned outside
  // again.
  const bool named = first != kNone && (kind(first) == CstKind::NamedExpression || ast_[parts[0]].kind == NodeKind::Starred);
  const bool aliased = last != kNone && kind(last) == CstKind::AsPattern && ast_[parts[2]].kind == NodeKind::WithItem;
  const NodeId outer = named ? parts[0] : aliased ? parts[2] : NodeId{};
  if (!outer.valid() || parts[0] == parts[2]) return add(NodeKind::IfExpr, where, {parts[1], parts[0], parts[2]});
  const uint32_t slot = ast_[outer].first_kid + (named ? ast_[outer].kid_count - 1 : 0);
  const NodeId inner = ast_.kids[slot];
  (named ? parts[0] : parts[2]) = inner;
  if (named) where.start = ast_[inner].span.start;
  if (aliased && !named) where.end = ast_[inner].span.end;
  const NodeId choice = add(NodeKind::IfExpr, where, {parts[1], parts[0], parts[2]});
  ast_.kids[slot] = choice;
  ast_.nodes[outer.index].span = span(i);
  return outer;
}

NodeId AstMaker::lambda(Index i) {
  const Index list = kid_of_kind(i, CstKind::LambdaParameters);
  const uint32_t after = std::min(cst_[i].end, cst_[i].start + 6);  // right behind the word
  const NodeId params = parameters(list, {after, after});
  const Index body = last_kid(i);
  return add(NodeKind::Lambda, span(i), {params, made_or_error(body == list ? kNone : body, span(i))});
}

NodeId AstMaker::await(Index i) {
  const Index operand = last_kid(i);
  const NodeId value = made_or_error(operand, span(i));
  if (operand != kNone && kind(operand) == CstKind::BinaryOperator && ast_[value].kind == NodeKind::BinaryExpr) {
    // The grammar lets a power bind tighter than `await`; in Python it is the other way round.
    const NodeId base = ast_.kid(value, 0);
    const NodeId awaited = add(NodeKind::Await, {cst_[i].start, ast_[base].span.end}, {base});
    ast_.kids[ast_[value].first_kid] = awaited;
    ast_.nodes[value.index].span.start = cst_[i].start;
    return value;
  }
  return add(NodeKind::Await, span(i), {value});
}

NodeId AstMaker::yield(Index i) {
  NodeId value;
  bool from = false;
  for (Index kid : kids(i)) {
    from |= kind(kid) == CstKind::TFrom;
    if (made(kid).valid()) value = made(kid);
  }
  if (from) return add(NodeKind::YieldFrom, span(i), {value.valid() ? value : error_node(span(i))});
  return add(NodeKind::Yield, span(i), {value});
}

NodeId AstMaker::comprehension(Index i, NodeKind node_kind) {
  std::vector<NodeId> nodes;
  std::vector<NodeId> clause;  // of the `for` being read: target, iterable, conditions
  Span clause_span;
  uint16_t flags = 0;
  const auto finish_clause = [&] {
    if (clause.size() >= 2) nodes.push_back(add(NodeKind::Comprehension, clause_span, clause, 0, flags));
    clause.clear();
  };
  for (Index kid : kids(i)) {
    if (kind(kid) == CstKind::ForInClause) {
      finish_clause();
      clause_span = span(kid);
      flags = 0;
      NodeId target;
      std::vector<NodeId> iterables;
      Span iterable_span = clause_span;
      bool in = false;
      for (Index part : kids(kid)) {
        if (kind(part) == CstKind::TAsync) flags |= NodeFlags::kAsync;
        if (kind(part) == CstKind::TIn) in = true;
        if (!made(part).valid()) continue;
        if (in) {
          if (iterables.empty()) iterable_span.start = cst_[part].start;
          iterable_span.end = cst_[part].end;
          iterables.push_back(made(part));
        } else {
          target = made(part);
        }
      }
      if (!target.valid()) target = error_node(clause_span);
      if (iterables.size() > 1) report(iterable_span, "invalid syntax");
      const NodeId iterable = iterables.empty()      ? error_node(clause_span)
                              : iterables.size() > 1 ? add(NodeKind::TupleExpr, iterable_span, iterables)
                                                     : iterables.front();
      clause = {target, iterable};
    } else if (kind(kid) == CstKind::IfClause) {
      clause_span.end = cst_[kid].end;
      clause.push_back(made_or_error(last_kid(kid), span(kid)));
    } else if (kind(kid) == CstKind::Pair) {
      NodeId parts[2];
      size_t at = 0;
      for (Index part : kids(kid))
        if (made(part).valid() && at < 2) parts[at++] = made(part);
      for (NodeId part : parts) nodes.push_back(part.valid() ? part : error_node(span(kid)));
    } else if (made(kid).valid()) {
      nodes.push_back(made(kid));
    }
  }
  finish_clause();
  const size_t elements = node_kind == NodeKind::DictComp ? 2 : 1;
  if (nodes.size() <= elements || ast_[nodes[elements]].kind != NodeKind::Comprehension) return error_node(span(i));
  return add(node_kind, span(i), nodes);
}

void AstMaker::literal_piece(uint32_t start, uint32_t end, bool raw, std::vector<NodeId>& pieces) {
  if (start >= end) return;
  std::string value;
  decode_string(ast_.source_of({start, end}), {raw, false, true}, value);
  pieces.push_back(add_literal({start, end}, value, false));
}

// The literal parts and fields between the quotes of a formatted string, or of a format specifier after its colon.
void AstMaker::string_pieces(Index i, bool raw, std::vector<NodeId>& pieces) {
  const bool specifier = kind(i) == CstKind::FormatSpecifier;
  uint32_t at = cst_[i].start + (specifier ? 1 : 0);
  uint32_t quote = 1;
  for (Index kid : kids(i)) {
    if (kind(kid) == CstKind::StringStart) {
      at = cst_[kid].end;
      quote = quote_size(source(kid));
    }
    if (kind(kid) == CstKind::Interpolation || kind(kid) == CstKind::FormatExpression) {
      literal_piece(at, cst_[kid].start, raw, pieces);
      if (made(kid).valid()) pieces.push_back(made(kid));
      at = cst_[kid].end;
    }
    if (kind(kid) == CstKind::StringEnd) literal_piece(at, cst_[kid].end - quote, raw, pieces);
  }
  if (specifier) literal_piece(at, cst_[i].end, raw, pieces);
}

NodeId AstMaker::string(std::span<const Index> parts, Span whole) {
  bool formatted = false, bytes = false;
  for (Index part : parts) {
    const Index start = kid_of_kind(part, CstKind::StringStart);
    if (start == kNone) continue;
    const StringPrefix prefix = read_string_prefix(source(start));
    formatted |= prefix.format;
    bytes |= prefix.bytes;
  }
  std::string value;
  std::vector<NodeId> pieces;  // of a formatted string
  Span pending{};              // of the plain text gathered so far
  const auto flush = [&] {
    if (!value.empty()) pieces.push_back(add_literal(pending, value, false));
    value.clear();
  };
  for (Index part : parts) {
    const Index start = kid_of_kind(part, CstKind::StringStart), end = kid_of_kind(part, CstKind::StringEnd);
    if (start == kNone) continue;
    const StringPrefix prefix = read_string_prefix(source(start));
    if (prefix.bytes != bytes) report(span(part), "cannot mix bytes and nonbytes literals");
    const Span content{cst_[start].end, end == kNone ? cst_[part].end : cst_[end].end - quote_size(source(start))};
    if (!prefix.format) {
      if (value.empty()) pending.start = content.start;
      pending.end = content.end;
      if (content.start < content.end) decode_string(ast_.source_of(content), prefix, value);
      continue;
    }
    std::vector<NodeId> own;
    string_pieces(part, prefix.raw, own);
    for (NodeId piece : own) {
      const Node& node = ast_[piece];
      if (node.kind == NodeKind::StrLit) {
        if (value.empty()) pending.start = node.span.start;
        pending.end = node.span.end;
        value += ast_.text_of(piece);
      } else {
        flush();
        pieces.push_back(piece);
      }
    }
  }
  if (!formatted) return add_literal(whole, value, bytes);
  flush();
  return add(NodeKind::FString, whole, pieces);
}

NodeId AstMaker::concatenated_string(Index i) {
  std::vector<Index> parts;
  for (Index kid : kids(i))
    if (kind(kid) == CstKind::String) parts.push_back(kid);
  return string(parts, span(i));
}

NodeId AstMaker::format_field(Index i) {
  NodeId value, specifier;
  uint8_t conversion = 0;
  uint32_t debug_end = 0;
  for (Index kid : kids(i)) {
    if (kind(kid) == CstKind::TEq) {
      debug_end = cst_[kid].end;
    } else if (kind(kid) == CstKind::TypeConversion) {
      conversion = static_cast<uint8_t>(source(kid).back());
    } else if (kind(kid) == CstKind::FormatSpecifier) {
      specifier = made(kid);
    } else if (made(kid).valid()) {
      value = made(kid);
    }
  }
  if (!value.valid()) value = error_node(span(i));
  if (debug_end == 0) return add(NodeKind::FormatField, span(i), {value, specifier}, conversion);
  // The text is the source from the brace to what follows the `=`.
  const std::string& source_text = ast_.source;
  while (debug_end < cst_[i].end && (source_text[debug_end] == ' ' || source_text[debug_end] == '\t' || source_text[debug_end] == '\n'))
    ++debug_end;
  if (conversion == 0 && !specifier.valid()) conversion = 'r';
  const std::string_view text = ast_.source_of({cst_[i].start + 1, debug_end});
  return add_text(NodeKind::FormatField, span(i), text, {value, specifier}, conversion, NodeFlags::kDebug);
}

NodeId AstMaker::format_specifier(Index i) {
  bool raw = false;
  for (Index at = cst_[i].parent; at != 0; at = cst_[at].parent) {
    if (kind(at) != CstKind::String) continue;
    const Index start = kid_of_kind(at, CstKind::StringStart);
    raw = start != kNone && read_string_prefix(source(start)).raw;
    break;
  }
  std::vector<NodeId> pieces;
  string_pieces(i, raw, pieces);
  return add(NodeKind::FString, span(i), pieces);
}

}  // namespace graphlift::syntax
