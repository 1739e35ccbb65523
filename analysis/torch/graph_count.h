// How many graphs a region compiles to: which functions are compiled on their own, where they are split, and which calls find a
// graph that fits already.
#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "analysis/interp/vm.h"

namespace graphlift::torch {

// What a graph was compiled for. Two calls with the same FIXED share a graph when their sizes fit.
struct GraphInputs {
  uint64_t fixed = 0;          // types, dtypes, structure, constants
  std::vector<int64_t> sizes;  // dimensions and numbers, which become symbols when they change
};

// Reads the arguments of a frame that was just entered.
[[nodiscard]] GraphInputs inputs_of(const interp::Frame& frame);

class GraphCounter {
 public:
  enum class Dynamic : uint8_t { Automatic, Always, Never };

  // A function that is, or may come to be, compiled on its own was entered. OPS: operators that graphs took so far.
  void enter(const interp::Frame& frame, bool unit, GraphInputs inputs, uint64_t ops);
  // ALONE: a frame of it is compiled when its caller runs eagerly.
  void leave(const interp::Frame& frame, bool alone, uint64_t ops);

  enum class Fate : uint8_t { Resumes, PrefixOnly, Skipped };
  struct Split {
    const interp::Frame* frame;
    Fate fate;
  };
  // A graph breaks in the last of CHAIN, the functions that are traced together, outermost first. NESTED: they stay together behind it.
  void split(const std::vector<Split>& chain, bool nested, uint64_t ops);

  void begin_region(Dynamic dynamic) { dynamic_ = dynamic; }
  [[nodiscard]] uint32_t take() { return std::exchange(count_, 0); }

 private:
  struct Alone {
    const lower::Code* code;
    GraphInputs inputs;
  };
  struct Record {
    const interp::Frame* frame = nullptr;
    uint64_t entered = 0, start = 0;
    bool unit = false;      // compiled on its own
    bool divided = false;   // a break split it: what follows a call of another unit is a graph again
    uint32_t start_pc = 0;  // of the part that is being traced
    GraphInputs inputs;
    std::vector<Alone> calls;  // inlined so far, each compiled alone if this frame were not
  };
  struct Compiled {
    GraphInputs inputs;
    std::vector<bool> dynamic;
  };

  [[nodiscard]] Record* find(const interp::Frame* frame);
  void compile(const lower::Code* code, uint32_t pc, const GraphInputs& inputs);

  std::vector<Record> open_;
  std::map<std::pair<uint32_t, uint32_t>, std::vector<Compiled>> compiled_;  // by code and first instruction
  Dynamic dynamic_ = Dynamic::Automatic;
  uint32_t count_ = 0;
};

}  // namespace graphlift::torch
