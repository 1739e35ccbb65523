// The abstract heap: owns objects, and remembers their contents while a branch of unknown outcome is being explored.
//
// A frame that forks opens a journal. The first write to an object after that saves its contents (the base). To leave
// one path for another, the path's contents of every journaled object are taken out as a HeapDelta and the base is put
// back; where two paths meet, the contents are joined. Closing a journal hands its bases to the enclosing one.
#pragma once

#include <memory>
#include <unordered_map>
#include <utility>
#include <vector>

#include "analysis/interp/frame.h"
#include "analysis/interp/object.h"

namespace graphlift::interp {

class Heap {
 public:
  Heap() = default;
  ~Heap();
  Heap(const Heap&) = delete;
  Heap& operator=(const Heap&) = delete;

  void own(Object* object, void (*destroy)(Object*));
  [[nodiscard]] uint32_t births() const { return uint32_t(objects_.size()); }

  void open_journal();
  void close_journal();
  [[nodiscard]] bool journaling() const { return journals_.size() > floor_; }
  void touch(Object* object);
  // While a module body runs, its writes are kept on every path: the journals open at that moment do not see them.
  // raise_floor answers the old floor, for lower_floor.
  [[nodiscard]] size_t raise_floor() { return std::exchange(floor_, journals_.size()); }
  void lower_floor(size_t floor) { floor_ = floor; }

  [[nodiscard]] HeapDelta extract() const;  // current contents of everything journaled since the last open
  // What the objects held that were written since the last open; and the oldest one written that cannot be saved.
  [[nodiscard]] const std::unordered_map<Object*, std::shared_ptr<Object>>& saved() const { return journals_.back().base; }
  [[nodiscard]] uint32_t oldest_unsaved() const { return journals_.back().oldest_unsaved; }
  void restore_base();                 // back to the contents at the last open
  void apply(const HeapDelta& delta);  // writes a path's contents
  // Joins another path's delta into the current contents.
  void merge(Vm& vm, const HeapDelta& other, When when);

 private:
  struct Journal {
    uint32_t epoch = 0;
    uint32_t oldest_unsaved = UINT32_MAX;  // by birth
    std::unordered_map<Object*, std::shared_ptr<Object>> base;
  };
  struct Owned {
    Object* object;
    void (*destroy)(Object*);
  };
  std::vector<Owned> objects_;
  std::vector<Journal> journals_;
  uint32_t next_epoch_ = 1;
  size_t floor_ = 0;
};

}  // namespace graphlift::interp
