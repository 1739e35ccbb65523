// re: compiled patterns and matches over known text; text or patterns that are not known give abstract results.
#include "analysis/stdlib/define.h"
#include "analysis/stdlib/regex.h"

namespace graphlift::stdlib {
namespace {

using regex::Anchor;

struct Compiled {
  std::shared_ptr<const regex::Program> program;
  bool is_text = true;
};

struct Matched {
  std::shared_ptr<const regex::Program> program;
  std::u32string text;
  std::vector<int64_t> spans;
  bool is_text = true;
};

// Known str or bytes as code points (bytes: one each).
bool known_text(Value v, std::u32string& out, bool& is_text) {
  v = plain(v);
  if (v.is_str()) {
    out = decode_utf8(text_of(v));
    is_text = true;
    return true;
  }
  if (auto* b = cast<BytesObj>(v)) {
    out.clear();
    for (unsigned char c : b->data) out.push_back(c);
    is_text = false;
    return true;
  }
  return false;
}

Value to_value(Vm& vm, std::u32string_view text, bool is_text) {
  if (is_text) return vm.str(encode_utf8(text));
  std::string data;
  for (char32_t c : text) data += char(c);
  return vm.bytes(std::move(data));
}

ClassObj* re_class(Vm& vm, const char* name) { return class_in(vm, "re", name); }

const Compiled* compiled_of(Value v) {
  auto* object = cast<InstanceObj>(v);
  return object && object->cls->name == "Pattern" ? static_cast<const Compiled*>(object->native_state.get()) : nullptr;
}
const Matched* matched_of(Value v) {
  auto* object = cast<InstanceObj>(v);
  return object && object->cls->name == "Match" ? static_cast<const Matched*>(object->native_state.get()) : nullptr;
}

bool flags_of(Value v, uint32_t& out) {
  if (v.null()) return true;
  if (auto* object = cast<InstanceObj>(v); object && object->dict)
    for (const auto& e : object->dict->map.entries())
      if (e.key.is_str() && text_of(e.key) == "_value_") v = e.value;
  v = plain(v);
  if (!v.is_integral()) return false;
  out = uint32_t(v.as_int());
  return true;
}

// A Pattern object; an Unknown when the pattern is not known; Null with re.error.
Value compile(Vm& vm, Value pattern, Value flags) {
  if (compiled_of(pattern)) return pattern;
  std::u32string text;
  bool is_text = true;
  uint32_t bits = 0;
  if (!known_text(pattern, text, is_text) || !flags_of(flags, bits)) {
    if (vm.concrete(pattern) && !known_text(pattern, text, is_text))
      return vm.raise(vm.types.type_error, "first argument must be string or compiled pattern");
    return vm.unknown("a regular expression that is not known", vm.when(pattern));
  }
  auto* cache = cast<DictObj>(attr_in(vm, "re", "_cache"));
  const Value key = vm.tuple({plain(pattern), Value::integer(bits)});
  if (cache && is_text)
    if (const Value* hit = cache->map.find(key)) return *hit;
  auto program = regex::compile(text, bits, is_text);
  if (!program) return vm.raise(re_class(vm, "error"), program.error());
  InstanceObj* object = vm.new_instance(re_class(vm, "Pattern"));
  auto state = std::make_shared<Compiled>();
  state->program = *program;
  state->is_text = is_text;
  object->native_state = state;
  const Value v = Value::object(object);
  put(vm, v, "pattern", plain(pattern));
  put(vm, v, "flags", Value::integer(int64_t(state->program->flags)));
  put(vm, v, "groups", Value::integer(state->program->groups));
  DictObj* names = vm.new_dict();
  for (const auto& [name, group] : state->program->names) names->map.set(vm.str(name), Value::integer(group));
  put(vm, v, "groupindex", Value::object(names));
  if (cache && is_text) cache->map.set(key, v);
  return v;
}

// ---- matches

Value match_object(Vm& vm, const Compiled& pattern, Value pattern_value, Value subject, std::u32string text, std::vector<int64_t> spans) {
  InstanceObj* object = vm.new_instance(re_class(vm, "Match"));
  auto state = std::make_shared<Matched>();
  state->program = pattern.program;
  state->text = std::move(text);
  state->spans = std::move(spans);
  state->is_text = pattern.is_text;
  object->native_state = state;
  const Value v = Value::object(object);
  put(vm, v, "string", subject);
  put(vm, v, "re", pattern_value);
  put(vm, v, "pos", Value::integer(0));
  put(vm, v, "endpos", Value::integer(int64_t(state->text.size())));
  int64_t last = 0;
  for (size_t i = 1; 2 * i + 1 < state->spans.size(); ++i)
    if (state->spans[2 * i + 1] >= 0) last = int64_t(i);
  put(vm, v, "lastindex", last ? Value::integer(last) : Value::none());
  Value last_name = Value::none();
  for (const auto& [name, group] : pattern.program->names)
    if (int64_t(group) == last) last_name = vm.str(name);
  put(vm, v, "lastgroup", last_name);
  return v;
}

Value group_text(Vm& vm, const Matched& m, size_t group) {
  const int64_t from = m.spans[2 * group], to = m.spans[2 * group + 1];
  if (from < 0) return {};
  return to_value(vm, std::u32string_view(m.text).substr(size_t(from), size_t(to - from)), m.is_text);
}

bool group_number(Vm& vm, const Matched& m, Value v, size_t& out) {
  v = plain(v);
  if (v.is_str()) {
    for (const auto& [name, group] : m.program->names)
      if (name == text_of(v)) {
        out = group;
        return true;
      }
  } else if (v.is_integral() && v.as_int() >= 0 && v.as_int() <= int64_t(m.program->groups)) {
    out = size_t(v.as_int());
    return true;
  }
  vm.raise(vm.types.index_error, "no such group");
  return false;
}

Value unknown_match(Vm& vm, Value self) { return vm.unknown("a match of text that is not known", vm.when(self)); }

Value match_group(Vm& vm, Args& a) {
  const Matched* m = matched_of(a[0]);
  if (!m) return unknown_match(vm, a[0]);
  std::vector<Value> out;
  if (a.size() == 1) return group_text(vm, *m, 0);
  for (size_t i = 1; i < a.size(); ++i) {
    size_t group = 0;
    if (!group_number(vm, *m, a[i], group)) return {};
    const Value v = group_text(vm, *m, group);
    out.push_back(v.null() ? Value::none() : v);
  }
  return out.size() == 1 ? out[0] : vm.tuple(std::move(out));
}

Value match_groups(Vm& vm, Args& a) {
  const Matched* m = matched_of(a[0]);
  if (!m) return unknown_match(vm, a[0]);
  const Value fallback = a.get(1, "default");
  std::vector<Value> out;
  for (size_t i = 1; i <= m->program->groups; ++i) {
    const Value v = group_text(vm, *m, i);
    out.push_back(!v.null() ? v : fallback.null() ? Value::none() : fallback);
  }
  return vm.tuple(std::move(out));
}

Value match_group_dict(Vm& vm, Args& a) {
  const Matched* m = matched_of(a[0]);
  if (!m) return unknown_match(vm, a[0]);
  const Value fallback = a.get(1, "default");
  DictObj* out = vm.new_dict();
  for (const auto& [name, group] : m->program->names) {
    const Value v = group_text(vm, *m, group);
    out->map.set(vm.str(name), !v.null() ? v : fallback.null() ? Value::none() : fallback);
  }
  return Value::object(out);
}

enum class Where { Start, End, Span };
template <Where W>
Value match_position(Vm& vm, Args& a) {
  const Matched* m = matched_of(a[0]);
  if (!m) return unknown_match(vm, a[0]);
  size_t group = 0;
  if (a.size() > 1 && !group_number(vm, *m, a[1], group)) return {};
  const Value from = Value::integer(m->spans[2 * group]), to = Value::integer(m->spans[2 * group + 1]);
  return W == Where::Start ? from : W == Where::End ? to : pair(vm, from, to);
}

// Replacement text with \1, \g<name> and escapes filled in.
bool expand(Vm& vm, const Matched& m, const std::u32string& text, std::u32string& out) {
  const auto append_group = [&](Value which) {
    size_t group = 0;
    if (!group_number(vm, m, which, group)) return false;
    const int64_t from = m.spans[2 * group], to = m.spans[2 * group + 1];
    if (from >= 0) out += m.text.substr(size_t(from), size_t(to - from));
    return true;
  };
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\' || i + 1 >= text.size()) {
      out += text[i];
      continue;
    }
    const char32_t c = text[++i];
    if (c == 'g' && i + 1 < text.size() && text[i + 1] == '<') {
      const size_t close = text.find(U'>', i);
      if (close == std::u32string::npos) return vm.raise(re_class(vm, "error"), "missing >, unterminated name"), false;
      const std::string name = encode_utf8(text.substr(i + 2, close - i - 2));
      const bool digits = !name.empty() && name.find_first_not_of("0123456789") == std::string::npos;
      if (!append_group(digits ? Value::integer(std::stoll(name)) : vm.str(name))) return false;
      i = close;
    } else if (c >= '1' && c <= '9') {
      int64_t group = c - '0';
      if (i + 1 < text.size() && text[i + 1] >= '0' && text[i + 1] <= '9') group = group * 10 + (text[++i] - '0');
      if (!append_group(Value::integer(group))) return false;
    } else {
      constexpr std::pair<char, char> kEscapes[] = {{'n', '\n'}, {'t', '\t'}, {'r', '\r'}, {'f', '\f'},
                                                    {'v', '\v'}, {'a', '\a'}, {'0', '\0'}, {'\\', '\\'}};
      const auto* found = std::find_if(std::begin(kEscapes), std::end(kEscapes), [&](const auto& e) { return char32_t(e.first) == c; });
      if (found != std::end(kEscapes)) out += char32_t(found->second);
      else (out += U'\\') += c;
    }
  }
  return true;
}

