// collections.UserDict, UserList and UserString: wrappers that keep their contents in `data`.
#include "analysis/stdlib/abc.h"

namespace graphlift::stdlib {
namespace {

using syntax::BinaryOp;
using syntax::CompareOp;

Value data_of(Vm& vm, Value self) { return vm.get_attr(self, "data"); }

// The contents of another wrapper, other values unchanged.
Value unwrapped(Vm& vm, Value v) {
  if (!cast<InstanceObj>(v)) return v;
  const Value data = own(vm, v, "data");
  return data.null() ? v : data;
}

Value wrap(Vm& vm, Value like, Value data) {
  if (data.null() || data.tag == Tag::NotImplemented) return data;
  return vm.call(Value::object(vm.type_of(like)), {data});
}

Value dict_init(Vm& vm, Args& a) {
  if (a.pos.empty()) return vm.raise(vm.types.type_error, "UserDict.__init__ needs self");
  if (!vm.set_attr(a[0], vm.intern("data"), Value::object(vm.new_dict()))) return {};
  const Value source = a.size() > 1 && !a[1].is_none() ? a[1] : Value();
  const Value update = vm.get_attr(a[0], "update");
  if (update.null()) return {};
  if (source.null() && a.kw.empty()) return Value::none();
  Args call;
  if (!source.null()) call.pos.push_back(source);
  call.kw = a.kw;
  return vm.call(update, call).null() ? Value() : Value::none();
}

Value dict_getitem(Vm& vm, Args& a) {
  const Value data = data_of(vm, a[0]);
  if (data.null()) return {};
  const Value v = vm.get_item(data, a[1]);
  if (!v.null() || !vm.raised_is(vm.types.key_error)) return v;
  if (vm.find_in_class(vm.type_of(a[0]), vm.intern("__missing__")).null()) return {};
  vm.clear_exception();
  return vm.call_method(a[0], "__missing__", {a[1]});
}

Value set_item(Vm& vm, Args& a) {
  const Value data = data_of(vm, a[0]);
  return !data.null() && vm.set_item(data, a[1], a[2]) ? Value::none() : Value();
}
Value del_item(Vm& vm, Args& a) {
  const Value data = data_of(vm, a[0]);
  return !data.null() && vm.del_item(data, a[1]) ? Value::none() : Value();
}
Value length(Vm& vm, Args& a) {
  const Value data = data_of(vm, a[0]);
  return data.null() ? data : vm.length(data);
}
Value iterate(Vm& vm, Args& a) {
  const Value data = data_of(vm, a[0]);
  return data.null() ? data : vm.iterate(data);
}
Value contains(Vm& vm, Args& a) {
  const Value data = data_of(vm, a[0]);
  return data.null() ? data : vm.compare(CompareOp::In, a[1], data);
}
Value text(Vm& vm, Args& a) {
  const Value data = data_of(vm, a[0]);
  return data.null() ? data : vm.to_text(data, true);
}

template <CompareOp Op>
Value compare(Vm& vm, Args& a) {
  const Value data = data_of(vm, a[0]);
  return data.null() ? data : vm.compare(Op, data, unwrapped(vm, a[1]));
}
template <BinaryOp Op>
Value combine(Vm& vm, Args& a) {
  const Value data = data_of(vm, a[0]);
  return data.null() ? data : wrap(vm, a[0], vm.binary(Op, data, unwrapped(vm, a[1])));
}
template <BinaryOp Op>
Value combine_in_place(Vm& vm, Args& a) {
  const Value data = data_of(vm, a[0]);
  const Value r = data.null() ? data : vm.binary(Op, data, unwrapped(vm, a[1]), true);
  if (r.null()) return {};
  return vm.set_attr(a[0], vm.intern("data"), r) ? a[0] : Value();
}

Value copy(Vm& vm, Args& a) {
  const Value data = data_of(vm, a[0]);
  const Value contents = data.null() ? data : vm.call_method(data, "copy", {});
  if (contents.null()) return {};
  InstanceObj* made = vm.new_instance(vm.type_of(a[0]));
  if (auto* original = cast<InstanceObj>(a[0]); original && original->dict) made->dict = copy_dict(vm, original->dict);
  put(vm, Value::object(made), "data", contents);
  return Value::object(made);
}

// Methods that the contents have under the same name.
template <bool Wrap>
Value delegate(Vm& vm, Args& a) {
  const Value data = data_of(vm, a[0]);
  const Value bound = data.null() ? data : vm.get_attr(data, a.callee->name);
  if (bound.null()) return {};
  Args rest = a;
  rest.pos.erase(rest.pos.begin());
  for (Value& v : rest.pos) v = unwrapped(vm, v);
  const Value r = vm.call(bound, rest);
  return Wrap && (r.is_str() || cast<ListObj>(r)) ? wrap(vm, a[0], r) : r;
}

void common(Vm& vm, ClassObj* cls) {
  method(vm, cls, "__len__", length);
  method(vm, cls, "__iter__", iterate);
  method(vm, cls, "__contains__", contains);
  method(vm, cls, "__repr__", text);
  method(vm, cls, "__eq__", compare<CompareOp::Eq>);
  method(vm, cls, "__copy__", copy);
}

}  // namespace

void define_user_wrappers(Module& m) {
  Vm& vm = m.vm;
  ClassObj* dict = m.cls("UserDict", {class_in(vm, "collections.abc", "MutableMapping")});
  common(vm, dict);
  method(vm, dict, "__init__", dict_init);
  method(vm, dict, "__getitem__", dict_getitem);
  method(vm, dict, "__setitem__", set_item);
  method(vm, dict, "__delitem__", del_item);
  method(vm, dict, "copy", copy);
  method(vm, dict, "__or__", combine<BinaryOp::BitOr>);
  method(vm, dict, "__ior__", combine_in_place<BinaryOp::BitOr>);
  class_method(vm, dict, "fromkeys", [](Vm& v, Args& a) -> Value {
    Value cls, keys, value;
    Collected c;
    if (!a.bind(v, "cls, iterable, value=", {&cls, &keys, &value}) || !gather(v, keys, c)) return {};
    const Value made = v.call(cls, {});
    if (made.null()) return {};
    for (Value k : c.items)
      if (!v.set_item(made, k, value.null() ? Value::none() : value)) return {};
    return made;
  });

  ClassObj* list = m.cls("UserList", {class_in(vm, "collections.abc", "MutableSequence")});
  common(vm, list);
  method(vm, list, "__init__", [](Vm& v, Args& a) -> Value {
    const Value source = a.get(1, "initlist");
    const Value data = source.null() || source.is_none() ? v.list({}) : v.call(Value::object(v.types.list), {unwrapped(v, source)});
    return !data.null() && v.set_attr(a[0], v.intern("data"), data) ? Value::none() : Value();
  });
  method(vm, list, "__getitem__", [](Vm& v, Args& a) -> Value {
    const Value data = data_of(v, a[0]);
    const Value r = data.null() ? data : v.get_item(data, a[1]);
    return cast<SliceObj>(a[1]) ? wrap(v, a[0], r) : r;
  });
  method(vm, list, "__setitem__", set_item);
  method(vm, list, "__delitem__", del_item);
  for (const char* name : {"append", "insert", "pop", "remove", "clear", "count", "index", "reverse", "sort", "extend"})
    method(vm, list, name, delegate<false>);
  method(vm, list, "copy", copy);
  method(vm, list, "__add__", combine<BinaryOp::Add>);
  method(vm, list, "__mul__", [](Vm& v, Args& a) {
    const Value data = data_of(v, a[0]);
    return data.null() ? data : wrap(v, a[0], v.binary(BinaryOp::Mul, data, a[1]));
  });
  method(vm, list, "__iadd__", combine_in_place<BinaryOp::Add>);
  method(vm, list, "__lt__", compare<CompareOp::Lt>);

  ClassObj* str = m.cls("UserString", {class_in(vm, "collections.abc", "Sequence")});
  common(vm, str);
  method(vm, str, "__init__", [](Vm& v, Args& a) -> Value {
    const Value data = v.to_text(unwrapped(v, a[1]));
    return !data.null() && v.set_attr(a[0], v.intern("data"), data) ? Value::none() : Value();
  });
  method(vm, str, "__str__", [](Vm& v, Args& a) { return data_of(v, a[0]); });
  method(vm, str, "__getitem__", [](Vm& v, Args& a) -> Value {
    const Value data = data_of(v, a[0]);
    return data.null() ? data : wrap(v, a[0], v.get_item(data, a[1]));
  });
  method(vm, str, "__add__", combine<BinaryOp::Add>);
  method(vm, str, "__hash__", [](Vm& v, Args& a) {
    const Value data = data_of(v, a[0]);
    return data.null() ? data : v.hash(data);
  });
  for (const char* name :
       {"capitalize", "lower", "upper", "title", "strip", "lstrip", "rstrip", "replace", "join", "zfill", "casefold", "format"})
    method(vm, str, name, delegate<true>);
  for (const char* name : {"startswith", "endswith", "find", "rfind", "index", "count", "isdigit", "isalpha", "isspace", "split", "encode"})
    method(vm, str, name, delegate<false>);
}

}  // namespace graphlift::stdlib
