// Paths of one frame: forking at a test that cannot be decided, running the states in code order, joining where they meet.
#include <algorithm>

#include "analysis/interp/chance.h"
#include "analysis/interp/interval.h"
#include "analysis/interp/machine.h"

namespace graphlift::interp {

namespace {

bool same(const Condition& a, const Condition& b) { return a.fork == b.fork && a.taken == b.taken; }

// How two states that meet were told apart.
struct Parting {
  When when = When::Const;  // how the test is known
  bool chance = false;      // only random numbers decided
  Condition mine;           // the one test that did, where it is one and its probability is known
};

// Keeps the conditions both states share; answers what separated them.
Parting intersect(std::vector<Condition>& mine, const std::vector<Condition>& theirs) {
  Parting parting;
  size_t dropped = 0, random = 0;
  std::vector<Condition> kept;
  for (const Condition& c : mine) {
    if (std::any_of(theirs.begin(), theirs.end(), [&](const Condition& d) { return same(c, d); })) kept.push_back(c);
    else {
      parting.when = join(parting.when, c.when);
      ++dropped;
      random += c.chance;
      parting.mine = c;
    }
  }
  const bool opposite = theirs.size() == kept.size() + 1 && dropped == 1 &&
                        std::any_of(theirs.begin(), theirs.end(), [&](const Condition& d) { return d.fork == parting.mine.fork; });
  if (!opposite) parting.mine = {};
  mine = std::move(kept);
  parting.chance = dropped > 0 && dropped == random;
  // Where the paths of a data-dependent test meet, Python has taken one of them: what differs is a Python value again.
  if (parting.when == When::Data) parting.when = When::PyInput;
  if (parting.when == When::Const) parting.when = When::Unknown;
  return parting;
}

// Its rounds stand for any number of rounds: what they leave has no bounds.
bool in_loop_of_unknown_length(const Vm& vm) {
  for (const Frame* f = vm.frame(); f; f = f->caller)
    if (!f->loop_heads.empty()) return true;
  return false;
}

// What a test on random numbers chose is random as well.
Value meet(Vm& vm, Value a, Value b, const Parting& parting) {
  const Value v = vm.join(a, b, parting.when);
  if (cast<SymObj>(v) && !v.same(a) && !v.same(b) && !in_loop_of_unknown_length(vm))
    within(vm, v, hull(interval_of(vm, a), interval_of(vm, b)));
  if (!parting.chance || !cast<SymObj>(v) || v.same(a) || v.same(b)) return v;
  LawId law = static_cast<SymObj*>(v.o)->law;
  if (a.is_bool() && b.is_bool() && parting.mine.probability >= 0) {
    const double yes = a.b ? parting.mine.probability : 1 - parting.mine.probability;
    law = vm.add_law({Law::Kind::Event, 0, yes, parting.mine.draw});
  }
  vm.set_law(v, law);
  return v;
}

}  // namespace

void Machine::fork(Frame& frame, uint32_t other_pc, PathState other, bool taken, When when, Value test) {
  Heap& heap = vm_.impl_->heap;
  PendingState pending;
  if (frame.forked) {
    pending.heap = heap.extract();
  } else {
    heap.open_journal();
    frame.forked = true;
    vm_.impl_->deep_work.forked();
  }
  const Site site = vm_.site();
  const uint32_t id = vm_.impl_->next_fork++;
  other.pc = other_pc;
  Condition mine{id, taken, when, site.file, site.span, is_random(test), -1, 0};
  Condition theirs = mine;
  theirs.taken = !taken;
  if (const Law* law = vm_.law_of(test); law != nullptr && law->kind == Law::Kind::Event) {
    mine.draw = theirs.draw = law->draw;
    mine.probability = taken ? law->high : 1 - law->high;
    theirs.probability = 1 - mine.probability;
  }
  other.conditions.push_back(theirs);
  frame.path.conditions.push_back(mine);
  pending.path = std::move(other);
  frame.pending.emplace(other_pc, std::move(pending));
}

void Machine::suspend_current(Frame& frame, Value result, bool returned) {
  Heap& heap = vm_.impl_->heap;
  PendingState state;
  state.path = frame.path;
  state.heap = heap.extract();
  state.result = result;
  heap.restore_base();
  if (returned) frame.returned.push_back(std::move(state));
  else frame.pending.emplace(frame.path.pc, std::move(state));
}

void Machine::switch_to(Frame& frame, PendingState state) {
  vm_.impl_->heap.apply(state.heap);
  frame.path = std::move(state.path);
}

// A test that told the two meeting states apart is still undecided for what follows while a third state is on its other side:
// the body of `if a or b` is reached with `a`, and without `a` but with `b`, and yet it need not be reached.
void Machine::keep_undecided(Frame& frame, const std::vector<Condition>& mine, const std::vector<Condition>& theirs) {
  const auto elsewhere = [&](const Condition& c) {
    const auto opposes = [&](const PendingState& s) {
      return std::any_of(s.path.conditions.begin(), s.path.conditions.end(),
                         [&](const Condition& d) { return d.fork == c.fork && d.taken != c.taken; });
    };
    return std::any_of(frame.pending.begin(), frame.pending.end(), [&](const auto& entry) { return opposes(entry.second); }) ||
           std::any_of(frame.returned.begin(), frame.returned.end(), opposes);
  };
  std::vector<Condition>& kept = frame.path.conditions;
  const auto has = [&](const Condition& c) {
    return std::any_of(kept.begin(), kept.end(), [&](const Condition& d) { return same(c, d); });
  };
  for (const std::vector<Condition>* side : {&mine, &theirs})
    for (const Condition& c : *side)
      if (!has(c) && elsewhere(c)) {
        kept.push_back(c);
        return;
      }
}

void Machine::merge_into_current(Frame& frame, const PendingState& other) {
  const std::vector<Condition> before = frame.path.conditions;
  const Parting parting = intersect(frame.path.conditions, other.path.conditions);
  vm_.impl_->heap.merge(vm_, other.heap, parting.when);
  PathState& mine = frame.path;
  const PathState& theirs = other.path;
  for (size_t i = 0; i < mine.locals.size() && i < theirs.locals.size(); ++i)
    mine.locals[i] = meet(vm_, mine.locals[i], theirs.locals[i], parting);
  for (size_t i = 0; i < mine.stack.size() && i < theirs.stack.size(); ++i)
    mine.stack[i] = meet(vm_, mine.stack[i], theirs.stack[i], parting);
  if (!frame.pending.empty() || !frame.returned.empty()) keep_undecided(frame, before, other.path.conditions);
}

void Machine::catch_up(Frame& frame) {
  while (!frame.pending.empty()) {
    auto lowest = frame.pending.begin();
    if (lowest->first > frame.path.pc) break;
    if (lowest->first < frame.path.pc) {
      PendingState next = std::move(lowest->second);
      frame.pending.erase(lowest);
      suspend_current(frame, Value(), false);
      switch_to(frame, std::move(next));
      continue;
    }
    PendingState meeting = std::move(lowest->second);
    frame.pending.erase(lowest);
    merge_into_current(frame, meeting);
  }
  if (frame.pending.empty() && frame.returned.empty()) close_forks(frame);
}

void Machine::close_forks(Frame& frame) {
  if (!frame.forked) return;
  frame.pending.clear();
  frame.returned.clear();
  vm_.impl_->heap.close_journal();
  frame.forked = false;
  vm_.impl_->deep_work.decided(vm_.impl_->instructions);
}

// A test whose other side has died everywhere is decided for what follows: `if bad: raise` puts no condition on the rest.
void Machine::forget_decided_conditions(Frame& frame) {
  const auto decided = [&](const Condition& c) {
    const auto contradicts = [&](const PathState& p) {
      return std::any_of(p.conditions.begin(), p.conditions.end(),
                         [&](const Condition& d) { return d.fork == c.fork && d.taken != c.taken; });
    };
    for (const auto& [pc, state] : frame.pending)
      if (contradicts(state.path)) return false;
    for (const auto& state : frame.returned)
      if (contradicts(state.path)) return false;
    return true;
  };
  std::erase_if(frame.path.conditions, decided);
}

bool Machine::drop_path(Frame& frame) {
  if (!frame.forked || frame.pending.empty()) return false;
  vm_.impl_->heap.restore_base();
  auto lowest = frame.pending.begin();
  PendingState next = std::move(lowest->second);
  frame.pending.erase(lowest);
  switch_to(frame, std::move(next));
  forget_decided_conditions(frame);
  return true;
}

Value Machine::finish(Frame& frame, Value result) {
  for (const PendingState& other : frame.returned) {
    const Parting parting = intersect(frame.path.conditions, other.path.conditions);
    vm_.impl_->heap.merge(vm_, other.heap, parting.when);
    result = result.null() ? other.result : meet(vm_, result, other.result, parting);
  }
  close_forks(frame);
  return result;
}

uint32_t& Machine::rounds_at(Frame& frame, uint32_t pc) {
  for (size_t i = 0; i < frame.loop_heads.size(); ++i)
    if (frame.loop_heads[i] == pc) return frame.loop_rounds[i];
  frame.loop_heads.push_back(pc);
  frame.loop_rounds.push_back(0);
  return frame.loop_rounds.back();
}

}  // namespace graphlift::interp
