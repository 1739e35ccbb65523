// A pool whose threads have the deep stacks that interpretation by recursion needs.
#pragma once

#include <cstddef>
#include <functional>

namespace graphlift::engine {

inline constexpr size_t kStackBytes = size_t{512} << 20;

// Runs work(0) .. work(count - 1), each once, on up to `jobs` threads (0: one per processor); returns when all are done.
void run_on_big_stacks(size_t count, unsigned jobs, const std::function<void(size_t)>& work);

}  // namespace graphlift::engine
