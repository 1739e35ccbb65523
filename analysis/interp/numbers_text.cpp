// Numbers to text and back, as Python writes and reads them.
#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "analysis/interp/types_support.h"

namespace graphlift::interp {
namespace {

std::string_view stripped(std::string_view s) {
  const auto space = [](char c) { return c == ' ' || (c >= '\t' && c <= '\r'); };
  while (!s.empty() && space(s.front())) s.remove_prefix(1);
  while (!s.empty() && space(s.back())) s.remove_suffix(1);
  return s;
}

int digit_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'z') return c - 'a' + 10;
  if (c >= 'A' && c <= 'Z') return c - 'A' + 10;
  return 99;
}

// Removes underscores between digits; false when one is misplaced.
bool without_underscores(std::string_view s, std::string& out) {
  for (size_t i = 0; i < s.size(); ++i) {
    if (s[i] != '_') {
      out += s[i];
      continue;
    }
    const bool between = i != 0 && i + 1 < s.size() && digit_value(s[i - 1]) < 36 && digit_value(s[i + 1]) < 36;
    if (!between) return false;
  }
  return true;
}

std::string lower(std::string_view s) {
  std::string out;
  for (char c : s) out += c >= 'A' && c <= 'Z' ? char(c + 32) : c;
  return out;
}

// A float literal as far as it reaches; returns the rest, or nullptr when there is none.
const char* read_float(const char* begin, double& out) {
  const char* p = begin;
  if (*p == '+' || *p == '-') ++p;
  const std::string word = lower(std::string_view(p).substr(0, 8));
  const double sign = *begin == '-' ? -1 : 1;
  for (const char* name : {"infinity", "inf", "nan"}) {
    if (!word.starts_with(name)) continue;
    out = name[0] == 'n' ? std::copysign(NAN, sign) : sign * INFINITY;
    return p + std::string_view(name).size();
  }
  if (!(*p >= '0' && *p <= '9') && !(*p == '.' && p[1] >= '0' && p[1] <= '9')) return nullptr;
  if (*p == '0' && (p[1] == 'x' || p[1] == 'X')) return nullptr;
  char* end = nullptr;
  out = std::strtod(begin, &end);
  return end;
}

}  // namespace

Parsed parse_int(std::string_view text, int base, int64_t& out) {
  text = stripped(text);
  bool negative = false;
  if (!text.empty() && (text[0] == '+' || text[0] == '-')) {
    negative = text[0] == '-';
    text.remove_prefix(1);
  }
  bool prefixed = false;
  if (text.size() > 1 && text[0] == '0') {
    const char c = char(text[1] | 0x20);
    const int implied = c == 'x' ? 16 : c == 'o' ? 8 : c == 'b' ? 2 : 0;
    if (implied != 0 && (base == 0 || base == implied)) {
      base = implied;
      text.remove_prefix(2);
      prefixed = true;
    }
  }
  if (prefixed && !text.empty() && text[0] == '_') text.remove_prefix(1);
  std::string digits;
  if (text.empty() || !without_underscores(text, digits)) return Parsed::Invalid;
  if (base == 0) {
    if (digits.size() > 1 && digits[0] == '0' && digits.find_first_not_of('0') != std::string::npos) return Parsed::Invalid;
    base = 10;
  }
  int64_t value = 0;
  bool overflow = false;
  for (char c : digits) {
    const int d = digit_value(c);
    if (d >= base) return Parsed::Invalid;
    overflow |= __builtin_mul_overflow(value, int64_t(base), &value);
    overflow |= negative ? __builtin_sub_overflow(value, int64_t(d), &value) : __builtin_add_overflow(value, int64_t(d), &value);
  }
  out = value;
  return overflow ? Parsed::Overflow : Parsed::Ok;
}

bool parse_float(std::string_view text, double& out) {
  std::string clean;
  if (!without_underscores(stripped(text), clean) || clean.empty()) return false;
  const char* end = read_float(clean.c_str(), out);
  return end == clean.c_str() + clean.size();
}

bool parse_complex(std::string_view text, double& re, double& im) {
  text = stripped(text);
  if (text.size() > 1 && text.front() == '(' && text.back() == ')') text = stripped(text.substr(1, text.size() - 2));
  std::string clean;
  if (!without_underscores(text, clean) || clean.empty()) return false;
  const auto is_unit = [](const char* p) { return (*p == 'j' || *p == 'J') && p[1] == 0; };
  const auto bare_unit = [&](const char* p, double& value) {
    const char* q = p;
    if (*q == '+' || *q == '-') ++q;
    value = *p == '-' ? -1 : 1;
    return is_unit(q);
  };
  re = im = 0;
  const char* p = clean.c_str();
  if (bare_unit(p, im)) return true;
  im = 0;
  double first = 0;
  p = read_float(p, first);
  if (p == nullptr) return false;
  if (is_unit(p)) {
    im = first;
    return true;
  }
  re = first;
  if (*p == 0) return true;
  if (*p != '+' && *p != '-') return false;
  if (bare_unit(p, im)) return true;
  p = read_float(p, im);
  return p != nullptr && is_unit(p);
}

