#include "analysis/syntax/tree_arena.h"

#include <tree_sitter/api.h>

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#include <vector>

namespace graphlift::syntax {
namespace {

constexpr size_t kHeader = 16;  // holds the size class, keeps blocks aligned
constexpr size_t kChunk = size_t{1} << 20;
constexpr size_t kKeptBytes = size_t{16} << 20;  // between files
constexpr size_t kFineClasses = 32;              // of 16, 32, … 512 bytes; above, powers of two

// Freed blocks are reused by size class; nothing goes back to the system before the file is done.
class Arena {
 public:
  void* take(size_t size) {
    const size_t kind = class_of(size);
    if (Free* block = free_[kind]) {
      free_[kind] = block->next;
      return block;
    }
    const size_t bytes = size_of(kind) + kHeader;
    if (at_ + bytes > end_) add_chunk(bytes);
    std::byte* block = at_;
    at_ += bytes;
    std::memcpy(block, &kind, sizeof kind);
    return block + kHeader;
  }

  void give(void* block) {
    const size_t kind = class_at(block);
    auto* freed = static_cast<Free*>(block);
    freed->next = free_[kind];
    free_[kind] = freed;
  }

  static size_t capacity(void* block) { return size_of(class_at(block)); }

  void reset() {
    free_.fill(nullptr);
    size_t kept = 0, bytes = 0;
    while (kept < chunks_.size() && bytes + chunks_[kept].size <= kKeptBytes) bytes += chunks_[kept++].size;
    chunks_.resize(kept);
    used_ = 0;
    at_ = end_ = nullptr;
  }

 private:
  struct Free {
    Free* next;
  };
  struct Chunk {
    std::unique_ptr<std::byte[]> bytes;
    size_t size;
  };

  static size_t class_of(size_t size) {
    if (size <= kFineClasses * 16) return size == 0 ? 0 : (size - 1) / 16;
    return kFineClasses + static_cast<size_t>(std::bit_width(size - 1)) - 10;
  }
  static size_t size_of(size_t kind) { return kind < kFineClasses ? (kind + 1) * 16 : size_t{1024} << (kind - kFineClasses); }
  static size_t class_at(void* block) {
    size_t kind;
    std::memcpy(&kind, static_cast<std::byte*>(block) - kHeader, sizeof kind);
    return kind;
  }

  void add_chunk(size_t bytes) {
    while (used_ < chunks_.size() && chunks_[used_].size < bytes) ++used_;
    if (used_ == chunks_.size()) {
      const size_t size = bytes > kChunk ? bytes : kChunk;
      chunks_.push_back({std::unique_ptr<std::byte[]>(new std::byte[size]), size});
    }
    at_ = chunks_[used_].bytes.get();
    end_ = at_ + chunks_[used_].size;
    ++used_;
  }

  std::vector<Chunk> chunks_;
  size_t used_ = 0;
  std::byte* at_ = nullptr;
  std::byte* end_ = nullptr;
  std::array<Free*, kFineClasses + 64> free_{};
};

thread_local constinit Arena* current = nullptr;

void* arena_malloc(size_t size) { return current->take(size); }
void* arena_calloc(size_t count, size_t size) {
  void* block = current->take(count * size);
  std::memset(block, 0, count * size);
  return block;
}
void arena_free(void* block) {
  if (block != nullptr) current->give(block);
}
void* arena_realloc(void* block, size_t size) {
  if (block == nullptr) return arena_malloc(size);
  const size_t capacity = Arena::capacity(block);
  if (size <= capacity) return block;
  void* grown = arena_malloc(size);
  std::memcpy(grown, block, capacity);
  arena_free(block);
  return grown;
}

}  // namespace

TreeArena::TreeArena() {
  if (!kDropsAll) return;
  static const bool installed = (ts_set_allocator(arena_malloc, arena_calloc, arena_realloc, arena_free), true);
  (void)installed;
  thread_local Arena own;
  current = &own;
}

TreeArena::~TreeArena() {
  if (kDropsAll) current->reset();
}

}  // namespace graphlift::syntax
