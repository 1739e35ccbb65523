// str: construction, and the methods that search, split and join.
#include "analysis/interp/types_str.h"

#include <algorithm>

#include "analysis/interp/types_dunders.h"

namespace graphlift::interp {

bool want_text(Vm& vm, Value v, std::string_view& out, const char* what) {
  const Value p = plain(v);
  if (p.is_str()) {
    out = text_of(p);
    return true;
  }
  type_error(vm, std::string(what) + ", not " + type_name(vm, v));
  return false;
}

Value self_text(Vm& vm, Args& args, std::string_view& out) {
  if (!want_text(vm, args[0], out, "descriptor requires a 'str' object")) return {};
  return args[0];
}

bool known_text(Vm& vm, const Args& args) {
  for (Value v : args.pos)
    if (!vm.concrete(v)) return false;
  for (const auto& [k, v] : args.kw)
    if (!vm.concrete(v)) return false;
  return !args.open_pos && !args.open_kw;
}

Value unknown_texts(Vm& vm, const Args& args) {
  Facts facts;
  facts.when = vm.when(args);
  for (Value v : args.pos) facts.add(vm, v);
  Collected out;
  out.open = true;
  out.rest = facts.sym(vm, vm.types.str);
  return list_of(vm, std::move(out));
}

namespace {

Value str_construct(Vm& vm, Args& args) {
  Value object, encoding, errors;
  auto* cls = cast<ClassObj>(args[0]);
  Args rest = args;
  rest.pos.erase(rest.pos.begin());
  if (!rest.bind(vm, "object=, encoding=, errors=", {&object, &encoding, &errors})) return {};
  Value text;
  if (object.null()) {
    text = vm.str("");
  } else if (const auto* bytes = cast<BytesObj>(plain(object)); bytes && !encoding.null()) {
    text = vm.str(bytes->data);
  } else {
    text = vm.to_text(object);
  }
  if (text.null() || cls == vm.types.str) return text;
  return instance_with(vm, cls, text);
}

// Optional start and end arguments as a byte range of the text; false when out of range or an exception is set.
bool byte_range(Vm& vm, std::string_view text, Value start, Value end, size_t& from, size_t& to) {
  const int64_t length = code_points(text);
  int64_t a = 0, b = length;
  for (auto [v, out] : {std::pair<Value, int64_t*>{start, &a}, {end, &b}}) {
    if (v.null() || v.is_none()) continue;
    if (to_index(vm, v, *out) != Index::Known) return false;
    if (*out < 0) *out = std::max<int64_t>(*out + length, 0);
  }
  b = std::min(b, length);
  if (a > length) return false;
  const auto offset = [&](int64_t index) {
    size_t at = 0;
    for (; index > 0 && at < text.size(); --index) {
      ++at;
      while (at < text.size() && (static_cast<unsigned char>(text[at]) & 0xc0) == 0x80) ++at;
    }
    return at;
  };
  const bool ascii = is_ascii(text);
  from = ascii ? size_t(a) : offset(a);
  to = ascii ? size_t(b) : offset(b);
  return true;
}

enum class Search : uint8_t { Find, ReverseFind, Index, ReverseIndex, Count };

template <Search kind>
Value search(Vm& vm, Args& args) {
  std::string_view text, part;
  if (self_text(vm, args, text).null() || !want_text(vm, args[1], part, "must be str")) return {};
  size_t from = 0, to = 0;
  const bool inside = byte_range(vm, text, args[2], args[3], from, to);
  if (vm.raised()) return {};
  size_t at = std::string_view::npos;
  int64_t count = 0;
  if (inside && from <= to) {
    const std::string_view window = text.substr(from, to - from);
    if (kind == Search::Count) {
      if (part.empty()) return Value::integer(code_points(window) + 1);
      for (size_t p = window.find(part); p != std::string_view::npos; p = window.find(part, p + part.size())) ++count;
      return Value::integer(count);
    }
    const bool reverse = kind == Search::ReverseFind || kind == Search::ReverseIndex;
    at = reverse ? window.rfind(part) : window.find(part);
  }
  if (kind == Search::Count) return Value::integer(0);
  if (at != std::string_view::npos) return Value::integer(code_points(text.substr(0, from + at)));
  if (kind == Search::Index || kind == Search::ReverseIndex) return vm.raise(vm.types.value_error, "substring not found");
  return Value::integer(-1);
}

template <bool at_end>
Value starts_or_ends(Vm& vm, Args& args) {
  std::string_view text;
  if (self_text(vm, args, text).null()) return {};
  size_t from = 0, to = 0;
  const bool inside = byte_range(vm, text, args[2], args[3], from, to);
  if (vm.raised()) return {};
  std::vector<Value> parts{args[1]};
  if (auto* t = cast<TupleObj>(plain(args[1]))) parts = t->items;
  bool unknown = false;
  Facts facts;
  for (Value v : parts) {
    if (!vm.concrete(v)) {
      unknown = true;
      facts.add(vm, v);
      continue;
    }
    std::string_view part;
    if (!want_text(vm, v, part,
                   at_end ? "endswith first arg must be str or a tuple of str" : "startswith first arg must be str or a tuple of str"))
      return {};
    if (!inside || from > to) continue;
    const std::string_view window = text.substr(from, to - from);
    if (at_end ? window.ends_with(part) : window.starts_with(part)) return Value::boolean(true);
  }
  return unknown ? facts.sym(vm, vm.types.boolean) : Value::boolean(false);
}

bool is_space(char32_t c) {
  return (c >= 9 && c <= 13) || (c >= 0x1c && c <= 0x20) || c == 0x85 || c == 0xa0 || c == 0x1680 || (c >= 0x2000 && c <= 0x200a) ||
         c == 0x2028 || c == 0x2029 || c == 0x202f || c == 0x205f || c == 0x3000;
}

template <bool left, bool right>
Value strip(Vm& vm, Args& args) {
  std::string_view text;
  if (self_text(vm, args, text).null()) return {};
  std::u32string wide = decode_utf8(text), set;
  const bool given = !args[1].null() && !args[1].is_none();
  if (given) {
    std::string_view chars;
    if (!want_text(vm, args[1], chars, "strip arg must be None or str")) return {};
    set = decode_utf8(chars);
  }
  const auto drop = [&](char32_t c) { return given ? set.find(c) != std::u32string::npos : is_space(c); };
  size_t from = 0, to = wide.size();
  while (left && from < to && drop(wide[from])) ++from;
  while (right && to > from && drop(wide[to - 1])) --to;
  return vm.str(encode_utf8(std::u32string_view(wide).substr(from, to - from)));
}

Value split_spaces(Vm& vm, std::string_view text, int64_t limit, bool reverse) {
  const std::u32string wide = decode_utf8(text);
  std::vector<Value> out;
  const auto add = [&](size_t from, size_t to) { out.push_back(vm.str(encode_utf8(std::u32string_view(wide).substr(from, to - from)))); };
  if (!reverse) {
    size_t i = 0;
    while (true) {
      while (i < wide.size() && is_space(wide[i])) ++i;
      if (i >= wide.size()) break;
      if (limit >= 0 && int64_t(out.size()) >= limit) {
        add(i, wide.size());
        break;
      }
      size_t end = i;
      while (end < wide.size() && !is_space(wide[end])) ++end;
      add(i, end);
      i = end;
    }
    return vm.list(std::move(out));
  }
  size_t i = wide.size();
  while (true) {
    while (i > 0 && is_space(wide[i - 1])) --i;
    if (i == 0) break;
    if (limit >= 0 && int64_t(out.size()) >= limit) {
      add(0, i);
      break;
    }
    size_t begin = i;
    while (begin > 0 && !is_space(wide[begin - 1])) --begin;
    add(begin, i);
    i = begin;
  }
  std::reverse(out.begin(), out.end());
  return vm.list(std::move(out));
}

template <bool reverse>
Value split(Vm& vm, Args& args) {
  if (!known_text(vm, args)) return unknown_texts(vm, args);
  Value self, separator, limit_value;
  std::string_view text, sep;
  if (!args.bind(vm, "self, sep=, maxsplit=", {&self, &separator, &limit_value}) || !want_text(vm, self, text, "must be str")) return {};
  int64_t limit = -1;
  if (!limit_value.null() && to_index(vm, limit_value, limit) != Index::Known) return vm.raised() ? Value() : unknown_texts(vm, args);
  if (separator.null() || separator.is_none()) return split_spaces(vm, text, limit, reverse);
  if (!want_text(vm, separator, sep, "must be str or None")) return {};
  if (sep.empty()) return vm.raise(vm.types.value_error, "empty separator");
  std::vector<Value> out;
  if (!reverse) {
    size_t from = 0;
    for (size_t at = text.find(sep); at != std::string_view::npos && (limit < 0 || int64_t(out.size()) < limit);
         at = text.find(sep, from)) {
      out.push_back(vm.str(text.substr(from, at - from)));
      from = at + sep.size();
    }
    out.push_back(vm.str(text.substr(from)));
    return vm.list(std::move(out));
  }
  std::string_view left = text;
  for (size_t at = left.rfind(sep); at != std::string_view::npos && (limit < 0 || int64_t(out.size()) < limit); at = left.rfind(sep)) {
    out.push_back(vm.str(left.substr(at + sep.size())));
    left = left.substr(0, at);
  }
  out.push_back(vm.str(left));
  std::reverse(out.begin(), out.end());
  return vm.list(std::move(out));
}

Value split_lines(Vm& vm, Args& args) {
  if (!known_text(vm, args)) return unknown_texts(vm, args);
  std::string_view text;
  if (self_text(vm, args, text).null()) return {};
  const Value keep_value = args.get(1, "keepends");
  const bool keep = !keep_value.null() && vm.truth(keep_value).value == Tri::Yes;
  std::vector<Value> out;
  for (size_t i = 0; i < text.size();) {
    size_t end = text.find_first_of("\n\r\v\f\x1c\x1d\x1e", i);
    if (end == std::string_view::npos) {
      out.push_back(vm.str(text.substr(i)));
      break;
    }
    const size_t next = end + (text[end] == '\r' && end + 1 < text.size() && text[end + 1] == '\n' ? 2 : 1);
    out.push_back(vm.str(text.substr(i, (keep ? next : end) - i)));
    i = next;
  }
  return vm.list(std::move(out));
}

template <bool reverse>
Value partition(Vm& vm, Args& args) {
  if (!known_text(vm, args)) {
    const Value part = sym_like(vm, vm.types.str, {args[0], args[1]});
    return vm.tuple({part, part, part});
  }
  std::string_view text, sep;
  if (self_text(vm, args, text).null() || !want_text(vm, args[1], sep, "must be str")) return {};
  if (sep.empty()) return vm.raise(vm.types.value_error, "empty separator");
  const size_t at = reverse ? text.rfind(sep) : text.find(sep);
  const Value empty = vm.str(""), whole = vm.str(text);
  if (at == std::string_view::npos) return reverse ? vm.tuple({empty, empty, whole}) : vm.tuple({whole, empty, empty});
  return vm.tuple({vm.str(text.substr(0, at)), vm.str(sep), vm.str(text.substr(at + sep.size()))});
}

Value join(Vm& vm, Args& args) {
  Collected parts;
  if (!gather(vm, args[1], parts)) return {};
  Facts facts;
  bool unknown = !vm.concrete(args[0]) || parts.open;
  facts.add(vm, args[0]);
  if (parts.open) {
    facts.add(vm, parts.rest);
    if (facts.when == When::Const) facts.when = When::Unknown;
  }
  std::string out;
  const std::string_view sep = is_plain_str(args[0]) ? text_of(plain(args[0])) : std::string_view();
  for (size_t i = 0; i < parts.items.size(); ++i) {
    const Value v = parts.items[i];
    if (!vm.concrete(v)) {
      unknown = true;
      facts.add(vm, v);
      continue;
    }
    std::string_view part;
    if (!want_text(vm, v, part, "sequence item: expected str instance")) return {};
    if (i != 0) out += sep;
    out += part;
  }
  return unknown ? facts.sym(vm, vm.types.str) : vm.str(out);
}

Value replace(Vm& vm, Args& args) {
  Value self, old_value, new_value, count_value;
  std::string_view text, from, to;
  if (!args.bind(vm, "self, old, new, count=", {&self, &old_value, &new_value, &count_value}) ||
      !want_text(vm, self, text, "must be str") || !want_text(vm, old_value, from, "replace() argument 1 must be str") ||
      !want_text(vm, new_value, to, "replace() argument 2 must be str"))
    return {};
  int64_t limit = -1;
  if (!count_value.null() && to_index(vm, count_value, limit) != Index::Known) return {};
  std::string out;
  size_t at = 0;
  if (from.empty()) {
    for (char32_t c : decode_utf8(text)) {
      if (limit != 0) out += to;
      if (limit > 0) --limit;
      append_utf8(out, c);
    }
    if (limit != 0) out += to;
    return vm.str(out);
  }
  for (size_t hit = text.find(from); hit != std::string_view::npos && limit != 0; hit = text.find(from, at)) {
    out += text.substr(at, hit - at);
    out += to;
    at = hit + from.size();
    if (limit > 0) --limit;
  }
  out += text.substr(at);
  return vm.str(out);
}

template <bool prefix>
Value remove_affix(Vm& vm, Args& args) {
  std::string_view text, part;
  if (self_text(vm, args, text).null() || !want_text(vm, args[1], part, "must be str")) return {};
  if (prefix && text.starts_with(part)) return vm.str(text.substr(part.size()));
  if (!prefix && !part.empty() && text.ends_with(part)) return vm.str(text.substr(0, text.size() - part.size()));
  return vm.str(text);
}

Value format_method(Vm& vm, Args& args) {
  const Value self = plain(args[0]);
  if (!self.is_str()) return sym_like(vm, vm.types.str, {args[0]});
  Args rest = args;
  rest.pos.erase(rest.pos.begin());
  return format_template(vm, text_of(self), rest, {});
}

Value format_map(Vm& vm, Args& args) {
  const Value self = plain(args[0]);
  if (!self.is_str()) return sym_like(vm, vm.types.str, {args[0]});
  Args none;
  return format_template(vm, text_of(self), none, args[1]);
}

}  // namespace

void register_str_case(Vm& vm);  // types_str_case.cpp

void register_str(Vm& vm) {
  ClassObj* str = vm.types.str;
  define_construction(vm, str, str_construct);
  define_binary(vm, str, {BinaryOp::Add}, false);
  define_binary(vm, str, {BinaryOp::Mul, BinaryOp::Mod});
  define_ordering(vm, str);
  define_container(vm, str, false, true);
  define_text(vm, str);
  ClassObj *integer = vm.types.integer, *boolean = vm.types.boolean;
  vm.define(str, "find", search<Search::Find>, integer);
  vm.define(str, "rfind", search<Search::ReverseFind>, integer);
  vm.define(str, "index", search<Search::Index>, integer);
  vm.define(str, "rindex", search<Search::ReverseIndex>, integer);
  vm.define(str, "count", search<Search::Count>, integer);
  vm.define(str, "startswith", starts_or_ends<false>, boolean);
  vm.define(str, "endswith", starts_or_ends<true>, boolean);
  vm.define(str, "strip", strip<true, true>, str);
  vm.define(str, "lstrip", strip<true, false>, str);
  vm.define(str, "rstrip", strip<false, true>, str);
  vm.define(str, "split", split<false>);
  vm.define(str, "rsplit", split<true>);
  vm.define(str, "splitlines", split_lines);
  vm.define(str, "partition", partition<false>);
  vm.define(str, "rpartition", partition<true>);
  vm.define(str, "join", join);
  vm.define(str, "replace", replace, str);
  vm.define(str, "removeprefix", remove_affix<true>, str);
  vm.define(str, "removesuffix", remove_affix<false>, str);
  vm.define(str, "format", format_method);
  vm.define(str, "format_map", format_map);
  register_str_case(vm);
}

}  // namespace graphlift::interp
