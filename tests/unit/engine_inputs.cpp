#include <atomic>

#include "analysis/engine/inputs.h"
#include "analysis/engine/suppressions.h"
#include "analysis/engine/threads.h"
#include "models/rules/rules.h"
#include "tests/unit/catch.h"
#include "tests/unit/project_folder.h"

using namespace graphlift;
using namespace graphlift::engine;

TEST_CASE("directories are walked, environments and hidden folders left out", "[engine]") {
  const test::Folder folder;
  for (const char* name : {"b.py", "a.py", "pkg/m.py", "pkg/data.txt", ".hidden/x.py", "__pycache__/y.py", "venv/lib/z.py"})
    folder.write(name, "");
  folder.write("venv/pyvenv.cfg", "");
  folder.write("empty/notes.md", "");
  const Inputs found = find_inputs({folder.root(), folder.path("a.py"), folder.path("empty"), folder.path("absent")});
  CHECK(found.files == std::vector<std::string>{folder.path("a.py"), folder.path("b.py"), folder.path("pkg/m.py")});
  CHECK(found.errors.size() == 2);
  CHECK(found.root == folder.root());
}

TEST_CASE("the root holds every given path", "[engine]") {
  const test::Folder folder;
  folder.write("one/a.py", "");
  folder.write("two/deep/b.py", "");
  CHECK(find_inputs({folder.path("one/a.py"), folder.path("two/deep/b.py")}).root == folder.root());
  CHECK(find_inputs({folder.path("two/deep/b.py")}).root == folder.path("two/deep"));
}

TEST_CASE("the pool runs everything once, on deep stacks", "[engine]") {
  std::vector<std::atomic<int>> runs(50);
  run_on_big_stacks(runs.size(), 4, [&](size_t i) {
    volatile char deep[64 << 20];
    deep[0] = 1;
    runs[i] += deep[0];
  });
  for (const auto& count : runs) CHECK(count == 1);
  run_on_big_stacks(0, 0, [](size_t) { FAIL("nothing to do"); });
}

TEST_CASE("suppressions", "[engine]") {
  const test::Folder folder;
  folder.write("a.py",
               "a = 1  # graphlift: ignore[host-sync, GL101]\nb = 2  # graphlift: ignore\nc = 3  # graphlift: ignore[GL104]\nd = 4\n");
  project::FileTable files(folder.root(), {});
  const project::SourceRecord& record = files.load(files.intern(folder.path("a.py")));
  report::Report report;
  const auto add = [&](const char* code, uint32_t line) {
    report::Finding f;
    f.code = code;
    f.rule = models::find_rule(code)->name;
    f.file = "a.py";
    f.line = line;
    report.findings.push_back(f);
  };
  add("GL103", 1);
  add("GL101", 1);
  add("GL104", 1);
  add("GL105", 2);
  add("GL103", 4);
  RulePolicy policy;
  for (const models::Rule& rule : models::rules()) policy.selected.insert(rule.code);
  apply_suppressions(report, {&record}, [&](const std::string&) -> const RulePolicy& { return policy; });
  CHECK(report.suppressed.size() == 3);
  REQUIRE(report.findings.size() == 3);
  CHECK(report.findings[0].code == "GL104");
  CHECK(report.findings[1].line == 4);
  CHECK(report.findings[2].rule == "unused-suppression");
  CHECK(report.findings[2].line == 3);
  CHECK(report.findings[2].column == 28);
}
