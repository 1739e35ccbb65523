// What an argument that no caller gives must be: decided from annotation, default, docstring and use, in that order.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/interp/vm.h"

namespace graphlift::engine {

struct TypeGuess {
  enum class Kind : uint8_t { Unknown, None, Tensor, Int, Float, Bool, Str, List, Tuple, Dict, Instance } kind = Kind::Unknown;
  std::vector<TypeGuess> items;     // List: element; Dict: value; Tuple: each, or one with `open`
  bool open = false;                // Tuple of any length
  bool optional = false;            // None is possible as well
  bool integral = false;            // Tensor: LongTensor and the like
  bool index = false;               // Tensor: only used to index others, so its elements are positions, or it is a mask
  interp::ClassObj* cls = nullptr;  // Instance
};

// Guesses from the text of an annotation: `Optional[torch.Tensor]`, `list[Tensor]`, `int | None`. Names that are classes of the
// program are resolved in `globals` when it is given.
[[nodiscard]] TypeGuess guess_from_annotation(interp::Vm* vm, interp::ModuleObj* globals, std::string_view text);

// From an annotation that was evaluated already, as `dataclasses` keeps it.
[[nodiscard]] TypeGuess guess_from_type(interp::Vm& vm, interp::Value type);

// Guesses from a docstring that describes parameters: `x (torch.Tensor): ...`, `x: Tensor`, `:type x: int`.
[[nodiscard]] TypeGuess guess_from_docstring(std::string_view docstring, std::string_view parameter);

enum class Role : uint8_t { Call, Constructor };

// Parameter `slot` of a function. `self_class` is the class that the method is looked up on, for following calls of own methods.
// `careful`: arithmetic, comparison and indexing alone do not make a tensor.
[[nodiscard]] TypeGuess guess_parameter(interp::Vm& vm, interp::FunctionObj* function, uint32_t slot, Role role,
                                        interp::ClassObj* self_class, bool careful = false);

}  // namespace graphlift::engine
