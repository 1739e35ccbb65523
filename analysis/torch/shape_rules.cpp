// The table of operator rules, dtype rules, and what the rule families share.
#include "analysis/torch/shape_rules.h"

#include <algorithm>
#include <unordered_map>

#include "models/table.h"

namespace graphlift::torch {

using interp::cast;

namespace {

const std::unordered_map<std::string_view, Rule>& rules_by_name() {
  static const std::unordered_map<std::string_view, Rule> table = [] {
    std::unordered_map<std::string_view, Rule> rules;
    for (auto family : {pointwise_rules(), reduce_rules(), matmul_rules(), convolution_rules(), join_rules(), view_rules(), select_rules(),
                        factory_rules(), dynamic_rules(), linalg_rules(), network_rules()})
      for (const NamedRule& named : family) rules.emplace(named.name, named.rule);
    return rules;
  }();
  return table;
}

const std::unordered_map<std::string_view, OperatorRule>& operators_by_name() {
  static const std::unordered_map<std::string_view, OperatorRule> table = [] {
    std::unordered_map<std::string_view, OperatorRule> operators;
    std::string_view lines = models::embedded("shapes/operators.tsv");
    models::Row row;
    while (models::next_row(lines, row)) {
      if (row.line.empty() || row.line.front() == '#') continue;
      OperatorRule rule;
      std::string_view name = row.cell(1);
      if (size_t colon = name.find(':'); colon != name.npos) {
        rule.parameter = name.substr(colon + 1);
        name = name.substr(0, colon);
      }
      if (auto found = rules_by_name().find(name); found != rules_by_name().end()) rule.shape = found->second;
      rule.dtype = row.cell(2);
      rule.autocast = row.cell(3);
      operators.emplace(row.cell(0), rule);
    }
    return operators;
  }();
  return table;
}

DType scalar_type(Vm& vm, Value v) {
  v = unwrap(v);
  if (v.is_bool()) return DType::Bool;
  if (v.is_int()) return DType::Int64;
  if (v.is_float()) return state(vm).default_dtype;
  if (cast<interp::ComplexObj>(v)) return to_complex(state(vm).default_dtype);
  if (auto* sym = cast<SymObj>(v)) {
    if (sym->cls == vm.types.boolean) return DType::Bool;
    if (sym->cls == vm.types.integer) return DType::Int64;
    if (sym->cls == vm.types.real) return state(vm).default_dtype;
    if (sym->cls == vm.types.complex) return to_complex(state(vm).default_dtype);
  }
  return DType::Unknown;
}

// The three ranks of torch.result_type: tensors with dimensions decide, then 0-d tensors, then numbers, unless a lower one
// is of a higher category.
struct Promotion {
  DType dimensioned = DType::Unknown, zero = DType::Unknown, number = DType::Unknown;
  bool has_dimensioned = false, has_zero = false, has_number = false, unknown = false;

