// Python's pattern syntax -> a regex::Program.
#include "analysis/stdlib/regex.h"

#include <memory>
#include <optional>

#include "analysis/interp/types_support.h"

namespace graphlift::stdlib::regex {
namespace {

constexpr size_t kMaxCode = 60'000;
constexpr uint32_t kInfinite = 0xffffffffu;

struct Node {
  enum class Kind { Empty, One, Concat, Alternate, Repeat, Group, Assert, Backref, Look, Condition, Atomic } kind = Kind::Empty;
  Instr instr{Op::Match};  // One, Assert, Backref
  std::vector<std::unique_ptr<Node>> kids;
  uint32_t low = 0, high = 0;  // Repeat
  enum class Greed { Greedy, Lazy, Possessive } greed = Greed::Greedy;
  uint32_t group = 0;                    // Group, Condition
  bool behind = false, negated = false;  // Look
};
using NodePtr = std::unique_ptr<Node>;

NodePtr make(Node::Kind kind) {
  auto n = std::make_unique<Node>();
  n->kind = kind;
  return n;
}

// Whether it can match the empty string; errs towards yes.
bool nullable(const Node& n) {
  switch (n.kind) {
    case Node::Kind::One: return false;
    case Node::Kind::Concat:
      for (const auto& k : n.kids)
        if (!nullable(*k)) return false;
      return true;
    case Node::Kind::Alternate:
      for (const auto& k : n.kids)
        if (nullable(*k)) return true;
      return false;
    case Node::Kind::Repeat: return n.low == 0 || nullable(*n.kids[0]);
    case Node::Kind::Group:
    case Node::Kind::Atomic: return nullable(*n.kids[0]);
    default: return true;
  }
}

// The width of a look-behind; nullopt when it is not fixed.
std::optional<uint32_t> width(const Node& n) {
  switch (n.kind) {
    case Node::Kind::One: return 1;
    case Node::Kind::Concat: {
      uint32_t sum = 0;
      for (const auto& k : n.kids) {
        const auto w = width(*k);
        if (!w) return std::nullopt;
        sum += *w;
      }
      return sum;
    }
    case Node::Kind::Alternate: {
      std::optional<uint32_t> all;
      for (const auto& k : n.kids) {
        const auto w = width(*k);
        if (!w || (all && *all != *w)) return std::nullopt;
        all = w;
      }
      return all;
    }
    case Node::Kind::Repeat: {
      const auto w = width(*n.kids[0]);
      if (!w || n.low != n.high) return std::nullopt;
      return *w * n.low;
    }
    case Node::Kind::Group:
    case Node::Kind::Atomic: return width(*n.kids[0]);
    case Node::Kind::Backref:
    case Node::Kind::Condition: return std::nullopt;
    default: return 0;
  }
}

struct Parser {
  const std::u32string& text;
  uint32_t flags;
  bool is_text;
  Program& program;
  size_t at = 0;
  uint32_t depth = 0;
  std::string error;

  bool more() const { return at < text.size(); }
  char32_t peek(size_t k = 0) const { return at + k < text.size() ? text[at + k] : 0; }
  bool take(char32_t c) {
    if (!more() || text[at] != c) return false;
    ++at;
    return true;
  }
  NodePtr fail(std::string message) {
    if (error.empty()) error = std::move(message) + " at position " + std::to_string(at);
    at = text.size();
    return make(Node::Kind::Empty);
  }

  NodePtr one(Op op, uint32_t a = 0) const {
    auto n = make(Node::Kind::One);
    n->instr = {op, a, 0, 0, flags};
    return n;
  }
  NodePtr assertion(Op op) const {
    auto n = make(Node::Kind::Assert);
    n->instr = {op, 0, 0, 0, flags};
    return n;
  }
  NodePtr backref(uint32_t group) {
    if (group > program.groups) return fail("invalid group reference " + std::to_string(group));
    auto n = make(Node::Kind::Backref);
    n->instr = {Op::Backref, group, 0, 0, flags};
    return n;
  }

