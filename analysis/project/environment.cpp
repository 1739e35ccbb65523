#include "analysis/project/environment.h"

#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <unordered_map>

namespace graphlift::project {
namespace fs = std::filesystem;
namespace {

bool is_file(const fs::path& p) {
  std::error_code failed;
  return fs::is_regular_file(p, failed);
}
bool folder_exists(const fs::path& p) {
  std::error_code failed;
  return fs::is_directory(p, failed);
}
std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value ? value : "";
}
std::string trimmed(std::string_view s) {
  const size_t a = s.find_first_not_of(" \t\r\n");
  return a == std::string_view::npos ? std::string() : std::string(s.substr(a, s.find_last_not_of(" \t\r\n") - a + 1));
}

std::unordered_map<std::string, std::string> read_pyvenv(const fs::path& file) {
  std::unordered_map<std::string, std::string> out;
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);)
    if (const size_t eq = line.find('='); eq != std::string::npos) out[trimmed(line.substr(0, eq))] = trimmed(line.substr(eq + 1));
  return out;
}

// "3.11" from "python3.11", "3.11.7", "python3.11t"; empty when there is no minor version.
std::string short_version(std::string_view text) {
  const size_t three = text.find("3.");
  if (three == std::string_view::npos) return {};
  size_t end = three + 2;
  while (end < text.size() && std::isdigit(static_cast<unsigned char>(text[end]))) ++end;
  return end == three + 2 ? std::string() : std::string(text.substr(three, end - three));
}

// lib/python3.X directories under a prefix, newest first.
std::vector<fs::path> library_directories(const fs::path& prefix) {
  std::vector<std::pair<int, fs::path>> found;
  for (const char* lib : {"lib", "lib64"}) {
    std::error_code failed;
    for (auto it = fs::directory_iterator(prefix / lib, failed); !failed && it != fs::directory_iterator(); it.increment(failed)) {
      const std::string name = it->path().filename().string();
      if (name.rfind("python3.", 0) == 0 && folder_exists(it->path())) found.emplace_back(std::atoi(name.c_str() + 8), it->path());
    }
  }
  std::stable_sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
  std::vector<fs::path> out;
  for (auto& [minor, path] : found) out.push_back(std::move(path));
  return out;
}

void add_stdlib(Environment& env, const fs::path& prefix) {
  std::vector<fs::path> candidates;
  if (!env.version.empty())
    for (const char* lib : {"lib", "lib64"}) candidates.push_back(prefix / lib / ("python" + env.version));
  for (fs::path& p : library_directories(prefix)) candidates.push_back(std::move(p));
  for (const fs::path& p : candidates) {
    if (!is_file(p / "os.py")) continue;
    env.stdlib.push_back(p.string());
    if (folder_exists(p / "lib-dynload")) env.stdlib.push_back((p / "lib-dynload").string());
    if (env.version.empty()) env.version = short_version(p.filename().string());
    return;
  }
}

void add_site(Environment& env, const fs::path& directory) {
  const std::string text = directory.lexically_normal().string();
  if (!folder_exists(directory) || std::find(env.site_packages.begin(), env.site_packages.end(), text) != env.site_packages.end()) return;
  env.site_packages.push_back(text);
  std::vector<fs::path> pth;
  std::error_code failed;
  for (auto it = fs::directory_iterator(directory, failed); !failed && it != fs::directory_iterator(); it.increment(failed))
    if (it->path().extension() == ".pth") pth.push_back(it->path());
  std::sort(pth.begin(), pth.end());
  for (const fs::path& file : pth) {
    std::ifstream in(file);
    for (std::string line; std::getline(in, line);) {
      line = trimmed(line);
      if (line.empty() || line[0] == '#' || line.rfind("import ", 0) == 0 || line.rfind("import\t", 0) == 0) continue;
      const fs::path added = (directory / line).lexically_normal();
      const std::string plain = added.has_filename() ? added.string() : added.parent_path().string();
      if (folder_exists(plain) && std::find(env.site_packages.begin(), env.site_packages.end(), plain) == env.site_packages.end())
        env.site_packages.push_back(plain);
    }
  }
}

void add_system_sites(Environment& env, const fs::path& prefix, bool with_user_site) {
  const std::string python = "python" + env.version;
  if (const std::string home = variable("HOME"); with_user_site && !home.empty())
    add_site(env, fs::path(home) / ".local/lib" / python / "site-packages");
  if (prefix == "/usr") {  // Debian keeps pip's and apt's packages apart
    add_site(env, "/usr/local/lib/" + python + "/dist-packages");
    add_site(env, "/usr/lib/python3/dist-packages");
  }
  for (const char* lib : {"lib", "lib64"}) add_site(env, prefix / lib / python / "site-packages");
}

// A pyenv shim is a script: the interpreter is the one that pyenv would select for the project.
fs::path behind_shim(const fs::path& interpreter, const fs::path& project) {
  if (interpreter.parent_path().filename() != "shims") return interpreter;
  const fs::path root = interpreter.parent_path().parent_path();
  std::vector<fs::path> files;
  for (fs::path p = project; !p.empty(); p = p.parent_path()) {
    files.push_back(p / ".python-version");
    if (p == p.root_path()) break;
  }
  files.push_back(root / "version");
  std::vector<std::string> wanted;
  if (const std::string chosen = variable("PYENV_VERSION"); !chosen.empty()) wanted.push_back(chosen);
  for (const fs::path& file : files) {
    std::ifstream in(file);
    std::string line;
    if (std::getline(in, line)) wanted.push_back(trimmed(line));
  }
  for (const std::string& name : wanted)
    if (const fs::path p = root / "versions" / name / "bin/python3"; is_file(p)) return p;
  return interpreter;
}

