#include "analysis/rules/fact_recorder.h"

#include "analysis/interp/frame.h"
#include "analysis/interp/tensor.h"
#include "models/operators.h"

namespace graphlift::rules {
namespace {

using namespace interp;
using lower::Op;

constexpr const char* kDTypes[] = {"?",          "bool",          "uint8",       "int8",     "int16",   "int32",   "int64",     "uint16",
                                   "uint32",     "uint64",        "float16",     "bfloat16", "float32", "float64", "complex32", "complex64",
                                   "complex128", "float8_e4m3fn", "float8_e5m2", "qint8",    "quint8",  "qint32",  "?",         "?"};

std::string callee_name(Value v) {
  if (const auto* bound = cast<BoundMethodObj>(v)) v = bound->func;
  if (const auto* native = cast<NativeObj>(v)) return native->qualified;
  if (const auto* function = cast<FunctionObj>(v))
    return (function->module ? function->module->name + "." : std::string()) + function->code->qualname;
  if (const auto* cls = cast<ClassObj>(v))
    return (cls->module_name.is_str() ? std::string(text_of(cls->module_name)) + "." : std::string()) + cls->qualname;
  return {};
}

uint32_t kind_of_class(Vm& vm, const ClassObj* cls) {
  if (cls == vm.types.boolean) return kBoolKind;
  if (cls == vm.types.integer) return kIntKind;
  if (cls == vm.types.real) return kFloatKind;
  if (cls == vm.types.str) return kTextKind;
  return kObjectKind;
}

void tensor_fact(ValueFact& out, const TensorObj& tensor) {
  out.kinds = tensor.ndarray ? kArrayKind : kTensorKind;
  out.dtype = kDTypes[static_cast<size_t>(tensor.dtype)];
  out.ranked = tensor.ranked;
  if (tensor.ranked)
    for (const Dim& dim : tensor.dims) {
      out.dims.push_back(dim.known() ? dim.size : -1);
      out.symbols.push_back(dim.known() ? 0 : dim.symbol);
    }
  out.random = tensor.rng;
  out.requires_grad = tensor.requires_grad;
  out.parameter = tensor.parameter;
  out.region_input = tensor.region_input;
  out.when = When::Data;
}

std::string escaped(std::string_view text) {
  std::string out = "'";
  for (const char c : text) {
    if (c == '\'' || c == '\\') out += '\\';
    if (c == '\n') out += "\\n";
    else out += c;
  }
  return out + "'";
}

ValueFact fact_of(Vm& vm, Value v) {
  ValueFact out;
  out.seen = 1;
  switch (v.tag) {
    case Tag::Null: out.kinds = kUnknownKind; return out;
    case Tag::None:
      out.kinds = kNoneKind;
      out.constant = "None";
      return out;
    case Tag::Bool:
      out.kinds = kBoolKind;
      out.constant = v.b ? "True" : "False";
      return out;
    case Tag::Int:
      out.kinds = kIntKind;
      out.constant = std::to_string(v.i);
      return out;
    case Tag::Float: {
      out.kinds = kFloatKind;
      const Value text = vm.to_text(v, true);
      vm.clear_exception();
      if (text.is_str()) out.constant = text_of(text);
      return out;
    }
    case Tag::Str:
      out.kinds = kTextKind;
      if (text_of(v).size() < 200) out.constant = escaped(text_of(v));
      return out;
    case Tag::Object: break;
    default: out.kinds = kObjectKind; return out;
  }
  if (const auto* tensor = cast<TensorObj>(v)) {
    tensor_fact(out, *tensor);
    return out;
  }
  switch (v.o->kind) {
    case ObjKind::Sym: {
      const auto* sym = static_cast<SymObj*>(v.o);
      out.kinds = kind_of_class(vm, sym->cls);
      out.random = sym->rng;
      out.when = sym->when;
      break;
    }
    case ObjKind::Union:
      out = {};
      for (const Value option : static_cast<UnionObj*>(v.o)->options) join(out, fact_of(vm, option));
      out.constant.clear();
      out.seen = 1;
      break;
    case ObjKind::Tuple:
    case ObjKind::List:
    case ObjKind::Set:
    case ObjKind::Range: out.kinds = kSequenceKind; break;
    case ObjKind::Dict: out.kinds = kMappingKind; break;
    case ObjKind::Function:
    case ObjKind::Native:
    case ObjKind::BoundMethod:
    case ObjKind::Class:
      out.kinds = kCallableKind;
      out.callee = callee_name(v);
      break;
    case ObjKind::Unknown:
    case ObjKind::LazyImport: out.kinds = kUnknownKind; break;
    default: out.kinds = kObjectKind; break;
  }
  if (out.kinds == kObjectKind && v.o->cls)
    out.callee = (v.o->cls->module_name.is_str() ? std::string(text_of(v.o->cls->module_name)) + "." : std::string()) + v.o->cls->qualname;
  return out;
}

bool gives_value(Op op) {
  switch (op) {
    case Op::LoadConst:
    case Op::LoadFast:
    case Op::LoadName:
    case Op::LoadGlobal:
    case Op::LoadDeref:
    case Op::LoadClassDeref:
    case Op::LoadAttr:
    case Op::LoadSubscr:
    case Op::Unary:
    case Op::Binary:
    case Op::Compare:
    case Op::BuildTuple:
    case Op::BuildList:
    case Op::BuildSet:
    case Op::BuildMap:
    case Op::BuildString:
    case Op::FormatValue:
    case Op::Call:
    case Op::CallEx: return true;
    default: return false;
  }
}

StoreFact store_fact(Value old_value, Value new_value) {
  StoreFact out;
  out.seen = 1;
  out.had_value = !old_value.null();
  const auto* before = cast<TensorObj>(old_value);
  const auto* after = cast<TensorObj>(new_value);
  out.tensors = before && after;
  if (!out.tensors) {
    out.same_shape = out.same_dtype = false;
    return out;
  }
  out.same_dtype = before->dtype == after->dtype && before->dtype != DType::Unknown;
  out.same_shape = before->ranked && after->ranked && before->dims.size() == after->dims.size();
  for (size_t i = 0; out.same_shape && i < before->dims.size(); ++i) {
    const Dim &a = before->dims[i], &b = after->dims[i];
    out.same_shape = a.known() ? a.size == b.size : !b.known() && a.symbol != 0 && a.symbol == b.symbol;
  }
  return out;
}

// What an operator or function of the framework does, by its qualified name.
uint32_t effect_of_native(std::string_view qualified) {
  if (!qualified.starts_with("torch.")) return 0;
  const std::string_view name = qualified.substr(qualified.rfind('.') + 1);
  uint32_t out = 0;
  for (const models::Schema& schema : models::find_operator(name)) {
    if (schema.has(models::kNondeterministicSeeded)) out |= kRandomNumbers;
    if (schema.has(models::kInplace)) out |= kWritesTensor;
  }
  return out;
}

uint32_t effect_of_event(Event event) {
  switch (event) {
    case Event::AttributeStore: return kWritesAttribute;
    case Event::GlobalStore: return kWritesGlobal;
    case Event::ContainerStore: return kWritesContainer;
    case Event::InplaceInput: return kWritesTensor;
    case Event::OpaqueCall: return kUnknownEffect;
    case Event::SideEffect:
    case Event::Import:
    case Event::ClassDefinition:
    case Event::SkippedCall: return kHostEffect;
    default: return 0;
  }
}

}  // namespace

bool FactRecorder::wants(const lower::Code& code) {
  const auto [at, fresh] = wanted_files_.emplace(code.file.index, false);
  if (fresh) at->second = wanted_(code.file);
  return at->second;
}

void FactRecorder::about_to_run(Vm& vm, const Frame& frame) {
  const lower::Instr& instr = frame.code->instrs[frame.current_pc];
  const auto key = Facts::key(frame.code->file.index, frame.code->spans[frame.current_pc]);
  if (instr.op == Op::StoreFast) {
    join(facts.stores[key][frame.code->locals[instr.a]], store_fact(frame.path.locals[instr.a], frame.path.stack.back()));
    return;
  }
  if (instr.op != Op::PopJumpIfFalse && instr.op != Op::PopJumpIfTrue && instr.op != Op::JumpIfFalseOrPop &&
      instr.op != Op::JumpIfTrueOrPop)
    return;
  if (vm.when(frame.path.stack.back()) != When::Data) return;
  join(facts.values[key], fact_of(vm, frame.path.stack.back()));
  auto& names = facts.locals[key];
  for (size_t i = 0; i < frame.code->locals.size() && i < frame.path.locals.size(); ++i) {
    ValueFact fact = fact_of(vm, frame.path.locals[i]);
    join(names[frame.code->locals[i]], fact);
  }
}

void FactRecorder::ran(Vm& vm, const Frame& frame, Value result) {
  if (!gives_value(frame.code->instrs[frame.current_pc].op)) return;
  join(facts.values[Facts::key(frame.code->file.index, frame.code->spans[frame.current_pc])], fact_of(vm, result));
}

void FactRecorder::mark(Vm& vm, uint32_t bits, Value subject) {
  if (bits == 0) return;
  const Frame* callee = nullptr;
  for (const Frame* f = vm.frame(); f; callee = f, f = f->caller) {
    if (callee && subject.is_object())
      if (const auto began = births_.find(callee); began != births_.end() && subject.o->born >= began->second) return;
    if (f->current_pc < f->code->spans.size() && wants(*f->code))
      facts.effect_bits[Facts::key(f->code->file.index, f->code->spans[f->current_pc])] |= bits;
    if (f->region_root) break;
  }
}

Outcome FactRecorder::observe(Vm& vm, const Observation& what) {
  mark(vm, effect_of_event(what.event), what.subject);
  return next_.observe(vm, what);
}

Outcome FactRecorder::native_call(Vm& vm, NativeObj* native, Args& args) {
  const Outcome out = next_.native_call(vm, native, args);
  const uint32_t bits = effect_of_native(native->qualified) | (out.broke ? kHostEffect : 0u);
  mark(vm, bits, (bits & kWritesTensor) != 0 && !args.pos.empty() ? args.pos[0] : Value());
  return out;
}

}  // namespace graphlift::rules
