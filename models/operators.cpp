// Operators, parsed from their table when first asked for.
#include "models/operators.h"

#include <algorithm>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <utility>

#include "models/table.h"

namespace graphlift::models {

namespace {

constexpr std::pair<std::string_view, Tag> kTags[] = {
    {"data_dependent_output", kDataDependentOutput},
    {"dynamic_output_shape", kDynamicOutputShape},
    {"nondeterministic_seeded", kNondeterministicSeeded},
    {"nondeterministic_bitwise", kNondeterministicBitwise},
    {"inplace_view", kInplaceView},
    {"view_copy", kViewCopy},
    {"pointwise", kPointwise},
    {"reduction", kReduction},
    {"core", kCore},
    {"pt2_compliant_tag", kPt2Compliant},
    {"maybe_aliasing_or_mutating", kMaybeAliasingOrMutating},
    {"cudagraph_unsafe", kCudagraphUnsafe},
    {"generated", kGenerated},
    {"inplace", kInplace},
    {"out", kOut},
};

bool lists(std::string_view cell, std::string_view item) {
  std::vector<std::string_view> items = split(cell, ',');
  return std::find(items.begin(), items.end(), item) != items.end();
}

void read_row(const Row& row, Schema& schema) {
  std::string_view operator_name = row.cell(0);
  size_t colons = operator_name.find("::");
  schema.space = operator_name.substr(0, colons);
  schema.name = operator_name.substr(colons + 2);
  schema.overload = row.cell(1);
  std::string_view traits = row.cell(3);
  schema.function = lists(traits, "function");
  schema.method = lists(traits, "method");
  schema.composite_implicit = lists(traits, "composite");
  schema.script_only = lists(traits, "script");
  std::string_view fake = row.cell(4);
  schema.fake = fake == "meta" ? Fake::Meta : fake == "composite" ? Fake::Composite : fake == "special" ? Fake::Special : Fake::None;
  schema.tags_text = row.cell(5);
  for (std::string_view tag : split(schema.tags_text, ',')) {
    auto known = std::find_if(std::begin(kTags), std::end(kTags), [&](const auto& entry) { return entry.first == tag; });
    schema.tags |= known == std::end(kTags) ? kOtherTag : known->second;
  }
}

std::vector<Schema> read_operator(std::string_view name) {
  static const Table table(embedded_torch("operators"));
  std::vector<Schema> schemas;
  std::string_view lines = table.find(name);
  for (Row row; next_row(lines, row);) {
    Schema schema;
    if (!parse_schema(row.cell(2), schema)) continue;
    read_row(row, schema);
    schemas.push_back(std::move(schema));
  }
  return schemas;
}

}  // namespace

std::span<const Schema> find_operator(std::string_view name) {
  static std::mutex mutex;
  static std::unordered_map<std::string, std::unique_ptr<std::vector<Schema>>> cache;
  std::string key = name.find("::") == name.npos ? "aten::" + std::string(name) : std::string(name);
  std::lock_guard lock(mutex);
  std::unique_ptr<std::vector<Schema>>& schemas = cache[key];
  if (!schemas) schemas = std::make_unique<std::vector<Schema>>(read_operator(key));
  return *schemas;
}

const Schema* find_overload(std::string_view name, std::string_view overload) {
  for (const Schema& schema : find_operator(name)) {
    if (schema.overload == overload) return &schema;
  }
  return nullptr;
}

bool Schema::mutates() const {
  return std::any_of(arguments.begin(), arguments.end(), [](const Argument& argument) { return argument.written; });
}

bool Schema::is_view() const {
  return std::any_of(returns.begin(), returns.end(), [](const Return& result) { return !result.alias.empty() && !result.written; });
}

const Argument* Schema::find_argument(std::string_view argument) const {
  auto found = std::find_if(arguments.begin(), arguments.end(), [&](const Argument& candidate) { return candidate.name == argument; });
  return found == arguments.end() ? nullptr : &*found;
}

}  // namespace graphlift::models
