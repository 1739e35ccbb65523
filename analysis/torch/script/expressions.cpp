// Types of expressions in a scripted function.
#include <algorithm>

#include "analysis/torch/script/body.h"

namespace graphlift::torch::script {

using interp::cast;
using interp::Value;
using syntax::NodeId;
using syntax::NodeKind;

namespace {

constexpr size_t kDeepest = 200;  // of nested expressions

bool contains(std::string_view list, std::string_view word) {
  for (size_t at = list.find(word); at != list.npos; at = list.find(word, at + 1)) {
    const bool starts = at == 0 || list[at - 1] == ' ';
    const size_t end = at + word.size();
    if (starts && (end == list.size() || list[end] == ' ')) return true;
  }
  return false;
}

// What the compiler has of Python's own functions.
constexpr std::string_view kBuiltins =
    "print len range int float bool str isinstance hasattr getattr min max abs round enumerate zip list tuple dict sorted reversed sum any "
    "all "
    "ord chr hex bin oct divmod pow hash complex slice super iter next id AssertionError ValueError RuntimeError NotImplementedError "
    "TypeError "
    "IndexError KeyError Exception AttributeError NotImplemented torch math warnings";

// Methods of tensors that no schema has (models of operators do not have them either).
constexpr std::string_view kNoMethods =
    "apply_ map_ map2_ as_subclass numpy data_ptr storage storage_type untyped_storage share_memory_ is_shared register_hook "
    "register_post_accumulate_grad_hook new new_tensor reinforce unique lu lstsq symeig eig solve to_sparse_coo module_load dim_order";

}  // namespace

bool Body::refuse_optional(NodeId node, const TypePtr& type) {
  if (type->kind != Kind::Optional && type->kind != Kind::None) return false;
  if (failed_) return true;
  const bool held = ast_[node].kind == NodeKind::Attribute;
  fault(type->kind == Kind::Optional ? "GL353" : "GL352", node,
        "`" + code(node) + "` is " + text_of(*type) + " here" +
            (held && type->kind == Kind::Optional ? ": an attribute is not refined by a test, a local variable is" : ""));
  return true;
}

void Body::needs(NodeId node, const TypePtr& type, std::initializer_list<Kind> allowed, const char* what) {
  if (type->kind == Kind::Unknown || std::find(allowed.begin(), allowed.end(), type->kind) != allowed.end()) return;
  if (type->kind == Kind::Optional) {
    refuse_optional(node, type);
    return;
  }
  fault("GL352", node,
        "`" + code(node) + "` is " + text_of(*type) + (type->kind == Kind::Tensor ? " (an argument is one unless annotated)" : "") +
            " where " + what + " is needed");
}

Value Body::global(const std::string& name) {
  const lower::Code& code = *fn_->code;
  for (size_t i = 0; i < code.freevars.size() && i < fn_->closure.size(); ++i)
    if (code.freevars[i] == name && fn_->closure[i]) return checker_.vm_.force(fn_->closure[i]->value);
  if (!fn_->module) return {};
  const Value found = checker_.vm_.module_attr(fn_->module, checker_.vm_.intern(name));
  return found.null() ? found : checker_.vm_.force(found);
}

TypePtr Body::name(NodeId node) {
  const std::string name(ast_.text_of(node));
  if (const TypePtr* local = find(name)) return *local;
  const Value v = global(name);
  if (v.null()) {
    if (!contains(kBuiltins, name)) {
      const Value builtin = checker_.vm_.try_attr(Value::object(checker_.vm_.import_module("builtins")), checker_.vm_.intern(name));
      if (!builtin.null()) fault("GL355", node, "`" + name + "` of Python cannot be used in TorchScript");
      return make(Kind::Unknown);
    }
    return python({});
  }
  if (v.is_none()) return make(Kind::None);
  if (v.is_number() || v.is_str()) {
    fault("GL355", node, "the global `" + name + "` cannot be read: pass it in, or hold it as a constant of the module");
    return make(Kind::Unknown);
  }
  if (!v.is_object()) return make(Kind::Unknown);
  switch (v.o->kind) {
    case interp::ObjKind::Function:
    case interp::ObjKind::Native:
    case interp::ObjKind::Class:
    case interp::ObjKind::Module:
    case interp::ObjKind::BoundMethod:
    case interp::ObjKind::Instance: return python(v);
    case interp::ObjKind::Dict:
    case interp::ObjKind::List:
    case interp::ObjKind::Set:
      fault("GL355", node, "the global container `" + name + "` cannot be read in TorchScript");
      return make(Kind::Unknown);
    default: return make(Kind::Unknown);
  }
}

TypePtr Body::attribute(NodeId node) {
  const NodeId object = ast_.kid(node, 0);
  const std::string name(ast_.text_of(node));
  const TypePtr of = type_of(object);
  if (failed_) return make(Kind::Unknown);
  if (of->kind == Kind::Optional || of->kind == Kind::None) {
    refuse_optional(object, of);
    return make(Kind::Unknown);
  }
  if (of->kind == Kind::Tensor) {
    if (name == "shape") return make(Kind::List, {make(Kind::Int)});
    if (contains("T mT H mH real imag data grad", name)) return name == "grad" ? make(Kind::Unknown) : make(Kind::Tensor);
    if (name == "ndim") return make(Kind::Int);
    if (contains("dtype device layout", name)) return make(Kind::Device);
    if (contains("requires_grad is_cuda is_cpu is_sparse is_leaf is_quantized is_meta is_mps", name)) return make(Kind::Bool);
    return make(Kind::Unknown);
  }
  if (of->kind != Kind::Python || of->value.null()) return make(Kind::Unknown);
  interp::Vm& vm = checker_.vm_;
  if (checker_.is_module(of->value)) {
    const auto* instance = cast<interp::InstanceObj>(of->value);
    if (const TypePtr declared = checker_.declared(instance->cls, name, fn_)) return declared;
    const Value* own = instance->dict ? instance->dict->map.find(vm.str(name)) : nullptr;
    Value v = own ? *own : Value();
    if (v.null()) v = vm.try_attr(of->value, vm.intern(name));
    if (v.null()) return make(Kind::Unknown);
    return checker_.value(v, 3);
  }
  const Value v = vm.try_attr(of->value, vm.intern(name));
  if (v.null()) return make(Kind::Unknown);
  if (cast<interp::ModuleObj>(of->value) && (v.is_number() || v.is_str())) return checker_.value(v, 1);
  if (!v.is_object()) return make(Kind::Unknown);
  switch (v.o->kind) {
    case interp::ObjKind::Function:
    case interp::ObjKind::Native:
    case interp::ObjKind::Class:
    case interp::ObjKind::Module:
    case interp::ObjKind::BoundMethod: return python(v);
    default: return make(Kind::Unknown);
  }
}

bool Body::is_literal_index(NodeId node) {
  const syntax::Node& n = ast_[node];
  if (n.kind == NodeKind::IntLit || n.kind == NodeKind::StrLit || n.kind == NodeKind::SliceExpr) return true;
  if (n.kind == NodeKind::UnaryExpr) return is_literal_index(ast_.kid(node, 0));
  if (n.kind == NodeKind::Name) return constants_.count(std::string(ast_.text_of(node))) > 0;
  return n.kind == NodeKind::Attribute;  // a constant of the module
}

TypePtr Body::subscript(NodeId node) {
  const NodeId object = ast_.kid(node, 0), index = ast_.kid(node, 1);
  const TypePtr of = type_of(object);
  if (failed_ || refuse_optional(object, of)) return make(Kind::Unknown);
  if (ast_[index].kind != NodeKind::SliceExpr && ast_[index].kind != NodeKind::TupleExpr) type_of(index);
  if (of->kind == Kind::Tensor) return of;
  const bool slice = ast_[index].kind == NodeKind::SliceExpr;
  if (of->kind == Kind::List) return slice ? of : of->items[0];
  if (of->kind == Kind::Dict) return of->items[1];
  if (of->kind == Kind::Str) return of;
  if (of->kind == Kind::Tuple) {
    const bool alike = std::all_of(of->items.begin(), of->items.end(), [&](const TypePtr& t) { return same(*t, *of->items[0]); });
    if (!is_literal_index(index) && !alike) {
      fault("GL354", node, "`" + code(node) + "` takes an item of a tuple of different types by an index that is not written as a number");
      return make(Kind::Unknown);
    }
    if (ast_[index].kind == NodeKind::IntLit && of->items.size() < 10) {
      const std::string digits(ast_.text_of(index));
      const size_t at = digits.size() == 1 ? size_t(digits[0] - '0') : of->items.size();
      if (at < of->items.size()) return of->items[at];
    }
    return alike && !of->items.empty() && !slice ? of->items[0] : make(Kind::Unknown);
  }
  if (of->kind == Kind::Python && checker_.is_module(of->value)) {
    if (!is_literal_index(index)) {
      fault("GL354", node,
            "`" + code(node) + "` takes a module by an index that is not written as a number: only loops over modules can be unrolled");
      return make(Kind::Unknown);
    }
    if (slice) return of;
    const auto* instance = cast<interp::InstanceObj>(of->value);
    const Value* parts = instance->dict ? instance->dict->map.find(checker_.vm_.str("_modules")) : nullptr;
    const auto* dict = parts ? cast<interp::DictObj>(*parts) : nullptr;
    if (dict)
      for (const auto& entry : dict->map.entries())
        if (!entry.key.null()) return python(entry.value);
    return make(Kind::Unknown);
  }
  return make(Kind::Unknown);
}

TypePtr Body::element_of(const TypePtr& type) {
  if (type->kind == Kind::List) return type->items[0];
  if (type->kind == Kind::Tensor) return type;
  if (type->kind == Kind::Dict) return type->items[0];
  if (type->kind == Kind::Str) return type;
  if (type->kind == Kind::Tuple && !type->items.empty() &&
      std::all_of(type->items.begin(), type->items.end(), [&](const TypePtr& t) { return same(*t, *type->items[0]); }))
    return type->items[0];
  if (type->kind == Kind::Python && checker_.is_module(type->value)) {
    const auto* instance = cast<interp::InstanceObj>(type->value);
    const Value* parts = instance->dict ? instance->dict->map.find(checker_.vm_.str("_modules")) : nullptr;
    if (const auto* dict = parts ? cast<interp::DictObj>(*parts) : nullptr)
      for (const auto& entry : dict->map.entries())
        if (!entry.key.null()) return python(entry.value);
  }
  return make(Kind::Unknown);
}

TypePtr Body::binary(NodeId node) {
  const NodeId l = ast_.kid(node, 0), r = ast_.kid(node, 1);
  const TypePtr left = type_of(l), right = type_of(r);
  if (failed_ || refuse_optional(l, left) || refuse_optional(r, right)) return make(Kind::Unknown);
  if (left->kind == Kind::Unknown || right->kind == Kind::Unknown) {
    const bool tensor = left->kind == Kind::Tensor || right->kind == Kind::Tensor;
    return make(tensor ? Kind::Tensor : Kind::Unknown);
  }
  if (left->kind == Kind::Object || right->kind == Kind::Object || left->kind == Kind::Python) return make(Kind::Unknown);
  if (left->kind == Kind::Tensor || right->kind == Kind::Tensor) return make(Kind::Tensor);
  const auto number = [](const TypePtr& t) { return t->kind == Kind::Int || t->kind == Kind::Float || t->kind == Kind::Bool; };
  if (number(left) && number(right)) {
    const auto op = syntax::BinaryOp(ast_[node].op);
    const bool real = op == syntax::BinaryOp::Div || left->kind == Kind::Float || right->kind == Kind::Float;
    return op == syntax::BinaryOp::Pow ? make(Kind::Unknown) : make(real ? Kind::Float : Kind::Int);
  }
  return left->kind == Kind::List || left->kind == Kind::Str ? left : make(Kind::Unknown);
}

TypePtr Body::display(NodeId node) {
  const auto& kids = ast_.kids_of(node);
  std::vector<TypePtr> items;
  for (const NodeId id : kids) items.push_back(type_of(ast_[id].kind == NodeKind::Starred ? ast_.kid(id, 0) : id));
  if (failed_) return make(Kind::Unknown);
  if (ast_[node].kind == NodeKind::TupleExpr) {
    if (std::any_of(kids.begin(), kids.end(), [&](NodeId id) { return ast_[id].kind == NodeKind::Starred; })) return make(Kind::Unknown);
    return make(Kind::Tuple, std::move(items));
  }
  if (items.empty()) return make(Kind::List, {make(Kind::Tensor)});
  for (size_t i = 1; i < items.size(); ++i) {
    if (same(*items[i], *items[0]) || items[i]->kind == Kind::None || items[0]->kind == Kind::None) continue;
    if (items[0]->kind == Kind::Python || items[i]->kind == Kind::Python) return make(Kind::Unknown);
    if (fits(*items[i], *items[0]) || fits(*items[0], *items[i])) continue;
    const bool tensors = items[i]->kind == Kind::Tensor || items[0]->kind == Kind::Tensor;
    if (!tensors) return make(Kind::Unknown);  // a union of numbers is converted where it can be
    fault("GL352", node, "`" + code(node) + "` holds " + text_of(*items[0]) + " and " + text_of(*items[i]) + ": a list has one type");
    return make(Kind::Unknown);
  }
  return make(Kind::List, {items[0]});
}

TypePtr Body::type_of(NodeId node) {
  if (failed_ || ++depth_ > kDeepest) {
    if (!failed_) --depth_;
    return make(Kind::Unknown);
  }
  struct Leave {
    size_t& depth;
    ~Leave() { --depth; }
  } leave{depth_};
  const syntax::Node& n = ast_[node];
  switch (n.kind) {
    case NodeKind::Name: return name(node);
    case NodeKind::IntLit: return make(Kind::Int);
    case NodeKind::FloatLit: return make(Kind::Float);
    case NodeKind::StrLit:
    case NodeKind::FString:
      for (const NodeId part : ast_.kids_of(node))
        if (ast_[part].kind == NodeKind::FormatField) type_of(ast_.kid(part, 0));
      return make(Kind::Str);
    case NodeKind::NoneLit: return make(Kind::None);
    case NodeKind::TrueLit:
    case NodeKind::FalseLit: return make(Kind::Bool);
    case NodeKind::Attribute: return attribute(node);
    case NodeKind::Subscript: return subscript(node);
    case NodeKind::BinaryExpr: return binary(node);
    case NodeKind::UnaryExpr: {
      const TypePtr of = type_of(ast_.kid(node, 0));
      return syntax::UnaryOp(n.op) == syntax::UnaryOp::Not ? make(Kind::Bool) : of;
    }
    case NodeKind::BoolExpr: test(node); return make(Kind::Bool);
    case NodeKind::CompareExpr: {
      bool tensor = type_of(ast_.kid(node, 0))->kind == Kind::Tensor, unknown = false;
      for (uint32_t i = 1; i < n.kid_count; ++i) {
        const NodeId rhs = ast_.kid(node, i);
        const auto kind = type_of(ast_.kid(rhs, 0))->kind;
        if (syntax::CompareOp(ast_[rhs].op) >= syntax::CompareOp::Is) return make(Kind::Bool);
        tensor |= kind == Kind::Tensor;
        unknown |= kind == Kind::Unknown;
      }
      return make(tensor ? Kind::Tensor : unknown ? Kind::Unknown : Kind::Bool);
    }
    case NodeKind::IfExpr: {
      const Test what = test(ast_.kid(node, 0));
      TypePtr sides[2];
      for (int i = 0; i < 2; ++i) {
        if (what.constant == 1 - i) {
          scopes_.emplace_back();
          learn(i == 0 ? what.yes : what.no);
          sides[i] = type_of(ast_.kid(node, 1 + uint32_t(i)));
          scopes_.pop_back();
        } else if (what.constant < 0) {
          scopes_.emplace_back();
          learn(i == 0 ? what.yes : what.no);
          sides[i] = type_of(ast_.kid(node, 1 + uint32_t(i)));
          scopes_.pop_back();
        }
      }
      if (!sides[0] || !sides[1]) return sides[0] ? sides[0] : sides[1] ? sides[1] : make(Kind::Unknown);
      if (same(*sides[0], *sides[1])) return sides[0];
      const int none = sides[0]->kind == Kind::None ? 0 : sides[1]->kind == Kind::None ? 1 : -1;
      if (none >= 0) return sides[1 - none]->kind == Kind::Optional ? sides[1 - none] : make(Kind::Optional, {sides[1 - none]});
      return make(Kind::Unknown);
    }
    case NodeKind::TupleExpr:
    case NodeKind::ListExpr: return display(node);
    case NodeKind::DictExpr: {
      TypePtr key = make(Kind::Str), item = make(Kind::Tensor);
      for (const NodeId id : ast_.kids_of(node)) {
        if (ast_[id].kind != NodeKind::DictItem) continue;
        key = type_of(ast_.kid(id, 0));
        item = type_of(ast_.kid(id, 1));
      }
      return make(Kind::Dict, {key, item});
    }
    case NodeKind::ListComp:
    case NodeKind::GeneratorExpr: {
      const NodeId loop = ast_.kid(node, 1);
      if (ast_[loop].kind != NodeKind::Comprehension) return make(Kind::Unknown);
      const TypePtr over = type_of(ast_.kid(loop, 1));
      scopes_.emplace_back();
      assign(ast_.kid(loop, 0), element_of(over), loop);
      const TypePtr item = type_of(ast_.kid(node, 0));
      scopes_.pop_back();
      return make(Kind::List, {item});
    }
    case NodeKind::Call: return call(node);
    default: return make(Kind::Unknown);
  }
}

TypePtr Body::call_builtin(NodeId node, const std::string& name) {
  std::vector<TypePtr> args;
  for (uint32_t i = 1; i < ast_[node].kid_count; ++i) {
    const NodeId id = ast_.kid(node, i);
    const NodeKind kind = ast_[id].kind;
    if (name == "print" && kind == NodeKind::Keyword) fault("GL355", id, "`print` takes no keyword in TorchScript");
    args.push_back(type_of(kind == NodeKind::Keyword || kind == NodeKind::Starred ? ast_.kid(id, 0) : id));
  }
  if (failed_) return make(Kind::Unknown);
  if (name == "range") {
    for (size_t i = 0; i < args.size(); ++i) needs(ast_.kid(node, uint32_t(i + 1)), args[i], {Kind::Int}, "an int");
    return make(Kind::List, {make(Kind::Int)});
  }
  if (name == "len") {
    if (!args.empty()) refuse_optional(ast_.kid(node, 1), args[0]);
    return make(Kind::Int);
  }
  if (name == "getattr" && args.size() > 1 && ast_[ast_.kid(node, 2)].kind != NodeKind::StrLit)
    fault("GL355", node, "`" + code(node) + "`: the name of an attribute has to be written out");
  if (contains("int ord hash", name)) return make(Kind::Int);
  if (name == "float") return make(Kind::Float);
  if (contains("bool isinstance hasattr any all", name)) return make(Kind::Bool);
  if (contains("str chr hex bin oct", name)) return make(Kind::Str);
  if (contains("enumerate zip reversed", name)) return args.size() == 1 && args[0]->kind == Kind::Python ? args[0] : make(Kind::Unknown);
  if (contains("sum max min", name) && args.size() == 1 && args[0]->kind == Kind::List && args[0]->items[0]->kind == Kind::Tensor)
    fault("GL352", node, "`" + code(node) + "`: `" + name + "` of Python takes lists of numbers only in TorchScript");
  if (contains("abs sum", name) && args.size() == 1) return args[0]->kind == Kind::List ? args[0]->items[0] : args[0];
  if (contains("min max", name) && args.size() == 2 && same(*args[0], *args[1])) return args[0];
  if (name == "sorted" && args.size() == 1) return args[0];
  return make(Kind::Unknown);
}

TypePtr Body::call_method(NodeId node, const std::string& method, const TypePtr& self) {
  std::vector<TypePtr> args;
  for (uint32_t i = 1; i < ast_[node].kid_count; ++i) {
    const NodeId id = ast_.kid(node, i);
    args.push_back(type_of(ast_[id].kind == NodeKind::Keyword || ast_[id].kind == NodeKind::Starred ? ast_.kid(id, 0) : id));
  }
  if (failed_) return make(Kind::Unknown);
  if (self->kind == Kind::List) {
    if (method == "append" && args.size() == 1 && !fits(*args[0], *self->items[0]))
      fault("GL352", node,
            "`" + code(node) + "` puts " + text_of(*args[0]) + " into a " + text_of(*self) +
                (self->items[0]->kind == Kind::Tensor ? " (what an empty list is unless annotated)" : ""));
    if (method == "pop") return self->items[0];
    if (method == "copy") return self;
    return make(Kind::Unknown);
  }
  if (self->kind == Kind::Dict) {
    if (method == "items") return make(Kind::List, {make(Kind::Tuple, {self->items[0], self->items[1]})});
    if (method == "keys") return make(Kind::List, {self->items[0]});
    if (method == "values") return make(Kind::List, {self->items[1]});
    return make(Kind::Unknown);
  }
  if (self->kind != Kind::Tensor) return make(Kind::Unknown);
  if (contains(kNoMethods, method)) {
    fault("GL355", node, "`" + code(node) + "`: a Tensor has no `" + method + "` in TorchScript");
    return make(Kind::Unknown);
  }
  if (method == "tolist") return make(Kind::Unknown);
  if (method == "size") return args.empty() ? make(Kind::List, {make(Kind::Int)}) : make(Kind::Int);
  if (method == "stride") return args.empty() ? make(Kind::List, {make(Kind::Int)}) : make(Kind::Int);
  if (contains("dim numel nelement ndimension element_size get_device storage_offset", method)) return make(Kind::Int);
  if (contains("is_contiguous is_floating_point is_complex equal allclose is_same_size is_nonzero is_signed", method))
    return make(Kind::Bool);
  if (contains("chunk split unbind tensor_split split_with_sizes", method)) return make(Kind::List, {make(Kind::Tensor)});
  if (method == "item") return make(Kind::Unknown);
  if (contains("topk sort kthvalue mode cummax cummin svd qr slogdet", method))
    return make(Kind::Tuple, {make(Kind::Tensor), make(Kind::Tensor)});
  if (contains("max min median", method)) return args.empty() ? make(Kind::Tensor) : make(Kind::Unknown);
  if (contains("shape names type backward retain_grad requires_grad_ coalesce where nonzero", method)) return make(Kind::Unknown);
  return make(Kind::Tensor);
}

TypePtr Body::call_python(NodeId node, Value callee) {
  interp::Vm& vm = checker_.vm_;
  if (auto* method = cast<interp::BoundMethodObj>(callee)) {
    if (auto* fn = cast<interp::FunctionObj>(method->func)) return checker_.function(fn, method->self, place(node));
    return make(Kind::Unknown);
  }
  if (auto* fn = cast<interp::FunctionObj>(callee)) {
    const std::string module = fn->module ? fn->module->name : std::string();
    if (module == "torch" || module.starts_with("torch.")) return make(Kind::Unknown);
    return checker_.function(fn, {}, place(node));
  }
  if (checker_.is_module(callee)) {
    const auto* instance = cast<interp::InstanceObj>(callee);
    auto* forward = cast<interp::FunctionObj>(vm.find_in_class(instance->cls, vm.intern("forward")));
    if (!forward) return make(Kind::Unknown);
    return checker_.function(forward, callee, place(node));
  }
  if (auto* cls = cast<interp::ClassObj>(callee)) {
    const std::string module = cls->module_name.is_str() ? std::string(interp::text_of(cls->module_name)) : "";
    if (cls->native || module.starts_with("torch") || module == "builtins") return make(Kind::Unknown);
    auto object = std::make_shared<Type>();
    object->kind = Kind::Object;
    object->value = callee;
    const bool tuple = cls->layout == interp::Layout::Tuple || cls->layout == interp::Layout::Exception;
    if (tuple) return make(Kind::Unknown);
    // A class is compiled with all its methods.
    for (const auto& entry : cls->dict->map.entries()) {
      if (entry.key.null()) continue;
      if (auto* fn = cast<interp::FunctionObj>(entry.value)) checker_.function(fn, callee, place(node));
    }
    return object;
  }
  if (const auto* native = cast<interp::NativeObj>(callee)) {
    const std::string_view q = native->qualified;
    const std::string_view top = q.substr(0, q.find('.'));
    if (top == "torch") {
      if (contains("torch.is_tensor torch.is_floating_point torch.is_grad_enabled torch.equal torch.allclose torch.is_complex", q))
        return make(Kind::Bool);
      if (contains(
              "torch.cat torch.stack torch.zeros_like torch.ones_like torch.zeros torch.ones torch.tanh torch.relu torch.sigmoid torch.exp "
              "torch.matmul torch.bmm torch.softmax torch.arange torch.full torch.rand torch.randn torch.sum torch.mean torch.abs "
              "torch.clamp",
              q))
        return make(Kind::Tensor);
      return make(Kind::Unknown);
    }
    if (top == "math") return contains("math.floor math.ceil math.gcd math.factorial", q) ? make(Kind::Int) : make(Kind::Float);
    if (top == "builtins" || top == "warnings" || top == "typing" || top == "_operator") return make(Kind::Unknown);
    fault("GL355", node, "`" + code(node) + "`: `" + std::string(q) + "` cannot be called in TorchScript");
    return make(Kind::Unknown);
  }
  return make(Kind::Unknown);
}

TypePtr Body::call(NodeId node) {
  const NodeId callee = ast_.kid(node, 0);
  if (ast_[callee].kind == NodeKind::Name) {
    const std::string name(ast_.text_of(callee));
    if (!find(name) && global(name).null()) {
      if (contains(kBuiltins, name)) return call_builtin(node, name);
      if (name == "type") {
        fault("GL355", node, "`" + code(node) + "`: types are no values in TorchScript");
        return make(Kind::Unknown);
      }
    }
  }
  if (ast_[callee].kind == NodeKind::Attribute) {
    const NodeId object = ast_.kid(callee, 0);
    const std::string method(ast_.text_of(callee));
    if (ast_[object].kind == NodeKind::Call && code(ast_.kid(object, 0)) == "super") return make(Kind::Unknown);
    const TypePtr self = type_of(object);
    if (failed_) return make(Kind::Unknown);
    if (self->kind == Kind::Optional || self->kind == Kind::None) {
      refuse_optional(object, self);
      return make(Kind::Unknown);
    }
    if (self->kind == Kind::Python && checker_.is_module(self->value)) {
      if (contains("items values keys children modules", method)) return self;
      if (contains("eval train named_parameters parameters state_dict apply register_buffer add_module register_parameter requires_grad_",
                   method)) {
        fault("GL355", node, "`" + code(node) + "`: TorchScript has no `" + method + "` of a module");
        return make(Kind::Unknown);
      }
    }
    if (self->kind != Kind::Python) return call_method(node, method, self);
  }
  const TypePtr of = type_of(callee);
  if (failed_) return make(Kind::Unknown);
  for (uint32_t i = 1; i < ast_[node].kid_count; ++i) {
    const NodeId id = ast_.kid(node, i);
    type_of(ast_[id].kind == NodeKind::Keyword || ast_[id].kind == NodeKind::Starred ? ast_.kid(id, 0) : id);
  }
  if (failed_ || of->kind != Kind::Python || of->value.null()) return make(Kind::Unknown);
  return call_python(node, of->value);
}

}  // namespace graphlift::torch::script
