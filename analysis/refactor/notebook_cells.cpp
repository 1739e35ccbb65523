#include "analysis/refactor/notebook_cells.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "analysis/refactor/lines.h"

namespace graphlift::refactor {
namespace {

// A string token of the file, with what it says.
struct Token {
  size_t start = 0, end = 0;  // with its quotes
  std::string text;
};

// The `source` of one cell: one string, or a list of them.
struct Cell {
  bool code = false;
  bool list = false;
  size_t start = 0, end = 0;  // of the value
  std::vector<Token> strings;
};

// Finds the cells in JSON that is known to be well formed, without building it: only positions are wanted.
class Scanner {
 public:
  explicit Scanner(const std::string& bytes) : s_(bytes) {}

  std::vector<Cell> cells() {
    blank();
    each_member([&](const std::string& key) {
      if (key == "cells" && peek() == '[') each_item([&] { cell(); });
      else skip();
    });
    return std::move(cells_);
  }

 private:
  char peek() const { return at_ < s_.size() ? s_[at_] : '\0'; }
  void blank() {
    while (at_ < s_.size() && (s_[at_] == ' ' || s_[at_] == '\t' || s_[at_] == '\n' || s_[at_] == '\r')) ++at_;
  }
  Token string() {
    Token out;
    out.start = at_++;
    while (at_ < s_.size() && s_[at_] != '"') at_ += s_[at_] == '\\' ? 2 : 1;
    out.end = std::min(++at_, s_.size());
    const auto value = nlohmann::json::parse(s_.substr(out.start, out.end - out.start), nullptr, false);
    if (value.is_string()) out.text = value.get<std::string>();
    return out;
  }
  // Past one value of any kind.
  void skip() {
    size_t depth = 0;
    do {
      blank();
      const char c = peek();
      if (c == '"') {
        (void)string();
      } else if (c == '{' || c == '[') {
        ++depth;
        ++at_;
      } else if (c == '}' || c == ']') {
        --depth;
        ++at_;
      } else if (c == ',' || c == ':') {
        ++at_;
      } else {
        while (at_ < s_.size() && std::string_view(",:{}[]\" \t\r\n").find(s_[at_]) == std::string_view::npos) ++at_;
      }
    } while (depth > 0 && at_ < s_.size());
  }
  template <typename F>
  void each_member(F&& visit) {
    if (peek() != '{') return skip();
    ++at_;
    for (blank(); at_ < s_.size() && peek() == '"'; blank()) {
      const Token key = string();
      blank();
      ++at_;  // :
      blank();
      visit(key.text);
      blank();
      if (peek() != ',') break;
      ++at_;
    }
    blank();
    ++at_;
  }
  template <typename F>
  void each_item(F&& visit) {
    ++at_;
    for (blank(); at_ < s_.size() && peek() != ']'; blank()) {
      visit();
      blank();
      if (peek() == ',') ++at_;
    }
    ++at_;
  }
  void cell() {
    Cell out;
    each_member([&](const std::string& key) {
      if (key == "cell_type" && peek() == '"') {
        out.code = string().text == "code";
      } else if (key == "source") {
        out.start = at_;
        if (peek() == '"') {
          out.strings.push_back(string());
        } else if (peek() == '[') {
          out.list = true;
          each_item([&] {
            if (peek() == '"') out.strings.push_back(string());
            else skip();
          });
        } else {
          skip();
        }
        out.end = at_;
      } else {
        skip();
      }
    });
    cells_.push_back(std::move(out));
  }

  const std::string& s_;
  size_t at_ = 0;
  std::vector<Cell> cells_;
};

bool magic(std::string_view line) {
  const size_t first = line.find_first_not_of(" \t");
  return first != std::string::npos && (line[first] == '%' || line[first] == '!' || line[first] == '?');
}

// How much longer the joined module's line is than the cell's: a magic line is read as a comment there (project/notebook.cpp).
size_t joined_size(std::string_view line, bool foreign) {
  const bool newline = line.ends_with('\n');
  const size_t size = line.size() + (newline ? 0 : 1);
  if (foreign) return size + 2;
  return magic(line) ? size + std::string_view("pass  # ").size() : size;
}

std::string quoted(std::string_view text, bool ascii) {
  return nlohmann::json(text).dump(-1, ' ', ascii, nlohmann::json::error_handler_t::replace);
}

// A cell's value with other lines; tokens of lines that stay are kept as they were written.
std::string rewritten(const std::string& bytes, const Cell& cell, const std::string& text, bool ascii) {
  if (!cell.list) return quoted(text, ascii);
  const std::string open = bytes.substr(cell.start, cell.strings.front().start - cell.start);
  const std::string close = bytes.substr(cell.strings.back().end, cell.end - cell.strings.back().end);
  std::string between = ",";
  if (cell.strings.size() > 1) between = bytes.substr(cell.strings[0].end, cell.strings[1].start - cell.strings[0].end);
  else if (open.find('\n') != std::string::npos) between += open.substr(open.find('\n'));
  else between += ' ';
  std::string out = open;
  bool first = true;
  for (const std::string_view line : lines_of(text)) {
    if (!first) out += between;
    first = false;
    const auto kept = std::find_if(cell.strings.begin(), cell.strings.end(), [&](const Token& token) { return token.text == line; });
    out += kept == cell.strings.end() ? quoted(line, ascii) : bytes.substr(kept->start, kept->end - kept->start);
  }
  return out + close;
}

}  // namespace

Result<std::string> edit_notebook(const std::string& bytes, const std::vector<Edit>& edits) {
  const bool ascii = std::all_of(bytes.begin(), bytes.end(), [](char c) { return static_cast<unsigned char>(c) < 0x80; });
  std::string out;
  size_t copied = 0, cell_start = 0;  // of the joined text
  size_t next = 0;
  for (const Cell& cell : Scanner(bytes).cells()) {
    if (!cell.code) continue;
    std::string text;
    for (const Token& token : cell.strings) text += token.text;
    const bool foreign = text.starts_with("%%") && !text.starts_with("%%time") && !text.starts_with("%%capture");
    std::vector<Edit> own;
    size_t joined = cell_start, at = 0;
    for (const std::string_view line : lines_of(text)) {
      const size_t size = joined_size(line, foreign);
      for (; next < edits.size() && edits[next].start < joined + size; ++next) {
        const Edit& edit = edits[next];
        if (foreign || magic(line)) return Error{"the edit would change a magic of the notebook"};
        Edit moved = edit;
        moved.start = uint32_t(at + edit.start - joined);
        moved.end = moved.start + (edit.end - edit.start);
        if (moved.end > text.size() || text.substr(moved.start, moved.end - moved.start).find("\n%") != std::string::npos)
          return Error{"the edit crosses the end of a cell"};
        own.push_back(std::move(moved));
      }
      joined += size;
      at += line.size();
    }
    cell_start = joined;
    if (own.empty()) continue;
    out.append(bytes, copied, cell.start - copied);
    out += rewritten(bytes, cell, apply_edits(text, own), ascii);
    copied = cell.end;
  }
  if (next < edits.size()) return Error{"an edit lies outside the notebook's cells"};
  return out.append(bytes, copied, std::string::npos);
}

}  // namespace graphlift::refactor
