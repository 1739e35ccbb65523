// `format % args`, as str.__mod__ does it.
#include <cmath>

#include "analysis/interp/types_support.h"

namespace graphlift::interp {
namespace {

struct Conversion {
  bool left = false, plus = false, space = false, zero = false, alternate = false;
  int64_t width = 0, precision = -1;
  char type = 0;
};

std::string justified(std::string sign, std::string body, const Conversion& c, bool number) {
  const int64_t missing = c.width - code_points(sign) - code_points(body);
  if (missing <= 0) return sign + body;
  if (c.left) return sign + body + std::string(size_t(missing), ' ');
  if (c.zero && number) return sign + std::string(size_t(missing), '0') + body;
  return std::string(size_t(missing), ' ') + sign + body;
}

std::string sign_of(bool negative, const Conversion& c) { return negative ? "-" : c.plus ? "+" : c.space ? " " : ""; }

std::string integer_text(int64_t value, const Conversion& c) {
  uint64_t magnitude = value < 0 ? uint64_t(0) - uint64_t(value) : uint64_t(value);
  const uint64_t base = c.type == 'x' || c.type == 'X' ? 16 : c.type == 'o' ? 8 : 10;
  std::string digits;
  do {
    const auto d = char(magnitude % base);
    digits.insert(digits.begin(), d < 10 ? char('0' + d) : char((c.type == 'X' ? 'A' : 'a') + d - 10));
    magnitude /= base;
  } while (magnitude != 0);
  while (int64_t(digits.size()) < c.precision) digits.insert(digits.begin(), '0');
  std::string sign = sign_of(value < 0, c);
  if (c.alternate && base != 10) sign += std::string("0") + c.type;
  return justified(sign, digits, c, true);
}

std::string float_text(double value, const Conversion& c) {
  const bool negative = std::signbit(value) && !std::isnan(value);
  return justified(sign_of(negative, c), text_of_float(std::fabs(value), c.type, c.precision < 0 ? 6 : int(c.precision), c.alternate), c,
                   std::isfinite(value));
}

class Formatter {
 public:
  Formatter(Vm& vm, std::string_view format, Value args) : vm_(vm), format_(format), args_(args) {
    if (auto* t = cast<TupleObj>(plain(args))) items_ = t->items;
    else items_ = {args};
    is_tuple_ = cast<TupleObj>(plain(args)) != nullptr;
  }

  Value run() {
    for (size_t i = 0; i < format_.size();) {
      if (format_[i] != '%') {
        out_ += format_[i++];
        continue;
      }
      ++i;
      if (!one(i)) return {};
    }
    const bool mapping = !is_tuple_ && !args_.is_str() &&
                         (cast<DictObj>(plain(args_)) || !vm_.concrete(args_) || cast<InstanceObj>(args_) || cast<ListObj>(args_) ||
                          cast<BytesObj>(args_) || cast<RangeObj>(args_));
    if (used_ < items_.size() && !mapping && !keyed_) return type_error(vm_, "not all arguments converted during string formatting");
    return unknown_ ? facts_.sym(vm_, vm_.types.str) : vm_.str(out_);
  }

 private:
  bool next_argument(Value& out) {
    if (keyed_value_set_) {
      out = keyed_value_;
      keyed_value_set_ = false;
      return true;
    }
    if (used_ >= items_.size()) {
      type_error(vm_, "not enough arguments for format string");
      return false;
    }
    out = items_[used_++];
    return true;
  }

  bool star_or_number(size_t& i, int64_t& out) {
    if (i < format_.size() && format_[i] == '*') {
      ++i;
      Value v;
      if (!next_argument(v)) return false;
      if (v.is_integral()) out = v.as_int();
      else unsure(v);
      return true;
    }
    out = 0;
    while (i < format_.size() && format_[i] >= '0' && format_[i] <= '9' && out < 1'000'000) out = out * 10 + (format_[i++] - '0');
    return true;
  }

  bool one(size_t& i) {
    Conversion c;
    if (i < format_.size() && format_[i] == '(') {
      size_t depth = 1, end = i + 1;
      while (end < format_.size() && depth != 0) {
        if (format_[end] == '(') ++depth;
        if (format_[end] == ')') --depth;
        ++end;
      }
      keyed_value_ = vm_.get_item(args_, vm_.str(format_.substr(i + 1, end - i - 2)));
      if (keyed_value_.null()) return false;
      keyed_ = keyed_value_set_ = true;
      i = end;
    }
    for (bool more = true; more && i < format_.size();) {
      switch (format_[i]) {
        case '-': c.left = true; break;
        case '+': c.plus = true; break;
        case ' ': c.space = true; break;
        case '0': c.zero = true; break;
        case '#': c.alternate = true; break;
        default: more = false; break;
      }
      if (more) ++i;
    }
    if (!star_or_number(i, c.width)) return false;
    if (c.width < 0) {
      c.left = true;
      c.width = -c.width;
    }
    if (i < format_.size() && format_[i] == '.') {
      ++i;
      if (!star_or_number(i, c.precision)) return false;
    }
    while (i < format_.size() && (format_[i] == 'l' || format_[i] == 'h' || format_[i] == 'L')) ++i;
    if (i >= format_.size()) {
      vm_.raise(vm_.types.value_error, "incomplete format");
      return false;
    }
    c.type = format_[i++];
    return convert(c);
  }

