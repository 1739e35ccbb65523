// Statements of a scripted function: what the frontend refuses, and how variables are typed.
#include "analysis/torch/script/body.h"

#include <algorithm>

#include "analysis/syntax/parse.h"

namespace graphlift::torch::script {

using interp::cast;
using syntax::NodeId;
using syntax::NodeKind;

Body::Body(Checker& checker, interp::FunctionObj* fn, interp::Value self, Checker::Place from)
    : checker_(checker), fn_(fn), self_(self), from_(from), ast_(syntax::parse(checker.text_(fn->code->file, fn->code->span))) {
  offset_ = fn->code->span.start;
  hidden_ = checker.hidden_(fn->code->file);
  scopes_.emplace_back();
  result_ = nullptr;
}

Checker::Place Body::place(NodeId node) const {
  if (hidden_) return from_;
  const Span span = ast_[node].span;
  return {fn_->code->file, {span.start + offset_, span.end + offset_}};
}

void Body::refuse(std::string_view rule, NodeId at, std::string message) {
  checker_.say(rule, place(at), (fn_->module ? fn_->module->name + "." : std::string()) + fn_->code->qualname, std::move(message));
}

void Body::fault(std::string_view rule, NodeId at, std::string message) {
  if (failed_) return;
  failed_ = true;
  refuse(rule, at, std::move(message));
}

bool Body::find_definition() {
  for (size_t i = 0; i < ast_.nodes.size(); ++i) {
    const NodeId id{static_cast<uint32_t>(i)};
    if (ast_[id].kind == NodeKind::FunctionDef && ast_.text_of(id) == fn_->code->name) {
      const bool outermost = !definition_.valid() || ast_[id].span.start < ast_[definition_].span.start;
      if (outermost) definition_ = id;
    }
  }
  return definition_.valid();
}

// The frontend converts the whole text, whether a statement can be reached or not.
void Body::refuse_syntax() {
  const Span whole = ast_[ast_.kid(definition_, 1)].span;
  std::vector<Span> inner;  // of nested definitions: refused as a whole
  for (size_t i = 0; i < ast_.nodes.size(); ++i) {
    const NodeId id{static_cast<uint32_t>(i)};
    const syntax::Node& node = ast_[id];
    if (id == definition_ || node.span.start < whole.start || node.span.end > whole.end) continue;
    const char* what = nullptr;
    switch (node.kind) {
      case NodeKind::Try: what = "`try`"; break;
      case NodeKind::FunctionDef: what = "a function inside a function"; break;
      case NodeKind::Lambda: what = "`lambda`"; break;
      case NodeKind::ClassDef: what = "a class inside a function"; break;
      case NodeKind::Import:
      case NodeKind::ImportFrom: what = "an import"; break;
      case NodeKind::Global: what = "`global`"; break;
      case NodeKind::Nonlocal: what = "`nonlocal`"; break;
      case NodeKind::SetExpr:
      case NodeKind::SetComp: what = "a set"; break;
      case NodeKind::Yield:
      case NodeKind::YieldFrom: what = "`yield`"; break;
      case NodeKind::Await: what = "`await`"; break;
      case NodeKind::NamedExpr: what = "`:=`"; break;
      case NodeKind::Match: what = "`match`"; break;
      case NodeKind::DoubleStarred: what = "`**`"; break;
      case NodeKind::Comprehension:
        if (node.kid_count > 2) what = "a condition in a comprehension";
        break;
      case NodeKind::ListComp:
        if (node.kid_count > 2) what = "a comprehension of two loops";
        break;
      case NodeKind::FormatField:
        if (node.op != 0 || (node.kid_count > 1 && ast_.kid(id, 1).valid())) what = "a format in an f-string";
        break;
      case NodeKind::For:
        if (!ast_.kids_of(ast_.kid(id, 3)).empty()) what = "`else` of a loop";
        break;
      case NodeKind::While:
        if (!ast_.kids_of(ast_.kid(id, 2)).empty()) what = "`else` of a loop";
        break;
      case NodeKind::AnnAssign:
        if (!ast_.kid(id, 2).valid()) what = "an annotation without a value";
        break;
      default: break;
    }
    if (what == nullptr) continue;
    if (node.kind == NodeKind::FunctionDef || node.kind == NodeKind::ClassDef || node.kind == NodeKind::Lambda) inner.push_back(node.span);
    const bool nested = std::any_of(inner.begin(), inner.end(), [&](Span s) {
      return s.start <= node.span.start && node.span.end <= s.end && !(s.start == node.span.start && s.end == node.span.end);
    });
    if (!nested) refuse("GL355", id, std::string("TorchScript has no ") + what);
  }
}

bool Body::parameters() {
  size_t index = 0;
  const auto& kids = ast_.kids_of(ast_.kid(definition_, 0));
  for (const NodeId id : kids) {
    const auto kind = syntax::ParamKind(ast_[id].op);
    const std::string name(ast_.text_of(id));
    const NodeId annotated = ast_.kid(id, 0), otherwise = ast_.kid(id, 1);
    if (kind == syntax::ParamKind::VarArgs || kind == syntax::ParamKind::VarKeywords ||
        (kind == syntax::ParamKind::KeywordOnly && otherwise.valid())) {
      refuse("GL351", id, "`" + code(id) + "`: a scripted function has no variable arguments, and no defaults for keyword-only ones");
      return false;
    }
    const bool is_self = index++ == 0 && !self_.null();
    if (is_self) {
      scopes_.back()[name] = cast<interp::ClassObj>(self_) ? make(Kind::Object) : python(self_);
      if (auto* cls = cast<interp::ClassObj>(self_)) {
        auto object = std::make_shared<Type>();
        object->kind = Kind::Object;
        object->value = interp::Value::object(cls);
        scopes_.back()[name] = object;
      }
      continue;
    }
    TypePtr type = annotated.valid() ? checker_.annotation(ast_, annotated, fn_) : make(Kind::Tensor);
    if (!annotated.valid() && otherwise.valid()) {
      const NodeKind given = ast_[otherwise].kind;
      const bool none = given == NodeKind::NoneLit;
      const bool number = given == NodeKind::IntLit || given == NodeKind::FloatLit || given == NodeKind::TrueLit ||
                          given == NodeKind::FalseLit || given == NodeKind::StrLit;
      if (none || number) {
        refuse("GL352", id,
               "`" + code(id) + "` has no annotation, so TorchScript takes it for a Tensor" +
                   (none ? ", which None is not" : "; its default is none"));
        type = make(Kind::Unknown);
        if (number) failed_ = true;
      }
    }
    scopes_.back()[name] = type;
  }
  if (const NodeId returns = ast_.kid(definition_, 3); returns.valid()) declared_ = checker_.annotation(ast_, returns, fn_);
  return true;
}

TypePtr Body::run() {
  if (!find_definition()) {
    checker_.unresolved_.insert("the source of `" + fn_->code->qualname + "` is not a function definition");
    return make(Kind::Unknown);
  }
  refuse_syntax();
  if (!parameters()) return make(Kind::Unknown);
  if (hidden_) return declared_ ? declared_ : make(Kind::Unknown);  // the framework's own code is written for it
  suite(ast_.kid(definition_, 1));
  if (declared_) return declared_;
  if (failed_) return make(Kind::Unknown);
  return result_ ? result_ : make(Kind::None);
}

TypePtr* Body::find(const std::string& name, bool outer) {
  for (size_t i = scopes_.size() - (outer ? 1 : 0); i-- > 0;) {
    const auto at = scopes_[i].find(name);
    if (at != scopes_[i].end()) return &at->second;
  }
  return nullptr;
}

void Body::suite(NodeId list) {
  for (const NodeId id : ast_.kids_of(list)) {
    if (failed_) return;
    statement(id);
  }
}

void Body::statement(NodeId node) {
  const syntax::Node& n = ast_[node];
  switch (n.kind) {
    case NodeKind::Return: {
      const NodeId value = ast_.kid(node, 0);
      returned(value.valid() ? type_of(value) : make(Kind::None), node);
      break;
    }
    case NodeKind::Assign: {
      const NodeId value = ast_.kid(node, 0);
      const TypePtr type = type_of(value);
      for (uint32_t i = 1; i < n.kid_count; ++i) assign(ast_.kid(node, i), type, value);
      break;
    }
    case NodeKind::AugAssign: {
      const NodeId target = ast_.kid(node, 0);
      const TypePtr right = type_of(ast_.kid(node, 1)), left = type_of(target);
      if (refuse_optional(target, left) || refuse_optional(ast_.kid(node, 1), right)) break;
      if (ast_[target].kind != NodeKind::Name) break;
      TypePtr type = left;
      if (left->kind == Kind::Int && (right->kind == Kind::Float || syntax::BinaryOp(n.op) == syntax::BinaryOp::Div))
        type = make(Kind::Float);
      if (right->kind == Kind::Tensor && (left->kind == Kind::Int || left->kind == Kind::Float)) type = make(Kind::Tensor);
      assign_name(std::string(ast_.text_of(target)), type, node);
      break;
    }
    case NodeKind::AnnAssign: {
      const NodeId value = ast_.kid(node, 2), target = ast_.kid(node, 0);
      if (!value.valid()) break;
      const TypePtr wanted = checker_.annotation(ast_, ast_.kid(node, 1), fn_), given = type_of(value);
      const bool empty = ast_[value].kind == NodeKind::ListExpr && ast_.kids_of(value).empty();
      if (!empty && ast_[value].kind != NodeKind::DictExpr && !fits(*given, *wanted))
        fault("GL352", node, "`" + code(value) + "` is " + text_of(*given) + " where " + text_of(*wanted) + " is declared");
      if (ast_[target].kind == NodeKind::Name) assign_name(std::string(ast_.text_of(target)), wanted, node);
      break;
    }
    case NodeKind::If: branch(node); break;
    case NodeKind::While: {
      const Test what = test(ast_.kid(node, 0));
      scopes_.emplace_back();
      learn(what.yes);
      suite(ast_.kid(node, 1));
      scopes_.pop_back();
      break;
    }
    case NodeKind::For: loop_over(node); break;
    case NodeKind::With:
      for (const NodeId item : ast_.kids_of(ast_.kid(node, 0))) {
        type_of(ast_.kid(item, 0));
        const NodeId target = ast_.kid(item, 1);
        if (target.valid()) assign(target, make(Kind::Unknown), target);
      }
      suite(ast_.kid(node, 1));
      break;
    case NodeKind::Assert: learn(test(ast_.kid(node, 0)).yes); break;
    case NodeKind::ExprStmt: type_of(ast_.kid(node, 0)); break;
    default: break;
  }
}

void Body::returned(const TypePtr& type, NodeId at) {
  if (declared_) {
    if (!fits(*type, *declared_))
      fault("GL352", at, "`" + code(at) + "` gives " + text_of(*type) + " where " + text_of(*declared_) + " is declared");
    return;
  }
  if (result_ && !same(*result_, *type)) {
    const bool optional = result_->kind == Kind::None || type->kind == Kind::None || result_->kind == Kind::Optional;
    if (!optional) {
      fault("GL352", at, "`" + code(at) + "` gives " + text_of(*type) + " where another return gives " + text_of(*result_));
      return;
    }
    const TypePtr& other = result_->kind == Kind::None ? type : result_;
    result_ = other->kind == Kind::Optional || other->kind == Kind::None ? other : make(Kind::Optional, {other});
    return;
  }
  result_ = type;
}

void Body::assign_name(const std::string& name, const TypePtr& type, NodeId at) {
  if (const TypePtr* before = find(name, true); before && scopes_.size() > 1 && !fits(*type, **before)) {
    fault("GL352", at, "`" + name + "` was " + text_of(**before) + " and becomes " + text_of(*type) + ": a variable keeps its type");
    return;
  }
  scopes_.back()[name] = type;
  constants_.erase(name);
}

void Body::assign(NodeId target, const TypePtr& type, NodeId value) {
  switch (ast_[target].kind) {
    case NodeKind::Name: assign_name(std::string(ast_.text_of(target)), type, target); break;
    case NodeKind::TupleExpr:
    case NodeKind::ListExpr: {
      const auto& kids = ast_.kids_of(target);
      for (size_t i = 0; i < kids.size(); ++i) {
        TypePtr part = make(Kind::Unknown);
        if (type->kind == Kind::Tuple && type->items.size() == kids.size()) part = type->items[i];
        else if (type->kind == Kind::List) part = type->items[0];
        else if (type->kind == Kind::Tensor) part = type;
        assign(kids[i], part, value);
      }
      break;
    }
    case NodeKind::Attribute: {
      const TypePtr before = type_of(target);
      if (before->kind != Kind::Python && !fits(*type, *before))
        fault("GL352", target, "`" + code(target) + "` is " + text_of(*before) + " and cannot become " + text_of(*type));
      break;
    }
    case NodeKind::Subscript: type_of(ast_.kid(target, 0)); break;
    default: break;
  }
}

bool Body::leaves(NodeId list) const {
  const auto& kids = ast_.kids_of(list);
  if (kids.empty()) return false;
  const NodeKind last = ast_[kids.back()].kind;
  return last == NodeKind::Return || last == NodeKind::Raise || last == NodeKind::Continue || last == NodeKind::Break;
}

void Body::learn(const Facts& facts) {
  for (const auto& [name, type] : facts) scopes_.back()[name] = type;
}

void Body::branch(NodeId node) {
  const Test what = test(ast_.kid(node, 0));
  const NodeId lists[2] = {ast_.kid(node, 1), ast_.kid(node, 2)};
  std::map<std::string, TypePtr> sides[2];
  bool gone[2] = {what.constant == 0, what.constant == 1};
  for (int i = 0; i < 2; ++i) {
    if (gone[i]) continue;
    scopes_.emplace_back();
    learn(i == 0 ? what.yes : what.no);
    suite(lists[i]);
    sides[i] = std::move(scopes_.back());
    scopes_.pop_back();
    gone[i] = leaves(lists[i]);
  }
  if (failed_) return;
  std::set<std::string> names;
  for (int i = 0; i < 2; ++i)
    if (!gone[i])
      for (const auto& [name, type] : sides[i]) names.insert(name);
  for (const std::string& name : names) {
    TypePtr types[2];
    for (int i = 0; i < 2; ++i) {
      if (gone[i]) continue;
      const auto at = sides[i].find(name);
      if (at != sides[i].end()) types[i] = at->second;
      else if (const TypePtr* outer = find(name)) types[i] = *outer;
    }
    if (gone[0] || gone[1]) {
      if (const TypePtr& only = gone[0] ? types[1] : types[0]) scopes_.back()[name] = only;
      continue;
    }
    if (!types[0] || !types[1]) continue;
    TypePtr joined = make(Kind::Unknown);
    if (same(*types[0], *types[1])) joined = is_known(*types[0]) ? types[0] : types[1];
    else if (types[0]->kind == Kind::None) joined = types[1]->kind == Kind::Optional ? types[1] : make(Kind::Optional, {types[1]});
    else if (types[1]->kind == Kind::None) joined = types[0]->kind == Kind::Optional ? types[0] : make(Kind::Optional, {types[0]});
    else if (types[0]->kind == Kind::Optional && fits(*types[1], *types[0])) joined = types[0];
    else if (types[1]->kind == Kind::Optional && fits(*types[0], *types[1])) joined = types[1];
    scopes_.back()[name] = joined;
  }
}

void Body::loop_over(NodeId node) {
  const NodeId target = ast_.kid(node, 0), iter = ast_.kid(node, 1);
  const TypePtr over = type_of(iter);
  const bool unrolled = over->kind == Kind::Python || over->kind == Kind::Tuple;
  if (unrolled && over->kind == Kind::Python && checker_.is_module(over->value)) {
    const Span body = ast_[ast_.kid(node, 2)].span;
    for (size_t i = 0; i < ast_.nodes.size(); ++i) {
      const NodeId id{static_cast<uint32_t>(i)};
      const syntax::Node& n = ast_[id];
      if ((n.kind == NodeKind::Break || n.kind == NodeKind::Continue) && n.span.start >= body.start && n.span.end <= body.end)
        return fault("GL355", id, "a loop over modules is unrolled, so there is no `" + code(id) + "` in it");
    }
  }
  scopes_.emplace_back();
  assign(target, element_of(over), iter);
  // The index of an unrolled loop is a constant.
  if (ast_[iter].kind == NodeKind::Call && code(ast_.kid(iter, 0)) == "enumerate" && ast_[target].kind == NodeKind::TupleExpr &&
      over->kind == Kind::Python)
    constants_.insert(std::string(ast_.text_of(ast_.kids_of(target)[0])));
  suite(ast_.kid(node, 2));
  scopes_.pop_back();
}

Body::Test Body::test(NodeId node) {
  Test out;
  const syntax::Node& n = ast_[node];
  if (n.kind == NodeKind::UnaryExpr && syntax::UnaryOp(n.op) == syntax::UnaryOp::Not) {
    out = test(ast_.kid(node, 0));
    std::swap(out.yes, out.no);
    if (out.constant >= 0) out.constant = 1 - out.constant;
    return out;
  }
  if (n.kind == NodeKind::BoolExpr) {
    const bool all = syntax::BoolOp(n.op) == syntax::BoolOp::And;
    scopes_.emplace_back();
    for (const NodeId part : ast_.kids_of(node)) {
      const Test one = test(part);
      if (one.constant == (all ? 0 : 1)) {
        out.constant = one.constant;
        break;
      }
      const Facts& kept = all ? one.yes : one.no;
      learn(kept);
      Facts& facts = all ? out.yes : out.no;
      facts.insert(facts.end(), kept.begin(), kept.end());
    }
    scopes_.pop_back();
    return out;
  }
  if (n.kind == NodeKind::CompareExpr && n.kid_count == 2) {
    const NodeId left = ast_.kid(node, 0), right = ast_.kid(node, 1);
    const auto op = syntax::CompareOp(ast_[right].op);
    if ((op == syntax::CompareOp::Is || op == syntax::CompareOp::IsNot) && ast_[ast_.kid(right, 0)].kind == NodeKind::NoneLit) {
      const TypePtr type = type_of(left);
      const bool is = op == syntax::CompareOp::Is;
      if (type->kind == Kind::None) out.constant = is ? 1 : 0;
      else if (type->kind != Kind::Optional && type->kind != Kind::Unknown) out.constant = is ? 0 : 1;
      if (ast_[left].kind == NodeKind::Name && type->kind == Kind::Optional) {
        const std::string name(ast_.text_of(left));
        (is ? out.no : out.yes).push_back({name, type->items[0]});
        (is ? out.yes : out.no).push_back({name, make(Kind::None)});
      }
      return out;
    }
  }
  if (n.kind == NodeKind::Call) {
    const std::string callee = code(ast_.kid(node, 0));
    if (callee == "torch.jit.is_scripting") out.constant = 1;
    if (callee == "torch.jit.is_tracing") out.constant = 0;
    if (callee == "isinstance" || callee == "hasattr" || callee == "torch.jit.isinstance") {
      // Decided by types that are not followed: nothing is said about what they are behind it.
      if (n.kid_count > 1 && ast_[ast_.kid(node, 1)].kind == NodeKind::Name) {
        for (uint32_t i = 2; i < n.kid_count; ++i) type_of(ast_.kid(node, i));
        out.yes.push_back({std::string(ast_.text_of(ast_.kid(node, 1))), make(Kind::Unknown)});
        out.no = out.yes;
      }
      return out;
    }
    if (out.constant >= 0) return out;
  }
  type_of(node);
  return out;
}

}  // namespace graphlift::torch::script
