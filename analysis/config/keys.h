// The table of all settings: reading, the schema, `graphlift config` and the suggestions for misspelt ones come from it.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace graphlift::config {

enum class Kind : uint8_t {
  Text,
  Flag,
  Number,
  Level,        // error, warning, info, never
  Severity,     // error, warning, info, off
  Mode,         // torch.compile, ...
  Format,       // an output format
  Date,         // 2026-01-31
  Texts,        // a list
  Rules,        // a list of codes, prefixes of codes, names, or ALL
  RulesByGlob,  // a table
  SeverityByRule,
  NumberByGlob,
  Assumptions,  // "config.use_cache" = false
  Table,        // of the keys under it
  Tables,       // an array of tables
};

struct Key {
  const char* name;  // `gate.max-breaks`; keys of array tables stand under theirs
  Kind kind;
  const char* initial;  // as JSON; empty: not set
  const char* help;
};

[[nodiscard]] std::span<const Key> keys();
[[nodiscard]] const Key* find_key(std::string_view name);
// The keys right under a table, "" for the top, without its name.
[[nodiscard]] std::vector<std::string> names_under(std::string_view table);

// The word of the list that looks most like the given one; empty when none does.
[[nodiscard]] std::string nearest(std::string_view word, const std::vector<std::string>& known);

[[nodiscard]] std::string json_schema();  // for editors

}  // namespace graphlift::config