  bool convert(Conversion c) {
    if (c.type == '%') {
      out_ += '%';
      return true;
    }
    Value v;
    if (!next_argument(v)) return false;
    switch (c.type) {
      case 's':
      case 'r':
      case 'a': return convert_text(v, c);
      case 'c':
        if (plain(v).is_str()) return convert_text(v, c);
        if (v.is_integral()) {
          std::string text;
          append_utf8(text, char32_t(v.as_int()));
          out_ += justified("", text, c, false);
          return true;
        }
        break;
      case 'd':
      case 'i':
      case 'u':
      case 'x':
      case 'X':
      case 'o': {
        const Value p = plain(v);
        if (p.is_integral()) {
          out_ += integer_text(p.as_int(), c);
          return true;
        }
        if (p.is_float() && (c.type == 'd' || c.type == 'i' || c.type == 'u') && std::fabs(p.f) < 9e18) {
          out_ += integer_text(int64_t(p.f), c);
          return true;
        }
        break;
      }
      case 'e':
      case 'E':
      case 'f':
      case 'F':
      case 'g':
      case 'G':
        if (plain(v).is_number()) {
          out_ += float_text(plain(v).as_float(), c);
          return true;
        }
        break;
      default: vm_.raise(vm_.types.value_error, std::string("unsupported format character '") + c.type + "'"); return false;
    }
    return other_number(v, c);
  }

  // A number is wanted and the value is none that is known.
  bool other_number(Value v, const Conversion& c) {
    const bool whole = std::string_view("diuxXoc").find(c.type) != std::string_view::npos;
    if (vm_.concrete(v)) {
      for (const char* name : {"__int__", "__float__", "__index__"}) {
        if (std::string_view(name) == (whole ? "__float__" : "__int__")) continue;
        const Value found = override_of(vm_, v, name);
        if (found.null()) continue;
        const Value number = call_override(vm_, found, v, name, {});
        if (number.null()) return false;
        if (!plain(number).is_number()) {
          unsure(number);
          return true;
        }
        out_ += whole ? integer_text(int64_t(plain(number).as_float()), c) : float_text(plain(number).as_float(), c);
        return true;
      }
      if (!may_define_more(vm_, v) && !vm_.ops_of(v)) {
        if (whole) type_error(vm_, std::string("%") + c.type + " format: a real number is required, not " + type_name(vm_, v));
        else type_error(vm_, "must be real number, not " + type_name(vm_, v));
        return false;
      }
    } else if (const TypeOps* ops = vm_.ops_of(v); ops && ops->text && vm_.to_text(v).null()) {
      return false;
    }
    unsure(v);
    return true;
  }

  bool convert_text(Value v, const Conversion& c) {
    const Value text = vm_.to_text(v, c.type == 'r' || c.type == 'a');
    if (text.null()) return false;
    if (!plain(text).is_str()) {
      unsure(vm_.concrete(v) ? text : v);
      return true;
    }
    std::string s(text_of(plain(text)));
    if (c.precision >= 0 && code_points(s) > c.precision) s = encode_utf8(decode_utf8(s).substr(0, size_t(c.precision)));
    out_ += justified("", s, c, false);
    return true;
  }

  void unsure(Value v) {
    unknown_ = true;
    facts_.add(vm_, v);
  }

  Vm& vm_;
  std::string_view format_;
  Value args_;
  std::vector<Value> items_;
  size_t used_ = 0;
  bool is_tuple_ = false, keyed_ = false, keyed_value_set_ = false;
  Value keyed_value_;
  std::string out_;
  bool unknown_ = false;
  Facts facts_;
};

}  // namespace

Value format_percent(Vm& vm, Value format, Value args) {
  if (auto* bytes = cast<BytesObj>(format)) return sym_like(vm, bytes->cls, {args});
  if (cast<SymObj>(args) && vm.type_of(args)->is_subclass_of(vm.types.tuple)) return sym_like(vm, vm.types.str, {args});
  if (cast<UnknownObj>(args)) return sym_like(vm, vm.types.str, {args});
  return Formatter(vm, text_of(format), args).run();
}

}  // namespace graphlift::interp
