// The edit engine: merging, encodings, notebooks, patches, and writing.
#include <filesystem>

#include "analysis/refactor/diff.h"
#include "analysis/refactor/edit.h"
#include "analysis/refactor/file_image.h"
#include "analysis/refactor/write_files.h"
#include "catch.h"
#include "project_folder.h"

namespace graphlift::test {
namespace {

using refactor::Edit;
using refactor::FileImage;
using refactor::Fix;

Fix fix_of(std::vector<Edit> edits) {
  Fix out;
  out.edits = std::move(edits);
  return out;
}

std::string read(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::string edited(const std::string& path, const std::string& bytes, const std::string& old_text, const std::string& new_text) {
  const auto image = FileImage::make(path, bytes);
  REQUIRE(image.ok());
  const auto at = uint32_t(image->text().find(old_text));
  REQUIRE(at != uint32_t(std::string::npos));
  const auto out = image->apply({{path, at, at + uint32_t(old_text.size()), new_text}});
  return out ? *out : "error: " + out.error();
}

}  // namespace

TEST_CASE("edits: the first of two that overlap wins, and the other is named") {
  const std::vector<Fix> fixes = {fix_of({{"a.py", 0, 5, "x"}, {"b.py", 3, 3, "i"}}), fix_of({{"a.py", 4, 6, "y"}}),
                                  fix_of({{"a.py", 5, 6, "z"}}), fix_of({{"b.py", 3, 3, "j"}}),
                                  fix_of({{"b.py", 3, 3, "i"}, {"c.py", 0, 0, "k"}})};
  const refactor::Merged merged = refactor::merge(fixes);
  CHECK(merged.accepted == std::vector<size_t>{0, 2, 4});
  CHECK(merged.losers == std::vector<std::pair<size_t, size_t>>{{1, 0}, {3, 0}});
  CHECK(merged.edits.size() == 4);  // the same insertion twice is one
}

TEST_CASE("edits: applied from front to back") {
  CHECK(refactor::apply_edits("abcdef", {{"", 0, 1, "A"}, {"", 3, 3, "-"}, {"", 5, 6, ""}}) == "Abc-de");
}

TEST_CASE("file image: byte order mark, line ends and tabs stay") {
  CHECK(edited("a.py", "\xEF\xBB\xBFif x:\r\n\ty = 1\r\n", "y = 1", "y = 1\nz = 2") == "\xEF\xBB\xBFif x:\r\n\ty = 1\r\nz = 2\r\n");
  CHECK(edited("a.py", "a = 1\rb = 2\r", "b = 2", "b = 2\nc = 3") == "a = 1\rb = 2\rc = 3\r");
  CHECK(edited("a.py", "é = 1\nb = 2\n", "b", "c") == "é = 1\nc = 2\n");
}

TEST_CASE("file image: a single-byte encoding stays, and takes no other characters") {
  const std::string bytes = "# coding: latin-1\nname = '\xE9'\nb = 1\n";
  CHECK(edited("a.py", bytes, "b = 1", "b = 2") == "# coding: latin-1\nname = '\xE9'\nb = 2\n");
  CHECK(edited("a.py", bytes, "b = 1", "b = 'é'").starts_with("error: "));
}

TEST_CASE("file image: what does not decode is not edited") { CHECK_FALSE(FileImage::make("a.py", "a = '\xFF'\n").ok()); }

TEST_CASE("notebook: only the strings of changed lines are written anew") {
  const std::string book =
      "{\n \"cells\": [\n  {\"cell_type\": \"markdown\", \"source\": [\"x = 1\"]},\n  {\n   \"cell_type\": \"code\",\n   \"source\": [\n"
      "    \"%matplotlib inline\\n\",\n    \"x = 1\\n\",\n    \"y = \\u00e9\"\n   ],\n   \"outputs\": []\n  },\n"
      "  {\"cell_type\": \"code\", \"source\": \"z = 3\"}\n ],\n \"nbformat\": 4\n}\n";
  std::string wanted = book;
  wanted.replace(wanted.find("    \"x = 1\\n\",\n"), 15, "    \"if a:\\n\",\n    \"    x = 1\\n\",\n");
  CHECK(edited("a.ipynb", book, "x = 1", "if a:\n    x = 1") == wanted);
  std::string other = book;
  other.replace(other.find("z = 3"), 5, "z = 4");
  CHECK(edited("a.ipynb", book, "z = 3", "z = 4") == other);
  CHECK(edited("a.ipynb", book, "matplotlib", "m").starts_with("error: "));
}

TEST_CASE("diff: hunks with context") {
  CHECK(refactor::unified_diff("a.py", "1\n2\n3\n4\n5\n6\n7\n8\n9\n", "1\n2\n3\n4\nfive\n6\n7\n8\n9\n") ==
        "--- a/a.py\n+++ b/a.py\n@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+five\n 6\n 7\n 8\n");
  CHECK(refactor::unified_diff("a.py", "1\n", "1\n").empty());
  CHECK(refactor::unified_diff("a.py", "1", "1\n2") ==
        "--- a/a.py\n+++ b/a.py\n@@ -1 +1,2 @@\n-1\n\\ No newline at end of file\n+1\n+2\n\\ No newline at end of file\n");
  CHECK(refactor::unified_diff("a.py", "", "1\n") == "--- a/a.py\n+++ b/a.py\n@@ -0,0 +1 @@\n+1\n");
}

TEST_CASE("write: all files or none, and never over a change") {
  const Folder folder;
  folder.write("a.py", "old a");
  folder.write("b.py", "old b");
  const std::string a = folder.path("a.py"), b = folder.path("b.py");
  std::filesystem::permissions(a, std::filesystem::perms::owner_all);
  CHECK_FALSE(refactor::write_files({{a, "old a", "new a"}, {b, "old b", "new b"}}).has_value());
  CHECK(read(a) == "new a");
  CHECK(read(b) == "new b");
  CHECK(std::filesystem::status(a).permissions() == std::filesystem::perms::owner_all);

  const auto refused = refactor::write_files({{a, "new a", "newer a"}, {b, "old b", "newer b"}});
  REQUIRE(refused.has_value());
  CHECK(refused->find("changed since it was read") != std::string::npos);
  CHECK(read(a) == "new a");
  CHECK(read(b) == "new b");
  size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder.root())) files += entry.is_regular_file() ? 1 : 0;
  CHECK(files == 2);
}

TEST_CASE("write: a link stays a link") {
  const Folder folder;
  folder.write("real.py", "old");
  std::filesystem::create_symlink(folder.path("real.py"), folder.path("link.py"));
  CHECK_FALSE(refactor::write_files({{folder.path("link.py"), "old", "new"}}).has_value());
  CHECK(std::filesystem::is_symlink(folder.path("link.py")));
  CHECK(read(folder.path("real.py")) == "new");
}

}  // namespace graphlift::test
