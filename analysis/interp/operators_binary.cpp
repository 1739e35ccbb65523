// Binary operators: built-in operands, models' TypeOps, user classes, and operands that are not known.
#include <algorithm>
#include <string>

#include "analysis/interp/interval.h"
#include "analysis/interp/types_support.h"

namespace graphlift::interp {

using syntax::BinaryOp;

Value number_binary(Vm& vm, BinaryOp op, Value left, Value right);              // operators_arithmetic.cpp
Value set_binary(Vm& vm, BinaryOp op, Value left, Value right, bool in_place);  // types_set.cpp

std::string_view operator_text(BinaryOp op) {
  static constexpr std::string_view kText[] = {"+", "-", "*", "@", "/", "%", "** or pow()", "<<", ">>", "|", "^", "&", "//"};
  return kText[size_t(op)];
}

std::string dunder_of(BinaryOp op, bool reflected, bool in_place) {
  static constexpr std::string_view kNames[] = {"add",    "sub",    "mul", "matmul", "truediv", "mod",     "pow",
                                                "lshift", "rshift", "or",  "xor",    "and",     "floordiv"};
  std::string name = "__";
  if (reflected) name += 'r';
  if (in_place) name += 'i';
  name += kNames[size_t(op)];
  return name + "__";
}

namespace {

constexpr size_t kMaxRepeat = size_t(1) << 20;  // longer results are not spelled out

// bytes or a bytearray, as MODEL is.
Value bytes_like(Vm& vm, const BytesObj* model, std::string data) {
  const Value out = vm.bytes(std::move(data));
  out.o->cls = model->cls;
  out.o->frozen = model->frozen;
  return out;
}

Value repeat(Vm& vm, Value sequence, int64_t count, bool in_place) {
  const auto n = size_t(count < 0 ? 0 : count);
  if (sequence.is_str()) {
    const std::string_view text = text_of(sequence);
    if (text.size() * n > kMaxRepeat) return vm.sym(vm.types.str, When::Const);
    std::string out;
    out.reserve(text.size() * n);
    for (size_t i = 0; i < n; ++i) out += text;
    return vm.str(out);
  }
  if (auto* b = cast<BytesObj>(sequence)) {
    if (b->data.size() * n > kMaxRepeat) return vm.sym(b->cls, When::Const);
    std::string out;
    for (size_t i = 0; i < n; ++i) out += b->data;
    return bytes_like(vm, b, std::move(out));
  }
  if (auto* t = cast<TupleObj>(sequence)) {
    if (t->items.size() * n > kMaxRepeat) return vm.sym(vm.types.tuple, When::Const);
    std::vector<Value> items;
    items.reserve(t->items.size() * n);
    for (size_t i = 0; i < n; ++i) items.insert(items.end(), t->items.begin(), t->items.end());
    return tuple_like(vm, t, std::move(items));
  }
  auto* list = cast<ListObj>(sequence);
  Collected out;
  if (list->open || list->items.size() * n > kMaxRepeat) {
    out.open = n != 0;
    out.rest = list->rest;
    if (n != 0) out.items = list->items;
    for (Value v : list->items) out.rest = vm.join(out.rest, v, When::Unknown);
  } else {
    for (size_t i = 0; i < n; ++i) out.items.insert(out.items.end(), list->items.begin(), list->items.end());
  }
  if (!in_place) return list_of(vm, std::move(out));
  mutating(vm, list);
  list->items = std::move(out.items);
  list->open = out.open;
  list->rest = out.rest;
  return sequence;
}

Value repeat_unknown(Vm& vm, Value sequence, Value count) {
  if (auto* list = cast<ListObj>(sequence)) {
    Collected out;
    out.open = true;
    out.rest = list->rest;
    for (Value v : list->items) out.rest = vm.join(out.rest, v, When::Unknown);
    return list_of(vm, std::move(out));
  }
  return sym_like(vm, vm.type_of(sequence), {count});
}

bool is_sequence(Value v) { return v.is_str() || cast<TupleObj>(v) || cast<ListObj>(v) || cast<BytesObj>(v); }

// A type used in a union annotation: `int | None`, `list[int] | str`. A native may stand for a class of a C module.
bool is_type_like(Vm& vm, Value v) {
  return cast<ClassObj>(v) || cast<NativeObj>(v) || v.is_none() || vm.type_of(v) == vm.types.generic_alias ||
         vm.type_of(v) == vm.types.union_type;
}

Value concatenate(Vm& vm, Value left, Value right, Value original_left, bool in_place) {
  if (left.is_str() && right.is_str()) {
    std::string out(text_of(left));
    out += text_of(right);
    return out.size() > kMaxRepeat ? vm.sym(vm.types.str, When::Const) : vm.str(out);
  }
  if (auto* list = cast<ListObj>(left)) {
    if (in_place) return extend_list(vm, list, right) ? original_left : Value();
    if (auto* other = cast<ListObj>(right)) {
      const bool spelled = !list->open && list->items.size() + other->items.size() <= kMaxRepeat;
      Collected out{list->items, !spelled || other->open, list->rest};
      if (spelled) {
        out.items.insert(out.items.end(), other->items.begin(), other->items.end());
      } else {
        for (Value v : other->items) out.rest = vm.join(out.rest, v, When::Unknown);
      }
      out.rest = vm.join(out.rest, other->rest, When::Unknown);
      return list_of(vm, std::move(out));
    }
    if (const auto* s = cast<SymObj>(right); s && s->cls == vm.types.list) {
      Collected out{list->items, true, list->rest};
      return list_of(vm, std::move(out));
    }
    return Value::not_implemented();
  }
  if (auto* tuple = cast<TupleObj>(left)) {
    if (auto* other = cast<TupleObj>(right)) {
      if (tuple->items.size() + other->items.size() > kMaxRepeat) return vm.sym(vm.types.tuple, When::Const);
      std::vector<Value> items = tuple->items;
      items.insert(items.end(), other->items.begin(), other->items.end());
      return tuple_like(vm, tuple->cls->item_type ? tuple : other, std::move(items));
    }
    return Value::not_implemented();
  }
  if (auto* bytes = cast<BytesObj>(left)) {
    if (auto* other = cast<BytesObj>(right)) return bytes_like(vm, bytes, bytes->data + other->data);
  }
  return Value::not_implemented();
}

// What an operator gives on built-in types when at least one operand is abstract; null: not supported.
ClassObj* abstract_result(Vm& vm, BinaryOp op, ClassObj* left, ClassObj* right) {
  const auto rank = [&](ClassObj* c) {
    return c == vm.types.boolean                 ? 0
           : c->is_subclass_of(vm.types.integer) ? 1
           : c->is_subclass_of(vm.types.real)    ? 2
           : c->is_subclass_of(vm.types.complex) ? 3
                                                 : -1;
  };
  const auto text = [&](ClassObj* c) { return c->is_subclass_of(vm.types.str); };
  const int a = rank(left), b = rank(right);
  ClassObj* const by_rank[] = {vm.types.integer, vm.types.integer, vm.types.real, vm.types.complex};
  if (a >= 0 && b >= 0) {
    const int top = a > b ? a : b;
    switch (op) {
      case BinaryOp::MatMul: return nullptr;
      case BinaryOp::Div: return top == 3 ? vm.types.complex : vm.types.real;
      case BinaryOp::LShift:
      case BinaryOp::RShift: return top <= 1 ? vm.types.integer : nullptr;
      case BinaryOp::BitAnd:
      case BinaryOp::BitOr:
      case BinaryOp::BitXor: return top == 0 ? vm.types.boolean : top == 1 ? vm.types.integer : nullptr;
      case BinaryOp::Mod:
      case BinaryOp::FloorDiv: return top == 3 ? nullptr : by_rank[top];
      default: return by_rank[top];
    }
  }
  if (text(left) && op == BinaryOp::Mod) return vm.types.str;
  if (op == BinaryOp::Add) {
    if (text(left) && text(right)) return vm.types.str;
    for (ClassObj* c : {vm.types.bytes, vm.types.tuple, vm.types.list})
      if (left->is_subclass_of(c) && right->is_subclass_of(c)) return c;
  }
  if (op == BinaryOp::Mul) {
    for (ClassObj* c : {vm.types.str, vm.types.bytes, vm.types.tuple, vm.types.list}) {
      if (left->is_subclass_of(c) && (b == 0 || b == 1)) return c;
      if (right->is_subclass_of(c) && (a == 0 || a == 1)) return c;
    }
  }
  if (op == BinaryOp::BitOr && left->is_subclass_of(vm.types.dict) && right->is_subclass_of(vm.types.dict)) return vm.types.dict;
  const bool set_op = op == BinaryOp::BitOr || op == BinaryOp::BitAnd || op == BinaryOp::BitXor || op == BinaryOp::Sub;
  if (set_op)
    for (ClassObj* c : {vm.types.set, vm.types.frozenset})
      if (left->is_subclass_of(c) && (right->is_subclass_of(vm.types.set) || right->is_subclass_of(vm.types.frozenset))) return c;
  return nullptr;
}

// x - x, x * 0 and the like, where the answer does not hang on what x is.
Value simplify(Vm& vm, BinaryOp op, Value left, Value right) {
  const auto* a = cast<SymObj>(left);
  const auto* b = cast<SymObj>(right);
  const auto integer = [&](const SymObj* s) { return s->cls == vm.types.integer; };
  if (a && b && integer(a) && integer(b) && (a == b || (a->symbol != 0 && a->symbol == b->symbol))) {
    if (op == BinaryOp::Sub || op == BinaryOp::BitXor) return Value::integer(0);
    if (op == BinaryOp::BitAnd || op == BinaryOp::BitOr) return left;
  }
  if (a && integer(a) && right.is_int()) {
    const int64_t k = right.i;
    if (k == 0 && (op == BinaryOp::Add || op == BinaryOp::Sub)) return left;
    if (k == 0 && (op == BinaryOp::Mul || op == BinaryOp::BitAnd)) return right;
    if (k == 0 && op == BinaryOp::Pow) return Value::integer(1);
    if (k == 1 && (op == BinaryOp::Mul || op == BinaryOp::FloorDiv || op == BinaryOp::Pow)) return left;
    if (k == 1 && op == BinaryOp::Mod) return Value::integer(0);
  }
  if (b && integer(b) && left.is_int()) {
    if (left.i == 0 && op == BinaryOp::Add) return right;
    if (left.i == 0 && op == BinaryOp::Mul) return left;
    if (left.i == 1 && op == BinaryOp::Mul) return right;
  }
  return {};
}

Value abstract_binary(Vm& vm, BinaryOp op, Value left, Value right) {
  const bool divides = op == BinaryOp::Div || op == BinaryOp::FloorDiv || op == BinaryOp::Mod;
  if (divides && cast<SymObj>(left) && right.is_number() && right.as_float() == 0 &&
      abstract_result(vm, op, vm.type_of(left), vm.type_of(right)) && !vm.type_of(left)->is_subclass_of(vm.types.str))
    return vm.raise(vm.types.zero_division_error, "division by zero");
  const Value simple = simplify(vm, op, left, right);
  if (!simple.null()) return simple;
  for (Value v : {left, right}) {
    if (!cast<UnknownObj>(v)) continue;
    const Value other = v.same(left) ? right : left;
    const bool text = is_plain_str(other) || (cast<SymObj>(other) && vm.type_of(other)->is_subclass_of(vm.types.str));
    if (text && (op == BinaryOp::Add || (op == BinaryOp::Mod && other.same(left)))) return sym_like(vm, vm.types.str, {left, right});
    return v;
  }
  if (ClassObj* type = abstract_result(vm, op, vm.type_of(left), vm.type_of(right)))
    return within(vm, sym_like(vm, type, {left, right}), interval_of_binary(op, interval_of(vm, left), interval_of(vm, right)));
  return Value::not_implemented();
}

// The part of the operator that the type of `self` answers beyond built-in behaviour.
Value from_side(Vm& vm, BinaryOp op, Value self, Value left, Value right, bool reflected, bool in_place) {
  if (!self.is_object()) return Value::not_implemented();
  const Value other = reflected ? left : right;
  const TypeOps* ops = vm.ops_of(self);
  const bool by_ops = ops && ops->binary;
  if (in_place && !reflected) {
    const std::string name = dunder_of(op, false, true);
    if (const Value found = override_of(vm, self, name, by_ops); !found.null()) {
      const Value result = call_override(vm, found, self, name, {other});
      if (result.tag != Tag::NotImplemented) return result;
    }
  }
  const std::string name = dunder_of(op, reflected, false);
  if (const Value found = override_of(vm, self, name, by_ops); !found.null()) return call_override(vm, found, self, name, {other});
  if (by_ops) return ops->binary(vm, op, left, right, in_place);
  return Value::not_implemented();
}

// What a sequence says of an operand that it cannot be joined with or repeated by; empty when it has nothing to say.
std::string sequence_failure(Vm& vm, BinaryOp op, Value left, Value right) {
  const Value l = plain(left), r = plain(right);
  if (op == BinaryOp::Add && is_sequence(l)) {
    if (cast<BytesObj>(l)) return "can't concat " + type_name(vm, right) + " to " + type_name(vm, left);
    const std::string name = l.is_str() ? "str" : cast<TupleObj>(l) ? "tuple" : "list";
    return "can only concatenate " + name + " (not \"" + type_name(vm, right) + "\") to " + name;
  }
  if (op == BinaryOp::Mul && (is_sequence(l) || is_sequence(r)))
    return "can't multiply sequence by non-int of type '" + type_name(vm, is_sequence(l) ? right : left) + "'";
  return {};
}

}  // namespace

Value native_binary(Vm& vm, BinaryOp op, Value left, Value right, bool in_place) {
  const Value l = plain(left), r = plain(right);
  Value result = number_binary(vm, op, l, r);
  if (result.tag != Tag::NotImplemented) return result;
  switch (op) {
    case BinaryOp::Add: result = concatenate(vm, l, r, left, in_place); break;
    case BinaryOp::Mul:
      for (int side = 0; side < 2; ++side) {
        const Value sequence = side == 0 ? l : r, count = side == 0 ? r : l;
        if (!is_sequence(sequence)) continue;
        const auto* s = cast<SymObj>(count);
        if (s && s->cls->is_subclass_of(vm.types.integer)) {
          uses_number(vm, count, NumberUse::Repeat);
          return repeat_unknown(vm, sequence, count);
        }
        if (!count.is_integral()) continue;
        const bool list_in_place = in_place && side == 0 && cast<ListObj>(l);
        const Value repeated = repeat(vm, sequence, count.as_int(), list_in_place);
        return list_in_place ? left : repeated;
      }
      break;
    case BinaryOp::Mod:
      if (l.is_str() || cast<BytesObj>(l)) return format_percent(vm, l, right);
      break;
    case BinaryOp::BitOr:
      if (auto* a = cast<DictObj>(l)) {
        if (in_place) return dict_update(vm, a, right) ? left : Value();
        if (!cast<DictObj>(r)) break;
        DictObj* merged = copy_dict(vm, a);
        return dict_update(vm, merged, right) ? Value::object(merged) : Value();
      }
      if (is_type_like(vm, l) && is_type_like(vm, r) && !(l.is_none() && r.is_none())) return make_type_union(vm, l, r);
      [[fallthrough]];
    case BinaryOp::BitAnd:
    case BinaryOp::BitXor:
    case BinaryOp::Sub: result = set_binary(vm, op, left, right, in_place); break;
    default: break;
  }
  return result;
}

namespace {

// An instance of a Python class that a graph has no proxy for: no number, and nothing that speaks for itself by __torch_function__.
bool is_plain_instance(Vm& vm, Value v) {
  const auto* object = cast<InstanceObj>(v);
  if (!object || !vm.concrete(v) || !plain(v).same(v) || object->cls->native || object->cls->has_unknown_base) return false;
  return vm.find_in_class(object->cls, vm.intern("__torch_function__")).null();
}

// Arithmetic with a NumPy scalar gives one, of the type that the result has.
Value scalar_result(const Vm& vm, Value left, Value right, Value result) {
  if (!result.is_number()) return result;
  for (const Value side : {left, right}) {
    if (side.scalar_type == 0 || side.tag != result.tag) continue;
    result.scalar_type = std::max(result.scalar_type, side.scalar_type);
  }
  if (result.scalar_type == 0)
    result.scalar_type = result.is_bool() ? vm.boolean_scalar_type : result.is_int() ? vm.integer_scalar_type : vm.real_scalar_type;
  return result;
}

}  // namespace

Value Vm::binary(BinaryOp op, Value left, Value right, bool in_place) {
  if (left.is_number() && right.is_number()) {
    Value result = number_binary(*this, op, left, right);
    if (left.scalar_type | right.scalar_type) result = scalar_result(*this, left, right, result);
    if (result.tag != Tag::NotImplemented) return result;
  }
  left = force(left);
  if (left.null()) return {};
  right = force(right);
  if (right.null()) return {};
  if (auto* u = cast<UnionObj>(left)) return for_each_option(*this, u, [&](Value v) { return binary(op, v, right, in_place); });
  if (auto* u = cast<UnionObj>(right)) return for_each_option(*this, u, [&](Value v) { return binary(op, left, v, in_place); });

  // The tensor's side of the operator is asked first, whatever the other one defines.
  if (tracing() && (cast<TensorObj>(left) ? is_plain_instance(*this, right) : cast<TensorObj>(right) && is_plain_instance(*this, left)))
    observe(Event::Unsupported, cast<TensorObj>(left) ? left : right, "operator." + std::string(operator_text(op)), "GB0055",
            "a tensor meets an object of a Python class");

  ClassObj* const left_type = type_of(left);
  ClassObj* const right_type = type_of(right);
  const bool right_first = left_type != right_type && right_type->is_subclass_of(left_type);
  Value result = Value::not_implemented();
  if (right_first) {
    result = from_side(*this, op, right, left, right, true, in_place);
    if (result.tag != Tag::NotImplemented) return result;
  }
  result = from_side(*this, op, left, left, right, false, in_place);
  if (result.tag != Tag::NotImplemented) return result;
  // `sequence % x` and `sequence += x` accept anything, so a known left side answers before an abstract right side is asked;
  // a sequence times a tensor is the tensor's business.
  result = native_binary(*this, op, left, right, in_place);
  if (result.tag != Tag::NotImplemented) return result;
  if (!right_first && (left_type != right_type || cast<TensorObj>(right))) {
    result = from_side(*this, op, right, left, right, true, in_place);
    if (result.tag != Tag::NotImplemented) return result;
  }
  if (!concrete(left) || !concrete(right)) {
    result = abstract_binary(*this, op, left, right);
    if (result.tag != Tag::NotImplemented) return result;
  }
  if (may_define_more(*this, left) || may_define_more(*this, right))
    return unknown("result of `" + std::string(operator_text(op)) + "` on an object with an unresolved base class");
  if (const std::string message = sequence_failure(*this, op, left, right); !message.empty()) return type_error(*this, message);
  return type_error(*this, "unsupported operand type(s) for " + std::string(operator_text(op)) + (in_place ? "=" : "") + ": '" +
                               left_type->name + "' and '" + right_type->name + "'");
}

}  // namespace graphlift::interp
