// Exact arithmetic on known numbers, as Python does it.
#include <cmath>

#include "analysis/interp/chance.h"
#include "analysis/interp/interval.h"
#include "analysis/interp/types_support.h"

namespace graphlift::interp {

using syntax::BinaryOp;
using syntax::UnaryOp;

namespace {

// An integer that does not fit 64 bits: a known type, and a content that is a constant but not kept.
Value too_large(Vm& vm) { return vm.sym(vm.types.integer, When::Const); }

Value zero_division(Vm& vm, const char* message) { return vm.raise(vm.types.zero_division_error, message); }

int64_t floor_div(int64_t a, int64_t b) {
  const int64_t q = a / b;
  return (a % b != 0 && (a < 0) != (b < 0)) ? q - 1 : q;
}

int64_t floor_mod(int64_t a, int64_t b) {
  const int64_t r = a % b;
  return r != 0 && (r < 0) != (b < 0) ? r + b : r;
}

Value int_binary(Vm& vm, BinaryOp op, int64_t a, int64_t b) {
  int64_t out = 0;
  switch (op) {
    case BinaryOp::Add: return __builtin_add_overflow(a, b, &out) ? too_large(vm) : Value::integer(out);
    case BinaryOp::Sub: return __builtin_sub_overflow(a, b, &out) ? too_large(vm) : Value::integer(out);
    case BinaryOp::Mul: return __builtin_mul_overflow(a, b, &out) ? too_large(vm) : Value::integer(out);
    case BinaryOp::Div:
      if (b == 0) return zero_division(vm, "division by zero");
      return Value::real(double(static_cast<long double>(a) / static_cast<long double>(b)));
    case BinaryOp::FloorDiv:
      if (b == 0) return zero_division(vm, "integer division or modulo by zero");
      if (b == -1) return __builtin_sub_overflow(int64_t(0), a, &out) ? too_large(vm) : Value::integer(out);
      return Value::integer(floor_div(a, b));
    case BinaryOp::Mod:
      if (b == 0) return zero_division(vm, "integer modulo by zero");
      return Value::integer(b == -1 ? 0 : floor_mod(a, b));
    case BinaryOp::Pow: return integer_power(vm, a, b);
    case BinaryOp::LShift:
      if (b < 0) return vm.raise(vm.types.value_error, "negative shift count");
      if (a == 0) return Value::integer(0);
      if (b >= 63 || __builtin_mul_overflow(a, int64_t(1) << b, &out)) return too_large(vm);
      return Value::integer(out);
    case BinaryOp::RShift:
      if (b < 0) return vm.raise(vm.types.value_error, "negative shift count");
      return Value::integer(b >= 63 ? (a < 0 ? -1 : 0) : a >> b);
    case BinaryOp::BitAnd: return Value::integer(a & b);
    case BinaryOp::BitOr: return Value::integer(a | b);
    case BinaryOp::BitXor: return Value::integer(a ^ b);
    case BinaryOp::MatMul: break;
  }
  return Value::not_implemented();
}

Value float_power(Vm& vm, double a, double b) {
  if (a == 0 && b < 0) return zero_division(vm, "0.0 cannot be raised to a negative power");
  if (a < 0 && std::isfinite(a) && std::isfinite(b) && b != std::trunc(b)) {
    const double magnitude = std::pow(-a, b), angle = M_PI * b;
    return vm.complex(magnitude * std::cos(angle), magnitude * std::sin(angle));
  }
  const double result = std::pow(a, b);
  if (std::isinf(result) && std::isfinite(a) && std::isfinite(b))
    return vm.raise(vm.types.overflow_error, "(34, 'Numerical result out of range')");
  return Value::real(result);
}

Value float_binary(Vm& vm, BinaryOp op, double a, double b) {
  switch (op) {
    case BinaryOp::Add: return Value::real(a + b);
    case BinaryOp::Sub: return Value::real(a - b);
    case BinaryOp::Mul: return Value::real(a * b);
    case BinaryOp::Div: return b == 0 ? zero_division(vm, "float division by zero") : Value::real(a / b);
    case BinaryOp::FloorDiv: return b == 0 ? zero_division(vm, "float floor division by zero") : Value::real(float_floor_div(a, b));
    case BinaryOp::Mod: return b == 0 ? zero_division(vm, "float modulo") : Value::real(float_mod(a, b));
    case BinaryOp::Pow: return float_power(vm, a, b);
    default: return Value::not_implemented();
  }
}

struct Pair {
  double re, im;
};

Value complex_binary(Vm& vm, BinaryOp op, Pair a, Pair b) {
  switch (op) {
    case BinaryOp::Add: return vm.complex(a.re + b.re, a.im + b.im);
    case BinaryOp::Sub: return vm.complex(a.re - b.re, a.im - b.im);
    case BinaryOp::Mul: return vm.complex(a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re);
    case BinaryOp::Div: {
      if (b.re == 0 && b.im == 0) return zero_division(vm, "complex division by zero");
      if (std::fabs(b.re) >= std::fabs(b.im)) {
        const double ratio = b.im / b.re, scale = b.re + b.im * ratio;
        return vm.complex((a.re + a.im * ratio) / scale, (a.im - a.re * ratio) / scale);
      }
      const double ratio = b.re / b.im, scale = b.re * ratio + b.im;
      return vm.complex((a.re * ratio + a.im) / scale, (a.im * ratio - a.re) / scale);
    }
    case BinaryOp::Pow: {
      if (b.im == 0 && b.re == std::trunc(b.re) && b.re >= 0 && b.re <= 100) {
        Pair result{1, 0}, base = a;
        for (auto n = uint32_t(b.re); n != 0; n >>= 1) {
          if (n & 1) result = {result.re * base.re - result.im * base.im, result.re * base.im + result.im * base.re};
          base = {base.re * base.re - base.im * base.im, 2 * base.re * base.im};
        }
        return vm.complex(result.re, result.im);
      }
      return vm.sym(vm.types.complex, When::Const);
    }
    default: return Value::not_implemented();
  }
}

bool as_pair(Value v, Pair& out) {
  if (v.is_number()) {
    out = {v.as_float(), 0};
    return true;
  }
  if (const auto* c = cast<ComplexObj>(v)) {
    out = {c->re, c->im};
    return true;
  }
  return false;
}

}  // namespace

double float_mod(double a, double b) {
  double r = std::fmod(a, b);
  if (r != 0) {
    if ((b < 0) != (r < 0)) r += b;
  } else {
    r = std::copysign(0.0, b);
  }
  return r;
}

double float_floor_div(double a, double b) {
  const double r = std::fmod(a, b);
  double q = (a - r) / b;
  if (r != 0 && (b < 0) != (r < 0)) q -= 1;
  if (q == 0) return std::copysign(0.0, a / b);
  const double floored = std::floor(q);
  return q - floored > 0.5 ? floored + 1 : floored;
}

Value integer_power(Vm& vm, int64_t base, int64_t exponent) {
  if (exponent < 0) {
    if (base == 0) return zero_division(vm, "0.0 cannot be raised to a negative power");
    return Value::real(std::pow(double(base), double(exponent)));
  }
  int64_t result = 1;
  for (bool overflow = false; exponent != 0;) {
    if (exponent & 1) {
      if (overflow || __builtin_mul_overflow(result, base, &result)) return too_large(vm);
    }
    exponent >>= 1;
    if (exponent != 0 && __builtin_mul_overflow(base, base, &base)) overflow = true;
  }
  return Value::integer(result);
}

Value number_binary(Vm& vm, BinaryOp op, Value left, Value right) {
  if (left.is_number() && right.is_number()) {
    if (left.is_float() || right.is_float()) return float_binary(vm, op, left.as_float(), right.as_float());
    const bool both_bool = left.is_bool() && right.is_bool();
    if (both_bool && op == BinaryOp::BitAnd) return Value::boolean(left.b && right.b);
    if (both_bool && op == BinaryOp::BitOr) return Value::boolean(left.b || right.b);
    if (both_bool && op == BinaryOp::BitXor) return Value::boolean(left.b != right.b);
    return int_binary(vm, op, left.as_int(), right.as_int());
  }
  Pair a{}, b{};
  if (as_pair(left, a) && as_pair(right, b)) return complex_binary(vm, op, a, b);
  return Value::not_implemented();
}

Value native_unary(Vm& vm, UnaryOp op, Value v) {
  v = plain(v);
  if (v.is_integral()) {
    const int64_t i = v.as_int();
    if (op == UnaryOp::Positive) return Value::integer(i);
    if (op == UnaryOp::Invert) return Value::integer(~i);
    return i == INT64_MIN ? too_large(vm) : Value::integer(-i);
  }
  if (v.is_float() && op != UnaryOp::Invert) return Value::real(op == UnaryOp::Negative ? -v.f : v.f);
  if (const auto* c = cast<ComplexObj>(v); c != nullptr && op != UnaryOp::Invert)
    return op == UnaryOp::Negative ? vm.complex(-c->re, -c->im) : v;
  return Value::not_implemented();
}

Value Vm::unary(UnaryOp op, Value operand) {
  if (op == UnaryOp::Not) {
    const Truth t = truth(operand);
    if (t.raised) return {};
    if (t.value != Tri::Maybe) return Value::boolean(t.value == Tri::No);
    Facts facts;
    facts.add(*this, operand);
    facts.when = t.when;
    if (t.origin.valid()) facts.origin = t.origin;
    const Value negated = facts.sym(*this, types.boolean);
    if (facts.rng) set_law(negated, law_of_negation(*this, operand));
    return negated;
  }
  operand = force(operand);
  if (operand.null()) return {};
  Value result = native_unary(*this, op, operand);
  const char* name = op == UnaryOp::Negative ? "__neg__" : op == UnaryOp::Positive ? "__pos__" : "__invert__";
  if (operand.is_object()) {
    if (auto* alternatives = cast<UnionObj>(operand))
      return for_each_option(*this, alternatives, [&](Value option) { return unary(op, option); });
    const TypeOps* ops = ops_of(operand);
    if (const Value found = override_of(*this, operand, name, ops && ops->unary); !found.null())
      return call_override(*this, found, operand, name, {});
    if (ops && ops->unary) {
      const Value answer = ops->unary(*this, op, operand);
      if (answer.tag != Tag::NotImplemented) return answer;
    }
  }
  if (result.tag != Tag::NotImplemented) {
    if (result.tag == operand.tag) result.scalar_type = operand.scalar_type;
    return result;
  }
  if (cast<UnknownObj>(operand)) return operand;
  if (auto* s = cast<SymObj>(operand)) {
    ClassObj* type = s->cls == types.boolean ? types.integer : s->cls;
    const bool number = type->is_subclass_of(types.integer) || type == types.real || type == types.complex;
    if (number && !(op == UnaryOp::Invert && (type == types.real || type == types.complex))) {
      if (op == UnaryOp::Positive && type == s->cls) return operand;
      const Value fresh = sym_like(*this, type, {operand});
      return op == UnaryOp::Negative ? within(*this, fresh, negated(interval_of(*this, operand))) : fresh;
    }
  }
  if (may_define_more(*this, operand)) return unknown("result of a unary operator on an object with an unresolved base class");
  const char* sign = op == UnaryOp::Negative ? "-" : op == UnaryOp::Positive ? "+" : "~";
  return type_error(*this, std::string("bad operand type for unary ") + sign + ": '" + type_name(*this, operand) + "'");
}

}  // namespace graphlift::interp
