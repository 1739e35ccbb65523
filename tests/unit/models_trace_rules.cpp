// How torch.compile treats functions, files, builtins, tensor members and NumPy.
#include "models/trace_rules.h"
#include "tests/unit/catch.h"

using namespace graphlift::models;

TEST_CASE("functions") {
  CHECK(trace_rule("torch.relu") == TraceRule::InGraph);
  CHECK(trace_rule("torch.nn.functional.relu") == TraceRule::InGraph);
  CHECK(trace_rule("torch.no_grad") == TraceRule::ContextManager);
  CHECK(trace_rule("torch.manual_seed") == TraceRule::Skip);
  CHECK(trace_rule("torch.compiler.is_compiling") == TraceRule::Constant);
  CHECK(find_trace_entry("torch.compiler.is_compiling")->detail == "True");
  CHECK(find_trace_entry("torch.jit.is_scripting")->detail == "False");
  CHECK(trace_rule("torch.get_default_dtype") == TraceRule::ConstantFold);
  CHECK(trace_rule("torch.is_inference_mode_enabled") == TraceRule::Unsupported);
  CHECK(find_trace_entry("itertools.chain")->detail == "torch._dynamo.polyfills.itertools:chain");
  CHECK(trace_rule("math.sqrt") == TraceRule::ConstantFold);
  CHECK(trace_rule("random.choice") == TraceRule::Skip);
  CHECK(trace_rule("random.randint") == TraceRule::Special);
  CHECK(trace_rule("json.dumps") == TraceRule::None);
  CHECK(trace_rule("time.time") == TraceRule::None);
  CHECK(trace_rule("user.function") == TraceRule::None);
}

TEST_CASE("files") {
  CHECK(module_rule("torch.nn.modules.linear") == ModuleRule::Inline);
  CHECK(module_rule("torch.nn.modules.linear", false) == ModuleRule::Skip);
  CHECK(module_rule("torch.optim.adam") == ModuleRule::Inline);
  CHECK(module_rule("torch.optim.lr_scheduler") == ModuleRule::Skip);
  CHECK(module_rule("torch.serialization") == ModuleRule::Skip);
  CHECK(module_rule("torch") == ModuleRule::Skip);
  CHECK(module_rule("torch._functorch.apis", false) == ModuleRule::Inline);
  CHECK(module_rule("random") == ModuleRule::Skip);
  CHECK(module_rule("re") == ModuleRule::Skip);
  CHECK(module_rule("copy") == ModuleRule::Inline);
  CHECK(module_rule("copy", false) == ModuleRule::Skip);
  CHECK(module_rule("json.encoder") == ModuleRule::Inline);
  CHECK(module_rule("unittest.mock") == ModuleRule::Skip);
  CHECK(module_rule("numpy.lib.npyio") == ModuleRule::Skip);
  CHECK(module_rule("numpyro.infer") == ModuleRule::Inline);
  CHECK(module_rule("transformers.models.bert.modeling_bert") == ModuleRule::Inline);
  CHECK(module_rule("/env/lib/python3.11/site-packages/torch/nn/modules/linear.py") == ModuleRule::Inline);
  CHECK(module_rule("site-packages/pandas/core/frame.py") == ModuleRule::Skip);
  CHECK(module_rule("/usr/lib/python3.12/random.py") == ModuleRule::Skip);
  CHECK(module_rule("/usr/lib/python3.10/re.py") == ModuleRule::Skip);
  CHECK(module_rule("/home/user/project/random.py") == ModuleRule::Inline);
}

TEST_CASE("builtins") {
  CHECK(find_builtin("print")->rule == TraceRule::Unsupported);
  CHECK(find_builtin("print")->breaks == "GB0059");
  CHECK(find_builtin("len")->rule == TraceRule::Special);
  CHECK(find_builtin("sum")->rule == TraceRule::Polyfill);
  CHECK(find_builtin("operator.add")->graph);
  CHECK(find_builtin("operator.add")->folds);
  CHECK(find_builtin("ValueError")->rule == TraceRule::Special);
  CHECK(find_builtin("no_such_builtin") == nullptr);
}

TEST_CASE("tensor members") {
  CHECK(find_tensor_member("item")->breaks == "GB0124");
  CHECK(find_tensor_member("random_")->rule == TraceRule::Unsupported);
  CHECK(find_tensor_member("unsqueeze_")->view_in_place);
  CHECK(find_tensor_member("relu") == nullptr);
}

TEST_CASE("NumPy") {
  CHECK(find_numpy("numpy.sum")->rule == TraceRule::InGraph);
  CHECK(find_numpy("numpy.sum")->detail == "torch._numpy._reductions_impl:sum");
  CHECK(find_numpy("numpy.nansum")->breaks == "GB0294");
  CHECK(find_ndarray_member("reshape")->rule == TraceRule::InGraph);
  CHECK(find_ndarray_member("tobytes")->rule == TraceRule::Unsupported);
  CHECK(find_numpy("numpy.no_such") == nullptr);
}

TEST_CASE("configuration defaults") {
  CHECK(dynamo_config("recompile_limit") == "8");
  CHECK(dynamo_config("capture_scalar_outputs") == "False");
  CHECK(!dynamo_config("no_such_flag").has_value());
}
