// argparse: the library's own source, with one difference: on the empty command line that a program is analysed with,
// what the user would have to give is a configuration value of the declared type instead of an error.
#include "analysis/stdlib/define.h"

namespace graphlift::stdlib {
namespace {

Value given_by_user(Vm& vm, Value action) {
  const Value type = vm.try_attr(action, vm.intern("type"));
  const Value count = vm.try_attr(action, vm.intern("nargs"));
  if (vm.raised()) return {};
  auto* cls = cast<ClassObj>(type);
  Value one;
  if (type.null() || type.is_none()) one = vm.sym(vm.types.str, When::Config);
  else if (cls && (cls == vm.types.integer || cls == vm.types.real || cls == vm.types.str || cls == vm.types.boolean))
    one = vm.sym(cls, When::Config);
  else one = vm.unknown("a command line argument", When::Config);
  if (count.is_int()) return vm.list(std::vector<Value>(size_t(std::clamp<int64_t>(count.i, 0, 64)), one));
  const bool several =
      count.is_str() && (text_of(count) == "+" || text_of(count) == "*" || text_of(count) == "A..." || text_of(count) == "...");
  return several ? open_list(vm, one) : one;
}

// parse_known_args(self, args=None, namespace=None) around the library's own.
Value parse_known_args(Vm& vm, Args& a, Value original) {
  Value self, args, space;
  if (!a.bind(vm, "self, args=, namespace=", {&self, &args, &space})) return {};
  if (!args.null() && !args.is_none()) return vm.call(original, a);
  const Value actions = vm.get_attr(self, "_actions"), groups = actions.null() ? actions : vm.get_attr(self, "_mutually_exclusive_groups");
  Collected all, exclusive;
  if (groups.null() || !gather(vm, actions, all) || !gather(vm, groups, exclusive)) return {};
  std::vector<Value> required;
  const StrObj* key = vm.intern("required");
  for (const std::vector<Value>* list : {&all.items, &exclusive.items})
    for (Value holder : *list) {
      const Value v = vm.try_attr(holder, key);
      if (vm.raised()) return {};
      if (!v.is_bool() || !v.b) continue;
      required.push_back(holder);
      if (!vm.set_attr(holder, key, Value::boolean(false))) return {};
    }
  Args call;
  call.pos = {self, vm.list({}), space.null() ? Value::none() : space};
  const Value result = vm.call(original, call);
  const Value failure = vm.exception();
  vm.clear_exception();
  for (Value holder : required) vm.set_attr(holder, key, Value::boolean(true));
  if (result.null()) return vm.raise(failure);
  auto* parts = cast<TupleObj>(result);
  if (!parts || parts->items.empty()) return result;
  for (Value action : required) {
    const Value name = vm.try_attr(action, vm.intern("dest"));
    if (vm.raised()) return {};
    if (!name.is_str() || text_of(name) == "==SUPPRESS==") continue;
    const Value v = given_by_user(vm, action);
    if (v.null() || !vm.set_attr(parts->items[0], static_cast<const StrObj*>(name.o), v)) return {};
  }
  return result;
}

}  // namespace

bool interpret_source(Vm& vm, ModuleObj* module) {
  const ModuleSource::Found found = vm.source().find(module->name);
  if (!found.exists || found.extension) return false;
  module->native = false;
  module->is_package = found.is_package;
  module->file = found.display_file;
  module->file_id = found.file;
  module->state = ModuleObj::State::Unloaded;
  module->dict->map.set(vm.str("__file__"), vm.str(found.display_file));
  if (vm.load(module)) return true;
  vm.clear_exception();
  module->native = true;
  module->state = ModuleObj::State::Loaded;
  return false;
}

void init_argparse(Vm& vm, ModuleObj* module) {
  if (!interpret_source(vm, module)) {
    define_table(vm, module, R"(
class Namespace *
class Action *
class HelpFormatter *
class ArgumentParser add_argument=Action add_argument_group=self add_mutually_exclusive_group=self add_subparsers=self add_parser=ArgumentParser set_defaults=none parse_args=Namespace parse_known_args=unknown print_help=none error=none *
exc ArgumentError=Exception ArgumentTypeError=Exception
any
)");
    return;
  }
  auto* parser = cast<ClassObj>(vm.module_attr(module, vm.intern("ArgumentParser")));
  const Value original = parser ? class_own(vm, parser, "parse_known_args") : Value();
  if (original.null()) return;
  const Value wrapper =
      vm.native("argparse.ArgumentParser.parse_known_args", [original](Vm& m, Args& a) { return parse_known_args(m, a, original); });
  cast<NativeObj>(wrapper)->is_method = true;
  class_attr(vm, parser, "parse_known_args", wrapper);
}

}  // namespace graphlift::stdlib
