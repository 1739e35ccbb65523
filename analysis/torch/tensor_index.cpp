// Indexing of tensors: basic (views), advanced (gathers), by mask (shapes from contents), reading and writing.
#include <algorithm>
#include <optional>

#include "analysis/torch/tensor_class.h"

namespace graphlift::torch {

using interp::cast;
using interp::ObjKind;
using interp::Outcome;
using interp::SliceObj;

namespace {

struct Bound {
  bool absent = false;           // None
  std::optional<int64_t> value;  // known
  Dim dim;                       // unknown, not negative as far as is known
  bool data = false;
};

// One bound of a slice; a tensor there is read.
Bound slice_bound(Vm& vm, Value v, bool& observed) {
  Bound b;
  v = unwrap(v);
  if (v.null() || v.is_none()) {
    b.absent = true;
    return b;
  }
  if (v.is_integral()) {
    b.value = v.as_int();
    return b;
  }
  if (TensorObj* t = as_tensor(v)) {
    const bool constant = vm.tracing() && t->ndarray && state(vm).constants.contains(t);
    if (constant && !observed) {
      vm.observe(Event::ImplicitScalar, v, "torch.Tensor.__getitem__", "GB0208", "a number of NumPy is used as a slice bound");
      observed = true;
    }
    if ((contents_readable(vm, t) || comes_in_as_scalar(t) || constant) && t->known.size() == 1) {
      b.value = int64_t(t->known[0]);
      return b;
    }
    if (!observed) {
      Outcome outcome = vm.observe(Event::ImplicitScalar, v, "torch.Tensor.__getitem__", "GB0124", "a tensor is used as a slice bound");
      b.data = outcome.traced && outcome.result == When::Data;
    }
    observed = true;
    b.dim = fresh_dim(vm, b.data);
    return b;
  }
  b.data = vm.when(v) == When::Data;
  b.dim = dim_of(vm, v);
  return b;
}

struct Sliced {
  Dim size;
  int64_t start = 0, step = 1;
  bool exact = false;  // start, step and size are all known
};

Sliced slice_dim(Vm& vm, Dim size, const SliceObj* slice) {
  bool observed = false;
  Bound start = slice_bound(vm, slice->start, observed), stop = slice_bound(vm, slice->stop, observed),
        step = slice_bound(vm, slice->step, observed);
  Sliced out;
  int64_t by = step.absent ? 1 : step.value.value_or(0);
  bool from_start = start.absent || start.value == 0;
  if (from_start && stop.absent && by == 1) {
    out.size = size;
    out.exact = true;
    return out;
  }
  bool data = size.data || start.data || stop.data;
  if (by <= 0) {
    out.size = fresh_dim(vm, data);
    return out;
  }
  if (size.known() && (start.absent || start.value) && (stop.absent || stop.value)) {
    auto clamp = [&](int64_t v) { return std::clamp<int64_t>(v < 0 ? v + size.size : v, 0, size.size); };
    int64_t a = start.absent ? 0 : clamp(*start.value), b = stop.absent ? size.size : clamp(*stop.value);
    out.size = dim(b > a ? (b - a + by - 1) / by : 0);
    out.start = a;
    out.step = by;
    out.exact = true;
    return out;
  }
  if (by != 1) {
    out.size = from_start && stop.absent ? dim_op(vm, DimOp::CeilDiv, size, by) : fresh_dim(vm, data);
    return out;
  }
  // x[:-k], x[k:], x[:n], x[n:], x[a:b] of sizes that are not known; the program is taken to stay in range.
  auto as_dim = [&](const Bound& b) -> std::optional<Dim> {
    if (!b.value) return b.dim;
    if (*b.value >= 0) return dim(*b.value);
    return dim_op(vm, DimOp::Add, size, *b.value);
  };
  if (start.value && *start.value < 0 && stop.absent) {
    out.size = dim(-*start.value);
    return out;
  }
  if (from_start && stop.value && *stop.value >= 0 && !size.known()) {
    out.size = fresh_dim(vm, data);
    return out;
  }
  auto a = from_start ? std::optional(dim(0)) : as_dim(start), b = stop.absent ? std::optional(size) : as_dim(stop);
  out.size = a && b ? dim_op(vm, DimOp::Sub, *b, *a) : fresh_dim(vm, data);
  if (from_start && !stop.absent && !stop.value && same_dim(stop.dim, size)) out.size = size;
  return out;
}

struct Indexed {
  bool ranked = true;
  bool view = true;   // basic indexing only
  bool mask = false;  // a boolean tensor takes part
  Dims dims;
  // For reading known contents: strides of the result's dimensions and the offset, in elements of the source.
  bool positions = true;
  std::vector<int64_t> strides;
  int64_t offset = 0;
};

bool is_mask(const TensorObj* t) { return t->dtype == DType::Bool || t->dtype == DType::UInt8; }

// A list as an index: numbers or booleans, possibly nested; the dims of the index tensor it makes.
bool list_index(Vm& vm, Value v, Dims& dims, bool& boolean, int64_t& trues) {
  Result r = tensor_from_data(vm, v);
  boolean = r.dtype == DType::Bool;
  if (!r.ranked) return false;
  dims = r.dims;
  trues = -1;
  if (boolean && !r.known.empty()) trues = std::count_if(r.known.begin(), r.known.end(), [](double x) { return x != 0; });
  return true;
}

std::vector<Value> index_items(Value index) {
  if (auto* tuple = cast<TupleObj>(index)) return tuple->items;
  return {index};
}

size_t consumed(Value item) {
  if (item.is_none() || item.tag == Tag::Ellipsis || item.is_bool()) return 0;
  if (TensorObj* t = as_tensor(item); t && is_mask(t)) return t->ranked ? t->dims.size() : 1;
  return 1;
}

Indexed apply_index(Vm& vm, const TensorObj* t, const std::vector<Value>& items) {
  Indexed out;
  if (!t->ranked) {
    out.ranked = false;
    out.positions = false;
  }
  size_t rank = t->dims.size(), used = 0;
  bool has_ellipsis = false;
  for (Value item : items) {
    used += consumed(item);
    has_ellipsis |= item.tag == Tag::Ellipsis;
  }
  std::vector<int64_t> source_strides(rank, 1);
  if (out.ranked && all_known(t->dims)) {
    for (size_t i = rank; i-- > 1;) source_strides[i - 1] = source_strides[i] * t->dims[i].size;
  } else {
    out.positions = false;
  }
  size_t axis = 0;
  auto keep = [&](size_t count) {
    for (; count > 0 && axis < rank; --count, ++axis) {
      out.dims.push_back(t->dims[axis]);
      out.strides.push_back(source_strides[axis]);
    }
  };
  Dims advanced;
  size_t advanced_at = 0, advanced_count = 0, last_advanced_item = 0;
  bool split = false;
  auto add_advanced = [&](const Dims& dims, size_t item, size_t takes) {
    if (advanced_count == 0) advanced_at = out.dims.size();
    else if (item != last_advanced_item + 1) split = true;
    last_advanced_item = item;
    ++advanced_count;
    broadcast(vm, advanced, dims);
    axis += takes;
    out.positions = false;
    out.view = false;
  };
  for (size_t i = 0; i < items.size(); ++i) {
    Value item = unwrap(items[i]);
    if (item.is_object() && item.o->kind == ObjKind::Union) {
      Value chosen = item;
      for (Value option : cast<interp::UnionObj>(item)->options)
        if (!option.is_none()) chosen = option;
      item = chosen;
    }
    if (item.is_none()) {
      out.dims.push_back(dim(1));
      out.strides.push_back(0);
    } else if (item.tag == Tag::Ellipsis) {
      if (rank >= used) keep(rank - used);
    } else if (item.is_bool()) {
      add_advanced({dim(item.b ? 1 : 0)}, i, 0);
    } else if (is_integer(vm, item)) {
      if (axis < rank && item.is_integral()) {
        int64_t at = item.as_int();
        if (t->dims[axis].known()) {
          if (at < 0) at += t->dims[axis].size;
          if (out.ranked && (at < 0 || at >= t->dims[axis].size)) {
            vm.raise(vm.types.index_error, "index " + std::to_string(item.as_int()) + " is out of bounds for dimension " +
                                               std::to_string(axis) + " with size " + std::to_string(t->dims[axis].size));
            return out;
          }
        }
        out.offset += at * source_strides[axis];
      } else {
        out.positions = false;
      }
      ++axis;
    } else if (auto* slice = cast<SliceObj>(item)) {
      Sliced s = slice_dim(vm, axis < rank ? t->dims[axis] : fresh_dim(vm), slice);
      if (!s.exact) out.positions = false;
      out.dims.push_back(s.size);
      if (axis < rank) {
        out.offset += s.start * source_strides[axis];
        out.strides.push_back(source_strides[axis] * s.step);
      } else {
        out.strides.push_back(0);
      }
      ++axis;
    } else if (TensorObj* index = as_tensor(item)) {
      if (is_mask(index)) {
        out.mask = true;
        bool count_known = !index->known.empty() && !vm.tracing();
        Dim n = count_known ? dim(std::count_if(index->known.begin(), index->known.end(), [](double x) { return x != 0; }))
                            : fresh_dim(vm, vm.tracing());
        add_advanced({n}, i, index->ranked ? index->dims.size() : 1);
        if (!index->ranked) out.ranked = false;
      } else if (index->ranked && index->dims.empty()) {
        if (!contents_readable(vm, index) && !(index->ndarray && state(vm).constants.contains(index)))
          vm.observe(Event::ImplicitScalar, item, "torch.Tensor.__getitem__", "GB0033", "a 0-d tensor is used as an index");
        ++axis;
        out.positions = false;
      } else if (index->ranked) {
        add_advanced(index->dims, i, 1);
      } else {
        add_advanced({}, i, 1);
        out.ranked = false;
      }
    } else if (sequence_items(item)) {
      Dims dims;
      bool boolean = false;
      int64_t trues = -1;
      if (!list_index(vm, item, dims, boolean, trues)) {
        out.ranked = false;
        add_advanced({}, i, 1);
      } else if (boolean) {
        out.mask = true;
        add_advanced({trues >= 0 ? dim(trues) : fresh_dim(vm)}, i, std::max<size_t>(dims.size(), 1));
      } else {
        add_advanced(dims, i, 1);
      }
    } else {
      out.ranked = false;  // could be anything
      out.view = false;
      out.positions = false;
      ++axis;
    }
  }
  if (!has_ellipsis || axis < rank) keep(rank > axis ? rank - axis : 0);
  if (advanced_count > 0) {
    size_t at = split ? 0 : std::min(advanced_at, out.dims.size());
    out.dims.insert(out.dims.begin() + ptrdiff_t(at), advanced.begin(), advanced.end());
  }
  if (!out.ranked) out.dims.clear();
  return out;
}

std::vector<double> gather(const TensorObj* t, const Indexed& at) {
  std::vector<double> values;
  auto count = known_product(at.dims);
  if (!at.positions || !count || *count > 64 || t->known.empty()) return values;
  std::vector<int64_t> counter(at.dims.size(), 0);
  for (int64_t n = 0; n < *count; ++n) {
    int64_t position = at.offset;
    for (size_t i = 0; i < counter.size(); ++i) position += counter[i] * at.strides[i];
    if (position < 0 || size_t(position) >= t->known.size()) return {};
    values.push_back(t->known[size_t(position)]);
    for (size_t i = counter.size(); i-- > 0;) {
      if (++counter[i] < at.dims[i].size) break;
      counter[i] = 0;
    }
  }
  return values;
}

}  // namespace

Value tensor_get_item(Vm& vm, Value self, Value index) {
  TensorObj* t = as_tensor(self);
  if (!t) return vm.unknown("an item of an unknown tensor");
  std::vector<Value> items = index_items(index);
  Indexed at = apply_index(vm, t, items);
  if (vm.raised()) return {};
  if (at.mask && vm.tracing()) {
    Outcome outcome = vm.observe(Event::DynamicShape, self, "torch.Tensor.__getitem__", "GB0036", "a tensor is indexed by a mask");
    if (outcome.broke)
      for (Dim& d : at.dims)
        if (d.data) d.data = false;
  }
  TensorObj* v = view_of(vm, t, at.ranked, at.dims);
  if (!at.view) {
    v->storage = vm.new_storage();
    v->region_input = false;
  }
  v->known = gather(t, at);
  if (!v->known.empty()) keep_known(vm, v);
  return Value::object(v);
}

bool tensor_set_item(Vm& vm, Value self, Value index, Value value) {
  TensorObj* t = as_tensor(self);
  if (!t) return true;
  std::vector<Value> items = index_items(index);
  Indexed at = apply_index(vm, t, items);
  if (vm.raised()) return false;
  // A whole known vector written element by element stays known.
  bool element = at.positions && at.dims.empty() && unwrap(value).is_number() && !t->known.empty() && !vm.tracing();
  std::vector<double> contents = element ? t->known : std::vector<double>();
  note_write(vm, t, "torch.Tensor.__setitem__");
  if (element && at.offset >= 0 && size_t(at.offset) < contents.size()) {
    contents[size_t(at.offset)] = unwrap(value).as_float();
    vm.touch(t);
    t->known = std::move(contents);
    keep_known(vm, t);
  }
  if (TensorObj* from = as_tensor(value); from && needs_grad(vm, {from}, t->dtype) && !t->requires_grad) {
    vm.touch(t);
    t->requires_grad = true;
    t->leaf = false;
  }
  return true;
}

}  // namespace graphlift::torch
