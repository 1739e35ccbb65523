// A summary for a pull request or GITHUB_STEP_SUMMARY: regions first, then findings, each with its path folded away.
#include <algorithm>

#include "analysis/report/text.h"
#include "analysis/report/writers.h"

namespace graphlift::report {
namespace {

// GitHub refuses step summaries of more than 1 MiB; people stop reading long before.
constexpr size_t kMostFindings = 100, kMostRegions = 100;

// For a table cell or a line: no bar, no line break, no tag outside of code.
std::string cell(std::string_view text) {
  std::string out;
  bool in_code = false;
  for (const char c : text) {
    in_code = in_code != (c == '`');
    if (c == '|') out += "\\|";
    else if (c == '\n') out += ' ';
    else if (c == '<' && !in_code) out += "&lt;";
    else out += c;
  }
  return out;
}

std::string code(std::string_view text) { return cell("`" + std::string(text) + "`"); }

const char* mark_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::WholeGraph: return "✅ whole-graph";
    case Verdict::Unknown: return "❔ unknown";
    case Verdict::Unsafe: return "⚠️ unsafe";
    case Verdict::Breaks: return "⚠️ breaks";
    case Verdict::Error: return "❌ error";
  }
  return "";
}

std::string graphs(const std::optional<uint32_t>& number) { return number ? std::to_string(*number) : "?"; }

std::string region_table(const Report& report) {
  std::string out = report.compared ? "| region | mode | base | now | graphs |\n|---|---|---|---|---|\n"
                                    : "| region | mode | verdict | graphs |\n|---|---|---|---|\n";
  std::vector<const Region*> order;
  for (const Region& r : report.regions) order.push_back(&r);
  std::stable_sort(order.begin(), order.end(), [](const Region* a, const Region* b) { return a->verdict > b->verdict; });
  for (size_t i = 0; i < order.size() && i < kMostRegions; ++i) {
    const Region& r = *order[i];
    out += "| " + code(r.entry) + " | " + r.mode + " | ";
    if (report.compared) out += std::string(r.base_verdict ? mark_of(*r.base_verdict) : "") + " | ";
    out += std::string(mark_of(r.verdict)) + " | ";
    if (r.base_verdict && r.base_graphs != r.predicted_graphs) out += graphs(r.base_graphs) + " → ";
    out += graphs(r.predicted_graphs) + " |\n";
  }
  if (order.size() > kMostRegions) out += "\n… and " + counted(order.size() - kMostRegions, "region") + " more.\n";
  return out + "\n";
}

std::string finding_block(const Finding& f, const Report& report, const Context& context) {
  const Anchor at = anchor_of(f, report);
  std::string out = "- **" + f.code + "** " + f.rule + " " + code(shown_path(at.file, context.prefix) + ":" + std::to_string(at.line)) +
                    ": " + cell(sentence(f, at)) + "\n";
  const std::string_view line = context.sources.line(f.file, f.line);
  if (f.path.empty() && line.empty()) return out;
  out += "  <details><summary>source and path</summary>\n\n";
  if (!line.empty()) out += "  ```python\n  " + cut(line, 200) + "\n  ```\n";
  for (const PathStep& step : f.path) out += "  1. " + code(step.file + ":" + std::to_string(step.line)) + " " + cell(step.note) + "\n";
  if (const std::string_view effect = explain(f.effect); !effect.empty()) out += "\n  " + std::string(effect) + "\n";
  if (!f.advice.empty()) out += "\n  " + cell(f.advice) + "\n";
  return out + "  </details>\n";
}

void list(std::string& out, const std::vector<const Finding*>& findings, const char* title, const Report& report, const Context& context) {
  if (findings.empty()) return;
  out += std::string("### ") + title + " (" + std::to_string(findings.size()) + ")\n\n";
  for (size_t i = 0; i < findings.size() && i < kMostFindings; ++i) out += finding_block(*findings[i], report, context);
  if (findings.size() > kMostFindings) out += "\n… and " + std::to_string(findings.size() - kMostFindings) + " more.\n";
  out += "\n";
}

}  // namespace

std::string write_markdown(const Report& report, const Context& context) {
  std::vector<const Finding*> fresh, existing, fixed;
  for (const Finding& f : report.findings) (f.status == Status::Existing ? existing : fresh).push_back(&f);
  for (const Finding& f : report.fixed) fixed.push_back(&f);
  std::string out = "## graphlift\n\n";
  if (report.compared)
    out += "**" + std::to_string(fresh.size()) + " new**, " + std::to_string(existing.size()) + " existing, " +
           std::to_string(fixed.size()) + " fixed, in " + counted(report.regions.size(), "region") + ".\n\n";
  else out += counted(fresh.size(), "finding") + " in " + counted(report.regions.size(), "region") + ".\n\n";
  for (const std::string& violation : report.violations) out += "- ❌ " + cell(violation) + "\n";
  if (!report.violations.empty()) out += "\n";
  if (!report.regions.empty()) out += region_table(report);
  list(out, fresh, report.compared ? "New" : "Findings", report, context);
  list(out, existing, "Existing", report, context);
  list(out, fixed, "Fixed", report, context);
  for (const std::string& error : report.errors) out += "- ❌ " + cell(error) + "\n";
  return out;
}

}  // namespace graphlift::report
