// Regions: entering them, and what is handed back at the end.
#include "analysis/torch/policy.h"

#include <algorithm>
#include <utility>

#include "analysis/torch/numpy.h"
#include "analysis/torch/policy_impl.h"
#include "analysis/torch/tensor_state.h"

namespace graphlift::torch {

using interp::Args;
using interp::cast;
using interp::Frame;
using interp::FunctionObj;
using interp::TensorObj;
using interp::Tracing;
using interp::Value;
using report::Verdict;

namespace {

constexpr size_t kMostReasons = 20;

bool is_script(const std::string& mode) { return mode.starts_with("torch.jit."); }

// Tensors that a region is called with exist outside it, in containers as well.
void mark_inputs(Value v, int depth) {
  if (auto* tensor = cast<TensorObj>(v)) {
    tensor->region_input = true;
    tensor->law = 0;
    tensor->rng = false;  // to the region it is an input like any other
    return;
  }
  if (depth == 0 || !v.is_object()) return;
  if (const auto* list = cast<interp::ListObj>(v)) {
    for (Value item : list->items) mark_inputs(item, depth - 1);
  } else if (const auto* tuple = cast<interp::TupleObj>(v)) {
    for (Value item : tuple->items) mark_inputs(item, depth - 1);
  } else if (const auto* dict = cast<interp::DictObj>(v)) {
    for (const auto& entry : dict->map.entries())
      if (!entry.key.null()) mark_inputs(entry.value, depth - 1);
  } else if (const auto* instance = cast<interp::InstanceObj>(v); instance && instance->dict && depth > 1) {
    for (const auto& entry : instance->dict->map.entries())
      if (!entry.key.null()) mark_inputs(entry.value, depth - 2);
  }
}

}  // namespace

DynamoPolicy::DynamoPolicy(Positions& positions) : impl_(std::make_unique<Impl>(positions)) {}
DynamoPolicy::~DynamoPolicy() = default;

void DynamoPolicy::install(interp::Vm& vm) {
  impl_->vm = &vm;
  vm.observer = this;
  impl_->book.attach(vm);
  impl_->graphs.recompiled = [impl = impl_.get()](const Recompilation& again) { impl->note_recompilation(again); };
  impl_->book.hidden = [impl = impl_.get()](Frame* frame) { return impl->is_hidden(frame); };
  impl_->install(vm);
}

interp::Outcome DynamoPolicy::observe(interp::Vm&, const interp::Observation& what) { return impl_->observe(what); }
interp::Value DynamoPolicy::loaded_scalar(interp::Vm& vm, interp::Value scalar) { return array_of_scalar(vm, scalar); }
interp::Outcome DynamoPolicy::native_call(interp::Vm&, interp::NativeObj* native, Args& args) { return impl_->native_call(native, args); }
interp::CallPlan DynamoPolicy::plan_call(interp::Vm&, FunctionObj* fn, Args& args) { return impl_->plan_call(fn, args); }

void DynamoPolicy::entered(interp::Vm&, Frame& frame) { impl_->entered(frame); }
void DynamoPolicy::left(interp::Vm&, Frame& frame) { impl_->left(frame); }

void DynamoPolicy::unresolved(interp::Vm&, const std::string& reason) {
  ActiveRegion* region = impl_->current();
  if (region == nullptr) return;
  std::set<std::string>& reasons = impl_->regions[region->region].reasons;
  if (reasons.size() < kMostReasons) reasons.insert(reason);
}

const std::vector<Compiled>& DynamoPolicy::compiled() const { return impl_->compiled; }

Value DynamoPolicy::enter(interp::Vm&, size_t index, Args& args) { return impl_->enter(index, args); }

Value DynamoPolicy::enter_candidate(interp::Vm&, Value callee, Args& args, const std::string& mode, const std::string& entry,
                                    bool fullgraph) {
  Compiled candidate;
  candidate.callee = callee;
  candidate.mode = mode.empty() ? "torch.compile" : mode;
  candidate.fullgraph = fullgraph;
  candidate.entry = entry;
  const size_t region = impl_->region_of(candidate, candidate.mode);
  return impl_->run_region(region, {candidate.mode, fullgraph || candidate.mode == "torch.export"}, callee, args);
}

size_t DynamoPolicy::findings() const { return impl_->book.size(); }
void DynamoPolicy::make_conditional(size_t from, const std::string& condition) { impl_->book.make_conditional(from, condition); }

size_t DynamoPolicy::Impl::region_of(const Compiled& what, const std::string& mode) {
  report::Place place;
  const std::string name = entry_name(what.callee, &place);
  const std::string entry = what.entry.empty() ? name : what.entry;
  const std::string key = mode + '|' + entry + '|' + what.site.file + ':' + std::to_string(what.site.line) + '|' + place.file + ':' +
                          std::to_string(place.line);
  const auto [at, fresh] = region_by_key.emplace(key, regions.size());
  if (fresh) {
    RegionRecord& record = regions.emplace_back();
    record.region.mode = mode;
    record.region.entry = entry;
    record.region.file = place.file;
    record.region.line = place.line;
    if (!what.site.file.empty()) record.region.site = what.site;
  }
  return at->second;
}

void DynamoPolicy::Impl::entered(Frame& frame) {
  if (active.empty()) return;
  const FunctionFacts& facts = facts_of(&frame);
  const bool reads = frame.region_root || (!facts.skipped_alone && facts.owner != Owner::Framework && facts.owner != Owner::Standard);
  const Frame* caller = vm->frame();
  const bool unit = frame.tracing == Tracing::Traced && (frame.region_root || !caller || caller->tracing == Tracing::Skipped);
  if (unit) begin_graph();
  graphs.enter(frame, unit, reads ? inputs_of(frame, ambient_modes()) : GraphInputs{}, state(*vm).operators_run);
}

void DynamoPolicy::Impl::left(Frame& frame) {
  State& st = state(*vm);
  graphs.leave(frame, !facts_of(&frame).skipped_alone, st.operators_run);
  if (st.broke_in == &frame) st.broke_in = nullptr;
}

Value DynamoPolicy::Impl::enter(size_t index, Args& args) {
  const Compiled& what = compiled[index];
  const CompileOptions options = compiled_options[index];
  const Value callee = what.callee;
  const Frame* frame = vm->frame();
  // A compiled function that is called while tracing is traced like any other.
  if (frame && frame->tracing == Tracing::Traced) return vm->call(callee, args);
  compiled[index].called = true;
  if (force_eager && options.mode == "torch.compile") return vm->call(callee, args);
  std::optional<size_t>& region = compiled_regions[index];
  if (!region) region = region_of(what, options.mode);
  return run_region(*region, options, callee, args);
}

Value DynamoPolicy::Impl::run_region(size_t region, const CompileOptions& options, Value callee, Args& args) {
  regions[region].calls++;
  if (options.mode == "torch.jit.script") return script_candidate(region, callee, args);
  if (is_script(options.mode)) {
    regions[region].reasons.insert("what " + options.mode + " makes of a program is not analysed yet");
    return vm->call(callee, args);
  }
  for (Value v : args.pos) mark_inputs(v, 3);
  for (const auto& [name, v] : args.kw) mark_inputs(v, 3);
  Tracing tracing = Tracing::Traced;
  if (FunctionObj* fn = function_of(callee)) {
    if (skipped_codes.count(fn->code->id)) {
      tracing = Tracing::Skipped;
    } else if (is_module(callee) && facts_of(fn).owner != Owner::Framework) {
      // torch's own calling code runs eagerly around the module's `forward`, which is the first function that is compiled.
      const Value entry = vm->find_in_class(vm->type_of(callee), vm->intern("__call__"));
      if (auto* wrapper = cast<FunctionObj>(entry); wrapper && facts_of(wrapper).owner == Owner::Framework) tracing = Tracing::Skipped;
    }
  }
  active.push_back({region, options, vm->births(), 0, false, {}, false, function_of(callee), vm->births()});
  const size_t depth = active.size();
  graphs.begin_region(options.dynamic);
  if (depth > 1) regions[active[depth - 2].region].graphs += graphs.take();
  FunctionObj* root = function_of(callee);
  if (root && root->code->is_generator) {
    rules::Entry& entry = book.add(
        root->code->file, root->code->header, nullptr,
        {"GL112", report::Severity::Warning, "GB0003", "`" + root->code->name + "` is a generator function, of which nothing is compiled"},
        {}, {}, region);
    entry.finding.function = (root->module ? root->module->name + "." : std::string()) + root->code->qualname;
    regions[region].breaks = true;
    tracing = Tracing::Skipped;
  }
  Value result = vm->call_traced(callee, args, tracing, true);
  if (!result.null() && root && !root->code->is_generator) result = settle_generators(result, root, 2);
  if (!result.null() && root && !active.back().grad_requests.empty()) leak_gradients(root, result);
  regions[region].graphs += graphs.take();
  active.resize(depth - 1);
  if (result.null() && vm->raised() && vm->frame() != nullptr)  // without a caller it is for the engine to judge
    regions[region].reasons.insert("it raises `" + vm->type_of(vm->exception())->name + "`, so what comes after was not seen");
  return result;
}

// A generator that a region hands out is run to its end when the region ends: what it changes then would change too early, and an
// endless one never ends.
Value DynamoPolicy::Impl::settle_generators(Value v, FunctionObj* root, int depth) {
  constexpr size_t kMostItems = 64;
  if (auto* generator = cast<interp::GeneratorObj>(v)) {
    if (generator->coroutine || generator->finished || generator->born <= active.back().births) return v;
    const uint64_t before = active.back().writes;
    std::vector<Value> items;
    bool more_unknown = false;
    while (items.size() < kMostItems && !more_unknown) {
      const Value item = vm->resume_generator(generator, {}, more_unknown);
      if (item.null()) break;
      items.push_back(item);
    }
    vm->clear_exception();
    const bool endless = items.size() == kMostItems;
    if (endless || active.back().writes != before) hand_out(root, endless);
    return vm->iterator_over(std::move(items));
  }
  if (depth == 0) return v;
  if (auto* tuple = cast<interp::TupleObj>(v); tuple && tuple->cls == vm->types.tuple) {
    bool changed = false;
    std::vector<Value> items;
    for (Value item : tuple->items) {
      items.push_back(settle_generators(item, root, depth - 1));
      changed |= !items.back().same(item);
    }
    return changed ? vm->tuple(std::move(items)) : v;
  }
  if (auto* list = cast<interp::ListObj>(v)) {
    for (Value& item : list->items) item = settle_generators(item, root, depth - 1);
  } else if (auto* dict = cast<interp::DictObj>(v)) {
    for (auto& entry : dict->map.entries())
      if (!entry.key.null()) entry.value = settle_generators(entry.value, root, depth - 1);
  }
  return v;
}

void DynamoPolicy::Impl::hand_out(FunctionObj* root, bool endless) {
  const lower::Code& code = *root->code;
  Span span = code.header;
  for (size_t pc = 0; pc < code.instrs.size(); ++pc) {
    if (code.instrs[pc].op != lower::Op::Return || code.spans[pc].end <= code.spans[pc].start) continue;
    span = code.spans[pc];
    break;
  }
  const std::string why = endless ? "has no end" : "changes something outside when it runs";
  rules::Entry& entry = book.add(code.file, span, nullptr,
                                 {"GL112", report::Severity::Warning, endless ? "GB2549" : "GB8335",
                                  "`" + book.code_text(code.file, span) + "` hands out a generator that " + why},
                                 {}, {}, region());
  entry.finding.function = (root->module ? root->module->name + "." : std::string()) + code.qualname;
  regions[region()].breaks = true;
}

// Does a tensor that wants gradients leave the region, and was it not an input?
void DynamoPolicy::Impl::leak_gradients(FunctionObj* root, Value result) {
  const std::function<bool(Value, int)> leaves = [&](Value v, int depth) {
    if (const auto* tensor = cast<TensorObj>(v)) return tensor->requires_grad && !is_outside(v.o);
    if (depth == 0) return false;
    const auto any = [&](const std::vector<Value>& items) {
      return std::any_of(items.begin(), items.end(), [&](Value item) { return leaves(item, depth - 1); });
    };
    if (const auto* list = cast<interp::ListObj>(v)) return any(list->items);
    if (const auto* tuple = cast<interp::TupleObj>(v)) return any(tuple->items);
    return false;
  };
  if (!leaves(result, 2)) return;
  const GradRequest& request = active.back().grad_requests.front();
  const Positions::Range at = book.positions().range(request.file, request.span);
  const lower::Code& code = *root->code;
  rules::Entry& entry = book.add(code.file, code.header, nullptr,
                                 {"GL114", report::Severity::Error, "GB7324",
                                  "`" + code.name + "` hands out a tensor that `" + book.code_text(request.file, request.span) + "` (" +
                                      at.file + ":" + std::to_string(at.line) + ") made want gradients"},
                                 {}, {}, region());
  entry.finding.function = (root->module ? root->module->name + "." : std::string()) + code.qualname;
  entry.finding.effect = report::Effect::Error;
  regions[region()].error = true;
}

Results DynamoPolicy::take_results() {
  Results out;
  Impl& impl = *impl_;
  for (size_t i = 0; i < impl.compiled.size(); ++i)
    if (!impl.compiled_regions[i] && impl.compiled_options[i].reported)
      impl.compiled_regions[i] = impl.region_of(impl.compiled[i], impl.compiled_options[i].mode);
  const bool installed = impl.vm->source().find("torch").exists;
  for (size_t i = 0; i < impl.regions.size(); ++i) {
    RegionRecord& record = impl.regions[i];
    if (!installed) record.reasons.insert("torch is not installed in the environment that is read; `--python` names another");
    record.region.id = "r" + std::to_string(i + 1);
    if (record.calls == 0) record.reasons.insert("it is never called in what was analysed");
    if (record.error) {
      record.region.verdict = Verdict::Error;
    } else if (record.breaks) {
      record.region.verdict = Verdict::Breaks;
    } else if (record.unsafe) {
      record.region.verdict = Verdict::Unsafe;
    } else if (!record.reasons.empty()) {
      record.region.verdict = Verdict::Unknown;
    } else {
      record.region.verdict = Verdict::WholeGraph;
    }
    if (record.region.verdict == Verdict::WholeGraph || record.region.verdict == Verdict::Breaks)
      record.region.predicted_graphs = record.graphs;
    record.region.reasons.assign(record.reasons.begin(), record.reasons.end());
    out.regions.push_back(std::move(record.region));
  }
  impl.find_discarded();
  out.findings = impl.book.take("r");
  impl.regions.clear();
  impl.region_by_key.clear();
  impl.compiled.clear();
  impl.compiled_options.clear();
  impl.compiled_regions.clear();
  return out;
}

}  // namespace graphlift::torch
