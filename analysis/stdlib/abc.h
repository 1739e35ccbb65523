// Abstract base classes: which classes conform, by inheritance, registration or the methods they have.
#pragma once

#include "analysis/stdlib/define.h"

namespace graphlift::stdlib {

// The metaclass ABCMeta, made on first use.
[[nodiscard]] ClassObj* abc_meta(Vm& vm);
// A native abstract class. `requires`: methods, separated by blanks, whose presence makes a class conform; empty: none do.
ClassObj* abstract_class(Module& m, std::string_view name, std::vector<ClassObj*> bases, std::string_view required = {});
// `cls` and everything abstract above it count `subclass` as a subclass.
void register_subclass(Vm& vm, ClassObj* cls, ClassObj* subclass);
// issubclass(subclass, cls) by ABC rules; false in `ok` when an exception is set.
[[nodiscard]] Tri conforms(Vm& vm, ClassObj* cls, ClassObj* subclass, bool& ok);

}  // namespace graphlift::stdlib
