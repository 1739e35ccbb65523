// Tensor contents as Python numbers, lists, text and truth.
#include "analysis/torch/tensor_class.h"

namespace graphlift::torch {

using interp::cast;
using interp::Outcome;

namespace {

ClassObj* scalar_class(Vm& vm, DType type) {
  if (type == DType::Bool) return vm.types.boolean;
  if (is_floating(type)) return vm.types.real;
  if (is_complex(type)) return vm.types.complex;
  return vm.types.integer;  // also for an unknown dtype: an integer is accepted wherever a number is
}

Value number_value(const TensorObj* t, double x) {
  if (t->dtype == DType::Bool) return Value::boolean(x != 0);
  return is_floating(t->dtype) ? Value::real(x) : Value::integer(int64_t(x));
}

Value number_as(Vm& vm, ClassObj* type, const TensorObj* t, double x) {
  if (type == vm.types.boolean) return Value::boolean(x != 0);
  if (type == vm.types.integer) return Value::integer(int64_t(x));
  if (type == vm.types.real) return Value::real(x);
  return number_value(t, x);
}

Value unknown_number(Vm& vm, Value tensor, ClassObj* type, When when) {
  Value v = vm.sym(type, when, vm.origin(tensor));
  const TensorObj* t = as_tensor(tensor);
  if (t && t->rng) {
    const interp::Law* law = vm.law_of(tensor);
    const bool same = law && (type == vm.types.boolean) == (law->kind == interp::Law::Kind::Event) &&
                      (type != vm.types.integer || law->kind == interp::Law::Kind::Integer);
    vm.set_law(v, same ? t->law : 0);
  }
  return v;
}

template <ClassObj* interp::Types::* Type>
Value to_number(Vm& vm, Args& args) {
  ClassObj* type = vm.types.*Type;
  return scalar_of(vm, args[0], args.callee ? args.callee->qualified : "torch.Tensor.item", "GB0124", type);
}

Value item(Vm& vm, Args& args) { return scalar_of(vm, args[0], "torch.Tensor.item"); }

Value list_of(Vm& vm, const TensorObj* t, Value self, size_t level, size_t& at, const std::vector<double>* contents, When when) {
  if (level == t->dims.size()) {
    if (contents && at < contents->size()) return number_value(t, (*contents)[at++]);
    return unknown_number(vm, self, scalar_class(vm, t->dtype), when);
  }
  std::vector<Value> items;
  for (int64_t i = 0; i < t->dims[level].size; ++i) items.push_back(list_of(vm, t, self, level + 1, at, contents, when));
  return vm.list(std::move(items));
}

Value tolist(Vm& vm, Args& args) {
  TensorObj* t = as_tensor(args[0]);
  if (!t) return vm.unknown("tolist() of an unknown value");
  When when = When::PyInput;
  if (!contents_readable(vm, t)) {
    // Floats are refused by name, integers one by one.
    const char* gb = is_floating(t->dtype) || is_complex(t->dtype) ? "GB0109" : "GB0033";
    Outcome outcome = vm.observe(Event::Scalarize, args[0], "torch.Tensor.tolist", gb);
    if (outcome.traced) when = outcome.result;
  }
  auto count = t->ranked ? known_product(t->dims) : std::nullopt;
  if (count && *count <= 4096) {
    size_t at = 0;
    return list_of(vm, t, args[0], 0, at, contents_readable(vm, t) ? &t->known : nullptr, when);
  }
  auto* list = vm.make<ListObj>(vm.types.list);
  list->open = true;
  if (t->ranked && t->dims.size() == 1) list->rest = unknown_number(vm, args[0], scalar_class(vm, t->dtype), when);
  else list->rest = vm.unknown("an item of a list made of tensor contents", when);
  return Value::object(list);
}

Value numpy(Vm& vm, Args& args) {
  TensorObj* t = as_tensor(args[0]);
  if (!t) return vm.unknown("numpy() of an unknown value");
  ModuleObj* module = vm.import_module("numpy");
  if (!module) {
    vm.clear_exception();
    return vm.unknown("NumPy is not installed");
  }
  Value cls = vm.module_attr(module, vm.intern("ndarray"));
  auto* type = cast<ClassObj>(cls);
  if (!type || type->layout != interp::Layout::Tensor) {
    vm.clear_exception();
    return vm.unknown("a NumPy array");
  }
  TensorObj* array = view_of(vm, t, t->ranked, t->dims);
  array->cls = type;
  array->ndarray = true;
  array->requires_grad = false;
  array->leaf = true;
  array->known = t->known;
  if (!array->known.empty()) keep_known(vm, array);
  return Value::object(array);
}

Value to_bool(Vm& vm, Args& args) { return scalar_of(vm, args[0], "torch.Tensor.__bool__", "GB0124", vm.types.boolean); }

Value format(Vm& vm, Args& args) {
  TensorObj* t = as_tensor(args[0]);
  if (t && contents_readable(vm, t) && t->dims.empty())
    return vm.format(number_value(t, t->known[0]), args.size() > 1 ? args[1] : vm.str(""));
  return tensor_text(vm, args[0], false);
}

Value contains(Vm& vm, Args& args) { return tensor_compare(vm, syntax::CompareOp::In, args[1], args[0]); }

Value is_nonzero(Vm& vm, Args& args) {
  return scalar_of(vm, args[0], "torch.Tensor.is_nonzero", "GB0033", vm.types.boolean, Event::DataDependentOp);
}

}  // namespace

// A NumPy scalar of the program's is an input of the graph whose number the compiler knows while nobody has calculated with it.
bool comes_in_as_scalar(const TensorObj* t) {
  return t->ndarray && t->region_input && t->ranked && t->dims.empty() && t->known.size() == 1;
}

Value scalar_of(Vm& vm, Value tensor, const std::string& api, const char* gb, ClassObj* type, Event event) {
  TensorObj* t = as_tensor(tensor);
  if (!t) return vm.unknown("a number out of an unknown value");
  if (contents_readable(vm, t) && t->known.size() == 1) return number_as(vm, type, t, t->known[0]);
  if (vm.tracing() && t->ndarray && state(vm).constants.contains(t)) {
    // The compiler finds the number of a constant, and takes it where it is real: a whole one is no result that a graph may have.
    if (!is_floating(t->dtype) && api != "numpy.ndarray.size") vm.observe(event, tensor, api, "GB0208");
    if (auto known = readable_number(vm, t)) return number_as(vm, type, t, *known);
    return unknown_number(vm, tensor, type ? type : scalar_class(vm, t->dtype), When::Shape);
  }
  if (comes_in_as_scalar(t) && !api.starts_with("math.")) return number_as(vm, type, t, t->known[0]);
  When when = When::PyInput;
  Outcome outcome = vm.observe(event, tensor, api, gb);
  if (outcome.traced) when = outcome.result;
  // After the break Python reads the contents, which the program may have fixed: a buffer that nobody has written yet.
  if (outcome.broke && when == When::PyInput && t->known.size() == 1) return number_as(vm, type, t, t->known[0]);
  return unknown_number(vm, tensor, type ? type : scalar_class(vm, t->dtype), when);
}

Truth tensor_truth(Vm& vm, Value self) {
  TensorObj* t = as_tensor(self);
  Truth truth;
  truth.origin = vm.origin(self);
  if (auto known = t && !vm.tracing() ? readable_number(vm, t) : std::nullopt) {
    truth.value = *known != 0 ? Tri::Yes : Tri::No;
    truth.when = When::Const;
    return truth;
  }
  if (t && t->ranked && t->dims.size() == 1 && t->dims[0].known() && t->dims[0].size == 0) {
    truth.value = Tri::No;
    return truth;
  }
  truth.value = Tri::Maybe;
  truth.when = vm.tracing() ? When::Data : When::PyInput;
  return truth;
}

Value tensor_length(Vm& vm, Value self) {
  TensorObj* t = as_tensor(self);
  if (!t) return vm.sym(vm.types.integer, vm.when(self));
  if (!t->ranked) return vm.sym(vm.types.integer, When::Shape);
  if (t->dims.empty()) return vm.raise(vm.types.type_error, "len() of a 0-d tensor");
  return dim_value(vm, t->dims[0]);
}

Value tensor_iterate(Vm& vm, Value self) {
  TensorObj* t = as_tensor(self);
  if (!t || !t->ranked || t->dims.empty()) {
    if (t && t->ranked) return vm.raise(vm.types.type_error, "iteration over a 0-d tensor");
    return vm.iterator([self](Vm& m) { return Value::object(view_of(m, as_tensor(self), false, {})); }, true);
  }
  auto element = [self](Vm& m, int64_t i) {
    TensorObj* source = as_tensor(self);
    TensorObj* row = view_of(m, source, true, Dims(source->dims.begin() + 1, source->dims.end()));
    if (auto width = known_product(row->dims); width && i >= 0 && source->known.size() >= size_t((i + 1) * *width)) {
      row->known.assign(source->known.begin() + i * *width, source->known.begin() + (i + 1) * *width);
      if (!row->known.empty()) keep_known(m, row);
    }
    return Value::object(row);
  };
  if (!t->dims[0].known()) return vm.iterator([element](Vm& m) { return element(m, -1); }, true);
  int64_t count = t->dims[0].size;
  if (count > 4096) return vm.iterator([element](Vm& m) { return element(m, -1); }, true);
  std::vector<Value> rows;
  for (int64_t i = 0; i < count; ++i) rows.push_back(element(vm, i));
  return vm.iterator_over(std::move(rows));
}

Value tensor_text(Vm& vm, Value self, bool repr) {
  Outcome outcome = vm.observe(Event::TensorToText, self, repr ? "torch.Tensor.__repr__" : "torch.Tensor.__str__");
  return vm.sym(vm.types.str, outcome.traced ? outcome.result : When::PyInput, vm.origin(self));
}

void install_tensor_scalars(Vm& vm) {
  method(vm, "item", item);
  method(vm, "tolist", tolist);
  method(vm, "numpy", numpy);
  method(vm, "__array__", numpy);
  method(vm, "__int__", to_number<&interp::Types::integer>);
  method(vm, "__index__", to_number<&interp::Types::integer>);
  method(vm, "__float__", to_number<&interp::Types::real>);
  method(vm, "__complex__", to_number<&interp::Types::complex>);
  method(vm, "__bool__", to_bool);
  method(vm, "__format__", format);
  method(vm, "__contains__", contains);
  method(vm, "is_nonzero", is_nonzero);
  method(vm, "__len__", [](Vm& m, Args& args) { return tensor_length(m, args[0]); });
  method(vm, "__iter__", [](Vm& m, Args& args) { return tensor_iterate(m, args[0]); });
  method(vm, "__repr__", [](Vm& m, Args& args) { return tensor_text(m, args[0], true); });
  method(vm, "__str__", [](Vm& m, Args& args) { return tensor_text(m, args[0], false); });
}

}  // namespace graphlift::torch
