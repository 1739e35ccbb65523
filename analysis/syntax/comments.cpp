#include "analysis/syntax/comments.h"

#include <algorithm>

#include "analysis/syntax/logical_lines.h"

namespace graphlift::syntax {
namespace {

// Past a string whose quote is at AT.
size_t skip_string(std::string_view source, size_t at) {
  const char quote = source[at];
  const bool triple = source.substr(at, 3) == std::string(3, quote);
  for (at += triple ? 3 : 1; at < source.size(); ++at) {
    if (source[at] == '\\') ++at;
    else if (source[at] == '\n' && !triple) return at;
    else if (source[at] == quote && (!triple || source.substr(at, 3) == std::string(3, quote))) return at + (triple ? 3 : 1);
  }
  return source.size();
}

}  // namespace

std::vector<Comment> comments(std::string_view source) {
  std::vector<Comment> out;
  if (source.find('#') == std::string_view::npos) return out;
  for (size_t at = 0; at < source.size();) {
    if (source[at] == '"' || source[at] == '\'') {
      at = skip_string(source, at);
    } else if (source[at] == '#') {
      size_t end = std::min(source.find('\n', at), source.size());
      const size_t next = end;
      while (end > at && (source[end - 1] == '\r' || source[end - 1] == ' ' || source[end - 1] == '\t')) --end;
      out.push_back({{static_cast<uint32_t>(at), static_cast<uint32_t>(end)}, false, {}});
      at = next;
    } else {
      ++at;
    }
  }
  const std::vector<LogicalLine> lines = logical_lines(source);
  size_t line = 0;  // the first that does not end before the comment
  for (Comment& comment : out) {
    while (line < lines.size() && lines[line].span.end <= comment.span.start) ++line;
    const size_t newline = source.rfind('\n', comment.span.start);
    const size_t start = newline == std::string_view::npos || comment.span.start == 0 ? 0 : newline + 1;
    if (line < lines.size() && lines[line].span.start < comment.span.start) comment.statement = lines[line].span;
    else if (line > 0 && lines[line - 1].span.end > start) comment.statement = lines[line - 1].span;
    else {
      comment.own_line = true;
      if (line < lines.size()) comment.statement = lines[line].span;
    }
  }
  return out;
}

}  // namespace graphlift::syntax
