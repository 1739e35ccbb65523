// torch.jit.script: what its compiler refuses becomes findings of the region.
#include <algorithm>

#include "analysis/torch/policy_impl.h"
#include "analysis/torch/script/checker.h"

namespace graphlift::torch {

using interp::FunctionObj;
using interp::Value;
using report::Severity;

void DynamoPolicy::Impl::script(size_t region, Value callee, lower::FileId file, Span site) {
  script::Checker checker(
      *vm, [this](lower::FileId of, Span span) { return book.positions().text(of, span); },
      [this](lower::FileId of) {
        const Owner owner = book.owner_of(of);
        return owner == Owner::Framework || owner == Owner::Standard;
      });
  checker.check(callee, file, site);
  vm->clear_exception();
  for (const script::Fault& fault : checker.faults()) {
    rules::Entry& entry = book.add(fault.file, fault.span, nullptr, {fault.rule, Severity::Error, {}, fault.message}, {}, {}, region);
    entry.finding.function = fault.function;
    entry.finding.effect = report::Effect::Error;
    regions[region].error = true;
    if (script_host) regions[*script_host].error = true;
  }
  for (const std::string& reason : checker.unresolved()) regions[region].reasons.insert(reason);
}

// A candidate is scripted itself, unless it is the function that scripts something.
Value DynamoPolicy::Impl::script_candidate(size_t region, Value callee, interp::Args& args) {
  FunctionObj* fn = function_of(callee);
  const auto names = [&](const char* name) {
    return std::find(fn->code->names.begin(), fn->code->names.end(), name) != fn->code->names.end();
  };
  if (fn && names("jit") && names("script")) {
    const std::optional<size_t> outer = std::exchange(script_host, region);
    const Value result = vm->call(callee, args);
    script_host = outer;
    return result;
  }
  const lower::Code* code = fn ? fn->code.get() : nullptr;
  script(region, callee, code ? code->file : lower::FileId{}, code ? code->header : Span{});
  return vm->unknown("what a scripted function gives");
}

}  // namespace graphlift::torch
