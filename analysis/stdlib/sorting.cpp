// heapq and bisect: exact while the comparisons can be decided.
#include "analysis/stdlib/define.h"

namespace graphlift::stdlib {
namespace {

enum class Order { Less, NotLess, Unknown, Failed };

Order before(Vm& vm, Value a, Value b) {
  const Verdict v = less(vm, a, b);
  if (v.raised) return Order::Failed;
  return v.value == Tri::Maybe ? Order::Unknown : v.value == Tri::Yes ? Order::Less : Order::NotLess;
}

// Which element stands where cannot be told: each place may hold any of them.
void scramble(Vm& vm, ListObj* list) {
  Value all;
  for (Value v : list->items) all = vm.join(all, v, When::Unknown);
  for (Value& v : list->items) v = all;
}

// The heap keeps its elements sorted: a sorted list is a heap, and pops come in the same order.
bool sort_heap(Vm& vm, ListObj* list) {
  for (size_t i = 1; i < list->items.size(); ++i)
    for (size_t k = i; k > 0; --k) {
      const Order o = before(vm, list->items[k], list->items[k - 1]);
      if (o == Order::Failed) return false;
      if (o == Order::Unknown) return scramble(vm, list), true;
      if (o == Order::NotLess) break;
      std::swap(list->items[k], list->items[k - 1]);
    }
  return true;
}

ListObj* heap_of(Vm& vm, Args& a) {
  auto* list = cast<ListObj>(plain(a[0]));
  if (!list && vm.concrete(a[0])) vm.raise(vm.types.type_error, "heap argument must be a list");
  if (list) mutating(vm, list);
  return list;
}
Value no_heap(Vm& vm) { return vm.raised() ? Value() : vm.unknown("a heap that is not known"); }

Value heap_push(Vm& vm, Args& a) {
  ListObj* list = heap_of(vm, a);
  if (!list) return no_heap(vm);
  list->items.push_back(a[1]);
  return sort_heap(vm, list) ? Value::none() : Value();
}

Value heap_pop(Vm& vm, Args& a) {
  ListObj* list = heap_of(vm, a);
  if (!list) return no_heap(vm);
  if (list->items.empty()) return list->open ? vm.unknown("an element of a heap") : vm.raise(vm.types.index_error, "index out of range");
  const Value v = list->items.front();
  list->items.erase(list->items.begin());
  return v;
}

Value heapify(Vm& vm, Args& a) {
  ListObj* list = heap_of(vm, a);
  if (!list) return no_heap(vm);
  return sort_heap(vm, list) ? Value::none() : Value();
}

Value heap_replace(Vm& vm, Args& a, bool push_first) {
  ListObj* list = heap_of(vm, a);
  if (!list) return no_heap(vm);
  if (push_first) list->items.push_back(a[1]);
  if (push_first && !sort_heap(vm, list)) return {};
  if (list->items.empty()) return vm.raise(vm.types.index_error, "index out of range");
  const Value v = list->items.front();
  list->items.erase(list->items.begin());
  if (!push_first) {
    list->items.push_back(a[1]);
    if (!sort_heap(vm, list)) return {};
  }
  return v;
}

Value sorted(Vm& vm, Value iterable, Value key, bool reverse) {
  Args call;
  call.pos = {iterable};
  if (!key.null() && !key.is_none()) call.kw.emplace_back(vm.intern("key"), key);
  if (reverse) call.kw.emplace_back(vm.intern("reverse"), Value::boolean(true));
  return vm.call(vm.module_attr(vm.builtins, vm.intern("sorted")), call);
}

Value extremes(Vm& vm, Args& a, bool largest) {
  Value n, iterable, key;
  if (!a.bind(vm, "n, iterable, key=", {&n, &iterable, &key})) return {};
  const Value all = sorted(vm, iterable, key, largest);
  return all.null() ? all : vm.get_item(all, vm.slice(Value::none(), n, Value::none()));
}

Value merge(Vm& vm, Args& a) {
  Collected all;
  for (Value v : a.pos) {
    Collected c;
    if (!gather(vm, v, c)) return {};
    all.items.insert(all.items.end(), c.items.begin(), c.items.end());
    all.open |= c.open;
  }
  const Value reverse = a.keyword("reverse");
  const Value list = sorted(vm, list_of(vm, std::move(all)), a.keyword("key"), reverse.is_bool() && reverse.b);
  return list.null() ? list : vm.iterate(list);
}

// ---- bisect

enum class Side { Left, Right };

// The insertion point; -1 when it cannot be told, -2 when an exception is set.
int64_t position(Vm& vm, Args& a, Side side, Value& sequence, Value& item) {
  Value low, high, key;
  if (!a.bind(vm, "a, x, lo=, hi=, *, key=", {&sequence, &item, &low, &high, &key})) return -2;
  Collected c;
  if (!gather(vm, sequence, c)) return -2;
  if (c.open) return -1;
  int64_t from = low.is_int() ? low.i : 0, to = high.is_int() ? high.i : int64_t(c.items.size());
  if (from < 0) return vm.raise(vm.types.value_error, "lo must be non-negative"), -2;
  to = std::min(to, int64_t(c.items.size()));
  while (from < to) {
    const int64_t middle = (from + to) / 2;
    Value v = c.items[size_t(middle)];
    if (!key.null() && !key.is_none()) v = vm.call(key, {v});
    if (v.null()) return -2;
    const Order o = side == Side::Left ? before(vm, v, item) : before(vm, item, v);
    if (o == Order::Failed) return -2;
    if (o == Order::Unknown) return -1;
    const bool right = side == Side::Left ? o == Order::Less : o == Order::NotLess;
    if (right) from = middle + 1;
    else to = middle;
  }
  return from;
}

template <Side S>
Value bisect(Vm& vm, Args& a) {
  Value sequence, item;
  const int64_t at = position(vm, a, S, sequence, item);
  if (at == -2) return {};
  return at == -1 ? lift(vm, a, vm.types.integer) : Value::integer(at);
}

template <Side S>
Value insort(Vm& vm, Args& a) {
  Value sequence, item;
  const int64_t at = position(vm, a, S, sequence, item);
  if (at == -2) return {};
  if (at >= 0) return vm.call_method(sequence, "insert", {Value::integer(at), item});
  if (auto* list = cast<ListObj>(plain(sequence))) {
    mutating(vm, list);
    list->items.push_back(item);
    scramble(vm, list);
  }
  return Value::none();
}

}  // namespace

void init_heapq(Vm& vm, ModuleObj* module) {
  Module m{vm, module};
  m.fn("heappush", heap_push);
  m.fn("heappop", heap_pop);
  m.fn("heapify", heapify);
  m.fn("heapreplace", [](Vm& v, Args& a) { return heap_replace(v, a, false); });
  m.fn("heappushpop", [](Vm& v, Args& a) { return heap_replace(v, a, true); });
  m.fn("nlargest", [](Vm& v, Args& a) { return extremes(v, a, true); });
  m.fn("nsmallest", [](Vm& v, Args& a) { return extremes(v, a, false); });
  m.fn("merge", merge);
}

void init_bisect(Vm& vm, ModuleObj* module) {
  Module m{vm, module};
  m.fn("bisect_left", bisect<Side::Left>);
  m.fn("bisect_right", bisect<Side::Right>);
  m.set("bisect", m.get("bisect_right"));
  m.fn("insort_left", insort<Side::Left>);
  m.fn("insort_right", insort<Side::Right>);
  m.set("insort", m.get("insort_right"));
}

}  // namespace graphlift::stdlib
