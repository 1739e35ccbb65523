// Attribute writes and reads in code.
#include "analysis/tensorflow/attribute_writes.h"

namespace graphlift::tensorflow {

using lower::Code;
using lower::Op;

void AttributeWrites::read(const Code& code, bool constructor) {
  for (const lower::Instr& instr : code.instrs)
    if (instr.op == Op::StoreAttr && !constructor) names_.insert(code.names[instr.a]);
  for (const lower::Const& constant : code.consts) {
    const auto* inner = std::get_if<std::shared_ptr<const Code>>(&constant);
    if (!inner || !*inner) continue;
    const bool makes =
        (*inner)->name == "__init__" || (*inner)->name == "build" || (*inner)->name == "__new__" || (*inner)->name == "__post_init__";
    read(**inner, makes);
  }
}

void AttributeWrites::learn(interp::Vm& vm, const std::function<bool(lower::FileId)>& own) {
  for (const auto& entry : vm.sys_modules()->map.entries()) {
    const auto* module = entry.key.null() ? nullptr : interp::cast<interp::ModuleObj>(entry.value);
    if (!module || module->native || !module->file_id.valid() || !own(module->file_id)) continue;
    if (!read_.insert(module->file_id.index).second) continue;
    if (const auto code = vm.source().load(module->file_id)) read(*code, false);
  }
}

std::vector<AttributeRead> reads_of_self(const Code& code) {
  std::vector<AttributeRead> out;
  if (code.positional_count == 0) return out;
  for (size_t i = 0; i + 2 < code.instrs.size(); ++i) {
    if (code.instrs[i].op != Op::LoadFast || code.instrs[i].a != 0 || code.instrs[i + 1].op != Op::LoadAttr) continue;
    out.push_back({code.names[code.instrs[i + 1].a], code.spans[i + 1]});
  }
  return out;
}

}  // namespace graphlift::tensorflow
