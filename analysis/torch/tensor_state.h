// What the torch model keeps for one machine: its classes, singletons, and the ambient modes of the running program.
#pragma once

#include <array>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "analysis/interp/vm.h"
#include "analysis/torch/tensor_types.h"

namespace graphlift::torch {

using interp::Args;
using interp::ClassObj;
using interp::DictObj;
using interp::Dim;
using interp::Event;
using interp::InstanceObj;
using interp::ListObj;
using interp::ModuleObj;
using interp::NativeObj;
using interp::OpaqueObj;
using interp::StrObj;
using interp::SymObj;
using interp::Tag;
using interp::TensorObj;
using interp::Tri;
using interp::Truth;
using interp::TupleObj;
using interp::Value;
using interp::Vm;
using interp::When;

struct AutocastState {
  bool enabled = false;
  DType dtype = DType::BFloat16;
};

struct CustomOperator;

struct NumpyTypes;

struct State {
  // Classes.
  ClassObj *tensor = nullptr, *tensor_base = nullptr, *tensor_meta = nullptr, *parameter = nullptr, *buffer = nullptr,
           *uninitialized_parameter = nullptr, *uninitialized_buffer = nullptr, *size = nullptr, *dtype = nullptr, *device = nullptr,
           *layout = nullptr, *memory_format = nullptr, *qscheme = nullptr, *generator = nullptr, *finfo = nullptr, *iinfo = nullptr,
           *storage = nullptr, *node = nullptr, *storage_view = nullptr;
  ModuleObj *torch = nullptr, *core = nullptr;  // module torch, module torch._C

  std::array<OpaqueObj*, 32> dtypes{};                     // by DType
  std::map<std::string, OpaqueObj*, std::less<>> devices;  // interned, so that identity is equality
  std::map<std::string, OpaqueObj*, std::less<>> enums;    // layouts, memory formats, qschemes by repr

  // Ambient modes.
  bool grad_enabled = true;
  bool inference_mode = false;
  bool torch_function_disabled = false;     // inside DisableTorchFunctionSubclass, or in the default override
  bool backward_ran = false;                // gradients of leaves may exist
  uint64_t operators_run = 0;               // while tracing
  const interp::Frame* broke_in = nullptr;  // the graph broke in this frame, and
  uint32_t broke_at = 0;                    // at this instruction: the operator that broke it is in no graph
  uint32_t breaks = 0;                      // graph breaks that the policy has seen so far
  bool in_backward = false;                 // the backward of an autograd function is traced with its forward
  DType default_dtype = DType::Float32;
  Value default_device;                                        // Null: cpu
  std::vector<Value> device_context;                           // `with torch.device(...)`, innermost last
  std::map<std::string, AutocastState, std::less<>> autocast;  // by device type

  // Symbolic dimensions: equal operations on equal operands give equal symbols.
  std::map<std::array<int64_t, 5>, Dim> dim_results;
  // Tensors of a storage whose contents are known, for dropping that knowledge when one of them is written.
  std::unordered_map<uint32_t, std::vector<TensorObj*>> known_by_storage;

  // Tensors of one element that are made of Python numbers inside a region: fake tensors keep such constants.
  std::unordered_set<const TensorObj*> constants;

  // Modules that torch.jit.script has turned into ones of its own runtime.
  std::unordered_set<const interp::InstanceObj*> scripted;

  // Operators that the program registers, by ns::name; see module_library.cpp.
  std::map<std::string, std::shared_ptr<CustomOperator>> custom_operators;

  std::shared_ptr<NumpyTypes> numpy;  // set when NumPy is modelled

  // Natives made from tables, so that an operator is one object.
  std::unordered_map<std::string, Value> operators;
};

[[nodiscard]] State& state(Vm& vm);

// An operator gives a result, or writes one.
void count_operator(Vm& vm);

// Makes the state and the classes it names. Called once, by register_torch.
void create_state(Vm& vm);

// ---- singletons
[[nodiscard]] Value dtype_value(Vm& vm, DType type);                // an unknown dtype object when Unknown
[[nodiscard]] DType dtype_of(Vm& vm, Value v, bool* ok = nullptr);  // of a dtype object or a Python type (float, int, bool)
[[nodiscard]] Value device_value(Vm& vm, std::string_view text);    // "cuda:0"
// Of a device object, a string or an index; Null when it cannot be told.
[[nodiscard]] Value device_from(Vm& vm, Value v);
[[nodiscard]] Value enum_value(Vm& vm, ClassObj* cls, std::string_view text);
[[nodiscard]] Value current_device(Vm& vm);  // of factories without a device argument

// ---- small conversions
[[nodiscard]] inline TensorObj* as_tensor(Value v) { return interp::cast<TensorObj>(v); }
[[nodiscard]] Value unwrap(Value v);             // the number, string, tuple … inside an instance of a subclass of it; others unchanged
[[nodiscard]] bool is_integer(Vm& vm, Value v);  // int or bool, known or not
[[nodiscard]] bool is_real(Vm& vm, Value v);     // int, bool or float, known or not
[[nodiscard]] bool is_scalar(Vm& vm, Value v);   // also complex
[[nodiscard]] const std::vector<Value>* sequence_items(Value v);  // of a list or tuple (also a subclass); null for others

}  // namespace graphlift::torch
