// Code assembly.
#include "analysis/lower/builder.h"

#include <algorithm>
#include <atomic>
#include <cstring>

#include "analysis/lower/verify.h"

namespace graphlift::lower {
namespace {

constexpr uint32_t kUnbound = 0xffffffffu;

template <typename T>
void append_raw(std::string& key, const T& value) {
  char raw[sizeof(T)];
  std::memcpy(raw, &value, sizeof(T));
  key.append(raw, sizeof(T));
}

// Equal keys: constants that may share a slot. Empty: not shared.
std::string key_of(const Const& value) {
  std::string key(1, static_cast<char>('A' + value.index()));
  if (auto* flag = std::get_if<bool>(&value)) {
    key += *flag ? '1' : '0';
  } else if (auto* integer = std::get_if<int64_t>(&value)) {
    append_raw(key, *integer);
  } else if (auto* real = std::get_if<double>(&value)) {
    append_raw(key, *real);
  } else if (auto* imaginary = std::get_if<ImagConst>(&value)) {
    append_raw(key, imaginary->value);
  } else if (auto* big = std::get_if<BigIntConst>(&value)) {
    key += big->digits;
  } else if (auto* text = std::get_if<std::string>(&value)) {
    key += *text;
  } else if (auto* bytes = std::get_if<BytesConst>(&value)) {
    key += bytes->value;
  } else if (auto* names = std::get_if<Names>(&value)) {
    for (const std::string& name : names->names) key += name + '\n';
  } else if (auto* tuple = std::get_if<TupleConst>(&value)) {
    for (uint32_t item : tuple->items) append_raw(key, item);
  } else if (std::holds_alternative<ImportRef>(value) || std::holds_alternative<std::shared_ptr<const Code>>(value)) {
    return {};
  }
  return key;
}

}  // namespace

void CodeBuilder::emit(Op op, Span span, uint32_t a, uint32_t b) {
  code_->instrs.push_back({op, a, b});
  code_->spans.push_back(span);
}

void CodeBuilder::jump(Op op, Label target, Span span, uint32_t b) {
  jumps_.push_back(pc());
  emit(op, span, target.id, b);
}

Label CodeBuilder::label() {
  label_pcs_.push_back(kUnbound);
  return {static_cast<uint32_t>(label_pcs_.size() - 1)};
}

void CodeBuilder::bind(Label label) { label_pcs_[label.id] = pc(); }

uint32_t CodeBuilder::add_const(Const value) {
  std::string key = key_of(value);
  const auto fresh = static_cast<uint32_t>(code_->consts.size());
  if (!key.empty()) {
    auto [it, inserted] = const_index_.emplace(std::move(key), fresh);
    if (!inserted) return it->second;
  }
  code_->consts.push_back(std::move(value));
  return fresh;
}

uint32_t CodeBuilder::add_name(std::string_view name) {
  auto [it, fresh] = name_index_.emplace(name, static_cast<uint32_t>(code_->names.size()));
  if (fresh) code_->names.emplace_back(name);
  return it->second;
}

void CodeBuilder::open_surround(Surround::Kind kind, Span header) {
  open_.push_back(code_->surrounds.size());
  code_->surrounds.push_back({kind, pc(), pc(), header});
}

void CodeBuilder::close_surround() {
  code_->surrounds[open_.back()].end_pc = pc();
  open_.pop_back();
}

std::vector<Surround> CodeBuilder::suspend(size_t level) {
  std::vector<Surround> suspended;
  while (open_.size() > level) {
    suspended.push_back(code_->surrounds[open_.back()]);
    close_surround();
  }
  return suspended;
}

void CodeBuilder::resume(const std::vector<Surround>& suspended) {
  for (auto it = suspended.rbegin(); it != suspended.rend(); ++it) open_surround(it->kind, it->header);
}

std::shared_ptr<const Code> CodeBuilder::finish() {
  for (uint32_t at : jumps_) code_->instrs[at].a = label_pcs_[code_->instrs[at].a];
  std::erase_if(code_->surrounds, [](const Surround& range) { return range.start_pc >= range.end_pc; });
  code_->max_stack = check_flow(*code_).max_stack;
  static std::atomic<uint32_t> next_id{1};
  code_->id = next_id.fetch_add(1, std::memory_order_relaxed);
  return std::move(code_);
}

}  // namespace graphlift::lower
