// Counting graphs; see the header.
#include "analysis/torch/graph_count.h"

#include <algorithm>

namespace graphlift::torch {

using interp::Frame;
using lower::Code;
using Kind = Guard::Kind;

namespace {

constexpr size_t kMostGraphs = 8;   // Dynamo's recompile limit
constexpr size_t kMostCalls = 256;  // remembered of one function

bool is_size(const Guard& guard) { return guard.kind == Kind::Size || (guard.kind == Kind::Number && !guard.state); }

// A symbol stands for sizes from two on: zero and one stay constants. A number may be any.
bool fits_symbol(const Guard& compiled, const Guard& now) {
  if (compiled.kind == Kind::Number) return true;
  return !(compiled.value == 0 || compiled.value == 1) && !(now.value == 0 || now.value == 1);
}

// Does a branch leave the function at once on one side? Whether its rest runs, then hangs on the test.
bool may_return(const Code& code, uint32_t pc) {
  const lower::Op op = code.instrs[pc].op;
  if (op != lower::Op::PopJumpIfFalse && op != lower::Op::PopJumpIfTrue) return false;
  const auto returns = [&](size_t at) {
    constexpr size_t kReach = 3;
    for (size_t i = at; i < code.instrs.size() && i < at + kReach; ++i) {
      if (code.instrs[i].op == lower::Op::Return) return true;
      if (code.instrs[i].op != lower::Op::LoadConst && code.instrs[i].op != lower::Op::LoadFast) return false;
    }
    return false;
  };
  return returns(pc + 1) || returns(code.instrs[pc].a);
}

bool by_place(const Guard& a, const Guard& b) { return a.place < b.place; }

// Of two guards that fail the one to report; not by their places, which differ from run to run.
bool tells_more(const Guard& a, const Guard& b) {
  const auto name = [](const Guard& guard) -> std::string_view {
    return guard.attribute ? std::string_view(static_cast<const interp::StrObj*>(guard.attribute)->text) : std::string_view();
  };
  if (a.kind != b.kind) return a.kind < b.kind;
  if (a.variable != b.variable) return a.variable < b.variable;
  if (name(a) != name(b)) return name(a) < name(b);
  return a.order < b.order;
}

// The attributes that instructions from PC on may read.
void add_names(const Code& code, uint32_t pc, std::set<std::string>& names) {
  for (size_t i = pc; i < code.instrs.size(); ++i) {
    if (code.instrs[i].op == lower::Op::LoadAttr) names.insert(code.names[code.instrs[i].a]);
  }
  for (const lower::Const& c : code.consts) {  // getattr(self, "name")
    if (const auto* text = std::get_if<std::string>(&c)) names.insert(*text);
  }
}

}  // namespace

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
  record.codes.insert(frame.code);
}

// The part of a function that was traced last has come to its end.
void GraphCounter::finish(Record& record, uint64_t end, bool at_break) {
  if (end <= record.start && !at_break) {
    if (record.start_pc == 0) parts_[{record.frame->code->id, 0}].empty = true;
    return;
  }
  if (record.start_pc > 0) add_results(record.inputs, *record.frame, record.start_pc);
  const uint32_t end_pc = at_break ? record.frame->current_pc + 1 : UINT32_MAX;
  compile(record.frame, record.frame->code, record.start_pc, end_pc, record.inputs, record.codes, end - record.start);
}

void GraphCounter::leave(const Frame& frame, bool alone, uint64_t ops) {
  if (open_.empty() || open_.back().frame != &frame) return;
  Record record = std::move(open_.back());
  open_.pop_back();
  const bool traced = frame.tracing == interp::Tracing::Traced;
  if (record.unit && traced) finish(record, ops, false);
  if (open_.empty()) return;
  Record& caller = open_.back();
  if (record.unit) {
    if (caller.divided) caller.start = ops;
    return;
  }
  caller.codes.insert(record.codes.begin(), record.codes.end());
  if (!traced || ops == record.entered || caller.calls.size() >= kMostCalls) return;
  if (alone) {
    caller.calls.push_back({frame.code, std::move(record.inputs), std::move(record.codes), ops - record.entered});
  } else {
    caller.calls.insert(caller.calls.end(), std::make_move_iterator(record.calls.begin()), std::make_move_iterator(record.calls.end()));
  }
}