  static void add(DType& slot, bool& has, DType type, bool& unknown) {
    if (type == DType::Unknown) unknown = true;
    slot = has ? promote(slot, type) : type;
    has = true;
  }
  static DType combine(DType higher, bool has_higher, DType lower, bool has_lower) {
    if (!has_higher) return lower;
    if (!has_lower) return higher;
    if (is_complex(higher)) return higher;
    if (is_floating(higher)) return is_complex(lower) ? to_complex(higher) : higher;
    if (higher == DType::Bool || is_floating(lower) || is_complex(lower)) return promote(higher, lower);
    return higher;
  }
  [[nodiscard]] DType result() const {
    DType low = combine(zero, has_zero, number, has_number);
    return combine(dimensioned, has_dimensioned, low, has_zero || has_number);
  }
};

DType dtype_argument(OpCall& call, DType otherwise) {
  if (!call.given("dtype")) return otherwise;
  return dtype_of(call.vm, call.arg("dtype"));
}

DType first_type(OpCall& call) {
  TensorObj* t = call.first_tensor();
  return t ? t->dtype : DType::Unknown;
}

DType float_of(OpCall& call, DType type) { return is_integral(type, true) ? call.st.default_dtype : type; }

}  // namespace

OperatorRule find_rule(std::string_view name) {
  auto found = operators_by_name().find(name);
  return found == operators_by_name().end() ? OperatorRule{} : found->second;
}

DType promoted_type(OpCall& call) {
  Promotion p;
  for (size_t i = 0; i < call.values.size(); ++i) {
    const models::Argument& a = call.schema->arguments[i];
    Value v = unwrap(call.values[i]);
    if (v.null() || v.is_none()) continue;
    auto add = [&](Value item) {
      if (TensorObj* t = as_tensor(item)) {
        if (t->ranked && t->dims.empty()) Promotion::add(p.zero, p.has_zero, t->dtype, p.unknown);
        else Promotion::add(p.dimensioned, p.has_dimensioned, t->dtype, p.unknown);
      } else if (is_scalar(call.vm, item)) {
        Promotion::add(p.number, p.has_number, scalar_type(call.vm, item), p.unknown);
      } else {
        Promotion::add(p.dimensioned, p.has_dimensioned, DType::Unknown, p.unknown);
      }
    };
    if (a.name == "alpha" || a.name == "beta" || a.name == "value") continue;
    if (a.type.kind == models::TypeKind::Tensor || a.type.kind == models::TypeKind::Scalar) {
      if (const auto* items = a.type.list ? sequence_items(v) : nullptr) {
        for (Value item : *items) add(item);
      } else {
        add(v);
      }
    }
  }
  if (p.unknown && !is_complex(p.dimensioned)) {
    // A float tensor with dimensions wins over any number or 0-d tensor that is not complex.
    if (!(p.has_dimensioned && is_floating(p.dimensioned))) return DType::Unknown;
  }
  return p.result();
}

DType dtype_by_rule(OpCall& call, std::string_view rule) {
  if (rule.empty()) return DType::Unknown;
  if (rule == "same") return first_type(call);
  if (rule == "promote") return promoted_type(call);
  if (rule == "promote_float") {
    DType type = promoted_type(call);
    return call.given("rounding_mode") ? type : float_of(call, type);
  }
  if (rule == "normal") return call.first_tensor() ? first_type(call) : dtype_argument(call, call.st.default_dtype);
  if (rule == "float") return float_of(call, first_type(call));
  if (rule == "bool") return DType::Bool;
  if (rule == "int64") return DType::Int64;
  if (rule == "sum") {
    DType type = first_type(call);
    return dtype_argument(call, is_integral(type, true) ? DType::Int64 : type);
  }
  if (rule == "mean") return dtype_argument(call, first_type(call));
  if (rule == "like") return dtype_argument(call, first_type(call));
  if (rule == "real") return to_real(first_type(call));
  if (rule == "real_float") return to_real(float_of(call, first_type(call)));
  if (rule == "complex") return to_complex(float_of(call, first_type(call)));
  if (rule == "factory") return dtype_argument(call, call.st.default_dtype);
  if (rule == "factory_int64") return dtype_argument(call, DType::Int64);
  if (rule == "full") return dtype_argument(call, scalar_type(call.vm, call.arg("fill_value")));
  if (rule == "arange") {
    bool unknown = false, real = false;
    for (const char* name : {"start", "end", "step"}) {
      if (!call.given(name)) continue;
      DType type = scalar_type(call.vm, call.arg(name));
      unknown |= type == DType::Unknown;
      real |= is_floating(type);
    }
    return dtype_argument(call, real ? call.st.default_dtype : unknown ? DType::Unknown : DType::Int64);
  }
  if (rule.starts_with("arg:")) {
    TensorObj* t = call.tensor(rule.substr(4));
    return t ? t->dtype : DType::Unknown;
  }
  return DType::Unknown;
}

void set_like(OpCall& call, size_t result, const TensorObj* t) {
  if (t && t->ranked && result < call.results.size()) call.results[result].shape(t->dims);
}

TensorObj* operand(OpCall& call) {
  if (!call.parameter.empty())
    if (TensorObj* t = call.tensor(call.parameter)) return t;
  return call.first_tensor();
}

bool dim_set(OpCall& call, std::string_view argument, size_t rank, std::vector<bool>& chosen) {
  chosen.assign(rank, false);
  Value v = call.arg(argument);
  if (call.index_of(argument) < 0 || v.is_none()) {
    chosen.assign(rank, true);
    return true;
  }
  std::vector<int64_t> dims;
  if (!call.integers(argument, dims)) return false;
  if (dims.empty()) {
    chosen.assign(rank, true);
    return true;
  }
  for (int64_t d : dims) {
    auto at = wrap_index(d, rank);
    if (!at) return false;
    if (*at < rank) chosen[*at] = true;
  }
  return true;
}

}  // namespace graphlift::torch
