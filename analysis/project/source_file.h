// Reading one Python source file: size limit, encoding (PEP 263, byte order mark), line endings, notebooks.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/base/result.h"

namespace graphlift::project {

inline constexpr uint64_t kMaxSourceBytes = 16u << 20;

// A defect of the bytes that does not stop the analysis: Python would refuse the file, here it is a finding.
struct DecodingFault {
  uint32_t offset = 0;  // into SourceText::text
  std::string message;
  bool binary = false;  // there are null bytes: no text at all, so that nothing else is worth a word
};

struct SourceText {
  std::string text;  // UTF-8; `\r\n` kept, a lone `\r` is written as `\n`
  std::optional<DecodingFault> fault;
  std::vector<uint32_t> cell_lines;  // notebooks: 1-based first line of each code cell in `text`
};

// What a file holds, undecoded.
[[nodiscard]] Result<std::string> read_bytes(const std::string& path, uint64_t max_bytes = kMaxSourceBytes);
// Decodes what a file of that name holds.
[[nodiscard]] Result<SourceText> read_source_bytes(const std::string& path, std::string bytes);
// Reads and decodes; an error says what is wrong with the file and what to do about it.
[[nodiscard]] Result<SourceText> read_source(const std::string& path, uint64_t max_bytes = kMaxSourceBytes);

// Decodes bytes of a `.py` file; never fails.
[[nodiscard]] SourceText decode_source(std::string bytes);

// The encoding that a PEP 263 comment in the first two lines names, lower case with `-`; empty when there is none.
[[nodiscard]] std::string coding_cookie(std::string_view bytes);

}  // namespace graphlift::project
