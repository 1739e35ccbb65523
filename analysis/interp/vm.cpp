// Making values, exceptions, and what is known of a value. See vm.h.
#include "analysis/interp/vm.h"

#include "analysis/interp/python_natives.h"
#include "analysis/interp/visit.h"
#include "analysis/interp/vm_impl.h"

namespace graphlift::interp {

GeneratorObj::GeneratorObj() : Object(ObjKind::Generator) {}
GeneratorObj::~GeneratorObj() = default;

int64_t RangeObj::size() const {
  if (step > 0) return start < stop ? (stop - start - 1) / step + 1 : 0;
  return start > stop ? (start - stop - 1) / -step + 1 : 0;
}

bool ClassObj::is_subclass_of(const ClassObj* other) const {
  for (const ClassObj* c : mro)
    if (c == other) return true;
  return false;
}

void register_builtin_types(Vm& vm);  // types_*.cpp
void register_builtins(Vm& vm);       // builtin_*.cpp
void register_build_class(Vm& vm);    // classes.cpp

Vm::Vm(ModuleSource& source, Limits limits) : impl_(std::make_unique<Impl>(source, limits)) {
  origins_.emplace_back();
  // `type` and `object` refer to each other and to the string type, so they are tied by hand.
  types.type = make<ClassObj>(nullptr);
  types.object = make<ClassObj>(types.type);
  types.type->cls = types.type;
  types.dict = make<ClassObj>(types.type);
  types.str = make<ClassObj>(types.type);
  const auto finish = [&](ClassObj* c, std::string_view name, std::vector<ClassObj*> bases, Layout layout) {
    c->name = c->qualname = name;
    c->bases = std::move(bases);
    c->mro = {c};
    if (!c->bases.empty()) c->mro.insert(c->mro.end(), c->bases[0]->mro.begin(), c->bases[0]->mro.end());
    c->metaclass = types.type;
    c->native = true;
    c->layout = layout;
    c->dict = new_dict();
    c->module_name = str("builtins");
  };
  finish(types.object, "object", {}, Layout::Plain);
  finish(types.type, "type", {types.object}, Layout::Type);
  finish(types.dict, "dict", {types.object}, Layout::Dict);
  finish(types.str, "str", {types.object}, Layout::Str);

  builtins = add_native_module("builtins");
  const auto builtin = [&](std::string_view name, Layout layout = Layout::Opaque, ClassObj* base = nullptr) {
    return new_class("builtins", name, {base ? base : types.object}, layout);
  };
  types.none = builtin("NoneType");
  types.integer = builtin("int", Layout::Int);
  types.boolean = builtin("bool", Layout::Int, types.integer);
  types.real = builtin("float", Layout::Float);
  types.complex = builtin("complex");
  types.bytes = builtin("bytes", Layout::Bytes);
  types.bytearray = builtin("bytearray", Layout::Bytes);
  types.tuple = builtin("tuple", Layout::Tuple);
  types.list = builtin("list", Layout::List);
  types.set = builtin("set", Layout::Set);
  types.frozenset = builtin("frozenset", Layout::Set);
  types.slice = builtin("slice");
  types.range = builtin("range");
  types.function = builtin("function");
  types.builtin = builtin("builtin_function_or_method");
  types.method = builtin("method");
  types.module = builtin("module", Layout::Module);
  types.cell = builtin("cell");
  types.property = builtin("property");
  types.class_method = builtin("classmethod");
  types.static_method = builtin("staticmethod");
  types.super = builtin("super");
  types.generator = builtin("generator");
  types.coroutine = builtin("coroutine");
  types.iterator = builtin("iterator");
  types.code = builtin("code");
  types.ellipsis = builtin("ellipsis");
  types.not_implemented = builtin("NotImplementedType");
  types.mapping_proxy = builtin("mappingproxy", Layout::Dict);
  types.unknown = builtin("object");

  const auto exception = [&](std::string_view name, ClassObj* base) { return new_class("builtins", name, {base}, Layout::Exception); };
  types.base_exception = new_class("builtins", "BaseException", {types.object}, Layout::Exception);
  types.exception = exception("Exception", types.base_exception);
  types.system_exit = exception("SystemExit", types.base_exception);
  types.keyboard_interrupt = exception("KeyboardInterrupt", types.base_exception);
  types.generator_exit = exception("GeneratorExit", types.base_exception);
  types.type_error = exception("TypeError", types.exception);
  types.value_error = exception("ValueError", types.exception);
  types.unicode_error = exception("UnicodeError", types.value_error);
  types.lookup_error = exception("LookupError", types.exception);
  types.key_error = exception("KeyError", types.lookup_error);
  types.index_error = exception("IndexError", types.lookup_error);
  types.attribute_error = exception("AttributeError", types.exception);
  types.name_error = exception("NameError", types.exception);
  types.unbound_local_error = exception("UnboundLocalError", types.name_error);
  types.import_error = exception("ImportError", types.exception);
  types.module_not_found_error = exception("ModuleNotFoundError", types.import_error);
  types.runtime_error = exception("RuntimeError", types.exception);
  types.not_implemented_error = exception("NotImplementedError", types.runtime_error);
  types.recursion_error = exception("RecursionError", types.runtime_error);
  types.stop_iteration = exception("StopIteration", types.exception);
  types.stop_async_iteration = exception("StopAsyncIteration", types.exception);
  types.assertion_error = exception("AssertionError", types.exception);
  types.arithmetic_error = exception("ArithmeticError", types.exception);
  types.zero_division_error = exception("ZeroDivisionError", types.arithmetic_error);
  types.overflow_error = exception("OverflowError", types.arithmetic_error);
  types.syntax_error = exception("SyntaxError", types.exception);
  types.os_error = exception("OSError", types.exception);
  types.file_not_found_error = exception("FileNotFoundError", types.os_error);
  types.timeout_error = exception("TimeoutError", types.os_error);
  types.memory_error = exception("MemoryError", types.exception);
  types.eof_error = exception("EOFError", types.exception);
  types.warning = exception("Warning", types.exception);

  register_builtin_types(*this);
  register_builtins(*this);
  register_build_class(*this);
}

Vm::~Vm() = default;

// ---- making values

const StrObj* Vm::intern(std::string_view text) {
  if (auto it = impl_->strings.find(text); it != impl_->strings.end()) return it->second;
  auto* s = make<StrObj>(types.str);
  s->text = text;
  s->hash = std::hash<std::string_view>{}(s->text);
  s->frozen = true;
  impl_->strings.emplace(s->text, s);
  return s;
}

Value Vm::str(std::string_view text) { return Value::string(const_cast<StrObj*>(intern(text))); }

Value Vm::bytes(std::string data) {
  auto* b = make<BytesObj>(types.bytes);
  b->data = std::move(data);
  b->frozen = true;
  return Value::object(b);
}

Value Vm::complex(double re, double im) {
  auto* c = make<ComplexObj>(types.complex);
  c->re = re;
  c->im = im;
  c->frozen = true;
  return Value::object(c);
}

Value Vm::tuple(std::vector<Value> items) {
  auto* t = make<TupleObj>(types.tuple);
  t->items = std::move(items);
  t->frozen = true;
  return Value::object(t);
}

Value Vm::list(std::vector<Value> items) {
  auto* l = make<ListObj>(types.list);
  l->items = std::move(items);
  return Value::object(l);
}

DictObj* Vm::new_dict() { return make<DictObj>(types.dict); }
SetObj* Vm::new_set(bool frozen) { return make<SetObj>(frozen ? types.frozenset : types.set); }

Value Vm::slice(Value start, Value stop, Value step) {
  auto* s = make<SliceObj>(types.slice);
  s->start = start;
  s->stop = stop;
  s->step = step;
  s->frozen = true;
  return Value::object(s);
}

Value Vm::range(int64_t start, int64_t stop, int64_t step) {
  auto* r = make<RangeObj>(types.range);
  r->start = start;
  r->stop = stop;
  r->step = step;
  r->frozen = true;
  return Value::object(r);
}

Value Vm::sym(ClassObj* type, When when, OriginId origin) {
  auto* s = make<SymObj>(type);
  s->when = when;
  s->origin = origin;
  s->frozen = true;
  return Value::object(s);
}

Value Vm::unknown(std::string reason, When when) {
  if (tracing() && observer) observer->unresolved(*this, reason);
  auto* u = make<UnknownObj>(types.unknown);
  u->reason = std::move(reason);
  u->when = when;
  u->frozen = true;
  return Value::object(u);
}

Value Vm::opaque(ClassObj* cls, std::string text, int64_t number) {
  auto* o = make<OpaqueObj>(cls);
  o->text = std::move(text);
  o->number = number;
  return Value::object(o);
}

InstanceObj* Vm::new_instance(ClassObj* cls) { return make<InstanceObj>(cls); }

TensorObj* Vm::new_tensor(ClassObj* cls) {
  auto* t = make<TensorObj>(cls);
  t->storage = new_storage();
  return t;
}

uint32_t Vm::new_storage() { return impl_->next_storage++; }
uint32_t Vm::new_symbol() { return impl_->next_symbol++; }

Value Vm::iterator(std::function<Value(Vm&)> next, bool unknown_length) {
  auto* it = make<IteratorObj>(types.iterator);
  it->next = std::move(next);
  it->unknown_length = unknown_length;
  return Value::object(it);
}

Value Vm::iterator_over(std::vector<Value> items) {
  return iterator([items = std::move(items), i = size_t(0)](Vm&) mutable { return i < items.size() ? items[i++] : Value(); });
}

static std::string_view last_part(std::string_view dotted) {
  const size_t dot = dotted.rfind('.');
  return dot == std::string_view::npos ? dotted : dotted.substr(dot + 1);
}

Value Vm::native(std::string qualified, NativeFn fn) {
  auto* n = make<NativeObj>(types.builtin);
  n->name = last_part(qualified);
  n->qualified = std::move(qualified);
  n->fn = fn;
  return Value::object(n);
}

Value Vm::native(std::string qualified, std::function<Value(Vm&, Args&)> fn) {
  auto* n = make<NativeObj>(types.builtin);
  n->name = last_part(qualified);
  n->qualified = std::move(qualified);
  n->bound = std::move(fn);
  return Value::object(n);
}

Value Vm::bound_method(Value func, Value self) {
  auto* b = make<BoundMethodObj>(types.method);
  b->func = func;
  b->self = self;
  b->frozen = true;
  return Value::object(b);
}

ClassObj* Vm::new_class(std::string_view module, std::string_view name, std::vector<ClassObj*> bases, Layout layout) {
  auto* c = make<ClassObj>(types.type);
  c->name = c->qualname = name;
  if (bases.empty()) bases.push_back(types.object);
  c->bases = std::move(bases);
  c->mro = {c};
  for (ClassObj* base : c->bases)
    for (ClassObj* b : base->mro) {
      if (b == types.object) continue;
      bool seen = false;
      for (ClassObj* x : c->mro) seen |= x == b;
      if (!seen) c->mro.push_back(b);
    }
  c->mro.push_back(types.object);
  c->metaclass = c->bases[0]->metaclass ? c->bases[0]->metaclass : types.type;
  c->cls = c->metaclass;
  c->native = true;
  c->layout = layout != Layout::Plain ? layout : c->bases[0]->layout;
  c->dict = new_dict();
  c->module_name = str(module);
  if (module == "builtins" && builtins) builtins->dict->map.set(str(name), Value::object(c));
  return c;
}

NativeObj* Vm::define(ClassObj* cls, std::string_view name, NativeFn fn, ClassObj* lifted) {
  std::string qualified = cls->module_name.is_str() ? std::string(text_of(cls->module_name)) : std::string();
  qualified += (qualified.empty() ? "" : ".") + cls->qualname + "." + std::string(name);
  Value v = native(std::move(qualified), fn);
  auto* n = cast<NativeObj>(v);
  n->is_method = true;
  n->lifted_result = lifted;
  cls->dict->map.set(str(name), v);
  return n;
}

NativeObj* Vm::define(ModuleObj* module, std::string_view name, NativeFn fn, ClassObj* lifted) {
  Value v = native(module->name + "." + std::string(name), fn);
  auto* n = cast<NativeObj>(v);
  n->lifted_result = lifted;
  module->dict->map.set(str(name), v);
  return n;
}

void Vm::set_ops(ClassObj* cls, const TypeOps* ops) {
  impl_->own_ops[cls] = ops;
  impl_->ops_cache.clear();
}

const TypeOps* Vm::ops_of(Value v) {
  if (!v.is_object() || impl_->own_ops.empty()) return nullptr;
  ClassObj* cls = type_of(v);
  if (auto it = impl_->ops_cache.find(cls); it != impl_->ops_cache.end()) return it->second;
  const TypeOps* found = nullptr;
  for (ClassObj* c : cls->mro)
    if (auto it = impl_->own_ops.find(c); it != impl_->own_ops.end()) {
      found = it->second;
      break;
    }
  impl_->ops_cache.emplace(cls, found);
  return found;
}

void Vm::retain(Object* object, void (*destroy)(Object*)) { impl_->heap.own(object, destroy); }
uint32_t Vm::births() const { return impl_->heap.births(); }
void Vm::touch(Object* object) { impl_->heap.touch(object); }
ModuleSource& Vm::source() { return impl_->source; }
const Limits& Vm::limits() const { return impl_->limits; }
void Vm::renew_budget() {
  impl_->instructions = 0;
  impl_->deep_work.renew();
  impl_->started = processor_seconds();
  exhausted_ = false;
}

uint64_t Vm::instructions_run() const { return impl_->instructions; }
DictObj* Vm::sys_modules() { return impl_->sys_modules; }
Value Vm::generator_result() const { return impl_->generator_result; }

// ---- exceptions

Value Vm::raise(ClassObj* type, std::string message) {
  InstanceObj* e = new_instance(type);
  e->payload = tuple({str(message)});
  exception_ = Value::object(e);
  return {};
}

Value Vm::raise(Value exception) {
  exception_ = exception;
  return {};
}

bool Vm::raised_is(ClassObj* type) const {
  if (exception_.null() || !exception_.is_object() || !exception_.o->cls) return false;
  return exception_.o->cls->is_subclass_of(type);
}

// ---- knowledge

ClassObj* Vm::type_of(Value v) {
  switch (v.tag) {
    case Tag::None: return types.none;
    case Tag::NotImplemented: return types.not_implemented;
    case Tag::Ellipsis: return types.ellipsis;
    case Tag::Bool: return types.boolean;
    case Tag::Int: return types.integer;
    case Tag::Float: return types.real;
    case Tag::Null: return types.unknown;
    case Tag::Str:
    case Tag::Object: break;
  }
  return v.o->cls ? v.o->cls : types.object;
}

Tri Vm::is_instance(Value v, Value class_or_tuple) {
  if (auto* t = cast<TupleObj>(class_or_tuple)) {
    Tri result = Tri::No;
    for (Value option : t->items) {
      const Tri one = is_instance(v, option);
      if (one == Tri::Yes) return Tri::Yes;
      if (one == Tri::Maybe) result = Tri::Maybe;
    }
    return result;
  }
  auto* cls = cast<ClassObj>(class_or_tuple);
  if (!cls) return Tri::Maybe;
  if (cast<UnknownObj>(v)) return cls == types.object ? Tri::Yes : Tri::Maybe;
  if (auto* u = cast<UnionObj>(v)) {
    bool yes = false, no = false, maybe = false;
    for (Value option : u->options) {
      const Tri one = is_instance(option, class_or_tuple);
      (one == Tri::Yes ? yes : one == Tri::No ? no : maybe) = true;
    }
    if (maybe || (yes && no)) return Tri::Maybe;
    return yes ? Tri::Yes : Tri::No;
  }
  if (v.scalar_type < scalar_classes.size() && scalar_classes[v.scalar_type]) {
    // Of NumPy's scalars only the double is one of Python's numbers; the abstract classes of numbers take them all.
    if (scalar_classes[v.scalar_type]->is_subclass_of(cls)) return Tri::Yes;
    if (cls == types.integer || cls == types.boolean || cls == types.real) return Tri::No;
  }
  ClassObj* type = cls == types.function || cls == types.builtin ? shown_type(*this, v) : type_of(v);
  if (type->is_subclass_of(cls)) return Tri::Yes;
  return type->has_unknown_base ? Tri::Maybe : Tri::No;
}

bool Vm::concrete(Value v) const {
  if (v.tag != Tag::Object) return !v.null();
  switch (v.o->kind) {
    case ObjKind::Sym:
    case ObjKind::Unknown:
    case ObjKind::Union:
    case ObjKind::Tensor: return false;
    default: return true;
  }
}

When Vm::when(Value v) const {
  if (v.tag != Tag::Object) return When::Const;
  switch (v.o->kind) {
    case ObjKind::Sym: return static_cast<SymObj*>(v.o)->when;
    case ObjKind::Unknown: return static_cast<UnknownObj*>(v.o)->when;
    case ObjKind::Tensor: return When::Data;
    case ObjKind::Union: {
      auto* u = static_cast<UnionObj*>(v.o);
      return u->when;
    }
    default: return When::Const;
  }
}

When Vm::when(const Args& args) const {
  When w = args.open_pos || args.open_kw ? When::Unknown : When::Const;
  for (Value v : args.pos) w = interp::join(w, when(v));
  for (const auto& [k, v] : args.kw) w = interp::join(w, when(v));
  return w;
}

OriginId Vm::origin(Value v) const {
  if (v.tag != Tag::Object) return {};
  switch (v.o->kind) {
    case ObjKind::Sym: return static_cast<SymObj*>(v.o)->origin;
    case ObjKind::Unknown: return static_cast<UnknownObj*>(v.o)->origin;
    case ObjKind::Tensor: return static_cast<TensorObj*>(v.o)->origin;
    case ObjKind::Union: {
      for (Value option : static_cast<UnionObj*>(v.o)->options)
        if (OriginId id = origin(option); id.valid()) return id;
      return {};
    }
    default: return {};
  }
}

OriginId Vm::add_origin(std::string note, OriginId previous) {
  origins_.push_back({site(), std::move(note), previous});
  return OriginId{uint32_t(origins_.size() - 1)};
}

Site Vm::site() const {
  if (!frame_ || !frame_->code) return {};
  const auto& code = *frame_->code;
  return {code.file, frame_->current_pc < code.spans.size() ? code.spans[frame_->current_pc] : Span{}};
}

Value Vm::loaded(Value v) { return v.scalar_type == 0 || !observer || !tracing() ? v : observer->loaded_scalar(*this, v); }

Outcome Vm::observe(Observation what) {
  if (!observer || !tracing()) return {};
  if (!what.file.valid()) {
    const Site here = site();
    what.file = here.file;
    what.span = here.span;
  }
  return observer->observe(*this, what);
}

Outcome Vm::observe(Event event, Value subject, std::string api, const char* gb, std::string detail) {
  if (!observer || !tracing()) return {};
  Observation what;
  what.event = event;
  what.subject = subject;
  what.api = std::move(api);
  what.gb = gb;
  what.detail = std::move(detail);
  return observe(std::move(what));
}

namespace {
struct Joining;
}  // namespace

Value Vm::join(Value a, Value b, When when) {
  if (a.null()) return b;
  if (b.null() || a.same(b)) return a;
  auto* ta = cast<TensorObj>(a);
  auto* tb = cast<TensorObj>(b);
  if (ta && tb) {
    TensorObj* t = make<TensorObj>(ta->cls == tb->cls ? ta->cls : ta->cls);
    const uint32_t touched = t->touched, born = t->born;
    *t = *ta;
    t->touched = touched;
    t->born = born;
    if (ta->dtype != tb->dtype) t->dtype = DType::Unknown;
    if (!ta->ranked || !tb->ranked || ta->dims.size() != tb->dims.size()) {
      t->ranked = false;
      t->dims.clear();
    } else {
      for (size_t i = 0; i < t->dims.size(); ++i)
        if (!(t->dims[i] == tb->dims[i])) t->dims[i] = Dim{};
    }
    t->requires_grad |= tb->requires_grad;
    t->region_input |= tb->region_input;
    t->parameter |= tb->parameter;
    if (ta->known != tb->known) t->known.clear();
    if (ta->law != tb->law) t->law = 0;
    return Value::object(t);
  }
  auto* ua = cast<UnknownObj>(a);
  auto* ub = cast<UnknownObj>(b);
  if (ua) return a;
  if (ub) return b;
  const auto scalar_type = [&](Value v) -> ClassObj* {
    if (v.is_number() || v.is_str()) return type_of(v);
    if (cast<SymObj>(v)) return type_of(v);
    return nullptr;
  };
  ClassObj* sa = scalar_type(a);
  ClassObj* sb = scalar_type(b);
  if (sa && sb && sa == sb && (sa != types.str || cast<SymObj>(a) || cast<SymObj>(b))) {
    const When w = interp::join(interp::join(this->when(a), this->when(b)), when);
    OriginId o = origin(a);
    return sym(sa, w, o.valid() ? o : origin(b));
  }
  auto* pa = cast<TupleObj>(a);
  auto* pb = cast<TupleObj>(b);
  if (pa && pb && pa->cls == pb->cls && pa->items.size() == pb->items.size()) {
    const Visit<Joining> visit;
    if (visit.too_far()) return sym(pa->cls, When::Unknown);
    auto* t = make<TupleObj>(pa->cls);
    t->frozen = true;
    for (size_t i = 0; i < pa->items.size(); ++i) t->items.push_back(join(pa->items[i], pb->items[i], when));
    return Value::object(t);
  }
  std::vector<Value> options;
  const auto add = [&](Value v) {
    for (Value& o : options) {
      if (o.same(v)) return;
      if (cast<TensorObj>(o) && cast<TensorObj>(v)) {
        o = join(o, v, when);
        return;
      }
    }
    options.push_back(v);
  };
  When w = when;
  for (Value v : {a, b}) {
    if (auto* u = cast<UnionObj>(v)) {
      w = interp::join(w, u->when);
      for (Value o : u->options) add(o);
    } else {
      add(v);
    }
  }
  if (options.size() == 1) return options[0];
  if (options.size() > UnionObj::kMaxOptions) {
    bool all_str = true;
    for (Value o : options) all_str &= o.is_str();
    if (all_str) return sym(types.str, w);
    auto* u = make<UnknownObj>(types.unknown);
    u->reason = "more than four possible values after branches that are not known";
    u->when = w;
    return Value::object(u);
  }
  auto* u = make<UnionObj>(types.unknown);
  u->options = std::move(options);
  u->when = w;
  u->frozen = true;
  return Value::object(u);
}

}  // namespace graphlift::interp
