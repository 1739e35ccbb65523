// Verdicts on calls, from the tables.
#include "analysis/rules/call_verdict.h"

#include "models/exports.h"
#include "models/table.h"
#include "models/trace_rules.h"

namespace graphlift::rules {

namespace {

using Kind = CallVerdict::Kind;

const models::Table& measured_table() {
  static const models::Table table(models::embedded("policy/native_calls.tsv"));
  return table;
}

const models::Table& c_function_table() {
  static const models::Table table(models::embedded("policy/c_functions.tsv"));
  return table;
}

CallVerdict make_break(std::string_view gb, std::string_view rule) { return {Kind::Break, std::string(gb), {std::string(rule)}}; }

bool from_row(std::string_view lines, CallVerdict& out) {
  models::Row row;
  if (!models::next_row(lines, row)) return false;
  const std::string_view kind = row.cell(1);
  out = {};
  if (kind == "data") {
    out.kind = Kind::Data;
  } else if (kind == "break" || kind == "super") {
    out.kind = Kind::Break;
    out.from_override = kind == "super";
    out.gb = row.cell(2);
    for (std::string_view rule : models::split(row.cell(3), ',')) out.rules.emplace_back(rule);
  }
  return true;
}

bool measured_exact(std::string_view name, CallVerdict& out) { return from_row(measured_table().find(name), out); }

// `a.b.c` is looked up as `a.b.*`, then `a.*`.
bool measured_prefix(std::string_view name, CallVerdict& out) {
  for (size_t dot = name.rfind('.'); dot != name.npos && dot > 0; dot = name.rfind('.', dot - 1)) {
    std::string pattern(name.substr(0, dot));
    pattern += ".*";
    if (from_row(measured_table().find(pattern), out)) return true;
  }
  return false;
}

bool is_under(std::string_view name, std::string_view package) {
  return name.starts_with(package) && (name.size() == package.size() || name[package.size()] == '.');
}

// Only the top name counts: `time.time` knows of the whole module `time`.
bool known_standard_module(std::string_view name) {
  std::string top(name.substr(0, name.find('.')));
  top += '.';
  return !c_function_table().find_prefix(top).empty();
}

std::string_view rule_of_skipped(std::string_view name) {
  if (is_under(name, "torch")) return "GL115";
  if (is_under(name, "numpy")) return "GL106";
  return known_standard_module(name) || is_under(name, "builtins") ? "GL107" : "GL108";
}

bool from_entry(const models::TraceEntry* entry, std::string_view name, CallVerdict& out) {
  if (entry == nullptr || entry->rule == models::TraceRule::None) return false;
  out = {};
  switch (entry->rule) {
    case models::TraceRule::InGraph: out.kind = Kind::InGraph; break;
    case models::TraceRule::Skip: out = make_break("GB0007", rule_of_skipped(name)); break;
    case models::TraceRule::Unsupported: {
      const std::string_view first = entry->breaks.substr(0, entry->breaks.find(','));
      const std::string_view gb = first.starts_with("GB") ? first : std::string_view("GB0007");
      const bool skipped = gb == "GB0007" || gb == "GB0059" || gb == "GB0208";
      out = make_break(gb, skipped ? rule_of_skipped(name) : rule_of_break(gb));
      break;
    }
    default: break;
  }
  return true;
}

// A function that torch publishes and that has no entry: where it is defined decides, as for any Python function.
bool from_exported_function(std::string_view name, CallVerdict& out) {
  const size_t dot = name.rfind('.');
  if (dot == name.npos) return false;
  const models::Export* entry = models::find_export(name.substr(0, dot), name.substr(dot + 1));
  if (entry == nullptr || entry->kind != models::ExportKind::Function) return false;
  std::string target(entry->target_module());
  target += '.';
  target += entry->target_name();
  if (from_entry(models::find_trace_entry(target), target, out)) return true;
  if (models::module_rule(entry->target_module()) != models::ModuleRule::Skip) return false;
  out = make_break("GB0007", rule_of_skipped(name));
  return true;
}

CallVerdict builtin_verdict(std::string_view name) {
  CallVerdict out;
  const std::string_view bare = name.substr(std::string_view("builtins.").size());
  if (bare.find('.') != bare.npos) return out;  // methods of built-in types are all modelled
  from_entry(models::find_builtin(name), name, out);
  return out;
}

CallVerdict numpy_verdict(std::string_view name) {
  CallVerdict out;
  if (from_entry(models::find_numpy(name), name, out)) {
    if (out.kind == Kind::Break && out.gb == "GB0007") out.gb = "GB0294";
    if (out.kind == Kind::Break) out.rules = {is_under(name, "numpy.random") ? "GL117" : "GL106"};
  }
  return out;
}

}  // namespace

CallVerdict native_call_verdict(std::string_view name) {
  CallVerdict out;
  if (measured_exact(name, out)) return out;
  if (name.starts_with("builtins.")) return builtin_verdict(name);
  if (is_under(name, "numpy")) return numpy_verdict(name);
  if (from_entry(models::find_trace_entry(name), name, out)) return out;
  if (measured_prefix(name, out)) return out;
  if (is_under(name, "torch") && from_exported_function(name, out)) return out;
  if (is_under(name, "torch") || is_under(name, "tensorflow")) return out;  // without a rule: an internal of a model
  if (!c_function_table().find(name).empty()) return make_break("GB0007", "GL107");
  if (known_standard_module(name) || name.find('.') == name.npos) return out;
  return make_break("GB0007", "GL108");
}

CallVerdict python_call_verdict(std::string_view module, std::string_view qualname, bool inlined) {
  CallVerdict out;
  std::string name(module);
  name += '.';
  name += qualname;
  if (inlined) {
    if (measured_exact(name, out)) return out;
    if (from_entry(models::find_trace_entry(name), name, out)) return out;
    if (measured_prefix(name, out)) return out;
    if (!c_function_table().find(name).empty()) return make_break("GB0007", "GL107");
  }
  if (models::module_rule(module, inlined) == models::ModuleRule::Skip) return make_break("GB0007", rule_of_skipped(name));
  return out;
}

ContextKind context_kind(std::string_view class_name) {
  static const models::Table table(models::embedded("policy/contexts.tsv"));
  std::string_view lines = table.find(class_name);
  models::Row row;
  if (models::next_row(lines, row)) {
    const std::string_view kind = row.cell(1);
    return kind == "modelled" ? ContextKind::Modelled : kind == "generic" ? ContextKind::Generic : ContextKind::Unsupported;
  }
  if (models::trace_rule(class_name) == models::TraceRule::ContextManager) return ContextKind::Modelled;
  return ContextKind::Unknown;
}

std::string_view rule_of_break(std::string_view gb) {
  static const models::Table table(models::embedded("policy/break_rules.tsv"));
  std::string_view lines = table.find(gb);
  models::Row row;
  return models::next_row(lines, row) ? row.cell(1) : std::string_view("GL115");
}

}  // namespace graphlift::rules
