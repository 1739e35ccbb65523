// `==`, ordering and `is`: built-in values by content, user classes by their methods, unknown values as far as types tell.
#include <string>

#include "analysis/interp/chance.h"
#include "analysis/interp/comparison.h"
#include "analysis/interp/interval.h"
#include "analysis/interp/types_support.h"
#include "analysis/interp/visit.h"

namespace graphlift::interp {

using syntax::CompareOp;

std::string_view operator_text(CompareOp op) {
  static constexpr std::string_view kText[] = {"==", "!=", "<", "<=", ">", ">=", "is", "is not", "in", "not in"};
  return kText[size_t(op)];
}

std::string_view dunder_of(CompareOp op) {
  static constexpr std::string_view kNames[] = {"__eq__", "__ne__", "__lt__", "__le__", "__gt__", "__ge__"};
  return size_t(op) < 6 ? kNames[size_t(op)] : std::string_view("__contains__");
}

Value as_value(Vm& vm, const Verdict& verdict) {
  if (verdict.raised) return {};
  if (verdict.value == Tri::Maybe) return verdict.facts.sym(vm, vm.types.boolean);
  return Value::boolean(verdict.value == Tri::Yes);
}

namespace {

Verdict known(bool yes) { return {yes ? Tri::Yes : Tri::No, {}, false}; }
Verdict failed() { return {Tri::Maybe, {}, true}; }
Verdict maybe(const Vm& vm, std::initializer_list<Value> values) { return {Tri::Maybe, facts_of(vm, values), false}; }
Verdict maybe_incomplete() {
  Verdict v;
  v.facts.when = When::Unknown;
  return v;
}

Verdict negated(Verdict v) {
  if (v.value != Tri::Maybe) v.value = v.value == Tri::Yes ? Tri::No : Tri::Yes;
  return v;
}

bool ordered(CompareOp op, int sign) {
  switch (op) {
    case CompareOp::Eq: return sign == 0;
    case CompareOp::NotEq: return sign != 0;
    case CompareOp::Lt: return sign < 0;
    case CompareOp::LtE: return sign <= 0;
    case CompareOp::Gt: return sign > 0;
    default: return sign >= 0;
  }
}

bool compare_numbers(CompareOp op, Value l, Value r) {
  if (l.is_float() || r.is_float()) {
    const double a = l.as_float(), b = r.as_float();
    if (a != a || b != b) return op == CompareOp::NotEq;
    return ordered(op, a < b ? -1 : a > b ? 1 : 0);
  }
  const int64_t a = l.as_int(), b = r.as_int();
  return ordered(op, a < b ? -1 : a > b ? 1 : 0);
}

Verdict truth_verdict(Vm& vm, Value v) {
  if (v.null()) return failed();
  if (v.is_bool()) return known(v.b);
  const Truth t = vm.truth(v);
  Verdict out{t.value, facts_of(vm, {v}), t.raised};
  out.facts.when = t.when;
  if (t.origin.valid()) out.facts.origin = t.origin;
  return out;
}

struct Comparing;
using Nesting = Visit<Comparing, size_t(1) << 18, 100>;

Verdict compare_sequences(Vm& vm, CompareOp op, const std::vector<Value>& a, const std::vector<Value>& b, bool open) {
  const Nesting nesting;
  if (Nesting::too_far()) return maybe_incomplete();
  const bool equality = op == CompareOp::Eq || op == CompareOp::NotEq;
  if (equality && !open && a.size() != b.size()) return known(op == CompareOp::NotEq);
  const size_t common = std::min(a.size(), b.size());
  Verdict uncertain;
  bool any_uncertain = false;
  // Elements are compared by copy: user-defined methods may change the containers.
  const std::vector<Value> left = a, right = b;
  for (size_t i = 0; i < common; ++i) {
    const Verdict same = equals(vm, left[i], right[i]);
    if (same.raised) return same;
    if (same.value == Tri::Yes) continue;
    if (same.value == Tri::Maybe) {
      if (!equality) return same;
      if (!any_uncertain) uncertain = same;
      else uncertain.facts.when = interp::join(uncertain.facts.when, same.facts.when);
      any_uncertain = true;
      continue;
    }
    if (equality) return known(op == CompareOp::NotEq);
    return truth_verdict(vm, vm.compare(op, left[i], right[i]));
  }
  if (any_uncertain) return uncertain;
  if (open) return maybe_incomplete();
  return known(ordered(op, left.size() < right.size() ? -1 : left.size() > right.size() ? 1 : 0));
}

Verdict equal_dicts(Vm& vm, DictObj* a, DictObj* b) {
  const Nesting nesting;
  if (Nesting::too_far()) return maybe_incomplete();
  if (a->open || b->open) return maybe_incomplete();
  if (a->map.size() != b->map.size()) return known(false);
  Verdict result = known(true);
  const auto entries = a->map.entries();
  for (const auto& e : entries) {
    if (e.key.null()) continue;
    Value other;
    const Found found = dict_get(vm, b, e.key, other);
    if (found == Found::Error) return failed();
    if (found == Found::No) return known(false);
    const Verdict same = equals(vm, e.value, other);
    if (same.raised || same.value == Tri::No) return same;
    if (same.value == Tri::Maybe || found == Found::Maybe) result = same.value == Tri::Maybe ? same : maybe_incomplete();
  }
  return result;
}

Tri subset(Vm& vm, const SetObj* a, const SetObj* b) {
  Tri result = a->open ? Tri::Maybe : Tri::Yes;
  const auto entries = a->map.entries();
  for (const auto& e : entries) {
    Value at;
    if (e.key.null()) continue;
    const Found found = find_key(vm, b->map, e.key, at);
    if (found == Found::Yes) continue;
    if (found == Found::No && !b->open) return Tri::No;
    result = Tri::Maybe;
  }
  return result;
}

Verdict compare_sets(Vm& vm, CompareOp op, const SetObj* a, const SetObj* b) {
  if (op == CompareOp::Gt || op == CompareOp::GtE) return compare_sets(vm, mirrored(op), b, a);
  const Tri below = subset(vm, a, b);
  if (op == CompareOp::LtE) return below == Tri::Maybe ? maybe_incomplete() : known(below == Tri::Yes);
  const Tri above = subset(vm, b, a);
  if (below == Tri::No) return known(op == CompareOp::NotEq);
  if (op == CompareOp::Lt && above == Tri::Yes && !a->open) return known(false);
  if (op != CompareOp::Lt && above == Tri::No) return known(op == CompareOp::NotEq);
  if (below == Tri::Maybe || above == Tri::Maybe) return maybe_incomplete();
  const bool equal = above == Tri::Yes;
  return known(op == CompareOp::Eq ? equal : !equal);
}

// Groups of types whose values are never equal to those of another group.
enum class Family : uint8_t { Number, Text, Bytes, Tuple, List, Dict, Set, None, Slice, Range, Other };

Family family_of_class(Vm& vm, const ClassObj* c) {
  const auto& t = vm.types;
  if (c->is_subclass_of(t.integer) || c->is_subclass_of(t.real) || c->is_subclass_of(t.complex)) return Family::Number;
  if (c->is_subclass_of(t.str)) return Family::Text;
  if (c->is_subclass_of(t.bytes) || c->is_subclass_of(t.bytearray)) return Family::Bytes;
  if (c->is_subclass_of(t.tuple)) return Family::Tuple;
  if (c->is_subclass_of(t.list)) return Family::List;
  if (c->is_subclass_of(t.dict)) return Family::Dict;
  if (c->is_subclass_of(t.set) || c->is_subclass_of(t.frozenset)) return Family::Set;
  if (c == t.none) return Family::None;
  if (c == t.slice) return Family::Slice;
  if (c == t.range) return Family::Range;
  return Family::Other;
}

Family family_of(Vm& vm, Value v) { return family_of_class(vm, vm.type_of(v)); }

// A bare input dimension: never negative.
bool is_dimension(const SymObj* s) { return s && s->symbol != 0 && s->when == When::Shape; }

Value abstract_compare(Vm& vm, CompareOp op, Value l, Value r) {
  const bool equality = op == CompareOp::Eq || op == CompareOp::NotEq;
  for (Value v : {l, r}) {
    const auto* u = cast<UnknownObj>(v);
    if (!u) continue;
    const Value other = v.same(l) ? r : l;
    const Family family = family_of(vm, other);
    const bool scalar = !u->maybe_tensor || family == Family::Text || (equality && (family == Family::None || cast<ClassObj>(other)));
    return scalar ? sym_like(vm, vm.types.boolean, {l, r}) : v;
  }
  const auto* a = cast<SymObj>(l);
  const auto* b = cast<SymObj>(r);
  if (!a && !b) return Value::not_implemented();
  const Family fa = family_of(vm, l), fb = family_of(vm, r);
  if (a && b && (a == b || (a->symbol != 0 && a->symbol == b->symbol)) && (fa == Family::Text || a->cls == vm.types.integer))
    return Value::boolean(ordered(op, 0));
  if (equality && hashes_differ(l, r)) return Value::boolean(op == CompareOp::NotEq);
  if (equality) {
    // A Sym of a type outside the built-in families may define equality with anything.
    const bool open_ended = (a && fa == Family::Other) || (b && fb == Family::Other);
    if (fa != fb && !open_ended) return Value::boolean(op == CompareOp::NotEq);
  } else {
    const bool orderable = fa == fb && (fa == Family::Number || fa == Family::Text || fa == Family::Bytes || fa == Family::Tuple ||
                                        fa == Family::List || fa == Family::Set || fa == Family::Other);
    if (!orderable) return Value::not_implemented();
  }
  if (is_dimension(a) && r.is_number()) {
    const double k = r.as_float();
    if (k < 0) return Value::boolean(ordered(op, 1));
    if (k == 0 && (op == CompareOp::GtE || op == CompareOp::Lt)) return Value::boolean(op == CompareOp::GtE);
  }
  if (is_dimension(b) && l.is_number()) {
    const double k = l.as_float();
    if (k < 0) return Value::boolean(ordered(op, -1));
    if (k == 0 && (op == CompareOp::LtE || op == CompareOp::Gt)) return Value::boolean(op == CompareOp::LtE);
  }
  // A number that is part of a graph is compared there, whatever it can be.
  if (fa == Family::Number && fb == Family::Number && vm.when(l) != When::Data && vm.when(r) != When::Data) {
    const Tri decided = compare_intervals(op, interval_of(vm, l), interval_of(vm, r));
    if (decided != Tri::Maybe) return Value::boolean(decided == Tri::Yes);
  }
  return sym_like(vm, vm.types.boolean, {l, r});
}

Value from_side(Vm& vm, CompareOp op, Value self, Value left, Value right, bool reflected) {
  if (!self.is_object()) return Value::not_implemented();
  const Value other = reflected ? left : right;
  const CompareOp own = reflected ? mirrored(op) : op;
  const std::string_view name = dunder_of(own);
  const TypeOps* ops = vm.ops_of(self);
  const bool by_ops = ops && ops->compare;
  if (const Value found = override_of(vm, self, name, by_ops); !found.null() && !found.is_none())
    return call_override(vm, found, self, name, {other});
  if (op == CompareOp::NotEq) {
    if (const Value found = override_of(vm, self, "__eq__", by_ops); !found.null() && !found.is_none()) {
      const Value equal = call_override(vm, found, self, "__eq__", {other});
      if (equal.null() || equal.tag == Tag::NotImplemented) return equal;
      return vm.unary(syntax::UnaryOp::Not, equal);
    }
  }
  if (by_ops) return ops->compare(vm, op, left, right);
  return Value::not_implemented();
}

}  // namespace

Value native_compare(Vm& vm, CompareOp op, Value left, Value right) {
  const Value l = plain(left), r = plain(right);
  if (l.is_number() && r.is_number()) return Value::boolean(compare_numbers(op, l, r));
  if (l.is_str() && r.is_str()) {
    const int sign = l.o == r.o ? 0 : text_of(l).compare(text_of(r)) < 0 ? -1 : 1;
    return Value::boolean(ordered(op, sign));
  }
  if (auto* a = cast<TupleObj>(l))
    if (auto* b = cast<TupleObj>(r)) return as_value(vm, compare_sequences(vm, op, a->items, b->items, false));
  if (auto* a = cast<ListObj>(l))
    if (auto* b = cast<ListObj>(r)) return as_value(vm, compare_sequences(vm, op, a->items, b->items, a->open || b->open));
  if (auto* a = cast<BytesObj>(l))
    if (auto* b = cast<BytesObj>(r)) return Value::boolean(ordered(op, a->data.compare(b->data)));
  if (auto* a = cast<SetObj>(l))
    if (auto* b = cast<SetObj>(r)) return as_value(vm, compare_sets(vm, op, a, b));
  if (op != CompareOp::Eq && op != CompareOp::NotEq) return Value::not_implemented();
  if (auto* a = cast<DictObj>(l))
    if (auto* b = cast<DictObj>(r)) {
      const Verdict same = equal_dicts(vm, a, b);
      return as_value(vm, op == CompareOp::Eq ? same : negated(same));
    }
  if (auto* a = cast<SliceObj>(l))
    if (auto* b = cast<SliceObj>(r))
      return as_value(vm, compare_sequences(vm, op, {a->start, a->stop, a->step}, {b->start, b->stop, b->step}, false));
  const bool complex_left = cast<ComplexObj>(l), complex_right = cast<ComplexObj>(r);
  if ((complex_left || l.is_number()) && (complex_right || r.is_number())) return Value::boolean(keys_equal(l, r) == (op == CompareOp::Eq));
  const bool by_content = (cast<RangeObj>(l) && cast<RangeObj>(r)) || (cast<OpaqueObj>(l) && cast<OpaqueObj>(r)) ||
                          (cast<BoundMethodObj>(l) && cast<BoundMethodObj>(r));
  if (by_content) return Value::boolean(keys_equal(l, r) == (op == CompareOp::Eq));
  return Value::not_implemented();
}

Value Vm::compare(CompareOp op, Value left, Value right) {
  const Value result = compare_values(op, left, right);
  if (result.is_object() && is_random(result)) {
    if (const LawId law = law_of_comparison(*this, op, left, right)) set_law(result, law);
  }
  return result;
}

Value Vm::compare_values(CompareOp op, Value left, Value right) {
  if (op == CompareOp::Is || op == CompareOp::IsNot) {
    left = force(left);
    if (left.null()) return {};
    right = force(right);
    if (right.null()) return {};
    Verdict same = identical(*this, left, right);
    if (same.facts.when == When::Data) same.facts.when = When::PyInput;  // the branch that chose the object ran outside the graph
    return as_value(*this, op == CompareOp::Is ? same : negated(same));
  }
  if (op == CompareOp::In || op == CompareOp::NotIn) {
    const Verdict inside = contains(*this, right, left);
    return as_value(*this, op == CompareOp::In ? inside : negated(inside));
  }
  if (left.is_number() && right.is_number()) {
    Value result = Value::boolean(compare_numbers(op, left, right));
    if ((left.scalar_type | right.scalar_type) != 0) result.scalar_type = boolean_scalar_type;
    return result;
  }
  if (left.is_str() && right.is_str()) return native_compare(*this, op, left, right);
  left = force(left);
  if (left.null()) return {};
  right = force(right);
  if (right.null()) return {};
  if (auto* u = cast<UnionObj>(left)) return for_each_option(*this, u, [&](Value v) { return compare(op, v, right); });
  if (auto* u = cast<UnionObj>(right)) return for_each_option(*this, u, [&](Value v) { return compare(op, left, v); });

  ClassObj* const left_type = type_of(left);
  ClassObj* const right_type = type_of(right);
  const bool right_first = left_type != right_type && right_type->is_subclass_of(left_type);
  Value result = Value::not_implemented();
  if (right_first) {
    result = from_side(*this, op, right, left, right, true);
    if (result.tag != Tag::NotImplemented) return result;
  }
  result = from_side(*this, op, left, left, right, false);
  if (result.tag != Tag::NotImplemented) return result;
  if (!right_first) {
    result = from_side(*this, op, right, left, right, true);
    if (result.tag != Tag::NotImplemented) return result;
  }
  result = native_compare(*this, op, left, right);
  if (result.tag != Tag::NotImplemented) return result;
  if (!concrete(left) || !concrete(right)) {
    result = abstract_compare(*this, op, left, right);
    if (result.tag != Tag::NotImplemented) return result;
  }
  if (may_define_more(*this, left) || may_define_more(*this, right)) {
    if (left.same(right) && (op == CompareOp::Eq || op == CompareOp::NotEq)) return Value::boolean(op == CompareOp::Eq);
    return sym(types.boolean, When::Unknown);
  }
  if (op == CompareOp::Eq || op == CompareOp::NotEq) return Value::boolean(left.same(right) == (op == CompareOp::Eq));
  return type_error(*this, "'" + std::string(operator_text(op)) + "' not supported between instances of '" + left_type->name + "' and '" +
                               right_type->name + "'");
}

Verdict equals(Vm& vm, Value a, Value b) {
  if (a.is_number() && b.is_number()) return known(a.same(b) || compare_numbers(CompareOp::Eq, a, b));
  if (a.is_str() && b.is_str()) return known(a.o == b.o);
  if (a.same(b) && !cast<UnknownObj>(a) && !cast<UnionObj>(a)) return known(true);
  return truth_verdict(vm, vm.compare(CompareOp::Eq, a, b));
}

Verdict less(Vm& vm, Value a, Value b) {
  if (a.is_number() && b.is_number()) return known(compare_numbers(CompareOp::Lt, a, b));
  return truth_verdict(vm, vm.compare(CompareOp::Lt, a, b));
}

bool Vm::equal_known(Value a, Value b, Tri& out) {
  const Verdict v = equals(*this, a, b);
  out = v.value;
  return !v.raised;
}

Verdict identical(Vm& vm, Value a, Value b) {
  const auto* ua = cast<UnionObj>(a);
  const auto* ub = cast<UnionObj>(b);
  if (ua || ub) {
    if (ua == ub && ua) return maybe(vm, {a});
    const UnionObj* alternatives = ua ? ua : ub;
    const Value other = ua ? b : a;
    bool yes = false, no = false;
    Verdict out;
    out.facts.when = alternatives->when;
    for (Value option : alternatives->options) {
      const Verdict one = identical(vm, option, other);
      yes |= one.value != Tri::No;
      no |= one.value != Tri::Yes;
      if (one.value == Tri::Maybe) out.facts.when = interp::join(out.facts.when, one.facts.when);
    }
    out.value = yes && no ? Tri::Maybe : yes ? Tri::Yes : Tri::No;
    return out;
  }
  if (cast<UnknownObj>(a) || cast<UnknownObj>(b)) return maybe(vm, {a, b});
  if (a.same(b)) return known(true);
  const auto* sa = cast<SymObj>(a);
  const auto* sb = cast<SymObj>(b);
  if (sa || sb) {
    if (vm.type_of(a) != vm.type_of(b)) return known(false);
    return maybe(vm, {a, b});
  }
  const auto* ta = cast<TensorObj>(a);
  const auto* tb = cast<TensorObj>(b);
  if (ta && tb) return ta->storage == tb->storage && ta->storage != 0 ? maybe(vm, {a, b}) : known(false);
  const auto* oa = cast<OpaqueObj>(a);
  const auto* ob = cast<OpaqueObj>(b);
  if (oa && ob) return known(!oa->state && keys_equal(a, b));
  return known(false);
}

}  // namespace graphlift::interp
