// The default format: header, snippet with a caret line, the value's path, and a table of regions.
#include <algorithm>

#include "analysis/report/text.h"
#include "analysis/report/writers.h"

namespace graphlift::report {
namespace {

constexpr std::string_view kReset = "\x1b[0m", kBold = "\x1b[1m", kRed = "\x1b[31m", kYellow = "\x1b[33m", kBlue = "\x1b[34m",
                           kGreen = "\x1b[32m", kCyan = "\x1b[36m", kDim = "\x1b[2m";

std::string_view colour_of(Severity severity) {
  return severity == Severity::Error ? kRed : severity == Severity::Warning ? kYellow : kBlue;
}

std::string_view colour_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::WholeGraph: return kGreen;
    case Verdict::Unknown: return kBlue;
    default: return verdict == Verdict::Error ? kRed : kYellow;
  }
}

// Tabs become four spaces, so that carets stand where the text stands; other controls would move the cursor.
struct Expanded {
  std::string text;
  std::vector<uint32_t> column_of;  // per code point: its screen column, and one past the end
};

Expanded expand(std::string_view line) {
  Expanded out;
  uint32_t column = 0;
  for (size_t i = 0; i < line.size();) {
    out.column_of.push_back(column);
    const auto c = static_cast<unsigned char>(line[i]);
    size_t length = c < 0x80 ? 1 : c < 0xE0 ? 2 : c < 0xF0 ? 3 : 4;
    length = std::min(length, line.size() - i);
    if (c == '\t') {
      out.text += "    ";
      column += 4;
    } else {
      if (c < 0x20 || c == 0x7f) out.text += ' ';
      else out.text.append(line.substr(i, length));
      ++column;
    }
    i += length;
  }
  out.column_of.push_back(column);
  return out;
}

class FullWriter {
 public:
  FullWriter(const Report& report, SourceText& sources, const FullStyle& style) : report_(report), sources_(sources), style_(style) {}

  std::string write() {
    for (const Finding& f : report_.findings) finding(f);
    regions();
    summary();
    return std::move(out_);
  }

 private:
  std::string paint(std::string_view text, std::string_view colour) const {
    return style_.colour ? std::string(colour) + std::string(text) + std::string(kReset) : std::string(text);
  }

  void finding(const Finding& f) {
    out_ += paint(f.file + ":" + std::to_string(f.line) + ":" + std::to_string(f.column), kBold) + " " +
            paint(f.code, colour_of(f.severity)) + " " + paint(f.rule, kBold) + " " + f.message + "\n";
    snippet(f);
    for (size_t i = 0; i < f.path.size(); ++i) {
      const PathStep& step = f.path[i];
      out_ += (i == 0 ? "  path: " : "        ") + std::to_string(i + 1) + ". " +
              paint(step.file + ":" + std::to_string(step.line), kCyan) + " " + step.note + "\n";
    }
    chains(f);
    if (f.certainty == Certainty::Conditional)
      out_ += "  only if: " + (f.condition.empty() ? std::string("a condition that depends on the caller") : f.condition) + "\n";
    if (f.certainty == Certainty::Possible) out_ += "  possible: the analysis could not tell whether this is reached\n";
    if (const std::string text = effect_text(f); !text.empty()) out_ += "  effect: " + text + "\n";
    for (const Consequence& c : f.consequences) out_ += "  also causes: " + c.file + ":" + std::to_string(c.line) + " " + c.rule + "\n";
    if (!f.advice.empty()) out_ += "  help: " + f.advice + "\n";
    out_ += '\n';
  }

  // The other ways to the place, by their innermost call.
  void chains(const Finding& f) {
    constexpr size_t kMost = 3;
    for (size_t i = 1; i < f.call_chains.size() && i <= kMost; ++i) {
      if (f.call_chains[i].empty()) continue;
      const Place& inner = f.call_chains[i].front();
      out_ += "  also reached from: " + paint(inner.file + ":" + std::to_string(inner.line), kCyan) + "\n";
    }
  }

  static std::string effect_text(const Finding& f) {
    std::string text(explain(f.effect));
    if (!f.gb_id.empty()) text += (text.empty() ? "" : " ") + ("(" + f.gb_id + (f.gb_type.empty() ? "" : " " + f.gb_type) + ")");
    return text;
  }

