// The matcher: an explicit backtrack stack over the compiled program, with a step budget.
#include <algorithm>

#include "analysis/stdlib/regex.h"

namespace graphlift::stdlib::regex {
namespace {

constexpr uint64_t kStepBudget = 4'000'000;

bool is_space(char32_t c) {
  return (c >= 9 && c <= 13) || (c >= 0x1c && c <= 0x20) || c == 0x85 || c == 0xa0 || c == 0x1680 || (c >= 0x2000 && c <= 0x200a) ||
         c == 0x2028 || c == 0x2029 || c == 0x202f || c == 0x205f || c == 0x3000;
}
bool is_ascii_word(char32_t c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_word(char32_t c) {
  if (c < 0x80) return is_ascii_word(c);
  if (c < 0xc0) return c == 0xaa || c == 0xb2 || c == 0xb3 || c == 0xb5 || (c >= 0xb9 && c <= 0xba) || (c >= 0xbc && c <= 0xbe);
  if (c == 0xd7 || c == 0xf7) return false;
  const bool symbol = (c >= 0x2000 && c <= 0x206f) || (c >= 0x20a0 && c <= 0x20cf) || (c >= 0x2190 && c <= 0x245f) ||
                      (c >= 0x2500 && c <= 0x2bff) || (c >= 0x3000 && c <= 0x3004) || (c >= 0x3008 && c <= 0x3020) ||
                      (c >= 0xfe10 && c <= 0xfe6f) || (c >= 0xff00 && c <= 0xff0f) || (c >= 0x1f000 && c <= 0x1faff);
  return !symbol;
}

bool in_category(char32_t c, char category, bool ascii) {
  switch (category) {
    case 'd': return c >= '0' && c <= '9';
    case 'D': return !in_category(c, 'd', ascii);
    case 's': return ascii ? (c == 0x20 || (c >= 9 && c <= 13)) : is_space(c);
    case 'S': return !in_category(c, 's', ascii);
    case 'w': return ascii ? is_ascii_word(c) : is_word(c);
    default: return !in_category(c, 'w', ascii);
  }
}

char32_t fold(char32_t c) {
  if (c >= 'A' && c <= 'Z') return c + 32;
  if (c < 0x80) return c;
  if ((c >= 0xc0 && c <= 0xde && c != 0xd7) || (c >= 0x391 && c <= 0x3a9) || (c >= 0x410 && c <= 0x42f)) return c + 32;
  if (c >= 0x400 && c <= 0x40f) return c + 80;
  if (c >= 0x100 && c <= 0x17f && c != 0x130 && c != 0x131) return c | 1;
  return c;
}
char32_t swap_case(char32_t c) {
  if (c >= 'a' && c <= 'z') return c - 32;
  if (c >= 'A' && c <= 'Z') return c + 32;
  const char32_t low = fold(c);
  if (low != c) return low;
  if ((c >= 0xe0 && c <= 0xfe && c != 0xf7) || (c >= 0x3b1 && c <= 0x3c9) || (c >= 0x430 && c <= 0x44f)) return c - 32;
  return c;
}

bool set_contains(const CharSet& set, char32_t c, bool ascii) {
  for (const Range& r : set.ranges)
    if (c >= r.low && c <= r.high) return true;
  return std::any_of(set.categories.begin(), set.categories.end(), [&](char k) { return in_category(c, k, ascii); });
}

struct Matcher {
  const Program& program;
  const std::u32string& text;
  size_t end;
  size_t forbidden = SIZE_MAX;  // where the whole match may not end
  uint64_t steps = 0;
  bool gave_up = false;

  struct Choice {
    uint32_t pc;
    size_t pos;
    size_t trail;
  };
  struct Undo {
    uint32_t slot;
    int64_t value;
  };
  std::vector<int64_t> saves;  // group positions, then loop slots
  std::vector<Undo> trail;

  void save(uint32_t slot, int64_t value) {
    trail.push_back({slot, saves[slot]});
    saves[slot] = value;
  }
  void rewind(size_t mark) {
    while (trail.size() > mark) {
      saves[trail.back().slot] = trail.back().value;
      trail.pop_back();
    }
  }

  bool consumes(const Instr& in, char32_t c) const {
    const bool ascii = (in.flags & Flag::kAscii) || !(in.flags & Flag::kUnicode);
    const bool ignore = in.flags & Flag::kIgnoreCase;
    switch (in.op) {
      case Op::Char: return c == in.a || (ignore && fold(c) == fold(in.a));
      case Op::Any: return true;
      case Op::AnyNoNewline: return c != '\n';
      case Op::Category: return in_category(c, char(in.a), ascii);
      default: {
        const CharSet& set = program.sets[in.a];
        bool hit = set_contains(set, c, ascii);
        if (!hit && ignore) hit = set_contains(set, swap_case(c), ascii);
        return hit != set.negated;
      }
    }
  }

  bool word_at(size_t pos, bool ascii) const { return pos < end && (ascii ? is_ascii_word(text[pos]) : is_word(text[pos])); }

  bool holds(const Instr& in, size_t pos) const {
    const bool ascii = (in.flags & Flag::kAscii) || !(in.flags & Flag::kUnicode);
    switch (in.op) {
      case Op::Begin: return pos == 0;
      case Op::BeginLine: return pos == 0 || text[pos - 1] == '\n';
      case Op::End: return pos == end || (pos + 1 == end && text[pos] == '\n');
      case Op::EndLine: return pos == end || text[pos] == '\n';
      case Op::EndAbsolute: return pos == end;
      default: {
        const bool before = pos > 0 && word_at(pos - 1, ascii);
        return (before != word_at(pos, ascii)) == (in.op == Op::WordBoundary);
      }
    }
  }

  bool backref(const Instr& in, size_t& pos) const {
    const int64_t from = saves[2 * in.a], to = saves[2 * in.a + 1];
    if (from < 0 || to < from) return false;
    const size_t size = size_t(to - from);
    if (pos + size > end) return false;
    for (size_t i = 0; i < size; ++i) {
      const char32_t x = text[size_t(from) + i], y = text[pos + i];
      if (x != y && !((in.flags & Flag::kIgnoreCase) && fold(x) == fold(y))) return false;
    }
    pos += size;
    return true;
  }

  // Runs from pc until Match; the position reached is left in `pos`. Captures stay set on success.
  bool run(uint32_t pc, size_t& pos, bool whole, uint32_t depth) {
    if (depth > 60) {
      gave_up = true;
      return false;
    }
    std::vector<Choice> choices;
    const auto fail = [&]() -> bool {
      if (choices.empty()) return false;
      const Choice c = choices.back();
      choices.pop_back();
      rewind(c.trail);
      pc = c.pc;
      pos = c.pos;
      return true;
    };
    while (true) {
      if (++steps > kStepBudget) {
        gave_up = true;
        return false;
      }
      const Instr& in = program.code[pc];
      bool ok = true;
      switch (in.op) {
        case Op::Char:
        case Op::Any:
        case Op::AnyNoNewline:
        case Op::Set:
        case Op::Category:
          ok = pos < end && consumes(in, text[pos]);
          if (ok) ++pos, ++pc;
          break;
        case Op::Split:
          choices.push_back({in.b, pos, trail.size()});
          pc = in.a;
          break;
        case Op::Jump: pc = in.a; break;
        case Op::Save:
          save(in.a, int64_t(pos));
          ++pc;
          break;
        case Op::LoopStart:
          save(2 * (program.groups + 1) + in.a, int64_t(pos));
          ++pc;
          break;
        case Op::LoopCheck:
          ok = saves[2 * (program.groups + 1) + in.a] != int64_t(pos);
          ++pc;
          break;
        case Op::Match:
          if ((!whole || pos == end) && (depth > 0 || pos != forbidden)) return true;
          ok = false;
          break;
        case Op::Backref:
          ok = backref(in, pos);
          ++pc;
          break;
        case Op::Condition: pc = saves[2 * in.a + 1] >= 0 ? pc + 1 : in.b; break;
        case Op::Look: {
          size_t at = pos;
          const size_t mark = trail.size();
          const bool hit = run(pc + 1, at, false, depth + 1);
          if (gave_up) return false;
          if (in.b) rewind(mark);
          ok = hit != bool(in.b);
          pc = in.a;
          break;
        }
        case Op::LookBehind: {
          bool hit = false;
          const size_t mark = trail.size();
          if (pos >= in.c) {
            size_t at = pos - in.c;
            hit = run(pc + 1, at, false, depth + 1);
          }
          if (gave_up) return false;
          if (in.b) rewind(mark);
          ok = hit != bool(in.b);
          pc = in.a;
          break;
        }
        case Op::Atomic: {
          ok = run(pc + 1, pos, false, depth + 1);
          if (gave_up) return false;
          pc = in.a;
          break;
        }
        default:
          ok = holds(in, pos);
          ++pc;
          break;
      }
      if (!ok && !fail()) return false;
    }
  }
};

}  // namespace

Found match(const Program& program, const std::u32string& text, size_t start, size_t end, Anchor anchor, std::vector<int64_t>& spans,
            bool must_advance) {
  Matcher m{program, text, std::min(end, text.size())};
  for (size_t at = start; at <= m.end; ++at) {
    m.saves.assign(2 * (program.groups + 1) + program.slots, -1);
    m.trail.clear();
    size_t pos = at;
    m.forbidden = must_advance && at == start ? start : SIZE_MAX;
    const bool hit = m.run(0, pos, anchor == Anchor::Full, 0);
    if (m.gave_up) return Found::GaveUp;
    if (hit) {
      spans.assign(m.saves.begin(), m.saves.begin() + 2 * (program.groups + 1));
      spans[0] = int64_t(at);
      spans[1] = int64_t(pos);
      return Found::Yes;
    }
    if (anchor != Anchor::Search) break;
  }
  return Found::No;
}

}  // namespace graphlift::stdlib::regex
