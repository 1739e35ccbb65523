// builtins about numbers: abs, divmod, pow, round, sum, min, max, bin, oct, hex, chr, ord.
#include <cmath>

#include "analysis/interp/interval.h"
#include "analysis/interp/types_support.h"

namespace graphlift::interp {

using syntax::BinaryOp;

namespace {

bool is_number_type(Vm& vm, Value v) {
  const ClassObj* c = vm.type_of(v);
  return c->is_subclass_of(vm.types.integer) || c->is_subclass_of(vm.types.real);
}

// The value's own special method, or Null without an exception when it has none.
Value own_method(Vm& vm, Value v, const char* name, std::initializer_list<Value> args, bool& handled) {
  const Value found = override_of(vm, v, name);
  handled = !found.null();
  return handled ? call_override(vm, found, v, name, args) : Value();
}

Value absolute(Vm& vm, Args& args) {
  const Value v = vm.force(args[0]);
  if (v.null()) return {};
  if (auto* u = cast<UnionObj>(v)) {
    return for_each_option(vm, u, [&](Value option) {
      Args one;
      one.pos = {option};
      return absolute(vm, one);
    });
  }
  bool handled = false;
  const Value own = own_method(vm, v, "__abs__", {}, handled);
  if (handled) return own;
  const Value p = plain(v);
  if (p.is_float()) return Value::real(std::fabs(p.f));
  if (p.is_integral()) return p.as_int() < 0 ? native_unary(vm, syntax::UnaryOp::Negative, p) : Value::integer(p.as_int());
  if (const auto* c = cast<ComplexObj>(p)) return Value::real(std::hypot(c->re, c->im));
  if (auto* s = cast<SymObj>(v)) {
    if (s->symbol != 0 && s->when == When::Shape) return v;
    if (s->cls == vm.types.complex) return sym_like(vm, vm.types.real, {v});
    if (is_number_type(vm, v))
      return within(vm, sym_like(vm, s->cls == vm.types.boolean ? vm.types.integer : s->cls, {v}), magnitude(interval_of(vm, v)));
  }
  if (cast<UnknownObj>(v)) return v;
  if (may_define_more(vm, v)) return vm.unknown("abs of an object with an unresolved base class");
  return type_error(vm, "bad operand type for abs(): '" + type_name(vm, v) + "'");
}

Value div_mod(Vm& vm, Args& args) {
  if (args.size() != 2) return type_error(vm, "divmod expected 2 arguments, got " + std::to_string(args.size()));
  bool handled = false;
  const Value own = own_method(vm, args[0], "__divmod__", {args[1]}, handled);
  if (handled && own.tag != Tag::NotImplemented) return own;
  const Value q = vm.binary(BinaryOp::FloorDiv, args[0], args[1]);
  if (q.null()) return q;
  const Value r = vm.binary(BinaryOp::Mod, args[0], args[1]);
  return r.null() ? r : vm.tuple({q, r});
}

Value power(Vm& vm, Args& args) {
  Value base, exponent, modulus;
  if (!args.bind(vm, "base, exp, mod=", {&base, &exponent, &modulus})) return {};
  if (modulus.null() || modulus.is_none()) return vm.binary(BinaryOp::Pow, base, exponent);
  const Value b = plain(base), e = plain(exponent), m = plain(modulus);
  if (!b.is_integral() || !e.is_integral() || !m.is_integral()) return sym_like(vm, vm.types.integer, {base, exponent, modulus});
  if (m.as_int() == 0) return vm.raise(vm.types.value_error, "pow() 3rd argument cannot be 0");
  if (e.as_int() < 0) return vm.sym(vm.types.integer, When::Const);
  const int64_t n = m.as_int();
  __int128 result = 1, square = b.as_int() % n;
  for (int64_t k = e.as_int(); k != 0; k >>= 1) {
    if (k & 1) result = result * square % n;
    square = square * square % n;
  }
  result %= n;
  if (result != 0 && (result < 0) != (n < 0)) result += n;
  return Value::integer(int64_t(result));
}

Value round_builtin(Vm& vm, Args& args) {
  Value v, digits;
  if (!args.bind(vm, "number, ndigits=", {&v, &digits})) return {};
  bool handled = false;
  const Value own = digits.null() ? own_method(vm, v, "__round__", {}, handled) : own_method(vm, v, "__round__", {digits}, handled);
  if (handled) return own;
  const Value p = plain(v);
  if (p.is_number()) return round_number(vm, p, digits);
  if (auto* u = cast<UnionObj>(v)) {
    return for_each_option(vm, u, [&](Value option) {
      Args one;
      one.pos = {option};
      if (!digits.null()) one.pos.push_back(digits);
      return round_builtin(vm, one);
    });
  }
  if (cast<SymObj>(v) && is_number_type(vm, v)) {
    const bool whole = digits.null() || digits.is_none();
    const Value fresh = sym_like(vm, whole ? vm.types.integer : vm.type_of(v), {v});
    return whole ? within(vm, fresh, rounded(interval_of(vm, v))) : fresh;
  }
  if (cast<UnknownObj>(v)) return v;
  if (may_define_more(vm, v)) return vm.unknown("round of an object with an unresolved base class");
  return type_error(vm, "type " + type_name(vm, v) + " doesn't define __round__ method");
}

Value sum(Vm& vm, Args& args) {
  Value iterable, start;
  if (!args.bind(vm, "iterable, start=", {&iterable, &start})) return {};
  Collected items;
  if (!gather(vm, iterable, items)) return {};
  Value total = start.null() ? Value::integer(0) : start;
  if (is_plain_str(total)) return type_error(vm, "sum() can't sum strings [use ''.join(seq) instead]");
  for (Value v : items.items) {
    total = vm.binary(BinaryOp::Add, total, v);
    if (total.null()) return total;
  }
  if (!items.open) return total;
  // One more and twice more give the types that any number of further items gives.
  for (int round = 0; round < 2 && !items.rest.null(); ++round) {
    const Value more = vm.binary(BinaryOp::Add, total, items.rest);
    if (more.null()) return more;
    const When when = vm.when(items.rest);
    total = vm.join(total, more, when == When::Const ? When::Unknown : when);
  }
  return total;
}

// An object of a class in Python that is compared by its own methods. Members of an enumeration are constants.
bool compares_itself(Vm& vm, Value v) {
  return v.is_object() && v.o->kind == ObjKind::Instance && vm.type_of(v)->layout == Layout::Plain &&
         vm.find_in_class(vm.type_of(v), vm.intern("_member_map_")).null();
}

template <bool largest>
Value extreme(Vm& vm, Args& args) {
  const Value key = args.keyword("key"), fallback = args.keyword("default");
  if (vm.tracing() && !args.kw.empty() && !std::all_of(args.pos.begin(), args.pos.end(), is_literal))
    vm.observe(Event::Unsupported, {}, largest ? "builtins.max" : "builtins.min", "GB0193",
               "with `key` or `default` it takes constants only");
  Collected items;
  if (args.size() == 1 && !args.open_pos) {
    if (!gather(vm, args[0], items)) return {};
  } else {
    items.items = args.pos;
    items.open = args.open_pos;
  }
  const char* name = largest ? "max" : "min";
  if (vm.tracing() && args.kw.empty() && items.items.size() > 1)
    for (Value v : items.items)
      if (compares_itself(vm, v)) {
        vm.observe(Event::Unsupported, v, largest ? "builtins.max" : "builtins.min", "GB0059", "it compares objects by their own methods");
        break;
      }
  if (items.items.empty() && !items.open) {
    if (!fallback.null()) return fallback;
    return args.size() == 0 ? type_error(vm, std::string(name) + " expected at least 1 argument, got 0")
                            : vm.raise(vm.types.value_error, std::string(name) + "() iterable argument is empty");
  }
  if (items.open && !items.rest.null()) items.items.push_back(items.rest);
  if (items.items.empty()) return vm.unknown(std::string(name) + " of an iterable that is not known");
  const bool with_key = !key.null() && !key.is_none();
  Value best, best_key;
  bool unsure = items.open;
  Facts facts;
  Interval where;
  bool all_integer = true, all_number = true;
  for (Value v : items.items) {
    const Value k = with_key ? vm.call(key, {v}) : v;
    if (k.null()) return k;
    all_integer &= vm.type_of(v)->is_subclass_of(vm.types.integer);
    all_number &= is_number_type(vm, v);
    facts.add(vm, v);
    facts.add(vm, k);
    if (best.null()) {
      best = v;
      best_key = k;
      where = interval_of(vm, v);
      continue;
    }
    where = with_key ? hull(where, interval_of(vm, v)) : largest ? larger(where, interval_of(vm, v)) : smaller(where, interval_of(vm, v));
    const Verdict better = largest ? less(vm, best_key, k) : less(vm, k, best_key);
    if (better.raised) return {};
    unsure |= better.value == Tri::Maybe;
    if (better.value == Tri::Yes) {
      best = v;
      best_key = k;
    }
  }
  if (!unsure) return best;
  if (facts.when == When::Const) facts.when = When::Unknown;
  if (all_number) {
    const Value fresh = facts.sym(vm, all_integer ? vm.types.integer : vm.types.real);
    return items.open ? fresh : within(vm, fresh, where);
  }
  Value any = fallback;
  // The larger of a tensor and something else is a tensor.
  bool tensors = false;
  for (Value v : items.items) tensors |= cast<TensorObj>(v) != nullptr;
  for (Value v : items.items)
    if (!tensors || cast<TensorObj>(v)) any = vm.join(any, v, facts.when);
  return any;
}

template <char kind>
Value in_base(Vm& vm, Args& args) {
  int64_t i = 0;
  switch (to_index(vm, args[0], i)) {
    case Index::Error: return {};
    case Index::Abstract: return sym_like(vm, vm.types.str, {args[0]});
    case Index::Known: break;
  }
  return vm.format(Value::integer(i), vm.str(std::string("#") + kind));
}

Value chr(Vm& vm, Args& args) {
  int64_t i = 0;
  switch (to_index(vm, args[0], i)) {
    case Index::Error: return {};
    case Index::Abstract: return sym_like(vm, vm.types.str, {args[0]});
    case Index::Known: break;
  }
  if (i < 0 || i > 0x10ffff) return vm.raise(vm.types.value_error, "chr() arg not in range(0x110000)");
  std::string out;
  append_utf8(out, char32_t(i));
  return vm.str(out);
}

Value ord(Vm& vm, Args& args) {
  const Value v = plain(args[0]);
  if (v.is_str() && code_points(text_of(v)) == 1) return Value::integer(int64_t(decode_utf8(text_of(v))[0]));
  if (auto* b = cast<BytesObj>(v); b && b->data.size() == 1) return Value::integer(static_cast<unsigned char>(b->data[0]));
  if (!vm.concrete(v)) return sym_like(vm, vm.types.integer, {v});
  if (!v.is_str()) return type_error(vm, "ord() expected string of length 1, but " + type_name(vm, v) + " found");
  return type_error(vm, "ord() expected a character, but string of length " + std::to_string(code_points(text_of(v))) + " found");
}

}  // namespace

void register_builtin_numbers(Vm& vm) {
  ModuleObj* m = vm.builtins;
  vm.define(m, "abs", absolute);
  vm.define(m, "divmod", div_mod);
  vm.define(m, "pow", power);
  vm.define(m, "round", round_builtin);
  vm.define(m, "sum", sum);
  vm.define(m, "max", extreme<true>);
  vm.define(m, "min", extreme<false>);
  vm.define(m, "bin", in_base<'b'>);
  vm.define(m, "oct", in_base<'o'>);
  vm.define(m, "hex", in_base<'x'>);
  vm.define(m, "chr", chr);
  vm.define(m, "ord", ord);
}

}  // namespace graphlift::interp
