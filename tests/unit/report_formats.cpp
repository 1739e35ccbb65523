// The formats that services read: escaping, positions, fingerprints.
#include <map>
#include <nlohmann/json.hpp>

#include "analysis/report/line_hash.h"
#include "analysis/report/source_index.h"
#include "analysis/report/text.h"
#include "analysis/report/writers.h"
#include "tests/unit/catch.h"

using namespace graphlift::report;

namespace {

class OneFile final : public SourceText {
 public:
  explicit OneFile(std::string text) : text_(std::move(text)) {}
  std::string_view line(std::string_view file, uint32_t number) override {
    std::string_view rest = text(file);
    for (uint32_t n = 1; n < number; ++n) rest = rest.substr(std::min(rest.find('\n'), rest.size() - 1) + 1);
    return rest.substr(0, rest.find('\n'));
  }
  std::string_view text(std::string_view file) override { return file == "a.py" ? std::string_view(text_) : std::string_view(); }

 private:
  std::string text_;
};

Finding finding() {
  Finding f;
  f.code = "GL103";
  f.rule = "host-sync";
  f.file = "a.py";
  f.line = f.end_line = 2;
  f.column = 8;
  f.end_column = 16;
  f.function = "a.f";
  f.message = "`x.item()` reads, 100% <now>";
  f.fingerprint = "0123456789abcdef";
  f.regions = {"r1"};
  f.path = {{"a.py", 1, "a tensor"}, {"site-packages/p/m.py", 9, "`g` calls `f(x)`"}};
  return f;
}

Report one_finding() {
  Report report;
  report.regions = {{"r1", "torch.compile", "a.f", "a.py", 1, Place{"a.py", 3}, Verdict::Breaks, 2, {}}};
  report.findings = {finding()};
  return report;
}

const char* const kSource = "def f(x):\n  \xC3\xA9\xF0\x9F\x98\x80 = x.item()\n";

}  // namespace

TEST_CASE("line hashes are those of GitHub's action", "[report]") {
  using Hashes = std::vector<std::string>;
  CHECK(line_hashes("") == Hashes{"c129715d7a2bc9a3:1"});
  CHECK(line_hashes(" a\nb\n  \t\tc\n d") == Hashes{"271789c17abda88f:1", "54703d4cd895b18:1", "180aee12dab6264:1", "a23a3dc5e078b07b:1"});
  const Hashes greetings{"e9496ae3ebfced30:1", "fb7c023a8b9ccb3f:1", "ce8ba1a563dcdaca:1", "e20e36e16fcb0cc8:1",
                         "b3edc88f2938467e:1", "c8e28b0b4002a3a0:1", "c129715d7a2bc9a3:1"};
  CHECK(line_hashes(" hello; \t\nworld!!!\n\n\n  \t\tGreetings\n End\n") == greetings);
  CHECK(line_hashes(" hello; \t\r\nworld!!!\r\n\r\n\r\n  \t\tGreetings\r\n End\r\n") == greetings);
  CHECK(line_hashes(" hello; \t\nworld!!!\r\n\n\r  \t\tGreetings\r End\r\n") == greetings);
  std::string lorem;
  for (int i = 0; i < 10; ++i) lorem += "Lorem ipsum dolor sit amet.\n";
  const Hashes repeated = line_hashes(lorem);
  REQUIRE(repeated.size() == 11);
  CHECK(repeated[0] == "a7f2ff13bc495cf2:1");
  CHECK(repeated[5] == "a7f2ff13bc495cf2:6");
  CHECK(repeated[6] == "a7f2ff1481e87703:1");
  CHECK(repeated[10] == "c129715d7a2bc9a3:1");
}

TEST_CASE("positions count characters and bytes", "[report]") {
  const SourceIndex index("ab\n\xC3\xA9x\n");
  CHECK(index.at(5).line == 2);
  CHECK(index.at(5).column == 2);
  CHECK(index.at(5).byte_column == 3);
  CHECK(index.at(99).line == 3);
  CHECK(byte_column("\xC3\xA9\xF0\x9F\x98\x80x", 3) == 7);
}

