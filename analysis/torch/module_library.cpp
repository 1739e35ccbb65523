// torch.ops and torch.library: operators by namespace, and those that the program registers itself.
#include "analysis/torch/module_support.h"
#include "models/table.h"

namespace graphlift::torch {

using interp::cast;
using interp::Tracing;

// An operator that the program or a C++ extension registered.
struct CustomOperator {
  std::string name;           // ns::op
  Value implementation;       // Null when it is C++
  Value fake;                 // shape function, Null when none was registered
  bool by_decorator = false;  // made by custom_op, whose operators fail without a fake kernel; others break the graph
  bool writes_only = false;   // returns nothing, only writes to arguments: PyTorch makes its fake kernel itself
};

namespace {

using Custom = CustomOperator;

std::map<std::string, std::shared_ptr<Custom>>& customs(Vm& vm) { return state(vm).custom_operators; }

std::shared_ptr<Custom> custom(Vm& vm, const std::string& name) {
  auto& slot = customs(vm)[name];
  if (!slot) {
    slot = std::make_shared<Custom>();
    slot->name = name;
  }
  return slot;
}

Value call_custom(Vm& vm, const std::shared_ptr<Custom>& op, Args& args) {
  std::string api = "torch.ops." + op->name;
  if (size_t colons = api.find("::"); colons != std::string::npos) api.replace(colons, 2, ".");
  if (vm.tracing()) {
    if (op->fake.null() && op->writes_only) return Value::none();
    if (op->fake.null() && !op->implementation.null())
      vm.observe(Event::Unsupported, args[0], api, op->by_decorator ? "GB4315" : "GB0090", "the operator has no fake (meta) kernel");
    Value body = !op->fake.null() ? op->fake : op->implementation;
    if (body.null()) return Value::object(unknown_tensor(vm));
    return vm.call_traced(body, args, Tracing::Disabled, false);
  }
  if (!op->implementation.null()) return vm.call(op->implementation, args);
  if (!op->fake.null()) return vm.call(op->fake, args);
  return Value::object(unknown_tensor(vm));
}

Value custom_native(Vm& vm, const std::shared_ptr<Custom>& op) {
  State& st = state(vm);
  std::string key = "torch._C.custom." + op->name;
  if (auto it = st.operators.find(key); it != st.operators.end()) return it->second;
  Value v = vm.native(key, [op](Vm& m, Args& args) { return call_custom(m, op, args); });
  st.operators.emplace(key, v);
  return v;
}

// Operators of C++ extension packages, by the table of their schemas; the text views live as long as the program.
const models::Schema* extension_schema(const std::string& name) {
  static const std::map<std::string, models::Schema> schemas = [] {
    std::map<std::string, models::Schema> parsed;
    std::string_view lines = models::embedded("shapes/extension_operators.tsv");
    models::Row row;
    while (models::next_row(lines, row)) {
      if (row.line.empty() || row.line.front() == '#') continue;
      models::Schema schema;
      if (!models::parse_schema(row.cell(1), schema)) continue;
      schema.name = row.cell(0);
      schema.function = true;
      schema.fake = models::Fake::Meta;
      parsed.emplace(row.cell(0), std::move(schema));
    }
    return parsed;
  }();
  auto found = schemas.find(name);
  return found == schemas.end() ? nullptr : &found->second;
}

bool writes_only(std::string_view schema_text) {
  models::Schema schema;
  return models::parse_schema(schema_text, schema) && schema.mutates() && schema.returns.empty();
}

bool is_non_empty(Value v) {
  if (const auto* tuple = cast<interp::TupleObj>(v)) return !tuple->items.empty();
  if (const auto* list = cast<interp::ListObj>(v)) return !list->items.empty();
  if (const auto* set = cast<interp::SetObj>(v)) return set->map.size() > 0;
  return v.is_str() && !interp::text_of(v).empty();
}

// The same of an operator whose schema is inferred from its function's annotations.
bool writes_only(Vm& vm, Value mutated, Value fn) {
  if (!is_non_empty(mutated)) return false;
  const Value annotations = vm.try_attr(fn, vm.intern("__annotations__"));
  if (vm.raised()) vm.clear_exception();
  const auto* dict = cast<DictObj>(annotations);
  const Value* result = dict ? dict->map.find(vm.str("return")) : nullptr;
  return result && (result->is_none() || (result->is_str() && interp::text_of(*result) == "None"));
}

// torch.ops.NAMESPACE.NAME: the packet; its overloads are itself.
Value packet(Vm& vm, const std::string& space, const std::string& name) {
  std::string qualified = "torch.ops." + space + "." + name;
  if (auto it = customs(vm).find(space + "::" + name); it != customs(vm).end()) return custom_native(vm, it->second);
  Value v = operator_native(vm, qualified, space + "::" + name, false);
  if (const models::Schema* schema = v.null() ? extension_schema(space + "::" + name) : nullptr) v = schema_native(vm, qualified, *schema);
  if (v.null()) return custom_native(vm, custom(vm, space + "::" + name));
  auto* native = cast<NativeObj>(v);
  if (!native->attrs) {
    native->attrs = vm.new_dict();
    native->attrs->map.set(vm.str("default"), v);
    for (const models::Schema& schema : models::find_operator(space + "::" + name))
      if (!schema.overload.empty()) native->attrs->map.set(vm.str(schema.overload), v);
    native->attrs->map.set(vm.str("op"), v);
  }
  return v;
}

Value namespace_module(Vm& vm, const std::string& space) {
  ModuleObj* module = vm.loaded_module("torch.ops." + space);
  if (!module) {
    module = vm.add_native_module("torch.ops." + space);
    module->lookup_hook = [space](Vm& m, ModuleObj*, const StrObj* name, bool fallback) -> Value {
      if (!fallback || name->text.starts_with("__")) return {};
      return packet(m, space, name->text);
    };
  }
  return Value::object(module);
}

// A decorator that stores what it decorates.
Value storing(Vm& vm, std::function<void(Value)> store) {
  return vm.native("torch._C.decorator", Native([store](Vm&, Args& args) {
                     store(args[0]);
                     return args[0];
                   }));
}

std::string operator_name(Value v) {
  if (v.is_str()) return std::string(interp::text_of(v));
  auto* native = cast<NativeObj>(v);
  constexpr std::string_view kCustom = "torch._C.custom.";
  return native && native->qualified.starts_with(kCustom) ? native->qualified.substr(kCustom.size()) : std::string();
}

// What custom_op gives back: callable, with register_fake and others.
Value custom_definition(Vm& vm, const std::shared_ptr<Custom>& op) {
  auto* cls = cast<ClassObj>(module_value(vm, "torch._library.custom_ops", "CustomOpDef"));
  InstanceObj* self = vm.new_instance(cls ? cls : vm.types.object);
  put_attribute(vm, Value::object(self), "_op", custom_native(vm, op));
  self->native_state = op;
  return Value::object(self);
}

std::shared_ptr<Custom> of(Value self) {
  auto* instance = cast<InstanceObj>(self);
  return instance && instance->native_state ? std::static_pointer_cast<Custom>(instance->native_state) : nullptr;
}

void install_custom_class(Vm& vm) {
  ModuleObj* module = native_module(vm, "torch._library.custom_ops");
  ClassObj* cls = vm.new_class("torch._library.custom_ops", "CustomOpDef", {vm.types.object});
  set(vm, module, "CustomOpDef", Value::object(cls));
  define_method(vm, cls, "__call__", [](Vm& m, Args& args) -> Value {
    auto op = of(args[0]);
    if (!op) return Value::object(unknown_tensor(m));
    Args rest;
    rest.pos.assign(args.pos.begin() + 1, args.pos.end());
    rest.kw = args.kw;
    return call_custom(m, op, rest);
  });
  for (const char* name : {"register_fake", "impl_abstract"})
    define_method(vm, cls, name, [](Vm& m, Args& args) -> Value {
      auto op = of(args[0]);
      auto store = [op](Value fn) {
        if (op) op->fake = fn;
      };
      if (!is_absent(args[1])) {
        store(args[1]);
        return args[1];
      }
      return storing(m, store);
    });
  for (const char* name : {"register_kernel", "register_vmap", "register_torch_dispatch", "register_autocast"})
    define_method(vm, cls, name, [](Vm& m, Args& args) -> Value {
      Value fn = args.get(2, "fn");
      return is_absent(fn) ? storing(m, [](Value) {}) : fn;
    });
  define_method(vm, cls, "register_autograd", [](Vm&, Args&) { return Value::none(); });
}

void install_library(Vm& vm) {
  ModuleObj* module = native_module(vm, "torch.library");
  // The function of a triton_op is its own fake kernel.
  for (const char* name : {"custom_op", "triton_op"})
    define(vm, module, name, [own_fake = std::string_view(name) == "triton_op"](Vm& m, Args& args) -> Value {
      auto op = custom(m, args[0].is_str() ? std::string(interp::text_of(args[0])) : "unknown::unknown");
      op->by_decorator = true;
      const Value mutated = args.keyword("mutates_args"), schema = args.keyword("schema");
      auto implement = [op, own_fake, mutated, schema](Vm& inner, Value fn) {
        op->implementation = fn;
        op->writes_only = schema.is_str() ? writes_only(interp::text_of(schema)) : writes_only(inner, mutated, fn);
        if (own_fake) op->fake = fn;
        return custom_definition(inner, op);
      };
      Value fn = args.get(1, "fn");
      if (!is_absent(fn)) return implement(m, fn);
      return m.native("torch._C.decorator", Native([implement](Vm& inner, Args& call) -> Value { return implement(inner, call[0]); }));
    });
  for (const char* name : {"register_fake", "impl_abstract"})
    define(vm, module, name, [](Vm& m, Args& args) -> Value {
      std::string op_name = operator_name(args[0]);
      std::shared_ptr<Custom> op = op_name.empty() ? of(args[0]) : custom(m, op_name);
      auto store = [op](Value fn) {
        if (op) op->fake = fn;
      };
      Value fn = args.get(1, "func");
      if (!is_absent(fn)) {
        store(fn);
        return fn;
      }
      return storing(m, store);
    });
  for (const char* name : {"impl", "register_kernel"})
    define(vm, module, name, [](Vm& m, Args& args) -> Value {
      std::string op_name = operator_name(args[0]);
      std::shared_ptr<Custom> op = op_name.empty() ? nullptr : custom(m, op_name);
      auto store = [op](Value fn) {
        if (op && op->implementation.null()) op->implementation = fn;
      };
      Value fn = args.get(2, "func");
      if (!is_absent(fn)) {
        store(fn);
        return fn;
      }
      return storing(m, store);
    });
  define(vm, module, "define", [](Vm& m, Args& args) -> Value {
    if (args[0].is_str()) {
      const Value schema = args.get(1, "schema");
      custom(m, std::string(interp::text_of(args[0])))->writes_only =
          schema.is_str() && writes_only("f" + std::string(interp::text_of(schema)));
    }
    return Value::none();
  });
  for (const char* name : {"register_autograd", "register_vmap", "register_torch_dispatch", "opcheck", "get_ctx"})
    define(vm, module, name, [](Vm&, Args&) { return Value::none(); });
  define_identities(vm, module, "wrap_triton");
  define(vm, module, "infer_schema", [](Vm& m, Args&) { return m.sym(m.types.str, When::Config); });
  // Library("ns", "DEF"): define("f(Tensor x) -> Tensor"), impl("f", fn, "CPU").
  ClassObj* library = vm.new_class("torch.library", "Library", {vm.types.object});
  define_method(vm, library, "__init__", [](Vm& m, Args& args) {
    put_attribute(m, args[0], "ns", args[1]);
    return Value::none();
  });
  auto full_name = [](Vm& m, Value self, Value name) {
    Value space = attribute(m, self, "ns");
    std::string text = name.is_str() ? std::string(interp::text_of(name)) : operator_name(name);
    text = text.substr(0, text.find('('));
    text = text.substr(0, text.find('.'));
    if (text.find("::") != std::string::npos || !space.is_str()) return text;
    return std::string(interp::text_of(space)) + "::" + text;
  };
  define_method(vm, library, "define", [full_name](Vm& m, Args& args) {
    custom(m, full_name(m, args[0], args[1]))->writes_only = args[1].is_str() && writes_only(interp::text_of(args[1]));
    return Value::none();
  });
  define_method(vm, library, "impl", [full_name](Vm& m, Args& args) -> Value {
    auto op = custom(m, full_name(m, args[0], args[1]));
    std::string key = args.get(3, "dispatch_key").is_str() ? std::string(interp::text_of(args.get(3, "dispatch_key"))) : "";
    auto store = [op, key](Value fn) {
      if (key == "Meta") op->fake = fn;
      else if (op->implementation.null()) op->implementation = fn;
      if (key == "CompositeImplicitAutograd" || key == "CompositeExplicitAutograd") op->fake = fn;
    };
    Value fn = args.get(2, "op_fn");
    if (!is_absent(fn) && !fn.is_str()) {
      store(fn);
      return Value::none();
    }
    return storing(m, store);
  });
  define_method(vm, library, "_register_fake", [full_name](Vm& m, Args& args) {
    custom(m, full_name(m, args[0], args[1]))->fake = args[2];
    return Value::none();
  });
  for (const char* name : {"fallback", "_destroy"}) define_method(vm, library, name, [](Vm&, Args&) { return Value::none(); });
  set(vm, module, "Library", Value::object(library));
  set(vm, state(vm).torch, "library", Value::object(module));
}

}  // namespace

void install_custom_operators(Vm& vm) {
  install_custom_class(vm);
  install_library(vm);
  ModuleObj* ops = vm.add_native_module("torch.ops");
  for (const char* name : {"load_library", "import_module"}) define(vm, ops, name, [](Vm&, Args&) { return Value::none(); });
  ops->lookup_hook = [](Vm& m, ModuleObj*, const StrObj* name, bool fallback) -> Value {
    if (!fallback || name->text.starts_with("__")) return {};
    return namespace_module(m, name->text);
  };
  ModuleObj* classes = vm.add_native_module("torch.classes");
  define(vm, classes, "load_library", [](Vm&, Args&) { return Value::none(); });
  ModuleObj* source = native_module(vm, "torch._ops");
  set(vm, source, "ops", Value::object(ops));
  for (const char* name : {"OpOverload", "OpOverloadPacket", "HigherOrderOperator"})
    set(vm, source, name, Value::object(open_class(vm, "torch._ops", name)));
}

}  // namespace graphlift::torch
