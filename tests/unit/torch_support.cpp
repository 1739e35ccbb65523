// Runs Python text on a machine with the torch model and reads what it leaves behind.
#include "torch_support.h"

#include <cmath>
#include <cstdio>

#include "analysis/lower/compile.h"
#include "analysis/stdlib/stdlib.h"
#include "analysis/syntax/parse.h"
#include "analysis/torch/tensor_types.h"
#include "analysis/torch/torch.h"

namespace graphlift::test {

using interp::cast;
using interp::ModuleObj;
using interp::TensorObj;
using interp::Value;

namespace {

class OneFile final : public interp::ModuleSource {
 public:
  explicit OneFile(std::string text) : text_(std::move(text)) {}
  Found find(const std::string& name) override {
    Found found;
    found.exists = name == "program";
    found.display_file = "program.py";
    found.file = lower::FileId(0);
    return found;
  }
  std::shared_ptr<const lower::Code> load(lower::FileId file) override {
    ast_ = std::make_unique<syntax::Ast>(syntax::parse(text_));
    return lower::compile(*ast_, file);
  }

 private:
  std::string text_;
  std::unique_ptr<syntax::Ast> ast_;
};

}  // namespace

struct TorchProgram::Impl {
  OneFile source;
  interp::Vm vm;
  ModuleObj* module = nullptr;
  explicit Impl(std::string text) : source(std::move(text)), vm(source, interp::Limits{}) {
    stdlib::register_stdlib(vm);
    torch::register_torch(vm);
  }
  std::string failure() {
    Value message = vm.to_text(vm.exception());
    std::string text = message.is_str() ? std::string(interp::text_of(message)) : "exception";
    vm.clear_exception();
    return text;
  }
};

TorchProgram::TorchProgram(std::string text) : impl_(std::make_unique<Impl>(std::move(text))) {}
TorchProgram::~TorchProgram() = default;
interp::Vm& TorchProgram::vm() { return impl_->vm; }

std::string TorchProgram::run() {
  impl_->module = impl_->vm.import_module("program");
  if (impl_->module) return {};
  return impl_->vm.raised() ? "raised " + impl_->failure() : "no module";
}

Value TorchProgram::global(const std::string& name) { return impl_->vm.module_attr(impl_->module, impl_->vm.intern(name)); }

std::string TorchProgram::call(const std::string& function) {
  Value fn = global(function);
  if (fn.null()) return "no function";
  Value result = impl_->vm.call(fn, {});
  return result.null() ? "raised " + impl_->failure() : show(impl_->vm, result);
}

std::string show(interp::Vm& vm, Value value) {
  if (auto* t = cast<TensorObj>(value)) {
    std::string name(torch::dtype_name(t->dtype));
    std::string text = (name.empty() ? "?" : name) + "[";
    if (!t->ranked) return text + "*]";
    for (size_t i = 0; i < t->dims.size(); ++i) text += (i ? "," : "") + (t->dims[i].known() ? std::to_string(t->dims[i].size) : "?");
    return text + "]";
  }
  const std::vector<Value>* items = nullptr;
  if (auto* tuple = cast<interp::TupleObj>(value)) items = &tuple->items;
  if (auto* list = cast<interp::ListObj>(value)) items = &list->items;
  if (items) {
    std::string text = "(";
    for (size_t i = 0; i < items->size(); ++i) text += (i ? "," : "") + show(vm, (*items)[i]);
    if (auto* list = cast<interp::ListObj>(value); list && list->open) text += ",...";
    return text + ")";
  }
  if (value.is_float()) {
    if (std::isinf(value.f)) return "inf";
    char buffer[40];
    std::snprintf(buffer, sizeof buffer, "%.6g", value.f);
    return buffer;
  }
  if (value.is_object() && !vm.concrete(value)) return "unknown " + vm.type_of(value)->name;
  Value text = vm.to_text(value);
  return text.is_str() ? std::string(interp::text_of(text)) : "?";
}

}  // namespace graphlift::test
