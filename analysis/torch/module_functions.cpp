// Functions of module torch that are no plain operators: constructors from data, what torch/__init__.py and torch/functional.py define.
#include "analysis/torch/module_support.h"

namespace graphlift::torch {

using interp::cast;

namespace {

// tensor(data, dtype=None, device=None, requires_grad=False); as_tensor shares memory when it can.
Value make_from_data(Vm& vm, Args& args, bool share, const char* api) {
  Value data = args.get(0, "data");
  if (data.null()) data = args.keyword("obj");
  Value dtype = share ? args.get(1, "dtype") : args.keyword("dtype"), device = share ? args.get(2, "device") : args.keyword("device");
  if (is_true(args.keyword("requires_grad")))
    vm.observe(Event::Autograd, data, api, "GB0225", "a tensor is created with requires_grad=True");
  Value where = is_absent(device) ? Value() : device_from(vm, device);
  TensorObj* t = as_tensor(data);
  DType type = is_absent(dtype) ? DType::Unknown : dtype_of(vm, dtype);
  if (t && !t->ndarray && share) return converted(vm, data, type, !is_absent(dtype), where, !is_absent(device), false);
  Result r = tensor_from_data(vm, data);
  if (t) {
    r.dtype = t->dtype;
    r.ranked = t->ranked;
    r.dims = t->dims;
  }
  if (!is_absent(dtype)) r.dtype = type;
  TensorObj* made = make_tensor(vm, r, !is_absent(device) ? where : t && !t->ndarray ? t->device : current_device(vm));
  if (t && share) made->storage = t->storage;
  made->requires_grad = is_true(args.keyword("requires_grad"));
  made->rng = t && t->rng;
  bool number = is_scalar(vm, data) && vm.when(data) < When::Data;
  if (vm.tracing() && !t && (number || made->known.size() == 1)) state(vm).constants.insert(made);
  return Value::object(made);
}

Value tensor(Vm& vm, Args& args) { return make_from_data(vm, args, false, "torch.tensor"); }
Value as_tensor_fn(Vm& vm, Args& args) { return make_from_data(vm, args, true, "torch.as_tensor"); }

Value from_numpy(Vm& vm, Args& args) {
  TensorObj* t = as_tensor(args.get(0, "ndarray"));
  if (!t) return Value::object(unknown_tensor(vm));
  TensorObj* v = view_of(vm, t, t->ranked, t->dims);
  v->cls = state(vm).tensor;
  v->ndarray = false;
  v->device = device_value(vm, "cpu");
  v->known = t->known;
  if (!v->known.empty()) keep_known(vm, v);
  return Value::object(v);
}

Value is_tensor(Vm& vm, Args& args) {
  Value v = args.get(0, "obj");
  switch (vm.is_instance(v, Value::object(state(vm).tensor))) {
    case Tri::Yes: return Value::boolean(true);
    case Tri::No: return Value::boolean(false);
    case Tri::Maybe: break;
  }
  return vm.sym(vm.types.boolean, std::max(When::Config, vm.when(v)));
}

Value typename_of(Vm& vm, Args& args) {
  Value v = args.get(0, "obj");
  if (TensorObj* t = as_tensor(v); t && t->cls == state(vm).tensor) return vm.call_method(v, "type", {});
  ClassObj* cls = cast<ClassObj>(v) ? cast<ClassObj>(v) : vm.type_of(v);
  std::string module = cls->module_name.is_str() ? std::string(interp::text_of(cls->module_name)) : "";
  return vm.str(module.empty() || module == "builtins" ? cls->qualname : module + "." + cls->qualname);
}

// Reads the method of Tensor with the same name: torch.f(x, …) for x.f(…).
Native forward_to_method(const char* name) {
  return [name](Vm& vm, Args& args) -> Value {
    Value self = args.get(0, "input");
    if (self.null()) return vm.raise(vm.types.type_error, std::string(name) + "() missing required argument 'input'");
    Args rest;
    rest.pos.assign(args.pos.begin() + (args.pos.empty() ? 0 : 1), args.pos.end());
    for (const auto& [key, v] : args.kw)
      if (!(args.pos.empty() && key->text == "input")) rest.kw.emplace_back(key, v);
    if (!as_tensor(self)) {
      if (self.is_object() && !vm.concrete(self)) return Value::object(unknown_tensor(vm));
      return vm.raise(vm.types.type_error, std::string(name) + "(): argument 'input' must be Tensor");
    }
    Value found = vm.find_in_class(state(vm).tensor, vm.intern(name));
    rest.pos.insert(rest.pos.begin(), self);
    return vm.call(found, rest);
  };
}

// f(*tensors) or f([tensors])
std::vector<Value> spread(Args& args) {
  if (args.size() == 1)
    if (const auto* items = sequence_items(args[0])) return *items;
  return args.pos;
}

Value meshgrid(Vm& vm, Args& args) {
  std::vector<std::pair<std::string_view, Value>> keywords;
  if (!args.keyword("indexing").null()) keywords.emplace_back("indexing", args.keyword("indexing"));
  return call_operator(vm, "meshgrid", {vm.tuple(spread(args))}, false, keywords);
}

Value einsum(Vm& vm, Args& args) {
  if (args.size() < 2) return vm.raise(vm.types.value_error, "einsum(): must specify the equation string and at least one operand");
  Value rest = args.size() == 2 && sequence_items(args[1]) ? args[1] : vm.tuple(std::vector<Value>(args.pos.begin() + 1, args.pos.end()));
  if (!args[0].is_str()) return Value::object(unknown_tensor(vm));
  return call_operator(vm, "einsum", {args[0], rest}, false);
}

Value listed(Vm& vm, Args& args, const char* op) { return call_operator(vm, op, {vm.tuple(spread(args))}, false); }

// atleast_nd takes one tensor or several.
Native at_least(const char* op) {
  return [op](Vm& vm, Args& args) -> Value {
    std::vector<Value> tensors = spread(args);
    if (args.size() == 1 && !sequence_items(args[0])) return call_operator(vm, op, {args[0]}, false);
    std::vector<Value> out;
    for (Value t : tensors) out.push_back(call_operator(vm, op, {t}, false));
    return vm.tuple(std::move(out));
  };
}

Value tensordot(Vm& vm, Args& args) {
  Value dims = args.get(2, "dims");
  TensorObj *a = as_tensor(args[0]), *b = as_tensor(args[1]);
  if (dims.null()) dims = Value::integer(2);
  std::vector<Value> left, right;
  if (unwrap(dims).is_integral() && a && b && a->ranked) {
    int64_t n = unwrap(dims).as_int(), rank = int64_t(a->dims.size());
    for (int64_t i = 0; i < n; ++i) {
      left.push_back(Value::integer(rank - n + i));
      right.push_back(Value::integer(i));
    }
  } else if (const auto* pair = sequence_items(dims); pair && pair->size() == 2) {
    const auto *x = sequence_items((*pair)[0]), *y = sequence_items((*pair)[1]);
    if (x && y) {
      left = *x;
      right = *y;
    } else {
      left = {(*pair)[0]};
      right = {(*pair)[1]};
    }
  } else {
    return Value::object(unknown_tensor(vm));
  }
  return call_operator(vm, "tensordot", {args[0], args[1], vm.tuple(left), vm.tuple(right)}, false);
}

Value broadcast_shapes(Vm& vm, Args& args) {
  Dims dims;
  for (Value shape : args.pos) {
    Dims other;
    if (const auto* items = sequence_items(shape))
      for (Value v : *items) other.push_back(dim_of(vm, v));
    else if (is_integer(vm, shape)) other.push_back(dim_of(vm, shape));
    else return vm.sym(state(vm).size, When::Shape);
    broadcast(vm, dims, other);
  }
  return size_value(vm, dims);
}

// stft(input, n_fft, hop_length, win_length, window, center=True, …): the operator without padding sees a longer signal.
Value stft(Vm& vm, Args& args) {
  static constexpr const char* kNames[] = {"input",  "n_fft",    "hop_length", "win_length", "window",
                                           "center", "pad_mode", "normalized", "onesided",   "return_complex"};
  Value given[10];
  for (size_t i = 0; i < 10; ++i) given[i] = args.get(i, kNames[i]);
  std::vector<std::pair<std::string_view, Value>> keywords;
  for (size_t i : {size_t(2), size_t(3), size_t(4), size_t(7), size_t(8), size_t(9)})
    if (!is_absent(given[i])) keywords.emplace_back(kNames[i], given[i]);
  keywords.emplace_back("center", is_absent(given[5]) ? Value::boolean(true) : given[5]);
  return call_operator(vm, "stft", {given[0], given[1]}, false, keywords);
}

// The random state of the host: refused in a region by the call tables under these names.
void install_random(Vm& vm, ModuleObj* module) {
  auto add = [&](const char* name, Native fn) { define(vm, module, name, std::move(fn), std::string("torch.random.") + name); };
  add("manual_seed", [](Vm& m, Args&) { return m.opaque(state(m).generator, "cpu"); });
  add("seed", [](Vm& m, Args&) { return m.sym(m.types.integer, When::PyInput); });
  add("initial_seed", [](Vm& m, Args&) {
    m.observe(Event::Unsupported, {}, "torch.random.initial_seed", "GB0208");
    return m.sym(m.types.integer, When::PyInput);
  });
  add("get_rng_state", [](Vm& m, Args&) { return Value::object(unknown_tensor(m, DType::UInt8)); });
  add("set_rng_state", [](Vm&, Args&) { return Value::none(); });
}

void install_checks(Vm& vm, ModuleObj* module) {
  // _check and its kin raise when the condition is known to be false, and tell the compiler a fact otherwise.
  for (const char* name : {"_check", "_check_value", "_check_type", "_check_index", "_check_not_implemented", "_check_with",
                           "_check_is_size", "_constrain_as_size"})
    define(vm, module, name, [](Vm& m, Args& args) -> Value {
      if (args[0].is_bool() && !args[0].b) return m.raise(m.types.runtime_error, "Expected cond to be True, but got False");
      return Value::none();
    });
  // The checks of a tensor read it; the others leave its test to the graph.
  for (const char* name : {"_check_tensor_all", "_check_tensor_all_with"})
    define(vm, module, name, [api = "torch." + std::string(name)](Vm& m, Args& args) -> Value {
      for (Value v : args.pos)
        if (as_tensor(v)) return scalar_of(m, v, api, "GB0124", m.types.boolean).null() ? Value() : Value::none();
      return Value::none();
    });
  // Only torch.distributions asks this, to validate arguments, and using the compiler switches validation off.
  define(vm, module, "_is_all_true", [](Vm& m, Args& args) -> Value {
    if (m.tracing()) return Value::boolean(true);
    return call_operator(m, "_is_all_true", {args[0]}, false);
  });
  define(vm, module, "_assert", [](Vm& m, Args& args) -> Value {
    if (args[0].is_bool() && !args[0].b) return m.raise(m.types.assertion_error, "assertion failed");
    return Value::none();
  });
  define(vm, module, "_assert_async", [](Vm&, Args&) { return Value::none(); });
  auto number = [&](const char* name, ClassObj* type) {
    define(vm, module, name, [type](Vm& m, Args& args) -> Value {
      Value v = unwrap(args[0]);
      if (v.is_number())
        return type == m.types.integer ? Value::integer(v.is_float() ? int64_t(v.f) : v.as_int()) : Value::real(v.as_float());
      Value made = m.sym(type, m.when(v), m.origin(v));
      auto *to = cast<SymObj>(made), *from = cast<SymObj>(v);
      if (to && from && type == m.types.integer && from->cls == m.types.integer) return v;
      return made;
    });
  };
  number("sym_int", vm.types.integer);
  number("sym_float", vm.types.real);
  define(vm, module, "sym_not", [](Vm& m, Args& args) { return m.unary(syntax::UnaryOp::Not, args[0]); });
  auto pick = [&](const char* name, const char* builtin) {
    define(vm, module, name, [builtin](Vm& m, Args& args) {
      Value fn = m.module_attr(m.builtins, m.intern(builtin));
      return m.call(fn, args);
    });
  };
  pick("sym_max", "max");
  pick("sym_min", "min");
  pick("sym_sum", "sum");
  define(vm, module, "sym_ite", [](Vm& m, Args& args) -> Value {
    if (args[0].is_bool()) return args[0].b ? args[1] : args[2];
    return m.join(args[1], args[2], m.when(args[0]));
  });
}

void install_settings(Vm& vm, ModuleObj* module) {
  define(
      vm, module, "get_default_dtype", [](Vm& m, Args&) { return dtype_value(m, state(m).default_dtype); }, "torch._C.get_default_dtype");
  define(vm, module, "set_default_dtype", [](Vm& m, Args& args) {
    if (DType type = dtype_of(m, args.get(0, "d")); type != DType::Unknown) state(m).default_dtype = type;
    return Value::none();
  });
  define(vm, module, "set_default_tensor_type", [](Vm&, Args&) { return Value::none(); });
  define(vm, module, "get_default_device", [](Vm& m, Args&) { return current_device(m); });
  define(vm, module, "set_default_device", [](Vm& m, Args& args) {
    state(m).default_device = args[0].is_none() ? Value() : device_from(m, args[0]);
    return Value::none();
  });
  define_constants(
      vm, module,
      "use_deterministic_algorithms set_deterministic_debug_mode set_float32_matmul_precision set_warn_always set_printoptions "
      "set_flush_denormal _register_device_module _import_device_backends",
      Value::none());
  for (const char* name : {"set_num_threads", "set_num_interop_threads"})
    define(vm, module, name, [api = "torch." + std::string(name)](Vm& m, Args&) {
      m.observe(Event::Unsupported, {}, api, "GB0007");
      return Value::none();
    });
  define(
      vm, module, "get_num_threads",
      [](Vm& m, Args&) {
        m.observe(Event::Unsupported, {}, "torch.get_num_threads", "GB0208");
        return m.sym(m.types.integer, When::PyInput);
      },
      "torch._C.get_num_threads");
  define_constants(vm, module,
                   "are_deterministic_algorithms_enabled is_deterministic_algorithms_warn_only_enabled is_warn_always_enabled "
                   "compiled_with_cxx11_abi _running_with_deploy",
                   Value::boolean(false));
  define(vm, module, "get_float32_matmul_precision", [](Vm& m, Args&) { return m.str("highest"); });
  define_constants(vm, module, "get_deterministic_debug_mode", Value::integer(0));
  define(vm, module, "get_device_module", [](Vm& m, Args&) { return m.import_value("torch.cuda"); });
  define_identities(vm, module, "_overload");
  for (const char* name : {"has_mps", "has_cuda", "has_cudnn"}) set(vm, module, name, Value::boolean(false));
  set(vm, module, "e", Value::real(2.718281828459045));
  set(vm, module, "pi", Value::real(3.141592653589793));
  set(vm, module, "inf", Value::real(__builtin_inf()));
  set(vm, module, "nan", Value::real(__builtin_nan("")));
  set(vm, module, "newaxis", Value::none());
  set(vm, module, "SymInt", Value::object(vm.new_class("torch", "SymInt", {vm.types.object})));
  set(vm, module, "SymFloat", Value::object(vm.new_class("torch", "SymFloat", {vm.types.object})));
  set(vm, module, "SymBool", Value::object(vm.new_class("torch", "SymBool", {vm.types.object})));
}

}  // namespace

void install_torch_functions(Vm& vm) {
  State& st = state(vm);
  ModuleObj* module = st.torch;
  install_checks(vm, module);
  install_settings(vm, module);
  install_random(vm, module);
  install_random(vm, native_module(vm, "torch.random"));
  define(vm, module, "tensor", tensor);
  define(vm, module, "as_tensor", as_tensor_fn);
  define(vm, module, "asarray", as_tensor_fn);
  define(vm, module, "scalar_tensor", tensor);
  define(vm, module, "from_numpy", from_numpy);
  define(vm, module, "frombuffer", [](Vm& m, Args& args) {
    DType type = is_absent(args.keyword("dtype")) ? DType::Unknown : dtype_of(m, args.keyword("dtype"));
    return Value::object(unknown_tensor(m, type));
  });
  define(vm, module, "is_tensor", is_tensor);
  define(vm, module, "is_storage", [](Vm& m, Args& args) {
    State& s = state(m);
    return Value::boolean(args[0].is_object() && (args[0].o->cls == s.storage || args[0].o->cls == s.storage_view));
  });
  define(vm, module, "typename", typename_of);
  for (const char* name :
       {"is_floating_point", "is_complex", "is_signed", "numel", "is_nonzero", "nonzero", "is_inference", "is_conj", "is_neg"})
    define(vm, module, name, forward_to_method(name));
  for (const char* name : {"split", "norm", "unique", "unique_consecutive"})
    define(vm, module, name, forward_to_method(name), std::string("torch.functional.") + name);
  define(vm, module, "stft", stft, "torch.functional.stft");
  NativeObj* grid = define(vm, module, "meshgrid", meshgrid, "torch.functional.meshgrid");
  // Programs look whether the function takes `indexing`.
  DictObj* grid_defaults = vm.new_dict();
  grid_defaults->map.set(vm.str("indexing"), Value::none());
  grid->attrs = vm.new_dict();
  grid->attrs->map.set(vm.str("__kwdefaults__"), Value::object(grid_defaults));
  define(vm, module, "einsum", einsum, "torch.functional.einsum");
  define(vm, module, "tensordot", tensordot, "torch.functional.tensordot");
  define(vm, module, "broadcast_shapes", broadcast_shapes, "torch.functional.broadcast_shapes");
  define(
      vm, module, "broadcast_tensors", [](Vm& m, Args& args) { return listed(m, args, "broadcast_tensors"); },
      "torch.functional.broadcast_tensors");
  define(vm, module, "block_diag", [](Vm& m, Args& args) { return listed(m, args, "block_diag"); }, "torch.functional.block_diag");
  define(vm, module, "chain_matmul", [](Vm& m, Args& args) { return listed(m, args, "chain_matmul"); }, "torch.functional.chain_matmul");
  define(
      vm, module, "cartesian_prod", [](Vm& m, Args& args) { return listed(m, args, "cartesian_prod"); }, "torch.functional.cartesian_prod");
  for (const char* name : {"atleast_1d", "atleast_2d", "atleast_3d"})
    define(vm, module, name, at_least(name), std::string("torch.functional.") + name);
  define(
      vm, module, "cdist", [](Vm& m, Args& args) { return call_operator(m, "cdist", {args.get(0, "x1"), args.get(1, "x2")}, false); },
      "torch.functional.cdist");
  define(vm, module, "result_type", [](Vm& m, Args& args) -> Value {
    Value sum = call_operator(m, "add", {args.get(0, "tensor1"), args.get(1, "tensor2")}, false);
    return sum.null() ? sum : m.get_attr(sum, "dtype");
  });
  define(vm, module, "promote_types",
         [](Vm& m, Args& args) { return dtype_value(m, promote(dtype_of(m, args[0]), dtype_of(m, args[1]))); });
  define(vm, module, "can_cast", [](Vm& m, Args&) { return m.sym(m.types.boolean, When::Config); });
  // Files: what they hold is not known.
  define(
      vm, module, "load", [](Vm& m, Args&) { return m.unknown("the contents of a file that torch.load reads"); },
      "torch.serialization.load");
  define(vm, module, "save", [](Vm&, Args&) { return Value::none(); }, "torch.serialization.save");
}

}  // namespace graphlift::torch
