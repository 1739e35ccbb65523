// Counting graphs; see the header.
#include "analysis/torch/graph_count.h"

#include <algorithm>

namespace graphlift::torch {

using interp::cast;
using interp::Frame;
using interp::Value;

namespace {

constexpr size_t kMostGraphs = 8;    // Dynamo's recompile limit
constexpr size_t kMostCalls = 1024;  // remembered of one function
constexpr int kDepth = 6;            // of containers and modules that arguments are read through
constexpr size_t kMostSizes = 2048;

class InputReader {
 public:
  void read(Value v, int depth, bool module = false) {
    if (out.sizes.size() >= kMostSizes) return;
    if (const auto* tensor = cast<interp::TensorObj>(v)) return read_tensor(*tensor);
    if (v.is_int() || v.is_float()) {
      if (module) return;  // most numbers of a module are never looked at
      mix(v.is_int() ? 2 : 3);
      out.sizes.push_back(v.is_int() ? v.i : static_cast<int64_t>(v.f * 4096));
      return;
    }
    if (v.is_str()) {
      if (!module) mix(reinterpret_cast<uintptr_t>(v.o));
      return;
    }
    if (!v.is_object()) {
      mix(uint64_t(v.tag) * 31 + (v.is_bool() ? uint64_t(v.b) : 0));
      return;
    }
    if (depth == 0) return;
    if (const auto* list = cast<interp::ListObj>(v)) {
      read_items(list->items, depth, module);
    } else if (const auto* tuple = cast<interp::TupleObj>(v)) {
      read_items(tuple->items, depth, module);
    } else if (const auto* dict = cast<interp::DictObj>(v)) {
      read_dict(*dict, depth, module);
    } else if (const auto* instance = cast<interp::InstanceObj>(v)) {
      mix(reinterpret_cast<uintptr_t>(instance->cls));
      if (instance->dict) read_dict(*instance->dict, depth, true);
    } else if (const auto* fn = cast<interp::FunctionObj>(v)) {
      mix(fn->code->id);
    }
  }

  GraphInputs out;

 private:
  void mix(uint64_t x) { out.fixed = (out.fixed ^ x) * 0x9e3779b97f4a7c15ull; }

