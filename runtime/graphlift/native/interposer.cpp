// Changes operators: a boxed fallback at a dispatch key that no backend uses, above autograd and autocast, so that what it puts in
// place of an operator is differentiable and the operator is seen before it is taken apart.
//
// The key is DeferredInit, reserved for a library outside of PyTorch; the keys that look fitter have fallbacks of their own.
#include <ATen/core/dispatch/Dispatcher.h>
#include <ATen/ops/full_like.h>
#include <ATen/ops/ones_like.h>
#include <c10/core/impl/LocalDispatchKeySet.h>
#include <torch/library.h>

#include <atomic>
#include <optional>
#include <string>
#include <unordered_map>

#include "bridge.h"

namespace {

constexpr auto kKey = c10::DispatchKey::DeferredInit;
const c10::DispatchKeySet kBelow(c10::DispatchKeySet::FULL_AFTER, kKey);

struct Rule {
  int32_t action;
  double value;
  std::optional<c10::OperatorHandle> replacement;
};

// Written while no thread has the interposer in, read without a lock.
std::unordered_map<c10::OperatorName, Rule>& rules() {
  static std::unordered_map<c10::OperatorName, Rule> table;
  return table;
}

std::atomic<int64_t> calls{0}, changes{0};

void change(at::Tensor& tensor, const Rule& rule) {
  if (!tensor.defined() || !(tensor.is_floating_point() || tensor.is_complex())) return;
  if (rule.action == kGraphliftScale) {
    tensor = tensor.mul(rule.value);
  } else if (rule.action == kGraphliftFill) {
    tensor = at::full_like(tensor, rule.value);
  } else if (rule.action == kGraphliftElement && tensor.numel() > 0) {
    at::Tensor factor = at::ones_like(tensor, at::MemoryFormat::Contiguous);
    factor.view(-1)[tensor.numel() / 3].fill_(rule.value);
    tensor = tensor.mul(factor);
  }
}

void interpose(const c10::OperatorHandle& op, c10::DispatchKeySet keys, torch::jit::Stack* stack) {
  calls.fetch_add(1, std::memory_order_relaxed);
  // What the operator calls in its turn is its own business.
  c10::impl::ExcludeDispatchKeyGuard below(kKey);
  const auto& table = rules();
  const auto found = table.empty() ? table.end() : table.find(op.operator_name());
  if (found == table.end()) {
    op.redispatchBoxed(keys & kBelow, stack);
    return;
  }
  changes.fetch_add(1, std::memory_order_relaxed);
  const Rule& rule = found->second;
  if (rule.replacement) {
    rule.replacement->callBoxed(stack);
    return;
  }
  op.redispatchBoxed(keys & kBelow, stack);
  const size_t results = op.schema().returns().size();
  for (size_t i = stack->size() - results; i < stack->size(); ++i)
    if ((*stack)[i].isTensor()) {
      at::Tensor tensor = (*stack)[i].toTensor();
      change(tensor, rule);
      (*stack)[i] = tensor;
    }
}

TORCH_LIBRARY_IMPL(_, DeferredInit, library) { library.fallback(torch::CppFunction::makeFromBoxedFunction<&interpose>()); }

std::optional<c10::OperatorHandle> find(const std::string& name) {
  const size_t dot = name.find('.');
  return c10::Dispatcher::singleton().findSchema({name.substr(0, dot), dot == std::string::npos ? "" : name.substr(dot + 1)});
}

bool alike(const c10::FunctionSchema& a, const c10::FunctionSchema& b) {
  if (a.arguments().size() != b.arguments().size() || a.returns().size() != b.returns().size()) return false;
  for (size_t i = 0; i < a.arguments().size(); ++i)
    if (*a.arguments()[i].type() != *b.arguments()[i].type()) return false;
  return true;
}

}  // namespace

extern "C" int graphlift_interposer_rule(const char* name, int32_t action, const char* replacement, double value) {
  const auto op = find(name);
  if (!op) return -1;
  Rule rule{action, value, std::nullopt};
  if (action == kGraphliftReplace) {
    rule.replacement = find(replacement);
    if (!rule.replacement) return -2;
    if (!alike(op->schema(), rule.replacement->schema())) return -3;
  }
  rules().insert_or_assign(op->operator_name(), rule);
  return 0;
}

extern "C" void graphlift_interposer_clear() {
  rules().clear();
  calls = 0;
  changes = 0;
}

extern "C" void graphlift_interposer_thread(int32_t on) { c10::impl::tls_set_dispatch_key_included(kKey, on != 0); }

extern "C" int64_t graphlift_interposer_calls() { return calls.load(); }

extern "C" int64_t graphlift_interposer_changes() { return changes.load(); }
