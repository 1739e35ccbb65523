// Calls inside a region: which are traced, which are operators, and which Dynamo skips.
#include "analysis/torch/policy_impl.h"
#include "analysis/torch/tensor_class.h"
#include "analysis/torch/tensor_state.h"

namespace graphlift::torch {

using interp::Args;
using interp::CallPlan;
using interp::cast;
using interp::ClassObj;
using interp::Frame;
using interp::FunctionObj;
using interp::InstanceObj;
using interp::NativeObj;
using interp::Outcome;
using interp::Tracing;
using interp::Value;
using interp::When;
using report::Severity;
using Kind = rules::CallVerdict::Kind;

namespace {

std::string call_message(std::string_view rule, const std::string& code, const std::string& name) {
  const std::string tail = code.find(name.substr(name.rfind('.') + 1)) == code.npos ? " (`" + name + "`)" : std::string();
  if (rule == "GL105") return "`" + code + "` prints or logs inside the compiled region" + tail;
  if (rule == "GL106") return "`" + code + "` is a NumPy function that cannot be traced" + tail;
  if (rule == "GL117") return "`" + code + "` draws random numbers outside the graph" + tail;
  if (rule == "GL113") return "`" + code + "` imports inside the compiled region" + tail;
  if (rule == "GL108") return "`" + code + "` calls C code that cannot be traced" + tail;
  return "`" + code + "` cannot be traced" + tail;
}

// A member of an enumeration that is a string or a number too: the compiler knows the member, but none of the methods of str or int.
bool is_builtin_method_of_member(interp::Vm& vm, const NativeObj& native, const Args& args) {
  if (!native.is_method || args.pos.empty() || !native.qualified.starts_with("builtins.") || native.name.starts_with("__")) return false;
  const Value self = args.pos.front();
  return cast<InstanceObj>(self) && !vm.find_in_class(vm.type_of(self), vm.intern("_member_map_")).null();
}

// Of a constant the compiler finds the number; what comes of it has to be one that fits a tensor.
bool answers_no_tensor(std::string_view function) {
  return function == "ceil" || function == "floor" || function == "isnan" || function == "isinf" || function == "isfinite";
}

}  // namespace

// `math.sqrt(tensor)` is put into the graph as it stands and reads the tensor's value there.
void DynamoPolicy::Impl::read_operands(NativeObj* native, Args& args) {
  for (Value& v : args.pos) {
    const auto* tensor = cast<interp::TensorObj>(v);
    if (!tensor || !vm->tracing()) continue;
    if (state(*vm).constants.contains(tensor) && tensor->ndarray && !answers_no_tensor(native->name)) {
      v = tensor->known.size() == 1 ? Value::real(tensor->known[0]) : vm->sym(vm->types.real, When::Shape, tensor->origin);
      continue;
    }
    const bool scalar =
        comes_in_as_scalar(tensor) || state(*vm).constants.contains(tensor);  // its number is known, but the call gives no tensor
    const Outcome outcome = vm->observe(interp::Event::Scalarize, v, native->qualified, scalar ? "GB0208" : "GB0033");
    if (outcome.broke && tensor->known.size() == 1) v = Value::real(tensor->known[0]);
    else v = vm->sym(vm->types.real, outcome.result == When::Unknown ? When::PyInput : outcome.result, tensor->origin);
  }
}

// A torch.Generator cannot be an argument of a node of the graph.
Outcome DynamoPolicy::Impl::generator_argument(NativeObj* native, const Args& args) {
  const Value generator = args.keyword("generator");
  if (generator.null() || !generator.is_object() || vm->type_of(generator) != state(*vm).generator) return {};
  const Where at = where();
  if (at.inside != Body::Plain) return {};
  const Span span = span_of(at.frame);
  const std::string code = book.code_text(at.frame->code->file, span);
  return graph_break(
      at, span, {"GL115", Severity::Warning, "GB0055", call_message("GL115", code, native->qualified) + ": a generator is an argument"});
}

// A signature holds its parameters in a mapping proxy. Dynamo does not know which dict stands behind a proxy that comes into the graph
// from outside, so one that is read after any such dict was changed may be stale.
bool DynamoPolicy::Impl::reads_stale_proxy(const NativeObj* native, const Args& args) {
  if (!current()->dict_changed || args.pos.empty() || !args.pos.front().is_object()) return false;
  const bool binds = native->qualified == "inspect.Signature.bind" || native->qualified == "inspect.Signature.bind_partial";
  return binds && args.pos.front().o->born <= current()->graph_births && where().inside == Body::Plain;
}

Outcome DynamoPolicy::Impl::native_call(NativeObj* native, Args& args) {
  if (active.empty()) return {};
  if (reads_stale_proxy(native, args)) {
    const Where at = where();
    const Span span = span_of(at.frame);
    return graph_break(
        at, span,
        {"GL115", Severity::Warning, "GB0198", call_message("GL115", book.code_text(at.frame->code->file, span), native->qualified)});
  }
  if (is_builtin_method_of_member(*vm, *native, args) && where().inside == Body::Plain) {
    const Where at = where();
    const Span span = span_of(at.frame);
    return graph_break(
        at, span,
        {"GL107", Severity::Warning, "GB0156", call_message("GL107", book.code_text(at.frame->code->file, span), native->qualified)});
  }
  auto found = native_verdicts.find(native);
  if (found == native_verdicts.end()) found = native_verdicts.emplace(native, rules::native_call_verdict(native->qualified)).first;
  const rules::CallVerdict& verdict = found->second;
  if (native->qualified.starts_with("math.")) read_operands(native, args);
  if (verdict.kind != Kind::Break && !args.kw.empty()) {
    if (Outcome refused = generator_argument(native, args); refused.broke) return refused;
  }
  if (verdict.kind == Kind::Trace || verdict.kind == Kind::InGraph) return {true, false, When::Unknown};
  if (verdict.kind == Kind::Data) return {true, false, When::Data};
  if (verdict.from_override && vm->frame()->code->name != native->name) return {true, false, When::Unknown};
  const Where at = where();
  if (at.inside != Body::Plain) return {true, false, When::Unknown};
  const Span span = span_of(at.frame);
  const std::string code = book.code_text(at.frame->code->file, span);
  Outcome outcome{true, true, When::PyInput};
  // Every rule tells its own side of the one break; only the first breaks.
  for (size_t i = 0; i < verdict.rules.size(); ++i) {
    const Said said{verdict.rules[i], Severity::Warning, verdict.gb, call_message(verdict.rules[i], code, native->qualified)};
    if (i + 1 < verdict.rules.size()) note(at, span, said);
    else outcome = graph_break(at, span, said);
  }
  return outcome;
}

CallPlan DynamoPolicy::Impl::plan_from_eager(FunctionObj* fn) {
  if (facts_of(fn).skipped_alone || skipped_codes.count(fn->code->id)) return CallPlan::EagerOnce;
  return CallPlan::Inline;
}

CallPlan DynamoPolicy::Impl::skip_call(const Where& at, FunctionObj* fn, const rules::CallVerdict& verdict, const std::string& name) {
  const Span span = span_of(at.frame);
  const std::string code = book.code_text(at.frame->code->file, span);
  for (size_t i = 0; i < verdict.rules.size(); ++i) {
    const Said said{verdict.rules[i], Severity::Warning, verdict.gb, call_message(verdict.rules[i], code, name)};
    if (i + 1 < verdict.rules.size()) note(at, span, said);
    else graph_break(at, span, said);
  }
  // Python's own code below has nothing that would be compiled; a library's functions call back into the user's.
  return facts_of(fn).owner == Owner::Standard || verdict.gb == "GB0291" ? CallPlan::EagerAll : CallPlan::EagerOnce;
}

namespace {

// torch.nn.RNN, LSTM, GRU and classes derived from them.
bool is_recurrent(ClassObj* cls) {
  for (ClassObj* base : cls->mro)
    if (base->name == "RNNBase" && base->module_name.is_str() && interp::text_of(base->module_name) == "torch.nn.modules.rnn") return true;
  return false;
}

}  // namespace

namespace {

// The first argument is an instance whose class has the function.
bool is_method_call(interp::Vm& vm, FunctionObj* fn, const Args& args) {
  const auto* self = args.pos.empty() ? nullptr : cast<InstanceObj>(args.pos[0]);
  if (!self || !self->cls) return false;
  if (!fn->name.is_str()) return false;
  return cast<FunctionObj>(vm.find_in_class(self->cls, static_cast<interp::StrObj*>(fn->name.o))) == fn;
}

}  // namespace

bool DynamoPolicy::Impl::is_logger(Value v) {
  const auto* self = cast<InstanceObj>(v);
  if (!self || !self->cls) return false;
  const auto [known, fresh] = loggers.emplace(self->cls, false);
  if (fresh) {
    for (ClassObj* base : self->cls->mro)
      known->second |= base->name == "Logger" && base->module_name.is_str() && interp::text_of(base->module_name) == "logging";
  }
  return known->second;
}

CallPlan DynamoPolicy::Impl::plan_call(FunctionObj* fn, Args& args) {
  Frame* caller = vm->frame();
  if (active.empty() || !caller) return CallPlan::Inline;
  // A module's own __getattr__ runs when Dynamo looks the name up: it is not traced.
  if (fn->code->qualname == "__getattr__") return CallPlan::EagerAll;
  if (caller->tracing == Tracing::Skipped) return plan_from_eager(fn);
  const FunctionFacts& facts = facts_of(fn);
  if (facts.constant) return CallPlan::EagerAll;
  if (!args.pos.empty() && is_logger(args.pos[0])) {
    const Where at = where();
    if (at.inside != Body::Plain) return CallPlan::Inline;
    return skip_call(at, fn, {Kind::Break, "GB0291", {"GL105"}}, "logging.Logger." + fn->code->name);
  }
  if (facts.owner == Owner::Own || facts.owner == Owner::Package) {
    if (facts.inlined.kind != Kind::Break) return CallPlan::Inline;
  }
  const Where at = where();
  if (at.inside != Body::Plain) return CallPlan::Inline;
  if (facts.owner == Owner::Standard && fn->attrs) {
    // contextlib.contextmanager and the like: Dynamo knows the function by the one that it wraps.
    const Value* wrapped = fn->attrs->map.find(vm->str("__wrapped__"));
    auto* inner = wrapped ? cast<FunctionObj>(*wrapped) : nullptr;
    if (inner && facts_of(inner).inlined.kind == Kind::Break)
      return skip_call(at, fn, facts_of(inner).inlined,
                       (inner->module ? inner->module->name + "." : std::string()) + inner->code->qualname);
  }

  if (facts.owner == Owner::Framework && !args.pos.empty()) {
    if (const auto* self = cast<InstanceObj>(args.pos[0]); self && self->cls) {
      auto known = recurrent.find(self->cls);
      if (known == recurrent.end()) known = recurrent.emplace(self->cls, is_recurrent(self->cls)).first;
      const bool scripted = state(*vm).scripted.contains(self);
      const bool refused = scripted || (known->second && !flag("allow_rnn"));
      if (refused && !is_hidden(caller) && fn->code->name != "__init__" && fn->code->name != "__getattr__") {
        const Span span = span_of(at.frame);
        const std::string what = scripted ? "scripted module" : "torch.nn." + self->cls->name;
        breaks_at_load = true;  // reading the attribute that holds the module is what breaks
        graph_break(at, span,
                    {"GL115", Severity::Warning, scripted ? "GB4695" : "GB0014",
                     "`" + book.code_text(at.frame->code->file, span) + "` uses a " + what + ", which cannot be traced"});
        breaks_at_load = false;
        return scripted ? CallPlan::EagerAll : CallPlan::EagerOnce;
      }
    }
  }
  if (facts.inlined.kind == Kind::Break) {
    const std::string name = (fn->module ? fn->module->name + "." : std::string()) + fn->code->qualname;
    rules::CallVerdict verdict = facts.inlined;
    if (verdict.gb == "GB0007" && is_method_call(*vm, fn, args)) verdict.gb = "GB0008";
    return skip_call(at, fn, verdict, name);
  }
  return CallPlan::Inline;
}

}  // namespace graphlift::torch
