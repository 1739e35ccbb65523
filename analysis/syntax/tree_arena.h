// The memory of tree-sitter while one file is parsed: taken from a per-thread arena and given up as a whole.
#pragma once

namespace graphlift::syntax {

// While one lives, everything that tree-sitter allocates on this thread comes from the arena; its end makes all of that invalid.
// They may not be nested.
class TreeArena {
 public:
  TreeArena();
  ~TreeArena();
  TreeArena(const TreeArena&) = delete;
  TreeArena& operator=(const TreeArena&) = delete;

#if defined(__SANITIZE_ADDRESS__)
  static constexpr bool kDropsAll = false;  // the sanitizer sees more with the usual allocator
#else
  static constexpr bool kDropsAll = true;  // so trees need not be deleted
#endif
};

}  // namespace graphlift::syntax