Value match_expand(Vm& vm, Args& a) {
  const Matched* m = matched_of(a[0]);
  std::u32string text, out;
  bool is_text = true;
  if (!m || !known_text(a[1], text, is_text)) return unknown_match(vm, a[0]);
  return expand(vm, *m, text, out) ? to_value(vm, out, m->is_text) : Value();
}

// ---- searching

// The subject of a search; `abstract` is the answer when it is not known.
struct Subject {
  const Compiled* pattern = nullptr;
  Value pattern_value, value;
  std::u32string text;
  size_t start = 0, end = 0;
};

bool subject_of(Vm& vm, Value pattern, Value text, Value start, Value end, Subject& out) {
  out.pattern = compiled_of(pattern);
  out.pattern_value = pattern;
  out.value = text;
  bool is_text = true;
  if (!out.pattern || !known_text(text, out.text, is_text)) {
    if (out.pattern && vm.concrete(plain(text)))
      vm.raise(vm.types.type_error, "expected string or bytes-like object, got '" + vm.type_of(text)->name + "'");
    return false;
  }
  out.end = out.text.size();
  if (start.is_integral()) out.start = size_t(std::clamp<int64_t>(start.as_int(), 0, int64_t(out.end)));
  if (end.is_integral()) out.end = size_t(std::clamp<int64_t>(end.as_int(), 0, int64_t(out.end)));
  return true;
}

