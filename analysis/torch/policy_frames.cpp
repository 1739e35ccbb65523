// Which frames a report shows, and how Dynamo treats the functions on the stack.
#include "analysis/torch/policy_impl.h"
#include "models/trace_rules.h"

namespace graphlift::torch {

using interp::Frame;
using interp::FunctionObj;

namespace {

Body body_of(Owner owner, const std::string& name, const rules::CallVerdict& verdict) {
  if (verdict.kind == rules::CallVerdict::Kind::InGraph) return Body::InGraph;
  if (owner != Owner::Standard && owner != Owner::Framework) return Body::Plain;
  switch (models::trace_rule(name)) {
    case models::TraceRule::ConstantFold: return Body::InGraph;
    case models::TraceRule::Special:
    case models::TraceRule::Polyfill:
    case models::TraceRule::ContextManager: return Body::Replaced;
    default: return owner == Owner::Standard ? Body::Replaced : Body::Plain;
  }
}

FunctionFacts make_facts(Owner owner, const std::string& module, const lower::Code& code) {
  FunctionFacts facts;
  facts.owner = owner;
  facts.skipped_alone = code.is_generator || code.is_coroutine || code.kind == lower::Code::Kind::Comprehension;
  if (owner == Owner::Own || module.empty()) return facts;
  facts.inlined = rules::python_call_verdict(module, code.qualname, true);
  if (rules::python_call_verdict(module, code.qualname, false).kind == rules::CallVerdict::Kind::Break) facts.skipped_alone = true;
  facts.body = body_of(owner, module + "." + code.qualname, facts.inlined);
  return facts;
}

}  // namespace

const FunctionFacts& DynamoPolicy::Impl::facts_of(FunctionObj* fn) {
  const auto found = facts_by_code.find(fn->code->id);
  if (found != facts_by_code.end()) return found->second;
  FunctionFacts facts = make_facts(book.owner_of(fn->code->file), fn->module ? fn->module->name : std::string(), *fn->code);
  if (fn->attrs && fn->attrs->map.find(vm->str("_dynamo_marked_constant"))) facts.constant = true;
  if (fn->module && fn->module->name == "torch.distributions.distribution") without_validation(fn->module);
  if (in_graph_codes.count(fn->code->id)) facts.body = Body::InGraph;
  return facts_by_code.emplace(fn->code->id, std::move(facts)).first->second;
}

// torch._dynamo turns the checks of torch.distributions off when it starts.
void DynamoPolicy::Impl::without_validation(interp::ModuleObj* module) {
  const interp::Value* found = module->dict ? module->dict->map.find(vm->str("Distribution")) : nullptr;
  if (auto* cls = found ? interp::cast<interp::ClassObj>(*found) : nullptr)
    cls->dict->map.set(vm->str("_validate_args"), interp::Value::boolean(false));
}

const FunctionFacts& DynamoPolicy::Impl::facts_of(Frame* frame) {
  if (frame->function) return facts_of(frame->function);
  const auto found = facts_by_code.find(frame->code->id);
  if (found != facts_by_code.end()) return found->second;
  FunctionFacts facts;
  facts.owner = book.owner_of(frame->code->file);
  return facts_by_code.emplace(frame->code->id, std::move(facts)).first->second;
}

bool DynamoPolicy::Impl::is_hidden(Frame* frame) {
  const FunctionFacts& facts = facts_of(frame);
  return facts.owner == Owner::Framework || facts.owner == Owner::Standard || facts.body == Body::InGraph;
}

DynamoPolicy::Impl::Where DynamoPolicy::Impl::where() {
  Where out;
  Frame* innermost = vm->frame();
  // Whatever runs below a function that the program allows in the graph, runs on fake tensors.
  for (Frame* f = innermost; f && !in_graph_codes.empty(); f = f->caller) {
    if (in_graph_codes.count(f->code->id)) {
      innermost = f;
      out.inside = Body::InGraph;
    }
    if (f->region_root) break;
  }
  for (Frame* f = innermost; f; f = f->caller) {
    if (!is_hidden(f)) {
      out.frame = f;
      return out;
    }
    const Body body = facts_of(f).body;
    if (body == Body::InGraph || out.inside == Body::Plain) out.inside = body;
    if (f->region_root) break;
  }
  // Everything on the stack is hidden: the region itself is a function of torch or of Python.
  out.frame = vm->frame();
  return out;
}

// A module that is imported when it is first used may be made inside a region: what its globals hold exists outside all the same.
bool DynamoPolicy::Impl::is_outside(interp::Object* object, const Frame* frame) {
  if (active.empty() || !object) return false;
  if (object->born <= active.back().births) return true;
  if (!frame || !frame->module || !frame->module->dict) return false;
  for (const auto& entry : frame->module->dict->map.entries())
    if (!entry.key.null() && entry.value.is_object() && entry.value.o == object) return true;
  return false;
}

}  // namespace graphlift::torch
