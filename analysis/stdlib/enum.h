// enum: what the files of its model share.
#pragma once

#include "analysis/stdlib/define.h"

namespace graphlift::stdlib {

[[nodiscard]] ClassObj* enum_class(Vm& vm, std::string_view name);  // a class of the enum module
[[nodiscard]] std::vector<Value> members_of(Vm& vm, ClassObj* cls);
[[nodiscard]] DictObj* member_map(Vm& vm, ClassObj* cls);  // null when it is no enum
[[nodiscard]] Value member_value(Vm& vm, Value member);
[[nodiscard]] Value new_member(Vm& vm, ClassObj* cls, Value name, Value value);
[[nodiscard]] Value enum_lookup(Vm& vm, ClassObj* cls, Value value);  // cls(value)
// The member for a combination of bits, made when it is new.
[[nodiscard]] Value flag_member(Vm& vm, ClassObj* cls, int64_t bits);
void define_flag_operators(Vm& vm, ClassObj* cls);

}  // namespace graphlift::stdlib
