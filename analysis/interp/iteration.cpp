// iter() and next() of every kind of value, and reading an iterable to its end.
//
// The state of a native iterator lives by value in its closure. An iterator that comes to the end of what is known
// raises its own `unknown_length` flag, which `next` reports as `more_unknown` together with what the item would be.
#include "analysis/interp/types_support.h"

namespace graphlift::interp {

Value make_iterator(Vm& vm, std::function<Value(Vm&, IteratorObj*)> step, bool unknown_length) {
  const Value v = vm.iterator({}, unknown_length);
  auto* self = static_cast<IteratorObj*>(v.o);
  self->next = [self, step = std::move(step)](Vm& machine) mutable { return step(machine, self); };
  return v;
}

namespace {

constexpr size_t kMaxItems = 200'000;  // of one iterable read to its end; endless generators stop here

Value endless(Vm& vm, Value item) {
  return make_iterator(vm, [item](Vm&, IteratorObj*) { return item; }, true);
}

Value iterate_list(Vm& vm, ListObj* list) {
  return make_iterator(vm, [list, i = size_t(0)](Vm& machine, IteratorObj* self) mutable -> Value {
    if (i < list->items.size()) return list->items[i++];
    if (!list->open) return {};
    self->unknown_length = true;
    return list->rest.null() ? machine.unknown("item of a list of unknown length") : list->rest;
  });
}

Value iterate_keys(Vm& vm, Object* owner, const Dict* map, const bool* open, const char* what) {
  return make_iterator(vm, [owner, map, open, what, i = size_t(0), size = map->size()](Vm& machine, IteratorObj* self) mutable -> Value {
    (void)owner;
    if (map->size() != size && !*open) {
      return machine.raise(machine.types.runtime_error, std::string(what) + " changed size during iteration");
    }
    while (i < map->entries().size() && map->entries()[i].key.null()) ++i;
    if (i < map->entries().size()) return map->entries()[i++].key;
    if (!*open) return {};
    self->unknown_length = true;
    return machine.unknown(std::string("key of a ") + (what[0] == 'd' ? "dict" : "set") + " that is not completely known");
  });
}

Value iterate_text(Vm& vm, Value text) {
  return make_iterator(vm, [text, i = size_t(0)](Vm& machine, IteratorObj*) mutable -> Value {
    const std::string_view all = text_of(text);
    if (i >= all.size()) return {};
    size_t end = i + 1;
    while (end < all.size() && (static_cast<unsigned char>(all[end]) & 0xc0) == 0x80) ++end;
    const Value c = machine.str(all.substr(i, end - i));
    i = end;
    return c;
  });
}

Value iterate_by_index(Vm& vm, Value object) {
  return make_iterator(vm, [object, i = int64_t(0)](Vm& machine, IteratorObj* self) mutable -> Value {
    const Value item = machine.get_item(object, Value::integer(i++));
    if (item.null() && (machine.raised_is(machine.types.index_error) || machine.raised_is(machine.types.stop_iteration)))
      machine.clear_exception();
    if (cast<UnknownObj>(item) && i > 1) self->unknown_length = true;
    return item;
  });
}

// Iterating one of several alternatives: item by item while all agree that there is one.
Value iterate_union(Vm& vm, UnionObj* alternatives) {
  std::vector<Value> iterators;
  Value failure;
  for (Value option : std::vector<Value>(alternatives->options)) {
    const Value it = vm.iterate(option);
    if (it.null()) {
      failure = vm.exception();
      vm.clear_exception();
    } else {
      iterators.push_back(it);
    }
  }
  if (iterators.empty()) return vm.raise(failure);
  if (iterators.size() == 1) return iterators[0];
  const When when = alternatives->when;
  return make_iterator(vm, [iterators, when](Vm& machine, IteratorObj* self) mutable -> Value {
    Value out;
    size_t ended = 0;
    for (Value it : iterators) {
      bool more_unknown = false;
      const Value item = machine.next(it, more_unknown);
      if (item.null() && machine.raised()) return {};
      if (item.null()) ++ended;
      if (more_unknown) self->unknown_length = true;
      out = machine.join(out, item, when);
    }
    if (ended != 0 && ended != iterators.size()) self->unknown_length = true;
    return out;
  });
}

}  // namespace

Value item_of_unknown(Vm& vm, SymObj* s, Value index) {
  for (const ClassObj* c : s->cls->mro)
    if (c->item_type) return sym_like(vm, c->item_type, {Value::object(s), index});
  return vm.unknown("item of a `" + s->cls->name + "` that is not known", s->when);
}

Value native_iterate(Vm& vm, Value v) {
  v = plain(v);
  if (v.is_str()) return iterate_text(vm, v);
  if (!v.is_object()) return Value::not_implemented();
  switch (v.o->kind) {
    case ObjKind::Iterator:
    case ObjKind::Generator: return v;
    case ObjKind::List: return iterate_list(vm, static_cast<ListObj*>(v.o));
    case ObjKind::Tuple:
      return make_iterator(vm, [v, i = size_t(0)](Vm&, IteratorObj*) mutable -> Value {
        const auto& items = static_cast<TupleObj*>(v.o)->items;
        return i < items.size() ? items[i++] : Value();
      });
    case ObjKind::Dict: {
      auto* d = static_cast<DictObj*>(v.o);
      return iterate_keys(vm, d, &d->map, &d->open, "dictionary");
    }
    case ObjKind::Set: {
      auto* s = static_cast<SetObj*>(v.o);
      return iterate_keys(vm, s, &s->map, &s->open, "Set");
    }
    case ObjKind::Range:
      return make_iterator(vm,
                           [r = static_cast<RangeObj*>(v.o), i = int64_t(0), n = static_cast<RangeObj*>(v.o)->size()](
                               Vm&, IteratorObj*) mutable -> Value { return i < n ? Value::integer(r->start + r->step * i++) : Value(); });
    case ObjKind::Bytes:
      return make_iterator(vm, [v, i = size_t(0)](Vm&, IteratorObj*) mutable -> Value {
        const std::string& data = static_cast<BytesObj*>(v.o)->data;
        return i < data.size() ? Value::integer(static_cast<unsigned char>(data[i++])) : Value();
      });
    default: return Value::not_implemented();
  }
}

Value Vm::iterate(Value v) {
  v = force(v);
  if (v.null()) return {};
  if (auto* u = cast<UnionObj>(v)) return iterate_union(*this, u);
  const TypeOps* ops = ops_of(v);
  if (const Value found = override_of(*this, v, "__iter__", ops && ops->iterate); !found.null()) {
    if (found.is_none()) return type_error(*this, "'" + type_name(*this, v) + "' object is not iterable");
    return call_override(*this, found, v, "__iter__", {});
  }
  if (ops && ops->iterate) return ops->iterate(*this, v);
  const Value it = native_iterate(*this, v);
  if (it.tag != Tag::NotImplemented) return it;
  if (!override_of(*this, v, "__getitem__").null()) return iterate_by_index(*this, v);
  if (ops && ops->get_item) return iterate_by_index(*this, v);
  if (!override_of(*this, v, "__next__").null()) return v;
  // The content of an instance of a subclass of a built-in class may be what is not known.
  const Value content = plain(v);
  if (cast<UnknownObj>(content)) return endless(*this, content);
  if (auto* s = cast<SymObj>(content); s && !s->cls->is_subclass_of(types.integer) && s->cls != types.real && s->cls != types.complex)
    return endless(*this, item_of_unknown(*this, s, Value::none()));
  if (may_define_more(*this, v)) return endless(*this, unknown("item of an object with an unresolved base class"));
  return type_error(*this, "'" + type_name(*this, v) + "' object is not iterable");
}

Value Vm::next(Value iterator, bool& more_unknown) {
  more_unknown = false;
  iterator = force(iterator);
  if (iterator.null()) return {};
  if (auto* it = cast<IteratorObj>(iterator)) {
    touch(it);
    const Value item = it->next(*this);
    if (item.null() && raised_is(types.stop_iteration)) clear_exception();
    more_unknown = it->unknown_length && !item.null();
    return item;
  }
  if (auto* g = cast<GeneratorObj>(iterator)) return resume_generator(g, Value::none(), more_unknown);
  if (auto* u = cast<UnionObj>(iterator)) {
    more_unknown = true;
    return for_each_option(*this, u, [&](Value option) {
      bool ignored = false;
      return next(option, ignored);
    });
  }
  if (const Value found = override_of(*this, iterator, "__next__"); !found.null()) {
    const Value item = call_override(*this, found, iterator, "__next__", {});
    if (item.null() && raised_is(types.stop_iteration)) clear_exception();
    if (cast<UnknownObj>(item)) more_unknown = true;
    return item;
  }
  if (!concrete(iterator) || may_define_more(*this, iterator)) {
    more_unknown = true;
    return cast<UnknownObj>(iterator) ? iterator : unknown("next item of an unknown iterator");
  }
  return type_error(*this, "'" + type_name(*this, iterator) + "' object is not an iterator");
}

bool gather(Vm& vm, Value iterable, Collected& out) {
  iterable = vm.force(iterable);
  if (iterable.null()) return false;
  if (iterable.is_object() && iterable.o->kind != ObjKind::Instance) {
    if (auto* l = cast<ListObj>(iterable)) {
      out.items = l->items;
      out.open = l->open;
      out.rest = l->rest;
      return true;
    }
    if (auto* t = cast<TupleObj>(iterable)) {
      out.items = t->items;
      return true;
    }
  }
  const Value it = vm.iterate(iterable);
  if (it.null()) return false;
  while (true) {
    bool more_unknown = false;
    const Value item = vm.next(it, more_unknown);
    if (item.null()) return !vm.raised();
    if (more_unknown) {
      out.open = true;
      out.rest = vm.join(out.rest, item, When::Unknown);
      return true;
    }
    out.items.push_back(item);
    if (out.items.size() >= kMaxItems || vm.out_of_budget()) {
      out.open = true;
      out.rest = vm.unknown("item of an iterable that is too long to read");
      return true;
    }
  }
}

bool Vm::collect(Value iterable, std::vector<Value>& items, bool& complete) {
  Collected all;
  if (!gather(*this, iterable, all)) return false;
  items.insert(items.end(), all.items.begin(), all.items.end());
  complete = !all.open;
  return true;
}

}  // namespace graphlift::interp
