// Objects whose attributes are not all known: open_attributes.h.
#include "analysis/interp/open_attributes.h"

namespace graphlift::interp {

void open_attributes(Vm& vm, Value object, Value any) {
  if (!cast<InstanceObj>(object)) return;
  DictObj* attributes = vm.attributes_of(object, true);
  vm.touch(attributes);
  attributes->open = true;
  attributes->rest = vm.join(attributes->rest, any, vm.when(any));
}

Value unlisted_attribute(Vm& vm, Value object) {
  if (!cast<InstanceObj>(object)) return {};
  const DictObj* attributes = vm.attributes_of(object, false);
  return attributes ? attributes->rest : Value();
}

}  // namespace graphlift::interp
