// A Value is what a Python variable holds during abstract execution: 16 bytes, copied freely.
//
// Immediate tags carry the value itself and are always *known*. Everything else points at an Object of the heap.
// What is not known is an object as well: `Sym` (a number or string of known type and unknown value), `Unknown`
// (nothing is known, with a reason), `Union` (one of a few known alternatives), `Tensor` (data).
#pragma once

#include <cstdint>

namespace graphlift::interp {

struct Object;

enum class Tag : uint8_t {
  Null,  // no value: an unbound slot, or "an exception is set" when returned by a native or the machine
  None,
  NotImplemented,
  Ellipsis,
  Bool,
  Int,  // fits 64 bits; larger integers are Sym
  Float,
  Str,     // o is an interned StrObj: equal text <=> equal pointer
  Object,  // o, see Object::kind
};

struct Value {
  Tag tag = Tag::Null;
  uint8_t scalar_type = 0;  // of a number that is a NumPy scalar: its type, as the model of NumPy counts them; 0: Python's own
  union {
    int64_t i;
    double f;
    bool b;
    Object* o;
  };

  constexpr Value() : i(0) {}
  [[nodiscard]] static constexpr Value none() {
    Value v;
    v.tag = Tag::None;
    return v;
  }
  [[nodiscard]] static constexpr Value not_implemented() {
    Value v;
    v.tag = Tag::NotImplemented;
    return v;
  }
  [[nodiscard]] static constexpr Value ellipsis() {
    Value v;
    v.tag = Tag::Ellipsis;
    return v;
  }
  [[nodiscard]] static constexpr Value boolean(bool x) {
    Value v;
    v.tag = Tag::Bool;
    v.i = x;
    return v;
  }
  [[nodiscard]] static constexpr Value integer(int64_t x) {
    Value v;
    v.tag = Tag::Int;
    v.i = x;
    return v;
  }
  [[nodiscard]] static constexpr Value real(double x) {
    Value v;
    v.tag = Tag::Float;
    v.f = x;
    return v;
  }
  [[nodiscard]] static Value string(Object* interned) {
    Value v;
    v.tag = Tag::Str;
    v.o = interned;
    return v;
  }
  [[nodiscard]] static Value object(Object* o) {
    Value v;
    v.tag = Tag::Object;
    v.o = o;
    return v;
  }

  [[nodiscard]] bool null() const { return tag == Tag::Null; }
  [[nodiscard]] bool is_none() const { return tag == Tag::None; }
  [[nodiscard]] bool is_bool() const { return tag == Tag::Bool; }
  [[nodiscard]] bool is_int() const { return tag == Tag::Int; }  // not bool
  [[nodiscard]] bool is_integral() const { return tag == Tag::Int || tag == Tag::Bool; }
  [[nodiscard]] bool is_float() const { return tag == Tag::Float; }
  [[nodiscard]] bool is_number() const { return tag == Tag::Int || tag == Tag::Bool || tag == Tag::Float; }
  [[nodiscard]] bool is_str() const { return tag == Tag::Str; }
  [[nodiscard]] bool is_object() const { return tag == Tag::Object; }
  [[nodiscard]] int64_t as_int() const { return tag == Tag::Bool ? int64_t(b) : i; }
  [[nodiscard]] double as_float() const { return tag == Tag::Float ? f : double(as_int()); }

  // Same immediate or same object: Python's `is` on what is known.
  [[nodiscard]] bool same(Value other) const {
    if (tag != other.tag) return false;
    if (tag == Tag::Float) return f == other.f || (f != f && other.f != other.f);
    return i == other.i || (tag == Tag::Bool && b == other.b);
  }
};
static_assert(sizeof(Value) == 16);

}  // namespace graphlift::interp
