#include "analysis/engine/check.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <map>
#include <numeric>
#include <set>
#include <thread>
#include <tuple>

#include "analysis/engine/cells.h"
#include "analysis/engine/identity.h"
#include "analysis/engine/inputs.h"
#include "analysis/engine/program.h"
#include "analysis/engine/program_cache.h"
#include "analysis/engine/suppressions.h"
#include "analysis/engine/threads.h"
#include "analysis/report/fingerprint.h"
#include "models/rules/rules.h"
#include "models/torch_versions.h"

namespace graphlift::engine {
namespace {

constexpr std::string_view kModes[] = {"torch.compile", "torch.export", "torch.jit.script", "torch.jit.trace", "tf.function"};

// Every rule, with its own severity.
const RulePolicy& all_rules(const std::string& /*path*/) {
  static const RulePolicy all = [] {
    RulePolicy out;
    for (const models::Rule& rule : models::rules()) out.selected.insert(rule.code);
    return out;
  }();
  return all;
}

// Of the file of a finding: what it says about itself is decided where it stands.
class Policies {
 public:
  Policies(const PolicyOf& of, const project::FileTable& files) : of_(of), files_(files) {}
  const RulePolicy& operator()(const std::string& display) {
    auto [at, fresh] = by_file_.try_emplace(display);
    if (fresh) {
      const project::SourceRecord* record = files_.by_display(display);
      const bool own = record && !record->path.empty() && !display.starts_with("site-packages/") && !display.starts_with("stdlib/");
      at->second = &of_(own ? record->path : std::string());
    }
    return *at->second;
  }

 private:
  const PolicyOf& of_;
  const project::FileTable& files_;
  std::map<std::string, const RulePolicy*> by_file_;
};

report::Finding syntax_finding(const project::SourceRecord& record, const project::FileProblem& problem) {
  report::Finding out;
  out.code = "GL000";
  out.rule = "syntax-error";
  out.severity = report::Severity::Error;
  out.file = record.display;
  out.line = problem.line;
  out.column = problem.column;
  out.end_line = problem.end_line;
  out.end_column = problem.end_column;
  out.message = problem.message;
  return out;
}

constexpr size_t kProgramsLeft = 4;  // whose memory may stay until the process ends

// A package of many modules is analysed in parts, which can run at the same time; each part imports what its modules share.
constexpr size_t kModulesInPart = 400;

// Scripts run alone; the modules of a package share a program, because they import each other.
std::vector<ProgramInput> make_programs(const std::vector<Unit>& units, const CheckOptions& options) {
  std::vector<ProgramInput> out;
  std::map<std::string, size_t> packages;  // the part being filled
  for (const Unit& unit : units) {
    bool continues = false;
    if (unit.name.in_package) {
      const std::string key = unit.name.directory + "/" + unit.name.module.substr(0, unit.name.module.find('.'));
      const auto [at, fresh] = packages.emplace(key, out.size());
      if (!fresh) {
        ProgramInput& part = out[at->second];
        part.library = true;
        if (part.units.size() < kModulesInPart) {
          part.units.push_back(unit);
          continue;
        }
        at->second = out.size();
        continues = true;
      }
    }
    ProgramInput& program = out.emplace_back();
    program.library = continues;
    program.units.push_back(unit);
  }
  for (ProgramInput& program : out) {
    program.mode = options.mode;
    program.candidates = options.entries.empty();
  }
  for (const std::string& entry : options.entries) {
    const std::string module = entry.substr(0, entry.find(':'));
    size_t owner = 0;
    for (size_t i = 0; i < out.size(); ++i)
      for (const Unit& unit : out[i].units)
        if (unit.name.module == module) owner = i;
    if (!out.empty()) out[owner].entries.push_back({entry, "", {}});
  }
  // Of a package that is analysed in parts, the part that holds the module.
  for (const EntryRequest& entry : options.configured) {
    const std::string module = entry.target.substr(0, entry.target.find(':'));
    for (ProgramInput& program : out)
      if (std::any_of(program.units.begin(), program.units.end(), [&](const Unit& unit) { return unit.name.module == module; })) {
        program.entries.push_back(entry);
        break;
      }
  }
  return out;
}

// Programs that reach the same code report the same regions and findings: each is kept once.
class Merger {
 public:
  explicit Merger(report::Report& report) : report_(report) {}

