#include "analysis/gate/checkout.h"

#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <set>

namespace graphlift::gate {
namespace fs = std::filesystem;
namespace {

bool is_read(const std::string& path) {
  for (const char* end : {".py", ".ipynb", ".pyi"})
    if (path.ends_with(end)) return true;
  return false;
}

// A tree of git names no path that leaves it; a forged one must not either.
bool is_plain(const std::string& path) {
  for (const fs::path& part : fs::path(path))
    if (part == ".." || part == "." || part == "/") return false;
  return !path.empty();
}

}  // namespace

Checkout::~Checkout() {
  std::error_code failed;
  if (!folder_.empty()) fs::remove_all(folder_, failed);
}

Result<Checkout> Checkout::make(const Repository& repository, const std::string& commit, const std::vector<Change>& changed) {
  std::error_code failed;
  std::string name = (fs::temp_directory_path(failed) / "graphlift-XXXXXX").string();
  if (!mkdtemp(name.data())) return Error{name + ": no temporary folder: " + std::strerror(errno)};
  Checkout out(fs::canonical(name, failed).string());
  const Result<std::vector<TreeFile>> tree = repository.tree(commit);
  if (!tree) return Error{tree.error()};
  std::set<std::string, std::less<>> differing;
  for (const Change& change : changed) differing.insert(change.before);
  std::vector<const TreeFile*> wanted;
  std::vector<std::string> ids;
  std::set<std::string> folders;
  for (const TreeFile& file : *tree) {
    if (!is_read(file.path) || !is_plain(file.path)) continue;
    const fs::path target = fs::path(out.folder_) / file.path;
    if (folders.insert(target.parent_path().string()).second) fs::create_directories(target.parent_path(), failed);
    const fs::path present = fs::path(repository.root()) / file.path;
    if (differing.count(file.path) == 0 && fs::exists(present, failed)) {
      fs::create_symlink(present, target, failed);
      continue;
    }
    wanted.push_back(&file);
    ids.push_back(file.blob);
  }
  const Result<std::map<std::string, std::string>> blobs = repository.blobs(ids);
  if (!blobs) return Error{blobs.error()};
  for (const TreeFile* file : wanted) {
    const auto blob = blobs->find(file->blob);
    if (blob == blobs->end()) continue;
    const std::string target = out.folder_ + "/" + file->path;
    std::ofstream stream(target, std::ios::binary);
    stream.write(blob->second.data(), static_cast<std::streamsize>(blob->second.size()));
    stream.close();
    if (!stream.good()) return Error{target + ": could not be written"};
  }
  return out;
}

}  // namespace graphlift::gate
