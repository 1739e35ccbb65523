// Runs one operator: overload, effects, results.
#include "analysis/torch/ops/operator.h"

#include <algorithm>
#include <memory>

#include "models/table.h"

namespace graphlift::torch {

using interp::cast;
using models::Schema;
using models::TypeKind;

namespace {

bool is_wrapper(const State& st, const ClassObj* cls) {
  return cls == st.tensor || cls == st.parameter || cls == st.buffer || cls == st.uninitialized_parameter || cls == st.uninitialized_buffer;
}

// Index of the argument that a return shares its alias set with; -1: none.
int aliased_argument(const Schema& schema, std::string_view alias) {
  if (alias.empty()) return -1;
  for (size_t i = 0; i < schema.arguments.size(); ++i) {
    std::string_view own = schema.arguments[i].alias;
    if (size_t arrow = own.find(' '); arrow != own.npos) own = own.substr(0, arrow);
    if (!own.empty() && (own == alias || alias.find(own) != alias.npos)) return int(i);
  }
  return -1;
}

bool is_random(const OpCall& call) {
  if (!call.schema->has(models::kNondeterministicSeeded)) return false;
  // dropout is random only while it drops, and never worth calling its result random data.
  return call.schema->name.find("dropout") == std::string_view::npos && call.schema->name != "scaled_dot_product_attention" &&
         call.schema->name != "rrelu" && call.schema->name != "lstm" && call.schema->name != "gru";
}

// The law of a tensor of one element that the operator fills with equally likely numbers.
interp::LawId law_of_draw(const OpCall& call, const Result& result) {
  for (const Dim& dim : result.dims)
    if (dim.size != 1) return 0;
  const std::string_view name = call.schema->name;
  if (!result.ranked) return 0;
  if (name == "rand" || name == "rand_like") return call.vm.draw(interp::Law::Kind::Uniform, 0, 1);
  if (name != "uniform" && name != "uniform_" && name != "randint") return 0;
  const bool whole = name == "randint";
  const std::optional<double> low = whole && call.index_of("low") < 0 ? 0 : call.number(whole ? "low" : "from");
  const std::optional<double> high = call.number(whole ? "high" : "to");
  if (!low || !high) return 0;
  return whole ? call.vm.draw(interp::Law::Kind::Integer, *low, *high - 1) : call.vm.draw(interp::Law::Kind::Uniform, *low, *high);
}

Value scalar_result(OpCall& call, TypeKind kind, When when) {
  Vm& vm = call.vm;
  interp::OriginId origin;
  if (TensorObj* t = call.first_tensor()) origin = t->origin;
  switch (kind) {
    case TypeKind::Bool:
    case TypeKind::SymBool: return vm.sym(vm.types.boolean, when, origin);
    case TypeKind::Int:
    case TypeKind::SymInt: return vm.sym(vm.types.integer, when, origin);
    case TypeKind::Float:
    case TypeKind::Scalar: return vm.sym(vm.types.real, when, origin);
    case TypeKind::Complex: return vm.sym(vm.types.complex, when, origin);
    case TypeKind::Str: return vm.sym(vm.types.str, when, origin);
    case TypeKind::ScalarType: return vm.sym(call.st.dtype, when, origin);
    case TypeKind::Device: return vm.sym(call.st.device, when, origin);
    default: return vm.unknown("result of `" + call.qualified + "`", when);
  }
}

// Writes a result into an existing tensor (in place, or out=).
void write_into(OpCall& call, TensorObj* target, const Result& result, bool reshape, const std::vector<TensorObj*>& inputs) {
  Vm& vm = call.vm;
  note_write(vm, target, call.qualified);
  vm.touch(target);
  if (reshape) {
    target->ranked = result.ranked;
    target->dims = result.dims;
  } else if (result.ranked && target->ranked && result.dims.size() == target->dims.size()) {
    for (size_t i = 0; i < result.dims.size(); ++i)
      if (!target->dims[i].known() && target->dims[i].symbol == 0) target->dims[i] = result.dims[i];
  }
  bool grad = needs_grad(vm, inputs, target->dtype);
  if (grad && !target->requires_grad) {
    target->requires_grad = true;
    target->leaf = false;
  }
  target->rng = is_random(call) || (target->rng && !inputs.empty());
  target->law = is_random(call) ? law_of_draw(call, result) : 0;
}

void autocast_dtype(OpCall& call, std::string_view policy) {
  if (policy.empty()) return;
  Value device = result_device(call.vm, call.all_tensors());
  auto* object = cast<OpaqueObj>(device);
  std::string type = object ? object->text.substr(0, object->text.find(':')) : "cpu";
  auto it = call.st.autocast.find(type);
  if (it == call.st.autocast.end() || !it->second.enabled) return;
  for (Result& r : call.results) {
    if (!is_floating(r.dtype) || r.dtype == DType::Float64) continue;
    r.dtype = policy == "low" ? it->second.dtype : DType::Float32;
  }
}

Value pack_tensors(OpCall& call, const Operator& op, std::vector<Value> items) {
  const Schema& schema = *call.schema;
  if (schema.returns.size() == 1) return items.empty() ? Value::none() : items[0];
  bool named = !schema.returns.empty() &&
               std::all_of(schema.returns.begin(), schema.returns.end(), [](const models::Return& r) { return !r.name.empty(); });
  if (!named) return call.vm.tuple(std::move(items));
  std::vector<std::string_view> fields;
  for (const models::Return& r : schema.returns) fields.push_back(r.name);
  return named_tuple(call.vm, op.name, fields, std::move(items));
}

}  // namespace

ClassObj* result_class(Vm& vm, const std::vector<TensorObj*>& inputs) {
  State& st = state(vm);
  for (TensorObj* t : inputs)
    if (!is_wrapper(st, t->cls) && t->cls->is_subclass_of(st.tensor)) {
      bool of_parameter = t->cls->is_subclass_of(st.parameter);
      if (!of_parameter) return t->cls;
    }
  return st.tensor;
}

Value result_device(Vm& vm, const std::vector<TensorObj*>& inputs) {
  (void)vm;
  Value device;
  bool any = false;
  for (TensorObj* t : inputs) {
    bool zero = t->ranked && t->dims.empty();
    if (!any || !zero) device = t->device;
    if (!zero) return device;
    any = true;
  }
  return device;
}

TensorObj* make_tensor(Vm& vm, const Result& result, Value device, ClassObj* cls) {
  TensorObj* t = vm.new_tensor(cls ? cls : state(vm).tensor);
  count_operator(vm);
  t->dtype = result.dtype;
  t->ranked = result.ranked;
  t->dims = result.dims;
  for (Dim& d : t->dims)
    if (!d.known() && d.symbol == 0) d = fresh_dim(vm, d.data);
  t->device = device;
  t->storage = vm.new_storage();
  auto count = t->ranked ? known_product(t->dims) : std::nullopt;
  if (count && !result.known.empty() && size_t(*count) == result.known.size()) {
    t->known = result.known;
    keep_known(vm, t);
  }
  return t;
}

bool needs_grad(Vm& vm, const std::vector<TensorObj*>& inputs, DType dtype) {
  State& st = state(vm);
  if (!st.grad_enabled || st.inference_mode || !is_differentiable(dtype)) return false;
  return std::any_of(inputs.begin(), inputs.end(), [](TensorObj* t) { return t->requires_grad; });
}

namespace {

bool gives_sparse(std::string_view op, const std::vector<TensorObj*>& inputs) {
  static const models::Table layouts(models::embedded("shapes/layouts.tsv"));
  std::string_view lines = layouts.find(op);
  models::Row row;
  if (models::next_row(lines, row)) return row.cell(1) == "sparse";
  return !inputs.empty() && std::all_of(inputs.begin(), inputs.end(), [](const TensorObj* t) { return t->sparse; });
}

}  // namespace

void keep_known(Vm& vm, TensorObj* t) {
  auto& list = state(vm).known_by_storage[t->storage];
  if (std::find(list.begin(), list.end(), t) == list.end()) list.push_back(t);
}

bool contents_readable(Vm& vm, const TensorObj* t) { return !vm.tracing() && !t->known.empty(); }

std::optional<double> readable_number(Vm& vm, const TensorObj* t) {
  if (t->known.size() != 1) return std::nullopt;
  if (vm.tracing() && !state(vm).constants.contains(t)) return std::nullopt;
  return t->known[0];
}

void note_write(Vm& vm, TensorObj* target, std::string_view api) {
  if (vm.tracing() && (target->region_input || target->parameter)) vm.observe(Event::InplaceInput, Value::object(target), std::string(api));
  State& st = state(vm);
  count_operator(vm);
  auto it = st.known_by_storage.find(target->storage);
  if (it != st.known_by_storage.end()) {
    for (TensorObj* t : it->second) {
      if (t->storage != target->storage || t->known.empty()) continue;
      vm.touch(t);
      t->known.clear();
    }
    st.known_by_storage.erase(it);
  }
  if (!target->known.empty()) {
    vm.touch(target);
    target->known.clear();
  }
}

Value named_tuple(Vm& vm, std::string_view name, const std::vector<std::string_view>& fields, std::vector<Value> items) {
  std::string key = "torch.return_types." + std::string(name) + "/" + std::to_string(fields.size());
  for (std::string_view f : fields) key += "," + std::string(f);
  State& st = state(vm);
  auto it = st.operators.find(key);
  if (it == st.operators.end()) {
    ClassObj* cls = vm.new_class("torch.return_types", name, {vm.types.tuple}, interp::Layout::Tuple);
    std::vector<Value> names;
    for (size_t i = 0; i < fields.size(); ++i) {
      auto* property = vm.make<interp::PropertyObj>(vm.types.property);
      property->get = vm.native("torch.return_types." + std::string(fields[i]), [i](Vm&, Args& args) {
        const auto* values = sequence_items(args[0]);
        return values && i < values->size() ? (*values)[i] : Value::none();
      });
      property->set = property->del = property->doc = Value::none();
      cls->dict->map.set(vm.str(fields[i]), Value::object(property));
      names.push_back(vm.str(fields[i]));
    }
    cls->dict->map.set(vm.str("n_fields"), Value::integer(int64_t(fields.size())));
    cls->dict->map.set(vm.str("_fields"), vm.tuple(names));
    it = st.operators.emplace(key, Value::object(cls)).first;
  }
  auto* tuple = vm.make<TupleObj>(cast<ClassObj>(it->second));
  tuple->items = std::move(items);
  return Value::object(tuple);
}

Value run_operator(Vm& vm, const Operator& op, Args& args) {
  OpCall call{.vm = vm, .st = state(vm), .qualified = op.qualified};
  if (!bind_operator(call, op.overloads, args, op.method)) {
    if (!call.open_arguments) return {};
    return Value::object(make_tensor(vm, Result{}, Value()));
  }
  const Schema& schema = *call.schema;
  std::vector<TensorObj*> inputs = call.all_tensors();
  note_breaks(call, op);

  // Operators without a tensor result answer a number that hangs on contents, or on nothing the graph sees.
  bool tensor_result = false;
  for (const models::Return& r : schema.returns) tensor_result |= r.type.kind == TypeKind::Tensor;
  if (!tensor_result) {
    When when = When::PyInput;
    if (schema.has(models::kDataDependentOutput) || op.name == "is_nonzero") {
      interp::Outcome outcome =
          vm.observe(Event::DataDependentOp, inputs.empty() ? Value() : Value::object(inputs[0]), op.qualified, "GB0033");
      if (outcome.traced) when = outcome.result;
    }
    for (size_t i = 0; i < schema.arguments.size(); ++i)
      if (schema.arguments[i].written)
        if (TensorObj* t = as_tensor(call.values[i])) note_write(vm, t, op.qualified);
    if (schema.returns.empty()) return Value::none();
    if (schema.returns.size() == 1 && !schema.returns[0].type.list) return scalar_result(call, schema.returns[0].type.kind, when);
    return vm.unknown("result of `" + op.qualified + "`", when);
  }

  bool list_result = schema.returns.size() == 1 && schema.returns[0].type.list;
  call.results.assign(schema.returns.size(), Result{});
  DType dtype = dtype_by_rule(call, op.rule.dtype);
  for (Result& r : call.results) r.dtype = dtype;
  call.parameter = op.rule.parameter;
  if (op.rule.shape && !call.incomplete) op.rule.shape(call);
  autocast_dtype(call, op.rule.autocast);
  if (!call.incomplete) fold_contents(call);

  ClassObj* cls = result_class(vm, inputs);
  Value device = result_device(vm, inputs);
  if (call.given("device")) {
    device = device_from(vm, call.arg("device"));
  } else if (inputs.empty()) {
    device = current_device(vm);
  }
  bool random = is_random(call);
  bool all_random = !inputs.empty() && std::all_of(inputs.begin(), inputs.end(), [](TensorObj* t) { return t->rng; });

  // Factories fill on the device and are no constants; operators on numbers and on constants are.
  bool constant = vm.tracing() && std::all_of(inputs.begin(), inputs.end(), [&](TensorObj* t) { return call.st.constants.contains(t); }) &&
                  !schema.arguments.empty() && schema.arguments[0].type.kind == TypeKind::Tensor;
  auto fresh = [&](const Result& r, std::string_view alias) {
    TensorObj* t = make_tensor(vm, r, device, cls);
    if (constant && t->ranked && t->dims.empty()) call.st.constants.insert(t);
    t->requires_grad = inputs.empty() ? call.requires_grad_requested : needs_grad(vm, inputs, r.dtype);
    if (call.requires_grad_requested) t->requires_grad = true;
    t->leaf = inputs.empty() || !t->requires_grad;
    t->rng = random || all_random;
    if (random) t->law = law_of_draw(call, r);
    if (vm.tracing())
      t->origin = vm.add_origin("a tensor: result of `" + op.qualified + "`", inputs.empty() ? interp::OriginId{} : inputs[0]->origin);
    t->sparse = gives_sparse(op.name, inputs);
    for (TensorObj* in : inputs) t->nested |= in->nested;
    int source = aliased_argument(schema, alias);
    if (source >= 0) {
      if (TensorObj* base = as_tensor(call.values[size_t(source)])) {
        t->storage = base->storage;
        t->region_input |= base->region_input || base->parameter;
        if (!t->known.empty()) keep_known(vm, t);
      }
    }
    if (op.name == "detach") {
      t->requires_grad = false;
      t->leaf = true;
    }
    return Value::object(t);
  };

  if (list_result) {
    std::vector<Value> items;
    for (const Result& r : call.results) items.push_back(fresh(r, schema.returns[0].alias));
    if (call.parameter == "unknown_count" || !op.rule.shape || call.incomplete) {
      auto* list = vm.make<ListObj>(vm.types.list);
      list->open = true;
      list->rest = items.empty() ? fresh(Result{.dtype = dtype}, schema.returns[0].alias) : items[0];
      return Value::object(list);
    }
    return vm.tuple(std::move(items));
  }

  std::vector<Value> items;
  size_t out_index = 0;
  for (size_t i = 0; i < schema.returns.size(); ++i) {
    const models::Return& ret = schema.returns[i];
    if (ret.type.kind != TypeKind::Tensor) {
      items.push_back(scalar_result(call, ret.type.kind, When::PyInput));
      continue;
    }
    if (ret.written) {
      int target = aliased_argument(schema, ret.alias);
      Value v = target >= 0 ? call.values[size_t(target)] : Value();
      if (TensorObj* t = as_tensor(v)) {
        write_into(call, t, call.results[i], schema.has(models::kInplaceView), inputs);
        items.push_back(v);
        continue;
      }
    }
    if (out_index < call.out.size()) {
      Value v = call.out[out_index++];
      if (TensorObj* t = as_tensor(v)) {
        write_into(call, t, call.results[i], call.results[i].ranked, inputs);
        items.push_back(v);
        continue;
      }
    }
    items.push_back(fresh(call.results[i], ret.alias));
  }
  for (size_t i = 0; i < schema.arguments.size(); ++i) {
    if (!schema.arguments[i].written) continue;
    TensorObj* t = as_tensor(call.values[i]);
    if (t && std::none_of(items.begin(), items.end(), [&](Value v) { return as_tensor(v) == t; })) note_write(vm, t, op.qualified);
  }
  return pack_tensors(call, op, std::move(items));
}

namespace {
Value native_of(Vm& vm, std::string_view qualified, std::span<const Schema> overloads, bool method) {
  State& st = state(vm);
  std::string key(qualified);
  if (auto it = st.operators.find(key); it != st.operators.end()) return it->second;
  auto op = std::make_shared<Operator>();
  op->qualified = key;
  op->name = std::string(overloads.front().name);
  op->overloads = overloads;
  op->method = method;
  std::string_view base = op->name;
  op->in_place = base.ends_with('_') && !base.ends_with("__");
  op->rule = find_rule(op->in_place ? base.substr(0, base.size() - 1) : base);
  Value v = vm.native(key, [op](Vm& machine, Args& args) -> Value {
    Value overridden;
    Value self = args.callee ? Value::object(args.callee) : Value::none();
    if (torch_function(machine, self, args, overridden)) return overridden;
    return run_operator(machine, *op, args);
  });
  if (auto* native = cast<NativeObj>(v)) {
    native->is_method = method;
    native->name = key.substr(key.rfind('.') + 1);
  }
  st.operators.emplace(key, v);
  return v;
}
}  // namespace

Value operator_native(Vm& vm, std::string_view qualified, std::string_view target, bool method) {
  State& st = state(vm);
  if (auto it = st.operators.find(std::string(qualified)); it != st.operators.end()) return it->second;
  auto overloads = models::find_operator(target);
  return overloads.empty() ? Value() : native_of(vm, qualified, overloads, method);
}

Value schema_native(Vm& vm, std::string_view qualified, const Schema& schema) {
  return native_of(vm, qualified, std::span(&schema, 1), false);
}

Value call_operator(Vm& vm, std::string_view target, std::vector<Value> pos, bool method,
                    std::vector<std::pair<std::string_view, Value>> keywords) {
  std::string qualified = (method ? "torch.Tensor." : "torch.") + std::string(target);
  Value native = operator_native(vm, qualified, target, method);
  if (native.null()) return vm.unknown("operator `" + std::string(target) + "`");
  Args args;
  args.pos = std::move(pos);
  for (const auto& [name, value] : keywords) args.kw.emplace_back(vm.intern(name), value);
  auto* object = cast<NativeObj>(native);
  args.callee = object;
  return object->bound(vm, args);
}

}  // namespace graphlift::torch
