// tuple and list: construction, methods, sorting.
#include <algorithm>

#include "analysis/interp/tensor.h"
#include "analysis/interp/types_dunders.h"
#include "analysis/interp/visit.h"

namespace graphlift::interp {
namespace {

// Merge sort that stops as soon as an order cannot be told.
class Sorter {
 public:
  Sorter(Vm& vm, const std::vector<Value>& keys, bool reverse) : vm_(vm), keys_(keys), reverse_(reverse) {}
  void run(std::vector<size_t>& order) {
    if (order.size() < 2) return;
    const auto middle = order.begin() + std::ptrdiff_t(order.size() / 2);
    std::vector<size_t> left(order.begin(), middle), right(middle, order.end());
    run(left);
    run(right);
    size_t i = 0, j = 0, out = 0;
    while (i < left.size() && j < right.size() && !failed_ && !unsure_) order[out++] = before(right[j], left[i]) ? right[j++] : left[i++];
    while (i < left.size()) order[out++] = left[i++];
    while (j < right.size()) order[out++] = right[j++];
  }
  [[nodiscard]] bool failed() const { return failed_; }
  [[nodiscard]] bool unsure() const { return unsure_; }

 private:
  bool before(size_t a, size_t b) {
    const Verdict v = reverse_ ? less(vm_, keys_[b], keys_[a]) : less(vm_, keys_[a], keys_[b]);
    failed_ |= v.raised;
    unsure_ |= v.value == Tri::Maybe;
    return v.value == Tri::Yes;
  }

