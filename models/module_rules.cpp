// Which Python files Dynamo traces through: the lists of trace_rules, in the order in which it asks them.
#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include "models/table.h"
#include "models/trace_rules.h"

namespace graphlift::models {

namespace {

struct Lists {
  std::vector<std::string_view> force_skip, legacy_inline, inlined, inline_when_called, unittest, top_level_skip, directory_skip, skip;

  Lists() {
    std::string_view lines = Table(embedded_torch("module_rules")).body();
    for (Row row; next_row(lines, row);) list(row.cell(1)).push_back(row.cell(0));
  }

 private:
  std::vector<std::string_view>& list(std::string_view name) {
    if (name == "force_skip") return force_skip;
    if (name == "legacy_inline") return legacy_inline;
    if (name == "inline") return inlined;
    if (name == "inline_when_called") return inline_when_called;
    if (name == "unittest") return unittest;
    if (name == "standard_skip" || name == "package_skip") return top_level_skip;
    if (name == "directory_skip") return directory_skip;
    return skip;
  }
};

bool has_prefix(const std::vector<std::string_view>& prefixes, std::string_view path) {
  return std::any_of(prefixes.begin(), prefixes.end(), [&](std::string_view prefix) { return path.starts_with(prefix); });
}

bool in_top_level(const std::vector<std::string_view>& modules, std::string_view path) {
  std::string_view top = path.substr(0, path.find('/'));
  if (top.size() == path.size() && top.ends_with(".py")) top.remove_suffix(3);
  return std::find(modules.begin(), modules.end(), top) != modules.end();
}

// Below site-packages or the standard library; empty for any other file.
std::string_view below_root(std::string_view file) {
  for (std::string_view root : {"site-packages/", "dist-packages/"}) {
    size_t at = file.rfind(root);
    if (at != file.npos && (at == 0 || file[at - 1] == '/')) return file.substr(at + root.size());
  }
  size_t library = file.rfind("/python3.");
  if (library == file.npos) return file.starts_with("torch/") ? file : std::string_view();
  size_t slash = file.find('/', library + 1);
  return slash == file.npos ? std::string_view() : file.substr(slash + 1);
}

ModuleRule rule_of(std::string_view path, bool inlined) {
  static const Lists lists;
  bool torch = path.starts_with("torch/");
  if (torch) {
    if (std::find(lists.force_skip.begin(), lists.force_skip.end(), path) != lists.force_skip.end()) return ModuleRule::Skip;
    if (has_prefix(lists.legacy_inline, path)) return ModuleRule::Inline;
    if (inlined && has_prefix(lists.inlined, path)) return ModuleRule::Inline;
  }
  if (inlined && in_top_level(lists.inline_when_called, path)) return ModuleRule::Inline;
  if (in_top_level(lists.unittest, path) || in_top_level(lists.top_level_skip, path)) return ModuleRule::Skip;
  if (has_prefix(lists.directory_skip, path) || (torch && has_prefix(lists.skip, path))) return ModuleRule::Skip;
  return ModuleRule::Inline;
}

}  // namespace

ModuleRule module_rule(std::string_view module_or_file, bool inlined) {
  if (module_or_file.starts_with("<frozen importlib") || module_or_file.starts_with("<frozen abc")) return ModuleRule::Skip;
  if (module_or_file.find('/') != module_or_file.npos || module_or_file.ends_with(".py"))
    return rule_of(below_root(module_or_file), inlined);
  std::string path(module_or_file);
  std::replace(path.begin(), path.end(), '.', '/');
  // A name does not say whether the module is a package. Only the exact file lists can tell the two apart, and they agree for real modules.
  ModuleRule as_package = rule_of(path + "/__init__.py", inlined);
  return as_package == ModuleRule::Skip ? as_package : rule_of(path + ".py", inlined);
}

}  // namespace graphlift::models
