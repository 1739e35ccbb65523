// Special methods of built-in types as natives, so that user classes can reach them through super() and by name.
#pragma once

#include <string_view>

#include "analysis/interp/types_support.h"

namespace graphlift::interp {

using syntax::BinaryOp;

void define_binary(Vm& vm, ClassObj* cls, std::initializer_list<BinaryOp> ops, bool reflected = true, bool in_place = false);
void define_equality(Vm& vm, ClassObj* cls);
void define_ordering(Vm& vm, ClassObj* cls);
void define_container(Vm& vm, ClassObj* cls, bool mutates, bool subscripts);  // __len__, __iter__, __contains__, __getitem__ ...
void define_text(Vm& vm, ClassObj* cls);                                      // __repr__, __str__, __format__, __hash__
void define_static(Vm& vm, ClassObj* cls, std::string_view name, NativeFn fn);
void define_class_method(Vm& vm, ClassObj* cls, std::string_view name, NativeFn fn);
// Native construction: `cls(...)` for the type itself, `__new__` for subclasses.
void define_construction(Vm& vm, ClassObj* cls, NativeFn construct);

}  // namespace graphlift::interp
