// types: names of built-in types, SimpleNamespace, and dynamic class creation.
#include "analysis/stdlib/define.h"

namespace graphlift::stdlib {
namespace {

Value namespace_init(Vm& vm, Args& a) {
  for (const auto& [k, v] : a.kw) put(vm, a[0], k->text, v);
  if (a.open_kw)
    if (auto* self = cast<InstanceObj>(a[0])) {
      if (!self->dict) self->dict = vm.new_dict();
      self->dict->open = true;
    }
  return Value::none();
}

Value namespace_text(Vm& vm, Args& a) {
  std::string out = "namespace(";
  auto* self = cast<InstanceObj>(a[0]);
  if (self && self->dict)
    for (const auto& e : std::vector<Dict::Entry>(self->dict->map.entries())) {
      if (e.key.null() || !e.key.is_str()) continue;
      const Value t = vm.to_text(e.value, true);
      if (t.null()) return {};
      if (!t.is_str()) return sym_like(vm, vm.types.str, {t});
      if (out.back() != '(') out += ", ";
      out += std::string(text_of(e.key)) + "=" + std::string(text_of(t));
    }
  return vm.str(out + ")");
}

Value namespace_equal(Vm& vm, Args& a) {
  if (vm.type_of(a[0]) != vm.type_of(a[1])) return Value::not_implemented();
  DictObj* x = vm.attributes_of(a[0], true);
  DictObj* y = vm.attributes_of(a[1], true);
  return vm.compare(syntax::CompareOp::Eq, Value::object(x), Value::object(y));
}

Value method_new(Vm& vm, Args& a) {
  Value cls, func, self;
  return a.bind(vm, "cls, function, instance, /", {&cls, &func, &self}) ? vm.bound_method(func, self) : Value();
}

Value module_init(Vm& vm, Args& a) {
  Value self, name, doc;
  if (!a.bind(vm, "self, name, doc=", {&self, &name, &doc})) return {};
  auto* module = cast<ModuleObj>(self);
  if (!module) return Value::none();
  if (name.is_str()) module->name = text_of(name);
  vm.touch(module->dict);
  module->dict->map.set(vm.str("__name__"), name);
  module->dict->map.set(vm.str("__doc__"), doc.null() ? Value::none() : doc);
  for (const char* n : {"__package__", "__loader__", "__spec__"}) module->dict->map.set(vm.str(n), Value::none());
  return Value::none();
}

// FunctionType(code, globals, name, defaults, closure): the way in which functions are copied.
Value function_new(Vm& vm, Args& a) {
  Value cls, code, globals, name, defaults, closure;
  if (!a.bind(vm, "cls, code, globals, name=, argdefs=, closure=", {&cls, &code, &globals, &name, &defaults, &closure})) return {};
  auto* holder = cast<CodeHolderObj>(code);
  if (!holder) return vm.unknown("a function made from code that is not known");
  auto* fn = vm.make<FunctionObj>(vm.types.function);
  fn->code = holder->code;
  fn->module = holder->module;
  fn->name = fn->qualname = name.is_str() ? name : vm.str(holder->code->name);
  if (auto* t = cast<TupleObj>(defaults)) fn->defaults = t->items;
  if (auto* t = cast<TupleObj>(closure))
    for (Value v : t->items)
      if (auto* cell = cast<CellObj>(v)) fn->closure.push_back(cell);
  return Value::object(fn);
}

Value new_class(Vm& vm, Args& a) {
  Value name, bases, keywords, body;
  if (!a.bind(vm, "name, bases=, kwds=, exec_body=", {&name, &bases, &keywords, &body})) return {};
  Collected c;
  if (!bases.null() && !gather(vm, bases, c)) return {};
  ClassObj* meta = vm.types.type;
  Args call;
  if (auto* d = cast<DictObj>(plain(keywords)))
    for (const auto& e : d->map.entries()) {
      if (e.key.null() || !e.key.is_str()) continue;
      if (text_of(e.key) == "metaclass" && cast<ClassObj>(e.value)) meta = cast<ClassObj>(e.value);
      else call.kw.emplace_back(static_cast<const StrObj*>(e.key.o), e.value);
    }
  for (Value b : c.items)
    if (auto* base = cast<ClassObj>(b); base && base->cls->is_subclass_of(meta)) meta = base->cls;
  DictObj* names = vm.new_dict();
  if (!body.null() && !body.is_none() && vm.call(body, {Value::object(names)}).null()) return {};
  call.pos = {name, vm.tuple(std::move(c.items)), Value::object(names)};
  return vm.call(Value::object(meta), call);
}

Value proxy_new(Vm& vm, Args& a) {
  (void)vm;
  return a[a.size() - 1];  // programs only read through it, so the mapping itself serves
}

}  // namespace

void init_types(Vm& vm, ModuleObj* module) {
  Module m{vm, module};
  const Types& t = vm.types;
  const std::pair<const char*, ClassObj*> names[] = {{"FunctionType", t.function},
                                                     {"LambdaType", t.function},
                                                     {"CodeType", t.code},
                                                     {"MappingProxyType", t.mapping_proxy},
                                                     {"CellType", t.cell},
                                                     {"GeneratorType", t.generator},
                                                     {"CoroutineType", t.coroutine},
                                                     {"MethodType", t.method},
                                                     {"BuiltinFunctionType", t.builtin},
                                                     {"BuiltinMethodType", t.builtin},
                                                     {"WrapperDescriptorType", t.builtin},
                                                     {"MethodWrapperType", t.builtin},
                                                     {"MethodDescriptorType", t.builtin},
                                                     {"ClassMethodDescriptorType", t.builtin},
                                                     {"ModuleType", t.module},
                                                     {"NoneType", t.none},
                                                     {"NotImplementedType", t.not_implemented},
                                                     {"EllipsisType", t.ellipsis}};
  for (const auto& [name, cls] : names) m.set(name, cls);
  for (const char* name : {"AsyncGeneratorType", "TracebackType", "FrameType", "GetSetDescriptorType", "MemberDescriptorType"}) m.cls(name);
  m.set("GenericAlias", vm.type_of(make_alias(vm, Value::object(t.list), vm.tuple({Value::object(t.integer)}))));
  m.set("UnionType", vm.type_of(make_type_union(vm, Value::object(t.integer), Value::object(t.str))));
  if (!t.method->construct && class_own(vm, t.method, "__new__").null()) static_method(vm, t.method, "__new__", method_new);
  if (!t.function->construct && class_own(vm, t.function, "__new__").null()) static_method(vm, t.function, "__new__", function_new);
  if (!t.mapping_proxy->construct && class_own(vm, t.mapping_proxy, "__new__").null())
    static_method(vm, t.mapping_proxy, "__new__", proxy_new);
  if (class_own(vm, t.module, "__init__").null()) method(vm, t.module, "__init__", module_init);

  ClassObj* space = m.cls("SimpleNamespace");
  method(vm, space, "__init__", namespace_init);
  method(vm, space, "__repr__", namespace_text);
  method(vm, space, "__eq__", namespace_equal);
  m.set("DynamicClassAttribute", t.property);
  m.fn("new_class", new_class);
  m.fn("resolve_bases", [](Vm&, Args& a) { return a[0]; });
  m.fn("get_original_bases", [](Vm& v, Args& a) { return v.get_attr(a[0], "__bases__"); });
  m.fn("coroutine", [](Vm&, Args& a) { return a[0]; });
  m.fn("prepare_class",
       [](Vm& v, Args&) { return v.tuple({Value::object(v.types.type), Value::object(v.new_dict()), Value::object(v.new_dict())}); });
}

}  // namespace graphlift::stdlib
