// Which frames a report shows, and how Dynamo treats the functions on the stack.
#include <algorithm>

#include "analysis/torch/policy_impl.h"
#include "models/trace_rules.h"

namespace graphlift::torch {

using interp::Frame;
using interp::FunctionObj;

Origin DynamoPolicy::Impl::origin_of(lower::FileId file) {
  const auto found = origin_by_file.find(file.index);
  if (found != origin_by_file.end()) return found->second;
  Origin origin = Origin::Own;
  if (file.valid()) {
    const std::string path = vm->source().display_path(file);
    if (path.starts_with("site-packages/torch/")) {
      origin = Origin::Torch;
    } else if (path.starts_with("site-packages/")) {
      origin = Origin::Package;
    } else if (path.starts_with("stdlib/")) {
      origin = Origin::Standard;
    }
  }
  origin_by_file.emplace(file.index, origin);
  return origin;
}

namespace {

Body body_of(Origin origin, const std::string& name, const rules::CallVerdict& verdict) {
  if (verdict.kind == rules::CallVerdict::Kind::InGraph) return Body::InGraph;
  if (origin != Origin::Standard && origin != Origin::Torch) return Body::Plain;
  switch (models::trace_rule(name)) {
    case models::TraceRule::ConstantFold: return Body::InGraph;
    case models::TraceRule::Special:
    case models::TraceRule::Polyfill:
    case models::TraceRule::ContextManager: return Body::Replaced;
    default: return origin == Origin::Standard ? Body::Replaced : Body::Plain;
  }
}

FunctionFacts make_facts(Origin origin, const std::string& module, const lower::Code& code) {
  FunctionFacts facts;
  facts.origin = origin;
  facts.skipped_alone = code.is_generator || code.is_coroutine || code.kind == lower::Code::Kind::Comprehension;
  if (origin == Origin::Own || module.empty()) return facts;
  facts.inlined = rules::python_call_verdict(module, code.qualname, true);
  if (rules::python_call_verdict(module, code.qualname, false).kind == rules::CallVerdict::Kind::Break) facts.skipped_alone = true;
  facts.body = body_of(origin, module + "." + code.qualname, facts.inlined);
  return facts;
}

}  // namespace

const FunctionFacts& DynamoPolicy::Impl::facts_of(FunctionObj* fn) {
  const auto found = facts_by_code.find(fn->code->id);
  if (found != facts_by_code.end()) return found->second;
  FunctionFacts facts = make_facts(origin_of(fn->code->file), fn->module ? fn->module->name : std::string(), *fn->code);
  if (in_graph_codes.count(fn->code->id)) facts.body = Body::InGraph;
  return facts_by_code.emplace(fn->code->id, std::move(facts)).first->second;
}

const FunctionFacts& DynamoPolicy::Impl::facts_of(Frame* frame) {
  if (frame->function) return facts_of(frame->function);
  const auto found = facts_by_code.find(frame->code->id);
  if (found != facts_by_code.end()) return found->second;
  FunctionFacts facts;
  facts.origin = origin_of(frame->code->file);
  return facts_by_code.emplace(frame->code->id, std::move(facts)).first->second;
}

bool DynamoPolicy::Impl::is_hidden(Frame* frame) {
  const FunctionFacts& facts = facts_of(frame);
  return facts.origin == Origin::Torch || facts.origin == Origin::Standard || facts.body == Body::InGraph;
}

DynamoPolicy::Impl::Where DynamoPolicy::Impl::where() {
  Where out;
  for (Frame* f = vm->frame(); f; f = f->caller) {
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

bool DynamoPolicy::Impl::is_outside(interp::Object* object) { return !active.empty() && object && object->born < active.back().births; }

std::string DynamoPolicy::Impl::code_text(lower::FileId file, Span span) {
  constexpr size_t kLongest = 60;
  const std::string raw = positions.text(file, span);
  std::string out;
  for (const char c : raw) {
    const bool blank = c == ' ' || c == '\n' || c == '\t' || c == '\r';
    if (!blank) out += c;
    else if (!out.empty() && out.back() != ' ') out += ' ';
  }
  if (out.size() > kLongest) {
    size_t cut = kLongest;
    while (cut > 0 && (static_cast<unsigned char>(out[cut]) & 0xc0) == 0x80) --cut;
    out = out.substr(0, cut) + "…";
  }
  return out;
}

std::string DynamoPolicy::Impl::function_name(Frame* frame) {
  const std::string module = frame->module ? frame->module->name : std::string();
  if (frame->code->kind == lower::Code::Kind::Module) return module;
  return module.empty() ? frame->code->qualname : module + "." + frame->code->qualname;
}

}  // namespace graphlift::torch
