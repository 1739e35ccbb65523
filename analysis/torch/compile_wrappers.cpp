// What the ways into a region give back: a callable that enters the region, or a module that does.
#include "analysis/torch/policy_impl.h"

namespace graphlift::torch {

using interp::Args;
using interp::BoundMethodObj;
using interp::cast;
using interp::ClassObj;
using interp::Frame;
using interp::FunctionObj;
using interp::InstanceObj;
using interp::NativeObj;
using interp::StrObj;
using interp::Tracing;
using interp::TypeOps;
using interp::UnknownObj;
using interp::Value;
using interp::Vm;

namespace {

constexpr const char* kTarget = "_orig_mod";

// Which wrapper an instance is: the index of its compile site, or a way to call without tracing.
struct WrapperState {
  DynamoPolicy::Impl* policy = nullptr;
  size_t index = 0;
  bool disabled = false;
};

Value target_of(Vm& vm, Value self) {
  const auto* instance = cast<InstanceObj>(self);
  const Value* found = instance && instance->dict ? instance->dict->map.find(vm.str(kTarget)) : nullptr;
  return found ? *found : Value();
}

Value call_wrapper(Vm&, Value self, Args& args) {
  const auto* state = static_cast<WrapperState*>(cast<InstanceObj>(self)->native_state.get());
  if (state->disabled) return state->policy->call_disabled(target_of(*state->policy->vm, self), args, true);
  return state->policy->enter(state->index, args);
}

// Attributes are those of the module inside; `forward` enters the region as the call does.
Value wrapper_attr(Vm& vm, Value self, const StrObj* name) {
  const auto* instance = cast<InstanceObj>(self);
  if (name->text == kTarget) return target_of(vm, self);
  if (name->text == "__class__" || name->text == "__dict__" || name->text == "__call__") return {};
  if (name->text == "forward") {
    return vm.native("torch._dynamo.eval_frame.OptimizedModule.forward",
                     std::function<Value(Vm&, Args&)>([self](Vm& inner, Args& args) { return call_wrapper(inner, self, args); }));
  }
  return vm.get_attr(target_of(vm, Value::object(const_cast<InstanceObj*>(instance))), name);
}

bool wrapper_set(Vm& vm, Value self, const StrObj* name, Value value, bool& handled) {
  if (name->text == kTarget) return true;
  handled = true;
  return vm.set_attr(target_of(vm, self), name, value);
}

const TypeOps& wrapper_ops() {
  static const TypeOps ops = [] {
    TypeOps o;
    o.call = call_wrapper;
    o.get_attr = wrapper_attr;
    o.set_attr = wrapper_set;
    return o;
  }();
  return ops;
}

}  // namespace

ClassObj* DynamoPolicy::Impl::module_class() {
  interp::ModuleObj* nn = vm->loaded_module("torch.nn");
  if (!nn) return nullptr;
  const Value found = vm->try_attr(Value::object(nn), vm->intern("Module"));
  return cast<ClassObj>(found);
}

bool DynamoPolicy::Impl::is_module(Value v) {
  const auto* instance = cast<InstanceObj>(v);
  if (!instance || !instance->cls) return false;
  for (ClassObj* base : instance->cls->mro)
    if (base->name == "Module" && base->module_name.is_str() && interp::text_of(base->module_name) == "torch.nn.modules.module")
      return true;
  return false;
}

FunctionObj* DynamoPolicy::Impl::function_of(Value callee) {
  if (auto* fn = cast<FunctionObj>(callee)) return fn;
  if (auto* method = cast<BoundMethodObj>(callee)) {
    auto* fn = cast<FunctionObj>(method->func);
    if (fn && is_module(method->self) && facts_of(fn).owner == Owner::Framework) return function_of(method->self);  // Module._call_impl
    return fn;
  }
  if (auto* native = cast<NativeObj>(callee); native && native->attrs) {
    const Value* wrapped = native->attrs->map.find(vm->str("__wrapped__"));
    return wrapped ? function_of(*wrapped) : nullptr;
  }
  if (auto* instance = cast<InstanceObj>(callee); instance && instance->cls) {
    if (instance->cls == optimized_module) return function_of(target_of(*vm, callee));
    if (is_module(callee)) {
      if (instance->dict)
        if (const Value* own = instance->dict->map.find(vm->str("forward"))) return function_of(*own);
      return cast<FunctionObj>(vm->find_in_class(instance->cls, vm->intern("forward")));
    }
    if (instance->dict)  // functools.partial
      if (const Value* inner = instance->dict->map.find(vm->str("func"))) return function_of(*inner);
    return cast<FunctionObj>(vm->find_in_class(instance->cls, vm->intern("__call__")));
  }
  return nullptr;
}

std::string DynamoPolicy::Impl::entry_name(Value callee, report::Place* place) {
  FunctionObj* fn = function_of(callee);
  if (place && fn) {
    const Positions::Range at = book.positions().range(fn->code->file, fn->code->header);
    *place = {at.file, at.line};
  }
  Value named = callee;
  if (auto* method = cast<BoundMethodObj>(callee); method && is_module(method->self)) {
    auto* inner = cast<FunctionObj>(method->func);
    if (inner && facts_of(inner).owner == Owner::Framework) named = method->self;
  }
  if (is_module(named)) {
    const ClassObj* cls = vm->type_of(named);
    const std::string module = cls->module_name.is_str() ? std::string(interp::text_of(cls->module_name)) : std::string();
    return module + "." + cls->qualname + ".forward";
  }
  if (fn) return (fn->module ? fn->module->name + "." : std::string()) + fn->code->qualname;
  if (auto* native = cast<NativeObj>(callee)) return native->qualified;
  return vm->type_of(callee)->qualname;
}

Value DynamoPolicy::Impl::wrap_function(size_t index) {
  const Value callee = compiled[index].callee;
  const Value wrapper = vm->native("torch._dynamo.eval_frame.compiled",
                                   std::function<Value(Vm&, Args&)>([this, index](Vm&, Args& args) { return enter(index, args); }));
  auto* native = cast<NativeObj>(wrapper);
  native->is_method = true;
  native->attrs = vm->new_dict();
  native->attrs->map.set(vm->str("__wrapped__"), callee);
  native->attrs->map.set(vm->str("_torchdynamo_orig_callable"), callee);
  if (FunctionObj* fn = function_of(callee)) native->name = fn->code->name;
  return wrapper;
}

namespace {

InstanceObj* new_wrapper(DynamoPolicy::Impl& policy, Value target, WrapperState state) {
  Vm& vm = *policy.vm;
  if (!policy.optimized_module) {
    ClassObj* base = policy.module_class();
    policy.optimized_module =
        vm.new_class("torch._dynamo.eval_frame", "OptimizedModule", {base ? base : vm.types.object}, interp::Layout::Module);
    vm.set_ops(policy.optimized_module, &wrapper_ops());
  }
  InstanceObj* instance = vm.new_instance(policy.optimized_module);
  if (!instance->dict) instance->dict = vm.new_dict();
  instance->dict->map.set(vm.str(kTarget), target);
  instance->native_state = std::make_shared<WrapperState>(state);
  return instance;
}

}  // namespace

Value DynamoPolicy::Impl::wrap_module(size_t index) {
  return Value::object(new_wrapper(*this, compiled[index].callee, {this, index, false}));
}

Value DynamoPolicy::Impl::compile(Value callee, const CompileOptions& options) {
  callee = vm->force(callee);
  if (callee.null()) return callee;
  if (auto* native = cast<NativeObj>(callee); native && native->attrs) {
    if (const Value* original = native->attrs->map.find(vm->str("_torchdynamo_orig_callable"))) callee = *original;
  }
  const Frame* frame = vm->frame();
  Span span{};
  Compiled site;
  CompileOptions kept = options;
  Frame* shown = vm->frame();
  while (shown && is_hidden(shown) && shown->caller) shown = shown->caller;
  if (shown) {
    span = span_of(shown);
    // A package that compiles on behalf of the program does so where the program calls it, but not while it is being imported.
    Frame* asks = shown;
    while (asks->caller && book.owner_of(asks->code->file) != Owner::Own && asks->code->kind != lower::Code::Kind::Module)
      asks = asks->caller;
    if (book.owner_of(asks->code->file) != Owner::Own) asks = shown;
    const Positions::Range at = book.positions().range(asks->code->file, span_of(asks));
    site.site = {at.file, at.line};
    kept.reported = book.owner_of(shown->code->file) == Owner::Own;
  }
  if (!vm->concrete(callee)) {
    if (kept.reported && !active.empty()) return callee;
    if (kept.reported) {
      RegionRecord& record = regions.emplace_back();
      record.region.mode = options.mode;
      record.region.entry = shown ? book.code_text(shown->code->file, span) : std::string("?");
      record.region.file = site.site.file;
      record.region.line = site.site.line;
      record.region.site = site.site;
      record.calls = 1;
      const auto* unknown = cast<UnknownObj>(callee);
      record.reasons.insert("what is compiled is not known" + (unknown ? ": " + unknown->reason : std::string()));
    }
    return callee;
  }
  if (auto* cls = cast<ClassObj>(callee)) {
    // Decorating a class compiles the calls of its instances.
    const Value call = vm->find_in_class(cls, vm->intern("__call__"));
    if (!cast<FunctionObj>(call) || !cls->dict) return callee;
    site.callee = call;
    site.entry = cls->qualname;
    site.mode = options.mode;
    site.fullgraph = options.fullgraph;
    if (FunctionObj* forward = cast<FunctionObj>(vm->find_in_class(cls, vm->intern("forward")))) {
      site.entry = (forward->module ? forward->module->name + "." : std::string()) + cls->qualname + ".forward";
    }
    compiled.push_back(site);
    compiled_options.push_back(kept);
    compiled_options.back().reported = false;
    compiled_regions.emplace_back();
    compiled.back().called = true;
    cls->dict->map.set(vm->str("__call__"), wrap_function(compiled.size() - 1));
    return callee;
  }
  site.callee = callee;
  site.mode = options.mode;
  site.fullgraph = options.fullgraph;
  site.entry = entry_name(callee, nullptr);
  if (kept.reported && options.mode == "torch.compile" && frame && !is_hidden(vm->frame()) &&
      result_discarded(*frame->code, frame->current_pc)) {
    kept.reported = false;
    if (frame) {
      const Said said{"GL308",
                      report::Severity::Warning,
                      {},
                      "the result of `" + book.code_text(shown->code->file, span) + "` is not used, so nothing is compiled"};
      book.add(shown->code->file, span, shown, said, book.reach_of(shown), {}, region());
    }
  }
  site.called = !kept.reported;
  compiled.push_back(std::move(site));
  compiled_options.push_back(kept);
  compiled_regions.emplace_back();
  const size_t index = compiled.size() - 1;
  return is_module(callee) ? wrap_module(index) : wrap_function(index);
}

Value DynamoPolicy::Impl::disable(Value callee, bool recursive) {
  callee = vm->force(callee);
  if (callee.null() || !vm->concrete(callee) || cast<ClassObj>(callee)) return callee;
  if (is_module(callee)) return Value::object(new_wrapper(*this, callee, {this, 0, true}));
  const Value wrapper = vm->native(
      "torch._dynamo.disable.wrapper",
      std::function<Value(Vm&, Args&)>([this, callee, recursive](Vm&, Args& args) { return call_disabled(callee, args, recursive); }));
  auto* native = cast<NativeObj>(wrapper);
  native->is_method = true;
  native->attrs = vm->new_dict();
  native->attrs->map.set(vm->str("__wrapped__"), callee);
  native->attrs->map.set(vm->str("_torchdynamo_orig_callable"), callee);
  if (FunctionObj* fn = function_of(callee)) native->name = fn->code->name;
  return wrapper;
}

Value DynamoPolicy::Impl::call_disabled(Value callee, Args& args, bool recursive) {
  const Frame* frame = vm->frame();
  if (active.empty() || !frame || frame->tracing == Tracing::Off || frame->tracing == Tracing::Disabled) return vm->call(callee, args);
  if (frame->tracing == Tracing::Traced) {
    const Where at = where();
    if (at.inside == Body::Plain) {
      const Span span = span_of(at.frame);
      graph_break(
          at, span,
          {"GL115", report::Severity::Warning, "GB0098",
           "`" + book.code_text(at.frame->code->file, span) + "` calls a function that torch.compiler.disable keeps out of the graph"});
    }
  }
  return vm->call_traced(callee, args, recursive ? Tracing::Disabled : Tracing::Skipped, false);
}

}  // namespace graphlift::torch
