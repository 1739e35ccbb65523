// NumPy's scalar classes, dtypes and constants, and the way between Python values, tensors and arrays.
#include <cmath>
#include <limits>

#include "analysis/torch/module_support.h"
#include "analysis/torch/numpy.h"
#include "models/table.h"

namespace graphlift::torch {

using interp::cast;
using interp::TypeOps;

namespace {

struct ScalarName {
  const char* name;
  const char* base;
  DType type;
};

constexpr ScalarName kScalars[] = {
    {"number", "generic", DType::Unknown},
    {"integer", "number", DType::Unknown},
    {"signedinteger", "integer", DType::Unknown},
    {"unsignedinteger", "integer", DType::Unknown},
    {"inexact", "number", DType::Unknown},
    {"floating", "inexact", DType::Unknown},
    {"complexfloating", "inexact", DType::Unknown},
    {"flexible", "generic", DType::Unknown},
    {"character", "flexible", DType::Unknown},
    {"int8", "signedinteger", DType::Int8},
    {"int16", "signedinteger", DType::Int16},
    {"int32", "signedinteger", DType::Int32},
    {"int64", "signedinteger", DType::Int64},
    {"uint8", "unsignedinteger", DType::UInt8},
    {"uint16", "unsignedinteger", DType::UInt16},
    {"uint32", "unsignedinteger", DType::UInt32},
    {"uint64", "unsignedinteger", DType::UInt64},
    {"float16", "floating", DType::Float16},
    {"float32", "floating", DType::Float32},
    {"float64", "floating", DType::Float64},
    {"complex64", "complexfloating", DType::Complex64},
    {"complex128", "complexfloating", DType::Complex128},
    {"bool_", "generic", DType::Bool},
    {"object_", "generic", DType::Object},
    {"str_", "character", DType::String},
    {"bytes_", "character", DType::String},
    {"datetime64", "generic", DType::Unknown},
    {"timedelta64", "signedinteger", DType::Unknown},
};

constexpr std::pair<const char*, const char*> kAliases[] = {
    {"half", "float16"},      {"single", "float32"},     {"double", "float64"},      {"float_", "float64"}, {"int_", "int64"},
    {"intp", "int64"},        {"long", "int64"},         {"longlong", "int64"},      {"intc", "int32"},     {"short", "int16"},
    {"byte", "int8"},         {"ubyte", "uint8"},        {"ushort", "uint16"},       {"uint", "uint64"},    {"ulong", "uint64"},
    {"csingle", "complex64"}, {"cdouble", "complex128"}, {"complex_", "complex128"}, {"bool", "bool_"},     {"longdouble", "float64"}};

DType dtype_by_text(std::string_view text) {
  if (!text.empty() && (text[0] == '<' || text[0] == '>' || text[0] == '=' || text[0] == '|')) text.remove_prefix(1);
  static constexpr std::pair<std::string_view, DType> kCodes[] = {
      {"f4", DType::Float32}, {"f8", DType::Float64},    {"f2", DType::Float16},     {"i8", DType::Int64},      {"i4", DType::Int32},
      {"i2", DType::Int16},   {"i1", DType::Int8},       {"u1", DType::UInt8},       {"u2", DType::UInt16},     {"u4", DType::UInt32},
      {"u8", DType::UInt64},  {"b1", DType::Bool},       {"f", DType::Float32},      {"d", DType::Float64},     {"i", DType::Int32},
      {"l", DType::Int64},    {"?", DType::Bool},        {"B", DType::UInt8},        {"c8", DType::Complex64},  {"c16", DType::Complex128},
      {"int", DType::Int64},  {"float", DType::Float64}, {"single", DType::Float32}, {"double", DType::Float64}};
  for (const auto& [code, type] : kCodes)
    if (code == text) return type;
  return dtype_named(text);
}

// np.float32(x): a known number stays one; an array is converted; of the rest the type is known.
Value make_scalar(Vm& vm, Args& args) {
  auto* cls = cast<ClassObj>(args[0]);
  const auto found = numpy_types(vm).by_class.find(cls);
  const DType type = found == numpy_types(vm).by_class.end() ? DType::Unknown : found->second;
  const Value x = args.size() > 1 ? unwrap(args[1]) : Value::integer(0);
  const bool whole = is_integral(type) && type != DType::Bool;
  if (x.is_number()) {
    if (type == DType::Bool) return numpy_scalar(vm, Value::boolean(x.as_float() != 0));
    if (whole && std::isfinite(x.as_float())) return numpy_scalar(vm, Value::integer(int64_t(x.as_float())), type);
    if (is_floating(type)) return numpy_scalar(vm, Value::real(x.as_float()), type);
    return x;
  }
  if (as_tensor(x) || sequence_items(x)) {
    const Value array = array_of(vm, x, type);
    return number_or_array(vm, array);
  }
  if (x.is_str() && is_floating(type)) return vm.call(Value::object(vm.types.real), {x});
  ClassObj* result = type == DType::Bool ? vm.types.boolean
                     : whole             ? vm.types.integer
                     : is_floating(type) ? vm.types.real
                                         : vm.types.object;
  return vm.sym(result, vm.when(x), vm.origin(x));
}

Value compare_dtypes(Vm& vm, syntax::CompareOp op, Value left, Value right) {
  if (op != syntax::CompareOp::Eq && op != syntax::CompareOp::NotEq) return Value::not_implemented();
  const DType a = numpy_dtype_of(vm, left), b = numpy_dtype_of(vm, right);
  if (a == DType::Unknown || b == DType::Unknown) return vm.sym(vm.types.boolean, When::Config);
  return Value::boolean((a == b) == (op == syntax::CompareOp::Eq));
}

Value dtype_attr(Vm& vm, Value self, const StrObj* name) {
  const DType type = numpy_dtype_of(vm, self);
  if (name->text == "name") return type == DType::Unknown ? vm.sym(vm.types.str, When::Config) : vm.str(dtype_name(type));
  if (name->text == "itemsize") return item_size(type) ? Value::integer(item_size(type)) : vm.sym(vm.types.integer, When::Config);
  if (name->text == "kind") {
    const char kind = type == DType::Bool                              ? 'b'
                      : is_floating(type)                              ? 'f'
                      : is_complex(type)                               ? 'c'
                      : type >= DType::UInt16 && type <= DType::UInt64 ? 'u'
                                                                       : 'i';
    return type == DType::Unknown ? vm.sym(vm.types.str, When::Config) : vm.str(std::string(1, type == DType::UInt8 ? 'u' : kind));
  }
  if (name->text == "type") {
    const auto found = numpy_types(vm).scalar.find(type);
    return found == numpy_types(vm).scalar.end() ? vm.unknown("the scalar class of a NumPy dtype") : Value::object(found->second);
  }
  return {};
}

const TypeOps kDtypeOps{.compare = compare_dtypes, .get_attr = dtype_attr};

// What a scalar has beyond a number of Python: the ways out of NumPy and the attributes of an array of no dimension.
void install_scalar_methods(Vm& vm, NumpyTypes& types) {
  const auto plain_number = [](Vm&, Args& args) -> Value {
    Value v = args[0];
    v.scalar_type = 0;
    return v;
  };
  const auto itself = [](Vm&, Args& args) -> Value { return args[0]; };
  for (const char* name : {"item", "tolist"}) define_method(vm, types.generic, name, plain_number);
  for (const char* name : {"copy", "squeeze", "sum", "mean", "min", "max", "prod"}) define_method(vm, types.generic, name, itself);
  define_method(vm, types.generic, "astype", [](Vm& m, Args& args) -> Value {
    const DType type = numpy_dtype_of(m, args.get(1, "dtype"));
    const auto found = numpy_types(m).scalar.find(type);
    if (found == numpy_types(m).scalar.end()) return m.unknown("a NumPy scalar of an unknown dtype");
    return m.call(Value::object(found->second), {args[0]});
  });
  define_property(vm, types.generic, "dtype", [](Vm& m, Args& args) { return numpy_dtype(m, DType(args[0].scalar_type)); });
  define_property(vm, types.generic, "shape", [](Vm& m, Args&) { return m.tuple({}); });
  define_property(vm, types.generic, "ndim", [](Vm&, Args&) { return Value::integer(0); });
  define_property(vm, types.generic, "size", [](Vm&, Args&) { return Value::integer(1); });
}

Value make_dtype(Vm& vm, Args& args) {
  const DType type = numpy_dtype_of(vm, args.size() > 1 ? args[1] : Value::none());
  return numpy_dtype(vm, type);
}

}  // namespace

bool is_known_number(Value v) {
  v = unwrap(v);
  return v.is_number();
}

Value numpy_dtype(Vm& vm, DType type) {
  return vm.opaque(numpy_types(vm).dtype, type == DType::Unknown ? "?" : std::string(dtype_name(type)), int64_t(type));
}

DType numpy_dtype_of(Vm& vm, Value v) {
  v = unwrap(v);
  if (v.is_str()) return dtype_by_text(interp::text_of(v));
  if (auto* cls = cast<ClassObj>(v)) {
    const auto found = numpy_types(vm).by_class.find(cls);
    if (found != numpy_types(vm).by_class.end()) return found->second;
    if (cls == vm.types.real) return DType::Float64;
    if (cls == vm.types.integer) return DType::Int64;
    if (cls == vm.types.boolean) return DType::Bool;
    if (cls == vm.types.object) return DType::Object;
    return DType::Unknown;
  }
  if (auto* opaque = cast<OpaqueObj>(v); opaque && opaque->cls == numpy_types(vm).dtype) return DType(opaque->number);
  return DType::Unknown;
}

Value as_ndarray(Vm& vm, Value v) {
  if (auto* t = as_tensor(v)) {
    t->cls = numpy_types(vm).ndarray;
    t->ndarray = true;
    t->requires_grad = false;
    t->leaf = true;
    return v;
  }
  if (auto* tuple = cast<TupleObj>(v)) {
    for (Value item : tuple->items) (void)as_ndarray(vm, item);
  } else if (auto* list = cast<ListObj>(v)) {
    for (Value item : list->items) (void)as_ndarray(vm, item);
  }
  return v;
}

Value array_of(Vm& vm, Value data, DType type) {
  data = unwrap(data);
  if (auto* t = as_tensor(data)) {
    if (t->ndarray && (type == DType::Unknown || t->dtype == type)) return data;
    if (!t->ndarray) vm.observe(Event::Unsupported, data, "numpy.asarray", "GB0055", "a tensor is passed to NumPy");
    TensorObj* out = view_of(vm, t, t->ranked, t->dims);
    out->known = t->known;
    if (type != DType::Unknown && type != t->dtype) {
      out->dtype = type;
      out->storage = vm.new_storage();
    }
    if (!out->known.empty()) keep_known(vm, out);
    return as_ndarray(vm, Value::object(out));
  }
  if (!vm.concrete(data) && !cast<SymObj>(data)) {
    TensorObj* out = unknown_tensor(vm, type);
    return as_ndarray(vm, Value::object(out));
  }
  std::vector<Value> items;
  bool complete = true;
  if (!data.is_number() && !data.is_none() && !data.is_str() && !cast<SymObj>(data) && !sequence_items(data)) {
    if (!vm.collect(data, items, complete)) vm.clear_exception();
    if (!complete || items.empty()) return as_ndarray(vm, Value::object(unknown_tensor(vm, type)));
    data = vm.list(items);
  }
  Result r = tensor_from_data(vm, data);
  if (r.dtype == DType::Float32) r.dtype = DType::Float64;
  if (type != DType::Unknown) r.dtype = type;
  return as_ndarray(vm, Value::object(make_tensor(vm, r, device_value(vm, "cpu"))));
}

Value number_or_array(Vm& vm, Value array) {
  TensorObj* t = as_tensor(array);
  if (!t || !t->ranked || !t->dims.empty() || !contents_readable(vm, t) || t->known.size() != 1) return array;
  if (t->dtype == DType::Bool) return numpy_scalar(vm, Value::boolean(t->known[0] != 0));
  if (is_integral(t->dtype)) return numpy_scalar(vm, Value::integer(int64_t(t->known[0])), t->dtype);
  return numpy_scalar(vm, Value::real(t->known[0]), t->dtype);
}

namespace {

Value array_of_number(Vm& vm, double number, DType type) {
  Result r;
  r.dtype = type;
  r.known = {number};
  r.shape({});
  return as_ndarray(vm, Value::object(make_tensor(vm, r, device_value(vm, "cpu"))));
}

}  // namespace

Value numpy_scalar(Vm& vm, Value number, DType type) {
  if (!number.is_number()) return number;
  if (type == DType::Unknown) type = number.is_bool() ? DType::Bool : number.is_int() ? DType::Int64 : DType::Float64;
  if (vm.tracing()) {
    const Value array = array_of_number(vm, number.as_float(), type);
    state(vm).constants.insert(as_tensor(array));
    return array;
  }
  if (size_t(type) < vm.scalar_classes.size() && vm.scalar_classes[size_t(type)]) number.scalar_type = uint8_t(type);
  return number;
}

Value array_of_scalar(Vm& vm, Value scalar) {
  const Value array = array_of_number(vm, scalar.as_float(), DType(scalar.scalar_type));
  as_tensor(array)->region_input = true;
  return array;
}

void install_numpy_values(Vm& vm, ModuleObj* module) {
  NumpyTypes& types = numpy_types(vm);
  types.generic = vm.new_class("numpy", "generic", {vm.types.object});
  set(vm, module, "generic", Value::object(types.generic));
  std::map<std::string, ClassObj*> classes{{"generic", types.generic}};
  for (const ScalarName& scalar : kScalars) {
    std::vector<ClassObj*> bases{classes[scalar.base]};
    if (scalar.type == DType::Float64) bases.push_back(vm.types.real);
    ClassObj* cls = vm.new_class("numpy", scalar.name, std::move(bases), interp::Layout::Opaque);
    cls->construct = make_scalar;
    classes[scalar.name] = cls;
    set(vm, module, scalar.name, Value::object(cls));
    types.by_class[cls] = scalar.type;
    if (scalar.type != DType::Unknown && !types.scalar.count(scalar.type)) types.scalar[scalar.type] = cls;
  }
  vm.scalar_classes.assign(size_t(DType::Object) + 1, nullptr);
  for (const auto& [type, cls] : types.scalar)
    if (type == DType::Bool || is_integral(type) || is_floating(type)) vm.scalar_classes[size_t(type)] = cls;
  vm.boolean_scalar_type = uint8_t(DType::Bool);
  vm.integer_scalar_type = uint8_t(DType::Int64);
  vm.real_scalar_type = uint8_t(DType::Float64);
  install_scalar_methods(vm, types);
  for (const auto& [alias, name] : kAliases) set(vm, module, alias, Value::object(classes[name]));
  types.dtype = vm.new_class("numpy", "dtype", {vm.types.object}, interp::Layout::Opaque);
  types.dtype->construct = make_dtype;
  vm.set_ops(types.dtype, &kDtypeOps);
  set(vm, module, "dtype", Value::object(types.dtype));
  const std::pair<const char*, double> numbers[] = {{"pi", 3.14159265358979323846},
                                                    {"e", 2.71828182845904523536},
                                                    {"inf", std::numeric_limits<double>::infinity()},
                                                    {"Inf", std::numeric_limits<double>::infinity()},
                                                    {"nan", std::nan("")},
                                                    {"NaN", std::nan("")},
                                                    {"euler_gamma", 0.57721566490153286061}};
  for (const auto& [name, value] : numbers) set(vm, module, name, Value::real(value));
  set(vm, module, "newaxis", Value::none());
  set(vm, module, "True_", Value::boolean(true));
  set(vm, module, "False_", Value::boolean(false));
  set(vm, module, "__version__", vm.str(vm.source().package_version("numpy").value_or("2.0.0")));
  State& st = state(vm);
  for (ClassObj* info : {st.finfo, st.iinfo}) {
    define(vm, module, info == st.finfo ? "finfo" : "iinfo", [info](Vm& m, Args& args) -> Value {
      const DType type = numpy_dtype_of(m, args[0]);
      return type == DType::Unknown ? m.unknown("limits of an unknown dtype") : m.call(Value::object(info), {dtype_value(m, type)});
    });
  }
}

}  // namespace graphlift::torch
