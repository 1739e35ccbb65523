// Decorators that only write documentation, found by what their first uses change: text of which no region ever hears need
// not be put together for every function of a library.
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <string>

#include "analysis/interp/object.h"

namespace graphlift::interp {

class Heap;

// One way to use a decorator: its code, what is decorated, and of what kind the values are that its closure holds.
struct DecoratorUse {
  const lower::Code* code = nullptr;
  ObjKind subject = ObjKind::Function;
  std::string closure;
  auto operator<=>(const DecoratorUse&) const = default;
};

class Decorators {
 public:
  enum class Plan : uint8_t { Run, Watch, Skip };
  // Is this the call of a function with one function or class, and what do its uses so far say?
  [[nodiscard]] Plan plan(const FunctionObj* fn, const Args& args, DecoratorUse& use) const;
  // Around a run that is watched. The heap has a journal of it.
  struct Watch {
    uint64_t effects = 0;
    uint32_t births = 0;
  };
  [[nodiscard]] Watch begin(const Heap& heap);
  void end(const Watch& watch, const DecoratorUse& use, Vm& vm, const Heap& heap, Value subject, Value result);
  // What a skipped call would have done.
  static void document(Vm& vm, Value subject);
  // A native was called in a watched run: what is not known to leave nothing behind counts as an effect.
  void called(const NativeObj* native);
  [[nodiscard]] bool watching() const { return depth_ > 0; }

  struct History {
    uint32_t clean = 0, others = 0;
  };
  using Uses = std::map<DecoratorUse, History>;
  // What was found, for another machine that runs the same code.
  [[nodiscard]] const Uses& uses() const { return uses_; }
  void learn(const Uses& uses) { uses_ = uses; }

 private:
  static constexpr uint32_t kClean = 3;    // uses in a row that wrote documentation and nothing else
  static constexpr uint32_t kOthers = 12;  // other uses in a row; some import modules and fill caches

  Uses uses_;
  uint32_t depth_ = 0;
  uint64_t effects_ = 0;  // of natives, in watched runs
};

}  // namespace graphlift::interp
