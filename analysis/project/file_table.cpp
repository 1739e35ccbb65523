#include "analysis/project/file_table.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "analysis/lower/compile.h"
#include "analysis/syntax/parse.h"

namespace graphlift::project {
namespace fs = std::filesystem;
namespace {

FileProblem problem_at(const syntax::Ast& ast, Span span, std::string message) {
  const syntax::Position start = syntax::position_of(ast, span.start), end = syntax::position_of(ast, span.end);
  return {start.line, start.column, end.line, end.column, std::move(message)};
}

}  // namespace

FileTable::FileTable(std::string root, const Environment& environment, const Overlay* overlay) : root_(std::move(root)), overlay_(overlay) {
  const auto add = [&](const std::string& directory, const char* shown) { prefixes_.emplace_back(directory + "/", shown); };
  for (const std::string& directory : environment.stdlib) add(directory, "stdlib/");
  for (const std::string& directory : environment.site_packages) {
    const std::string name = fs::path(directory).filename().string();
    if (name == "site-packages" || name == "dist-packages") add(directory, "site-packages/");
  }
  std::stable_sort(prefixes_.begin(), prefixes_.end(), [](const auto& a, const auto& b) { return a.first.size() > b.first.size(); });
}

std::string FileTable::display_path(const std::string& absolute_path) const {
  for (const auto& [directory, shown] : prefixes_)
    if (absolute_path.compare(0, directory.size(), directory) == 0) return shown + absolute_path.substr(directory.size());
  const std::string relative = fs::path(absolute_path).lexically_relative(root_).generic_string();
  return relative.empty() ? absolute_path : relative;
}

lower::FileId FileTable::intern(const std::string& absolute_path) {
  const std::lock_guard<std::mutex> lock(mutex_);
  const auto [at, fresh] = by_path_.emplace(absolute_path, static_cast<uint32_t>(slots_.size()));
  if (fresh) {
    Slot& slot = slots_.emplace_back();
    slot.record.path = absolute_path;
    slot.record.display = display_path(absolute_path);
    by_display_.emplace(slot.record.display, at->second);
  }
  return lower::FileId(at->second);
}

lower::FileId FileTable::intern_text(const std::string& display, std::string text) {
  const std::lock_guard<std::mutex> lock(mutex_);
  const auto [at, fresh] = by_display_.emplace(display, static_cast<uint32_t>(slots_.size()));
  if (fresh) {
    Slot& slot = slots_.emplace_back();
    slot.record.display = display;
    slot.given = std::move(text);
  }
  return lower::FileId(at->second);
}

void FileTable::fill(Slot& slot, lower::FileId id, bool compile) const {
  SourceRecord& record = slot.record;
  SourceText text;
  const auto replaced = overlay_ && !slot.given ? overlay_->find(record.path) : Overlay::const_iterator();
  const bool overlaid = overlay_ && !slot.given && replaced != overlay_->end();
  if (slot.given) {
    text.text = *slot.given;
  } else {
    Result<SourceText> read = overlaid ? read_source_bytes(record.path, replaced->second) : read_source(record.path);
    if (!read) {
      record.unreadable = read.error();
      slot.loaded = true;
      return;
    }
    text = std::move(*read);
  }
  syntax::Ast ast = syntax::parse(std::move(text.text));
  record.functions = static_cast<uint32_t>(
      std::count_if(ast.nodes.begin(), ast.nodes.end(), [](const syntax::Node& n) { return n.kind == syntax::NodeKind::FunctionDef; }));
  if (compile) record.code = lower::compile(ast, id);
  record.cell_lines = std::move(text.cell_lines);
  if (text.fault) record.problems.push_back(problem_at(ast, {text.fault->offset, text.fault->offset}, text.fault->message));
  const bool binary = text.fault && text.fault->binary;
  for (const syntax::SyntaxError& error : binary ? std::vector<syntax::SyntaxError>() : ast.errors)
    record.problems.push_back(problem_at(ast, error.span, error.message));
  record.text.source = std::move(ast.source);
  record.text.line_starts = std::move(ast.line_starts);
  slot.loaded = true;
}

FileTable::Slot& FileTable::slot(lower::FileId id) {
  const std::lock_guard<std::mutex> lock(mutex_);
  return slots_[id.index];
}

const SourceRecord& FileTable::load(lower::FileId id) {
  Slot& wanted = slot(id);
  std::call_once(wanted.once, [&] { fill(wanted, id, true); });
  return wanted.record;
}

void FileTable::scan(lower::FileId id) {
  Slot& wanted = slot(id);
  std::call_once(wanted.once, [&] { fill(wanted, id, false); });
}

void FileTable::adopt(lower::FileId id, uint32_t functions, std::vector<FileProblem> problems) {
  Slot& wanted = slot(id);
  std::call_once(wanted.once, [&] {
    wanted.record.functions = functions;
    wanted.record.problems = std::move(problems);
    wanted.loaded = true;
  });
}

void FileTable::fill_text(Slot& slot) const {
  SourceRecord& record = slot.record;
  if (!record.text.source.empty() || !record.unreadable.empty()) return;
  SourceText text;
  if (slot.given) {
    text.text = *slot.given;
  } else {
    const auto replaced = overlay_ ? overlay_->find(record.path) : Overlay::const_iterator();
    const bool overlaid = overlay_ && replaced != overlay_->end();
    Result<SourceText> read = overlaid ? read_source_bytes(record.path, replaced->second) : read_source(record.path);
    if (!read) {
      record.unreadable = read.error();
      return;
    }
    text = std::move(*read);
  }
  record.cell_lines = std::move(text.cell_lines);
  record.text.source = std::move(text.text);
  record.text.line_starts = {0};
  const std::string& source = record.text.source;
  for (size_t at = source.find('\n'); at != std::string::npos; at = source.find('\n', at + 1))
    record.text.line_starts.push_back(static_cast<uint32_t>(at + 1));
}

const SourceRecord* FileTable::readable(std::string_view display) {
  Slot* wanted = nullptr;
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    const auto found = by_display_.find(std::string(display));
    if (found == by_display_.end()) return nullptr;
    wanted = &slots_[found->second];
  }
  std::call_once(wanted->once, [&] { fill_text(*wanted); });
  std::call_once(wanted->text_once, [&] { fill_text(*wanted); });
  return &wanted->record;
}

