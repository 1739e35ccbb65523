// The names of TensorFlow as abstract values: operators give tensors, variables and Keras objects are modelled by what they are to
// tf.function. TensorFlow's own sources are never interpreted.
#pragma once

#include <functional>
#include <map>
#include <string>

#include "analysis/interp/vm.h"

namespace graphlift::tensorflow {

struct Model {
  interp::ClassObj *tensor = nullptr, *variable = nullptr, *shape = nullptr, *dtype = nullptr, *tape = nullptr, *module = nullptr,
                   *layer = nullptr, *keras_model = nullptr, *optimizer = nullptr, *opaque = nullptr, *fields = nullptr, *scope = nullptr;
  // Names that the policy answers instead, by their path under `tf.`.
  std::map<std::string, std::function<interp::Value(interp::Vm&, interp::Args&)>> overrides;
};

// Registers `tensorflow` and the modules below it; call it before the program runs.
void register_tensorflow(interp::Vm& vm);
[[nodiscard]] Model& model(interp::Vm& vm);

[[nodiscard]] interp::Value new_tensor(interp::Vm& vm, const char* note = nullptr);
[[nodiscard]] bool is_tensor(interp::Vm& vm, interp::Value v);  // also a variable

// Parts of register_tensorflow.
void make_tensor_classes(interp::Vm& vm, Model& model);
void make_object_classes(interp::Vm& vm, Model& model);
// Names of kind `special`; Null when there is none.
[[nodiscard]] interp::Value special_name(interp::Vm& vm, const std::string& path);

}  // namespace graphlift::tensorflow
