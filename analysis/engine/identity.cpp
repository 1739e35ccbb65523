#include "analysis/engine/identity.h"

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/base/fnv.h"
#include "analysis/report/source_index.h"
#include "analysis/syntax/parse.h"

namespace graphlift::engine {
namespace {

using syntax::NodeId;
using syntax::NodeKind;

bool is_statement(NodeKind kind) {
  return (kind >= NodeKind::FunctionDef && kind <= NodeKind::Continue && kind != NodeKind::WithItem && kind != NodeKind::Alias) ||
         kind == NodeKind::ErrorNode;
}

// Parts of a compound statement with suites of their own: a finding in an `except` belongs to its header.
bool has_suite_inside(NodeKind kind) { return kind == NodeKind::ExceptHandler || kind == NodeKind::MatchCase; }

bool is_scope(NodeKind kind) { return kind == NodeKind::FunctionDef || kind == NodeKind::ClassDef; }

class FileIdentities {
 public:
  explicit FileIdentities(const std::string& source) : ast_(syntax::parse(source)) {
    parents_.resize(ast_.nodes.size());
    for (uint32_t i = 0; i < ast_.nodes.size(); ++i)
      for (const NodeId kid : ast_.kids_of(NodeId(i)))
        if (kid.valid()) parents_[kid.index] = NodeId(i);
    for (uint32_t i = 0; i < ast_.nodes.size(); ++i)
      if (is_statement(ast_.nodes[i].kind) || has_suite_inside(ast_.nodes[i].kind)) statements_.push_back(NodeId(i));
  }

  [[nodiscard]] report::Identity at(uint32_t line, uint32_t column) const {
    report::Identity out;
    if (line == 0 || line > ast_.line_starts.size()) return out;
    const uint32_t start = ast_.line_starts[line - 1];
    const std::string_view rest = std::string_view(ast_.source).substr(start);
    const uint32_t offset = start + report::byte_column(rest.substr(0, rest.find('\n')), column) - 1;
    const NodeId statement = statement_at(offset);
    if (!statement.valid()) return out;
    out.scope = scope_of(statement);
    out.statement = hash_of(statement, true);
    out.shape = hash_of(statement, false);
    return out;
  }

 private:
  // The smallest one that holds the offset.
  [[nodiscard]] NodeId statement_at(uint32_t offset) const {
    NodeId best;
    uint32_t size = UINT32_MAX;
    for (const NodeId id : statements_) {
      const Span span = ast_[id].span;
      if (offset < span.start || offset >= std::max(span.end, span.start + 1) || span.end - span.start > size) continue;
      best = id;
      size = span.end - span.start;
    }
    return best;
  }

  [[nodiscard]] std::string scope_of(NodeId id) const {
    std::string out;
    for (NodeId at = parents_[id.index]; at.valid(); at = parents_[at.index])
      if (is_scope(ast_[at].kind)) out = std::string(ast_.text_of(at)) + (out.empty() ? "" : ".") + out;
    return out;
  }

  // Of the tree in prefix order, each node with the number of its kids, without the statements of its suites.
  [[nodiscard]] std::string hash_of(NodeId root, bool names) const {
    Fnv hash;
    std::vector<NodeId> open{root};
    while (!open.empty()) {
      const NodeId id = open.back();
      open.pop_back();
      if (!id.valid()) {
        hash.add(0xffu);
        continue;
      }
      const syntax::Node& node = ast_[id];
      hash.add(static_cast<uint64_t>(node.kind) | (uint64_t{node.op} << 8u) | (uint64_t(node.flags & ~syntax::NodeFlags::kHasText) << 16u));
      if (names || !is_name(id)) hash.add_part(node.kind == NodeKind::FormatField ? std::string_view() : ast_.text_of(id));
      const auto kids = ast_.kids_of(id);
      size_t kept = 0;
      for (size_t i = kids.size(); i-- > 0;) {
        const NodeKind kind = kids[i].valid() ? ast_[kids[i]].kind : NodeKind::List;
        if (is_statement(kind) || has_suite_inside(kind)) continue;
        open.push_back(kids[i]);
        ++kept;
      }
      hash.add(kept);
    }
    return hex_digits(hash.value() ^ (hash.value() >> 29u));
  }

  // A name that a rename changes: of a variable, a parameter, an attribute that is not called.
  [[nodiscard]] bool is_name(NodeId id) const {
    switch (ast_[id].kind) {
      case NodeKind::Name:
      case NodeKind::Parameter:
      case NodeKind::FunctionDef:
      case NodeKind::ClassDef: return true;
      case NodeKind::Attribute: {
        const NodeId parent = parents_[id.index];
        return !(parent.valid() && ast_[parent].kind == NodeKind::Call && ast_.kid(parent, 0) == id);
      }
      default: return false;
    }
  }

  syntax::Ast ast_;
  std::vector<NodeId> parents_, statements_;
};

}  // namespace

void add_identities(std::vector<report::Finding>& findings, project::FileTable& files) {
  std::map<std::string, std::vector<report::Finding*>> by_file;
  for (report::Finding& f : findings)
    if (f.identity.statement.empty()) by_file[f.file].push_back(&f);
  for (const auto& [file, list] : by_file) {
    const project::SourceRecord* record = files.readable(file);
    if (!record || record->text.source.empty()) continue;
    const FileIdentities identities(record->text.source);
    for (report::Finding* f : list) f->identity = identities.at(f->line, f->column);
  }
}

}  // namespace graphlift::engine
