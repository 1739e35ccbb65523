// format(value, spec): the format mini-language of strings and numbers.
#include <cmath>
#include <cstdlib>

#include "analysis/interp/types_support.h"

namespace graphlift::interp {
namespace {

struct Spec {
  char32_t fill = ' ';
  char align = 0;  // < > ^ =, 0: the type's default
  char sign = '-';
  bool alternate = false, zero = false, negative_zero = false;
  int width = -1;
  char grouping = 0;
  int precision = -1;
  char type = 0;
};

bool is_align(char32_t c) { return c == '<' || c == '>' || c == '^' || c == '='; }

// False when the text is no format specification.
bool parse_spec(std::string_view text, Spec& spec) {
  const std::u32string s = decode_utf8(text);
  size_t i = 0;
  if (s.size() > 1 && is_align(s[1])) {
    spec.fill = s[0];
    spec.align = char(s[1]);
    i = 2;
  } else if (!s.empty() && is_align(s[0])) {
    spec.align = char(s[0]);
    i = 1;
  }
  const auto at = [&](char32_t c) { return i < s.size() && s[i] == c; };
  if (at('+') || at('-') || at(' ')) spec.sign = char(s[i++]);
  if (at('z')) {
    spec.negative_zero = true;
    ++i;
  }
  if (at('#')) {
    spec.alternate = true;
    ++i;
  }
  if (at('0')) {
    spec.zero = true;
    if (spec.align == 0) spec.fill = '0';
    ++i;
  }
  const auto number = [&](int& out) {
    if (i >= s.size() || s[i] < '0' || s[i] > '9') return false;
    int64_t value = 0;
    while (i < s.size() && s[i] >= '0' && s[i] <= '9' && value < 1'000'000) value = value * 10 + int64_t(s[i++] - '0');
    out = int(value);
    return value < 1'000'000;
  };
  number(spec.width);
  if (at(',') || at('_')) spec.grouping = char(s[i++]);
  if (at('.')) {
    ++i;
    if (!number(spec.precision)) return false;
  }
  if (i < s.size() && s[i] < 0x80) spec.type = char(s[i++]);
  return i == s.size();
}

std::string padded(const std::string& text, const Spec& spec, char fallback_align) {
  const int64_t missing = spec.width - code_points(text);
  if (missing <= 0) return text;
  const char align = spec.align ? spec.align : fallback_align;
  const int64_t left = align == '>' ? missing : align == '^' ? missing / 2 : 0;
  std::string out;
  for (int64_t k = 0; k < left; ++k) append_utf8(out, spec.fill);
  out += text;
  for (int64_t k = left; k < missing; ++k) append_utf8(out, spec.fill);
  return out;
}

std::string grouped(const std::string& digits, char separator, size_t every) {
  std::string out;
  for (size_t k = 0; k < digits.size(); ++k) {
    if (k != 0 && (digits.size() - k) % every == 0) out += separator;
    out += digits[k];
  }
  return out;
}

// Sign, prefix, integer digits and the rest of a number, grouped and padded.
std::string assemble(const Spec& spec, bool negative, const std::string& prefix, std::string digits, const std::string& rest) {
  const std::string sign = negative ? "-" : spec.sign == '+' ? "+" : spec.sign == ' ' ? " " : "";
  const bool zero_pad = (spec.zero && spec.align == 0) || (spec.align == '=' && spec.fill == '0');
  const bool number = !digits.empty() && digits[0] >= '0' && digits[0] <= '9';
  const size_t every = spec.type == 'x' || spec.type == 'X' || spec.type == 'o' || spec.type == 'b' ? 4 : 3;
  const size_t others = sign.size() + prefix.size() + rest.size();
  if (spec.grouping && number) {
    std::string text = grouped(digits, spec.grouping, every);
    while (zero_pad && int64_t(text.size() + others) < spec.width) {
      digits.insert(digits.begin(), '0');
      text = grouped(digits, spec.grouping, every);
    }
    digits = text;
  }
  if (zero_pad || spec.align == '=') {
    std::string fill;
    for (int64_t k = int64_t(digits.size() + others); k < spec.width; ++k) append_utf8(fill, spec.fill);
    return sign + prefix + fill + digits + rest;
  }
  return padded(sign + prefix + digits + rest, spec, '>');
}

std::string general_with_point(double magnitude, int precision) {
  if (precision == 0) precision = 1;
  const std::string scientific = text_of_float(magnitude, 'e', precision - 1, false);
  const int exponent = std::atoi(scientific.c_str() + scientific.find('e') + 1);
  if (exponent + 1 <= -4 || exponent + 1 > precision - 1) {
    const size_t e = scientific.find('e');
    std::string mantissa = scientific.substr(0, e);
    if (mantissa.find('.') != std::string::npos) {
      while (mantissa.back() == '0') mantissa.pop_back();
      if (mantissa.back() == '.') mantissa.pop_back();
    }
    return mantissa + scientific.substr(e);
  }
  std::string out = text_of_float(magnitude, 'g', precision, false);
  if (out.find_first_of(".e") == std::string::npos) out += ".0";
  return out;
}

Value bad_code(Vm& vm, const Spec& spec, const char* type) {
  return vm.raise(vm.types.value_error, std::string("Unknown format code '") + spec.type + "' for object of type '" + type + "'");
}

Value format_float(Vm& vm, double value, const Spec& spec) {
  static constexpr std::string_view kTypes = "eEfFgGn%";
  if (spec.type != 0 && kTypes.find(spec.type) == std::string_view::npos) return bad_code(vm, spec, "float");
  bool negative = std::signbit(value) && !std::isnan(value);
  const double magnitude = std::fabs(value);
  std::string text;
  if (!std::isfinite(magnitude)) {
    text = text_of_float(magnitude, spec.type == 0 || spec.type == '%' || spec.type == 'n' ? 'g' : spec.type, 6, false);
    if (spec.type == '%') text += '%';
  } else if (spec.type == 0) {
    text = spec.precision < 0 ? repr_of_float(magnitude) : general_with_point(magnitude, spec.precision);
  } else if (spec.type == '%') {
    text = text_of_float(magnitude * 100, 'f', spec.precision < 0 ? 6 : spec.precision, spec.alternate) + "%";
  } else {
    text = text_of_float(magnitude, spec.type == 'n' ? 'g' : spec.type, spec.precision < 0 ? 6 : spec.precision, spec.alternate);
  }
  if (negative && spec.negative_zero && text.find_first_of("123456789infa") == std::string::npos) negative = false;
  size_t whole = 0;
  while (whole < text.size() && text[whole] >= '0' && text[whole] <= '9') ++whole;
  if (whole == 0) whole = text.size();
  return vm.str(assemble(spec, negative, "", text.substr(0, whole), text.substr(whole)));
}

Value format_int(Vm& vm, int64_t value, const Spec& spec) {
  switch (spec.type) {
    case 'e':
    case 'E':
    case 'f':
    case 'F':
    case 'g':
    case 'G':
    case '%': return format_float(vm, double(value), spec);
    default: break;
  }
  if (spec.precision >= 0) return vm.raise(vm.types.value_error, "Precision not allowed in integer format specifier");
  if (spec.type == 'c') {
    std::string c;
    append_utf8(c, char32_t(value));
    return vm.str(padded(c, spec, '<'));
  }
  const int base = spec.type == 'b' ? 2 : spec.type == 'o' ? 8 : spec.type == 'x' || spec.type == 'X' ? 16 : 10;
  if (base == 10 && spec.type != 0 && spec.type != 'd' && spec.type != 'n') return bad_code(vm, spec, "int");
  uint64_t magnitude = value < 0 ? uint64_t(0) - uint64_t(value) : uint64_t(value);
  std::string digits;
  do {
    const auto d = char(magnitude % uint64_t(base));
    digits.insert(digits.begin(), d < 10 ? char('0' + d) : char((spec.type == 'X' ? 'A' : 'a') + d - 10));
    magnitude /= uint64_t(base);
  } while (magnitude != 0);
  const std::string prefix = spec.alternate && base != 10 ? std::string("0") + spec.type : "";
  return vm.str(assemble(spec, value < 0, prefix, digits, ""));
}

Value format_str(Vm& vm, std::string_view text, const Spec& spec) {
  if (spec.type != 0 && spec.type != 's') return bad_code(vm, spec, "str");
  if (spec.grouping) return vm.raise(vm.types.value_error, std::string("Cannot specify '") + spec.grouping + "' with 's'.");
  if (spec.sign != '-') return vm.raise(vm.types.value_error, "Sign not allowed in string format specifier");
  if (spec.align == '=') return vm.raise(vm.types.value_error, "'=' alignment not allowed in string format specifier");
  std::string cut(text);
  if (spec.precision >= 0 && code_points(text) > spec.precision) cut = encode_utf8(decode_utf8(text).substr(0, size_t(spec.precision)));
  return vm.str(padded(cut, spec, '<'));
}

}  // namespace

Value Vm::format(Value v, Value spec) {
  v = force(v);
  if (v.null()) return {};
  if (spec.null() || spec.is_none()) spec = str("");
  if (auto* u = cast<UnionObj>(v)) return for_each_option(*this, u, [&](Value option) { return format(option, spec); });
  if (const Value found = override_of(*this, v, "__format__"); !found.null()) return call_override(*this, found, v, "__format__", {spec});
  const Value spec_text = plain(spec);
  if (spec_text.is_str() && text_of(spec_text).empty()) return to_text(v);
  const Value p = plain(v);
  if (!concrete(p) || !spec_text.is_str()) {
    if (const TypeOps* ops = ops_of(v); ops && ops->text && to_text(v).null()) return {};
    return sym_like(*this, types.str, {v, spec});
  }
  if (p.is_number() || p.is_str()) {
    Spec parsed;
    if (!parse_spec(text_of(spec_text), parsed))
      return raise(types.value_error,
                   "Invalid format specifier '" + std::string(text_of(spec_text)) + "' for object of type '" + type_name(*this, v) + "'");
    if (p.is_str()) return format_str(*this, text_of(p), parsed);
    return p.is_float() ? format_float(*this, p.f, parsed) : format_int(*this, p.as_int(), parsed);
  }
  if (cast<ComplexObj>(p)) return sym(types.str, When::Const);
  if (may_define_more(*this, v) || ops_of(v)) return sym(types.str, When::Unknown);
  return type_error(*this, "unsupported format string passed to " + type_name(*this, v) + ".__format__");
}

}  // namespace graphlift::interp
