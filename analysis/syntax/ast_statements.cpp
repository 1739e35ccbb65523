// Statements, suites and parameters.
#include <algorithm>

#include "analysis/syntax/ast_maker.h"

namespace graphlift::syntax {

void AstMaker::suite_items(Index i, std::vector<NodeId>& out) {
  for (Index kid = i + 1; kid < cst_[i].next; kid = cst_[kid].next) {
    if (cst_[kid].kind == CstKind::Error) {
      bool whole = false;  // whether something besides statements stands in it
      for (Index inner = kid + 1; inner < cst_[kid].next; inner = cst_[inner].next) {
        if (is_statement(cst_[inner].kind) && made(inner).valid()) {
          out.push_back(made(inner));
        } else if (!whole) {
          whole = true;
          out.push_back(made(kid));
        }
      }
      if (kid + 1 == cst_[kid].next) out.push_back(made(kid));
    } else if (made(kid).valid()) {
      out.push_back(is_statement(cst_[kid].kind) ? made(kid) : error_node(span(kid)));
    }
  }
}

NodeId AstMaker::suite(Index block, uint32_t fallback_end) {
  if (block == kNone) return add(NodeKind::List, {fallback_end, fallback_end}, {});
  std::vector<NodeId> items;
  suite_items(block, items);
  return add(NodeKind::List, span(block), items);
}

NodeId AstMaker::suite_of(Index i) { return suite(kid_of_kind(i, CstKind::Block), cst_[i].end); }

NodeId AstMaker::orelse_of(Index else_clause, uint32_t fallback_end) {
  return else_clause == kNone ? suite(kNone, fallback_end) : suite_of(else_clause);
}

NodeId AstMaker::expression_statement(Index i) {
  std::vector<NodeId> values;
  bool comma = false;
  for (Index kid = i + 1; kid < cst_[i].next; kid = cst_[kid].next) {
    comma |= kind(kid) == CstKind::TComma;
    if (made(kid).valid()) values.push_back(made(kid));
    if (kind(kid) == CstKind::Assignment || kind(kid) == CstKind::AugmentedAssignment) return made(kid);
  }
  if (values.empty()) return error_node(span(i));
  const NodeId value = comma || values.size() > 1 ? add(NodeKind::TupleExpr, span(i), values) : values.front();
  if (ast_[value].kind == NodeKind::ErrorNode) return value;
  return add(NodeKind::ExprStmt, span(i), {value});
}

NodeId AstMaker::assignment(Index i) {
  if (parent_kind(i) == CstKind::Assignment) return {};  // its outermost assignment takes all targets
  std::vector<NodeId> nodes{NodeId{}};
  NodeId annotation;
  for (Index at = i;;) {
    Index target = kNone, value = kNone;
    bool equals = false;
    for (Index kid : kids(at)) {
      if (kind(kid) == CstKind::TEq) {
        equals = true;
      } else if (kind(kid) == CstKind::Type) {
        annotation = made(kid);
      } else if (!is_token(kind(kid))) {
        (equals ? value : target) = kid;
      }
    }
    nodes.push_back(made_or_error(target, span(at)));
    if (annotation.valid()) {
      if (value != kNone && kind(value) == CstKind::Assignment) report(span(value), "an annotated assignment has one target");
      return add(NodeKind::AnnAssign, span(i), {nodes.back(), annotation, equals ? made_or_error(value, span(at)) : NodeId{}});
    }
    if (value != kNone && kind(value) == CstKind::Assignment) {
      at = value;
      continue;
    }
    if (value != kNone && kind(value) == CstKind::AugmentedAssignment) {
      report(span(value), "invalid syntax");
      nodes.front() = error_node(span(value));
    } else {
      nodes.front() = made_or_error(value, span(at));
    }
    return add(NodeKind::Assign, span(i), nodes);
  }
}

NodeId AstMaker::augmented_assignment(Index i) {
  Index target = kNone, value = kNone;
  uint8_t op = 0;
  for (Index kid : kids(i)) {
    if (is_token(kind(kid))) {
      static_assert(static_cast<int>(CstKind::TSlashSlashEq) - static_cast<int>(CstKind::TPlusEq) == 12);
      switch (kind(kid)) {
        case CstKind::TPlusEq: op = static_cast<uint8_t>(BinaryOp::Add); break;
        case CstKind::TMinusEq: op = static_cast<uint8_t>(BinaryOp::Sub); break;
        case CstKind::TStarEq: op = static_cast<uint8_t>(BinaryOp::Mul); break;
        case CstKind::TAtEq: op = static_cast<uint8_t>(BinaryOp::MatMul); break;
        case CstKind::TSlashEq: op = static_cast<uint8_t>(BinaryOp::Div); break;
        case CstKind::TPercentEq: op = static_cast<uint8_t>(BinaryOp::Mod); break;
        case CstKind::TStarStarEq: op = static_cast<uint8_t>(BinaryOp::Pow); break;
        case CstKind::TLShiftEq: op = static_cast<uint8_t>(BinaryOp::LShift); break;
        case CstKind::TRShiftEq: op = static_cast<uint8_t>(BinaryOp::RShift); break;
        case CstKind::TBarEq: op = static_cast<uint8_t>(BinaryOp::BitOr); break;
        case CstKind::TCaretEq: op = static_cast<uint8_t>(BinaryOp::BitXor); break;
        case CstKind::TAmpEq: op = static_cast<uint8_t>(BinaryOp::BitAnd); break;
        default: op = static_cast<uint8_t>(BinaryOp::FloorDiv); break;
      }
    } else {
      (target == kNone ? target : value) = kid;
    }
  }
  return add(NodeKind::AugAssign, span(i), {made_or_error(target, span(i)), made_or_error(value, span(i))}, op);
}

NodeId AstMaker::function_definition(Index i) {
  std::string_view name_text;
  Index parameter_list = kNone;
  NodeId returns;
  uint16_t flags = 0;
  Span after_name{cst_[i].start, cst_[i].start};
  for (Index kid : kids(i)) {
    switch (kind(kid)) {
      case CstKind::TAsync: flags |= NodeFlags::kAsync; break;
      case CstKind::Identifier:
        name_text = source(kid);
        after_name = {cst_[kid].end, cst_[kid].end};
        break;
      case CstKind::Parameters: parameter_list = kid; break;
      case CstKind::Type: returns = made(kid); break;
      default: break;
    }
  }
  const NodeId params = parameters(parameter_list, after_name);
  const NodeId decorators = add(NodeKind::List, {cst_[i].start, cst_[i].start}, {});
  return add_text(NodeKind::FunctionDef, span(i), name_text, {params, suite_of(i), decorators, returns}, 0, flags);
}

NodeId AstMaker::class_definition(Index i) {
  std::string_view name_text;
  std::vector<NodeId> args;
  Span args_span{cst_[i].start, cst_[i].start};
  for (Index kid : kids(i)) {
    if (kind(kid) == CstKind::Identifier) {
      name_text = source(kid);
      args_span = {cst_[kid].end, cst_[kid].end};
    } else if (kind(kid) == CstKind::ArgumentList) {
      args_span = span(kid);
      collect(kid, args);
    }
  }
  const NodeId bases = add(NodeKind::List, args_span, args);
  const NodeId decorators = add(NodeKind::List, {cst_[i].start, cst_[i].start}, {});
  return add_text(NodeKind::ClassDef, span(i), name_text, {bases, suite_of(i), decorators});
}

NodeId AstMaker::decorated_definition(Index i) {
  NodeId definition;
  std::vector<NodeId> decorators;
  for (Index kid : kids(i)) {
    if (kind(kid) == CstKind::Decorator) {
      decorators.push_back(made(kid));
    } else if (made(kid).valid()) {
      definition = made(kid);
    }
  }
  if (!definition.valid()) return error_node(span(i));
  // The definition was made first, with an empty list in third place.
  Node& list = ast_.nodes[ast_.kid(definition, 2).index];
  list.span = {cst_[i].start, ast_[definition].span.start};
  list.first_kid = static_cast<uint32_t>(ast_.kids.size());
  list.kid_count = static_cast<uint32_t>(decorators.size());
  ast_.kids.insert(ast_.kids.end(), decorators.begin(), decorators.end());
  return definition;
}

NodeId AstMaker::if_statement(Index i) {
  std::vector<Index> clauses{i};
  Index last = kNone;
  for (Index kid : kids(i)) {
    if (kind(kid) == CstKind::ElifClause) clauses.push_back(kid);
    if (kind(kid) == CstKind::ElseClause) last = kid;
  }
  NodeId orelse = orelse_of(last, cst_[i].end);
  for (size_t n = clauses.size(); n-- > 0;) {
    const Index clause = clauses[n];
    const Span where{cst_[clause].start, cst_[i].end};
    NodeId test;
    for (Index kid : kids(clause))
      if (kind(kid) != CstKind::Block && made(kid).valid()) {
        test = made(kid);
        break;
      }
    if (!test.valid()) test = error_node(span(clause));
    const NodeId node = add(NodeKind::If, where, {test, suite_of(clause), orelse});
    if (n == 0) return node;
    orelse = add(NodeKind::List, where, {node});
  }
  return {};
}

NodeId AstMaker::for_statement(Index i) {
  Index target = kNone, iterable = kNone;
  uint16_t flags = 0;
  bool in = false;
  for (Index kid : kids(i)) {
    if (kind(kid) == CstKind::TAsync) {
      flags |= NodeFlags::kAsync;
    } else if (kind(kid) == CstKind::TIn) {
      in = true;
    } else if (kind(kid) != CstKind::Block && made(kid).valid()) {
      (in ? iterable : target) = kid;
    }
  }
  const NodeId target_node = made_or_error(target, span(i)), iterable_node = made_or_error(iterable, span(i));
  return add(NodeKind::For, span(i), {target_node, iterable_node, suite_of(i), orelse_of(kid_of_kind(i, CstKind::ElseClause), cst_[i].end)},
             0, flags);
}

NodeId AstMaker::while_statement(Index i) {
  Index test = kNone;
  for (Index kid : kids(i))
    if (test == kNone && made(kid).valid()) test = kid;
  const NodeId test_node = made_or_error(test, span(i));
  return add(NodeKind::While, span(i), {test_node, suite_of(i), orelse_of(kid_of_kind(i, CstKind::ElseClause), cst_[i].end)});
}

NodeId AstMaker::try_statement(Index i) {
  std::vector<NodeId> handlers;
  Index orelse = kNone, last = kNone;
  uint16_t flags = 0;
  uint32_t begin = cst_[i].end;
  for (Index kid : kids(i)) {
    if (kind(kid) == CstKind::ExceptClause) {
      begin = std::min(begin, cst_[kid].start);
      if (has_kid(kid, CstKind::TStar)) flags |= NodeFlags::kStar;
      handlers.push_back(except_handler(kid));
    } else if (kind(kid) == CstKind::ElseClause) {
      orelse = kid;
    } else if (kind(kid) == CstKind::FinallyClause) {
      last = kid;
    }
  }
  const NodeId body = suite_of(i);
  const NodeId list = add(NodeKind::List, {begin, cst_[i].end}, handlers);
  return add(NodeKind::Try, span(i), {body, list, orelse_of(orelse, cst_[i].end), orelse_of(last, cst_[i].end)}, 0, flags);
}

NodeId AstMaker::except_handler(Index i) {
  std::vector<NodeId> types;
  Span types_span{cst_[i].start, cst_[i].start};
  NodeId alias_name;
  bool as = false;
  for (Index kid : kids(i)) {
    if (kind(kid) == CstKind::TAs) as = true;
    if (kind(kid) == CstKind::Block || !made(kid).valid()) continue;
    if (as) {
      alias_name = made(kid);
      continue;
    }
    if (types.empty()) types_span.start = cst_[kid].start;
    types_span.end = cst_[kid].end;
    const NodeId node = made(kid);
    if (ast_[node].kind == NodeKind::WithItem) {  // `A as e` read as one expression
      types.push_back(ast_.kid(node, 0));
      alias_name = ast_.kid(node, 1);
    } else {
      types.push_back(node);
    }
  }
  const NodeId type = types.empty() ? NodeId{} : types.size() == 1 ? types.front() : add(NodeKind::TupleExpr, types_span, types);
  const NodeId body = suite_of(i);
  if (alias_name.valid() && ast_[alias_name].kind == NodeKind::Name)
    return add_text(NodeKind::ExceptHandler, span(i), std::string(ast_.text_of(alias_name)), {type, body});
  if (alias_name.valid() && ast_[alias_name].kind != NodeKind::ErrorNode) report(ast_[alias_name].span, "expected a name after 'as'");
  return add(NodeKind::ExceptHandler, span(i), {type, body});
}

NodeId AstMaker::with_statement(Index i) {
  const Index clause = kid_of_kind(i, CstKind::WithClause);
  std::vector<NodeId> items;
  const auto add_item = [&](Index value) {
    const NodeId node = made_or_error(value, span(value));
    items.push_back(ast_[node].kind == NodeKind::WithItem ? node : add(NodeKind::WithItem, span(value), {node, NodeId{}}));
  };
  size_t item_count = 0;
  if (clause != kNone)
    for (Index kid : kids(clause)) item_count += kind(kid) == CstKind::WithItem;
  if (clause != kNone) {
    for (Index item : kids(clause)) {
      if (kind(item) != CstKind::WithItem) continue;
      const Index value = first_kid(item);
      if (value == kNone) continue;
      // `with (a, b):` has two items, not one tuple.
      const bool parenthesised = item_count == 1 && kind(value) == CstKind::Tuple && ast_[made(value)].kid_count > 0;
      if (parenthesised) {
        for (Index element : kids(value))
          if (made(element).valid()) add_item(element);
      } else {
        add_item(value);
      }
    }
  }
  const Span items_span = clause == kNone ? Span{cst_[i].start, cst_[i].start} : span(clause);
  const NodeId list = add(NodeKind::List, items_span, items);
  return add(NodeKind::With, span(i), {list, suite_of(i)}, 0, has_kid(i, CstKind::TAsync) ? NodeFlags::kAsync : uint16_t{0});
}

std::string AstMaker::dotted(Index i) {
  if (kind(i) == CstKind::Identifier) return std::string(source(i));
  std::string text;
  for (Index kid : kids(i)) {
    if (kind(kid) != CstKind::Identifier) continue;
    if (!text.empty()) text += '.';
    text += source(kid);
  }
  return text;
}

NodeId AstMaker::alias(Index i) {
  if (kind(i) != CstKind::AliasedImport) return add_text(NodeKind::Alias, span(i), dotted(i), {NodeId{}});
  const Index module = first_kid(i), as_name = last_kid(i);
  if (module == kNone || module == as_name) return error_node(span(i));
  return add_text(NodeKind::Alias, span(i), dotted(module), {made_or_error(as_name, span(i))});
}

NodeId AstMaker::import_statement(Index i) {
  std::vector<NodeId> names;
  for (Index kid : kids(i))
    if (kind(kid) == CstKind::DottedName || kind(kid) == CstKind::AliasedImport) names.push_back(alias(kid));
  return add(NodeKind::Import, span(i), names);
}

NodeId AstMaker::import_from_statement(Index i, bool future) {
  std::vector<NodeId> names;
  std::string module = future ? "__future__" : "";
  uint8_t level = 0;
  bool module_read = future;
  for (Index kid : kids(i)) {
    switch (kind(kid)) {
      case CstKind::RelativeImport:
        for (Index part : kids(kid)) {
          if (kind(part) == CstKind::ImportPrefix) {
            const auto dots = std::count(source(part).begin(), source(part).end(), '.');
            level = static_cast<uint8_t>(std::min<std::ptrdiff_t>(dots, 255));
          } else if (kind(part) == CstKind::DottedName) {
            module = dotted(part);
          }
        }
        module_read = true;
        break;
      case CstKind::WildcardImport: names.push_back(add_text(NodeKind::Alias, span(kid), "*", {NodeId{}})); break;
      case CstKind::DottedName:
      case CstKind::AliasedImport:
        if (module_read) {
          names.push_back(alias(kid));
        } else {
          module = dotted(kid);
          module_read = true;
        }
        break;
      default: break;
    }
  }
  return add_text(NodeKind::ImportFrom, span(i), module, names, level);
}

NodeId AstMaker::delete_statement(Index i) {
  std::vector<NodeId> targets;
  for (Index kid : kids(i)) {
    if (kind(kid) == CstKind::ExpressionList) {
      collect(kid, targets);
    } else if (made(kid).valid()) {
      targets.push_back(made(kid));
    }
  }
  return add(NodeKind::Delete, span(i), targets);
}

NodeId AstMaker::raise_statement(Index i) {
  NodeId exception, cause;
  bool from = false;
  for (Index kid : kids(i)) {
    from |= kind(kid) == CstKind::TFrom;
    if (made(kid).valid()) (from ? cause : exception) = made(kid);
  }
  return add(NodeKind::Raise, span(i), {exception, cause});
}

NodeId AstMaker::print_statement(Index i) {
  const Index chevron = kid_of_kind(i, CstKind::Chevron);
  const Index word = first_kid(i);
  if (chevron == kNone || word == kNone) {
    report(span(i), "missing parentheses in call to 'print'");
    return error_node(span(i));
  }
  // `print >> file, x` is an expression of Python 3: a tuple whose first item is a shift.
  const NodeId file = made_or_error(last_kid(chevron), span(chevron));
  const NodeId shift =
      add(NodeKind::BinaryExpr, {cst_[i].start, cst_[chevron].end}, {name(word), file}, static_cast<uint8_t>(BinaryOp::RShift));
  std::vector<NodeId> values{shift};
  bool comma = false;
  for (Index kid : kids(i)) {
    comma |= kind(kid) == CstKind::TComma;
    if (made(kid).valid()) values.push_back(made(kid));
  }
  return add(NodeKind::ExprStmt, span(i), {comma ? add(NodeKind::TupleExpr, span(i), values) : shift});
}

NodeId AstMaker::scope_statement(Index i, NodeKind node_kind) {
  std::vector<NodeId> names;
  collect(i, names);
  return add(node_kind, span(i), names);
}

NodeId AstMaker::type_alias(Index i) {
  Index target = kNone, value = kNone;
  for (Index kid : kids(i))
    if (made(kid).valid()) (target == kNone ? target : value) = kid;
  NodeId target_node = made_or_error(target, span(i));
  const NodeId value_node = made_or_error(value, span(i));
  const NodeKind target_kind = ast_[target_node].kind;
  if (target_kind == NodeKind::Name || target_kind == NodeKind::ErrorNode)
    return add(NodeKind::TypeAlias, span(i), {target_node, value_node});
  Index leftmost = target;
  while (kind(leftmost) == CstKind::Type || kind(leftmost) == CstKind::Attribute || kind(leftmost) == CstKind::Subscript ||
         kind(leftmost) == CstKind::Call) {
    if (first_kid(leftmost) == kNone) break;
    leftmost = first_kid(leftmost);
  }
  // Type parameters are left out.
  if (target_kind == NodeKind::Subscript && kind(leftmost) != CstKind::ParenthesizedExpression && kind(leftmost) != CstKind::Tuple &&
      kind(leftmost) != CstKind::List)
    return add(NodeKind::TypeAlias, span(i), {ast_.kid(target_node, 0), value_node});
  // `type(x).y = z` assigns to an attribute of a call: what follows the word are the arguments of its call, or its index.
  const uint32_t begin = cst_[i].start;
  const NodeId word = add_text(NodeKind::Name, {begin, begin + 4}, "type");
  const NodeId inner = made(leftmost);
  const Span head_span{begin, cst_[leftmost].end};
  std::vector<NodeId> parts{word};
  NodeId head;
  if (kind(leftmost) == CstKind::List) {
    std::vector<NodeId> items;
    collect(leftmost, items);
    parts.push_back(items.size() == 1 ? items.front() : add(NodeKind::TupleExpr, span(leftmost), items));
    head = add(NodeKind::Subscript, head_span, parts);
  } else {
    if (kind(leftmost) == CstKind::Tuple) {
      collect(leftmost, parts);
    } else {
      parts.push_back(inner);
    }
    head = add(NodeKind::Call, head_span, parts);
  }
  if (inner == target_node) {
    target_node = head;
  } else {
    for (NodeId at = target_node; at != inner; at = ast_.kid(at, 0)) {
      ast_.nodes[at.index].span.start = begin;
      if (ast_.kid(at, 0) != inner) continue;
      ast_.kids[ast_[at].first_kid] = head;
      break;
    }
  }
  return add(NodeKind::Assign, span(i), {value_node, target_node});
}

NodeId AstMaker::parameters(Index i, Span fallback) {
  std::vector<NodeId> nodes;
  bool keyword_only = false;
  const auto read_target = [&](Index target, ParamKind& param_kind, std::string_view& text) {
    param_kind = keyword_only ? ParamKind::KeywordOnly : ParamKind::Positional;
    if (kind(target) == CstKind::ListSplatPattern || kind(target) == CstKind::DictionarySplatPattern) {
      const bool keywords = kind(target) == CstKind::DictionarySplatPattern;
      param_kind = keywords ? ParamKind::VarKeywords : ParamKind::VarArgs;
      keyword_only |= !keywords;
      target = last_kid(target);
    }
    if (target != kNone && kind(target) == CstKind::Identifier && !cst_[target].missing) {
      text = source(target);
    } else if (target != kNone && !cst_[target].missing) {
      report(span(target), "expected a parameter name");
    }
  };
  if (i != kNone) {
    for (Index kid : kids(i)) {
      ParamKind param_kind = ParamKind::Positional;
      std::string_view text;
      switch (kind(kid)) {
        case CstKind::KeywordSeparator: keyword_only = true; break;
        case CstKind::PositionalSeparator:
          for (NodeId node : nodes)
            if (ast_[node].op == static_cast<uint8_t>(ParamKind::Positional))
              ast_.nodes[node.index].op = static_cast<uint8_t>(ParamKind::PositionalOnly);
          break;
        case CstKind::Identifier:
        case CstKind::ListSplatPattern:
        case CstKind::DictionarySplatPattern:
        case CstKind::TuplePattern:
          read_target(kid, param_kind, text);
          nodes.push_back(add_text(NodeKind::Parameter, span(kid), text, {NodeId{}, NodeId{}}, static_cast<uint8_t>(param_kind)));
          break;
        case CstKind::DefaultParameter:
        case CstKind::TypedParameter:
        case CstKind::TypedDefaultParameter: {
          NodeId annotation, value;
          Index target = kNone;
          bool equals = false;
          for (Index part : kids(kid)) {
            if (kind(part) == CstKind::TEq) {
              equals = true;
            } else if (kind(part) == CstKind::Type) {
              annotation = made(part);
            } else if (equals) {
              value = made_or_error(part, span(part));
            } else if (target == kNone) {
              target = part;
            }
          }
          if (target != kNone) read_target(target, param_kind, text);
          nodes.push_back(add_text(NodeKind::Parameter, span(kid), text, {annotation, value}, static_cast<uint8_t>(param_kind)));
          break;
        }
        default: break;
      }
    }
  }
  return add(NodeKind::Parameters, i == kNone ? fallback : span(i), nodes);
}

}  // namespace graphlift::syntax
