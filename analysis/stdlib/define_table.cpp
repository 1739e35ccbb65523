// Modules described by tables of names; the notation is in define.h.
#include <cstdlib>

#include "analysis/stdlib/define.h"

namespace graphlift::stdlib {
namespace {

Value first_argument(Vm&, Args& a) { return a.pos.empty() ? Value::none() : a.pos[0]; }

// What a function of the table answers.
Value answer(Vm& vm, ModuleObj* module, const std::string& type, const std::string& qualified, Args& a, bool method) {
  const Types& t = vm.types;
  if (type == "none") return Value::none();
  if (type.starts_with("'")) return vm.str(type.substr(1));
  if (type.starts_with("#")) return Value::integer(std::strtoll(type.c_str() + 1, nullptr, 0));
  if (type == "int") return lift(vm, a, t.integer);
  if (type == "float") return lift(vm, a, t.real);
  if (type == "str") return lift(vm, a, t.str);
  if (type == "bytes") return lift(vm, a, t.bytes);
  if (type == "bool") return lift(vm, a, t.boolean);
  if (type == "true") return Value::boolean(true);
  if (type == "false") return Value::boolean(false);
  if (type == "list") return vm.list({});
  if (type == "dict") return Value::object(vm.new_dict());
  if (type == "set") return Value::object(vm.new_set());
  if (type == "tuple") return vm.tuple({});
  if (type == "[str]") return open_list(vm, outside(vm, t.str));
  if (type == "[int]") return open_list(vm, outside(vm, t.integer));
  if (type == "[any]") return open_list(vm, vm.unknown("an item of the result of `" + qualified + "`"));
  if (type == "iter") return vm.iterator([qualified](Vm& m) { return m.unknown("an item of the result of `" + qualified + "`"); }, true);
  if (type == "self") return a.pos.empty() ? Value::none() : a.pos[0];
  const size_t first = method ? 1 : 0;
  if (type == "arg") return a.pos.size() > first ? a.pos[first] : Value::none();
  if (type == "deco") {
    const Value target = a.pos.size() > first ? a.pos[first] : Value();
    if (!target.null() && is_callable(vm, target)) return target;
    return vm.native(qualified + ".<decorator>", first_argument);
  }
  if (const Value* cls = module->dict->map.find(vm.str(type)); cls && cast<ClassObj>(*cls))
    return Value::object(vm.new_instance(cast<ClassObj>(*cls)));
  return vm.unknown("result of `" + qualified + "`");
}

Value table_function(Vm& vm, ModuleObj* module, std::string qualified, std::string type, bool method) {
  const Value f =
      vm.native(qualified, [module, type, qualified, method](Vm& m, Args& a) { return answer(m, module, type, qualified, a, method); });
  cast<NativeObj>(f)->is_method = method;
  return f;
}

struct Reader {
  Vm& vm;
  ModuleObj* module;
  Module m{vm, module};

  Value lookup(std::string_view name) const {
    if (const Value* v = module->dict->map.find(vm.str(name))) return *v;
    if (const Value* v = vm.builtins->dict->map.find(vm.str(name))) return *v;
    return {};
  }

  ClassObj* base_class(std::string_view name) const {
    if (auto* cls = cast<ClassObj>(lookup(name))) return cls;
    return vm.types.object;
  }

  static std::string unescape(std::string_view text) {
    std::string out;
    for (size_t i = 0; i < text.size(); ++i) {
      const bool escape = text[i] == '\\' && i + 1 < text.size();
      out += escape ? (text[i + 1] == 'n' ? '\n' : text[i + 1] == 't' ? '\t' : text[i + 1] == 's' ? ' ' : text[i + 1]) : text[i];
      if (escape) ++i;
    }
    return out;
  }

