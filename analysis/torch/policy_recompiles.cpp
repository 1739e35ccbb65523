// Recompilations between the calls that the program makes: what changed, and what it comes to.
#include <algorithm>

#include "analysis/torch/policy_impl.h"
#include "analysis/torch/tensor_state.h"

namespace graphlift::torch {

using interp::Frame;
using report::Certainty;
using report::Severity;
using Kind = Guard::Kind;

namespace {

std::string_view rule_of(Kind kind) {
  switch (kind) {
    case Kind::Mode:
    case Kind::Constant:
    case Kind::Number: return "GL201";
    case Kind::DType:
    case Kind::Rank:
    case Kind::Size: return "GL202";
    default: return "GL203";
  }
}

std::string change_of(const Recompilation& again) {
  const Guard& guard = again.guard;
  std::string what = "`" + variable_name(*again.code, guard.variable) + "`";
  if (guard.attribute != nullptr) what = "attribute `" + static_cast<const interp::StrObj*>(guard.attribute)->text + "` of " + what;
  const std::string values = " (" + std::to_string(again.before) + ", then " + std::to_string(guard.value) + ")";
  switch (guard.kind) {
    case Kind::Mode: return "gradients are on in one call and off in another";
    case Kind::Module: return what + " has another structure, or parameters of another shape";
    case Kind::Type: return what + " holds another type of object";
    case Kind::Length: return what + " has another length or other keys";
    case Kind::Function: return what + " is another function";
    case Kind::Constant: return what + " has another value";
    case Kind::DType: return what + " has another dtype, or wants gradients where it did not";
    case Kind::Rank: return what + " has another number of dimensions" + values;
    case Kind::Size: return what + " has another size" + values;
    case Kind::Number: return what + " is another number";
  }
  return what;
}

// From the first decorator to the end of the header: TorchDynamo names a function by its first line.
Span whole_header(rules::Positions& positions, const lower::Code& code) {
  Span out = code.header;
  const std::string before = positions.text(code.file, Span{0, code.header.start});
  size_t line = before.rfind('\n');
  while (line != before.npos && line > 0) {
    const size_t previous = before.rfind('\n', line - 1);
    const size_t start = previous == before.npos ? 0 : previous + 1;
    const size_t text = before.find_first_not_of(" \t", start);
    if (text >= line || (before[text] != '@' && before[text] != '#')) break;
    if (before[text] == '@') out.start = static_cast<uint32_t>(text);
    line = previous;
  }
  return out;
}

}  // namespace

int64_t DynamoPolicy::Impl::ambient_modes() {
  const State& st = state(*vm);
  return int64_t(st.grad_enabled) + 2 * int64_t(st.inference_mode);
}

void DynamoPolicy::Impl::note_recompilation(const Recompilation& again) {
  if (active.empty()) return;
  const auto is_hidden_code = [&](const lower::Code& code) {
    const Owner owner = book.owner_of(code.file);
    return owner == Owner::Framework || owner == Owner::Standard;
  };
  // torch's own calling code around a module's `forward` is compiled with it, under its name.
  const bool calling = is_hidden_code(*again.code) && again.frame->region_root && again.pc == 0 && active.back().root != nullptr;
  const lower::Code& code = calling ? *active.back().root->code : *again.code;
  if (is_hidden_code(code)) return;
  const bool part = again.pc > 0;
  const Span span = part ? code.spans[again.pc - 1] : whole_header(book.positions(), code);
  Said said;
  said.rule = rule_of(again.guard.kind);
  const std::string unit = part ? "what follows this in `" + code.name + "`" : "`" + code.name + "`";
  said.message = unit + " is compiled again: " + change_of(again);
  if (again.settles) said.message += "; a symbol takes its place, so that further ones fit";
  if (again.at_limit) said.message += "; this reaches the limit, and it runs without compilation from then on";
  const auto* name = static_cast<const interp::StrObj*>(again.guard.attribute);
  const bool said_already = name != nullptr && updated.find(name->text) != updated.end();
  // One more graph is a bounded cost; what a graph break brings about, or a statement that counts, is told there.
  const Frame* outermost = again.frame;
  while (!outermost->region_root && outermost->caller && is_hidden(outermost->caller)) outermost = outermost->caller;
  const bool bounded = part || !outermost->region_root || again.frame->code != again.code || again.settles || said_already ||
                       (again.count < 2 && !again.at_limit);
  said.severity = bounded ? Severity::Info : Severity::Warning;
  rules::Reach reach = book.reach_of(const_cast<Frame*>(again.frame));
  if (!again.certain) {
    reach.certainty = Certainty::Possible;
    reach.sides[rules::kNoFork] = true;
  }
  const bool own_frame = again.frame->code.get() == &code;
  rules::Entry& entry = book.add(code.file, span, own_frame ? const_cast<Frame*>(again.frame) : nullptr, said, reach, {}, region());
  if (entry.finding.function.empty()) entry.finding.function = code.qualname;
}

}  // namespace graphlift::torch
