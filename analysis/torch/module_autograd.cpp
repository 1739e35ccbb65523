// torch.autograd: backward, grad, Function and its context; the rest of the package is read from its source by name.
#include <algorithm>
#include <utility>

#include "analysis/torch/module_support.h"

namespace graphlift::torch {

using interp::cast;

namespace {

Value run_backward(Vm& vm, Args& args, const char* api, const char* gb) {
  vm.observe(Event::Autograd, args.get(0, "tensors"), api, gb, "gradients are computed");
  state(vm).backward_ran = true;
  return Value::none();
}

// grad(outputs, inputs, …): tensors like the inputs.
Value grad(Vm& vm, Args& args) {
  vm.observe(Event::Autograd, args.get(0, "outputs"), "torch.autograd.grad", "GB9186", "gradients are computed");
  Value inputs = args.get(1, "inputs");
  bool graph = is_true(args.keyword("create_graph"));
  std::vector<Value> out;
  auto add = [&](Value v) {
    TensorObj* t = as_tensor(v);
    TensorObj* g = t ? like(vm, t) : unknown_tensor(vm);
    g->requires_grad = graph;
    g->leaf = !graph;
    out.push_back(Value::object(g));
  };
  if (const auto* items = sequence_items(inputs))
    for (Value v : *items) add(v);
  else if (!inputs.null()) add(inputs);
  return vm.tuple(std::move(out));
}

// ---- Function

// A compiler that puts the function into its graph traces `backward` at once, with gradients like the results. What it gives is of no use
// here.
void trace_backward(Vm& vm, Value cls, Value ctx, Value result) {
  const Value backward = vm.get_attr(cls, "backward");
  Args call;
  call.pos.push_back(ctx);
  const auto add = [&](Value v) {
    const TensorObj* t = as_tensor(v);
    call.pos.push_back(t ? Value::object(like(vm, t)) : Value::none());
  };
  if (const auto* tuple = cast<TupleObj>(result)) std::for_each(tuple->items.begin(), tuple->items.end(), add);
  else add(result);
  const bool known = !backward.null() && cast<interp::FunctionObj>(backward);
  if ((backward.null() || (known && vm.call(backward, call).null())) && !vm.out_of_budget()) vm.clear_exception();
}

Value apply_function(Vm& vm, Args& args) {
  State& st = state(vm);
  auto* cls = cast<ClassObj>(args[0]);
  if (!cls) return vm.unknown("apply() of an unknown autograd Function");
  ClassObj* context_type = cast<ClassObj>(module_value(vm, "torch.autograd.function", "FunctionCtx"));
  Value ctx = Value::object(vm.new_instance(context_type ? context_type : vm.types.object));
  std::vector<Value> inputs(args.pos.begin() + 1, args.pos.end());
  std::vector<Value> needs;
  bool grad = false;
  for (Value v : inputs) {
    TensorObj* t = as_tensor(v);
    needs.push_back(Value::boolean(t && t->requires_grad && st.grad_enabled));
    grad |= t && t->requires_grad && st.grad_enabled;
  }
  put_attribute(vm, ctx, "needs_input_grad", vm.tuple(needs));
  Value forward = vm.get_attr(args[0], "forward");
  if (forward.null()) return {};
  Value setup = vm.find_in_class(cls, vm.intern("setup_context"));
  auto* own_static = cast<interp::StaticMethodObj>(setup);
  bool separate = own_static && cast<interp::FunctionObj>(own_static->func);
  bool saved = st.grad_enabled;
  const uint32_t breaks = st.breaks;
  st.grad_enabled = false;
  Args call;
  call.kw = args.kw;
  call.pos = inputs;
  if (!separate) call.pos.insert(call.pos.begin(), ctx);
  Value result = vm.call(forward, call);
  if (!result.null() && separate) {
    Value method = vm.get_attr(args[0], "setup_context");
    if (method.null() || vm.call(method, {ctx, vm.tuple(inputs), result}).null()) result = Value();
  }
  st.grad_enabled = saved;
  if (result.null()) return result;
  Value not_differentiable = attribute(vm, ctx, "non_differentiable");
  auto finish = [&](Value v) -> Value {
    TensorObj* t = as_tensor(v);
    if (!t) return v;
    bool excluded = false;
    if (const auto* items = sequence_items(not_differentiable))
      for (Value item : *items) excluded |= item.same(v);
    for (Value input : inputs)
      if (input.same(v)) {  // returning an input gives a view of it
        v = Value::object(view_of(vm, t, t->ranked, t->dims));
        t = as_tensor(v);
        break;
      }
    vm.touch(t);
    t->requires_grad = grad && !excluded && is_differentiable(t->dtype);
    t->leaf = !t->requires_grad;
    return v;
  };
  if (auto* tuple = cast<TupleObj>(result)) {
    std::vector<Value> items;
    for (Value v : tuple->items) items.push_back(finish(v));
    result = vm.tuple(std::move(items));
  } else {
    result = finish(result);
  }
  if (grad && vm.tracing() && st.breaks == breaks) {  // after a break in forward it runs eagerly, and backward with the rest
    st.grad_enabled = false;
    const bool nested = std::exchange(st.in_backward, true);
    trace_backward(vm, args[0], ctx, result);
    st.in_backward = nested;
    st.grad_enabled = saved;
    if (vm.out_of_budget()) return {};
  }
  return result;
}

void install_function(Vm& vm) {
  ModuleObj* module = native_module(vm, "torch.autograd.function");
  ClassObj* context = vm.new_class("torch.autograd.function", "FunctionCtx", {vm.types.object});
  auto keeping = [&](const char* name, const char* slot) {
    define_method(vm, context, name, [slot](Vm& m, Args& args) {
      put_attribute(m, args[0], slot, m.tuple(std::vector<Value>(args.pos.begin() + 1, args.pos.end())));
      return Value::none();
    });
  };
  keeping("save_for_backward", "saved_tensors");
  keeping("save_for_forward", "saved_for_forward");
  keeping("mark_dirty", "dirty_tensors");
  keeping("mark_non_differentiable", "non_differentiable");
  define_method(vm, context, "set_materialize_grads", [](Vm&, Args&) { return Value::none(); });
  define_method(vm, context, "mark_shared_storage", [](Vm&, Args&) { return Value::none(); });
  ClassObj* function = vm.new_class("torch.autograd.function", "Function", {context});
  define_class_method(vm, function, "apply", apply_function);
  define_class_method(vm, function, "vmap", [](Vm& m, Args&) { return m.unknown("the vmap rule of an autograd Function"); });
  auto abstract = [&](const char* name) {
    define_static(vm, function, name, [name](Vm& m, Args&) {
      return m.raise(m.types.not_implemented_error,
                     std::string("You must implement the ") + name + " function for custom autograd.Function.");
    });
  };
  abstract("forward");
  abstract("backward");
  abstract("setup_context");
  set(vm, module, "Function", Value::object(function));
  set(vm, module, "FunctionCtx", Value::object(context));
  set(vm, module, "_ContextMethodMixin", Value::object(context));
  for (const char* name : {"InplaceFunction", "NestedIOFunction"})
    set(vm, module, name, Value::object(vm.new_class("torch.autograd.function", name, {function})));
  define_identities(vm, module, "once_differentiable");
  ModuleObj* autograd = native_module(vm, "torch.autograd");
  set(vm, autograd, "Function", Value::object(function));
  set(vm, autograd, "function", Value::object(module));
}

}  // namespace

void install_autograd(Vm& vm) {
  State& st = state(vm);
  ModuleObj* module = native_module(vm, "torch.autograd");
  install_function(vm);
  define(vm, module, "backward", [](Vm& m, Args& args) { return run_backward(m, args, "torch.autograd.backward", "GB0123"); });
  define(vm, module, "grad", grad);
  set(vm, module, "Variable", Value::object(st.tensor));
  ModuleObj* variable = native_module(vm, "torch.autograd.variable");
  set(vm, variable, "Variable", Value::object(st.tensor));
  set(vm, module, "variable", Value::object(variable));
  ModuleObj* modes = native_module(vm, "torch.autograd.grad_mode");
  for (const char* name : {"no_grad", "enable_grad", "inference_mode", "set_grad_enabled", "set_multithreading_enabled"})
    set(vm, module, name, vm.module_attr(modes, vm.intern(name)));
  native_module(vm, "torch.autograd.anomaly_mode");
  for (const char* name : {"detect_anomaly", "set_detect_anomaly"}) {
    ClassObj* cls = context_class(
        vm, "torch.autograd.anomaly_mode", name, [](Vm& m, Args& args) { return Value::object(m.new_instance(cast<ClassObj>(args[0]))); },
        [](Vm&, Args&) { return Value::none(); }, [](Vm&, Args&) { return Value::none(); });
    set(vm, module, name, Value::object(cls));
  }
  // Profiler ranges: contexts without effect on what is computed.
  ModuleObj* profiler = native_module(vm, "torch.autograd.profiler");
  for (const char* name : {"record_function", "profile", "emit_nvtx", "emit_itt"}) {
    context_class(
        vm, "torch.autograd.profiler", name, [](Vm& m, Args& args) { return Value::object(m.new_instance(cast<ClassObj>(args[0]))); },
        [](Vm&, Args& args) { return args[0]; }, [](Vm&, Args&) { return Value::none(); });
  }
  set(vm, profiler, "_is_profiler_enabled", Value::boolean(false));
  set(vm, module, "profiler", Value::object(profiler));
  ModuleObj* outer = native_module(vm, "torch.profiler");
  set(vm, outer, "record_function", vm.module_attr(profiler, vm.intern("record_function")));
  set(vm, outer, "profile", vm.module_attr(profiler, vm.intern("profile")));
}

}  // namespace graphlift::torch
