#include "analysis/engine/entries.h"

#include <algorithm>

#include "analysis/engine/parameter_type.h"
#include "analysis/engine/parameter_use.h"
#include "analysis/interp/machine.h"

namespace graphlift::engine {
namespace {

using interp::Args;
using interp::ClassObj;
using interp::FunctionObj;
using interp::ModuleObj;
using interp::Value;
using interp::Vm;
using interp::When;

// The tensor class of the framework that the program has loaded; null when it has loaded none.
ClassObj* tensor_class(Vm& vm) {
  for (const char* name : {"torch", "tensorflow"}) {
    ModuleObj* module = vm.loaded_module(name);
    if (!module) continue;
    const Value found = vm.module_attr(module, vm.intern("Tensor"));
    vm.clear_exception();
    if (!found.null())
      if (auto* cls = interp::cast<ClassObj>(vm.force(found))) return cls;
  }
  return nullptr;
}

Value symbol(Vm& vm, ClassObj* type, When when) {
  const Value out = vm.sym(type, when);
  if (auto* sym = interp::cast<interp::SymObj>(out)) sym->symbol = vm.new_symbol();
  return out;
}

Value construct(Vm& vm, ClassObj* cls, const Invention& invention, int depth, std::string& problem);

// An instance that stands for an argument. One that is used again must be the same to everybody: it is made before the checkpoint.
Value instance_of(Vm& vm, ClassObj* cls, const Invention& invention, int depth, std::string& problem) {
  if (!invention.instances) return construct(vm, cls, invention, depth, problem);
  if (const auto known = invention.instances->find(cls); known != invention.instances->end()) return known->second;
  const Value made = construct(vm, cls, invention, depth, problem);
  if (made.null()) return made;
  interp::Machine::roll_back(vm);
  interp::Machine::open_checkpoint(vm);
  invention.instances->emplace(cls, made);
  return made;
}

class Maker {
 public:
  Maker(Vm& vm, When when, const Invention& invention, int depth) : vm_(vm), when_(when), invention_(invention), depth_(depth) {}

  Value make(const TypeGuess& guess, const std::string& name) {
    using Kind = TypeGuess::Kind;
    switch (guess.kind) {
      case Kind::Unknown: return vm_.unknown("argument `" + name + "` has no known value", when_);
      case Kind::None: return Value::none();
      case Kind::Tensor: return tensor(guess, name);
      case Kind::Int: return symbol(vm_, vm_.types.integer, when_);
      case Kind::Float: return symbol(vm_, vm_.types.real, when_);
      case Kind::Bool: return symbol(vm_, vm_.types.boolean, when_);
      case Kind::Str: return symbol(vm_, vm_.types.str, when_);
      case Kind::List: {
        const Value out = vm_.list({});
        auto* list = interp::cast<interp::ListObj>(out);
        list->open = true;
        list->rest = make(guess.items[0], name + "[...]");
        return out;
      }
      case Kind::Tuple: {
        if (guess.open) return vm_.unknown("the length of argument `" + name + "` is not known", when_);
        std::vector<Value> items;
        for (size_t i = 0; i < guess.items.size(); ++i) items.push_back(make(guess.items[i], name + "[" + std::to_string(i) + "]"));
        return vm_.tuple(std::move(items));
      }
      case Kind::Dict: {
        interp::DictObj* dict = vm_.new_dict();
        dict->open = true;
        dict->rest = make(guess.items[0], name + "[...]");
        return Value::object(dict);
      }
      case Kind::Instance: {
        std::string problem;
        const Value out = instance_of(vm_, guess.cls, invention_, depth_ - 1, problem);
        return out.null() ? vm_.unknown("argument `" + name + "`: " + problem, when_) : out;
      }
    }
    return {};
  }

 private:
  Value tensor(const TypeGuess& guess, const std::string& name) {
    ClassObj* cls = tensor_class(vm_);
    if (!cls) return vm_.unknown("argument `" + name + "` is a tensor of a framework that the program does not import", when_);
    interp::TensorObj* out = vm_.new_tensor(cls);
    out->dtype = guess.integral ? interp::DType::Int64 : interp::DType::Unknown;
    out->region_input = true;
    out->storage = vm_.new_storage();
    out->origin = vm_.add_origin("`" + name + "` is a tensor argument");
    return Value::object(out);
  }