std::string repr_of_float(double value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value < 0 ? "-inf" : "inf";
  char buffer[64];
  const auto end = std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::scientific).ptr;
  const std::string_view text(buffer, size_t(end - buffer));
  const size_t e = text.find('e');
  const int exponent = std::atoi(std::string(text.substr(e + 1)).c_str());
  std::string digits;
  for (char c : text.substr(0, e))
    if (c >= '0' && c <= '9') digits += c;
  std::string out = std::signbit(value) ? "-" : "";
  if (exponent < -4 || exponent >= 16) {
    out += digits[0];
    if (digits.size() > 1) out += "." + digits.substr(1);
    const int magnitude = std::abs(exponent);
    return out + (exponent < 0 ? "e-" : "e+") + (magnitude < 10 ? "0" : "") + std::to_string(magnitude);
  }
  if (exponent < 0) return out + "0." + std::string(size_t(-exponent - 1), '0') + digits;
  const auto whole = size_t(exponent + 1);
  if (digits.size() <= whole) return out + digits + std::string(whole - digits.size(), '0') + ".0";
  return out + digits.substr(0, whole) + "." + digits.substr(whole);
}

std::string repr_of_complex(double re, double im) {
  const auto part = [](double v) {
    std::string s = repr_of_float(v);
    if (s.ends_with(".0")) s.resize(s.size() - 2);
    return s;
  };
  const std::string imaginary = part(im) + "j";
  if (re == 0 && !std::signbit(re)) return imaginary;
  const bool sign = std::signbit(im) && !std::isnan(im);
  return "(" + part(re) + (sign ? "" : "+") + imaginary + ")";
}

std::string text_of_float(double value, char type, int precision, bool alternate) {
  const bool upper = type >= 'A' && type <= 'Z';
  if (!std::isfinite(value)) {
    std::string out = repr_of_float(value);
    if (upper)
      for (char& c : out) c = char(c >= 'a' && c <= 'z' ? c - 32 : c);
    return out;
  }
  char format[8];
  std::snprintf(format, sizeof format, alternate ? "%%#.*%c" : "%%.*%c", type);
  const int size = std::snprintf(nullptr, 0, format, precision, value);
  std::string out(size_t(size), ' ');
  std::snprintf(out.data(), size_t(size) + 1, format, precision, value);
  return out;
}

namespace {

Value round_float(double value, int64_t digits) {
  if (!std::isfinite(value) || digits > 323) return Value::real(value);
  if (digits < -308) return Value::real(std::copysign(0.0, value));
  if (digits >= 0) return Value::real(std::strtod(text_of_float(value, 'f', int(digits), false).c_str(), nullptr));
  const double scale = std::pow(10.0, double(-digits));
  return Value::real(std::nearbyint(value / scale) * scale);
}

Value round_int(int64_t value, int64_t digits) {
  if (digits >= 0) return Value::integer(value);
  if (digits < -18) return Value::integer(0);
  int64_t scale = 1;
  for (int64_t i = 0; i < -digits; ++i) scale *= 10;
  int64_t quotient = value / scale;
  const int64_t rest = std::abs(value % scale);
  const bool up = rest * 2 > scale || (rest * 2 == scale && quotient % 2 != 0);
  if (up) quotient += value < 0 ? -1 : 1;
  return Value::integer(quotient * scale);
}

}  // namespace

Value round_number(Vm& vm, Value number, Value digits) {
  int64_t n = 0;
  const bool given = !digits.null() && !digits.is_none();
  if (given) {
    switch (to_index(vm, digits, n)) {
      case Index::Known: break;
      case Index::Abstract: return sym_like(vm, number.is_float() ? vm.types.real : vm.types.integer, {digits});
      case Index::Error: return {};
    }
  }
  if (number.is_integral()) return given ? round_int(number.as_int(), n) : Value::integer(number.as_int());
  if (given) return round_float(number.f, n);
  if (std::isnan(number.f)) return vm.raise(vm.types.value_error, "cannot convert float NaN to integer");
  if (std::isinf(number.f)) return vm.raise(vm.types.overflow_error, "cannot convert float infinity to integer");
  const double rounded = std::nearbyint(number.f);
  return std::fabs(rounded) < 9.2e18 ? Value::integer(int64_t(rounded)) : vm.sym(vm.types.integer, When::Const);
}

}  // namespace graphlift::interp
