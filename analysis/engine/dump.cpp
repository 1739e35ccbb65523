#include "analysis/engine/dump.h"

#include <filesystem>

#include "analysis/engine/inputs.h"
#include "analysis/engine/program.h"
#include "analysis/engine/threads.h"
#include "analysis/lower/compile.h"
#include "analysis/report/writers.h"
#include "analysis/syntax/parse.h"

namespace graphlift::engine {
namespace {

std::string regions_text(ProgramOutput& output) {
  std::string out;
  for (const report::Region& r : output.regions) {
    out +=
        r.id + " " + r.entry + " " + r.file + ":" + std::to_string(r.line) + " " + r.mode + " " + std::string(report::name_of(r.verdict));
    if (r.predicted_graphs) out += " graphs=" + std::to_string(*r.predicted_graphs);
    out += '\n';
    for (const std::string& reason : r.reasons) out += "  reason: " + reason + "\n";
    for (const report::Finding& f : output.findings)
      for (const std::string& id : f.regions)
        if (id == r.id)
          out += "  " + f.file + ":" + std::to_string(f.line) + ":" + std::to_string(f.column) + " " + f.code + " " + f.gb_id + " " +
                 std::string(report::name_of(f.certainty)) + " " + std::string(report::name_of(f.effect)) + "\n";
  }
  for (const std::string& note : output.notes) out += "note: " + note + "\n";
  return out;
}

Result<std::string> front_end(const DumpOptions& options) {
  Result<project::SourceText> text = project::read_source(options.path);
  if (!text) return Error{options.path + ": " + text.error()};
  const syntax::Ast ast = syntax::parse(std::move(text->text));
  if (options.stage == "ast") return syntax::dump(ast);
  const std::shared_ptr<const lower::Code> code = lower::compile(ast, lower::FileId(0));
  return options.stage == "scopes" ? lower::dump_scopes(*code) : lower::disassemble(*code);
}

Result<std::string> program(const DumpOptions& options) {
  const Inputs inputs = find_inputs({options.path});
  if (!inputs.errors.empty()) return Error{inputs.errors[0]};
  if (inputs.files.size() != 1) return Error{options.path + ": dump takes one file"};
  Result<project::Environment> environment = project::find_environment({options.python, inputs.root});
  if (!environment) return Error{environment.error()};
  project::FileTable files(inputs.root, *environment);
  project::DirectoryCache directories;
  ProgramInput input;
  input.units.push_back({files.intern(inputs.files[0]), project::name_program(inputs.files[0])});
  for (const std::string& entry : options.entries) input.entries.push_back({entry, "", {}});
  input.mode = "torch.compile";
  input.candidates = options.entries.empty();
  input.dump_calls = options.stage == "calls";
  input.dump_values = options.stage == "values";
  if (const project::SourceRecord& record = files.load(input.units[0].file); !record.unreadable.empty())
    return Error{options.path + ": " + record.unreadable};
  ProgramOutput output = run_program(input, {files, *environment, directories, environment->distribution_version("torch").value_or("")});
  return options.stage == "regions" ? regions_text(output) : output.dump;
}

}  // namespace

Result<std::string> dump(const DumpOptions& options) {
  Result<std::string> out = std::string();
  const bool front = options.stage == "ast" || options.stage == "scopes" || options.stage == "code";
  run_on_big_stacks(1, 1, [&](size_t) { out = front ? front_end(options) : program(options); });
  return out;
}

}  // namespace graphlift::engine
