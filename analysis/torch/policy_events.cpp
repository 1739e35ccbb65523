// What each event of the machine means to Dynamo: break or not, which one, and how to say it.
#include <algorithm>
#include <map>

#include "analysis/torch/policy_impl.h"
#include "analysis/torch/tensor_state.h"
#include "analysis/torch/tensor_types.h"
#include "models/graph_breaks.h"
#include "models/operators.h"

namespace graphlift::torch {

using interp::cast;
using interp::Event;
using interp::Frame;
using interp::InstanceObj;
using interp::ModuleObj;
using interp::Observation;
using interp::OriginId;
using interp::Outcome;
using interp::SymObj;
using interp::TensorObj;
using interp::Value;
using interp::When;
using lower::Op;
using lower::TestKind;
using report::Severity;

namespace {

// `assert tensor` with a constant message or none becomes an assertion of the graph. Dynamo knows it by the jump on true that the
// raise follows at once: `assert not tensor` jumps on false and breaks.
bool is_graph_assert(Frame* frame) {
  if (!frame) return false;
  const auto& instrs = frame->code->instrs;
  const uint32_t at = frame->current_pc;
  return instrs[at].op == Op::PopJumpIfTrue && TestKind(instrs[at].b) == TestKind::Assert && at + 1 < instrs.size() &&
         instrs[at + 1].op == Op::LoadAssertionError;
}

bool random_number(Value v) {
  if (const auto* sym = cast<SymObj>(v)) return sym->rng;
  return false;
}

bool from_numpy(const Observation& what) {
  if (what.api.starts_with("numpy.") || what.api.starts_with("ndarray.")) return true;
  const auto* tensor = cast<TensorObj>(what.subject);
  return tensor && tensor->ndarray;
}

std::string clause(const std::string& detail) { return detail.empty() ? std::string() : ": " + detail; }

// The last part of a qualified name, for messages.
std::string_view short_name(std::string_view name) {
  const size_t dot = name.rfind('.');
  return dot == name.npos ? name : name.substr(dot + 1);
}

std::string_view default_break(Event event) {
  switch (event) {
    case Event::TruthTest:
    case Event::LoopBound: return "GB0170";
    case Event::Scalarize:
    case Event::ImplicitScalar: return "GB0124";
    case Event::DynamicShape: return "GB0036";
    case Event::DataDependentOp: return "GB0033";
    case Event::GeneratorEscape: return "GB0003";
    case Event::ClassDefinition: return "GB8977";
    case Event::Construct: return "GB0264";
    case Event::EnterContext: return "GB0142";
    case Event::TensorToText: return "GB0059";
    case Event::SkippedCall: return "GB0007";
    default: return {};
  }
}

// Tensor.requires_grad_(), on an input and on an intermediate result.
bool is_grad_request(std::string_view gb) { return gb == "GB0125" || gb == "GB8985"; }

// range() of a tensor itself.
bool counts_rounds(const Observation& what, bool here, const std::string& code) {
  return what.event == Event::Scalarize && here && cast<TensorObj>(what.subject) && code.starts_with("range(");
}

// Inside an operator's own Python body the tensors are fake: only what needs their contents is noticed.
bool noticed_in_operator(Event event) {
  switch (event) {
    case Event::TruthTest:
    case Event::LoopBound:
    case Event::Scalarize:
    case Event::ImplicitScalar:
    case Event::DataDependentOp:
    case Event::DynamicShape: return true;
    default: return false;
  }
}

std::string_view rule_of(const Observation& what, std::string_view gb) {
  if (what.api.starts_with("numpy.random.")) return "GL117";
  if (what.event == Event::ImplicitScalar && what.api == "builtins.range") return "GL102";
  switch (what.event) {
    case Event::TruthTest: return "GL101";
    case Event::LoopBound: return "GL102";
    case Event::Scalarize:
    case Event::ImplicitScalar:
    case Event::DataDependentOp: return from_numpy(what) ? "GL106" : gb == "GB0246" ? "GL104" : "GL103";
    case Event::TensorToText: return "GL103";
    case Event::DynamicShape: return "GL104";
    case Event::Import: return "GL113";
    case Event::GeneratorEscape: return "GL112";
    case Event::SkippedCall: return "GL108";
    case Event::Autograd: return "GL114";
    case Event::Construct:
    case Event::ClassDefinition:
    case Event::EnterContext: return "GL115";
    default:
      if (gb == "GB0090" && !what.api.starts_with("torch.ops."))
        return "GL115";  // a kind of tensor that has no fake, not an operator without one
      return gb == "GB0007" && what.api.starts_with("torch.") ? "GL115" : rules::rule_of_break(gb);
  }
}

std::string message_of(const Observation& what, const std::string& code, std::string_view gb) {
  const std::string name = "`" + std::string(what.api) + "`";
  switch (what.event) {
    case Event::TruthTest: return "branch on `" + code + "`, which depends on the contents of a tensor" + clause(what.detail);
    case Event::LoopBound: return "loop over `" + code + "`, which depends on the contents of a tensor" + clause(what.detail);
    case Event::Scalarize: return "`" + code + "` reads a tensor's value into Python" + clause(what.detail);
    case Event::ImplicitScalar:
      return "`" + code + "` passes a tensor where a Python number is needed, so its value is read into Python" + clause(what.detail);
    case Event::DataDependentOp:
      return "`" + code + "` gives a Python value that depends on the contents of a tensor" + clause(what.detail);
    case Event::DynamicShape: return "the shape of `" + code + "` depends on the contents of a tensor" + clause(what.detail);
    case Event::TensorToText: return "`" + code + "` turns a tensor into text, which needs its value" + clause(what.detail);
    case Event::Import: return "`" + code + "` imports inside the compiled region, and fails";
    case Event::GeneratorEscape: return "a generator outlives `" + code + "`, which cannot be traced" + clause(what.detail);
    case Event::ClassDefinition: return "a class is defined inside the compiled region" + clause(what.detail);
    case Event::Construct:
      return "`" + code + "` constructs a " + std::string(short_name(what.api)) + " inside the compiled region" + clause(what.detail);
    case Event::EnterContext: return "`with " + code + "` enters a context manager that cannot be traced" + clause(what.detail);
    case Event::Autograd: return "`" + code + "` uses autograd inside the compiled region" + clause(what.detail);
    default: break;
  }
  const models::GraphBreak* known = models::find_graph_break(gb);
  std::string text = "`" + code + "` cannot be traced" + clause(what.detail);
  if (what.detail.empty() && known) text += ": " + known->type;
  if (!what.api.empty() && code.find(short_name(what.api)) == code.npos) text += " (" + name + ")";
  return text;
}

// `x += 1`: the value that is stored was made of the one that it replaces, so a guard on it fails in the next call.
bool is_update(const Frame* frame) {
  constexpr uint32_t kReach = 3;
  for (uint32_t back = 1; back <= kReach && back <= frame->current_pc; ++back) {
    const lower::Instr& instr = frame->code->instrs[frame->current_pc - back];
    if (instr.op == Op::Binary && instr.b == 1) return true;
  }
  return false;
}

// Is this tensor an input of the region, and no buffer of a module whose method runs between INNERMOST and OUTER?
bool is_given(Value v, const Frame* innermost, const Frame* outer) {
  const auto* tensor = cast<TensorObj>(v);
  if (!tensor || !tensor->region_input) return false;
  for (const Frame* f = innermost; f && f != outer; f = f->caller) {
    const auto* self = f->path.locals.empty() ? nullptr : cast<InstanceObj>(f->path.locals[0]);
    if (!self || !self->dict) continue;
    for (const auto& entry : self->dict->map.entries()) {
      const bool buffers = !entry.key.null() && entry.key.is_str() && interp::text_of(entry.key) == "_buffers";
      const auto* held = buffers ? cast<interp::DictObj>(entry.value) : nullptr;
      if (!held) continue;
      for (const auto& buffer : held->map.entries())
        if (!buffer.key.null() && buffer.value.same(v)) return false;
    }
  }
  return true;
}

bool is_number(Value v) {
  if (v.is_number() && !v.is_bool()) return true;
  const auto* sym = cast<SymObj>(v);
  return sym && sym->cls && (sym->cls->layout == interp::Layout::Int || sym->cls->layout == interp::Layout::Float);
}

}  // namespace

bool DynamoPolicy::Impl::captures_scalars() { return current()->options.fullgraph || flag("capture_scalar_outputs"); }

// With scalars captured, an operator that reads one to decide something fails on the symbol, not on the reading.
std::string_view DynamoPolicy::Impl::guarded(const Observation& what, std::string_view gb) {
  if (gb != "GB0033" || !captures_scalars()) return gb;
  switch (what.event) {
    case Event::DataDependentOp: {
      const auto overloads = models::find_operator("aten::" + std::string(short_name(what.api)));
      const bool opaque =
          std::any_of(overloads.begin(), overloads.end(), [](const models::Schema& s) { return s.has(models::kDataDependentOutput); });
      return opaque ? gb : kGuardOnData;
    }
    case Event::TruthTest:
    case Event::LoopBound:
    case Event::ImplicitScalar: return kGuardOnData;
    case Event::Scalarize: return what.api.starts_with("math.") ? kGuardOnData : gb;
    default: return gb;
  }
}

// An integer tensor of no dimension that comes into the graph from outside has a number that the compiler knows as a symbol,
// like a size: it may be tested.
bool DynamoPolicy::Impl::comes_in_as_number(const Observation& what) {
  const auto* tensor = cast<TensorObj>(what.subject);
  if (!tensor || !tensor->ranked || !tensor->dims.empty()) return false;
  // Of an array every way of reading is one; of a tensor only that by an operator.
  if (!tensor->ndarray && (what.event != Event::ImplicitScalar || !is_integral(tensor->dtype))) return false;
  if (what.api == "builtins.range" || what.api.starts_with("math.")) return false;
  return (tensor->region_input || tensor->born <= active.back().graph_births) && short_name(what.api) != "__getitem__";
}

bool DynamoPolicy::Impl::captured(const Observation& what, std::string_view gb) {
  if (!cast<TensorObj>(what.subject) && what.event == Event::Scalarize) return false;  // a symbol already
  const bool whole = current()->options.fullgraph;
  switch (what.event) {
    case Event::Scalarize:
    case Event::ImplicitScalar: {
      const auto* tensor = cast<TensorObj>(what.subject);
      if (comes_in_as_number(what)) return true;
      // A tensor made of constants keeps its value while tracing, where an operator asks for it.
      const bool constant = tensor && !tensor->ndarray && state(*vm).constants.contains(tensor);
      if (constant && what.event == Event::ImplicitScalar && what.api != "builtins.range" && gb == "GB0033") return true;
      // A tensor where an operator wants a number: a symbol will do, unless it selects one of several results.
      const bool operand = what.event == Event::ImplicitScalar && gb == "GB0033" && short_name(what.api) != "__getitem__";
      const bool integers = gb == "GB0033" && (short_name(what.api) == "tolist" || (what.event == Event::Scalarize && from_numpy(what)));
      return (gb == "GB0124" || operand || integers) && what.api != "builtins.range" && captures_scalars();
    }
    case Event::DynamicShape: return gb == "GB0036" && (whole || flag("capture_dynamic_output_shape_ops"));
    default: return false;
  }
}

Outcome DynamoPolicy::Impl::observe(const Observation& what) {
  if (active.empty()) return {};
  const Where at = where();
  const Frame* innermost = vm->frame();
  const bool here = at.frame == innermost;
  const Span span = here && what.file == at.frame->code->file ? what.span : span_of(at.frame);

  switch (what.event) {
    case Event::AttributeStore:
    case Event::GlobalStore:
      if (here) store(what, at);
      return {true, false, When::Unknown};
    case Event::ContainerStore:
      if (cast<interp::DictObj>(what.subject) && what.subject.o->born <= current()->graph_births &&
          reach().certainty == report::Certainty::Definite)
        current()->dict_changed = true;
      if (here) store(what, at);
      return {true, false, When::Unknown};
    case Event::InplaceInput:
      // An inplace module of torch.nn writes to what the program gave it.
      if (here || is_given(what.subject, innermost, at.frame)) store(what, at, span);
      return {true, false, When::Unknown};
    case Event::EnterContext: note_context(what, at); return {true, false, When::Unknown};
    case Event::OpaqueCall: return {true, false, When::Unknown};
    case Event::NativeCall:
      if (what.api.starts_with("functools._lru_cache_wrapper")) {
        if (here && facts_of(at.frame).owner == Owner::Own) {
          note(at, span,
               {"GL116",
                Severity::Warning,
                {},
                "`" + book.code_text(at.frame->code->file, span) +
                    "` calls a cached function: the compiled region ignores the cache and traces the function again"});
        }
        return {true, false, When::Unknown};
      }
      break;
    case Event::Unsupported:
      if (what.api == "builtins.generator.__iter__" && !is_outside(what.subject.o)) return {true, false, When::Unknown};
      if (what.gb && what.gb == std::string_view("GB0056") && is_outside(what.subject.o)) return {true, false, When::Unknown};
      break;
    case Event::TruthTest:
      if (here && is_graph_assert(at.frame)) return {true, false, When::Data};
      break;
    case Event::TensorToText:
      // Formatted text stays symbolic: Dynamo makes it when the graph has run. `%` and str() need the value at once.
      if (innermost->code->instrs[innermost->current_pc].op == Op::FormatValue || short_name(what.api) == "format" ||
          short_name(what.api) == "__format__")
        return {true, false, When::Data};
      break;
    case Event::Autograd:
      if (flag("trace_autograd_ops") && (!what.gb || std::string_view(what.gb) == "GB9186" || std::string_view(what.gb) == "GB0123"))
        return {true, false, When::Data};
      break;
    default: break;
  }

  if (what.event == Event::Autograd && what.gb && is_grad_request(what.gb) && !is_outside(what.subject.o) && current()->options.fullgraph) {
    // Traced on trust: it fails when the region ends, if such a tensor or what was made of it leaves.
    active.back().grad_requests.push_back({at.frame->code->file, span});
    return {true, false, When::Data};
  }
  std::string gb(what.gb ? std::string_view(what.gb) : default_break(what.event));
  if (what.event == Event::Autograd && is_grad_request(gb)) gb = is_outside(what.subject.o) ? "GB0125" : "GB8985";
  if (what.event == Event::Import && what.detail == "fails") gb = "GB0069";
  const bool needs_name = what.event == Event::NativeCall || what.event == Event::SideEffect || what.event == Event::Import;
  if (gb.empty() && needs_name) return {true, false, When::Unknown};
  const std::string code = book.code_text(at.frame->code->file, span);
  const bool counts_loop = counts_rounds(what, here, code);
  const bool symbolic = !counts_loop && captured(what, gb);
  if (at.inside == Body::InGraph) {
    if (!noticed_in_operator(what.event)) return {true, false, When::Unknown};
    if (const auto* read = cast<TensorObj>(what.subject); read && state(*vm).constants.contains(read)) return {true, false, When::Shape};
    gb = what.event == Event::DynamicShape ? "GB0036" : "GB0033";
  } else if (at.inside == Body::Replaced && !noticed_in_operator(what.event)) {
    return {true, false, When::Unknown};
  }
  if (symbolic) return {true, false, comes_in_as_number(what) ? When::Shape : When::Data};
  gb = guarded(what, gb);
  // A test of a captured number splits the function that makes it, if one may; an inlined function of torch cannot be split.
  if (gb == "GB0170" && cast<SymObj>(what.subject) && !random_number(what.subject) && (!here || current()->options.fullgraph))
    gb = kGuardOnData;

  const auto* read = cast<TensorObj>(what.subject);
  if (counts_loop) gb = "GB0059";

  Said said;
  said.gb = gb;
  said.rule = at.inside == Body::InGraph && what.event != Event::DynamicShape ? std::string_view("GL103") : rule_of(what, gb);
  if (counts_loop && !(read && read->ndarray)) said.rule = "GL102";
  if (gb == "GB4315" || gb == kGuardInCompiler) said.severity = Severity::Error;
  said.message = message_of(what, code, gb);
  const OriginId origin = what.subject.null() ? OriginId{} : vm->origin(what.subject);
  if (random_number(what.subject) && said.rule != "GL117")
    note(at, span, {"GL117", Severity::Warning, {}, "`" + code + "` depends on Python's random numbers"}, origin);
  const bool number = what.event == Event::Scalarize || what.event == Event::ImplicitScalar;
  breaks_at_load = gb == "GB0015" || (number && read && here && subscripts_by_slice(*innermost->code, innermost->current_pc));
  const Outcome outcome = graph_break(at, span, said, origin);
  breaks_at_load = false;
  return outcome;
}

void DynamoPolicy::Impl::store(const Observation& what, const Where& at, std::optional<Span> place) {
  // What an installed package keeps for itself is of no use to the reader, unless every call compiles again for it.
  const bool own = facts_of(at.frame).owner == Owner::Own;
  if (!own && what.event != Event::InplaceInput && !is_update(at.frame)) {
    if (what.event == Event::GlobalStore || (what.subject.is_object() && is_outside(what.subject.o, at.frame))) active.back().writes++;
    return;
  }
  const Span span = place.value_or(what.span);
  const std::string code = book.code_text(at.frame->code->file, span);
  const auto counts = [&](Value stored) {
    if (!is_number(stored) || !is_update(at.frame)) return;
    updated.insert(what.api);
    note(at, span,
         {"GL201",
          Severity::Warning,
          {},
          "`" + code + "` makes every call see another number, so each compiles again, up to the recompile limit"});
  };
  switch (what.event) {
    case Event::AttributeStore: {
      if (!what.subject.is_object() || !is_outside(what.subject.o, at.frame)) return;
      if (cast<TensorObj>(what.stored) && is_update(at.frame)) return;  // written in place: the attribute stays the same tensor
      active.back().writes++;
      const Severity severity = is_number(what.stored) ? Severity::Warning : Severity::Info;
      note(at, span, {"GL204", severity, {}, "`" + code + "` changes `" + what.api + "` of an object that outlives the call"});
      if (!flag("allow_unspec_int_on_nn_module")) counts(what.stored);
      return;
    }
    case Event::GlobalStore: {
      const bool cell = what.subject.is_object() && what.subject.o->kind == interp::ObjKind::Cell;
      if (cell && !is_outside(what.subject.o)) return;
      active.back().writes++;
      const bool fixed = what.subject.is_none() || what.subject.is_bool() || what.subject.is_str();
      note(at, span,
           {"GL205",
            fixed ? Severity::Info : Severity::Warning,
            {},
            "`" + code + "` writes the " + (cell ? "captured variable `" : "global `") + what.api + "` inside the compiled region"});
      if (!cell) counts(what.subject);
      return;
    }
    case Event::ContainerStore: {
      if (!what.subject.is_object() || !is_outside(what.subject.o, at.frame)) return;
      active.back().writes++;
      bool global = false;
      if (at.frame->module && at.frame->module->dict) {
        for (const auto& entry : at.frame->module->dict->map.entries()) global |= !entry.key.null() && entry.value.same(what.subject);
      }
      const bool grows = what.subject.o->kind == interp::ObjKind::List;
      if (!global && !grows && !is_number(what.stored)) return;  // replayed when the graph has run
      const Severity severity = what.subject.o->kind == interp::ObjKind::Set ? Severity::Info : Severity::Warning;
      note(at, span, {global ? "GL205" : "GL204", severity, {}, "`" + code + "` changes a container that outlives the call"});
      return;
    }
    case Event::InplaceInput: {
      const auto* tensor = cast<TensorObj>(what.subject);
      if (!tensor || tensor->parameter || (!tensor->region_input && !is_outside(what.subject.o))) return;
      note(at, span, {"GL305", Severity::Info, {}, "`" + code + "` changes an input of the compiled region in place" + clause(what.detail)},
           vm->origin(what.subject));
      return;
    }
    default: return;
  }
}

// Remembers which `with` bodies no graph break can leave and enter again; a manager that cannot be entered at all breaks at once.
void DynamoPolicy::Impl::note_context(const Observation& what, const Where& at) {
  Frame* frame = vm->frame();
  if (!what.subject.is_object() || at.frame != frame || !vm->concrete(what.subject)) return;
  interp::ClassObj* cls = vm->type_of(what.subject);
  const std::string module = cls->module_name.is_str() ? std::string(interp::text_of(cls->module_name)) : std::string();
  const std::string name = module + "." + cls->qualname;
  const auto mark_generic = [&] {
    const uint32_t body = frame->current_pc + 2;  // behind BeforeWith and SetupWith
    generic_with.insert({frame->code->id, body});
  };
  if (name == "contextlib._GeneratorContextManager") {
    // A generator function of a module that is not traced was called outside the graph: what it gave is not Dynamo's own manager.
    const Value* function = nullptr;
    if (const auto* instance = cast<InstanceObj>(what.subject); instance && instance->dict)
      function = instance->dict->map.find(vm->str("func"));
    auto* fn = function ? cast<interp::FunctionObj>(*function) : nullptr;
    if (fn && facts_of(fn).inlined.kind != rules::CallVerdict::Kind::Break) return mark_generic();
    if (!fn) return mark_generic();
  } else {
    switch (rules::context_kind(name)) {
      case rules::ContextKind::Modelled: return;
      case rules::ContextKind::Generic: return mark_generic();
      case rules::ContextKind::Unsupported: break;
      case rules::ContextKind::Unknown: {
        const bool interpreted = cast<interp::FunctionObj>(vm->find_in_class(cls, vm->intern("__enter__"))) != nullptr;
        const bool user = interpreted && !module.starts_with("torch.");
        if (user) return mark_generic();
        if (!interpreted && !module.starts_with("torch")) break;
        if (interpreted) break;
        return;  // a native model of a torch class that no table names
      }
    }
  }
  const Said said{"GL115", Severity::Warning, "GB0142", message_of(what, book.code_text(frame->code->file, what.span), "GB0142")};
  graph_break(at, what.span, said);
}

}  // namespace graphlift::torch
