// The schema's names of the enumerations.
#include "analysis/report/writers.h"

namespace graphlift::report {

std::string_view name_of(Severity severity) {
  switch (severity) {
    case Severity::Info: return "info";
    case Severity::Warning: return "warning";
    case Severity::Error: return "error";
  }
  return {};
}

std::string_view name_of(Certainty certainty) {
  switch (certainty) {
    case Certainty::Definite: return "definite";
    case Certainty::Conditional: return "conditional";
    case Certainty::Possible: return "possible";
  }
  return {};
}

std::string_view name_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::WholeGraph: return "whole-graph";
    case Verdict::Unknown: return "unknown";
    case Verdict::Unsafe: return "unsafe";
    case Verdict::Breaks: return "breaks";
    case Verdict::Error: return "error";
  }
  return {};
}

std::string_view name_of(Safety safety) {
  switch (safety) {
    case Safety::Safe: return "safe";
    case Safety::Unsafe: return "unsafe";
    case Safety::DisplayOnly: return "display-only";
  }
  return {};
}

std::string_view name_of(Effect effect) {
  switch (effect) {
    case Effect::None: return {};
    case Effect::Resume: return "resume";
    case Effect::CannotResume: return "cannot_resume";
    case Effect::FunctionSkipped: return "function_skipped";
    case Effect::Error: return "error";
  }
  return {};
}

std::string_view name_of(Status status) {
  switch (status) {
    case Status::None: return {};
    case Status::New: return "new";
    case Status::Existing: return "existing";
  }
  return {};
}

}  // namespace graphlift::report
