#include "analysis/syntax/string_literal.h"

#include <cstdint>

namespace graphlift::syntax {
namespace {

void append_utf8(uint32_t code, std::string& out) {
  if (code < 0x80) {
    out += static_cast<char>(code);
  } else if (code < 0x800) {
    out += static_cast<char>(0xc0 | (code >> 6));
    out += static_cast<char>(0x80 | (code & 0x3f));
  } else if (code < 0x10000) {
    out += static_cast<char>(0xe0 | (code >> 12));
    out += static_cast<char>(0x80 | ((code >> 6) & 0x3f));
    out += static_cast<char>(0x80 | (code & 0x3f));
  } else {
    out += static_cast<char>(0xf0 | ((code >> 18) & 7));
    out += static_cast<char>(0x80 | ((code >> 12) & 0x3f));
    out += static_cast<char>(0x80 | ((code >> 6) & 0x3f));
    out += static_cast<char>(0x80 | (code & 0x3f));
  }
}

int hex_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

// Reads `digits` hexadecimal digits at `at`; false when they are not there.
bool read_hex(std::string_view text, size_t at, size_t digits, uint32_t& value) {
  if (at + digits > text.size()) return false;
  value = 0;
  for (size_t i = 0; i < digits; ++i) {
    const int digit = hex_value(text[at + i]);
    if (digit < 0) return false;
    value = value * 16 + static_cast<uint32_t>(digit);
  }
  return true;
}

// The character of a one-letter escape, or 0 when it is none.
char simple_escape(char c) {
  switch (c) {
    case '\\':
    case '\'':
    case '"': return c;
    case 'a': return '\a';
    case 'b': return '\b';
    case 'f': return '\f';
    case 'n': return '\n';
    case 'r': return '\r';
    case 't': return '\t';
    case 'v': return '\v';
    default: return 0;
  }
}

// Decodes the escape whose backslash is at `at`; returns the offset after it.
size_t decode_escape(std::string_view text, size_t at, bool bytes, std::string& out) {
  if (at + 1 >= text.size()) {
    out += '\\';
    return at + 1;
  }
  const char c = text[at + 1];
  if (c == '\n') return at + 2;
  if (c == '\r') return at + 2 < text.size() && text[at + 2] == '\n' ? at + 3 : at + 2;
  if (const char value = simple_escape(c)) {
    out += value;
    return at + 2;
  }
  uint32_t value = 0;
  if (c >= '0' && c <= '7') {
    size_t end = at + 1;
    for (; end < text.size() && end < at + 4 && text[end] >= '0' && text[end] <= '7'; ++end)
      value = value * 8 + static_cast<uint32_t>(text[end] - '0');
    if (bytes) out += static_cast<char>(value & 0xff);
    else append_utf8(value, out);
    return end;
  }
  if (c == 'x' && read_hex(text, at + 2, 2, value)) {
    if (bytes) out += static_cast<char>(value);
    else append_utf8(value, out);
    return at + 4;
  }
  if (!bytes) {
    if (c == 'u' && read_hex(text, at + 2, 4, value)) {
      append_utf8(value, out);
      return at + 6;
    }
    if (c == 'U' && read_hex(text, at + 2, 8, value) && value <= 0x10ffff) {
      append_utf8(value, out);
      return at + 10;
    }
    if (c == 'N' && at + 2 < text.size() && text[at + 2] == '{') {
      const size_t close = text.find('}', at + 3);
      if (close != std::string_view::npos) {
        append_utf8(0xfffd, out);  // the table of character names is not worth its size here
        return close + 1;
      }
    }
  }
  out += '\\';  // an unknown escape stays as it is
  return at + 1;
}

}  // namespace

StringPrefix read_string_prefix(std::string_view start) {
  StringPrefix prefix;
  for (const char c : start) {
    switch (c) {
      case 'r':
      case 'R': prefix.raw = true; break;
      case 'b':
      case 'B': prefix.bytes = true; break;
      case 'f':
      case 'F':
      case 't':
      case 'T': prefix.format = true; break;
      case 'u':
      case 'U': break;
      default: return prefix;
    }
  }
  return prefix;
}

void decode_string(std::string_view content, StringPrefix prefix, std::string& out) {
  for (size_t at = 0; at < content.size();) {
    const size_t plain = content.find_first_of(prefix.format ? "\\\r{}" : "\\\r", at);
    if (plain == std::string_view::npos) {
      out.append(content.substr(at));
      return;
    }
    out.append(content.substr(at, plain - at));
    at = plain;
    const char c = content[at];
    if (c == '\r') {  // newlines in a literal are always `\n`
      out += '\n';
      at += at + 1 < content.size() && content[at + 1] == '\n' ? 2 : 1;
    } else if (c == '\\' && !prefix.raw) {
      at = decode_escape(content, at, prefix.bytes, out);
    } else {
      out += c;
      const bool doubled = c != '\\' && at + 1 < content.size() && content[at + 1] == c;
      at += doubled ? 2 : 1;
    }
  }
}

}  // namespace graphlift::syntax
