// One activation of a Code, and the states it still has to run after an unknown branch.
#pragma once

#include <map>
#include <memory>
#include <vector>

#include "analysis/interp/object.h"

namespace graphlift::interp {

struct Block {
  uint32_t handler;
  uint32_t depth;         // operand stack depth to cut to
  uint32_t handling = 0;  // how many exceptions were being handled: a raise cuts PathState::handling to it
};

// A test whose outcome is not known and that the running state depends on.
struct Condition {
  uint32_t fork = 0;   // unique id of the fork
  bool taken = false;  // the side of the test
  When when = When::Unknown;
  lower::FileId file;
  Span span;                // the tested expression
  bool chance = false;      // random numbers decide: sooner or later both sides run
  double probability = -1;  // of this side where random numbers decide, negative when not known
  uint32_t draw = 0;        // the random number that decides, where the probability is known
};

// Everything of a frame that differs between the two sides of a branch.
struct PathState {
  uint32_t pc = 0;
  std::vector<Value> locals;
  std::vector<Value> stack;
  std::vector<Block> blocks;
  std::vector<Value> handling;  // exceptions being handled, innermost last
  std::vector<Condition> conditions;
};

using HeapDelta = std::vector<std::pair<Object*, std::shared_ptr<Object>>>;  // object -> its contents on that path

struct PendingState {
  PathState path;
  HeapDelta heap;  // relative to the frame's fork base
  Value result;    // for a path that returned
};

enum class Tracing : uint8_t { Off, Traced, Skipped, Disabled };  // Skipped: this body runs eager, callees may be traced

struct Frame {
  std::shared_ptr<const lower::Code> code;
  FunctionObj* function = nullptr;  // null for module and class bodies
  ModuleObj* module = nullptr;
  DictObj* names = nullptr;     // namespace of module and class bodies
  std::vector<CellObj*> cells;  // cellvars then freevars
  PathState path;
  std::multimap<uint32_t, PendingState> pending;  // by pc
  std::vector<PendingState> returned;
  bool forked = false;  // a journal is open for this frame
  Frame* caller = nullptr;
  GeneratorObj* generator = nullptr;
  Value thrown;  // raised where the generator resumes (generator.throw)
  Tracing tracing = Tracing::Off;
  bool delegating = false;            // suspended inside `yield from`
  bool region_root = false;           // the frame that a compiled callable entered
  std::vector<uint32_t> loop_rounds;  // per JumpBack seen with unknown bound: abstract rounds done, parallel to loop_heads
  std::vector<uint32_t> loop_heads;
  uint32_t current_pc = 0;  // of the instruction being executed
  uint32_t depth = 0;
};

}  // namespace graphlift::interp
