// Reading what a graph is guarded on; see the header.
#include "analysis/torch/graph_inputs.h"

#include <algorithm>

namespace graphlift::torch {

using interp::cast;
using interp::Frame;
using interp::Value;
using lower::Code;
using lower::Instr;
using lower::Op;
using Kind = Guard::Kind;

namespace {

constexpr int kDepth = 6;            // of containers and modules that inputs are read through
constexpr size_t kMostGuards = 512;  // of one variable
constexpr uint64_t kPrime = 0x9e3779b97f4a7c15ull;

uint64_t mixed(uint64_t seed, uint64_t x) { return (seed ^ x) * kPrime ^ seed >> 29; }

class InputReader {
 public:
  void read_variable(uint32_t variable, Value v) {
    variable_ = variable;
    most_ = out.size() + kMostGuards;
    attribute_ = nullptr;
    structure_ = 0;
    read(v, kDepth, mixed(kPrime, variable + 1), false);
    if (structure_ != 0) add(Kind::Module, mixed(kPrime, variable + 1), int64_t(structure_));
  }
  void add(Kind kind, uint64_t place, int64_t value, bool known = true) {
    if (out.size() >= most_) return;
    Guard& guard = out.emplace_back();
    guard.place = mixed(place, uint64_t(kind) + 101);
    guard.value = value;
    guard.attribute = attribute_;
    guard.variable = variable_;
    guard.order = static_cast<uint32_t>(out.size());
    guard.kind = kind;
    guard.known = known;
    guard.state = attribute_ != nullptr;
  }

  GraphInputs out;

 private:
  void read(Value v, int depth, uint64_t place, bool held) {
    if (v.null() || out.size() >= most_) return;
    if (const auto* tensor = cast<interp::TensorObj>(v)) return read_tensor(*tensor, place);
    if (v.is_int() || v.is_float()) {
      add(Kind::Type, place, int64_t(v.tag));
      add(Kind::Number, place, v.is_int() ? v.i : static_cast<int64_t>(v.f * 4096));
      return;
    }
    if (v.is_str()) {
      add(Kind::Type, place, int64_t(v.tag));
      add(Kind::Constant, place, int64_t(reinterpret_cast<intptr_t>(v.o)));
      return;
    }
    if (!v.is_object()) {
      add(Kind::Type, place, int64_t(v.tag));
      if (v.is_bool()) add(Kind::Constant, place, v.b);
      return;
    }
    if (const auto* sym = cast<interp::SymObj>(v)) return read_symbol(*sym, place);
    if (depth == 0) return;
    if (const auto* list = cast<interp::ListObj>(v)) {
      if (list->open) return;
      read_items(list->items, depth, place, held);
    } else if (const auto* tuple = cast<interp::TupleObj>(v)) {
      read_items(tuple->items, depth, place, held);
    } else if (const auto* dict = cast<interp::DictObj>(v)) {
      if (!dict->open) read_dict(*dict, depth, place, held);
    } else if (const auto* instance = cast<interp::InstanceObj>(v)) {
      read_instance(*instance, depth, place, held);
    } else if (const auto* fn = cast<interp::FunctionObj>(v)) {
      if (held) structure_ = mixed(structure_, fn->code->id);
      else add(Kind::Function, place, fn->code->id);
    }
  }

  void read_symbol(const interp::SymObj& sym, uint64_t place) {
    add(Kind::Type, place, int64_t(reinterpret_cast<intptr_t>(sym.cls)), false);
    add(Kind::Number, place, int64_t(reinterpret_cast<intptr_t>(&sym)), false);
  }