fs::path on_path(const std::string& command) {
  const std::string path = variable("PATH");
  for (size_t at = 0; at <= path.size();) {
    const size_t end = std::min(path.find(':', at), path.size());
    const fs::path candidate = fs::path(path.substr(at, end - at)) / command;
    if (end > at && is_file(candidate) && access(candidate.c_str(), X_OK) == 0) return candidate;
    at = end + 1;
  }
  return {};
}

fs::path interpreter_in(const fs::path& prefix) {
  for (const char* name : {"bin/python3", "bin/python", "Scripts/python.exe"})
    if (is_file(prefix / name)) return prefix / name;
  return {};
}

fs::path implied_interpreter(const std::string& project_root) {
  for (const char* name : {"VIRTUAL_ENV", "CONDA_PREFIX"})
    if (const std::string prefix = variable(name); !prefix.empty())
      if (fs::path p = interpreter_in(prefix); !p.empty()) return p;
  for (fs::path p = project_root; !p.empty(); p = p.parent_path()) {
    for (const char* name : {".venv", "venv"})
      if (is_file(p / name / "pyvenv.cfg"))
        if (fs::path found = interpreter_in(p / name); !found.empty()) return found;
    if (p == p.root_path()) break;
  }
  for (const char* name : {"python3", "python"})
    if (fs::path p = on_path(name); !p.empty()) return behind_shim(p, project_root);
  return {};
}

Environment environment_of(const fs::path& interpreter) {
  Environment env;
  env.interpreter = interpreter.string();
  const fs::path own_prefix = interpreter.parent_path().parent_path();
  fs::path config = own_prefix / "pyvenv.cfg";
  if (!is_file(config)) config = interpreter.parent_path() / "pyvenv.cfg";
  std::error_code failed;
  const fs::path resolved = fs::canonical(interpreter, failed);
  if (is_file(config)) {
    auto settings = read_pyvenv(config);
    env.version = short_version(settings.count("version") ? settings["version"] : settings["version_info"]);
    const fs::path venv = config.parent_path();
    if (env.version.empty())
      if (const auto libraries = library_directories(venv); !libraries.empty())
        env.version = short_version(libraries[0].filename().string());
    fs::path home = settings["home"];
    if (home.empty() && !failed) home = resolved.parent_path();
    add_stdlib(env, home.parent_path());
    if (env.stdlib.empty() && !failed) add_stdlib(env, resolved.parent_path().parent_path());
    for (const char* lib : {"lib", "lib64"}) add_site(env, venv / lib / ("python" + env.version) / "site-packages");
    if (settings["include-system-site-packages"] == "true") add_system_sites(env, home.parent_path(), true);
    return env;
  }
  const fs::path real = failed ? interpreter : resolved;
  env.version = short_version(real.filename().string());
  const fs::path prefix = real.parent_path().parent_path();
  add_stdlib(env, prefix);
  if (env.stdlib.empty()) add_stdlib(env, own_prefix);
  add_system_sites(env, prefix, true);
  if (own_prefix != prefix) add_system_sites(env, own_prefix, false);
  return env;
}

std::string canonical_distribution(std::string_view name) {
  std::string out;
  for (const char c : name) out += c == '-' || c == '.' ? '_' : static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return out;
}

void read_distributions(Environment& env) {
  for (const std::string& directory : env.site_packages) {
    std::error_code failed;
    for (auto it = fs::directory_iterator(directory, failed); !failed && it != fs::directory_iterator(); it.increment(failed)) {
      const std::string entry = it->path().filename().string();
      const size_t tail = entry.rfind(".dist-info"), dash = entry.find('-');
      if (tail == std::string::npos || tail + 10 != entry.size() || dash == std::string::npos || dash > tail) continue;
      env.distributions.emplace(canonical_distribution(entry.substr(0, dash)), entry.substr(dash + 1, tail - dash - 1));
    }
  }
}

}  // namespace

std::optional<std::string> Environment::distribution_version(std::string_view name) const {
  const auto found = distributions.find(canonical_distribution(name));
  return found == distributions.end() ? std::nullopt : std::optional(found->second);
}

Result<Environment> find_environment(const EnvironmentRequest& request) {
  if (request.python.empty()) {
    const fs::path implied = implied_interpreter(request.project_root);
    Environment env = implied.empty() ? Environment{} : environment_of(implied);
    read_distributions(env);
    return env;
  }
  fs::path given = request.python;
  if (folder_exists(given)) {
    const fs::path inside = interpreter_in(given);
    if (inside.empty()) return Error{"--python " + request.python + ": the directory holds no Python environment (no bin/python)"};
    given = inside;
  } else if (!given.has_parent_path() && !is_file(given)) {
    given = on_path(request.python);
    if (given.empty()) return Error{"--python " + request.python + ": no such command on PATH"};
  } else if (!is_file(given)) {
    return Error{"--python " + request.python + ": no such file"};
  }
  std::error_code failed;
  fs::path absolute = fs::absolute(given, failed).lexically_normal();
  Environment env = environment_of(behind_shim(absolute, request.project_root));
  if (env.stdlib.empty() && env.site_packages.empty())
    return Error{"--python " + request.python + ": found neither a standard library nor site-packages beside it"};
  read_distributions(env);
  return env;
}

}  // namespace graphlift::project
