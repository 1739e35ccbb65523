// Observes operators through at::RecordFunction: Python operators, TorchScript, autograd, all threads, vmap, custom operators.
//
// Must be compiled with NDEBUG, as PyTorch's wheels are: RecordFunction has a member that exists only without it.
#include <ATen/core/Tensor.h>
#include <ATen/record_function.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstring>
#include <memory>
#include <vector>

#include "bridge.h"

namespace {

std::unique_ptr<GraphliftEvent[]> events;
int64_t capacity = 0;
std::atomic<int64_t> count{0};
std::atomic<uint32_t> round_number{0};
int32_t kind = kGraphliftAll;
bool running = false;
at::CallbackHandle handles[3] = {at::INVALID_CALLBACK_HANDLE, at::INVALID_CALLBACK_HANDLE, at::INVALID_CALLBACK_HANDLE};
constexpr char kRegion[] = "Torch-Compiled Region";

// The events of this thread that have begun and not ended, of the round they belong to.
struct Open {
  std::vector<int64_t> stack;
  uint32_t round = 0;
};
thread_local Open open_events;

int64_t now() { return std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

std::unique_ptr<at::ObserverContext> begin(const at::RecordFunction& function) {
  Open& open = open_events;
  const uint32_t round = round_number.load(std::memory_order_relaxed);
  if (open.round != round) {
    open.stack.clear();
    open.round = round;
  }
  const int64_t at = count.fetch_add(1, std::memory_order_relaxed);
  const int32_t depth = static_cast<int32_t>(open.stack.size());
  open.stack.push_back(at);
  if (at >= capacity) return nullptr;
  GraphliftEvent& event = events[at];
  const char* name = function.name();
  const size_t length = std::min(std::strlen(name), sizeof event.name - 1);
  std::memcpy(event.name, name, length);
  event.name[length] = 0;
  event.end = 0;
  event.sequence = function.seqNr();
  event.thread = function.threadId();
  event.digest = 0;
  event.depth = depth;
  event.scope = static_cast<int32_t>(function.scope());
  event.begin = now();
  return nullptr;
}

std::unique_ptr<at::ObserverContext> begin_region(const at::RecordFunction& function) {
  if (std::strncmp(function.name(), kRegion, sizeof kRegion - 1) != 0) return nullptr;
  (void)begin(function);
  open_events.stack.clear();
  return nullptr;
}

void digest_tensor(const at::Tensor& tensor, uint64_t& hash) {
  if (!tensor.defined() || tensor.layout() != at::kStrided || !tensor.device().is_cpu() || !tensor.is_contiguous() || !tensor.has_storage())
    return;
  const auto* bytes = static_cast<const unsigned char*>(tensor.const_data_ptr());
  if (!bytes) return;
  const size_t size = tensor.nbytes();
  size_t i = 0;
  for (; i + 8 <= size; i += 8) {
    uint64_t word;
    std::memcpy(&word, bytes + i, 8);
    hash = (hash ^ word) * 0x9E3779B97F4A7C15ULL;
    hash ^= hash >> 29;
  }
  for (; i < size; ++i) hash = (hash ^ bytes[i]) * 1099511628211ULL;
}

int64_t close_event() {
  Open& open = open_events;
  if (open.round != round_number.load(std::memory_order_relaxed) || open.stack.empty()) return -1;
  const int64_t at = open.stack.back();
  open.stack.pop_back();
  if (at >= capacity) return -1;
  events[at].end = now();
  return at;
}

void end(const at::RecordFunction&, at::ObserverContext*) { (void)close_event(); }

void end_with_digest(const at::RecordFunction& function, at::ObserverContext*) {
  const int64_t at = close_event();
  if (at < 0) return;
  uint64_t hash = 1469598103934665603ULL;
  for (const c10::IValue& value : function.outputs()) {
    if (value.isTensor()) digest_tensor(value.toTensor(), hash);
    if (value.isTensorList())
      for (const at::Tensor& each : value.toTensorVector()) digest_tensor(each, hash);
  }
  events[at].digest = hash;
}

at::RecordFunctionCallback callback(int32_t wanted) {
  if (wanted == kGraphliftDigests) return at::RecordFunctionCallback(begin, end_with_digest).needsOutputs(true);
  if (wanted == kGraphliftRegions) return at::RecordFunctionCallback(begin_region);
  return at::RecordFunctionCallback(begin, end);
}

}  // namespace

extern "C" int graphlift_observer_start(int64_t wanted, int32_t what) {
  if (running) return -1;
  if (wanted > capacity || !events) {
    events = std::make_unique<GraphliftEvent[]>(static_cast<size_t>(wanted));
    capacity = wanted;
  }
  count = 0;
  round_number.fetch_add(1);
  kind = what;
  at::CallbackHandle& handle = handles[kind];
  // Registered once: PyTorch asks that callbacks come and go only while nothing runs; disabling is safe.
  if (handle == at::INVALID_CALLBACK_HANDLE) {
    handle = at::addGlobalCallback(callback(kind));
  } else {
    at::reenableCallback(handle);
  }
  running = true;
  return 0;
}

extern "C" int64_t graphlift_observer_stop() {
  if (!running) return 0;
  at::disableCallback(handles[kind]);
  running = false;
  return count.load();
}

extern "C" const GraphliftEvent* graphlift_observer_events() { return events.get(); }
