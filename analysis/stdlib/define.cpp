// Helpers for native modules.
#include "analysis/stdlib/define.h"

namespace graphlift::stdlib {

NativeObj* Module::fn_as(std::string_view name, std::string qualified, NativeFn body) {
  Value v = vm.native(std::move(qualified), body);
  set(name, v);
  return cast<NativeObj>(v);
}

void Module::set(std::string_view name, Value value) { module->dict->map.set(vm.str(name), value); }

Value Module::get(std::string_view name) const {
  const Value* found = module->dict->map.find(vm.str(name));
  return found ? *found : Value();
}

ClassObj* Module::cls(std::string_view name, std::vector<ClassObj*> bases, Layout layout) {
  if (bases.empty()) bases.push_back(vm.types.object);
  ClassObj* c = vm.new_class(module->name, name, std::move(bases), layout);
  set(name, c);
  return c;
}

ClassObj* Module::exception(std::string_view name, ClassObj* base) {
  ClassObj* c = vm.new_class(module->name, name, {base}, base->layout);
  set(name, c);
  return c;
}

NativeObj* method(Vm& vm, ClassObj* cls, std::string_view name, NativeFn body, ClassObj* lifted) {
  NativeObj* native = vm.define(cls, name, body, lifted);
  native->is_method = true;
  return native;
}

namespace {

std::string member_name(ClassObj* cls, std::string_view name) {
  std::string module = cls->module_name.is_str() ? std::string(text_of(cls->module_name)) + "." : "";
  return module + cls->qualname + "." + std::string(name);
}

}  // namespace

NativeObj* static_method(Vm& vm, ClassObj* cls, std::string_view name, NativeFn body) {
  Value v = vm.native(member_name(cls, name), body);
  NativeObj* native = cast<NativeObj>(v);
  native->is_method = false;
  auto* holder = vm.make<StaticMethodObj>(vm.types.static_method);
  holder->func = v;
  class_attr(vm, cls, name, Value::object(holder));
  return native;
}

void class_method(Vm& vm, ClassObj* cls, std::string_view name, NativeFn body) {
  auto* holder = vm.make<ClassMethodObj>(vm.types.class_method);
  holder->func = vm.native(member_name(cls, name), body);
  class_attr(vm, cls, name, Value::object(holder));
}

void property(Vm& vm, ClassObj* cls, std::string_view name, NativeFn getter, NativeFn setter) {
  auto* p = vm.make<PropertyObj>(vm.types.property);
  p->get = vm.native(member_name(cls, name), getter);
  p->set = setter ? vm.native(member_name(cls, name), setter) : Value::none();
  p->del = Value::none();
  p->doc = Value::none();
  class_attr(vm, cls, name, Value::object(p));
}

void class_attr(Vm& vm, ClassObj* cls, std::string_view name, Value value) {
  vm.touch(cls->dict);
  cls->dict->map.set(vm.str(name), value);
}

Value class_own(Vm& vm, ClassObj* cls, std::string_view name) {
  const Value* found = cls->dict ? cls->dict->map.find(vm.str(name)) : nullptr;
  return found ? *found : Value();
}

void generic_class(Vm& vm, ClassObj* cls) {
  class_method(vm, cls, "__class_getitem__", [](Vm& v, Args& a) -> Value {
    Value self, item;
    return a.bind(v, "cls, item, /", {&self, &item}) ? make_alias(v, self, item) : Value();
  });
}

Value own(Vm& vm, Value instance, std::string_view name) {
  auto* object = cast<InstanceObj>(instance);
  if (!object || !object->dict) return {};
  const Value* found = object->dict->map.find(vm.str(name));
  return found ? *found : Value();
}

void put(Vm& vm, Value instance, std::string_view name, Value value) {
  auto* object = cast<InstanceObj>(instance);
  if (!object || value.null()) return;
  if (!object->dict) {
    vm.touch(object);
    object->dict = vm.new_dict();
  }
  vm.touch(object->dict);
  object->dict->map.set(vm.str(name), value);
}

void put_native(Vm& vm, NativeObj* native, std::string_view name, Value value) {
  if (!native->attrs) {
    vm.touch(native);
    native->attrs = vm.new_dict();
  }
  vm.touch(native->attrs);
  native->attrs->map.set(vm.str(name), value);
}

Value attr_in(Vm& vm, std::string_view module, std::string_view name) {
  ModuleObj* m = vm.import_module(module);
  if (!m) {
    vm.clear_exception();
    return {};
  }
  return vm.module_attr(m, vm.intern(name));
}

ClassObj* class_in(Vm& vm, std::string_view module, std::string_view name) { return cast<ClassObj>(attr_in(vm, module, name)); }

bool all_concrete(Vm& vm, const Args& args) {
  if (args.open_pos || args.open_kw) return false;
  for (Value v : args.pos)
    if (!vm.concrete(v)) return false;
  for (const auto& [k, v] : args.kw)
    if (!vm.concrete(v)) return false;
  return true;
}

Value outside(Vm& vm, ClassObj* type) { return vm.sym(type, When::PyInput); }

Value lift(Vm& vm, const Args& args, ClassObj* type) { return vm.sym(type, interp::join(vm.when(args), When::PyInput)); }

Value open_list(Vm& vm, Value element) {
  Value v = vm.list({});
  auto* l = cast<ListObj>(v);
  l->open = true;
  l->rest = element;
  return v;
}

bool is_text(Value v) { return v.is_str(); }

bool is_callable(Vm& vm, Value v) {
  if (cast<FunctionObj>(v) || cast<NativeObj>(v) || cast<BoundMethodObj>(v) || cast<ClassObj>(v)) return true;
  const TypeOps* ops = vm.ops_of(v);
  if (ops && ops->call) return true;
  ClassObj* type = vm.type_of(v);
  return type && !vm.find_in_class(type, vm.intern("__call__")).null();
}

Value pair(Vm& vm, Value a, Value b) { return vm.tuple({a, b}); }

std::string join_names(const std::vector<std::string>& parts, std::string_view separator) {
  std::string out;
  for (const auto& p : parts) {
    if (!out.empty()) out += separator;
    out += p;
  }
  return out;
}

std::vector<std::string_view> split_words(std::string_view text, char separator) {
  std::vector<std::string_view> out;
  for (size_t i = 0; i < text.size();) {
    const size_t end = std::min(text.find(separator, i), text.size());
    if (end > i) out.push_back(text.substr(i, end - i));
    i = end + 1;
  }
  return out;
}

bool Source::step(Vm& vm, Value& item, bool& open) const {
  bool more_unknown = false;
  item = vm.next(iterator, more_unknown);
  if (more_unknown || open_ended(iterator)) open = true;
  return !item.null();
}

bool open_ended(Value iterator) {
  auto* it = cast<IteratorObj>(iterator);
  return it && it->unknown_length;
}

Value lazy_iterator(Vm& vm, Next next, bool open) {
  // The closure needs the iterator that holds it, which exists only afterwards. Its address is kept by value, so a copy
  // made for a fork still tells the live object.
  struct Holder {
    IteratorObj* self = nullptr;
  };
  auto holder = std::make_shared<Holder>();
  Value v = vm.iterator(
      [next = std::move(next), holder](Vm& machine) mutable -> Value {
        bool now_open = false;
        Value item = next(machine, now_open);
        if (now_open && holder->self) holder->self->unknown_length = true;
        return item;
      },
      open);
  holder->self = cast<IteratorObj>(v);
  return v;
}

}  // namespace graphlift::stdlib