TEST_CASE("every listed format is written", "[report]") {
  OneFile source(kSource);
  const Report report = one_finding();
  for (const std::string& format : formats()) {
    INFO(format);
    CHECK_FALSE(write(format, report, {source, {}, ""}).empty());
  }
}

TEST_CASE("sarif: what GitHub needs", "[report]") {
  OneFile source(kSource);
  Report report = one_finding();
  report.findings[0].fixes = {{"drop-item", "Drop the call", Safety::Unsafe, {}, "", {{"a.py", 18, 26, "x"}}}};
  report.suppressed = {{finding(), true, "measured: it does not matter"}};
  const nlohmann::json run = nlohmann::json::parse(write_sarif(report, {source, {}, "pkg dir/"}))["runs"][0];
  CHECK(run["columnKind"] == "unicodeCodePoints");
  const nlohmann::json& result = run["results"][0];
  CHECK(run["tool"]["driver"]["rules"][result["ruleIndex"].get<size_t>()]["id"] == "GL103");
  const nlohmann::json& place = result["locations"][0]["physicalLocation"];
  CHECK(place["artifactLocation"]["uri"] == "pkg%20dir/a.py");
  CHECK(place["region"]["startColumn"] == 8);
  CHECK(result["partialFingerprints"]["primaryLocationLineHash"] == line_hashes(kSource)[1]);
  CHECK(result["codeFlows"][0]["threadFlows"][0]["locations"].size() == 3);
  CHECK(result["relatedLocations"].size() == 2);
  CHECK(result["fixes"][0]["artifactChanges"][0]["replacements"][0]["deletedRegion"]["startLine"] == 2);
  CHECK(result["suppressions"].empty());
  CHECK(run["results"][1]["suppressions"][0]["justification"] == "measured: it does not matter");
}

TEST_CASE("a finding in an installed package is shown where the project calls it", "[report]") {
  Report report = one_finding();
  Finding& f = report.findings[0];
  f.file = "site-packages/p/m.py";
  f.call_chains = {{{"site-packages/p/n.py", 4}, {"a.py", 3}}};
  Anchor at = anchor_of(f, report);
  CHECK(at.moved);
  CHECK(at.file == "a.py");
  CHECK(at.line == 3);
  f.call_chains.clear();
  CHECK(anchor_of(f, report).file == "a.py");
}

TEST_CASE("rdjson: columns in bytes, a fix in one file is a suggestion", "[report]") {
  OneFile source(kSource);
  Report report = one_finding();
  report.findings[0].fixes = {{"drop-item", "Drop the call", Safety::Unsafe, {}, "", {{"a.py", 21, 29, "x"}}}};
  const nlohmann::json one = nlohmann::json::parse(write_rdjson(report, {source, {}, ""}))["diagnostics"][0];
  CHECK(one["location"]["range"]["start"]["column"] == 12);
  CHECK(one["suggestions"][0]["range"]["start"]["line"] == 2);
  CHECK(one["suggestions"][0]["range"]["start"]["column"] == 12);
  CHECK(one["related_locations"].size() == 1);
}

TEST_CASE("escaping: workflow commands, markup, addresses", "[report]") {
  OneFile source(kSource);
  Report report = one_finding();
  report.findings[0].file = "a,b.py";
  const std::string line = write_github(report, {source, {}, ""});
  CHECK(line.find("file=a%2Cb.py,line=2,col=8,endColumn=16,endLine=2::") != std::string::npos);
  CHECK(line.find("100%25") != std::string::npos);
  CHECK(write_junit(report).find("&lt;now&gt;") != std::string::npos);
  CHECK(write_html(report, {source, {}, ""}).find("<now>") == std::string::npos);
  CHECK(encode_uri("a b/\xC3\xA9.py") == "a%20b/%C3%A9.py");
  CHECK(shown_path("n.ipynb:cell 3", "sub/") == "sub/n.ipynb");
  CHECK(cut("\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9", 6) == "\xC3\xA9...");
}