  Vm& vm_;
  const std::vector<Value>& keys_;
  bool reverse_, failed_ = false, unsure_ = false;
};

struct Literals;

}  // namespace

bool is_literal(Value v) {
  if (!v.is_object() || v.is_str()) return true;
  const Visit<Literals> visit;
  if (visit.too_far()) return false;
  if (const auto* tuple = cast<TupleObj>(v)) return std::all_of(tuple->items.begin(), tuple->items.end(), is_literal);
  if (const auto* items = cast<ListObj>(v)) return std::all_of(items->items.begin(), items->items.end(), is_literal);
  if (const auto* dict = cast<DictObj>(v)) {
    const auto entries = dict->map.entries();
    return std::all_of(entries.begin(), entries.end(),
                       [](const auto& e) { return e.key.null() || (is_literal(e.key) && is_literal(e.value)); });
  }
  if (const auto* number = cast<SymObj>(v)) return number->when != When::Data;
  const ObjKind kind = v.o->kind;
  return kind != ObjKind::Generator && kind != ObjKind::Iterator && kind != ObjKind::Instance && kind != ObjKind::Tensor;
}

Value sort_items(Vm& vm, Collected& items, Value key, Value reverse, bool& ordered) {
  std::vector<Value> keys;
  const bool with_key = !key.null() && !key.is_none();
  for (Value v : items.items) {
    const Value k = with_key ? vm.call(key, {v}) : v;
    if (k.null()) return {};
    keys.push_back(k);
  }
  // A graph compiler sorts by constants only; what it leaves to Python is ordered there, by contents that nobody here knows.
  const auto odd = vm.tracing() ? std::find_if_not(keys.begin(), keys.end(), is_literal) : keys.end();
  bool left_out = false;
  if (odd != keys.end())
    left_out = vm.observe(Event::Unsupported, *odd, "builtins.sorted", "GB0207", "it is sorted by keys that are no constants").broke;
  if (left_out) left_out = std::any_of(keys.begin(), keys.end(), [](Value k) { return cast<TensorObj>(k) != nullptr; });
  Truth descending;
  descending.value = Tri::No;
  if (!reverse.null()) descending = vm.truth(reverse);
  if (descending.raised) return {};
  ordered = !items.open && !left_out && descending.value != Tri::Maybe;
  std::vector<size_t> order(items.items.size());
  for (size_t i = 0; i < order.size(); ++i) order[i] = i;
  if (ordered) {
    Sorter sorter(vm, keys, descending.value == Tri::Yes);
    sorter.run(order);
    if (sorter.failed()) return {};
    ordered = !sorter.unsure();
  }
  if (ordered) {
    std::vector<Value> sorted;
    for (size_t i : order) sorted.push_back(items.items[i]);
    items.items = std::move(sorted);
    return Value::none();
  }
  // The same items in an order that is not known: each place may hold any of them.
  When when = When::Const;
  for (Value k : keys) when = interp::join(when, vm.when(k));
  if (when == When::Const) when = When::Unknown;
  Value any = items.rest;
  for (Value v : items.items) any = vm.join(any, v, when);
  if (items.open) {
    items.items.clear();
    items.rest = any;
  } else {
    std::fill(items.items.begin(), items.items.end(), any);
  }
  return Value::none();
}

namespace {

Value tuple_construct(Vm& vm, Args& args) {
  auto* cls = cast<ClassObj>(args[0]);
  Value out;
  if (args[1].null()) {
    out = vm.tuple({});
  } else if (auto* t = cast<TupleObj>(args[1]); t && t->cls == vm.types.tuple) {
    out = args[1];
  } else {
    Collected items;
    if (!gather(vm, args[1], items)) return {};
    out = tuple_of(vm, std::move(items));
  }
  if (cls == vm.types.tuple || !cast<TupleObj>(out)) return out;
  return instance_with(vm, cls, out);
}

Value list_construct(Vm& vm, Args& args) {
  auto* cls = cast<ClassObj>(args[0]);
  Collected items;
  if (cls != vm.types.list) return instance_with(vm, cls, vm.list({}));
  if (!args[1].null() && !gather(vm, args[1], items)) return {};
  return list_of(vm, std::move(items));
}

ListObj* self_list(Vm& vm, Args& args) {
  auto* list = plain_cast<ListObj>(args[0]);
  if (!list && vm.concrete(args[0])) type_error(vm, "descriptor requires a 'list' object but received '" + type_name(vm, args[0]) + "'");
  return list;
}

// The answer of a method whose `self` is no list that is known: an exception, or nothing known.
Value no_list(Vm& vm) { return vm.raised() ? Value() : vm.unknown("method of a list that is not known"); }

Value list_init(Vm& vm, Args& args) {
  ListObj* list = self_list(vm, args);
  if (!list) return no_list(vm);
  Collected items;
  if (!args[1].null() && !gather(vm, args[1], items)) return {};
  mutating(vm, list);
  list->items = std::move(items.items);
  list->open = items.open;
  list->rest = items.rest;
  return Value::none();
}

Value append(Vm& vm, Args& args) {
  ListObj* list = self_list(vm, args);
  if (!list) return no_list(vm);
  if (args.size() != 2) return type_error(vm, "list.append() takes exactly one argument (" + std::to_string(args.size() - 1) + " given)");
  mutating(vm, list, args[1]);
  if (list->open) list->rest = vm.join(list->rest, args[1], When::Unknown);
  else list->items.push_back(args[1]);
  return Value::none();
}

Value extend(Vm& vm, Args& args) {
  ListObj* list = self_list(vm, args);
  if (!list) return no_list(vm);
  return extend_list(vm, list, args[1]) ? Value::none() : Value();
}

void scatter(Vm& vm, ListObj* list) {
  for (Value v : list->items) list->rest = vm.join(list->rest, v, When::Unknown);
  list->items.clear();
  list->open = true;
}

Value insert(Vm& vm, Args& args) {
  ListObj* list = self_list(vm, args);
  int64_t at = 0;
  if (!list) return no_list(vm);
  const Index known = to_index(vm, args[1], at);
  if (known == Index::Error) return {};
  mutating(vm, list);
  const auto size = int64_t(list->items.size());
  if (known == Index::Abstract || (list->open && (at < 0 || at > size))) {
    const bool open = list->open;
    scatter(vm, list);
    list->rest = vm.join(list->rest, args[2], When::Unknown);
    if (!open) {
      list->open = false;
      list->items.assign(size_t(size) + 1, list->rest);
      list->rest = Value();
    }
    return Value::none();
  }
  if (at < 0) at = std::max<int64_t>(at + size, 0);
  list->items.insert(list->items.begin() + std::min(at, size), args[2]);
  return Value::none();
}

Value pop(Vm& vm, Args& args) {
  ListObj* list = self_list(vm, args);
  if (!list) return no_list(vm);
  int64_t at = -1;
  Index known = Index::Known;
  if (!args[1].null()) known = to_index(vm, args[1], at);
  if (known == Index::Error) return {};
  const auto size = int64_t(list->items.size());
  mutating(vm, list);
  if (known == Index::Abstract || (list->open && (at < 0 || at >= size))) {
    const bool open = list->open;
    scatter(vm, list);
    const Value any = list->rest;
    if (!open) {
      if (size == 0) {
        list->open = false;
        return vm.raise(vm.types.index_error, "pop from empty list");
      }
      list->open = false;
      list->items.assign(size_t(size) - 1, any);
      list->rest = Value();
    }
    return any.null() ? vm.unknown("item of a list of unknown length") : any;
  }
  if (size == 0) return vm.raise(vm.types.index_error, "pop from empty list");
  if (at < 0) at += size;
  if (at < 0 || at >= size) return vm.raise(vm.types.index_error, "pop index out of range");
  const Value out = list->items[size_t(at)];
  list->items.erase(list->items.begin() + at);
  return out;
}

Value remove(Vm& vm, Args& args) {
  ListObj* list = self_list(vm, args);
  if (!list) return no_list(vm);
  const std::vector<Value> items = list->items;
  for (size_t i = 0; i < items.size(); ++i) {
    const Verdict same = equals(vm, items[i], args[1]);
    if (same.raised) return {};
    if (same.value == Tri::No) continue;
    mutating(vm, list);
    if (same.value == Tri::Yes) {
      list->items.erase(list->items.begin() + std::ptrdiff_t(i));
      return Value::none();
    }
    scatter(vm, list);
    return Value::none();
  }
  if (list->open) return Value::none();
  return vm.raise(vm.types.value_error, "list.remove(x): x not in list");
}

Value clear(Vm& vm, Args& args) {
  ListObj* list = self_list(vm, args);
  if (!list) return no_list(vm);
  mutating(vm, list);
  list->items.clear();
  list->open = false;
  list->rest = Value();
  return Value::none();
}

Value copy(Vm& vm, Args& args) {
  ListObj* list = self_list(vm, args);
  if (!list) return no_list(vm);
  Collected items{list->items, list->open, list->rest};
  return list_of(vm, std::move(items));
}

Value reverse(Vm& vm, Args& args) {
  ListObj* list = self_list(vm, args);
  if (!list) return no_list(vm);
  mutating(vm, list);
  if (list->open) scatter(vm, list);
  else std::reverse(list->items.begin(), list->items.end());
  return Value::none();
}

Value sort(Vm& vm, Args& args) {
  ListObj* list = self_list(vm, args);
  if (!list) return no_list(vm);
  if (args.size() > 1) return type_error(vm, "sort() takes no positional arguments");
  Collected items{list->items, list->open, list->rest};
  bool ordered = true;
  if (sort_items(vm, items, args.keyword("key"), args.keyword("reverse"), ordered).null()) return {};
  mutating(vm, list);
  list->items = std::move(items.items);
  list->rest = items.rest;
  return Value::none();
}

bool items_of(Vm& vm, Value self, std::vector<Value>& items, bool& open) {
  open = false;
  const Value p = plain(self);
  if (auto* l = cast<ListObj>(p)) {
    items = l->items;
    open = l->open;
    return true;
  }
  if (auto* t = cast<TupleObj>(p)) {
    items = t->items;
    return true;
  }
  open = true;
  return !vm.concrete(self) || !type_error(vm, "descriptor does not apply to '" + type_name(vm, self) + "'").null();
}

Value index(Vm& vm, Args& args) {
  std::vector<Value> items;
  bool open = false;
  if (!items_of(vm, args[0], items, open)) return {};
  int64_t from = 0, to = int64_t(items.size());
  const auto size = int64_t(items.size());
  for (auto [v, out] : {std::pair<Value, int64_t*>{args[2], &from}, {args[3], &to}}) {
    if (v.null()) continue;
    switch (to_index(vm, v, *out)) {
      case Index::Error: return {};
      case Index::Abstract: return sym_like(vm, vm.types.integer, {v});
      case Index::Known:
        if (*out < 0) *out = std::max<int64_t>(*out + size, 0);
    }
  }
  for (int64_t i = from; i < std::min(to, size); ++i) {
    const Verdict same = equals(vm, items[size_t(i)], args[1]);
    if (same.raised) return {};
    if (same.value == Tri::Yes) return Value::integer(i);
    if (same.value == Tri::Maybe) return same.facts.sym(vm, vm.types.integer);
  }
  if (open) return vm.sym(vm.types.integer, When::Unknown);
  const Value repr = vm.to_text(args[1], true);
  const bool tuple = plain_cast<TupleObj>(args[0]) != nullptr;
  return vm.raise(vm.types.value_error,
                  tuple ? "tuple.index(x): x not in tuple" : std::string(repr.is_str() ? text_of(repr) : "x") + " is not in list");
}

Value count(Vm& vm, Args& args) {
  std::vector<Value> items;
  bool open = false;
  if (!items_of(vm, args[0], items, open)) return {};
  int64_t n = 0;
  for (Value v : items) {
    const Verdict same = equals(vm, v, args[1]);
    if (same.raised) return {};
    if (same.value == Tri::Maybe) return same.facts.sym(vm, vm.types.integer);
    n += same.value == Tri::Yes;
  }
  return open ? vm.sym(vm.types.integer, When::Unknown) : Value::integer(n);
}

Value reversed_list(Vm& vm, Args& args) {
  Collected items;
  if (!gather(vm, plain(args[0]), items)) return {};
  std::reverse(items.items.begin(), items.items.end());
  if (!items.open) return vm.iterator_over(std::move(items.items));
  Value any = items.rest;
  for (Value v : items.items) any = vm.join(any, v, When::Unknown);
  return vm.iterator([any](Vm& m) { return any.null() ? m.unknown("item of a list of unknown length") : any; }, true);
}

}  // namespace

void register_sequences(Vm& vm) {
  ClassObj *tuple = vm.types.tuple, *list = vm.types.list;
  define_construction(vm, tuple, tuple_construct);
  define_construction(vm, list, list_construct);
  for (ClassObj* cls : {tuple, list}) {
    define_binary(vm, cls, {BinaryOp::Add}, false, cls == list);
    define_binary(vm, cls, {BinaryOp::Mul}, true, cls == list);
    define_ordering(vm, cls);
    define_container(vm, cls, cls == list, true);
    define_text(vm, cls);
    vm.define(cls, "index", index);
    vm.define(cls, "count", count);
  }
  list->dict->map.set(vm.str("__hash__"), Value::none());
  vm.define(list, "__init__", list_init);
  vm.define(list, "__reversed__", reversed_list);
  vm.define(list, "append", append);
  vm.define(list, "extend", extend);
  vm.define(list, "insert", insert);
  vm.define(list, "pop", pop);
  vm.define(list, "remove", remove);
  vm.define(list, "clear", clear);
  vm.define(list, "copy", copy);
  vm.define(list, "reverse", reverse);
  vm.define(list, "sort", sort);
}

}  // namespace graphlift::interp
