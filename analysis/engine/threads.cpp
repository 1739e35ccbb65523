#include "analysis/engine/threads.h"

#include <pthread.h>

#include <algorithm>
#include <atomic>
#include <thread>
#include <vector>

namespace graphlift::engine {
namespace {

struct Queue {
  size_t count;
  const std::function<void(size_t)>& work;
  std::atomic<size_t> next{0};
};

void* drain(void* argument) {
  Queue& queue = *static_cast<Queue*>(argument);
  for (size_t i = queue.next++; i < queue.count; i = queue.next++) queue.work(i);
  return nullptr;
}

}  // namespace

void run_on_big_stacks(size_t count, unsigned jobs, const std::function<void(size_t)>& work) {
  Queue queue{count, work};
  const unsigned processors = std::max(1u, std::thread::hardware_concurrency());
  const size_t wanted = std::min<size_t>(count, jobs == 0 ? processors : jobs);
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, kStackBytes);
  std::vector<pthread_t> threads;
  for (size_t i = 0; i < wanted; ++i)
    if (pthread_t thread; pthread_create(&thread, &attributes, drain, &queue) == 0) threads.push_back(thread);
  pthread_attr_destroy(&attributes);
  if (threads.empty()) drain(&queue);  // no address space for a deep stack: the call depth limit still holds
  for (const pthread_t thread : threads) pthread_join(thread, nullptr);
}

}  // namespace graphlift::engine
