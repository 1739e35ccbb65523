#include "analysis/engine/suppressions.h"

#include <algorithm>
#include <deque>
#include <iterator>
#include <map>

#include "analysis/engine/suppression_comments.h"
#include "analysis/report/source_index.h"
#include "models/rules/rules.h"

namespace graphlift::engine {
namespace {

constexpr uint32_t kWholeFile = UINT32_MAX;

// Lines that one comment covers, and which of its names had something to do.
struct Cover {
  const SuppressionComment* comment = nullptr;
  uint32_t first = 0, last = 0;
  std::vector<bool> used;  // by name; a single one for every rule
};

class FileSuppressions {
 public:
  FileSuppressions(const project::SourceRecord& file, const RulePolicy& policy)
      : file_(file), policy_(policy), index_(file.text.source), comments_(suppression_comments(file.text.source)) {
    for (const SuppressionComment& comment : comments_) add(comment);
  }

  [[nodiscard]] bool empty() const { return comments_.empty(); }

  // The comment that suppresses the finding; null when none does.
  const SuppressionComment* suppressing(const report::Finding& f) {
    const SuppressionComment* found = nullptr;
    for (Cover& cover : covers_) {
      if (f.line < cover.first || f.line > cover.last) continue;
      const auto& names = cover.comment->names;
      for (size_t i = 0; i < cover.used.size(); ++i)
        if (cover.comment->all || names[i].code == f.code) {
          cover.used[i] = true;
          if (!found) found = cover.comment;
        }
    }
    return found;
  }

  void complain(std::vector<report::Finding>& out) const {
    for (const SuppressionComment& comment : comments_) {
      for (const SuppressionName& name : comment.names)
        if (name.code.empty()) out.push_back(finding("GL902", name.span, "There is no rule `" + name.written + "`"));
      if (policy_.require_reason && comment.reason.empty() && comment.directive != Directive::Enable)
        out.push_back(finding("GL902", comment.span, "The suppression gives no reason, and the configuration requires one"));
    }
    for (const Cover& cover : covers_) complain_of_unused(cover, out);
    for (const auto& [comment, name] : idle_enables_) {
      const Span span = name ? name->span : comment->span;
      out.push_back(finding("GL901", span, "Nothing was disabled that this would enable"));
    }
  }

 private:
  void add(const SuppressionComment& comment) {
    const size_t names = comment.all ? 1 : comment.names.size();
    const uint32_t line = index_.at(comment.comment.start).line;
    switch (comment.directive) {
      case Directive::Ignore:
        if (comment.statement.start == comment.statement.end) covers_.push_back({&comment, line, line, std::vector<bool>(names)});
        else
          covers_.push_back({&comment, index_.at(comment.statement.start).line,
                             std::max(index_.at(comment.statement.end).line, comment.own_line ? 0 : line), std::vector<bool>(names)});
        break;
      // As for other linters: its own line, or the lines of a statement that it ends.
      case Directive::Noqa:
        covers_.push_back({&comment, comment.own_line ? line : index_.at(comment.statement.start).line, line, std::vector<bool>(names)});
        break;
      case Directive::FileIgnore: covers_.push_back({&comment, 1, kWholeFile, std::vector<bool>(names)}); break;
      case Directive::Disable: covers_.push_back({&comment, line, kWholeFile, std::vector<bool>(names)}); break;
      case Directive::Enable: close(comment, line); break;
    }
  }

  // Ends the blocks that an `enable` names.
  void close(const SuppressionComment& comment, uint32_t line) {
    const auto end_block = [&](const SuppressionName* name) {
      bool closed = false;
      for (Cover& cover : covers_) {
        const SuppressionComment& opened = *cover.comment;
        if (opened.directive != Directive::Disable || cover.last != kWholeFile) continue;
        const bool meant = !name || (opened.names.size() == 1 && opened.names[0].code == name->code);
        if (meant) cover.last = line;
        closed = closed || meant;
        if (meant || opened.all || opened.names.size() < 2) continue;
        // One of several rules: the block goes on for the others.
        const auto at =
            std::find_if(opened.names.begin(), opened.names.end(), [&](const SuppressionName& n) { return n.code == name->code; });
        if (at == opened.names.end()) continue;
        SuppressionComment& rest = parts_.emplace_back(opened);
        SuppressionComment& ended = parts_.emplace_back(opened);
        ended.names = {*at};
        rest.names.erase(rest.names.begin() + (at - opened.names.begin()));
        const uint32_t first = cover.first;
        cover.comment = &rest;
        cover.used.resize(rest.names.size());
        covers_.push_back({&ended, first, line, std::vector<bool>(1)});
        closed = true;
        break;
      }
      if (!closed) idle_enables_.emplace_back(&comment, name);
    };
    if (comment.all) end_block(nullptr);
    for (const SuppressionName& name : comment.names)
      if (!name.code.empty()) end_block(&name);
  }