  void read_tensor(const interp::TensorObj& tensor, uint64_t place) {
    const uint64_t type = uint64_t(tensor.dtype) * 2 + uint64_t(tensor.requires_grad);
    if (tensor.parameter) {  // its shape is fixed
      uint64_t all = mixed(type, tensor.ranked ? tensor.dims.size() : 99);
      for (const interp::Dim& d : tensor.dims) all = mixed(all, uint64_t(d.known() ? d.size : -1));
      structure_ = mixed(structure_, all);
      return;
    }
    add(Kind::Type, place, 1000);
    add(Kind::DType, place, int64_t(type), tensor.dtype != interp::DType::Unknown);
    if (!tensor.ranked) return add(Kind::Rank, place, -1, false);
    add(Kind::Rank, place, int64_t(tensor.dims.size()));
    for (size_t i = 0; i < tensor.dims.size(); ++i) {
      const interp::Dim& d = tensor.dims[i];
      add(Kind::Size, mixed(place, i), d.known() ? d.size : -int64_t(d.symbol) - 2, d.known());
    }
  }

  void read_items(const std::vector<Value>& items, int depth, uint64_t place, bool held) {
    add(Kind::Length, place, int64_t(items.size()));
    for (size_t i = 0; i < items.size(); ++i) read(items[i], depth - 1, mixed(place, i + 7), held);
  }

  void read_dict(const interp::DictObj& dict, int depth, uint64_t place, bool held) {
    uint64_t keys = dict.map.size();
    for (const auto& entry : dict.map.entries()) {
      if (entry.key.null()) continue;
      const uint64_t key = entry.key.is_str() ? reinterpret_cast<uintptr_t>(entry.key.o) : interp::hash_of(entry.key);
      keys = mixed(keys, key);
    }
    add(Kind::Length, place, int64_t(keys));
    for (const auto& entry : dict.map.entries()) {
      if (entry.key.null()) continue;
      const uint64_t key = entry.key.is_str() ? reinterpret_cast<uintptr_t>(entry.key.o) : interp::hash_of(entry.key);
      read(entry.value, depth - 1, mixed(place, key), held);
    }
  }

  // Attributes count where code reads their names; the dicts of a module that hold its parts are its structure.
  void read_instance(const interp::InstanceObj& instance, int depth, uint64_t place, bool held) {
    if (held) structure_ = mixed(structure_, reinterpret_cast<uintptr_t>(instance.cls));
    else add(Kind::Type, place, int64_t(reinterpret_cast<intptr_t>(instance.cls)));
    if (!instance.payload.null()) read(instance.payload, depth - 1, mixed(place, 3), held);
    if (!instance.dict) return;
    const interp::Object* outer = attribute_;
    for (const auto& entry : instance.dict->map.entries()) {
      if (!entry.key.is_str()) continue;
      const auto name = interp::text_of(entry.key);
      const uint64_t inner = mixed(place, reinterpret_cast<uintptr_t>(entry.key.o));
      if (name == "_parameters" || name == "_buffers" || name == "_modules") {
        if (const auto* parts = cast<interp::DictObj>(entry.value)) read_parts(*parts, depth, inner);
        continue;
      }
      attribute_ = entry.key.o;
      read(entry.value, depth - 1, inner, true);
    }
    attribute_ = outer;
  }

  void read_parts(const interp::DictObj& parts, int depth, uint64_t place) {
    const interp::Object* outer = attribute_;
    for (const auto& entry : parts.map.entries()) {
      if (!entry.key.is_str()) continue;
      const auto key = reinterpret_cast<uintptr_t>(entry.key.o);
      const std::string_view name = interp::text_of(entry.key);
      structure_ = mixed(structure_, key);
      const bool numbered = !name.empty() && name[0] >= '0' && name[0] <= '9';
      if (!numbered) attribute_ = entry.key.o;
      const uint64_t above = structure_;
      structure_ = 0;
      read(entry.value, depth - 1, mixed(place, key), true);
      add(Kind::Module, mixed(place, key), int64_t(structure_));
      structure_ = above;
      attribute_ = outer;
    }
  }

