// Regions and findings as bytes, for the cache: everything that an analysis says, nothing that a comparison adds.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/report/report.h"

namespace graphlift::report {

class ArchiveWriter {
 public:
  void number(uint64_t value);  // seven bits a byte
  void text(std::string_view value);
  void texts(const std::vector<std::string>& values);
  void region(const Region& region);
  void finding(const Finding& finding);
  [[nodiscard]] std::string take() { return std::move(out_); }

 private:
  std::string out_;
};

// Reads what a writer of the same build wrote. Anything else makes it bad and gives empty values.
class ArchiveReader {
 public:
  explicit ArchiveReader(std::string_view bytes) : rest_(bytes) {}
  uint64_t number();
  size_t count();  // of things that take a byte at least
  std::string text();
  std::vector<std::string> texts();
  Region region();
  Finding finding();
  [[nodiscard]] bool good() const { return good_; }
  [[nodiscard]] bool at_end() const { return rest_.empty(); }

 private:
  std::string_view rest_;
  bool good_ = true;
};

}  // namespace graphlift::report
