#include "analysis/report/text.h"

#include <algorithm>

#include "analysis/report/writers.h"

namespace graphlift::report {

std::string escape_markup(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (const char c : text) {
    switch (c) {
      case '&': out += "&amp;"; break;
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      case '"': out += "&quot;"; break;
      case '\'': out += "&#39;"; break;
      default:
        // Control characters have no place in XML at all.
        if (static_cast<unsigned char>(c) < 0x20 && c != '\n' && c != '\t') out += ' ';
        else out += c;
    }
  }
  return out;
}

std::string encode_uri(std::string_view path) {
  constexpr std::string_view kPlain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/!$&'()*+,;=@";
  constexpr char kDigits[] = "0123456789ABCDEF";
  std::string out;
  for (const char c : path) {
    if (kPlain.find(c) != std::string_view::npos) {
      out += c;
      continue;
    }
    const auto byte = static_cast<unsigned char>(c);
    out += '%';
    out += kDigits[byte >> 4u];
    out += kDigits[byte & 15u];
  }
  return out;
}

std::string cut(std::string_view text, size_t most) {
  if (text.size() <= most) return std::string(text);
  size_t end = most > 3 ? most - 3 : 0;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0u) == 0x80u) --end;
  return std::string(text.substr(0, end)) + "...";
}

std::string counted(size_t number, std::string_view noun) {
  return std::to_string(number) + " " + std::string(noun) + (number == 1 ? "" : "s");
}

std::string shown_path(std::string_view file, std::string_view prefix) {
  if (const size_t cell = file.find(".ipynb:cell "); cell != std::string_view::npos) file = file.substr(0, cell + 6);
  return is_installed(file) ? std::string(file) : std::string(prefix) + std::string(file);
}

bool is_installed(std::string_view file) {
  return file.starts_with("site-packages/") || file.starts_with("stdlib/") || file.starts_with("<") || file.starts_with("/");
}

Anchor anchor_of(const Finding& f, const Report& report) {
  Anchor out{f.file, f.line, f.column, f.end_line, f.end_column, false};
  if (!is_installed(f.file)) return out;
  const auto move_to = [&](const std::string& file, uint32_t line) {
    if (is_installed(file)) return false;
    out = {file, line, 1, line, 1, true};
    return true;
  };
  for (const std::vector<Place>& chain : f.call_chains)
    for (const Place& place : chain)
      if (move_to(place.file, place.line)) return out;
  for (const Region& region : report.regions) {
    if (std::find(f.regions.begin(), f.regions.end(), region.id) == f.regions.end()) continue;
    if (region.site && move_to(region.site->file, region.site->line)) return out;
    if (move_to(region.file, region.line)) return out;
  }
  return out;
}

std::string sentence(const Finding& f, const Anchor& anchor) {
  std::string out = f.message;
  if (f.certainty == Certainty::Conditional) out += f.condition.empty() ? " (conditional)" : " (if " + f.condition + ")";
  if (f.certainty == Certainty::Possible) out += " (possible)";
  if (anchor.moved) out += " (in " + f.file + ":" + std::to_string(f.line) + ", reached from here)";
  if (const size_t cell = f.file.find(".ipynb:cell "); cell != std::string::npos) out += " (" + f.file.substr(cell + 7) + ")";
  return out;
}

std::string_view explain(Effect effect) {
  switch (effect) {
    case Effect::None: return {};
    case Effect::Resume: return "the graph is split here; the rest of the function is compiled as another graph";
    case Effect::CannotResume: return "what comes before is compiled, the rest of the function runs eager";
    case Effect::FunctionSkipped: return "nothing of the function is compiled; what it calls is compiled piece by piece";
    case Effect::Error: return "compilation fails here";
  }
  return {};
}

}  // namespace graphlift::report