  NodePtr alternation() {
    if (++depth > 90) return fail("too deeply nested");
    const uint32_t outer = flags;
    std::vector<NodePtr> options;
    options.push_back(sequence());
    while (take('|')) options.push_back(sequence());
    flags = outer;
    --depth;
    if (options.size() == 1) return std::move(options[0]);
    auto n = make(Node::Kind::Alternate);
    n->kids = std::move(options);
    return n;
  }

  NodePtr sequence() {
    auto n = make(Node::Kind::Concat);
    while (more() && peek() != '|' && peek() != ')') {
      if (flags & Flag::kVerbose) {
        const char32_t c = peek();
        if (c == ' ' || (c >= 9 && c <= 13)) {
          ++at;
          continue;
        }
        if (c == '#') {
          while (more() && peek() != '\n') ++at;
          continue;
        }
      }
      NodePtr atom_node = atom();
      if (!error.empty()) break;
      n->kids.push_back(quantified(std::move(atom_node)));
    }
    return n;
  }

  bool number(uint32_t& out) {
    if (peek() < '0' || peek() > '9') return false;
    uint64_t v = 0;
    while (peek() >= '0' && peek() <= '9' && v < 1'000'000) v = v * 10 + (text[at++] - '0');
    out = uint32_t(v);
    return true;
  }

  NodePtr quantified(NodePtr node) {
    while (more()) {
      uint32_t low = 0, high = kInfinite;
      const size_t start = at;
      if (take('*')) {
      } else if (take('+')) {
        low = 1;
      } else if (take('?')) {
        high = 1;
      } else if (peek() == '{') {
        ++at;
        const bool has_low = number(low);
        if (take(',')) {
          if (!number(high)) high = kInfinite;
          else if (high < low) return fail("min repeat greater than max repeat");
          if (!has_low && high == kInfinite && peek() == '}' && at == start + 2) {
            at = start;
            return node;
          }
        } else if (has_low) {
          high = low;
        }
        if (!take('}') || (!has_low && at == start + 2)) {
          at = start;  // a literal brace
          return node;
        }
      } else {
        return node;
      }
      if (node->kind == Node::Kind::Assert || (node->kind == Node::Kind::Empty)) {
        if (node->kind == Node::Kind::Empty) return fail("nothing to repeat");
      }
      if (node->kind == Node::Kind::Repeat && at == start + 1) return fail("multiple repeat");
      auto repeat = make(Node::Kind::Repeat);
      repeat->low = low;
      repeat->high = high;
      repeat->kids.push_back(std::move(node));
      if (take('?')) repeat->greed = Node::Greed::Lazy;
      else if (take('+')) repeat->greed = Node::Greed::Possessive;
      node = std::move(repeat);
    }
    return node;
  }

  NodePtr atom() {
    const char32_t c = text[at++];
    switch (c) {
      case '.': return one(flags & Flag::kDotAll ? Op::Any : Op::AnyNoNewline);
      case '^': return assertion(flags & Flag::kMultiline ? Op::BeginLine : Op::Begin);
      case '$': return assertion(flags & Flag::kMultiline ? Op::EndLine : Op::End);
      case '(': return group();
      case '[': return set();
      case '\\': return escape();
      case '*':
      case '+':
      case '?': return fail("nothing to repeat");
      default: return one(Op::Char, c);
    }
  }

  bool hex(int digits, char32_t& out) {
    char32_t v = 0;
    for (int i = 0; i < digits; ++i) {
      const char32_t c = peek();
      int d;
      if (c >= '0' && c <= '9') d = int(c - '0');
      else if (c >= 'a' && c <= 'f') d = int(c - 'a') + 10;
      else if (c >= 'A' && c <= 'F') d = int(c - 'A') + 10;
      else return false;
      v = v * 16 + char32_t(d);
      ++at;
    }
    out = v;
    return true;
  }

