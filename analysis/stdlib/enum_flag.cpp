// enum.Flag and IntFlag: members that combine by bits.
#include "analysis/stdlib/enum.h"

namespace graphlift::stdlib {
namespace {

enum class Bits { Or, And, Xor };

int64_t all_bits(Vm& vm, ClassObj* cls) {
  int64_t all = 0;
  if (DictObj* map = member_map(vm, cls))
    for (const auto& e : map->map.entries())
      if (!e.key.null())
        if (const Value v = plain(own(vm, e.value, "_value_")); v.is_integral()) all |= v.as_int();
  return all;
}

// The bits of a flag, or of an integer beside one.
bool bits_of(Vm& vm, Value v, int64_t& out) {
  if (auto* object = cast<InstanceObj>(v))
    if (const Value inner = own(vm, v, "_value_"); object && !inner.null()) v = inner;
  v = plain(v);
  if (!v.is_integral()) return false;
  out = v.as_int();
  return true;
}

template <Bits Op>
Value combine(Vm& vm, Args& a) {
  ClassObj* cls = vm.type_of(a[0]);
  int64_t x = 0, y = 0;
  if (!bits_of(vm, a[0], x) || !bits_of(vm, a[1], y)) {
    if (!vm.concrete(a[1])) return vm.unknown("a flag combined with a value that is not known", vm.when(a[1]));
    return Value::not_implemented();
  }
  if (vm.type_of(a[1]) != cls && cls->layout != Layout::Int) return Value::not_implemented();
  return flag_member(vm, cls, Op == Bits::Or ? x | y : Op == Bits::And ? x & y : x ^ y);
}

Value invert(Vm& vm, Args& a) {
  int64_t x = 0;
  if (!bits_of(vm, a[0], x)) return vm.unknown("a flag that is not known");
  ClassObj* cls = vm.type_of(a[0]);
  return flag_member(vm, cls, all_bits(vm, cls) & ~x);
}

Value contains(Vm& vm, Args& a) {
  int64_t x = 0, y = 0;
  if (!bits_of(vm, a[0], x) || !bits_of(vm, a[1], y)) return sym_like(vm, vm.types.boolean, {a[0], a[1]});
  return Value::boolean((x & y) == y);
}

Value iterate(Vm& vm, Args& a) {
  int64_t x = 0;
  std::vector<Value> out;
  if (!bits_of(vm, a[0], x)) return vm.unknown("a flag that is not known");
  for (Value m : members_of(vm, vm.type_of(a[0]))) {
    int64_t bit = 0;
    if (bits_of(vm, m, bit) && bit && (x & bit) == bit) out.push_back(m);
  }
  return vm.iterator_over(std::move(out));
}

Value truth(Vm& vm, Args& a) {
  int64_t x = 0;
  return bits_of(vm, a[0], x) ? Value::boolean(x != 0) : sym_like(vm, vm.types.boolean, {a[0]});
}

Value length(Vm& vm, Args& a) {
  int64_t x = 0;
  return bits_of(vm, a[0], x) ? Value::integer(__builtin_popcountll(uint64_t(x))) : sym_like(vm, vm.types.integer, {a[0]});
}

}  // namespace

Value flag_member(Vm& vm, ClassObj* cls, int64_t bits) {
  auto* by_value = cast<DictObj>(class_own(vm, cls, "_value2member_map_"));
  if (!by_value) return vm.unknown("a flag class that is not known");
  const Value key = Value::integer(bits);
  if (const Value* known = by_value->map.find(key)) return *known;
  const int64_t all = all_bits(vm, cls);
  if (bits < 0) {
    if (const Value* known = by_value->map.find(Value::integer(all & bits))) return *known;
    bits &= all;
  }
  if ((bits & ~all) && cls->layout != Layout::Int)
    return vm.raise(vm.types.value_error, "<flag '" + cls->name + "'> invalid value " + std::to_string(bits));
  std::string name;
  for (Value m : members_of(vm, cls)) {
    int64_t bit = 0;
    const Value member_name = own(vm, m, "_name_");
    if (!bits_of(vm, m, bit) || !bit || (bits & bit) != bit || !member_name.is_str()) continue;
    if (!name.empty()) name += "|";
    name += text_of(member_name);
  }
  const Value member = new_member(vm, cls, name.empty() ? Value::none() : vm.str(name), Value::integer(bits));
  vm.touch(by_value);
  by_value->map.set(Value::integer(bits), member);
  return member;
}

void define_flag_operators(Vm& vm, ClassObj* cls) {
  method(vm, cls, "__or__", combine<Bits::Or>);
  method(vm, cls, "__ror__", combine<Bits::Or>);
  method(vm, cls, "__and__", combine<Bits::And>);
  method(vm, cls, "__rand__", combine<Bits::And>);
  method(vm, cls, "__xor__", combine<Bits::Xor>);
  method(vm, cls, "__rxor__", combine<Bits::Xor>);
  method(vm, cls, "__invert__", invert);
  method(vm, cls, "__contains__", contains);
  method(vm, cls, "__iter__", iterate);
  method(vm, cls, "__bool__", truth);
  method(vm, cls, "__len__", length);
}

}  // namespace graphlift::stdlib
