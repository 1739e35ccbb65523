// The class torch.Tensor: what its files share.
#pragma once

#include <functional>

#include "analysis/torch/ops/operator.h"

namespace graphlift::torch {

// Installs operators, indexing, attributes and methods in the classes that create_state made.
void install_tensor_class(Vm& vm);

// ---- one function per file of the class
void install_tensor_methods(Vm& vm);      // tensor_method.cpp
void install_tensor_scalars(Vm& vm);      // tensor_scalar.cpp
void install_tensor_conversions(Vm& vm);  // tensor_convert.cpp
void install_parameter_classes(Vm& vm);   // tensor_parameter.cpp

// TypeOps members.
Value tensor_binary(Vm& vm, syntax::BinaryOp op, Value left, Value right, bool in_place);
Value tensor_unary(Vm& vm, syntax::UnaryOp op, Value v);
Value tensor_compare(Vm& vm, syntax::CompareOp op, Value left, Value right);
Value tensor_get_item(Vm& vm, Value self, Value index);
bool tensor_set_item(Vm& vm, Value self, Value index, Value value);
Value tensor_get_attr(Vm& vm, Value self, const StrObj* name);
bool tensor_set_attr(Vm& vm, Value self, const StrObj* name, Value value, bool& handled);
Truth tensor_truth(Vm& vm, Value self);
Value tensor_iterate(Vm& vm, Value self);
Value tensor_length(Vm& vm, Value self);
Value tensor_text(Vm& vm, Value self, bool repr);

// ---- shared pieces
[[nodiscard]] bool comes_in_as_scalar(const TensorObj* t);  // an array that a region has of a NumPy scalar
// The number in a tensor of one element; observes a Scalarize event in a region. TYPE null: by dtype.
Value scalar_of(Vm& vm, Value tensor, const std::string& api, const char* gb = "GB0124", ClassObj* type = nullptr,
                Event event = Event::Scalarize);
// A tensor that shares storage with T: a view with other dims.
[[nodiscard]] TensorObj* view_of(Vm& vm, const TensorObj* t, bool ranked, Dims dims);
// A new tensor like T (class Tensor, own storage, no history).
[[nodiscard]] TensorObj* like(Vm& vm, const TensorObj* t);
[[nodiscard]] TensorObj* unknown_tensor(Vm& vm, DType dtype = DType::Unknown);
// T with another dtype or device (Null: unchanged), as Tensor.to gives it; T itself when nothing changes.
Value converted(Vm& vm, Value tensor, DType dtype, bool change_dtype, Value device, bool change_device, bool copy);
// torch.tensor(data): shape, dtype and contents of nested numbers.
[[nodiscard]] Result tensor_from_data(Vm& vm, Value data);
// Defines a native method of torch.Tensor.
NativeObj* method(Vm& vm, std::string_view name, interp::NativeFn fn);

}  // namespace graphlift::torch
