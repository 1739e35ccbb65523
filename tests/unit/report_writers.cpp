#include <map>
#include <nlohmann/json.hpp>

#include "analysis/report/fingerprint.h"
#include "analysis/report/writers.h"
#include "tests/unit/catch.h"

using namespace graphlift::report;

namespace {

class Lines final : public SourceText {
 public:
  std::map<std::pair<std::string, uint32_t>, std::string> text;
  std::string_view line(std::string_view file, uint32_t number) override {
    const auto found = text.find({std::string(file), number});
    return found == text.end() ? std::string_view() : std::string_view(found->second);
  }
};

Finding finding(const std::string& file, uint32_t line, const std::string& code) {
  Finding f;
  f.code = code;
  f.rule = "host-sync";
  f.file = file;
  f.line = f.end_line = line;
  f.column = 9;
  f.end_column = 17;
  f.function = "main.Net.forward";
  f.message = "`x` is read";
  f.regions = {"b"};
  f.gb_id = "GB0124";
  f.gb_type = "Unsupported Tensor.item() call";
  f.effect = Effect::Resume;
  f.path = {{file, 3, "`x` is a tensor"}, {file, line, "read here"}};
  return f;
}

Report sample() {
  Report report;
  report.root = "/project";
  report.torch_version = "2.13";
  Region second{"b", "torch.compile", "main.Net.forward", "main.py", 12, Place{"main.py", 40}, Verdict::Breaks, 2, {}};
  Region first{"a", "torch.compile", "main.f", "main.py", 3, std::nullopt, Verdict::WholeGraph, 1, {}};
  report.regions = {second, first};
  report.findings = {finding("main.py", 20, "GL103"), finding("main.py", 4, "GL103"), finding("a.py", 30, "GL101")};
  return report;
}

}  // namespace

TEST_CASE("normalise: order, region numbers", "[report]") {
  Report report = sample();
  normalise(report);
  CHECK(report.regions[0].id == "r1");
  CHECK(report.regions[0].entry == "main.f");
  CHECK(report.findings[0].file == "a.py");
  CHECK(report.findings[1].line == 4);
  CHECK(report.findings[2].regions == std::vector<std::string>{"r2"});
}

TEST_CASE("fingerprints survive edits above, and tell equal lines apart", "[report]") {
  Lines lines;
  lines.text[{"main.py", 4}] = "    n = x.item()";
  lines.text[{"main.py", 20}] = "  n = x.item()";
  Report report = sample();
  normalise(report);
  add_fingerprints(report.findings, lines);
  const std::string first = report.findings[1].fingerprint, second = report.findings[2].fingerprint;
  CHECK(first.size() == 16);
  CHECK(first != second);

  Report moved = sample();
  for (Finding& f : moved.findings) f.line += 7;
  Lines lower;
  lower.text[{"main.py", 11}] = "n = x.item()";
  lower.text[{"main.py", 27}] = "n = x.item()";
  normalise(moved);
  add_fingerprints(moved.findings, lower);
  CHECK(moved.findings[1].fingerprint == first);
  CHECK(moved.findings[2].fingerprint == second);
}

TEST_CASE("json follows the schema", "[report]") {
  Report report = sample();
  normalise(report);
  const nlohmann::json out = nlohmann::json::parse(write_json(report));
  CHECK(out["schema"] == "graphlift/1");
  CHECK(out["framework"]["torch"] == "2.13");
  CHECK(out["framework"]["tensorflow"].is_null());
  CHECK(out["regions"][0]["site"].is_null());
  CHECK(out["regions"][1]["site"]["line"] == 40);
  CHECK(out["regions"][1]["verdict"] == "breaks");
  CHECK(out["regions"][1]["predicted_graphs"] == 2);
  const nlohmann::json& f = out["findings"][0];
  CHECK(f["severity"] == "warning");
  CHECK(f["certainty"] == "definite");
  CHECK(f["effect"] == "resume");
  CHECK(f["gb_id"] == "GB0124");
  CHECK(f["path"].size() == 2);
  CHECK(f["fixes"].is_array());
  CHECK(out["summary"]["findings"]["warning"] == 3);
  CHECK(out["summary"]["regions"] == 2);
}

TEST_CASE("json stays JSON when a path is no UTF-8", "[report]") {
  Report report;
  report.root = "/caf\xE9";
  CHECK_NOTHROW(nlohmann::json::parse(write_json(report)));
}

TEST_CASE("concise: one line per finding", "[report]") {
  Report report = sample();
  report.findings.resize(1);
  CHECK(write_concise(report) == "main.py:20:9: GL103 `x` is read\n");
  report.findings[0].certainty = Certainty::Conditional;
  report.findings[0].condition = "self.debug";
  CHECK(write_concise(report) == "main.py:20:9: GL103 `x` is read (if self.debug)\n");
}

TEST_CASE("full: the caret stands under the text", "[report]") {
  Lines lines;
  lines.text[{"main.py", 20}] = "\tn = \xC3\xA9\xC3\xA9 x.item()";
  Report report = sample();
  report.findings.resize(1);
  report.findings[0].column = 9;  // `x`, after tab, five ASCII, two accented letters, blank
  report.findings[0].end_column = 17;
  const std::string out = write_full(report, lines, {});
  CHECK(out.find("main.py:20:9 GL103 host-sync `x` is read\n") == 0);
  CHECK(out.find("20 |     n = \xC3\xA9\xC3\xA9 x.item()\n   |            ^^^^^^^^\n") != std::string::npos);
  CHECK(out.find("  path: 1. main.py:3 `x` is a tensor\n        2. main.py:20 read here\n") != std::string::npos);
  CHECK(out.find("GB0124") != std::string::npos);
  CHECK(out.find("breaks") != std::string::npos);
  CHECK(out.find('\x1b') == std::string::npos);
  FullStyle colours;
  colours.colour = true;
  CHECK(write_full(report, lines, colours).find('\x1b') != std::string::npos);
}

TEST_CASE("full: a very long line is cut around the mark", "[report]") {
  Lines lines;
  lines.text[{"main.py", 20}] = std::string(500, 'a') + "x.item()" + std::string(500, 'b');
  Report report = sample();
  report.findings.resize(1);
  report.findings[0].column = 501;
  report.findings[0].end_column = 509;
  const std::string out = write_full(report, lines, {});
  const size_t mark = out.find('^'), text = out.find("x.item()");
  REQUIRE(mark != std::string::npos);
  REQUIRE(text != std::string::npos);
  CHECK(text - (out.rfind('\n', text) + 1) == mark - (out.rfind('\n', mark) + 1) + (std::string("20").size() - 2));
}
