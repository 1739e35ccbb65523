// Any program through the abstract machine, with a small budget, the models of the frameworks and nothing else to import: no crash, no
// hang.
#include <cstddef>
#include <cstdint>
#include <string>

#include "analysis/interp/vm.h"
#include "analysis/lower/compile.h"
#include "analysis/stdlib/stdlib.h"
#include "analysis/syntax/parse.h"
#include "analysis/tensorflow/model.h"
#include "analysis/torch/torch.h"

namespace {

using namespace graphlift;

class OneFile final : public interp::ModuleSource {
 public:
  explicit OneFile(std::string text) : text_(std::move(text)) {}
  Found find(const std::string&) override { return {}; }
  std::shared_ptr<const lower::Code> load(lower::FileId file) override { return lower::compile(syntax::parse(text_), file); }

 private:
  std::string text_;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  std::string text;
  for (size_t i = 0; i < size; ++i) text += char(data[i] & 0x7f);
  OneFile source(std::move(text));
  interp::Limits limits;
  limits.instructions = 200'000;
  limits.seconds = 2;
  limits.call_depth = 60;
  interp::Vm vm(source, limits);
  stdlib::register_stdlib(vm);
  torch::register_torch(vm);
  tensorflow::register_tensorflow(vm);
  auto* module = vm.make<interp::ModuleObj>(vm.types.module);
  module->name = "__main__";
  module->dict = vm.new_dict();
  module->file_id = lower::FileId(0);
  (void)vm.run_module(module);
  return 0;
}