  Vm& vm_;
  When when_;
  const Invention& invention_;
  int depth_;
};

// The ways to call that differ: parameters that have the default None and take a tensor, and tensors that only index.
struct Optionals {
  size_t give = 0;                 // how many of the optional ones, in order, are given
  std::vector<std::string> names;  // all of them
  bool masks = false;              // the indexing tensors are boolean
  std::vector<std::string> indexes;
};

Args arguments_for(Vm& vm, FunctionObj* function, uint32_t bound, Role role, ClassObj* self_class, const Invention& invention, int depth,
                   Optionals& optionals) {
  const lower::Code& code = *function->code;
  Maker maker(vm, role == Role::Call ? When::PyInput : When::Config, invention, depth);
  const size_t first_default = code.positional_count - std::min<size_t>(code.positional_count, function->defaults.size());
  Args args;
  for (uint32_t slot = bound; slot < code.positional_count + code.kwonly_count; ++slot) {
    const std::string& name = code.locals[slot];
    const bool positional = slot < code.positional_count;
    bool has_default = positional && slot >= first_default;
    Value given_default = has_default ? function->defaults[slot - first_default] : Value();
    if (!positional && function->kwdefaults)
      for (const auto& entry : function->kwdefaults->map.entries())
        if (entry.key.is_str() && interp::text_of(entry.key) == name) {
          has_default = true;
          given_default = entry.value;
        }
    if (has_default && (role == Role::Constructor || !given_default.is_none())) continue;
    const TypeGuess guess = guess_parameter(vm, function, slot, role, self_class, invention.careful);
    if (has_default) {
      if (guess.kind != TypeGuess::Kind::Tensor) continue;
      optionals.names.push_back(name);
      if (optionals.names.size() > optionals.give) continue;
    }
    const Value value = maker.make(guess, name);
    if (guess.index) {
      optionals.indexes.push_back(name);
      if (auto* tensor = interp::cast<interp::TensorObj>(value); tensor && optionals.masks) tensor->dtype = interp::DType::Bool;
    }
    if (positional && !has_default) args.pos.push_back(value);
    else args.kw.emplace_back(vm.intern(name), value);
  }
  return args;
}

// The constructor that `dataclasses` makes has no code of its own: its parameters are the fields without a default.
Args dataclass_arguments(Vm& vm, ClassObj* cls, const Invention& invention, int depth) {
  Args args;
  auto* fields = interp::cast<interp::DictObj>(vm.find_in_class(cls, vm.intern("__dataclass_fields__")));
  if (!fields) return args;
  ModuleObj* library = vm.loaded_module("dataclasses");
  const Value missing = library ? vm.module_attr(library, vm.intern("MISSING")) : Value();
  Maker maker(vm, When::PyInput, invention, depth);
  for (const auto& entry : fields->map.entries()) {
    if (!entry.key.is_str()) continue;
    const auto lacks = [&](const char* attribute) {
      const Value value = vm.try_attr(entry.value, vm.intern(attribute));
      vm.clear_exception();
      return value.null() || value.same(missing);
    };
    if (!lacks("default") || !lacks("default_factory")) continue;
    const Value type = vm.try_attr(entry.value, vm.intern("type"));
    vm.clear_exception();
    args.kw.emplace_back(static_cast<const interp::StrObj*>(entry.key.o),
                         maker.make(guess_from_type(vm, type), std::string(interp::text_of(entry.key))));
  }
  return args;
}

// An instance, by running the class's constructor on abstract arguments.
Value construct(Vm& vm, ClassObj* cls, const Invention& invention, int depth, std::string& problem) {
  if (depth <= 0) {
    problem = "constructing `" + cls->name + "` needs too many other objects";
    return {};
  }
  Args args;
  const Value init = vm.find_in_class(cls, vm.intern("__init__"));
  Optionals left_out;
  if (auto* function = interp::cast<FunctionObj>(init))
    args = arguments_for(vm, function, 1, Role::Constructor, cls, invention, depth, left_out);
  else args = dataclass_arguments(vm, cls, invention, depth);
  const Value out = vm.call(Value::object(cls), args);
  if (out.null()) {
    problem = "`" + cls->name + "` could not be constructed without a caller";
    if (vm.raised()) {
      const Value exception = vm.exception();
      vm.clear_exception();
      problem += ": " + vm.type_of(exception)->name;
      const Value text = vm.to_text(exception);
      vm.clear_exception();
      if (text.is_str() && !interp::text_of(text).empty()) problem += ": " + std::string(interp::text_of(text));
    }
  }
  return out;
}

constexpr int kConstructionDepth = 4;

bool is_module_class(const ClassObj* cls) {
  return std::any_of(cls->mro.begin(), cls->mro.end(), [](const ClassObj* base) {
    return base->name == "Module" && base->module_name.is_str() && interp::text_of(base->module_name).rfind("torch.nn", 0) == 0;
  });
}

// Keras layers and models, and tf.Module.
bool is_keras_class(const ClassObj* cls) {
  return std::any_of(cls->mro.begin(), cls->mro.end(), [](const ClassObj* base) {
    return (base->name == "Layer" || base->name == "Model") && base->module_name.is_str() &&
           interp::text_of(base->module_name).find("keras") != std::string_view::npos;
  });
}

// The function behind methods and decorators that say what they wrap.
FunctionObj* plain_function(Vm& vm, Value value) {
  for (int layers = 0; layers < 8; ++layers) {
    Value inner;
    for (const char* name : {"__wrapped__", "python_function"})
      if (inner.null() && value.is_object() && !interp::cast<interp::UnknownObj>(value)) {
        inner = vm.try_attr(value, vm.intern(name));
        vm.clear_exception();
      }
    if (inner.null() || interp::cast<interp::UnknownObj>(inner)) break;
    value = inner;
  }
  if (auto* function = interp::cast<FunctionObj>(value)) return function;
  if (auto* method = interp::cast<interp::BoundMethodObj>(value)) return interp::cast<FunctionObj>(method->func);
  if (auto* fixed = interp::cast<interp::StaticMethodObj>(value)) return interp::cast<FunctionObj>(fixed->func);
  return nullptr;
}

EntryPoint method_entry(Vm& vm, ClassObj* cls, const std::string& method, const Invention& invention) {
  EntryPoint out;
  const Value raw = vm.find_in_class(cls, vm.intern(method));
  if (raw.null()) {
    out.problem = "class `" + cls->name + "` has no `" + method + "`";
    return out;
  }
  if (auto* fixed = interp::cast<interp::StaticMethodObj>(raw)) return entry_of(vm, fixed->func);
  out.function = plain_function(vm, raw);
  const Value instance = construct(vm, cls, invention, kConstructionDepth, out.problem);
  if (instance.null()) return out;
  out.bound = 1;
  if ((method == "forward" && is_module_class(cls)) || (method == "call" && is_keras_class(cls))) {
    out.callee = instance;
    return out;
  }
  out.callee = vm.get_attr(instance, method);
  vm.clear_exception();
  if (out.callee.null()) out.problem = "`" + cls->name + "." + method + "` cannot be read";
  return out;
}

// Code that calls NumPy prepares or evaluates on the host: nobody would compile it.
bool works_on_arrays(const lower::Code& code) {
  return std::any_of(code.names.begin(), code.names.end(), [](const std::string& name) { return name == "np" || name == "numpy"; });
}

}  // namespace

EntryPoint entry_of(Vm& vm, Value callee) {
  EntryPoint out;
  out.callee = callee;
  if (auto* method = interp::cast<interp::BoundMethodObj>(callee)) {
    out.function = plain_function(vm, method->func);
    out.bound = 1;
  } else if (auto* instance = interp::cast<interp::InstanceObj>(callee)) {
    const char* method = is_module_class(instance->cls) ? "forward" : is_keras_class(instance->cls) ? "call" : "__call__";
    out.function = plain_function(vm, vm.find_in_class(instance->cls, vm.intern(method)));
    out.bound = 1;
  } else {
    out.function = plain_function(vm, callee);
  }
  return out;
}

EntryPoint find_entry(Vm& vm, ModuleObj* module, const std::string& qualname, const Invention& invention) {
  EntryPoint out;
  Value value;
  ClassObj* owner = nullptr;
  std::string seen;
  for (size_t at = 0; at <= qualname.size();) {
    const size_t end = std::min(qualname.find('.', at), qualname.size());
    const std::string part = qualname.substr(at, end - at);
    at = end + 1;
    const bool last = at > qualname.size();
    if (owner && last && !interp::cast<ClassObj>(vm.find_in_class(owner, vm.intern(part)))) return method_entry(vm, owner, part, invention);
    value = value.null() ? vm.module_attr(module, vm.intern(part)) : vm.try_attr(value, vm.intern(part));
    if (!value.null()) value = vm.force(value);
    vm.clear_exception();
    if (value.null()) {
      out.problem = (seen.empty() ? "module `" + module->name : "`" + seen).append("` has no `").append(part).append("`");
      return out;
    }
    seen += (seen.empty() ? "" : ".") + part;
    owner = interp::cast<ClassObj>(value);
  }
  if (owner) return method_entry(vm, owner, is_module_class(owner) ? "forward" : is_keras_class(owner) ? "call" : "__call__", invention);
  return entry_of(vm, value);
}

FunctionObj* definition_of(Vm& vm, ModuleObj* module, const std::string& qualname) {
  const size_t dot = qualname.find('.');
  Value value = vm.module_attr(module, vm.intern(qualname.substr(0, dot)));
  vm.clear_exception();
  if (auto* cls = interp::cast<ClassObj>(value); cls && dot != std::string::npos)
    value = vm.find_in_class(cls, vm.intern(qualname.substr(dot + 1)));
  return value.null() ? nullptr : plain_function(vm, value);
}

namespace {

std::string listing(const std::vector<std::string>& names) {
  std::string out;
  for (size_t i = 0; i < names.size() && i < 3; ++i) out += (i ? " and " : "") + ("`" + names[i] + "`");
  return names.size() > 3 ? out + " and others" : out;
}

}  // namespace

std::vector<EntryCall> calls_of(Vm& vm, const EntryPoint& point, const Invention& invention) {
  std::vector<EntryCall> out;
  if (!point.function) {
    EntryCall open;
    open.args.open_pos = open.args.open_kw = true;
    out.push_back(std::move(open));
    return out;
  }
  ClassObj* self_class = nullptr;
  if (auto* method = interp::cast<interp::BoundMethodObj>(point.callee)) self_class = vm.type_of(method->self);
  else if (interp::cast<interp::InstanceObj>(point.callee)) self_class = vm.type_of(point.callee);
  const auto call = [&](size_t give, Optionals& optionals) {
    optionals.give = give;
    return arguments_for(vm, point.function, point.bound, Role::Call, self_class, invention, kConstructionDepth, optionals);
  };
  Optionals seen;
  Args plain = call(0, seen);
  const size_t always = plain.pos.empty() && plain.kw.empty() && !seen.names.empty() ? 1 : 0;
  Optionals base;
  out.push_back({always ? call(always, base) : std::move(plain), {}});
  if (seen.names.size() > always) {
    const std::vector<std::string> given(seen.names.begin() + static_cast<std::ptrdiff_t>(always), seen.names.end());
    Optionals all;
    out.push_back({call(seen.names.size(), all), listing(given) + (given.size() > 1 ? " are given" : " is given")});
  }
  if (!seen.indexes.empty()) {
    Optionals masked;
    masked.masks = true;
    out.push_back({call(always, masked), listing(seen.indexes) + (seen.indexes.size() > 1 ? " are boolean masks" : " is a boolean mask")});
  }
  return out;
}

std::vector<Candidate> candidates_in(Vm& vm, ModuleObj* module, bool careful) {
  std::vector<Candidate> out;
  if (!module->dict) return out;
  const bool tensorflow = vm.source().mentions(module->file_id, "tensorflow") && !vm.source().mentions(module->file_id, "torch");
  for (const auto& entry : module->dict->map.entries()) {
    if (!entry.key.is_str()) continue;
    const std::string name(interp::text_of(entry.key));
    if (auto* cls = interp::cast<ClassObj>(entry.value)) {
      const bool own = cls->module_name.is_str() && interp::text_of(cls->module_name) == module->name;
      const char* method = is_module_class(cls) ? "forward" : is_keras_class(cls) ? "call" : nullptr;
      if (own && method && cls->dict && cls->dict->map.find(vm.str(method))) out.push_back({name + "." + method, !is_module_class(cls)});
    } else if (auto* function = interp::cast<FunctionObj>(entry.value)) {
      if (function->module != module || function->code->name != name) continue;
      if (careful && works_on_arrays(*function->code)) continue;
      bool tensors = false;
      for (uint32_t slot = 0; slot < function->code->positional_count && !tensors; ++slot)
        tensors = guess_parameter(vm, function, slot, Role::Call, nullptr, careful).kind == TypeGuess::Kind::Tensor;
      if (tensors) out.push_back({name, tensorflow});
    }
  }
  return out;
}

}  // namespace graphlift::engine
