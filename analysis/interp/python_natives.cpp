// Natives that stand for functions which CPython has as Python code: found in the source of the module that their name leads to.
#include "analysis/interp/python_natives.h"

namespace graphlift::interp {

namespace {

using CodePtr = std::shared_ptr<const lower::Code>;

// The code inside MODULE whose qualified name is NAME. Only code whose name is a beginning of it is entered.
CodePtr inner_code(const CodePtr& module, std::string_view name) {
  CodePtr outer = module;
  while (outer) {
    CodePtr next;
    for (const lower::Const& c : outer->consts) {
      const auto* code = std::get_if<CodePtr>(&c);
      if (!code || !*code) continue;
      const std::string_view inner = (*code)->qualname;
      if (inner == name) return *code;
      if (name.starts_with(inner) && name.substr(inner.size()).starts_with('.') && inner.size() > outer->qualname.size()) next = *code;
    }
    outer = next;
  }
  return nullptr;
}

}  // namespace

Value python_code_of(Vm& vm, const NativeObj& native) {
  const std::string& name = native.qualified;
  for (size_t dot = name.rfind('.'); dot != std::string::npos && dot != 0; dot = name.rfind('.', dot - 1)) {
    const ModuleSource::Found module = vm.source().find(name.substr(0, dot));
    if (!module.exists) continue;
    const CodePtr code = module.extension ? nullptr : inner_code(vm.source().load(module.file), std::string_view(name).substr(dot + 1));
    if (!code) return {};
    auto* holder = vm.make<CodeHolderObj>(vm.types.code);
    holder->code = code;
    return Value::object(holder);
  }
  return {};
}

ClassObj* shown_type(Vm& vm, Value v) {
  const auto* native = cast<NativeObj>(v);
  return native && !python_code_of(vm, *native).null() ? vm.types.function : vm.type_of(v);
}

}  // namespace graphlift::interp
