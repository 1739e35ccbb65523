// list[int] and int | str: objects that annotations are made of.
#include "analysis/interp/types_dunders.h"

namespace graphlift::interp {
namespace {

Value member(Vm& vm, Value alias, const char* name) {
  const auto* instance = static_cast<const InstanceObj*>(alias.o);
  const Value* v = instance->dict ? instance->dict->map.find(vm.str(name)) : nullptr;
  return v ? *v : Value::none();
}

Value make(Vm& vm, ClassObj* cls, Value origin, Value args) {
  InstanceObj* instance = vm.new_instance(cls);
  instance->dict = vm.new_dict();
  if (!origin.null()) instance->dict->map.set(vm.str("__origin__"), origin);
  instance->dict->map.set(vm.str("__args__"), args);
  instance->dict->map.set(vm.str("__parameters__"), vm.tuple({}));
  return Value::object(instance);
}

// How a type appears inside an alias: classes by name, anything else by repr.
bool add_type_text(Vm& vm, Value type, std::string& out) {
  if (const auto* cls = cast<ClassObj>(type)) {
    const std::string module = cls->module_name.is_str() ? std::string(text_of(cls->module_name)) : std::string();
    out += cls == vm.types.none ? "None" : (module == "builtins" || module.empty() ? "" : module + ".") + cls->qualname;
    return true;
  }
  if (type.tag == Tag::Ellipsis) {
    out += "...";
    return true;
  }
  const Value text = vm.to_text(type, true);
  if (text.is_str()) out += text_of(text);
  return text.is_str();
}

Value text_list(Vm& vm, Value args, const char* separator, std::string out, const char* end) {
  const auto* t = cast<TupleObj>(args);
  for (size_t i = 0; t && i < t->items.size(); ++i) {
    if (i != 0) out += separator;
    if (!add_type_text(vm, t->items[i], out)) return vm.raised() ? Value() : vm.sym(vm.types.str, When::Unknown);
  }
  return vm.str(out + end);
}

Value alias_text(Vm& vm, Value self, bool) {
  std::string origin;
  if (!add_type_text(vm, member(vm, self, "__origin__"), origin)) return vm.sym(vm.types.str, When::Unknown);
  return text_list(vm, member(vm, self, "__args__"), ", ", origin + "[", "]");
}

Value union_text(Vm& vm, Value self, bool) { return text_list(vm, member(vm, self, "__args__"), " | ", "", ""); }

Value alias_call(Vm& vm, Value self, Args& args) { return vm.call(member(vm, self, "__origin__"), args); }

Value alias_item(Vm& vm, Value self, Value index) { return make_alias(vm, member(vm, self, "__origin__"), index); }

Value alias_attribute(Vm& vm, Value self, const StrObj* name) {
  const bool own = name->text == "__origin__" || name->text == "__args__" || name->text == "__parameters__" || name->text == "__class__" ||
                   name->text == "__mro_entries__";
  return own ? Value() : vm.try_attr(member(vm, self, "__origin__"), name);
}

Value type_or(Vm& vm, BinaryOp op, Value left, Value right, bool) {
  return op == BinaryOp::BitOr ? make_type_union(vm, left, right) : Value::not_implemented();
}

Value same_members(Vm& vm, syntax::CompareOp op, Value left, Value right) {
  if (op != syntax::CompareOp::Eq && op != syntax::CompareOp::NotEq) return Value::not_implemented();
  if (!cast<InstanceObj>(left) || !cast<InstanceObj>(right) || left.o->cls != right.o->cls) return Value::not_implemented();
  if (left.same(right)) return Value::boolean(op == syntax::CompareOp::Eq);
  Verdict same = equals(vm, member(vm, left, "__args__"), member(vm, right, "__args__"));
  if (left.o->cls == vm.types.generic_alias && same.value == Tri::Yes)
    same = equals(vm, member(vm, left, "__origin__"), member(vm, right, "__origin__"));
  if (same.value != Tri::Maybe && op == syntax::CompareOp::NotEq) same.value = same.value == Tri::Yes ? Tri::No : Tri::Yes;
  return as_value(vm, same);
}

constexpr TypeOps kAliasOps = {
    .binary = type_or,
    .compare = same_members,
    .get_item = alias_item,
    .get_attr = alias_attribute,
    .call = alias_call,
    .text = alias_text,
};
constexpr TypeOps kUnionOps = {.binary = type_or, .compare = same_members, .text = union_text};

Value alias_construct(Vm& vm, Args& args) { return make_alias(vm, args[1], args[2]); }

}  // namespace

Value make_alias(Vm& vm, Value origin, Value args) {
  return make(vm, vm.types.generic_alias, origin, cast<TupleObj>(args) ? args : vm.tuple({args}));
}

Value make_type_union(Vm& vm, Value left, Value right) {
  std::vector<Value> members;
  const auto add = [&](Value v) {
    if (v.is_none()) v = Value::object(vm.types.none);
    for (Value m : members)
      if (m.same(v)) return;
    members.push_back(v);
  };
  for (Value side : {left, right}) {
    if (vm.type_of(side) != vm.types.union_type) {
      add(side);
      continue;
    }
    const Value args = member(vm, side, "__args__");
    if (auto* t = cast<TupleObj>(args))
      for (Value v : t->items) add(v);
  }
  return members.size() == 1 ? members[0] : make(vm, vm.types.union_type, Value(), vm.tuple(std::move(members)));
}

void register_aliases(Vm& vm) {
  vm.types.generic_alias = vm.new_class("types", "GenericAlias", {vm.types.object}, Layout::Opaque);
  vm.types.union_type = vm.new_class("types", "UnionType", {vm.types.object}, Layout::Opaque);
  vm.set_ops(vm.types.generic_alias, &kAliasOps);
  vm.set_ops(vm.types.union_type, &kUnionOps);
  vm.types.generic_alias->construct = alias_construct;
  vm.define(vm.types.generic_alias, "__mro_entries__", [](Vm& m, Args& a) { return m.tuple({member(m, a[0], "__origin__")}); });
  define_class_method(vm, vm.types.type, "__class_getitem__", [](Vm& m, Args& a) { return make_alias(m, a[0], a[1]); });
}

}  // namespace graphlift::interp
