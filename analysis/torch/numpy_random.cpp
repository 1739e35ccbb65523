// numpy.random, and the modules of NumPy as a whole.
#include "analysis/torch/module_support.h"
#include "analysis/torch/numpy.h"
#include "models/table.h"

namespace graphlift::torch {

using interp::cast;
using interp::Outcome;

namespace {

// A draw: an array when a size is given, else one number. In a region the number is read out of an array of the graph.
Value drawn(Vm& vm, Value size, bool whole, const std::string& api, bool broke) {
  Result r;
  r.dtype = whole ? DType::Int64 : DType::Float64;
  Dims dims;
  bool ranked = true;
  if (const auto* items = sequence_items(unwrap(size))) {
    for (Value v : *items) dims.push_back(dim_of(vm, v));
  } else if (is_integer(vm, size)) {
    dims.push_back(dim_of(vm, size));
  } else if (!size.null() && !size.is_none()) {
    ranked = false;
  }
  if (ranked) r.shape(dims);
  TensorObj* made = make_tensor(vm, r, device_value(vm, "cpu"));
  made->rng = true;
  const Value array = as_ndarray(vm, Value::object(made));
  if (!ranked || !dims.empty()) return array;
  When when = When::PyInput;
  if (!broke && !api.starts_with("numpy.random.Generator.")) {
    const Outcome outcome = vm.observe(Event::DataDependentOp, array, api, "GB0033", "a random number is drawn by NumPy");
    if (outcome.traced) when = outcome.result;
  }
  const Value number = vm.sym(whole ? vm.types.integer : vm.types.real, when);
  cast<SymObj>(number)->rng = true;
  return number;
}

struct Draw {
  const char* name;
  int size_at;  // position of `size`; -1: the positional arguments are the shape
  bool whole;
  bool traced;  // torch._numpy.random has it
};
constexpr Draw kDraws[] = {{"rand", -1, false, true},           {"randn", -1, false, true},
                           {"random", 0, false, true},          {"random_sample", 0, false, true},
                           {"ranf", 0, false, false},           {"sample", 0, false, true},
                           {"randint", 2, true, true},          {"integers", 2, true, false},
                           {"random_integers", 2, true, false}, {"uniform", 2, false, true},
                           {"normal", 2, false, true},          {"standard_normal", 0, false, false},
                           {"beta", 2, false, false},           {"gamma", 2, false, false},
                           {"exponential", 1, false, false},    {"poisson", 1, true, false},
                           {"binomial", 2, true, false},        {"lognormal", 2, false, false},
                           {"laplace", 2, false, false},        {"dirichlet", 1, false, false},
                           {"multinomial", 2, true, false},     {"geometric", 1, true, false},
                           {"gumbel", 2, false, false},         {"logistic", 2, false, false},
                           {"triangular", 3, false, false},     {"chisquare", 1, false, false},
                           {"choice", 1, false, true},          {"multivariate_normal", 2, false, false}};

// What a region's compiler makes of the call itself, before the draw: true when it breaks there.
bool breaks_at_draw(Vm& vm, const Draw& d, Args& args, const std::string& api) {
  const Value first = args.size() > 0 ? args[0] : Value::none();
  if (!vm.tracing() || api.starts_with("numpy.random.Generator.")) return false;
  if (!d.traced) return vm.observe(Event::Unsupported, first, api, "GB0294", "`torch._numpy` has no such function").broke;
  // It tests that the probabilities sum to one, also those that it makes itself.
  return std::string_view(d.name) == "choice" &&
         vm.observe(Event::DataDependentOp, first, api, "GB0033", "it tests a sum of probabilities").broke;
}

Value draw(Vm& vm, const Draw& d, Args& args, size_t self, const std::string& api) {
  const bool broke = breaks_at_draw(vm, d, args, api);
  if (d.size_at >= 0) {
    const Value size = args.get(size_t(d.size_at) + self, "size");
    bool whole = d.whole;
    if (std::string_view(d.name) == "choice") {
      const Value from = args[self];
      whole = is_integer(vm, from);
      if (const auto* items = sequence_items(from)) whole = !items->empty() && is_integer(vm, (*items)[0]);
    }
    return drawn(vm, size, whole, api, broke);
  }
  if (args.size() <= self) return drawn(vm, {}, d.whole, api, broke);
  return drawn(vm, vm.tuple({args.pos.begin() + std::ptrdiff_t(self), args.pos.end()}), d.whole, api, broke);
}

Value permutation(Vm& vm, Value x) {
  if (is_integer(vm, x)) return drawn(vm, vm.tuple({x}), true, "numpy.random.permutation", false);
  const Value array = array_of(vm, x);
  TensorObj* out = view_of(vm, as_tensor(array), as_tensor(array)->ranked, as_tensor(array)->dims);
  out->rng = true;
  return as_ndarray(vm, Value::object(out));
}

ClassObj* generator_class(Vm& vm) {
  NumpyTypes& types = numpy_types(vm);
  if (types.generator) return types.generator;
  types.generator = vm.new_class("numpy.random", "Generator", {vm.types.object});
  define_method(vm, types.generator, "__init__", [](Vm&, Args&) { return Value::none(); });
  // Every method of a generator object breaks the graph at the call.
  auto method = [&](const char* name, auto run) {
    define_method(vm, types.generator, name, [run, api = "numpy.random.Generator." + std::string(name)](Vm& m, Args& args) -> Value {
      if (m.tracing()) m.observe(Event::Unsupported, args[0], api, "GB0156", "a random number is drawn by NumPy");
      return run(m, args, api);
    });
  };
  for (const Draw& d : kDraws) method(d.name, [d](Vm& m, Args& args, const std::string& api) { return draw(m, d, args, 1, api); });
  for (const char* name : {"permutation", "permuted"})
    method(name, [](Vm& m, Args& args, const std::string&) { return permutation(m, args[1]); });
  for (const char* name : {"shuffle", "seed", "set_state"}) method(name, [](Vm&, Args&, const std::string&) { return Value::none(); });
  method("get_state", [](Vm& m, Args&, const std::string&) { return m.unknown("the state of a random generator"); });
  return types.generator;
}

Value lookup(Vm& vm, ModuleObj* module, const StrObj* name, bool fallback) {
  if (!fallback) return {};
  std::string path = module->name.size() > 6 ? module->name.substr(6) + "." : std::string();
  path += name->text;
  const Value found = numpy_name(vm, path);
  if (!found.null()) {
    module->dict->map.set(Value::string(const_cast<StrObj*>(name)), found);
    return found;
  }
  if (name->text.starts_with("__") || vm.raised()) return {};
  std::string_view lines = models::Table(models::embedded("numpy/functions.tsv")).find(path);
  models::Row row;
  if (models::next_row(lines, row) && row.cell(1) == "module") {
    ModuleObj* inner = vm.import_module("numpy." + path);
    return inner ? Value::object(inner) : Value();
  }
  if (module->name == "numpy") return {};
  return vm.unknown("`numpy." + path + "`");
}

void init_module(Vm& vm, ModuleObj* module) {
  module->is_package = true;
  module->lookup_hook = lookup;
  if (module->name == "numpy") {
    NumpyTypes& types = numpy_types(vm);
    install_numpy_values(vm, module);
    set(vm, module, "ndarray", Value::object(types.ndarray));
  }
  if (module->name == "numpy.linalg") {
    ClassObj* error = vm.new_class("numpy.linalg", "LinAlgError", {vm.types.value_error}, interp::Layout::Exception);
    set(vm, module, "LinAlgError", Value::object(error));
  }
  if (module->name == "numpy.random") {
    for (const char* name : {"Generator", "RandomState"}) set(vm, module, name, Value::object(generator_class(vm)));
  }
  if (module->name == "numpy.typing") {
    for (const char* name : {"NDArray", "ArrayLike", "DTypeLike"}) set(vm, module, name, Value::object(numpy_types(vm).ndarray));
  }
}

}  // namespace

NumpyTypes& numpy_types(Vm& vm) { return *state(vm).numpy; }

Value numpy_random_name(Vm& vm, std::string_view name) {
  const std::string qualified = "numpy.random." + std::string(name);
  for (const Draw& d : kDraws) {
    if (name == d.name) return vm.native(qualified, Native([d, qualified](Vm& m, Args& args) { return draw(m, d, args, 0, qualified); }));
  }
  if (name == "permutation") return vm.native(qualified, Native([](Vm& m, Args& args) { return permutation(m, args[0]); }));
  if (name == "default_rng")
    return vm.native(qualified, Native([](Vm& m, Args&) { return Value::object(m.new_instance(generator_class(m))); }));
  if (name == "seed" || name == "shuffle" || name == "set_state")
    return vm.native(qualified, Native([](Vm&, Args&) { return Value::none(); }));
  if (name == "get_state")
    return vm.native(qualified, Native([](Vm& m, Args&) { return m.unknown("the state of NumPy's random generator"); }));
  return {};
}

void register_numpy(Vm& vm) {
  if (!vm.source().package_version("numpy")) return;
  state(vm).numpy = std::make_shared<NumpyTypes>();
  install_ndarray(vm, *state(vm).numpy);
  vm.register_native_module("numpy", init_module);
  std::string_view lines = models::Table(models::embedded("numpy/functions.tsv")).body();
  models::Row row;
  while (models::next_row(lines, row))
    if (row.cell(1) == "module") vm.register_native_module("numpy." + std::string(row.cell(0)), init_module);
}

}  // namespace graphlift::torch