  // An escape that stands for one character, both inside and outside sets.
  bool simple_escape(char32_t c, char32_t& out) {
    switch (c) {
      case 'n': out = '\n'; return true;
      case 't': out = '\t'; return true;
      case 'r': out = '\r'; return true;
      case 'f': out = '\f'; return true;
      case 'v': out = '\v'; return true;
      case 'a': out = '\a'; return true;
      case 'x': return hex(2, out);
      case 'u': return is_text && hex(4, out);
      case 'U': return is_text && hex(8, out);
      default: break;
    }
    if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9')) return false;
    out = c;
    return true;
  }

  NodePtr escape() {
    if (!more()) return fail("bad escape (end of pattern)");
    const char32_t c = text[at++];
    switch (c) {
      case 'd':
      case 'D':
      case 'w':
      case 'W':
      case 's':
      case 'S': return one(Op::Category, c);
      case 'A': return assertion(Op::Begin);
      case 'Z': return assertion(Op::EndAbsolute);
      case 'b': return assertion(Op::WordBoundary);
      case 'B': return assertion(Op::NotWordBoundary);
      default: break;
    }
    if (c == '0' || (c >= '1' && c <= '9')) {
      --at;
      if (c == '0' || (peek(1) >= '0' && peek(1) <= '7' && peek(2) >= '0' && peek(2) <= '7' && c <= '3')) {
        char32_t v = 0;
        for (int i = 0; i < 3 && peek() >= '0' && peek() <= '7'; ++i) v = v * 8 + (text[at++] - '0');
        return one(Op::Char, v);
      }
      uint32_t group = uint32_t(text[at++] - '0');
      if (peek() >= '0' && peek() <= '9') group = group * 10 + uint32_t(text[at++] - '0');
      return backref(group);
    }
    char32_t out;
    if (!simple_escape(c, out)) return fail("bad escape");
    return one(Op::Char, out);
  }

  NodePtr set() {
    CharSet s;
    s.negated = take('^');
    bool first = true;
    while (true) {
      if (!more()) return fail("unterminated character set");
      char32_t c = text[at++];
      if (c == ']' && !first) break;
      first = false;
      char category = 0;
      if (!set_item(c, category)) return fail("bad escape in character set");
      if (category) {
        s.categories += category;
        continue;
      }
      if (peek() == '-' && peek(1) != ']' && at + 1 < text.size()) {
        ++at;
        char32_t high = text[at++];
        char high_category = 0;
        if (!set_item(high, high_category) || high_category || high < c) return fail("bad character range");
        s.ranges.push_back({c, high});
      } else {
        s.ranges.push_back({c, c});
      }
    }
    program.sets.push_back(std::move(s));
    return one(Op::Set, uint32_t(program.sets.size() - 1));
  }

  bool set_item(char32_t& c, char& category) {
    if (c != '\\') return true;
    if (!more()) return false;
    const char32_t e = text[at++];
    if (e == 'd' || e == 'D' || e == 'w' || e == 'W' || e == 's' || e == 'S') {
      category = char(e);
      return true;
    }
    if (e == 'b') {
      c = '\b';
      return true;
    }
    if (e >= '0' && e <= '7') {
      --at;
      c = 0;
      for (int i = 0; i < 3 && peek() >= '0' && peek() <= '7'; ++i) c = c * 8 + (text[at++] - '0');
      return true;
    }
    return simple_escape(e, c);
  }

  std::string name_until(char32_t close) {
    std::u32string name;
    while (more() && peek() != close) name += text[at++];
    if (!take(close)) fail("missing terminator of a group name");
    return interp::encode_utf8(name);
  }
  uint32_t group_named(const std::string& name) const {
    for (const auto& [n, g] : program.names)
      if (n == name) return g;
    return 0;
  }

