// Runs a Python file with the standard library in place and records what it shows with `t(value)`.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "analysis/engine/module_source.h"
#include "analysis/project/environment.h"
#include "analysis/stdlib/stdlib.h"
#include "tests/unit/interp_types_program.h"

namespace stdlib_test {

using namespace graphlift;
using namespace graphlift::interp;

// The interpreter's own library, where there is one: some modules are interpreted from it.
struct Library {
  project::Environment environment;
  project::FileTable files;
  project::DirectoryCache directories;
  engine::ProjectSource source;

  static project::Environment find() {
    auto found = project::find_environment({});
    return found ? *found : project::Environment{};
  }
  static std::vector<std::string> search_path(const project::Environment& environment, const std::string& folder) {
    std::vector<std::string> path = {folder};
    path.insert(path.end(), environment.stdlib.begin(), environment.stdlib.end());
    return path;
  }
  explicit Library(const std::string& folder)
      : environment(find()), files(folder, environment), source(files, environment, search_path(environment, folder), directories) {}
};

struct Program {
  Library library;
  Vm vm;
  std::vector<std::string> shown;
  std::string failure;

  Program(const std::string& folder, const std::string& module_name) : library(folder), vm(library.source, Limits{}) {
    stdlib::register_stdlib(vm);
    define("t", [this](Vm& machine, Args& args) {
      shown.push_back(interp_test::Program::describe(machine, machine.to_text(args[0], true)));
      return Value::none();
    });
    define("raises", [](Vm& machine, Args& args) -> Value {
      const Value result = machine.call(args[0], {});
      if (!result.null()) return machine.tuple({machine.str("no exception"), result});
      const Value e = machine.exception();
      machine.clear_exception();
      return machine.tuple({machine.str(machine.type_of(e)->name), machine.to_text(e)});
    });
    define("kind", [](Vm& machine, Args& args) { return machine.str(interp_test::Program::kind_of(machine, args[0])); });
    ModuleObj* module = vm.import_module(module_name);
    if (!module || vm.raised()) {
      const Value e = vm.exception();
      vm.clear_exception();
      failure = e.null() ? "not loaded" : vm.type_of(e)->name + ": " + interp_test::Program::describe(vm, vm.to_text(e));
    }
  }

  void define(const char* name, std::function<Value(Vm&, Args&)> fn) {
    vm.builtins->dict->map.set(vm.str(name), vm.native(std::string("builtins.") + name, std::move(fn)));
  }
};

}  // namespace stdlib_test
