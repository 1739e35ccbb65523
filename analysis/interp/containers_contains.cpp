// `item in container`.
#include "analysis/interp/types_support.h"

namespace graphlift::interp {
namespace {

Verdict known(bool yes) { return {yes ? Tri::Yes : Tri::No, {}, false}; }
Verdict failed() { return {Tri::Maybe, {}, true}; }

Verdict unsure(const Vm& vm, std::initializer_list<Value> values) {
  Verdict v{Tri::Maybe, facts_of(vm, values), false};
  if (v.facts.when == When::Const) v.facts.when = When::Unknown;
  return v;
}

Verdict verdict_of(Vm& vm, Value answer) {
  if (answer.null()) return failed();
  if (answer.is_bool()) return known(answer.b);
  const Truth t = vm.truth(answer);
  Verdict out{t.value, facts_of(vm, {answer}), t.raised};
  out.facts.when = t.when;
  return out;
}

Verdict among(Vm& vm, const std::vector<Value>& listed, bool open, Value rest, Value item) {
  const std::vector<Value> items = listed;
  Verdict maybe;
  bool any_maybe = false;
  for (Value candidate : items) {
    Verdict same = equals(vm, candidate, item);
    // Python looks at identity first; a compiler that traces the comparison does not.
    if (same.value == Tri::Yes && vm.tracing() && cast<TensorObj>(candidate)) {
      same = unsure(vm, {candidate});
      same.facts.when = When::Data;
    }
    if (same.raised || same.value == Tri::Yes) return same;
    if (same.value != Tri::Maybe) continue;
    if (!any_maybe) maybe = same;
    else maybe.facts.when = interp::join(maybe.facts.when, same.facts.when);
    any_maybe = true;
  }
  if (any_maybe) return maybe;
  return open ? unsure(vm, {rest, item}) : known(false);
}

Verdict among_keys(Vm& vm, const Dict& map, bool open, Value item) {
  if (!check_hashable(vm, item)) return failed();
  Value at;
  switch (find_key(vm, map, item, at)) {
    case Found::Error: return failed();
    case Found::Yes: return known(true);
    case Found::No: return open ? unsure(vm, {item}) : known(false);
    case Found::Maybe: break;
  }
  return unsure(vm, {item});
}

Verdict of_options(Vm& vm, UnionObj* alternatives, Value container, Value item, bool container_varies) {
  bool yes = false, no = false;
  Verdict out = unsure(vm, {Value::object(alternatives)});
  for (Value option : std::vector<Value>(alternatives->options)) {
    const Verdict one = container_varies ? contains(vm, option, item) : contains(vm, container, option);
    if (one.raised) {
      vm.clear_exception();
      continue;
    }
    yes |= one.value != Tri::No;
    no |= one.value != Tri::Yes;
    if (one.value == Tri::Maybe) out.facts.when = interp::join(out.facts.when, one.facts.when);
  }
  if (yes != no) return known(yes);
  return out;
}

Verdict by_iteration(Vm& vm, Value container, Value item) {
  const Value it = vm.iterate(container);
  if (it.null()) return failed();
  for (size_t n = 0; n < 100'000; ++n) {
    bool more_unknown = false;
    const Value candidate = vm.next(it, more_unknown);
    if (candidate.null()) return vm.raised() ? failed() : known(false);
    const Verdict same = equals(vm, candidate, item);
    if (same.raised) return same;
    if (more_unknown || same.value == Tri::Maybe) return unsure(vm, {candidate, item});
    if (same.value == Tri::Yes) return same;
  }
  return unsure(vm, {item});
}

}  // namespace

Verdict contains(Vm& vm, Value container, Value item) {
  container = vm.force(container);
  if (container.null()) return failed();
  item = vm.force(item);
  if (item.null()) return failed();
  if (auto* u = cast<UnionObj>(container)) return of_options(vm, u, {}, item, true);
  const TypeOps* ops = vm.ops_of(container);
  if (const Value found = override_of(vm, container, "__contains__", ops && ops->compare); !found.null())
    return verdict_of(vm, call_override(vm, found, container, "__contains__", {item}));
  if (ops && ops->compare) {
    const Value answer = ops->compare(vm, syntax::CompareOp::In, item, container);
    if (answer.tag != Tag::NotImplemented) return verdict_of(vm, answer);
  }
  if (auto* u = cast<UnionObj>(item)) return of_options(vm, u, container, {}, false);
  const bool own_iteration = !override_of(vm, container, "__iter__").null();
  const Value p = own_iteration ? container : plain(container);
  if (p.is_str()) {
    const Value text = plain(item);
    if (text.is_str()) return known(text_of(p).find(text_of(text)) != std::string_view::npos);
    if (!vm.concrete(item)) return unsure(vm, {item});
    type_error(vm, "'in <string>' requires string as left operand, not " + type_name(vm, item));
    return failed();
  }
  if (auto* t = cast<TupleObj>(p)) return among(vm, t->items, false, {}, item);
  if (auto* l = cast<ListObj>(p)) return among(vm, l->items, l->open, l->rest, item);
  if (auto* d = cast<DictObj>(p)) return among_keys(vm, d->map, d->open, item);
  if (auto* s = cast<SetObj>(p)) {
    // A set is looked up as the frozenset of its items.
    if (auto* key = plain_cast<SetObj>(item); key && key->cls == vm.types.set) {
      SetObj* frozen = vm.new_set(true);
      frozen->map = key->map;
      frozen->open = key->open;
      item = Value::object(frozen);
    }
    return among_keys(vm, s->map, s->open, item);
  }
  if (auto* b = cast<BytesObj>(p)) {
    if (auto* part = cast<BytesObj>(item)) return known(b->data.find(part->data) != std::string::npos);
    if (item.is_integral()) return known(b->data.find(char(item.as_int())) != std::string::npos);
    return unsure(vm, {item});
  }
  if (auto* r = cast<RangeObj>(p)) {
    const Value number = plain(item);
    if (!vm.concrete(item)) return unsure(vm, {item});
    if (!number.is_number()) return known(false);
    if (number.is_float() && number.f != double(int64_t(number.f))) return known(false);
    const int64_t i = number.is_float() ? int64_t(number.f) : number.as_int();
    const bool inside = r->step > 0 ? i >= r->start && i < r->stop : i <= r->start && i > r->stop;
    return known(inside && (i - r->start) % r->step == 0);
  }
  if (cast<UnknownObj>(container) || cast<SymObj>(container)) return unsure(vm, {container, item});
  return by_iteration(vm, container, item);
}

}  // namespace graphlift::interp