// Match or None, undecided: both are kept.
Value maybe_match(Vm& vm, Value text) {
  const When when = interp::join(vm.when(text), When::PyInput);
  return vm.join(Value::object(vm.new_instance(re_class(vm, "Match"))), Value::none(), when);
}

Value find(Vm& vm, Value pattern, Value text, Value start, Value end, Anchor anchor) {
  Subject s;
  if (!subject_of(vm, pattern, text, start, end, s)) return vm.raised() ? Value() : maybe_match(vm, text);
  std::vector<int64_t> spans;
  switch (regex::match(*s.pattern->program, s.text, s.start, s.end, anchor, spans)) {
    case regex::Found::No: return Value::none();
    case regex::Found::GaveUp: return maybe_match(vm, text);
    default: return match_object(vm, *s.pattern, pattern, text, std::move(s.text), std::move(spans));
  }
}

// All matches in order; false when it was given up.
bool all_matches(const Subject& s, size_t limit, std::vector<std::vector<int64_t>>& out) {
  size_t at = s.start;
  bool must_advance = false;
  while (at <= s.end && out.size() < limit) {
    std::vector<int64_t> spans;
    const auto found = regex::match(*s.pattern->program, s.text, at, s.end, Anchor::Search, spans, must_advance);
    if (found == regex::Found::GaveUp) return false;
    if (found == regex::Found::No) break;
    must_advance = spans[0] == spans[1];
    at = size_t(spans[1]);
    out.push_back(std::move(spans));
  }
  return true;
}

