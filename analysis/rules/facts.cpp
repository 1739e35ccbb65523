#include "analysis/rules/facts.h"

#include <algorithm>

namespace graphlift::rules {

bool ValueFact::one_element() const {
  return ranked && std::all_of(dims.begin(), dims.end(), [](int64_t d) { return d == 1; });
}

void join(ValueFact& a, const ValueFact& b) {
  if (b.seen == 0) return;
  if (a.seen == 0) {
    a = b;
    return;
  }
  const bool tensors = (a.kinds & kTensorKind) != 0 && (b.kinds & kTensorKind) != 0;
  if (tensors) {
    if (a.dtype != b.dtype) a.dtype = "?";
    if (!a.ranked || !b.ranked || a.dims.size() != b.dims.size()) {
      a.ranked = false;
      a.dims.clear();
      a.symbols.clear();
    } else {
      for (size_t i = 0; i < a.dims.size(); ++i) {
        if (a.dims[i] != b.dims[i]) a.dims[i] = -1;
        if (a.symbols[i] != b.symbols[i] || a.dims[i] != b.dims[i]) a.symbols[i] = 0;
      }
    }
  } else if ((b.kinds & kTensorKind) != 0) {
    a.dtype = b.dtype;
    a.ranked = b.ranked;
    a.dims = b.dims;
    a.symbols = b.symbols;
  }
  a.kinds |= b.kinds;
  a.random |= b.random;
  a.requires_grad |= b.requires_grad;
  a.parameter |= b.parameter;
  a.region_input |= b.region_input;
  a.when = interp::join(a.when, b.when);
  if (a.constant != b.constant) a.constant.clear();
  if (a.callee != b.callee) a.callee = a.callee.empty() && b.callee.empty() ? "" : "?";
  a.seen += b.seen;
}

void join(StoreFact& a, const StoreFact& b) {
  a.seen += b.seen;
  a.had_value &= b.had_value;
  a.same_shape &= b.same_shape;
  a.same_dtype &= b.same_dtype;
  a.tensors &= b.tensors;
}

const ValueFact* Facts::value(uint32_t file, Span span) const {
  const auto found = values.find(key(file, span));
  return found == values.end() ? nullptr : &found->second;
}

const StoreFact* Facts::store(uint32_t file, Span statement, std::string_view name) const {
  const auto found = stores.find(key(file, statement));
  if (found == stores.end()) return nullptr;
  const auto stored = found->second.find(name);
  return stored == found->second.end() ? nullptr : &stored->second;
}

const ValueFact* Facts::local_at(uint32_t file, Span test, std::string_view name) const {
  const auto found = locals.find(key(file, test));
  if (found == locals.end()) return nullptr;
  const auto local = found->second.find(name);
  return local == found->second.end() ? nullptr : &local->second;
}

uint32_t Facts::effects(uint32_t file, Span span) const {
  uint32_t out = 0;
  for (auto at = effect_bits.lower_bound(key(file, {span.start, 0})); at != effect_bits.end() && at->first.first == file; ++at) {
    if (at->first.second.first >= span.end) break;
    if (at->first.second.second <= span.end) out |= at->second;
  }
  return out;
}

void Facts::merge(const Facts& other) {
  for (const auto& [k, fact] : other.values) join(values[k], fact);
  for (const auto& [k, names] : other.stores)
    for (const auto& [name, fact] : names) join(stores[k][name], fact);
  for (const auto& [k, names] : other.locals)
    for (const auto& [name, fact] : names) join(locals[k][name], fact);
  for (const auto& [k, bits] : other.effect_bits) effect_bits[k] |= bits;
}

}  // namespace graphlift::rules
