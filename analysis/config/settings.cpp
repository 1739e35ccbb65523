#include "analysis/config/settings.h"

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#define TOML_EXCEPTIONS 0
#include <toml++/toml.h>

#include "analysis/config/keys.h"
#include "analysis/config/rule_names.h"

namespace graphlift::config {
namespace fs = std::filesystem;
using nlohmann::json;

struct Settings::Entry {
  json value;
  Origin origin;
};

Settings::Settings() = default;
Settings::~Settings() = default;
Settings::Settings(const Settings& other) : folder_(other.folder_), file_(other.file_) {
  for (const auto& [key, entry] : other.entries_) entries_.emplace(key, std::make_unique<Entry>(*entry));
}
Settings& Settings::operator=(const Settings& other) {
  if (this != &other) {
    Settings copy(other);
    std::swap(entries_, copy.entries_);
    folder_ = copy.folder_;
    file_ = copy.file_;
  }
  return *this;
}

bool Settings::is_set(std::string_view key) const { return entries_.find(key) != entries_.end(); }

const json& Settings::value(std::string_view key) const {
  static const std::map<std::string, json, std::less<>> initial = [] {
    std::map<std::string, json, std::less<>> out;
    for (const Key& one : keys()) out.emplace(one.name, *one.initial ? json::parse(one.initial) : json());
    return out;
  }();
  static const json none;
  if (const auto found = entries_.find(key); found != entries_.end()) return found->second->value;
  const auto found = initial.find(key);
  return found == initial.end() ? none : found->second;
}

Origin Settings::origin(std::string_view key) const {
  const auto found = entries_.find(key);
  return found == entries_.end() ? Origin() : found->second->origin;
}

std::string Settings::text(std::string_view key) const {
  const json& v = value(key);
  return v.is_string() ? v.get<std::string>() : std::string();
}

bool Settings::flag(std::string_view key) const {
  const json& v = value(key);
  return v.is_boolean() && v.get<bool>();
}

std::vector<std::string> Settings::texts(std::string_view key) const {
  const json& v = value(key);
  return v.is_array() ? v.get<std::vector<std::string>>() : std::vector<std::string>();
}

std::string Settings::path(std::string_view key) const {
  const std::string given = text(key);
  if (given.empty()) return {};
  const Origin from = origin(key);
  const fs::path base = from.line > 0 ? fs::path(from.file).parent_path() : fs::path(folder_);
  // A command on PATH stays one.
  if (key == "python" && given.find('/') == std::string::npos) return given;
  return (base / given).lexically_normal().string();
}

void Settings::set(std::string_view key, json value, const Origin& origin) {
  entries_[std::string(key)] = std::make_unique<Entry>(Entry{std::move(value), origin});
}

void Settings::set_place(std::string folder, std::string file) {
  folder_ = std::move(folder);
  file_ = std::move(file);
}

namespace {

json to_json(const toml::node& node) {
  if (const auto* v = node.as_string()) return v->get();
  if (const auto* v = node.as_boolean()) return v->get();
  if (const auto* v = node.as_integer()) return v->get();
  if (const auto* v = node.as_floating_point()) return v->get();
  if (const auto* v = node.as_date()) {
    char text[16];
    std::snprintf(text, sizeof text, "%04d-%02d-%02d", int(v->get().year), int(v->get().month), int(v->get().day));
    return text;
  }
  if (const auto* v = node.as_array()) {
    json out = json::array();
    for (const toml::node& item : *v) out.push_back(to_json(item));
    return out;
  }
  json out = json::object();
  if (const auto* v = node.as_table())
    for (const auto& [key, item] : *v) out[std::string(key.str())] = to_json(item);
  return out;
}

bool one_of(const json& value, std::initializer_list<const char*> words) {
  return value.is_string() && std::any_of(words.begin(), words.end(), [&](const char* word) { return value == word; });
}

bool texts_only(const json& value) {
  return value.is_array() && std::all_of(value.begin(), value.end(), [](const json& item) { return item.is_string(); });
}

// Why the value is none of this kind; empty when it is one.
std::string fault_of(Kind kind, const json& value) {
  const auto each = [&](auto test) { return value.is_object() && std::all_of(value.begin(), value.end(), test); };
  const auto unknown_rule = [](const json& list) -> std::string {
    for (const json& item : list)
      if (codes_of(item.get<std::string>()).empty()) return no_such_rule(item.get<std::string>());
    return {};
  };
  switch (kind) {
    case Kind::Text:
    case Kind::Format: return value.is_string() ? "" : "must be a text";
    case Kind::Flag: return value.is_boolean() ? "" : "must be true or false";
    case Kind::Number: return value.is_number_integer() && value.get<int64_t>() >= 0 ? "" : "must be a number";
    case Kind::Level: return one_of(value, {"error", "warning", "info", "never"}) ? "" : "must be error, warning, info or never";
    case Kind::Severity: return one_of(value, {"error", "warning", "info", "off"}) ? "" : "must be error, warning, info or off";
    case Kind::Mode:
      return one_of(value, {"torch.compile", "torch.export", "torch.jit.script", "torch.jit.trace", "tf.function"})
                 ? ""
                 : "must be torch.compile, torch.export, torch.jit.script, torch.jit.trace or tf.function";
    case Kind::Date: {
      const std::string text = value.is_string() ? value.get<std::string>() : std::string();
      bool good = text.size() == 10;
      for (size_t i = 0; good && i < text.size(); ++i) good = i == 4 || i == 7 ? text[i] == '-' : text[i] >= '0' && text[i] <= '9';
      return good ? "" : "must be a date as 2026-01-31";
    }
    case Kind::Texts: return texts_only(value) ? "" : "must be a list of texts";
    case Kind::Rules: return texts_only(value) ? unknown_rule(value) : "must be a list of rules";
    case Kind::RulesByGlob: {
      if (!each(texts_only)) return "must be a table of patterns with lists of rules";
      for (const json& list : value)
        if (std::string fault = unknown_rule(list); !fault.empty()) return fault;
      return "";
    }
    case Kind::SeverityByRule: {
      if (!each([](const json& item) { return one_of(item, {"error", "warning", "info", "off"}); }))
        return "must be a table of rules with error, warning, info or off";
      for (const auto& [rule, level] : value.items())
        if (codes_of(rule).empty()) return no_such_rule(rule);
      return "";
    }
    case Kind::NumberByGlob:
      return each([](const json& item) { return item.is_number_integer() && item.get<int64_t>() >= 0; })
                 ? ""
                 : "must be a table of patterns with numbers";
    case Kind::Assumptions:
      return each([](const json& item) { return item.is_primitive(); })
                 ? ""
                 : "must be a table of attributes with a truth value, a number or a text";
    case Kind::Table: return value.is_object() ? "" : "must be a table";
    case Kind::Tables: return value.is_array() ? "" : "must be an array of tables";
  }
  return "";
}

class Reader {
 public:
  Reader(std::string file, Settings& settings) : file_(std::move(file)), settings_(settings) {}

