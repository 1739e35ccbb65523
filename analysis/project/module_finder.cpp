#include "analysis/project/module_finder.h"

#include <algorithm>
#include <filesystem>

namespace graphlift::project {
namespace fs = std::filesystem;

const DirectoryCache::Listing& DirectoryCache::listing(const std::string& directory) {
  const std::lock_guard<std::mutex> lock(mutex_);
  std::unique_ptr<Listing>& slot = listings_[directory];
  if (slot) return *slot;
  slot = std::make_unique<Listing>();
  std::error_code failed;
  for (auto it = fs::directory_iterator(directory, failed); !failed && it != fs::directory_iterator(); it.increment(failed)) {
    std::string name = it->path().filename().string();
    std::error_code unreadable;
    const bool is_directory = it->is_directory(unreadable);
    if (!is_directory && name.size() > 3 && name.compare(name.size() - 3, 3, ".so") == 0)
      slot->extensions.emplace(name.substr(0, name.find('.')), name);
    slot->entries.emplace(std::move(name), is_directory ? Entry::Directory : Entry::File);
  }
  return *slot;
}

DirectoryCache::Entry DirectoryCache::look(const std::string& directory, const std::string& name) {
  const Listing& known = listing(directory);
  const auto found = known.entries.find(name);
  return found == known.entries.end() ? Entry::Absent : found->second;
}

std::string DirectoryCache::extension(const std::string& directory, const std::string& stem) {
  const Listing& known = listing(directory);
  const auto found = known.extensions.find(stem);
  return found == known.extensions.end() ? std::string() : found->second;
}

std::vector<std::string> DirectoryCache::modules(const std::string& directory) {
  const Listing& known = listing(directory);
  std::vector<std::string> out;
  for (const auto& [name, entry] : known.entries) {
    if (entry == Entry::Directory) {
      if (look(directory + "/" + name, "__init__.py") == Entry::File) out.push_back(name);
    } else if (name.size() > 3 && name.compare(name.size() - 3, 3, ".py") == 0 && name != "__init__.py") {
      out.push_back(name.substr(0, name.size() - 3));
    }
  }
  for (const auto& [stem, file] : known.extensions) out.push_back(stem);
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

ContentHash DirectoryCache::fingerprint(const std::string& directory) {
  (void)listing(directory);
  const std::lock_guard<std::mutex> lock(mutex_);
  Listing& known = *listings_[directory];
  if (known.fingerprint) return *known.fingerprint;
  std::vector<std::string> names;
  for (const auto& [name, entry] : known.entries) {
    if (name.empty() || name[0] == '.' || name == "__pycache__") continue;
    if (entry == Entry::Directory) names.push_back(name + "/");
    else if (name.ends_with(".py") || name.ends_with(".so")) names.push_back(name);
  }
  std::sort(names.begin(), names.end());
  ContentHasher hasher;
  for (const std::string& name : names) hasher.add(name);
  known.fingerprint = hasher.done();
  return *known.fingerprint;
}

ModuleLocation ModuleFinder::find_in(const std::vector<std::string>& directories, const std::string& name) {
  ModuleLocation spread;
  for (const std::string& directory : directories) {
    consulted_.insert(directory);
    const bool folder = cache_.look(directory, name) == DirectoryCache::Entry::Directory;
    const std::string inside = directory + "/" + name;
    if (folder) consulted_.insert(inside);
    if (folder && cache_.look(inside, "__init__.py") == DirectoryCache::Entry::File)
      return {ModuleKind::Package, inside + "/__init__.py", {inside}};
    if (const std::string so = cache_.extension(directory, name); !so.empty()) return {ModuleKind::Extension, directory + "/" + so, {}};
    if (cache_.look(directory, name + ".py") == DirectoryCache::Entry::File)
      return {ModuleKind::Source, directory + "/" + name + ".py", {}};
    if (folder) {
      if (spread.search.empty()) spread.path = inside;
      spread.kind = ModuleKind::NamespacePackage;
      spread.search.push_back(inside);
    }
  }
  return spread;
}

const ModuleLocation& ModuleFinder::find(const std::string& dotted) {
  if (const auto known = found_.find(dotted); known != found_.end()) return known->second;
  const size_t dot = dotted.rfind('.');
  ModuleLocation location;
  if (dot == std::string::npos) {
    if (!dotted.empty()) location = find_in(search_path_, dotted);
  } else {
    const std::vector<std::string> inside = find(dotted.substr(0, dot)).search;
    if (!inside.empty() && dot + 1 < dotted.size()) location = find_in(inside, dotted.substr(dot + 1));
  }
  return found_.emplace(dotted, std::move(location)).first->second;
}

std::vector<std::string> ModuleFinder::children(const std::string& dotted) {
  std::vector<std::string> out;
  for (const std::string& directory : find(dotted).search) {
    std::vector<std::string> inside = cache_.modules(directory);
    consulted_.insert(directory);
    for (const std::string& name : inside) consulted_.insert(directory + "/" + name);
    out.insert(out.end(), inside.begin(), inside.end());
  }
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

ProgramName name_program(const std::string& absolute_path) {
  const fs::path file(absolute_path);
  std::error_code failed;
  fs::path directory = file.parent_path();
  std::string name = file.stem().string();
  bool in_package = false;
  const bool initialiser = file.filename() == "__init__.py";
  if (initialiser) name.clear();
  while (fs::is_regular_file(directory / "__init__.py", failed) && directory.has_filename()) {
    in_package = true;
    name = name.empty() ? directory.filename().string() : directory.filename().string() + "." + name;
    directory = directory.parent_path();
  }
  return {name, directory.string(), in_package};
}

}  // namespace graphlift::project