Value find_all(Vm& vm, Value pattern, Value text, Value start, Value end) {
  Subject s;
  std::vector<std::vector<int64_t>> found;
  if (!subject_of(vm, pattern, text, start, end, s) || !all_matches(s, SIZE_MAX, found)) {
    if (vm.raised()) return {};
    return open_list(vm, outside(vm, vm.types.str));
  }
  std::vector<Value> out;
  const Matched base{s.pattern->program, s.text, {}, s.pattern->is_text};
  for (auto& spans : found) {
    Matched m = base;
    m.spans = spans;
    const auto text_at = [&](size_t g) {
      const Value v = group_text(vm, m, g);
      return v.null() ? to_value(vm, U"", m.is_text) : v;
    };
    const size_t groups = m.program->groups;
    if (groups <= 1) {
      out.push_back(text_at(groups));
      continue;
    }
    std::vector<Value> row;
    for (size_t g = 1; g <= groups; ++g) row.push_back(text_at(g));
    out.push_back(vm.tuple(std::move(row)));
  }
  return vm.list(std::move(out));
}

Value find_iter(Vm& vm, Value pattern, Value text, Value start, Value end) {
  Subject s;
  std::vector<std::vector<int64_t>> found;
  if (!subject_of(vm, pattern, text, start, end, s) || !all_matches(s, SIZE_MAX, found)) {
    if (vm.raised()) return {};
    return vm.iterator([](Vm& m) { return Value::object(m.new_instance(re_class(m, "Match"))); }, true);
  }
  std::vector<Value> out;
  for (auto& spans : found) out.push_back(match_object(vm, *s.pattern, pattern, text, s.text, std::move(spans)));
  return vm.iterator_over(std::move(out));
}

Value substitute(Vm& vm, Value pattern, Value replacement, Value text, Value count, bool with_number) {
  Subject s;
  std::vector<std::vector<int64_t>> found;
  const size_t limit = count.is_integral() && count.as_int() > 0 ? size_t(count.as_int()) : SIZE_MAX;
  const auto abstract = [&] {
    const Value v = sym_like(vm, vm.types.str, {text, replacement});
    return with_number ? pair(vm, v, outside(vm, vm.types.integer)) : v;
  };
  if (!subject_of(vm, pattern, text, Value(), Value(), s) || !all_matches(s, limit, found)) return vm.raised() ? Value() : abstract();
  std::u32string with, out;
  bool is_text = true;
  const bool plain_text = known_text(replacement, with, is_text);
  if (!plain_text && !vm.concrete(replacement)) return abstract();
  size_t at = 0;
  Facts facts;
  bool known = true;
  for (auto& spans : found) {
    out += s.text.substr(at, size_t(spans[0]) - at);
    at = size_t(spans[1]);
    if (plain_text) {
      const Matched m{s.pattern->program, s.text, spans, s.pattern->is_text};
      if (!expand(vm, m, with, out)) return {};
      continue;
    }
    const Value r = vm.call(replacement, {match_object(vm, *s.pattern, pattern, text, s.text, spans)});
    std::u32string piece;
    if (r.null()) return {};
    if (known_text(r, piece, is_text)) out += piece;
    else known = false, facts.add(vm, r);
  }
  if (!known) return facts.sym(vm, vm.types.str);
  out += s.text.substr(at);
  const Value v = to_value(vm, out, s.pattern->is_text);
  return with_number ? pair(vm, v, Value::integer(int64_t(found.size()))) : v;
}

