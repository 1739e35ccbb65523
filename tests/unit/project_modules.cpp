#include <filesystem>

#include "analysis/project/environment.h"
#include "analysis/project/file_table.h"
#include "analysis/project/module_finder.h"
#include "tests/unit/catch.h"
#include "tests/unit/project_folder.h"

using namespace graphlift;
using namespace graphlift::project;

TEST_CASE("modules are found as Python's path finder finds them", "[project]") {
  const test::Folder folder;
  folder.write("app/main.py", "");
  folder.write("app/util.py", "");
  folder.write("app/pkg/__init__.py", "");
  folder.write("app/pkg/inner/__init__.py", "");
  folder.write("app/pkg/inner/leaf.py", "");
  folder.write("app/spread/one.py", "");
  folder.write("site/spread/two.py", "");
  folder.write("site/util.py", "");
  folder.write("site/whole.py", "");
  folder.write("app/whole/readme.txt", "");
  folder.write("site/fast/__init__.py", "");
  folder.write("site/fast/_core.cpython-311-x86_64-linux-gnu.so", "");
  DirectoryCache cache;
  ModuleFinder finder({folder.path("app"), folder.path("site")}, cache);

  CHECK(finder.find("util").path == folder.path("app/util.py"));  // the first entry of the path wins
  CHECK(finder.find("pkg").kind == ModuleKind::Package);
  CHECK(finder.find("pkg.inner.leaf").path == folder.path("app/pkg/inner/leaf.py"));
  CHECK(finder.find("pkg.absent").kind == ModuleKind::Missing);
  CHECK(finder.find("pkg.inner.leaf.deeper").kind == ModuleKind::Missing);
  CHECK(finder.find("spread").kind == ModuleKind::NamespacePackage);
  CHECK(finder.find("spread").search.size() == 2);
  CHECK(finder.find("spread.two").path == folder.path("site/spread/two.py"));
  CHECK(finder.find("whole").kind == ModuleKind::Source);  // a plain directory gives way to a module further down the path
  CHECK(finder.find("fast._core").kind == ModuleKind::Extension);
  CHECK(finder.find("").kind == ModuleKind::Missing);
  CHECK(finder.find("..").kind == ModuleKind::Missing);
  CHECK(finder.children("pkg") == std::vector<std::string>{"inner"});
  CHECK(finder.children("fast") == std::vector<std::string>{"_core"});
}

TEST_CASE("the name of a given file", "[project]") {
  const test::Folder folder;
  folder.write("script.py", "");
  folder.write("lib/pkg/__init__.py", "");
  folder.write("lib/pkg/sub/__init__.py", "");
  folder.write("lib/pkg/sub/mod.py", "");
  const ProgramName script = name_program(folder.path("script.py"));
  CHECK(script.module == "script");
  CHECK(script.directory == folder.root());
  CHECK_FALSE(script.in_package);
  const ProgramName inner = name_program(folder.path("lib/pkg/sub/mod.py"));
  CHECK(inner.module == "pkg.sub.mod");
  CHECK(inner.directory == folder.path("lib"));
  CHECK(inner.in_package);
  CHECK(name_program(folder.path("lib/pkg/__init__.py")).module == "pkg");
}

namespace {

void make_environment(const test::Folder& folder) {
  folder.write("base/bin/python3.11", "");
  folder.write("base/lib/python3.11/os.py", "");
  folder.write("base/lib/python3.11/lib-dynload/x.so", "");
  folder.write("venv/pyvenv.cfg", "home = " + folder.path("base/bin") + "\nversion = 3.11.7\ninclude-system-site-packages = false\n");
  folder.write("venv/lib/python3.11/site-packages/torch-2.13.0+cpu.dist-info/METADATA", "");
  folder.write("venv/lib/python3.11/site-packages/Scikit_Image-0.25.dist-info/METADATA", "");
  folder.write("venv/lib/python3.11/site-packages/torch/__init__.py", "");
  folder.write("elsewhere/src/mine.py", "");
  folder.write("venv/lib/python3.11/site-packages/mine.pth", "# comment\nimport sys; sys.exit(1)\n" + folder.path("elsewhere/src") + "\n");
  folder.write("venv/bin/activate", "");
  std::filesystem::create_symlink(folder.path("base/bin/python3.11"), folder.path("venv/bin/python"));
}

}  // namespace

TEST_CASE("a virtual environment is read from the disk", "[project]") {
  const test::Folder folder;
  make_environment(folder);
  for (const std::string& python : {folder.path("venv/bin/python"), folder.path("venv")}) {
    const Result<Environment> found = find_environment({python, folder.root()});
    REQUIRE(found.ok());
    CHECK(found->version == "3.11");
    CHECK(found->stdlib == std::vector<std::string>{folder.path("base/lib/python3.11"), folder.path("base/lib/python3.11/lib-dynload")});
    CHECK(found->site_packages == std::vector<std::string>{folder.path("venv/lib/python3.11/site-packages"), folder.path("elsewhere/src")});
    CHECK(found->distribution_version("torch") == "2.13.0+cpu");
    CHECK(found->distribution_version("scikit-image") == "0.25");
    CHECK_FALSE(found->distribution_version("tensorflow").has_value());
  }
  CHECK(find_environment({folder.path("nothing/python"), folder.root()}).error().find("no such file") != std::string::npos);
  CHECK(find_environment({folder.path("elsewhere"), folder.root()}).error().find("no Python environment") != std::string::npos);
  CHECK(find_environment({"graphlift-no-such-python", folder.root()}).error().find("PATH") != std::string::npos);
}

TEST_CASE("display paths", "[project]") {
  const test::Folder folder;
  make_environment(folder);
  const Result<Environment> environment = find_environment({folder.path("venv"), folder.root()});
  REQUIRE(environment.ok());
  const FileTable files(folder.path("app"), *environment);
  CHECK(files.display_path(folder.path("app/pkg/a.py")) == "pkg/a.py");
  CHECK(files.display_path(folder.path("venv/lib/python3.11/site-packages/torch/__init__.py")) == "site-packages/torch/__init__.py");
  CHECK(files.display_path(folder.path("base/lib/python3.11/os.py")) == "stdlib/os.py");
  CHECK(files.display_path(folder.path("other/b.py")) == "../other/b.py");
}

TEST_CASE("a file is parsed once; its text stays for positions", "[project]") {
  const test::Folder folder;
  folder.write("a.py", "x = 1\ndef f(:\n    return x\ny = 2\n");
  FileTable files(folder.root(), {});
  const lower::FileId id = files.intern(folder.path("a.py"));
  CHECK(files.intern(folder.path("a.py")) == id);
  CHECK(files.mentions(id, "return"));
  CHECK_FALSE(files.mentions(id, "retur"));
  const SourceRecord& record = files.load(id);
  CHECK(&files.load(id) == &record);
  CHECK(record.code != nullptr);
  REQUIRE_FALSE(record.problems.empty());
  CHECK(record.problems[0].line == 2);
  CHECK(line_text(record, 4) == "y = 2");
  CHECK(line_text(record, 99).empty());
  CHECK(files.mentions(id, "return"));
  CHECK(files.by_display("a.py") == &record);
  CHECK_FALSE(files.load(files.intern(folder.path("gone.py"))).unreadable.empty());
}
