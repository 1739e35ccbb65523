// The backward walk, the dispatch by kind, and the helpers that build nodes.
#include "analysis/syntax/ast_maker.h"

#include <algorithm>

namespace graphlift::syntax {

void AstMaker::run() {
  ast_.nodes.reserve(cst_.size() / 2 + 8);
  ast_.kids.reserve(cst_.size() / 2 + 8);
  ast_.text.reserve(ast_.source.size() / 4);
  size_t missing = tree_.missing_names.size();
  for (size_t i = cst_.size(); i-- > 0;) {
    if (cst_[i].missing) {
      std::string_view what = tree_.missing_names[--missing];
      report(span(static_cast<Index>(i)), "expected " + (what == "identifier" ? std::string("a name") : "'" + std::string(what) + "'"));
      if (cst_[i].kind == CstKind::Identifier) cst_[i].made = error_node(span(static_cast<Index>(i)));
      continue;
    }
    make_node(static_cast<Index>(i));
  }
  if (!cst_.empty()) {
    std::vector<NodeId> items;
    suite_items(0, items);
    ast_.root = add(NodeKind::Module, {0, static_cast<uint32_t>(ast_.source.size())}, items);
  } else {
    ast_.root = add(NodeKind::Module, {}, {});
  }
  std::stable_sort(ast_.errors.begin(), ast_.errors.end(),
                   [](const SyntaxError& a, const SyntaxError& b) { return a.span.start < b.span.start; });
}

void AstMaker::make_node(Index i) {
  NodeId node;
  switch (cst_[i].kind) {
    case CstKind::Error: error(i); return;
    // statements
    case CstKind::AssertStatement: {
      std::vector<NodeId> parts;
      collect(i, parts);
      if (parts.empty()) parts.push_back(error_node(span(i)));
      parts.resize(2);
      node = add(NodeKind::Assert, span(i), parts);
      break;
    }
    case CstKind::BreakStatement: node = add(NodeKind::Break, span(i), {}); break;
    case CstKind::ClassDefinition: node = class_definition(i); break;
    case CstKind::ContinueStatement: node = add(NodeKind::Continue, span(i), {}); break;
    case CstKind::DecoratedDefinition: node = decorated_definition(i); break;
    case CstKind::DeleteStatement: node = delete_statement(i); break;
    case CstKind::ExecStatement:
      report(span(i), "missing parentheses in call to 'exec'");
      node = error_node(span(i));
      break;
    case CstKind::ExpressionStatement: node = expression_statement(i); break;
    case CstKind::ForStatement: node = for_statement(i); break;
    case CstKind::FunctionDefinition: node = function_definition(i); break;
    case CstKind::FutureImportStatement: node = import_from_statement(i, true); break;
    case CstKind::GlobalStatement: node = scope_statement(i, NodeKind::Global); break;
    case CstKind::IfStatement: node = if_statement(i); break;
    case CstKind::ImportFromStatement: node = import_from_statement(i, false); break;
    case CstKind::ImportStatement: node = import_statement(i); break;
    case CstKind::MatchStatement: node = match_statement(i); break;
    case CstKind::NonlocalStatement: node = scope_statement(i, NodeKind::Nonlocal); break;
    case CstKind::PassStatement: node = add(NodeKind::Pass, span(i), {}); break;
    case CstKind::PrintStatement: node = print_statement(i); break;
    case CstKind::RaiseStatement: node = raise_statement(i); break;
    case CstKind::ReturnStatement: {
      std::vector<NodeId> value;
      collect(i, value);
      node = add(NodeKind::Return, span(i), {value.empty() ? NodeId{} : value.front()});
      break;
    }
    case CstKind::TryStatement: node = try_statement(i); break;
    case CstKind::TypeAliasStatement: node = type_alias(i); break;
    case CstKind::WhileStatement: node = while_statement(i); break;
    case CstKind::WithStatement: node = with_statement(i); break;
    case CstKind::Assignment: node = assignment(i); break;
    case CstKind::AugmentedAssignment: node = augmented_assignment(i); break;
    // expressions
    case CstKind::Identifier: node = identifier(i); break;
    case CstKind::Integer:
    case CstKind::Float: node = number(i); break;
    case CstKind::True: node = add(NodeKind::TrueLit, span(i), {}); break;
    case CstKind::False: node = add(NodeKind::FalseLit, span(i), {}); break;
    case CstKind::None: node = add(NodeKind::NoneLit, span(i), {}); break;
    case CstKind::Ellipsis: node = add(NodeKind::EllipsisLit, span(i), {}); break;
    case CstKind::String:
      if (parent_kind(i) != CstKind::ConcatenatedString) node = string({&i, 1}, span(i));
      break;
    case CstKind::ConcatenatedString: node = concatenated_string(i); break;
    case CstKind::Interpolation:
    case CstKind::FormatExpression: node = format_field(i); break;
    case CstKind::FormatSpecifier: node = format_specifier(i); break;
    case CstKind::TuplePattern:
    case CstKind::ListPattern:
      node = in_case_pattern(i) ? sequence_pattern(i)
                                : sequence(i, kind(i) == CstKind::TuplePattern ? NodeKind::TupleExpr : NodeKind::ListExpr);
      break;
    case CstKind::ExpressionList:
    case CstKind::PatternList:
    case CstKind::Tuple: node = sequence(i, NodeKind::TupleExpr); break;
    case CstKind::List: node = sequence(i, NodeKind::ListExpr); break;
    case CstKind::Set: node = sequence(i, NodeKind::SetExpr); break;
    case CstKind::Dictionary: node = sequence(i, NodeKind::DictExpr); break;
    case CstKind::Pair:
      if (parent_kind(i) != CstKind::DictionaryComprehension) node = pair_like(i, NodeKind::DictItem);
      break;
    case CstKind::ListSplat:
    case CstKind::ListSplatPattern:
      if (parent_kind(i) != CstKind::Parameters && parent_kind(i) != CstKind::LambdaParameters && parent_kind(i) != CstKind::TypedParameter)
        node = add(NodeKind::Starred, span(i), {made_or_error(last_kid(i), span(i))});
      break;
    case CstKind::DictionarySplat: node = add(NodeKind::DoubleStarred, span(i), {made_or_error(last_kid(i), span(i))}); break;
    case CstKind::ParenthesizedExpression:
    case CstKind::Type:
    case CstKind::AsPatternTarget:
    case CstKind::Decorator: {
      for (Index kid : kids(i))
        if (made(kid).valid()) {
          node = made(kid);
          break;
        }
      if (!node.valid()) node = error_node(span(i));
      break;
    }
    case CstKind::Attribute:
    case CstKind::MemberType: node = attribute(i); break;
    case CstKind::Subscript: node = subscript(i); break;
    case CstKind::GenericType: node = generic_type(i); break;
    case CstKind::Slice:
    case CstKind::ConstrainedType: node = slice(i); break;
    case CstKind::UnionType: node = union_type(i); break;
    case CstKind::SplatType: node = add(NodeKind::Starred, span(i), {made_or_error(last_kid(i), span(i))}); break;
    case CstKind::Call: node = call(i); break;
    case CstKind::KeywordArgument: {
      const Index first = first_kid(i);
      node =
          add_text(NodeKind::Keyword, span(i), first == kNone ? std::string_view{} : source(first), {made_or_error(last_kid(i), span(i))});
      break;
    }
    case CstKind::UnaryOperator:
    case CstKind::NotOperator: node = unary(i); break;
    case CstKind::BinaryOperator: node = binary(i); break;
    case CstKind::BooleanOperator: node = boolean(i); break;
    case CstKind::ComparisonOperator: node = comparison(i); break;
    case CstKind::ConditionalExpression: node = conditional(i); break;
    case CstKind::Lambda: node = lambda(i); break;
    case CstKind::Await: node = await(i); break;
    case CstKind::Yield: node = yield(i); break;
    case CstKind::NamedExpression: node = pair_like(i, NodeKind::NamedExpr); break;
    case CstKind::ListComprehension: node = comprehension(i, NodeKind::ListComp); break;
    case CstKind::SetComprehension: node = comprehension(i, NodeKind::SetComp); break;
    case CstKind::DictionaryComprehension: node = comprehension(i, NodeKind::DictComp); break;
    case CstKind::GeneratorExpression: node = comprehension(i, NodeKind::GeneratorExpr); break;
    case CstKind::AsPattern:
      if (!in_case_pattern(i)) node = pair_like(i, NodeKind::WithItem);
      break;
    // match
    case CstKind::CaseClause: node = match_case(i); break;
    case CstKind::CasePattern: node = case_pattern(i); break;
    case CstKind::ClassPattern: node = class_pattern(i); break;
    case CstKind::DictPattern: node = mapping_pattern(i); break;
    case CstKind::SplatPattern: node = splat_pattern(i); break;
    default: return;
  }
  cst_[i].made = node;
}

AstMaker::Index AstMaker::first_kid(Index i) const {
  for (Index kid : kids(i)) return kid;
  return kNone;
}

AstMaker::Index AstMaker::last_kid(Index i) const {
  Index last = kNone;
  for (Index kid : kids(i)) last = kid;
  return last;
}

AstMaker::Index AstMaker::kid_of_kind(Index i, CstKind wanted) const {
  for (Index kid : kids(i))
    if (cst_[kid].kind == wanted) return kid;
  return kNone;
}

NodeId AstMaker::made_or_error(Index i, Span where) {
  const NodeId node = made(i);
  return node.valid() ? node : error_node(where);
}

void AstMaker::collect(Index i, std::vector<NodeId>& out) {
  for (Index kid = i + 1; kid < cst_[i].next; kid = cst_[kid].next)
    if (cst_[kid].made.valid()) out.push_back(cst_[kid].made);
}

NodeId AstMaker::add(NodeKind kind, Span span, std::span<const NodeId> kids, uint8_t op, uint16_t flags) {
  const auto index = static_cast<uint32_t>(ast_.nodes.size());
  Node& node = ast_.nodes.emplace_back();
  node.kind = kind;
  node.op = op;
  node.flags = flags;
  node.span = span;
  node.first_kid = static_cast<uint32_t>(ast_.kids.size());
  node.kid_count = static_cast<uint32_t>(kids.size());
  ast_.kids.insert(ast_.kids.end(), kids.begin(), kids.end());
  return NodeId(index);
}

NodeId AstMaker::add_text(NodeKind kind, Span span, std::string_view text, std::span<const NodeId> kids, uint8_t op, uint16_t flags) {
  const uint32_t begin = interned_.intern(text);
  const NodeId id = add(kind, span, kids, op, flags | NodeFlags::kHasText);
  ast_.nodes[id.index].text_begin = begin;
  ast_.nodes[id.index].text_size = static_cast<uint32_t>(text.size());
  return id;
}

NodeId AstMaker::add_literal(Span span, std::string_view value, bool bytes) {
  return add_text(NodeKind::StrLit, span, value, {}, 0, bytes ? NodeFlags::kBytes : uint16_t{0});
}

bool AstMaker::is_placeholder(Index i) const {
  return !placeholders_.empty() && std::binary_search(placeholders_.begin(), placeholders_.end(), cst_[i].start);
}

NodeId AstMaker::name(Index i) { return add_text(NodeKind::Name, span(i), source(i)); }

void AstMaker::report(Span where, std::string message) { ast_.errors.push_back({where, std::move(message)}); }

void AstMaker::error(Index i) {
  // The statements that were read inside are kept, so the message stands at the first thing that is none.
  uint32_t at = cst_[i].start;
  for (Index kid = i + 1; kid < cst_[i].next; kid = cst_[kid].next) {
    if (is_statement(cst_[kid].kind)) continue;
    at = cst_[kid].start;
    break;
  }
  const size_t line_end = std::min<size_t>(ast_.source.find('\n', at), cst_[i].end);
  report({at, std::max<uint32_t>(at, static_cast<uint32_t>(line_end))}, "invalid syntax");
  cst_[i].made = error_node(span(i));
}

NodeId AstMaker::hoist_star(Index leftmost, NodeId whole) {
  const NodeId star = made(leftmost);
  if (!star.valid() || ast_[star].kind != NodeKind::Starred || kind(leftmost) == CstKind::ParenthesizedExpression) return whole;
  NodeId& slot = ast_.kids[ast_.nodes[whole.index].first_kid];
  slot = ast_.kid(star, 0);
  Node& outer = ast_.nodes[star.index];
  ast_.kids[outer.first_kid] = whole;
  outer.span.end = ast_.nodes[whole.index].span.end;
  ast_.nodes[whole.index].span.start = ast_.nodes[slot.index].span.start;
  return star;
}

}  // namespace graphlift::syntax