  NodePtr closed(NodePtr node) {
    if (!take(')')) return fail("missing ), unterminated subpattern");
    return node;
  }
  NodePtr wrap(Node::Kind kind) {
    auto n = make(kind);
    n->kids.push_back(alternation());
    return closed(std::move(n));
  }
  NodePtr capture(const std::string& name) {
    const uint32_t number = ++program.groups;
    if (!name.empty()) program.names.emplace_back(name, number);
    auto n = make(Node::Kind::Group);
    n->group = number;
    n->kids.push_back(alternation());
    return closed(std::move(n));
  }

  NodePtr group() {
    if (!take('?')) return capture("");
    if (!more()) return fail("unexpected end of pattern");
    const char32_t c = text[at++];
    switch (c) {
      case ':': return closed_plain();
      case '>': return wrap(Node::Kind::Atomic);
      case '=':
      case '!': return look(false, c == '!');
      case '<':
        if (take('=')) return look(true, false);
        if (take('!')) return look(true, true);
        return fail("unknown extension ?<");
      case 'P':
        if (take('<')) return capture(name_until('>'));
        if (take('=')) {
          const std::string name = name_until(')');
          const uint32_t g = group_named(name);
          return g ? backref(g) : fail("unknown group name '" + name + "'");
        }
        return fail("unknown extension ?P");
      case '#':
        while (more() && peek() != ')') ++at;
        if (!take(')')) return fail("missing ), unterminated comment");
        return make(Node::Kind::Concat);
      case '(': return conditional();
      default: --at; return flag_group();
    }
  }
  NodePtr closed_plain() {
    NodePtr body = alternation();
    return closed(std::move(body));
  }
  NodePtr look(bool behind, bool negated) {
    auto n = make(Node::Kind::Look);
    n->behind = behind;
    n->negated = negated;
    n->kids.push_back(alternation());
    if (behind && !width(*n->kids[0])) return fail("look-behind requires fixed-width pattern");
    return closed(std::move(n));
  }
  NodePtr conditional() {
    const std::string name = name_until(')');
    auto n = make(Node::Kind::Condition);
    n->group = name.find_first_not_of("0123456789") == std::string::npos && !name.empty() ? uint32_t(std::stoul(name)) : group_named(name);
    if (n->group == 0 || n->group > program.groups) return fail("unknown group name");
    const uint32_t outer = flags;
    n->kids.push_back(sequence());
    n->kids.push_back(take('|') ? sequence() : make(Node::Kind::Concat));
    flags = outer;
    return closed(std::move(n));
  }

  static uint32_t flag_of(char32_t c) {
    switch (c) {
      case 'i': return Flag::kIgnoreCase;
      case 'm': return Flag::kMultiline;
      case 's': return Flag::kDotAll;
      case 'x': return Flag::kVerbose;
      case 'a': return Flag::kAscii;
      case 'u': return Flag::kUnicode;
      case 'L': return Flag::kLocale;
      default: return 0;
    }
  }
  NodePtr flag_group() {
    uint32_t on = 0, off = 0;
    while (flag_of(peek())) on |= flag_of(text[at++]);
    if (take('-'))
      while (flag_of(peek())) off |= flag_of(text[at++]);
    if (take(')')) {
      flags |= on;
      program.flags |= on;
      return make(Node::Kind::Concat);
    }
    if (!take(':')) return fail("unknown extension");
    const uint32_t outer = flags;
    flags = (flags | on) & ~off;
    NodePtr body = alternation();
    flags = outer;
    return closed(std::move(body));
  }
};

struct Emitter {
  Program& program;
  bool overflow = false;

  uint32_t here() const { return uint32_t(program.code.size()); }
  uint32_t emit(Instr in) {
    if (program.code.size() >= kMaxCode) {
      overflow = true;
      return 0;
    }
    program.code.push_back(in);
    return here() - 1;
  }

