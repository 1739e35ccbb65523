// Slices of sequences: bounds, reading, assignment and deletion.
#include "analysis/interp/containers_slices.h"

#include <algorithm>

namespace graphlift::interp {

bool slice_bounds(Vm& vm, const SliceObj* slice, int64_t length, int64_t& start, int64_t& stop, int64_t& step, int64_t& count,
                  bool& abstract) {
  const auto read = [&](Value v, int64_t& out, bool& given) {
    given = !v.is_none() && !v.null();
    if (!given) return true;
    switch (to_index(vm, v, out)) {
      case Index::Known: return true;
      case Index::Abstract: abstract = true; return true;
      case Index::Error: break;
    }
    vm.clear_exception();
    type_error(vm, "slice indices must be integers or None or have an __index__ method");
    return false;
  };
  bool has_start = false, has_stop = false, has_step = false;
  step = 1;
  if (!read(slice->step, step, has_step) || !read(slice->start, start, has_start) || !read(slice->stop, stop, has_stop)) return false;
  if (abstract) return true;
  if (step == 0) {
    vm.raise(vm.types.value_error, "slice step cannot be zero");
    return false;
  }
  step = std::max(step, -INT64_MAX);
  const int64_t low = step < 0 ? -1 : 0, high = step < 0 ? length - 1 : length;
  const auto clamp = [&](int64_t v) { return v < 0 ? std::max(v + length, low) : std::min(v, high); };
  start = has_start ? clamp(start) : (step < 0 ? high : low);
  stop = has_stop ? clamp(stop) : (step < 0 ? low : high);
  count = 0;
  if (step > 0 && start < stop) count = (stop - start - 1) / step + 1;
  if (step < 0 && start > stop) count = (start - stop - 1) / -step + 1;
  return true;
}

namespace {

template <typename Container>
Container picked(const Container& from, int64_t start, int64_t step, int64_t count) {
  if (step == 1) return Container(from.begin() + start, from.begin() + start + count);
  Container out;
  out.reserve(size_t(count));
  for (int64_t i = 0; i < count; ++i) out.push_back(from[size_t(start + i * step)]);
  return out;
}

Value join_items(Vm& vm, const std::vector<Value>& items, Value rest, When when) {
  for (Value v : items) rest = vm.join(rest, v, when);
  return rest;
}

Facts bounds_facts(Vm& vm, const SliceObj* slice) { return facts_of(vm, {slice->start, slice->stop, slice->step}); }

// A known non-negative start and stop that lie within the listed items of an incomplete list.
bool within_listed(const ListObj* list, const SliceObj* slice) {
  const auto fits = [&](Value v) { return v.is_integral() && v.as_int() >= 0 && size_t(v.as_int()) <= list->items.size(); };
  return (slice->start.is_none() || fits(slice->start)) && fits(slice->stop) &&
         (slice->step.is_none() || (slice->step.is_int() && slice->step.i > 0));
}

}  // namespace

Value slice_of(Vm& vm, Value self, const SliceObj* slice) {
  int64_t length = 0, start = 0, stop = 0, step = 1, count = 0;
  bool abstract = false;
  std::u32string wide;
  auto* list = cast<ListObj>(self);
  auto* tuple = cast<TupleObj>(self);
  auto* bytes = cast<BytesObj>(self);
  auto* range = cast<RangeObj>(self);
  const bool text = self.is_str(), ascii = text && is_ascii(text_of(self));
  if (text) {
    if (!ascii) wide = decode_utf8(text_of(self));
    length = ascii ? int64_t(text_of(self).size()) : int64_t(wide.size());
  } else {
    length = list    ? int64_t(list->items.size())
             : tuple ? int64_t(tuple->items.size())
             : bytes ? int64_t(bytes->data.size())
                     : range->size();
  }
  if (!slice_bounds(vm, slice, length, start, stop, step, count, abstract)) return {};
  if (list) {
    Collected out;
    const bool from_known = slice->start.is_integral() && slice->start.as_int() >= 0;
    const bool forward = slice->step.is_none() || (slice->step.is_int() && slice->step.i == 1);
    if (!abstract && (!list->open || within_listed(list, slice))) {
      out.items = picked(list->items, start, step, count);
    } else if (!abstract && forward && slice->stop.is_none() && (slice->start.is_none() || from_known)) {
      out.items = picked(list->items, start, 1, count);
      out.open = true;
      out.rest = list->rest;
    } else {
      out.open = true;
      out.rest =
          join_items(vm, list->items, list->rest, interp::join(bounds_facts(vm, slice).when, list->open ? When::Unknown : When::Const));
    }
    return list_of(vm, std::move(out));
  }
  if (tuple) {
    if (abstract) return bounds_facts(vm, slice).sym(vm, tuple->cls->item_type ? tuple->cls : vm.types.tuple);
    if (count == int64_t(tuple->items.size()) && step == 1 && tuple->cls == vm.types.tuple) return self;
    return tuple_like(vm, tuple, picked(tuple->items, start, step, count));
  }
  if (abstract) return bounds_facts(vm, slice).sym(vm, vm.type_of(self));
  if (range) return vm.range(range->start + start * range->step, range->start + stop * range->step, range->step * step);
  if (bytes) {
    const Value out = vm.bytes(picked(bytes->data, start, step, count));
    out.o->cls = bytes->cls;
    return out;
  }
  if (ascii) return vm.str(picked(std::string(text_of(self)), start, step, count));
  return vm.str(encode_utf8(picked(wide, start, step, count)));
}

bool assign_slice(Vm& vm, ListObj* list, const SliceObj* slice, Value value) {
  Collected source;
  if (!gather(vm, value, source)) return false;
  int64_t start = 0, stop = 0, step = 1, count = 0;
  bool abstract = false;
  if (!slice_bounds(vm, slice, int64_t(list->items.size()), start, stop, step, count, abstract)) return false;
  mutating(vm, list);
  const bool everything = slice->start.is_none() && slice->stop.is_none() && (slice->step.is_none());
  if (everything) {
    list->items = std::move(source.items);
    list->open = source.open;
    list->rest = source.rest;
    return true;
  }
  if (abstract || list->open || source.open) {
    const Value rest = join_items(vm, source.items, vm.join(list->rest, source.rest, When::Unknown), When::Unknown);
    list->rest = join_items(vm, list->items, rest, When::Unknown);
    list->items.clear();
    list->open = true;
    return true;
  }
  if (step == 1) {
    const auto at = list->items.begin() + start;
    const auto hole = list->items.erase(at, at + count);
    list->items.insert(hole, source.items.begin(), source.items.end());
    return true;
  }
  if (int64_t(source.items.size()) != count) {
    vm.raise(vm.types.value_error, "attempt to assign sequence of size " + std::to_string(source.items.size()) +
                                       " to extended slice of size " + std::to_string(count));
    return false;
  }
  for (int64_t i = 0; i < count; ++i) list->items[size_t(start + i * step)] = source.items[size_t(i)];
  return true;
}

bool delete_slice(Vm& vm, ListObj* list, const SliceObj* slice) {
  int64_t start = 0, stop = 0, step = 1, count = 0;
  bool abstract = false;
  if (!slice_bounds(vm, slice, int64_t(list->items.size()), start, stop, step, count, abstract)) return false;
  mutating(vm, list);
  if (abstract || list->open) {
    list->rest = join_items(vm, list->items, list->rest, When::Unknown);
    list->items.clear();
    list->open = true;
    return true;
  }
  std::vector<bool> gone(list->items.size(), false);
  for (int64_t i = 0; i < count; ++i) gone[size_t(start + i * step)] = true;
  std::vector<Value> kept;
  for (size_t i = 0; i < gone.size(); ++i)
    if (!gone[i]) kept.push_back(list->items[i]);
  list->items = std::move(kept);
  return true;
}

}  // namespace graphlift::interp
