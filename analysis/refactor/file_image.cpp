#include "analysis/refactor/file_image.h"

#include <algorithm>

#include "analysis/project/source_file.h"
#include "analysis/refactor/notebook_cells.h"

namespace graphlift::refactor {
namespace {

// The line end that most lines have.
std::string usual_newline(std::string_view bytes) {
  size_t pairs = 0, feeds = 0, returns = 0;
  for (size_t i = 0; i < bytes.size(); ++i) {
    if (bytes[i] == '\n') ++feeds;
    if (bytes[i] != '\r') continue;
    if (i + 1 < bytes.size() && bytes[i + 1] == '\n') {
      ++pairs;
      ++i;
    } else {
      ++returns;
    }
  }
  if (pairs > feeds && pairs >= returns) return "\r\n";
  return returns > feeds && returns > pairs ? "\r" : "\n";
}

size_t code_points(std::string_view text) {
  return size_t(std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0u) != 0x80u; }));
}

bool ascii(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

}  // namespace

Result<FileImage> FileImage::make(const std::string& path, std::string bytes) {
  Result<project::SourceText> decoded = project::read_source_bytes(path, bytes);
  if (!decoded) return Error{decoded.error()};
  if (decoded->fault) return Error{decoded->fault->message};
  FileImage out;
  out.bytes_ = std::move(bytes);
  out.text_ = std::move(decoded->text);
  out.newline_ = usual_newline(out.bytes_);
  if (path.ends_with(".ipynb")) {
    out.form_ = Form::Notebook;
    return out;
  }
  out.mark_ = out.bytes_.starts_with("\xEF\xBB\xBF") ? 3 : 0;
  if (out.bytes_.size() - out.mark_ != out.text_.size()) out.form_ = Form::SingleByte;
  return out;
}

uint64_t FileImage::byte_offset(uint32_t offset) const {
  switch (form_) {
    case Form::Utf8: return mark_ + offset;
    case Form::SingleByte: return code_points(std::string_view(text_).substr(0, offset));
    case Form::Notebook: return offset;
  }
  return offset;
}

Result<std::string> FileImage::encode(std::string text) const {
  if (form_ == Form::SingleByte && !ascii(text)) return Error{"the new text does not fit the file's encoding"};
  if (newline_ == "\n") return text;
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    const bool feed = text[i] == '\n' && (i == 0 || text[i - 1] != '\r');
    if (feed) out += newline_;
    else out += text[i];
  }
  return out;
}

Result<std::string> FileImage::apply(const std::vector<Edit>& edits) const {
  if (form_ == Form::Notebook) return edit_notebook(bytes_, edits);
  std::string out;
  uint64_t at = 0;
  for (const Edit& edit : edits) {
    const uint64_t start = byte_offset(edit.start), end = byte_offset(edit.end);
    Result<std::string> text = encode(edit.text);
    if (!text) return Error{text.error()};
    out.append(bytes_, at, start - at);
    out += *text;
    at = end;
  }
  return out.append(bytes_, at, std::string::npos);
}

}  // namespace graphlift::refactor
