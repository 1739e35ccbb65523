// Which attributes a program writes outside constructors, and which a method reads from its object: from the code, without running it.
#pragma once

#include <functional>
#include <string>
#include <unordered_set>
#include <vector>

#include "analysis/interp/vm.h"

namespace graphlift::tensorflow {

class AttributeWrites {
 public:
  // Reads the code of every loaded module that OWN accepts; modules that were read before are left alone.
  void learn(interp::Vm& vm, const std::function<bool(lower::FileId)>& own);
  [[nodiscard]] bool outside_constructor(const std::string& attribute) const { return names_.count(attribute) > 0; }

 private:
  void read(const lower::Code& code, bool constructor);
  std::unordered_set<std::string> names_;
  std::unordered_set<uint32_t> read_;
};

struct AttributeRead {
  std::string name;
  Span span;
};

// `self.x` in a method, where it is not the start of a store or a test for None.
[[nodiscard]] std::vector<AttributeRead> reads_of_self(const lower::Code& code);

}  // namespace graphlift::tensorflow
