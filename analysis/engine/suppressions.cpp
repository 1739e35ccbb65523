#include "analysis/engine/suppressions.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string_view>
#include <tuple>

#include "models/rules/rules.h"

namespace graphlift::engine {
namespace {

struct Suppression {
  std::vector<std::string> codes;  // empty: every rule
  std::string unknown;             // a name in it that is no rule
  uint32_t column = 0, end_column = 0;
  bool used = false;
};

uint32_t code_points(std::string_view text) {
  return static_cast<uint32_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0u) != 0x80u; }));
}

std::string_view trimmed(std::string_view s) {
  while (!s.empty() && (s.front() == ' ' || s.front() == '\t')) s.remove_prefix(1);
  while (!s.empty() && (s.back() == ' ' || s.back() == '\t')) s.remove_suffix(1);
  return s;
}

std::optional<Suppression> read(std::string_view line) {
  constexpr std::string_view kMark = "graphlift: ignore";
  const size_t mark = line.find(kMark);
  if (mark == std::string_view::npos) return std::nullopt;
  const size_t hash = line.rfind('#', mark);
  if (hash == std::string_view::npos || !trimmed(line.substr(hash + 1, mark - hash - 1)).empty()) return std::nullopt;
  Suppression out;
  std::string_view rest = line.substr(mark + kMark.size());
  size_t end = mark + kMark.size();
  if (!rest.empty() && rest.front() == '[') {
    const size_t close = rest.find(']');
    if (close == std::string_view::npos) return std::nullopt;
    end += close + 1;
    std::string_view names = rest.substr(1, close - 1);
    while (true) {
      const size_t comma = names.find(',');
      const std::string_view name = trimmed(names.substr(0, comma));
      if (const models::Rule* rule = models::find_rule(name)) out.codes.push_back(rule->code);
      else out.unknown = name;
      if (comma == std::string_view::npos) break;
      names.remove_prefix(comma + 1);
    }
  }
  out.column = code_points(line.substr(0, hash)) + 1;
  out.end_column = code_points(line.substr(0, end)) + 1;
  return out;
}

report::Finding complaint(const project::SourceRecord& file, uint32_t line, const Suppression& suppression) {
  const bool misspelt = !suppression.unknown.empty();
  const models::Rule* rule = models::find_rule(misspelt ? "bad-configuration" : "unused-suppression");
  report::Finding out;
  out.code = rule->code;
  out.rule = rule->name;
  out.severity = misspelt ? report::Severity::Error : report::Severity::Warning;
  out.file = file.display;
  out.line = out.end_line = line;
  out.column = suppression.column;
  out.end_column = suppression.end_column;
  out.message =
      misspelt ? "there is no rule `" + suppression.unknown + "`" : "nothing is reported on this line that the comment would suppress";
  return out;
}

}  // namespace

void apply_suppressions(report::Report& report, const std::vector<const project::SourceRecord*>& given,
                        const std::set<std::string, std::less<>>& selected) {
  std::map<std::pair<std::string_view, uint32_t>, Suppression> comments;
  std::vector<std::tuple<const project::SourceRecord*, uint32_t>> places;
  for (const project::SourceRecord* file : given) {
    if (file->text.source.find("graphlift: ignore") == std::string::npos) continue;
    for (uint32_t line = 1; line <= file->text.line_starts.size(); ++line)
      if (std::optional<Suppression> found = read(project::line_text(*file, line))) {
        comments.emplace(std::pair{std::string_view(file->display), line}, std::move(*found));
        places.emplace_back(file, line);
      }
  }
  if (comments.empty()) return;
  const auto suppressed = [&](const report::Finding& f) {
    const auto found = comments.find({std::string_view(f.file), f.line});
    if (found == comments.end()) return false;
    Suppression& s = found->second;
    if (!s.codes.empty() && std::find(s.codes.begin(), s.codes.end(), f.code) == s.codes.end()) return false;
    if (s.codes.empty() && !s.unknown.empty()) return false;
    return s.used = true;
  };
  report.findings.erase(std::remove_if(report.findings.begin(), report.findings.end(), suppressed), report.findings.end());
  for (const auto& [file, line] : places) {
    const Suppression& s = comments.at({std::string_view(file->display), line});
    const bool judged = std::all_of(s.codes.begin(), s.codes.end(), [&](const std::string& code) { return selected.count(code) != 0; });
    if (!s.unknown.empty() || (!s.used && judged)) report.findings.push_back(complaint(*file, line, s));
  }
}

}  // namespace graphlift::engine
