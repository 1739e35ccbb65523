#include "analysis/config/keys.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace graphlift::config {
namespace {

constexpr Key kKeys[] = {
    {"extend", Kind::Text, "", "another configuration file, relative to this one; what this file sets wins"},
    {"select", Kind::Rules, "[\"ALL\"]", "the rules that are on: codes, prefixes of codes, names, or ALL"},
    {"extend-select", Kind::Rules, "[]", "rules added to `select`"},
    {"ignore", Kind::Rules, "[]", "rules that are off"},
    {"extend-ignore", Kind::Rules, "[]", "rules added to `ignore`"},
    {"per-file-ignores", Kind::RulesByGlob, "{}", "rules that are off in files that match a pattern"},
    {"severity", Kind::SeverityByRule, "{}", "the severity of rules: error, warning, info, or off"},
    {"fail-on", Kind::Level, "\"warning\"", "the least severity that makes the exit code 1: error, warning, info or never"},
    {"possible", Kind::Flag, "false", "also report what the analysis could not confirm"},
    {"require-reason", Kind::Flag, "false", "a suppression comment without a reason is a finding"},
    {"exclude", Kind::Texts, "[]", "files and folders that are passed over, as patterns of .gitignore"},
    {"extend-exclude", Kind::Texts, "[]", "added to `exclude`"},
    {"respect-gitignore", Kind::Flag, "true", "pass over what .gitignore names"},
    {"force-exclude", Kind::Flag, "false", "`exclude` also holds for files that are named on the command line"},
    {"python", Kind::Text, "", "interpreter or environment whose packages are read, relative to this file; it is never run"},
    {"torch-version", Kind::Text, "", "which tables of PyTorch to use; the installed version unless set"},
    {"mode", Kind::Mode, "\"torch.compile\"", "how entries and candidates are compiled"},
    {"output-format", Kind::Format, "\"full\"", "what `check` prints"},
    {"baseline", Kind::Text, "", "findings listed in this file are not reported, relative to this file"},
    {"cache", Kind::Flag, "true", "keep results between runs"},
    {"cache-dir", Kind::Text, "\".graphlift_cache\"", "where results are kept, relative to this file"},
    {"entries", Kind::Tables, "[]", "functions and methods that are analysed beside what the files compile themselves"},
    {"entries.target", Kind::Text, "", "MODULE:QUALNAME"},
    {"entries.mode", Kind::Mode, "", "how it is compiled; `mode` unless set"},
    {"entries.assume", Kind::Assumptions, "{}", "values that hold when it is called: `\"config.use_cache\" = false`"},
    {"gate", Kind::Table, "", "what `graphlift gate` refuses"},
    {"gate.fail-on", Kind::Level, "\"warning\"", "the least severity of a new finding that is refused"},
    {"gate.fail-on-worse", Kind::Flag, "true", "a region whose verdict got worse is refused"},
    {"gate.max-breaks", Kind::NumberByGlob, "{}", "most graph breaks in regions whose entry or file matches a pattern"},
    {"gate.max-recompiles", Kind::NumberByGlob, "{}", "most predicted recompilations in regions whose entry or file matches a pattern"},
    {"gate.must-compile", Kind::Texts, "[]", "regions that must be whole graphs, as MODULE:QUALNAME"},
    {"gate.exceptions", Kind::Tables, "[]", "new findings that are let through"},
    {"gate.exceptions.rule", Kind::Text, "", "code or name; any rule unless set"},
    {"gate.exceptions.path", Kind::Text, "", "pattern of files; any file unless set"},
    {"gate.exceptions.function", Kind::Text, "", "pattern of functions; any function unless set"},
    {"gate.exceptions.owner", Kind::Text, "", "who asked for it"},
    {"gate.exceptions.reason", Kind::Text, "", "why"},
    {"gate.exceptions.expires", Kind::Date, "", "the last day on which it holds, as 2026-01-31"},
};

using Json = nlohmann::ordered_json;

Json choice(std::initializer_list<const char*> words) {
  Json out = Json::array();
  for (const char* word : words) out.push_back(word);
  return {{"enum", std::move(out)}};
}

Json list_of(Json item) { return {{"type", "array"}, {"items", std::move(item)}}; }
Json table_of(Json value) { return {{"type", "object"}, {"additionalProperties", std::move(value)}}; }

Json schema_under(const std::string& table);

Json schema_of(const Key& key) {
  const Json text = {{"type", "string"}};
  switch (key.kind) {
    case Kind::Text: return text;
    case Kind::Flag: return {{"type", "boolean"}};
    case Kind::Number: return {{"type", "integer"}, {"minimum", 0}};
    case Kind::Level: return choice({"error", "warning", "info", "never"});
    case Kind::Severity: return choice({"error", "warning", "info", "off"});
    case Kind::Mode: return choice({"torch.compile", "torch.export", "torch.jit.script", "torch.jit.trace", "tf.function"});
    case Kind::Format: return text;
    case Kind::Date: return {{"type", "string"}, {"pattern", "^\\d{4}-\\d{2}-\\d{2}$"}};
    case Kind::Texts:
    case Kind::Rules: return list_of(text);
    case Kind::RulesByGlob: return table_of(list_of(text));
    case Kind::SeverityByRule: return table_of(choice({"error", "warning", "info", "off"}));
    case Kind::NumberByGlob: return table_of({{"type", "integer"}, {"minimum", 0}});
    case Kind::Assumptions: return table_of({{"type", {"boolean", "integer", "number", "string"}}});
    case Kind::Table: return schema_under(key.name);
    case Kind::Tables: return list_of(schema_under(key.name));
  }
  return text;
}

Json schema_under(const std::string& table) {
  Json properties = Json::object();
  for (const std::string& name : names_under(table)) {
    const Key& key = *find_key(table.empty() ? name : table + "." + name);
    Json one = schema_of(key);
    one["description"] = key.help;
    if (*key.initial) one["default"] = Json::parse(key.initial);
    properties[name] = std::move(one);
  }
  return {{"type", "object"}, {"properties", std::move(properties)}, {"additionalProperties", false}};
}

// Damerau's distance without transpositions across other edits.
size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::vector<size_t>> rows(a.size() + 1, std::vector<size_t>(b.size() + 1));
  for (size_t i = 0; i <= a.size(); ++i) rows[i][0] = i;
  for (size_t j = 0; j <= b.size(); ++j) rows[0][j] = j;
  for (size_t i = 1; i <= a.size(); ++i)
    for (size_t j = 1; j <= b.size(); ++j) {
      rows[i][j] = std::min({rows[i - 1][j] + 1, rows[i][j - 1] + 1, rows[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) rows[i][j] = std::min(rows[i][j], rows[i - 2][j - 2] + 1);
    }
  return rows[a.size()][b.size()];
}

}  // namespace

std::span<const Key> keys() { return kKeys; }

const Key* find_key(std::string_view name) {
  const auto* found = std::find_if(std::begin(kKeys), std::end(kKeys), [&](const Key& key) { return name == key.name; });
  return found == std::end(kKeys) ? nullptr : found;
}

std::vector<std::string> names_under(std::string_view table) {
  std::vector<std::string> out;
  for (const Key& key : kKeys) {
    std::string_view name = key.name;
    if (!table.empty()) {
      if (!name.starts_with(table) || name.size() <= table.size() || name[table.size()] != '.') continue;
      name.remove_prefix(table.size() + 1);
    }
    if (name.find('.') == std::string_view::npos) out.emplace_back(name);
  }
  return out;
}

std::string nearest(std::string_view word, const std::vector<std::string>& known) {
  std::string best;
  size_t least = std::max<size_t>(2, word.size() / 3) + 1;
  for (const std::string& one : known)
    if (const size_t d = distance(word, one); d < least) {
      least = d;
      best = one;
    }
  return best;
}

std::string json_schema() {
  Json schema = {{"$schema", "http://json-schema.org/draft-07/schema#"},
                 {"title", "graphlift.toml, or [tool.graphlift] in pyproject.toml"}};
  schema.update(schema_under(""));
  return schema.dump(2) + "\n";
}

}  // namespace graphlift::config
