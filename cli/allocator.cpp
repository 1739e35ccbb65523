// operator new and delete of the command: blocks of one size class lie together in spans, freed ones are used again first.
//
// The analysis makes millions of small objects that live until it ends, and short-lived strings and arrays between them; a
// general allocator spends a quarter of the run on looking for room and on joining what was freed. Nothing goes back to
// the system before the process ends. Large blocks are malloc's.
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)

#include <pthread.h>
#include <sys/mman.h>

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <mutex>
#include <new>

namespace {

constexpr size_t kStep = 16, kLargest = 1024, kClasses = kLargest / kStep + 1;
constexpr size_t kSpan = size_t{1} << 16;    // memory of one size class
constexpr size_t kExtent = size_t{1} << 35;  // address space, of which only what is used costs anything

struct Free {
  Free* next;
};

struct Space {
  uintptr_t base = 0;
  size_t extent = 0;  // 0: not reserved, or refused
  size_t used = 0;
  bool tried = false;
  pthread_key_t at_exit{};
  std::array<Free*, kClasses> left{};  // by threads that have ended
  std::array<uint8_t, kExtent / kSpan> class_of{};
};

constinit Space space;
constinit std::mutex space_mutex;

struct Cache {
  std::array<Free*, kClasses> free{};
  std::array<char*, kClasses> at{}, end{};  // the rest of the span in use
  bool registered = false;
};

thread_local constinit Cache cache;

void leave(void*) {
  const std::lock_guard<std::mutex> lock(space_mutex);
  for (size_t kind = 0; kind < kClasses; ++kind)
    while (Free* block = cache.free[kind]) {
      cache.free[kind] = block->next;
      block->next = space.left[kind];
      space.left[kind] = block;
    }
}

// A block of the class from a new span, or from what an ended thread left; null when there is no room.
void* refill(size_t kind) {
  const std::lock_guard<std::mutex> lock(space_mutex);
  if (!space.tried) {
    space.tried = true;
    void* base = mmap(nullptr, kExtent, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (base != MAP_FAILED && pthread_key_create(&space.at_exit, leave) == 0) {
      space.base = reinterpret_cast<uintptr_t>(base);
      space.extent = kExtent;
    }
  }
  if (!cache.registered && space.extent != 0) {
    cache.registered = true;
    pthread_setspecific(space.at_exit, &cache);
  }
  if (Free* block = space.left[kind]) {
    space.left[kind] = nullptr;
    cache.free[kind] = block->next;
    return block;
  }
  if (space.used + kSpan > space.extent) return nullptr;
  char* span = reinterpret_cast<char*>(space.base) + space.used;
  space.class_of[space.used / kSpan] = static_cast<uint8_t>(kind);
  space.used += kSpan;
  cache.at[kind] = span + kind * kStep;
  cache.end[kind] = span + kSpan;
  return span;
}

void* take(size_t size) {
  if (size <= kLargest) {
    const size_t kind = size == 0 ? 1 : (size + kStep - 1) / kStep;
    if (Free* block = cache.free[kind]) {
      cache.free[kind] = block->next;
      __builtin_prefetch(block->next);
      return block;
    }
    char* block = cache.at[kind];
    if (block != nullptr && block + kind * kStep <= cache.end[kind]) {
      cache.at[kind] = block + kind * kStep;
      return block;
    }
    if (void* fresh = refill(kind)) return fresh;
  }
  return std::malloc(size == 0 ? 1 : size);
}

void give(void* block) {
  const uintptr_t offset = reinterpret_cast<uintptr_t>(block) - space.base;
  if (offset >= space.extent) {
    std::free(block);
    return;
  }
  const size_t kind = space.class_of[offset / kSpan];
  auto* freed = static_cast<Free*>(block);
  freed->next = cache.free[kind];
  cache.free[kind] = freed;
}

}  // namespace

void* operator new(size_t size) {
  if (void* block = take(size)) return block;
  throw std::bad_alloc();
}
void operator delete(void* block) noexcept {
  if (block != nullptr) give(block);
}
void operator delete(void* block, size_t) noexcept {
  if (block != nullptr) give(block);
}

#endif
