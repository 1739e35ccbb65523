#include <cstdio>
#include <filesystem>
#include <fstream>

#include "analysis/project/source_file.h"
#include "tests/unit/catch.h"
#include "tests/unit/project_folder.h"

using namespace graphlift;
using namespace graphlift::project;

TEST_CASE("coding cookie: first two lines, comments only", "[project]") {
  CHECK(coding_cookie("# -*- coding: latin-1 -*-\n") == "latin-1");
  CHECK(coding_cookie("#!/usr/bin/python\n# vim: set fileencoding=ISO_8859_1 :\nx = 1\n") == "iso-8859-1");
  CHECK(coding_cookie("x = 1\n# coding: latin-1\n").empty());
  CHECK(coding_cookie("\n\n# coding: latin-1\n").empty());
  CHECK(coding_cookie("#!/bin/sh\r\n# coding=utf-8\r\n") == "utf-8");
  CHECK(coding_cookie("# no codings here\n").empty());
  CHECK(coding_cookie("").empty());
}

TEST_CASE("decoding", "[project]") {
  CHECK(decode_source("\xEF\xBB\xBFx = 1\n").text == "x = 1\n");
  CHECK(decode_source("# coding: latin-1\ns = '\xE9'\n").text == "# coding: latin-1\ns = '\xC3\xA9'\n");
  CHECK(decode_source("# coding: cp1252\ns = '\x80'\n").text == "# coding: cp1252\ns = '\xE2\x82\xAC'\n");
  CHECK(decode_source("a\rb\r\nc\n").text == "a\nb\r\nc\n");

  const SourceText bad = decode_source("s = 'caf\xE9'\n");
  REQUIRE(bad.fault.has_value());
  CHECK(bad.fault->offset == 8);
  CHECK(bad.fault->message.find("0xe9") != std::string::npos);
  CHECK(bad.text == "s = 'caf\xC3\xA9'\n");

  // Overlong, surrogate and truncated forms are no UTF-8.
  for (const char* bytes : {"\xC0\xAF", "\xE0\x80\x80", "\xED\xA0\x80", "\xF5\x80\x80\x80", "\xE2\x82"})
    CHECK(decode_source(bytes).fault.has_value());
  CHECK_FALSE(decode_source("s = '\xF0\x9F\x98\x80'\n").fault.has_value());
  CHECK(decode_source(std::string("a\0b\n", 4)).fault->message.find("null") != std::string::npos);
}

TEST_CASE("reading: what is wrong is said", "[project]") {
  const test::Folder folder;
  CHECK(read_source(folder.path("absent.py")).error() == "no such file");
  CHECK(read_source(folder.root()).error() == "is a directory, not a Python file");
  folder.write("big.py", std::string(5000, '#'));
  CHECK(read_source(folder.path("big.py"), 4096).error().find("not analysed") != std::string::npos);
  folder.write("ok.py", "x = 1\n");
  CHECK(read_source(folder.path("ok.py"))->text == "x = 1\n");
  folder.write("empty.py", "");
  CHECK(read_source(folder.path("empty.py"))->text.empty());
}

TEST_CASE("a notebook is one module of its code cells", "[project]") {
  const test::Folder folder;
  folder.write("n.ipynb", R"({"cells": [
    {"cell_type": "markdown", "source": ["# title"]},
    {"cell_type": "code", "source": ["import torch\n", "%matplotlib inline\n", "x = 1"]},
    {"cell_type": "code", "source": "if x:\n    !ls\ny = 2"},
    {"cell_type": "code", "source": "%%bash\necho hi"}]})");
  const Result<SourceText> read = read_source(folder.path("n.ipynb"));
  REQUIRE(read.ok());
  CHECK(read->text == "import torch\npass  # %matplotlib inline\nx = 1\nif x:\n    pass  # !ls\ny = 2\n# %%bash\n# echo hi\n");
  CHECK(read->cell_lines == std::vector<uint32_t>{1, 4, 7});
  folder.write("bad.ipynb", "{");
  CHECK(read_source(folder.path("bad.ipynb")).error().find("JSON") != std::string::npos);
  folder.write("odd.ipynb", "[]");
  CHECK_FALSE(read_source(folder.path("odd.ipynb")).ok());
}
