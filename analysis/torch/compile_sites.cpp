// The names through which a program compiles and controls compilation: torch.compile, torch.compiler, torch._dynamo, torch.jit,
// torch.export.
#include <cstdlib>

#include "analysis/torch/module_support.h"
#include "analysis/torch/policy_impl.h"
#include "models/trace_rules.h"

namespace graphlift::torch {

using interp::BoundMethodObj;
using interp::cast;
using interp::Frame;
using interp::FunctionObj;
using interp::Tracing;

namespace {

void put(Vm& vm, ModuleObj* module, std::string_view name, Native fn) {
  module->dict->map.set(vm.str(name), vm.native(module->name + "." + std::string(name), std::move(fn)));
}

bool has(Vm& vm, ModuleObj* module, std::string_view name) { return module->dict->map.find(vm.str(name)) != nullptr; }

void put_missing(Vm& vm, ModuleObj* module, std::string_view name, Native fn) {
  if (!has(vm, module, name)) put(vm, module, name, std::move(fn));
}

void put_method(Vm& vm, ClassObj* cls, std::string_view name, Native fn) {
  const Value method =
      vm.native(std::string(interp::text_of(cls->module_name)) + "." + cls->qualname + "." + std::string(name), std::move(fn));
  cast<NativeObj>(method)->is_method = true;
  cls->dict->map.set(vm.str(name), method);
}

Value nothing(Vm&, Args&) { return Value::none(); }
Value same(Vm& vm, Args& args) {
  const Value fn = args.get(0, "fn");
  return fn.null() || fn.is_none()
             ? vm.native("torch._dynamo.decorator", Native([](Vm&, Args& inner) { return inner[0].null() ? Value::none() : inner[0]; }))
             : fn;
}

// A default of torch._dynamo.config as its table has it: a Python literal.
Value literal(Vm& vm, std::string_view text) {
  if (text == "True") return Value::boolean(true);
  if (text == "False") return Value::boolean(false);
  if (text == "None") return Value::none();
  if (text.size() >= 2 && (text.front() == '\'' || text.front() == '"')) return vm.str(text.substr(1, text.size() - 2));
  const std::string copy(text);
  char* end = nullptr;
  const long long whole = std::strtoll(copy.c_str(), &end, 10);
  if (!copy.empty() && *end == '\0') return Value::integer(whole);
  const double real = std::strtod(copy.c_str(), &end);
  if (!copy.empty() && *end == '\0') return Value::real(real);
  return vm.unknown("the default of a torch._dynamo.config flag");
}

// A decorator or a direct call: `with_options(fn)` now, or a native that does it later.
Value apply(Vm& vm, Value callee, std::function<Value(Value)> then) {
  if (!callee.null() && !callee.is_none()) return then(callee);
  return vm.native("torch._dynamo.decorator", Native([then](Vm&, Args& args) { return then(args.get(0, "fn")); }));
}

}  // namespace

bool DynamoPolicy::Impl::flag(std::string_view name) {
  if (config && config->dict) {
    if (const Value* set = config->dict->map.find(vm->str(name))) return set->is_bool() && set->as_int() != 0;
  }
  return models::dynamo_config(name) == "True";
}

void DynamoPolicy::Impl::install(Vm& machine) {
  vm = &machine;
  install_config();
  ModuleObj* torch_module = native_module(*vm, "torch");
  ModuleObj* compiler = native_module(*vm, "torch.compiler");
  ModuleObj* dynamo = native_module(*vm, "torch._dynamo");
  torch_module->dict->map.set(vm->str("compiler"), Value::object(compiler));
  torch_module->dict->map.set(vm->str("_dynamo"), Value::object(dynamo));
  dynamo->dict->map.set(vm->str("config"), Value::object(config));

  const Native compile_native = [this](Vm& m, Args& args) -> Value {
    CompileOptions options;
    const Value fullgraph = args.keyword("fullgraph"), off = args.keyword("disable");
    options.fullgraph = fullgraph.is_bool() && fullgraph.as_int() != 0;
    const Value dynamic = args.keyword("dynamic");
    if (dynamic.is_bool()) options.dynamic = dynamic.as_int() != 0 ? GraphCounter::Dynamic::Always : GraphCounter::Dynamic::Never;
    const bool disabled = off.is_bool() && off.as_int() != 0;
    return apply(m, args.get(0, "model"), [this, options, disabled](Value callee) { return disabled ? callee : compile(callee, options); });
  };
  put(*vm, torch_module, "compile", compile_native);
  put(*vm, compiler, "compile", compile_native);
  put(*vm, dynamo, "optimize", [this](Vm& m, Args& args) -> Value {
    CompileOptions options;
    const Value whole = args.keyword("nopython");
    options.fullgraph = whole.is_bool() && whole.as_int() != 0;
    return apply(m, {}, [this, options](Value callee) { return compile(callee, options); });
  });
  put(*vm, dynamo, "optimize_assert", [this](Vm& m, Args&) -> Value {
    CompileOptions options;
    options.fullgraph = true;
    return apply(m, {}, [this, options](Value callee) { return compile(callee, options); });
  });
  put(*vm, dynamo, "explain", [this](Vm& m, Args& args) -> Value {
    const Value inner = compile(args.get(0, "f"), {});
    if (inner.null()) return inner;
    return m.native("torch._dynamo.explain.inner", Native([inner](Vm& machine_, Args& call) -> Value {
                      if (machine_.call(inner, call).null()) return {};
                      return machine_.unknown("the result of torch._dynamo.explain");
                    }));
  });
  install_controls();
}

namespace {

// What a node of the graph gives when its function cannot be followed: a tensor, of which nothing more is known.
Value some_tensor(Vm& vm, Args& args) {
  TensorObj* result = unknown_tensor(vm);
  const auto inherit = [&](Value v) {
    const TensorObj* t = as_tensor(v);
    if (!t) return;
    result->requires_grad |= t->requires_grad && state(vm).grad_enabled;
    if (result->device.null()) result->device = t->device;
  };
  for (const Value v : args.pos) inherit(v);
  for (const auto& [name, v] : args.kw) inherit(v);
  result->leaf = !result->requires_grad;
  return Value::object(result);
}

}  // namespace

void DynamoPolicy::Impl::put_in_graph(Value callee) {
  FunctionObj* fn = function_of(callee);
  if (!fn) return;
  in_graph_codes.insert(fn->code->id);
  facts_by_code.erase(fn->code->id);
  fn->stand_in = some_tensor;
}

void DynamoPolicy::Impl::install_controls() {
  ModuleObj* dynamo = native_module(*vm, "torch._dynamo");
  ModuleObj* compiler = native_module(*vm, "torch.compiler");
  const Native disable_native = [this](Vm& m, Args& args) -> Value {
    const Value recursive = args.get(1, "recursive");
    const bool deep = !recursive.is_bool() || recursive.as_int() != 0;
    return apply(m, args.get(0, "fn"), [this, deep](Value callee) { return disable(callee, deep); });
  };
  for (ModuleObj* module : {dynamo, compiler}) {
    put(*vm, module, "disable", disable_native);
    put(*vm, module, "allow_in_graph", [this](Vm& m, Args& args) -> Value {
      const Value callee = args.get(0, "fn");
      put_in_graph(callee);
      return callee.null() ? m.unknown("torch.compiler.allow_in_graph of several functions") : callee;
    });
    for (const char* name : {"reset", "mark_dynamic", "maybe_mark_dynamic", "mark_static", "mark_static_address", "mark_unbacked",
                             "cudagraph_mark_step_begin", "decorate_mark_step"})
      put_missing(*vm, module, name, nothing);
    put_missing(*vm, module, "assume_constant_result", [](Vm& m, Args& args) -> Value {
      const Value fn = args.get(0, "fn");
      if (fn.null() || (m.concrete(fn) && !m.set_attr(fn, m.intern("_dynamo_marked_constant"), Value::boolean(true)))) m.clear_exception();
      return fn.null() ? Value::none() : fn;
    });
    for (const char* name : {"disallow_in_graph", "dont_skip_tracing", "run", "forbid_in_graph", "nested_compile_region", "wrap_numpy"})
      put_missing(*vm, module, name, same);
    put_missing(*vm, module, "nonstrict_trace", [this](Vm&, Args& args) -> Value {
      const Value callee = args.get(0, "traceable_fn");
      put_in_graph(callee);
      return callee.null() ? Value::none() : callee;
    });
    put_missing(*vm, module, "list_backends", [](Vm& m, Args&) { return m.unknown("the list of installed backends"); });
    put_missing(*vm, module, "substitute_in_graph", [](Vm& m, Args&) { return m.native("torch._dynamo.decorator", same); });
  }
  // True in code that is traced, in every way of asking.
  const Native compiling = [](Vm& m, Args&) { return Value::boolean(m.tracing()); };
  for (const char* name : {"is_compiling", "is_dynamo_compiling"}) {
    put(*vm, compiler, name, compiling);
    put(*vm, dynamo, name, compiling);
  }
  put(*vm, native_module(*vm, "torch._dynamo.external_utils"), "is_compiling", compiling);
  put(*vm, compiler, "is_exporting",
      [this](Vm& m, Args&) { return Value::boolean(m.tracing() && !active.empty() && active.back().options.mode == "torch.export"); });
  put(*vm, dynamo, "graph_break", [this](Vm&, Args&) -> Value {
    const Frame* frame = vm->frame();
    if (!active.empty() && frame && frame->tracing == Tracing::Traced) {
      const Where at = where();
      const Span span = span_of(at.frame);
      graph_break(
          at, span,
          {"GL115", report::Severity::Warning, "GB0025", "`" + book.code_text(at.frame->code->file, span) + "` asks for a graph break"});
    }
    return Value::none();
  });

  ClassObj* stance = vm->new_class("torch._dynamo.decorators", "set_stance", {vm->types.object});
  const auto set_stance = [this](bool eager) { force_eager = eager; };
  put_method(*vm, stance, "__init__", [set_stance](Vm&, Args& args) -> Value {
    const Value wanted = args.get(1, "stance");
    set_stance(wanted.is_str() && interp::text_of(wanted) == "force_eager");
    return Value::none();
  });
  put_method(*vm, stance, "__enter__", nothing);
  put_method(*vm, stance, "__exit__", [set_stance](Vm&, Args&) -> Value {
    set_stance(false);
    return Value::none();
  });
  put_method(*vm, stance, "__call__",
             [](Vm& m, Args& args) { return args[1].null() ? m.unknown("torch.compiler.set_stance as a decorator") : args[1]; });
  for (ModuleObj* module : {dynamo, compiler}) module->dict->map.set(vm->str("set_stance"), Value::object(stance));

  ClassObj* strict = vm->new_class("torch._dynamo.decorators", "ErrorOnGraphBreak", {vm->types.object});
  put_method(*vm, strict, "__init__", [](Vm& m, Args& args) -> Value {
    const Value on = args.get(1, "error_on_graph_break");
    m.set_attr(args[0], m.intern("on"), on.null() ? Value::boolean(true) : on);
    return Value::none();
  });
  const auto is_on = [](Vm& m, Value self) {
    const Value on = m.try_attr(self, m.intern("on"));
    return on.is_bool() && on.as_int() != 0;
  };
  put_method(*vm, strict, "__enter__", [this, is_on](Vm& m, Args& args) -> Value {
    if (is_on(m, args[0])) ++error_on_break;
    return Value::none();
  });
  put_method(*vm, strict, "__exit__", [this, is_on](Vm& m, Args& args) -> Value {
    if (is_on(m, args[0])) --error_on_break;
    return Value::none();
  });
  put_method(*vm, strict, "__call__",
             [](Vm& m, Args& args) { return args[1].null() ? m.unknown("torch._dynamo.error_on_graph_break as a decorator") : args[1]; });
  dynamo->dict->map.set(vm->str("error_on_graph_break"), Value::object(strict));

  // TorchScript returns the callable itself: Dynamo, too, traces the function that was scripted.
  ModuleObj* jit = native_module(*vm, "torch.jit");
  for (const char* name : {"script", "trace"}) {
    put_missing(*vm, jit, name, [this, name](Vm& m, Args& args) -> Value {
      const Value callee = args.get(0, "obj");
      CompileOptions options;
      options.mode = std::string("torch.jit.") + name;
      if (callee.null() || !m.concrete(callee) || cast<ClassObj>(callee))
        return callee.null() ? m.unknown("torch.jit." + std::string(name)) : callee;
      const size_t before = compiled.size();
      if (compile(callee, options).null()) return {};
      if (compiled.size() == before) return callee;
      compiled.back().called = true;
      Frame* asks = m.frame();
      while (asks && is_hidden(asks) && asks->caller) asks = asks->caller;
      if (options.mode != "torch.jit.script" || !asks || !compiled_options.back().reported) return callee;
      const size_t region = region_of(compiled.back(), options.mode);
      compiled_regions.back() = region;
      regions[region].calls++;
      script(region, callee, asks->code->file, span_of(asks));
      return callee;
    });
  }
  ModuleObj* exporting = native_module(*vm, "torch.export");
  put_missing(*vm, exporting, "export", [this](Vm& m, Args& args) -> Value {
    const Value callee = args.get(0, "mod"), inputs = args.get(1, "args"), keywords = args.get(2, "kwargs");
    CompileOptions options;
    options.mode = "torch.export";
    options.fullgraph = true;
    const size_t before = compiled.size();
    if (callee.null() || compile(callee, options).null()) return callee.null() ? m.unknown("torch.export.export") : Value();
    if (compiled.size() > before) {
      Args call;
      bool complete = true;
      if (!inputs.null() && !inputs.is_none() && !m.collect(inputs, call.pos, complete)) return {};
      call.open_pos = !complete;
      if (const auto* dict = cast<DictObj>(keywords)) {
        for (const auto& entry : dict->map.entries())
          if (entry.key.is_str()) call.kw.emplace_back(static_cast<const StrObj*>(entry.key.o), entry.value);
      }
      if (enter(before, call).null()) m.clear_exception();
    }
    return m.unknown("an exported program");
  });
}

// torch._dynamo.config: defaults from the table; what the program sets is in the module's own dictionary.
void DynamoPolicy::Impl::install_config() {
  config = native_module(*vm, "torch._dynamo.config");
  config->lookup_hook = [](Vm& m, ModuleObj*, const StrObj* name, bool fallback) -> Value {
    if (!fallback) return {};
    const auto known = models::dynamo_config(name->text);
    return known ? literal(m, *known) : Value();
  };
  ClassObj* patch = vm->new_class("torch._dynamo.config", "ConfigPatch", {vm->types.object});
  const auto swap_in = [this](Vm& m, Value self) {
    const Value changes = m.try_attr(self, m.intern("changes"));
    auto* dict = cast<DictObj>(changes);
    if (!dict) return;
    for (auto& entry : dict->map.entries()) {
      if (entry.key.null() || !entry.key.is_str()) continue;
      const Value* old = config->dict->map.find(entry.key);
      Value before;
      if (old) {
        before = *old;
      } else if (const auto known = models::dynamo_config(interp::text_of(entry.key))) {
        before = literal(m, *known);
      } else {
        before = Value::none();
      }
      m.touch(config->dict);
      config->dict->map.set(entry.key, entry.value);
      m.touch(dict);
      entry.value = before;
    }
  };
  put_method(*vm, patch, "__enter__", [swap_in](Vm& m, Args& args) -> Value {
    swap_in(m, args[0]);
    return Value::none();
  });
  put_method(*vm, patch, "__exit__", [swap_in](Vm& m, Args& args) -> Value {
    swap_in(m, args[0]);
    return Value::none();
  });
  put_method(*vm, patch, "__call__", [swap_in](Vm& m, Args& args) -> Value {
    const Value self = args[0], callee = args[1];
    if (callee.null()) return m.unknown("torch._dynamo.config.patch as a decorator");
    const Value wrapper = m.native("torch._dynamo.config.patch.wrapper", Native([self, callee, swap_in](Vm& inner, Args& call) -> Value {
                                     swap_in(inner, self);
                                     const Value result = inner.call(callee, call);
                                     swap_in(inner, self);
                                     return result;
                                   }));
    cast<NativeObj>(wrapper)->is_method = true;
    return wrapper;
  });
  put(*vm, config, "patch", [patch](Vm& m, Args& args) -> Value {
    DictObj* changes = m.new_dict();
    if (const auto* given = cast<DictObj>(args[0])) {
      for (const auto& entry : given->map.entries())
        if (!entry.key.null()) changes->map.set(entry.key, entry.value);
    } else if (args[0].is_str() && !args[1].null()) {
      changes->map.set(args[0], args[1]);
    }
    for (const auto& [name, value] : args.kw) changes->map.set(Value::string(const_cast<StrObj*>(name)), value);
    InstanceObj* instance = m.new_instance(patch);
    if (!instance->dict) instance->dict = m.new_dict();
    instance->dict->map.set(m.str("changes"), Value::object(changes));
    return Value::object(instance);
  });
}

}  // namespace graphlift::torch
