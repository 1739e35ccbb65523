#include "analysis/refactor/source_view.h"

#include <algorithm>

#include "analysis/syntax/parse.h"

namespace graphlift::refactor {

using syntax::Node;

SourceView::SourceView(std::string text) : ast_(syntax::parse(std::move(text))) {
  parents_.resize(ast_.nodes.size());
  for (uint32_t i = 0; i < ast_.nodes.size(); ++i)
    for (const NodeId kid : ast_.kids_of(NodeId(i)))
      if (kid.valid()) parents_[kid.index] = NodeId(i);
  // The first indented suite tells what a step of indentation is.
  for (uint32_t i = 0; i < ast_.nodes.size(); ++i) {
    if (ast_.nodes[i].kind != NodeKind::FunctionDef && ast_.nodes[i].kind != NodeKind::ClassDef) continue;
    const NodeId body = ast_.kid(NodeId(i), 1);
    if (!body.valid() || ast_[body].kid_count == 0) continue;
    const auto outer = indentation(NodeId(i)), inner = indentation(ast_.kid(body, 0));
    if (!outer || !inner || inner->size() <= outer->size() || !inner->starts_with(*outer)) continue;
    unit_ = inner->substr(outer->size());
    break;
  }
}

NodeId SourceView::at(Span wanted) const {
  NodeId best = ast_.root;
  for (NodeId current = ast_.root; current.valid();) {
    NodeId next;
    for (const NodeId kid : ast_.kids_of(current))
      if (kid.valid() && ast_[kid].span.start <= wanted.start && ast_[kid].span.end >= wanted.end) {
        next = kid;
        // Of two nodes that touch an empty span the later is meant; of others only one can hold it.
        if (wanted.start != wanted.end) break;
      }
    if (next.valid()) best = next;
    current = next;
  }
  return best;
}

bool SourceView::is_statement(NodeId id) const {
  const NodeKind kind = ast_[id].kind;
  return kind >= NodeKind::FunctionDef && kind <= NodeKind::Continue && kind != NodeKind::WithItem && kind != NodeKind::MatchCase &&
         kind != NodeKind::ExceptHandler && kind != NodeKind::Alias;
}

NodeId SourceView::statement_of(NodeId id) const {
  while (id.valid() && !is_statement(id)) id = parent(id);
  return id;
}

NodeId SourceView::function_of(NodeId id) const {
  for (id = parent(id); id.valid(); id = parent(id))
    if (kind(id) == NodeKind::FunctionDef || kind(id) == NodeKind::Lambda || kind(id) == NodeKind::Module) return id;
  return ast_.root;
}

NodeId SourceView::enclosing(NodeId id, NodeKind wanted) const {
  for (id = parent(id); id.valid(); id = parent(id)) {
    if (kind(id) == wanted) return id;
    if (kind(id) == NodeKind::FunctionDef || kind(id) == NodeKind::Lambda) break;
  }
  return {};
}

NodeId SourceView::next_statement(NodeId statement) const {
  const auto suite = kids(parent(statement));
  const auto found = std::find(suite.begin(), suite.end(), statement);
  return found == suite.end() || found + 1 == suite.end() ? NodeId() : *(found + 1);
}

NodeId SourceView::previous_statement(NodeId statement) const {
  const auto suite = kids(parent(statement));
  const auto found = std::find(suite.begin(), suite.end(), statement);
  return found == suite.end() || found == suite.begin() ? NodeId() : *(found - 1);
}

std::vector<NodeId> SourceView::below(NodeId id) const {
  std::vector<NodeId> out, stack{id};
  while (!stack.empty()) {
    const NodeId next = stack.back();
    stack.pop_back();
    if (!next.valid()) continue;
    out.push_back(next);
    const auto own = kids(next);
    stack.insert(stack.end(), own.rbegin(), own.rend());
  }
  return out;
}

uint32_t SourceView::line_start(uint32_t offset) const {
  const auto after = std::upper_bound(ast_.line_starts.begin(), ast_.line_starts.end(), offset);
  return after == ast_.line_starts.begin() ? 0 : *(after - 1);
}

uint32_t SourceView::line_end(uint32_t offset) const {
  const auto after = std::upper_bound(ast_.line_starts.begin(), ast_.line_starts.end(), offset);
  return after == ast_.line_starts.end() ? uint32_t(ast_.source.size()) : *after;
}

std::optional<std::string> SourceView::indentation(NodeId statement) const {
  const uint32_t start = span(statement).start, line = line_start(start);
  const std::string before = ast_.source.substr(line, start - line);
  if (before.find_first_not_of(" \t\f") != std::string::npos) return std::nullopt;
  return before;
}

bool SourceView::one_line(NodeId id) const { return text(id).find('\n') == std::string::npos; }

bool SourceView::alone_on_its_lines(NodeId statement) const {
  if (!indentation(statement)) return false;
  const uint32_t end = span(statement).end;
  std::string_view rest = std::string_view(ast_.source).substr(end, line_end(end > 0 ? end - 1 : 0) - end);
  const size_t first = rest.find_first_not_of(" \t\f\r\n");
  return first == std::string_view::npos || rest[first] == '#';
}

std::string SourceView::operand(NodeId id) const {
  switch (kind(id)) {
    case NodeKind::Name:
    case NodeKind::Attribute:
    case NodeKind::Call:
    case NodeKind::Subscript:
    case NodeKind::IntLit:
    case NodeKind::FloatLit:
    case NodeKind::StrLit:
    case NodeKind::NoneLit:
    case NodeKind::TrueLit:
    case NodeKind::FalseLit:
    case NodeKind::ListExpr:
    case NodeKind::DictExpr:
    case NodeKind::ListComp: return text(id);
    default: return "(" + text(id) + ")";
  }
}

std::string SourceView::alias_of(std::string_view module) const {
  std::string found;
  for (const NodeId statement : kids(ast_.root)) {
    if (kind(statement) == NodeKind::Import) {
      for (const NodeId alias : kids(statement)) {
        const std::string_view dotted = name(alias);
        const NodeId bound = kid(alias, 0);
        if (bound.valid() && dotted == module) found = name(bound);
        else if (!bound.valid() && (dotted == module || dotted.starts_with(std::string(module) + ".")) && found.empty()) found = module;
      }
    } else if (kind(statement) == NodeKind::ImportFrom && node(statement).op == 0) {
      // `from torch import nn` names torch.nn.
      const std::string package(name(statement));
      for (const NodeId alias : kids(statement)) {
        if (package + "." + std::string(name(alias)) != module) continue;
        const NodeId bound = kid(alias, 0);
        found = bound.valid() ? name(bound) : name(alias);
      }
    }
  }
  return found;
}

uint32_t SourceView::import_offset() const {
  NodeId after;
  for (const NodeId statement : kids(ast_.root)) {
    const bool docstring = kind(statement) == NodeKind::ExprStmt && kind(kid(statement, 0)) == NodeKind::StrLit && !after.valid();
    const bool future = kind(statement) == NodeKind::ImportFrom && name(statement) == "__future__";
    if (!docstring && !future)
      return kind(statement) == NodeKind::Import || kind(statement) == NodeKind::ImportFrom || !after.valid()
                 ? line_start(span(statement).start)
                 : line_end(span(after).end > 0 ? span(after).end - 1 : 0);
    after = statement;
  }
  return after.valid() ? line_end(span(after).end - 1) : uint32_t(ast_.source.size());
}

size_t SourceView::bindings(NodeId function, std::string_view wanted) const {
  size_t found = 0;
  for (const NodeId id : below(function)) {
    const NodeKind k = kind(id);
    if (k == NodeKind::Parameter && name(id) == wanted) ++found;
    if (k != NodeKind::Name || name(id) != wanted) continue;
    // A target: the left side of an assignment, a loop or a `with`.
    NodeId child = id;
    for (NodeId up = parent(id); up.valid(); child = up, up = parent(up)) {
      const NodeKind pk = kind(up);
      if (pk == NodeKind::TupleExpr || pk == NodeKind::ListExpr || pk == NodeKind::Starred) continue;
      if (pk == NodeKind::Assign && kid(up, 0) != child) ++found;
      if ((pk == NodeKind::AugAssign || pk == NodeKind::AnnAssign || pk == NodeKind::For || pk == NodeKind::Comprehension ||
           pk == NodeKind::NamedExpr) &&
          kid(up, 0) == child)
        ++found;
      if (pk == NodeKind::WithItem && kid(up, 1) == child) ++found;
      if (pk == NodeKind::Alias || pk == NodeKind::Delete || pk == NodeKind::Global || pk == NodeKind::Nonlocal) ++found;
      break;
    }
  }
  return found;
}

std::string SourceView::comment_in(Span span) const {
  for (uint32_t at = span.start; at < span.end; at = line_end(at)) {
    const uint32_t stop = std::min(line_end(at), span.end);
    const size_t hash = ast_.source.find('#', at);
    if (hash == std::string::npos || hash >= stop) continue;
    const NodeId around = this->at({uint32_t(hash), uint32_t(hash) + 1});
    if (kind(around) == NodeKind::StrLit || kind(around) == NodeKind::FString) continue;
    std::string text = ast_.source.substr(hash, stop - hash);
    while (!text.empty() && (text.back() == '\n' || text.back() == '\r' || text.back() == ' ')) text.pop_back();
    return text;
  }
  return {};
}

std::string SourceView::fresh_name(NodeId function, const std::string& wanted) const {
  std::set<std::string, std::less<>> used;
  for (const NodeId id : below(function))
    if (kind(id) == NodeKind::Name || kind(id) == NodeKind::Parameter) used.emplace(name(id));
  std::string out = wanted;
  for (int i = 2; used.count(out) > 0 || !alias_of(out).empty(); ++i) out = wanted + "_" + std::to_string(i);
  return out;
}

uint32_t SourceView::line_of(NodeId id) const { return syntax::position_of(ast_, span(id).start).line; }

}  // namespace graphlift::refactor
