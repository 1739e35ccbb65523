// Number literals: underscores removed, base prefixes read, overflow kept as digits.
#include "analysis/lower/literals.h"

#include <charconv>
#include <limits>

namespace graphlift::lower {
namespace {

std::string without_underscores(std::string_view text) {
  std::string digits;
  digits.reserve(text.size());
  for (char c : text)
    if (c != '_') digits += c;
  return digits;
}

double to_double(const std::string& digits) {
  double value = 0;
  const char* first = digits.data();
  const char* last = first + digits.size();
  const auto [end, error] = std::from_chars(first, last, value);
  if (error == std::errc::result_out_of_range) {
    // from_chars does not tell overflow from underflow: a negative exponent can only underflow.
    const size_t exponent = digits.find_first_of("eE");
    const bool tiny = exponent != std::string::npos && exponent + 1 < digits.size() && digits[exponent + 1] == '-';
    return tiny ? 0.0 : std::numeric_limits<double>::infinity();
  }
  (void)end;
  return value;
}

}  // namespace

Const int_literal(std::string_view text) {
  std::string digits = without_underscores(text);
  int base = 10;
  size_t skip = 0;
  if (digits.size() > 2 && digits[0] == '0') {
    switch (digits[1]) {
      case 'x':
      case 'X':
        base = 16;
        skip = 2;
        break;
      case 'o':
      case 'O':
        base = 8;
        skip = 2;
        break;
      case 'b':
      case 'B':
        base = 2;
        skip = 2;
        break;
      default: break;
    }
  }
  int64_t value = 0;
  const auto [end, error] = std::from_chars(digits.data() + skip, digits.data() + digits.size(), value, base);
  (void)end;
  if (error == std::errc::result_out_of_range) return BigIntConst{std::move(digits)};
  return value;
}

Const float_literal(std::string_view text) { return to_double(without_underscores(text)); }

Const imag_literal(std::string_view text) {
  std::string digits = without_underscores(text);
  if (!digits.empty() && (digits.back() == 'j' || digits.back() == 'J')) digits.pop_back();
  return ImagConst{to_double(digits)};
}

bool negate(Const& constant) {
  if (auto* integer = std::get_if<int64_t>(&constant)) {
    *integer = -*integer;  // literals are not negative, so this cannot overflow
    return true;
  }
  if (auto* real = std::get_if<double>(&constant)) {
    *real = -*real;
    return true;
  }
  if (auto* big = std::get_if<BigIntConst>(&constant)) {
    if (big->digits.starts_with('-')) return false;
    if (big->digits == "9223372036854775808") {
      constant = std::numeric_limits<int64_t>::min();
    } else {
      big->digits.insert(0, "-");
    }
    return true;
  }
  if (auto* imaginary = std::get_if<ImagConst>(&constant)) {
    imaginary->value = -imaginary->value;
    return true;
  }
  return false;
}

}  // namespace graphlift::lower