  void snippet(const Finding& f) {
    const std::string_view line = sources_.line(f.file, f.line);
    if (line.empty()) return;
    Expanded shown = expand(line);
    const size_t last = shown.column_of.size() - 1;
    const uint32_t start = shown.column_of[std::min<size_t>(f.column > 0 ? f.column - 1 : 0, last)];
    uint32_t end =
        f.end_line == f.line && f.end_column > 0 ? shown.column_of[std::min<size_t>(f.end_column - 1, last)] : shown.column_of[last];
    end = std::max(end, start + 1);
    const std::string number = std::to_string(f.line);
    const std::string margin(number.size(), ' ');
    cut(shown, start, end);
    out_ += margin + " " + paint("|", kDim) + "\n";
    out_ += paint(number, kDim) + " " + paint("|", kDim) + " " + shown.text + "\n";
    out_ +=
        margin + " " + paint("|", kDim) + " " + std::string(begin_, ' ') + paint(std::string(length_, '^'), colour_of(f.severity)) + "\n";
  }

  // Keeps the marked part of a very long line in view.
  void cut(Expanded& shown, uint32_t start, uint32_t end) {
    begin_ = start;
    length_ = end - start;
    const uint32_t width = std::max<uint32_t>(style_.width, 40);
    if (shown.column_of.back() <= width) return;
    const uint32_t from = start > width / 3 ? start - width / 3 : 0;
    std::string text;
    uint32_t column = 0;
    for (size_t i = 0; i < shown.text.size(); ++i) {
      const bool continuation = (static_cast<unsigned char>(shown.text[i]) & 0xC0u) == 0x80u;
      if (!continuation && i > 0) ++column;
      if (column >= from && column < from + width) text += shown.text[i];
    }
    shown.text = (from > 0 ? "..." : "") + text + "...";
    begin_ = start - from + (from > 0 ? 3 : 0);
    length_ = std::min(length_, from + width - start);
  }

  void regions() {
    if (report_.regions.empty()) return;
    size_t verdict_width = 0, entry_width = 0;
    for (const Region& r : report_.regions) {
      verdict_width = std::max(verdict_width, name_of(r.verdict).size());
      entry_width = std::max(entry_width, r.entry.size());
    }
    out_ += paint("Regions", kBold) + "\n";
    for (const Region& r : report_.regions) {
      std::string verdict(name_of(r.verdict));
      verdict.resize(verdict_width, ' ');
      std::string entry = r.entry;
      entry.resize(entry_width, ' ');
      out_ += "  " + paint(verdict, colour_of(r.verdict)) + "  " + entry + "  " + r.mode;
      out_ += r.site ? " at " + r.site->file + ":" + std::to_string(r.site->line)
                     : " (candidate, " + r.file + ":" + std::to_string(r.line) + ")";
      if (r.base_verdict && *r.base_verdict != r.verdict)
        out_ += ", was " + std::string(name_of(*r.base_verdict)) + (r.base_graphs ? " with " + counted(*r.base_graphs, "graph") : "");
      if (r.predicted_graphs) out_ += ", " + std::to_string(*r.predicted_graphs) + (*r.predicted_graphs == 1 ? " graph" : " graphs");
      out_ += '\n';
      for (size_t i = 0; i < r.reasons.size() && i < 5; ++i) out_ += "      " + r.reasons[i] + "\n";
      if (r.reasons.size() > 5) out_ += "      and " + std::to_string(r.reasons.size() - 5) + " more (see --format json)\n";
    }
    out_ += '\n';
  }

  void summary() {
    uint32_t counts[3] = {};
    for (const Finding& f : report_.findings) ++counts[static_cast<size_t>(f.severity)];
    out_ += report_.findings.empty() ? "No findings"
                                     : "Found " + counted(counts[2], "error") + ", " + counted(counts[1], "warning") + ", " +
                                           std::to_string(counts[0]) + " info";
    out_ += " in " + counted(report_.regions.size(), "region") + " (" + counted(report_.files, "file") + " read).\n";
    if (report_.compared)
      out_ += "All of them are new; " + std::to_string(report_.existing) + " were there before, " + std::to_string(report_.fixed.size()) +
              " are fixed.\n";
  }

  const Report& report_;
  SourceText& sources_;
  const FullStyle& style_;
  std::string out_;
  uint32_t begin_ = 0, length_ = 0;
};

}  // namespace

std::string write_full(const Report& report, SourceText& sources, const FullStyle& style) {
  return FullWriter(report, sources, style).write();
}

}  // namespace graphlift::report