void GraphCounter::split(const std::vector<Split>& chain, bool nested, uint64_t ops, int64_t mode) {
  const bool all_resume = std::all_of(chain.begin(), chain.end(), [](const Split& s) { return s.fate == Fate::Resumes; });
  if (nested && all_resume && !chain.empty()) {
    Record* outer = find(chain.front().frame);
    if (!outer) return;
    finish(*outer, ops, true);
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
    record->unit = true;
    if (chain[i].fate == Fate::Skipped) {
      for (const Alone& call : record->calls) compile(chain[i].frame, call.code, 0, UINT32_MAX, call.inputs, call.codes, call.ops);
    } else {
      finish(*record, end, true);
    }
    record->calls.clear();
    record->divided = chain[i].fate == Fate::Resumes;
    record->start = ops;
    record->start_pc = chain[i].frame->current_pc + 1;
    record->codes = {chain[i].frame->code};
    if (record->divided) record->inputs = inputs_at(*chain[i].frame, record->start_pc, mode);
  }
}

void GraphCounter::compile(const Frame* frame, const CodePtr& code, uint32_t pc, uint32_t end, const GraphInputs& inputs,
                           const Codes& codes, uint64_t ops) {
  std::set<std::string> read;
  if (pc > 0) add_names(*code, pc, read);
  for (const CodePtr& part : codes) {
    if (pc > 0 && part == code) continue;
    const auto [names, fresh] = names_.try_emplace(part->id);
    if (fresh) add_names(*part, 0, names->second);
    read.insert(names->second.begin(), names->second.end());
  }
  GraphInputs guarded;
  for (const Guard& guard : inputs) {
    if (guard.attribute != nullptr && !read.count(static_cast<const interp::StrObj*>(guard.attribute)->text)) continue;
    if (end != UINT32_MAX && guard.kind != Kind::Mode && !reads_variable(*code, guard.variable, pc, end)) continue;
    guarded.push_back(guard);
  }
  std::stable_sort(guarded.begin(), guarded.end(), by_place);
  guarded.erase(std::unique(guarded.begin(), guarded.end(), [](const Guard& a, const Guard& b) { return a.place == b.place; }),
                guarded.end());

  Part& part = parts_[{code->id, pc}];
  Recompilation again;
  bool certain = true;
  for (const Compiled& graph : part.graphs) {
    const Guard* failed = nullptr;
    bool sure = false;
    int64_t before = 0;
    for (size_t i = 0; i < graph.inputs.size(); ++i) {
      const Guard& then = graph.inputs[i];
      const auto at = std::lower_bound(guarded.begin(), guarded.end(), then, by_place);
      const bool there = at != guarded.end() && at->place == then.place;
      if (!there || at->value == then.value) continue;  // what is no longer there, the type of what held it tells
      if (graph.dynamic[i] && fits_symbol(then, *at) && (then.kind != Kind::Number || graph.ops == ops)) continue;
      const bool known = then.known && at->known;
      if (failed && (sure != known ? sure : !tells_more(*at, *failed))) continue;
      failed = &*at;
      sure = known;
      before = then.value;
    }
    if (!failed) return;
    certain &= sure;
    again.guard = *failed;
    again.before = before;
  }
  if (part.graphs.size() >= kMostGraphs || part.empty) return;
  Compiled fresh{guarded, std::vector<bool>(guarded.size(), dynamic_ == Dynamic::Always), ops};
  for (size_t i = 0; i < guarded.size(); ++i) {
    if (!is_size(guarded[i])) continue;
    const auto [at, first] = part.sizes.try_emplace(guarded[i].place, guarded[i].value, false);
    if (!first && at->second.first != guarded[i].value) at->second = {guarded[i].value, true};
    fresh.dynamic[i] = dynamic_ == Dynamic::Always || (dynamic_ == Dynamic::Automatic && at->second.second);
  }
  // Guards that may have failed are remembered and not counted.
  if (ops > 0 && (part.graphs.empty() || certain)) ++count_;
  part.graphs.push_back(std::move(fresh));
  if (part.graphs.size() == 1 || !recompiled) return;
  again.frame = frame;
  again.code = code;
  again.pc = pc;
  again.count = ++part.recompilations;
  again.settles = is_size(again.guard) && dynamic_ != Dynamic::Never;
  again.at_limit = part.graphs.size() >= kMostGraphs;
  again.certain = certain && !(pc > 0 && may_return(*code, pc - 1));
  recompiled(again);
}

}  // namespace graphlift::torch
