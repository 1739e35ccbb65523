// The hash table below dicts, sets and namespaces, and the binding of native arguments.
#include "tests/unit/catch.h"
#include "tests/unit/interp_types_program.h"

using namespace graphlift::interp;
using interp_test::Program;

TEST_CASE("a dict keeps insertion order and finds keys by Python equality") {
  Program program("");
  Vm& vm = program.vm;
  Dict d;
  CHECK(d.empty());
  CHECK(d.find(Value::integer(1)) == nullptr);
  d.set(Value::integer(1), vm.str("one"));
  d.set(vm.str("a"), Value::integer(2));
  CHECK(d.find(Value::real(1.0))->same(vm.str("one")));
  CHECK(d.find(Value::boolean(true))->same(vm.str("one")));
  CHECK(d.find(vm.str("a"))->same(Value::integer(2)));
  CHECK(d.find(Value::none()) == nullptr);
  d.set(Value::boolean(true), vm.str("replaced"));
  CHECK(d.size() == 2);
  CHECK(d.entries()[0].key.is_int());
  const Value pair = vm.tuple({Value::integer(1), vm.str("x")});
  d.set(pair, Value::none());
  CHECK(d.find(vm.tuple({Value::real(1.0), vm.str("x")})) != nullptr);
  CHECK(d.find(vm.tuple({Value::integer(2), vm.str("x")})) == nullptr);
  CHECK(hashable_known(pair));
  CHECK_FALSE(hashable_known(vm.tuple({vm.sym(vm.types.integer, When::Shape)})));
  CHECK_FALSE(hashable_known(vm.list({})));
}

TEST_CASE("a dict survives many insertions and removals") {
  Program program("");
  Dict d;
  for (int64_t i = 0; i < 2000; ++i) d.set(Value::integer(i), Value::integer(i * i));
  for (int64_t i = 0; i < 2000; i += 2) CHECK(d.erase(Value::integer(i)));
  CHECK_FALSE(d.erase(Value::integer(0)));
  CHECK(d.size() == 1000);
  for (int64_t i = 2000; i < 6000; ++i) d.set(Value::integer(i), Value::integer(i));
  size_t live = 0;
  int64_t previous = -1;
  bool ordered = true;
  for (const auto& e : d.entries()) {
    if (e.key.null()) continue;
    ++live;
    ordered &= e.key.i > previous;
    previous = e.key.i;
  }
  CHECK(live == d.size());
  CHECK(live == 5000);
  CHECK(ordered);
  CHECK(d.find(Value::integer(1999))->i == 1999 * 1999);
  CHECK(d.find(Value::integer(1998)) == nullptr);
  d.clear();
  CHECK(d.size() == 0);
  d.set(Value::integer(1), Value::none());
  CHECK(d.size() == 1);
}

TEST_CASE("arguments bind to a native's signature") {
  Program program("");
  Vm& vm = program.vm;
  const auto bind = [&](Args args, const char* signature, Value& a, Value& b) {
    const bool ok = args.bind(vm, signature, {&a, &b});
    vm.clear_exception();
    return ok;
  };
  Value a, b;
  Args one;
  one.pos = {Value::integer(1)};
  CHECK(bind(one, "x, y=", a, b));
  CHECK(a.same(Value::integer(1)));
  CHECK(b.null());
  CHECK_FALSE(bind(one, "x, y", a, b));
  Args keyword = one;
  keyword.kw.emplace_back(vm.intern("y"), Value::integer(2));
  CHECK(bind(keyword, "x, y", a, b));
  CHECK(b.same(Value::integer(2)));
  CHECK(bind(keyword, "x, *, y=", a, b));
  CHECK_FALSE(bind(keyword, "x, y, /", a, b));
  Args twice = keyword;
  twice.pos.push_back(Value::integer(3));
  CHECK_FALSE(bind(twice, "x, y", a, b));
  Args extra = one;
  extra.kw.emplace_back(vm.intern("z"), Value::none());
  CHECK_FALSE(bind(extra, "x, y=", a, b));
  CHECK(bind(extra, "x, y=, **", a, b));
  Args many;
  many.pos = {Value::none(), Value::none(), Value::none()};
  CHECK_FALSE(bind(many, "x, y", a, b));
  CHECK(bind(many, "x, y, *", a, b));
  Args open;
  open.open_kw = true;
  CHECK(bind(open, "x, y=", a, b));
  CHECK(a.is_object());
  CHECK(b.null());
}
