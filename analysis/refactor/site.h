// Where a refactoring is asked for: a finding, the file around it, and what the interpreter knows of it.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "analysis/engine/check.h"
#include "analysis/refactor/edit.h"
#include "analysis/refactor/source_view.h"
#include "analysis/rules/facts.h"

namespace graphlift::refactor {

// Why a rewrite is not made, and the place that stands in its way.
struct Refusal {
  std::string reason;
  std::string file;
  uint32_t line = 0;
};
using Attempt = std::variant<Fix, Refusal>;

// The files of one analysis, parsed once each.
class Sources {
 public:
  explicit Sources(const engine::CheckResult& result) : result_(result) {}
  // Null when the file cannot be edited: not in the project, unreadable, or with syntax errors.
  [[nodiscard]] const SourceView* view(const std::string& display);
  [[nodiscard]] const engine::CheckResult& result() const { return result_; }

 private:
  const engine::CheckResult& result_;
  std::map<std::string, std::unique_ptr<SourceView>> views_;
};

class Site {
 public:
  // Without a place in an editable file: nothing can be rewritten.
  [[nodiscard]] static std::optional<Site> make(Sources& sources, const report::Finding& finding);

  const report::Finding& finding;
  Sources& sources;
  const SourceView& view;
  std::string file;  // display path, of the notebook as a whole
  NodeId node;       // the expression or statement of the finding
  NodeId statement;
  NodeId function;

  // ---- facts; an expression that never ran has none
  [[nodiscard]] const rules::ValueFact& value(NodeId expression) const;
  [[nodiscard]] const rules::StoreFact& store(NodeId target) const;
  [[nodiscard]] const rules::ValueFact& local_at(NodeId test, std::string_view name) const;
  [[nodiscard]] uint32_t effects(NodeId node) const;
  [[nodiscard]] std::string callee(NodeId call) const;  // qualified name of what a call calls; empty when it is not one thing

  // ---- making the fix
  // The name of a module at this place, imported where it is not yet. Empty when a local name hides it.
  [[nodiscard]] std::string module(Fix& fix, std::string_view dotted) const;
  void replace(Fix& fix, NodeId id, std::string text) const;
  void replace(Fix& fix, Span span, std::string text) const;
  void insert(Fix& fix, uint32_t offset, std::string text) const;
  [[nodiscard]] Refusal refuse(std::string reason, NodeId blocking) const;

 private:
  Site(const report::Finding& f, Sources& s, const SourceView& v) : finding(f), sources(s), view(v) {}
  uint32_t file_number_ = 0;
};

}  // namespace graphlift::refactor