  void loop(const Node& body, Node::Greed greed) {
    const bool check = nullable(body);
    const uint32_t slot = check ? program.slots++ : 0;
    const uint32_t head = emit({Op::Split});
    if (check) emit({Op::LoopStart, slot});
    gen(body);
    if (check) emit({Op::LoopCheck, slot});
    emit({Op::Jump, head});
    branch(head, head + 1, here(), greed);
  }
  void branch(uint32_t at, uint32_t body, uint32_t after, Node::Greed greed) {
    Instr& in = program.code[at];
    in.a = greed == Node::Greed::Lazy ? after : body;
    in.b = greed == Node::Greed::Lazy ? body : after;
  }

  void repeat(const Node& n) {
    uint32_t atomic = 0;
    const bool possessive = n.greed == Node::Greed::Possessive;
    if (possessive) atomic = emit({Op::Atomic});
    const Node& body = *n.kids[0];
    for (uint32_t i = 0; i < n.low && !overflow; ++i) gen(body);
    if (n.high == kInfinite) {
      loop(body, n.greed);
    } else {
      std::vector<uint32_t> heads;
      for (uint32_t i = n.low; i < n.high && !overflow; ++i) {
        heads.push_back(emit({Op::Split}));
        gen(body);
      }
      if (!overflow)
        for (uint32_t h : heads) branch(h, h + 1, here(), n.greed);
    }
    if (possessive) {
      emit({Op::Match});
      program.code[atomic].a = here();
    }
  }

  void gen(const Node& n) {
    if (overflow) return;
    switch (n.kind) {
      case Node::Kind::Empty: return;
      case Node::Kind::One:
      case Node::Kind::Assert:
      case Node::Kind::Backref: emit(n.instr); return;
      case Node::Kind::Concat:
        for (const auto& k : n.kids) gen(*k);
        return;
      case Node::Kind::Alternate: {
        std::vector<uint32_t> jumps;
        for (size_t i = 0; i + 1 < n.kids.size(); ++i) {
          const uint32_t split = emit({Op::Split});
          gen(*n.kids[i]);
          jumps.push_back(emit({Op::Jump}));
          if (overflow) return;
          branch(split, split + 1, here(), Node::Greed::Greedy);
        }
        gen(*n.kids.back());
        for (uint32_t j : jumps) program.code[j].a = here();
        return;
      }
      case Node::Kind::Repeat: repeat(n); return;
      case Node::Kind::Group:
        emit({Op::Save, 2 * n.group});
        gen(*n.kids[0]);
        emit({Op::Save, 2 * n.group + 1});
        return;
      case Node::Kind::Atomic:
      case Node::Kind::Look: {
        const bool atomic = n.kind == Node::Kind::Atomic;
        const uint32_t at = emit({atomic ? Op::Atomic : n.behind ? Op::LookBehind : Op::Look, 0, n.negated, 0, 0});
        if (!overflow && n.behind) program.code[at].c = width(*n.kids[0]).value_or(0);
        gen(*n.kids[0]);
        emit({Op::Match});
        if (!overflow) program.code[at].a = here();
        return;
      }
      case Node::Kind::Condition: {
        const uint32_t at = emit({Op::Condition, n.group});
        gen(*n.kids[0]);
        const uint32_t jump = emit({Op::Jump});
        if (overflow) return;
        program.code[at].b = here();
        gen(*n.kids[1]);
        program.code[jump].a = here();
        return;
      }
    }
  }
};

}  // namespace

Result<std::shared_ptr<const Program>> compile(const std::u32string& pattern, uint32_t flags, bool is_text) {
  auto program = std::make_shared<Program>();
  if (is_text && !(flags & Flag::kAscii)) flags |= Flag::kUnicode;
  program->flags = flags;
  Parser parser{pattern, flags, is_text, *program};
  NodePtr root = parser.alternation();
  if (parser.error.empty() && parser.more()) parser.fail("unbalanced parenthesis");
  if (!parser.error.empty()) return Error{parser.error};
  Emitter emitter{*program};
  emitter.gen(*root);
  emitter.emit({Op::Match});
  if (emitter.overflow) return Error{"the pattern is too large for this model"};
  return std::shared_ptr<const Program>(std::move(program));
}

}  // namespace graphlift::stdlib::regex