const SourceRecord& FileTable::record(lower::FileId id) const {
  const std::lock_guard<std::mutex> lock(mutex_);
  return slots_[id.index].record;
}

const SourceRecord* FileTable::by_display(std::string_view display) const {
  const std::lock_guard<std::mutex> lock(mutex_);
  const auto found = by_display_.find(std::string(display));
  return found == by_display_.end() ? nullptr : &slots_[found->second].record;
}

lower::FileId FileTable::number_of(std::string_view display) const {
  const std::lock_guard<std::mutex> lock(mutex_);
  const auto found = by_display_.find(std::string(display));
  return found == by_display_.end() ? lower::FileId() : lower::FileId(found->second);
}

bool FileTable::mentions(lower::FileId id, std::string_view word) const {
  const Slot* slot;
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    slot = &slots_[id.index];
  }
  std::string read;
  std::string_view text;
  if (slot->loaded) {
    text = slot->record.text.source;
  } else if (slot->given) {
    text = *slot->given;
  } else {
    std::ifstream file(slot->record.path, std::ios::binary);
    read.assign(std::istreambuf_iterator<char>(file), {});
    text = read;
  }
  const auto part_of_word = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || (static_cast<unsigned char>(c) & 0x80u);
  };
  for (size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) {
    const size_t end = at + word.size();
    if ((at == 0 || !part_of_word(text[at - 1])) && (end == text.size() || !part_of_word(text[end]))) return true;
  }
  return false;
}

size_t FileTable::loaded() const {
  const std::lock_guard<std::mutex> lock(mutex_);
  return static_cast<size_t>(std::count_if(slots_.begin(), slots_.end(), [](const Slot& s) -> bool { return s.loaded.load(); }));
}

std::string_view line_text(const SourceRecord& record, uint32_t line) {
  const std::vector<uint32_t>& starts = record.text.line_starts;
  if (line == 0 || line > starts.size()) return {};
  const size_t begin = starts[line - 1];
  const size_t end = line < starts.size() ? starts[line] : record.text.source.size();
  std::string_view text = std::string_view(record.text.source).substr(begin, end - begin);
  while (!text.empty() && (text.back() == '\n' || text.back() == '\r')) text.remove_suffix(1);
  return text;
}

}  // namespace graphlift::project