  // What stands under TABLE, "" for the top. LINES: the place of errors, 0 for what comes from the command line.
  void read(const toml::table& table, const std::string& under, bool store) {
    for (const auto& [name, node] : table) {
      const std::string key = under.empty() ? std::string(name.str()) : under + "." + std::string(name.str());
      const uint32_t line = name.source().begin.line;
      const Key* known = find_key(key);
      if (!known) {
        const std::string guess = nearest(name.str(), names_under(under));
        return fail(line, "`" + key + "` is no setting" + (guess.empty() ? "" : "; did you mean `" + guess + "`?"));
      }
      json value = to_json(node);
      if (const std::string fault = fault_of(known->kind, value); !fault.empty()) return fail(line, "`" + key + "`: " + fault);
      if (known->kind == Kind::Table) {
        read(*node.as_table(), key, store);
      } else if (known->kind == Kind::Tables) {
        for (const toml::node& item : *node.as_array()) {
          if (!item.is_table()) return fail(line, "`" + key + "`: must be an array of tables");
          read(*item.as_table(), key, false);
        }
      }
      if (!error_.empty()) return;
      if (store && known->kind != Kind::Table) settings_.set(key, std::move(value), {file_, line});
    }
  }

  [[nodiscard]] const std::string& error() const { return error_; }

