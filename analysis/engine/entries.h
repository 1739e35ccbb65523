// Entry points without a caller: which functions can be regions, and what abstract arguments they get.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "analysis/interp/vm.h"

namespace graphlift::engine {

// How arguments are made up where nobody calls.
struct Invention {
  bool careful = false;                                                       // a tensor only where more than arithmetic says so
  std::unordered_map<interp::ClassObj*, interp::Value>* instances = nullptr;  // made before, and used again; may be null
};

struct EntryPoint {
  interp::Value callee;                     // called with arguments_of(); Null when there is no such thing
  interp::FunctionObj* function = nullptr;  // whose parameters decide the arguments; null when unknown
  uint32_t bound = 0;                       // leading parameters that the callee supplies itself
  std::string problem;                      // why callee is Null
};

// `Class.method` or `function` in a module. For a method the class is constructed with abstract arguments; the `forward`
// of a module is entered through the module itself, as a caller would.
[[nodiscard]] EntryPoint find_entry(interp::Vm& vm, interp::ModuleObj* module, const std::string& qualname,
                                    const Invention& invention = {});

// The function behind a candidate, without making anything; null when there is none.
[[nodiscard]] interp::FunctionObj* definition_of(interp::Vm& vm, interp::ModuleObj* module, const std::string& qualname);

// A callable that exists already.
[[nodiscard]] EntryPoint entry_of(interp::Vm& vm, interp::Value callee);

struct EntryCall {
  interp::Args args;
  std::string condition;  // what a caller must have done; empty when every caller does
};

// The calls to analyse: optional parameters left out, and where an optional parameter takes a tensor also with it given. Of a
// function that has optional tensors only, the first one is always given.
[[nodiscard]] std::vector<EntryCall> calls_of(interp::Vm& vm, const EntryPoint& point, const Invention& invention = {});

struct Candidate {
  std::string qualname;
  bool tensorflow = false;  // would be a tf.function
};

// What could be compiled in a module: the `forward` of each module class, Keras `call`, functions that take tensors.
[[nodiscard]] std::vector<Candidate> candidates_in(interp::Vm& vm, interp::ModuleObj* module, bool careful);

}  // namespace graphlift::engine