  void add(ProgramOutput& program) {
    std::map<std::string, std::string> renamed;
    for (report::Region& region : program.regions) {
      const auto key = std::make_tuple(region.mode, region.entry, region.file, region.line, region.site ? region.site->file : std::string(),
                                       region.site ? region.site->line : 0u);
      const auto [at, fresh] = regions_.emplace(key, report_.regions.size());
      if (!fresh) {
        report::Region& kept = report_.regions[at->second];
        kept.verdict = std::max(kept.verdict, region.verdict);
        kept.reasons.insert(kept.reasons.end(), region.reasons.begin(), region.reasons.end());
        if (region.predicted_graphs) kept.predicted_graphs = std::max(kept.predicted_graphs.value_or(0), *region.predicted_graphs);
        renamed[region.id] = kept.id;
        continue;
      }
      const std::string id = "m" + std::to_string(report_.regions.size());
      renamed[region.id] = id;
      region.id = id;
      report_.regions.push_back(std::move(region));
    }
    for (report::Finding& finding : program.findings) {
      for (std::string& id : finding.regions)
        if (const auto found = renamed.find(id); found != renamed.end()) id = found->second;
      const auto key =
          std::make_tuple(finding.file, finding.line, finding.column, finding.end_line, finding.end_column, finding.code, finding.message);
      const auto [at, fresh] = findings_.emplace(key, report_.findings.size());
      if (fresh) {
        report_.findings.push_back(std::move(finding));
        continue;
      }
      report::Finding& kept = report_.findings[at->second];
      kept.regions.insert(kept.regions.end(), finding.regions.begin(), finding.regions.end());
      if (finding.certainty < kept.certainty) {
        kept.certainty = finding.certainty;
        kept.condition = finding.condition;
        kept.path = std::move(finding.path);
      }
    }
    for (std::string& error : program.errors) report_.errors.push_back(std::move(error));
    for (std::string& note : program.notes) report_.notes.push_back(std::move(note));
  }

