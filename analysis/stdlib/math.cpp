// math and cmath. A number that is not known gives a Sym; other objects convert through float(), as in Python.
#include <cmath>
#include <complex>
#include <numeric>

#include "analysis/stdlib/define.h"

namespace graphlift::stdlib {
namespace {

// float(v): a known double in `out`, or an abstract value in `abstract`, or false with an exception set.
bool to_double(Vm& vm, Value v, double& out, Value& abstract) {
  Value p = plain(v);
  if (!p.is_number()) {
    if (p.is_str()) {
      vm.raise(vm.types.type_error, "must be real number, not str");
      return false;
    }
    p = vm.call(Value::object(vm.types.real), {v});
    if (p.null()) return false;
  }
  if (p.is_number()) out = p.as_float();
  else abstract = p;
  return true;
}

Value domain_error(Vm& vm) { return vm.raise(vm.types.value_error, "math domain error"); }
Value range_error(Vm& vm) { return vm.raise(vm.types.overflow_error, "math range error"); }

template <double (*F)(double)>
Value unary_fn(Vm& vm, Args& a) {
  Value x, abstract;
  double d = 0;
  if (!a.bind(vm, "x, /", {&x}) || !to_double(vm, x, d, abstract)) return {};
  if (!abstract.null()) return sym_like(vm, vm.types.real, {abstract});
  const double r = F(d);
  if (std::isnan(r) && !std::isnan(d)) return domain_error(vm);
  if (std::isinf(r) && std::isfinite(d)) return std::fabs(d) > 1 ? range_error(vm) : domain_error(vm);
  return Value::real(r);
}

template <double (*F)(double, double)>
Value binary_fn(Vm& vm, Args& a) {
  Value x, y, abstract;
  double d = 0, e = 0;
  if (!a.bind(vm, "x, y, /", {&x, &y}) || !to_double(vm, x, d, abstract) || !to_double(vm, y, e, abstract)) return {};
  if (!abstract.null()) return sym_like(vm, vm.types.real, {x, y});
  const double r = F(d, e);
  if (std::isnan(r) && !std::isnan(d) && !std::isnan(e)) return domain_error(vm);
  if (std::isinf(r) && std::isfinite(d) && std::isfinite(e)) return d == 0 ? domain_error(vm) : range_error(vm);
  return Value::real(r);
}

// floor, ceil, trunc: the special method of the object first.
template <double (*F)(double)>
Value rounding(Vm& vm, Args& a, const char* dunder) {
  Value x, abstract;
  if (!a.bind(vm, "x, /", {&x})) return {};
  const Value p = plain(x);
  if (p.is_integral()) return Value::integer(p.as_int());
  if (auto* s = cast<SymObj>(p)) return sym_like(vm, vm.types.integer, {Value::object(s)});
  if (!p.is_float() && x.is_object()) {
    const Value hook = vm.find_in_class(vm.type_of(x), vm.intern(dunder));
    if (!hook.null()) return vm.call_method(x, dunder, {});
  }
  double d = 0;
  if (!to_double(vm, x, d, abstract)) return {};
  if (!abstract.null()) return sym_like(vm, vm.types.integer, {abstract});
  if (std::isnan(d)) return vm.raise(vm.types.value_error, "cannot convert float NaN to integer");
  if (std::isinf(d)) return vm.raise(vm.types.overflow_error, "cannot convert float infinity to integer");
  const double r = F(d);
  if (std::fabs(r) >= 9.2e18) return vm.sym(vm.types.integer, When::Const);
  return Value::integer(int64_t(r));
}

// Integer arguments; false when an exception is set. An abstract one is left in `abstract`.
bool integers(Vm& vm, const Args& a, std::vector<int64_t>& out, Value& abstract) {
  if (!a.kw.empty()) {
    vm.raise(vm.types.type_error, a.callee->name + "() takes no keyword arguments");
    return false;
  }
  for (Value v : a.pos) {
    int64_t i = 0;
    const Index kind = to_index(vm, v, i);
    if (kind == Index::Error) return false;
    if (kind == Index::Abstract) abstract = v;
    out.push_back(i);
  }
  return true;
}

Value big(Vm& vm) { return vm.sym(vm.types.integer, When::Const); }

Value gcd(Vm& vm, Args& a) {
  std::vector<int64_t> n;
  Value abstract;
  if (!integers(vm, a, n, abstract)) return {};
  if (!abstract.null()) return lift(vm, a, vm.types.integer);
  int64_t r = 0;
  for (int64_t v : n) r = std::gcd(r, v);
  return Value::integer(r);
}

Value lcm(Vm& vm, Args& a) {
  std::vector<int64_t> n;
  Value abstract;
  if (!integers(vm, a, n, abstract)) return {};
  if (!abstract.null()) return lift(vm, a, vm.types.integer);
  int64_t r = 1;
  for (int64_t v : n) {
    if (v == 0) return Value::integer(0);
    if (__builtin_mul_overflow(r / std::gcd(r, v), std::llabs(v), &r)) return big(vm);
  }
  return Value::integer(r);
}

// count ways: factorial(n), comb(n, k), perm(n, k) as a falling product divided as it goes.
Value product(Vm& vm, int64_t n, int64_t k, bool divide) {
  int64_t r = 1;
  for (int64_t i = 0; i < k; ++i) {
    if (__builtin_mul_overflow(r, n - i, &r)) return big(vm);
    if (divide) r /= i + 1;
  }
  return Value::integer(r);
}

Value counting(Vm& vm, Args& a, int mode) {
  std::vector<int64_t> n;
  Value abstract;
  if (a.pos.size() == 2 && a.pos[1].is_none()) a.pos.pop_back();
  if (!integers(vm, a, n, abstract)) return {};
  if (!abstract.null()) return lift(vm, a, vm.types.integer);
  if (n.empty() || (mode == 1 && n.size() < 2)) return vm.raise(vm.types.type_error, a.callee->name + " expected more arguments");
  for (int64_t v : n)
    if (v < 0) return vm.raise(vm.types.value_error, a.callee->name + "() not defined for negative values");
  if (n.size() == 1) return product(vm, n[0], n[0], false);
  if (n[1] > n[0]) return Value::integer(0);
  return mode == 1 ? product(vm, n[0], std::min(n[1], n[0] - n[1]), true) : product(vm, n[0], n[1], false);
}

Value isqrt(Vm& vm, Args& a) {
  std::vector<int64_t> n;
  Value abstract;
  if (!integers(vm, a, n, abstract)) return {};
  if (!abstract.null()) return lift(vm, a, vm.types.integer);
  if (n.size() != 1) return vm.raise(vm.types.type_error, "isqrt expected 1 argument");
  if (n[0] < 0) return vm.raise(vm.types.value_error, "isqrt() argument must be nonnegative");
  auto r = int64_t(std::sqrt(double(n[0])));
  while (r * r > n[0]) --r;
  while ((r + 1) * (r + 1) <= n[0]) ++r;
  return Value::integer(r);
}

Value power(Vm& vm, Args& a) {
  Value x, y, abstract;
  double d = 0, e = 0;
  if (!a.bind(vm, "x, y, /", {&x, &y}) || !to_double(vm, x, d, abstract) || !to_double(vm, y, e, abstract)) return {};
  if (!abstract.null()) return sym_like(vm, vm.types.real, {x, y});
  const double r = std::pow(d, e);
  if (std::isnan(r) && !std::isnan(d) && !std::isnan(e)) return domain_error(vm);
  if (std::isinf(r) && std::isfinite(d) && std::isfinite(e)) return d == 0 ? domain_error(vm) : range_error(vm);
  return Value::real(r);
}

Value logarithm(Vm& vm, Args& a) {
  Value x, base, abstract;
  double d = 0, b = 0;
  if (!a.bind(vm, "x, base=, /", {&x, &base}) || !to_double(vm, x, d, abstract)) return {};
  if (!base.null() && !to_double(vm, base, b, abstract)) return {};
  if (!abstract.null()) return sym_like(vm, vm.types.real, {x, base.null() ? Value::none() : base});
  if (d <= 0 || (!base.null() && b <= 0)) return domain_error(vm);
  if (base.null()) return Value::real(std::log(d));
  if (b == 1) return vm.raise(vm.types.zero_division_error, "float division by zero");
  return Value::real(std::log(d) / std::log(b));
}

template <bool (*F)(double)>
Value test(Vm& vm, Args& a) {
  Value x, abstract;
  double d = 0;
  if (!a.bind(vm, "x, /", {&x}) || !to_double(vm, x, d, abstract)) return {};
  if (!abstract.null()) return sym_like(vm, vm.types.boolean, {abstract});
  return Value::boolean(F(d));
}

Value is_close(Vm& vm, Args& a) {
  Value x, y, relative, absolute, abstract;
  double d = 0, e = 0, r = 1e-9, s = 0;
  if (!a.bind(vm, "a, b, *, rel_tol=, abs_tol=", {&x, &y, &relative, &absolute})) return {};
  if (!to_double(vm, x, d, abstract) || !to_double(vm, y, e, abstract)) return {};
  if (!relative.null() && !to_double(vm, relative, r, abstract)) return {};
  if (!absolute.null() && !to_double(vm, absolute, s, abstract)) return {};
  if (!abstract.null()) return lift(vm, a, vm.types.boolean);
  if (d == e) return Value::boolean(true);
  if (std::isinf(d) || std::isinf(e)) return Value::boolean(false);
  return Value::boolean(std::fabs(d - e) <= std::max(r * std::max(std::fabs(d), std::fabs(e)), s));
}

// Doubles of an iterable; `abstract` is set when one is not known or the length is not.
bool doubles(Vm& vm, Value iterable, std::vector<double>& out, Value& abstract) {
  Collected c;
  if (!gather(vm, iterable, c)) return false;
  for (Value v : c.items) {
    double d = 0;
    if (!to_double(vm, v, d, abstract)) return false;
    out.push_back(d);
  }
  if (c.open && abstract.null()) abstract = c.rest.null() ? vm.sym(vm.types.real, When::Unknown) : c.rest;
  return true;
}

Value exact_sum(Vm& vm, Args& a) {
  Value seq, abstract;
  std::vector<double> d;
  if (!a.bind(vm, "seq, /", {&seq}) || !doubles(vm, seq, d, abstract)) return {};
  if (!abstract.null()) return sym_like(vm, vm.types.real, {abstract});
  std::vector<double> partials;  // Shewchuk: exact, then rounded once
  for (double x : d) {
    size_t kept = 0;
    for (double y : partials) {
      if (std::fabs(x) < std::fabs(y)) std::swap(x, y);
      const double high = x + y, low = y - (high - x);
      if (low != 0) partials[kept++] = low;
      x = high;
    }
    partials.resize(kept);
    partials.push_back(x);
  }
  double sum = 0;
  for (size_t i = partials.size(); i-- > 0;) sum += partials[i];
  return Value::real(sum);
}

Value product_of(Vm& vm, Args& a) {
  Value iterable, start;
  Collected c;
  if (!a.bind(vm, "iterable, /, *, start=", {&iterable, &start}) || !gather(vm, iterable, c)) return {};
  Value r = start.null() ? Value::integer(1) : start;
  for (Value v : c.items) {
    r = vm.binary(syntax::BinaryOp::Mul, r, v);
    if (r.null()) return {};
  }
  if (!c.open) return r;
  Facts facts = facts_of(vm, {r});
  if (!c.rest.null()) facts.add(vm, c.rest);
  facts.when = interp::join(facts.when, When::PyInput);
  return facts.sym(vm, vm.type_of(r));
}

Value hypotenuse(Vm& vm, Args& a) {
  double sum = 0;
  Value abstract;
  for (Value v : a.pos) {
    double d = 0;
    if (!to_double(vm, v, d, abstract)) return {};
    sum = std::hypot(sum, d);
  }
  return abstract.null() ? Value::real(sum) : lift(vm, a, vm.types.real);
}

Value distance(Vm& vm, Args& a) {
  Value p, q, abstract;
  std::vector<double> x, y;
  if (!a.bind(vm, "p, q, /", {&p, &q}) || !doubles(vm, p, x, abstract) || !doubles(vm, q, y, abstract)) return {};
  if (!abstract.null()) return sym_like(vm, vm.types.real, {abstract});
  if (x.size() != y.size()) return vm.raise(vm.types.value_error, "both points must have the same number of dimensions");
  double sum = 0;
  for (size_t i = 0; i < x.size(); ++i) sum = std::hypot(sum, x[i] - y[i]);
  return Value::real(sum);
}

Value split_float(Vm& vm, Args& a, bool exponent) {
  Value x, abstract;
  double d = 0;
  if (!a.bind(vm, "x, /", {&x}) || !to_double(vm, x, d, abstract)) return {};
  if (!abstract.null()) {
    const Value first = sym_like(vm, vm.types.real, {abstract});
    return pair(vm, first, exponent ? sym_like(vm, vm.types.integer, {abstract}) : first);
  }
  if (exponent) {
    int e = 0;
    const double m = std::frexp(d, &e);
    return pair(vm, Value::real(m), Value::integer(e));
  }
  double whole = 0;
  const double fraction = std::modf(d, &whole);
  return pair(vm, Value::real(fraction), Value::real(whole));
}

Value scale(Vm& vm, Args& a) {
  Value x, i, abstract;
  double d = 0;
  int64_t e = 0;
  if (!a.bind(vm, "x, i, /", {&x, &i}) || !to_double(vm, x, d, abstract)) return {};
  const Index kind = to_index(vm, i, e);
  if (kind == Index::Error) return {};
  if (!abstract.null() || kind == Index::Abstract) return lift(vm, a, vm.types.real);
  return Value::real(std::ldexp(d, int(std::clamp<int64_t>(e, -5000, 5000))));
}

double degrees(double x) { return x * (180.0 / M_PI); }
double radians(double x) { return x * (M_PI / 180.0); }
double ulp(double x) { return std::nextafter(std::fabs(x), HUGE_VAL) - std::fabs(x); }
bool is_nan(double x) { return std::isnan(x); }
bool is_inf(double x) { return std::isinf(x); }
bool is_finite(double x) { return std::isfinite(x); }

void constants(Module& m) {
  m.set("pi", Value::real(M_PI));
  m.set("e", Value::real(M_E));
  m.set("tau", Value::real(2 * M_PI));
  m.set("inf", Value::real(HUGE_VAL));
  m.set("nan", Value::real(std::nan("")));
}

using C = std::complex<double>;
bool to_complex(Vm& vm, Value v, C& out, Value& abstract) {
  const Value p = plain(v);
  if (auto* c = cast<ComplexObj>(p)) {
    out = {c->re, c->im};
    return true;
  }
  double d = 0;
  if (!vm.concrete(p)) {
    abstract = p;
    return true;
  }
  if (!to_double(vm, v, d, abstract)) return false;
  out = d;
  return true;
}
template <C (*F)(const C&)>
Value complex_fn(Vm& vm, Args& a) {
  Value x, abstract;
  C c;
  if (!a.bind(vm, "z, /", {&x}) || !to_complex(vm, x, c, abstract)) return {};
  if (!abstract.null()) return sym_like(vm, vm.types.complex, {abstract});
  const C r = F(c);
  return vm.complex(r.real(), r.imag());
}
Value phase(Vm& vm, Args& a) {
  Value x, abstract;
  C c;
  if (!a.bind(vm, "z, /", {&x}) || !to_complex(vm, x, c, abstract)) return {};
  return abstract.null() ? Value::real(std::arg(c)) : sym_like(vm, vm.types.real, {abstract});
}

bool finite(const C& c) { return std::isfinite(c.real()) && std::isfinite(c.imag()); }
bool infinite(const C& c) { return std::isinf(c.real()) || std::isinf(c.imag()); }
bool not_a_number(const C& c) { return std::isnan(c.real()) || std::isnan(c.imag()); }
template <bool (*F)(const C&)>
Value complex_test(Vm& vm, Args& a) {
  Value x, abstract;
  C c;
  if (!a.bind(vm, "z, /", {&x}) || !to_complex(vm, x, c, abstract)) return {};
  return abstract.null() ? Value::boolean(F(c)) : sym_like(vm, vm.types.boolean, {abstract});
}
Value complex_log(Vm& vm, Args& a) {
  Value x, base, abstract;
  C c, b;
  if (!a.bind(vm, "z, base=, /", {&x, &base}) || !to_complex(vm, x, c, abstract)) return {};
  if (!base.null() && abstract.null() && !to_complex(vm, base, b, abstract)) return {};
  if (!abstract.null()) return sym_like(vm, vm.types.complex, {abstract});
  if (c == C() || (!base.null() && b == C())) return domain_error(vm);
  const C r = base.null() ? std::log(c) : std::log(c) / std::log(b);
  return vm.complex(r.real(), r.imag());
}

}  // namespace

void init_math(Vm& vm, ModuleObj* module) {
  Module m{vm, module};
  constants(m);
#define UNARY(name) m.fn(#name, unary_fn<std::name>)
  UNARY(sqrt);
  UNARY(exp);
  UNARY(expm1);
  UNARY(exp2);
  UNARY(log2);
  UNARY(log10);
  UNARY(log1p);
  UNARY(sin);
  UNARY(cos);
  UNARY(tan);
  UNARY(asin);
  UNARY(acos);
  UNARY(atan);
  UNARY(sinh);
  UNARY(cosh);
  UNARY(tanh);
  UNARY(asinh);
  UNARY(acosh);
  UNARY(atanh);
  UNARY(erf);
  UNARY(erfc);
  UNARY(cbrt);
  UNARY(fabs);
#undef UNARY
  m.fn("gamma", unary_fn<std::tgamma>);
  m.fn("lgamma", unary_fn<std::lgamma>);
  m.fn("degrees", unary_fn<degrees>);
  m.fn("radians", unary_fn<radians>);
  m.fn("atan2", binary_fn<std::atan2>);
  m.fn("fmod", binary_fn<std::fmod>);
  m.fn("copysign", binary_fn<std::copysign>);
  m.fn("remainder", binary_fn<std::remainder>);
  m.fn("nextafter", binary_fn<std::nextafter>);
  m.fn("pow", power);
  m.fn("log", logarithm);
  m.fn("floor", [](Vm& v, Args& a) { return rounding<std::floor>(v, a, "__floor__"); });
  m.fn("ceil", [](Vm& v, Args& a) { return rounding<std::ceil>(v, a, "__ceil__"); });
  m.fn("trunc", [](Vm& v, Args& a) { return rounding<std::trunc>(v, a, "__trunc__"); });
  m.fn("isnan", test<is_nan>);
  m.fn("isinf", test<is_inf>);
  m.fn("isfinite", test<is_finite>);
  m.fn("isclose", is_close);
  m.fn("gcd", gcd);
  m.fn("lcm", lcm);
  m.fn("factorial", [](Vm& v, Args& a) { return counting(v, a, 0); });
  m.fn("comb", [](Vm& v, Args& a) { return counting(v, a, 1); });
  m.fn("perm", [](Vm& v, Args& a) { return counting(v, a, 2); });
  m.fn("isqrt", isqrt);
  m.fn("fsum", exact_sum);
  m.fn("prod", product_of);
  m.fn("hypot", hypotenuse);
  m.fn("dist", distance);
  m.fn("modf", [](Vm& v, Args& a) { return split_float(v, a, false); });
  m.fn("frexp", [](Vm& v, Args& a) { return split_float(v, a, true); });
  m.fn("ldexp", scale);
  m.fn("ulp", unary_fn<ulp>);
}

void init_cmath(Vm& vm, ModuleObj* module) {
  Module m{vm, module};
  constants(m);
#define COMPLEX(name) m.fn(#name, complex_fn<std::name<double>>)
  COMPLEX(sqrt);
  COMPLEX(exp);
  COMPLEX(log10);
  COMPLEX(sin);
  COMPLEX(cos);
  COMPLEX(tan);
  COMPLEX(asin);
  COMPLEX(acos);
  COMPLEX(atan);
  COMPLEX(sinh);
  COMPLEX(cosh);
  COMPLEX(tanh);
  COMPLEX(asinh);
  COMPLEX(acosh);
  COMPLEX(atanh);
#undef COMPLEX
  m.fn("log", complex_log);
  m.fn("isfinite", complex_test<finite>);
  m.fn("isinf", complex_test<infinite>);
  m.fn("isnan", complex_test<not_a_number>);
  m.set("infj", vm.complex(0, HUGE_VAL));
  m.set("nanj", vm.complex(0, std::nan("")));
  m.fn("phase", phase);
  m.fn("polar", [](Vm& v, Args& a) {
    Value x, abstract;
    C c;
    if (!a.bind(v, "z, /", {&x}) || !to_complex(v, x, c, abstract)) return Value();
    if (abstract.null()) return pair(v, Value::real(std::abs(c)), Value::real(std::arg(c)));
    return pair(v, sym_like(v, v.types.real, {abstract}), sym_like(v, v.types.real, {abstract}));
  });
  m.fn("rect", [](Vm& v, Args& a) {
    Value r, phi, abstract;
    double d = 0, e = 0;
    if (!a.bind(v, "r, phi, /", {&r, &phi}) || !to_double(v, r, d, abstract) || !to_double(v, phi, e, abstract)) return Value();
    if (!abstract.null()) return sym_like(v, v.types.complex, {abstract});
    return v.complex(d * std::cos(e), d * std::sin(e));
  });
}

}  // namespace graphlift::stdlib
