// Runs a Python text in a machine of its own and records what the program shows with `t(value)`.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "analysis/interp/vm.h"
#include "analysis/lower/compile.h"
#include "analysis/syntax/parse.h"

namespace interp_test {

using namespace graphlift;
using namespace graphlift::interp;

// One module, `__main__`, from memory.
class TextSource final : public ModuleSource {
 public:
  explicit TextSource(const std::string& text) : code_(lower::compile(syntax::parse(text), lower::FileId(0))) {}
  Found find(const std::string& name) override {
    Found found;
    found.exists = name == "__main__";
    found.file = lower::FileId(0);
    found.display_file = "program.py";
    return found;
  }
  std::shared_ptr<const lower::Code> load(lower::FileId) override { return code_; }

 private:
  std::shared_ptr<const lower::Code> code_;
};

struct Program {
  TextSource source;
  Vm vm;
  std::vector<std::string> shown;  // repr of every value given to `t`, or what is known of it
  std::string failure;             // of the module body

  explicit Program(const std::string& text) : source(text), vm(source, Limits{}) {
    define("t", [this](Vm& machine, Args& args) {
      shown.push_back(describe(machine, machine.to_text(args[0], true)));
      return Value::none();
    });
    define("raises", [](Vm& machine, Args& args) -> Value {
      const Value result = machine.call(args[0], {});
      if (!result.null()) return machine.tuple({machine.str("no exception"), result});
      const Value e = machine.exception();
      machine.clear_exception();
      return machine.tuple({machine.str(machine.type_of(e)->name), machine.to_text(e)});
    });
    // Values that are not known, for programs that test how they spread.
    define("sym", [](Vm& machine, Args& args) -> Value {
      return machine.sym(cast<ClassObj>(args[0]), args[1].is_str() && text_of(args[1]) == "data" ? When::Data : When::Shape);
    });
    define("unknown", [](Vm& machine, Args&) { return machine.unknown("test"); });
    define("either", [](Vm& machine, Args& args) { return machine.join(args[0], args[1], When::PyInput); });
    define("kind", [](Vm& machine, Args& args) { return machine.str(kind_of(machine, args[0])); });
    ModuleObj* module = vm.import_module("__main__");
    if (!module || vm.raised()) {
      const Value e = vm.exception();
      vm.clear_exception();
      failure = e.null() ? "not loaded" : vm.type_of(e)->name + ": " + describe(vm, vm.to_text(e));
    }
  }

  void define(const char* name, std::function<Value(Vm&, Args&)> fn) {
    vm.builtins->dict->map.set(vm.str(name), vm.native(std::string("builtins.") + name, std::move(fn)));
  }

  static std::string describe(Vm& machine, Value text) {
    if (text.is_str()) return std::string(text_of(text));
    if (!text.null()) return "<" + kind_of(machine, text) + ">";
    const Value e = machine.exception();
    machine.clear_exception();
    return "<raised " + (e.null() ? "nothing" : machine.type_of(e)->name) + ">";
  }

  // "int" for what is known, "sym int", "unknown", "union of int, str", "open list".
  static std::string kind_of(Vm& machine, Value v) {
    if (cast<SymObj>(v)) return "sym " + machine.type_of(v)->name + (machine.when(v) == When::Data ? " data" : "");
    if (cast<UnknownObj>(v)) return "unknown";
    if (auto* u = cast<UnionObj>(v)) {
      std::string out = "union of";
      for (size_t i = 0; i < u->options.size(); ++i) out += (i ? ", " : " ") + kind_of(machine, u->options[i]);
      return out;
    }
    if (auto* l = cast<ListObj>(v); l && l->open) return "open list";
    if (auto* d = cast<DictObj>(v); d && d->open) return "open dict";
    if (auto* s = cast<SetObj>(v); s && s->open) return "open set";
    return machine.type_of(v)->name;
  }
};

}  // namespace interp_test
