// Modes of the running program: gradients, inference, autocast, disabled overrides.
#include "analysis/torch/module_support.h"

namespace graphlift::torch {

using interp::cast;

namespace {

// Saves what ENTER replaces in the instance, and puts it back on exit. A stack, since one object may be entered twice.
struct SavedModes {
  struct Modes {
    bool grad, inference, no_override;
  };
  std::vector<Modes> stack;
};

SavedModes& saved(Vm&, Value self) {
  auto* instance = cast<InstanceObj>(self);
  if (!instance->native_state) instance->native_state = std::make_shared<SavedModes>();
  return *static_cast<SavedModes*>(instance->native_state.get());
}

void push(Vm& vm, Value self) {
  State& st = state(vm);
  saved(vm, self).stack.push_back({st.grad_enabled, st.inference_mode, st.torch_function_disabled});
}

Value pop(Vm& vm, Args& args) {
  State& st = state(vm);
  auto& stack = saved(vm, args[0]).stack;
  if (!stack.empty()) {
    st.grad_enabled = stack.back().grad;
    st.inference_mode = stack.back().inference;
    st.torch_function_disabled = stack.back().no_override;
    stack.pop_back();
  }
  return Value::none();
}

// no_grad and enable_grad also decorate without parentheses.
Value construct_or_decorate(Vm& vm, Args& args) {
  auto* cls = cast<ClassObj>(args[0]);
  Value self = Value::object(vm.new_instance(cls));
  Value fn = args.get(1, "orig_func");
  if (is_absent(fn) || fn.is_bool()) {
    put_attribute(vm, self, "mode", fn.is_bool() ? fn : Value::boolean(true));
    return self;
  }
  return decorated(vm, self, fn);
}

Value construct_with_mode(Vm& vm, Args& args) {
  auto* cls = cast<ClassObj>(args[0]);
  Value self = Value::object(vm.new_instance(cls));
  Value mode = args.get(1, "mode");
  put_attribute(vm, self, "mode", is_absent(mode) ? Value::boolean(true) : mode);
  return self;
}

// set_grad_enabled acts when it is made.
Value construct_set_grad(Vm& vm, Args& args) {
  Value self = construct_with_mode(vm, args);
  push(vm, self);
  Value mode = attribute(vm, self, "mode");
  state(vm).grad_enabled = !mode.is_bool() || mode.b;
  return self;
}

void install_grad_modes(Vm& vm) {
  native_module(vm, "torch.autograd.grad_mode");
  State& st = state(vm);
  auto switching = [](bool grad) {
    return [grad](Vm& m, Args& args) {
      push(m, args[0]);
      state(m).grad_enabled = grad;
      return Value::none();
    };
  };
  ClassObj* no_grad = context_class(vm, "torch.autograd.grad_mode", "no_grad", construct_or_decorate, switching(false), pop);
  ClassObj* enable_grad = context_class(vm, "torch.autograd.grad_mode", "enable_grad", construct_or_decorate, switching(true), pop);
  ClassObj* inference = context_class(
      vm, "torch.autograd.grad_mode", "inference_mode", construct_or_decorate,
      [](Vm& m, Args& args) {
        push(m, args[0]);
        Value mode = attribute(m, args[0], "mode");
        state(m).inference_mode = !mode.is_bool() || mode.b;
        if (state(m).inference_mode) state(m).grad_enabled = false;
        return Value::none();
      },
      pop);
  ClassObj* set_grad = context_class(
      vm, "torch.autograd.grad_mode", "set_grad_enabled", construct_set_grad,
      [](Vm& m, Args& args) {
        SavedModes& s = saved(m, args[0]);
        if (s.stack.empty()) push(m, args[0]);
        Value mode = attribute(m, args[0], "mode");
        state(m).grad_enabled = !mode.is_bool() || mode.b;
        return Value::none();
      },
      pop);
  for (ClassObj* cls : {no_grad, enable_grad, inference, set_grad}) set(vm, st.torch, cls->name, Value::object(cls));
  auto passive = [&](const char* name) {
    ClassObj* cls = context_class(
        vm, "torch.autograd.grad_mode", name, construct_with_mode, [](Vm&, Args&) { return Value::none(); },
        [](Vm&, Args&) { return Value::none(); });
    return cls;
  };
  for (const char* name : {"set_multithreading_enabled", "_force_original_view_tracking", "_unsafe_preserve_version_counter"})
    passive(name);
  ModuleObj* core = st.core;
  define(vm, core, "_set_grad_enabled", [](Vm& m, Args& args) {
    state(m).grad_enabled = !args[0].is_bool() || args[0].b;
    return Value::none();
  });
  define(vm, core, "is_grad_enabled", [](Vm& m, Args&) { return Value::boolean(state(m).grad_enabled); });
  define(vm, core, "is_inference_mode_enabled", [](Vm& m, Args&) { return Value::boolean(state(m).inference_mode); });
  define(vm, st.torch, "is_grad_enabled", [](Vm& m, Args&) { return Value::boolean(state(m).grad_enabled); }, "torch._C.is_grad_enabled");
  define(
      vm, st.torch, "is_inference_mode_enabled",
      [](Vm& m, Args&) {
        m.observe(Event::Unsupported, {}, "torch.is_inference_mode_enabled", "GB0046");
        return Value::boolean(state(m).inference_mode);
      },
      "torch._C.is_inference_mode_enabled");
  for (const char* name : {"DisableTorchFunctionSubclass", "DisableTorchFunction"}) {
    ClassObj* cls = context_class(
        vm, "torch._C", name, construct_with_mode,
        [](Vm& m, Args& args) {
          push(m, args[0]);
          state(m).torch_function_disabled = true;
          return Value::none();
        },
        pop);
    set(vm, core, name, Value::object(cls));
  }
  ClassObj* inference_guard = context_class(
      vm, "torch._C", "_InferenceMode", construct_with_mode,
      [](Vm& m, Args& args) {
        push(m, args[0]);
        state(m).inference_mode = true;
        state(m).grad_enabled = false;
        return Value::none();
      },
      pop);
  set(vm, core, "_InferenceMode", Value::object(inference_guard));
}

// ---- autocast
std::string device_name(Value v) {
  v = unwrap(v);
  if (v.is_str()) {
    std::string text(interp::text_of(v));
    return text.substr(0, text.find(':'));
  }
  return "cuda";
}

Value construct_autocast(Vm& vm, Args& args) {
  auto* cls = cast<ClassObj>(args[0]);
  Value self = Value::object(vm.new_instance(cls));
  std::string module(interp::text_of(cls->module_name));
  bool old_style = module.starts_with("torch.cuda") || module.starts_with("torch.cpu");
  Value device = old_style ? vm.str(module.starts_with("torch.cuda") ? "cuda" : "cpu") : args.get(1, "device_type");
  Value enabled = old_style ? args.get(1, "enabled") : args.get(3, "enabled");
  Value dtype = args.get(2, "dtype");
  put_attribute(vm, self, "device", device.null() ? vm.str("cuda") : device);
  // Without the device that it asks for, autocast turns itself off with a warning.
  bool available = device_name(device.null() ? vm.str("cuda") : device) == "cpu";
  put_attribute(vm, self, "_enabled",
                is_absent(enabled)  ? Value::boolean(available)
                : enabled.is_bool() ? Value::boolean(enabled.b && available)
                                    : enabled);
  put_attribute(vm, self, "fast_dtype",
                is_absent(dtype) ? dtype_value(vm, device_name(device) == "cuda" ? DType::Float16 : DType::BFloat16) : dtype);
  return self;
}

struct SavedAutocast {
  std::vector<std::pair<std::string, AutocastState>> stack;
};

Value enter_autocast(Vm& vm, Args& args) {
  State& st = state(vm);
  auto* instance = cast<InstanceObj>(args[0]);
  if (!instance->native_state) instance->native_state = std::make_shared<SavedAutocast>();
  auto& stack = static_cast<SavedAutocast*>(instance->native_state.get())->stack;
  std::string device = device_name(attribute(vm, args[0], "device"));
  AutocastState& now = st.autocast[device];
  stack.emplace_back(device, now);
  Value enabled = attribute(vm, args[0], "_enabled");
  now.enabled = enabled.is_bool() && enabled.b;
  now.dtype = dtype_of(vm, attribute(vm, args[0], "fast_dtype"));
  return args[0];
}

Value leave_autocast(Vm& vm, Args& args) {
  auto* instance = cast<InstanceObj>(args[0]);
  auto* kept = static_cast<SavedAutocast*>(instance->native_state.get());
  if (kept && !kept->stack.empty()) {
    state(vm).autocast[kept->stack.back().first] = kept->stack.back().second;
    kept->stack.pop_back();
  }
  return Value::none();
}

Value autocast_enabled(Vm& vm, Args& args) {
  State& st = state(vm);
  std::string device = args[0].null() ? "cuda" : device_name(args[0]);
  auto it = st.autocast.find(device);
  return Value::boolean(it != st.autocast.end() && it->second.enabled);
}

Value autocast_dtype(Vm& vm, Args& args) {
  State& st = state(vm);
  std::string device = args[0].null() ? "cuda" : device_name(args[0]);
  auto it = st.autocast.find(device);
  if (it != st.autocast.end()) return dtype_value(vm, it->second.dtype);
  return dtype_value(vm, device == "cuda" ? DType::Float16 : DType::BFloat16);
}

void install_autocast(Vm& vm) {
  State& st = state(vm);
  for (const char* name : {"torch.amp.autocast_mode", "torch.cuda.amp.autocast_mode", "torch.cpu.amp.autocast_mode"}) {
    ModuleObj* home = native_module(vm, name);
    ClassObj* cls = context_class(vm, name, "autocast", construct_autocast, enter_autocast, leave_autocast);
    std::string package = std::string(name).substr(0, std::string(name).rfind('.'));
    ModuleObj* outer = native_module(vm, package);
    set(vm, outer, "autocast", Value::object(cls));
    set(vm, outer, "autocast_mode", Value::object(home));
    if (package == "torch.amp") set(vm, st.torch, "autocast", Value::object(cls));
    // custom_fwd and custom_bwd wrap the methods of an autograd.Function; what they cast does not change what is traced.
    for (ModuleObj* module : {home, outer})
      for (const char* wrap : {"custom_fwd", "custom_bwd"})
        define(vm, module, wrap, [](Vm& m, Args& args) -> Value {
          if (!args[0].null() && !args[0].is_none()) return args[0];
          return m.native("torch._C.decorator", Native([](Vm&, Args& inner) { return inner[0]; }));
        });
    for (ModuleObj* module : {home, outer}) {
      define_constants(vm, module, "is_autocast_available", Value::boolean(true));
      define_constants(vm, module, "_enter_autocast _exit_autocast", Value::none());
    }
  }
  for (ModuleObj* module : {st.core, st.torch}) {
    for (const char* name : {"is_autocast_enabled", "is_autocast_cpu_enabled"}) {
      bool cpu = std::string_view(name).find("cpu") != std::string_view::npos;
      define(
          vm, module, name,
          [cpu](Vm& m, Args& args) {
            if (cpu) args.pos = {m.str("cpu")};
            return autocast_enabled(m, args);
          },
          std::string("torch._C.") + name);
    }
    define(vm, module, "get_autocast_dtype", autocast_dtype, "torch._C.get_autocast_dtype");
    for (const char* name : {"get_autocast_gpu_dtype", "get_autocast_cpu_dtype"}) {
      bool cpu = std::string_view(name).find("cpu") != std::string_view::npos;
      define(
          vm, module, name,
          [cpu](Vm& m, Args& args) {
            args.pos = {m.str(cpu ? "cpu" : "cuda")};
            return autocast_dtype(m, args);
          },
          std::string("torch._C.") + name);
    }
    define(
        vm, module, "set_autocast_enabled",
        [](Vm& m, Args& args) {
          if (args.size() == 2) state(m).autocast[device_name(args[0])].enabled = is_true(args[1]);
          return Value::none();
        },
        "torch._C.set_autocast_enabled");
    define(
        vm, module, "set_autocast_dtype",
        [](Vm& m, Args& args) {
          if (args.size() == 2) state(m).autocast[device_name(args[0])].dtype = dtype_of(m, args[1]);
          return Value::none();
        },
        "torch._C.set_autocast_dtype");
    define_constants(vm, module, "is_autocast_cache_enabled", Value::boolean(true));
    define_constants(vm, module, "set_autocast_cache_enabled clear_autocast_cache autocast_increment_nesting autocast_decrement_nesting",
                     Value::none());
  }
  define(vm, st.core, "_is_any_autocast_enabled", [](Vm& m, Args&) {
    bool any = false;
    for (const auto& [name, cast_state] : state(m).autocast) any |= cast_state.enabled;
    return Value::boolean(any);
  });
  define_constants(vm, st.core, "_is_autocast_available", Value::boolean(true));
}

}  // namespace

void install_modes(Vm& vm) {
  install_grad_modes(vm);
  install_autocast(vm);
}

}  // namespace graphlift::torch
