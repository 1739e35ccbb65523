// Comments that speak to the linter:
//   x.item()  # graphlift: ignore[host-sync] why       the statement that it stands on, or the next one when it stands alone
//   # graphlift: disable[GL103] why … enable[GL103]     what lies between, to the end of the file without an `enable`
//   # graphlift: file-ignore[GL103] why                 the whole file
//   x.item()  # noqa: GL103                             as other linters write it
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "analysis/base/span.h"

namespace graphlift::engine {

enum class Directive : uint8_t { Ignore, Noqa, Disable, Enable, FileIgnore };

struct SuppressionName {
  std::string written;  // host-sync
  std::string code;     // GL103; empty when there is no such rule
  Span span;            // in the source
};

struct SuppressionComment {
  Directive directive = Directive::Ignore;
  std::vector<SuppressionName> names;
  bool all = false;  // it names none: every rule
  std::string reason;
  Span span;       // of the directive itself, without the reason
  Span comment;    // of the whole comment
  Span statement;  // what it covers, for Ignore and Noqa
  bool own_line = false;
};

// In the order of the source. Rules of other linters that a `noqa` names are left out; one that names no rule of ours is no comment of
// ours.
[[nodiscard]] std::vector<SuppressionComment> suppression_comments(std::string_view source);

}  // namespace graphlift::engine
