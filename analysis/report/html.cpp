// One self-contained page: region map, findings with their paths as source excerpts, the call graph of each region, filters.
#include <algorithm>
#include <map>
#include <set>

#include "analysis/report/html_graph.h"
#include "analysis/report/html_style.h"
#include "analysis/report/text.h"
#include "analysis/report/writers.h"

namespace graphlift::report {
namespace {

constexpr uint32_t kAround = 2;  // lines of source before and after a place

class HtmlWriter {
 public:
  HtmlWriter(const Report& report, const Context& context) : report_(report), context_(context) {}

  std::string write() {
    out_ =
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>graphlift report</title>\n<style>";
    out_ += kHtmlStyle;
    out_ += "</style></head><body>\n<header><h1>graphlift</h1><p>" + summary() + "</p></header>\n<main>\n";
    region_map();
    filters();
    findings("Findings", report_.findings);
    if (!report_.fixed.empty()) findings("Fixed", report_.fixed);
    list("Errors", report_.errors);
    list("Notes", report_.notes);
    out_ += "</main>\n<script>";
    out_ += kHtmlScript;
    out_ += "</script></body></html>\n";
    return std::move(out_);
  }

 private:
  std::string summary() const {
    size_t counts[3] = {};
    for (const Finding& f : report_.findings) ++counts[static_cast<size_t>(f.severity)];
    std::string text = counted(counts[2], "error") + ", " + counted(counts[1], "warning") + ", " + std::to_string(counts[0]) + " info in " +
                       counted(report_.regions.size(), "region") + " (" + counted(report_.files, "file") + " read)";
    if (report_.torch_version) text += ", PyTorch " + *report_.torch_version;
    return escape_markup(text);
  }

  void region_map() {
    if (report_.regions.empty()) return;
    out_ += "<section><h2>Regions</h2>\n";
    for (const Region& r : report_.regions) {
      const std::string verdict(name_of(r.verdict));
      const Place site = r.site.value_or(Place{r.file, r.line});
      size_t number = 0;
      for (const Finding& f : report_.findings) number += std::count(f.regions.begin(), f.regions.end(), r.id) > 0 ? 1 : 0;
      out_ += "<details class=\"region " + verdict + "\" id=\"" + r.id + "\"><summary><span class=\"verdict\">" + verdict + "</span> <b>" +
              escape_markup(r.entry) + "</b> <span class=\"dim\">" + escape_markup(r.mode) + " at " + escape_markup(site.file) + ":" +
              std::to_string(site.line) + (r.predicted_graphs ? ", " + counted(*r.predicted_graphs, "graph") : "") + ", " +
              counted(number, "finding") + "</span></summary>\n";
      if (r.base_verdict) out_ += "<p>Base: " + std::string(name_of(*r.base_verdict)) + "</p>\n";
      if (!r.reasons.empty()) list("", r.reasons);
      out_ += call_graph(report_, r);
      if (number > 0) out_ += "<p><button type=\"button\" data-region=\"" + r.id + "\">Show its findings</button></p>\n";
      out_ += "</details>\n";
    }
    out_ += "</section>\n";
  }

  void filters() {
    if (report_.findings.empty()) return;
    std::set<std::pair<std::string, std::string>> rules;
    for (const Finding& f : report_.findings) rules.emplace(f.code, f.rule);
    out_ +=
        "<section class=\"filters\"><label>Text <input id=\"text\" type=\"search\" placeholder=\"file, function, message\"></label>\n"
        "<label>Rule <select id=\"rule\"><option value=\"\">all</option>";
    for (const auto& [code, name] : rules)
      out_ += "<option value=\"" + escape_markup(code) + "\">" + escape_markup(code + " " + name) + "</option>";
    out_ +=
        "</select></label>\n<label>Severity <select id=\"severity\"><option value=\"\">all</option><option>error</option>"
        "<option>warning</option><option>info</option></select></label>\n"
        "<label>Certainty <select id=\"certainty\"><option value=\"\">all</option><option>definite</option><option>conditional</option>"
        "<option>possible</option></select></label>\n<label>Region <select id=\"region\"><option value=\"\">all</option>";
    for (const Region& r : report_.regions) out_ += "<option value=\"" + r.id + "\">" + escape_markup(r.id + " " + r.entry) + "</option>";
    out_ += "</select></label>\n";
    if (report_.compared)
      out_ +=
          "<label>Status <select id=\"status\"><option "
          "value=\"\">all</option><option>new</option><option>existing</option></select></label>\n";
    out_ += "<span id=\"count\" class=\"dim\"></span></section>\n";
  }

