// bool, int, float and complex: construction and methods.
#include <cmath>
#include <cstdlib>

#include "analysis/interp/interval.h"
#include "analysis/interp/types_dunders.h"

namespace graphlift::interp {
namespace {

Value too_large(Vm& vm) { return vm.sym(vm.types.integer, When::Const); }

Value int_of_float(Vm& vm, double d) {
  if (std::isnan(d)) return vm.raise(vm.types.value_error, "cannot convert float NaN to integer");
  if (std::isinf(d)) return vm.raise(vm.types.overflow_error, "cannot convert float infinity to integer");
  return std::fabs(d) < 9.2e18 ? Value::integer(int64_t(d)) : too_large(vm);
}

Value int_of_text(Vm& vm, std::string_view text, int64_t base, Value shown) {
  int64_t out = 0;
  switch (parse_int(text, int(base), out)) {
    case Parsed::Ok: return Value::integer(out);
    case Parsed::Overflow: return too_large(vm);
    case Parsed::Invalid: break;
  }
  const Value repr = vm.to_text(shown, true);
  return vm.raise(vm.types.value_error,
                  "invalid literal for int() with base " + std::to_string(base) + ": " + std::string(repr.is_str() ? text_of(repr) : "?"));
}

bool is_numeric_type(Vm& vm, const ClassObj* c) { return c->is_subclass_of(vm.types.integer) || c->is_subclass_of(vm.types.real); }

// int(v), float(v) without a base: the value's own method first, then what built-in types know.
Value to_number(Vm& vm, Value v, bool integer) {
  v = vm.force(v);
  if (v.null()) return {};
  if (auto* u = cast<UnionObj>(v)) return for_each_option(vm, u, [&](Value option) { return to_number(vm, option, integer); });
  for (const char* name : {"__int__", "__float__", "__index__", "__trunc__"}) {
    if (std::string_view(name) == (integer ? "__float__" : "__int__")) continue;
    if (!integer && std::string_view(name) == "__trunc__") continue;
    if (const Value found = override_of(vm, v, name); !found.null()) {
      const Value result = call_override(vm, found, v, name, {});
      if (result.null()) return result;
      if (!integer && plain(result).is_integral()) return Value::real(plain(result).as_float());
      return result;
    }
  }
  ClassObj* const type = integer ? vm.types.integer : vm.types.real;
  const Value p = plain(v);
  if (p.is_integral()) return integer ? Value::integer(p.as_int()) : Value::real(p.as_float());
  if (p.is_float()) return integer ? int_of_float(vm, p.f) : Value::real(p.f);
  std::string_view text;
  if (p.is_str()) text = text_of(p);
  if (auto* b = cast<BytesObj>(p)) text = b->data;
  if (p.is_str() || cast<BytesObj>(p)) {
    if (integer) return int_of_text(vm, text, 10, p);
    double d = 0;
    if (parse_float(text, d)) return Value::real(d);
    const Value repr = vm.to_text(p, true);
    return vm.raise(vm.types.value_error, "could not convert string to float: " + std::string(repr.is_str() ? text_of(repr) : "?"));
  }
  if (auto* s = cast<SymObj>(v)) {
    if (s->cls == type) return v;
    if (is_numeric_type(vm, s->cls) || s->cls->is_subclass_of(vm.types.str) || s->cls->is_subclass_of(vm.types.bytes) ||
        s->cls->layout == Layout::Plain || s->cls->layout == Layout::Opaque) {
      const Interval where = interval_of(vm, v);
      return within(vm, sym_like(vm, type, {v}), integer ? truncated(where) : where);
    }
  }
  if (cast<UnknownObj>(v) || cast<TensorObj>(v) || may_define_more(vm, v)) return sym_like(vm, type, {v});
  return type_error(vm, std::string(integer ? "int() argument must be a string, a bytes-like object or a real number"
                                            : "float() argument must be a string or a real number") +
                            ", not '" + type_name(vm, v) + "'");
}

Value int_construct(Vm& vm, Args& args) {
  auto* cls = cast<ClassObj>(args[0]);
  const Value v = args[1], base_value = args.get(2, "base");
  Value out;
  if (v.null()) {
    out = Value::integer(0);
  } else if (!base_value.null()) {
    int64_t base = 0;
    const Index known = to_index(vm, base_value, base);
    if (known == Index::Error) return {};
    const Value p = plain(v);
    if (known == Index::Abstract || !vm.concrete(v)) out = sym_like(vm, vm.types.integer, {v, base_value});
    else if (p.is_str()) out = int_of_text(vm, text_of(p), base, p);
    else if (auto* b = cast<BytesObj>(p)) out = int_of_text(vm, b->data, base, p);
    else return type_error(vm, "int() can't convert non-string with explicit base");
  } else {
    out = to_number(vm, v, true);
  }
  if (out.null() || cls == vm.types.integer) return out;
  return instance_with(vm, cls, plain(out));
}

Value float_construct(Vm& vm, Args& args) {
  auto* cls = cast<ClassObj>(args[0]);
  const Value out = args[1].null() ? Value::real(0) : to_number(vm, args[1], false);
  if (out.null() || cls == vm.types.real) return out;
  return instance_with(vm, cls, plain(out));
}

Value bool_construct(Vm& vm, Args& args) {
  if (args[1].null()) return Value::boolean(false);
  // A model's own __bool__ also tells the region that the value is read.
  if (const Value found = override_of(vm, args[1], "__bool__"); cast<NativeObj>(found))
    return call_override(vm, found, args[1], "__bool__", {});
  const Truth t = vm.truth(args[1]);
  if (t.raised) return {};
  if (t.value != Tri::Maybe) return Value::boolean(t.value == Tri::Yes);
  Facts facts = facts_of(vm, {args[1]});
  facts.when = t.when;
  if (t.origin.valid()) facts.origin = t.origin;
  return facts.sym(vm, vm.types.boolean);
}

bool as_pair(Value v, double& re, double& im) {
  if (v.is_number()) {
    re = v.as_float();
    im = 0;
    return true;
  }
  if (auto* c = cast<ComplexObj>(v)) {
    re = c->re;
    im = c->im;
    return true;
  }
  return false;
}

Value complex_construct(Vm& vm, Args& args) {
  const Value real = plain(args.get(1, "real")), imag = plain(args.get(2, "imag"));
  double re = 0, im = 0, re2 = 0, im2 = 0;
  if (real.is_str()) {
    if (parse_complex(text_of(real), re, im)) return vm.complex(re, im);
    return vm.raise(vm.types.value_error, "complex() arg is a malformed string");
  }
  const Value found = cast<SymObj>(real) ? Value() : override_of(vm, real, "__complex__");
  if (!found.null()) return call_override(vm, found, real, "__complex__", {});
  for (Value v : {real, imag})
    if (!v.null() && !vm.concrete(v)) return sym_like(vm, vm.types.complex, {real, imag});
  if (!real.null() && !as_pair(real, re, im)) {
    return type_error(vm, "complex() first argument must be a string or a number, not '" + type_name(vm, real) + "'");
  }
  if (!imag.null() && !as_pair(imag, re2, im2))
    return type_error(vm, "complex() second argument must be a number, not '" + type_name(vm, imag) + "'");
  return vm.complex(re - im2, im + re2);
}

// ---- methods

Value self_number(Args& args) { return plain(args[0]); }

template <syntax::UnaryOp op>
Value unary_method(Vm& vm, Args& args) {
  const Value result = native_unary(vm, op, args[0]);
  return result.tag == Tag::NotImplemented ? vm.unary(op, self_number(args)) : result;
}

Value abs_method(Vm& vm, Args& args) {
  const Value v = self_number(args);
  if (v.is_float()) return Value::real(std::fabs(v.f));
  if (v.is_integral()) return v.as_int() < 0 ? native_unary(vm, syntax::UnaryOp::Negative, v) : Value::integer(v.as_int());
  const auto* c = cast<ComplexObj>(v);
  return c ? Value::real(std::hypot(c->re, c->im)) : vm.unknown("abs of a number that is not known");
}

Value bool_method(Vm& vm, Args& args) {
  bool handled = false;
  return Value::boolean(native_truth(vm, self_number(args), handled).value == Tri::Yes);
}

Value int_method(Vm& vm, Args& args) { return to_number(vm, self_number(args), true); }
Value float_method(Vm& vm, Args& args) { return to_number(vm, self_number(args), false); }
Value round_method(Vm& vm, Args& args) { return round_number(vm, self_number(args), args[1]); }
Value floor_method(Vm& vm, Args& args) {
  const Value v = self_number(args);
  return v.is_float() ? int_of_float(vm, std::floor(v.f)) : Value::integer(v.as_int());
}
Value ceil_method(Vm& vm, Args& args) {
  const Value v = self_number(args);
  return v.is_float() ? int_of_float(vm, std::ceil(v.f)) : Value::integer(v.as_int());
}
Value conjugate(Vm& vm, Args& args) {
  const Value v = self_number(args);
  if (const auto* c = cast<ComplexObj>(v)) return vm.complex(c->re, -c->im);
  return v.is_bool() ? Value::integer(v.as_int()) : v;
}
Value is_integer(Vm&, Args& args) {
  const Value v = self_number(args);
  return Value::boolean(!v.is_float() || (std::isfinite(v.f) && v.f == std::floor(v.f)));
}

template <bool reflected>
Value divmod_method(Vm& vm, Args& args) {
  const Value a = reflected ? args[1] : args[0], b = reflected ? args[0] : args[1];
  const Value q = native_binary(vm, BinaryOp::FloorDiv, a, b, false);
  if (q.null() || q.tag == Tag::NotImplemented) return q;
  const Value r = native_binary(vm, BinaryOp::Mod, a, b, false);
  return r.null() ? r : vm.tuple({q, r});
}

Value bit_length(Vm&, Args& args) {
  const int64_t i = self_number(args).as_int();
  const uint64_t m = i < 0 ? uint64_t(0) - uint64_t(i) : uint64_t(i);
  return Value::integer(m == 0 ? 0 : 64 - __builtin_clzll(m));
}

Value bit_count(Vm&, Args& args) {
  const int64_t i = self_number(args).as_int();
  return Value::integer(__builtin_popcountll(i < 0 ? uint64_t(0) - uint64_t(i) : uint64_t(i)));
}

Value to_bytes(Vm& vm, Args& args) {
  int64_t length = 1;
  const Value given = args.get(1, "length"), order = args.get(2, "byteorder");
  if (!given.null() && to_index(vm, given, length) != Index::Known) return {};
  const int64_t i = self_number(args).as_int();
  if (length < 0 || length > 64) return vm.sym(vm.types.bytes, When::Const);
  std::string out;
  for (int64_t k = 0; k < length; ++k) out += k < 8 ? char(uint64_t(i) >> (8 * k)) : char(i < 0 ? -1 : 0);
  const bool little = is_plain_str(order) && text_of(plain(order)) == "little";
  if (!little) out = std::string(out.rbegin(), out.rend());
  return vm.bytes(std::move(out));
}

Value from_bytes(Vm& vm, Args& args) {
  const auto* b = plain_cast<BytesObj>(args[1]);
  const Value order = args.get(2, "byteorder"), is_signed = args.keyword("signed");
  if (!b || b->data.size() > 7 || (!is_signed.null() && !is_signed.is_bool())) return vm.sym(vm.types.integer, When::Const);
  std::string data = b->data;
  if (is_plain_str(order) && text_of(plain(order)) == "little") data = std::string(data.rbegin(), data.rend());
  int64_t out = 0;
  for (char c : data) out = (out << 8) | static_cast<unsigned char>(c);
  if (!is_signed.null() && is_signed.b && !data.empty() && (data[0] & 0x80)) out -= int64_t(1) << (8 * data.size());
  return Value::integer(out);
}

Value as_integer_ratio(Vm& vm, Args& args) {
  const Value v = self_number(args);
  if (v.is_integral()) return vm.tuple({Value::integer(v.as_int()), Value::integer(1)});
  double numerator = v.f;
  int64_t denominator = 1;
  while (std::isfinite(numerator) && numerator != std::floor(numerator) && denominator < (int64_t(1) << 61)) {
    numerator *= 2;
    denominator *= 2;
  }
  const Value top = int_of_float(vm, numerator);
  return top.null() ? top : vm.tuple({top, Value::integer(denominator)});
}

Value from_hex(Vm& vm, Args& args) {
  const Value text = plain(args[1]);
  return text.is_str() ? Value::real(std::strtod(std::string(text_of(text)).c_str(), nullptr)) : vm.sym(vm.types.real, When::Const);
}

Value real_get(Vm& vm, Args& args) {
  const Value v = self_number(args);
  if (const auto* c = cast<ComplexObj>(v)) return Value::real(c->re);
  if (!vm.concrete(v)) return vm.type_of(v) == vm.types.complex ? sym_like(vm, vm.types.real, {v}) : v;
  return v.is_bool() ? Value::integer(v.as_int()) : v;
}
Value imag_get(Vm& vm, Args& args) {
  const Value v = self_number(args);
  if (const auto* c = cast<ComplexObj>(v)) return Value::real(c->im);
  if (!vm.concrete(v) && vm.type_of(v) == vm.types.complex) return sym_like(vm, vm.types.real, {v});
  return v.is_float() ? Value::real(0) : Value::integer(0);
}
Value denominator_get(Vm&, Args&) { return Value::integer(1); }

void define_number(Vm& vm, ClassObj* cls) {
  define_text(vm, cls);
  vm.define(cls, "__neg__", unary_method<syntax::UnaryOp::Negative>);
  vm.define(cls, "__pos__", unary_method<syntax::UnaryOp::Positive>);
  vm.define(cls, "__abs__", abs_method, cls == vm.types.complex ? vm.types.real : cls);
  vm.define(cls, "__bool__", bool_method, vm.types.boolean);
  vm.define(cls, "conjugate", conjugate, cls);
  define_getter(vm, cls, "real", real_get);
  define_getter(vm, cls, "imag", imag_get);
}

}  // namespace

void register_numbers(Vm& vm) {
  ClassObj *integer = vm.types.integer, *real = vm.types.real, *complex = vm.types.complex;
  define_construction(vm, integer, int_construct);
  define_construction(vm, vm.types.boolean, bool_construct);
  define_construction(vm, real, float_construct);
  define_construction(vm, complex, complex_construct);

  define_number(vm, integer);
  define_binary(vm, integer,
                {BinaryOp::Add, BinaryOp::Sub, BinaryOp::Mul, BinaryOp::Div, BinaryOp::FloorDiv, BinaryOp::Mod, BinaryOp::Pow,
                 BinaryOp::LShift, BinaryOp::RShift, BinaryOp::BitAnd, BinaryOp::BitOr, BinaryOp::BitXor});
  define_ordering(vm, integer);
  vm.define(integer, "__invert__", unary_method<syntax::UnaryOp::Invert>);
  define_number(vm, real);
  define_binary(vm, real, {BinaryOp::Add, BinaryOp::Sub, BinaryOp::Mul, BinaryOp::Div, BinaryOp::FloorDiv, BinaryOp::Mod, BinaryOp::Pow});
  define_ordering(vm, real);
  define_number(vm, complex);
  define_binary(vm, complex, {BinaryOp::Add, BinaryOp::Sub, BinaryOp::Mul, BinaryOp::Div, BinaryOp::Pow});
  define_equality(vm, complex);

  for (ClassObj* cls : {integer, real}) {
    vm.define(cls, "__int__", int_method, integer);
    vm.define(cls, "__float__", float_method, real);
    vm.define(cls, "__trunc__", int_method, integer);
    vm.define(cls, "__floor__", floor_method, integer);
    vm.define(cls, "__ceil__", ceil_method, integer);
    vm.define(cls, "__round__", round_method);
    vm.define(cls, "__divmod__", divmod_method<false>);
    vm.define(cls, "__rdivmod__", divmod_method<true>);
    vm.define(cls, "is_integer", is_integer, vm.types.boolean);
    vm.define(cls, "as_integer_ratio", as_integer_ratio);
  }
  vm.define(integer, "__index__", int_method, integer);
  vm.define(integer, "bit_length", bit_length, integer);
  vm.define(integer, "bit_count", bit_count, integer);
  vm.define(integer, "to_bytes", to_bytes, vm.types.bytes);
  define_class_method(vm, integer, "from_bytes", from_bytes);
  define_class_method(vm, real, "fromhex", from_hex);
  define_getter(vm, integer, "numerator", real_get);
  define_getter(vm, integer, "denominator", denominator_get);
}

}  // namespace graphlift::interp
