// str() and repr() of every kind of value. Text that contains an address or an unknown part is an unknown string.
#include "analysis/interp/types_support.h"

namespace graphlift::interp {

Value native_text(Vm& vm, Value v, bool repr);

namespace {

class Writer {
 public:
  explicit Writer(Vm& vm) : vm_(vm) {}

  // False when an exception is set.
  bool add(Value v, bool repr = true) {
    v = vm_.force(v);
    if (v.null()) return false;
    if (!v.is_object()) {
      out_ += scalar(v, repr);
      return true;
    }
    if (container(v)) return add_container(v);
    return take(v, vm_.to_text(v, repr));
  }
  bool add_container(Value v) {
    for (const Object* o : active_)
      if (o == v.o) {
        out_ += v.o->kind == ObjKind::List ? "[...]" : v.o->kind == ObjKind::Tuple ? "(...)" : v.o->kind == ObjKind::Dict ? "{...}" : "...";
        return true;
      }
    if (active_.size() > 60 || ++seen_ > kMostSeen) {
      unsure(v);
      return true;
    }
    active_.push_back(v.o);
    const bool ok = contents(v);
    active_.pop_back();
    return ok;
  }
  void text(std::string_view s) { out_ += s; }
  void unsure(Value v) {
    unknown_ = true;
    facts_.add(vm_, v);
    out_.clear();
  }
  [[nodiscard]] Value finish() { return unknown_ ? facts_.sym(vm_, vm_.types.str) : vm_.str(out_); }

  static bool container(Value v) {
    switch (v.o->kind) {
      case ObjKind::Tuple:
      case ObjKind::List:
      case ObjKind::Dict:
      case ObjKind::Set:
      case ObjKind::Slice: return true;
      default: return false;
    }
  }
  static std::string scalar(Value v, bool repr) {
    switch (v.tag) {
      case Tag::None: return "None";
      case Tag::NotImplemented: return "NotImplemented";
      case Tag::Ellipsis: return "Ellipsis";
      case Tag::Bool: return v.b ? "True" : "False";
      case Tag::Int: return std::to_string(v.i);
      case Tag::Float: return repr_of_float(v.f);
      case Tag::Str: return repr ? repr_of_text(text_of(v)) : std::string(text_of(v));
      default: return {};
    }
  }

 private:
  bool take(Value v, Value text) {
    if (text.null()) return false;
    if (plain(text).is_str()) {
      out_ += text_of(plain(text));
    } else {
      unsure(vm_.concrete(v) ? text : v);
    }
    return true;
  }

  bool items(const std::vector<Value>& values, const char* open, const char* close) {
    out_ += open;
    for (size_t i = 0; i < values.size() && seen_ <= kMostSeen; ++i) {
      if (i != 0) out_ += ", ";
      if (!add(values[i])) return false;
    }
    out_ += close;
    return true;
  }

  void incomplete() {
    unsure(Value::none());
    facts_.when = When::Unknown;
  }

  bool contents(Value v) {
    switch (v.o->kind) {
      case ObjKind::Tuple: {
        const auto values = static_cast<TupleObj*>(v.o)->items;
        return items(values, "(", values.size() == 1 ? ",)" : ")");
      }
      case ObjKind::List: {
        const auto* list = static_cast<ListObj*>(v.o);
        if (list->open) incomplete();
        return items(std::vector<Value>(list->items), "[", "]");
      }
      case ObjKind::Set: {
        const auto* set = static_cast<SetObj*>(v.o);
        if (set->open) incomplete();
        std::vector<Value> keys;
        for (const auto& e : set->map.entries())
          if (!e.key.null()) keys.push_back(e.key);
        const bool plain_set = v.o->cls == vm_.types.set;
        if (keys.empty()) {
          out_ += v.o->cls->name + "()";
          return true;
        }
        return items(keys, plain_set ? "{" : (v.o->cls->name + "({").c_str(), plain_set ? "}" : "})");
      }
      case ObjKind::Dict: {
        const auto* dict = static_cast<DictObj*>(v.o);
        if (dict->open) incomplete();
        const auto entries = dict->map.entries();
        out_ += "{";
        bool first = true;
        for (const auto& e : entries) {
          if (e.key.null()) continue;
          if (!first) out_ += ", ";
          first = false;
          if (!add(e.key)) return false;
          out_ += ": ";
          if (!add(e.value)) return false;
        }
        out_ += "}";
        return true;
      }
      default: {
        const auto* slice = static_cast<SliceObj*>(v.o);
        return items({slice->start, slice->stop, slice->step}, "slice(", ")");
      }
    }
  }

  static constexpr size_t kMostSeen = size_t(1) << 16;  // containers that share parts have endless texts

