#include "analysis/engine/add_ignores.h"

#include <algorithm>
#include <map>
#include <set>

#include "analysis/engine/suppression_comments.h"
#include "analysis/report/text.h"
#include "analysis/syntax/logical_lines.h"

namespace graphlift::engine {
namespace {

std::string joined(const std::set<std::string>& names) {
  std::string out;
  for (const std::string& name : names) out += (out.empty() ? "" : ", ") + name;
  return out;
}

// Inserts the comments of one file, from its end to its start so that offsets hold.
class Inserter {
 public:
  Inserter(const std::string& source, const std::string& reason)
      : text_(source), reason_(reason), lines_(syntax::logical_lines(source)), comments_(suppression_comments(source)) {}

  void want(uint32_t offset, const std::string& rule) {
    size_t line = 0;
    while (line + 1 < lines_.size() && lines_[line].span.end <= offset) ++line;
    if (line < lines_.size()) wanted_[line].insert(rule);
  }

  size_t insert() {
    size_t number = 0;
    for (auto one = wanted_.rbegin(); one != wanted_.rend(); ++one, ++number) insert_at(lines_[one->first].span, one->second);
    return number;
  }
  std::string take() { return std::move(text_); }

 private:
  void insert_at(Span statement, const std::set<std::string>& rules) {
    const auto native = std::find_if(comments_.begin(), comments_.end(), [&](const SuppressionComment& c) {
      return c.directive == Directive::Ignore && !c.all && c.statement.start == statement.start;
    });
    if (native != comments_.end()) {
      text_.insert(native->span.end - 1, ", " + joined(rules));
      return;
    }
    const std::string comment = "# graphlift: ignore[" + joined(rules) + "]" + (reason_.empty() ? "" : " " + reason_);
    const size_t start =
        text_.rfind('\n', statement.start) == std::string::npos || statement.start == 0 ? 0 : text_.rfind('\n', statement.start - 1) + 1;
    const size_t first_end = std::min(text_.find('\n', statement.start), text_.size());
    // Behind a statement of one line; above one of several, whose lines may continue with a backslash or within a string.
    if (statement.end <= first_end) {
      size_t end = first_end;
      if (end > 0 && text_[end - 1] == '\r') --end;
      while (end > statement.end && (text_[end - 1] == ' ' || text_[end - 1] == '\t')) --end;
      text_.insert(end, "  " + comment);
    } else {
      text_.insert(start, text_.substr(start, statement.start - start) + comment + "\n");
    }
  }

  std::string text_;
  const std::string& reason_;
  std::vector<syntax::LogicalLine> lines_;
  std::vector<SuppressionComment> comments_;
  std::map<size_t, std::set<std::string>> wanted_;
};

}  // namespace

std::vector<IgnoredFile> add_ignores(const report::Report& report, project::FileTable& files, const std::string& reason) {
  std::map<std::string, std::vector<const report::Finding*>> by_file;
  for (const report::Finding& f : report.findings)
    if (!report::is_installed(f.file) && f.code != "GL000" && f.code != "GL901" && f.code != "GL902") by_file[f.file].push_back(&f);
  std::vector<IgnoredFile> out;
  for (const auto& [file, findings] : by_file) {
    const project::SourceRecord* record = files.readable(file);
    if (!record || record->path.empty() || !record->cell_lines.empty() || !record->problems.empty()) continue;
    const Result<project::SourceText> read = project::read_source(record->path);
    if (!read || read->text != record->text.source || !project::coding_cookie(read->text).empty()) continue;
    Inserter inserter(record->text.source, reason);
    for (const report::Finding* f : findings)
      if (f->line <= record->text.line_starts.size()) inserter.want(record->text.line_starts[f->line - 1] + f->column - 1, f->rule);
    IgnoredFile one{record->path, "", inserter.insert()};
    one.text = inserter.take();
    out.push_back(std::move(one));
  }
  return out;
}

}  // namespace graphlift::engine