  void complain_of_unused(const Cover& cover, std::vector<report::Finding>& out) const {
    const SuppressionComment& comment = *cover.comment;
    if (comment.all) {
      // A bare `noqa` speaks to every linter; whether another one needs it cannot be told.
      if (!cover.used[0] && comment.directive != Directive::Noqa)
        out.push_back(unused(comment, comment.span, "Nothing is reported here that the comment would suppress", nullptr));
      return;
    }
    for (size_t i = 0; i < cover.used.size(); ++i) {
      const SuppressionName& name = comment.names[i];
      if (cover.used[i] || name.code.empty() || policy_.selected.count(name.code) == 0) continue;
      out.push_back(unused(comment, name.span, "`" + name.written + "` is not reported here, so the comment suppresses nothing", &name));
    }
  }

  report::Finding unused(const SuppressionComment& comment, Span span, std::string message, const SuppressionName* name) const {
    report::Finding out = finding("GL901", span, std::move(message));
    report::OfferedFix fix;
    fix.name = "remove-suppression";
    fix.edits.push_back(removal(comment, name));
    fix.title = fix.edits[0].end - fix.edits[0].start > span.end - span.start + 2 ? "Remove the comment"
                                                                                  : "Remove `" + (name ? name->written : "") + "`";
    out.fixes.push_back(std::move(fix));
    return out;
  }

  // One name of several with its comma; else the directive, and the whole line when nothing else stands on it.
  report::FixEdit removal(const SuppressionComment& comment, const SuppressionName* name) const {
    const std::string_view source = file_.text.source;
    report::FixEdit edit{file_.display, comment.comment.start, comment.comment.end, ""};
    if (name && comment.directive == Directive::Noqa) return {file_.display, comment.span.start, comment.span.end, ""};
    if (name && comment.names.size() > 1) {
      edit.start = name->span.start;
      edit.end = name->span.end;
      const size_t comma = source.find_first_not_of(" \t", edit.end);
      if (comma != std::string_view::npos && source[comma] == ',') {
        edit.end = source.find_first_not_of(" \t", comma + 1);
      } else {
        while (edit.start > 0 && source[edit.start - 1] != ',' && source[edit.start - 1] != '[') --edit.start;
        if (edit.start > 0 && source[edit.start - 1] == ',') --edit.start;
      }
      return edit;
    }
    while (edit.start > 0 && (source[edit.start - 1] == ' ' || source[edit.start - 1] == '\t')) --edit.start;
    if (comment.own_line && (edit.start == 0 || source[edit.start - 1] == '\n')) {
      const size_t newline = source.find('\n', edit.end);
      edit.end = newline == std::string_view::npos ? source.size() : newline + 1;
    }
    return edit;
  }

  report::Finding finding(std::string_view code, Span span, std::string message) const {
    const models::Rule* rule = models::find_rule(code);
    report::Finding out;
    out.code = rule->code;
    out.rule = rule->name;
    out.severity = code == "GL902" ? report::Severity::Error : report::Severity::Warning;
    out.file = file_.display;
    const auto start = index_.at(span.start), end = index_.at(span.end);
    out.line = start.line;
    out.column = start.column;
    out.end_line = end.line;
    out.end_column = end.column;
    out.message = std::move(message);
    return out;
  }

  const project::SourceRecord& file_;
  const RulePolicy& policy_;
  report::SourceIndex index_;
  std::vector<SuppressionComment> comments_;
  std::deque<SuppressionComment> parts_;  // of blocks that end for some of their rules
  std::vector<Cover> covers_;
  std::vector<std::pair<const SuppressionComment*, const SuppressionName*>> idle_enables_;
};

}  // namespace

void apply_suppressions(report::Report& report, const std::vector<const project::SourceRecord*>& given, const PolicyOf& policy) {
  std::map<std::string_view, FileSuppressions> files;
  for (const project::SourceRecord* file : given) {
    if (file->text.source.empty() || suppression_comments(file->text.source).empty()) continue;
    files.try_emplace(file->display, *file, policy(file->path));
  }
  if (files.empty()) return;
  std::vector<report::Finding> kept;
  for (report::Finding& f : report.findings) {
    const auto file = files.find(f.file);
    const SuppressionComment* by = file == files.end() ? nullptr : file->second.suppressing(f);
    if (by) report.suppressed.push_back({std::move(f), true, by->reason});
    else kept.push_back(std::move(f));
  }
  report.findings = std::move(kept);
  std::vector<report::Finding> complaints;
  for (const auto& [name, file] : files) file.complain(complaints);
  std::move(complaints.begin(), complaints.end(), std::back_inserter(report.findings));
}

}  // namespace graphlift::engine
