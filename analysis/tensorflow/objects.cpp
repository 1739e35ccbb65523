// tf.Module, Keras layers and models, optimizers, GradientTape, and functions that call back into the program.
#include <string>

#include "analysis/tensorflow/model.h"

namespace graphlift::tensorflow {

using interp::Args;
using interp::cast;
using interp::ClassObj;
using interp::DictObj;
using interp::FunctionObj;
using interp::InstanceObj;
using interp::ListObj;
using interp::StrObj;
using interp::TensorObj;
using interp::TupleObj;
using interp::TypeOps;
using interp::Value;
using interp::Vm;
using interp::When;

namespace {

using Native = std::function<Value(Vm&, Args&)>;

Value nothing(Vm&, Args&) { return Value::none(); }
Value unknown_tensor(Vm& vm, Args&) { return new_tensor(vm); }

Value open_list(Vm& vm, Value rest) {
  const Value list = vm.list({});
  auto* items = cast<ListObj>(list);
  items->open = true;
  items->rest = rest;
  return list;
}

Value variables_of(Vm& vm) {
  TensorObj* one = vm.new_tensor(model(vm).variable);
  one->variable = true;
  return open_list(vm, Value::object(one));
}

// The same nesting with a tensor at every leaf: what a gradient or a mapped function gives.
Value like_structure(Vm& vm, Value v) {
  if (const auto* list = cast<ListObj>(v)) {
    std::vector<Value> items;
    for (Value item : list->items) items.push_back(like_structure(vm, item));
    const Value out = vm.list(std::move(items));
    cast<ListObj>(out)->open = list->open;
    if (list->open) cast<ListObj>(out)->rest = new_tensor(vm);
    return out;
  }
  if (const auto* tuple = cast<TupleObj>(v)) {
    std::vector<Value> items;
    for (Value item : tuple->items) items.push_back(like_structure(vm, item));
    return vm.tuple(std::move(items));
  }
  return new_tensor(vm);
}

bool has_parameter(const FunctionObj* fn, std::string_view name) {
  const lower::Code& code = *fn->code;
  if (code.has_varkw) return true;
  for (uint32_t i = 0; i < code.positional_count + code.kwonly_count; ++i)
    if (code.locals[i] == name) return true;
  return false;
}

// Keras' __call__: build() on the first call, then call(); `training` and `mask` are passed on only to those that take them.
Value call_layer(Vm& vm, Args& args) {
  const Value self = args[0];
  ClassObj* cls = vm.type_of(self);
  const Value call = vm.find_in_class(cls, vm.intern("call"));
  auto* fn = cast<FunctionObj>(call);
  if (!fn) return args.size() > 1 ? like_structure(vm, args[1]) : new_tensor(vm);
  if (auto* build = cast<FunctionObj>(vm.find_in_class(cls, vm.intern("build")))) {
    if (vm.try_attr(self, vm.intern("built")).null()) {
      Args shape;
      shape.pos = {self, Value::object(vm.new_instance(model(vm).shape))};
      auto* instance = cast<InstanceObj>(self);
      if (instance && instance->dict) instance->dict->map.set(vm.str("built"), Value::boolean(true));
      if (vm.call(Value::object(build), shape).null()) return {};
    }
  }
  Args inner = args;
  std::erase_if(inner.kw, [&](const auto& pair) {
    return (pair.first->text == "training" || pair.first->text == "mask") && !has_parameter(fn, pair.first->text);
  });
  return vm.call(Value::object(fn), inner);
}

Value add_weight(Vm& vm, Args&) {
  TensorObj* out = vm.new_tensor(model(vm).variable);
  out->variable = true;
  return Value::object(out);
}

// Attributes that Keras objects have beside what the program sets.
Value keras_attr(Vm& vm, Value self, const StrObj* name) {
  const auto* instance = cast<InstanceObj>(self);
  if (instance && instance->dict && instance->dict->map.find(Value::string(const_cast<StrObj*>(name)))) return {};
  static constexpr std::string_view kVariables[] = {
      "variables", "trainable_variables", "weights", "trainable_weights", "non_trainable_variables", "non_trainable_weights", "losses",
      "metrics",   "submodules"};
  for (std::string_view known : kVariables)
    if (name->text == known) return variables_of(vm);
  if (name->text == "optimizer") return Value::object(vm.new_instance(model(vm).optimizer));
  if (name->text == "name") return vm.sym(vm.types.str, When::Config);
  if (name->text == "dtype") return vm.unknown("the dtype of a Keras object", When::Config);
  return {};
}

const TypeOps& keras_ops() {
  static const TypeOps ops = [] {
    TypeOps o;
    o.get_attr = keras_attr;
    return o;
  }();
  return ops;
}

// Objects of which only the name is known: every attribute and call gives something unknown, tensors in give tensors out.
Value opaque_call(Vm& vm, Value, Args& args) {
  for (Value v : args.pos)
    if (is_tensor(vm, v)) return new_tensor(vm);
  return vm.unknown("call of a TensorFlow object that is not modelled");
}

Value opaque_attr(Vm& vm, Value self, const StrObj* name) {
  const auto* instance = cast<InstanceObj>(self);
  if (instance && instance->dict && instance->dict->map.find(Value::string(const_cast<StrObj*>(name)))) return {};
  if (name->text.starts_with("__")) return {};
  return vm.native(vm.type_of(self)->qualname + "." + name->text, Native([](Vm& m, Args& args) { return opaque_call(m, {}, args); }));
}

const TypeOps& opaque_ops() {
  static const TypeOps ops = [] {
    TypeOps o;
    o.call = opaque_call;
    o.get_attr = opaque_attr;
    return o;
  }();
  return ops;
}

// tf.cond(pred, true_fn, false_fn), tf.map_fn(fn, elems), tf.while_loop(cond, body, loop_vars): the functions are traced.
Value run_cond(Vm& vm, Args& args) {
  const Value yes = args.get(1, "true_fn"), no = args.get(2, "false_fn");
  Value a = yes.null() ? Value::none() : vm.call(yes, {});
  if (a.null()) return {};
  Value b = no.null() ? Value::none() : vm.call(no, {});
  if (b.null()) return {};
  return vm.join(a, b, When::Data);
}

Value run_map(Vm& vm, Args& args) {
  const Value fn = args.get(0, "fn"), elems = args.get(1, "elems");
  if (fn.null()) return new_tensor(vm);
  const Value out = vm.call(fn, {like_structure(vm, elems)});
  return out.null() ? out : like_structure(vm, out);
}

Value run_fold(Vm& vm, Args& args) {
  const Value fn = args.get(0, "fn"), elems = args.get(1, "elems");
  if (fn.null()) return new_tensor(vm);
  const Value out = vm.call(fn, {new_tensor(vm), like_structure(vm, elems)});
  return out.null() ? out : like_structure(vm, out);
}

Value run_while(Vm& vm, Args& args) {
  const Value cond = args.get(0, "cond"), body = args.get(1, "body"), vars = args.get(2, "loop_vars");
  std::vector<Value> items;
  bool complete = true;
  if (cond.null() || body.null() || vars.null() || !vm.collect(vars, items, complete)) return vm.raised() ? Value() : new_tensor(vm);
  Args call;
  for (Value v : items) call.pos.push_back(like_structure(vm, v));
  Args second = call;
  if (vm.call(cond, call).null()) return {};
  if (vm.call(body, second).null()) return {};
  return like_structure(vm, vars);
}

Value same_function(Vm& vm, Args& args) {
  const Value fn = args[0];
  return fn.null() ? vm.native("tensorflow.decorator", Native([](Vm&, Args& inner) { return inner[0]; })) : fn;
}

Value gradient(Vm& vm, Args& args) {
  const Value sources = args.get(2, "sources");
  return sources.null() ? new_tensor(vm) : like_structure(vm, sources);
}

Value enter_self(Vm&, Args& args) { return args[0]; }

}  // namespace

void make_object_classes(Vm& vm, Model& m) {
  m.opaque = vm.new_class("tensorflow", "object_", {vm.types.object});
  vm.set_ops(m.opaque, &opaque_ops());
  vm.define(m.opaque, "__init__", nothing);

  m.fields = vm.new_class("tensorflow", "fields_", {vm.types.tuple}, interp::Layout::Tuple);

  m.scope = vm.new_class("tensorflow", "scope_", {vm.types.object});
  vm.define(m.scope, "__init__", nothing);
  vm.define(m.scope, "__enter__", enter_self);
  vm.define(m.scope, "__exit__", nothing);

  m.tape = vm.new_class("tensorflow", "GradientTape", {m.scope});
  vm.define(m.tape, "watch", nothing);
  vm.define(m.tape, "reset", nothing);
  vm.define(m.tape, "stop_recording", [](Vm& v, Args&) { return Value::object(v.new_instance(model(v).scope)); });
  vm.define(m.tape, "gradient", gradient);
  vm.define(m.tape, "jacobian", gradient);
  vm.define(m.tape, "batch_jacobian", gradient);

  m.module = vm.new_class("tensorflow", "Module", {vm.types.object});
  vm.set_ops(m.module, &keras_ops());
  vm.define(m.module, "__init__", nothing);
  m.layer = vm.new_class("tensorflow.keras.layers", "Layer", {m.module});
  vm.set_ops(m.layer, &keras_ops());
  vm.define(m.layer, "__init__", nothing);
  vm.define(m.layer, "__call__", call_layer);
  vm.define(m.layer, "add_weight", add_weight);
  for (const char* name : {"add_loss", "add_metric", "set_weights", "build_from_config"}) vm.define(m.layer, name, nothing);
  m.keras_model = vm.new_class("tensorflow.keras", "Model", {m.layer});
  vm.set_ops(m.keras_model, &keras_ops());
  for (const char* name : {"compile", "summary", "save", "save_weights", "load_weights", "reset_metrics", "add", "reset_states"})
    vm.define(m.keras_model, name, nothing);
  for (const char* name : {"fit", "evaluate", "predict", "predict_on_batch", "train_on_batch", "test_on_batch"})
    vm.define(m.keras_model, name, [](Vm& v, Args&) { return v.unknown("what Keras computes"); });
  for (const char* name : {"compute_loss", "compiled_loss"}) vm.define(m.keras_model, name, unknown_tensor);
  vm.define(m.keras_model, "compute_metrics", [](Vm& v, Args&) { return Value::object(v.new_dict()); });

  m.optimizer = vm.new_class("tensorflow.keras.optimizers", "Optimizer", {m.module});
  vm.set_ops(m.optimizer, &keras_ops());
  vm.define(m.optimizer, "__init__", nothing);
  for (const char* name : {"apply_gradients", "minimize", "apply", "build"}) vm.define(m.optimizer, name, nothing);
}

Value special_name(Vm& vm, const std::string& path) {
  Model& m = model(vm);
  const std::string qualified = "tensorflow." + path;
  if (path == "Tensor") return Value::object(m.tensor);
  if (path == "Variable") return Value::object(m.variable);
  if (path == "TensorShape") return Value::object(m.shape);
  if (path == "TensorSpec" || path == "TensorArray") return Value::object(vm.new_class("tensorflow", path, {m.opaque}));
  if (path == "GradientTape") return Value::object(m.tape);
  if (path == "Module") return Value::object(m.module);
  if (path == "keras.layers.Layer") return Value::object(m.layer);
  if (path == "keras.Model" || path == "keras.models.Model") return Value::object(m.keras_model);
  if (path == "keras.Sequential" || path == "keras.models.Sequential")
    return Value::object(vm.new_class("tensorflow.keras", "Sequential", {m.keras_model}));
  if (path == "keras.Input" || path == "keras.layers.Input") return vm.native(qualified, Native(unknown_tensor));
  if (path == "cond") return vm.native(qualified, Native(run_cond));
  if (path == "while_loop") return vm.native(qualified, Native(run_while));
  if (path == "map_fn" || path == "vectorized_map") return vm.native(qualified, Native(run_map));
  if (path == "scan" || path == "foldl" || path == "foldr") return vm.native(qualified, Native(run_fold));
  if (path == "py_function" || path == "numpy_function") return vm.native(qualified, Native(unknown_tensor));
  if (path == "init_scope" || path == "name_scope" || path == "device" || path == "control_dependencies") return Value::object(m.scope);
  return vm.native(qualified, Native(same_function));
}

}  // namespace graphlift::tensorflow
