#include "analysis/engine/inputs.h"

#include <algorithm>
#include <filesystem>

namespace graphlift::engine {
namespace fs = std::filesystem;
namespace {

bool python_name(const fs::path& p) { return p.extension() == ".py" || p.extension() == ".ipynb"; }

bool skipped_directory(const fs::path& p) {
  const std::string name = p.filename().string();
  std::error_code failed;
  return name.empty() || name[0] == '.' || name == "__pycache__" || name == "node_modules" || fs::exists(p / "pyvenv.cfg", failed);
}

// Sorted, so that the order of the directory on disk does not show.
void walk(const fs::path& directory, std::vector<std::string>& out, std::vector<std::string>& errors, const std::string& shown,
          const Excluded& excluded) {
  std::error_code failed;
  fs::directory_iterator it(directory, failed);
  if (failed) {
    errors.push_back(shown + ": cannot be listed: " + failed.message());
    return;
  }
  std::vector<fs::path> folders;
  for (; it != fs::directory_iterator(); it.increment(failed)) {
    if (failed) break;
    std::error_code unreadable;
    const fs::path& p = it->path();
    if (it->is_directory(unreadable)) {
      if (!it->is_symlink(unreadable) && !skipped_directory(p) && !(excluded && excluded(p.string(), true, false))) folders.push_back(p);
    } else if (p.extension() == ".py" && !(excluded && excluded(p.string(), false, false))) {
      out.push_back(p.string());
    }
  }
  for (const fs::path& p : folders) walk(p, out, errors, shown + "/" + p.filename().string(), excluded);
}

bool inside(const fs::path& file, const fs::path& directory) {
  const fs::path relative = file.lexically_relative(directory);
  return !relative.empty() && *relative.begin() != "..";
}

}  // namespace

Inputs find_inputs(const std::vector<std::string>& paths, const Excluded& excluded) {
  Inputs out;
  std::error_code failed;
  const fs::path here = fs::current_path(failed);
  std::vector<fs::path> given;
  for (const std::string& text : paths) {
    fs::path p = fs::absolute(text, failed).lexically_normal();
    if (!p.has_filename()) p = p.parent_path();
    const fs::file_status status = fs::status(p, failed);
    if (status.type() == fs::file_type::not_found || status.type() == fs::file_type::none) {
      out.errors.push_back(text + ": no such file or directory");
    } else if (status.type() == fs::file_type::directory) {
      const size_t before = out.files.size();
      walk(p, out.files, out.errors, text, excluded);
      if (out.files.size() == before) out.errors.push_back(text + ": the directory holds no Python files");
      given.push_back(p);
    } else if (!python_name(p)) {
      out.errors.push_back(text + ": is not a Python file (.py or .ipynb)");
    } else if (!(excluded && excluded(p.string(), false, true))) {
      out.files.push_back(p.string());
      given.push_back(p.parent_path());
    }
  }
  std::sort(out.files.begin(), out.files.end());
  out.files.erase(std::unique(out.files.begin(), out.files.end()), out.files.end());
  fs::path root = here;
  const bool all_here = std::all_of(given.begin(), given.end(), [&](const fs::path& p) { return p == here || inside(p, here); });
  if (!all_here && !given.empty()) {
    root = given[0];
    for (const fs::path& p : given)
      while (p != root && !inside(p, root) && root != root.root_path()) root = root.parent_path();
  }
  out.root = root.string();
  return out;
}

}  // namespace graphlift::engine
