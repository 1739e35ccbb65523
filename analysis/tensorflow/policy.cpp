// Observations inside tf.function, and what they mean for a graph that is traced once.
#include "analysis/tensorflow/policy.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <unordered_map>
#include <utility>

#include "analysis/rules/call_verdict.h"
#include "analysis/rules/finding_book.h"
#include "analysis/tensorflow/attribute_writes.h"
#include "analysis/tensorflow/loop_variables.h"
#include "analysis/tensorflow/model.h"

namespace graphlift::tensorflow {

using interp::Args;
using interp::BoundMethodObj;
using interp::CallPlan;
using interp::cast;
using interp::Event;
using interp::Frame;
using interp::FunctionObj;
using interp::InstanceObj;
using interp::ModuleObj;
using interp::NativeObj;
using interp::Observation;
using interp::Outcome;
using interp::TensorObj;
using interp::Tracing;
using interp::Value;
using interp::Vm;
using interp::When;
using lower::Op;
using lower::TestKind;
using report::Certainty;
using report::Severity;
using report::Verdict;
using rules::Owner;
using rules::Said;
using rules::span_of;

namespace {

constexpr size_t kMostReasons = 20;
constexpr const char* kOriginal = "python_function";

struct Region {
  report::Region region;
  bool error = false, unsafe = false;
  std::set<std::string> reasons;
  uint32_t calls = 0;
};

struct Function {
  Value callee;
  std::string entry;
  report::Place site;
  bool autograph = true;
  bool called = false;
  bool own = true;
  std::optional<size_t> region;
};

struct Active {
  size_t region = 0;
  uint32_t births = 0;
  bool converted = true;  // AutoGraph rewrites the code that runs now
  bool second_trace = false;
  uint32_t variables = 0;  // made in this trace
};

bool is_branch(Op op) {
  return op == Op::PopJumpIfFalse || op == Op::PopJumpIfTrue || op == Op::JumpIfFalseOrPop || op == Op::JumpIfTrueOrPop;
}

// Tests that AutoGraph leaves as they are.
bool left_alone(const Frame* frame) {
  const lower::Instr& instr = frame->code->instrs[frame->current_pc];
  if (!is_branch(instr.op)) return false;
  return TestKind(instr.b) == TestKind::ComprehensionIf || TestKind(instr.b) == TestKind::CompareChain ||
         TestKind(instr.b) == TestKind::MatchGuard;
}

}  // namespace

struct FunctionPolicy::Impl {
  explicit Impl(rules::Positions& positions) : book(positions, "tensorflow") {}

  rules::FindingBook book;
  Vm* vm = nullptr;
  interp::Observer* next = nullptr;
  std::vector<Function> functions;
  std::vector<Region> regions;
  std::map<std::string, size_t> region_by_key;
  std::vector<Active> active;
  std::unordered_map<NativeObj*, rules::CallVerdict> verdicts;
  std::set<uint32_t> scanned;  // code whose attribute reads were compared with the program's writes
  AttributeWrites writes;
  std::optional<std::pair<lower::FileId, Span>> last_test;

  struct Where {
    Frame* frame = nullptr;
    bool here = false;  // it is the innermost frame
  };
  Where where() {
    for (Frame* f = vm->frame(); f; f = f->caller) {
      const Owner owner = book.owner_of(f->code->file);
      if (owner == Owner::Own || owner == Owner::Package) return {f, f == vm->frame()};
      if (f->region_root) break;
    }
    return {vm->frame(), true};
  }

  void say(const Where& at, Span span, const Said& said, interp::OriginId origin = {}) {
    Region& region = regions[active.back().region];
    const rules::Reach reach = book.reach_of(vm->frame());
    rules::Entry& entry = book.add(at.frame->code->file, span, at.frame, said, reach, origin, active.back().region);
    if (said.severity != Severity::Error) return;
    if (reach.certainty == Certainty::Possible) {
      if (region.reasons.size() < kMostReasons)
        region.reasons.insert("whether `" + book.code_text(at.frame->code->file, span) + "` is reached is not known");
      return;
    }
    const bool silent =
        said.rule == "GL301" || said.rule == "GL302" || said.rule == "GL303" || said.rule == "GL204" || said.rule == "GL205";
    (silent ? region.unsafe : region.error) = true;
    if (!silent) entry.finding.effect = report::Effect::Error;
  }

