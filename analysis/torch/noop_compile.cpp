// Compile calls whose result nobody uses, also in code that the analysis did not run.
#include <algorithm>
#include <functional>
#include <vector>

#include "analysis/lower/jumps.h"
#include "analysis/torch/policy_impl.h"

namespace graphlift::torch {

using interp::cast;
using interp::ModuleObj;
using interp::Value;
using lower::Code;
using lower::Op;

namespace {

// May what the instruction before PC stored in SLOT be read before something else is stored there?
bool is_read_from(const Code& code, size_t pc, uint32_t slot) {
  std::vector<bool> seen(code.instrs.size());
  std::vector<size_t> open{pc};
  while (!open.empty()) {
    const size_t at = open.back();
    open.pop_back();
    if (at >= code.instrs.size() || seen[at]) continue;
    seen[at] = true;
    const lower::Instr& instr = code.instrs[at];
    switch (instr.op) {
      case Op::LoadFast:
        if (instr.a == slot) return true;
        break;
      case Op::StoreFast:
      case Op::DeleteFast:
        if (instr.a == slot) continue;
        break;
      case Op::Return:
      case Op::Raise:
      case Op::Reraise:
        // A handler around it may go on: take it that it does.
        for (const lower::Surround& range : code.surrounds)
          if (range.kind != lower::Surround::Kind::Loop && range.start_pc <= at && at < range.end_pc) return true;
        continue;
      case Op::Jump:
      case Op::JumpBack: open.push_back(instr.a); continue;
      default:
        if (lower::is_jump(instr.op)) open.push_back(instr.a);
    }
    open.push_back(at + 1);
  }
  return false;
}

}  // namespace

// Is the value of the call at PC dropped, or stored in a local variable that nothing reads?
bool result_discarded(const Code& code, uint32_t pc) {
  const auto& instrs = code.instrs;
  const size_t next = size_t(pc) + 1;
  if (next >= instrs.size() || (instrs[pc].op != Op::Call && instrs[pc].op != Op::CallEx)) return false;
  if (instrs[next].op == Op::Pop) return true;
  if (instrs[next].op != Op::StoreFast) return false;
  return !is_read_from(code, next + 1, instrs[next].a);
}

namespace {

// Does this global of the module stand for PyTorch?
bool is_torch(interp::Vm& vm, ModuleObj* module, const std::string& name) {
  const Value* found = module->dict ? module->dict->map.find(vm.str(name)) : nullptr;
  if (!found) return false;
  if (const auto* named = cast<ModuleObj>(*found)) return named->name == "torch";
  const auto* lazy = cast<interp::LazyImportObj>(*found);
  return lazy && lazy->ref && lazy->ref->level == 0 && lazy->ref->member.empty() && lazy->ref->module.starts_with("torch");
}

// Is it `torch.compile` itself that the call at PC calls? In `torch.compile(f)(x)` the outer call starts at the same place, and calls
// what the inner one returned.
bool calls_compile(interp::Vm& vm, ModuleObj* module, const Code& code, uint32_t pc) {
  bool compile = false;
  for (uint32_t i = 1; i < pc; ++i) {
    if (code.spans[i].start != code.spans[pc].start) continue;
    const lower::Instr& instr = code.instrs[i];
    const lower::Instr& before = code.instrs[i - 1];
    if (instr.op == Op::Call || instr.op == Op::CallEx) compile = false;
    if (instr.op == Op::LoadAttr && code.names[instr.a] == "compile" && (before.op == Op::LoadName || before.op == Op::LoadGlobal))
      compile = is_torch(vm, module, code.names[before.a]);
  }
  return compile;
}

}  // namespace

void DynamoPolicy::Impl::find_discarded() {
  const std::function<void(ModuleObj*, const Code&)> read = [&](ModuleObj* module, const Code& code) {
    for (uint32_t pc = 0; pc < code.instrs.size(); ++pc) {
      if (!result_discarded(code, pc)) continue;
      if (!calls_compile(*vm, module, code, pc)) continue;
      const std::string text = book.code_text(code.file, code.spans[pc]);
      // `torch.compile(f)(x)`: what is dropped is the result of the compiled function.
      const bool calls_result = std::any_of(code.spans.begin(), code.spans.begin() + pc, [&](Span inner) {
        return inner.start == code.spans[pc].start && inner.end < code.spans[pc].end &&
               book.code_text(code.file, inner).starts_with("torch.compile(");
      });
      if (calls_result) continue;
      rules::Entry& entry =
          book.add(code.file, code.spans[pc], nullptr,
                   {"GL308", report::Severity::Warning, {}, "the result of `" + text + "` is not used, so nothing is compiled"}, {}, {},
                   rules::kNoRegion);
      if (entry.finding.function.empty())
        entry.finding.function = module->name + (code.kind == Code::Kind::Module ? std::string() : "." + code.qualname);
    }
    for (const lower::Const& constant : code.consts) {
      const auto* inner = std::get_if<std::shared_ptr<const Code>>(&constant);
      if (inner && *inner) read(module, **inner);
    }
  };
  for (const auto& entry : vm->sys_modules()->map.entries()) {
    auto* module = entry.key.null() ? nullptr : cast<ModuleObj>(entry.value);
    if (!module || module->native || !module->file_id.valid() || book.owner_of(module->file_id) != Owner::Own) continue;
    if (const auto code = vm->source().load(module->file_id)) read(module, *code);
  }
}

}  // namespace graphlift::torch
