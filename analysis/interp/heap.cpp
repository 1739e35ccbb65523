#include "analysis/interp/heap.h"

#include <algorithm>

#include "analysis/interp/tensor.h"
#include "analysis/interp/vm.h"

namespace graphlift::interp {

namespace {

// A detached copy of the mutable contents; null for kinds that have none.
std::shared_ptr<Object> copy_contents(const Object* object) {
  switch (object->kind) {
    case ObjKind::List: return std::make_shared<ListObj>(*static_cast<const ListObj*>(object));
    case ObjKind::Dict: return std::make_shared<DictObj>(*static_cast<const DictObj*>(object));
    case ObjKind::Set: return std::make_shared<SetObj>(*static_cast<const SetObj*>(object));
    case ObjKind::Instance: return std::make_shared<InstanceObj>(*static_cast<const InstanceObj*>(object));
    case ObjKind::Cell: return std::make_shared<CellObj>(*static_cast<const CellObj*>(object));
    case ObjKind::Function: return std::make_shared<FunctionObj>(*static_cast<const FunctionObj*>(object));
    case ObjKind::Tensor: return std::make_shared<TensorObj>(*static_cast<const TensorObj*>(object));
    case ObjKind::Property: return std::make_shared<PropertyObj>(*static_cast<const PropertyObj*>(object));
    default: return nullptr;
  }
}

void assign_contents(Object* to, const Object& from) {
  const uint32_t touched = to->touched;
  const uint32_t born = to->born;
  switch (to->kind) {
    case ObjKind::List: *static_cast<ListObj*>(to) = static_cast<const ListObj&>(from); break;
    case ObjKind::Dict: *static_cast<DictObj*>(to) = static_cast<const DictObj&>(from); break;
    case ObjKind::Set: *static_cast<SetObj*>(to) = static_cast<const SetObj&>(from); break;
    case ObjKind::Instance: *static_cast<InstanceObj*>(to) = static_cast<const InstanceObj&>(from); break;
    case ObjKind::Cell: *static_cast<CellObj*>(to) = static_cast<const CellObj&>(from); break;
    case ObjKind::Function: *static_cast<FunctionObj*>(to) = static_cast<const FunctionObj&>(from); break;
    case ObjKind::Tensor: *static_cast<TensorObj*>(to) = static_cast<const TensorObj&>(from); break;
    case ObjKind::Property: *static_cast<PropertyObj*>(to) = static_cast<const PropertyObj&>(from); break;
    default: break;
  }
  to->touched = touched;
  to->born = born;
}

void join_lists(Vm& vm, ListObj& a, const ListObj& b, When when) {
  const size_t common = std::min(a.items.size(), b.items.size());
  for (size_t i = 0; i < common; ++i) a.items[i] = vm.join(a.items[i], b.items[i], when);
  if (a.items.size() != b.items.size()) {
    const auto& longer = a.items.size() > b.items.size() ? a.items : b.items;
    Value rest = a.rest;
    for (size_t i = common; i < longer.size(); ++i) rest = vm.join(rest, longer[i], when);
    a.items.resize(common);
    a.open = true;
    a.rest = rest;
  }
  a.open |= b.open;
  a.rest = vm.join(a.rest, b.rest, when);
}

void join_maps(Vm& vm, Dict& a, const Dict& b, When when, bool& differs) {
  for (auto& entry : a.entries()) {
    if (entry.key.null()) continue;
    if (const Value* other = b.find(entry.key)) entry.value = vm.join(entry.value, *other, when);
    else differs = true;
  }
  for (const auto& entry : b.entries()) {
    if (entry.key.null() || a.find(entry.key)) continue;
    a.set(entry.key, entry.value);
    differs = true;
  }
}

void join_tensors(TensorObj& a, const TensorObj& b) {
  if (a.dtype != b.dtype) a.dtype = DType::Unknown;
  if (!a.ranked || !b.ranked || a.dims.size() != b.dims.size()) {
    a.ranked = false;
    a.dims.clear();
  } else {
    for (size_t i = 0; i < a.dims.size(); ++i)
      if (!(a.dims[i] == b.dims[i])) a.dims[i] = Dim{};
  }
  a.requires_grad |= b.requires_grad;
  a.region_input |= b.region_input;
  if (a.known != b.known) a.known.clear();
  if (!a.attrs) a.attrs = b.attrs;
}

void join_contents(Vm& vm, Object* to, const Object& other, When when) {
  bool differs = false;
  switch (to->kind) {
    case ObjKind::List: join_lists(vm, *static_cast<ListObj*>(to), static_cast<const ListObj&>(other), when); break;
    case ObjKind::Dict: {
      auto* dict = static_cast<DictObj*>(to);
      join_maps(vm, dict->map, static_cast<const DictObj&>(other).map, when, differs);
      dict->open |= static_cast<const DictObj&>(other).open;
      dict->rest = vm.join(dict->rest, static_cast<const DictObj&>(other).rest, when);
      break;
    }
    case ObjKind::Set: {
      auto* set = static_cast<SetObj*>(to);
      join_maps(vm, set->map, static_cast<const SetObj&>(other).map, when, differs);
      set->open |= differs || static_cast<const SetObj&>(other).open;
      break;
    }
    case ObjKind::Instance: {
      auto* instance = static_cast<InstanceObj*>(to);
      const auto& from = static_cast<const InstanceObj&>(other);
      if (!instance->dict) instance->dict = from.dict;
      instance->payload = vm.join(instance->payload, from.payload, when);
      break;
    }
    case ObjKind::Cell: {
      auto* cell = static_cast<CellObj*>(to);
      cell->value = vm.join(cell->value, static_cast<const CellObj&>(other).value, when);
      break;
    }
    case ObjKind::Tensor: join_tensors(*static_cast<TensorObj*>(to), static_cast<const TensorObj&>(other)); break;
    default: break;
  }
}

}  // namespace

Heap::~Heap() {
  journals_.clear();
  for (const Owned& owned : objects_) owned.destroy(owned.object);
}

void Heap::own(Object* object, void (*destroy)(Object*)) {
  objects_.push_back({object, destroy});
  object->born = uint32_t(objects_.size());
  if (journaling()) object->touched = journals_.back().epoch;  // younger than the fork: nothing to save
}

void Heap::open_journal() {
  journals_.push_back({});
  journals_.back().epoch = next_epoch_++;
}

void Heap::close_journal() {
  Journal closing = std::move(journals_.back());
  journals_.pop_back();
  if (!journaling()) return;
  Journal& outer = journals_.back();
  outer.oldest_unsaved = std::min(outer.oldest_unsaved, closing.oldest_unsaved);
  for (auto& [object, base] : closing.base) {
    outer.base.try_emplace(object, std::move(base));
    object->touched = outer.epoch;
  }
}

void Heap::touch(Object* object) {
  if (!journaling() || object->frozen) return;
  Journal& journal = journals_.back();
  if (object->touched == journal.epoch) return;
  object->touched = journal.epoch;
  if (auto copy = copy_contents(object)) journal.base.try_emplace(object, std::move(copy));
  else journal.oldest_unsaved = std::min(journal.oldest_unsaved, object->born);
}

HeapDelta Heap::extract() const {
  HeapDelta delta;
  const Journal& journal = journals_.back();
  delta.reserve(journal.base.size());
  for (const auto& [object, base] : journal.base) delta.emplace_back(object, copy_contents(object));
  return delta;
}

void Heap::restore_base() {
  for (const auto& [object, base] : journals_.back().base) assign_contents(object, *base);
}

void Heap::apply(const HeapDelta& delta) {
  for (const auto& [object, contents] : delta) {
    touch(object);
    assign_contents(object, *contents);
  }
}

void Heap::merge(Vm& vm, const HeapDelta& other, When when) {
  Journal& journal = journals_.back();
  std::unordered_map<Object*, const Object*> theirs;
  for (const auto& [object, contents] : other) theirs.emplace(object, contents.get());
  std::vector<std::pair<Object*, std::shared_ptr<Object>>> work;
  for (const auto& [object, base] : journal.base) {
    auto it = theirs.find(object);
    work.emplace_back(object, it != theirs.end() ? copy_contents(it->second) : copy_contents(base.get()));
  }
  // Oldest first: joining makes objects, and their order must not hang on addresses.
  std::sort(work.begin(), work.end(), [](const auto& a, const auto& b) { return a.first->born < b.first->born; });
  for (auto& [object, contents] : work) join_contents(vm, object, *contents, when);
}

}  // namespace graphlift::interp
