// Methods of tensors that are no plain operators: metadata, autograd, hooks, storage, in-place copies.
#include <array>
#include <unordered_map>

#include "analysis/torch/tensor_class.h"
#include "models/table.h"

namespace graphlift::torch {

using interp::cast;

namespace {

Value size(Vm& vm, Args& args) {
  TensorObj* t = as_tensor(args[0]);
  Value which = args.get(1, "dim");
  if (which.null() || which.is_none()) return vm.get_attr(args[0], "shape");
  Value index = unwrap(which);
  if (!t || !t->ranked || !index.is_integral()) return vm.sym(vm.types.integer, When::Shape);
  auto at = wrap_index(index.as_int(), t->dims.size());
  if (!at || *at >= t->dims.size())
    return vm.raise(vm.types.index_error, "Dimension out of range (expected to be in range of [-" + std::to_string(t->dims.size()) + ", " +
                                              std::to_string(int64_t(t->dims.size()) - 1) + "], but got " + std::to_string(index.as_int()) +
                                              ")");
  return dim_value(vm, t->dims[*at]);
}

Value element_count(Vm& vm, Args& args) {
  TensorObj* t = as_tensor(args[0]);
  if (!t || !t->ranked) return vm.sym(vm.types.integer, When::Shape);
  return dim_value(vm, product(vm, t->dims));
}

Value rank(Vm& vm, Args& args) { return vm.get_attr(args[0], "ndim"); }

// Strides of a contiguous tensor; anything else is not modelled.
Value stride(Vm& vm, Args& args) {
  TensorObj* t = as_tensor(args[0]);
  Value which = unwrap(args.get(1, "dim"));
  if (!t || !t->ranked) return which.null() ? vm.sym(vm.types.tuple, When::Shape) : vm.sym(vm.types.integer, When::Shape);
  if (which.is_integral()) return vm.sym(vm.types.integer, When::Shape);
  std::vector<Value> items;
  for (size_t i = 0; i < t->dims.size(); ++i) items.push_back(vm.sym(vm.types.integer, When::Shape));
  return vm.tuple(std::move(items));
}

Value is_floating_point(Vm& vm, Args& args) {
  TensorObj* t = as_tensor(args[0]);
  if (!t || t->dtype == DType::Unknown) return vm.sym(vm.types.boolean, When::PyInput);
  return Value::boolean(is_floating(t->dtype));
}
Value is_complex_type(Vm& vm, Args& args) {
  TensorObj* t = as_tensor(args[0]);
  if (!t || t->dtype == DType::Unknown) return vm.sym(vm.types.boolean, When::PyInput);
  return Value::boolean(is_complex(t->dtype));
}
Value is_signed(Vm& vm, Args& args) {
  TensorObj* t = as_tensor(args[0]);
  if (!t || t->dtype == DType::Unknown) return vm.sym(vm.types.boolean, When::PyInput);
  return Value::boolean(t->dtype != DType::Bool && t->dtype != DType::UInt8 && t->dtype != DType::UInt16 && t->dtype != DType::UInt32 &&
                        t->dtype != DType::UInt64);
}
Value unsure(Vm& vm, Args&) { return vm.sym(vm.types.boolean, When::PyInput); }
Value no(Vm&, Args&) { return Value::boolean(false); }
Value element_size(Vm& vm, Args& args) { return vm.get_attr(args[0], "itemsize"); }

Value get_device(Vm& vm, Args& args) {
  TensorObj* t = as_tensor(args[0]);
  auto* device = t ? cast<OpaqueObj>(t->device) : nullptr;
  if (!device) return vm.sym(vm.types.integer, When::PyInput);
  return Value::integer(device->text == "cpu" ? -1 : std::max<int64_t>(device->number, 0));
}

Value backward(Vm& vm, Args& args) {
  vm.observe(Event::Autograd, args[0], "torch.Tensor.backward", "GB0123", "backward() runs");
  state(vm).backward_ran = true;
  return Value::none();
}

Value set_requires_grad(Vm& vm, Args& args) {
  TensorObj* t = as_tensor(args[0]);
  Value wanted = args.get(1, "requires_grad");
  bool on = wanted.null() || !wanted.is_bool() || wanted.b;
  if (!t) return args[0];
  bool changes = t->requires_grad != on;
  // In a backward that is part of the graph, a tensor that is made there cannot leave it.
  if ((changes && !state(vm).in_backward) || !vm.tracing())
    vm.observe(Event::Autograd, args[0], "torch.Tensor.requires_grad_", t->region_input ? "GB0125" : "GB8985",
               "requires_grad_() changes a tensor");
  vm.touch(t);
  t->requires_grad = on;
  return args[0];
}

Value detach_in_place(Vm& vm, Args& args) {
  if (TensorObj* t = as_tensor(args[0])) {
    vm.touch(t);
    t->requires_grad = false;
    t->leaf = true;
  }
  return args[0];
}

Value hook_handle(Vm& vm, Args& args) {
  (void)args;
  ModuleObj* hooks = vm.import_module("torch.utils.hooks");
  if (!hooks) {
    vm.clear_exception();
    return vm.unknown("a hook handle");
  }
  Value cls = vm.module_attr(hooks, vm.intern("RemovableHandle"));
  auto* type = cast<ClassObj>(cls);
  return type ? Value::object(vm.new_instance(type)) : vm.unknown("a hook handle");
}

// copy_, and everything else that writes self from other tensors and returns it, without changing shape or dtype.
Value copy_into(Vm& vm, Args& args) {
  TensorObj* t = as_tensor(args[0]);
  TensorObj* from = as_tensor(args.get(1, "src"));
  if (!t) return args[0];
  note_write(vm, t, "torch.Tensor.copy_");
  vm.touch(t);
  if (from && from->ranked && t->ranked && !from->known.empty() && from->known.size() == size_t(known_product(t->dims).value_or(-1))) {
    t->known = from->known;
    keep_known(vm, t);
  }
  if (from && needs_grad(vm, {from}, t->dtype)) {
    t->requires_grad = true;
    t->leaf = false;
  }
  return args[0];
}

Value identity(Vm&, Args& args) { return args[0]; }

Value resize_in_place(Vm& vm, Args& args) {
  TensorObj* t = as_tensor(args[0]);
  if (!t) return args[0];
  note_write(vm, t, "torch.Tensor.resize_");
  vm.touch(t);
  Dims dims;
  for (size_t i = 1; i < args.size(); ++i) {
    if (const auto* items = sequence_items(args[i]))
      for (Value v : *items) dims.push_back(dim_of(vm, v));
    else dims.push_back(dim_of(vm, args[i]));
  }
  t->ranked = !dims.empty();
  t->dims = dims;
  return args[0];
}

Value storage_of(Vm& vm, Args& args) {
  TensorObj* t = as_tensor(args[0]);
  return vm.opaque(state(vm).storage, "storage", t ? t->storage : 0);
}

Value pointer(Vm& vm, Args&) { return vm.sym(vm.types.integer, When::PyInput); }

// split of torch/_tensor.py: a size, or sizes.
Value split(Vm& vm, Args& args) {
  Value by = args.get(1, "split_size"), at = args.get(2, "dim");
  if (by.null()) by = args.keyword("split_sizes");
  if (at.null()) at = Value::integer(0);
  return call_operator(vm, "split", {args[0], by, at});
}

Value norm(Vm& vm, Args& args) {
  Value p = args.get(1, "p"), dims = args.get(2, "dim"), keep = args.get(3, "keepdim");
  std::vector<std::pair<std::string_view, Value>> keywords;
  if (!dims.null() && !dims.is_none()) keywords.emplace_back("dim", dims);
  if (!keep.null()) keywords.emplace_back("keepdim", keep);
  Value dtype = args.get(4, "dtype");
  if (!dtype.null() && !dtype.is_none()) keywords.emplace_back("dtype", dtype);
  Value ord = p.null() || p.is_str() || p.is_none() ? Value::integer(2) : p;
  return call_operator(vm, "linalg_vector_norm", {args[0], ord}, false, keywords);
}

// unique(sorted, return_inverse, return_counts, dim): the extra results only when asked for.
Value unique_with(Vm& vm, Args& args, std::string_view op, bool has_sorted) {
  size_t first = has_sorted ? 2 : 1;
  Value inverse = args.get(first, "return_inverse"), counts = args.get(first + 1, "return_counts"), at = args.get(first + 2, "dim");
  auto on = [](Value v) { return v.is_bool() && v.b; };
  bool by_dim = !at.null() && !at.is_none();
  std::vector<std::pair<std::string_view, Value>> keywords{{"return_inverse", Value::boolean(true)},
                                                           {"return_counts", Value::boolean(true)}};
  if (by_dim) keywords.emplace_back("dim", at);
  Value all = call_operator(vm, by_dim && op == "_unique2" ? "unique_dim" : op, {args[0]}, false, keywords);
  const auto* items = sequence_items(all);
  if (!items || items->size() < 3) return all;
  std::vector<Value> wanted{(*items)[0]};
  if (on(inverse)) wanted.push_back((*items)[1]);
  if (on(counts)) wanted.push_back((*items)[2]);
  return wanted.size() == 1 ? wanted[0] : vm.tuple(wanted);
}
Value unique(Vm& vm, Args& args) { return unique_with(vm, args, "_unique2", true); }
Value unique_consecutive(Vm& vm, Args& args) { return unique_with(vm, args, "unique_consecutive", false); }

Value nonzero(Vm& vm, Args& args) {
  Value as_tuple = args.keyword("as_tuple");
  if (as_tuple.is_bool() && as_tuple.b) return call_operator(vm, "nonzero_numpy", {args[0]});
  return call_operator(vm, "nonzero", {args[0]});
}

Value reflected(Vm& vm, Args& args, syntax::BinaryOp op) { return tensor_binary(vm, op, args[1], args[0], false); }
template <syntax::BinaryOp Op>
Value forward_op(Vm& vm, Args& args) {
  return tensor_binary(vm, Op, args[0], args[1], false);
}
template <syntax::BinaryOp Op>
Value reflected_op(Vm& vm, Args& args) {
  return reflected(vm, args, Op);
}
template <syntax::CompareOp Op>
Value compare_op(Vm& vm, Args& args) {
  return tensor_compare(vm, Op, args[0], args[1]);
}

Value get_item(Vm& vm, Args& args) { return tensor_get_item(vm, args[0], args[1]); }
Value set_item(Vm& vm, Args& args) { return tensor_set_item(vm, args[0], args[1], args[2]) ? Value::none() : Value(); }

Value deep_copy(Vm& vm, Args& args) {
  TensorObj* t = as_tensor(args[0]);
  if (!t) return args[0];
  vm.observe(Event::Unsupported, args[0], "copy.deepcopy", "GB4198", "a tensor is deep-copied");
  TensorObj* v = vm.new_tensor(t->cls);
  uint32_t touched = v->touched, born = v->born;
  *v = *t;
  v->touched = touched;
  v->born = born;
  v->storage = vm.new_storage();
  v->region_input = false;
  v->grad = Value();
  if (!v->known.empty()) keep_known(vm, v);
  return Value::object(v);
}

Value hash_value(Vm& vm, Args&) { return vm.sym(vm.types.integer, When::PyInput); }

Value as_subclass(Vm& vm, Args& args) {
  TensorObj* t = as_tensor(args[0]);
  auto* cls = cast<ClassObj>(args.get(1, "cls"));
  if (!t || !cls || !cls->is_subclass_of(state(vm).tensor)) return args[0];
  TensorObj* v = view_of(vm, t, t->ranked, t->dims);
  v->cls = cls;
  v->requires_grad = t->requires_grad;
  v->leaf = t->leaf;
  return Value::object(v);
}

// Methods that TorchDynamo refuses, by table; the refusal is told before the method runs.
struct Refused {
  Event event;
  std::string gb;
};
const std::unordered_map<std::string, Refused>& refused_methods() {
  static const auto table = [] {
    std::unordered_map<std::string, Refused> rows;
    std::string_view lines = models::embedded("shapes/method_breaks.tsv");
    models::Row row;
    while (models::next_row(lines, row)) {
      if (row.line.empty() || row.line.front() == '#') continue;
      rows.emplace(row.cell(0), Refused{row.cell(1) == "autograd" ? Event::Autograd : Event::Unsupported, std::string(row.cell(2))});
    }
    return rows;
  }();
  return table;
}

void guard_refused(Vm& vm) {
  State& st = state(vm);
  for (const auto& [name, refused] : refused_methods()) {
    Value found = vm.find_in_class(st.tensor, vm.intern(name));
    auto* inner = cast<NativeObj>(found);
    if (!inner) continue;
    const Refused* row = &refused;
    std::string qualified = "torch.Tensor." + name;
    Value guarded = vm.native(qualified, [inner, row, qualified](Vm& m, Args& args) -> Value {
      m.observe(row->event, args[0], qualified, row->gb.c_str());
      args.callee = inner;
      return inner->fn ? inner->fn(m, args) : inner->bound(m, args);
    });
    cast<NativeObj>(guarded)->is_method = true;
    st.tensor->dict->map.set(vm.str(name), guarded);
  }
}

}  // namespace

void install_tensor_methods(Vm& vm) {
  using syntax::BinaryOp;
  using syntax::CompareOp;
  struct Named {
    const char* name;
    interp::NativeFn fn;
  };
  static constexpr std::array kMethods{Named{"size", size},
                                       Named{"numel", element_count},
                                       Named{"nelement", element_count},
                                       Named{"dim", rank},
                                       Named{"ndimension", rank},
                                       Named{"stride", stride},
                                       Named{"is_floating_point", is_floating_point},
                                       Named{"is_complex", is_complex_type},
                                       Named{"is_signed", is_signed},
                                       Named{"is_contiguous", unsure},
                                       Named{"is_inference", no},
                                       Named{"is_conj", no},
                                       Named{"is_neg", no},
                                       Named{"is_shared", no},
                                       Named{"is_pinned", no},
                                       Named{"has_names", no},
                                       Named{"is_coalesced", unsure},
                                       Named{"is_set_to", unsure},
                                       Named{"is_same_size", unsure},
                                       Named{"element_size", element_size},
                                       Named{"get_device", get_device},
                                       Named{"backward", backward},
                                       Named{"requires_grad_", set_requires_grad},
                                       Named{"detach_", detach_in_place},
                                       Named{"retain_grad", [](Vm&, Args&) { return Value::none(); }},
                                       Named{"register_hook", hook_handle},
                                       Named{"register_post_accumulate_grad_hook", hook_handle},
                                       Named{"copy_", copy_into},
                                       Named{"share_memory_", identity},
                                       Named{"pin_memory", identity},
                                       Named{"apply_", identity},
                                       Named{"rename", identity},
                                       Named{"rename_", identity},
                                       Named{"align_to", identity},
                                       Named{"refine_names", identity},
                                       Named{"coalesce", identity},
                                       Named{"resize_", resize_in_place},
                                       Named{"storage", storage_of},
                                       Named{"untyped_storage", storage_of},
                                       Named{"_typed_storage", storage_of},
                                       Named{"data_ptr", pointer},
                                       Named{"storage_offset", pointer},
                                       Named{"split", split},
                                       Named{"norm", norm},
                                       Named{"unique", unique},
                                       Named{"unique_consecutive", unique_consecutive},
                                       Named{"nonzero", nonzero},
                                       Named{"__getitem__", get_item},
                                       Named{"__setitem__", set_item},
                                       Named{"__deepcopy__", deep_copy},
                                       Named{"__hash__", hash_value},
                                       Named{"as_subclass", as_subclass},
                                       Named{"__add__", forward_op<BinaryOp::Add>},
                                       Named{"__radd__", reflected_op<BinaryOp::Add>},
                                       Named{"__sub__", forward_op<BinaryOp::Sub>},
                                       Named{"__rsub__", reflected_op<BinaryOp::Sub>},
                                       Named{"__mul__", forward_op<BinaryOp::Mul>},
                                       Named{"__rmul__", reflected_op<BinaryOp::Mul>},
                                       Named{"__truediv__", forward_op<BinaryOp::Div>},
                                       Named{"__rtruediv__", reflected_op<BinaryOp::Div>},
                                       Named{"__floordiv__", forward_op<BinaryOp::FloorDiv>},
                                       Named{"__rfloordiv__", reflected_op<BinaryOp::FloorDiv>},
                                       Named{"__mod__", forward_op<BinaryOp::Mod>},
                                       Named{"__rmod__", reflected_op<BinaryOp::Mod>},
                                       Named{"__pow__", forward_op<BinaryOp::Pow>},
                                       Named{"__rpow__", reflected_op<BinaryOp::Pow>},
                                       Named{"__matmul__", forward_op<BinaryOp::MatMul>},
                                       Named{"__rmatmul__", reflected_op<BinaryOp::MatMul>},
                                       Named{"__eq__", compare_op<CompareOp::Eq>},
                                       Named{"__ne__", compare_op<CompareOp::NotEq>},
                                       Named{"__lt__", compare_op<CompareOp::Lt>},
                                       Named{"__le__", compare_op<CompareOp::LtE>},
                                       Named{"__gt__", compare_op<CompareOp::Gt>},
                                       Named{"__ge__", compare_op<CompareOp::GtE>}};
  for (const Named& m : kMethods) method(vm, m.name, m.fn);
  guard_refused(vm);
}

}  // namespace graphlift::torch