Value split(Vm& vm, Value pattern, Value text, Value limit) {
  Subject s;
  std::vector<std::vector<int64_t>> found;
  const size_t most = limit.is_integral() && limit.as_int() > 0 ? size_t(limit.as_int()) : SIZE_MAX;
  if (!subject_of(vm, pattern, text, Value(), Value(), s) || !all_matches(s, most, found)) {
    if (vm.raised()) return {};
    return open_list(vm, sym_like(vm, vm.types.str, {text}));
  }
  std::vector<Value> out;
  size_t at = 0;
  for (auto& spans : found) {
    out.push_back(to_value(vm, std::u32string_view(s.text).substr(at, size_t(spans[0]) - at), s.pattern->is_text));
    const Matched m{s.pattern->program, s.text, spans, s.pattern->is_text};
    for (size_t g = 1; g <= m.program->groups; ++g) {
      const Value v = group_text(vm, m, g);
      out.push_back(v.null() ? Value::none() : v);
    }
    at = size_t(spans[1]);
  }
  out.push_back(to_value(vm, std::u32string_view(s.text).substr(at), s.pattern->is_text));
  return vm.list(std::move(out));
}

Value escape(Vm& vm, Args& a) {
  std::u32string text, out;
  bool is_text = true;
  if (!known_text(a[0], text, is_text)) return lift(vm, a, vm.types.str);
  for (char32_t c : text) {
    if (std::u32string_view(U"()[]{}?*+-|^$\\.&~# \t\n\r\v\f").find(c) != std::u32string_view::npos) out += U'\\';
    out += c;
  }
  return to_value(vm, out, is_text);
}

// ---- the same as methods of a pattern and as functions that compile first

template <Anchor A>
Value pattern_find(Vm& vm, Args& a) {
  Value self, text, start, end;
  return a.bind(vm, "self, string, pos=, endpos=", {&self, &text, &start, &end}) ? find(vm, self, text, start, end, A) : Value();
}
template <Anchor A>
Value module_find(Vm& vm, Args& a) {
  Value pattern, text, flags;
  if (!a.bind(vm, "pattern, string, flags=", {&pattern, &text, &flags})) return {};
  const Value p = compile(vm, pattern, flags);
  return p.null() ? p : find(vm, p, text, Value(), Value(), A);
}
template <Value (*F)(Vm&, Value, Value, Value, Value)>
Value pattern_all(Vm& vm, Args& a) {
  Value self, text, start, end;
  return a.bind(vm, "self, string, pos=, endpos=", {&self, &text, &start, &end}) ? F(vm, self, text, start, end) : Value();
}
template <Value (*F)(Vm&, Value, Value, Value, Value)>
Value module_all(Vm& vm, Args& a) {
  Value pattern, text, flags;
  if (!a.bind(vm, "pattern, string, flags=", {&pattern, &text, &flags})) return {};
  const Value p = compile(vm, pattern, flags);
  return p.null() ? p : F(vm, p, text, Value(), Value());
}
template <bool Number>
Value pattern_sub(Vm& vm, Args& a) {
  Value self, replacement, text, count;
  return a.bind(vm, "self, repl, string, count=", {&self, &replacement, &text, &count})
             ? substitute(vm, self, replacement, text, count, Number)
             : Value();
}
template <bool Number>
Value module_sub(Vm& vm, Args& a) {
  Value pattern, replacement, text, count, flags;
  if (!a.bind(vm, "pattern, repl, string, count=, flags=", {&pattern, &replacement, &text, &count, &flags})) return {};
  const Value p = compile(vm, pattern, flags);
  return p.null() ? p : substitute(vm, p, replacement, text, count, Number);
}
Value pattern_split(Vm& vm, Args& a) {
  Value self, text, limit;
  return a.bind(vm, "self, string, maxsplit=", {&self, &text, &limit}) ? split(vm, self, text, limit) : Value();
}
Value module_split(Vm& vm, Args& a) {
  Value pattern, text, limit, flags;
  if (!a.bind(vm, "pattern, string, maxsplit=, flags=", {&pattern, &text, &limit, &flags})) return {};
  const Value p = compile(vm, pattern, flags);
  return p.null() ? p : split(vm, p, text, limit);
}
Value self_of(Vm&, Args& a) { return a[0]; }

