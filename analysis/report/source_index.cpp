#include "analysis/report/source_index.h"

#include <algorithm>

namespace graphlift::report {
namespace {

bool continues(char c) { return (static_cast<unsigned char>(c) & 0xC0u) == 0x80u; }

}  // namespace

SourceIndex::SourceIndex(std::string_view text) : text_(text) {
  for (size_t i = text.find('\n'); i != std::string_view::npos; i = text.find('\n', i + 1)) starts_.push_back(i + 1);
}

SourceIndex::Spot SourceIndex::at(size_t offset) const {
  offset = std::min(offset, text_.size());
  const auto after = std::upper_bound(starts_.begin(), starts_.end(), offset);
  const size_t start = *(after - 1);
  const std::string_view before = text_.substr(start, offset - start);
  const auto characters = before.size() - static_cast<size_t>(std::count_if(before.begin(), before.end(), continues));
  return {static_cast<uint32_t>(after - starts_.begin()), static_cast<uint32_t>(characters + 1), static_cast<uint32_t>(before.size() + 1)};
}

uint32_t byte_column(std::string_view line, uint32_t column) {
  size_t i = 0;
  for (uint32_t passed = 1; i < line.size() && passed < column; ++passed)
    for (++i; i < line.size() && continues(line[i]);) ++i;
  return static_cast<uint32_t>(i + 1);
}

}  // namespace graphlift::report
