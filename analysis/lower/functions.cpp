// What opens a scope: functions, lambdas, classes, comprehensions, annotations.
#include "analysis/lower/unit.h"

namespace graphlift::lower {

using syntax::NodeFlags;
using syntax::ParamKind;

Unit::Unit(FileContext& file, const Unit* parent, uint32_t scope, Code::Kind kind, std::string name, Span span, Span header)
    : file_(file), ast_(file.ast), scope_id_(scope) {
  Code& code = out_.code();
  code.kind = kind;
  code.qualname = parent ? parent->qualified(name) : name;
  code.name = std::move(name);
  code.file = file.file;
  code.span = span;
  code.header = header;
  const Scope& own = this->scope();
  code.cellvars = own.cellvars;
  code.freevars = own.freevars;
  for (const std::string& cell : code.cellvars) cells_.emplace(cell, static_cast<uint32_t>(cells_.size()));
  for (const std::string& cell : code.freevars) frees_.emplace(cell, static_cast<uint32_t>(cells_.size() + frees_.size()));
  if (own.function_like()) {
    for (const Symbol& symbol : own.symbols) {
      if (!symbol.parameter && symbol.resolution != Resolution::Local) continue;
      slots_.emplace(symbol.name, static_cast<uint32_t>(code.locals.size()));
      code.locals.push_back(symbol.name);
    }
  }
  for (const std::string& cell : code.cellvars) {
    const Symbol* symbol = own.find(cell);
    const bool from_parameter = symbol && symbol->parameter && own.function_like();
    code.cell_of_param.push_back(from_parameter ? static_cast<int32_t>(slots_.at(cell)) : -1);
  }
}

std::string Unit::qualified(std::string_view name) const {
  const Scope& own = scope();
  if (own.kind == ScopeKind::Module) return std::string(name);
  const Symbol* symbol = own.find(mangle(own.private_class, name));
  if (symbol && symbol->resolution == Resolution::GlobalExplicit) return std::string(name);
  std::string result = out_.code().qualname;
  result += own.kind == ScopeKind::Class || own.kind == ScopeKind::Comprehension ? "." : ".<locals>.";
  result += name;
  return result;
}

std::shared_ptr<const Code> Unit::module_body() {
  if (!ast_.root.valid()) {
    return_none({});
    return out_.finish();
  }
  body_with_docstring(kids(ast_.root));
  return_none(span(ast_.root));
  return out_.finish();
}

void Unit::return_none(Span span) {
  load_none(span);
  out_.emit(Op::Return, span);
}

// A leading string literal is the docstring; module and class bodies also store it as `__doc__`.
void Unit::body_with_docstring(std::span<const NodeId> statements) {
  size_t first = 0;
  if (!statements.empty() && statements[0].valid() && at(statements[0]).kind == NodeKind::ExprStmt) {
    const NodeId value = ast_.kid(statements[0], 0);
    if (value.valid() && at(value).kind == NodeKind::StrLit && !(at(value).flags & NodeFlags::kBytes)) {
      Code& code = out_.code();
      code.docstring = text(value);
      code.has_docstring = true;
      first = 1;
      if (!scope().function_like()) {
        load_const(code.docstring, span(value));
        name(Access::Store, "__doc__", span(statements[0]));
      }
    }
  }
  for (size_t i = first; i < statements.size(); ++i) statement(statements[i]);
}

Span Unit::definition_header(NodeId node) const {
  const uint32_t start = span(node).start;
  const NodeId parameters = ast_.kid(node, 0);
  uint32_t end = parameters.valid() ? span(parameters).end : start;
  if (at(node).kind == NodeKind::FunctionDef && ast_.kid(node, 3).valid()) end = span(ast_.kid(node, 3)).end;
  return {start, end};
}

void Unit::describe_parameters(NodeId parameters) {
  Code& code = out_.code();
  for (NodeId parameter : kids(parameters)) {
    if (at(parameter).kind != NodeKind::Parameter) continue;
    switch (static_cast<ParamKind>(at(parameter).op)) {
      case ParamKind::PositionalOnly:
        ++code.posonly_count;
        ++code.positional_count;
        break;
      case ParamKind::Positional: ++code.positional_count; break;
      case ParamKind::KeywordOnly: ++code.kwonly_count; break;
      case ParamKind::VarArgs: code.has_varargs = true; break;
      case ParamKind::VarKeywords: code.has_varkw = true; break;
    }
    annotate(text(parameter), ast_.kid(parameter, 0));
  }
}

void Unit::annotate(std::string_view parameter, NodeId annotation) {
  if (!annotation.valid()) return;
  std::shared_ptr<const Code> thunk = annotation_thunk(annotation);
  out_.code().annotations.push_back({mangle(scope().private_class, parameter), span(annotation), std::move(thunk)});
}

std::shared_ptr<const Code> Unit::annotation_thunk(NodeId annotation) {
  const Span where = span(annotation);
  std::string key = scope().private_class;
  key += '\n';
  key += ast_.source_of(where);
  auto it = file_.annotation_thunks.find(key);
  if (it != file_.annotation_thunks.end()) return it->second;
  const uint32_t id = file_.scopes.annotation_scope_of(annotation);
  Unit unit(file_, this, id == ScopeTable::kNone ? 0 : id, Code::Kind::Annotation, "<annotation>", where, where);
  unit.expression(annotation);
  unit.out_.emit(Op::Return, where);
  std::shared_ptr<const Code> thunk = unit.out_.finish();
  file_.annotation_thunks.emplace(std::move(key), thunk);
  return thunk;
}

void Unit::decorate(NodeId decorators) {
  const auto list = kids(decorators);
  for (size_t i = list.size(); i > 0; --i) {
    const Span where = list[i - 1].valid() ? span(list[i - 1]) : Span{};
    out_.emit(Op::Call, where, 1, kNoNames);
  }
}

// Pushes the defaults tuple and the keyword-only defaults dict where there are any; answers the MakeFlags.
uint32_t Unit::default_values(NodeId parameters, Span span) {
  uint32_t flags = 0, count = 0;
  for (NodeId parameter : kids(parameters)) {
    if (at(parameter).kind != NodeKind::Parameter || !ast_.kid(parameter, 1).valid()) continue;
    if (static_cast<ParamKind>(at(parameter).op) > ParamKind::Positional) continue;
    expression(ast_.kid(parameter, 1));
    ++count;
  }
  if (count > 0) {
    out_.emit(Op::BuildTuple, span, count);
    flags |= MakeFlags::kDefaults;
  }
  count = 0;
  for (NodeId parameter : kids(parameters)) {
    if (at(parameter).kind != NodeKind::Parameter || !ast_.kid(parameter, 1).valid()) continue;
    if (static_cast<ParamKind>(at(parameter).op) != ParamKind::KeywordOnly) continue;
    load_const(mangle(scope().private_class, text(parameter)), span);
    expression(ast_.kid(parameter, 1));
    ++count;
  }
  if (count > 0) {
    out_.emit(Op::BuildMap, span, count);
    flags |= MakeFlags::kKwDefaults;
  }
  return flags;
}

void Unit::make_function(std::shared_ptr<const Code> code, uint32_t flags, Span span) {
  if (!code->freevars.empty()) {
    for (const std::string& cell : code->freevars) {
      const auto own = cells_.find(cell), outer = frees_.find(cell);
      if (own == cells_.end() && outer == frees_.end()) return fault(span);
      out_.emit(Op::LoadClosure, span, own != cells_.end() ? own->second : outer->second);
    }
    out_.emit(Op::BuildTuple, span, static_cast<uint32_t>(code->freevars.size()));
    flags |= MakeFlags::kClosure;
  }
  out_.emit(Op::MakeFunction, span, out_.add_const(std::move(code)), flags);
}

void Unit::function_definition(NodeId node) {
  const Span header = definition_header(node);
  for (NodeId decorator : kids(ast_.kid(node, 2))) expression(decorator);
  const uint32_t flags = default_values(ast_.kid(node, 0), header);
  make_function(function_body(node), flags, header);
  decorate(ast_.kid(node, 2));
  name(Access::Store, text(node), header);
}

std::shared_ptr<const Code> Unit::function_body(NodeId node) {
  const uint32_t id = file_.scopes.scope_of(node);
  Unit unit(file_, this, id, Code::Kind::Function, std::string(text(node)), span(node), definition_header(node));
  Code& code = unit.out_.code();
  code.is_generator = unit.scope().is_generator;
  code.is_coroutine = at(node).flags & NodeFlags::kAsync;
  unit.describe_parameters(ast_.kid(node, 0));
  unit.annotate("return", ast_.kid(node, 3));
  unit.body_with_docstring(kids(ast_.kid(node, 1)));
  unit.return_none(code.header);
  return unit.out_.finish();
}

void Unit::lambda(NodeId node, Span where) {
  if (file_.scopes.scope_of(node) == ScopeTable::kNone) return fault(where);
  const uint32_t flags = default_values(ast_.kid(node, 0), where);
  make_function(expression_body(node), flags, where);
}

// A lambda or a type alias: a function of one expression.
std::shared_ptr<const Code> Unit::expression_body(NodeId node) {
  const bool is_lambda = at(node).kind == NodeKind::Lambda;
  const NodeId parameters = ast_.kid(node, 0), body = ast_.kid(node, 1);
  const Span header = is_lambda ? Span{span(node).start, span(parameters).end} : span(node);
  Unit unit(file_, this, file_.scopes.scope_of(node), Code::Kind::Lambda, "<lambda>", span(node), header);
  unit.out_.code().is_generator = unit.scope().is_generator;
  if (is_lambda) unit.describe_parameters(parameters);
  unit.expression(body);
  unit.out_.emit(Op::Return, body.valid() ? span(body) : span(node));
  return unit.out_.finish();
}

// The value of a type alias is evaluated when it is asked for: it becomes a function.
void Unit::type_alias(NodeId node) {
  if (file_.scopes.scope_of(node) == ScopeTable::kNone) return fault(span(node));
  make_function(expression_body(node), 0, span(node));
  store(ast_.kid(node, 0), span(node));
}

void Unit::class_definition(NodeId node) {
  const Span header = definition_header(node);
  for (NodeId decorator : kids(ast_.kid(node, 2))) expression(decorator);
  out_.emit(Op::LoadBuildClass, header);
  make_function(class_body(node), 0, header);
  load_const(std::string(text(node)), header);
  arguments(kids(ast_.kid(node, 0)), 2, header);
  decorate(ast_.kid(node, 2));
  name(Access::Store, text(node), header);
}

std::shared_ptr<const Code> Unit::class_body(NodeId node) {
  const Span header = definition_header(node);
  Unit unit(file_, this, file_.scopes.scope_of(node), Code::Kind::ClassBody, std::string(text(node)), span(node), header);
  unit.name(Access::Load, "__name__", header);
  unit.name(Access::Store, "__module__", header);
  unit.load_const(unit.out_.code().qualname, header);
  unit.name(Access::Store, "__qualname__", header);
  unit.body_with_docstring(kids(ast_.kid(node, 1)));
  const auto cell = unit.cells_.find("__class__");
  if (!unit.scope().cellvars.empty() && cell != unit.cells_.end()) {
    unit.out_.emit(Op::LoadClosure, header, cell->second);
    unit.out_.emit(Op::Dup, header);
    unit.name(Access::Store, "__classcell__", header);
    unit.out_.emit(Op::Return, header);
  } else {
    unit.return_none(header);
  }
  return unit.out_.finish();
}

// The first iterable is evaluated here, the rest in a function that takes its iterator.
void Unit::comprehension(NodeId node) {
  const Span here = span(node);
  if (file_.scopes.scope_of(node) == ScopeTable::kNone) return fault(here);
  const size_t first = at(node).kind == NodeKind::DictComp ? 2 : 1;
  const NodeId loop = kids(node)[first];
  const NodeId iterable = ast_.kid(loop, 1);
  const std::shared_ptr<const Code> body = comprehension_body(node);
  const bool awaits = body->is_coroutine && at(node).kind != NodeKind::GeneratorExpr;
  make_function(body, 0, here);
  expression(iterable);
  out_.emit(Op::GetIter, iterable.valid() ? span(iterable) : here, 0, at(loop).flags & NodeFlags::kAsync);
  out_.emit(Op::Call, here, 1, kNoNames);
  if (awaits) {
    out_.emit(Op::GetAwaitable, here);
    out_.emit(Op::YieldFrom, here);
  }
}

std::shared_ptr<const Code> Unit::comprehension_body(NodeId node) {
  const auto name_of_kind = [](NodeKind kind) {
    switch (kind) {
      case NodeKind::ListComp: return "<listcomp>";
      case NodeKind::SetComp: return "<setcomp>";
      case NodeKind::DictComp: return "<dictcomp>";
      default: return "<genexpr>";
    }
  };
  const NodeKind kind = at(node).kind;
  const Span here = span(node);
  Unit unit(file_, this, file_.scopes.scope_of(node), Code::Kind::Comprehension, name_of_kind(kind), here, here);
  Code& code = unit.out_.code();
  code.positional_count = code.posonly_count = 1;
  code.is_generator = kind == NodeKind::GeneratorExpr;
  code.is_coroutine = unit.scope().has_await;
  switch (kind) {
    case NodeKind::ListComp: unit.out_.emit(Op::BuildList, here, 0); break;
    case NodeKind::SetComp: unit.out_.emit(Op::BuildSet, here, 0); break;
    case NodeKind::DictComp: unit.out_.emit(Op::BuildMap, here, 0); break;
    default: break;
  }
  unit.comprehension_loops(node);
  if (kind == NodeKind::GeneratorExpr) unit.load_none(here);
  unit.out_.emit(Op::Return, here);
  return unit.out_.finish();
}

void Unit::comprehension_loops(NodeId node) {
  struct Loop {
    uint32_t head;
    Label next, exit;
    Span header;
  };
  const auto parts = kids(node);
  const NodeKind kind = at(node).kind;
  const size_t first = kind == NodeKind::DictComp ? 2 : 1;
  std::vector<Loop> loops;
  for (size_t i = first; i < parts.size(); ++i) {
    const auto clause = kids(parts[i]);
    const Span source = clause[1].valid() ? span(clause[1]) : span(parts[i]);
    const uint32_t is_async = at(parts[i]).flags & NodeFlags::kAsync;
    if (i == first) {
      out_.emit(Op::LoadFast, source, slots_.at(".0"));
    } else {
      expression(clause[1]);
      out_.emit(Op::GetIter, source, 0, is_async);
    }
    Loop loop{out_.pc(), out_.label(), out_.label(), {span(parts[i]).start, source.end}};
    out_.jump(Op::ForIter, loop.exit, source, is_async);
    out_.open_surround(Surround::Kind::Loop, loop.header);
    store(clause[0], loop.header);
    for (NodeId condition : clause.subspan(2)) jump_if(condition, false, loop.next, TestKind::ComprehensionIf);
    loops.push_back(loop);
  }
  const auto depth = static_cast<uint32_t>(loops.size()) + 1;
  const Span element = parts[0].valid() ? span(parts[0]) : span(node);
  expression(parts[0]);
  switch (kind) {
    case NodeKind::ListComp: out_.emit(Op::ListAppend, element, depth); break;
    case NodeKind::SetComp: out_.emit(Op::SetAdd, element, depth); break;
    case NodeKind::DictComp:
      expression(parts[1]);
      out_.emit(Op::MapAdd, element, depth);
      break;
    default: out_.emit(Op::YieldValue, element); out_.emit(Op::Pop, element);
  }
  for (size_t i = loops.size(); i > 0; --i) {
    const Loop& loop = loops[i - 1];
    out_.bind(loop.next);
    out_.emit(Op::JumpBack, loop.header, loop.head);
    out_.close_surround();
    out_.bind(loop.exit);
  }
}

}  // namespace graphlift::lower