  void add_class(const std::vector<std::string_view>& words) {
    std::string_view head = words[1];
    std::vector<ClassObj*> bases;
    if (const size_t open = head.find('('); open != std::string_view::npos) {
      std::string_view list = head.substr(open + 1, head.size() - open - 2);
      head = head.substr(0, open);
      for (std::string_view b : split_words(list, ',')) bases.push_back(base_class(b));
    }
    ClassObj* cls = m.cls(head, bases, bases.empty() ? Layout::Plain : bases[0]->layout);
    const std::string prefix = module->name + "." + std::string(head) + ".";
    method(vm, cls, "__init__", [](Vm&, Args&) { return Value::none(); });
    if (words.back() != "!") not_complete(cls);
    for (size_t i = 2; i < words.size(); ++i) {
      if (words[i] == "!") continue;
      if (words[i] == "*") {
        open_class(cls);
        continue;
      }
      const size_t eq = words[i].find('=');
      const bool attribute = words[i].starts_with(".");
      const std::string name(words[i].substr(attribute, eq - attribute)), type(words[i].substr(eq + 1));
      const Value f = table_function(vm, module, prefix + name, type, true);
      if (!attribute) {
        class_attr(vm, cls, name, f);
        continue;
      }
      auto* p = vm.make<PropertyObj>(vm.types.property);
      p->get = f;
      p->set = p->del = p->doc = Value::none();
      p->cached = true;  // an attribute of the instance once it is read, and free to be assigned
      p->cache_name = vm.str(name);
      class_attr(vm, cls, name, Value::object(p));
    }
  }

  // A table lists what is often used: what else an instance has is not known. A class of the program over it has what it defines.
  void not_complete(ClassObj* cls) {
    method(vm, cls, "__getattr__", [](Vm& v, Args& a) -> Value {
      const std::string name = a[1].is_str() ? std::string(text_of(a[1])) : "?";
      ClassObj* type = v.type_of(a[0]);
      const bool listed = !class_own(v, type, "__getattr__").null();
      if (!listed || name.starts_with("_"))
        return v.raise(v.types.attribute_error, "'" + type->name + "' object has no attribute '" + name + "'");
      return v.unknown("attribute `" + name + "` of `" + type->name + "`");
    });
    cls->has_getattr = true;
  }

  void open_class(ClassObj* cls) {
    method(vm, cls, "__getattr__", [](Vm& v, Args& a) -> Value {
      const std::string name = a[1].is_str() ? std::string(text_of(a[1])) : "?";
      ClassObj* type = v.type_of(a[0]);
      if (name.starts_with("__")) return v.raise(v.types.attribute_error, "'" + type->name + "' object has no attribute '" + name + "'");
      return v.unknown("attribute `" + name + "` of `" + type->name + "`");
    });
    cls->has_getattr = true;
    const std::string prefix = module->name + "." + cls->name + ".";
    for (const auto& [name, type] : {std::pair{"__getitem__", "unknown"},
                                     {"__setitem__", "none"},
                                     {"__iter__", "iter"},
                                     {"__enter__", "self"},
                                     {"__exit__", "none"},
                                     {"__contains__", "bool"}})
      if (class_own(vm, cls, name).null()) class_attr(vm, cls, name, table_function(vm, module, prefix + name, type, true));
  }

  void pairs(const std::vector<std::string_view>& words) {
    const std::string_view kind = words[0];
    for (size_t i = 1; i < words.size(); ++i) {
      const size_t eq = words[i].find('=');
      if (eq == std::string_view::npos) continue;
      const std::string name(words[i].substr(0, eq)), right(words[i].substr(eq + 1));
      if (kind == "str") m.text(name, unescape(right));
      else if (kind == "int") m.integer(name, std::strtoll(right.c_str(), nullptr, 0));
      else if (kind == "fn") m.set(name, table_function(vm, module, module->name + "." + name, right, false));
      else if (kind == "exc") m.exception(name, base_class(right));
      else if (kind == "alias") m.set(name, lookup(right));
      else if (kind == "value" || kind == "member") {
        Args none;
        const Value v = answer(vm, module, right, module->name + "." + name, none, false);
        const size_t dot = name.find('.');
        if (kind == "value") m.set(name, v);
        else if (auto* cls = cast<ClassObj>(lookup(name.substr(0, dot)))) class_attr(vm, cls, name.substr(dot + 1), v);
      }
    }
  }
};

}  // namespace

void define_table(Vm& vm, ModuleObj* module, std::string_view table) {
  Reader reader{vm, module};
  for (std::string_view line : split_words(table, '\n')) {
    const auto words = split_words(line);
    if (words.empty()) continue;
    if (words[0] == "class") {
      reader.add_class(words);
    } else if (words[0] == "any") {
      module->lookup_hook = [](Vm& m, ModuleObj* self, const StrObj* name, bool fallback) -> Value {
        if (!fallback || name->text.starts_with("__")) return {};
        return table_function(m, self, self->name + "." + name->text, "unknown", false);
      };
    } else {
      reader.pairs(words);
    }
  }
}

}  // namespace graphlift::stdlib
