#include "analysis/project/source_file.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>

#include "analysis/project/notebook.h"

namespace graphlift::project {
namespace {

bool word(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_' || c == '.'; }

// Offset of the first byte that is not valid UTF-8, or npos.
size_t invalid_utf8(std::string_view s) {
  size_t i = 0;
  const auto continuation = [&](size_t at) { return at < s.size() && (static_cast<unsigned char>(s[at]) & 0xC0u) == 0x80u; };
  while (i < s.size()) {
    const auto c = static_cast<unsigned char>(s[i]);
    if (c < 0x80) {
      ++i;
      continue;
    }
    size_t extra = 0;
    if (c >= 0xC2 && c <= 0xDF) extra = 1;
    else if (c >= 0xE0 && c <= 0xEF) extra = 2;
    else if (c >= 0xF0 && c <= 0xF4) extra = 3;
    else return i;
    for (size_t k = 1; k <= extra; ++k)
      if (!continuation(i + k)) return i;
    const auto second = static_cast<unsigned char>(s[i + 1]);
    const bool overlong = (c == 0xE0 && second < 0xA0) || (c == 0xF0 && second < 0x90);
    const bool out_of_range = (c == 0xED && second > 0x9F) || (c == 0xF4 && second > 0x8F);
    if (overlong || out_of_range) return i;
    i += extra + 1;
  }
  return std::string_view::npos;
}

void append_utf8(std::string& out, uint32_t code) {
  if (code < 0x80) {
    out += static_cast<char>(code);
  } else if (code < 0x800) {
    out += static_cast<char>(0xC0 | (code >> 6));
    out += static_cast<char>(0x80 | (code & 0x3F));
  } else {
    out += static_cast<char>(0xE0 | (code >> 12));
    out += static_cast<char>(0x80 | ((code >> 6) & 0x3F));
    out += static_cast<char>(0x80 | (code & 0x3F));
  }
}

// The part of Windows-1252 that differs from Latin-1.
constexpr uint16_t kWindows1252[32] = {0x20AC, 0x81,   0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
                                       0x2039, 0x0152, 0x8D,   0x017D, 0x8F,   0x90,   0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
                                       0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D,   0x017E, 0x0178};

std::string widen(std::string_view bytes, bool windows) {
  std::string out;
  out.reserve(bytes.size() + bytes.size() / 8);
  for (const char b : bytes) {
    const auto c = static_cast<unsigned char>(b);
    append_utf8(out, windows && c >= 0x80 && c < 0xA0 ? kWindows1252[c - 0x80] : c);
  }
  return out;
}

void unify_line_ends(std::string& text) {
  for (size_t i = text.find('\r'); i != std::string::npos; i = text.find('\r', i + 1))
    if (i + 1 >= text.size() || text[i + 1] != '\n') text[i] = '\n';
}

bool is_one_of(const std::string& name, std::initializer_list<const char*> names) {
  for (const char* n : names)
    if (name == n) return true;
  return false;
}

std::string hex(unsigned char byte) {
  char buffer[8];
  std::snprintf(buffer, sizeof buffer, "0x%02x", byte);
  return buffer;
}

bool ends_with(std::string_view text, std::string_view tail) {
  return text.size() >= tail.size() && text.substr(text.size() - tail.size()) == tail;
}

}  // namespace

std::string coding_cookie(std::string_view bytes) {
  for (int line = 0; line < 2 && !bytes.empty(); ++line) {
    const size_t end = bytes.find_first_of("\r\n");
    const std::string_view text = bytes.substr(0, end);
    const size_t start = text.find_first_not_of(" \t\f");
    if (start != std::string_view::npos && text[start] != '#') return {};
    if (start != std::string_view::npos) {
      for (size_t at = text.find("coding", start); at != std::string_view::npos; at = text.find("coding", at + 1)) {
        size_t i = at + 6;
        if (i >= text.size() || (text[i] != ':' && text[i] != '=')) continue;
        i = text.find_first_not_of(" \t", i + 1);
        std::string name;
        for (; i < text.size() && word(text[i]); ++i)
          name += text[i] == '_' ? '-' : static_cast<char>(std::tolower(static_cast<unsigned char>(text[i])));
        if (!name.empty()) return name;
      }
    }
    if (end == std::string_view::npos) break;
    bytes.remove_prefix(end + (bytes[end] == '\r' && end + 1 < bytes.size() && bytes[end + 1] == '\n' ? 2 : 1));
  }
  return {};
}

SourceText decode_source(std::string bytes) {
  SourceText out;
  const bool marked = bytes.size() >= 3 && std::memcmp(bytes.data(), "\xEF\xBB\xBF", 3) == 0;
  if (marked) bytes.erase(0, 3);
  const std::string cookie = marked ? std::string() : coding_cookie(bytes);
  const bool latin = is_one_of(cookie, {"latin-1", "latin1", "iso-8859-1", "iso8859-1", "l1", "cp819"});
  const bool windows = is_one_of(cookie, {"cp1252", "windows-1252", "1252"});
  if (latin || windows) {
    out.text = widen(bytes, windows);
  } else if (const size_t bad = invalid_utf8(bytes); bad != std::string::npos) {
    const bool known = cookie.empty() || is_one_of(cookie, {"utf-8", "utf8", "u8", "utf-8-sig", "ascii", "us-ascii"});
    const std::string expected = known ? "UTF-8" : "`" + cookie + "`, which cannot be read here";
    const std::string before = widen(std::string_view(bytes).substr(0, bad), false);
    out.fault =
        DecodingFault{static_cast<uint32_t>(before.size()),
                      "byte " + hex(static_cast<unsigned char>(bytes[bad])) + " does not decode: the file's encoding is " + expected +
                          "; read as Latin-1 instead. Save the file as UTF-8, or declare its encoding in the first line"};
    out.text = widen(bytes, false);
  } else {
    out.text = std::move(bytes);
  }
  if (const size_t zero = out.text.find('\0'); zero != std::string::npos) {
    out.fault = DecodingFault{static_cast<uint32_t>(zero), "source code cannot contain null bytes", true};
    for (char& c : out.text)
      if (c == '\0') c = ' ';
  }
  unify_line_ends(out.text);
  return out;
}

Result<std::string> read_bytes(const std::string& path, uint64_t max_bytes) {
  namespace fs = std::filesystem;
  std::error_code failed;
  const fs::file_status status = fs::status(path, failed);
  if (status.type() == fs::file_type::not_found) return Error{"no such file"};
  if (failed) return Error{"cannot be opened: " + failed.message()};
  if (status.type() == fs::file_type::directory) return Error{"is a directory, not a Python file"};
  if (status.type() != fs::file_type::regular) return Error{"is not a regular file"};
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "rb"), std::fclose);
  if (!file) return Error{std::string("cannot be opened: ") + std::strerror(errno)};
  const uint64_t size = fs::file_size(path, failed);
  if (!failed && size > max_bytes)
    return Error{"is " + std::to_string(size >> 20) + " MiB; source files over " + std::to_string(max_bytes >> 20) +
                 " MiB are not analysed"};
  std::string bytes;
  bytes.reserve(failed ? 0 : size + 1);
  char buffer[1 << 16];
  for (size_t n; (n = std::fread(buffer, 1, sizeof buffer, file.get())) > 0;) {
    bytes.append(buffer, n);
    if (bytes.size() > max_bytes) return Error{"is over " + std::to_string(max_bytes >> 20) + " MiB; files of that size are not analysed"};
  }
  if (std::ferror(file.get())) return Error{"cannot be read: " + std::string(std::strerror(errno))};
  return bytes;
}

Result<SourceText> read_source_bytes(const std::string& path, std::string bytes) {
  if (ends_with(path, ".ipynb")) return read_notebook(bytes);
  return decode_source(std::move(bytes));
}

Result<SourceText> read_source(const std::string& path, uint64_t max_bytes) {
  Result<std::string> bytes = read_bytes(path, max_bytes);
  if (!bytes) return Error{bytes.error()};
  return read_source_bytes(path, std::move(*bytes));
}

}  // namespace graphlift::project
