// The exception hierarchy: classes beyond those of Types, and the attributes of exceptions.
#include "analysis/interp/types_dunders.h"

namespace graphlift::interp {
namespace {

InstanceObj* self_exception(Args& args) { return cast<InstanceObj>(args[0]); }

void set_attribute(Vm& vm, InstanceObj* e, std::string_view name, Value v) {
  DictObj* own = vm.attributes_of(Value::object(e), true);
  vm.touch(own);
  own->map.set(vm.str(name), v);
}

Value init(Vm& vm, Args& args) {
  InstanceObj* e = self_exception(args);
  if (!e) return Value::none();
  vm.touch(e);
  e->payload = vm.tuple({args.pos.begin() + 1, args.pos.end()});
  return Value::none();
}

Value import_error_init(Vm& vm, Args& args) {
  InstanceObj* e = self_exception(args);
  if (!e) return Value::none();
  for (const char* name : {"name", "path"})
    if (const Value v = args.keyword(name); !v.null()) set_attribute(vm, e, name, v);
  return init(vm, args);
}

Value attribute_error_init(Vm& vm, Args& args) {
  InstanceObj* e = self_exception(args);
  if (!e) return Value::none();
  for (const char* name : {"name", "obj"})
    if (const Value v = args.keyword(name); !v.null()) set_attribute(vm, e, name, v);
  return init(vm, args);
}

Value args_get(Vm& vm, Args& args) {
  const InstanceObj* e = self_exception(args);
  return e && !e->payload.null() ? e->payload : vm.tuple({});
}

Value args_set(Vm& vm, Args& args) {
  Collected items;
  if (!gather(vm, args[1], items)) return {};
  if (InstanceObj* e = self_exception(args)) {
    vm.touch(e);
    e->payload = tuple_of(vm, std::move(items));
  }
  return Value::none();
}

template <size_t index>
Value arg_get(Vm&, Args& args) {
  const InstanceObj* e = self_exception(args);
  const auto* t = e ? cast<TupleObj>(e->payload) : nullptr;
  return t && index < t->items.size() ? t->items[index] : Value::none();
}

Value with_traceback(Vm&, Args& args) { return args[0]; }

Value add_note(Vm& vm, Args& args) {
  const Value notes = vm.try_attr(args[0], vm.intern("__notes__"));
  if (auto* list = cast<ListObj>(notes)) {
    vm.touch(list);
    list->items.push_back(args[1]);
    return Value::none();
  }
  if (vm.raised()) return {};
  return vm.set_attr(args[0], vm.intern("__notes__"), vm.list({args[1]})) ? Value::none() : Value();
}

}  // namespace

void register_exceptions(Vm& vm) {
  auto& t = vm.types;
  const auto add = [&](std::string_view name, ClassObj* base) { return vm.new_class("builtins", name, {base}, Layout::Exception); };
  const auto fill = [&](ClassObj*& slot, std::string_view name, ClassObj* base) {
    if (!slot) slot = add(name, base);
  };
  fill(t.generator_exit, "GeneratorExit", t.base_exception);
  fill(t.keyboard_interrupt, "KeyboardInterrupt", t.base_exception);
  fill(t.system_exit, "SystemExit", t.base_exception);
  fill(t.unicode_error, "UnicodeError", t.value_error);
  fill(t.warning, "Warning", t.exception);

  add("FloatingPointError", t.arithmetic_error);
  add("BufferError", t.exception);
  add("ReferenceError", t.exception);
  add("SystemError", t.exception);
  add("TabError", add("IndentationError", t.syntax_error));
  for (const char* name : {"UnicodeDecodeError", "UnicodeEncodeError", "UnicodeTranslateError"}) add(name, t.unicode_error);
  ClassObj* connection = add("ConnectionError", t.os_error);
  for (const char* name : {"BrokenPipeError", "ConnectionAbortedError", "ConnectionRefusedError", "ConnectionResetError"})
    add(name, connection);
  for (const char* name : {"BlockingIOError", "ChildProcessError", "FileExistsError", "InterruptedError", "IsADirectoryError",
                           "NotADirectoryError", "PermissionError", "ProcessLookupError"})
    add(name, t.os_error);
  for (const char* name : {"DeprecationWarning", "PendingDeprecationWarning", "FutureWarning", "UserWarning", "RuntimeWarning",
                           "SyntaxWarning", "ImportWarning", "UnicodeWarning", "BytesWarning", "ResourceWarning", "EncodingWarning"})
    add(name, t.warning);
  ClassObj* base_group = add("BaseExceptionGroup", t.base_exception);
  vm.new_class("builtins", "ExceptionGroup", {base_group, t.exception}, Layout::Exception);
  for (const char* alias : {"IOError", "EnvironmentError"}) vm.builtins->dict->map.set(vm.str(alias), Value::object(t.os_error));

  ClassObj* base = t.base_exception;
  vm.define(base, "__init__", init);
  define_getter(vm, base, "args", args_get, args_set);
  vm.define(base, "with_traceback", with_traceback);
  vm.define(base, "add_note", add_note);
  vm.define(base, "__repr__", [](Vm& m, Args& a) { return text_of_exception(m, self_exception(a), true); });
  vm.define(base, "__str__", [](Vm& m, Args& a) { return text_of_exception(m, self_exception(a), false); });
  const auto constant = [&](ClassObj* cls, const char* name, Value v) { cls->dict->map.set(vm.str(name), v); };
  constant(base, "__cause__", Value::none());
  constant(base, "__context__", Value::none());
  constant(base, "__suppress_context__", Value::boolean(false));
  constant(base, "__traceback__", vm.unknown("traceback of an exception"));

  define_getter(vm, t.stop_iteration, "value", arg_get<0>);
  define_getter(vm, t.system_exit, "code", arg_get<0>);
  vm.define(t.import_error, "__init__", import_error_init);
  define_getter(vm, t.import_error, "msg", arg_get<0>);
  vm.define(t.attribute_error, "__init__", attribute_error_init);
  vm.define(t.name_error, "__init__", attribute_error_init);
  for (const char* name : {"name", "path"}) constant(t.import_error, name, Value::none());
  for (const char* name : {"name", "obj"}) constant(t.attribute_error, name, Value::none());
  constant(t.name_error, "name", Value::none());
  define_getter(vm, t.os_error, "errno", arg_get<0>);
  define_getter(vm, t.os_error, "strerror", arg_get<1>);
  define_getter(vm, t.os_error, "filename", arg_get<2>);
  define_getter(vm, t.syntax_error, "msg", arg_get<0>);
}

}  // namespace graphlift::interp
