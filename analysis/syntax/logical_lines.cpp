#include "analysis/syntax/logical_lines.h"

#include <algorithm>
#include <array>

namespace graphlift::syntax {
namespace {

// Words that begin a statement and can stand nowhere in an expression.
constexpr std::array<std::string_view, 19> kStatementWords = {"def",    "class",  "return",  "import",   "while", "try",    "with",
                                                              "raise",  "pass",   "break",   "continue", "del",   "global", "nonlocal",
                                                              "assert", "except", "finally", "elif",     "@"};

bool is_word_byte(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || (static_cast<unsigned char>(c) & 0x80);
}

class Scanner {
 public:
  explicit Scanner(std::string_view source) : source_(source) {}

  void scan() {
    size_t at = source_.substr(0, 3) == "\xef\xbb\xbf" ? 3 : 0;
    while (at < source_.size()) {
      uint32_t indent = 0;
      const size_t start = skip_indent(at, indent);
      if (start >= source_.size()) break;
      if (source_[start] == '\n' || source_[start] == '\r') {
        at = start + 1;
      } else if (source_[start] == '#') {
        at = line_end(start);
      } else {
        at = read_line(start, indent);
      }
    }
  }
  std::vector<LogicalLine> take_lines() { return std::move(lines_); }
  [[nodiscard]] const std::vector<Span>& blanks() const { return blanks_; }

 private:
  [[nodiscard]] size_t skip_indent(size_t at, uint32_t& indent) const {
    for (; at < source_.size(); ++at) {
      if (source_[at] == ' ') {
        ++indent;
      } else if (source_[at] == '\t') {
        indent = (indent / 8 + 1) * 8;
      } else if (source_[at] == '\f') {
        indent = 0;
      } else {
        break;
      }
    }
    return at;
  }

  [[nodiscard]] size_t line_end(size_t at) const { return std::min(source_.find('\n', at), source_.size()); }

  // Past a string whose quote is at `at`; `closed` tells whether it ends.
  [[nodiscard]] size_t skip_string(size_t at, bool& closed) const {
    const char quote = source_[at];
    const bool triple = at + 2 < source_.size() && source_[at + 1] == quote && source_[at + 2] == quote;
    for (at += triple ? 3 : 1; at < source_.size(); ++at) {
      if (source_[at] == '\\') {
        ++at;
      } else if (source_[at] == quote) {
        if (!triple) return at + 1;
        if (source_.substr(at, 3) == std::string_view(std::string(3, quote))) return at + 3;
      } else if (source_[at] == '\n' && !triple) {
        break;
      }
    }
    closed = false;
    return std::min(at, source_.size());
  }

  // Whether the line after the newline at `at` shows that an open bracket was forgotten.
  [[nodiscard]] bool statement_follows(size_t at) const {
    uint32_t indent = 0;
    const size_t start = skip_indent(at + 1, indent);
    const std::string_view word = first_word(source_.substr(start, 16));
    return std::find(kStatementWords.begin(), kStatementWords.end(), word) != kStatementWords.end();
  }

  // Whether that line stands no deeper than the statement and closes nothing.
  [[nodiscard]] bool dedented_after(size_t at, uint32_t statement_indent) const {
    uint32_t indent = 0;
    const size_t start = skip_indent(at + 1, indent);
    if (start >= source_.size()) return true;
    const char c = source_[start];
    return indent <= statement_indent && c != '\n' && c != '\r' && c != '#' && c != ')' && c != ']' && c != '}';
  }

  size_t read_line(size_t start, uint32_t indent) {
    LogicalLine line;
    line.indent = indent;
    const auto blame = [&](size_t where, std::string why) {
      if (!line.fault.empty()) return;
      line.fault_at = static_cast<uint32_t>(where);
      line.fault = std::move(why);
    };
    std::vector<size_t> open;
    std::vector<Span> blanks;                // newlines and comments inside brackets
    size_t dedent = std::string_view::npos;  // first newline inside brackets behind which a statement might begin
    size_t at = start, last = start;
    for (; at < source_.size();) {
      const char c = source_[at];
      if (c == '#') {
        const size_t comment = at;
        at = line_end(at);
        if (!open.empty()) blanks.push_back({static_cast<uint32_t>(comment), static_cast<uint32_t>(at)});
      } else if (c == '\n') {
        if (open.empty()) break;
        const bool ends_header = source_[open.back()] == '(' && source_[last - 1] == ':';
        if (dedent == std::string_view::npos && (ends_header || dedented_after(at, indent))) dedent = at;
        if (statement_follows(at)) break;
        blanks.push_back({static_cast<uint32_t>(at), static_cast<uint32_t>(at + 1)});
        ++at;
      } else if (c == '\'' || c == '"') {
        bool closed = true;
        const size_t quote = at;
        last = at = skip_string(at, closed);
        if (!closed) blame(quote, "unterminated string literal");
      } else if (c == '\\' && at + 1 < source_.size()) {
        at += source_.substr(at, 3) == "\\\r\n" ? 3 : 2;
        last = std::min(at, source_.size());
      } else if (c == ' ' || c == '\t' || c == '\r' || c == '\f') {
        ++at;
      } else {
        if (c == '(' || c == '[' || c == '{') {
          if (open.empty()) dedent = std::string_view::npos;
          open.push_back(at);
        } else if (c == ')' || c == ']' || c == '}') {
          const char wanted = c == ')' ? '(' : c == ']' ? '[' : '{';
          if (open.empty()) {
            blame(at, std::string("unmatched '") + c + "'");
          } else {
            if (source_[open.back()] != wanted)
              blame(at, std::string("closing '") + c + "' does not match opening '" + source_[open.back()] + "'");
            open.pop_back();
          }
        }
        last = ++at;
      }
    }
    if (!open.empty()) {
      blame(open.back(), std::string("'") + source_[open.back()] + "' was never closed");
      if (dedent != std::string_view::npos && dedent < at) {
        at = dedent;
        last = std::min(last, dedent);
      }
    }
    if (line.fault.empty()) blanks_.insert(blanks_.end(), blanks.begin(), blanks.end());
    line.span = {static_cast<uint32_t>(start), static_cast<uint32_t>(std::max(last, start + 1))};
    lines_.push_back(std::move(line));
    return at;
  }

  std::string_view source_;
  std::vector<LogicalLine> lines_;
  std::vector<Span> blanks_;
};

}  // namespace

std::string_view first_word(std::string_view text) {
  size_t end = 0;
  while (end < text.size() && is_word_byte(text[end])) ++end;
  if (end == 0 && !text.empty() && text[0] == '@') end = 1;
  return text.substr(0, end);
}

std::vector<LogicalLine> logical_lines(std::string_view source) {
  Scanner scanner(source);
  scanner.scan();
  return scanner.take_lines();
}

bool join_bracketed_lines(std::string& source) {
  Scanner scanner(source);
  scanner.scan();
  for (const Span blank : scanner.blanks()) std::fill(source.begin() + blank.start, source.begin() + blank.end, ' ');
  return !scanner.blanks().empty();
}

}  // namespace graphlift::syntax
