// The data model of torch beyond operators: identity, modes, parameters, functions, what is known and what is not.
#include <string>

#include "catch.h"
#include "torch_support.h"

namespace graphlift::test {

namespace {
std::string value_of(const std::string& expression, const std::string& setup = {}) {
  TorchProgram program("import torch\n" + setup + "\ndef f():\n    return " + expression + "\n");
  std::string failure = program.run();
  return failure.empty() ? program.call("f") : failure;
}
}  // namespace

TEST_CASE("in-place operators and conversions keep identity where PyTorch does", "[torch]") {
  const std::string setup = "x = torch.zeros(2, 3)";
  CHECK(value_of("x.add_(1) is x", setup) == "True");
  CHECK(value_of("x.to(torch.float32) is x", setup) == "True");
  CHECK(value_of("x.to(torch.float16) is x", setup) == "False");
  CHECK(value_of("(x + 1) is x", setup) == "False");
}

TEST_CASE("a write drops what is known of everything that shares the storage", "[torch]") {
  CHECK(value_of("float(v[1])", "v = torch.zeros(3)\nw = v[1:]\nw.fill_(2)") == "unknown float");
  CHECK(value_of("float(v[1])", "v = torch.zeros(3)\nv[1] = 5") == "5");
  CHECK(value_of("float(v[1])", "v = torch.zeros(3)\nw = v.clone()\nw.fill_(2)") == "0");
}

TEST_CASE("gradients follow the modes", "[torch]") {
  const std::string setup = "p = torch.nn.parameter.Parameter(torch.zeros(2))";
  CHECK(value_of("(p * 2).requires_grad", setup) == "True");
  CHECK(value_of("(p * 2).is_leaf", setup) == "False");
  CHECK(value_of("(p > 0).requires_grad", setup) == "False");
  CHECK(value_of("p.detach().requires_grad", setup) == "False");
  CHECK(value_of("y.requires_grad", setup + "\nwith torch.no_grad():\n    y = p * 2") == "False");
  CHECK(value_of("g(p).requires_grad", setup + "\n@torch.no_grad()\ndef g(x):\n    return x * 2") == "False");
  CHECK(value_of("torch.is_grad_enabled()", setup + "\nwith torch.inference_mode():\n    pass") == "True");
}

TEST_CASE("parameters are parameters", "[torch]") {
  const std::string setup = "from torch.nn.parameter import Parameter\np = Parameter(torch.zeros(2))";
  CHECK(value_of("isinstance(p, Parameter) and isinstance(p, torch.Tensor)", setup) == "True");
  CHECK(value_of("type(p + 1) is torch.Tensor", setup) == "True");
  CHECK(value_of("type(p).__module__ + '.' + type(p).__name__", setup) == "torch.nn.parameter.Parameter");
  CHECK(value_of("m.shape", "m = torch.nn.parameter.UninitializedParameter()\nm.materialize((2, 3))") == "(2,3)");
}

TEST_CASE("subclasses keep their class and may override functions", "[torch]") {
  CHECK(value_of("type(S([1.0]) + 1).__name__", "class S(torch.Tensor):\n    pass") == "S");
  CHECK(value_of("torch.relu(S([1.0]))",
                 "class S(torch.Tensor):\n    @classmethod\n    def __torch_function__(cls, func, types, args=(), kwargs=None):\n        "
                 "return 'mine'") == "mine");
}

TEST_CASE("an autograd Function runs its forward", "[torch]") {
  const std::string setup =
      "class Twice(torch.autograd.Function):\n    @staticmethod\n    def forward(ctx, x):\n        ctx.save_for_backward(x)\n        "
      "return x * 2\n"
      "x = torch.zeros(2, requires_grad=True)";
  CHECK(value_of("Twice.apply(x)", setup) == "float32[2]");
  CHECK(value_of("Twice.apply(x).requires_grad", setup) == "True");
}

TEST_CASE("autocast lowers matrix products only", "[torch]") {
  const std::string setup = "a = torch.zeros(2, 2)\nwith torch.autocast('cpu', dtype=torch.bfloat16):\n    y = a @ a\n    z = a + a";
  CHECK(value_of("y", setup) == "bfloat16[2,2]");
  CHECK(value_of("z", setup) == "float32[2,2]");
}

TEST_CASE("unknown shapes stay symbolic and equal", "[torch]") {
  const std::string setup = "x = torch.nonzero(torch.ones(4, 4))\nn = x.shape[0]";
  CHECK(value_of("x.view(n, 2).shape[0] == n", setup) == "True");
  CHECK(value_of("x", setup) == "int64[?,2]");
  CHECK(value_of("x.t()[0]", setup) == "int64[?]");
}

TEST_CASE("the version compares as a version", "[torch]") {
  CHECK(value_of("torch.__version__ >= '2.2'") == "True");
  CHECK(value_of("torch.__version__ < '2.2'") == "False");
}

}  // namespace graphlift::test
