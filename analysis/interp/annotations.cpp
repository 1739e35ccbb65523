// What a class annotates: kept as code until somebody reads it.
#include "analysis/interp/annotations.h"

#include "analysis/interp/types_support.h"

namespace graphlift::interp {

void read_annotations(Vm& vm, DictObj* class_names) {
  const Value* own = class_names->map.find(vm.str("__annotations__"));
  auto* annotations = own ? cast<DictObj>(*own) : nullptr;
  if (!annotations) return;
  const std::vector<Dict::Entry> entries(annotations->map.entries().begin(), annotations->map.entries().end());
  for (const auto& entry : entries) {
    const auto* holder = entry.key.null() ? nullptr : cast<CodeHolderObj>(entry.value);
    if (!holder || !holder->module) continue;
    const Value value = vm.evaluate_annotation(holder->code, holder->module, class_names);
    vm.touch(annotations);
    annotations->map.set(entry.key, value);
  }
}

}  // namespace graphlift::interp
