// UTF-8 text by code points, and the repr of strings and bytes.
#include "analysis/interp/types_support.h"

namespace graphlift::interp {

bool is_ascii(std::string_view text) {
  for (char c : text)
    if (static_cast<unsigned char>(c) >= 0x80) return false;
  return true;
}

std::u32string decode_utf8(std::string_view text) {
  std::u32string out;
  out.reserve(text.size());
  for (size_t i = 0; i < text.size();) {
    const auto lead = static_cast<unsigned char>(text[i]);
    const size_t length = lead < 0x80 ? 1 : lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc0 ? 2 : 1;
    char32_t c = length == 1 ? lead : lead & (0x7f >> length);
    for (size_t k = 1; k < length && i + k < text.size(); ++k) c = (c << 6) | (static_cast<unsigned char>(text[i + k]) & 0x3f);
    out += c;
    i += length;
  }
  return out;
}

void append_utf8(std::string& out, char32_t c) {
  if (c < 0x80) {
    out += char(c);
  } else if (c < 0x800) {
    out += char(0xc0 | (c >> 6));
    out += char(0x80 | (c & 0x3f));
  } else if (c < 0x10000) {
    out += char(0xe0 | (c >> 12));
    out += char(0x80 | ((c >> 6) & 0x3f));
    out += char(0x80 | (c & 0x3f));
  } else {
    out += char(0xf0 | (c >> 18));
    out += char(0x80 | ((c >> 12) & 0x3f));
    out += char(0x80 | ((c >> 6) & 0x3f));
    out += char(0x80 | (c & 0x3f));
  }
}

std::string encode_utf8(std::u32string_view text) {
  std::string out;
  out.reserve(text.size());
  for (char32_t c : text) append_utf8(out, c);
  return out;
}

int64_t code_points(std::string_view text) {
  int64_t n = 0;
  for (char c : text) n += (static_cast<unsigned char>(c) & 0xc0) != 0x80;
  return n;
}

namespace {

void append_hex(std::string& out, uint32_t value, int digits) {
  static constexpr char kHex[] = "0123456789abcdef";
  for (int shift = (digits - 1) * 4; shift >= 0; shift -= 4) out += kHex[(value >> shift) & 15];
}

// Escapes what both strings and bytes escape; false when the character prints as itself.
bool append_escape(std::string& out, char32_t c, char quote) {
  switch (c) {
    case '\n': out += "\\n"; return true;
    case '\r': out += "\\r"; return true;
    case '\t': out += "\\t"; return true;
    case '\\': out += "\\\\"; return true;
    default: break;
  }
  if (c == char32_t(quote)) {
    out += '\\';
    out += quote;
    return true;
  }
  if (c < 0x20 || c == 0x7f) {
    out += "\\x";
    append_hex(out, c, 2);
    return true;
  }
  return false;
}

char quote_for(std::string_view text) {
  return text.find('\'') != std::string_view::npos && text.find('"') == std::string_view::npos ? '"' : '\'';
}

// Control, format, surrogate and separator characters outside ASCII, as far as they are met in practice.
bool printable(char32_t c) {
  if (c < 0xa0 || c == 0xa0 || c == 0xad) return false;
  if (c == 0x1680 || (c >= 0x2000 && c <= 0x200f) || (c >= 0x2028 && c <= 0x202f) || (c >= 0x205f && c <= 0x206f)) return false;
  return c != 0x3000 && c != 0xfeff && !(c >= 0xd800 && c <= 0xf8ff) && !(c >= 0xfff0 && c <= 0xfffb) && c < 0xe0000;
}

}  // namespace

std::string repr_of_text(std::string_view text) {
  const char quote = quote_for(text);
  std::string out(1, quote);
  const auto one = [&](char32_t c) {
    if (append_escape(out, c, quote)) return;
    if (c < 0x80 || printable(c)) {
      append_utf8(out, c);
    } else if (c <= 0xff) {
      out += "\\x";
      append_hex(out, c, 2);
    } else if (c <= 0xffff) {
      out += "\\u";
      append_hex(out, c, 4);
    } else {
      out += "\\U";
      append_hex(out, c, 8);
    }
  };
  if (is_ascii(text)) {
    for (char c : text) one(char32_t(c));
  } else {
    for (char32_t c : decode_utf8(text)) one(c);
  }
  return out + quote;
}

std::string repr_of_bytes(std::string_view data) {
  const char quote = quote_for(data);
  std::string out = "b";
  out += quote;
  for (char c : data) {
    const auto byte = static_cast<unsigned char>(c);
    if (append_escape(out, byte, quote)) continue;
    if (byte < 0x7f) {
      out += c;
    } else {
      out += "\\x";
      append_hex(out, byte, 2);
    }
  }
  return out + quote;
}

}  // namespace graphlift::interp
