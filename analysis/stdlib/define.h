// Short ways to define native modules, classes and iterators.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "analysis/interp/types_support.h"
#include "analysis/interp/vm.h"

namespace graphlift::stdlib {

using namespace interp;  // every file of this layer speaks the machine's language

// A module under construction.
struct Module {
  Vm& vm;
  ModuleObj* module;

  NativeObj* fn(std::string_view name, NativeFn body, ClassObj* lifted = nullptr) { return vm.define(module, name, body, lifted); }
  // The same, under a qualified name that is not `module.name`.
  NativeObj* fn_as(std::string_view name, std::string qualified, NativeFn body);
  void set(std::string_view name, Value value);
  void set(std::string_view name, ClassObj* cls) { set(name, Value::object(cls)); }
  [[nodiscard]] Value get(std::string_view name) const;  // Null when absent
  ClassObj* cls(std::string_view name, std::vector<ClassObj*> bases = {}, Layout layout = Layout::Plain);
  ClassObj* exception(std::string_view name, ClassObj* base);
  void integer(std::string_view name, int64_t value) { set(name, Value::integer(value)); }
  void text(std::string_view name, std::string_view value) { set(name, vm.str(value)); }
};

// ---- members of a class
NativeObj* method(Vm& vm, ClassObj* cls, std::string_view name, NativeFn body, ClassObj* lifted = nullptr);
NativeObj* static_method(Vm& vm, ClassObj* cls, std::string_view name, NativeFn body);  // also right for __new__
void class_method(Vm& vm, ClassObj* cls, std::string_view name, NativeFn body);
void property(Vm& vm, ClassObj* cls, std::string_view name, NativeFn getter, NativeFn setter = nullptr);
void class_attr(Vm& vm, ClassObj* cls, std::string_view name, Value value);
[[nodiscard]] Value class_own(Vm& vm, ClassObj* cls, std::string_view name);  // in the class itself; Null when absent

void generic_class(Vm& vm, ClassObj* cls);  // `Class[item]` gives an alias

// ---- attributes of an instance, without descriptors
[[nodiscard]] Value own(Vm& vm, Value instance, std::string_view name);  // Null when absent
void put(Vm& vm, Value instance, std::string_view name, Value value);    // a Null value changes nothing
// The attributes of a native callable (`__wrapped__`, ...).
void put_native(Vm& vm, NativeObj* native, std::string_view name, Value value);

// A class of a native module, importing it if need be; null only when the module lacks it.
[[nodiscard]] ClassObj* class_in(Vm& vm, std::string_view module, std::string_view name);
[[nodiscard]] Value attr_in(Vm& vm, std::string_view module, std::string_view name);

// ---- values
[[nodiscard]] bool all_concrete(Vm& vm, const Args& args);
// A value of the world outside (clock, file system, environment): known type, no content.
[[nodiscard]] Value outside(Vm& vm, ClassObj* type);
// Sym of `type`, as well known as the arguments are, at best as the outside world.
[[nodiscard]] Value lift(Vm& vm, const Args& args, ClassObj* type);
[[nodiscard]] Value open_list(Vm& vm, Value element);  // a list of unknown length
[[nodiscard]] bool is_text(Value v);                   // known str
[[nodiscard]] bool is_callable(Vm& vm, Value v);
[[nodiscard]] Value pair(Vm& vm, Value a, Value b);
[[nodiscard]] std::string join_names(const std::vector<std::string>& parts, std::string_view separator);
[[nodiscard]] std::vector<std::string_view> split_words(std::string_view text, char separator = ' ');

// ---- iterators
// A source that is stepped lazily; `open` becomes true once it cannot be told whether more comes.
struct Source {
  Value iterator;
  bool step(Vm& vm, Value& item, bool& open) const;  // false: exhausted, or an exception is set
};
// An iterator whose `next` may find out, while running, that its length is unknown (by setting `open`).
using Next = std::function<Value(Vm&, bool& open)>;
[[nodiscard]] Value lazy_iterator(Vm& vm, Next next, bool open = false);
[[nodiscard]] bool open_ended(Value iterator);  // length known to be unknown

// Modules described by a table of names, one kind of definition a line:
//   str a=text b=text        int a=1        value a=TYPE      constants; `value` ones have a type and no content
//   member A.x=TYPE          a constant of an earlier class
//   fn a=TYPE b=TYPE         functions that answer a value of that type
//   exc A=Base               exception classes, over a built-in one or an earlier one
//   class A(Base) m=TYPE .attr=TYPE *    methods and attributes; `*`: further attributes are unknown, not missing;
//                        `!`: it has no others but those that the program sets
//   alias a=b                a second name
//   any                      names that are not listed are unknown functions, not missing
// TYPE is none, int, float, str, bytes, bool, true, false, list, dict, tuple, set, [str], [int], [any], iter, self,
// arg (the first argument after self), deco (a decorator that changes nothing), 'text, #number, unknown, or a class of
// the module.
void define_table(Vm& vm, ModuleObj* module, std::string_view table);

}  // namespace graphlift::stdlib
