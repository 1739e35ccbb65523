#include "analysis/interp/decorators.h"

#include <algorithm>
#include <string_view>

#include "analysis/interp/heap.h"
#include "analysis/interp/vm.h"

namespace graphlift::interp {

namespace {

// Modules whose functions leave nothing behind but what they do to objects, which a journal sees.
constexpr std::string_view kWithoutState[] = {
    "builtins",  "collections", "copy",    "dataclasses", "enum",     "importlib", "inspect",
    "itertools", "json",        "logging", "math",        "operator", "os",        "pathlib",
    "re",        "string",      "sys",     "textwrap",    "types",    "typing",    "typing_extensions",
    "warnings"};

bool is_documentation(Value key) {
  return key.is_str() && (text_of(key) == "__doc__" || text_of(key) == "__annotations__");  // the second: kept once evaluated
}

// A deferred import is what it stands for once it was carried out.
Value as_used(Value held) {
  const auto* import = cast<LazyImportObj>(held);
  return import && !import->resolved.null() ? import->resolved : held;
}

bool only_documentation_differs(const Dict& before, const Dict& after) {
  const auto kept = [](const Dict& from, const Dict& in) {
    return std::all_of(from.entries().begin(), from.entries().end(), [&](const Dict::Entry& entry) {
      if (entry.key.null() || is_documentation(entry.key)) return true;
      const Value* other = in.find(entry.key);
      if (!other && cast<ModuleObj>(entry.value)) return true;  // a module that was imported on the way is remembered
      return other && as_used(*other).same(as_used(entry.value));
    });
  };
  return kept(before, after) && kept(after, before);
}

bool only_documentation_differs(const FunctionObj& before, const FunctionObj& after) {
  const bool same =
      before.code == after.code && before.name.same(after.name) && before.qualname.same(after.qualname) &&
      before.kwdefaults == after.kwdefaults && before.owner == after.owner && before.defaults.size() == after.defaults.size() &&
      std::equal(before.defaults.begin(), before.defaults.end(), after.defaults.begin(), [](Value a, Value b) { return a.same(b); });
  if (!same) return false;
  if (before.attrs == after.attrs) return true;
  return !before.attrs && only_documentation_differs(Dict(), after.attrs->map);
}

bool only_documentation_differs(const Object* before, const Object* after) {
  if (before->cls != after->cls) return false;
  if (after->kind == ObjKind::Dict)
    return only_documentation_differs(static_cast<const DictObj*>(before)->map, static_cast<const DictObj*>(after)->map);
  if (after->kind == ObjKind::Function)
    return only_documentation_differs(*static_cast<const FunctionObj*>(before), *static_cast<const FunctionObj*>(after));
  return false;
}

DictObj* documented(Vm& vm, Value subject) {
  if (auto* cls = cast<ClassObj>(subject)) return cls->dict;
  return vm.attributes_of(subject, true);
}

}  // namespace

Decorators::Plan Decorators::plan(const FunctionObj* fn, const Args& args, DecoratorUse& use) const {
  if (args.pos.size() != 1 || !args.kw.empty() || args.open_pos || args.open_kw || fn->code->is_generator || fn->code->is_coroutine)
    return Plan::Run;
  const Value subject = args.pos[0];
  if (!cast<FunctionObj>(subject) && !cast<ClassObj>(subject)) return Plan::Run;
  use.code = fn->code.get();
  use.subject = subject.o->kind;
  for (const CellObj* cell : fn->closure) {
    const Value held = cell->value;
    const bool object = held.is_object();
    use.closure += char('a' + int(held.tag));
    if (object) use.closure += char('a' + int(held.o->kind));
    // A function that decides for others is another decorator each time.
    if (auto* function = cast<FunctionObj>(held)) use.closure += std::to_string(function->code->id) + ";";
  }
  const auto known = uses_.find(use);
  if (known == uses_.end()) return Plan::Watch;
  if (known->second.clean >= kClean) return Plan::Skip;
  return known->second.others < kOthers ? Plan::Watch : Plan::Run;
}

Decorators::Watch Decorators::begin(const Heap& heap) {
  ++depth_;
  return {effects_, heap.births()};
}

void Decorators::end(const Watch& watch, const DecoratorUse& use, Vm& vm, const Heap& heap, Value subject, Value result) {
  --depth_;
  bool only = effects_ == watch.effects && result.same(subject) && heap.oldest_unsaved() > watch.births;
  if (only) {
    DictObj* own = documented(vm, subject);
    const Value* text = own ? own->map.find(vm.str("__doc__")) : nullptr;
    only = text && (text->is_str() || !vm.concrete(*text));
  }
  bool wrote = false;
  if (only)
    for (const auto& [object, before] : heap.saved()) {
      if (object->born > watch.births) continue;
      only = only && only_documentation_differs(before.get(), object);
      wrote = true;
    }
  History& history = uses_[use];
  if (only) {
    if (wrote) {
      ++history.clean;
      history.others = 0;
    }
  } else {
    history.clean = 0;
    ++history.others;
  }
}

void Decorators::document(Vm& vm, Value subject) {
  DictObj* own = documented(vm, subject);
  vm.touch(own);
  own->map.set(vm.str("__doc__"), vm.sym(vm.types.str, When::Const));
}

void Decorators::called(const NativeObj* native) {
  const std::string_view name = native->qualified;
  const std::string_view first = name.substr(0, name.find('.'));
  if (std::find(std::begin(kWithoutState), std::end(kWithoutState), first) == std::end(kWithoutState)) ++effects_;
}

}  // namespace graphlift::interp
