// Calls: who is called, how arguments meet parameters, and what a call does to tracing.
#include <optional>

#include "analysis/interp/machine.h"
#include "analysis/interp/open_attributes.h"
#include "analysis/interp/vm.h"
#include "analysis/interp/vm_impl.h"

namespace graphlift::interp {

namespace {

constexpr uint32_t kRecursionUnderUnknown = 2;  // activations of one function below an undecided test
constexpr uint32_t kRecursionOnObject = 6;      // the same, with the same object as first argument

bool all_concrete(const Vm& vm, const Args& args) {
  if (args.open_pos || args.open_kw) return false;
  for (Value v : args.pos)
    if (!vm.concrete(v)) return false;
  for (const auto& [k, v] : args.kw)
    if (!vm.concrete(v)) return false;
  return true;
}

OriginId first_origin(const Vm& vm, const Args& args) {
  for (Value v : args.pos)
    if (OriginId id = vm.origin(v); id.valid()) return id;
  return {};
}

// Is this function already running several times below a test that could not be decided? Activations on other objects are
// no repetition: a tree of modules is walked by one function. Nor are those of what a decorator made of other functions.
bool runs_away(const Frame* frame, const FunctionObj* fn, Value first) {
  uint32_t same = 0;
  bool conditional = false;
  const bool object = cast<InstanceObj>(first) != nullptr;
  for (const Frame* f = frame; f; f = f->caller) {
    conditional |= !f->path.conditions.empty();
    if (f->function != fn) continue;
    const Value theirs = f->path.locals.empty() ? Value() : f->path.locals[0];
    if (!object || theirs.same(first) || !cast<InstanceObj>(theirs)) ++same;
  }
  return conditional && same >= (object ? kRecursionOnObject : kRecursionUnderUnknown);
}

}  // namespace

Value Vm::call(Value callee, std::initializer_list<Value> pos) {
  Args args;
  args.pos.assign(pos);
  return call(callee, args);
}

Value Vm::call_method(Value object, std::string_view name, std::initializer_list<Value> pos) {
  Value method = get_attr(object, intern(name));
  return method.null() ? method : call(method, pos);
}

Value Vm::call(Value callee, Args& args) {
  if (!callee.is_object()) return raise(types.type_error, "'" + type_of(callee)->name + "' object is not callable");
  switch (callee.o->kind) {
    case ObjKind::Function: return call_function(static_cast<FunctionObj*>(callee.o), args);
    case ObjKind::BoundMethod: {
      auto* bound = static_cast<BoundMethodObj*>(callee.o);
      args.pos.insert(args.pos.begin(), bound->self);
      return call(bound->func, args);
    }
    case ObjKind::Native: {
      auto* native = static_cast<NativeObj*>(callee.o);
      Outcome told;
      if (tracing() && observer) told = observer->native_call(*this, native, args);
      if (native->lifted_result && !all_concrete(*this, args)) return sym(native->lifted_result, when(args), first_origin(*this, args));
      if (impl_->decorators.watching() && impl_->heap.journaling()) impl_->decorators.called(native);
      args.callee = native;
      const Value result = native->fn ? native->fn(*this, args) : native->bound(*this, args);
      // A number that is part of the graph: fresh, so nobody else sees it change.
      if (auto* number = cast<SymObj>(result); number && told.result == When::Data) number->when = std::max(number->when, When::Data);
      return result;
    }
    case ObjKind::Class: {
      auto* cls = static_cast<ClassObj*>(callee.o);
      if (cls->cls != types.type) {
        Value meta_call = find_in_class(cls->cls, intern("__call__"));
        if (cast<FunctionObj>(meta_call)) return call(bound_method(meta_call, callee), args);
        if (auto* n = cast<NativeObj>(meta_call); n && n->qualified != "builtins.type.__call__")
          return call(bound_method(meta_call, callee), args);
      }
      return construct(cls, args);
    }
    case ObjKind::StaticMethod: return call(static_cast<StaticMethodObj*>(callee.o)->func, args);
    case ObjKind::LazyImport: {
      Value forced = force(callee);
      return forced.null() ? forced : call(forced, args);
    }
    case ObjKind::Unknown: {
      auto* u = static_cast<UnknownObj*>(callee.o);
      if (const auto method = impl_->compiled.methods.find(u); method != impl_->compiled.methods.end())
        observe(Event::SkippedCall, callee, method->second, "GB0156", "a method of a compiled class");
      else observe(Event::OpaqueCall, callee, u->reason);
      auto* result = make<UnknownObj>(types.unknown);
      result->reason = u->reason;
      result->when = u->when;
      result->frozen = true;
      if (tracing() && observer) observer->unresolved(*this, u->reason);
      return Value::object(result);
    }
    case ObjKind::Union: {
      auto* u = static_cast<UnionObj*>(callee.o);
      Value result;
      for (Value option : u->options) {
        if (option.is_none()) continue;
        Args copy = args;
        Value v = call(option, copy);
        if (v.null()) {
          if (exhausted_) return {};
          clear_exception();
          continue;
        }
        result = join(result, v, u->when);
      }
      return result.null() ? unknown("a call of one of several functions that all raise") : result;
    }
    default: break;
  }
  if (const TypeOps* ops = ops_of(callee); ops && ops->call) return ops->call(*this, callee, args);
  Value method = find_in_class(type_of(callee), intern("__call__"));
  if (!method.null()) {
    Value bound = bind_attr(method, callee, type_of(callee));
    return bound.null() ? bound : call(bound, args);
  }
  if (type_of(callee)->has_unknown_base) return unknown("call of an object whose class has an unresolved base");
  return raise(types.type_error, "'" + type_of(callee)->name + "' object is not callable");
}

Value Vm::call_traced(Value callee, Args& args, Tracing tracing, bool region_root) {
  impl_->override_tracing = true;
  impl_->tracing_override = tracing;
  impl_->override_root = region_root;
  Value result = call(callee, args);
  impl_->override_tracing = false;
  return result;
}

namespace {

// Puts arguments into the parameter slots of a frame, as CPython does. False with TypeError set.
bool bind_arguments(Vm& vm, FunctionObj* fn, Args& args, std::vector<Value>& locals) {
  const lower::Code& code = *fn->code;
  const uint32_t positional = code.positional_count;
  const uint32_t named = positional + code.kwonly_count;
  const auto fail = [&](std::string what) {
    vm.raise(vm.types.type_error, code.name + "() " + std::move(what));
    return false;
  };
  const size_t given = args.pos.size();
  for (size_t i = 0; i < given && i < positional; ++i) locals[i] = args.pos[i];
  if (code.has_varargs) {
    std::vector<Value> rest;
    if (given > positional) rest.assign(args.pos.begin() + positional, args.pos.end());
    locals[named] = args.open_pos ? vm.unknown("*args of unknown length") : vm.tuple(std::move(rest));
  } else if (given > positional) {
    return fail("takes " + std::to_string(positional) + " positional arguments but " + std::to_string(given) + " were given");
  }
  DictObj* extra = nullptr;
  if (code.has_varkw) {
    extra = vm.new_dict();
    extra->open = args.open_kw;
    locals[named + (code.has_varargs ? 1 : 0)] = Value::object(extra);
  }
  for (const auto& [name, value] : args.kw) {
    bool placed = false;
    for (uint32_t i = code.posonly_count; i < named; ++i) {
      if (code.locals[i] != name->text) continue;
      if (!locals[i].null()) return fail("got multiple values for argument '" + name->text + "'");
      locals[i] = value;
      placed = true;
      break;
    }
    if (placed) continue;
    if (!extra) return fail("got an unexpected keyword argument '" + name->text + "'");
    extra->map.set(Value::string(const_cast<StrObj*>(name)), value);
  }
  const size_t first_default = positional - std::min<size_t>(fn->defaults.size(), positional);
  for (uint32_t i = 0; i < positional; ++i) {
    if (!locals[i].null()) continue;
    if (args.open_pos || args.open_kw) {
      Value fallback = i >= first_default ? fn->defaults[i - first_default] : Value();
      Value open =
          vm.unknown("argument `" + code.locals[i] + "` of `" + code.name + "` comes from an unpacked collection that is not known");
      locals[i] = args.open_pos || fallback.null() ? open : fallback;
    } else if (i >= first_default) {
      locals[i] = fn->defaults[i - first_default];
    } else {
      return fail("missing a required positional argument: '" + code.locals[i] + "'");
    }
  }
  for (uint32_t i = positional; i < named; ++i) {
    if (!locals[i].null()) continue;
    Value* fallback = fn->kwdefaults ? fn->kwdefaults->map.find(vm.str(code.locals[i])) : nullptr;
    if (fallback) locals[i] = *fallback;
    else if (args.open_kw)
      locals[i] =
          vm.unknown("argument `" + code.locals[i] + "` of `" + code.name + "` comes from an unpacked collection that is not known");
    else return fail("missing a required keyword-only argument: '" + code.locals[i] + "'");
  }
  return true;
}

void make_cells(Vm& vm, Frame& frame, const std::vector<CellObj*>& closure) {
  const lower::Code& code = *frame.code;
  for (size_t i = 0; i < code.cellvars.size(); ++i) {
    auto* cell = vm.make<CellObj>(vm.types.cell);
    const int32_t from = i < code.cell_of_param.size() ? code.cell_of_param[i] : -1;
    if (from >= 0) cell->value = frame.path.locals[from];
    frame.cells.push_back(cell);
  }
  frame.cells.insert(frame.cells.end(), closure.begin(), closure.end());
}

}  // namespace

Value Vm::call_function(FunctionObj* fn, Args& args) {
  if (fn->stand_in && !impl_->bounded) return call_or_stand_in(fn, args);
  Tracing tracing = frame_ ? frame_->tracing : Tracing::Off;
  bool root = false;
  if (impl_->override_tracing) {
    impl_->override_tracing = false;
    tracing = impl_->tracing_override;
    root = impl_->override_root;
  } else if (observer && (tracing == Tracing::Traced || tracing == Tracing::Skipped)) {
    switch (observer->plan_call(*this, fn, args)) {
      case CallPlan::Inline: tracing = Tracing::Traced; break;
      case CallPlan::Opaque: return unknown("call of `" + fn->code->qualname + "`, which the compiler does not look into");
      case CallPlan::EagerOnce: tracing = Tracing::Skipped; break;
      case CallPlan::EagerAll: tracing = Tracing::Disabled; break;
    }
  }
  const auto not_followed = [&](std::string reason) {
    const Value result = unknown(std::move(reason));
    if (fn->code->name == "__init__" && !args.pos.empty()) open_attributes(*this, args.pos[0], result);
    return result;
  };
  if (frame_ && frame_->depth >= impl_->limits.call_depth) return not_followed("calls nested deeper than the analysis follows");
  if (runs_away(frame_, fn, args.pos.empty() ? Value() : args.pos[0]))
    return not_followed("recursion of `" + fn->code->qualname + "` whose depth is not known");
  if (tracing != Tracing::Traced && !impl_->deep_work.allows(impl_->instructions, impl_->limits.instructions))
    return not_followed("call of `" + fn->code->qualname + "` below more undecided tests than the analysis follows");
  if (tracing != Tracing::Off || root) return impl_->enter(*this, fn, args, tracing, root);

  DecoratorUse use;
  switch (impl_->decorators.plan(fn, args, use)) {
    case Decorators::Plan::Run: return impl_->enter(*this, fn, args, tracing, root);
    case Decorators::Plan::Skip: Decorators::document(*this, args.pos[0]); return args.pos[0];
    case Decorators::Plan::Watch: break;
  }
  const Value subject = args.pos[0];
  impl_->heap.open_journal();
  const Decorators::Watch watch = impl_->decorators.begin(impl_->heap);
  const Value result = impl_->enter(*this, fn, args, tracing, root);
  impl_->decorators.end(watch, use, *this, impl_->heap, subject, result);
  impl_->heap.close_journal();
  return result;
}

Value Vm::Impl::enter(Vm& vm, FunctionObj* fn, Args& args, Tracing tracing, bool root) {
  auto frame = std::make_unique<Frame>();
  frame->code = fn->code;
  frame->function = fn;
  frame->module = fn->module;
  frame->path.locals.resize(fn->code->locals.size());
  frame->tracing = tracing;
  frame->region_root = root;
  if (!bind_arguments(vm, fn, args, frame->path.locals)) return {};
  make_cells(vm, *frame, fn->closure);

  if (fn->code->is_generator || fn->code->is_coroutine) {
    auto* generator = vm.make<GeneratorObj>(fn->code->is_coroutine ? vm.types.coroutine : vm.types.generator);
    generator->coroutine = fn->code->is_coroutine;
    frame->generator = generator;
    generator->frame = std::move(frame);
    return Value::object(generator);
  }
  const bool told = vm.observer && (tracing == Tracing::Traced || tracing == Tracing::Skipped);
  if (told) vm.observer->entered(vm, *frame);
  std::optional<DeepWork::Apart> apart;
  if (root) apart.emplace(deep_work, instructions);
  const Value result = Machine(vm).run(*frame);
  if (told) vm.observer->left(vm, *frame);
  return result;
}

Value Vm::run_class_body(Frame& frame, FunctionObj* body) {
  frame.tracing = frame_ ? frame_->tracing : Tracing::Off;
  frame.path.locals.resize(body->code->locals.size());
  make_cells(*this, frame, body->closure);
  return Machine(*this).run(frame);
}

Value Vm::resume_generator(GeneratorObj* generator, Value sent, bool& more_unknown) {
  more_unknown = false;
  impl_->generator_result = Value::none();
  if (generator->finished) return {};
  if (generator->running) return raise(types.value_error, "generator already executing");
  if (frame_ && frame_->depth >= impl_->limits.call_depth) {
    generator->finished = true;
    return unknown("calls nested deeper than the analysis follows");
  }
  Frame& frame = *generator->frame;
  if (generator->started) frame.path.stack.push_back(sent.null() ? Value::none() : sent);
  generator->started = true;
  generator->running = true;
  Value v = Machine(*this).run(frame);
  generator->running = false;
  if (impl_->end == Impl::End::Yielded) return v;
  generator->finished = true;
  if (impl_->end == Impl::End::Returned) {
    impl_->generator_result = v;
    return {};
  }
  return {};
}

Value Vm::throw_into_generator(GeneratorObj* generator, Value exception, bool& more_unknown) {
  more_unknown = false;
  if (!generator->started || generator->finished) {
    generator->finished = true;
    return raise(exception);
  }
  if (!generator->running) generator->frame->thrown = exception;
  return resume_generator(generator, Value::none(), more_unknown);
}

}  // namespace graphlift::interp
