// One function as torch.jit.script compiles it.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "analysis/torch/script/checker.h"

namespace graphlift::torch::script {

class Body {
 public:
  Body(Checker& checker, interp::FunctionObj* fn, interp::Value self, Checker::Place from);
  // The type of what it returns.
  TypePtr run();

 private:
  using NodeId = syntax::NodeId;
  using Kind = Type::Kind;
  using Facts = std::vector<std::pair<std::string, TypePtr>>;  // what a test tells of variables
  struct Test {
    Facts yes, no;
    int constant = -1;  // 1: always true, 0: never
  };

  // body.cpp: statements
  bool find_definition();
  void refuse_syntax();
  bool parameters();
  void suite(NodeId list);
  void statement(NodeId node);
  void assign(NodeId target, const TypePtr& type, NodeId value);
  void assign_name(const std::string& name, const TypePtr& type, NodeId at);
  void branch(NodeId node);
  void loop_over(NodeId node);
  void returned(const TypePtr& type, NodeId at);
  [[nodiscard]] bool leaves(NodeId list) const;
  Test test(NodeId node);
  void learn(const Facts& facts);

  // expressions.cpp
  TypePtr type_of(NodeId node);
  TypePtr name(NodeId node);
  TypePtr attribute(NodeId node);
  TypePtr subscript(NodeId node);
  TypePtr binary(NodeId node);
  TypePtr call(NodeId node);
  TypePtr call_python(NodeId node, interp::Value callee);
  TypePtr call_builtin(NodeId node, const std::string& name);
  TypePtr call_method(NodeId node, const std::string& method, const TypePtr& self);
  TypePtr display(NodeId node);
  TypePtr element_of(const TypePtr& type);
  void needs(NodeId node, const TypePtr& type, std::initializer_list<Kind> allowed, const char* what);
  bool refuse_optional(NodeId node, const TypePtr& type);
  bool is_literal_index(NodeId node);

  void fault(std::string_view rule, NodeId at, std::string message);   // of the compiler: the first one ends it
  void refuse(std::string_view rule, NodeId at, std::string message);  // of the frontend
  [[nodiscard]] Checker::Place place(NodeId node) const;
  [[nodiscard]] std::string code(NodeId node) const { return std::string(ast_.source_of(ast_[node].span)); }
  [[nodiscard]] TypePtr* find(const std::string& name, bool outer = false);
  [[nodiscard]] interp::Value global(const std::string& name);

  Checker& checker_;
  interp::FunctionObj* fn_;
  interp::Value self_;
  Checker::Place from_;
  syntax::Ast ast_;
  uint32_t offset_ = 0;  // of the parsed text in its file
  NodeId definition_;
  std::vector<std::map<std::string, TypePtr>> scopes_;
  std::set<std::string> constants_;  // loop variables that are unrolled
  TypePtr declared_, result_;
  bool failed_ = false;
  bool hidden_ = false;
  size_t depth_ = 0;
};

}  // namespace graphlift::torch::script
