// str: case, classification, alignment and encoding.
#include <algorithm>

#include "analysis/interp/types_dunders.h"
#include "analysis/interp/types_str.h"

namespace graphlift::interp {
namespace {

// Simple case mapping of ASCII, Latin-1, Greek and Cyrillic. Others are not known here.
bool map_case(char32_t c, bool upper, char32_t& out) {
  out = c;
  if (c < 0x80) {
    if (upper && c >= 'a' && c <= 'z') out = c - 32;
    if (!upper && c >= 'A' && c <= 'Z') out = c + 32;
    return true;
  }
  if (c == 0xdf || c == 0xb5 || c == 0xff) return !upper;
  if (c >= 0xc0 && c <= 0xfe && c != 0xd7 && c != 0xf7) {
    if (upper && c >= 0xe0) out = c - 32;
    if (!upper && c <= 0xde) out = c + 32;
    return true;
  }
  if (c < 0x100) return true;
  if (c >= 0x391 && c <= 0x3a9) {
    if (!upper) out = c + 32;
    return c != 0x3a3 || upper;
  }
  if (c >= 0x3b1 && c <= 0x3c9) {
    if (upper) out = c == 0x3c2 ? 0x3a3 : c - 32;
    return true;
  }
  if (c >= 0x410 && c <= 0x42f) {
    if (!upper) out = c + 32;
    return true;
  }
  if (c >= 0x430 && c <= 0x44f) {
    if (upper) out = c - 32;
    return true;
  }
  if (c >= 0x400 && c <= 0x40f) {
    if (!upper) out = c + 80;
    return true;
  }
  if (c >= 0x450 && c <= 0x45f) {
    if (upper) out = c - 80;
    return true;
  }
  return (c >= 0x2000 && c < 0x2100) || (c >= 0x2190 && c < 0x2c00) || (c >= 0x3000 && c < 0xa000) || (c >= 0xac00 && c < 0xd7a4) ||
         c >= 0x1f000;
}

enum class Cased : uint8_t { No, Lower, Upper };

Cased cased(char32_t c) {
  char32_t other = 0;
  if (map_case(c, true, other) && other != c) return Cased::Lower;
  if (map_case(c, false, other) && other != c) return Cased::Upper;
  return c == 0xdf || c == 0xb5 || c == 0xff || c == 0xaa || c == 0xba ? Cased::Lower : Cased::No;
}

bool is_digit(char32_t c) { return c >= '0' && c <= '9'; }
bool is_alpha(char32_t c) {
  if (c < 0x80) return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  return cased(c) != Cased::No || (c >= 0x100 && c < 0x2000) || (c >= 0x3041 && c < 0xa000) || (c >= 0xac00 && c < 0xd7a4);
}

enum class Mapping : uint8_t { Upper, Lower, Swap, Title, Capitalize };

template <Mapping kind>
Value map_text(Vm& vm, Args& args) {
  std::string_view text;
  if (self_text(vm, args, text).null()) return {};
  std::u32string wide = decode_utf8(text);
  bool after_cased = false;
  for (size_t i = 0; i < wide.size(); ++i) {
    const Cased was = cased(wide[i]);
    bool upper = kind == Mapping::Upper;
    if (kind == Mapping::Swap) upper = was == Cased::Lower;
    if (kind == Mapping::Title) upper = !after_cased;
    if (kind == Mapping::Capitalize) upper = i == 0;
    after_cased = was != Cased::No;
    if (!map_case(wide[i], upper, wide[i])) return vm.sym(vm.types.str, When::Const);
  }
  return vm.str(encode_utf8(wide));
}

enum class Test : uint8_t { Alnum, Alpha, Ascii, Digit, Identifier, Lower, Printable, Space, Title, Upper };

template <Test kind>
Value test_text(Vm& vm, Args& args) {
  std::string_view text;
  if (self_text(vm, args, text).null()) return {};
  if (kind == Test::Ascii) return Value::boolean(is_ascii(text));
  const std::u32string wide = decode_utf8(text);
  if (wide.empty()) return Value::boolean(kind == Test::Printable);
  bool any_cased = false, previous_cased = false;
  for (size_t i = 0; i < wide.size(); ++i) {
    const char32_t c = wide[i];
    const Cased kind_of = cased(c);
    any_cased |= kind_of != Cased::No;
    bool ok = true;
    switch (kind) {
      case Test::Alnum: ok = is_alpha(c) || is_digit(c); break;
      case Test::Alpha: ok = is_alpha(c); break;
      case Test::Digit: ok = is_digit(c); break;
      case Test::Identifier: ok = is_alpha(c) || c == '_' || (i != 0 && is_digit(c)); break;
      case Test::Lower: ok = kind_of != Cased::Upper; break;
      case Test::Upper: ok = kind_of != Cased::Lower; break;
      case Test::Printable: ok = c >= 0x20 && c != 0x7f && !(c >= 0x80 && c <= 0xa0); break;
      case Test::Space: ok = (c >= 9 && c <= 13) || (c >= 0x1c && c <= 0x20) || c == 0x85 || c == 0xa0 || c == 0x3000; break;
      case Test::Title: ok = kind_of == Cased::No || (kind_of == Cased::Upper) != previous_cased; break;
      case Test::Ascii: break;
    }
    if (!ok) return Value::boolean(false);
    previous_cased = kind_of != Cased::No;
  }
  const bool needs_case = kind == Test::Lower || kind == Test::Upper || kind == Test::Title;
  return Value::boolean(!needs_case || any_cased);
}

enum class Side : uint8_t { Left, Right, Center };

template <Side side>
Value justify(Vm& vm, Args& args) {
  std::string_view text;
  int64_t width = 0;
  if (self_text(vm, args, text).null() || to_index(vm, args[1], width) != Index::Known) return {};
  std::string_view fill = " ";
  if (!args[2].null() && !want_text(vm, args[2], fill, "The fill character must be a unicode character")) return {};
  if (code_points(fill) != 1) return type_error(vm, "The fill character must be exactly one character long");
  const int64_t missing = std::max<int64_t>(width - code_points(text), 0);
  int64_t left = side == Side::Left ? 0 : missing;
  if (side == Side::Center) left = missing / 2 + (missing & width & 1);
  std::string out;
  for (int64_t i = 0; i < left; ++i) out += fill;
  out += text;
  for (int64_t i = left; i < missing; ++i) out += fill;
  return vm.str(out);
}

Value zfill(Vm& vm, Args& args) {
  std::string_view text;
  int64_t width = 0;
  if (self_text(vm, args, text).null() || to_index(vm, args[1], width) != Index::Known) return {};
  const int64_t missing = std::max<int64_t>(width - code_points(text), 0);
  const size_t sign = !text.empty() && (text[0] == '+' || text[0] == '-') ? 1 : 0;
  return vm.str(std::string(text.substr(0, sign)) + std::string(size_t(missing), '0') + std::string(text.substr(sign)));
}

Value expand_tabs(Vm& vm, Args& args) {
  std::string_view text;
  int64_t size = 8;
  if (self_text(vm, args, text).null()) return {};
  const Value given = args.get(1, "tabsize");
  if (!given.null() && to_index(vm, given, size) != Index::Known) return {};
  std::string out;
  int64_t column = 0;
  for (char c : text) {
    if (c == '\t') {
      const int64_t spaces = size > 0 ? size - column % size : 0;
      out.append(size_t(spaces), ' ');
      column += spaces;
      continue;
    }
    out += c;
    if (c == '\n' || c == '\r') column = 0;
    else if ((static_cast<unsigned char>(c) & 0xc0) != 0x80) ++column;
  }
  return vm.str(out);
}

Value encode(Vm& vm, Args& args) {
  std::string_view text;
  if (self_text(vm, args, text).null()) return {};
  const Value encoding = args.get(1, "encoding");
  std::string name = "utf-8";
  if (is_plain_str(encoding)) name = text_of(plain(encoding));
  std::erase_if(name, [](char c) { return c == '-' || c == '_' || c == ' '; });
  for (char& c : name) c = char(c >= 'A' && c <= 'Z' ? c + 32 : c);
  if (name == "utf8" || (is_ascii(text) && (name == "ascii" || name == "latin1" || name == "usascii" || name == "iso88591")))
    return vm.bytes(std::string(text));
  return vm.sym(vm.types.bytes, When::Const);
}

// A translation table maps code points; str.maketrans makes it, str.translate reads it.
Value make_translation(Vm& vm, Args& args) {
  DictObj* table = vm.new_dict();
  if (!known_text(vm, args)) {
    table->open = true;
    return Value::object(table);
  }
  if (args.size() == 1) {
    auto* given = plain_cast<DictObj>(args[0]);
    if (!given) return type_error(vm, "if you give only one argument to maketrans it must be a dict");
    for (const auto& e : given->map.entries()) {
      if (e.key.null()) continue;
      const Value key = e.key.is_str() ? Value::integer(int64_t(decode_utf8(text_of(e.key))[0])) : e.key;
      table->map.set(key, e.value);
    }
    return Value::object(table);
  }
  std::string_view from, to, remove;
  if (!want_text(vm, args[0], from, "maketrans() argument 1 must be str") ||
      !want_text(vm, args[1], to, "maketrans() argument 2 must be str"))
    return {};
  const std::u32string a = decode_utf8(from), b = decode_utf8(to);
  if (a.size() != b.size()) return vm.raise(vm.types.value_error, "the first two maketrans arguments must have equal length");
  for (size_t i = 0; i < a.size(); ++i) table->map.set(Value::integer(int64_t(a[i])), Value::integer(int64_t(b[i])));
  if (!args[2].null() && want_text(vm, args[2], remove, "maketrans() argument 3 must be str"))
    for (char32_t c : decode_utf8(remove)) table->map.set(Value::integer(int64_t(c)), Value::none());
  return vm.raised() ? Value() : Value::object(table);
}

Value translate(Vm& vm, Args& args) {
  std::string_view text;
  if (self_text(vm, args, text).null()) return {};
  std::string out;
  for (char32_t c : decode_utf8(text)) {
    const Value to = vm.get_item(args[1], Value::integer(int64_t(c)));
    if (to.null()) {
      if (!vm.raised_is(vm.types.lookup_error)) return {};
      vm.clear_exception();
      append_utf8(out, c);
    } else if (to.is_integral()) {
      append_utf8(out, char32_t(to.as_int()));
    } else if (is_plain_str(to)) {
      out += text_of(plain(to));
    } else if (!to.is_none()) {
      return sym_like(vm, vm.types.str, {to});
    }
  }
  return vm.str(out);
}

}  // namespace

void register_str_case(Vm& vm) {
  ClassObj *str = vm.types.str, *boolean = vm.types.boolean;
  vm.define(str, "upper", map_text<Mapping::Upper>, str);
  vm.define(str, "lower", map_text<Mapping::Lower>, str);
  vm.define(str, "casefold", map_text<Mapping::Lower>, str);
  vm.define(str, "swapcase", map_text<Mapping::Swap>, str);
  vm.define(str, "title", map_text<Mapping::Title>, str);
  vm.define(str, "capitalize", map_text<Mapping::Capitalize>, str);
  vm.define(str, "isalnum", test_text<Test::Alnum>, boolean);
  vm.define(str, "isalpha", test_text<Test::Alpha>, boolean);
  vm.define(str, "isascii", test_text<Test::Ascii>, boolean);
  vm.define(str, "isdigit", test_text<Test::Digit>, boolean);
  vm.define(str, "isdecimal", test_text<Test::Digit>, boolean);
  vm.define(str, "isnumeric", test_text<Test::Digit>, boolean);
  vm.define(str, "isidentifier", test_text<Test::Identifier>, boolean);
  vm.define(str, "islower", test_text<Test::Lower>, boolean);
  vm.define(str, "isupper", test_text<Test::Upper>, boolean);
  vm.define(str, "istitle", test_text<Test::Title>, boolean);
  vm.define(str, "isprintable", test_text<Test::Printable>, boolean);
  vm.define(str, "isspace", test_text<Test::Space>, boolean);
  vm.define(str, "ljust", justify<Side::Left>, str);
  vm.define(str, "rjust", justify<Side::Right>, str);
  vm.define(str, "center", justify<Side::Center>, str);
  vm.define(str, "zfill", zfill, str);
  vm.define(str, "expandtabs", expand_tabs, str);
  vm.define(str, "encode", encode, vm.types.bytes);
  vm.define(str, "translate", translate, str);
  define_static(vm, str, "maketrans", make_translation);
}

}  // namespace graphlift::interp