 private:
  report::Report& report_;
  std::map<std::tuple<std::string, std::string, std::string, uint32_t, std::string, uint32_t>, size_t> regions_;
  std::map<std::tuple<std::string, uint32_t, uint32_t, uint32_t, uint32_t, std::string, std::string>, size_t> findings_;
};

std::string short_version(const std::string& text) { return text.substr(0, text.find('.', text.find('.') + 1)); }

std::optional<std::string> framework_version(const project::Environment& environment, const char* distribution) {
  std::optional<std::string> found = environment.distribution_version(distribution);
  return found ? std::optional(short_version(*found)) : std::nullopt;
}

// Of a rule's advice, in one line.
std::string first_sentence(const std::string& text) {
  std::string out;
  for (const char c : text) {
    const bool blank = c == '\n' || c == ' ';
    if (blank && (out.empty() || out.back() == '.')) {
      if (!out.empty()) break;
      continue;
    }
    out += blank ? ' ' : c;
  }
  return out;
}

// The minor version that a user's "2.13" or "2.13.0" names.
std::string minor_version(const std::string& text) { return text.find('.') == text.rfind('.') ? text : short_version(text); }

bool has_tables(const std::string& version) {
  const auto known = models::torch_versions();
  return std::find(known.begin(), known.end(), minor_version(version)) != known.end();
}

std::string no_tables(const std::string& version) {
  std::string known;
  for (std::string_view one : models::torch_versions()) known.append(known.empty() ? "" : ", ").append(one);
  return "--torch-version " + version + ": there are tables of PyTorch " + known + " only";
}

// The tables of the wanted version, or those nearest to what the analysed environment has. The report names the version of the tables.
void choose_torch(const CheckOptions& options, const project::Environment& environment, report::Report& report) {
  const std::optional<std::string> installed = framework_version(environment, "torch");
  const std::string wanted = options.torch_version.empty() ? installed.value_or("") : minor_version(options.torch_version);
  const std::string chosen(models::nearest_version(models::torch_versions(), wanted));
  models::use_torch_version(chosen);
  if (!wanted.empty()) report.torch_version = chosen;
  if (installed && *installed != chosen)
    report.notes.push_back("PyTorch " + *installed + " is installed; what is said holds for PyTorch " + chosen +
                           (options.torch_version.empty() ? ", the nearest version that there are tables for" : ", as asked for"));
}

using Instant = std::chrono::steady_clock::time_point;

double milliseconds_since(Instant start) {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

class Clock {
 public:
  explicit Clock(std::vector<PhaseTime>& times) : times_(times) {}
  void lap(const char* name) {
    times_.push_back({name, milliseconds_since(last_)});
    last_ = std::chrono::steady_clock::now();
  }

 private:
  std::vector<PhaseTime>& times_;
  Instant last_ = std::chrono::steady_clock::now();
};

// Calls back when it goes out of scope, with the time since it was made.
class Tick {
 public:
  explicit Tick(std::function<void(double)> then) : then_(std::move(then)) {}
  ~Tick() { then_(milliseconds_since(start_)); }
  Tick(const Tick&) = delete;
  Tick& operator=(const Tick&) = delete;

 private:
  std::function<void(double)> then_;
  Instant start_ = std::chrono::steady_clock::now();
};

void add_slowest(const std::vector<ProgramInput>& programs, const std::vector<double>& took, const project::FileTable& files,
                 std::vector<PhaseTime>& times) {
  constexpr size_t kMost = 10;
  std::vector<size_t> order(programs.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) { return took[a] > took[b]; });
  for (size_t i = 0; i < order.size() && i < kMost; ++i) {
    const ProgramInput& program = programs[order[i]];
    std::string name = files.record(program.units[0].file).display;
    if (program.units.size() > 1) name += " and " + std::to_string(program.units.size() - 1) + " more";
    times.push_back({"  " + name, took[order[i]]});
  }
}

}  // namespace

std::string_view FileLines::line(std::string_view file, uint32_t number) {
  const auto [joined, line] = joined_place(file, number, files_);
  const project::SourceRecord* record = files_.readable(joined);
  return record ? project::line_text(*record, line) : std::string_view();
}

std::string_view FileLines::text(std::string_view file) {
  const project::SourceRecord* record = files_.readable(file);
  return record ? std::string_view(record->text.source) : std::string_view();
}

bool is_editable(std::string_view display_path) {
  return !display_path.starts_with("site-packages/") && !display_path.starts_with("stdlib/") && !display_path.starts_with("<");
}

namespace {

// Which results of earlier runs serve: each that holds; only all of them together; none.
enum class Reuse : uint8_t { Each, All, None };

Result<CheckResult> run_check(const CheckOptions& options, Reuse reuse) {
  const auto started = std::chrono::steady_clock::now();
  if (std::find(std::begin(kModes), std::end(kModes), options.mode) == std::end(kModes))
    return Error{"--mode " + options.mode + ": use torch.compile, torch.export, torch.jit.script, torch.jit.trace or tf.function"};
  for (const std::string& entry : options.entries)
    if (const size_t colon = entry.find(':'); colon == 0 || colon == std::string::npos || colon + 1 == entry.size())
      return Error{"--entry " + entry + ": write it as MODULE:QUALNAME, for instance train:Net.forward"};

  if (!options.torch_version.empty() && !has_tables(options.torch_version)) return Error{no_tables(options.torch_version)};

  CheckResult result;
  Clock clock(result.times);
  Inputs inputs = find_inputs(options.paths, options.excluded);
  if (!options.root.empty()) inputs.root = options.root;
  Result<project::Environment> environment =
      project::find_environment({options.python, options.environment_root.empty() ? inputs.root : options.environment_root});
  if (!environment) return Error{environment.error()};

  report::Report& report = result.report;
  report.root = inputs.root;
  choose_torch(options, *environment, report);
  report.tensorflow_version = framework_version(*environment, "tensorflow");
  report.errors = std::move(inputs.errors);
  clock.lap("files and environment");
  result.files = std::make_shared<project::FileTable>(inputs.root, *environment, options.overlay.get());

  std::vector<Unit> units;
  for (const std::string& path : inputs.files) {
    const lower::FileId file = result.files->intern(path);
    units.push_back({file, project::name_program(path)});
  }
  std::vector<ProgramInput> programs = make_programs(units, options);
  std::vector<std::vector<ProgramOutput>> outputs(programs.size());
  project::DirectoryCache directories;
  const Shared shared{*result.files,
                      *environment,
                      directories,
                      report.torch_version.value_or(""),
                      options.last && programs.size() <= kProgramsLeft,
                      options.facts && reuse != Reuse::All
                          ? Editable([&files = *result.files](lower::FileId file) { return is_editable(files.record(file).display); })
                          : Editable()};
  ProgramCache cache(options.cache_folder,
                     {options.cache_folder, inputs.root, *result.files, *environment, directories, report.torch_version.value_or("")},
                     programs);
  std::vector<char> held(programs.size());
  if (reuse != Reuse::None)
    run_on_big_stacks(programs.size(), options.jobs, [&](size_t i) { held[i] = cache.load(programs[i], outputs[i]); });
  if (reuse == Reuse::All && std::count(held.begin(), held.end(), 0) > 0) return result;
  // Parts of a library share what the first run of it finds out: their results hold together or not at all.
  const auto part_is_missing = [&](size_t i) { return programs[i].library && !held[i]; };
  for (size_t i = 0; i < programs.size(); ++i) {
    if (!part_is_missing(i)) continue;
    for (size_t k = 0; k < programs.size(); ++k) {
      if (!programs[k].library || !held[k]) continue;
      held[k] = 0;
      outputs[k].clear();
      cache.drop(programs[k]);
    }
    break;
  }
  std::vector<double> took(programs.size());
  std::atomic<size_t> done = 0;
  const auto run_on = [&](size_t i, size_t runs) {
    const Tick tick([&](double milliseconds) { took[i] += milliseconds; });
    ProgramInput& program = programs[i];
    for (; runs > 0 && program.first < program.units.size(); --runs) {
      outputs[i].push_back(run_program(program, shared));
      add_identities(outputs[i].back().findings, *result.files);
      program.first = outputs[i].back().next;
      program.decorators = outputs[i].back().decorators;
    }
  };
  // What the first run of a library finds out about decorators serves all others, so it must not hang on who comes first.
  const auto library = std::find_if(programs.begin(), programs.end(), [](const ProgramInput& program) { return program.library; });
  if (library != programs.end() && !held[size_t(library - programs.begin())]) {
    run_on_big_stacks(1, 1, [&](size_t) { run_on(size_t(library - programs.begin()), 1); });
    for (ProgramInput& program : programs)
      if (program.library) program.decorators = library->decorators;
  }
  run_on_big_stacks(programs.size(), options.jobs, [&](size_t i) {
    if (!held[i]) run_on(i, SIZE_MAX);
    if (options.progress) options.progress(++done, programs.size());
  });
  cache.put_into_table();
  clock.lap("programs, or their results from the cache");

  // What no program had a use for is read for its syntax errors.
  run_on_big_stacks(units.size(), options.jobs, [&](size_t i) { result.files->scan(units[i].file); });
  report.files = static_cast<uint32_t>(result.files->loaded());
  clock.lap("syntax of what no program read");
  for (size_t i = 0; i < programs.size(); ++i) cache.store(programs[i], outputs[i]);
  cache.finish();
  clock.lap("keeping results");

  Merger merger(report);
  for (std::vector<ProgramOutput>& runs : outputs)
    for (ProgramOutput& output : runs) {
      result.internal_error = result.internal_error || output.internal_error;
      merger.add(output);
      result.facts.merge(output.facts);
    }
  for (const Unit& unit : units) {
    const project::SourceRecord& record = result.files->record(unit.file);
    if (!record.unreadable.empty()) report.errors.push_back(record.display + ": " + record.unreadable);
    for (const project::FileProblem& problem : record.problems) report.findings.push_back(syntax_finding(record, problem));
    report.functions += record.functions;
  }
  std::vector<const project::SourceRecord*> sources;
  for (const Unit& unit : units)
    if (cache.may_speak(unit.file)) sources.push_back(result.files->readable(result.files->record(unit.file).display));
  const PolicyOf policy = options.policy ? options.policy : PolicyOf(all_rules);
  Policies policies(policy, *result.files);
  const auto unwanted = [&](const report::Finding& f) {
    return policies(f.file).selected.count(f.code) == 0 || (f.certainty == report::Certainty::Possible && !options.possible);
  };
  report.findings.erase(std::remove_if(report.findings.begin(), report.findings.end(), unwanted), report.findings.end());
  apply_suppressions(report, sources, policy);
  report.findings.erase(std::remove_if(report.findings.begin(), report.findings.end(), unwanted), report.findings.end());
  for (report::Finding& finding : report.findings) {
    const auto& severity = policies(finding.file).severity;
    if (const auto set = severity.find(finding.code); set != severity.end()) finding.severity = set->second;
  }
  add_identities(report.findings, *result.files);
  for (report::Finding& finding : report.findings)
    if (const models::Rule* rule = models::find_rule(finding.code)) finding.advice = first_sentence(rule->advice);
  report::normalise(report);
  FileLines lines(*result.files);
  report::add_fingerprints(report.findings, lines);
  place_in_cells(report, *result.files);
  report.unknown = static_cast<uint32_t>(std::count_if(report.regions.begin(), report.regions.end(),
                                                       [](const report::Region& r) { return r.verdict == report::Verdict::Unknown; }));
  if (options.facts) {
    result.fixes_key = cache.fixes_key(report.findings);
    if (result.fixes_key != ContentHash()) result.cache_folder = options.cache_folder;
    if (reuse == Reuse::All)
      result.fixes_known = !result.cache_folder.empty() && take_fixes(result.cache_folder, result.fixes_key, report.findings);
  }
  clock.lap("one report of all");
  add_slowest(programs, took, *result.files, result.times);
  report.milliseconds = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - started).count();
  return result;
}

}  // namespace

// What the interpreter knows of expressions is not kept. So where fixes are to be offered, earlier results serve only when all of them hold
// and the fixes that were offered then are known.
Result<CheckResult> check(const CheckOptions& given) {
  CheckOptions options = given;
  if (options.mode.empty()) options.mode = kModes[0];
  if (options.overlay) options.cache_folder.clear();
  if (!options.facts || options.cache_folder.empty()) return run_check(options, Reuse::Each);
  Result<CheckResult> kept = run_check(options, Reuse::All);
  if (!kept || kept->fixes_known) return kept;
  return run_check(options, Reuse::None);
}

void keep_fixes(const CheckResult& result) {
  if (!result.cache_folder.empty()) store_fixes(result.cache_folder, result.fixes_key, result.report.findings);
}

}  // namespace graphlift::engine
