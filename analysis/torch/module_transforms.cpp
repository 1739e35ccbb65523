// Functions that call functions: torch.func, vmap, checkpoint, torch.cond and other control-flow operators.
#include "analysis/torch/module_support.h"

namespace graphlift::torch {

using interp::cast;

namespace {

// Every tensor of a result, nested in tuples, lists and dicts, changed by F.
Value map_tensors(Vm& vm, Value v, const std::function<Value(Value)>& f) {
  if (as_tensor(v)) return f(v);
  if (auto* tuple = cast<TupleObj>(v)) {
    auto* out = vm.make<TupleObj>(tuple->cls);
    for (Value item : tuple->items) out->items.push_back(map_tensors(vm, item, f));
    return Value::object(out);
  }
  if (auto* list = cast<ListObj>(v)) {
    std::vector<Value> items;
    for (Value item : list->items) items.push_back(map_tensors(vm, item, f));
    return vm.list(std::move(items));
  }
  if (auto* dict = cast<DictObj>(v)) {
    DictObj* out = vm.new_dict();
    for (const auto& e : dict->map.entries())
      if (!e.key.null()) out->map.set(e.key, map_tensors(vm, e.value, f));
    return Value::object(out);
  }
  return v;
}

// The positions along which vmap slices: an int for all, or a tuple.
Value in_dim(Value dims, size_t i) {
  if (const auto* items = sequence_items(dims)) return i < items->size() ? (*items)[i] : Value::none();
  return dims.null() ? Value::integer(0) : dims;
}

// vmap(f, in_dims=0, out_dims=0): the function sees each argument without its mapped dimension.
Value vmap(Vm& vm, Args& args) {
  Value fn = args.get(0, "func"), in_dims = args.get(1, "in_dims"), out_dims = args.get(2, "out_dims");
  return vm.native("torch._C.vmap", Native([=](Vm& m, Args& call) -> Value {
                     Args inner = call;
                     Dim batch = fresh_dim(m);
                     for (size_t i = 0; i < inner.pos.size(); ++i) {
                       Value at = in_dim(in_dims, i);
                       if (!unwrap(at).is_integral()) continue;
                       int64_t axis = unwrap(at).as_int();
                       inner.pos[i] = map_tensors(m, inner.pos[i], [&](Value v) {
                         TensorObj* t = as_tensor(v);
                         auto where = t->ranked ? wrap_index(axis, t->dims.size()) : std::nullopt;
                         if (!where || *where >= t->dims.size()) return Value::object(view_of(m, t, false, {}));
                         if (!batch.known()) batch = t->dims[*where];
                         Dims dims = t->dims;
                         dims.erase(dims.begin() + ptrdiff_t(*where));
                         return Value::object(view_of(m, t, true, dims));
                       });
                     }
                     Value result = m.call(fn, inner);
                     if (result.null()) return result;
                     int64_t out = unwrap(out_dims).is_integral() ? unwrap(out_dims).as_int() : 0;
                     return map_tensors(m, result, [&](Value v) {
                       TensorObj* t = as_tensor(v);
                       if (!t->ranked) return v;
                       Dims dims = t->dims;
                       auto where = wrap_index(out, dims.size() + 1);
                       dims.insert(dims.begin() + ptrdiff_t(where.value_or(0)), batch);
                       return Value::object(view_of(m, t, true, dims));
                     });
                   }));
}

Value argument_at(Args& args, Value argnums) {
  Value at = unwrap(argnums);
  size_t i = at.is_integral() && at.as_int() >= 0 ? size_t(at.as_int()) : 0;
  return i < args.pos.size() ? args.pos[i] : Value::none();
}

Value gradients_like(Vm& vm, Args& call, Value argnums) {
  auto zero_history = [&](Value v) { return Value::object(like(vm, as_tensor(v))); };
  if (const auto* several = sequence_items(argnums)) {
    std::vector<Value> out;
    for (Value at : *several) out.push_back(map_tensors(vm, argument_at(call, at), zero_history));
    return vm.tuple(std::move(out));
  }
  return map_tensors(vm, argument_at(call, argnums), zero_history);
}

// grad(f), grad_and_value(f): f runs, gradients are like the argument.
Native gradient_transform(bool with_value) {
  return [with_value](Vm& vm, Args& args) -> Value {
    Value fn = args.get(0, "func"), argnums = args.get(1, "argnums");
    bool aux = is_true(args.keyword("has_aux"));
    return vm.native("torch._C.grad", Native([=](Vm& m, Args& call) -> Value {
                       Args inner = call;
                       Value result = m.call(fn, inner);
                       if (result.null()) return result;
                       Value gradients = gradients_like(m, call, argnums);
                       if (with_value) return m.tuple({gradients, result});
                       const auto* items = aux ? sequence_items(result) : nullptr;
                       return items && items->size() == 2 ? m.tuple({gradients, (*items)[1]}) : gradients;
                     }));
  };
}

// jacrev, jacfwd, hessian …: f runs, the result's shape is left open.
Value open_transform(Vm& vm, Args& args) {
  Value fn = args.get(0, "func");
  return vm.native("torch._C.jacobian", Native([fn](Vm& m, Args& call) -> Value {
                     Args inner = call;
                     if (m.call(fn, inner).null()) return {};
                     return Value::object(unknown_tensor(m));
                   }));
}

// vjp(f, *primals): the value and a function of cotangents.
Value vjp(Vm& vm, Args& args) {
  Args inner;
  inner.pos.assign(args.pos.begin() + 1, args.pos.end());
  Value result = vm.call(args[0], inner);
  if (result.null()) return result;
  std::vector<Value> primals(args.pos.begin() + 1, args.pos.end());
  Value back = vm.native("torch._C.vjp", Native([primals](Vm& m, Args&) -> Value {
                           std::vector<Value> out;
                           for (Value p : primals)
                             out.push_back(map_tensors(m, p, [&](Value v) { return Value::object(like(m, as_tensor(v))); }));
                           return m.tuple(std::move(out));
                         }));
  return vm.tuple({result, back});
}

Value jvp(Vm& vm, Args& args) {
  Args inner;
  if (const auto* primals = sequence_items(args[1])) inner.pos = *primals;
  Value result = vm.call(args[0], inner);
  if (result.null()) return result;
  return vm.tuple({result, map_tensors(vm, result, [&](Value v) { return Value::object(like(vm, as_tensor(v))); })});
}

// checkpoint(function, *args, use_reentrant=…, …): calls the function.
Value checkpoint(Vm& vm, Args& args) {
  Args inner;
  Value fn = args.get(0, "function");
  if (fn.null()) return vm.raise(vm.types.type_error, "checkpoint() missing 1 required positional argument: 'function'");
  if (!args.pos.empty()) inner.pos.assign(args.pos.begin() + 1, args.pos.end());
  for (const auto& [key, v] : args.kw) {
    std::string_view name = key->text;
    if (name == "use_reentrant" || name == "context_fn" || name == "determinism_check" || name == "debug" || name == "early_stop" ||
        name == "preserve_rng_state" || name == "function")
      continue;
    inner.kw.emplace_back(key, v);
  }
  return vm.call(fn, inner);
}

// checkpoint_sequential(functions, segments, input)
Value checkpoint_sequential(Vm& vm, Args& args) {
  std::vector<Value> functions;
  bool complete = true;
  if (!vm.collect(args[0], functions, complete)) return {};
  Value x = args.get(2, "input");
  for (Value fn : functions) {
    x = vm.call(fn, {x});
    if (x.null()) return x;
  }
  return x;
}

// cond(pred, true_fn, false_fn, operands): a known predicate takes its branch, a tensor both.
Value cond(Vm& vm, Args& args) {
  Value pred = args.get(0, "pred"), operands = args.get(3, "operands");
  auto run = [&](Value fn) {
    Args inner;
    if (const auto* items = sequence_items(operands)) inner.pos = *items;
    return vm.call(fn, inner);
  };
  if (pred.is_bool()) return run(pred.b ? args[1] : args[2]);
  Value a = run(args.get(1, "true_fn"));
  if (a.null()) return a;
  Value b = run(args.get(2, "false_fn"));
  if (b.null()) return b;
  return vm.join(a, b, When::Data);
}

// while_loop(cond_fn, body_fn, carried): the body runs once; what it carries keeps its shapes.
Value while_loop(Vm& vm, Args& args) {
  Args inner;
  if (const auto* items = sequence_items(args.get(2, "carried_inputs"))) inner.pos = *items;
  Args test = inner, body = inner;
  if (vm.call(args[0], test).null()) return {};
  return vm.call(args[1], body);
}

// functional_call(module, parameters, args, kwargs)
Value functional_call(Vm& vm, Args& args) {
  Args inner;
  Value given = args.get(2, "args"), keywords = args.get(3, "kwargs");
  if (const auto* items = sequence_items(given)) inner.pos = *items;
  else if (!is_absent(given)) inner.pos = {given};
  if (auto* dict = cast<DictObj>(keywords))
    for (const auto& e : dict->map.entries())
      if (e.key.is_str()) inner.kw.emplace_back(static_cast<const StrObj*>(e.key.o), e.value);
  return vm.call(args[0], inner);
}

}  // namespace

void install_transforms(Vm& vm) {
  State& st = state(vm);
  ModuleObj* func = native_module(vm, "torch.func");
  for (ModuleObj* module : {func, st.torch}) define(vm, module, "vmap", vmap, "torch._functorch.apis.vmap");
  define(vm, func, "grad", gradient_transform(false), "torch._functorch.apis.grad");
  define(vm, func, "grad_and_value", gradient_transform(true), "torch._functorch.apis.grad_and_value");
  for (const char* name : {"jacrev", "jacfwd", "hessian"})
    define(vm, func, name, open_transform, std::string("torch._functorch.eager_transforms.") + name);
  define(vm, func, "vjp", vjp, "torch._functorch.eager_transforms.vjp");
  define(vm, func, "jvp", jvp, "torch._functorch.eager_transforms.jvp");
  define(vm, func, "functional_call", functional_call, "torch._functorch.functional_call.functional_call");
  define_identities(vm, func, "functionalize linearize");
  set(vm, st.torch, "func", Value::object(func));
  define(vm, st.torch, "cond", cond, "torch._higher_order_ops.cond.cond");
  define(vm, st.torch, "while_loop", while_loop, "torch._higher_order_ops.while_loop.while_loop");
  // associative_scan, scan and map over tensors: results like what is scanned; the combining function runs once.
  vm.register_native_module("torch._higher_order_ops.associative_scan", [](Vm& m, ModuleObj* scans) {
    scans->lookup_hook = lent_name;
    define(m, scans, "associative_scan", [](Vm& inner, Args& args) -> Value {
      Value xs = args.get(1, "xs");
      Args call;
      call.pos = {xs, xs};
      if (inner.call(args.get(0, "combine_fn"), call).null()) return {};
      return map_tensors(inner, xs, [&](Value v) { return Value::object(like(inner, as_tensor(v))); });
    });
  });
  ModuleObj* control = native_module(vm, "torch._higher_order_ops.cond");
  define(vm, control, "cond", cond);
  vm.register_native_module("torch.utils.checkpoint", [](Vm& m, ModuleObj* module) {
    define(m, module, "checkpoint", checkpoint);
    define(m, module, "checkpoint_sequential", checkpoint_sequential);
    define_constants(m, module, "set_checkpoint_early_stop set_checkpoint_debug_enabled", Value::none());
    define(m, module, "detach_variable",
           [](Vm& vm_, Args& args) { return map_tensors(vm_, args[0], [&](Value v) { return call_operator(vm_, "detach", {v}); }); });
    define(m, module, "noop_context_fn", [](Vm& vm_, Args&) {
      Value make = module_value(vm_, "contextlib", "nullcontext");
      return vm_.tuple({vm_.call(make, {}), vm_.call(make, {})});
    });
    define(m, module, "create_selective_checkpoint_contexts",
           [](Vm& vm_, Args&) { return vm_.unknown("contexts of selective checkpointing", When::Config); });
    for (const char* name : {"CheckpointPolicy", "CheckpointFunction", "CheckpointError", "SelectiveCheckpointContext"})
      set(m, module, name, Value::object(open_class(m, "torch.utils.checkpoint", name)));
  });
}

}  // namespace graphlift::torch
