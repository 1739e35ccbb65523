// operator: Python's operators as functions, and the three callable getters.
#include "analysis/stdlib/define.h"

namespace graphlift::stdlib {
namespace {

using syntax::BinaryOp;
using syntax::CompareOp;
using syntax::UnaryOp;

template <BinaryOp Op, bool InPlace>
Value binary_op(Vm& vm, Args& a) {
  Value x, y;
  if (!a.bind(vm, "a, b, /", {&x, &y})) return {};
  return vm.binary(Op, x, y, InPlace);
}
template <CompareOp Op>
Value compare_op(Vm& vm, Args& a) {
  Value x, y;
  if (!a.bind(vm, "a, b, /", {&x, &y})) return {};
  return vm.compare(Op, x, y);
}
template <UnaryOp Op>
Value unary_op(Vm& vm, Args& a) {
  Value x;
  if (!a.bind(vm, "a, /", {&x})) return {};
  return vm.unary(Op, x);
}

Value truth_value(Vm& vm, Value x, bool negate) {
  const Truth t = vm.truth(x);
  if (t.raised) return {};
  if (t.value == Tri::Maybe) return vm.call(Value::object(vm.types.boolean), {x});
  return Value::boolean((t.value == Tri::Yes) != negate);
}

Value attr_path(Vm& vm, Value object, std::string_view dotted) {
  for (std::string_view part : split_words(dotted, '.')) {
    object = vm.get_attr(object, part);
    if (object.null()) return {};
  }
  return object;
}

// A getter object keeps its arguments in `_items`; calling it applies `one` to each.
template <typename One>
Value apply_items(Vm& vm, Args& a, One one) {
  Value self, object;
  if (!a.bind(vm, "self, obj, /", {&self, &object})) return {};
  auto* items = cast<TupleObj>(own(vm, self, "_items"));
  if (!items) return vm.unknown("a getter whose arguments are not known");
  if (items->items.size() == 1) return one(object, items->items[0]);
  std::vector<Value> out;
  for (Value key : items->items) {
    const Value v = one(object, key);
    if (v.null()) return {};
    out.push_back(v);
  }
  return vm.tuple(std::move(out));
}

Value keep_items(Vm& vm, Args& a) {
  if (a.pos.size() < 2) return vm.raise(vm.types.type_error, "expected at least 1 argument, got 0");
  put(vm, a.pos[0], "_items", vm.tuple({a.pos.begin() + 1, a.pos.end()}));
  return Value::none();
}

Value call_attr_getter(Vm& vm, Args& a) {
  return apply_items(vm, a, [&](Value object, Value key) {
    if (!key.is_str()) return vm.raise(vm.types.type_error, "attribute name must be a string");
    return attr_path(vm, object, text_of(key));
  });
}

Value call_item_getter(Vm& vm, Args& a) {
  return apply_items(vm, a, [&](Value object, Value key) { return vm.get_item(object, key); });
}

Value keep_call(Vm& vm, Args& a) {
  if (a.pos.size() < 2) return vm.raise(vm.types.type_error, "methodcaller needs at least one argument, the method name");
  put(vm, a.pos[0], "_name", a.pos[1]);
  put(vm, a.pos[0], "_args", vm.tuple({a.pos.begin() + 2, a.pos.end()}));
  DictObj* kwargs = vm.new_dict();
  for (const auto& [k, v] : a.kw) kwargs->map.set(Value::string(const_cast<StrObj*>(k)), v);
  put(vm, a.pos[0], "_kwargs", Value::object(kwargs));
  return Value::none();
}

Value call_method_caller(Vm& vm, Args& a) {
  Value self, object;
  if (!a.bind(vm, "self, obj, /", {&self, &object})) return {};
  const Value name = own(vm, self, "_name");
  auto* positional = cast<TupleObj>(own(vm, self, "_args"));
  auto* kwargs = cast<DictObj>(own(vm, self, "_kwargs"));
  if (!name.is_str() || !positional || !kwargs) return vm.unknown("a method caller whose arguments are not known");
  const Value bound = vm.get_attr(object, text_of(name));
  if (bound.null()) return {};
  Args call;
  call.pos = positional->items;
  for (const auto& e : kwargs->map.entries())
    if (!e.key.null()) call.kw.emplace_back(static_cast<const StrObj*>(e.key.o), e.value);
  return vm.call(bound, call);
}

Value index_value(Vm& vm, Args& a) {
  Value x;
  if (!a.bind(vm, "a, /", {&x})) return {};
  int64_t i = 0;
  const Index kind = to_index(vm, x, i);
  if (kind == Index::Error) return {};
  return kind == Index::Known ? Value::integer(i) : sym_like(vm, vm.types.integer, {x});
}

Value count_of(Vm& vm, Args& a) {
  Value x, y;
  Collected c;
  if (!a.bind(vm, "a, b, /", {&x, &y}) || !gather(vm, x, c)) return {};
  int64_t n = 0;
  Facts facts;
  bool known = !c.open;
  for (Value v : c.items) {
    const Verdict same = equals(vm, v, y);
    if (same.raised) return {};
    if (same.value == Tri::Maybe) known = false, facts.when = interp::join(facts.when, same.facts.when);
    n += same.value == Tri::Yes;
  }
  return known ? Value::integer(n) : facts.sym(vm, vm.types.integer);
}

Value index_of(Vm& vm, Args& a) {
  Value x, y;
  Collected c;
  if (!a.bind(vm, "a, b, /", {&x, &y}) || !gather(vm, x, c)) return {};
  for (size_t i = 0; i < c.items.size(); ++i) {
    const Verdict same = equals(vm, c.items[i], y);
    if (same.raised) return {};
    if (same.value == Tri::Maybe) return same.facts.sym(vm, vm.types.integer);
    if (same.value == Tri::Yes) return Value::integer(int64_t(i));
  }
  if (c.open) return vm.sym(vm.types.integer, When::Unknown);
  return vm.raise(vm.types.value_error, "sequence.index(x): x not in sequence");
}

}  // namespace

void init_operator(Vm& vm, ModuleObj* module) {
  Module m{vm, module};
  // Each under its plain and its dunder name; the in-place ones besides.
#define BINARY(name, dunder, op)                   \
  m.fn(name, binary_op<BinaryOp::op, false>);      \
  m.set("__" dunder "__", m.get(name));            \
  m.fn("i" dunder, binary_op<BinaryOp::op, true>); \
  m.set("__i" dunder "__", m.get("i" dunder));
  BINARY("add", "add", Add)
  BINARY("sub", "sub", Sub)
  BINARY("mul", "mul", Mul) BINARY("matmul", "matmul", MatMul) BINARY("truediv", "truediv", Div) BINARY("floordiv", "floordiv", FloorDiv)
      BINARY("mod", "mod", Mod) BINARY("pow", "pow", Pow) BINARY("lshift", "lshift", LShift) BINARY("rshift", "rshift", RShift)
          BINARY("and_", "and", BitAnd) BINARY("or_", "or", BitOr) BINARY("xor", "xor", BitXor) BINARY("concat", "concat", Add)
#undef BINARY
#define COMPARE(name, op)                \
  m.fn(name, compare_op<CompareOp::op>); \
  m.set("__" name "__", m.get(name));
              COMPARE("eq", Eq) COMPARE("ne", NotEq) COMPARE("lt", Lt) COMPARE("le", LtE) COMPARE("gt", Gt) COMPARE("ge", GtE)
#undef COMPARE
                  m.fn("is_", compare_op<CompareOp::Is>);
  m.fn("is_not", compare_op<CompareOp::IsNot>);
  m.fn("neg", unary_op<UnaryOp::Negative>);
  m.fn("pos", unary_op<UnaryOp::Positive>);
  m.fn("invert", unary_op<UnaryOp::Invert>);
  m.set("inv", m.get("invert"));
  m.fn("not_", [](Vm& v, Args& a) {
    Value x;
    if (!a.bind(v, "a, /", {&x})) return Value();
    const Truth t = v.truth(x);
    if (t.raised) return Value();
    if (t.value == Tri::Maybe) return v.sym(v.types.boolean, t.when, t.origin);
    return Value::boolean(t.value == Tri::No);
  });
  m.fn("truth", [](Vm& v, Args& a) {
    Value x;
    return a.bind(v, "a, /", {&x}) ? truth_value(v, x, false) : Value();
  });
  m.fn("abs", [](Vm& v, Args& a) {
    const Value abs = v.module_attr(v.builtins, v.intern("abs"));
    return v.call(abs, a);
  });
  m.fn("index", index_value);
  m.fn("contains", [](Vm& v, Args& a) {
    Value x, y;
    return a.bind(v, "a, b, /", {&x, &y}) ? v.compare(CompareOp::In, y, x) : Value();
  });
  m.fn("getitem", [](Vm& v, Args& a) {
    Value x, y;
    return a.bind(v, "a, b, /", {&x, &y}) ? v.get_item(x, y) : Value();
  });
  m.fn("setitem", [](Vm& v, Args& a) {
    Value x, y, z;
    return a.bind(v, "a, b, c, /", {&x, &y, &z}) && v.set_item(x, y, z) ? Value::none() : Value();
  });
  m.fn("delitem", [](Vm& v, Args& a) {
    Value x, y;
    return a.bind(v, "a, b, /", {&x, &y}) && v.del_item(x, y) ? Value::none() : Value();
  });
  m.fn("call", [](Vm& v, Args& a) {
    if (a.pos.empty()) return v.raise(v.types.type_error, "call expected at least 1 argument");
    const Value callee = a.pos[0];
    Args rest = a;
    rest.pos.erase(rest.pos.begin());
    return v.call(callee, rest);
  });
  m.fn("countOf", count_of);
  m.fn("indexOf", index_of);
  m.fn("length_hint", [](Vm& v, Args& a) {
    Value x, fallback;
    if (!a.bind(v, "obj, default=, /", {&x, &fallback})) return Value();
    const Value n = v.length(x);
    if (!n.null()) return n;
    v.clear_exception();
    return fallback.null() ? Value::integer(0) : fallback;
  });
  for (const char* name : {"not_", "index", "contains", "getitem", "setitem", "delitem", "abs", "neg", "pos", "invert", "inv"}) {
    std::string bare = name;
    if (bare.back() == '_') bare.pop_back();
    m.set("__" + bare + "__", m.get(name));
  }
  ClassObj* attrs = m.cls("attrgetter");
  method(vm, attrs, "__init__", keep_items);
  method(vm, attrs, "__call__", call_attr_getter);
  ClassObj* items = m.cls("itemgetter");
  method(vm, items, "__init__", keep_items);
  method(vm, items, "__call__", call_item_getter);
  ClassObj* caller = m.cls("methodcaller");
  method(vm, caller, "__init__", keep_call);
  method(vm, caller, "__call__", call_method_caller);
}

}  // namespace graphlift::stdlib