  void findings(const char* title, const std::vector<Finding>& list) {
    out_ += std::string("<section><h2>") + title + "</h2>\n";
    if (list.empty()) out_ += "<p>None.</p>\n";
    for (const Finding& f : list) finding(f);
    out_ += "</section>\n";
  }

  void finding(const Finding& f) {
    std::string regions;
    for (const std::string& id : f.regions) regions += " " + id;
    out_ += "<article class=\"finding " + std::string(name_of(f.severity)) + "\" data-rule=\"" + escape_markup(f.code) +
            "\" data-severity=\"" + std::string(name_of(f.severity)) + "\" data-certainty=\"" + std::string(name_of(f.certainty)) +
            "\" data-status=\"" + std::string(name_of(f.status)) + "\" data-region=\"" + regions + " \">\n<h3><code class=\"tag\">" +
            escape_markup(f.code) + "</code> " + escape_markup(sentence(f, {f.file, f.line, f.column, f.end_line, f.end_column, false})) +
            "</h3>\n<p class=\"dim\">" + escape_markup(f.file) + ":" + std::to_string(f.line) + ":" + std::to_string(f.column) + " in " +
            escape_markup(f.function) + ", " + escape_markup(f.rule) + ", " + std::string(name_of(f.certainty)) +
            (f.status == Status::None ? "" : ", <b>" + std::string(name_of(f.status)) + "</b>") + "</p>\n";
    excerpt(f.file, f.line, f.column, f.end_line == f.line ? f.end_column : 0);
    if (const std::string_view effect = explain(f.effect); !effect.empty())
      out_ +=
          "<p>Effect: " + std::string(effect) + (f.gb_id.empty() ? "" : " (" + escape_markup(f.gb_id + " " + f.gb_type) + ")") + ".</p>\n";
    if (!f.advice.empty()) out_ += "<p>" + code_marks(f.advice) + "</p>\n";
    if (!f.path.empty()) {
      out_ += "<details><summary>Path: " + counted(f.path.size(), "step") + "</summary><ol>\n";
      for (const PathStep& step : f.path) {
        out_ += "<li>" + code_marks(step.note) + " <span class=\"dim\">" + escape_markup(step.file) + ":" + std::to_string(step.line) +
                "</span>\n";
        excerpt(step.file, step.line, 0, 0);
        out_ += "</li>\n";
      }
      out_ += "</ol></details>\n";
    }
    out_ += "</article>\n";
  }

  // Text between backticks in the code font.
  static std::string code_marks(std::string_view text) {
    std::string out;
    bool inside = false;
    for (const char c : escape_markup(text)) {
      if (c != '`') {
        out += c;
        continue;
      }
      out += inside ? "</code>" : "<code>";
      inside = !inside;
    }
    return inside ? out + "</code>" : out;
  }

  void excerpt(const std::string& file, uint32_t line, uint32_t column, uint32_t end_column) {
    if (context_.sources.line(file, line).empty()) return;
    out_ += "<pre>";
    for (uint32_t n = line > kAround ? line - kAround : 1; n <= line + kAround; ++n) {
      const std::string_view text = context_.sources.line(file, n);
      if (text.empty() && n > line) continue;
      const std::string number = std::to_string(n);
      out_ += (n == line ? "<b class=\"at\">" : "<span>") + ("<i>" + std::string(number.size() < 5 ? 5 - number.size() : 0, ' ') + number) +
              "</i> " + (n == line && column > 0 ? marked(text, column, end_column) : escape_markup(text)) +
              (n == line ? "</b>\n" : "</span>\n");
    }
    out_ += "</pre>\n";
  }

  static std::string marked(std::string_view line, uint32_t column, uint32_t end_column) {
    std::string before, inside, after;
    uint32_t at = 0;
    for (const char c : line) {
      if ((static_cast<unsigned char>(c) & 0xC0u) != 0x80u) ++at;
      (at < column ? before : end_column == 0 || at < end_column ? inside : after) += c;
    }
    return escape_markup(before) + "<mark>" + escape_markup(inside) + "</mark>" + escape_markup(after);
  }

  void list(const std::string& title, const std::vector<std::string>& texts) {
    if (texts.empty()) return;
    if (!title.empty()) out_ += "<section><h2>" + title + "</h2>";
    out_ += "<ul>\n";
    for (const std::string& text : texts) out_ += "<li>" + code_marks(text) + "</li>\n";
    out_ += "</ul>\n";
    if (!title.empty()) out_ += "</section>\n";
  }

  const Report& report_;
  const Context& context_;
  std::string out_;
};

}  // namespace

std::string write_html(const Report& report, const Context& context) { return HtmlWriter(report, context).write(); }

}  // namespace graphlift::report
