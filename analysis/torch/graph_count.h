// How many graphs a region compiles to: which functions are compiled on their own, where they are split, and which calls find a
// graph that fits already.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "analysis/torch/graph_inputs.h"

namespace graphlift::torch {

// A function, or the part of one behind a graph break, is compiled again.
struct Recompilation {
  const interp::Frame* frame = nullptr;  // the function's, or of the caller when it runs inside a function that was skipped
  std::shared_ptr<const lower::Code> code;
  uint32_t pc = 0;        // the first instruction
  Guard guard;            // what is different
  int64_t before = 0;     // its value then
  uint32_t count = 0;     // so far, of this part
  bool settles = false;   // a symbol takes its place: further values fit
  bool at_limit = false;  // never compiled again
  bool certain = false;
};

class GraphCounter {
 public:
  enum class Dynamic : uint8_t { Automatic, Always, Never };

  std::function<void(const Recompilation&)> recompiled;

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
  void split(const std::vector<Split>& chain, bool nested, uint64_t ops, int64_t mode);

  void begin_region(Dynamic dynamic) { dynamic_ = dynamic; }
  [[nodiscard]] uint32_t take() { return std::exchange(count_, 0); }

 private:
  using CodePtr = std::shared_ptr<const lower::Code>;
  using Codes = std::set<CodePtr>;  // what ran as part of a graph: the attributes that it may read
  struct Alone {
    CodePtr code;
    GraphInputs inputs;
    Codes codes;
    uint64_t ops = 0;
  };
  struct Record {
    const interp::Frame* frame = nullptr;
    uint64_t entered = 0, start = 0;
    bool unit = false;      // compiled on its own
    bool divided = false;   // a break split it: what follows a call of another unit is a graph again
    uint32_t start_pc = 0;  // of the part that is being traced
    GraphInputs inputs;
    Codes codes;
    std::vector<Alone> calls;  // inlined so far, each compiled alone if this frame were not
  };
  struct Compiled {
    GraphInputs inputs;  // those that are guarded, by place
    std::vector<bool> dynamic;
    uint64_t ops = 0;
  };
  struct Part {
    std::vector<Compiled> graphs;
    std::map<uint64_t, std::pair<int64_t, bool>> sizes;  // by place: the last value, and whether it changed
    uint32_t recompilations = 0;
    bool empty = false;  // nothing to compile in the first call: it is not tried again
  };

  [[nodiscard]] Record* find(const interp::Frame* frame);
  // The part of CODE from PC to END. Without OPS there is no graph, but guards as well.
  void compile(const interp::Frame* frame, const CodePtr& code, uint32_t pc, uint32_t end, const GraphInputs& inputs, const Codes& codes,
               uint64_t ops);
  void finish(Record& record, uint64_t end, bool at_break);

  std::vector<Record> open_;
  std::map<std::pair<uint32_t, uint32_t>, Part> parts_;  // by code and first instruction
  std::map<uint32_t, std::set<std::string>> names_;      // attributes that a code reads
  Dynamic dynamic_ = Dynamic::Automatic;
  uint32_t count_ = 0;
};

}  // namespace graphlift::torch
