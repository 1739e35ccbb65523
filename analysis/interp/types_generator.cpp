// Methods of generators and native iterators.
#include "analysis/interp/types_dunders.h"

namespace graphlift::interp {
namespace {

Value stop_iteration(Vm& vm, Value result) {
  InstanceObj* e = vm.new_instance(vm.types.stop_iteration);
  e->payload = result.null() || result.is_none() ? vm.tuple({}) : vm.tuple({result});
  return vm.raise(Value::object(e));
}

Value resume(Vm& vm, Value self, Value sent) {
  auto* generator = cast<GeneratorObj>(self);
  if (!generator) return vm.unknown("item of a generator that is not known");
  if (!generator->started && !sent.is_none()) return type_error(vm, "can't send non-None value to a just-started generator");
  bool more_unknown = false;
  const Value item = vm.resume_generator(generator, sent, more_unknown);
  if (!item.null() || vm.raised()) return item;
  return stop_iteration(vm, vm.generator_result());
}

Value send(Vm& vm, Args& args) { return resume(vm, args[0], args[1].null() ? Value::none() : args[1]); }
Value next_item(Vm& vm, Args& args) { return resume(vm, args[0], Value::none()); }

Value close(Vm& vm, Args& args) {
  auto* generator = cast<GeneratorObj>(args[0]);
  if (!generator || generator->finished || !generator->started) {
    if (generator) generator->finished = true;
    return Value::none();
  }
  bool more_unknown = false;
  const Value item = vm.throw_into_generator(generator, Value::object(vm.new_instance(vm.types.generator_exit)), more_unknown);
  generator->finished = true;
  if (!item.null()) return cast<UnknownObj>(item) ? Value::none() : vm.raise(vm.types.runtime_error, "generator ignored GeneratorExit");
  if (!vm.raised_is(vm.types.generator_exit) && !vm.raised_is(vm.types.stop_iteration) && vm.raised()) return {};
  vm.clear_exception();
  return Value::none();
}

Value throw_into(Vm& vm, Args& args) {
  auto* generator = cast<GeneratorObj>(args[0]);
  Value exception = args[1];
  if (cast<ClassObj>(exception)) {
    Args make;
    if (!args[2].null() && !args[2].is_none()) make.pos.push_back(args[2]);
    exception = vm.call(exception, make);
    if (exception.null()) return {};
  }
  if (!generator || !vm.concrete(exception)) return vm.unknown("generator.throw");
  bool more_unknown = false;
  const Value item = vm.throw_into_generator(generator, exception, more_unknown);
  if (!item.null() || vm.raised()) return item;
  return stop_iteration(vm, vm.generator_result());
}

Value iterator_next(Vm& vm, Args& args) {
  bool more_unknown = false;
  const Value item = vm.next(args[0], more_unknown);
  return item.null() && !vm.raised() ? stop_iteration(vm, Value::none()) : item;
}

Value self(Vm&, Args& args) { return args[0]; }

}  // namespace

void register_generators(Vm& vm) {
  for (ClassObj* cls : {vm.types.generator, vm.types.coroutine}) {
    vm.define(cls, "send", send);
    vm.define(cls, "close", close);
    vm.define(cls, "throw", throw_into);
    define_getter(vm, cls, "__name__", [](Vm& m, Args& a) {
      const auto* g = cast<GeneratorObj>(a[0]);
      return g && g->frame && g->frame->code ? m.str(g->frame->code->name) : m.sym(m.types.str, When::Const);
    });
  }
  vm.define(vm.types.generator, "__iter__", self);
  vm.define(vm.types.generator, "__next__", next_item);
  vm.define(vm.types.coroutine, "__await__", self);
  vm.define(vm.types.iterator, "__iter__", self);
  vm.define(vm.types.iterator, "__next__", iterator_next);
}

}  // namespace graphlift::interp