  Vm& vm_;
  size_t seen_ = 0;
  std::string out_;
  bool unknown_ = false;
  Facts facts_;
  std::vector<const Object*> active_;
};

std::string class_text(const ClassObj* cls) {
  const std::string module = cls->module_name.is_str() ? std::string(text_of(cls->module_name)) : std::string();
  return "<class '" + (module.empty() || module == "builtins" ? "" : module + ".") + cls->qualname + "'>";
}

}  // namespace

// What built-in types answer, whatever user classes override.
Value native_text(Vm& vm, Value v, bool repr) {
  const Value p = plain(v);
  if (!p.is_object()) return vm.str(Writer::scalar(p, repr));
  Writer writer(vm);
  if (Writer::container(p)) {
    if (cast<SetObj>(p) && !p.same(v)) writer.text(type_name(vm, v) + "(");
    if (!writer.add_container(p)) return {};
    if (cast<SetObj>(p) && !p.same(v)) writer.text(")");
    return writer.finish();
  }
  switch (p.o->kind) {
    case ObjKind::Bytes: {
      const std::string text = repr_of_bytes(static_cast<BytesObj*>(p.o)->data);
      return vm.str(p.o->cls == vm.types.bytearray ? "bytearray(" + text + ")" : text);
    }
    case ObjKind::Complex: return vm.str(repr_of_complex(static_cast<ComplexObj*>(p.o)->re, static_cast<ComplexObj*>(p.o)->im));
    case ObjKind::Range: {
      const auto* r = static_cast<RangeObj*>(p.o);
      std::string text = "range(" + std::to_string(r->start) + ", " + std::to_string(r->stop);
      if (r->step != 1) text += ", " + std::to_string(r->step);
      return vm.str(text + ")");
    }
    case ObjKind::Class: return vm.str(class_text(static_cast<ClassObj*>(p.o)));
    case ObjKind::Opaque: return vm.str(static_cast<OpaqueObj*>(p.o)->text);
    case ObjKind::Native: return vm.str("<built-in function " + static_cast<NativeObj*>(p.o)->name + ">");
    case ObjKind::Instance: {
      auto* instance = static_cast<InstanceObj*>(p.o);
      if (instance->cls->layout == Layout::Exception) return text_of_exception(vm, instance, repr);
      return vm.sym(vm.types.str, instance->cls->has_unknown_base ? When::Unknown : When::Const);
    }
    default: return sym_like(vm, vm.types.str, {p});
  }
}

Value text_of_exception(Vm& vm, InstanceObj* exception, bool repr) {
  const auto* args = cast<TupleObj>(exception->payload);
  if (!args) return vm.sym(vm.types.str, When::Unknown);
  const std::vector<Value> items = args->items;
  Writer writer(vm);
  if (repr) {
    writer.text(exception->cls->name + "(");
    for (size_t i = 0; i < items.size(); ++i) {
      if (i != 0) writer.text(", ");
      if (!writer.add(items[i])) return {};
    }
    writer.text(")");
    return writer.finish();
  }
  if (items.empty()) return vm.str("");
  if (items.size() == 1) return writer.add(items[0], exception->cls->is_subclass_of(vm.types.key_error)) ? writer.finish() : Value();
  if (items.size() == 2 && exception->cls->is_subclass_of(vm.types.os_error)) {
    writer.text("[Errno ");
    if (!writer.add(items[0], false)) return {};
    writer.text("] ");
    return writer.add(items[1], false) ? writer.finish() : Value();
  }
  return writer.add(exception->payload) ? writer.finish() : Value();
}

Value Vm::to_text(Value v, bool repr) {
  v = force(v);
  if (v.null()) return {};
  if (v.is_str() && !repr) return v;
  if (!v.is_object()) return str(Writer::scalar(v, repr));
  if (auto* u = cast<UnionObj>(v)) return for_each_option(*this, u, [&](Value option) { return to_text(option, repr); });
  const TypeOps* ops = ops_of(v);
  const bool by_ops = ops && ops->text;
  for (const char* name : {"__str__", "__repr__"}) {
    if (repr && name[2] == 's') continue;
    // BaseException has a __str__ of its own, which comes before a user's __repr__.
    if (!repr && name[2] == 'r' && cast<InstanceObj>(v) && v.o->cls->layout == Layout::Exception) continue;
    if (const Value found = override_of(*this, v, name, by_ops); !found.null()) {
      const Value text = call_override(*this, found, v, name, {});
      if (text.null() || plain(text).is_str()) return text;
      if (!concrete(text)) return cast<SymObj>(text) ? text : sym_like(*this, types.str, {text});
      return type_error(*this, std::string(name) + " returned non-string (type " + type_name(*this, text) + ")");
    }
    // A built-in __str__ of the payload comes before a user's __repr__ only for strings.
    if (!repr && name[2] == 's' && plain(v).is_str()) return plain(v);
  }
  if (by_ops) return ops->text(*this, v, repr);
  return native_text(*this, v, repr);
}

}  // namespace graphlift::interp
