// Picks the overload of an operator that a Python call means, by the rules of PyTorch's argument parser.
#include <array>
#include <climits>

#include "analysis/torch/ops/operator.h"
#include "analysis/torch/tensor_class.h"

namespace graphlift::torch {

using interp::cast;
using interp::ObjKind;
using models::Argument;
using models::Schema;
using models::SchemaType;
using models::TypeKind;

namespace {

constexpr int kNo = INT_MAX;
constexpr int kNumberAsTensor = 3;   // a Python number where a tensor is wanted: only when no Scalar overload fits
constexpr int kTensorAsNumber = 10;  // an implicit item()
constexpr int kUnknownFits = 1;

bool is_unknown(Value v) { return v.is_object() && v.o->kind == ObjKind::Unknown; }

bool wants_integer(TypeKind kind) { return kind == TypeKind::Int || kind == TypeKind::SymInt; }
bool wants_number(TypeKind kind) {
  return wants_integer(kind) || kind == TypeKind::Float || kind == TypeKind::Scalar || kind == TypeKind::Complex ||
         kind == TypeKind::Bool || kind == TypeKind::SymBool;
}

int sum(int a, int b) { return a == kNo || b == kNo ? kNo : a + b; }

int element_cost(Vm& vm, const SchemaType& type, Value v) {
  State& st = state(vm);
  v = unwrap(v);
  if (v.null()) return 0;
  if (v.is_none()) return type.optional || type.element_optional ? 0 : kNo;
  if (is_unknown(v)) return kUnknownFits;
  if (v.is_object() && v.o->kind == ObjKind::Union) {
    int best = kNo;
    for (Value option : cast<interp::UnionObj>(v)->options) best = std::min(best, element_cost(vm, type, option));
    return best;
  }
  TensorObj* t = as_tensor(v);
  switch (type.kind) {
    case TypeKind::Tensor:
      if (t) return 0;
      return is_scalar(vm, v) ? kNumberAsTensor : kNo;
    case TypeKind::Int:
    case TypeKind::SymInt:
      if (t) return kTensorAsNumber;
      if (is_integer(vm, v)) return 0;
      return v.is_object() && v.o->cls && !sequence_items(v) && !vm.find_in_class(v.o->cls, vm.intern("__index__")).null() ? 0 : kNo;
    case TypeKind::Float:
      if (t) return kTensorAsNumber;
      return is_real(vm, v) ? 0 : kNo;
    case TypeKind::Scalar:
    case TypeKind::Complex:
      if (t) return kTensorAsNumber;
      return is_scalar(vm, v) ? 0 : kNo;
    case TypeKind::Bool:
    case TypeKind::SymBool:
      if (v.is_bool()) return 0;
      if (auto* sym = cast<SymObj>(v)) return sym->cls == vm.types.boolean ? 0 : kNo;
      return kNo;
    case TypeKind::Str: {
      if (v.is_str()) return 0;
      auto* sym = cast<SymObj>(v);
      return sym && sym->cls == vm.types.str ? 0 : kNo;
    }
    case TypeKind::ScalarType: {
      bool ok = false;
      (void)dtype_of(vm, v, &ok);
      return ok || (v.is_object() && v.o->cls == st.dtype) ? 0 : kNo;
    }
    case TypeKind::Layout: return v.is_object() && v.o->cls == st.layout ? 0 : kNo;
    case TypeKind::Device:
      return v.is_str() || v.is_int() || (v.is_object() && (v.o->cls == st.device || v.o->cls == vm.types.str)) ? 0 : kNo;
    case TypeKind::MemoryFormat: return v.is_object() && v.o->cls == st.memory_format ? 0 : kNo;
    case TypeKind::Generator: return v.is_object() && v.o->cls == st.generator ? 0 : kNo;
    case TypeKind::Dimname: return kNo;
    default: return 0;
  }
}

int cost(Vm& vm, const SchemaType& type, Value v) {
  if (v.null()) return 0;
  v = unwrap(v);
  if (!type.list) return element_cost(vm, type, v);
  if (v.is_none()) return type.optional ? 0 : kNo;
  if (is_unknown(v)) return kUnknownFits;
  if (v.is_object() && v.o->kind == ObjKind::Union) {
    int best = kNo;
    for (Value option : cast<interp::UnionObj>(v)->options) best = std::min(best, cost(vm, type, option));
    return best;
  }
  if (const auto* items = sequence_items(v)) {
    int total = 0;
    size_t looked = 0;
    for (Value item : *items) {
      total = sum(total, element_cost(vm, type, item));
      if (total == kNo || ++looked == 8) break;
    }
    return total;
  }
  if (as_tensor(v)) return type.kind == TypeKind::Tensor ? 2 : kTensorAsNumber;
  if (type.list_size > 0) return element_cost(vm, type, v);
  if (auto* sym = cast<SymObj>(v))
    return sym->cls->is_subclass_of(vm.types.tuple) || sym->cls->is_subclass_of(vm.types.list) ? kUnknownFits : kNo;
  return kNo;
}

// Names that NumPy's and older code's callers use instead of the schema's.
constexpr std::array<std::pair<std::string_view, std::string_view>, 7> kAliases{
    {{"input", "self"}, {"axis", "dim"}, {"axes", "dims"}, {"keepdims", "keepdim"}, {"x", "self"}, {"x2", "other"}, {"axis", "dims"}}};

int keyword_index(const Schema& schema, std::string_view name) {
  auto direct = [&](std::string_view wanted) {
    for (size_t i = 0; i < schema.arguments.size(); ++i)
      if (schema.arguments[i].name == wanted) return int(i);
    return -1;
  };
  int at = direct(name);
  for (size_t i = 0; at < 0 && i < kAliases.size(); ++i)
    if (kAliases[i].first == name) at = direct(kAliases[i].second);
  return at;
}

// Keywords that the Python bindings add to every factory.
bool tolerated_keyword(std::string_view name) {
  return name == "requires_grad" || name == "out" || name == "names" || name == "pin_memory" || name == "layout" || name == "device" ||
         name == "dtype" || name == "generator" || name == "memory_format";
}

struct Binding {
  int cost = kNo;
  std::vector<Value> values;
  std::vector<Value> out;
  bool requires_grad = false;
};

Binding bind_one(Vm& vm, const Schema& schema, const Args& args, bool method) {
  Binding binding;
  size_t positional = 0;
  for (const Argument& a : schema.arguments) {
    if (a.type.kind == TypeKind::Dimname) return binding;
    if (!a.keyword_only) ++positional;
  }
  binding.values.assign(schema.arguments.size(), Value());
  size_t self = method ? 1 : 0;
  size_t given = args.pos.size();
  // f(2, 3) for f([2, 3]) where the list is the only positional argument.
  if (given > self && positional == self + 1 && given >= positional) {
    const SchemaType& type = schema.arguments[self].type;
    if (type.list && wants_integer(type.kind)) {
      Value first = unwrap(args.pos[self]);
      if (!sequence_items(first) && !(given == positional && is_unknown(first))) {
        std::vector<Value> items(args.pos.begin() + ptrdiff_t(self), args.pos.end());
        for (size_t i = 0; i < self; ++i) binding.values[i] = args.pos[i];
        binding.values[self] = vm.tuple(std::move(items));
        given = 0;
      }
    }
  }
  if (given > positional) return binding;
  for (size_t i = 0; i < given; ++i) binding.values[i] = args.pos[i];
  for (const auto& [key, value] : args.kw) {
    if (key->text == "out") {
      if (const auto* items = sequence_items(value)) {
        binding.out = *items;
      } else if (!value.is_none()) {
        binding.out = {value};
      }
      continue;
    }
    int at = keyword_index(schema, key->text);
    if (at >= 0 && binding.values[size_t(at)].null()) {
      binding.values[size_t(at)] = value;
    } else if (key->text == "requires_grad") {
      binding.requires_grad = value.is_bool() && value.b;
    } else if (at >= 0 || !tolerated_keyword(key->text)) {
      return binding;
    }
  }
  int total = 0;
  for (size_t i = 0; i < schema.arguments.size(); ++i) {
    const Argument& a = schema.arguments[i];
    Value v = binding.values[i];
    if (v.null()) {
      bool needed = !a.has_default && !(a.type.optional && a.keyword_only);
      if (needed && !args.open_pos && !args.open_kw) return binding;
      continue;
    }
    // The Python signatures spell some required arguments as optional: to(device=None), sum(dim=None).
    if (v.is_none() && a.has_default) continue;
    total = sum(total, cost(vm, a.type, v));
    if (total == kNo) return binding;
  }
  binding.cost = total;
  return binding;
}

// Makes an argument what the schema asks for: alternatives are narrowed, tensors are read where a number is wanted.
Value convert(OpCall& call, const SchemaType& type, Value v, bool& observed) {
  Vm& vm = call.vm;
  if (v.is_object() && v.o->kind == ObjKind::Union) {
    Value best = v;
    int least = kNo;
    for (Value option : cast<interp::UnionObj>(v)->options) {
      int c = option.is_none() ? kNo : cost(vm, type, option);
      if (c < least) {
        least = c;
        best = option;
      }
    }
    v = best;
  }
  if (!wants_number(type.kind)) return v;
  if (TensorObj* t = as_tensor(v)) {
    if (auto known = readable_number(vm, t)) return is_floating(t->dtype) ? Value::real(*known) : Value::integer(int64_t(*known));
    if (comes_in_as_scalar(t)) return is_floating(t->dtype) ? Value::real(t->known[0]) : Value::integer(int64_t(t->known[0]));
    When when = When::PyInput;
    if (call.st.constants.contains(t)) {
      when = When::Shape;  // made of Python numbers that are not known here
    } else if (!observed && !takes_tensor_as_number(call.schema->name)) {
      interp::Outcome outcome =
          vm.observe(Event::ImplicitScalar, v, call.qualified, "GB0033", "a tensor is passed where a number is wanted");
      observed = outcome.broke;  // one break a call
      if (outcome.traced) when = outcome.result;
    } else if (vm.tracing()) {
      when = When::Data;
    }
    bool integral = wants_integer(type.kind) || is_integral(t->dtype, true);
    return vm.sym(integral ? vm.types.integer : vm.types.real, when, vm.origin(v));
  }
  if (type.list) {
    const auto* items = sequence_items(v);
    if (!items) return v;
    bool any = false;
    for (Value item : *items) any |= as_tensor(item) != nullptr || (item.is_object() && item.o->kind == ObjKind::Union);
    if (!any) return v;
    SchemaType element = type;
    element.list = false;
    std::vector<Value> converted;
    for (Value item : std::vector<Value>(*items)) converted.push_back(convert(call, element, item, observed));
    return vm.tuple(std::move(converted));
  }
  return v;
}

}  // namespace

bool bind_operator(OpCall& call, std::span<const Schema> overloads, Args& args, bool method) {
  Vm& vm = call.vm;
  Binding best;
  const Schema* chosen = nullptr;
  for (const Schema& schema : overloads) {
    if (schema.script_only) continue;
    bool has_out = false;
    for (const Argument& a : schema.arguments) has_out |= a.is_out();
    if (has_out) continue;  // out= is bound to the functional overload and written afterwards
    Binding binding = bind_one(vm, schema, args, method);
    if (binding.cost < best.cost) {
      best = std::move(binding);
      chosen = &schema;
    }
  }
  if (!chosen) {
    // What is not known may well be of a type that fits: the result is then some tensor.
    call.open_arguments = args.open_pos || args.open_kw;
    auto look = [&](Value v) {
      v = unwrap(v);
      call.open_arguments |= v.is_object() && !as_tensor(v) && !vm.concrete(v);
      if (const auto* items = sequence_items(v))
        for (Value item : *items) call.open_arguments |= item.is_object() && !as_tensor(item) && !vm.concrete(item);
    };
    for (Value v : args.pos) look(v);
    for (const auto& [key, v] : args.kw) look(v);
    if (call.open_arguments) return false;
    vm.raise(vm.types.type_error, call.qualified + "() received an invalid combination of arguments");
    return false;
  }
  call.schema = chosen;
  call.values = std::move(best.values);
  call.out = std::move(best.out);
  call.requires_grad_requested = best.requires_grad;
  call.incomplete = args.open_pos || args.open_kw;
  bool observed = false;
  for (size_t i = 0; i < call.values.size(); ++i)
    if (!call.values[i].null()) call.values[i] = convert(call, chosen->arguments[i].type, call.values[i], observed);
  return true;
}

}  // namespace graphlift::torch
