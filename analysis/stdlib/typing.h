// typing: what other modules need of it.
#pragma once

#include "analysis/stdlib/define.h"

namespace graphlift::stdlib {

// A value kept in `__annotations__`: evaluates the deferred annotation, others unchanged. Never Null.
[[nodiscard]] Value annotation_value(Vm& vm, Value stored, DictObj* class_names);
// What a subscripted generic is made of (`typing.List[int]`: list, (int,)); Null when it is none.
[[nodiscard]] Value alias_origin(Vm& vm, Value annotation);
[[nodiscard]] Value special_form(Vm& vm, std::string_view name);  // typing.ClassVar, typing.Literal, ...
// Makes `cls` a named tuple over `fields`, as collections.namedtuple does; `defaults` belong to the last fields.
void define_named_tuple(Vm& vm, ClassObj* cls, const std::vector<std::string>& fields, const std::vector<Value>& defaults);

}  // namespace graphlift::stdlib
