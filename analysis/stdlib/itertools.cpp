// itertools: lazy iterators over the machine's iteration protocol.
#include "analysis/stdlib/define.h"

namespace graphlift::stdlib {
namespace {

Source source_of(Vm& vm, Value iterable) { return {vm.iterate(iterable)}; }

bool sources_of(Vm& vm, const std::vector<Value>& iterables, std::vector<Source>& out) {
  for (Value v : iterables) {
    out.push_back(source_of(vm, v));
    if (out.back().iterator.null()) return false;
  }
  return true;
}

// True/false of a predicate; Maybe marks the iterator as open and counts as true.
bool holds(Vm& vm, Value predicate, Value item, bool& open, bool& failed) {
  const Value r = predicate.null() || predicate.is_none() ? item : vm.call(predicate, {item});
  if (r.null()) return !(failed = true);
  const Truth t = vm.truth(r);
  if (t.raised) return !(failed = true);
  if (t.value == Tri::Maybe) open = true;
  return t.value != Tri::No;
}

Value chain_over(Vm& vm, Source outer) {
  return lazy_iterator(vm, [outer, inner = Source{}](Vm& m, bool& open) mutable -> Value {
    while (true) {
      Value item;
      if (!inner.iterator.null()) {
        if (inner.step(m, item, open)) return item;
        if (m.raised()) return {};
      }
      if (!outer.step(m, item, open)) return {};
      inner = source_of(m, item);
      if (inner.iterator.null()) return {};
    }
  });
}

Value chain(Vm& vm, Args& a) {
  std::vector<Value> rest(a.pos.begin() + 1, a.pos.end());
  if (a.open_pos) return vm.iterator([](Vm& m) { return m.unknown("an item of a chain of an unknown number of iterables"); }, true);
  return chain_over(vm, {vm.iterator_over(std::move(rest))});
}

Value chain_from_iterable(Vm& vm, Args& a) {
  Value cls, iterable;
  if (!a.bind(vm, "cls, iterable, /", {&cls, &iterable})) return {};
  const Source outer = source_of(vm, iterable);
  return outer.iterator.null() ? Value() : chain_over(vm, outer);
}

Value count(Vm& vm, Args& a) {
  Value cls, start, step;
  if (!a.bind(vm, "cls, start=, step=", {&cls, &start, &step})) return {};
  if (start.null()) start = Value::integer(0);
  if (step.null()) step = Value::integer(1);
  return lazy_iterator(vm, [current = start, step](Vm& m, bool&) mutable -> Value {
    const Value now = current;
    current = m.binary(syntax::BinaryOp::Add, current, step);
    return current.null() ? current : now;
  });
}

Value cycle(Vm& vm, Args& a) {
  Value cls, iterable;
  Collected c;
  if (!a.bind(vm, "cls, iterable, /", {&cls, &iterable}) || !gather(vm, iterable, c)) return {};
  if (c.open && !c.rest.null()) c.items.push_back(c.rest);
  return lazy_iterator(
      vm, [items = std::move(c.items), i = size_t(0)](Vm&, bool&) mutable { return items.empty() ? Value() : items[i++ % items.size()]; },
      c.open);
}

Value repeat(Vm& vm, Args& a) {
  Value cls, object, times;
  if (!a.bind(vm, "cls, object, times=", {&cls, &object, &times})) return {};
  int64_t n = -1;
  bool open = false;
  if (!times.null()) {
    const Index kind = to_index(vm, times, n);
    if (kind == Index::Error) return {};
    open = kind == Index::Abstract;
    if (!open) n = std::max<int64_t>(n, 0);
  }
  return lazy_iterator(vm, [object, n, open](Vm&, bool&) mutable { return open || n < 0 || n-- > 0 ? object : Value(); }, open);
}

Value accumulate(Vm& vm, Args& a) {
  Value cls, iterable, func, initial;
  if (!a.bind(vm, "cls, iterable, func=, *, initial=", {&cls, &iterable, &func, &initial})) return {};
  const Source source = source_of(vm, iterable);
  if (source.iterator.null()) return {};
  bool first = !initial.null() && !initial.is_none();
  return lazy_iterator(vm, [source, func, total = first ? initial : Value(), first](Vm& m, bool& open) mutable -> Value {
    if (first) {
      first = false;
      return total;
    }
    Value item;
    if (!source.step(m, item, open)) return {};
    if (total.null()) total = item;
    else if (func.null() || func.is_none()) total = m.binary(syntax::BinaryOp::Add, total, item);
    else total = m.call(func, {total, item});
    return total;
  });
}

Value compress(Vm& vm, Args& a) {
  Value cls, data, selectors;
  std::vector<Source> s;
  if (!a.bind(vm, "cls, data, selectors", {&cls, &data, &selectors}) || !sources_of(vm, {data, selectors}, s)) return {};
  return lazy_iterator(vm, [s](Vm& m, bool& open) -> Value {
    Value item, selector;
    bool failed = false;
    while (s[0].step(m, item, open) && s[1].step(m, selector, open)) {
      if (holds(m, Value(), selector, open, failed)) return item;
      if (failed) return {};
    }
    return {};
  });
}

// dropwhile, takewhile, filterfalse
enum class Filter { Drop, Take, False };
template <Filter Mode>
Value filtered(Vm& vm, Args& a) {
  Value cls, predicate, iterable;
  if (!a.bind(vm, "cls, predicate, iterable, /", {&cls, &predicate, &iterable})) return {};
  const Source source = source_of(vm, iterable);
  if (source.iterator.null()) return {};
  return lazy_iterator(vm, [source, predicate, done = false](Vm& m, bool& open) mutable -> Value {
    Value item;
    bool failed = false;
    if (Mode == Filter::Take && done) return {};
    while (source.step(m, item, open)) {
      if (Mode == Filter::Drop && done) return item;
      bool unsure = false;
      const bool yes = holds(m, predicate, item, unsure, failed);
      if (failed) return {};
      if (unsure) {
        open = true;
        return item;
      }
      if (Mode == Filter::Take) {
        done = !yes;
        return yes ? item : Value();
      }
      if (!yes) {
        done = true;
        return item;
      }
    }
    return {};
  });
}

Value islice(Vm& vm, Args& a) {
  Value cls, iterable, x, y, z;
  if (!a.bind(vm, "cls, iterable, start, stop=, step=, /", {&cls, &iterable, &x, &y, &z})) return {};
  Value start = y.null() ? Value::none() : x, stop = y.null() ? x : y, step = z.null() ? Value::none() : z;
  int64_t from = 0, to = -1, by = 1;
  const auto bound = [&](Value v, int64_t& out) { return v.is_none() ? Index::Known : to_index(vm, v, out); };
  const Index kinds[] = {bound(start, from), bound(stop, to), bound(step, by)};
  const Source source = source_of(vm, iterable);
  if (source.iterator.null()) return {};
  bool abstract = false;
  for (Index k : kinds) {
    if (k == Index::Error) return {};
    abstract |= k == Index::Abstract;
  }
  if (abstract)
    return lazy_iterator(
        vm,
        [source](Vm& m, bool& open) -> Value {
          Value item;
          open = true;
          return source.step(m, item, open) ? item : Value();
        },
        true);
  if (by < 1 || from < 0 || (!stop.is_none() && to < 0))
    return vm.raise(vm.types.value_error, "Indices for islice() must be None or an integer: 0 <= x <= sys.maxsize.");
  return lazy_iterator(vm, [source, next = from, at = int64_t(0), to, by](Vm& m, bool& open) mutable -> Value {
    if (to >= 0 && next >= to) return {};
    Value item;
    for (; at <= next; ++at)
      if (!source.step(m, item, open)) return {};
    next += by;
    return item;
  });
}

Value starmap(Vm& vm, Args& a) {
  Value cls, func, iterable;
  if (!a.bind(vm, "cls, function, iterable, /", {&cls, &func, &iterable})) return {};
  const Source source = source_of(vm, iterable);
  if (source.iterator.null()) return {};
  return lazy_iterator(vm, [source, func](Vm& m, bool& open) -> Value {
    Value item;
    Collected c;
    if (!source.step(m, item, open) || !gather(m, item, c)) return {};
    Args call;
    call.pos = std::move(c.items);
    call.open_pos = c.open;
    return m.call(func, call);
  });
}

Value zip_longest(Vm& vm, Args& a) {
  const Value fill = a.keyword("fillvalue").null() ? Value::none() : a.keyword("fillvalue");
  std::vector<Source> s;
  if (!sources_of(vm, {a.pos.begin() + 1, a.pos.end()}, s)) return {};
  return lazy_iterator(vm, [s, fill, ended = std::vector<bool>(s.size())](Vm& m, bool& open) mutable -> Value {
    std::vector<Value> row;
    bool any = false;
    for (size_t i = 0; i < s.size(); ++i) {
      Value item;
      if (!ended[i] && !s[i].step(m, item, open)) {
        if (m.raised()) return {};
        ended[i] = true;
      }
      any |= !ended[i];
      row.push_back(ended[i] ? fill : item);
    }
    return any ? m.tuple(std::move(row)) : Value();
  });
}

Value pairwise(Vm& vm, Args& a) {
  Value cls, iterable;
  if (!a.bind(vm, "cls, iterable, /", {&cls, &iterable})) return {};
  const Source source = source_of(vm, iterable);
  if (source.iterator.null()) return {};
  return lazy_iterator(vm, [source, last = Value()](Vm& m, bool& open) mutable -> Value {
    Value item;
    if (last.null() && !source.step(m, last, open)) return {};
    if (!source.step(m, item, open)) return {};
    const Value before = last;
    last = item;
    return pair(m, before, item);
  });
}

Value tee(Vm& vm, Args& a) {
  Value iterable, n;
  Collected c;
  if (!a.bind(vm, "iterable, n=, /", {&iterable, &n}) || !gather(vm, iterable, c)) return {};
  const int64_t copies = n.is_int() ? n.i : 2;
  std::vector<Value> out;
  for (int64_t i = 0; i < copies; ++i) {
    Collected copy = c;
    out.push_back(vm.iterate(list_of(vm, std::move(copy))));
  }
  return vm.tuple(std::move(out));
}

Value group_by(Vm& vm, Args& a) {
  Value cls, iterable, key;
  Collected c;
  if (!a.bind(vm, "cls, iterable, key=", {&cls, &iterable, &key}) || !gather(vm, iterable, c)) return {};
  std::vector<Value> groups, members;
  Value current;
  bool open = c.open;
  const auto flush = [&] {
    if (!current.null()) groups.push_back(pair(vm, current, vm.iterator_over(std::move(members))));
    members.clear();
  };
  for (Value item : c.items) {
    const Value k = key.null() || key.is_none() ? item : vm.call(key, {item});
    if (k.null()) return {};
    bool same = false;
    if (!current.null()) {
      const Verdict v = equals(vm, current, k);
      if (v.raised) return {};
      open |= v.value == Tri::Maybe;
      same = v.value == Tri::Yes;
    }
    if (!same) flush(), current = k;
    members.push_back(item);
  }
  flush();
  if (!open) return vm.iterator_over(std::move(groups));
  const Value any_key = current.null() ? vm.unknown("a group key of a sequence of unknown length") : current;
  return vm.iterator(
      [any_key, rest = c.rest](Vm& m) {
        const Value element = rest.null() ? m.unknown("an item of a group") : rest;
        return pair(m, any_key, m.iterator([element](Vm&) { return element; }, true));
      },
      true);
}

// product, permutations, combinations and their kin are finite: all rows at once, up to a bound.
constexpr size_t kMaxRows = 200'000;

struct Rows {
  std::vector<std::vector<Value>> rows;
  bool open = false;
};

Value rows_iterator(Vm& vm, Rows&& r, size_t width, const std::vector<Value>& sample) {
  if (!r.open) {
    std::vector<Value> out;
    out.reserve(r.rows.size());
    for (auto& row : r.rows) out.push_back(vm.tuple(std::move(row)));
    return vm.iterator_over(std::move(out));
  }
  Value element;
  for (Value v : sample) element = vm.join(element, v, When::Unknown);
  if (element.null()) element = vm.unknown("an item of a combination");
  return vm.iterator([element, width](Vm& m) { return m.tuple(std::vector<Value>(width, element)); }, true);
}

Value product(Vm& vm, Args& a) {
  int64_t times = 1;
  if (const Value r = a.keyword("repeat"); !r.null()) {
    if (!r.is_int()) return vm.unknown("product with an unknown repeat");
    times = r.i;
  }
  std::vector<std::vector<Value>> pools;
  std::vector<Value> sample;
  Rows out;
  for (size_t i = 1; i < a.pos.size(); ++i) {
    Collected c;
    if (!gather(vm, a.pos[i], c)) return {};
    out.open |= c.open;
    sample.insert(sample.end(), c.items.begin(), c.items.end());
    if (!c.rest.null()) sample.push_back(c.rest);
    pools.push_back(std::move(c.items));
  }
  const auto base = pools;
  pools.clear();
  for (int64_t i = 0; i < times; ++i) pools.insert(pools.end(), base.begin(), base.end());
  size_t total = 1;
  for (const auto& p : pools) {
    if (p.empty()) total = 0;
    else if (total > kMaxRows / p.size()) out.open = true;
    else total *= p.size();
  }
  if (out.open) return rows_iterator(vm, std::move(out), pools.size(), sample);
  for (size_t n = 0; n < total; ++n) {
    std::vector<Value> row(pools.size());
    size_t rest = n;
    for (size_t i = pools.size(); i-- > 0;) {
      row[i] = pools[i][rest % pools[i].size()];
      rest /= pools[i].size();
    }
    out.rows.push_back(std::move(row));
  }
  return rows_iterator(vm, std::move(out), pools.size(), sample);
}

enum class Choice { Combinations, WithReplacement, Permutations };

void choose(Choice mode, const std::vector<Value>& pool, size_t r, std::vector<size_t>& picked, Rows& out) {
  if (out.rows.size() > kMaxRows) {
    out.open = true;
    return;
  }
  if (picked.size() == r) {
    std::vector<Value> row;
    for (size_t i : picked) row.push_back(pool[i]);
    out.rows.push_back(std::move(row));
    return;
  }
  size_t start = 0;
  if (!picked.empty() && mode != Choice::Permutations) start = picked.back() + (mode == Choice::Combinations ? 1 : 0);
  for (size_t i = start; i < pool.size() && !out.open; ++i) {
    if (mode == Choice::Permutations && std::find(picked.begin(), picked.end(), i) != picked.end()) continue;
    picked.push_back(i);
    choose(mode, pool, r, picked, out);
    picked.pop_back();
  }
}

template <Choice Mode>
Value choices(Vm& vm, Args& a) {
  Value cls, iterable, size;
  Collected c;
  if (!a.bind(vm, "cls, iterable, r=", {&cls, &iterable, &size}) || !gather(vm, iterable, c)) return {};
  int64_t r = int64_t(c.items.size());
  Rows out;
  out.open = c.open;
  if (!size.null() && !size.is_none()) {
    const Index kind = to_index(vm, size, r);
    if (kind == Index::Error) return {};
    if (kind == Index::Abstract) return vm.iterator([](Vm& m) { return m.sym(m.types.tuple, When::Unknown); }, true);
    if (r < 0) return vm.raise(vm.types.value_error, "r must be non-negative");
  }
  std::vector<size_t> picked;
  if (!out.open) choose(Mode, c.items, size_t(r), picked, out);
  std::vector<Value> sample = c.items;
  if (!c.rest.null()) sample.push_back(c.rest);
  return rows_iterator(vm, std::move(out), size_t(r), sample);
}

}  // namespace

void init_itertools(Vm& vm, ModuleObj* module) {
  Module m{vm, module};
  const auto define = [&](const char* name, NativeFn body) {
    ClassObj* cls = m.cls(name);
    cls->construct = body;
    return cls;
  };
  class_method(vm, define("chain", chain), "from_iterable", chain_from_iterable);
  define("count", count);
  define("cycle", cycle);
  define("repeat", repeat);
  define("accumulate", accumulate);
  define("compress", compress);
  define("dropwhile", filtered<Filter::Drop>);
  define("takewhile", filtered<Filter::Take>);
  define("filterfalse", filtered<Filter::False>);
  define("groupby", group_by);
  define("islice", islice);
  define("starmap", starmap);
  define("zip_longest", zip_longest);
  define("pairwise", pairwise);
  define("product", product);
  define("combinations", choices<Choice::Combinations>);
  define("combinations_with_replacement", choices<Choice::WithReplacement>);
  define("permutations", choices<Choice::Permutations>);
  m.fn("tee", tee);
}

}  // namespace graphlift::stdlib
