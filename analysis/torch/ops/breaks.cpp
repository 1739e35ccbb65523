// What an operator means for a graph beyond its schema's results: dynamic shapes, and calls that the compiler refuses by name.
#include <unordered_map>

#include "analysis/torch/ops/operator.h"
#include "models/table.h"

namespace graphlift::torch {
namespace {

struct Refusal {
  Event event = Event::Unsupported;
  std::string gb;
  std::string condition;  // empty: always; else the name of a condition below
  bool tensor_as_number = false;
};

const std::unordered_map<std::string, Refusal>& refusals() {
  static const auto table = [] {
    std::unordered_map<std::string, Refusal> rows;
    std::string_view lines = models::embedded("shapes/operator_breaks.tsv");
    models::Row row;
    while (models::next_row(lines, row)) {
      if (row.line.empty() || row.line.front() == '#') continue;
      Refusal r;
      std::string_view event = row.cell(1);
      r.event = event == "autograd"          ? Event::Autograd
                : event == "dynamic_shape"   ? Event::DynamicShape
                : event == "data"            ? Event::DataDependentOp
                : event == "implicit_scalar" ? Event::ImplicitScalar
                                             : Event::Unsupported;
      r.tensor_as_number = event == "tensor_as_number";
      r.gb = row.cell(2);
      r.condition = row.cell(3);
      rows.emplace(row.cell(0), std::move(r));
    }
    return rows;
  }();
  return table;
}

// Conditions of the table, by name.
bool holds(OpCall& call, std::string_view condition) {
  if (condition.empty()) return true;
  if (condition.starts_with("overload:")) return call.schema->overload == condition.substr(9);
  if (condition.starts_with("absent:")) return !call.given(condition.substr(7));
  if (condition.starts_with("given:")) return call.given(condition.substr(6));
  if (condition.starts_with("tensor:")) return call.tensor(condition.substr(7)) != nullptr;
  if (condition.starts_with("arguments:")) return std::to_string(call.schema->arguments.size()) == condition.substr(10);
  if (condition == "repeats_tensor") return (call.tensor("repeats") != nullptr) && !call.given("output_size");
  if (condition == "no_classes") return call.arg("num_classes").is_integral() && call.arg("num_classes").as_int() < 0;
  if (condition == "input") {
    TensorObj* t = call.first_tensor();
    return t && t->region_input;
  }
  return false;
}

}  // namespace

bool takes_tensor_as_number(std::string_view op) {
  auto row = refusals().find(std::string(op));
  return row != refusals().end() && row->second.tensor_as_number;
}

void note_breaks(OpCall& call, const Operator& op) {
  Vm& vm = call.vm;
  if (!vm.tracing()) return;
  TensorObj* subject = call.first_tensor();
  Value value = subject ? Value::object(subject) : Value();
  auto note = [&](const interp::Outcome& outcome) { call.captured = outcome.traced && !outcome.broke; };
  for (TensorObj* t : call.all_tensors())
    if (t->sparse) {
      note(vm.observe(Event::Unsupported, Value::object(t), op.qualified, "GB0015", "a sparse tensor comes into the graph"));
      break;
    }
  auto row = refusals().find(op.name);
  if (row != refusals().end()) {
    if (!row->second.tensor_as_number && holds(call, row->second.condition))
      note(vm.observe(row->second.event, value, op.qualified, row->second.gb.c_str()));
  } else if (call.schema->has(models::kDynamicOutputShape)) {
    note(vm.observe(Event::DynamicShape, value, op.qualified, "GB0036"));
  }
  if (call.requires_grad_requested)
    vm.observe(Event::Autograd, value, op.qualified, "GB0225", "a tensor is created with requires_grad=True");
}

}  // namespace graphlift::torch
