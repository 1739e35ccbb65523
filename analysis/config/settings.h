// The settings of a folder: the closest graphlift.toml, .graphlift.toml, or pyproject.toml with [tool.graphlift], and what it extends.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/base/result.h"

namespace graphlift::config {

struct Origin {
  std::string file;  // empty: built in
  uint32_t line = 0;
};

// What was set where; a setting that nobody set has its built-in value.
class Settings {
 public:
  Settings();
  Settings(const Settings& other);
  Settings& operator=(const Settings& other);
  ~Settings();

  [[nodiscard]] const nlohmann::json& value(std::string_view key) const;  // null when there is none
  [[nodiscard]] bool is_set(std::string_view key) const;                  // by a file or the command line
  [[nodiscard]] Origin origin(std::string_view key) const;
  [[nodiscard]] std::string text(std::string_view key) const;
  [[nodiscard]] bool flag(std::string_view key) const;
  [[nodiscard]] std::vector<std::string> texts(std::string_view key) const;
  // A path that the file gives relative to itself; empty when not set.
  [[nodiscard]] std::string path(std::string_view key) const;

  [[nodiscard]] const std::string& folder() const { return folder_; }  // of the file: patterns are relative to it
  [[nodiscard]] const std::string& file() const { return file_; }      // empty when there is no file

  void set(std::string_view key, nlohmann::json value, const Origin& origin);
  void set_place(std::string folder, std::string file);

 private:
  struct Entry;
  std::map<std::string, std::unique_ptr<Entry>, std::less<>> entries_;
  std::string folder_, file_;
};

// The configuration file for a folder: in it or the closest folder above; empty when there is none.
[[nodiscard]] std::string closest_file(const std::string& folder);

// Reads one file and what it extends. An unknown key or a wrong value is an error that names file and line.
[[nodiscard]] Result<Settings> read_settings(const std::string& file);

// `KEY = VALUE` in TOML, as `--config` gives it.
[[nodiscard]] Result<Settings> override_settings(Settings settings, const std::string& assignment);

// Settings of many folders, each file read once.
class SettingsFinder {
 public:
  // FILE: used for every folder in place of the closest one; ISOLATED: no file at all; OVERRIDES: `--config KEY=VALUE`.
  SettingsFinder(std::string file, bool isolated, std::vector<std::string> overrides)
      : file_(std::move(file)), isolated_(isolated), overrides_(std::move(overrides)) {}
  [[nodiscard]] Result<std::shared_ptr<const Settings>> of(const std::string& folder);

 private:
  std::string file_;
  bool isolated_;
  std::vector<std::string> overrides_;
  std::map<std::string, std::shared_ptr<const Settings>> by_folder_, by_file_;
};

}  // namespace graphlift::config