void flags(Module& m) {
  const std::pair<const char*, uint32_t> names[] = {{"NOFLAG", 0},   {"IGNORECASE", 2}, {"LOCALE", 4},  {"MULTILINE", 8}, {"DOTALL", 16},
                                                    {"UNICODE", 32}, {"VERBOSE", 64},   {"DEBUG", 128}, {"ASCII", 256}};
  DictObj* members = m.vm.new_dict();
  for (const auto& [name, bits] : names) members->map.set(m.vm.str(name), Value::integer(bits));
  const Value cls = m.vm.call(attr_in(m.vm, "enum", "IntFlag"), {m.vm.str("RegexFlag"), Value::object(members)});
  m.set("RegexFlag", cls);
  for (const auto& [name, bits] : names) {
    const Value member = cast<ClassObj>(cls) ? class_own(m.vm, cast<ClassObj>(cls), name) : Value::integer(bits);
    m.set(name, member);
    if (bits && bits != 128) m.set(std::string(bits == 64 ? "X" : bits == 16 ? "S" : std::string(name).substr(0, 1)), member);
  }
}

}  // namespace

void init_re(Vm& vm, ModuleObj* module) {
  Module m{vm, module};
  m.set("_cache", Value::object(vm.new_dict()));
  m.exception("error", vm.types.exception);
  m.set("PatternError", m.get("error"));
  ClassObj* pattern = m.cls("Pattern");
  method(vm, pattern, "search", pattern_find<Anchor::Search>);
  method(vm, pattern, "match", pattern_find<Anchor::Start>);
  method(vm, pattern, "fullmatch", pattern_find<Anchor::Full>);
  method(vm, pattern, "findall", pattern_all<find_all>);
  method(vm, pattern, "finditer", pattern_all<find_iter>);
  method(vm, pattern, "sub", pattern_sub<false>);
  method(vm, pattern, "subn", pattern_sub<true>);
  method(vm, pattern, "split", pattern_split);
  method(vm, pattern, "scanner", [](Vm& v, Args&) { return v.unknown("a scanner of a regular expression"); });
  ClassObj* match = m.cls("Match");
  method(vm, match, "group", match_group);
  method(vm, match, "groups", match_groups);
  method(vm, match, "groupdict", match_group_dict);
  method(vm, match, "start", match_position<Where::Start>);
  method(vm, match, "end", match_position<Where::End>);
  method(vm, match, "span", match_position<Where::Span>);
  method(vm, match, "expand", match_expand);
  method(vm, match, "__getitem__", match_group);
  for (ClassObj* c : {pattern, match}) {
    generic_class(vm, c);
    method(vm, c, "__copy__", self_of);
    method(vm, c, "__deepcopy__", self_of);
    method(vm, c, "__bool__", [](Vm&, Args&) { return Value::boolean(true); });
  }
  flags(m);
  m.fn("compile", [](Vm& v, Args& a) -> Value {
    Value text, bits;
    return a.bind(v, "pattern, flags=", {&text, &bits}) ? compile(v, text, bits) : Value();
  });
  m.fn("search", module_find<Anchor::Search>);
  m.fn("match", module_find<Anchor::Start>);
  m.fn("fullmatch", module_find<Anchor::Full>);
  m.fn("findall", module_all<find_all>);
  m.fn("finditer", module_all<find_iter>);
  m.fn("sub", module_sub<false>);
  m.fn("subn", module_sub<true>);
  m.fn("split", module_split);
  m.fn("escape", escape);
  m.fn("purge", [](Vm&, Args&) { return Value::none(); });
}

}  // namespace graphlift::stdlib
