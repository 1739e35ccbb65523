// The export and tensor-attribute tables, indexed when first asked for.
#include "models/exports.h"

#include <algorithm>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "models/table.h"

namespace graphlift::models {

namespace {

constexpr std::pair<std::string_view, ExportKind> kExportKinds[] = {
    {"operator", ExportKind::Operator}, {"builtin", ExportKind::Builtin},
    {"function", ExportKind::Function}, {"class", ExportKind::Class},
    {"module", ExportKind::Module},     {"dtype", ExportKind::DType},
    {"layout", ExportKind::Layout},     {"memory_format", ExportKind::MemoryFormat},
    {"qscheme", ExportKind::QScheme},   {"constant", ExportKind::Constant},
    {"object", ExportKind::Object},
};

constexpr std::pair<std::string_view, AttributeKind> kAttributeKinds[] = {
    {"operator", AttributeKind::OperatorMethod}, {"property", AttributeKind::Property},
    {"function", AttributeKind::PythonMethod},   {"python_property", AttributeKind::PythonProperty},
    {"builtin", AttributeKind::BuiltinMethod},   {"class_attribute", AttributeKind::ClassAttribute},
};

template <typename Kinds, typename Kind>
Kind kind_of(const Kinds& kinds, std::string_view text, Kind otherwise) {
  for (const auto& [name, kind] : kinds) {
    if (name == text) return kind;
  }
  return otherwise;
}

// The name as the table has it, torch.nn.functional.relu: module and name are parts of one text.
std::string_view full_name(const Export& entry) { return {entry.module.data(), entry.module.size() + 1 + entry.name.size()}; }

struct Exports {
  std::vector<Export> all;  // sorted by full name
  std::unordered_set<std::string_view> modules;

  Exports() {
    std::string_view lines = Table(embedded_torch("exports")).body();
    all.reserve(static_cast<size_t>(std::count(lines.begin(), lines.end(), '\n')));
    for (Row row; next_row(lines, row);) {
      std::string_view full = row.cell(0);
      size_t dot = full.rfind('.');
      std::string_view module = full.substr(0, dot);
      if (all.empty() || all.back().module != module) modules.insert(module);
      all.push_back({module, full.substr(dot + 1), kind_of(kExportKinds, row.cell(1), ExportKind::Object), row.cell(2)});
    }
  }
};

const Exports& exports() {
  static const Exports instance;
  return instance;
}

}  // namespace

const Export* find_export(std::string_view module, std::string_view name) {
  std::string full;
  full.reserve(module.size() + 1 + name.size());
  full.append(module).append(1, '.').append(name);
  const std::vector<Export>& all = exports().all;
  auto found =
      std::lower_bound(all.begin(), all.end(), full, [](const Export& entry, const std::string& key) { return full_name(entry) < key; });
  return found != all.end() && full_name(*found) == full ? &*found : nullptr;
}

bool exports_module(std::string_view module) { return exports().modules.contains(module); }

std::vector<const Export*> exports_of(std::string_view module) {
  std::vector<const Export*> found;
  for (const Export& entry : exports().all) {
    if (entry.module == module) found.push_back(&entry);
  }
  return found;
}

const TensorAttribute* find_tensor_attribute(std::string_view name) {
  static const std::unordered_map<std::string_view, TensorAttribute> attributes = [] {
    std::unordered_map<std::string_view, TensorAttribute> read;
    std::string_view lines = Table(embedded_torch("tensor_attributes")).body();
    for (Row row; next_row(lines, row);) {
      AttributeKind kind = kind_of(kAttributeKinds, row.cell(1), AttributeKind::ClassAttribute);
      read.emplace(row.cell(0), TensorAttribute{row.cell(0), kind, row.cell(2), row.cell(3) == "writable"});
    }
    return read;
  }();
  auto found = attributes.find(name);
  return found == attributes.end() ? nullptr : &found->second;
}

}  // namespace graphlift::models