  FunctionObj* function_of(Value callee) {
    if (auto* fn = cast<FunctionObj>(callee)) return fn;
    if (auto* method = cast<BoundMethodObj>(callee)) return function_of(method->func);
    if (auto* native = cast<NativeObj>(callee); native && native->attrs) {
      const Value* original = native->attrs->map.find(vm->str(kOriginal));
      return original ? function_of(*original) : nullptr;
    }
    if (auto* instance = cast<InstanceObj>(callee); instance && instance->cls) {
      const Value call = vm->find_in_class(instance->cls, vm->intern("call"));
      return cast<FunctionObj>(call.null() ? vm->find_in_class(instance->cls, vm->intern("__call__")) : call);
    }
    return nullptr;
  }

  size_t region_of(Value callee, const std::string& entry, const report::Place& site) {
    report::Place place;
    if (FunctionObj* fn = function_of(callee)) {
      const rules::Positions::Range at = book.positions().range(fn->code->file, fn->code->header);
      place = {at.file, at.line};
    }
    const std::string key = entry + '|' + site.file + ':' + std::to_string(site.line) + '|' + place.file + ':' + std::to_string(place.line);
    const auto [found, fresh] = region_by_key.emplace(key, regions.size());
    if (fresh) {
      Region& region = regions.emplace_back();
      region.region.mode = "tf.function";
      region.region.entry = entry;
      region.region.file = place.file;
      region.region.line = place.line;
      if (!site.file.empty()) region.region.site = site;
    }
    return found->second;
  }

  Value trace(size_t region, Value callee, Args& args, bool autograph, bool second) {
    active.push_back({region, vm->births(), autograph, second, 0});
    const size_t depth = active.size();
    last_test.reset();
    Args copy = args;
    if (FunctionObj* fn = function_of(callee)) {
      Args seen = args;
      if (auto* method = cast<BoundMethodObj>(callee)) seen.pos.insert(seen.pos.begin(), method->self);
      read_attributes(fn, seen);
    }
    const Value result = vm->call_traced(callee, copy, Tracing::Traced, true);
    const uint32_t variables = active[depth - 1].variables;
    if (!result.null()) check_result(result);
    active.resize(depth - 1);
    // tf.function traces its first call twice: what the second trace makes again is an error.
    if (variables > 0 && !second && !result.null()) {
      const Value again = trace(region, callee, args, autograph, true);
      if (again.null()) return again;
    }
    return result;
  }

  Value run(size_t region, Value callee, Args& args, bool autograph) {
    regions[region].calls++;
    return trace(region, callee, args, autograph, false);
  }

  // The branches of a staged `if` give values of different kinds.
  void check_result(Value result) {
    const auto* joined = cast<interp::UnionObj>(result);
    if (!joined || joined->when != When::Data || !last_test || !active.back().converted) return;
    bool tensor = false, number = false;
    for (Value option : joined->options) {
      tensor |= tensorflow::is_tensor(*vm, option);
      number |= option.is_number() || option.is_none();
    }
    if (!tensor || !number) return;
    const Said said{"GL307",
                    Severity::Error,
                    {},
                    "the branches of `" + book.code_text(last_test->first, last_test->second) + "` give values of different types"};
    book.add(last_test->first, last_test->second, nullptr, said, {}, {}, active.back().region);
    regions[active.back().region].error = true;
  }

  Value call_function(size_t index, Args& args) {
    const Frame* frame = vm->frame();
    if (!active.empty() && frame && frame->tracing == Tracing::Traced) return vm->call(functions[index].callee, args);
    functions[index].called = true;
    std::optional<size_t>& region = functions[index].region;
    if (!region) region = region_of(functions[index].callee, functions[index].entry, functions[index].site);
    return run(*region, functions[index].callee, args, functions[index].autograph);
  }

  Value make_function(Value callee, bool autograph) {
    callee = vm->force(callee);
    if (callee.null() || !vm->concrete(callee)) return callee;
    Function made;
    made.callee = callee;
    made.autograph = autograph;
    if (FunctionObj* fn = function_of(callee)) made.entry = (fn->module ? fn->module->name + "." : std::string()) + fn->code->qualname;
    if (Frame* frame = vm->frame()) {
      const rules::Positions::Range at = book.positions().range(frame->code->file, span_of(frame));
      made.site = {at.file, at.line};
      made.own = book.owner_of(frame->code->file) == Owner::Own;
    }
    const size_t index = functions.size();
    functions.push_back(std::move(made));
    const Value wrapper =
        vm->native("tensorflow.function.call",
                   std::function<Value(Vm&, Args&)>([this, index](Vm&, Args& args) { return call_function(index, args); }));
    auto* native = cast<NativeObj>(wrapper);
    native->is_method = true;
    native->attrs = vm->new_dict();
    native->attrs->map.set(vm->str(kOriginal), callee);
    native->attrs->map.set(vm->str("__wrapped__"), callee);
    if (FunctionObj* fn = function_of(callee)) native->name = fn->code->name;
    return wrapper;
  }

