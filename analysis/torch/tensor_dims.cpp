// Dimensions: arithmetic that keeps provable equalities, and the way between dimensions and Python integers.
#include "analysis/torch/tensor_dims.h"

namespace graphlift::torch {

Dim fresh_dim(Vm& vm, bool data) { return Dim{-1, vm.new_symbol(), data}; }

bool same_dim(Dim a, Dim b) { return a.known() ? a.size == b.size : a.symbol != 0 && a.symbol == b.symbol; }

Dim dim_op(Vm& vm, DimOp op, Dim a, Dim b) {
  bool data = a.data || b.data;
  if (a.known() && b.known()) {
    int64_t x = a.size, y = b.size;
    switch (op) {
      case DimOp::Add: return dim(x + y);
      case DimOp::Sub: return dim(x - y);
      case DimOp::Mul: return dim(x * y);
      case DimOp::FloorDiv: return y > 0 ? dim(x / y) : fresh_dim(vm, data);
      case DimOp::CeilDiv: return y > 0 ? dim((x + y - 1) / y) : fresh_dim(vm, data);
    }
  }
  if (b.known() && b.size == 0 && (op == DimOp::Add || op == DimOp::Sub)) return a;
  if (b.known() && b.size == 1 && op != DimOp::Add && op != DimOp::Sub) return a;
  if (a.known() && a.size == 0 && op == DimOp::Add) return b;
  if (a.known() && a.size == 1 && op == DimOp::Mul) return b;
  if (op == DimOp::Sub && same_dim(a, b)) return dim(0);
  if ((op == DimOp::FloorDiv || op == DimOp::CeilDiv) && same_dim(a, b)) return dim(1);
  if ((!a.known() && a.symbol == 0) || (!b.known() && b.symbol == 0)) return fresh_dim(vm, data);
  if ((op == DimOp::Add || op == DimOp::Mul) && std::pair(a.symbol, a.size) > std::pair(b.symbol, b.size)) std::swap(a, b);
  std::array<int64_t, 5> key{int64_t(op), a.size, int64_t(a.symbol), b.size, int64_t(b.symbol)};
  auto [it, inserted] = state(vm).dim_results.try_emplace(key);
  if (inserted) {
    it->second = fresh_dim(vm, data);
    // (a * b) // b and (a + b) - b give a back: reshape and its inverse are common.
    if (op == DimOp::Mul || op == DimOp::Add) {
      DimOp inverse = op == DimOp::Mul ? DimOp::FloorDiv : DimOp::Sub;
      auto undo = [&](Dim given, Dim rest) {
        state(vm).dim_results[{int64_t(inverse), it->second.size, int64_t(it->second.symbol), given.size, int64_t(given.symbol)}] = rest;
      };
      undo(b, a);
      undo(a, b);
    }
  }
  return it->second;
}

Dim product(Vm& vm, const Dims& dims) {
  // Known factors first, so that different groupings of one product meet in the same symbol.
  int64_t known = 1;
  for (const Dim& d : dims)
    if (d.known()) known *= d.size;
  if (known == 0) return dim(0);
  Dim result = dim(1);
  for (const Dim& d : dims)
    if (!d.known()) result = dim_op(vm, DimOp::Mul, result, d);
  return known == 1 ? result : dim_op(vm, DimOp::Mul, result, dim(known));
}

Dim dim_of(Vm& vm, Value v) {
  v = unwrap(v);
  if (v.is_integral()) return dim(v.as_int());
  if (auto* sym = interp::cast<SymObj>(v)) {
    if (sym->symbol == 0) sym->symbol = vm.new_symbol();
    return Dim{-1, sym->symbol, sym->when == When::Data};
  }
  return fresh_dim(vm, vm.when(v) == When::Data);
}

Value dim_value(Vm& vm, Dim d) {
  if (d.known()) return Value::integer(d.size);
  Value v = vm.sym(vm.types.integer, d.data ? When::Data : When::Shape);
  if (auto* sym = interp::cast<SymObj>(v)) sym->symbol = d.symbol;
  return v;
}

Value size_value(Vm& vm, const Dims& dims) {
  std::vector<Value> items;
  items.reserve(dims.size());
  for (const Dim& d : dims) items.push_back(dim_value(vm, d));
  Value v = vm.tuple(std::move(items));
  if (auto* tuple = interp::cast<TupleObj>(v); tuple && !tuple->items.empty()) {
    tuple->cls = state(vm).size;
    return v;
  }
  auto* empty = vm.make<TupleObj>(state(vm).size);  // the empty tuple is shared
  return Value::object(empty);
}

bool all_known(const Dims& dims) {
  for (const Dim& d : dims)
    if (!d.known()) return false;
  return true;
}

std::optional<int64_t> known_product(const Dims& dims) {
  int64_t total = 1;
  for (const Dim& d : dims) {
    if (!d.known()) return std::nullopt;
    total *= d.size;
  }
  return total;
}

bool broadcast(Vm& vm, Dims& into, const Dims& other) {
  if (other.size() > into.size()) into.insert(into.begin(), other.size() - into.size(), dim(1));
  bool fits = true;
  for (size_t i = 0; i < other.size(); ++i) {
    Dim& a = into[into.size() - other.size() + i];
    const Dim& b = other[i];
    if (same_dim(a, b) || (b.known() && b.size == 1)) continue;
    if (a.known() && a.size == 1) {
      a = b;
    } else if (a.known() && b.known()) {
      fits = false;
      a = fresh_dim(vm);
    } else if (!a.known() && b.known()) {
      a = b;  // the unknown one must be 1 or equal
    } else if (!a.known() && !b.known()) {
      a = fresh_dim(vm, a.data || b.data);
    }
  }
  return fits;
}

std::optional<size_t> wrap_index(int64_t index, size_t rank) {
  int64_t size = rank == 0 ? 1 : int64_t(rank);
  if (index < 0) index += size;
  if (index < 0 || index >= size) return std::nullopt;
  return size_t(index);
}

}  // namespace graphlift::torch
