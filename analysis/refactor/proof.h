// Proofs that several refactorings share: that an expression does nothing but give a value, and how a condition is written on tensors.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "analysis/refactor/site.h"

namespace graphlift::refactor {

enum class Draws : uint8_t { Refuse, Allow };

// Why evaluating EXPRESSION where it was not evaluated before could be noticed; nothing when it cannot.
[[nodiscard]] std::optional<Refusal> not_pure(const Site& site, NodeId expression, Draws draws);
// Why its gradient could be infinite where it is not taken: torch.where would make NaN of it.
[[nodiscard]] std::optional<Refusal> unbounded_gradient(const Site& site, NodeId expression);

// A condition as one tensor of truth values, `torch` being the module's name: `not a or b` becomes `torch.logical_not(a) | b`.
struct Condition {
  std::string text;
  bool operand = false;  // binds tighter than any operator
};
[[nodiscard]] std::variant<Condition, Refusal> as_tensor_condition(const Site& site, NodeId test, const std::string& torch, bool negated);

// Is it a tensor in every execution that was followed, or a number that is not data?
[[nodiscard]] bool is_tensor(const Site& site, NodeId expression);

// The lines of a suite one step further out. Nothing when a string runs over several lines: its content would change.
[[nodiscard]] std::optional<std::vector<Edit>> dedent(const Site& site, Span lines, size_t columns);

}  // namespace graphlift::refactor
