#include "analysis/engine/program.h"

#include <algorithm>
#include <exception>
#include <map>
#include <memory>
#include <optional>
#include <set>

#include "analysis/engine/call_recorder.h"
#include "analysis/engine/describe.h"
#include "analysis/engine/entries.h"
#include "analysis/engine/module_source.h"
#include "analysis/interp/machine.h"
#include "analysis/interp/vm.h"
#include "analysis/rules/fact_recorder.h"
#include "analysis/stdlib/stdlib.h"
#include "analysis/tensorflow/model.h"
#include "analysis/tensorflow/policy.h"
#include "analysis/torch/policy.h"
#include "analysis/torch/torch.h"

namespace graphlift::engine {
namespace {

using interp::Args;
using interp::ModuleObj;
using interp::Value;

constexpr double kNetSeconds = 30;  // of processor time, should instructions be slow

// Shares of the work in a library, in instructions.
constexpr uint64_t kModuleBody = 20'000'000;
constexpr uint64_t kCandidate = 50'000;            // one candidate: its object, and each call
constexpr uint64_t kCandidatesOfModule = 100'000;  // all candidates of a module together
constexpr uint32_t kMostObjects = 2'000'000;

std::vector<std::string> search_path(const ProgramInput& input, const Shared& shared) {
  std::vector<std::string> out;
  const auto add = [&](const std::string& directory) {
    if (std::find(out.begin(), out.end(), directory) == out.end()) out.push_back(directory);
  };
  for (const Unit& unit : input.units) add(unit.name.directory);
  add(shared.files.root());
  add(shared.files.root() + "/src");
  for (const std::string& directory : shared.environment.stdlib) add(directory);
  for (const std::string& directory : shared.environment.site_packages) add(directory);
  return out;
}

class Program {
 public:
  Program(const ProgramInput& input, const Shared& shared)
      : input_(input),
        shared_(shared),
        source_(shared.files, shared.environment, search_path(input, shared), shared.directories),
        vm_(source_, limits(input)),
        policy_(source_),
        functions_(source_) {}

  ProgramOutput run() {
    stdlib::register_stdlib(vm_);
    torch::register_torch(vm_);
    tensorflow::register_tensorflow(vm_);
    policy_.install(vm_);
    functions_.install(vm_);
    CallRecorder recorder(*vm_.observer, source_, out_.dump);
    if (input_.dump_calls) vm_.observer = &recorder;
    std::optional<rules::FactRecorder> facts;
    if (shared_.editable) {
      facts.emplace(*vm_.observer, shared_.editable);
      vm_.observer = &*facts;
      interp::Machine::set_facts(vm_, &*facts);
    }
    if (input_.decorators) interp::Machine::decorators(vm_).learn(*input_.decorators);
    modules_.resize(input_.units.size());
    for (out_.next = input_.first; out_.next < input_.units.size(); ++out_.next) {
      if (out_.next > input_.first && memory_is_full()) break;
      const Unit& unit = input_.units[out_.next];
      if (input_.library && !may_hold_regions(unit)) continue;
      if (!shared_.files.load(unit.file).unreadable.empty()) continue;
      renew_budget();
      modules_[out_.next] = run_body(unit);
      note_budget(display(out_.next));
      if (input_.candidates && !has_entry(unit)) run_candidates(out_.next);
    }
    renew_budget();
    if (input_.first == 0)
      for (const EntryRequest& entry : input_.entries) run_entry(entry);
    run_uncalled();
    note_budget(display(0));
    torch::Results results = policy_.take_results();
    out_.regions = std::move(results.regions);
    out_.findings = std::move(results.findings);
    tensorflow::Results staged = functions_.take_results();
    out_.regions.insert(out_.regions.end(), staged.regions.begin(), staged.regions.end());
    out_.findings.insert(out_.findings.end(), staged.findings.begin(), staged.findings.end());
    out_.regions.insert(out_.regions.end(), unresolved_.begin(), unresolved_.end());
    if (input_.library) {
      drop_contracts();
      out_.decorators = std::make_shared<interp::Decorators::Uses>(interp::Machine::decorators(vm_).uses());
    }
    place_entries();
    rename_main();
    if (input_.dump_values) dump_values();
    out_.dependencies = source_.dependencies();
    if (facts) out_.facts = std::move(facts->facts);
    return std::move(out_);
  }

 private:
  // A script is analysed as a whole. Of a package each module body and each candidate has a share of its own.
  static interp::Limits limits(const ProgramInput& input) {
    interp::Limits out;
    out.seconds = kNetSeconds;
    if (input.library) out.instructions = kModuleBody;
    return out;
  }

