// builtins about iterables: all, any, enumerate, filter, iter, len, map, next, reversed, sorted, zip.
#include <algorithm>

#include "analysis/interp/interval.h"
#include "analysis/interp/types_support.h"

namespace graphlift::interp {
namespace {

// A truth test made by a builtin: the region's policy hears of it as of a branch.
Truth test(Vm& vm, Value v) {
  const Truth t = vm.truth(v);
  if (!t.raised && t.value == Tri::Maybe && t.when == When::Data) vm.observe(Event::TruthTest, v);
  return t;
}

template <bool want>
Value any_or_all(Vm& vm, Args& args) {
  const Value it = vm.iterate(args[0]);
  if (it.null()) return {};
  bool unsure = false;
  Facts facts;
  for (size_t n = 0; n < 100'000 && !vm.out_of_budget(); ++n) {
    bool more_unknown = false;
    const Value v = vm.next(it, more_unknown);
    if (v.null()) {
      if (vm.raised()) return {};
      return unsure ? facts.sym(vm, vm.types.boolean) : Value::boolean(!want);
    }
    const Truth t = test(vm, v);
    if (t.raised) return {};
    if (t.value == (want ? Tri::Yes : Tri::No) && !more_unknown && !unsure) return Value::boolean(want);
    if (t.value == Tri::Maybe || more_unknown || t.value == (want ? Tri::Yes : Tri::No)) {
      unsure = true;
      facts.when = interp::join(facts.when, more_unknown && t.value != Tri::Maybe ? When::Unknown : t.when);
      if (!facts.origin.valid()) facts.origin = t.origin.valid() ? t.origin : vm.origin(v);
    }
    if (more_unknown) return facts.sym(vm, vm.types.boolean);
  }
  return vm.sym(vm.types.boolean, When::Unknown);
}

Value enumerate(Vm& vm, Args& args) {
  Value iterable, start;
  if (!args.bind(vm, "iterable, start=", {&iterable, &start})) return {};
  const Value it = vm.iterate(iterable);
  if (it.null()) return {};
  const Value first = start.null() ? Value::integer(0) : index_value(vm, start);
  if (first.null()) return {};
  return make_iterator(vm, [it, i = first](Vm& m, IteratorObj* self) mutable -> Value {
    bool more_unknown = false;
    const Value v = m.next(it, more_unknown);
    if (v.null()) return {};
    if (more_unknown) {
      self->unknown_length = true;
      // How many items have been taken is a number of Python's, whatever the items hold.
      const When known = m.when(v) == When::Data ? When::PyInput : m.when(v);
      i = m.sym(m.types.integer, interp::join(m.when(i), known == When::Const ? When::Unknown : known));
    }
    const Value out = m.tuple({i, v});
    i = m.binary(syntax::BinaryOp::Add, i, Value::integer(1));
    return i.null() ? Value() : out;
  });
}

bool iterators_of(Vm& vm, const Args& args, size_t from, std::vector<Value>& out) {
  for (size_t i = from; i < args.size(); ++i) {
    const Value it = vm.iterate(args[i]);
    if (it.null()) return false;
    out.push_back(it);
  }
  return true;
}

// The next item of every iterator; false when one has ended or raised.
bool step(Vm& vm, const std::vector<Value>& iterators, std::vector<Value>& row, bool& more_unknown, size_t& ended_at) {
  row.clear();
  for (size_t i = 0; i < iterators.size(); ++i) {
    bool unknown = false;
    const Value v = vm.next(iterators[i], unknown);
    more_unknown |= unknown;
    if (v.null()) {
      ended_at = i;
      return false;
    }
    row.push_back(v);
  }
  return true;
}

Value zip(Vm& vm, Args& args) {
  std::vector<Value> iterators;
  if (!iterators_of(vm, args, 0, iterators)) return {};
  const Value strict_value = args.keyword("strict");
  const bool strict = !strict_value.null() && vm.truth(strict_value).value == Tri::Yes;
  if (args.open_pos) {
    return vm.iterator([](Vm& m) { return m.sym(m.types.tuple, When::Unknown); }, true);
  }
  return make_iterator(vm, [iterators, strict](Vm& m, IteratorObj* self) mutable -> Value {
    std::vector<Value> row;
    bool more_unknown = false;
    size_t ended_at = 0;
    if (iterators.empty()) return {};
    if (step(m, iterators, row, more_unknown, ended_at)) {
      self->unknown_length |= more_unknown;
      return m.tuple(std::move(row));
    }
    if (m.raised() || !strict || more_unknown) return {};
    if (ended_at != 0)
      return m.raise(m.types.value_error, "zip() argument " + std::to_string(ended_at + 1) + " is shorter than argument 1");
    for (size_t i = 1; i < iterators.size(); ++i) {
      bool unknown = false;
      if (!m.next(iterators[i], unknown).null() && !unknown)
        return m.raise(m.types.value_error, "zip() argument " + std::to_string(i + 1) + " is longer than argument 1");
    }
    return {};
  });
}

Value map(Vm& vm, Args& args) {
  if (args.size() < 2) return type_error(vm, "map() must have at least two arguments.");
  std::vector<Value> iterators;
  if (!iterators_of(vm, args, 1, iterators)) return {};
  return make_iterator(vm, [fn = args[0], iterators](Vm& m, IteratorObj* self) mutable -> Value {
    Args call;
    bool more_unknown = false;
    size_t ended_at = 0;
    if (!step(m, iterators, call.pos, more_unknown, ended_at)) return {};
    self->unknown_length |= more_unknown;
    return m.call(fn, call);
  });
}

Value filter(Vm& vm, Args& args) {
  const Value it = vm.iterate(args[1]);
  if (it.null()) return {};
  return make_iterator(vm, [fn = args[0], it](Vm& m, IteratorObj* self) mutable -> Value {
    for (size_t n = 0; n < 100'000; ++n) {
      bool more_unknown = false;
      const Value v = m.next(it, more_unknown);
      if (v.null()) return {};
      const Value kept = fn.is_none() ? v : m.call(fn, {v});
      if (kept.null()) return {};
      const Truth t = test(m, kept);
      if (t.raised) return {};
      // Whether this item is there is not known: from here on the length is not.
      if (more_unknown || t.value == Tri::Maybe) self->unknown_length = true;
      if (t.value != Tri::No) return v;
      if (more_unknown) return {};
    }
    return m.unknown("item of a filter that is too long to read");
  });
}

Value iter(Vm& vm, Args& args) {
  if (args.size() < 2) return vm.iterate(args[0]);
  return make_iterator(vm, [fn = args[0], sentinel = args[1]](Vm& m, IteratorObj* self) mutable -> Value {
    const Value v = m.call(fn, {});
    if (v.null()) return {};
    const Verdict same = equals(m, v, sentinel);
    if (same.raised || same.value == Tri::Yes) return {};
    if (same.value == Tri::Maybe) self->unknown_length = true;
    return v;
  });
}

Value next(Vm& vm, Args& args) {
  bool more_unknown = false;
  const Value v = vm.next(args[0], more_unknown);
  if (!v.null()) {
    if (!more_unknown || args[1].null()) return v;
    const When when = vm.when(v);
    return vm.join(v, args[1], when == When::Const ? When::Unknown : when);
  }
  if (vm.raised()) return {};
  if (!args[1].null()) return args[1];
  InstanceObj* e = vm.new_instance(vm.types.stop_iteration);
  Value result;
  if (cast<GeneratorObj>(args[0])) result = vm.generator_result();
  e->payload = result.null() || result.is_none() ? vm.tuple({}) : vm.tuple({result});
  return vm.raise(Value::object(e));
}

Value len(Vm& vm, Args& args) {
  if (args.size() != 1) return type_error(vm, "len() takes exactly one argument (" + std::to_string(args.size()) + " given)");
  return within(vm, vm.length(args[0]), {.low = 0});
}

Value sorted(Vm& vm, Args& args) {
  Collected items;
  if (!gather(vm, args[0], items)) return {};
  bool ordered = true;
  if (sort_items(vm, items, args.keyword("key"), args.keyword("reverse"), ordered).null()) return {};
  return list_of(vm, std::move(items));
}

Value reversed(Vm& vm, Args& args) {
  const Value v = vm.force(args[0]);
  if (v.null()) return {};
  if (auto* u = cast<UnionObj>(v)) {
    return vm.iterate(for_each_option(vm, u, [&](Value option) {
      Args one;
      one.pos = {option};
      const Value it = reversed(vm, one);
      Collected items;
      return it.null() || !gather(vm, it, items) ? Value() : list_of(vm, std::move(items));
    }));
  }
  const Value found = vm.find_in_class(vm.type_of(v), vm.intern("__reversed__"));
  if (!found.null()) return vm.call(found, {v});
  const Value p = plain(v);
  const bool sequence = p.is_str() || cast<TupleObj>(p) || cast<BytesObj>(p);
  if (!vm.concrete(v)) {
    if (const TypeOps* ops = vm.ops_of(v); !ops || !ops->iterate) return vm.iterate(v);
  } else if (!sequence) {
    const Value item = vm.find_in_class(vm.type_of(v), vm.intern("__getitem__"));
    const TypeOps* ops = vm.ops_of(v);
    if (item.null() && !(ops && ops->get_item)) return type_error(vm, "'" + type_name(vm, v) + "' object is not reversible");
    const Value size = vm.length(v);
    if (size.null()) return {};
    if (size.is_int()) {
      return make_iterator(
          vm, [v, i = size.i](Vm& m, IteratorObj*) mutable -> Value { return i > 0 ? m.get_item(v, Value::integer(--i)) : Value(); });
    }
  }
  Collected items;
  if (!gather(vm, v, items)) return {};
  std::reverse(items.items.begin(), items.items.end());
  if (!items.open) return vm.iterator_over(std::move(items.items));
  Value any = items.rest;
  for (Value item : items.items) any = vm.join(any, item, When::Unknown);
  return vm.iterator([any](Vm& m) { return any.null() ? m.unknown("item of an iterable of unknown length") : any; }, true);
}

}  // namespace

void register_builtin_iterables(Vm& vm) {
  ModuleObj* m = vm.builtins;
  vm.define(m, "all", any_or_all<false>);
  vm.define(m, "any", any_or_all<true>);
  vm.define(m, "enumerate", enumerate);
  vm.define(m, "filter", filter);
  vm.define(m, "iter", iter);
  vm.define(m, "len", len);
  vm.define(m, "map", map);
  vm.define(m, "next", next);
  vm.define(m, "reversed", reversed);
  vm.define(m, "sorted", sorted);
  vm.define(m, "zip", zip);
}

}  // namespace graphlift::interp
