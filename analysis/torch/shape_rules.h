// Shape rules of operators: C++ functions by name, bound to operators by the table models/shapes/operators.tsv.
#pragma once

#include <span>
#include <string_view>

#include "analysis/torch/ops/call.h"

namespace graphlift::torch {

// Fills call.results, which arrive with one entry per result, not ranked, and with the dtype that the dtype rule gave.
using Rule = void (*)(OpCall&);

struct NamedRule {
  std::string_view name;
  Rule rule;
};

// One span per family.
[[nodiscard]] std::span<const NamedRule> pointwise_rules();
[[nodiscard]] std::span<const NamedRule> reduce_rules();
[[nodiscard]] std::span<const NamedRule> matmul_rules();
[[nodiscard]] std::span<const NamedRule> convolution_rules();
[[nodiscard]] std::span<const NamedRule> join_rules();
[[nodiscard]] std::span<const NamedRule> view_rules();
[[nodiscard]] std::span<const NamedRule> select_rules();
[[nodiscard]] std::span<const NamedRule> factory_rules();
[[nodiscard]] std::span<const NamedRule> dynamic_rules();
[[nodiscard]] std::span<const NamedRule> linalg_rules();
[[nodiscard]] std::span<const NamedRule> network_rules();

struct OperatorRule {
  Rule shape = nullptr;        // null: nothing is known of the shape
  std::string_view parameter;  // what follows ':' in the table
  std::string_view dtype;      // name of the dtype rule, empty: nothing is known
  std::string_view autocast;   // "low" or "float32" or empty
};
// NAME without a trailing underscore; the table's rule, else an empty one.
[[nodiscard]] OperatorRule find_rule(std::string_view name);

[[nodiscard]] DType dtype_by_rule(OpCall& call, std::string_view rule);
// Result type of tensors and Python numbers together.
[[nodiscard]] DType promoted_type(OpCall& call);

// ---- helpers that rules share
void set_like(OpCall& call, size_t result, const TensorObj* t);  // same dims, unranked when T is
[[nodiscard]] TensorObj* operand(OpCall& call);                  // argument named by the parameter, else the first tensor
// Dimension list of an argument, wrapped into [0, rank); false when it cannot be told. An absent or empty list means all.
bool dim_set(OpCall& call, std::string_view argument, size_t rank, std::vector<bool>& chosen);

}  // namespace graphlift::torch