  // Objects live as long as their machine: a package of many modules is given up to a new one when they are too many.
  // Counted in objects, not in bytes, so that every run makes the same cut.
  [[nodiscard]] bool memory_is_full() const { return vm_.births() > kMostObjects; }

  void renew_budget() {
    if (input_.library) interp::Machine::set_budget(vm_, kModuleBody);
  }

  void note_budget(const std::string& where) {
    if (!vm_.out_of_budget()) return;
    out_.notes.push_back(where + ": the analysis ran out of its budget; what came after is not reported" + call_chain());
  }

  // Where the configuration names what is to be analysed, nothing else of the module is a candidate.
  [[nodiscard]] bool has_entry(const Unit& unit) const {
    return std::any_of(input_.entries.begin(), input_.entries.end(),
                       [&](const EntryRequest& entry) { return entry.target.substr(0, entry.target.find(':')) == unit.name.module; });
  }

  // A module of a package is run for what it compiles, or for what could be compiled in it.
  bool may_hold_regions(const Unit& unit) {
    constexpr std::string_view kFrameworks[] = {"torch", "tensorflow", "tf", "keras"};
    constexpr std::string_view kMethods[] = {"forward", "call"};
    const auto mentions = [&](std::string_view word) { return source_.mentions(unit.file, word); };
    return std::any_of(std::begin(kFrameworks), std::end(kFrameworks), mentions) ||
           std::any_of(std::begin(kMethods), std::end(kMethods), mentions);
  }

  std::string display(size_t unit) const { return shared_.files.record(input_.units[unit].file).display; }

  // The module object of a given file; its body has run as far as it goes.
  ModuleObj* run_body(const Unit& unit) {
    ModuleObj* module = nullptr;
    if (unit.name.in_package) {
      module = vm_.import_module(unit.name.module);
    } else {
      module = vm_.make<ModuleObj>(vm_.types.module);
      module->name = "__main__";
      module->file_id = unit.file;
      module->file = shared_.files.record(unit.file).display;
      module->dict = vm_.new_dict();
      for (const auto& [key, value] :
           {std::pair{"__name__", vm_.str("__main__")}, std::pair{"__file__", vm_.str(module->file)},
            std::pair{"__package__", Value::none()}, std::pair{"__spec__", Value::none()}, std::pair{"__doc__", Value::none()}})
        module->dict->map.set(vm_.str(key), value);
      vm_.sys_modules()->map.set(vm_.str("__main__"), Value::object(module));
      vm_.load(module);
      module->state = ModuleObj::State::Loaded;  // a body that raised leaves what it had defined
    }
    note_exception(shared_.files.record(unit.file).display + " stops");
    return module;
  }

  // Where the analysis stopped, innermost call first.
  [[nodiscard]] std::string call_chain() {
    std::string where;
    for (const auto& entry : vm_.traceback()) {
      const auto range = source_.range(entry.file, entry.span);
      where += "\n    at " + range.file + ":" + std::to_string(range.line) + " in " + entry.function;
    }
    return where;
  }

  void note_exception(const std::string& what) {
    if (!vm_.raised()) return;
    const Value exception = vm_.exception();
    vm_.clear_exception();
    const std::string where = call_chain();
    const interp::ClassObj* type = vm_.type_of(exception);
    const Value text = vm_.to_text(exception);
    vm_.clear_exception();
    std::string note = what + ": " + type->name;
    if (text.is_str() && !interp::text_of(text).empty()) note += ": " + std::string(interp::text_of(text));
    note += where;
    if (type->name != "SystemExit") out_.notes.push_back(std::move(note));
  }

  ModuleObj* module_named(const std::string& name) {
    for (size_t i = 0; i < input_.units.size(); ++i)
      if (input_.units[i].name.module == name && modules_[i]) return modules_[i];
    ModuleObj* module = vm_.import_module(name);
    vm_.clear_exception();
    return module;
  }

  void run_entry(const EntryRequest& request) {
    const std::string& entry = request.target;
    const size_t colon = entry.find(':');
    const std::string module_name = entry.substr(0, colon), qualname = entry.substr(colon + 1);
    ModuleObj* module = module_named(module_name);
    if (!module) {
      out_.errors.push_back("--entry " + entry + ": there is no module `" + module_name + "`");
      return;
    }
    EntryPoint point = find_entry(vm_, module, qualname);
    if (point.callee.null()) {
      if (point.function) unresolved_region(point, module_name + "." + qualname);
      else out_.errors.push_back("--entry " + entry + ": " + point.problem);
      return;
    }
    enter(point, module_name + "." + qualname, request.mode.empty() ? input_.mode : request.mode, request.assume);
  }

