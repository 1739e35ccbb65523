// Values that the configuration says hold when an entry is called: `assume = {"config.use_cache" = false}`.
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "analysis/engine/entries.h"

namespace graphlift::engine {

struct Assumption {
  std::string path;  // parameter, or `parameter.attribute…`; `self.attribute…` for methods
  std::variant<bool, int64_t, double, std::string> value;
};

struct EntryRequest {
  std::string target;  // MODULE:QUALNAME
  std::string mode;    // empty: that of the program
  std::vector<Assumption> assume;
};

// Changes the arguments, and the objects behind them. What could not be done is added to NOTES.
void apply_assumptions(interp::Vm& vm, const EntryPoint& point, interp::Args& args, const std::vector<Assumption>& assume,
                       std::vector<std::string>& notes);

}  // namespace graphlift::engine
