// The rule table.
#include "analysis/rules/rule.h"

namespace graphlift::rules {

namespace {

constexpr Rule kRules[] = {
    {"GL101", "data-dependent-branch"},
    {"GL102", "data-dependent-loop"},
    {"GL103", "host-sync"},
    {"GL104", "dynamic-shape-op"},
    {"GL105", "print-or-log"},
    {"GL106", "numpy-call"},
    {"GL107", "unsupported-builtin"},
    {"GL108", "third-party-call"},
    {"GL109", "custom-op-no-meta"},
    {"GL110", "break-in-try"},
    {"GL111", "break-in-context"},
    {"GL112", "generator"},
    {"GL113", "import-in-region"},
    {"GL114", "autograd-in-graph"},
    {"GL115", "graph-break"},
    {"GL116", "cached-call"},
    {"GL117", "rng"},
    {"GL118", "break-in-loop"},
    {"GL201", "recompile-python-scalar"},
    {"GL202", "recompile-shape"},
    {"GL203", "recompile-structure"},
    {"GL204", "attribute-mutation"},
    {"GL205", "global-mutation"},
    {"GL206", "retrace-python-arg"},
    {"GL207", "retrace-new-function"},
    {"GL208", "retrace-shape"},
    {"GL301", "side-effect-lost"},
    {"GL302", "stale-capture"},
    {"GL303", "tensor-leak"},
    {"GL304", "variable-creation"},
    {"GL305", "inplace-on-input"},
    {"GL306", "autograph-loop-var"},
    {"GL307", "autograph-branch-mismatch"},
    {"GL308", "noop-compile"},
    {"GL351", "jit-varargs"},
    {"GL352", "jit-type"},
    {"GL353", "jit-none-refinement"},
    {"GL354", "jit-dynamic-index"},
    {"GL355", "jit-unsupported-syntax"},
    {"GL501", "convert-to-graph"},
    {"GL502", "convert-to-eager"},
    {"GL503", "add-signature"},
    {"GL901", "unused-suppression"},
    {"GL902", "bad-configuration"},
};

}  // namespace

std::span<const Rule> all_rules() { return kRules; }

const Rule* find_rule(std::string_view code_or_name) {
  for (const Rule& rule : kRules)
    if (rule.code == code_or_name || rule.name == code_or_name) return &rule;
  return nullptr;
}

}  // namespace graphlift::rules
