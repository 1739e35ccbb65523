// One call of an operator: the overload that was picked, its arguments by schema name, and the results being built.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/torch/tensor_dims.h"
#include "analysis/torch/tensor_state.h"
#include "models/operators.h"

namespace graphlift::torch {

// What a rule says of one tensor result.
struct Result {
  bool ranked = false;
  Dims dims;
  DType dtype = DType::Unknown;
  std::vector<double> known;  // contents, row-major; empty when not known
  void shape(Dims d) {
    ranked = true;
    dims = std::move(d);
  }
};

struct OpCall {
  Vm& vm;
  State& st;
  std::string qualified;  // torch.add, torch.Tensor.add_
  const models::Schema* schema = nullptr;
  std::vector<Value> values;             // by schema argument; Null when not given
  std::vector<Value> out;                // tensors given as out=
  bool requires_grad_requested = false;  // requires_grad=True of a factory
  bool captured = false;                 // its data-dependent shape became a symbol of the graph: no break
  bool open_arguments = false;           // no overload fits, but an argument is not known
  bool incomplete = false;               // *args of unknown length: arguments may be missing
  std::string_view parameter;            // of the rule, as the table has it
  std::vector<Result> results;

  [[nodiscard]] int index_of(std::string_view argument) const;
  [[nodiscard]] Value arg(std::string_view argument) const;   // given, else the default as a value, else None
  [[nodiscard]] bool given(std::string_view argument) const;  // and not None
  [[nodiscard]] TensorObj* tensor(std::string_view argument) const;
  [[nodiscard]] TensorObj* first_tensor() const;  // of the first argument that is or holds a tensor
  [[nodiscard]] std::optional<int64_t> integer(std::string_view argument) const;
  [[nodiscard]] std::optional<double> number(std::string_view argument) const;
  [[nodiscard]] std::optional<bool> flag(std::string_view argument) const;
  [[nodiscard]] std::string_view text(std::string_view argument) const;  // a known string, else empty
  // A list of integers, one integer counts as a list; false when its length is not known.
  bool dims_of(std::string_view argument, Dims& into) const;
  bool integers(std::string_view argument, std::vector<int64_t>& into) const;  // false unless all are known
  // Tensors of a list argument; false when there may be others or one is not a tensor (then null stands in).
  bool tensors(std::string_view argument, std::vector<TensorObj*>& into) const;
  [[nodiscard]] std::vector<TensorObj*> all_tensors() const;
  [[nodiscard]] Dim size(TensorObj* t, int64_t index) const;  // dimension by index from either end; fresh when unknown
};

// Binds ARGS to the best overload: false when none fits, with TypeError set unless `open_arguments` says why not.
// METHOD: args[0] is self.
bool bind_operator(OpCall& call, std::span<const models::Schema> overloads, Args& args, bool method);

// Operators that the compiler rewrites so that a tensor may stand for a number (torch.full).
[[nodiscard]] bool takes_tensor_as_number(std::string_view op);
// A Python literal of a schema default.
[[nodiscard]] Value default_value(Vm& vm, std::string_view text);

}  // namespace graphlift::torch
