// PyTorch's data model on the abstract machine: tensors, operators and the native part of the package `torch`.
#pragma once

#include <string_view>

#include "analysis/interp/vm.h"

namespace graphlift::torch {

// Makes `torch` and its C++ modules; everything else of the package is interpreted from its own source. Call it once, before
// the program runs and before a policy is installed.
void register_torch(interp::Vm& vm);

// Functions that TorchDynamo puts into the graph as one node although they are Python (most of torch.nn.functional): tests on data
// inside them are not branches of the program. QUALIFIED is module.qualname, where the function is defined.
[[nodiscard]] bool is_in_graph_function(std::string_view qualified);

}  // namespace graphlift::torch
