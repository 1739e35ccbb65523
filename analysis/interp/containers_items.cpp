// x[i], x[i] = v, del x[i] and len(x).
#include "analysis/interp/containers_slices.h"
#include "analysis/interp/types_support.h"

namespace graphlift::interp {
namespace {

Value index_error(Vm& vm, const char* what) { return vm.raise(vm.types.index_error, std::string(what) + " out of range"); }

Value key_error(Vm& vm, Value key) {
  InstanceObj* e = vm.new_instance(vm.types.key_error);
  e->payload = vm.tuple({key});
  return vm.raise(Value::object(e));
}

bool is_sequence(Value v) { return v.is_str() || cast<TupleObj>(v) || cast<ListObj>(v) || cast<RangeObj>(v) || cast<BytesObj>(v); }

std::string bad_index(Vm& vm, Value self, Value index) {
  if (self.is_str()) return "string indices must be integers, not '" + type_name(vm, index) + "'";
  return type_name(vm, self) + " indices must be integers or slices, not " + type_name(vm, index);
}

Value any_of(Vm& vm, const std::vector<Value>& items, Value rest, When when) {
  for (Value v : items) rest = vm.join(rest, v, when);
  return rest;
}

Value abstract_item(Vm& vm, Value self, Value index) {
  const When when = vm.when(index);
  if (auto* t = cast<TupleObj>(self)) { return t->items.empty() ? index_error(vm, "tuple index") : any_of(vm, t->items, {}, when); }
  if (auto* l = cast<ListObj>(self)) {
    const Value out = any_of(vm, l->items, l->rest, when);
    if (!out.null()) return out;
    return l->open ? vm.unknown("item of a list of unknown length") : index_error(vm, "list index");
  }
  return sym_like(vm, self.is_str() ? vm.types.str : vm.types.integer, {index});
}

Value item_at(Vm& vm, Value self, int64_t i) {
  if (self.is_str()) {
    const std::string_view text = text_of(self);
    if (is_ascii(text)) {
      if (i < 0) i += int64_t(text.size());
      if (i < 0 || i >= int64_t(text.size())) return index_error(vm, "string index");
      return vm.str(text.substr(size_t(i), 1));
    }
    const std::u32string wide = decode_utf8(text);
    if (i < 0) i += int64_t(wide.size());
    if (i < 0 || i >= int64_t(wide.size())) return index_error(vm, "string index");
    return vm.str(encode_utf8(wide.substr(size_t(i), 1)));
  }
  if (auto* t = cast<TupleObj>(self)) {
    if (i < 0) i += int64_t(t->items.size());
    return i < 0 || i >= int64_t(t->items.size()) ? index_error(vm, "tuple index") : t->items[size_t(i)];
  }
  if (auto* r = cast<RangeObj>(self)) {
    if (i < 0) i += r->size();
    return i < 0 || i >= r->size() ? index_error(vm, "range object index") : Value::integer(r->start + i * r->step);
  }
  if (auto* b = cast<BytesObj>(self)) {
    if (i < 0) i += int64_t(b->data.size());
    return i < 0 || i >= int64_t(b->data.size()) ? index_error(vm, "index")
                                                 : Value::integer(static_cast<unsigned char>(b->data[size_t(i)]));
  }
  auto* l = cast<ListObj>(self);
  if (l->open) {
    if (i >= 0 && i < int64_t(l->items.size())) return l->items[size_t(i)];
    Value out = i < 0 ? any_of(vm, l->items, l->rest, When::Unknown) : l->rest;
    return out.null() ? vm.unknown("item of a list of unknown length") : out;
  }
  if (i < 0) i += int64_t(l->items.size());
  return i < 0 || i >= int64_t(l->items.size()) ? index_error(vm, "list index") : l->items[size_t(i)];
}

Value dict_item(Vm& vm, Value original, DictObj* dict, Value key) {
  if (!check_hashable(vm, key)) return {};
  Value out;
  switch (dict_get(vm, dict, key, out)) {
    case Found::Error: return {};
    case Found::Yes:
    case Found::Maybe: return out;
    case Found::No: break;
  }
  if (const Value found = override_of(vm, original, "__missing__"); !found.null())
    return call_override(vm, found, original, "__missing__", {key});
  if (!dict->default_factory.null() && !dict->default_factory.is_none()) {
    out = vm.call(dict->default_factory, {});
    return out.null() || !dict_set(vm, dict, key, out) ? Value() : out;
  }
  return key_error(vm, key);
}

// Subscripting a class: `list[int]`, `Generic[T]`, an enum by name.
Value class_item(Vm& vm, ClassObj* cls, Value index) {
  const Value found = vm.find_in_class(cls, vm.intern("__class_getitem__"));
  if (!found.null()) {
    const Value bound = vm.get_attr(Value::object(cls), vm.intern("__class_getitem__"));
    return bound.null() ? bound : vm.call(bound, {index});
  }
  const auto& t = vm.types;
  for (const ClassObj* c : cls->mro) {
    const bool scalar = c == t.integer || c == t.boolean || c == t.real || c == t.complex || c == t.str || c == t.bytes || c == t.range ||
                        c == t.slice || c == t.object || c->layout == Layout::Exception;
    if ((c->native && !scalar) || c->has_unknown_base) return make_alias(vm, Value::object(cls), index);
  }
  return type_error(vm, "type '" + cls->name + "' is not subscriptable");
}

Value set_failure(Vm& vm, Value self, const char* verb) {
  return type_error(vm, "'" + type_name(vm, self) + "' object does not support item " + verb);
}

}  // namespace

Value native_get_item(Vm& vm, Value self, Value index) {
  const Value s = plain(self);
  if (auto* d = cast<DictObj>(s)) return dict_item(vm, self, d, index);
  if (!is_sequence(s)) return Value::not_implemented();
  if (auto* slice = cast<SliceObj>(index)) return slice_of(vm, s, slice);
  int64_t i = 0;
  if (cast<TensorObj>(index)) index = index_value(vm, index);
  if (index.null()) return {};
  switch (to_index(vm, index, i)) {
    case Index::Known: return item_at(vm, s, i);
    case Index::Abstract:
      if (cast<ListObj>(s) || cast<TupleObj>(s)) uses_number(vm, index, NumberUse::Index);
      return abstract_item(vm, s, index);
    case Index::Error: break;
  }
  vm.clear_exception();
  return type_error(vm, bad_index(vm, s, index));
}

Value Vm::get_item(Value object, Value index) {
  object = force(object);
  if (object.null()) return {};
  index = force(index);
  if (index.null()) return {};
  if (auto* u = cast<UnionObj>(object)) return for_each_option(*this, u, [&](Value v) { return get_item(v, index); });
  const TypeOps* ops = ops_of(object);
  if (const Value found = override_of(*this, object, "__getitem__", ops && ops->get_item); !found.null())
    return call_override(*this, found, object, "__getitem__", {index});
  if (ops && ops->get_item) return ops->get_item(*this, object, index);
  if (auto* u = cast<UnionObj>(index)) return for_each_option(*this, u, [&](Value v) { return get_item(object, v); });
  if (auto* cls = cast<ClassObj>(object)) return class_item(*this, cls, index);
  const Value result = native_get_item(*this, object, index);
  if (result.tag != Tag::NotImplemented) return result;
  if (cast<UnknownObj>(object)) return object;
  if (auto* s = cast<SymObj>(object)) {
    const bool scalar = s->cls->is_subclass_of(types.integer) || s->cls == types.real || s->cls == types.complex;
    const bool keyed = s->cls->is_subclass_of(types.dict) || s->cls->is_subclass_of(types.set) || s->cls->is_subclass_of(types.frozenset);
    if (cast<SliceObj>(index) && !scalar && !keyed) return sym_like(*this, s->cls, {object, index});
    if (!scalar) return item_of_unknown(*this, s, index);
  }
  if (may_define_more(*this, object)) return unknown("item of an object with an unresolved base class");
  return type_error(*this, "'" + type_name(*this, object) + "' object is not subscriptable");
}

// A bytearray is written like a list of its numbers.
bool set_bytes(Vm& vm, BytesObj* bytes, const SliceObj* slice, Value value) {
  std::vector<Value> numbers;
  for (const char c : bytes->data) numbers.push_back(Value::integer(uint8_t(c)));
  const Value list = vm.list(std::move(numbers));
  if (!assign_slice(vm, static_cast<ListObj*>(list.o), slice, value)) return false;
  std::string data;
  for (Value v : static_cast<ListObj*>(list.o)->items) data += v.is_integral() ? char(v.as_int()) : '\0';
  vm.touch(bytes);
  bytes->data = std::move(data);
  return true;
}

bool native_set_item(Vm& vm, Value self, Value index, Value value) {
  const Value s = plain(self);
  if (auto* d = cast<DictObj>(s)) return dict_set(vm, d, index, value);
  if (auto* b = cast<BytesObj>(s); b && b->cls == vm.types.bytearray && cast<SliceObj>(index))
    return set_bytes(vm, b, cast<SliceObj>(index), value);
  if (auto* b = cast<BytesObj>(s); b && b->cls == vm.types.bytearray && index.is_integral() && value.is_integral()) {
    int64_t i = index.as_int() < 0 ? index.as_int() + int64_t(b->data.size()) : index.as_int();
    if (i < 0 || i >= int64_t(b->data.size())) return !index_error(vm, "bytearray index").null();
    b->data[size_t(i)] = char(value.as_int());
    return true;
  }
  auto* list = cast<ListObj>(s);
  if (list == nullptr) {
    set_failure(vm, self, "assignment");
    return false;
  }
  if (auto* slice = cast<SliceObj>(index)) return assign_slice(vm, list, slice, value);
  int64_t i = 0;
  const Index kind = to_index(vm, index, i);
  if (kind == Index::Error) {
    vm.clear_exception();
    type_error(vm, bad_index(vm, s, index));
    return false;
  }
  mutating(vm, list);
  const auto size = int64_t(list->items.size());
  if (kind == Index::Abstract || (list->open && (i < 0 || i >= size))) {
    const When when = kind == Index::Abstract ? vm.when(index) : When::Unknown;
    for (Value& item : list->items) item = vm.join(item, value, when);
    if (list->open) list->rest = vm.join(list->rest, value, when);
    return true;
  }
  if (i < 0) i += size;
  if (i < 0 || i >= size) {
    vm.raise(vm.types.index_error, "list assignment index out of range");
    return false;
  }
  list->items[size_t(i)] = value;
  return true;
}

bool Vm::set_item(Value object, Value index, Value value) {
  object = force(object);
  if (object.null()) return false;
  index = force(index);
  if (index.null()) return false;
  if (auto* u = cast<UnionObj>(object)) {
    // Only one of the options is written, so each keeps its old item as a possibility.
    for (Value option : std::vector<Value>(u->options)) {
      const Value old = concrete(option) ? get_item(option, index) : Value();
      clear_exception();
      if (!set_item(option, index, old.null() ? value : join(old, value, u->when))) clear_exception();
    }
    return true;
  }
  const TypeOps* ops = ops_of(object);
  if (const Value found = override_of(*this, object, "__setitem__", ops && ops->set_item); !found.null())
    return !call_override(*this, found, object, "__setitem__", {index, value}).null();
  if (ops && ops->set_item) return ops->set_item(*this, object, index, value);
  if (!concrete(object) || (may_define_more(*this, object) && !is_sequence(plain(object)) && !cast<DictObj>(plain(object)))) {
    if (auto* s = cast<SymObj>(object);
        s && (s->cls->layout == Layout::Int || s->cls->layout == Layout::Float || s->cls->layout == Layout::Str))
      return !set_failure(*this, object, "assignment").null();
    return true;
  }
  return native_set_item(*this, object, index, value);
}

bool native_del_item(Vm& vm, Value self, Value index) {
  const Value s = plain(self);
  if (auto* d = cast<DictObj>(s)) {
    Value removed;
    const Found found = dict_remove(vm, d, index, removed);
    if (found == Found::No) key_error(vm, index);
    return found == Found::Yes || found == Found::Maybe;
  }
  auto* list = cast<ListObj>(s);
  if (list == nullptr) {
    set_failure(vm, self, "deletion");
    return false;
  }
  if (auto* slice = cast<SliceObj>(index)) return delete_slice(vm, list, slice);
  int64_t i = 0;
  const Index kind = to_index(vm, index, i);
  if (kind == Index::Error) return false;
  mutating(vm, list);
  const auto size = int64_t(list->items.size());
  if (kind == Index::Abstract || (list->open && (i < 0 || i >= size))) {
    list->rest = any_of(vm, list->items, list->rest, When::Unknown);
    list->items.clear();
    list->open = true;
    return true;
  }
  if (i < 0) i += size;
  if (i < 0 || i >= size) {
    vm.raise(vm.types.index_error, "list assignment index out of range");
    return false;
  }
  list->items.erase(list->items.begin() + i);
  return true;
}

bool Vm::del_item(Value object, Value index) {
  object = force(object);
  if (object.null()) return false;
  if (auto* u = cast<UnionObj>(object)) {
    for (Value option : std::vector<Value>(u->options))
      if (!del_item(option, index)) clear_exception();
    return true;
  }
  const TypeOps* ops = ops_of(object);
  if (const Value found = override_of(*this, object, "__delitem__", ops && ops->del_item); !found.null())
    return !call_override(*this, found, object, "__delitem__", {index}).null();
  if (ops && ops->del_item) return ops->del_item(*this, object, index);
  if (!concrete(object)) return true;
  return native_del_item(*this, object, index);
}

Value native_length(Vm& vm, Value v) {
  v = plain(v);
  if (v.is_str()) return Value::integer(code_points(text_of(v)));
  if (!v.is_object()) return Value::not_implemented();
  const auto counted = [&](size_t n, bool open) { return open ? vm.sym(vm.types.integer, When::Unknown) : Value::integer(int64_t(n)); };
  switch (v.o->kind) {
    case ObjKind::Bytes: return Value::integer(int64_t(static_cast<BytesObj*>(v.o)->data.size()));
    case ObjKind::Tuple: return Value::integer(int64_t(static_cast<TupleObj*>(v.o)->items.size()));
    case ObjKind::List: return counted(static_cast<ListObj*>(v.o)->items.size(), static_cast<ListObj*>(v.o)->open);
    case ObjKind::Dict: return counted(static_cast<DictObj*>(v.o)->map.size(), static_cast<DictObj*>(v.o)->open);
    case ObjKind::Set: return counted(static_cast<SetObj*>(v.o)->map.size(), static_cast<SetObj*>(v.o)->open);
    case ObjKind::Range: return Value::integer(static_cast<RangeObj*>(v.o)->size());
    default: return Value::not_implemented();
  }
}

Value Vm::length(Value v) {
  v = force(v);
  if (v.null()) return {};
  if (auto* u = cast<UnionObj>(v)) return for_each_option(*this, u, [&](Value option) { return length(option); });
  const TypeOps* ops = ops_of(v);
  if (const Value found = override_of(*this, v, "__len__", ops && ops->length); !found.null()) {
    const Value size = call_override(*this, found, v, "__len__", {});
    if (size.null() || !concrete(size) || plain(size).is_integral()) return size;
    return type_error(*this, "'" + type_name(*this, size) + "' object cannot be interpreted as an integer");
  }
  if (ops && ops->length) return ops->length(*this, v);
  const Value size = native_length(*this, v);
  if (size.tag != Tag::NotImplemented) return size;
  if (cast<UnknownObj>(v)) return sym_like(*this, types.integer, {v});
  // Text with a tensor in it is made when the graph has run.
  if (auto* s = cast<SymObj>(v); s && s->when == When::Data && s->cls->is_subclass_of(types.str) && tracing()) {
    observe(Event::TensorToText, v, "builtins.len", "GB0088", "the length of the text is not known before the graph has run");
    return sym(types.integer, When::PyInput, s->origin);
  }
  if (auto* s = cast<SymObj>(v); s && !s->cls->is_subclass_of(types.integer) && s->cls != types.real && s->cls != types.complex)
    return sym_like(*this, types.integer, {v});
  if (may_define_more(*this, v)) return sym(types.integer, When::Unknown);
  return type_error(*this, "object of type '" + type_name(*this, v) + "' has no len()");
}

}  // namespace graphlift::interp
