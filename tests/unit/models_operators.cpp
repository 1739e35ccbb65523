// Operator table and schema parser.
#include "models/operators.h"
#include "models/table.h"
#include "tests/unit/catch.h"

using namespace graphlift::models;

TEST_CASE("every schema of the table parses") {
  Table table(embedded_torch("operators"));
  std::string_view lines = table.body();
  size_t rows = 0;
  for (Row row; next_row(lines, row); ++rows) {
    Schema schema;
    INFO(std::string(row.line));
    REQUIRE(parse_schema(row.cell(2), schema));
    for (const Argument& argument : schema.arguments) REQUIRE(!argument.type.text.empty());
  }
  REQUIRE(rows > 4000);
}

TEST_CASE("operators are found by name, with and without the namespace") {
  REQUIRE(find_operator("no_such_operator").empty());
  REQUIRE(find_operator("add").data() == find_operator("aten::add").data());
  const Schema* add = find_overload("add", "Tensor");
  REQUIRE(add != nullptr);
  REQUIRE(add->arguments.size() == 3);
  CHECK(add->arguments[1].type.kind == TypeKind::Tensor);
  CHECK(add->arguments[2].keyword_only);
  CHECK(add->arguments[2].default_text == "1");
  CHECK(add->has(kPointwise));
  CHECK(add->function);
  CHECK(add->method);
  CHECK(add->fake == Fake::Meta);
  CHECK(!add->mutates());
  CHECK(!add->is_view());
}

TEST_CASE("the first and the last operator of the table are found") {
  std::string_view body = Table(embedded_torch("operators")).body();
  std::string_view last_line = body.substr(body.rfind('\n', body.size() - 2) + 1);
  CHECK(!find_operator(body.substr(0, body.find('\t'))).empty());
  CHECK(!find_operator(last_line.substr(0, last_line.find('\t'))).empty());
}

TEST_CASE("aliasing and writes") {
  const Schema* inplace = find_overload("add_", "Tensor");
  REQUIRE(inplace != nullptr);
  CHECK(inplace->mutates());
  CHECK(inplace->arguments[0].written);
  CHECK(inplace->arguments[0].alias == "a");
  CHECK(!inplace->is_view());
  const Schema* view = find_overload("transpose", "int");
  REQUIRE(view != nullptr);
  CHECK(view->is_view());
  CHECK(!view->mutates());
  const Schema* out = find_overload("add", "out");
  REQUIRE(out != nullptr);
  CHECK(out->find_argument("out")->is_out());
  const Schema* split = find_overload("split", "Tensor");
  REQUIRE(split != nullptr);
  CHECK(split->is_view());
  CHECK(split->returns[0].type.list);
}

TEST_CASE("types") {
  const Schema* pool = find_overload("max_pool2d", "");
  REQUIRE(pool != nullptr);
  CHECK(pool->arguments[1].type.list);
  CHECK(pool->arguments[1].type.list_size == 2);
  CHECK(pool->arguments[2].default_text == "[]");
  CHECK(pool->composite_implicit);
  const Schema* index = find_overload("index", "Tensor");
  REQUIRE(index != nullptr);
  CHECK(index->arguments[1].type.list);
  CHECK(index->arguments[1].type.element_optional);
  CHECK(!index->arguments[1].type.optional);
  const Schema* zeros = find_overload("zeros", "");
  REQUIRE(zeros != nullptr);
  CHECK(zeros->arguments[0].type.kind == TypeKind::SymInt);
  CHECK(zeros->find_argument("dtype")->type.kind == TypeKind::ScalarType);
  CHECK(zeros->find_argument("dtype")->type.optional);
  const Schema* upsample = find_overload("upsample_nearest2d", "vec");
  REQUIRE(upsample != nullptr);
  CHECK(upsample->arguments[1].type.list);
  CHECK(upsample->arguments[1].type.optional);
}

TEST_CASE("tags") {
  CHECK(find_overload("nonzero", "")->has(kDynamicOutputShape));
  CHECK(find_overload("item", "")->has(kDataDependentOutput));
  CHECK(find_overload("multinomial", "")->has(kNondeterministicSeeded));
  CHECK(find_overload("transpose_", "")->has(kInplaceView));
  CHECK(find_overload("add", "int")->script_only);
}

TEST_CASE("a schema as a program registers it") {
  Schema schema;
  REQUIRE(
      parse_schema("mylib::scale(Tensor(a!) x, float factor=1.0, *, Tensor? bias=None, str mode=\"a,b\") -> (Tensor, int count)", schema));
  CHECK(schema.space == "mylib");
  CHECK(schema.name == "scale");
  CHECK(schema.arguments.size() == 4);
  CHECK(schema.arguments[3].default_text == "\"a,b\"");
  CHECK(schema.returns.size() == 2);
  CHECK(schema.returns[1].name == "count");
  Schema bad;
  CHECK(!parse_schema("scale(Tensor", bad));
  CHECK(!parse_schema("", bad));
  CHECK(!parse_schema("f(Tensor x)", bad));
}
