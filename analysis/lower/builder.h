// Assembles one Code: instructions with labels, interned constants and names, surrounding ranges.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "analysis/lower/code.h"

namespace graphlift::lower {

// A jump target that is bound later.
struct Label {
  uint32_t id = 0;
};

class CodeBuilder {
 public:
  CodeBuilder() : code_(std::make_shared<Code>()) {}

  [[nodiscard]] Code& code() { return *code_; }
  [[nodiscard]] const Code& code() const { return *code_; }
  [[nodiscard]] uint32_t pc() const { return static_cast<uint32_t>(code_->instrs.size()); }

  void emit(Op op, Span span, uint32_t a = 0, uint32_t b = 0);
  void jump(Op op, Label target, Span span, uint32_t b = 0);
  [[nodiscard]] Label label();
  void bind(Label label);

  uint32_t add_const(Const value);
  uint32_t add_name(std::string_view name);

  // Surrounding ranges nest. `suspend` closes those above a level while code that is lexically outside of them is
  // emitted in their middle (the way out of a try), `resume` opens them again.
  void open_surround(Surround::Kind kind, Span header);
  void close_surround();
  [[nodiscard]] size_t surround_level() const { return open_.size(); }
  [[nodiscard]] std::vector<Surround> suspend(size_t level);
  void resume(const std::vector<Surround>& suspended);

  // Patches jumps and computes the stack size; the builder is used up.
  [[nodiscard]] std::shared_ptr<const Code> finish();

 private:
  std::shared_ptr<Code> code_;
  std::vector<uint32_t> label_pcs_;
  std::vector<uint32_t> jumps_;  // pcs whose `a` is still a label id
  std::unordered_map<std::string, uint32_t> const_index_;
  std::unordered_map<std::string, uint32_t> name_index_;
  std::vector<size_t> open_;  // indices into surrounds
};

}  // namespace graphlift::lower
