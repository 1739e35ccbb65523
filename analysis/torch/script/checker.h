// Would torch.jit.script accept a function or module? Its frontend refuses statements whatever runs; its compiler types what is left.
#pragma once

#include <functional>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "analysis/interp/vm.h"
#include "analysis/syntax/ast.h"
#include "analysis/torch/script/types.h"

namespace graphlift::torch::script {

struct Fault {
  std::string_view rule;  // GL351 ... GL355
  lower::FileId file;
  Span span;
  std::string function;
  std::string message;
};

class Checker {
 public:
  using Text = std::function<std::string(lower::FileId, Span)>;
  // HIDDEN: code that a report does not show; what is wrong in it is told where it is called.
  Checker(interp::Vm& vm, Text text, std::function<bool(lower::FileId)> hidden)
      : vm_(vm), text_(std::move(text)), hidden_(std::move(hidden)) {}

  // A module by its `forward`, a bound method, or a function; SITE is where it is scripted.
  void check(interp::Value callee, lower::FileId file, Span site);

  [[nodiscard]] const std::vector<Fault>& faults() const { return faults_; }
  [[nodiscard]] const std::set<std::string>& unresolved() const { return unresolved_; }

 private:
  friend class Body;
  struct Place {
    lower::FileId file;
    Span span;
  };
  struct Checked {
    TypePtr result;
    bool running = false;
  };
  // What a call of the function gives. SELF is Null for a plain function.
  TypePtr function(interp::FunctionObj* fn, interp::Value self, const Place& from);
  TypePtr value(interp::Value v, int depth);  // of an attribute or default
  // By an annotation in the body of a class; null when there is none.
  TypePtr declared(interp::ClassObj* cls, const std::string& attribute, interp::FunctionObj* fn);
  TypePtr annotation(const syntax::Ast& ast, syntax::NodeId node, interp::FunctionObj* fn);
  void say(std::string_view rule, const Place& place, const std::string& function, std::string message);
  [[nodiscard]] bool is_module(interp::Value v) const;

  interp::Vm& vm_;
  Text text_;
  std::function<bool(lower::FileId)> hidden_;
  std::vector<Fault> faults_;
  std::set<std::string> unresolved_;
  std::map<std::pair<uint32_t, const interp::Object*>, Checked> checked_;
  size_t depth_ = 0;
};

}  // namespace graphlift::torch::script
