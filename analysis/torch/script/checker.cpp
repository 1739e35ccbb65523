// What is scripted with a function or a module, each function once; the types of attributes and annotations.
#include "analysis/torch/script/checker.h"

#include <algorithm>

#include "analysis/syntax/parse.h"
#include "analysis/torch/script/body.h"

namespace graphlift::torch::script {

using interp::cast;
using interp::FunctionObj;
using interp::Value;
using syntax::NodeId;
using syntax::NodeKind;
using Kind = Type::Kind;

namespace {

constexpr size_t kDeepestCall = 64;

}  // namespace

bool Checker::is_module(Value v) const {
  const auto* instance = cast<interp::InstanceObj>(v);
  if (!instance || !instance->cls) return false;
  return std::any_of(instance->cls->mro.begin(), instance->cls->mro.end(), [](const interp::ClassObj* base) {
    return base->name == "Module" && base->module_name.is_str() && interp::text_of(base->module_name) == "torch.nn.modules.module";
  });
}

void Checker::say(std::string_view rule, const Place& place, const std::string& function, std::string message) {
  const bool known = std::any_of(faults_.begin(), faults_.end(), [&](const Fault& f) {
    return f.rule == rule && f.file == place.file && f.span.start == place.span.start && f.span.end == place.span.end;
  });
  if (!known) faults_.push_back({rule, place.file, place.span, function, std::move(message)});
}

void Checker::check(Value callee, lower::FileId file, Span site) {
  const Place from{file, site};
  if (auto* fn = cast<FunctionObj>(callee)) {
    function(fn, {}, from);
  } else if (auto* method = cast<interp::BoundMethodObj>(callee)) {
    if (auto* inner = cast<FunctionObj>(method->func)) function(inner, method->self, from);
  } else if (is_module(callee)) {
    auto* forward = cast<FunctionObj>(vm_.find_in_class(vm_.type_of(callee), vm_.intern("forward")));
    if (forward) function(forward, callee, from);
    else unresolved_.insert("`forward` of what is scripted is not known");
  } else if (auto* cls = cast<interp::ClassObj>(callee)) {
    for (const auto& entry : cls->dict->map.entries())
      if (auto* fn = entry.key.null() ? nullptr : cast<FunctionObj>(entry.value)) function(fn, callee, from);
  } else {
    unresolved_.insert("what is scripted is not known");
  }
}

TypePtr Checker::function(FunctionObj* fn, Value self, const Place& from) {
  const auto key = std::pair{fn->code->id, self.is_object() ? static_cast<const interp::Object*>(self.o) : nullptr};
  const auto [at, fresh] = checked_.try_emplace(key);
  if (!fresh) return at->second.result ? at->second.result : make(Kind::Unknown);
  if (depth_ >= kDeepestCall) return make(Kind::Unknown);
  ++depth_;
  const TypePtr result = Body(*this, fn, self, from).run();
  --depth_;
  checked_[key].result = result;
  return result;
}

TypePtr Checker::value(Value v, int depth) {
  if (v.is_none()) return make(Kind::None);
  if (v.is_bool()) return make(Kind::Bool);
  if (v.is_int()) return make(Kind::Int);
  if (v.is_float()) return make(Kind::Float);
  if (v.is_str()) return make(Kind::Str);
  if (!v.is_object() || depth == 0) return make(Kind::Unknown);
  if (cast<interp::TensorObj>(v)) return make(Kind::Tensor);
  if (const auto* list = cast<interp::ListObj>(v)) {
    if (list->items.empty()) return make(Kind::Unknown);
    return make(Kind::List, {value(list->items[0], depth - 1)});
  }
  if (const auto* tuple = cast<interp::TupleObj>(v)) {
    std::vector<TypePtr> items;
    for (Value item : tuple->items) items.push_back(value(item, depth - 1));
    return make(Kind::Tuple, std::move(items));
  }
  if (cast<FunctionObj>(v) || cast<interp::BoundMethodObj>(v) || cast<interp::NativeObj>(v) || is_module(v)) return python(v);
  return make(Kind::Unknown);
}

TypePtr Checker::declared(interp::ClassObj* cls, const std::string& attribute, FunctionObj* fn) {
  for (interp::ClassObj* base : cls->mro) {
    if (base->native || !base->dict) continue;
    const Value* all = base->dict->map.find(vm_.str("__annotations__"));
    const auto* dict = all ? cast<interp::DictObj>(*all) : nullptr;
    const Value* one = dict ? dict->map.find(vm_.str(attribute)) : nullptr;
    if (!one) continue;
    const Value text = vm_.to_text(*one);
    vm_.clear_exception();
    if (!text.is_str()) return nullptr;
    const syntax::Ast ast = syntax::parse(std::string(interp::text_of(text)));
    const auto& statements = ast.kids_of(ast.root);
    if (statements.size() != 1 || ast[statements[0]].kind != NodeKind::ExprStmt) return nullptr;
    const TypePtr type = annotation(ast, ast.kid(statements[0], 0), fn);
    return type->kind == Kind::Unknown ? nullptr : type;
  }
  return nullptr;
}

TypePtr Checker::annotation(const syntax::Ast& ast, NodeId node, FunctionObj* fn) {
  const syntax::Node& n = ast[node];
  if (n.kind == NodeKind::NoneLit) return make(Kind::None);
  std::string name(ast.source_of(n.span));
  if (n.kind == NodeKind::StrLit) name = ast.text_of(node);
  const auto last = [](const std::string& text) { return text.substr(text.rfind('.') == text.npos ? 0 : text.rfind('.') + 1); };
  if (n.kind == NodeKind::Name || n.kind == NodeKind::Attribute || n.kind == NodeKind::StrLit) {
    const std::string word = last(name);
    if (word == "Tensor") return make(Kind::Tensor);
    if (word == "int") return make(Kind::Int);
    if (word == "float") return make(Kind::Float);
    if (word == "bool") return make(Kind::Bool);
    if (word == "str") return make(Kind::Str);
    return make(Kind::Unknown);
  }
  if (n.kind == NodeKind::BinaryExpr && syntax::BinaryOp(n.op) == syntax::BinaryOp::BitOr) {
    const TypePtr left = annotation(ast, ast.kid(node, 0), fn), right = annotation(ast, ast.kid(node, 1), fn);
    if (left->kind == Kind::None) return make(Kind::Optional, {right});
    if (right->kind == Kind::None) return make(Kind::Optional, {left});
    return make(Kind::Unknown);
  }
  if (n.kind != NodeKind::Subscript) return make(Kind::Unknown);
  const std::string word = last(std::string(ast.source_of(ast[ast.kid(node, 0)].span)));
  const NodeId index = ast.kid(node, 1);
  std::vector<TypePtr> items;
  if (ast[index].kind == NodeKind::TupleExpr) {
    for (const NodeId item : ast.kids_of(index)) items.push_back(annotation(ast, item, fn));
  } else {
    items.push_back(annotation(ast, index, fn));
  }
  if (word == "Optional" && items.size() == 1) return items[0]->kind == Kind::Unknown ? items[0] : make(Kind::Optional, std::move(items));
  if ((word == "List" || word == "list") && items.size() == 1) return make(Kind::List, std::move(items));
  if ((word == "Dict" || word == "dict") && items.size() == 2) return make(Kind::Dict, std::move(items));
  if (word == "Tuple" || word == "tuple") {
    if (std::any_of(items.begin(), items.end(), [](const TypePtr& t) { return t->kind == Kind::Unknown; })) return make(Kind::Unknown);
    return make(Kind::Tuple, std::move(items));
  }
  return make(Kind::Unknown);
}

}  // namespace graphlift::torch::script
