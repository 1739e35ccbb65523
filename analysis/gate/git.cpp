#include "analysis/gate/git.h"

#include <algorithm>
#include <charconv>
#include <string_view>

#include "analysis/gate/process.h"

namespace graphlift::gate {
namespace {

Result<Output> git(const std::string& folder, std::vector<std::string> arguments, const std::string& input = {}) {
  std::vector<std::string> command{"git",
                                   "-C",
                                   folder,
                                   "--no-pager",
                                   "--no-optional-locks",
                                   "--literal-pathspecs",
                                   "-c",
                                   "core.fsmonitor=false",
                                   "-c",
                                   "core.hooksPath=/dev/null",
                                   "-c",
                                   "core.quotePath=false",
                                   "-c",
                                   "core.pager=cat",
                                   "-c",
                                   "protocol.allow=never",
                                   "-c",
                                   "submodule.recurse=false"};
  for (std::string& word : arguments) command.push_back(std::move(word));
  return run_process(command, {"GIT_TERMINAL_PROMPT=0", "GIT_NO_LAZY_FETCH=1", "LC_ALL=C"}, input);
}

std::string first_line(std::string_view text) {
  text = text.substr(0, text.find('\n'));
  for (const std::string_view start : {"fatal: ", "error: "})
    if (text.starts_with(start)) text.remove_prefix(start.size());
  return std::string(text);
}

// What it printed; an error when it failed.
Result<std::string> answer(const std::string& folder, std::vector<std::string> arguments, const std::string& input = {}) {
  const std::string what = arguments[0];
  Result<Output> output = git(folder, std::move(arguments), input);
  if (!output) return Error{output.error()};
  if (output->code != 0) return Error{"git " + what + ": " + first_line(output->err)};
  return std::move(output->out);
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> out;
  while (!text.empty()) {
    const size_t end = text.find(separator);
    out.push_back(text.substr(0, end));
    if (end == std::string_view::npos) break;
    text.remove_prefix(end + 1);
  }
  return out;
}

uint32_t number(std::string_view text) {
  uint32_t out = 0;
  std::from_chars(text.data(), text.data() + text.size(), out);
  return out;
}

std::string trimmed(std::string text) {
  while (!text.empty() && (text.back() == '\n' || text.back() == ' ')) text.pop_back();
  return text;
}

std::vector<std::string> diff(std::initializer_list<const char*> options, const std::string& base, const std::string& head) {
  std::vector<std::string> out{"diff", "--no-ext-diff", "--no-textconv", "--no-color", "-M", "--ignore-submodules=all"};
  for (const char* option : options) out.emplace_back(option);
  out.push_back(base);
  if (!head.empty()) out.push_back(head);
  out.emplace_back("--");
  return out;
}

}  // namespace

Result<Repository> Repository::open(const std::string& folder) {
  Result<Output> output = git(folder, {"rev-parse", "--show-toplevel"});
  if (!output) return Error{output.error() + "; the gate needs git"};
  if (output->code != 0)
    return Error{folder + " is in no git repository (" + first_line(output->err) + "); without one use `graphlift baseline`"};
  return Repository(trimmed(output->out));
}

bool Repository::is_shallow() const {
  const Result<std::string> shallow = answer(root_, {"rev-parse", "--is-shallow-repository"});
  return shallow && shallow->starts_with("true");
}

Result<std::string> Repository::commit_of(const std::string& name) const {
  if (name.starts_with("-")) return Error{"`" + name + "` is no name of a commit"};
  const Result<Output> output = git(root_, {"rev-parse", "--verify", "--quiet", "--end-of-options", name + "^{commit}"});
  if (!output) return Error{output.error()};
  if (output->code == 0) return trimmed(output->out);
  std::string hint = "fetch it first";
  if (is_shallow()) hint = "this clone is shallow: fetch the branch, or clone with its history (`fetch-depth: 0` of actions/checkout)";
  else if (name.find('/') == std::string::npos) hint = "fetch it first, or name the remote's branch, as origin/" + name;
  return Error{"there is no commit `" + name + "` in " + root_ + "; " + hint};
}

Result<std::string> Repository::base_of(const std::string& base, const std::string& head) const {
  const Result<std::string> from = commit_of(base), to = commit_of(head.empty() ? "HEAD" : head);
  if (!from) return from;
  if (!to) return to;
  const Result<Output> output = git(root_, {"merge-base", *from, *to});
  if (!output) return Error{output.error()};
  if (output->code == 0) return trimmed(output->out);
  if (is_shallow())
    return Error{"this clone is shallow and does not reach back to where `" + base +
                 "` and HEAD part: clone with the history (`fetch-depth: 0` of actions/checkout), or deepen it (`git fetch --deepen`)"};
  return Error{"`" + base + "` and " + (head.empty() ? "HEAD" : "`" + head + "`") + " have no commit in common"};
}

Result<std::vector<TreeFile>> Repository::tree(const std::string& commit) const {
  const Result<std::string> listing = answer(root_, {"ls-tree", "-r", "-z", "--full-tree", commit});
  if (!listing) return Error{listing.error()};
  std::vector<TreeFile> out;
  for (const std::string_view entry : split(*listing, '\0')) {
    const size_t tab = entry.find('\t');
    const std::vector<std::string_view> words = split(entry.substr(0, tab), ' ');
    // 120000 is a link, 160000 a submodule.
    if (tab == std::string_view::npos || words.size() != 3 || words[1] != "blob" || words[0] == "120000") continue;
    out.push_back({std::string(entry.substr(tab + 1)), std::string(words[2])});
  }
  return out;
}

Result<std::map<std::string, std::string>> Repository::blobs(const std::vector<std::string>& ids) const {
  std::map<std::string, std::string> out;
  if (ids.empty()) return out;
  std::string input;
  for (const std::string& id : ids) input += id + "\n";
  const Result<std::string> read = answer(root_, {"cat-file", "--batch"}, input);
  if (!read) return Error{read.error()};
  std::string_view rest = *read;
  while (!rest.empty()) {
    const size_t end = rest.find('\n');
    const std::vector<std::string_view> header = split(rest.substr(0, end), ' ');
    if (end == std::string_view::npos || header.size() != 3)
      return Error{"the object " + std::string(header.empty() ? "" : header[0]) + " is missing: a partial clone must fetch it first"};
    const size_t size = number(header[2]);
    out[std::string(header[0])] = rest.substr(end + 1, size);
    rest.remove_prefix(std::min(rest.size(), end + 1 + size + 1));
  }
  return out;
}

Result<std::vector<Change>> Repository::changes(const std::string& base, const std::string& head) const {
  const Result<std::string> text = answer(root_, diff({"--name-status", "-z"}, base, head));
  if (!text) return Error{text.error()};
  std::vector<Change> out;
  const std::vector<std::string_view> words = split(*text, '\0');
  for (size_t i = 0; i + 1 < words.size();) {
    const char status = words[i].empty() ? '?' : words[i][0];
    const std::string path(words[i + 1]);
    if (status == 'R' || status == 'C') {
      if (i + 2 >= words.size()) break;
      out.push_back({status == 'R' ? path : std::string(), std::string(words[i + 2])});
      i += 3;
      continue;
    }
    out.push_back({status == 'A' ? std::string() : path, status == 'D' ? std::string() : path});
    i += 2;
  }
  return out;
}

Result<std::string> Repository::uncommitted(const std::vector<std::string>& files) const {
  std::vector<std::string> arguments{"status", "--porcelain", "-z", "--untracked-files=all", "--ignored=no", "--"};
  arguments.insert(arguments.end(), files.begin(), files.end());
  Result<std::string> status = answer(root_, std::move(arguments));
  if (!status || status->empty()) return status;
  constexpr size_t kFlags = 3;
  const std::string first = status->substr(0, status->find('\0'));
  return first.size() > kFlags ? first.substr(kFlags) : first;
}

Result<std::map<std::string, LineRanges>> Repository::changed_lines(const std::string& base, const std::string& head) const {
  const Result<std::string> text = answer(root_, diff({"-U0", "--no-prefix"}, base, head));
  if (!text) return Error{text.error()};
  std::map<std::string, LineRanges> out;
  std::string path;
  uint32_t old_left = 0, new_left = 0;  // lines of the hunk that are still to come: they may look like headers
  for (const std::string_view line : split(*text, '\n')) {
    if (old_left > 0 && line.starts_with("-")) --old_left;
    else if (new_left > 0 && line.starts_with("+")) --new_left;
    else if (line.starts_with("+++ ")) {
      path = line.substr(4, line.find('\t') == std::string_view::npos ? std::string_view::npos : line.find('\t') - 4);
    } else if (line.starts_with("@@ -")) {
      const std::string_view old_part = line.substr(4, line.find(' ', 4) - 4);
      const size_t plus = line.find('+');
      const std::string_view new_part = line.substr(plus + 1, line.find(' ', plus) - plus - 1);
      const auto count = [](std::string_view part) {
        return part.find(',') == std::string_view::npos ? 1 : number(part.substr(part.find(',') + 1));
      };
      old_left = count(old_part);
      new_left = count(new_part);
      const uint32_t first = std::max(number(new_part.substr(0, new_part.find(','))), 1u);
      out[path].emplace_back(first, first + (new_left > 0 ? new_left - 1 : 0));
    }
  }
  return out;
}

}  // namespace graphlift::gate
