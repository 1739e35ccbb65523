// The result of an analysis, one to one with schema graphlift/1 (docs/output.md); every output format is a writer over it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace graphlift::report {

enum class Severity : uint8_t { Info, Warning, Error };
enum class Certainty : uint8_t { Definite, Conditional, Possible };
enum class Verdict : uint8_t { WholeGraph, Unknown, Unsafe, Breaks, Error };  // later ones win
enum class Effect : uint8_t { None, Resume, CannotResume, FunctionSkipped, Error };
enum class Status : uint8_t { None, New, Existing };  // beside a baseline or another revision

struct Place {
  std::string file;  // display path: relative to the root, or `site-packages/...`
  uint32_t line = 0;
};

struct PathStep {
  std::string file;
  uint32_t line = 0;
  std::string note;
};

struct Consequence {
  std::string file;
  uint32_t line = 0;
  std::string rule;
};

// How sure it is that a fix keeps the program's meaning, in the sense of ruff's levels.
enum class Safety : uint8_t { Safe, Unsafe, DisplayOnly };

// A rewrite that removes a finding. Offsets are bytes of the file as read.
struct FixEdit {
  std::string file;
  uint64_t start = 0, end = 0;
  std::string text;
};
struct OfferedFix {
  std::string name, title;
  Safety safety = Safety::Safe;
  std::vector<std::string> preconditions;
  std::string cost;
  std::vector<FixEdit> edits;
};

// What a finding is about, whatever its lines are now: survives reformatting and edits elsewhere. Empty where no source could be parsed.
struct Identity {
  std::string scope;      // functions and classes around it, without the module: `Net.forward`
  std::string statement;  // hash of the syntax tree of the statement, without its suite
  std::string shape;      // the same without the names in it
};

struct Finding {
  std::string code;  // GL103
  std::string rule;  // host-sync
  Severity severity = Severity::Warning;
  Certainty certainty = Certainty::Definite;
  std::string condition;
  std::string file;
  uint32_t line = 0, column = 0, end_line = 0, end_column = 0;  // 1-based, code points, half-open
  std::string function;                                         // pkg.mod.Class.method
  std::string message;
  std::vector<std::string> regions;  // region ids
  std::string gb_id, gb_type;
  Effect effect = Effect::None;
  std::vector<PathStep> path;
  std::vector<Consequence> consequences;
  std::vector<std::vector<Place>> call_chains;  // the calls that lead there from the region's entry, the innermost first; a few
  std::string advice;                           // what to do, in a sentence
  std::string fingerprint;
  std::vector<OfferedFix> fixes;
  Identity identity;
  Status status = Status::None;
};

// A finding that was taken out of the report.
struct Suppressed {
  Finding finding;
  bool in_source = true;      // by a comment; otherwise by the baseline
  std::string justification;  // what the comment says, may be empty
};

struct Region {
  std::string id;     // r1
  std::string mode;   // torch.compile
  std::string entry;  // train.Net.forward
  std::string file;
  uint32_t line = 0;
  std::optional<Place> site;
  Verdict verdict = Verdict::WholeGraph;
  std::optional<uint32_t> predicted_graphs;
  std::vector<std::string> reasons;
  std::optional<Verdict> base_verdict;  // of the same region in the revision compared with
  std::optional<uint32_t> base_graphs;
};

struct Report {
  std::string root;
  std::optional<std::string> torch_version, tensorflow_version;
  std::vector<Region> regions;
  std::vector<Finding> findings;
  std::vector<Suppressed> suppressed;
  size_t existing = 0;                  // findings of the other side that a writer left out
  bool compared = false;                // with a baseline or another revision: findings have a status
  std::vector<Finding> fixed;           // of the other side, not there any more
  std::vector<std::string> violations;  // of the gate's policy
  std::vector<std::string> errors;      // internal errors and unreadable input: which file, what
  std::vector<std::string> notes;       // where a program stopped early, what ran out of budget
  uint32_t files = 0, functions = 0;
  uint32_t unknown = 0;
  double milliseconds = 0;
};

// Sorts every list by path, position, code, so that output is the same for any thread count.
void normalise(Report& report);

}  // namespace graphlift::report
