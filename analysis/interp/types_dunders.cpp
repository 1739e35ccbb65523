// Special methods of built-in types. They answer for the built-in part of `self` only: an override that calls super()
// must not come back to itself.
#include "analysis/interp/types_dunders.h"

namespace graphlift::interp {

using syntax::CompareOp;
using syntax::UnaryOp;

Value native_text(Vm& vm, Value v, bool repr);  // text_format_repr.cpp

namespace {

Value missing_operand(Vm& vm) { return type_error(vm, "expected 1 argument, got 0"); }

template <BinaryOp op, bool reflected, bool in_place>
Value binary_method(Vm& vm, Args& args) {
  if (args.size() < 2) return missing_operand(vm);
  const Value left = reflected ? args[1] : args[0], right = reflected ? args[0] : args[1];
  const Value result = native_binary(vm, op, left, right, in_place);
  // Sequences raise where numbers answer NotImplemented.
  const Value self = plain(args[0]);
  const bool sequence = (op == BinaryOp::Add || op == BinaryOp::Mul) && (self.is_str() || cast<ListObj>(self) || cast<TupleObj>(self));
  if (result.tag != Tag::NotImplemented || (vm.concrete(left) && vm.concrete(right) && !sequence)) return result;
  return vm.binary(op, plain(left), plain(right), in_place);
}

template <CompareOp op>
Value compare_method(Vm& vm, Args& args) {
  if (args.size() < 2) return missing_operand(vm);
  const Value result = native_compare(vm, op, args[0], args[1]);
  if (result.tag != Tag::NotImplemented || (vm.concrete(args[0]) && vm.concrete(args[1]))) return result;
  return vm.compare(op, plain(args[0]), plain(args[1]));
}

Value length_method(Vm& vm, Args& args) {
  const Value size = native_length(vm, args[0]);
  return size.tag == Tag::NotImplemented ? vm.length(plain(args[0])) : size;
}

Value iterate_method(Vm& vm, Args& args) {
  const Value it = native_iterate(vm, args[0]);
  return it.tag == Tag::NotImplemented ? vm.iterate(plain(args[0])) : it;
}

Value contains_method(Vm& vm, Args& args) {
  if (args.size() < 2) return missing_operand(vm);
  return as_value(vm, contains(vm, plain(args[0]), args[1]));
}

Value get_item_method(Vm& vm, Args& args) {
  if (args.size() < 2) return missing_operand(vm);
  const Value item = native_get_item(vm, args[0], args[1]);
  return item.tag == Tag::NotImplemented ? vm.get_item(plain(args[0]), args[1]) : item;
}

Value set_item_method(Vm& vm, Args& args) {
  if (args.size() < 3) return missing_operand(vm);
  return native_set_item(vm, args[0], args[1], args[2]) ? Value::none() : Value();
}

Value del_item_method(Vm& vm, Args& args) {
  if (args.size() < 2) return missing_operand(vm);
  return native_del_item(vm, args[0], args[1]) ? Value::none() : Value();
}

Value repr_method(Vm& vm, Args& args) { return native_text(vm, args[0], true); }
Value str_method(Vm& vm, Args& args) { return native_text(vm, args[0], false); }
Value format_method(Vm& vm, Args& args) { return vm.format(plain(args[0]), args[1]); }
Value hash_method(Vm& vm, Args& args) { return native_hash(vm, args[0]); }

template <BinaryOp op>
void define_one(Vm& vm, ClassObj* cls, bool reflected, bool in_place) {
  vm.define(cls, dunder_of(op, false, false), binary_method<op, false, false>);
  if (reflected) vm.define(cls, dunder_of(op, true, false), binary_method<op, true, false>);
  if (in_place) vm.define(cls, dunder_of(op, false, true), binary_method<op, false, true>);
}

}  // namespace

void define_binary(Vm& vm, ClassObj* cls, std::initializer_list<BinaryOp> ops, bool reflected, bool in_place) {
  for (BinaryOp op : ops) {
    switch (op) {
#define GRAPHLIFT_CASE(name) \
  case BinaryOp::name: define_one<BinaryOp::name>(vm, cls, reflected, in_place); break;
      GRAPHLIFT_CASE(Add)
      GRAPHLIFT_CASE(Sub)
      GRAPHLIFT_CASE(Mul)
      GRAPHLIFT_CASE(Div)
      GRAPHLIFT_CASE(Mod)
      GRAPHLIFT_CASE(Pow)
      GRAPHLIFT_CASE(LShift)
      GRAPHLIFT_CASE(RShift)
      GRAPHLIFT_CASE(BitOr)
      GRAPHLIFT_CASE(BitXor)
      GRAPHLIFT_CASE(BitAnd)
      GRAPHLIFT_CASE(FloorDiv)
#undef GRAPHLIFT_CASE
      case BinaryOp::MatMul: break;
    }
  }
}

void define_equality(Vm& vm, ClassObj* cls) {
  vm.define(cls, "__eq__", compare_method<CompareOp::Eq>);
  vm.define(cls, "__ne__", compare_method<CompareOp::NotEq>);
}

void define_ordering(Vm& vm, ClassObj* cls) {
  define_equality(vm, cls);
  vm.define(cls, "__lt__", compare_method<CompareOp::Lt>);
  vm.define(cls, "__le__", compare_method<CompareOp::LtE>);
  vm.define(cls, "__gt__", compare_method<CompareOp::Gt>);
  vm.define(cls, "__ge__", compare_method<CompareOp::GtE>);
}

void define_container(Vm& vm, ClassObj* cls, bool mutates, bool subscripts) {
  vm.define(cls, "__len__", length_method);
  vm.define(cls, "__iter__", iterate_method);
  vm.define(cls, "__contains__", contains_method);
  if (subscripts) vm.define(cls, "__getitem__", get_item_method);
  if (!mutates) return;
  vm.define(cls, "__setitem__", set_item_method);
  vm.define(cls, "__delitem__", del_item_method);
}

void define_text(Vm& vm, ClassObj* cls) {
  vm.define(cls, "__repr__", repr_method);
  vm.define(cls, "__str__", str_method);
  vm.define(cls, "__format__", format_method);
  vm.define(cls, "__hash__", hash_method);
}

void define_static(Vm& vm, ClassObj* cls, std::string_view name, NativeFn fn) {
  auto* method = vm.make<StaticMethodObj>(vm.types.static_method);
  method->func = vm.native(std::string(text_of(cls->module_name)) + "." + cls->qualname + "." + std::string(name), fn);
  cls->dict->map.set(vm.str(name), Value::object(method));
}

void define_class_method(Vm& vm, ClassObj* cls, std::string_view name, NativeFn fn) {
  auto* method = vm.make<ClassMethodObj>(vm.types.class_method);
  method->func = vm.native(std::string(text_of(cls->module_name)) + "." + cls->qualname + "." + std::string(name), fn);
  cls->dict->map.set(vm.str(name), Value::object(method));
}

void define_construction(Vm& vm, ClassObj* cls, NativeFn construct) {
  cls->construct = construct;
  define_static(vm, cls, "__new__", construct);
}

}  // namespace graphlift::interp
