// Insertion-ordered hash table: linear search while small, open addressing over entry numbers after that.
#include "analysis/interp/dict.h"

#include <cmath>
#include <functional>
#include <string_view>

#include "analysis/interp/object.h"
#include "analysis/interp/visit.h"

namespace graphlift::interp {
namespace {

constexpr size_t kLinear = 8;

uint64_t mix(uint64_t x) {
  x ^= x >> 33;
  x *= 0xff51afd7ed558ccdULL;
  x ^= x >> 33;
  x *= 0xc4ceb9fe1a85ec53ULL;
  return x ^ (x >> 33);
}

uint64_t hash_pointer(const void* p) { return mix(reinterpret_cast<uintptr_t>(p) >> 4); }

// A subclass instance of a built-in immutable type hashes and compares as the value it carries.
Value carried(Value v) {
  if (v.tag != Tag::Object || v.o->kind != ObjKind::Instance) return v;
  const auto* instance = static_cast<const InstanceObj*>(v.o);
  if (instance->payload.null() || instance->cls == nullptr) return v;
  switch (instance->cls->layout) {
    case Layout::Int:
    case Layout::Float:
    case Layout::Str:
    case Layout::Bytes:
    case Layout::Tuple:
    case Layout::Set: return instance->payload;
    default: return v;
  }
}

bool integral_float(double d, int64_t& out) {
  if (!(std::fabs(d) < 9.2e18) || d != std::trunc(d)) return false;
  out = int64_t(d);
  return true;
}

// Of a value without an end of its own the first parts decide: equal values have equal ones.
struct Hashing;
using HashVisit = Visit<Hashing, 4096>;
struct Comparing;
using KeyVisit = Visit<Comparing>;
struct Asking;
using HashableVisit = Visit<Asking>;

uint64_t hash_object(Value v) {
  switch (v.o->kind) {
    case ObjKind::Tuple: {
      uint64_t h = 0x345678;
      const HashVisit visit;
      if (HashVisit::too_far()) return h;
      for (Value item : static_cast<const TupleObj*>(v.o)->items) h = mix(h * 31 + hash_of(item));
      return h;
    }
    case ObjKind::Set: {
      uint64_t h = 0x9e37;
      for (const auto& e : static_cast<const SetObj*>(v.o)->map.entries())
        if (!e.key.null()) h ^= e.hash;
      return mix(h);
    }
    case ObjKind::Bytes: return std::hash<std::string>{}(static_cast<const BytesObj*>(v.o)->data);
    case ObjKind::Complex: {
      const auto* c = static_cast<const ComplexObj*>(v.o);
      const uint64_t re = hash_of(Value::real(c->re));
      return c->im == 0 ? re : mix(re * 31 + hash_of(Value::real(c->im)));
    }
    case ObjKind::Range: {
      const auto* r = static_cast<const RangeObj*>(v.o);
      return mix(uint64_t(r->start) * 31 + uint64_t(r->size()));
    }
    case ObjKind::BoundMethod: {
      const auto* m = static_cast<const BoundMethodObj*>(v.o);
      return mix(hash_of(m->func) * 31 + hash_of(m->self));
    }
    case ObjKind::Opaque: {
      const auto* o = static_cast<const OpaqueObj*>(v.o);
      return mix(std::hash<std::string>{}(o->text) + uint64_t(o->number));
    }
    default: return hash_pointer(v.o);
  }
}

bool equal_objects(Value a, Value b) {
  if (a.o == b.o) return true;
  if (a.o->kind != b.o->kind) return false;
  switch (a.o->kind) {
    case ObjKind::Tuple: {
      const auto& x = static_cast<const TupleObj*>(a.o)->items;
      const auto& y = static_cast<const TupleObj*>(b.o)->items;
      if (x.size() != y.size()) return false;
      const KeyVisit visit;
      if (KeyVisit::too_far()) return true;
      for (size_t i = 0; i < x.size(); ++i)
        if (!keys_equal(x[i], y[i])) return false;
      return true;
    }
    case ObjKind::Set: {
      const auto* x = static_cast<const SetObj*>(a.o);
      const auto* y = static_cast<const SetObj*>(b.o);
      if (x->map.size() != y->map.size()) return false;
      for (const auto& e : x->map.entries())
        if (!e.key.null() && y->map.find(e.key) == nullptr) return false;
      return true;
    }
    case ObjKind::Bytes: return static_cast<const BytesObj*>(a.o)->data == static_cast<const BytesObj*>(b.o)->data;
    case ObjKind::Complex: {
      const auto* x = static_cast<const ComplexObj*>(a.o);
      const auto* y = static_cast<const ComplexObj*>(b.o);
      return x->re == y->re && x->im == y->im;
    }
    case ObjKind::Range: {
      const auto* x = static_cast<const RangeObj*>(a.o);
      const auto* y = static_cast<const RangeObj*>(b.o);
      const int64_t n = x->size();
      return n == y->size() && (n == 0 || (x->start == y->start && (n == 1 || x->step == y->step)));
    }
    case ObjKind::Slice: {
      const auto* x = static_cast<const SliceObj*>(a.o);
      const auto* y = static_cast<const SliceObj*>(b.o);
      return keys_equal(x->start, y->start) && keys_equal(x->stop, y->stop) && keys_equal(x->step, y->step);
    }
    case ObjKind::BoundMethod: {
      const auto* x = static_cast<const BoundMethodObj*>(a.o);
      const auto* y = static_cast<const BoundMethodObj*>(b.o);
      return x->func.same(y->func) && x->self.same(y->self);
    }
    case ObjKind::Opaque: {
      const auto* x = static_cast<const OpaqueObj*>(a.o);
      const auto* y = static_cast<const OpaqueObj*>(b.o);
      return x->cls == y->cls && x->number == y->number && x->state == y->state && x->text == y->text;
    }
    default: return false;
  }
}

bool is_complex(Value v) { return v.tag == Tag::Object && v.o->kind == ObjKind::Complex; }

}  // namespace

bool hashable_known(Value v) {
  v = carried(v);
  switch (v.tag) {
    case Tag::Null: return false;
    case Tag::Object: break;
    default: return true;
  }
  switch (v.o->kind) {
    case ObjKind::Tuple: {
      const HashableVisit visit;
      if (HashableVisit::too_far()) return false;
      for (Value item : static_cast<const TupleObj*>(v.o)->items)
        if (!hashable_known(item)) return false;
      return true;
    }
    case ObjKind::Slice: {
      const auto* s = static_cast<const SliceObj*>(v.o);
      return hashable_known(s->start) && hashable_known(s->stop) && hashable_known(s->step);
    }
    case ObjKind::Set: return !static_cast<const SetObj*>(v.o)->open;
    case ObjKind::List:
    case ObjKind::Dict:
    case ObjKind::Sym:
    case ObjKind::Unknown:
    case ObjKind::Union: return false;
    default: return true;
  }
}

uint64_t hash_of(Value v) {
  v = carried(v);
  switch (v.tag) {
    case Tag::Bool:
    case Tag::Int: return mix(uint64_t(v.as_int()));
    case Tag::Float: {
      int64_t whole = 0;
      if (integral_float(v.f, whole)) return mix(uint64_t(whole));
      return v.f != v.f ? 0x7ff8 : mix(std::hash<double>{}(v.f));
    }
    case Tag::Str: return hash_pointer(v.o);
    case Tag::Object: return hash_object(v);
    default: return mix(uint64_t(v.tag) + 0x1000);
  }
}

bool keys_equal(Value a, Value b) {
  a = carried(a);
  b = carried(b);
  if (a.is_number() && b.is_number()) {
    if (a.is_float() != b.is_float()) {
      int64_t whole = 0;
      const Value real = a.is_float() ? a : b;
      return integral_float(real.f, whole) && whole == (a.is_float() ? b : a).as_int();
    }
    return a.is_float() ? a.f == b.f || (a.f != a.f && b.f != b.f) : a.as_int() == b.as_int();
  }
  if (is_complex(a) != is_complex(b)) {
    const auto* c = static_cast<const ComplexObj*>(is_complex(a) ? a.o : b.o);
    const Value other = is_complex(a) ? b : a;
    return other.is_number() && c->im == 0 && keys_equal(Value::real(c->re), other);
  }
  if (a.tag != b.tag) return false;
  if (a.tag == Tag::Str) return a.o == b.o;
  if (a.tag == Tag::Object) return equal_objects(a, b);
  return true;
}

int64_t Dict::locate(Value key, uint64_t hash) const {
  if (index_.empty()) {
    for (size_t i = 0; i < entries_.size(); ++i) {
      const Entry& e = entries_[i];
      if (e.hash == hash && !e.key.null() && keys_equal(e.key, key)) return int64_t(i);
    }
    return -1;
  }
  const size_t mask = index_.size() - 1;
  for (size_t slot = hash & mask;; slot = (slot + 1) & mask) {
    const int32_t at = index_[slot];
    if (at < 0) return -1;
    const Entry& e = entries_[size_t(at)];
    if (e.hash == hash && !e.key.null() && keys_equal(e.key, key)) return at;
  }
}

Value* Dict::find(Value key) {
  if (live_ == 0) return nullptr;
  const int64_t at = locate(key, hash_of(key));
  return at < 0 ? nullptr : &entries_[size_t(at)].value;
}

void Dict::set(Value key, Value value) {
  const uint64_t hash = hash_of(key);
  const int64_t at = locate(key, hash);
  if (at >= 0) {
    entries_[size_t(at)].value = value;
    return;
  }
  const size_t needed = entries_.size() + 1;
  if (needed > kLinear && needed * 3 > index_.size() * 2) {
    size_t buckets = 32;
    while (buckets < (live_ + 1) * 3) buckets *= 2;
    rebuild(buckets);
  }
  entries_.push_back({key, value, hash});
  ++live_;
  if (!index_.empty()) {
    const size_t mask = index_.size() - 1;
    size_t slot = hash & mask;
    while (index_[slot] >= 0) slot = (slot + 1) & mask;
    index_[slot] = int32_t(entries_.size() - 1);
  }
}

bool Dict::erase(Value key) {
  if (live_ == 0) return false;
  const int64_t at = locate(key, hash_of(key));
  if (at < 0) return false;
  // The index keeps pointing at the dead entry, so probe chains stay whole until the next rebuild.
  entries_[size_t(at)].key = Value();
  entries_[size_t(at)].value = Value();
  --live_;
  if (index_.empty()) {
    entries_.erase(entries_.begin() + at);
  } else if (live_ == 0) {
    clear();
  }
  return true;
}

void Dict::clear() {
  entries_.clear();
  index_.clear();
  live_ = 0;
}

void Dict::rebuild(size_t buckets) {
  if (entries_.size() != live_) {
    size_t to = 0;
    for (const Entry& e : entries_)
      if (!e.key.null()) entries_[to++] = e;
    entries_.resize(to);
  }
  index_.assign(buckets, -1);
  const size_t mask = buckets - 1;
  for (size_t i = 0; i < entries_.size(); ++i) {
    size_t slot = entries_[i].hash & mask;
    while (index_[slot] >= 0) slot = (slot + 1) & mask;
    index_[slot] = int32_t(i);
  }
}

}  // namespace graphlift::interp
