// One file as it is on disk, and edits of its decoded text put back into its bytes: byte order mark, line ends, encoding and the JSON
// layout of a notebook stay as they are.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "analysis/base/result.h"
#include "analysis/refactor/edit.h"

namespace graphlift::refactor {

class FileImage {
 public:
  // An error says why the file cannot be edited: it does not decode.
  [[nodiscard]] static Result<FileImage> make(const std::string& path, std::string bytes);

  [[nodiscard]] const std::string& bytes() const { return bytes_; }
  [[nodiscard]] const std::string& text() const { return text_; }  // as the analysis reads it; notebooks: the joined code cells
  // The bytes after the edits, which are sorted, do not overlap and are offsets of text().
  [[nodiscard]] Result<std::string> apply(const std::vector<Edit>& edits) const;
  // Where an offset of text() is in bytes().
  [[nodiscard]] uint64_t byte_offset(uint32_t offset) const;

 private:
  enum class Form : uint8_t { Utf8, SingleByte, Notebook } form_ = Form::Utf8;
  [[nodiscard]] Result<std::string> encode(std::string text) const;
  std::string bytes_, text_, newline_ = "\n";
  size_t mark_ = 0;  // length of the byte order mark
};

}  // namespace graphlift::refactor
