// random: every draw is a Sym that remembers it came from random numbers.
#include "analysis/stdlib/define.h"

namespace graphlift::stdlib {
namespace {

Value drawn(Vm& vm, const Args& a, ClassObj* type) {
  const Value v = vm.sym(type, interp::join(vm.when(a), When::PyInput));
  static_cast<SymObj*>(v.o)->rng = true;
  return v;
}

// One of the elements: an alternative each while they are few.
Value element_of(Vm& vm, Args& a, Value sequence) {
  Collected c;
  if (!gather(vm, sequence, c)) return {};
  const When when = interp::join(vm.when(a), When::PyInput);
  if (c.items.empty() && !c.open) return vm.raise(vm.types.index_error, "Cannot choose from an empty sequence");
  if (!c.rest.null()) c.items.push_back(c.rest);
  if (c.items.size() == 1 && !c.open) return c.items[0];
  ClassObj* type = nullptr;
  bool scalar = true;
  for (Value v : c.items) {
    ClassObj* t = vm.type_of(v);
    scalar = scalar && (v.is_number() || v.is_str() || cast<SymObj>(v)) && (!type || type == t);
    type = t;
  }
  if (scalar && type) return drawn(vm, a, type);
  if (c.items.size() > UnionObj::kMaxOptions || c.items.empty()) return vm.unknown("a random element", when);
  Value all;
  for (Value v : c.items) all = vm.join(all, v, when);
  return all;
}

// Methods take self; module functions are the same natives without it.
template <bool Method>
struct Draw {
  static Value argument(Args& a, size_t i, const char* name) { return a.get(i + (Method ? 1 : 0), name); }

  // Between two numbers that are known.
  static Value spread(Vm& vm, Args& a, ClassObj* type, Value low, Value high, int64_t last) {
    const Value v = drawn(vm, a, type);
    const bool whole = type == vm.types.integer;
    if (low.is_number() && high.is_number())
      vm.set_law(v,
                 vm.draw(whole ? interp::Law::Kind::Integer : interp::Law::Kind::Uniform, low.as_float(), high.as_float() - double(last)));
    return v;
  }
  static Value random(Vm& vm, Args& a) { return spread(vm, a, vm.types.real, Value::real(0), Value::real(1), 0); }
  static Value uniform(Vm& vm, Args& a) { return spread(vm, a, vm.types.real, argument(a, 0, "a"), argument(a, 1, "b"), 0); }
  static Value randint(Vm& vm, Args& a) { return spread(vm, a, vm.types.integer, argument(a, 0, "a"), argument(a, 1, "b"), 0); }
  static Value randrange(Vm& vm, Args& a) {
    const Value stop = argument(a, 1, "stop");
    if (!argument(a, 2, "step").null()) return integer(vm, a);
    if (stop.null()) return spread(vm, a, vm.types.integer, Value::integer(0), argument(a, 0, "start"), 1);
    return spread(vm, a, vm.types.integer, argument(a, 0, "start"), stop, 1);
  }
  static Value real(Vm& vm, Args& a) { return drawn(vm, a, vm.types.real); }
  static Value integer(Vm& vm, Args& a) { return drawn(vm, a, vm.types.integer); }
  static Value bytes(Vm& vm, Args& a) { return drawn(vm, a, vm.types.bytes); }
  static Value nothing(Vm&, Args&) { return Value::none(); }
  static Value state(Vm& vm, Args&) { return vm.opaque(class_in(vm, "random", "_State"), "<random state>"); }

  static Value choice(Vm& vm, Args& a) { return element_of(vm, a, argument(a, 0, "seq")); }

  static Value several(Vm& vm, Args& a, Value sequence, Value size) {
    const Value element = element_of(vm, a, sequence);
    if (element.null()) return {};
    int64_t n = 0;
    if (size.is_int()) n = size.i;
    else return open_list(vm, element);
    if (n > 10'000) return open_list(vm, element);
    return vm.list(std::vector<Value>(size_t(std::max<int64_t>(n, 0)), element));
  }
  static Value choices(Vm& vm, Args& a) {
    const Value k = a.keyword("k");
    return several(vm, a, argument(a, 0, "population"), k.null() ? Value::integer(1) : k);
  }
  static Value sample(Vm& vm, Args& a) { return several(vm, a, argument(a, 0, "population"), argument(a, 1, "k")); }

  // The list keeps its length; which element stands where is not known any more.
  static Value shuffle(Vm& vm, Args& a) {
    const Value x = argument(a, 0, "x");
    auto* list = cast<ListObj>(plain(x));
    if (!list) {
      if (!vm.concrete(x) || cast<InstanceObj>(x)) return Value::none();
      return vm.raise(vm.types.type_error, "'" + vm.type_of(x)->name + "' object does not support item assignment");
    }
    if (list->items.size() < 2) return Value::none();
    const Value element = element_of(vm, a, x);
    if (element.null()) return {};
    mutating(vm, list);
    for (Value& v : list->items) v = element;
    return Value::none();
  }
};

template <bool Method, typename Define>
void draws(Define define) {
  using D = Draw<Method>;
  define("random", D::random);
  define("uniform", D::uniform);
  define("randint", D::randint);
  define("randrange", D::randrange);
  for (const char* name : {"triangular", "betavariate", "expovariate", "gammavariate", "gauss", "lognormvariate", "normalvariate",
                           "vonmisesvariate", "paretovariate", "weibullvariate"})
    define(name, D::real);
  for (const char* name : {"getrandbits", "binomialvariate"}) define(name, D::integer);
  define("randbytes", D::bytes);
  define("seed", D::nothing);
  define("setstate", D::nothing);
  define("getstate", D::state);
  define("choice", D::choice);
  define("choices", D::choices);
  define("sample", D::sample);
  define("shuffle", D::shuffle);
}

}  // namespace

void init_random(Vm& vm, ModuleObj* module) {
  Module m{vm, module};
  m.cls("_State");
  ClassObj* generator = m.cls("Random");
  method(vm, generator, "__init__", [](Vm&, Args&) { return Value::none(); });
  draws<true>([&](const char* name, NativeFn body) { method(vm, generator, name, body); });
  m.cls("SystemRandom", {generator});
  draws<false>([&](const char* name, NativeFn body) { m.fn(name, body); });
  m.set("_inst", Value::object(vm.new_instance(generator)));
}

}  // namespace graphlift::stdlib