 private:
  void fail(uint32_t line, const std::string& what) {
    if (error_.empty()) error_ = file_ + ":" + std::to_string(line) + ": " + what;
  }

  std::string file_;
  Settings& settings_;
  std::string error_;
};

std::string parse_error(const std::string& file, const toml::parse_error& error) {
  return file + ":" + std::to_string(error.source().begin.line) + ": " + std::string(error.description());
}

Result<Settings> read_chain(const std::string& file, std::vector<std::string>& open) {
  constexpr size_t kDeepest = 20;
  if (std::find(open.begin(), open.end(), file) != open.end()) return Error{file + ": it extends itself"};
  if (open.size() >= kDeepest) return Error{file + ": the chain of `extend` is too long"};
  open.push_back(file);
  const toml::parse_result parsed = toml::parse_file(file);
  if (!parsed) return Error{parse_error(file, parsed.error())};
  const toml::table* table = &parsed.table();
  if (fs::path(file).filename() == "pyproject.toml") table = parsed.table()["tool"]["graphlift"].as_table();
  Settings own;
  if (table) {
    Reader reader(file, own);
    reader.read(*table, "", true);
    if (!reader.error().empty()) return Error{reader.error()};
  }
  const std::string folder = fs::path(file).parent_path().string();
  if (const std::string base = own.path("extend"); !base.empty()) {
    if (std::error_code failed; !fs::is_regular_file(base, failed))
      return Error{file + ":" + std::to_string(own.origin("extend").line) + ": `extend`: there is no file " + base};
    Result<Settings> extended = read_chain(base, open);
    if (!extended) return extended;
    for (const Key& key : keys())
      if (own.is_set(key.name)) extended->set(key.name, own.value(key.name), own.origin(key.name));
    own = *extended;
  }
  own.set_place(folder, file);
  return own;
}

}  // namespace

std::string closest_file(const std::string& folder) {
  std::error_code failed;
  for (fs::path at = folder;; at = at.parent_path()) {
    for (const char* name : {".graphlift.toml", "graphlift.toml"})
      if (fs::is_regular_file(at / name, failed)) return (at / name).string();
    if (const fs::path project = at / "pyproject.toml"; fs::is_regular_file(project, failed)) {
      const toml::parse_result parsed = toml::parse_file(project.string());
      if (parsed && parsed.table()["tool"]["graphlift"].is_table()) return project.string();
    }
    if (!at.has_relative_path()) return {};
  }
}

Result<Settings> read_settings(const std::string& file) {
  std::vector<std::string> open;
  return read_chain(file, open);
}

Result<Settings> override_settings(Settings settings, const std::string& assignment) {
  const toml::parse_result parsed = toml::parse(assignment);
  if (!parsed) return Error{"--config " + assignment + ": " + std::string(parsed.error().description())};
  Settings given;
  Reader reader("--config", given);
  reader.read(parsed.table(), "", true);
  if (!reader.error().empty()) return Error{reader.error()};
  for (const Key& key : keys())
    if (given.is_set(key.name)) settings.set(key.name, given.value(key.name), {"--config", 0});
  return settings;
}

Result<std::shared_ptr<const Settings>> SettingsFinder::of(const std::string& folder) {
  if (const auto found = by_folder_.find(folder); found != by_folder_.end()) return found->second;
  const std::string file = isolated_ ? std::string() : file_.empty() ? closest_file(folder) : file_;
  auto& settings = by_file_[file];
  if (!settings) {
    Settings made;
    if (!file.empty()) {
      Result<Settings> read = read_settings(file);
      if (!read) return Error{read.error()};
      made = *read;
    }
    for (const std::string& assignment : overrides_) {
      Result<Settings> changed = override_settings(std::move(made), assignment);
      if (!changed) return Error{changed.error()};
      made = *changed;
    }
    settings = std::make_shared<const Settings>(made);
  }
  by_folder_[folder] = settings;
  return settings;
}

}  // namespace graphlift::config
