// The Python sources of a commit in a folder of their own, from git's objects; the working tree is not touched.
#pragma once

#include <string>
#include <vector>

#include "analysis/base/result.h"
#include "analysis/gate/git.h"

namespace graphlift::gate {

// Removed with the object.
class Checkout {
 public:
  // Files that are in the working tree as they are in the commit are linked to. CHANGED: those that are not, or may not be.
  [[nodiscard]] static Result<Checkout> make(const Repository& repository, const std::string& commit, const std::vector<Change>& changed);
  Checkout(Checkout&& other) noexcept : folder_(std::exchange(other.folder_, {})) {}
  Checkout& operator=(Checkout&&) = delete;
  Checkout(const Checkout&) = delete;
  Checkout& operator=(const Checkout&) = delete;
  ~Checkout();

  [[nodiscard]] const std::string& folder() const { return folder_; }  // stands for the root of the repository

 private:
  explicit Checkout(std::string folder) : folder_(std::move(folder)) {}
  std::string folder_;
};

}  // namespace graphlift::gate
