// The builtins module: names, and the functions that reach outside the program.
#include "analysis/interp/types_support.h"

namespace graphlift::interp {

void register_builtin_numbers(Vm& vm);
void register_builtin_iterables(Vm& vm);
void register_builtin_objects(Vm& vm);
void register_builtin_code(Vm& vm);

namespace {

// What these do to the world is not the machine's business; the policy hears of the call itself.
Value no_value(Vm&, Args&) { return Value::none(); }

Value host_object(Vm& vm, Args& args) { return vm.unknown("result of `" + (args.callee ? args.callee->name : std::string("open")) + "`"); }

Value input(Vm& vm, Args&) { return vm.sym(vm.types.str, When::Unknown); }

Value exit_program(Vm& vm, Args& args) {
  InstanceObj* e = vm.new_instance(vm.types.system_exit);
  e->payload = vm.tuple(args.pos);
  return vm.raise(Value::object(e));
}

Value import_by_name(Vm& vm, Args& args) {
  Value name, globals, locals, from_list, level;
  if (!args.bind(vm, "name, globals=, locals=, fromlist=, level=", {&name, &globals, &locals, &from_list, &level})) return {};
  const Value text = plain(name);
  if (!text.is_str()) return vm.unknown("import of a module whose name is not known");
  if (!level.null() && !(level.is_integral() && level.as_int() == 0)) return vm.unknown("relative import by `__import__`");
  const std::string_view dotted = text_of(text);
  const Value module = vm.import_value(dotted);
  if (module.null()) return {};
  const bool leaf = !from_list.null() && vm.truth(from_list).value == Tri::Yes;
  return leaf || dotted.find('.') == std::string_view::npos ? module : vm.import_value(dotted.substr(0, dotted.find('.')));
}

}  // namespace

void register_builtins(Vm& vm) {
  register_builtin_numbers(vm);
  register_builtin_iterables(vm);
  register_builtin_objects(vm);
  register_builtin_code(vm);
  ModuleObj* m = vm.builtins;
  vm.define(m, "print", no_value);
  vm.define(m, "breakpoint", no_value);
  vm.define(m, "open", host_object);
  vm.define(m, "memoryview", host_object);
  vm.define(m, "input", input);
  vm.define(m, "exit", exit_program);
  vm.define(m, "quit", exit_program);
  vm.define(m, "__import__", import_by_name);

  auto& t = vm.types;
  Dict& names = m->dict->map;
  // Types that Python keeps in `types` rather than in builtins.
  for (const char* hidden :
       {"NoneType", "function", "builtin_function_or_method", "method", "module", "cell", "generator", "coroutine", "iterator", "code",
        "ellipsis", "NotImplementedType", "mappingproxy", "dict_keys", "dict_values", "dict_items"})
    names.erase(vm.str(hidden));
  for (ClassObj* cls : {t.object, t.type, t.dict, t.str}) names.set(vm.str(cls->name), Value::object(cls));
  names.set(vm.str("NotImplemented"), Value::not_implemented());
  names.set(vm.str("Ellipsis"), Value::ellipsis());
  names.set(vm.str("__debug__"), Value::boolean(true));
  names.set(vm.str("__name__"), vm.str("builtins"));
}

}  // namespace graphlift::interp
