// Any bytes through parser, lowering and listing: no crash, no hang.
#include <cstddef>
#include <cstdint>
#include <string>

#include "analysis/lower/compile.h"
#include "analysis/syntax/parse.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  std::string text;
  for (size_t i = 0; i < size; ++i) text += char(data[i] & 0x7f);  // parse() takes valid UTF-8
  const auto ast = graphlift::syntax::parse(std::move(text));
  (void)graphlift::lower::disassemble(*graphlift::lower::compile(ast, graphlift::lower::FileId(0)));
  return 0;
}
