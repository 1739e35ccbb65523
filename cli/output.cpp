#include "cli/output.h"

#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "analysis/report/writers.h"
#include "cli/commands.h"

namespace graphlift::cli {
namespace fs = std::filesystem;
namespace {

bool known_format(const std::string& name) {
  const std::vector<std::string>& all = report::formats();
  return std::find(all.begin(), all.end(), name) != all.end();
}

std::string format_list() {
  std::string out;
  for (const std::string& name : report::formats()) out += (out.empty() ? "" : ", ") + name;
  return out;
}

// An error text for what is no FORMAT:DEST; CLI11 prints it.
std::string check_destination(const std::string& text) {
  const size_t colon = text.find(':');
  const std::string format = text.substr(0, colon);
  if (!known_format(format)) return "`" + format + "` is no format; there are " + format_list();
  if (colon != std::string::npos && colon + 1 == text.size()) return "`" + text + "` names no file";
  return {};
}

bool colour_wanted() {
  const char* none = std::getenv("NO_COLOR");
  const char* terminal = std::getenv("TERM");
  return isatty(STDOUT_FILENO) != 0 && (!none || !*none) && !(terminal && std::string_view(terminal) == "dumb");
}

// From the repository that holds the folder to the folder, with a slash at its end; empty outside a repository and at its root.
std::string repository_prefix(const std::string& root) {
  std::error_code failed;
  for (fs::path at = root; at != at.root_path() && !at.empty(); at = at.parent_path()) {
    if (!fs::exists(at / ".git", failed)) continue;
    const std::string inside = fs::path(root).lexically_relative(at).generic_string();
    return inside.empty() || inside == "." ? std::string() : inside + "/";
  }
  return {};
}

}  // namespace

bool write_file(const std::string& path, const std::string& text) {
  std::error_code failed;
  fs::path target = fs::weakly_canonical(path, failed);  // through links, which stay
  if (failed) target = path;
  if (target.has_parent_path()) fs::create_directories(target.parent_path(), failed);
  // A device or a pipe is written to, a file is replaced: nobody sees half of it.
  const bool special = fs::exists(target, failed) && !fs::is_regular_file(target, failed);
  const fs::path fresh = special ? target : fs::path(target.string() + "." + std::to_string(getpid()) + ".new");
  std::ofstream out(fresh, std::ios::binary | std::ios::trunc);
  out.write(text.data(), static_cast<std::streamsize>(text.size()));
  out.close();
  if (special || !out.good()) {
    if (!special) fs::remove(fresh, failed);
    return out.good();
  }
  if (const fs::file_status old = fs::status(target, failed); fs::exists(old)) fs::permissions(fresh, old.permissions(), failed);
  fs::rename(fresh, target, failed);
  return !failed;
}

void OutputOptions::add_to(CLI::App& app) {
  app.add_option("--format,--output-format", format, "what to print: " + format_list())
      ->check(CLI::IsMember(report::formats()))
      ->type_name("FORMAT");
  app.add_option("-o,--output", destinations, "write a report in this format to this file, `-` for standard output (repeatable)")
      ->check(CLI::Validator(check_destination, ""))
      ->type_name("FORMAT:DEST")
      ->expected(1)
      ->allow_extra_args(false)
      ->take_all();
}

bool write_reports(const OutputOptions& options, const report::Report& report, report::SourceText& sources) {
  report::Context context{sources, {}, repository_prefix(report.root)};
  std::vector<std::pair<std::string, std::string>> wanted;
  if (!options.format.empty()) wanted.emplace_back(options.format, "-");
  for (const std::string& text : options.destinations) {
    const size_t colon = text.find(':');
    wanted.emplace_back(text.substr(0, colon), colon == std::string::npos ? "-" : text.substr(colon + 1));
  }
  if (wanted.empty()) wanted.emplace_back("full", "-");
  bool good = true;
  for (const auto& [format, destination] : wanted) {
    context.style.colour = destination == "-" && colour_wanted();
    const std::string text = report::write(format, report, context);
    if (destination == "-" ? print(text) : write_file(destination, text)) continue;
    complain(destination == "-" ? "the report could not be written to standard output" : destination + ": the report could not be written");
    good = false;
  }
  return good;
}

}  // namespace graphlift::cli
