#include "analysis/gate/match.h"

#include <functional>
#include <string_view>
#include <unordered_map>

namespace graphlift::gate {
namespace {

// Parts that cannot run into each other.
std::string key(std::initializer_list<std::string_view> parts) {
  std::string out;
  for (const std::string_view part : parts) out.append(part).push_back('\0');
  return out;
}

std::string_view last_name(std::string_view scope) { return scope.substr(scope.rfind('.') + 1); }

// Strict first. What a later one joins differs in one respect only, so a fault that is fixed here and made there is not taken for a move.
using KeyOf = std::function<std::string(const Known&)>;
const KeyOf kKeys[] = {
    // The same place.
    [](const Known& k) { return key({k.code, k.file, k.identity.scope, k.identity.statement}); },
    // Its function was renamed, or it moved within the file.
    [](const Known& k) { return key({k.code, k.file, k.identity.statement, last_name(k.identity.scope)}); },
    [](const Known& k) { return key({k.code, k.file, k.identity.statement}); },
    // Its function moved to another file.
    [](const Known& k) { return key({k.code, k.identity.scope, k.identity.statement}); },
    [](const Known& k) { return key({k.code, last_name(k.identity.scope), k.identity.statement}); },
    // Names in it were changed.
    [](const Known& k) { return key({k.code, k.file, k.identity.scope, k.identity.shape}); },
};

}  // namespace

Known known_of(const report::Finding& f) { return {f.code, f.rule, f.file, f.identity, f.message, ""}; }

std::vector<size_t> match(const std::vector<Known>& before, const std::vector<Known>& after,
                          const std::map<std::string, std::string>& renamed) {
  std::vector<size_t> out(after.size(), kUnmatched);
  std::vector<bool> taken(before.size());
  for (const KeyOf& key_of : kKeys) {
    // Of equal ones the first is matched with the first: an occurrence more is new, one less is fixed.
    std::unordered_map<std::string, std::vector<size_t>> open;
    for (size_t i = before.size(); i-- > 0;) {
      if (taken[i]) continue;
      Known moved = before[i];
      if (const auto found = renamed.find(moved.file); found != renamed.end()) moved.file = found->second;
      if (moved.identity.statement.empty()) moved.identity.statement = moved.message;
      open[key_of(moved)].push_back(i);
    }
    for (size_t i = 0; i < after.size(); ++i) {
      if (out[i] != kUnmatched) continue;
      Known one = after[i];
      if (one.identity.statement.empty()) one.identity.statement = one.message;
      const auto found = open.find(key_of(one));
      if (found == open.end() || found->second.empty()) continue;
      out[i] = found->second.back();
      found->second.pop_back();
      taken[out[i]] = true;
    }
  }
  return out;
}

}  // namespace graphlift::gate