  void install(Vm& machine);
  Outcome observe(const Observation& what);
  Outcome native_call(NativeObj* native, Args& args);
  void store(const Observation& what, const Where& at);
  void read_attributes(FunctionObj* fn, Args& args);
};

void FunctionPolicy::Impl::install(Vm& machine) {
  vm = &machine;
  book.attach(machine);
  // Registered as a name of the module; the module itself is made when it is first imported.
  const auto function = [this](Vm& m, Args& args) -> Value {
    const Value graph = args.keyword("autograph");
    const bool autograph = !graph.is_bool() || graph.as_int() != 0;
    const Value callee = args.get(0, "func");
    if (!callee.null() && !callee.is_none()) return make_function(callee, autograph);
    return m.native("tensorflow.function.decorator",
                    std::function<Value(Vm&, Args&)>([this, autograph](Vm&, Args& inner) { return make_function(inner[0], autograph); }));
  };
  const auto leave = [this](Vm& m, Args& args) -> Value {
    const Value callee = args[0];
    if (callee.null()) return m.unknown("tf.autograph.experimental.do_not_convert without a function");
    const Value wrapper = m.native("tensorflow.autograph.do_not_convert.call",
                                   std::function<Value(Vm&, Args&)>([this, callee](Vm& inner, Args& call) -> Value {
                                     if (active.empty()) return inner.call(callee, call);
                                     const bool before = std::exchange(active.back().converted, false);
                                     const size_t depth = active.size();
                                     const Value result = inner.call(callee, call);
                                     if (active.size() == depth) active.back().converted = before;
                                     return result;
                                   }));
    auto* native = cast<NativeObj>(wrapper);
    native->is_method = true;
    native->attrs = m.new_dict();
    native->attrs->map.set(m.str("__wrapped__"), callee);
    return wrapper;
  };
  model(machine).overrides["function"] = function;
  model(machine).overrides["autograph.experimental.do_not_convert"] = leave;
}

Outcome FunctionPolicy::Impl::observe(const Observation& what) {
  const Where at = where();
  const Span span = at.here && what.file == at.frame->code->file ? what.span : span_of(at.frame);
  const std::string code = "`" + book.code_text(at.frame->code->file, span) + "`";
  switch (what.event) {
    case Event::TruthTest:
    case Event::LoopBound: {
      if (what.event == Event::TruthTest && at.here) last_test = {at.frame->code->file, span};
      if (active.back().converted && !left_alone(vm->frame())) {
        if (what.event == Event::LoopBound && at.here) {
          for (const LoopVariable& variable : undefined_loop_variables(*at.frame)) {
            say(at, variable.store,
                {"GL306", Severity::Error, {}, "`" + variable.name + "` is set only inside a loop over a tensor and read after it"});
          }
        }
        return {true, false, When::Data};
      }
      const char* rule = what.event == Event::TruthTest ? "GL101" : "GL102";
      say(at, span, {rule, Severity::Error, {}, code + " needs the value of a tensor in code that AutoGraph does not convert"},
          vm->origin(what.subject));
      return {true, true, When::PyInput};
    }
    case Event::Scalarize:
    case Event::ImplicitScalar:
      if (active.back().converted && (what.api == "float" || what.api == "int")) return {true, false, When::Data};  // AutoGraph casts
      say(at, span,
          {"GL103", Severity::Error, {}, code + " reads a symbolic tensor's value, which does not exist while the graph is built"},
          vm->origin(what.subject));
      return {true, true, When::PyInput};
    case Event::Construct:
      if (what.api == "tensorflow.Variable") {
        active.back().variables++;
        if (active.back().second_trace)
          say(at, span, {"GL304", Severity::Error, {}, code + " makes a variable on every trace; tf.function allows it on the first only"});
      }
      return {true, false, When::Unknown};
    case Event::AttributeStore:
    case Event::GlobalStore:
    case Event::ContainerStore:
      if (at.here) store(what, at);
      return {true, false, When::Unknown};
    default: return {true, false, When::Unknown};
  }
}

void FunctionPolicy::Impl::store(const Observation& what, const Where& at) {
  const bool outside = what.event == Event::GlobalStore || (what.subject.is_object() && what.subject.o->born <= active.back().births);
  if (!outside) return;
  const std::string code = "`" + book.code_text(at.frame->code->file, what.span) + "`";
  const Value stored = what.event == Event::GlobalStore ? what.subject : what.stored;
  if (const auto* tensor = cast<TensorObj>(stored)) {
    if (tensor->variable) return;
    if (what.event != Event::ContainerStore) {
      say(at, what.span, {"GL303", Severity::Error, {}, code + " keeps a symbolic tensor outside the function; it has no value there"},
          vm->origin(stored));
      return;
    }
  }
  const bool fixed = stored.is_none() || stored.is_bool() || stored.is_str();
  const Severity severity = fixed && what.event == Event::AttributeStore ? Severity::Info : Severity::Error;
  say(at, what.span, {"GL301", severity, {}, code + " changes Python state, which happens once a trace and not once a call"});
  say(at, what.span,
      {what.event == Event::GlobalStore ? "GL205" : "GL204", severity, {}, code + " changes Python state that outlives the call"});
}

Outcome FunctionPolicy::Impl::native_call(NativeObj* native, Args& args) {
  auto found = verdicts.find(native);
  if (found == verdicts.end()) found = verdicts.emplace(native, rules::native_call_verdict(native->qualified)).first;
  const Where at = where();
  if (!at.here) return {true, false, When::Unknown};
  const std::string code = "`" + book.code_text(at.frame->code->file, span_of(at.frame)) + "`";
  if (native->qualified.starts_with("numpy.")) {
    for (Value v : args.pos) {
      if (!tensorflow::is_tensor(*vm, v)) continue;
      say(at, span_of(at.frame), {"GL106", Severity::Error, {}, code + " passes a symbolic tensor to NumPy"}, vm->origin(v));
      return {true, true, When::Unknown};
    }
    if (native->qualified.starts_with("numpy.random."))
      say(at, span_of(at.frame), {"GL117", Severity::Error, {}, code + " draws random numbers once a trace, not once a call"});
    return {true, false, When::Unknown};
  }
  const rules::CallVerdict& verdict = found->second;
  const bool random = native->qualified.starts_with("random.");
  if (verdict.kind != rules::CallVerdict::Kind::Break && !random) return {true, false, When::Unknown};
  if (random) {
    say(at, span_of(at.frame), {"GL117", Severity::Error, {}, code + " draws random numbers once a trace, not once a call"});
  } else if (std::find(verdict.rules.begin(), verdict.rules.end(), "GL105") != verdict.rules.end()) {
    say(at, span_of(at.frame), {"GL301", Severity::Warning, {}, code + " runs once a trace and not once a call"});
  } else if (std::find(verdict.rules.begin(), verdict.rules.end(), "GL107") != verdict.rules.end()) {
    say(at, span_of(at.frame), {"GL301", Severity::Warning, {}, code + " runs once a trace; its result is frozen into the graph"});
  }
  return {true, false, When::Unknown};
}

// Numbers that a method reads from its object and that the program changes outside the constructor are frozen at trace time.
void FunctionPolicy::Impl::read_attributes(FunctionObj* fn, Args& args) {
  if (args.pos.empty() || book.owner_of(fn->code->file) != Owner::Own || !scanned.insert(fn->code->id).second) return;
  auto* self = cast<InstanceObj>(args.pos[0]);
  if (!self || !self->dict) return;
  writes.learn(*vm, [this](lower::FileId file) { return book.owner_of(file) == Owner::Own; });
  for (const AttributeRead& read : reads_of_self(*fn->code)) {
    if (!writes.outside_constructor(read.name)) continue;
    const Value* value = self->dict->map.find(vm->str(read.name));
    if (!value || !(value->is_int() || value->is_float())) continue;
    Region& region = regions[active.back().region];
    const Said said{"GL302",
                    Severity::Error,
                    {},
                    "`" + book.code_text(fn->code->file, read.span) + "` is read when the function is traced; later changes are not seen"};
    rules::Entry& entry = book.add(fn->code->file, read.span, nullptr, said, {}, {}, active.back().region);
    entry.finding.function = (fn->module ? fn->module->name + "." : std::string()) + fn->code->qualname;
    region.unsafe = true;
  }
}

FunctionPolicy::FunctionPolicy(rules::Positions& positions) : impl_(std::make_unique<Impl>(positions)) {}
FunctionPolicy::~FunctionPolicy() = default;

void FunctionPolicy::install(Vm& vm) {
  impl_->install(vm);
  impl_->next = vm.observer;
  vm.observer = this;
}

Outcome FunctionPolicy::observe(Vm& vm, const Observation& what) {
  if (!impl_->active.empty()) return impl_->observe(what);
  return impl_->next ? impl_->next->observe(vm, what) : Outcome{};
}

Value FunctionPolicy::loaded_scalar(Vm& vm, Value scalar) {
  return impl_->active.empty() && impl_->next ? impl_->next->loaded_scalar(vm, scalar) : scalar;
}

Outcome FunctionPolicy::native_call(Vm& vm, NativeObj* native, Args& args) {
  if (!impl_->active.empty()) return impl_->native_call(native, args);
  return impl_->next ? impl_->next->native_call(vm, native, args) : Outcome{};
}

CallPlan FunctionPolicy::plan_call(Vm& vm, FunctionObj* fn, Args& args) {
  if (!impl_->active.empty()) {
    impl_->read_attributes(fn, args);
    return CallPlan::Inline;
  }
  return impl_->next ? impl_->next->plan_call(vm, fn, args) : CallPlan::Inline;
}

void FunctionPolicy::entered(interp::Vm& vm, interp::Frame& frame) {
  if (impl_->next) impl_->next->entered(vm, frame);
}

void FunctionPolicy::left(interp::Vm& vm, interp::Frame& frame) {
  if (impl_->next) impl_->next->left(vm, frame);
}

void FunctionPolicy::unresolved(Vm& vm, const std::string& reason) {
  if (impl_->active.empty()) {
    if (impl_->next) impl_->next->unresolved(vm, reason);
    return;
  }
  std::set<std::string>& reasons = impl_->regions[impl_->active.back().region].reasons;
  if (reasons.size() < kMostReasons) reasons.insert(reason);
}

Value FunctionPolicy::enter_candidate(Vm& vm, Value callee, Args& args, const std::string& entry) {
  // What is under tf.function already is entered as what it is; of a method, with the object it is bound to.
  Value inner = callee;
  Args given = args;
  if (auto* method = cast<BoundMethodObj>(callee); method && cast<NativeObj>(method->func)) {
    inner = method->func;
    given.pos.insert(given.pos.begin(), method->self);
  }
  auto* native = cast<NativeObj>(inner);
  const Value* original =
      native && native->attrs && native->qualified == "tensorflow.function.call" ? native->attrs->map.find(vm.str(kOriginal)) : nullptr;
  for (Function& known : impl_->functions) {
    if (!original || !known.callee.same(*original)) continue;
    known.called = true;
    if (!known.region) known.region = impl_->region_of(known.callee, entry.empty() ? known.entry : entry, known.site);
    return impl_->run(*known.region, known.callee, given, known.autograph);
  }
  return impl_->run(impl_->region_of(callee, entry, {}), callee, args, true);
}

std::vector<std::pair<std::string, Value>> FunctionPolicy::uncalled() const {
  std::vector<std::pair<std::string, Value>> out;
  for (const Function& f : impl_->functions)
    if (!f.called && f.own) out.emplace_back(f.entry, f.callee);
  return out;
}

std::vector<std::string> FunctionPolicy::site_files() const {
  std::vector<std::string> out;
  for (const Function& f : impl_->functions) out.push_back(f.site.file);
  return out;
}

Results FunctionPolicy::take_results() {
  Results out;
  for (size_t i = 0; i < impl_->regions.size(); ++i) {
    Region& region = impl_->regions[i];
    region.region.id = "t" + std::to_string(i + 1);
    region.region.verdict = region.error                                 ? Verdict::Error
                            : region.unsafe                              ? Verdict::Unsafe
                            : region.reasons.empty() && region.calls > 0 ? Verdict::WholeGraph
                                                                         : Verdict::Unknown;
    region.region.reasons.assign(region.reasons.begin(), region.reasons.end());
    out.regions.push_back(std::move(region.region));
  }
  out.findings = impl_->book.take("t");
  impl_->regions.clear();
  impl_->region_by_key.clear();
  impl_->functions.clear();
  return out;
}

}  // namespace graphlift::tensorflow
