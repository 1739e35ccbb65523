// Findings of one analysis: one a place and fault, with the certainty, the path and the regions of all its observations.
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "analysis/interp/vm.h"
#include "analysis/report/report.h"
#include "analysis/rules/positions.h"

namespace graphlift::rules {

// Whose code a file is.
enum class Owner : uint8_t { Own, Package, Standard, Framework };

// What is said about one place.
struct Said {
  std::string_view rule;  // GL101
  report::Severity severity = report::Severity::Warning;
  std::string gb;
  std::string message;
};

// The sides that a path took at tests whose outcome is not known, by the test's fork.
using Sides = std::map<uint32_t, bool>;
constexpr uint32_t kNoFork = UINT32_MAX;  // stands for something undecided that is no test: it has no other side

// How sure it is that a place is reached.
struct Reach {
  report::Certainty certainty = report::Certainty::Definite;
  std::string condition;        // of the tests that were not decided
  bool by_chance = false;       // only random numbers decide
  double probability = 1;       // that they decide so; 0 when it is not known
  std::vector<uint32_t> draws;  // the random numbers
  Sides sides;
};

struct Entry {
  report::Finding finding;
  std::set<uint64_t> chains;  // ways by which it was reached
  std::set<size_t> regions;
  double missed = 1;         // the probability that no observation so far took place, where only random numbers decide
  std::set<uint32_t> draws;  // the random numbers that it is made of
  std::vector<Sides> seen;   // the paths of conditional observations, those that together leave no other merged
  report::Certainty latest = report::Certainty::Definite;  // of the last observation, with what came before
};

class FindingBook {
 public:
  // FRAMEWORK: the directory under site-packages whose code is the framework's own (`torch`).
  FindingBook(Positions& positions, std::string framework) : positions_(positions), framework_(std::move(framework)) {}
  void attach(interp::Vm& vm) { vm_ = &vm; }
  // Frames that a report does not show; the framework's and Python's own code unless set.
  std::function<bool(interp::Frame*)> hidden;

  // Adds an observation; a second one at the same place with the same rule and break id makes the finding more certain at most.
  Entry& add(lower::FileId file, Span span, interp::Frame* frame, const Said& said, const Reach& reach, interp::OriginId origin,
             size_t region);
  // The tests between the region's entry and FRAME that were not decided, and what they leave of the certainty.
  Reach reach_of(interp::Frame* frame);

  Owner owner_of(lower::FileId file);
  [[nodiscard]] std::string code_text(lower::FileId file, Span span);  // one line, shortened
  [[nodiscard]] std::string function_name(interp::Frame* frame);
  [[nodiscard]] Positions& positions() { return positions_; }
  [[nodiscard]] size_t size() const { return entries_.size(); }
  // What was added since the book had FROM entries holds only under CONDITION.
  void make_conditional(size_t from, const std::string& condition);
  // Everything so far; region numbers become ids PREFIX1, PREFIX2, ...
  std::vector<report::Finding> take(const std::string& region_prefix);

 private:
  std::vector<report::PathStep> calls_to(interp::Frame* frame);  // from the region's entry; the innermost first
  void add_chain(Entry& entry, interp::Frame* frame);
  std::vector<report::PathStep> path_to(interp::Frame* frame, interp::OriginId origin);
  [[nodiscard]] bool is_hidden(interp::Frame* frame);

  Positions& positions_;
  std::string framework_;
  interp::Vm* vm_ = nullptr;
  std::map<std::string, size_t> by_key_;
  std::deque<Entry> entries_;  // a deque: references stay valid
  std::unordered_map<uint32_t, Owner> owner_by_file_;
};

inline constexpr size_t kNoRegion = static_cast<size_t>(-1);

[[nodiscard]] inline Span span_of(const interp::Frame* frame) {
  return frame->current_pc < frame->code->spans.size() ? frame->code->spans[frame->current_pc] : Span{};
}

}  // namespace graphlift::rules
