// torch.dtype, device, Size, finfo, iinfo, Generator, storages: small immutable values with a few attributes.
#include <cmath>

#include "analysis/torch/module_support.h"

namespace graphlift::torch {

using interp::cast;
using interp::TypeOps;
using syntax::CompareOp;

namespace {

Value text_of_opaque(Vm& vm, Value v, bool) {
  auto* object = cast<OpaqueObj>(v);
  return object ? vm.str(object->text) : vm.sym(vm.types.str, vm.when(v));
}

// ---- dtype
Value dtype_attr(Vm& vm, Value self, const StrObj* name) {
  auto* object = cast<OpaqueObj>(self);
  std::string_view text = name->text;
  bool boolean = text == "is_floating_point" || text == "is_complex" || text == "is_signed";
  if (!object)
    return boolean ? vm.sym(vm.types.boolean, vm.when(self)) : text == "itemsize" ? vm.sym(vm.types.integer, vm.when(self)) : Value();
  DType type = DType(object->number);
  if (text == "is_floating_point") return Value::boolean(is_floating(type));
  if (text == "is_complex") return Value::boolean(is_complex(type));
  if (text == "is_signed") return Value::boolean(type != DType::Bool && object->text.find("uint") == std::string::npos);
  if (text == "itemsize") return Value::integer(item_size(type));
  return {};
}
const TypeOps kDTypeOps{.get_attr = dtype_attr, .text = text_of_opaque};

// ---- device
Value device_attr(Vm& vm, Value self, const StrObj* name) {
  auto* object = cast<OpaqueObj>(self);
  if (name->text == "type") return object ? vm.str(object->text.substr(0, object->text.find(':'))) : vm.sym(vm.types.str, vm.when(self));
  if (name->text == "index") {
    if (!object) return vm.sym(vm.types.integer, vm.when(self));
    return object->number < 0 ? Value::none() : Value::integer(object->number);
  }
  return {};
}
Value device_compare(Vm& vm, CompareOp op, Value left, Value right) {
  if (op != CompareOp::Eq && op != CompareOp::NotEq) return Value::not_implemented();
  auto *a = cast<OpaqueObj>(left), *b = cast<OpaqueObj>(right);
  State& st = state(vm);
  bool both = left.is_object() && right.is_object() && left.o->cls == st.device && right.o->cls == st.device;
  if (!both) {
    bool open = (right.is_object() && !vm.concrete(right)) || (left.is_object() && !vm.concrete(left));
    return open ? vm.sym(vm.types.boolean, When::PyInput) : Value::boolean(op == CompareOp::NotEq);
  }
  if (!a || !b) return vm.sym(vm.types.boolean, interp::join(vm.when(left), vm.when(right)));
  return Value::boolean((a->text == b->text) == (op == CompareOp::Eq));
}
Value device_text(Vm& vm, Value v, bool repr) {
  auto* object = cast<OpaqueObj>(v);
  if (!object) return vm.sym(vm.types.str, vm.when(v));
  if (!repr) return vm.str(object->text);
  size_t colon = object->text.find(':');
  std::string text = "device(type='" + object->text.substr(0, colon) + "'";
  if (colon != std::string::npos) text += ", index=" + object->text.substr(colon + 1);
  return vm.str(text + ")");
}
const TypeOps kDeviceOps{.compare = device_compare, .get_attr = device_attr, .text = device_text};

Value construct_device(Vm& vm, Args& args) {
  Value type = unwrap(args.get(1, "type")), index = unwrap(args.get(2, "index"));
  if (type.null()) type = unwrap(args.keyword("device"));
  if (type.is_str() && index.is_int()) return device_value(vm, std::string(interp::text_of(type)) + ":" + std::to_string(index.i));
  Value v = type.null() ? Value() : device_from(vm, type);
  if (!v.null() && (index.null() || index.is_none())) return v;
  return vm.sym(state(vm).device, type.null() ? When::PyInput : std::max(vm.when(type), When::Config));
}

// ---- Size
Value construct_size(Vm& vm, Args& args) {
  auto* tuple = vm.make<TupleObj>(state(vm).size);
  if (args.size() > 1) {
    std::vector<Value> items;
    bool complete = true;
    if (!vm.collect(args[1], items, complete)) return {};
    if (!complete) return vm.sym(state(vm).size, When::Shape);
    tuple->items = std::move(items);
  }
  return Value::object(tuple);
}

// ---- finfo, iinfo
Value number_info_attr(Vm& vm, Value self, const StrObj* name) {
  auto* object = cast<OpaqueObj>(self);
  State& st = state(vm);
  std::string_view text = name->text;
  static constexpr std::string_view kReal[] = {"max", "min", "eps", "tiny", "smallest_normal", "resolution"};
  bool known_name = text == "bits" || text == "dtype";
  for (std::string_view r : kReal) known_name |= text == r;
  if (!known_name) return {};
  if (text == "dtype") return object ? vm.str(dtype_name(DType(object->number))) : vm.sym(vm.types.str, When::PyInput);
  bool integer = self.is_object() && self.o->cls == st.iinfo;
  DType type = object ? DType(object->number) : DType::Unknown;
  if (type == DType::Unknown) return vm.sym(integer || text == "bits" ? vm.types.integer : vm.types.real, When::PyInput);
  if (text == "bits") return Value::integer(8 * item_size(type));
  if (integer) {
    int bits = 8 * item_size(type);
    bool is_unsigned = dtype_name(type).starts_with("uint");
    if (bits == 64) return Value::integer(text == "max" ? INT64_MAX : is_unsigned ? 0 : INT64_MIN);
    int64_t span = int64_t(1) << (is_unsigned ? bits : bits - 1);
    return Value::integer(text == "max" ? span - 1 : is_unsigned ? 0 : -span);
  }
  struct Limits {
    double max, eps, tiny;
  };
  Limits limits{3.4028234663852886e+38, 1.1920928955078125e-07, 1.1754943508222875e-38};
  switch (type) {
    case DType::Float16: limits = {65504.0, 0.0009765625, 6.103515625e-05}; break;
    case DType::BFloat16: limits = {3.3895313892515355e+38, 0.0078125, 1.1754943508222875e-38}; break;
    case DType::Float64:
    case DType::Complex128: limits = {1.7976931348623157e+308, 2.220446049250313e-16, 2.2250738585072014e-308}; break;
    case DType::Float8E4M3: limits = {448.0, 0.125, 0.015625}; break;
    case DType::Float8E5M2: limits = {57344.0, 0.25, 6.103515625e-05}; break;
    default: break;
  }
  if (text == "max") return Value::real(limits.max);
  if (text == "min") return Value::real(-limits.max);
  if (text == "eps") return Value::real(limits.eps);
  if (text == "resolution") return Value::real(std::pow(10.0, std::floor(std::log10(limits.eps)) + 1));
  return Value::real(limits.tiny);
}
const TypeOps kNumberInfoOps{.get_attr = number_info_attr, .text = text_of_opaque};

Value construct_info(Vm& vm, Args& args) {
  State& st = state(vm);
  auto* cls = cast<ClassObj>(args[0]);
  Value given = args.get(1, "type");
  DType type = given.null() || given.is_none() ? st.default_dtype : dtype_of(vm, given);
  return vm.opaque(cls, (cls == st.finfo ? "finfo(dtype=" : "iinfo(dtype=") + std::string(dtype_name(type)) + ")", int64_t(type));
}

// ---- Generator
Value construct_generator(Vm& vm, Args& args) {
  vm.observe(Event::Construct, {}, "torch.Generator", "GB0363", "a random generator is made");
  Value device = args.get(1, "device");
  Value known = is_absent(device) ? device_value(vm, "cpu") : device_from(vm, device);
  auto* object = cast<OpaqueObj>(known);
  return vm.opaque(state(vm).generator, object ? object->text : "cpu");
}

void generator_methods(Vm& vm) {
  State& st = state(vm);
  auto stateful = [&](const char* name, ClassObj* result) {
    std::string api = std::string("torch._C.Generator.") + name;
    define_method(vm, st.generator, name, [api, result](Vm& m, Args& args) -> Value {
      m.observe(Event::Unsupported, args[0], api, "GB7650");
      if (result) return m.sym(result, When::PyInput);
      return args[0];
    });
  };
  stateful("manual_seed", nullptr);
  stateful("set_state", nullptr);
  stateful("seed", vm.types.integer);
  stateful("initial_seed", vm.types.integer);
  define_method(vm, st.generator, "get_state", [](Vm& m, Args&) { return Value::object(unknown_tensor(m, DType::UInt8)); });
  define_property(vm, st.generator, "device", [](Vm& m, Args& args) {
    auto* object = cast<OpaqueObj>(args[0]);
    return object ? device_value(m, object->text) : m.sym(state(m).device, When::PyInput);
  });
}

const TypeOps kEnumOps{.text = text_of_opaque};

}  // namespace

void install_values(Vm& vm) {
  State& st = state(vm);
  vm.set_ops(st.dtype, &kDTypeOps);
  vm.set_ops(st.device, &kDeviceOps);
  vm.set_ops(st.finfo, &kNumberInfoOps);
  vm.set_ops(st.iinfo, &kNumberInfoOps);
  for (ClassObj* cls : {st.layout, st.memory_format, st.qscheme}) vm.set_ops(cls, &kEnumOps);
  st.device->construct = construct_device;
  st.size->construct = construct_size;
  st.finfo->construct = construct_info;
  st.iinfo->construct = construct_info;
  st.generator->construct = construct_generator;
  generator_methods(vm);
  for (ClassObj* cls : {st.generator, st.storage, st.storage_view, st.node})
    cls->has_unknown_base = true;  // their C++ members are not all listed
  define_method(vm, st.size, "numel", [](Vm& m, Args& args) -> Value {
    const auto* items = sequence_items(args[0]);
    if (!items) return m.sym(m.types.integer, When::Shape);
    Dims dims;
    for (Value v : *items) dims.push_back(dim_of(m, v));
    return dim_value(m, product(m, dims));
  });
  define_method(vm, st.dtype, "to_real", [](Vm& m, Args& args) { return dtype_value(m, to_real(dtype_of(m, args[0]))); });
  define_method(vm, st.dtype, "to_complex", [](Vm& m, Args& args) { return dtype_value(m, to_complex(dtype_of(m, args[0]))); });
  define_method(vm, st.device, "__enter__", [](Vm& m, Args& args) {
    state(m).device_context.push_back(args[0]);
    return args[0];
  });
  define_method(vm, st.device, "__exit__", [](Vm& m, Args&) {
    if (!state(m).device_context.empty()) state(m).device_context.pop_back();
    return Value::none();
  });
  define_method(vm, st.device, "__call__", [](Vm& m, Args& args) { return decorated(m, args[0], args[1]); });
  for (ClassObj* cls : {st.tensor, st.size, st.dtype, st.device, st.layout, st.memory_format, st.qscheme, st.generator, st.finfo, st.iinfo})
    set(vm, st.torch, cls->name, Value::object(cls));
  for (const DTypeName& named : dtype_names()) set(vm, st.torch, named.name, dtype_value(vm, named.type));
  // Storages: identity and little else.
  for (ClassObj* cls : {st.storage, st.storage_view}) {
    set(vm, st.torch, cls->name, Value::object(cls));
    define_method(vm, cls, "data_ptr", [](Vm& m, Args&) { return m.sym(m.types.integer, When::PyInput); });
    define_method(vm, cls, "nbytes", [](Vm& m, Args&) { return m.sym(m.types.integer, When::Shape); });
    define_method(vm, cls, "size", [](Vm& m, Args&) { return m.sym(m.types.integer, When::Shape); });
    define_method(vm, cls, "resize_", [](Vm&, Args& args) { return args[0]; });
    define_method(vm, cls, "untyped", [](Vm&, Args& args) { return args[0]; });
  }
  // torch.FloatTensor and friends: the constructor of Tensor with a fixed element type.
  static constexpr std::pair<const char*, DType> kLegacy[] = {{"FloatTensor", DType::Float32}, {"DoubleTensor", DType::Float64},
                                                              {"HalfTensor", DType::Float16},  {"BFloat16Tensor", DType::BFloat16},
                                                              {"LongTensor", DType::Int64},    {"IntTensor", DType::Int32},
                                                              {"ShortTensor", DType::Int16},   {"CharTensor", DType::Int8},
                                                              {"ByteTensor", DType::UInt8},    {"BoolTensor", DType::Bool}};
  for (const auto& [name, type] : kLegacy) {
    define(vm, st.torch, name, [type = type](Vm& m, Args& args) -> Value {
      State& s = state(m);
      Args with_class = args;
      with_class.pos.insert(with_class.pos.begin(), Value::object(s.tensor));
      Value v = s.tensor->construct(m, with_class);
      if (TensorObj* t = as_tensor(v)) t->dtype = type;
      return v;
    });
  }
}

}  // namespace graphlift::torch
