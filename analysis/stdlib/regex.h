// Python's regular expressions over code points: a backtracking matcher for the `re` module's model.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "analysis/base/result.h"

namespace graphlift::stdlib::regex {

// Values as in Python's re module.
struct Flag {
  static constexpr uint32_t kIgnoreCase = 2, kLocale = 4, kMultiline = 8, kDotAll = 16, kUnicode = 32, kVerbose = 64, kAscii = 256;
};

struct Range {
  char32_t low, high;
};
struct CharSet {
  std::vector<Range> ranges;
  std::string categories;  // of d D w W s S
  bool negated = false;
};

enum class Op : uint8_t {
  Char,
  Any,
  AnyNoNewline,
  Set,
  Category,  // consume one; a = code point, index of a set, or category letter
  Split,     // try a, then b
  Jump,
  Save,
  Match,
  Begin,
  BeginLine,
  End,
  EndLine,
  EndAbsolute,  // ^ \A, (?m)^, $, (?m)$, \Z
  WordBoundary,
  NotWordBoundary,
  Backref,
  Condition,  // a = group; Condition goes to b when it did not match
  Look,
  LookBehind,  // sub-program at pc+1 up to Match; a = continue at, b = negated; c = width
  Atomic,      // sub-program at pc+1; a = continue at
  LoopStart,
  LoopCheck,  // a = slot: remember the position; fail when nothing was consumed since
};

struct Instr {
  Op op;
  uint32_t a = 0, b = 0, c = 0;
  uint32_t flags = 0;  // the flags in force, for case and category tests
};

struct Program {
  std::vector<Instr> code;
  std::vector<CharSet> sets;
  uint32_t groups = 0;  // without group 0
  uint32_t slots = 0;
  uint32_t flags = 0;
  std::vector<std::pair<std::string, uint32_t>> names;  // in order of group number
};

[[nodiscard]] Result<std::shared_ptr<const Program>> compile(const std::u32string& pattern, uint32_t flags, bool is_text);

enum class Anchor : uint8_t { Search, Start, Full };
enum class Found : uint8_t { No, Yes, GaveUp };

// `spans` receives 2 * (groups + 1) positions, -1 for a group that took no part. `must_advance`: no empty match at `start`.
[[nodiscard]] Found match(const Program& program, const std::u32string& text, size_t start, size_t end, Anchor anchor,
                          std::vector<int64_t>& spans, bool must_advance = false);

}  // namespace graphlift::stdlib::regex