  void note_arguments(const EntryPoint& point, const Args& args, const std::string& name) {
    std::string note = name + " is called with";
    for (size_t i = 0; i < args.pos.size(); ++i)
      note += (i ? ", " : " ") + point.function->code->locals[point.bound + i] + ": " + describe(vm_, args.pos[i]);
    for (const auto& [keyword, value] : args.kw) note += ", " + keyword->text + ": " + describe(vm_, value);
    out_.notes.push_back(std::move(note));
  }

  // An entry stands where its own definition is, not where a decorator's wrapper is. What raises cannot be called whole.
  void place_entries() {
    for (report::Region& region : out_.regions) {
      if (const auto raised = raised_.find(region.entry); raised != raised_.end()) {
        region.reasons.push_back(raised->second);
        region.verdict = std::max(region.verdict, report::Verdict::Unknown);
      }
      const auto found = definitions_.find(region.entry);
      if (region.site || found == definitions_.end()) continue;
      const ProjectSource::Range at = source_.range(found->second->file, found->second->header);
      region.file = at.file;
      region.line = at.line;
    }
  }

  void enter(EntryPoint& point, const std::string& name, const std::string& mode, const std::vector<Assumption>& assume = {}) {
    if (point.function) definitions_.emplace(name, point.function->code);
    for (EntryCall& call : calls_of(vm_, point, invention_)) {
      apply_assumptions(vm_, point, call.args, assume, out_.notes);
      if (point.function) note_arguments(point, call.args, name);
      const size_t before = policy_.findings();
      begin_share();
      if (mode == "tf.function") functions_.enter_candidate(vm_, point.callee, call.args, name);
      else policy_.enter_candidate(vm_, point.callee, call.args, mode, name);
      finish_call(name, call, before);
      end_share(name);
    }
  }

  // A call that is one of several ways to call may be refused by the program itself; the plain one tells of the analysis.
  void finish_call(const std::string& name, const EntryCall& call, size_t findings_before) {
    if (vm_.raised() && call.condition.empty())
      raised_.emplace(name, "it raises `" + vm_.type_of(vm_.exception())->name + "`, so what comes after was not seen");
    note_exception(name + " raises");
    if (!call.condition.empty()) policy_.make_conditional(findings_before, call.condition);
  }

  // What the program compiles but does not call itself.
  void run_uncalled() {
    for (size_t i = 0; i < policy_.compiled().size(); ++i) {
      const torch::Compiled& compiled = policy_.compiled()[i];
      if (compiled.called) continue;
      EntryPoint point = entry_of(vm_, compiled.callee);
      const std::string name = compiled.entry;
      for (EntryCall& call : calls_of(vm_, point)) {
        const size_t before = policy_.findings();
        policy_.enter(vm_, i, call.args);
        finish_call(name, call, before);
      }
    }
    for (const auto& [name, callee] : functions_.uncalled()) {
      const EntryPoint point = entry_of(vm_, callee);
      for (EntryCall& call : calls_of(vm_, point)) {
        vm_.call(callee, call.args);
        finish_call(name, call, policy_.findings());
      }
    }
  }

  // A script that compiles something, itself or in a module of the project, has no candidates, and no file of a package that does.
  bool has_sites(size_t unit) const {
    std::vector<std::string> files = functions_.site_files();
    for (const torch::Compiled& compiled : policy_.compiled()) files.push_back(compiled.site.file);
    const auto counts = [&](const std::string& file) {
      if (input_.units[unit].name.in_package) return file == display(unit);
      return file.rfind("site-packages/", 0) != 0 && file.rfind("stdlib/", 0) != 0;
    };
    return std::any_of(files.begin(), files.end(), counts);
  }

  void run_candidates(size_t unit) {
    if (!modules_[unit] || has_sites(unit)) return;
    work_left_ = kCandidatesOfModule;
    for (const Candidate& candidate : candidates_in(vm_, modules_[unit], input_.library)) {
      const std::string name = input_.units[unit].name.module + "." + candidate.qualname;
      if (candidate.qualname.find('.') == std::string::npos) functions_entered_.insert(name);
      if (input_.library && work_left_ == 0) {
        EntryPoint point;
        point.function = definition_of(vm_, modules_[unit], candidate.qualname);
        point.problem = "the work that one module of a library may cost was spent; `--entry` has it analysed alone";
        if (point.function) unresolved_region(point, name);
        continue;
      }
      if (input_.library) interp::Machine::open_checkpoint(vm_);
      begin_share();
      EntryPoint point = find_entry(vm_, modules_[unit], candidate.qualname, invention_);
      end_share(name);
      if (!point.callee.null()) enter(point, name, candidate.tensorflow ? "tf.function" : input_.mode);
      else if (point.function) unresolved_region(point, name);
      if (input_.library) interp::Machine::roll_back(vm_);
    }
  }

