// The graph-break registry: a few hundred entries, read as a whole when first asked for.
#include "models/graph_breaks.h"

#include <algorithm>
#include <unordered_map>

#include "models/table.h"

namespace graphlift::models {

namespace {

struct Registry {
  std::vector<GraphBreak> entries;  // by id
  std::unordered_map<std::string_view, const GraphBreak*> by_type;

  Registry() {
    std::string_view lines = Table(embedded_torch("graph_breaks")).body();
    for (Row row; next_row(lines, row);) {
      GraphBreak entry;
      entry.id = row.cell(0);
      entry.type = unescape(row.cell(1));
      entry.explanation = unescape(row.cell(2));
      for (std::string_view hint : split(row.cell(3), '|')) entry.hints.push_back(unescape(hint));
      entry.context = unescape(row.cell(4));
      for (std::string_view older : split(row.cell(5), '|')) entry.older_types.push_back(unescape(older));
      entries.push_back(std::move(entry));
    }
    for (const GraphBreak& entry : entries) by_type.emplace(entry.type, &entry);
    for (const GraphBreak& entry : entries) {
      for (const std::string& older : entry.older_types) by_type.emplace(older, &entry);
    }
  }
};

const Registry& registry() {
  static const Registry instance;
  return instance;
}

}  // namespace

const GraphBreak* find_graph_break(std::string_view id) {
  const std::vector<GraphBreak>& entries = registry().entries;
  auto found =
      std::lower_bound(entries.begin(), entries.end(), id, [](const GraphBreak& entry, std::string_view key) { return entry.id < key; });
  return found != entries.end() && found->id == id ? &*found : nullptr;
}

const GraphBreak* find_graph_break_by_type(std::string_view type) {
  auto found = registry().by_type.find(type);
  return found == registry().by_type.end() ? nullptr : found->second;
}

}  // namespace graphlift::models
