// Functions of NumPy: known numbers are computed, arrays go through the operators of PyTorch that give the same shape.
#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "analysis/torch/module_support.h"
#include "analysis/torch/numpy.h"
#include "models/table.h"
#include "models/trace_rules.h"

namespace graphlift::torch {

using interp::cast;
using interp::Outcome;

namespace {

const models::Table& functions() {
  static const models::Table table(models::embedded("numpy/functions.tsv"));
  return table;
}

Value unknown_array(Vm& vm, DType type = DType::Unknown) { return as_ndarray(vm, Value::object(unknown_tensor(vm, type))); }

// An operator that does not take these arguments leaves an array of which nothing is known.
Value array_result(Vm& vm, Value result) {
  if (result.null()) {
    vm.clear_exception();
    return unknown_array(vm);
  }
  return as_ndarray(vm, result);
}

const std::map<std::string, double (*)(double), std::less<>>& unary_functions() {
  static const std::map<std::string, double (*)(double), std::less<>> table{
      {"sqrt", std::sqrt},
      {"exp", std::exp},
      {"log", std::log},
      {"log2", std::log2},
      {"log10", std::log10},
      {"log1p", std::log1p},
      {"expm1", std::expm1},
      {"sin", std::sin},
      {"cos", std::cos},
      {"tan", std::tan},
      {"arcsin", std::asin},
      {"arccos", std::acos},
      {"arctan", std::atan},
      {"sinh", std::sinh},
      {"cosh", std::cosh},
      {"tanh", std::tanh},
      {"ceil", std::ceil},
      {"floor", std::floor},
      {"rint", std::nearbyint},
      {"trunc", std::trunc},
      {"fix", std::trunc},
      {"cbrt", std::cbrt},
      {"exp2", std::exp2},
      {"abs", std::fabs},
      {"absolute", std::fabs},
      {"fabs", std::fabs},
      {"square", [](double x) { return x * x; }},
      {"negative", [](double x) { return -x; }},
      {"positive", [](double x) { return x; }},
      {"reciprocal", [](double x) { return 1 / x; }},
      {"sign", [](double x) { return x > 0   ? 1.0
                                     : x < 0 ? -1.0
                                             : 0.0; }},
      {"deg2rad", [](double x) { return x * 3.14159265358979323846 / 180; }},
      {"radians", [](double x) { return x * 3.14159265358979323846 / 180; }},
      {"rad2deg", [](double x) { return x * 180 / 3.14159265358979323846; }},
      {"degrees", [](double x) { return x * 180 / 3.14159265358979323846; }}};
  return table;
}

bool keeps_integer(std::string_view name) {
  return name == "abs" || name == "absolute" || name == "square" || name == "negative" || name == "positive" || name == "sign";
}

// What a function of numbers is given: a Python number, or an array of a number that is known in a region as well.
Value number_operand(Vm& vm, Value v) {
  v = unwrap(v);
  const TensorObj* t = as_tensor(v);
  if (!t || !vm.tracing() || !t->ndarray || !t->ranked || !t->dims.empty()) return v;
  const auto known = readable_number(vm, t);
  if (!known) return v;
  return t->dtype == DType::Bool ? Value::boolean(*known != 0)
         : is_integral(t->dtype) ? Value::integer(int64_t(*known))
                                 : Value::real(*known);
}

Value unary(Vm& vm, std::string_view name, std::string_view target, Args& args) {
  const Value x = number_operand(vm, args.get(0, "x"));
  if (x.is_number()) {
    if (name == "isnan") return numpy_scalar(vm, Value::boolean(std::isnan(x.as_float())));
    if (name == "isinf") return numpy_scalar(vm, Value::boolean(std::isinf(x.as_float())));
    if (name == "isfinite") return numpy_scalar(vm, Value::boolean(std::isfinite(x.as_float())));
    if (const auto f = unary_functions().find(name); f != unary_functions().end()) {
      const double y = f->second(x.as_float());
      return numpy_scalar(vm, x.is_integral() && keeps_integer(name) ? Value::integer(int64_t(y)) : Value::real(y));
    }
  }
  if (const auto* sym = cast<SymObj>(x)) {
    const bool test = name.starts_with("is");
    return vm.sym(test ? vm.types.boolean : keeps_integer(name) ? sym->cls : vm.types.real, sym->when, vm.origin(x));
  }
  if (as_tensor(x) && !as_tensor(x)->ndarray) return call_operator(vm, target, {x});
  return number_or_array(vm, call_numpy_operator(vm, name, target, args));
}

Value binary(Vm& vm, std::string_view name, std::string_view target, Args& args) {
  const Value a = number_operand(vm, args.get(0, "x1")), b = number_operand(vm, args.get(1, "x2"));
  const bool scalars = (a.is_number() || cast<SymObj>(a)) && (b.is_number() || cast<SymObj>(b));
  if (scalars) {
    static const std::map<std::string, syntax::BinaryOp, std::less<>> kOperators{
        {"add", syntax::BinaryOp::Add},    {"subtract", syntax::BinaryOp::Sub},    {"multiply", syntax::BinaryOp::Mul},
        {"divide", syntax::BinaryOp::Div}, {"true_divide", syntax::BinaryOp::Div}, {"floor_divide", syntax::BinaryOp::FloorDiv},
        {"power", syntax::BinaryOp::Pow},  {"mod", syntax::BinaryOp::Mod},         {"remainder", syntax::BinaryOp::Mod},
        {"dot", syntax::BinaryOp::Mul}};
    if (const auto op = kOperators.find(name); op != kOperators.end()) return numpy_scalar(vm, vm.binary(op->second, a, b));
    if (a.is_number() && b.is_number()) {
      if (name == "maximum" || name == "fmax") return numpy_scalar(vm, a.as_float() >= b.as_float() ? a : b);
      if (name == "minimum" || name == "fmin") return numpy_scalar(vm, a.as_float() <= b.as_float() ? a : b);
      if (name == "hypot") return numpy_scalar(vm, Value::real(std::hypot(a.as_float(), b.as_float())));
      if (name == "arctan2") return numpy_scalar(vm, Value::real(std::atan2(a.as_float(), b.as_float())));
      if (name == "gcd" && a.is_integral() && b.is_integral()) return numpy_scalar(vm, Value::integer(std::gcd(a.as_int(), b.as_int())));
      if (name == "lcm" && a.is_integral() && b.is_integral()) return numpy_scalar(vm, Value::integer(std::lcm(a.as_int(), b.as_int())));
    }
    return vm.sym(vm.types.real, vm.when(args));
  }
  Args arrays;
  for (Value v : {a, b}) arrays.pos.push_back(v.is_number() || cast<SymObj>(v) ? v : array_of(vm, v));
  if (arrays.pos[0].is_number() || cast<SymObj>(arrays.pos[0])) arrays.pos[0] = array_of(vm, arrays.pos[0]);
  return number_or_array(vm, array_result(vm, call_operator(vm, target, arrays.pos)));
}

double reduced(std::string_view name, const std::vector<double>& x) {
  const double sum = std::accumulate(x.begin(), x.end(), 0.0), count = double(x.size());
  if (name == "sum") return sum;
  if (name == "prod" || name == "product") return std::accumulate(x.begin(), x.end(), 1.0, std::multiplies<>());
  if (name == "mean" || name == "average") return sum / count;
  if (name == "max" || name == "amax") return *std::max_element(x.begin(), x.end());
  if (name == "min" || name == "amin") return *std::min_element(x.begin(), x.end());
  if (name == "argmax") return double(std::max_element(x.begin(), x.end()) - x.begin());
  if (name == "argmin") return double(std::min_element(x.begin(), x.end()) - x.begin());
  if (name == "any") return std::any_of(x.begin(), x.end(), [](double v) { return v != 0; });
  if (name == "all") return std::all_of(x.begin(), x.end(), [](double v) { return v != 0; });
  if (name == "count_nonzero") return double(std::count_if(x.begin(), x.end(), [](double v) { return v != 0; }));
  if (name == "std" || name == "var") {
    double squares = 0;
    for (double v : x) squares += (v - sum / count) * (v - sum / count);
    return name == "std" ? std::sqrt(squares / count) : squares / count;
  }
  return std::nan("");
}

// ---- making arrays

// A size that is an array itself: its number is read.
Dim size_of(Vm& vm, Value v) { return dim_of(vm, as_tensor(v) ? scalar_of(vm, v, "numpy.ndarray.size", "GB0033", vm.types.integer) : v); }

Dims dims_from(Vm& vm, Value shape, bool& known) {
  Dims dims;
  known = true;
  if (const auto* items = sequence_items(unwrap(shape))) {
    for (Value v : *items) dims.push_back(size_of(vm, v));
  } else if (is_integer(vm, shape) || as_tensor(shape)) {
    dims.push_back(size_of(vm, shape));
  } else {
    known = false;
  }
  return dims;
}

Value filled(Vm& vm, Value shape, Value fill, DType type) {
  bool known = true;
  Dims dims = dims_from(vm, shape, known);
  if (!known) return unknown_array(vm, type);
  const Value number = unwrap(fill);
  Result r;
  r.dtype = type;
  constexpr int64_t kMost = 4096;
  const auto count = known_product(dims);
  if (count && *count <= kMost && number.is_number()) r.known.assign(size_t(*count), number.as_float());
  r.shape(std::move(dims));
  return as_ndarray(vm, Value::object(make_tensor(vm, r, device_value(vm, "cpu"))));
}

DType dtype_argument(Vm& vm, Args& args, size_t at, DType otherwise) {
  const Value given = args.get(at, "dtype");
  return given.null() || given.is_none() ? otherwise : numpy_dtype_of(vm, given);
}

Value like(Vm& vm, Args& args, Value fill, size_t dtype_at) {
  const Value array = array_of(vm, args[0]);
  const TensorObj* t = as_tensor(array);
  const DType type = dtype_argument(vm, args, dtype_at, t->dtype);
  if (!t->ranked) return unknown_array(vm, type);
  std::vector<Value> sizes;
  for (const Dim& d : t->dims) sizes.push_back(dim_value(vm, d));
  return filled(vm, vm.tuple(std::move(sizes)), fill, type);
}

Value with_double(Vm& vm, Value array, Args& args) {
  TensorObj* t = as_tensor(array);
  if (!t) return array;
  const DType given = dtype_argument(vm, args, 99, DType::Unknown);
  if (given != DType::Unknown) t->dtype = given;
  else if (t->dtype == DType::Float32) t->dtype = DType::Float64;
  return array;
}

Value create(Vm& vm, std::string_view name, Args& args) {
  if (name == "array" || name == "asarray" || name == "asanyarray") {
    const Value data = args.get(0, "object");
    return array_of(vm, data.null() ? args.get(0, "a") : data, dtype_argument(vm, args, 1, DType::Unknown));
  }
  if (name == "zeros" || name == "empty")
    return filled(vm, args.get(0, "shape"), name == "zeros" ? Value::integer(0) : Value(), dtype_argument(vm, args, 1, DType::Float64));
  if (name == "ones") return filled(vm, args.get(0, "shape"), Value::integer(1), dtype_argument(vm, args, 1, DType::Float64));
  if (name == "full") {
    const Value fill = args.get(1, "fill_value");
    return filled(vm, args.get(0, "shape"), fill, dtype_argument(vm, args, 2, unwrap(fill).is_integral() ? DType::Int64 : DType::Float64));
  }
  if (name == "zeros_like") return like(vm, args, Value::integer(0), 1);
  if (name == "ones_like") return like(vm, args, Value::integer(1), 1);
  if (name == "empty_like") return like(vm, args, {}, 1);
  if (name == "full_like") return like(vm, args, args.get(1, "fill_value"), 2);
  if (name == "atleast_1d" || name == "atleast_2d" || name == "atleast_3d")
    return array_result(vm, call_operator(vm, name, {array_of(vm, args[0])}));
  if (name == "eye" || name == "identity") return with_double(vm, array_result(vm, call_operator(vm, "eye", {args[0]}, false)), args);
  if (name == "arange") {
    std::vector<Value> pos(args.pos.begin(), args.pos.begin() + std::min<size_t>(args.size(), 3));
    if (pos.empty()) return unknown_array(vm);
    return with_double(vm, array_result(vm, call_operator(vm, "arange", std::move(pos), false)), args);
  }
  if (name == "linspace" || name == "logspace") {
    const Value count = args.get(2, "num");
    return with_double(
        vm,
        array_result(
            vm, call_operator(vm, name, {args.get(0, "start"), args.get(1, "stop"), count.null() ? Value::integer(50) : count}, false)),
        args);
  }
  if (name == "meshgrid") {
    std::vector<Value> arrays;
    for (Value v : args.pos) arrays.push_back(array_of(vm, v));
    const Value indexing = args.keyword("indexing");
    const Value result =
        call_operator(vm, "meshgrid", {vm.list(std::move(arrays))}, false, {{"indexing", indexing.null() ? vm.str("xy") : indexing}});
    if (!result.null()) return as_ndarray(vm, result);
    vm.clear_exception();
    return vm.unknown("np.meshgrid");
  }
  return unknown_array(vm);
}

Value joined(Vm& vm, std::string_view target, Args& args) {
  std::vector<Value> items, arrays;
  bool complete = true;
  if (args.pos.empty() || !vm.collect(args[0], items, complete)) {
    vm.clear_exception();
    return unknown_array(vm);
  }
  if (!complete) return unknown_array(vm);
  for (Value v : items) arrays.push_back(array_of(vm, v));
  std::vector<std::pair<std::string_view, Value>> keywords;
  const Value axis = args.get(1, "axis");
  if (!axis.null() && !axis.is_none() && (target == "cat" || target == "stack")) keywords.emplace_back("dim", axis);
  return array_result(vm, call_operator(vm, target, {vm.list(std::move(arrays))}, false, std::move(keywords)));
}

Value splits(Vm& vm, Args& args) {
  const Value axis = args.get(2, "axis");
  const Value result = call_operator(vm, "tensor_split",
                                     {array_of(vm, args[0]), args.get(1, "indices_or_sections"), axis.null() ? Value::integer(0) : axis});
  if (!result.null()) return as_ndarray(vm, result);
  vm.clear_exception();
  return vm.unknown("np.split");
}

Value special(Vm& vm, std::string_view name, Args& args) {
  if (name == "hanning" || name == "hamming" || name == "blackman" || name == "bartlett" || name == "kaiser")
    return filled(vm, args.get(0, "M"), Value(), DType::Float64);
  if (name == "isscalar") return Value::boolean(is_known_number(args[0]) || args[0].is_str());
  if (name == "issubdtype") {
    auto* wanted = cast<ClassObj>(args.get(1, "arg2"));
    const auto found = numpy_types(vm).scalar.find(numpy_dtype_of(vm, args[0]));
    auto* given = cast<ClassObj>(args[0]);
    ClassObj* cls = given && numpy_types(vm).by_class.count(given) ? given
                    : found == numpy_types(vm).scalar.end()        ? nullptr
                                                                   : found->second;
    return wanted && cls ? Value::boolean(cls->is_subclass_of(wanted)) : vm.sym(vm.types.boolean, When::Config);
  }
  if (name == "array_equal" || name == "allclose" || name == "array_equiv") {
    const Value a = array_of(vm, args[0]), b = array_of(vm, args[1]);
    Outcome outcome = vm.observe(Event::DataDependentOp, a, "numpy." + std::string(name), "GB0033");
    (void)b;
    return vm.sym(vm.types.boolean, outcome.traced ? outcome.result : When::PyInput);
  }
  const Value array = args.pos.empty() ? Value() : args[0];
  if (array.null()) return vm.unknown("np." + std::string(name));
  if (name == "shape" || name == "ndim" || name == "size") return vm.get_attr(array_of(vm, array), name);
  if (name == "reshape")
    return vm.call_method(array_of(vm, array), "reshape", {args.get(1, "shape").null() ? args.get(1, "newshape") : args.get(1, "shape")});
  if (name == "expand_dims") return array_result(vm, call_operator(vm, "unsqueeze", {array_of(vm, array), args.get(1, "axis")}));
  if (name == "broadcast_to") return array_result(vm, call_operator(vm, "broadcast_to", {array_of(vm, array), args.get(1, "shape")}));
  if (name == "tile") {
    const Value reps = args.get(1, "reps");
    return array_result(vm, call_operator(vm, "tile", {array_of(vm, array), sequence_items(reps) ? reps : vm.tuple({reps})}));
  }
  if (name == "take")
    return array_result(vm, call_operator(vm, "index_select",
                                          {array_of(vm, array), args.get(2, "axis").null() ? Value::integer(0) : args.get(2, "axis"),
                                           array_of(vm, args.get(1, "indices"))}));
  if (name == "where" && args.size() == 3) {
    const Value condition = array_of(vm, array);
    return array_result(vm, call_operator(vm, "where", {condition, args[1], args[2]}, false));
  }
  if (name == "where") return array_result(vm, call_operator(vm, "where", {array_of(vm, array)}, false));
  if (name == "einsum") {
    std::vector<Value> arrays;
    for (size_t i = 1; i < args.size(); ++i) arrays.push_back(array_of(vm, args[i]));
    return array_result(vm, call_operator(vm, "einsum", {array, vm.list(std::move(arrays))}, false));
  }
  if (name == "ndindex" || name == "broadcast_shapes" || name == "result_type" || name == "can_cast" || name == "load" || name == "indices")
    return vm.unknown("np." + std::string(name));
  return unknown_array(vm);
}

}  // namespace

Value call_numpy_operator(Vm& vm, std::string_view name, std::string_view target, Args& args) {
  (void)name;
  std::vector<Value> pos;
  for (size_t i = 0; i < args.size(); ++i)
    pos.push_back(i == 0 || sequence_items(args[i]) == nullptr ? (i == 0 ? array_of(vm, args[0]) : args[i]) : args[i]);
  if (pos.empty()) {
    for (const char* first : {"a", "x", "arr", "m", "ar"})
      if (const Value v = args.keyword(first); !v.null() && pos.empty()) pos.push_back(array_of(vm, v));
  }
  if (pos.empty()) return unknown_array(vm);
  std::vector<std::pair<std::string_view, Value>> keywords;
  if (const Value axis = args.keyword("axis"); !axis.null() && !axis.is_none())
    keywords.emplace_back(target == "flip" || target == "roll" ? "dims" : "dim", axis);
  if (const Value keep = args.keyword("keepdims"); !keep.null()) keywords.emplace_back("keepdim", keep);
  return array_result(vm, call_operator(vm, target, std::move(pos), true, std::move(keywords)));
}

Value reduce(Vm& vm, std::string_view name, std::string_view target, Args& args) {
  const Value data = args.pos.empty() ? args.keyword("a") : args[0];
  if (data.null()) return unknown_array(vm);
  const Value axis = args.get(1, "axis"), keep = args.keyword("keepdims");
  // A sequence of Python numbers outside a region is reduced to a number.
  if (const auto* items = sequence_items(unwrap(data)); items && !vm.tracing()) {
    const bool scalars = std::all_of(items->begin(), items->end(), [](Value v) { return is_known_number(v) || cast<SymObj>(v); });
    const bool known = std::all_of(items->begin(), items->end(), is_known_number);
    if (scalars && !known && !items->empty()) {
      const bool whole = std::all_of(items->begin(), items->end(), [&](Value v) { return is_integer(vm, v); });
      const bool real = name == "mean" || name == "std" || name == "var" || name == "median";
      When when = When::Const;
      for (Value v : *items) when = interp::join(when, vm.when(v));
      return vm.sym(whole && !real ? vm.types.integer : vm.types.real, when);
    }
  }
  const Value array = array_of(vm, data);
  TensorObj* t = as_tensor(array);
  const bool whole = axis.null() || axis.is_none();
  // One Python number is a constant of a region, several are data of it.
  const bool constant = vm.tracing() && t && t->known.size() == 1 && (!as_tensor(unwrap(data)) || state(vm).constants.contains(t));
  if (whole && t && (constant || contents_readable(vm, t)) && !t->known.empty()) {
    const double result = reduced(name, t->known);
    if (!std::isnan(result)) {
      if (name == "any" || name == "all") return numpy_scalar(vm, Value::boolean(result != 0));
      const bool real = name == "mean" || name == "std" || name == "var" || name == "average";
      const bool whole_number = !real && (is_integral(t->dtype, true) || name.starts_with("arg") || name == "count_nonzero");
      return numpy_scalar(vm, whole_number ? Value::integer(int64_t(result)) : Value::real(result));
    }
  }
  std::vector<std::pair<std::string_view, Value>> keywords;
  std::vector<Value> pos{array};
  if (name == "mean" && t && is_integral(t->dtype, true)) pos[0] = converted(vm, array, DType::Float64, true, {}, false, false);
  if (!whole) {
    keywords.emplace_back("dim", axis);
    if (!keep.null()) keywords.emplace_back("keepdim", keep);
  }
  Value result = call_operator(vm, target, pos, true, keywords);
  if (result.null()) {
    vm.clear_exception();
    return unknown_array(vm);
  }
  if (const auto* pair = sequence_items(unwrap(result)); pair && !pair->empty()) result = (*pair)[0];
  return number_or_array(vm, as_ndarray(vm, result));
}

Value numpy_name(Vm& vm, std::string_view path) {
  const std::string qualified = "numpy." + std::string(path);
  if (path.starts_with("random.")) return numpy_random_name(vm, path.substr(7));
  if (path.starts_with("linalg.") || path.starts_with("fft.")) {
    std::string target(path);
    std::replace(target.begin(), target.end(), '.', '_');
    const bool norm = path == "linalg.norm";
    return vm.native(qualified, [target, norm, qualified](Vm& m, Args& args) -> Value {
      if (args.pos.empty()) return m.unknown("the result of `" + qualified + "`");
      Args inner = args;
      inner.pos[0] = array_of(m, args[0]);
      const Value result = norm ? call_numpy_operator(m, "norm", "linalg_norm", inner) : call_operator(m, target, inner.pos);
      if (!result.null()) return as_ndarray(m, result);
      m.clear_exception();
      return m.unknown("the result of `" + qualified + "`");
    });
  }
  std::string_view lines = functions().find(path);
  models::Row row;
  if (!models::next_row(lines, row)) {
    if (!models::find_numpy(qualified)) return {};
    return vm.native(qualified, Native([qualified](Vm& m, Args&) { return m.unknown("the result of `" + qualified + "`"); }));
  }
  const std::string name(path), kind(row.cell(1)), target(row.cell(2));
  if (kind == "module") return {};
  return vm.native(qualified, [name, kind, target](Vm& m, Args& args) -> Value {
    if (kind == "none") return Value::none();
    if (kind == "unary") return unary(m, name, target, args);
    if (kind == "binary") return binary(m, name, target, args);
    if (kind == "reduce") return reduce(m, name, target, args);
    if (kind == "array") return number_or_array(m, call_numpy_operator(m, name, target, args));
    if (kind == "same") return array_of(m, args[0]);
    if (kind == "create") return create(m, name, args);
    if (kind == "join") return joined(m, target, args);
    if (kind == "split") return splits(m, args);
    return special(m, name, args);
  });
}

}  // namespace graphlift::torch
