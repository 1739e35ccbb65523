// Shapes of matrix products, linear layers, einsum and attention.
#include <array>
#include <map>

#include "analysis/torch/shape_rules.h"

namespace graphlift::torch {
namespace {

bool matmul_dims(Vm& vm, const Dims& a, const Dims& b, Dims& out) {
  if (a.empty() || b.empty()) return false;
  if (a.size() == 1 && b.size() == 1) return true;
  Dims batch_a(a.begin(), a.end() - (a.size() > 1 ? 2 : 1)), batch_b(b.begin(), b.end() - (b.size() > 1 ? 2 : 1));
  out = batch_a;
  broadcast(vm, out, batch_b);
  if (a.size() > 1) out.push_back(a[a.size() - 2]);
  if (b.size() > 1) out.push_back(b.back());
  return true;
}

void matmul(OpCall& call) {
  std::vector<TensorObj*> t = call.all_tensors();
  if (t.size() < 2 || !t[0]->ranked || !t[1]->ranked) return;
  Dims dims;
  if (matmul_dims(call.vm, t[0]->dims, t[1]->dims, dims)) call.results[0].shape(dims);
}

// addmm, baddbmm, addmv, addr: the product decides.
void add_matmul(OpCall& call) {
  std::vector<TensorObj*> t = call.all_tensors();
  if (t.size() < 3 || !t[1]->ranked || !t[2]->ranked) return;
  Dims dims;
  if (matmul_dims(call.vm, t[1]->dims, t[2]->dims, dims)) call.results[0].shape(dims);
}

void linear(OpCall& call) {
  TensorObj *x = call.tensor("input"), *w = call.tensor("weight");
  if (!x || !x->ranked || x->dims.empty()) return;
  Dims dims = x->dims;
  if (w && w->ranked && w->dims.size() == 1) {
    dims.pop_back();
  } else {
    dims.back() = call.size(w, 0);
  }
  call.results[0].shape(dims);
}

void bilinear(OpCall& call) {
  TensorObj *x = call.tensor("input1"), *w = call.tensor("weight");
  if (!x || !x->ranked || x->dims.empty()) return;
  Dims dims = x->dims;
  dims.back() = call.size(w, 0);
  call.results[0].shape(dims);
}

void outer(OpCall& call) {
  std::vector<TensorObj*> t = call.all_tensors();
  if (t.size() < 2) return;
  call.results[0].shape({call.size(t[0], 0), call.size(t[1], 0)});
}

void scalar(OpCall& call) {
  for (Result& r : call.results) r.shape({});
}

void cdist(OpCall& call) {
  std::vector<TensorObj*> t = call.all_tensors();
  if (t.size() < 2 || !t[0]->ranked || !t[1]->ranked || t[0]->dims.size() < 2 || t[1]->dims.size() < 2) return;
  Dims dims(t[0]->dims.begin(), t[0]->dims.end() - 2);
  broadcast(call.vm, dims, Dims(t[1]->dims.begin(), t[1]->dims.end() - 2));
  dims.push_back(call.size(t[0], -2));
  dims.push_back(call.size(t[1], -2));
  call.results[0].shape(dims);
}

void kron(OpCall& call) {
  std::vector<TensorObj*> t = call.all_tensors();
  if (t.size() < 2 || !t[0]->ranked || !t[1]->ranked || t[0]->dims.size() != t[1]->dims.size()) return;
  Dims dims;
  for (size_t i = 0; i < t[0]->dims.size(); ++i) dims.push_back(dim_op(call.vm, DimOp::Mul, t[0]->dims[i], t[1]->dims[i]));
  call.results[0].shape(dims);
}

void tensordot(OpCall& call) {
  TensorObj *a = call.tensor("self"), *b = call.tensor("other");
  if (!a || !b || !a->ranked || !b->ranked) return;
  std::vector<int64_t> left, right;
  if (!call.integers("dims_self", left) || !call.integers("dims_other", right)) return;
  auto rest = [&](const Dims& dims, const std::vector<int64_t>& gone, Dims& out) {
    for (size_t i = 0; i < dims.size(); ++i) {
      bool drop = false;
      for (int64_t g : gone) drop |= wrap_index(g, dims.size()) == i;
      if (!drop) out.push_back(dims[i]);
    }
  };
  Dims dims;
  rest(a->dims, left, dims);
  rest(b->dims, right, dims);
  call.results[0].shape(dims);
}

// Sizes by letter; the letters of an ellipsis are numbered from the right so that operands broadcast.
void einsum(OpCall& call) {
  std::string_view equation = call.text("equation");
  std::vector<TensorObj*> operands;
  if (equation.empty() || !call.tensors("tensors", operands)) return;
  std::string text;
  for (char c : equation)
    if (c != ' ') text += c;
  size_t arrow = text.find("->");
  std::string inputs = text.substr(0, arrow), output = arrow == text.npos ? "" : text.substr(arrow + 2);
  std::map<char, Dim> sizes;
  std::map<char, int> seen;
  Dims ellipsis;
  size_t index = 0;
  for (size_t start = 0; start <= inputs.size();) {
    size_t comma = inputs.find(',', start);
    std::string term = inputs.substr(start, comma == inputs.npos ? comma : comma - start);
    if (index >= operands.size() || !operands[index] || !operands[index]->ranked) return;
    const Dims& dims = operands[index]->dims;
    size_t dots = term.find("...");
    size_t letters = term.size() - (dots == term.npos ? 0 : 3);
    if (letters > dims.size() || (dots == term.npos && letters != dims.size())) return;
    size_t hidden = dims.size() - letters, at = 0;
    for (size_t i = 0; i < term.size(); ++i) {
      if (term[i] == '.') {
        broadcast(call.vm, ellipsis, Dims(dims.begin() + ptrdiff_t(at), dims.begin() + ptrdiff_t(at + hidden)));
        at += hidden;
        i += 2;
        continue;
      }
      ++seen[term[i]];
      auto [it, inserted] = sizes.try_emplace(term[i], dims[at]);
      if (!inserted && it->second.known() && it->second.size == 1) it->second = dims[at];
      ++at;
    }
    ++index;
    if (comma == inputs.npos) break;
    start = comma + 1;
  }
  if (arrow == text.npos) {
    if (!ellipsis.empty()) output = "...";
    for (const auto& [letter, count] : seen)
      if (count == 1) output += letter;
  }
  Dims result;
  for (size_t i = 0; i < output.size(); ++i) {
    if (output[i] == '.') {
      result.insert(result.end(), ellipsis.begin(), ellipsis.end());
      i += 2;
    } else if (auto it = sizes.find(output[i]); it != sizes.end()) {
      result.push_back(it->second);
    } else {
      return;
    }
  }
  call.results[0].shape(result);
}

// multi_dot, chain_matmul: the outer sides of the first and the last matrix.
void chain(OpCall& call) {
  std::vector<TensorObj*> tensors;
  if (!call.tensors(call.index_of("tensors") >= 0 ? "tensors" : "matrices", tensors) || tensors.empty()) return;
  Dims dims;
  for (TensorObj* t : tensors)
    if (!t->ranked) return;
  if (tensors.front()->dims.size() > 1) dims.push_back(tensors.front()->dims[0]);
  if (tensors.back()->dims.size() > 1) dims.push_back(tensors.back()->dims[1]);
  call.results[0].shape(dims);
  call.results[0].dtype = tensors[0]->dtype;
}

void attention(OpCall& call) {
  TensorObj *q = call.tensor("query"), *v = call.tensor("value");
  if (!q || !q->ranked || q->dims.empty()) return;
  Dims dims = q->dims;
  dims.back() = call.size(v, -1);
  call.results[0].shape(dims);
}

constexpr std::array kRules{NamedRule{"matmul", matmul},     NamedRule{"addmm", add_matmul}, NamedRule{"linear", linear},
                            NamedRule{"bilinear", bilinear}, NamedRule{"outer", outer},      NamedRule{"scalar", scalar},
                            NamedRule{"cdist", cdist},       NamedRule{"kron", kron},        NamedRule{"tensordot", tensordot},
                            NamedRule{"einsum", einsum},     NamedRule{"sdpa", attention},   NamedRule{"chain", chain}};

}  // namespace

std::span<const NamedRule> matmul_rules() { return kRules; }

}  // namespace graphlift::torch
