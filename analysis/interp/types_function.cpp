// Attributes and methods of functions, natives, bound methods, code objects and cells.
#include "analysis/interp/types_dunders.h"

namespace graphlift::interp {
namespace {

FunctionObj* self_function(Args& args) { return cast<FunctionObj>(args[0]); }

Value own_attribute(Vm& vm, FunctionObj* fn, std::string_view name) {
  if (!fn->attrs) return {};
  const Value* v = fn->attrs->map.find(vm.str(name));
  return v ? *v : Value();
}

void set_own_attribute(Vm& vm, FunctionObj* fn, std::string_view name, Value value) {
  DictObj* attrs = vm.attributes_of(Value::object(fn), true);
  vm.touch(attrs);
  attrs->map.set(vm.str(name), value);
}

Value name_get(Vm& vm, Args& args) {
  const auto* fn = self_function(args);
  return fn->name.null() ? vm.str(fn->code->name) : fn->name;
}
Value name_set(Vm& vm, Args& args) {
  vm.touch(args[0].o);
  self_function(args)->name = args[1];
  return Value::none();
}
Value qualname_get(Vm& vm, Args& args) {
  const auto* fn = self_function(args);
  return fn->qualname.null() ? vm.str(fn->code->qualname) : fn->qualname;
}
Value qualname_set(Vm& vm, Args& args) {
  vm.touch(args[0].o);
  self_function(args)->qualname = args[1];
  return Value::none();
}
Value doc_get(Vm& vm, Args& args) {
  auto* fn = self_function(args);
  const Value own = own_attribute(vm, fn, "__doc__");
  if (!own.null()) return own;
  return fn->code->has_docstring ? vm.str(fn->code->docstring) : Value::none();
}
Value doc_set(Vm& vm, Args& args) {
  set_own_attribute(vm, self_function(args), "__doc__", args[1]);
  return Value::none();
}
Value module_get(Vm& vm, Args& args) {
  auto* fn = self_function(args);
  const Value own = own_attribute(vm, fn, "__module__");
  if (!own.null()) return own;
  if (!fn->module) return Value::none();
  const Value* name = fn->module->dict->map.find(vm.str("__name__"));
  return name ? *name : vm.str(fn->module->name);
}
Value module_set(Vm& vm, Args& args) {
  set_own_attribute(vm, self_function(args), "__module__", args[1]);
  return Value::none();
}
Value defaults_get(Vm& vm, Args& args) {
  const auto* fn = self_function(args);
  return fn->defaults.empty() ? Value::none() : vm.tuple(fn->defaults);
}
Value defaults_set(Vm& vm, Args& args) {
  vm.touch(args[0].o);
  auto* fn = self_function(args);
  const auto* t = cast<TupleObj>(plain(args[1]));
  fn->defaults = t ? t->items : std::vector<Value>();
  return Value::none();
}
Value kwdefaults_get(Vm&, Args& args) {
  const auto* fn = self_function(args);
  return fn->kwdefaults ? Value::object(fn->kwdefaults) : Value::none();
}
Value kwdefaults_set(Vm& vm, Args& args) {
  vm.touch(args[0].o);
  self_function(args)->kwdefaults = plain_cast<DictObj>(args[1]);
  return Value::none();
}
Value closure_get(Vm& vm, Args& args) {
  const auto* fn = self_function(args);
  if (fn->closure.empty()) return Value::none();
  std::vector<Value> cells;
  for (CellObj* cell : fn->closure) cells.push_back(Value::object(cell));
  return vm.tuple(std::move(cells));
}
Value globals_get(Vm& vm, Args& args) {
  const auto* fn = self_function(args);
  return fn->module ? Value::object(fn->module->dict) : Value::object(vm.new_dict());
}
Value code_get(Vm& vm, Args& args) {
  const auto* fn = self_function(args);
  auto* holder = vm.make<CodeHolderObj>(vm.types.code);
  holder->code = fn->code;
  holder->module = fn->module;
  return Value::object(holder);
}
Value annotations_get(Vm& vm, Args& args) {
  auto* fn = self_function(args);
  const Value own = own_attribute(vm, fn, "__annotations__");
  if (!own.null()) return own;
  DictObj* out = vm.new_dict();
  for (const auto& annotation : fn->code->annotations) {
    const Value v = vm.evaluate_annotation(annotation.thunk, fn->module, fn->owner ? fn->owner->dict : nullptr);
    if (v.null()) return v;
    out->map.set(vm.str(annotation.name), v);
  }
  set_own_attribute(vm, fn, "__annotations__", Value::object(out));
  return Value::object(out);
}
Value annotations_set(Vm& vm, Args& args) {
  set_own_attribute(vm, self_function(args), "__annotations__", args[1]);
  return Value::none();
}

Value call_method(Vm& vm, Args& args) {
  Args rest = args;
  rest.pos.erase(rest.pos.begin());
  return vm.call(args[0], rest);
}

Value bind_method(Vm& vm, Args& args) {
  const bool unbound = args[1].null() || (args[1].is_none() && !args[2].null());
  return unbound ? args[0] : vm.bound_method(args[0], args[1]);
}

// ---- natives

// What a program set on a native; Null when it set nothing of that name.
Value native_own(Vm& vm, const NativeObj* n, std::string_view name) {
  const Value* found = n->attrs ? n->attrs->map.find(vm.str(name)) : nullptr;
  return found ? *found : Value();
}
template <const char* Name>
Value native_set(Vm& vm, Args& args) {
  auto* n = cast<NativeObj>(args[0]);
  if (!n->attrs) {
    vm.touch(n);
    n->attrs = vm.new_dict();
  }
  vm.touch(n->attrs);
  n->attrs->map.set(vm.str(Name), args[1]);
  return Value::none();
}
constexpr char kNativeName[] = "__name__", kNativeQualname[] = "__qualname__", kNativeModule[] = "__module__";

Value native_name_get(Vm& vm, Args& args) {
  const auto* n = cast<NativeObj>(args[0]);
  const Value own = native_own(vm, n, kNativeName);
  return own.null() ? vm.str(n->name) : own;
}
Value native_qualname_get(Vm& vm, Args& args) {
  const auto* n = cast<NativeObj>(args[0]);
  if (const Value own = native_own(vm, n, kNativeQualname); !own.null()) return own;
  if (!n->is_method) return vm.str(n->name);
  const size_t last = n->qualified.rfind('.');
  const size_t before = last == std::string::npos || last == 0 ? std::string::npos : n->qualified.rfind('.', last - 1);
  return vm.str(before == std::string::npos ? n->qualified : n->qualified.substr(before + 1));
}
Value native_module_get(Vm& vm, Args& args) {
  const auto* n = cast<NativeObj>(args[0]);
  if (const Value own = native_own(vm, n, kNativeModule); !own.null()) return own;
  size_t dot = n->qualified.rfind('.');
  if (n->is_method && dot != std::string::npos && dot != 0) dot = n->qualified.rfind('.', dot - 1);
  return dot == std::string::npos ? Value::none() : vm.str(n->qualified.substr(0, dot));
}

// ---- bound methods: what the method type does not answer, the function does

Value method_attribute(Vm& vm, Value self, const StrObj* name) {
  const auto* method = static_cast<const BoundMethodObj*>(self.o);
  if (name->text == "__self__") return method->self;
  if (name->text == "__func__") return method->func;
  if (name->text == "__class__" || !vm.find_in_class(vm.types.method, name).null()) return {};
  return vm.try_attr(method->func, name);
}

constexpr TypeOps kMethodOps = {.get_attr = method_attribute};

Value method_construct(Vm& vm, Args& args) {
  if (args.size() != 3) return type_error(vm, "method expected 2 arguments");
  return vm.bound_method(args[1], args[2]);
}

// ---- code objects

const lower::Code* self_code(Args& args) { return cast<CodeHolderObj>(args[0])->code.get(); }

Value names_tuple(Vm& vm, const std::vector<std::string>& names, size_t count) {
  std::vector<Value> out;
  for (size_t i = 0; i < names.size() && i < count; ++i) out.push_back(vm.str(names[i]));
  return vm.tuple(std::move(out));
}

void register_code(Vm& vm) {
  ClassObj* code = vm.types.code;
  define_getter(vm, code, "co_name", [](Vm& m, Args& a) { return m.str(self_code(a)->name); });
  define_getter(vm, code, "co_qualname", [](Vm& m, Args& a) { return m.str(self_code(a)->qualname); });
  define_getter(vm, code, "co_argcount", [](Vm&, Args& a) { return Value::integer(self_code(a)->positional_count); });
  define_getter(vm, code, "co_posonlyargcount", [](Vm&, Args& a) { return Value::integer(self_code(a)->posonly_count); });
  define_getter(vm, code, "co_kwonlyargcount", [](Vm&, Args& a) { return Value::integer(self_code(a)->kwonly_count); });
  define_getter(vm, code, "co_varnames", [](Vm& m, Args& a) { return names_tuple(m, self_code(a)->locals, self_code(a)->locals.size()); });
  define_getter(vm, code, "co_names", [](Vm& m, Args& a) { return names_tuple(m, self_code(a)->names, self_code(a)->names.size()); });
  define_getter(vm, code, "co_freevars",
                [](Vm& m, Args& a) { return names_tuple(m, self_code(a)->freevars, self_code(a)->freevars.size()); });
  define_getter(vm, code, "co_cellvars",
                [](Vm& m, Args& a) { return names_tuple(m, self_code(a)->cellvars, self_code(a)->cellvars.size()); });
  define_getter(vm, code, "co_nlocals", [](Vm&, Args& a) { return Value::integer(int64_t(self_code(a)->locals.size())); });
  define_getter(vm, code, "co_firstlineno", [](Vm& m, Args&) { return m.sym(m.types.integer, When::Const); });
  define_getter(vm, code, "co_filename", [](Vm& m, Args& a) {
    const auto* holder = cast<CodeHolderObj>(a[0]);
    return holder->module ? m.str(holder->module->file) : m.sym(m.types.str, When::Const);
  });
  define_getter(vm, code, "co_flags", [](Vm&, Args& a) {
    const auto* c = self_code(a);
    constexpr int64_t kOptimized = 1, kNewLocals = 2, kVarArgs = 4, kVarKeywords = 8, kGenerator = 0x20, kCoroutine = 0x80,
                      kAsyncGenerator = 0x200;
    const int64_t suspends = c->is_generator && c->is_coroutine ? kAsyncGenerator
                             : c->is_generator                  ? kGenerator
                             : c->is_coroutine                  ? kCoroutine
                                                                : 0;
    return Value::integer(kOptimized | kNewLocals | (c->has_varargs ? kVarArgs : 0) | (c->has_varkw ? kVarKeywords : 0) | suspends);
  });
}

Value cell_get(Vm& vm, Args& args) {
  const Value v = cast<CellObj>(args[0])->value;
  return v.null() ? vm.raise(vm.types.value_error, "Cell is empty") : v;
}
Value cell_set(Vm& vm, Args& args) {
  vm.touch(args[0].o);
  cast<CellObj>(args[0])->value = args[1];
  return Value::none();
}

}  // namespace

void register_functions(Vm& vm) {
  ClassObj* function = vm.types.function;
  define_getter(vm, function, "__name__", name_get, name_set);
  define_getter(vm, function, "__qualname__", qualname_get, qualname_set);
  define_getter(vm, function, "__doc__", doc_get, doc_set);
  define_getter(vm, function, "__module__", module_get, module_set);
  define_getter(vm, function, "__defaults__", defaults_get, defaults_set);
  define_getter(vm, function, "__kwdefaults__", kwdefaults_get, kwdefaults_set);
  define_getter(vm, function, "__closure__", closure_get);
  define_getter(vm, function, "__globals__", globals_get);
  define_getter(vm, function, "__code__", code_get);
  define_getter(vm, function, "__annotations__", annotations_get, annotations_set);
  vm.define(function, "__call__", call_method);
  vm.define(function, "__get__", bind_method);

  ClassObj* builtin = vm.types.builtin;
  define_getter(vm, builtin, "__name__", native_name_get, native_set<kNativeName>);
  define_getter(vm, builtin, "__qualname__", native_qualname_get, native_set<kNativeQualname>);
  define_getter(vm, builtin, "__module__", native_module_get, native_set<kNativeModule>);
  vm.define(builtin, "__call__", call_method);
  vm.define(builtin, "__get__", bind_method);

  vm.set_ops(vm.types.method, &kMethodOps);
  vm.define(vm.types.method, "__call__", call_method);
  vm.define(vm.types.method, "__get__", [](Vm&, Args& a) { return a[0]; });
  vm.types.method->construct = method_construct;

  register_code(vm);
  define_getter(vm, vm.types.cell, "cell_contents", cell_get, cell_set);
}

}  // namespace graphlift::interp
