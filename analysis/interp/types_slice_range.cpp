// slice and range.
#include "analysis/interp/types_dunders.h"

namespace graphlift::interp {
namespace {

Value slice_construct(Vm& vm, Args& args) {
  const Value none = Value::none();
  if (args.size() == 2) return vm.slice(none, args[1], none);
  const auto given = [&](size_t i) { return args[i].null() ? none : args[i]; };
  return vm.slice(given(1), given(2), given(3));
}

template <int part>
Value slice_get(Vm& vm, Args& args) {
  const auto* s = cast<SliceObj>(args[0]);
  if (!s) return vm.unknown("part of a slice that is not known");
  return part == 0 ? s->start : part == 1 ? s->stop : s->step;
}

Value slice_indices(Vm& vm, Args& args) {
  int64_t length = 0, start = 0, stop = 0, step = 1, count = 0;
  bool abstract = false;
  const Index known = to_index(vm, args[1], length);
  auto* s = cast<SliceObj>(args[0]);
  if (known == Index::Error || !s) return vm.raised() ? Value() : vm.unknown("indices of a slice that is not known");
  if (!slice_bounds(vm, s, length, start, stop, step, count, abstract)) return {};
  if (!abstract && known == Index::Known) return vm.tuple({Value::integer(start), Value::integer(stop), Value::integer(step)});
  const Value any = sym_like(vm, vm.types.integer, {args[1], s->start, s->stop, s->step});
  // With no bounds given only the length is not known.
  const bool whole = s->start.is_none() && s->stop.is_none() && s->step.is_none();
  return whole ? vm.tuple({Value::integer(0), args[1], Value::integer(1)})
               : vm.tuple({any, any, s->step.is_none() ? Value::integer(1) : any});
}

Value range_construct(Vm& vm, Args& args) {
  int64_t parts[3] = {0, 0, 1};
  Facts facts;
  bool abstract = args.open_pos;
  const size_t given = args.size() - 1;
  if (given == 0 && !abstract) return type_error(vm, "range expected at least 1 argument, got 0");
  if (given > 3) return type_error(vm, "range expected at most 3 arguments, got " + std::to_string(given));
  for (size_t i = 0; i < given; ++i) {
    const Value v = index_value(vm, args[i + 1]);
    if (v.null()) return {};
    if (v.is_integral()) {
      parts[given == 1 ? 1 : i] = v.as_int();
    } else {
      abstract = true;
      uses_number(vm, v, NumberUse::Range);
      facts.add(vm, v);
    }
  }
  if (parts[2] == 0) return vm.raise(vm.types.value_error, "range() arg 3 must not be zero");
  if (!abstract) return vm.range(parts[0], parts[1], parts[2]);
  if (facts.when == When::Const) facts.when = When::Unknown;
  return facts.sym(vm, vm.types.range);
}

template <int part>
Value range_get(Vm& vm, Args& args) {
  const auto* r = cast<RangeObj>(args[0]);
  if (!r) return sym_like(vm, vm.types.integer, {args[0]});
  return Value::integer(part == 0 ? r->start : part == 1 ? r->stop : r->step);
}

Value range_index(Vm& vm, Args& args) {
  const auto* r = cast<RangeObj>(args[0]);
  const Verdict inside = contains(vm, args[0], args[1]);
  if (inside.raised) return {};
  if (!r || inside.value == Tri::Maybe) return sym_like(vm, vm.types.integer, {args[0], args[1]});
  if (inside.value == Tri::No) return vm.raise(vm.types.value_error, "value is not in range");
  return Value::integer((int64_t(plain(args[1]).as_float()) - r->start) / r->step);
}

Value range_count(Vm& vm, Args& args) {
  const Verdict inside = contains(vm, args[0], args[1]);
  if (inside.raised) return {};
  return inside.value == Tri::Maybe ? sym_like(vm, vm.types.integer, {args[0], args[1]}) : Value::integer(inside.value == Tri::Yes);
}

Value range_reversed(Vm& vm, Args& args) {
  const auto* r = cast<RangeObj>(args[0]);
  if (!r) return vm.iterate(args[0]);
  return vm.iterate(vm.range(r->start + (r->size() - 1) * r->step, r->start - r->step, -r->step));
}

}  // namespace

void register_slice_range(Vm& vm) {
  ClassObj *slice = vm.types.slice, *range = vm.types.range;
  define_construction(vm, slice, slice_construct);
  define_getter(vm, slice, "start", slice_get<0>);
  define_getter(vm, slice, "stop", slice_get<1>);
  define_getter(vm, slice, "step", slice_get<2>);
  vm.define(slice, "indices", slice_indices);
  define_text(vm, slice);
  define_equality(vm, slice);
  define_construction(vm, range, range_construct);
  define_getter(vm, range, "start", range_get<0>);
  define_getter(vm, range, "stop", range_get<1>);
  define_getter(vm, range, "step", range_get<2>);
  vm.define(range, "index", range_index);
  vm.define(range, "count", range_count);
  vm.define(range, "__reversed__", range_reversed);
  define_container(vm, range, false, true);
  define_text(vm, range);
  define_equality(vm, range);
}

}  // namespace graphlift::interp
