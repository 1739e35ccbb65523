#include "analysis/syntax/recovery.h"

#include <algorithm>

#include "analysis/syntax/cst.h"
#include "analysis/syntax/logical_lines.h"

namespace graphlift::syntax {
namespace {

constexpr int kDeepest = 24;  // suites below suites that are looked into

bool one_of(std::string_view word, std::initializer_list<std::string_view> words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

// A statement that can parse is never touched. One that cannot is taken apart: its headers are tried with an empty suite, its suites
// statement by statement; only the smallest part that does not parse is replaced.
class Recovery {
 public:
  Recovery(std::string& source, std::vector<uint32_t>& placeholders, std::vector<SyntaxError>& errors)
      : source_(source),
        placeholders_(placeholders),
        errors_(errors),
        lines_(logical_lines(source)),
        budget_(source.size() * 12 + (1u << 16)) {}

  void run() {
    suite(0, lines_.size(), "", 0, false);
    std::sort(placeholders_.begin(), placeholders_.end());
  }

 private:
  using Line = size_t;

  [[nodiscard]] std::string_view text(Line line) const {
    const Span span = lines_[line].span;
    return std::string_view(source_).substr(span.start, span.end - span.start);
  }
  [[nodiscard]] std::string_view word(Line line) const { return first_word(text(line)); }
  // With the indentation of the first line and up to the end of the last.
  [[nodiscard]] Span whole(Line first, Line end) const { return {lines_[first].span.start, lines_[end - 1].span.end}; }

  // Where `prefix` and the lines fail to parse, or nothing. The prefix gives the lines the surroundings that they need.
  bool parses(const std::string& prefix, Line first, Line end, const std::string& suffix, uint32_t& error_at) {
    for (Line line = first; line < end; ++line)
      if (!lines_[line].fault.empty()) {
        error_at = lines_[line].fault_at;
        return false;
      }
    const Span span = whole(first, end);
    std::string trial = prefix + std::string(lines_[first].indent, ' ');
    const size_t offset = trial.size();
    trial += std::string_view(source_).substr(span.start, span.end - span.start);
    trial += suffix;
    trial += '\n';
    if (trial.size() > budget_) {
      budget_ = 0;
      error_at = span.start;
      return false;
    }
    budget_ -= trial.size();
    const uint32_t at = first_error(trial);
    if (at == kNoError) return true;
    error_at = std::clamp(at >= offset ? static_cast<uint32_t>(at - offset) + span.start : span.start, span.start, span.end);
    return false;
  }

  void report(Line line, uint32_t at, std::string_view message) {
    if (!lines_[line].fault.empty()) {
      at = lines_[line].fault_at;
      message = lines_[line].fault;
    }
    errors_.push_back({{at, std::max(at, lines_[line].span.end)}, std::string(message)});
    lines_[line].fault.clear();
  }

  void report_in(Line first, Line end, uint32_t at) {
    Line line = first;
    while (line + 1 < end && lines_[line + 1].span.start <= at) ++line;
    for (Line faulty = first; faulty < end; ++faulty)
      if (!lines_[faulty].fault.empty()) {
        line = faulty;
        break;
      }
    report(line, at, "invalid syntax");
  }

  void fill(uint32_t begin, uint32_t end, char with) { std::fill(source_.begin() + begin, source_.begin() + end, with); }

  void put_placeholder(Span span) {
    std::erase_if(placeholders_, [&](uint32_t at) { return at >= span.start && at < span.end; });
    fill(span.start, span.end, '_');
    placeholders_.push_back(span.start);
  }

  // The statements of one suite: the lines from `first` to `end`, all deeper than what surrounds them.
  void suite(Line first, Line end, const std::string& prefix, int depth, bool cases) {
    if (first >= end) return;
    const uint32_t base = depth == 0 ? 0 : lines_[first].indent;
    for (Line at = first; at < end;) {
      if (lines_[at].indent != base) {  // deeper lines belong to the statement before them, so this one fits no level
        Line stop = at + 1;
        while (stop < end && lines_[stop].indent != base) ++stop;
        report(at, lines_[at].span.start,
               lines_[at].indent > base ? "unexpected indent" : "unindent does not match any outer indentation level");
        fill(whole(at, stop).start, whole(at, stop).end, ' ');
        at = stop;
        continue;
      }
      Line stop = at + 1;
      bool decorators = word(at) == "@";
      for (; stop < end; ++stop) {
        if (lines_[stop].indent > base) continue;
        if (lines_[stop].indent < base) break;
        if (decorators) {
          decorators = word(stop) == "@";
        } else if (!one_of(word(at), {"if", "for", "while", "try", "async"}) ||
                   !one_of(word(stop), {"elif", "else", "except", "finally"})) {
          break;
        }
      }
      uint32_t error_at = 0;
      if (!parses(prefix, at, stop, "", error_at)) statement(at, stop, prefix, error_at, depth, cases);
      at = stop;
    }
  }

  void give_up(Line first, Line end, uint32_t error_at) {
    report_in(first, end, error_at);
    put_placeholder(whole(first, end));
  }

  void statement(Line first, Line end, const std::string& prefix, uint32_t error_at, int depth, bool cases) {
    const uint32_t base = lines_[first].indent;
    while (first + 1 < end && word(first) == "@" && lines_[first + 1].indent == base) {
      uint32_t at = 0;
      if (!parses(prefix, first, first + 1, "\n" + std::string(base, ' ') + "def _(): pass", at)) {
        report(first, at, "invalid syntax");
        fill(whole(first, first + 1).start, whole(first, first + 1).end, ' ');
      }
      ++first;
    }
    if (parses(prefix, first, end, "", error_at)) return;
    if (end == first + 1 || depth >= kDeepest || budget_ == 0 || word(first) == "def" || word(first) == "async") {
      if (end > first + 1 && budget_ > 0 && depth < kDeepest && header_parses(first, prefix, error_at)) {
        suite(first + 1, end, block_prefix(base, prefix, "if 1:\n"), depth + 1, false);
      } else {
        give_up(first, end, error_at);
      }
      return;
    }
    bool kept = !one_of(word(first), {"elif", "else", "except", "finally"});
    for (Line at = first; kept && at < end;) {
      Line stop = at + 1;
      while (stop < end && lines_[stop].indent > base) ++stop;
      kept = clause(at, stop, prefix, depth, cases);
      at = stop;
    }
    if (!kept || !parses(prefix, first, end, "", error_at)) give_up(first, end, error_at);
  }

  static std::string block_prefix(uint32_t base, const std::string& prefix, std::string_view header) {
    return prefix + std::string(base, ' ') + std::string(header);
  }

  bool header_parses(Line line, const std::string& prefix, uint32_t& error_at) {
    const std::string indent(lines_[line].indent, ' ');
    const std::string_view key = word(line);
    std::string before = prefix, after = "\n" + indent + " pass";
    if (one_of(key, {"elif", "else"})) before += indent + "if 1: pass\n";
    if (one_of(key, {"except", "finally"})) before += indent + "try: pass\n";
    if (key == "try") after += "\n" + indent + "finally: pass";
    if (key == "match" && text(line).back() == ':') after = "\n" + indent + " case _: pass";
    return parses(before, line, line + 1, after, error_at);
  }

  // A header and its suite. False when nothing of it can be kept.
  bool clause(Line first, Line end, const std::string& prefix, int depth, bool cases) {
    const LogicalLine& header = lines_[first];
    const std::string_view key = word(first);
    uint32_t error_at = header.span.start;
    if (end > first + 1 && text(first).back() != ':' && header.fault.empty()) {
      report(first + 1, lines_[first + 1].span.start, "unexpected indent");
      fill(whole(first + 1, end).start, whole(first + 1, end).end, ' ');
      if (!parses(prefix, first, first + 1, "", error_at)) give_up(first, first + 1, error_at);
      return true;
    }
    const bool is_match = key == "match" && end > first + 1 && word(first + 1) == "case";
    if (!header_parses(first, prefix, error_at)) {
      if (is_match || end == first + 1 || !replace_header(first)) return false;
      report(first, error_at, "invalid syntax");
    }
    suite(first + 1, end,
          block_prefix(header.indent, prefix,
                       is_match ? "match _:\n"
                       : cases  ? "case _:\n"
                                : "if 1:\n"),
          depth + 1, is_match);
    return true;
  }

  // Writes a header that opens a suite and tests a placeholder.
  bool replace_header(Line line) {
    const Span span = lines_[line].span;
    const std::string key(word(line));
    const uint32_t after = span.start + static_cast<uint32_t>(key.size());
    if (span.end < after + 3) return false;
    if (key == "class") {
      uint32_t name = after;
      while (name < span.end && source_[name] == ' ') ++name;
      const std::string_view identifier = first_word(std::string_view(source_).substr(name, span.end - name));
      if (identifier.empty() || name + identifier.size() >= span.end) return false;
      fill(name + static_cast<uint32_t>(identifier.size()), span.end, ' ');
    } else if (one_of(key, {"else", "finally", "try"})) {
      fill(after, span.end, ' ');
    } else if (one_of(key, {"if", "elif", "while", "except", "case"})) {
      source_[after] = ' ';
      put_placeholder({after + 1, span.end - 1});
    } else {
      if (span.end < span.start + 5) return false;
      source_.replace(span.start, 3, "if ");
      put_placeholder({span.start + 3, span.end - 1});
    }
    source_[span.end - 1] = ':';
    return true;
  }

  std::string& source_;
  std::vector<uint32_t>& placeholders_;
  std::vector<SyntaxError>& errors_;
  std::vector<LogicalLine> lines_;
  size_t budget_;  // bytes that may still be parsed
};

}  // namespace

void replace_unreadable(std::string& source, std::vector<uint32_t>& placeholders, std::vector<SyntaxError>& errors) {
  Recovery(source, placeholders, errors).run();
}

}  // namespace graphlift::syntax
