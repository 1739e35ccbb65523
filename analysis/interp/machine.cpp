// The instruction loop. Semantics of each instruction: analysis/lower/code.h.
#include "analysis/interp/machine.h"

#include "analysis/interp/chance.h"
#include "analysis/interp/tensor.h"

namespace graphlift::interp {

using lower::Instr;
using lower::Op;
using lower::TestKind;

namespace {

constexpr uint32_t kForRoundsWhileUndecided = 200;  // rounds of a counted loop while another path waits behind it
constexpr uint32_t kWhileRoundsWhileUndecided = 3;

const char* test_name(TestKind kind) {
  switch (kind) {
    case TestKind::If: return "if";
    case TestKind::While: return "while";
    case TestKind::Assert: return "assert";
    case TestKind::AssertDynamicMessage: return "assert-message";
    case TestKind::BoolOperand: return "and/or";
    case TestKind::Ternary: return "ternary";
    case TestKind::ComprehensionIf: return "comprehension-if";
    case TestKind::CompareChain: return "comparison-chain";
    case TestKind::MatchGuard: return "match";
    case TestKind::ExceptMatch: return "except";
  }
  return "if";
}

Value pop(Frame& frame) {
  Value v = frame.path.stack.back();
  frame.path.stack.pop_back();
  return v;
}
void push(Frame& frame, Value v) { frame.path.stack.push_back(v); }
Value& top(Frame& frame) { return frame.path.stack.back(); }

}  // namespace

CodeRuntime& Vm::Impl::runtime_of(Vm& vm, const lower::Code& code) {
  auto& slot = runtimes[&code];
  if (slot) return *slot;
  slot = std::make_unique<CodeRuntime>();
  for (const auto& n : code.names) slot->names.push_back(vm.intern(n));
  for (const auto& n : code.locals) slot->locals.push_back(vm.intern(n));
  for (const auto& n : code.cellvars) slot->cells.push_back(vm.intern(n));
  for (const auto& n : code.freevars) slot->cells.push_back(vm.intern(n));
  slot->consts.resize(code.consts.size());
  slot->keyword_names.resize(code.consts.size());
  return *slot;
}

Value Machine::constant(Frame& frame, uint32_t index) {
  Value& cached = runtime_->consts[index];
  if (!cached.null()) return cached;
  const lower::Const& c = frame.code->consts[index];
  if (std::holds_alternative<lower::NoneConst>(c)) cached = Value::none();
  else if (std::holds_alternative<lower::EllipsisConst>(c)) cached = Value::ellipsis();
  else if (auto* b = std::get_if<bool>(&c)) cached = Value::boolean(*b);
  else if (auto* i = std::get_if<int64_t>(&c)) cached = Value::integer(*i);
  else if (auto* f = std::get_if<double>(&c)) cached = Value::real(*f);
  else if (auto* s = std::get_if<std::string>(&c)) cached = vm_.str(*s);
  else if (auto* by = std::get_if<lower::BytesConst>(&c)) cached = vm_.bytes(by->value);
  else if (auto* im = std::get_if<lower::ImagConst>(&c)) cached = vm_.complex(0, im->value);
  else if (std::holds_alternative<lower::BigIntConst>(c)) cached = vm_.sym(vm_.types.integer, When::Const);
  else if (auto* names = std::get_if<lower::Names>(&c)) {
    std::vector<Value> items;
    for (const auto& n : names->names) items.push_back(vm_.str(n));
    cached = vm_.tuple(std::move(items));
  } else if (auto* t = std::get_if<lower::TupleConst>(&c)) {
    std::vector<Value> items;
    for (uint32_t item : t->items) items.push_back(constant(frame, item));
    runtime_->consts[index] = vm_.tuple(std::move(items));
    return runtime_->consts[index];
  } else {
    cached = Value::none();
  }
  return cached;
}

namespace {

constexpr size_t kMostTraced = 40;

Vm::TraceEntry here(const Frame& frame) { return {frame.code->file, frame.code->spans[frame.current_pc], frame.code->qualname}; }

}  // namespace

bool Machine::over_budget() {
  Vm::Impl& impl = *vm_.impl_;
  if (vm_.exhausted_) return true;
  const bool worked = ++impl.instructions > impl.limits.instructions;
  // Only a net: what the analysis finds must not hang on the speed of the machine.
  const bool late = (impl.instructions & 0x3fff) == 0 && processor_seconds() - impl.started > impl.limits.seconds;
  if (!worked && !late) return false;
  vm_.exhausted_ = true;
  if (vm_.observer) vm_.observer->unresolved(vm_, worked ? "the analysis used up its budget of work" : "the analysis took too long");
  vm_.raise(vm_.types.system_exit, "analysis budget");
  vm_.traceback_.clear();
  return true;
}

void Machine::open_checkpoint(Vm& vm) { vm.impl_->heap.open_journal(); }

void Machine::roll_back(Vm& vm) {
  vm.impl_->heap.restore_base();
  vm.impl_->heap.close_journal();
}

void Machine::set_budget(Vm& vm, uint64_t instructions) {
  vm.impl_->limits.instructions = instructions;
  vm.renew_budget();
}

void Machine::set_facts(Vm& vm, FactSink* sink) { vm.impl_->facts = sink; }

Value Machine::run(Frame& frame) {
  Vm::Impl& impl = *vm_.impl_;
  FactSink* const facts = impl.facts && impl.facts->wants(*frame.code) ? impl.facts : nullptr;
  frame.caller = vm_.frame_;
  frame.depth = frame.caller ? frame.caller->depth + 1 : 0;
  vm_.frame_ = &frame;
  runtime_ = &impl.runtime_of(vm_, *frame.code);
  const auto& instrs = frame.code->instrs;
  const auto leave = [&](Vm::Impl::End end, Value v) {
    vm_.frame_ = frame.caller;
    impl.end = end;
    return v;
  };

  Value result;
  for (;;) {
    if (frame.forked) catch_up(frame);
    if (over_budget() || frame.path.pc >= instrs.size()) {
      close_forks(frame);
      return leave(Vm::Impl::End::Raised, Value());
    }
    frame.current_pc = frame.path.pc;
    Step step = Step::Raised;
    if (frame.thrown.null()) {
      const Instr& instr = instrs[frame.path.pc++];
      if (facts) facts->about_to_run(vm_, frame);
      step = execute(frame, instr);
      if (facts && step == Step::Next && !frame.path.stack.empty()) facts->ran(vm_, frame, top(frame));
    } else {
      if (frame.current_pc > 0) --frame.current_pc;  // the yield
      vm_.raise(frame.thrown);
      frame.thrown = Value();
    }
    if (step == Step::Next) continue;
    if (step == Step::Yield) {
      Value v = pop(frame);
      if (frame.forked) {
        if (!frame.pending.empty() && vm_.observer && frame.tracing == Tracing::Traced)
          vm_.observer->unresolved(vm_, "a generator yields under a test that could not be decided");
        close_forks(frame);
      }
      return leave(Vm::Impl::End::Yielded, v);
    }
    if (step == Step::Return) {
      result = pop(frame);
      if (!frame.pending.empty()) {
        suspend_current(frame, result, true);
        auto lowest = frame.pending.begin();
        PendingState next = std::move(lowest->second);
        frame.pending.erase(lowest);
        switch_to(frame, std::move(next));
        continue;
      }
      if (frame.forked) result = finish(frame, result);
      return leave(Vm::Impl::End::Returned, result);
    }
    if (step == Step::Raised) {
      if (vm_.exhausted_) {
        if (vm_.traceback_.size() < kMostTraced) vm_.traceback_.push_back(here(frame));
        close_forks(frame);
        return leave(Vm::Impl::End::Raised, Value());
      }
      if (!frame.path.blocks.empty()) {
        const Block block = frame.path.blocks.back();
        frame.path.blocks.pop_back();
        frame.path.stack.resize(block.depth);
        push(frame, vm_.exception_);
        frame.path.handling.resize(block.handling);
        frame.path.handling.push_back(vm_.exception_);
        vm_.clear_exception();
        vm_.traceback_.clear();
        frame.path.pc = block.handler;
        continue;
      }
      if (frame.caller == nullptr || vm_.traceback_.size() < kMostTraced) vm_.traceback_.push_back(here(frame));
    }
    // The path ends here: by an exception nobody in this frame handles, or because it went round a loop too often.
    const bool raised = step == Step::Raised;
    Value exception = vm_.exception_;
    vm_.clear_exception();
    if (drop_path(frame)) continue;
    if (!frame.returned.empty()) {
      vm_.impl_->heap.restore_base();
      PendingState last = std::move(frame.returned.back());
      frame.returned.pop_back();
      result = last.result;
      switch_to(frame, std::move(last));
      forget_decided_conditions(frame);
      return leave(Vm::Impl::End::Returned, finish(frame, result));
    }
    close_forks(frame);
    if (raised) vm_.exception_ = exception;
    if (!raised) return leave(Vm::Impl::End::Returned, vm_.unknown("a loop without a known end"));
    return leave(Vm::Impl::End::Raised, Value());
  }
}

Value Machine::load_global(Frame& frame, const StrObj* name) {
  const Value key = Value::string(const_cast<StrObj*>(name));
  if (Value* v = frame.module->dict->map.find(key)) {
    if (!cast<LazyImportObj>(*v)) return *v;
    Value forced = vm_.force(*v);
    if (!forced.null())
      if (Value* slot = frame.module->dict->map.find(key); slot && cast<LazyImportObj>(*slot)) *slot = forced;
    return forced;
  }
  if (Value* v = vm_.builtins->dict->map.find(key)) return *v;
  if (name->text == "__builtins__") return Value::object(vm_.builtins);
  if (frame.module->open_names) return vm_.unknown("`" + name->text + "` may come from a star import that could not be resolved");
  if (frame.module->lookup_hook) {
    Value v = frame.module->lookup_hook(vm_, frame.module, name, true);
    if (!v.null() || vm_.raised()) return v;
  }
  // Source that runs beside a native model of its module: what its body could not define, the model has.
  const auto& shadows = vm_.impl_->shadows;
  if (const auto it = shadows.find(frame.module->name); it != shadows.end() && it->second == frame.module)
    if (ModuleObj* model = vm_.impl_->modules[frame.module->name])
      if (Value* v = model->dict->map.find(key)) return vm_.force(*v);
  return vm_.raise(vm_.types.name_error, "name '" + name->text + "' is not defined");
}

Value Machine::load_name(Frame& frame, const StrObj* name) {
  if (frame.names && frame.names != frame.module->dict) {
    const Value key = Value::string(const_cast<StrObj*>(name));
    if (Value* v = frame.names->map.find(key)) return *v = vm_.force(*v);
  }
  return load_global(frame, name);
}

Machine::Step Machine::branch(Frame& frame, const Instr& instr) {
  const auto kind = TestKind(instr.b);
  const bool jump_when = instr.op == Op::PopJumpIfTrue || instr.op == Op::JumpIfTrueOrPop;
  const bool keeps = instr.op == Op::JumpIfFalseOrPop || instr.op == Op::JumpIfTrueOrPop;
  Value v = top(frame);
  const Truth truth = vm_.truth(v);
  if (truth.raised) return Step::Raised;
  const auto go = [&](bool value) {
    if (value == jump_when) {
      if (!keeps) pop(frame);
      frame.path.pc = instr.a;
    } else {
      pop(frame);
    }
  };
  if (truth.value != Tri::Maybe) {
    go(truth.value == Tri::Yes);
    return Step::Next;
  }
  if (truth.when == When::Data) {
    vm_.observe(kind == TestKind::While ? Event::LoopBound : Event::TruthTest, v, test_name(kind));
    if (vm_.raised()) return Step::Raised;
  }
  if (kind == TestKind::Assert || kind == TestKind::AssertDynamicMessage) {
    go(jump_when);  // it holds: the jump leads past the raise, also when it is taken on false (`assert not x`)
    return Step::Next;
  }
  if (kind == TestKind::While && ++rounds_at(frame, frame.current_pc) > vm_.impl_->limits.loop_rounds) {
    go(jump_when);
    return Step::Next;
  }
  PathState other = frame.path;
  if (!keeps) other.stack.pop_back();
  frame.path.stack.pop_back();
  fork(frame, instr.a, std::move(other), !jump_when, truth.when, v);
  return Step::Next;
}

Machine::Step Machine::for_iter(Frame& frame, const Instr& instr) {
  bool more_unknown = false;
  Value v = vm_.next(top(frame), more_unknown);
  if (vm_.raised()) return Step::Raised;
  if (v.null()) {
    pop(frame);
    frame.path.pc = instr.a;
    return Step::Next;
  }
  if (more_unknown) {
    // A loop over something of unknown length is taken to run at least once; a second round stands for all later ones.
    const uint32_t round = ++rounds_at(frame, frame.current_pc);
    if (round > vm_.impl_->limits.loop_rounds) {
      pop(frame);
      frame.path.pc = instr.a;
      return Step::Next;
    }
    if (round > 1) {
      PathState other = frame.path;
      other.stack.pop_back();
      fork(frame, instr.a, std::move(other), true, vm_.when(v), {});
      frame.path.conditions.pop_back();
    }
  }
  push(frame, v);
  return Step::Next;
}

Machine::Step Machine::yield_from(Frame& frame) {
  if (frame.delegating) pop(frame);  // what the caller sent after the last item
  frame.delegating = false;
  bool more_unknown = false;
  Value v = vm_.next(top(frame), more_unknown);
  if (vm_.raised()) return Step::Raised;
  if (v.null() || (more_unknown && ++rounds_at(frame, frame.current_pc) > vm_.impl_->limits.loop_rounds)) {
    const bool generator = cast<GeneratorObj>(top(frame)) != nullptr;
    pop(frame);
    push(frame, generator ? vm_.generator_result() : Value::none());
    return Step::Next;
  }
  frame.path.pc = frame.current_pc;  // again after the yield
  frame.delegating = true;
  push(frame, v);
  return Step::Yield;
}

Machine::Step Machine::before_with(Frame& frame) {
  Value context = pop(frame);
  if (cast<LazyImportObj>(context)) context = vm_.force(context);
  if (context.null()) return Step::Raised;
  vm_.observe(Event::EnterContext, context, vm_.type_of(context)->qualname);
  if (vm_.raised()) return Step::Raised;
  if (!vm_.concrete(context)) {
    push(frame, vm_.native("builtins.object.__exit__", +[](Vm&, Args&) { return Value::none(); }));
    push(frame, cast<UnknownObj>(context) ? context : vm_.unknown("`with` on a value that is not known"));
    return Step::Next;
  }
  const bool async = frame.code->instrs[frame.current_pc].b == 1;
  Value exit = vm_.get_attr(context, async ? "__aexit__" : "__exit__");
  if (exit.null()) return Step::Raised;
  Value enter = vm_.get_attr(context, async ? "__aenter__" : "__enter__");
  if (enter.null()) return Step::Raised;
  push(frame, exit);
  Value entered = vm_.call(enter, {});
  if (entered.null()) {
    pop(frame);
    return Step::Raised;
  }
  push(frame, entered);
  return Step::Next;
}

Machine::Step Machine::raise_statement(Frame& frame, uint32_t count) {
  if (count == 0) {
    for (Frame* f = &frame; f; f = f->caller)
      if (!f->path.handling.empty()) {
        vm_.raise(f->path.handling.back());
        return Step::Raised;
      }
    vm_.raise(vm_.types.runtime_error, "No active exception to reraise");
    return Step::Raised;
  }
  Value cause = count == 2 ? pop(frame) : Value();
  Value exception = vm_.force(pop(frame));
  if (exception.null()) return Step::Raised;
  if (cast<ClassObj>(exception)) {
    exception = vm_.call(exception, {});
    if (exception.null()) return Step::Raised;
  }
  if (!cast<InstanceObj>(exception)) {
    vm_.raise(vm_.types.exception, "an exception that is not known");
    return Step::Raised;
  }
  if (!cause.null()) vm_.generic_set_attr(exception, vm_.intern("__cause__"), cause);
  vm_.raise(exception);
  return Step::Raised;
}

Machine::Step Machine::make_function(Frame& frame, const Instr& instr) {
  auto* fn = vm_.make<FunctionObj>(vm_.types.function);
  fn->code = std::get<std::shared_ptr<const lower::Code>>(frame.code->consts[instr.a]);
  fn->module = frame.module;
  fn->name = vm_.str(fn->code->name);
  fn->qualname = vm_.str(fn->code->qualname);
  if (instr.b & lower::MakeFlags::kClosure)
    for (Value v : cast<TupleObj>(pop(frame))->items) fn->closure.push_back(cast<CellObj>(v));
  if (instr.b & lower::MakeFlags::kKwDefaults) fn->kwdefaults = cast<DictObj>(pop(frame));
  if (instr.b & lower::MakeFlags::kDefaults) fn->defaults = cast<TupleObj>(pop(frame))->items;
  push(frame, Value::object(fn));
  return Step::Next;
}

Machine::Step Machine::execute_call(Frame& frame, const Instr& instr) {
  Args args;
  auto& stack = frame.path.stack;
  if (instr.op == Op::Call) {
    if (instr.b != lower::kNoNames) {
      auto& names = runtime_->keyword_names[instr.b];
      if (names.empty())
        for (const auto& n : std::get<lower::Names>(frame.code->consts[instr.b]).names) names.push_back(vm_.intern(n));
      const size_t first = stack.size() - names.size();
      for (size_t i = 0; i < names.size(); ++i) args.kw.emplace_back(names[i], stack[first + i]);
      stack.resize(first);
    }
    args.pos.assign(stack.end() - instr.a, stack.end());
    stack.resize(stack.size() - instr.a);
  } else {
    if (instr.a & 1) {
      Value keywords = pop(frame);
      if (auto* instance = cast<InstanceObj>(keywords)) keywords = instance->payload;
      if (auto* dict = cast<DictObj>(keywords)) {
        for (const auto& entry : dict->map.entries())
          if (entry.key.is_str()) args.kw.emplace_back(cast<StrObj>(entry.key), entry.value);
        args.open_kw = dict->open;
      } else {
        args.open_kw = true;
      }
    }
    bool complete = true;
    if (!vm_.collect(pop(frame), args.pos, complete)) return Step::Raised;
    args.open_pos = !complete;
  }
  Value callee = pop(frame);
  Value result = vm_.call(callee, args);
  if (result.null()) {
    if (!vm_.raised()) vm_.raise(vm_.types.runtime_error, "a native returned no value");
    return Step::Raised;
  }
  push(frame, result);
  return Step::Next;
}

Machine::Step Machine::execute(Frame& frame, const Instr& instr) {
  const auto result = [&](Value v) {
    if (v.null()) return Step::Raised;
    push(frame, vm_.loaded(v));
    return Step::Next;
  };
  auto& stack = frame.path.stack;
  switch (instr.op) {
    case Op::Pop: pop(frame); return Step::Next;
    case Op::Dup: push(frame, Value(top(frame))); return Step::Next;
    case Op::Dup2: {
      Value x = stack[stack.size() - 2], y = stack[stack.size() - 1];
      push(frame, x);
      push(frame, y);
      return Step::Next;
    }
    case Op::Rot2: std::swap(stack[stack.size() - 1], stack[stack.size() - 2]); return Step::Next;
    case Op::Rot3: {
      Value z = pop(frame);
      stack.insert(stack.end() - 2, z);
      return Step::Next;
    }
    case Op::Rot4: {
      Value z = pop(frame);
      stack.insert(stack.end() - 3, z);
      return Step::Next;
    }
    case Op::LoadConst: push(frame, constant(frame, instr.a)); return Step::Next;
    case Op::LoadFast: {
      Value v = frame.path.locals[instr.a];
      if (v.null()) {
        vm_.raise(vm_.types.unbound_local_error, "cannot access local variable '" + frame.code->locals[instr.a] + "'");
        return Step::Raised;
      }
      if (v.scalar_type != 0) frame.path.locals[instr.a] = v = vm_.loaded(v);
      push(frame, v);
      return Step::Next;
    }
    case Op::StoreFast: frame.path.locals[instr.a] = pop(frame); return Step::Next;
    case Op::DeleteFast: frame.path.locals[instr.a] = Value(); return Step::Next;
    case Op::LoadName: return result(load_name(frame, runtime_->names[instr.a]));
    case Op::StoreName: {
      DictObj* names = frame.names ? frame.names : frame.module->dict;
      vm_.touch(names);
      names->map.set(Value::string(const_cast<StrObj*>(runtime_->names[instr.a])), pop(frame));
      return Step::Next;
    }
    case Op::DeleteName: {
      DictObj* names = frame.names ? frame.names : frame.module->dict;
      const Value name = Value::string(const_cast<StrObj*>(runtime_->names[instr.a]));
      // An import whose name is deleted unread was written for what loading the module does.
      if (Value* bound = names->map.find(name); bound && vm_.force(*bound).null()) return Step::Raised;
      vm_.touch(names);
      names->map.erase(name);
      return Step::Next;
    }
    case Op::LoadGlobal: return result(load_global(frame, runtime_->names[instr.a]));
    case Op::StoreGlobal: {
      vm_.observe(Event::GlobalStore, top(frame), frame.code->names[instr.a]);
      vm_.touch(frame.module->dict);
      frame.module->dict->map.set(Value::string(const_cast<StrObj*>(runtime_->names[instr.a])), pop(frame));
      return Step::Next;
    }
    case Op::DeleteGlobal:
      vm_.touch(frame.module->dict);
      frame.module->dict->map.erase(Value::string(const_cast<StrObj*>(runtime_->names[instr.a])));
      return Step::Next;
    case Op::LoadClassDeref:
      if (frame.names)
        if (Value* v = frame.names->map.find(Value::string(const_cast<StrObj*>(runtime_->cells[instr.a])))) return result(*v);
      [[fallthrough]];
    case Op::LoadDeref: {
      Value v = frame.cells[instr.a]->value;
      if (v.null()) {
        vm_.raise(vm_.types.name_error, "cannot access free variable '" + runtime_->cells[instr.a]->text + "'");
        return Step::Raised;
      }
      push(frame, vm_.loaded(v));
      return Step::Next;
    }
    case Op::StoreDeref: {
      CellObj* cell = frame.cells[instr.a];
      if (instr.a >= frame.code->cellvars.size())
        vm_.observe(Event::GlobalStore, Value::object(cell), runtime_->cells[instr.a]->text, nullptr, "closure");
      vm_.touch(cell);
      cell->value = pop(frame);
      return Step::Next;
    }
    case Op::DeleteDeref:
      vm_.touch(frame.cells[instr.a]);
      frame.cells[instr.a]->value = Value();
      return Step::Next;
    case Op::LoadClosure: push(frame, Value::object(frame.cells[instr.a])); return Step::Next;

    case Op::LoadAttr: return result(vm_.get_attr(pop(frame), runtime_->names[instr.a]));
    case Op::StoreAttr: {
      Value object = pop(frame);
      Value value = pop(frame);
      return vm_.set_attr(object, runtime_->names[instr.a], value) ? Step::Next : Step::Raised;
    }
    case Op::DeleteAttr: return vm_.del_attr(pop(frame), runtime_->names[instr.a]) ? Step::Next : Step::Raised;
    case Op::LoadSubscr: {
      Value index = pop(frame);
      return result(vm_.get_item(pop(frame), index));
    }
    case Op::StoreSubscr: {
      Value index = pop(frame);
      Value object = pop(frame);
      return vm_.set_item(object, index, pop(frame)) ? Step::Next : Step::Raised;
    }
    case Op::DeleteSubscr: {
      Value index = pop(frame);
      return vm_.del_item(pop(frame), index) ? Step::Next : Step::Raised;
    }
    case Op::Unary: {
      const auto op = syntax::UnaryOp(instr.a);
      Value v = pop(frame);
      if (op != syntax::UnaryOp::Not) return result(vm_.unary(op, v));
      const Truth truth = vm_.truth(v);
      if (truth.raised) return Step::Raised;
      if (truth.value != Tri::Maybe) return result(Value::boolean(truth.value == Tri::No));
      When when = truth.when;
      if (when == When::Data) {
        const Outcome outcome = vm_.observe(Event::TruthTest, v, "not");
        when = outcome.result == When::Unknown ? When::PyInput : outcome.result;
      }
      const Value negated = vm_.sym(vm_.types.boolean, when, truth.origin);
      if (is_random(v)) vm_.set_law(negated, law_of_negation(vm_, v));
      return result(negated);
    }
    case Op::Binary: {
      Value right = pop(frame);
      return result(vm_.binary(syntax::BinaryOp(instr.a), pop(frame), right, instr.b == 1));
    }
    case Op::Compare: {
      Value right = pop(frame);
      return result(vm_.compare(syntax::CompareOp(instr.a), pop(frame), right));
    }

    case Op::BuildTuple:
    case Op::BuildList: {
      std::vector<Value> items(stack.end() - instr.a, stack.end());
      stack.resize(stack.size() - instr.a);
      push(frame, instr.op == Op::BuildTuple ? vm_.tuple(std::move(items)) : vm_.list(std::move(items)));
      return Step::Next;
    }
    case Op::BuildSet: {
      SetObj* set = vm_.new_set();
      for (size_t i = stack.size() - instr.a; i < stack.size(); ++i) {
        if (hashable_known(stack[i])) set->map.set(stack[i], Value::none());
        else set->open = true;
      }
      stack.resize(stack.size() - instr.a);
      push(frame, Value::object(set));
      return Step::Next;
    }
    case Op::BuildMap: {
      DictObj* dict = vm_.new_dict();
      for (size_t i = stack.size() - 2 * instr.a; i < stack.size(); i += 2)
        if (!vm_.set_item(Value::object(dict), stack[i], stack[i + 1])) return Step::Raised;
      stack.resize(stack.size() - 2 * instr.a);
      push(frame, Value::object(dict));
      return Step::Next;
    }
    case Op::BuildSlice: {
      Value step = instr.a == 3 ? pop(frame) : Value::none();
      Value stop = pop(frame);
      Value start = pop(frame);
      push(frame, vm_.slice(start, stop, step));
      return Step::Next;
    }
    case Op::BuildString: {
      std::string text;
      bool known = true;
      When when = When::Const;
      for (size_t i = stack.size() - instr.a; i < stack.size(); ++i) {
        if (stack[i].is_str()) text += text_of(stack[i]);
        else known = false;
        when = join(when, vm_.when(stack[i]));
      }
      stack.resize(stack.size() - instr.a);
      push(frame, known ? vm_.str(text) : vm_.sym(vm_.types.str, when));
      return Step::Next;
    }
    case Op::FormatValue: {
      Value spec = instr.b ? pop(frame) : vm_.str("");
      Value v = pop(frame);
      if (instr.a) {
        v = vm_.to_text(v, instr.a != 's');
        if (v.null()) return Step::Raised;
      }
      return result(vm_.format(v, spec));
    }
    case Op::ListAppend: {
      Value v = pop(frame);
      auto* list = cast<ListObj>(stack[stack.size() - instr.a]);
      vm_.touch(list);
      list->items.push_back(v);
      return Step::Next;
    }
    case Op::SetAdd: {
      Value v = pop(frame);
      auto* set = cast<SetObj>(stack[stack.size() - instr.a]);
      vm_.touch(set);
      if (hashable_known(v)) set->map.set(v, Value::none());
      else set->open = true;
      return Step::Next;
    }
    case Op::MapAdd: {
      Value v = pop(frame);
      Value k = pop(frame);
      return vm_.set_item(stack[stack.size() - instr.a], k, v) ? Step::Next : Step::Raised;
    }
    case Op::ListExtend: {
      Value iterable = pop(frame);
      auto* list = cast<ListObj>(top(frame));
      bool complete = true;
      std::vector<Value> items;
      if (!vm_.collect(iterable, items, complete)) return Step::Raised;
      vm_.touch(list);
      list->items.insert(list->items.end(), items.begin(), items.end());
      if (!complete) list->open = true;
      return Step::Next;
    }
    case Op::SetUpdate: {
      std::vector<Value> items;
      bool complete = true;
      if (!vm_.collect(pop(frame), items, complete)) return Step::Raised;
      auto* set = cast<SetObj>(top(frame));
      vm_.touch(set);
      for (Value v : items) {
        if (hashable_known(v)) set->map.set(v, Value::none());
        else set->open = true;
      }
      set->open |= !complete;
      return Step::Next;
    }
    case Op::DictUpdate:
    case Op::DictMerge: {
      Value mapping = pop(frame);
      auto* into = cast<DictObj>(top(frame));
      vm_.touch(into);
      if (auto* instance = cast<InstanceObj>(mapping); instance && cast<DictObj>(instance->payload)) mapping = instance->payload;
      if (auto* from = cast<DictObj>(mapping)) {
        into->open |= from->open;
        for (const auto& entry : from->map.entries())
          if (!entry.key.null()) into->map.set(entry.key, entry.value);
        return Step::Next;
      }
      if (!vm_.concrete(mapping)) {
        into->open = true;
        return Step::Next;
      }
      Value keys = vm_.call_method(mapping, "keys", {});
      if (keys.null()) return Step::Raised;
      std::vector<Value> items;
      bool complete = true;
      if (!vm_.collect(keys, items, complete)) return Step::Raised;
      into->open |= !complete;
      for (Value k : items) {
        Value v = vm_.get_item(mapping, k);
        if (v.null()) return Step::Raised;
        if (hashable_known(k)) into->map.set(k, v);
        else into->open = true;
      }
      return Step::Next;
    }
    case Op::ListToTuple: {
      auto* list = cast<ListObj>(pop(frame));
      if (list->open) push(frame, Value::object(list));  // length unknown: stays a list that says so
      else push(frame, vm_.tuple(list->items));
      return Step::Next;
    }
    case Op::UnpackSequence:
    case Op::UnpackEx: return execute_unpack(frame, instr);

    case Op::Call:
    case Op::CallEx: return execute_call(frame, instr);
    case Op::MakeFunction: return make_function(frame, instr);
    case Op::LoadBuildClass: return result(*vm_.builtins->dict->map.find(vm_.str("__build_class__")));
    case Op::StoreAnnotation: {
      DictObj* names = frame.names ? frame.names : frame.module->dict;
      const Value key = vm_.str("__annotations__");
      Value* existing = names->map.find(key);
      DictObj* annotations = existing ? cast<DictObj>(*existing) : nullptr;
      if (!annotations) {
        annotations = vm_.new_dict();
        vm_.touch(names);
        names->map.set(key, Value::object(annotations));
      }
      auto* holder = vm_.make<CodeHolderObj>(vm_.types.code);
      holder->code = std::get<std::shared_ptr<const lower::Code>>(frame.code->consts[instr.b]);
      holder->module = frame.module;
      annotations->map.set(Value::string(const_cast<StrObj*>(runtime_->names[instr.a])), Value::object(holder));
      return Step::Next;
    }

    case Op::Jump: frame.path.pc = instr.a; return Step::Next;
    case Op::JumpBack: {
      if (frame.forked) {
        const bool counted = frame.code->instrs[instr.a].op == Op::ForIter;
        const uint32_t limit = counted ? kForRoundsWhileUndecided : kWhileRoundsWhileUndecided;
        if (++rounds_at(frame, frame.current_pc) > limit) return Step::Died;
      }
      frame.path.pc = instr.a;
      return Step::Next;
    }
    case Op::PopJumpIfFalse:
    case Op::PopJumpIfTrue:
    case Op::JumpIfFalseOrPop:
    case Op::JumpIfTrueOrPop: return branch(frame, instr);
    case Op::GetIter: {
      Value iterable = pop(frame);
      if (vm_.tracing() && cast<GeneratorObj>(iterable)) vm_.observe(Event::Unsupported, iterable, "builtins.generator.__iter__", "GB0811");
      return result(vm_.iterate(iterable));
    }
    case Op::ForIter: return for_iter(frame, instr);
    case Op::Return: return Step::Return;

    case Op::SetupFinally:
    case Op::SetupWith:
      frame.path.blocks.push_back(
          {instr.a, uint32_t(stack.size()) - (instr.op == Op::SetupWith ? 1 : 0), uint32_t(frame.path.handling.size())});
      return Step::Next;
    case Op::PopBlock: frame.path.blocks.pop_back(); return Step::Next;
    case Op::PopExcept: frame.path.handling.pop_back(); return Step::Next;
    case Op::CheckExcMatch: {
      Value type = vm_.force(pop(frame));
      if (type.null()) return Step::Raised;
      push(frame, Value::boolean(vm_.is_instance(top(frame), type) != Tri::No));
      return Step::Next;
    }
    case Op::Raise: return raise_statement(frame, instr.a);
    case Op::Reraise: {
      Value exception = pop(frame);
      if (!frame.path.handling.empty()) frame.path.handling.pop_back();
      vm_.raise(exception);
      return Step::Raised;
    }
    case Op::LoadAssertionError: push(frame, Value::object(vm_.types.assertion_error)); return Step::Next;
    case Op::BeforeWith: return before_with(frame);
    case Op::WithExitNormal: {
      Value exit = pop(frame);
      return vm_.call(exit, {Value::none(), Value::none(), Value::none()}).null() ? Step::Raised : Step::Next;
    }
    case Op::WithExceptStart: {
      Value exception = top(frame);
      Value exit = stack[stack.size() - 2];
      return result(vm_.call(exit, {Value::object(vm_.type_of(exception)), exception, Value::none()}));
    }

    case Op::YieldValue: return Step::Yield;
    case Op::GetYieldFromIter: {
      Value v = pop(frame);
      if (cast<GeneratorObj>(v)) return result(v);
      return result(vm_.iterate(v));
    }
    case Op::YieldFrom: return yield_from(frame);
    case Op::GetAwaitable: {
      Value v = pop(frame);
      if (cast<GeneratorObj>(v)) return result(v);
      if (!vm_.concrete(v)) return result(vm_.iterator([](Vm&) { return Value(); }));
      Value it = vm_.call_method(v, "__await__", {});
      return result(it);
    }

    case Op::Import: return execute_import(frame, instr);
    case Op::ImportStar: return execute_import_star(frame, instr);
    case Op::MatchSequence:
    case Op::MatchMapping:
    case Op::MatchKeys:
    case Op::MatchClass: return execute_match(frame, instr);
    case Op::SyntaxFault: vm_.raise(vm_.types.syntax_error, "invalid syntax"); return Step::Raised;
  }
  return Step::Next;
}

}  // namespace graphlift::interp
