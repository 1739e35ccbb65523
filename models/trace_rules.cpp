// Dynamo's rules by name: tables of entries, each indexed when first asked for.
#include "models/trace_rules.h"

#include <algorithm>
#include <string>
#include <unordered_map>
#include <utility>

#include "models/table.h"

namespace graphlift::models {

namespace {

constexpr std::pair<std::string_view, TraceRule> kRules[] = {
    {"in_graph", TraceRule::InGraph},        {"special", TraceRule::Special},
    {"constant", TraceRule::Constant},       {"constant_fold", TraceRule::ConstantFold},
    {"polyfill", TraceRule::Polyfill},       {"context_manager", TraceRule::ContextManager},
    {"inline", TraceRule::Inline},           {"skip", TraceRule::Skip},
    {"unsupported", TraceRule::Unsupported},
};

class Entries {
 public:
  explicit Entries(std::string_view table) {
    std::string_view lines = Table(embedded_torch(table)).body();
    for (Row row; next_row(lines, row);) {
      TraceEntry entry;
      entry.name = row.cell(0);
      for (const auto& [name, rule] : kRules) {
        if (row.cell(1) == name) entry.rule = rule;
      }
      entry.detail = row.cell(2);
      entry.breaks = row.cell(3);
      for (std::string_view trait : split(row.cell(4), ',')) {
        entry.folds |= trait == "folds";
        entry.graph |= trait == "graph";
        entry.view_in_place |= trait == "view_in_place";
      }
      by_name_.emplace(entry.name, entry);
    }
  }
  [[nodiscard]] const TraceEntry* find(std::string_view name) const {
    auto found = by_name_.find(name);
    return found == by_name_.end() ? nullptr : &found->second;
  }

 private:
  std::unordered_map<std::string_view, TraceEntry> by_name_;
};

}  // namespace

const TraceEntry* find_trace_entry(std::string_view name) {
  static const Entries entries("trace_rules");
  return entries.find(name);
}

TraceRule trace_rule(std::string_view name) {
  const TraceEntry* entry = find_trace_entry(name);
  return entry == nullptr ? TraceRule::None : entry->rule;
}

const TraceEntry* find_builtin(std::string_view name) {
  static const Entries entries("builtin_functions");
  return name.find('.') == name.npos ? entries.find("builtins." + std::string(name)) : entries.find(name);
}

const TraceEntry* find_tensor_member(std::string_view name) {
  static const Entries entries("tensor_members");
  return entries.find(name);
}

const TraceEntry* find_numpy(std::string_view name) {
  static const Entries entries("numpy");
  return entries.find(name);
}

const TraceEntry* find_ndarray_member(std::string_view name) { return find_numpy("numpy.ndarray." + std::string(name)); }

std::optional<std::string_view> dynamo_config(std::string_view flag) {
  static const Table table(embedded_torch("dynamo_config"));
  std::string_view lines = table.find(flag);
  Row row;
  if (!next_row(lines, row)) return std::nullopt;
  return row.cell(1);
}

}  // namespace graphlift::models
