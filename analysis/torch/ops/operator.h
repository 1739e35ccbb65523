// Operators as natives of the machine: argument binding, effects, shape and type of the results.
#pragma once

#include <string>
#include <string_view>

#include "analysis/torch/ops/call.h"
#include "analysis/torch/shape_rules.h"

namespace graphlift::torch {

struct Operator {
  std::string qualified;  // as the program names it: torch.add, torch.Tensor.add_, torch._C._nn.gelu
  std::string name;       // aten name, without the namespace
  std::span<const models::Schema> overloads;
  OperatorRule rule;    // by the name without a trailing underscore
  bool method = false;  // the first argument is self
  bool in_place = false;
};

// The native of an operator (`aten::add` or `add`), one object per qualified name; Null when there is no such operator.
[[nodiscard]] Value operator_native(Vm& vm, std::string_view qualified, std::string_view target, bool method);

// The same for one schema that no operator table lists; it must live as long as the machine.
[[nodiscard]] Value schema_native(Vm& vm, std::string_view qualified, const models::Schema& schema);

// Runs an operator on arguments; Null with an exception set when the call does not fit.
Value run_operator(Vm& vm, const Operator& op, Args& args);
// The same by name, for operators that the model itself needs (`x + y`, F.relu in a native).
Value call_operator(Vm& vm, std::string_view target, std::vector<Value> pos, bool method = true,
                    std::vector<std::pair<std::string_view, Value>> keywords = {});

// ---- pieces that natives share
// A tensor from a result: class and device from the inputs.
[[nodiscard]] TensorObj* make_tensor(Vm& vm, const Result& result, Value device, ClassObj* cls = nullptr);
// Class of the result of an operator on these inputs: the subclass of an operand, else Tensor.
[[nodiscard]] ClassObj* result_class(Vm& vm, const std::vector<TensorObj*>& inputs);
[[nodiscard]] Value result_device(Vm& vm, const std::vector<TensorObj*>& inputs);
// Before a tensor is written: tells the observer about inputs and drops knowledge of contents.
void note_write(Vm& vm, TensorObj* target, std::string_view api);
// Registers known contents, so that a later write to the storage drops them.
void keep_known(Vm& vm, TensorObj* t);
[[nodiscard]] bool contents_readable(Vm& vm, const TensorObj* t);  // known, and not inside a region
// The one number in a tensor that a graph compiler knows too, or that eager code may read; nullopt otherwise.
[[nodiscard]] std::optional<double> readable_number(Vm& vm, const TensorObj* t);
// requires_grad of a result of these inputs under the current grad mode.
[[nodiscard]] bool needs_grad(Vm& vm, const std::vector<TensorObj*>& inputs, DType dtype);
// A tuple with field names, as max(dim) returns.
[[nodiscard]] Value named_tuple(Vm& vm, std::string_view name, const std::vector<std::string_view>& fields, std::vector<Value> items);
// Calls an overriding __torch_function__ among the arguments. True when there was one; `result` is then what it returned.
bool torch_function(Vm& vm, Value function, Args& args, Value& result);

// Contents of results by contents of operands, for the few operators where programs read them back. fold.cpp
void fold_contents(OpCall& call);
// What an operator does beyond its schema in a region (breaks that a table names). False when an exception was raised.
void note_breaks(OpCall& call, const Operator& op);

}  // namespace graphlift::torch
