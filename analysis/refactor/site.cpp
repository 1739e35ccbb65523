#include "analysis/refactor/site.h"

#include "analysis/engine/cells.h"

namespace graphlift::refactor {
namespace {

// Offset of a line and a column in code points.
std::optional<uint32_t> offset_of(const syntax::Ast& ast, uint32_t line, uint32_t column) {
  if (line == 0 || line > ast.line_starts.size()) return std::nullopt;
  uint32_t at = ast.line_starts[line - 1];
  for (uint32_t seen = 1; seen < column && at < ast.source.size(); ++seen) {
    ++at;
    while (at < ast.source.size() && (static_cast<unsigned char>(ast.source[at]) & 0xC0u) == 0x80u) ++at;
  }
  return at;
}

}  // namespace

const SourceView* Sources::view(const std::string& display) {
  const auto [at, fresh] = views_.emplace(display, nullptr);
  if (!fresh) return at->second.get();
  if (!engine::is_editable(display)) return nullptr;
  const project::SourceRecord* record = result_.files->by_display(display);
  if (!record || record->path.empty() || !record->unreadable.empty() || !record->problems.empty()) return nullptr;
  at->second = std::make_unique<SourceView>(record->text.source);
  return at->second.get();
}

std::optional<Site> Site::make(Sources& sources, const report::Finding& finding) {
  project::FileTable& files = *sources.result().files;
  const auto [joined, line] = engine::joined_place(finding.file, finding.line, files);
  const SourceView* view = sources.view(std::string(joined));
  if (!view) return std::nullopt;
  Site out(finding, sources, *view);
  out.file = joined;
  const uint32_t end_line = line + (finding.end_line - finding.line);
  const auto start = offset_of(view->ast(), line, finding.column), end = offset_of(view->ast(), end_line, finding.end_column);
  if (!start || !end) return std::nullopt;
  out.node = view->at({*start, *end});
  out.statement = view->statement_of(out.node);
  if (!out.statement.valid()) return std::nullopt;
  out.function = view->function_of(out.node);
  out.file_number_ = files.number_of(out.file).index;
  return out;
}

const rules::ValueFact& Site::value(NodeId expression) const {
  static const rules::ValueFact none;
  const rules::ValueFact* found = expression.valid() ? sources.result().facts.value(file_number_, view.span(expression)) : nullptr;
  return found ? *found : none;
}

const rules::StoreFact& Site::store(NodeId target) const {
  static const rules::StoreFact none;
  const rules::StoreFact* found = sources.result().facts.store(file_number_, view.span(view.statement_of(target)), view.name(target));
  return found ? *found : none;
}

const rules::ValueFact& Site::local_at(NodeId test, std::string_view name) const {
  static const rules::ValueFact none;
  const rules::ValueFact* found = sources.result().facts.local_at(file_number_, view.span(test), name);
  return found ? *found : none;
}

uint32_t Site::effects(NodeId id) const { return sources.result().facts.effects(file_number_, view.span(id)); }

std::string Site::callee(NodeId call) const {
  if (view.kind(call) != NodeKind::Call) return {};
  const rules::ValueFact& fact = value(view.kid(call, 0));
  return fact.callee == "?" ? std::string() : fact.callee;
}

std::string Site::module(Fix& fix, std::string_view dotted) const {
  std::string alias = view.alias_of(dotted);
  if (alias.empty()) {
    alias = dotted;
    insert(fix, view.import_offset(), "import " + alias + "\n");
  }
  const std::string bound = alias.substr(0, alias.find('.'));
  if (view.kind(function) != NodeKind::Module && view.binds(function, bound)) return {};
  return alias;
}

void Site::replace(Fix& fix, NodeId id, std::string text) const { replace(fix, view.span(id), std::move(text)); }

void Site::replace(Fix& fix, Span span, std::string text) const { fix.edits.push_back({file, span.start, span.end, std::move(text)}); }

void Site::insert(Fix& fix, uint32_t offset, std::string text) const { fix.edits.push_back({file, offset, offset, std::move(text)}); }

Refusal Site::refuse(std::string reason, NodeId blocking) const {
  return {std::move(reason), file, blocking.valid() ? view.line_of(blocking) : finding.line};
}

}  // namespace graphlift::refactor
