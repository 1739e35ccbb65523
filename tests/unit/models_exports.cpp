// What torch's names are bound to.
#include "models/exports.h"
#include "models/operators.h"
#include "tests/unit/catch.h"

using namespace graphlift::models;

TEST_CASE("names of the root namespace") {
  const Export* relu = find_export("torch", "relu");
  REQUIRE(relu != nullptr);
  CHECK(relu->kind == ExportKind::Operator);
  CHECK(relu->target == "aten::relu");
  CHECK(relu->module == "torch");
  CHECK(relu->name == "relu");
  CHECK(find_export("torch", "float")->target == "float32");
  CHECK(find_export("torch", "float")->kind == ExportKind::DType);
  CHECK(find_export("torch", "einsum")->target_module() == "torch.functional");
  CHECK(find_export("torch", "einsum")->target_name() == "einsum");
  CHECK(find_export("torch", "vmap")->target == "torch._functorch.apis:vmap");
  CHECK(find_export("torch", "Tensor")->kind == ExportKind::Class);
  CHECK(find_export("torch", "pi")->kind == ExportKind::Constant);
  CHECK(find_export("torch", "channels_last")->kind == ExportKind::MemoryFormat);
  CHECK(find_export("torch", "tensor")->kind == ExportKind::Builtin);
  CHECK(find_export("torch", "no_such_name") == nullptr);
}

TEST_CASE("C++ modules and public modules that re-export") {
  CHECK(find_export("torch._C._nn", "gelu")->target == "aten::gelu");
  CHECK(find_export("torch.nn.functional", "gelu")->target == "aten::gelu");
  CHECK(find_export("torch.nn.functional", "relu")->kind == ExportKind::Function);
  CHECK(find_export("torch.linalg", "norm")->target == "aten::linalg_norm");
  CHECK(find_export("torch.nn", "Linear")->target == "torch.nn.modules.linear:Linear");
  CHECK(exports_module("torch.linalg"));
  CHECK(!exports_module("torch.nn.modules.linear"));
  CHECK(exports_of("torch.linalg").size() > 30);
}

TEST_CASE("every exported operator has a schema") {
  for (std::string_view module :
       {"torch", "torch._C._nn", "torch._C._linalg", "torch._C._fft", "torch._C._special", "torch._C._VariableFunctions"}) {
    for (const Export* entry : exports_of(module)) {
      INFO(std::string(entry->module) + "." + std::string(entry->name));
      if (entry->kind == ExportKind::Operator) CHECK(!find_operator(entry->target).empty());
    }
  }
}

TEST_CASE("tensor attributes") {
  CHECK(find_tensor_attribute("add")->kind == AttributeKind::OperatorMethod);
  CHECK(find_tensor_attribute("__add__")->target == "aten::add");
  CHECK(find_tensor_attribute("shape")->kind == AttributeKind::Property);
  CHECK(find_tensor_attribute("shape")->target == "Size");
  CHECK(find_tensor_attribute("requires_grad")->writable);
  CHECK(!find_tensor_attribute("device")->writable);
  CHECK(find_tensor_attribute("split")->kind == AttributeKind::PythonMethod);
  CHECK(find_tensor_attribute("tolist")->kind == AttributeKind::BuiltinMethod);
  CHECK(find_tensor_attribute("no_such_attribute") == nullptr);
}