  // A function of a library that writes into an argument does so for its callers; only in a module's `forward` is it a side effect.
  void drop_contracts() {
    std::set<std::string, std::less<>> functions;
    for (const report::Region& region : out_.regions)
      if (!region.site && functions_entered_.count(region.entry)) functions.insert(region.id);
    const auto contract = [&](const report::Finding& finding) {
      return finding.code == "GL305" && !finding.regions.empty() &&
             std::all_of(finding.regions.begin(), finding.regions.end(), [&](const std::string& id) { return functions.count(id) > 0; });
    };
    out_.findings.erase(std::remove_if(out_.findings.begin(), out_.findings.end(), contract), out_.findings.end());
  }

  // A candidate of a library may cost so much, and what its module has left.
  void begin_share() {
    if (input_.library) interp::Machine::set_budget(vm_, std::min(kCandidate, work_left_));
  }
  void end_share(const std::string& name) {
    if (!input_.library) return;
    work_left_ -= std::min(work_left_, vm_.instructions_run());
    note_budget(name);
  }

  // A function that exists but whose object could not be made: nothing can be said of it.
  void unresolved_region(const EntryPoint& point, const std::string& name) {
    const lower::Code& code = *point.function->code;
    report::Region region;
    region.id = "u" + std::to_string(unresolved_.size());
    region.mode = input_.mode;
    region.entry = name;
    const ProjectSource::Range at = source_.range(code.file, code.header);
    region.file = at.file;
    region.line = at.line;
    region.verdict = report::Verdict::Unknown;
    region.reasons.push_back(point.problem);
    unresolved_.push_back(std::move(region));
  }

  void dump_values() {
    for (ModuleObj* module : modules_) {
      if (!module) continue;
      for (const auto& entry : module->dict->map.entries())
        if (entry.key.is_str() && interp::text_of(entry.key).substr(0, 2) != "__")
          out_.dump += std::string(interp::text_of(entry.key)) + " = " + describe(vm_, entry.value) + "\n";
    }
  }

  // A script is `__main__` to itself and its file's name to everyone else.
  void rename_main() {
    if (input_.units.size() != 1 || input_.units[0].name.in_package) return;
    const std::string& name = input_.units[0].name.module;
    const auto rename = [&](std::string& text) {
      if (text.rfind("__main__", 0) == 0 && (text.size() == 8 || text[8] == '.')) text = name + text.substr(8);
    };
    for (report::Region& region : out_.regions) rename(region.entry);
    for (report::Finding& finding : out_.findings) rename(finding.function);
  }

  const ProgramInput& input_;
  const Shared& shared_;
  ProjectSource source_;
  interp::Vm vm_;
  torch::DynamoPolicy policy_;
  tensorflow::FunctionPolicy functions_;
  std::unordered_map<interp::ClassObj*, Value> instances_;  // that stand for arguments
  Invention invention_{input_.library, input_.library ? &instances_ : nullptr};
  uint64_t work_left_ = 0;           // instructions, for the candidates of the module at hand
  std::vector<ModuleObj*> modules_;  // parallel to the units; null when the import failed
  std::vector<report::Region> unresolved_;
  std::set<std::string> functions_entered_;                                // candidates that are no methods
  std::map<std::string, std::string> raised_;                              // entry -> why what it does was not seen to the end
  std::map<std::string, std::shared_ptr<const lower::Code>> definitions_;  // of the entries
  ProgramOutput out_;
};

}  // namespace

ProgramOutput run_program(const ProgramInput& input, const Shared& shared) {
  try {
    auto program = std::make_unique<Program>(input, shared);
    ProgramOutput out = program->run();
    if (shared.leave_memory && out.next >= input.units.size()) (void)program.release();
    return out;
  } catch (const std::exception& failure) {
    ProgramOutput out;
    out.internal_error = true;
    out.next = input.units.size();
    out.errors.push_back(shared.files.record(input.units[input.first].file).display + ": internal error: " + failure.what());
    return out;
  }
}

}  // namespace graphlift::engine
