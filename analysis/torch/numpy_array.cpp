// numpy.ndarray: operators and methods are those of tensors, results are arrays again.
#include "analysis/torch/module_support.h"
#include "analysis/torch/numpy.h"

namespace graphlift::torch {

using interp::cast;
using interp::TypeOps;

namespace {

// Lists and numbers beside an array are arrays.
Value operand(Vm& vm, Value v) { return sequence_items(v) ? array_of(vm, v) : v; }

bool is_plain_tensor(Value v) {
  const TensorObj* t = as_tensor(v);
  return t && !t->ndarray;
}

Value binary(Vm& vm, syntax::BinaryOp op, Value left, Value right, bool in_place) {
  const bool tensor = is_plain_tensor(left) || is_plain_tensor(right);
  if (const TensorObj* t = as_tensor(left); t && (comes_in_as_scalar(t) || state(vm).constants.contains(t)))
    in_place = false;  // `n += 1` makes another scalar
  const Value result = tensor_binary(vm, op, operand(vm, left), operand(vm, right), in_place);
  if (tensor || result.null() || result.tag == Tag::NotImplemented) return result;
  return number_or_array(vm, as_ndarray(vm, result));
}

Value unary(Vm& vm, syntax::UnaryOp op, Value v) {
  const Value result = tensor_unary(vm, op, v);
  return result.null() ? result : as_ndarray(vm, result);
}

Value compare(Vm& vm, syntax::CompareOp op, Value left, Value right) {
  const bool tensor = is_plain_tensor(left) || is_plain_tensor(right);
  const Value result = tensor_compare(vm, op, operand(vm, left), operand(vm, right));
  if (tensor || result.null() || !as_tensor(result)) return result;
  return number_or_array(vm, as_ndarray(vm, result));
}

Value get_item(Vm& vm, Value self, Value index) {
  const Value result = tensor_get_item(vm, self, operand(vm, index));
  return result.null() ? result : number_or_array(vm, as_ndarray(vm, result));
}

bool set_item(Vm& vm, Value self, Value index, Value value) { return tensor_set_item(vm, self, operand(vm, index), operand(vm, value)); }

Value iterate(Vm& vm, Value self) {
  const Value rows = tensor_iterate(vm, self);
  auto* iterator = cast<interp::IteratorObj>(rows);
  if (!iterator) return rows;
  auto inner = iterator->next;
  return vm.iterator(
      [inner](Vm& m) -> Value {
        const Value row = inner(m);
        return row.null() ? row : number_or_array(m, as_ndarray(m, row));
      },
      iterator->unknown_length);
}

Value attribute_of(Vm& vm, Value self, const StrObj* name) {
  TensorObj* t = as_tensor(self);
  if (!t) return {};
  if (name->text == "shape") {
    if (!t->ranked) return vm.unknown("the shape of an array of unknown rank", When::Shape);
    std::vector<Value> sizes;
    for (const Dim& d : t->dims) sizes.push_back(dim_value(vm, d));
    return vm.tuple(std::move(sizes));
  }
  if (name->text == "ndim") return t->ranked ? Value::integer(int64_t(t->dims.size())) : vm.sym(vm.types.integer, When::Shape);
  if (name->text == "size") return t->ranked ? dim_value(vm, product(vm, t->dims)) : vm.sym(vm.types.integer, When::Shape);
  if (name->text == "dtype") return numpy_dtype(vm, t->dtype);
  if (name->text == "itemsize") return item_size(t->dtype) ? Value::integer(item_size(t->dtype)) : vm.sym(vm.types.integer, When::Config);
  if (name->text == "nbytes") return vm.sym(vm.types.integer, When::Shape);
  if (name->text == "T" || name->text == "real" || name->text == "imag") {
    const Value result = name->text == "T" ? call_operator(vm, "numpy_T", {self}) : call_operator(vm, name->text, {self});
    return result.null() ? result : as_ndarray(vm, result);
  }
  if (name->text == "flat") return call_numpy_operator(vm, "flatten", "flatten", *std::make_unique<Args>(Args{.pos = {self}}));
  if (name->text == "flags" || name->text == "strides" || name->text == "base" || name->text == "ctypes" || name->text == "data")
    return vm.unknown("attribute `" + name->text + "` of an array");
  return {};
}

bool set_attr(Vm& vm, Value self, const StrObj* name, Value, bool& handled) {
  if (name->text != "shape" && name->text != "dtype") return true;
  handled = true;
  if (TensorObj* t = as_tensor(self)) {
    vm.touch(t);
    t->ranked = false;
    t->dims.clear();
    t->known.clear();
  }
  return true;
}

const TypeOps kArrayOps{.binary = binary,
                        .unary = unary,
                        .compare = compare,
                        .get_item = get_item,
                        .set_item = set_item,
                        .truth = tensor_truth,
                        .iterate = iterate,
                        .length = tensor_length,
                        .get_attr = attribute_of,
                        .set_attr = set_attr,
                        .text = tensor_text};

Value reshape(Vm& vm, Args& args) {
  Args inner;
  inner.pos = {args[0], args.size() == 2 ? args[1] : vm.tuple({args.pos.begin() + 1, args.pos.end()})};
  if (inner.pos[1].is_integral() || cast<SymObj>(inner.pos[1])) inner.pos[1] = vm.tuple({inner.pos[1]});
  const Value result = call_operator(vm, "reshape", inner.pos);
  return result.null() ? result : as_ndarray(vm, result);
}

Value transpose(Vm& vm, Args& args) {
  if (args.size() == 1) return as_ndarray(vm, call_operator(vm, "numpy_T", {args[0]}));
  const Value axes = args.size() == 2 ? args[1] : vm.tuple({args.pos.begin() + 1, args.pos.end()});
  const Value result = call_operator(vm, "permute", {args[0], axes});
  return result.null() ? result : as_ndarray(vm, result);
}

Value astype(Vm& vm, Args& args) {
  const DType type = numpy_dtype_of(vm, args.get(1, "dtype"));
  const Value result = converted(vm, args[0], type, true, {}, false, true);
  return result.null() ? result : as_ndarray(vm, result);
}

Value item(Vm& vm, Args& args) {
  if (args.size() > 1) return get_item(vm, args[0], args.size() == 2 ? args[1] : vm.tuple({args.pos.begin() + 1, args.pos.end()}));
  return scalar_of(vm, args[0], "numpy.ndarray.item");
}

Value fill(Vm& vm, Args& args) {
  if (TensorObj* t = as_tensor(args[0])) note_write(vm, t, "numpy.ndarray.fill");
  return Value::none();
}

Value to_list(Vm& vm, Args& args) { return vm.call(vm.find_in_class(state(vm).tensor, vm.intern("tolist")), args); }

Value construct_array(Vm& vm, Args& args) {
  Result r;
  r.dtype = DType::Float64;
  const Value shape = args.get(1, "shape");
  Dims dims;
  if (const auto* items = sequence_items(shape)) {
    for (Value v : *items) dims.push_back(dim_of(vm, v));
    r.shape(std::move(dims));
  }
  return as_ndarray(vm, Value::object(make_tensor(vm, r, device_value(vm, "cpu"))));
}

// Methods: name, operator, and whether they reduce.
struct MethodName {
  const char* name;
  const char* target;
  bool reduces;
};
constexpr MethodName kMethods[] = {{"sum", "sum", true},
                                   {"mean", "mean", true},
                                   {"max", "amax", true},
                                   {"min", "amin", true},
                                   {"prod", "prod", true},
                                   {"std", "std", true},
                                   {"var", "var", true},
                                   {"any", "any", true},
                                   {"all", "all", true},
                                   {"argmax", "argmax", true},
                                   {"argmin", "argmin", true},
                                   {"ptp", "amax", true},
                                   {"cumsum", "cumsum", false},
                                   {"cumprod", "cumprod", false},
                                   {"flatten", "flatten", false},
                                   {"ravel", "flatten", false},
                                   {"squeeze", "squeeze", false},
                                   {"clip", "clip", false},
                                   {"round", "round", false},
                                   {"argsort", "argsort", false},
                                   {"repeat", "repeat_interleave", false},
                                   {"dot", "matmul", false},
                                   {"conj", "conj", false},
                                   {"conjugate", "conj", false},
                                   {"nonzero", "nonzero", false},
                                   {"swapaxes", "swapaxes", false},
                                   {"diagonal", "diagonal", false},
                                   {"trace", "trace", false},
                                   {"searchsorted", "searchsorted", false},
                                   {"copy", "clone", false},
                                   {"take", "take", false}};

}  // namespace

void install_ndarray(Vm& vm, NumpyTypes& types) {
  types.ndarray = vm.new_class("numpy", "ndarray", {vm.types.object}, interp::Layout::Tensor);
  types.ndarray->construct = construct_array;
  vm.set_ops(types.ndarray, &kArrayOps);
  for (const MethodName& m : kMethods) {
    define_method(vm, types.ndarray, m.name, [m](Vm& machine, Args& args) -> Value {
      return m.reduces ? reduce(machine, m.name, m.target, args) : call_numpy_operator(machine, m.name, m.target, args);
    });
  }
  define_method(vm, types.ndarray, "reshape", reshape);
  define_method(vm, types.ndarray, "transpose", transpose);
  define_method(vm, types.ndarray, "astype", astype);
  define_method(vm, types.ndarray, "view",
                [](Vm& m, Args& args) { return as_ndarray(m, Value::object(unknown_tensor(m, numpy_dtype_of(m, args[1])))); });
  define_method(vm, types.ndarray, "item", item);
  define_method(vm, types.ndarray, "tolist", to_list);
  define_method(vm, types.ndarray, "fill", fill);
  define_method(vm, types.ndarray, "sort", fill);
  define_method(vm, types.ndarray, "resize", fill);
  define_method(vm, types.ndarray, "tobytes", [](Vm& m, Args&) { return m.sym(m.types.bytes, When::PyInput); });
  define_method(vm, types.ndarray, "__array__", [](Vm&, Args& args) { return args[0]; });
  const auto number = [&](const char* name, ClassObj* type) {
    define_method(vm, types.ndarray, name, [name = std::string(name), type](Vm& m, Args& args) {
      return scalar_of(m, args[0], "numpy.ndarray." + name, "GB0033", type);
    });
  };
  define_method(vm, types.ndarray, "__abs__", [](Vm& m, Args& args) { return as_ndarray(m, call_operator(m, "abs", {args[0]})); });
  number("__float__", vm.types.real);
  number("__int__", vm.types.integer);
  number("__index__", vm.types.integer);
}

}  // namespace graphlift::torch
