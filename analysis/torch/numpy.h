// NumPy as far as programs for PyTorch use it: arrays are tensors with `ndarray` set, operators share shapes and contents with those of
// torch.
#pragma once

#include <string_view>

#include "analysis/torch/tensor_class.h"

namespace graphlift::torch {

// Registers `numpy` and its modules when the environment has it. Call it once, after register_torch.
void register_numpy(Vm& vm);

struct NumpyTypes {
  ClassObj *ndarray = nullptr, *dtype = nullptr, *generic = nullptr, *generator = nullptr;
  std::map<ClassObj*, DType> by_class;  // numpy.float32 ...
  std::map<DType, ClassObj*> scalar;
};
[[nodiscard]] NumpyTypes& numpy_types(Vm& vm);

// ---- values (numpy_values.cpp)
[[nodiscard]] Value numpy_dtype(Vm& vm, DType type);
[[nodiscard]] DType numpy_dtype_of(Vm& vm, Value v);  // of a dtype, a scalar class, a Python type or a name; Unknown when it cannot be told
[[nodiscard]] Value as_ndarray(Vm& vm, Value tensor);  // the same tensor as an array; tuples and lists item by item
[[nodiscard]] Value array_of(Vm& vm, Value data, DType type = DType::Unknown);  // np.asarray
[[nodiscard]] Value number_or_array(Vm& vm, Value array);  // a 0-d array of known contents outside a region is its number
[[nodiscard]] bool is_known_number(Value v);
// A number that NumPy made, as a scalar of TYPE (of Unknown: the type that Python's number becomes). In a region it is an array of no
// dimension, whose number the compiler knows but does not branch on.
[[nodiscard]] Value numpy_scalar(Vm& vm, Value number, DType type = DType::Unknown);
[[nodiscard]] Value array_of_scalar(Vm& vm, Value scalar);  // what a region has of it: an array of no dimension that comes in
void install_numpy_values(Vm& vm, ModuleObj* module);

// ---- the class ndarray (numpy_array.cpp)
void install_ndarray(Vm& vm, NumpyTypes& types);
// Calls the operator that a NumPy name stands for, with axis and keepdims renamed, and gives back an array.
[[nodiscard]] Value call_numpy_operator(Vm& vm, std::string_view name, std::string_view target, Args& args);
[[nodiscard]] Value reduce(Vm& vm, std::string_view name, std::string_view target, Args& args);

// ---- functions (numpy_functions.cpp, numpy_random.cpp)
[[nodiscard]] Value numpy_name(Vm& vm, std::string_view path);  // Null when there is none
[[nodiscard]] Value numpy_random_name(Vm& vm, std::string_view name);

}  // namespace graphlift::torch
