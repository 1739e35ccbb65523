// contextlib: context managers made of generators, exit stacks and the small managers.
#include "analysis/stdlib/abc.h"

namespace graphlift::stdlib {
namespace {

Value self_of(Vm&, Args& a) { return a[0]; }
Value nothing(Vm&, Args&) { return Value::none(); }

// Raises the exception that was given to __exit__ again.
Value raise_again(Vm& vm, Value exception) {
  return exception.null() || exception.is_none() ? vm.raise(vm.types.runtime_error, "no exception to raise") : vm.raise(exception);
}

// An exception's value among (type, value, traceback).
Value exception_of(const Args& a) { return a.size() > 2 && !a[2].is_none() ? a[2] : a.size() > 1 ? a[1] : Value::none(); }

// ---- generators as context managers

Value manager_init(Vm& vm, Args& a) {
  Value self, func, args, kwargs;
  if (!a.bind(vm, "self, func, args, kwds", {&self, &func, &args, &kwargs})) return {};
  Args call;
  if (auto* t = cast<TupleObj>(args)) call.pos = t->items;
  if (auto* d = cast<DictObj>(kwargs))
    for (const auto& e : d->map.entries())
      if (!e.key.null()) call.kw.emplace_back(static_cast<const StrObj*>(e.key.o), e.value);
  const Value gen = vm.call(func, call);
  if (gen.null()) return {};
  put(vm, self, "gen", gen);
  put(vm, self, "func", func);
  put(vm, self, "args", args);
  put(vm, self, "kwds", kwargs);
  return Value::none();
}

Value manager_enter(Vm& vm, Args& a) {
  const Value gen = own(vm, a[0], "gen");
  if (gen.null()) return vm.unknown("a context manager that is not known");
  if (!vm.concrete(gen)) return vm.unknown("the generator of a context manager is not known", vm.when(gen));
  bool more = false;
  const Value v = vm.next(gen, more);
  if (!v.null() || vm.raised()) return v;
  return vm.raise(vm.types.runtime_error, "generator didn't yield");
}

Value manager_exit(Vm& vm, Args& a) {
  const Value gen = own(vm, a[0], "gen");
  if (gen.null() || !vm.concrete(gen)) return Value::boolean(false);
  const Value exception = exception_of(a);
  if (exception.is_none()) {
    bool more = false;
    const Value v = vm.next(gen, more);
    if (vm.raised()) return {};
    // What may or may not be one more item is the end of a generator whose body forked.
    return v.null() || more ? Value::boolean(false) : vm.raise(vm.types.runtime_error, "generator didn't stop");
  }
  const Value v = vm.call_method(gen, "throw", {exception});
  if (!v.null()) return vm.concrete(v) ? vm.raise(vm.types.runtime_error, "generator didn't stop after throw()") : Value::boolean(false);
  if (vm.raised_is(vm.types.stop_iteration)) {
    const bool same = vm.exception().same(exception);
    vm.clear_exception();
    return Value::boolean(!same);
  }
  if (!vm.exception().same(exception)) return {};
  vm.clear_exception();  // the same exception passes through: the with statement raises it again
  return Value::boolean(false);
}

// A manager used as a decorator: each call runs inside a fresh one.
Value call_inside(Vm& vm, Value manager, Value func, Args& a) {
  const Value recreate = vm.get_attr(manager, "_recreate_cm");
  const Value fresh = recreate.null() ? recreate : vm.call(recreate, {});
  if (fresh.null()) return {};
  if (vm.tracing()) vm.observe(Event::EnterContext, fresh, vm.type_of(fresh)->name);
  if (vm.call_method(fresh, "__enter__", {}).null()) return {};
  const Value result = vm.call(func, a);
  const Value raised = vm.exception();
  vm.clear_exception();
  if (!result.null()) return vm.call_method(fresh, "__exit__", {Value::none(), Value::none(), Value::none()}).null() ? Value() : result;
  const Value swallowed = vm.call_method(fresh, "__exit__", {Value::object(vm.type_of(raised)), raised, Value::none()});
  if (swallowed.null()) return {};
  const Truth t = vm.truth(swallowed);
  return t.value == Tri::Yes ? Value::none() : vm.raise(raised);
}

Value decorator_call(Vm& vm, Args& a) {
  Value self, func;
  if (!a.bind(vm, "self, func", {&self, &func})) return {};
  const Value inner = vm.native("contextlib.ContextDecorator.__call__.<locals>.inner",
                                [self, func](Vm& m, Args& b) { return call_inside(m, self, func, b); });
  cast<NativeObj>(inner)->is_method = true;
  return vm.call(attr_in(vm, "functools", "update_wrapper"), {inner, func});
}

Value manager_recreate(Vm& vm, Args& a) {
  return vm.call(Value::object(vm.type_of(a[0])), {own(vm, a[0], "func"), own(vm, a[0], "args"), own(vm, a[0], "kwds")});
}

template <bool Async>
Value context_manager(Vm& vm, Args& a) {
  Value func;
  if (!a.bind(vm, "func", {&func})) return {};
  const Value helper = vm.native("contextlib.contextmanager.<locals>.helper", [func](Vm& m, Args& b) -> Value {
    DictObj* kwargs = m.new_dict();
    for (const auto& [k, v] : b.kw) kwargs->map.set(Value::string(const_cast<StrObj*>(k)), v);
    ClassObj* cls = class_in(m, "contextlib", Async ? "_AsyncGeneratorContextManager" : "_GeneratorContextManager");
    return m.call(Value::object(cls), {func, m.tuple(b.pos), Value::object(kwargs)});
  });
  cast<NativeObj>(helper)->is_method = true;
  return vm.call(attr_in(vm, "functools", "update_wrapper"), {helper, func});
}

// ---- small managers

Value null_init(Vm& vm, Args& a) {
  Value self, result;
  if (!a.bind(vm, "self, enter_result=", {&self, &result})) return {};
  put(vm, self, "enter_result", result.null() ? Value::none() : result);
  return Value::none();
}
Value null_enter(Vm& vm, Args& a) {
  const Value v = own(vm, a[0], "enter_result");
  return v.null() ? Value::none() : v;
}

Value suppress_init(Vm& vm, Args& a) {
  put(vm, a[0], "_exceptions", vm.tuple({a.pos.begin() + 1, a.pos.end()}));
  return Value::none();
}
Value suppress_exit(Vm& vm, Args& a) {
  const Value exception = exception_of(a);
  if (exception.is_none()) return Value::boolean(false);
  const Tri t = vm.is_instance(exception, own(vm, a[0], "_exceptions"));
  return t == Tri::Maybe ? vm.sym(vm.types.boolean, When::Unknown) : Value::boolean(t == Tri::Yes);
}

Value keep_first(Vm& vm, Args& a, const char* name) {
  Value self, thing;
  if (!a.bind(vm, "self, thing", {&self, &thing})) return {};
  put(vm, self, name, thing);
  return Value::none();
}

// ---- ExitStack

ListObj* callbacks(Vm& vm, Value self) {
  auto* list = cast<ListObj>(own(vm, self, "_exit_callbacks"));
  if (!list) {
    const Value v = vm.list({});
    put(vm, self, "_exit_callbacks", v);
    list = cast<ListObj>(v);
  }
  return list;
}

void push_callback(Vm& vm, Value self, Value exit) {
  ListObj* list = callbacks(vm, self);
  vm.touch(list);
  list->items.push_back(exit);
}

Value enter_context(Vm& vm, Args& a) {
  Value self, manager;
  if (!a.bind(vm, "self, cm", {&self, &manager})) return {};
  if (vm.tracing()) vm.observe(Event::EnterContext, manager, vm.type_of(manager)->name);
  const Value exit = vm.get_attr(manager, "__exit__");
  const Value entered = exit.null() ? exit : vm.call_method(manager, "__enter__", {});
  if (entered.null()) return {};
  push_callback(vm, self, exit);
  return entered;
}

Value push_exit(Vm& vm, Args& a) {
  const Value exit = vm.try_attr(a[1], vm.intern("__exit__"));
  if (vm.raised()) return {};
  push_callback(vm, a[0], exit.null() ? a[1] : exit);
  return a[1];
}

Value stack_callback(Vm& vm, Args& a) {
  if (a.size() < 2) return vm.raise(vm.types.type_error, "callback() needs a function");
  Args kept;
  kept.pos.assign(a.pos.begin() + 2, a.pos.end());
  kept.kw = a.kw;
  push_callback(vm, a[0], vm.native("contextlib.ExitStack.callback.<locals>._exit_wrapper", [func = a[1], kept](Vm& m, Args&) -> Value {
    Args call = kept;
    return m.call(func, call).null() ? Value() : Value::boolean(false);
  }));
  return a[1];
}

Value stack_exit(Vm& vm, Args& a) {
  ListObj* list = callbacks(vm, a[0]);
  Value pending = exception_of(a);
  const Value received = pending;
  while (!list->items.empty()) {
    vm.touch(list);
    const Value exit = list->items.back();
    list->items.pop_back();
    const Value type = pending.is_none() ? Value::none() : Value::object(vm.type_of(pending));
    const Value r = vm.call(exit, {type, pending, Value::none()});
    if (r.null()) {
      pending = vm.exception();
      vm.clear_exception();
      continue;
    }
    if (pending.is_none()) continue;
    const Truth t = vm.truth(r);
    if (t.raised) return {};
    if (t.value == Tri::Yes) pending = Value::none();
  }
  if (pending.is_none()) return Value::boolean(!received.is_none());
  if (pending.same(received)) return Value::boolean(false);
  return raise_again(vm, pending);
}

Value stack_pop_all(Vm& vm, Args& a) {
  const Value fresh = vm.call(Value::object(vm.type_of(a[0])), {});
  if (fresh.null()) return {};
  put(vm, fresh, "_exit_callbacks", Value::object(callbacks(vm, a[0])));
  put(vm, a[0], "_exit_callbacks", vm.list({}));
  return fresh;
}

}  // namespace

void init_contextlib(Vm& vm, ModuleObj* module) {
  Module m{vm, module};
  ClassObj* abstract = abstract_class(m, "AbstractContextManager", {}, "__enter__ __exit__");
  method(vm, abstract, "__enter__", self_of);
  method(vm, abstract, "__exit__", nothing);
  ClassObj* abstract_async = abstract_class(m, "AbstractAsyncContextManager", {}, "__aenter__ __aexit__");
  generic_class(vm, abstract);
  generic_class(vm, abstract_async);
  ClassObj* decorator = m.cls("ContextDecorator");
  method(vm, decorator, "_recreate_cm", self_of);
  method(vm, decorator, "__call__", decorator_call);
  m.cls("AsyncContextDecorator");

  for (const char* name : {"_GeneratorContextManager", "_AsyncGeneratorContextManager"}) {
    ClassObj* cls = m.cls(name, {abstract, decorator});
    cls->cls = cls->metaclass = abstract->metaclass;
    method(vm, cls, "__init__", manager_init);
    method(vm, cls, "__enter__", manager_enter);
    method(vm, cls, "__exit__", manager_exit);
    method(vm, cls, "_recreate_cm", manager_recreate);
  }
  m.fn("contextmanager", context_manager<false>);
  m.fn("asynccontextmanager", context_manager<true>);

  ClassObj* null = m.cls("nullcontext", {abstract});
  method(vm, null, "__init__", null_init);
  method(vm, null, "__enter__", null_enter);
  ClassObj* suppress = m.cls("suppress", {abstract});
  method(vm, suppress, "__init__", suppress_init);
  method(vm, suppress, "__exit__", suppress_exit);
  ClassObj* closing = m.cls("closing", {abstract});
  method(vm, closing, "__init__", [](Vm& v, Args& a) { return keep_first(v, a, "thing"); });
  method(vm, closing, "__enter__", [](Vm& v, Args& a) { return own(v, a[0], "thing"); });
  method(vm, closing, "__exit__",
         [](Vm& v, Args& a) { return v.call_method(own(v, a[0], "thing"), "close", {}).null() ? Value() : Value::none(); });
  for (const char* name : {"redirect_stdout", "redirect_stderr"}) {
    ClassObj* cls = m.cls(name, {abstract});
    method(vm, cls, "__init__", [](Vm& v, Args& a) { return keep_first(v, a, "_new_target"); });
    method(vm, cls, "__enter__", [](Vm& v, Args& a) { return own(v, a[0], "_new_target"); });
  }
  ClassObj* chdir = m.cls("chdir", {abstract});
  method(vm, chdir, "__init__", [](Vm& v, Args& a) { return keep_first(v, a, "path"); });
  method(vm, chdir, "__enter__", nothing);

  for (const char* name : {"ExitStack", "AsyncExitStack"}) {
    ClassObj* cls = m.cls(name, {abstract});
    method(vm, cls, "__init__", nothing);
    method(vm, cls, "enter_context", enter_context);
    method(vm, cls, "push", push_exit);
    method(vm, cls, "callback", stack_callback);
    method(vm, cls, "pop_all", stack_pop_all);
    method(vm, cls, "__exit__", stack_exit);
    method(vm, cls, "close", [](Vm& v, Args& a) -> Value {
      Args call;
      call.pos = {a[0], Value::none(), Value::none(), Value::none()};
      return stack_exit(v, call).null() ? Value() : Value::none();
    });
  }
}

}  // namespace graphlift::stdlib
