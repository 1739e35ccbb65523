// Fills the built-in types that the machine has created with their methods.
#include "analysis/interp/types_dunders.h"

namespace graphlift::interp {

void register_object(Vm& vm);
void register_numbers(Vm& vm);
void register_str(Vm& vm);
void register_bytes(Vm& vm);
void register_sequences(Vm& vm);
void register_dict(Vm& vm);
void register_dict_views(Vm& vm);
void register_sets(Vm& vm);
void register_slice_range(Vm& vm);
void register_functions(Vm& vm);
void register_descriptors(Vm& vm);
void register_exceptions(Vm& vm);
void register_generators(Vm& vm);
void register_aliases(Vm& vm);

namespace {

Value module_init(Vm& vm, Args& args) {
  auto* module = cast<ModuleObj>(args[0]);
  if (!module) return Value::none();
  const Value name = args.get(1, "name"), doc = args.get(2, "doc");
  if (is_plain_str(name)) module->name = text_of(plain(name));
  module->dict->map.set(vm.str("__name__"), name);
  module->dict->map.set(vm.str("__doc__"), doc.null() ? Value::none() : doc);
  return Value::none();
}

}  // namespace

void register_builtin_types(Vm& vm) {
  register_aliases(vm);
  register_object(vm);
  register_numbers(vm);
  register_str(vm);
  register_bytes(vm);
  register_sequences(vm);
  register_dict(vm);
  register_dict_views(vm);
  register_sets(vm);
  register_slice_range(vm);
  register_functions(vm);
  register_descriptors(vm);
  register_exceptions(vm);
  register_generators(vm);
  vm.define(vm.types.module, "__init__", module_init);
  vm.types.str->item_type = vm.types.str;
  for (ClassObj* cls : {vm.types.bytes, vm.types.bytearray, vm.types.range}) cls->item_type = vm.types.integer;
  define_text(vm, vm.types.none);
  vm.define(vm.types.none, "__bool__", [](Vm&, Args&) { return Value::boolean(false); });
}

}  // namespace graphlift::interp
