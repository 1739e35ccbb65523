// State of the machine that only analysis/interp sees.
#pragma once

#include <ctime>
#include <functional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "analysis/interp/decorators.h"
#include "analysis/interp/deep_work.h"
#include "analysis/interp/fact_sink.h"
#include "analysis/interp/heap.h"
#include "analysis/interp/vm.h"

namespace graphlift::interp {

// Processor time of this thread: other work on the machine does not count.
[[nodiscard]] inline double processor_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return double(now.tv_sec) + double(now.tv_nsec) * 1e-9;
}

// Constants and names of one Code as Values, made on first execution.
struct CodeRuntime {
  std::vector<Value> consts;
  std::vector<const StrObj*> names;
  std::vector<const StrObj*> locals;
  std::vector<const StrObj*> cells;
  std::vector<std::vector<const StrObj*>> keyword_names;  // per const index that is Names; empty otherwise
};

// What was made for the names of extension modules (compiled_names.cpp).
struct CompiledNames {
  ClassObj* function = nullptr;
  std::unordered_map<std::string, Value> values;
  std::unordered_map<std::string, ClassObj*> classes;
  std::unordered_map<const UnknownObj*, std::string> methods;  // attributes of instances, by what they are called
};

struct Vm::Impl {
  Impl(ModuleSource& s, Limits l) : source(s), limits(l) {}

  ModuleSource& source;
  Limits limits;
  Heap heap;
  std::unordered_map<std::string_view, StrObj*> strings;
  std::unordered_map<const lower::Code*, std::unique_ptr<CodeRuntime>> runtimes;
  std::unordered_map<std::string, void (*)(Vm&, ModuleObj*)> native_modules;
  std::unordered_map<std::string, ModuleObj*> modules;  // every module object ever made, by dotted name
  std::unordered_map<std::string, ModuleObj*> shadows;  // the source of a natively modelled module, for what the model lacks
  std::vector<LazyImportObj*> deferred;                 // not yet forced
  std::vector<ModuleObj*> pending_modules;              // declared by import_when_used, not yet run
  DictObj* sys_modules = nullptr;
  std::unordered_map<const DictObj*, ModuleObj*> namespaces;  // globals of code that was run by exec
  std::unordered_map<ClassObj*, const TypeOps*> own_ops;
  std::unordered_map<ClassObj*, const TypeOps*> ops_cache;
  std::unordered_map<std::string, ClassObj*> builtin_exceptions;
  std::unordered_map<lower::FileId, std::unordered_map<std::string, std::string>> static_exports;
  CompiledNames compiled;
  FactSink* facts = nullptr;
  Decorators decorators;
  DeepWork deep_work;

  uint64_t instructions = 0;
  double started = processor_seconds();
  uint32_t next_fork = 1;
  uint32_t next_storage = 1;
  uint32_t next_symbol = 1;
  uint32_t load_depth = 0;  // module bodies being run: their writes are kept on every path
  Value generator_result;
  std::unordered_set<const lower::Code*> opaque_codes;  // bodies that are too much to follow: their stand-in answers
  bool bounded = false;                                 // inside call_or_stand_in

  // Set by call_traced, taken by the next function entered.
  bool override_tracing = false;
  Tracing tracing_override = Tracing::Off;
  bool override_root = false;

  // How a frame's run ended.
  enum class End : uint8_t { Returned, Raised, Yielded } end = End::Returned;

  CodeRuntime& runtime_of(Vm& vm, const lower::Code& code);
  // The body of a function, entered with arguments.
  Value enter(Vm& vm, FunctionObj* fn, Args& args, Tracing tracing, bool root);
};

// `module.name` of an extension module, or `module.name.further`.
[[nodiscard]] Value compiled_name(Vm& vm, CompiledNames& names, const std::string& qualified);

}  // namespace graphlift::interp
