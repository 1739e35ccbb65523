// The C interface of the library, as graphlift/native/__init__.py calls it through ctypes. Nothing here throws.
#pragma once

#include <cstdint>

extern "C" {

// One operator, autograd node, TorchScript function or user scope that ran. Times are nanoseconds of the steady clock.
struct GraphliftEvent {
  char name[64];  // cut at 63 bytes
  int64_t begin;
  int64_t end;       // 0 while it runs
  int64_t sequence;  // number of the autograd node that links a forward operator with its backward, -1 for none
  uint64_t thread;
  uint64_t digest;  // of the outputs' contents where that was asked for, else 0
  int32_t depth;    // 0 for what the program called, more for what an operator called
  int32_t scope;    // at::RecordScope: 0 operator, 1 backward node, 2 TorchScript function, 7 user scope
};

enum GraphliftKind : int32_t {
  kGraphliftAll = 0,      // everything that runs
  kGraphliftDigests = 1,  // and a digest of each result
  kGraphliftRegions = 2,  // only entries into compiled code
};

// Observes from now on; at most `capacity` events are kept, of the rest only the number. Returns 0, or -1 when it observes already.
int graphlift_observer_start(int64_t capacity, int32_t kind);
// Stops, and returns how many events there were. Costs nothing from here on.
int64_t graphlift_observer_stop();
// The events kept; valid until the next start.
const GraphliftEvent* graphlift_observer_events();

// What the interposer does with an operator that a rule names.
enum GraphliftAction : int32_t {
  kGraphliftReplace = 0,  // call another operator of the same schema
  kGraphliftScale = 1,    // multiply each floating result by `value`
  kGraphliftFill = 2,     // fill each floating result with `value`
  kGraphliftElement = 3,  // multiply one element (a third of the way in) of each floating result by `value`
};

// Adds a rule. `name` is `aten::relu` or `aten::sum.dim_IntList`. Returns 0; -1 unknown operator; -2 unknown replacement; -3 schemas
// differ.
int graphlift_interposer_rule(const char* name, int32_t action, const char* replacement, double value);
void graphlift_interposer_clear();
// Puts the interposer into, or takes it out of, the calling thread (and those that inherit its state: autograd, at::launch).
void graphlift_interposer_thread(int32_t on);
// Operators called through it, and how many of them a rule changed, since the last clear.
int64_t graphlift_interposer_calls();
int64_t graphlift_interposer_changes();
}
