// Shared by the implementation of operators, containers, iteration and built-in types; not part of the machine's contract.
#pragma once

#include <functional>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/interp/vm.h"

namespace graphlift::interp {

// What a result inherits from operands that are not known.
struct Facts {
  When when = When::Const;
  OriginId origin;
  bool rng = false;
  void add(const Vm& vm, Value v);
  [[nodiscard]] Value sym(Vm& vm, ClassObj* type) const;
};
[[nodiscard]] Facts facts_of(const Vm& vm, std::initializer_list<Value> values);
[[nodiscard]] inline Value sym_like(Vm& vm, ClassObj* type, std::initializer_list<Value> values) {
  return facts_of(vm, values).sym(vm, type);
}

// The built-in value that an instance of a subclass of a built-in type carries; other values unchanged.
[[nodiscard]] Value plain(Value v);
template <typename T>
[[nodiscard]] T* plain_cast(Value v) {
  return cast<T>(plain(v));
}
[[nodiscard]] inline bool is_plain_str(Value v) { return plain(v).is_str(); }

// The special method `name` that the type of `self` defines beyond what built-in types do natively; Null when there is none.
// `by_ops`: the type's TypeOps answers this operation, so a native of that name is not asked.
[[nodiscard]] Value override_of(Vm& vm, Value self, std::string_view name, bool by_ops = false);
// Calls what `override_of` found.
Value call_override(Vm& vm, Value found, Value self, std::string_view name, std::initializer_list<Value> args);
// The type has a base that could not be resolved, so it may define what we do not see.
[[nodiscard]] bool may_define_more(Vm& vm, Value v);

[[nodiscard]] std::string type_name(Vm& vm, Value v);  // `type(v).__name__`
Value type_error(Vm& vm, std::string message);

// An operand used as an integer (`__index__`): known, abstract (the value to blame), or an error with an exception set.
enum class Index : uint8_t { Known, Abstract, Error };
Index to_index(Vm& vm, Value v, int64_t& out, const char* what = nullptr);

// operator.index(v): an int, what is known of one, or Null with an exception.
Value index_value(Vm& vm, Value v);

// Where Python needs the number itself, and a graph may have no more than a symbol for it.
enum class NumberUse : uint8_t { Range, Index, Repeat, Key };
// Call before such a use: a number that the graph holds is told to the region's policy.
void uses_number(Vm& vm, Value number, NumberUse use);

// Call before changing a container: keeps it restorable and tells the region's policy.
void mutating(Vm& vm, Object* object, Value stored = {});  // STORED: the one value that is put in, when there is one

// All items of an iterable. `open`: there may be more, which `rest` (may be Null) stands for.
struct Collected {
  std::vector<Value> items;
  bool open = false;
  Value rest;
};
bool gather(Vm& vm, Value iterable, Collected& out);  // false: an exception is set
Value list_of(Vm& vm, Collected&& items);
// A tuple, or an abstract one when the length is unknown.
Value tuple_of(Vm& vm, Collected&& items);
bool extend_list(Vm& vm, ListObj* list, Value iterable);

// A native iterator whose step function sees the iterator, to mark that what follows is not known.
Value make_iterator(Vm& vm, std::function<Value(Vm&, IteratorObj*)> step, bool unknown_length = false);

// What an item of a str, range, shape ... of unknown content is.
Value item_of_unknown(Vm& vm, SymObj* s, Value index);

// Dict and set access that knows user-defined equality and incomplete contents.
enum class Found : uint8_t { No, Yes, Maybe, Error };
[[nodiscard]] bool check_hashable(Vm& vm, Value key);                   // false: TypeError set
Found find_key(Vm& vm, const Dict& map, Value key, Value& key_in_map);  // ignores `open`
Found dict_get(Vm& vm, DictObj* dict, Value key, Value& out);           // Maybe: `out` is what it would be
bool dict_set(Vm& vm, DictObj* dict, Value key, Value value);
Found dict_remove(Vm& vm, DictObj* dict, Value key, Value& removed);
bool dict_update(Vm& vm, DictObj* dict, Value source);  // mapping or iterable of pairs
DictObj* copy_dict(Vm& vm, const DictObj* from);
bool set_add(Vm& vm, SetObj* set, Value item);
bool set_fill(Vm& vm, SetObj* set, Value iterable);
Value any_item(Vm& vm, const DictObj* dict, When when);  // join of all values; Null when empty and closed

// Equality and ordering.
struct Verdict {
  Tri value = Tri::Maybe;
  Facts facts;  // of a Maybe
  bool raised = false;
};
[[nodiscard]] Verdict equals(Vm& vm, Value a, Value b);
[[nodiscard]] Verdict identical(Vm& vm, Value a, Value b);
[[nodiscard]] Verdict less(Vm& vm, Value a, Value b);
[[nodiscard]] Verdict contains(Vm& vm, Value container, Value item);
[[nodiscard]] Value as_value(Vm& vm, const Verdict& verdict);  // bool, Sym bool or Null

// Operators on built-in operands only: no special methods of user classes. NotImplemented when the pair has no meaning.
Value native_binary(Vm& vm, syntax::BinaryOp op, Value left, Value right, bool in_place);
Value native_unary(Vm& vm, syntax::UnaryOp op, Value v);
Value native_compare(Vm& vm, syntax::CompareOp op, Value left, Value right);
Value native_get_item(Vm& vm, Value self, Value index);
bool native_set_item(Vm& vm, Value self, Value index, Value value);
bool native_del_item(Vm& vm, Value self, Value index);
Value native_length(Vm& vm, Value v);   // NotImplemented when it has none
Value native_iterate(Vm& vm, Value v);  // NotImplemented when it is not iterable
Value native_hash(Vm& vm, Value v);
[[nodiscard]] bool hashes_differ(Value a, Value b);  // two results of hash() whose objects are not equal
Truth native_truth(Vm& vm, Value v, bool& handled);
[[nodiscard]] std::string_view operator_text(syntax::BinaryOp op);
[[nodiscard]] std::string_view operator_text(syntax::CompareOp op);
[[nodiscard]] std::string dunder_of(syntax::BinaryOp op, bool reflected, bool in_place);
[[nodiscard]] std::string_view dunder_of(syntax::CompareOp op);

// Runs `fn` for every option of a Union and joins the results; options that raise are impossible there.
template <typename Fn>
Value for_each_option(Vm& vm, UnionObj* alternatives, Fn fn) {
  Value result, failure;
  for (Value option : std::vector<Value>(alternatives->options)) {
    const Value one = fn(option);
    if (one.null()) {
      failure = vm.exception();
      vm.clear_exception();
      continue;
    }
    result = vm.join(result, one, alternatives->when);
  }
  return result.null() ? vm.raise(failure) : result;
}

// Text.
[[nodiscard]] bool is_ascii(std::string_view text);
[[nodiscard]] std::u32string decode_utf8(std::string_view text);
[[nodiscard]] std::string encode_utf8(std::u32string_view text);
void append_utf8(std::string& out, char32_t c);
[[nodiscard]] int64_t code_points(std::string_view text);
[[nodiscard]] std::string repr_of_text(std::string_view text);
[[nodiscard]] std::string repr_of_bytes(std::string_view data);
[[nodiscard]] std::string repr_of_float(double value);
[[nodiscard]] std::string repr_of_complex(double re, double im);
[[nodiscard]] std::string text_of_float(double value, char type, int precision, bool alternate);
enum class Parsed : uint8_t { Ok, Overflow, Invalid };
Parsed parse_int(std::string_view text, int base, int64_t& out);
bool parse_float(std::string_view text, double& out);
bool parse_complex(std::string_view text, double& re, double& im);
Value format_percent(Vm& vm, Value format, Value args);
Value format_template(Vm& vm, std::string_view text, Args& args, Value mapping);  // str.format and format_map

// Arithmetic.
Value integer_power(Vm& vm, int64_t base, int64_t exponent);
double float_mod(double a, double b);
double float_floor_div(double a, double b);
Value round_number(Vm& vm, Value number, Value digits);

// start, stop, step of a slice for a length; false with an exception set. `abstract` when a bound is not known.
bool slice_bounds(Vm& vm, const SliceObj* slice, int64_t length, int64_t& start, int64_t& stop, int64_t& step, int64_t& count,
                  bool& abstract);

// Types and functions.
void define_getter(Vm& vm, ClassObj* cls, std::string_view name, NativeFn get, NativeFn set = nullptr, NativeFn del = nullptr);
Value tuple_like(Vm& vm, const TupleObj* model, std::vector<Value> items);  // of the class of `model` where that is closed (a shape)
Value instance_with(Vm& vm, ClassObj* cls, Value payload);                  // `payload` itself when cls is its exact type
// Something that a graph compiler has as a constant: a number, a string, a container of such. Not an iterator, view, instance or tensor.
[[nodiscard]] bool is_literal(Value v);
Value sort_items(Vm& vm, Collected& items, Value key, Value reverse, bool& ordered);  // None, or Null with an exception
Value make_alias(Vm& vm, Value origin, Value args);                                   // list[int]
Value make_type_union(Vm& vm, Value left, Value right);                               // int | str
Value text_of_exception(Vm& vm, InstanceObj* exception, bool repr);

}  // namespace graphlift::interp
