// Short ways to fill native modules, shared by the module_*.cpp files.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "analysis/torch/tensor_class.h"

namespace graphlift::torch {

using Native = std::function<Value(Vm&, Args&)>;

// The module when it exists already, else a new native one whose missing names are looked up in the export table.
ModuleObj* native_module(Vm& vm, std::string_view name);
void set(Vm& vm, ModuleObj* module, std::string_view name, Value value);
// A native under `module.name`, or under QUALIFIED when the function is defined elsewhere.
NativeObj* define(Vm& vm, ModuleObj* module, std::string_view name, Native fn, std::string_view qualified = {});
void define_method(Vm& vm, ClassObj* cls, std::string_view name, Native fn);
void define_static(Vm& vm, ClassObj* cls, std::string_view name, Native fn);
void define_class_method(Vm& vm, ClassObj* cls, std::string_view name, Native fn);
void define_property(Vm& vm, ClassObj* cls, std::string_view name, Native get);
// Space-separated names that all answer the same constant.
void define_constants(Vm& vm, ModuleObj* module, std::string_view names, Value answer);
// Space-separated names that give back their first argument.
void define_identities(Vm& vm, ModuleObj* module, std::string_view names);
// An attribute of a module, imported if need be; Null without exception when absent.
[[nodiscard]] Value module_value(Vm& vm, std::string_view module, std::string_view name);
// A name of the export table as a value; Null when the table does not list it.
[[nodiscard]] Value exported(Vm& vm, std::string_view module, const StrObj* name);
// Lookup hook of modules that only lend their names: a class for CapWords, a function of unknown result for the rest.
[[nodiscard]] Value lent_name(Vm& vm, ModuleObj* module, const StrObj* name, bool fallback);
// A class of which only the name is known: instances answer every attribute with Unknown.
[[nodiscard]] ClassObj* open_class(Vm& vm, std::string_view module, std::string_view name, ClassObj* base = nullptr);

// A context manager that also decorates functions: `enter` and `leave` get the instance's attributes through `self`.
ClassObj* context_class(Vm& vm, std::string_view module, std::string_view name, interp::NativeFn construct, Native enter, Native leave);
// A native that calls FN between entering and leaving SELF.
[[nodiscard]] Value decorated(Vm& vm, Value self, Value fn);

[[nodiscard]] inline bool is_true(Value v) { return v.is_bool() && v.b; }
[[nodiscard]] inline bool is_absent(Value v) { return v.null() || v.is_none(); }
[[nodiscard]] Value attribute(Vm& vm, Value instance, std::string_view name);  // own attribute, Null when absent
void put_attribute(Vm& vm, Value instance, std::string_view name, Value value);

// ---- one per file
void install_torch_functions(Vm& vm);   // module_functions.cpp
void install_core(Vm& vm);              // module_core.cpp: torch._C and its submodules
void install_values(Vm& vm);            // module_values.cpp: dtype, device, Size, finfo, Generator …
void install_modes(Vm& vm);             // module_modes.cpp: grad mode, autocast
void install_autograd(Vm& vm);          // module_autograd.cpp
void install_jit(Vm& vm);               // module_jit.cpp: torch.jit, torch._jit_internal
void install_devices(Vm& vm);           // module_devices.cpp: torch.cuda, torch.backends, random state
void install_custom_operators(Vm& vm);  // module_library.cpp: torch.ops, torch.library
void install_logging(Vm& vm);           // module_logging.cpp: torch._logging
void install_opaque(Vm& vm);            // module_opaque.cpp: names without behaviour
void install_transforms(Vm& vm);        // module_transforms.cpp: torch.func, vmap, checkpoint, control flow operators

}  // namespace graphlift::torch