  uint32_t variable_ = 0;
  size_t most_ = kMostGuards;
  const interp::Object* attribute_ = nullptr;
  uint64_t structure_ = 0;
};

void read_cells(InputReader& reader, const Frame& frame, uint32_t pc) {
  const Code& code = *frame.code;
  for (size_t i = 0; i < frame.cells.size(); ++i) {
    if (i < code.cellvars.size() && code.cell_of_param[i] < 0) continue;
    const auto variable = static_cast<uint32_t>(code.locals.size() + i);
    if (frame.cells[i] && reads_variable(code, variable, pc)) reader.read_variable(variable, frame.cells[i]->value);
  }
}

}  // namespace

bool reads_variable(const Code& code, uint32_t variable, uint32_t pc, uint32_t end) {
  const bool cell = variable >= code.locals.size();
  const auto slot = cell ? variable - static_cast<uint32_t>(code.locals.size()) : variable;
  bool branched = false;
  for (size_t i = pc; i < code.instrs.size() && i < end; ++i) {
    const Instr& instr = code.instrs[i];
    if (cell) {
      if ((instr.op == Op::LoadDeref || instr.op == Op::LoadClosure) && instr.a == slot) return true;
      continue;
    }
    if (instr.op == Op::LoadFast && instr.a == slot) return true;
    if (instr.op == Op::StoreFast && instr.a == slot && !branched) return false;
    branched |= instr.op == Op::PopJumpIfFalse || instr.op == Op::PopJumpIfTrue || instr.op == Op::JumpIfFalseOrPop ||
                instr.op == Op::JumpIfTrueOrPop || instr.op == Op::ForIter;
  }
  if (cell) return false;
  for (size_t c = 0; c < code.cell_of_param.size(); ++c)
    if (code.cell_of_param[c] == static_cast<int32_t>(slot)) return true;
  return false;
}

std::string variable_name(const Code& code, uint32_t variable) {
  if (variable < code.locals.size()) return code.locals[variable];
  const size_t cell = variable - code.locals.size();
  if (cell < code.cellvars.size()) return code.cellvars[cell];
  const size_t free = cell - code.cellvars.size();
  return free < code.freevars.size() ? code.freevars[free] : std::string();
}

GraphInputs inputs_of(const Frame& frame, int64_t mode) {
  InputReader reader;
  const Code& code = *frame.code;
  reader.add(Kind::Mode, 1, mode);
  const size_t parameters = code.positional_count + code.kwonly_count + (code.has_varargs ? 1 : 0) + (code.has_varkw ? 1 : 0);
  for (size_t i = 0; i < parameters && i < frame.path.locals.size(); ++i) {
    const auto variable = static_cast<uint32_t>(i);
    if (reads_variable(code, variable, 0)) reader.read_variable(variable, frame.path.locals[i]);
  }
  read_cells(reader, frame, 0);
  return std::move(reader.out);
}

GraphInputs inputs_at(const Frame& frame, uint32_t pc, int64_t mode) {
  InputReader reader;
  const Code& code = *frame.code;
  reader.add(Kind::Mode, 1, mode);
  for (size_t i = 0; i < frame.path.locals.size(); ++i) {
    const auto variable = static_cast<uint32_t>(i);
    if (!frame.path.locals[i].null() && reads_variable(code, variable, pc)) reader.read_variable(variable, frame.path.locals[i]);
  }
  read_cells(reader, frame, pc);
  return std::move(reader.out);
}

void add_results(GraphInputs& inputs, const Frame& frame, uint32_t pc) {
  InputReader reader;
  const Code& code = *frame.code;
  for (size_t i = pc; i < code.instrs.size(); ++i) {
    const Instr& instr = code.instrs[i];
    if (instr.op == Op::UnpackSequence) continue;
    if (instr.op != Op::StoreFast || instr.a >= frame.path.locals.size()) break;
    reader.read_variable(instr.a, frame.path.locals[instr.a]);
  }
  inputs.insert(inputs.end(), reader.out.begin(), reader.out.end());
}

}  // namespace graphlift::torch