  void read_tensor(const interp::TensorObj& tensor) {
    mix(uint64_t(tensor.dtype) * 2 + uint64_t(tensor.requires_grad) + (tensor.parameter ? 64 : 0));
    mix(tensor.ranked ? tensor.dims.size() : 99);
    // The shapes of parameters are fixed.
    for (const interp::Dim& d : tensor.dims) {
      const int64_t size = d.known() ? d.size : -int64_t(d.symbol) - 2;
      if (tensor.parameter) mix(uint64_t(size));
      else out.sizes.push_back(size);
    }
  }
  void read_items(const std::vector<Value>& items, int depth, bool module) {
    mix(items.size());
    for (Value item : items) read(item, depth - 1, module);
  }
  void read_dict(const interp::DictObj& dict, int depth, bool module) {
    for (const auto& entry : dict.map.entries()) {
      if (entry.key.null()) continue;
      if (entry.key.is_str() && !module) mix(reinterpret_cast<uintptr_t>(entry.key.o));
      read(entry.value, depth - 1, module);
    }
  }
};

bool fits(const std::vector<int64_t>& sizes, const std::vector<int64_t>& compiled, const std::vector<bool>& dynamic) {
  for (size_t i = 0; i < sizes.size(); ++i)
    if (sizes[i] != compiled[i] && !dynamic[i]) return false;
  return true;
}

}  // namespace

GraphInputs inputs_of(const Frame& frame) {
  InputReader reader;
  const lower::Code& code = *frame.code;
  const size_t parameters = code.positional_count + code.kwonly_count + (code.has_varargs ? 1 : 0) + (code.has_varkw ? 1 : 0);
  for (size_t i = 0; i < parameters && i < frame.path.locals.size(); ++i) reader.read(frame.path.locals[i], kDepth);
  return std::move(reader.out);
}

GraphCounter::Record* GraphCounter::find(const Frame* frame) {
  const auto at = std::find_if(open_.rbegin(), open_.rend(), [&](const Record& r) { return r.frame == frame; });
  return at == open_.rend() ? nullptr : &*at;
}

void GraphCounter::enter(const Frame& frame, bool unit, GraphInputs inputs, uint64_t ops) {
  Record& record = open_.emplace_back();
  record.frame = &frame;
  record.entered = record.start = ops;
  record.unit = unit;
  record.inputs = std::move(inputs);
}

void GraphCounter::leave(const Frame& frame, bool alone, uint64_t ops) {
  if (open_.empty() || open_.back().frame != &frame) return;
  Record record = std::move(open_.back());
  open_.pop_back();
  const bool traced = frame.tracing == interp::Tracing::Traced;
  if (record.unit && traced && ops > record.start) compile(frame.code.get(), record.start_pc, record.inputs);
  if (open_.empty()) return;
  Record& caller = open_.back();
  if (record.unit) {
    if (caller.divided) caller.start = ops;
    return;
  }
  if (!traced || ops == record.entered || caller.calls.size() >= kMostCalls) return;
  if (alone) {
    caller.calls.push_back({frame.code.get(), std::move(record.inputs)});
  } else {
    caller.calls.insert(caller.calls.end(), std::make_move_iterator(record.calls.begin()), std::make_move_iterator(record.calls.end()));
  }
}

void GraphCounter::split(const std::vector<Split>& chain, bool nested, uint64_t ops) {
  const bool all_resume = std::all_of(chain.begin(), chain.end(), [](const Split& s) { return s.fate == Fate::Resumes; });
  if (nested && all_resume && !chain.empty()) {
    Record* outer = find(chain.front().frame);
    if (!outer) return;
    if (ops > outer->start) compile(chain.front().frame->code.get(), outer->start_pc, outer->inputs);
    outer->start = ops;
    outer->start_pc = chain.back().frame->current_pc + 1;
    return;
  }
  for (size_t i = 0; i < chain.size(); ++i) {
    Record* record = find(chain[i].frame);
    if (!record) continue;
    const Record* callee = nullptr;
    for (size_t inner = i + 1; inner < chain.size() && !callee; ++inner) callee = find(chain[inner].frame);
    const uint64_t end = callee ? callee->entered : ops;
    const lower::Code* code = chain[i].frame->code.get();
    record->unit = true;
    if (chain[i].fate == Fate::Skipped) {
      for (const Alone& call : record->calls) compile(call.code, 0, call.inputs);
    } else if (end > record->start) {
      compile(code, record->start_pc, record->inputs);
    }
    record->calls.clear();
    record->divided = chain[i].fate == Fate::Resumes;
    record->start = ops;
    record->start_pc = chain[i].frame->current_pc + 1;
  }
}

void GraphCounter::compile(const lower::Code* code, uint32_t pc, const GraphInputs& inputs) {
  std::vector<Compiled>& known = compiled_[{code->id, pc}];
  const Compiled* before = nullptr;
  for (const Compiled& one : known) {
    if (one.inputs.fixed != inputs.fixed || one.inputs.sizes.size() != inputs.sizes.size()) continue;
    if (fits(inputs.sizes, one.inputs.sizes, one.dynamic)) return;
    before = &one;
  }
  if (known.size() >= kMostGraphs) return;
  Compiled fresh{inputs, std::vector<bool>(inputs.sizes.size(), dynamic_ == Dynamic::Always)};
  if (before && dynamic_ == Dynamic::Automatic)
    for (size_t i = 0; i < inputs.sizes.size(); ++i) fresh.dynamic[i] = before->dynamic[i] || before->inputs.sizes[i] != inputs.sizes[i];
  known.push_back(std::move(fresh));
  ++count_;
}

}  // namespace graphlift::torch
