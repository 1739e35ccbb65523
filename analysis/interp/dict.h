// Insertion-ordered hash table from Value to Value with Python's key equality on known keys; serves dict, set,
// instance attributes, class and module namespaces.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "analysis/interp/value.h"

namespace graphlift::interp {

class Dict {
 public:
  struct Entry {
    Value key;  // Tag::Null marks a deleted entry
    Value value;
    uint64_t hash;
  };

  // Pointers stay valid until the next insertion.
  [[nodiscard]] Value* find(Value key);
  [[nodiscard]] const Value* find(Value key) const { return const_cast<Dict*>(this)->find(key); }
  void set(Value key, Value value);
  bool erase(Value key);  // false when absent
  void clear();
  [[nodiscard]] size_t size() const { return live_; }
  [[nodiscard]] bool empty() const { return live_ == 0; }

  // Iterate `for (const auto& e : d.entries()) if (!e.key.null()) ...`; order is insertion order.
  [[nodiscard]] const std::vector<Entry>& entries() const { return entries_; }
  [[nodiscard]] std::vector<Entry>& entries() { return entries_; }

 private:
  void rebuild(size_t buckets);
  [[nodiscard]] int64_t locate(Value key, uint64_t hash) const;

  std::vector<Entry> entries_;
  std::vector<int32_t> index_;  // open addressing; empty while there are few entries
  size_t live_ = 0;
};

// Can this value be a key whose equality we can decide? Known scalars, strings, tuples of them, and objects compared by identity.
[[nodiscard]] bool hashable_known(Value v);
[[nodiscard]] uint64_t hash_of(Value v);
[[nodiscard]] bool keys_equal(Value a, Value b);

}  // namespace graphlift::interp
