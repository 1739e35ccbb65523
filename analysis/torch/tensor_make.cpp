// Tensors from Python data: nested lists of numbers.
#include "analysis/interp/visit.h"
#include "analysis/torch/tensor_class.h"

namespace graphlift::torch {

using interp::cast;

namespace {

constexpr size_t kMostKnown = 64;

struct Gathered {
  Dims dims;
  DType dtype = DType::Unknown;
  bool any = false;   // an element was seen
  bool shape = true;  // dims can be trusted
  bool contents = true;
  std::vector<double> values;
};

DType element_type(Vm& vm, Value v) {
  if (v.is_bool()) return DType::Bool;
  if (v.is_int()) return DType::Int64;
  if (v.is_float()) return state(vm).default_dtype;
  if (cast<interp::ComplexObj>(v)) return to_complex(state(vm).default_dtype);
  if (auto* sym = cast<SymObj>(v)) {
    if (sym->cls == vm.types.boolean) return DType::Bool;
    if (sym->cls->is_subclass_of(vm.types.integer)) return DType::Int64;
    if (sym->cls->is_subclass_of(vm.types.real)) return state(vm).default_dtype;
  }
  if (TensorObj* t = as_tensor(v)) return t->dtype;
  return DType::Unknown;
}

void gather(Vm& vm, Value v, size_t level, Gathered& out) {
  v = unwrap(v);
  auto descend = [&](Dim size, bool first) {
    if (first) out.dims.push_back(size);
    else if (level >= out.dims.size() || !same_dim(out.dims[level], size)) out.shape = false;
  };
  bool first = out.dims.size() == level && !out.any;
  if (const auto* items = sequence_items(v)) {
    const interp::Visit<Gathered> visit;
    if (visit.too_far()) {
      out.shape = out.contents = false;
      return;
    }
    auto* list = cast<ListObj>(v);
    bool open = list && list->open;
    descend(open ? fresh_dim(vm) : dim(int64_t(items->size())), first);
    if (open) {
      out.contents = false;
      if (items->empty() && !list->rest.null()) gather(vm, list->rest, level + 1, out);
    }
    for (Value item : *items) gather(vm, item, level + 1, out);
    return;
  }
  if (auto* range = cast<interp::RangeObj>(v)) {
    descend(dim(range->size()), first);
    out.dtype = DType::Int64;
    out.any = true;
    for (int64_t i = 0; i < range->size() && out.values.size() <= kMostKnown; ++i)
      out.values.push_back(double(range->start + i * range->step));
    return;
  }
  if (TensorObj* t = as_tensor(v)) {
    if (!t->ranked) out.shape = false;
    for (size_t i = 0; i < t->dims.size(); ++i) {
      if (!out.any) out.dims.push_back(t->dims[i]);
    }
    out.dtype = out.any ? promote(out.dtype, t->dtype) : t->dtype;
    if (contents_readable(vm, t)) out.values.insert(out.values.end(), t->known.begin(), t->known.end());
    else out.contents = false;
    out.any = true;
    return;
  }
  DType type = element_type(vm, v);
  if (type == DType::Unknown) {
    out.shape = out.shape && !(v.is_object() && v.o->kind == interp::ObjKind::Unknown);
    out.contents = false;
  }
  out.dtype = out.any ? promote(out.dtype, type) : type;
  out.any = true;
  if (v.is_number()) {
    if (out.values.size() <= kMostKnown) out.values.push_back(v.as_float());
  } else {
    out.contents = false;
  }
}

}  // namespace

Result tensor_from_data(Vm& vm, Value data) {
  Gathered g;
  gather(vm, data, 0, g);
  Result r;
  r.dtype = g.any ? g.dtype : sequence_items(unwrap(data)) ? state(vm).default_dtype : DType::Unknown;
  if (!g.shape) return r;
  r.shape(g.dims);
  auto count = known_product(r.dims);
  if (g.contents && count && size_t(*count) == g.values.size() && g.values.size() <= kMostKnown) r.known = std::move(g.values);
  return r;
}

}  // namespace graphlift::torch
