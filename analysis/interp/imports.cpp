// Modules: finding, loading, deferring and binding them.
//
// Imports at module level are deferred until the bound name is first used (the semantics of PEP 690), so that a program
// pays only for the modules it reaches. Imports under `try`, in functions, and star imports are executed at once.
#include <algorithm>

#include "analysis/interp/machine.h"

namespace graphlift::interp {

using lower::ImportRef;
using lower::Instr;
using lower::Op;

namespace {

std::string parent_of(const std::string& dotted) {
  const size_t dot = dotted.rfind('.');
  return dot == std::string::npos ? std::string() : dotted.substr(0, dot);
}

std::string leaf_of(const std::string& dotted) {
  const size_t dot = dotted.rfind('.');
  return dot == std::string::npos ? dotted : dotted.substr(dot + 1);
}

std::string first_of(const std::string& dotted) { return dotted.substr(0, dotted.find('.')); }

// Absolute name of the module an import statement names.
std::string absolute_name(const ImportRef& ref, const ModuleObj* importer) {
  if (ref.level == 0) return ref.module;
  std::string base = importer ? importer->package : std::string();
  for (uint32_t i = 1; i < ref.level; ++i) base = parent_of(base);
  if (ref.module.empty()) return base;
  return base.empty() ? ref.module : base + "." + ref.module;
}

}  // namespace

ModuleObj* Vm::add_native_module(std::string_view dotted) {
  if (!impl_->sys_modules) impl_->sys_modules = new_dict();
  auto* module = make<ModuleObj>(types.module);
  module->name = dotted;
  module->dict = new_dict();
  module->native = true;
  module->is_package = true;
  module->package = dotted;
  module->state = ModuleObj::State::Loaded;
  module->dict->map.set(str("__name__"), str(dotted));
  impl_->modules[module->name] = module;
  impl_->sys_modules->map.set(str(dotted), Value::object(module));
  if (const std::string parent = parent_of(module->name); !parent.empty())
    if (ModuleObj* p = loaded_module(parent)) p->dict->map.set(str(leaf_of(module->name)), Value::object(module));
  return module;
}

ModuleObj* Vm::loaded_module(std::string_view dotted) {
  auto it = impl_->modules.find(std::string(dotted));
  return it == impl_->modules.end() ? nullptr : it->second;
}

void Vm::register_native_module(std::string_view dotted, void (*init)(Vm&, ModuleObj*)) {
  impl_->native_modules[std::string(dotted)] = init;
}

// The module object of a file that is not run yet.
ModuleObj* Vm::declare_module(const std::string& name, const ModuleSource::Found& found) {
  auto* module = make<ModuleObj>(types.module);
  module->name = name;
  module->dict = new_dict();
  module->file = found.display_file;
  module->file_id = found.file;
  module->is_package = found.is_package;
  module->package = found.is_package ? name : parent_of(name);
  if (found.extension) {
    module->native = true;
    module->state = ModuleObj::State::Loaded;
    module->lookup_hook = [](Vm& vm, ModuleObj* m, const StrObj* attr, bool fallback) -> Value {
      if (!fallback || attr->text.starts_with("__")) return {};
      return compiled_name(vm, vm.impl_->compiled, m->name + "." + attr->text);
    };
  }
  impl_->modules[name] = module;
  impl_->sys_modules->map.set(str(name), Value::object(module));
  const auto set = [&](const char* key, Value v) { module->dict->map.set(str(key), v); };
  set("__name__", str(name));
  set("__file__", found.display_file.empty() ? Value::none() : str(found.display_file));
  set("__package__", str(module->package));
  set("__doc__", Value::none());
  set("__loader__", Value::none());
  InstanceObj* spec = new_instance(types.object);
  spec->dict = new_dict();
  spec->dict->map.set(str("name"), str(name));
  spec->dict->map.set(str("origin"), found.display_file.empty() ? Value::none() : str(found.display_file));
  spec->dict->map.set(str("parent"), str(module->package));
  spec->dict->map.set(str("loader"), Value::none());
  spec->dict->map.set(str("submodule_search_locations"), found.is_package ? list({}) : Value::none());
  set("__spec__", Value::object(spec));
  if (found.is_package) {
    const size_t slash = found.display_file.rfind('/');
    set("__path__", list({str(slash == std::string::npos ? found.display_file : found.display_file.substr(0, slash))}));
  }
  return module;
}

Value Vm::import_when_used(std::string_view dotted) {
  const std::string name(dotted), parent = parent_of(name);
  if (Value* known = impl_->sys_modules->map.find(str(name))) return *known;
  if (parent.empty() || impl_->native_modules.contains(name)) return import_value(name);
  const ModuleSource::Found found = impl_->source.find(name);
  if (!found.exists || found.extension || !found.file.valid()) return import_value(name);
  const Value package = import_when_used(parent);
  if (package.null()) return {};
  if (Value* known = impl_->sys_modules->map.find(str(name))) return *known;
  ModuleObj* module = declare_module(name, found);
  impl_->pending_modules.push_back(module);
  if (auto* p = cast<ModuleObj>(package); p && !p->dict->map.find(str(leaf_of(name))))
    p->dict->map.set(str(leaf_of(name)), Value::object(module));
  return Value::object(module);
}

// Runs the modules of a package that import_when_used put off and whose text mentions the word. True when one ran.
bool Vm::load_pending(std::string_view package, std::string_view word) {
  bool any = false;
  const auto pending = impl_->pending_modules;
  for (ModuleObj* module : pending) {
    const bool inside = module->name == package || module->name.starts_with(std::string(package) + ".");
    if (!inside || module->state != ModuleObj::State::Unloaded || !impl_->source.mentions(module->file_id, word)) continue;
    any = true;
    if (!load(module)) {
      if (exhausted_) return any;
      clear_exception();
    }
  }
  std::erase_if(impl_->pending_modules, [](ModuleObj* module) { return module->state != ModuleObj::State::Unloaded; });
  return any;
}

Value Vm::import_value(std::string_view dotted) {
  const std::string name(dotted);
  if (Value* loaded = impl_->sys_modules->map.find(str(name))) {
    if (auto* module = cast<ModuleObj>(*loaded)) {
      if (!load(module)) return {};
      if (Value* again = impl_->sys_modules->map.find(str(name))) return *again;
    }
    return *loaded;
  }
  const std::string parent = parent_of(name);
  Value parent_value;
  if (!parent.empty()) {
    parent_value = import_value(parent);
    if (parent_value.null()) return {};
    if (Value* loaded = impl_->sys_modules->map.find(str(name))) return *loaded;  // the parent's body made it
  }
  ModuleObj* module = nullptr;
  if (auto it = impl_->native_modules.find(name); it != impl_->native_modules.end()) {
    module = add_native_module(name);
    const size_t floor = impl_->heap.raise_floor();
    it->second(*this, module);
    impl_->heap.lower_floor(floor);
  } else {
    const ModuleSource::Found found = impl_->source.find(name);
    if (!found.exists) {
      auto* parent_module = cast<ModuleObj>(parent_value);
      if (parent_module && parent_module->native) {
        // A submodule of a modelled package that exists only as an attribute.
        Value v = module_attr(parent_module, intern(leaf_of(name)));
        if (!v.null() || raised()) return v;
      }
      return raise(types.module_not_found_error, "No module named '" + name + "'");
    }
    module = declare_module(name, found);
    if (!load(module)) return {};
  }
  Value result = Value::object(module);
  if (Value* now = impl_->sys_modules->map.find(str(name))) result = *now;  // a body may replace its own entry
  if (auto* p = cast<ModuleObj>(parent_value)) {
    if (!p->dict->map.find(str(leaf_of(name)))) p->dict->map.set(str(leaf_of(name)), result);
  }
  return result;
}

ModuleObj* Vm::import_module(std::string_view dotted) {
  Value v = import_value(dotted);
  return cast<ModuleObj>(v);
}

bool Machine::run_module_body(ModuleObj* module) {
  Vm::Impl& impl = *vm_.impl_;
  module->state = ModuleObj::State::Loading;
  auto code = impl.source.load(module->file_id);
  if (!code) {
    module->state = ModuleObj::State::Loaded;
    module->open_names = true;
    return true;
  }
  if (code->has_docstring) module->dict->map.set(vm_.str("__doc__"), vm_.str(code->docstring));
  Frame frame;
  frame.code = code;
  frame.module = module;
  frame.names = module->dict;
  frame.path.locals.resize(code->locals.size());
  frame.tracing = Tracing::Off;
  for (size_t i = 0; i < code->cellvars.size(); ++i) frame.cells.push_back(vm_.make<CellObj>(vm_.types.cell));
  const size_t floor = impl.heap.raise_floor();
  const bool overriding = impl.override_tracing;
  impl.override_tracing = false;
  const DeepWork::Apart apart(impl.deep_work, impl.instructions);
  Value done = run(frame);
  impl.override_tracing = overriding;
  impl.heap.lower_floor(floor);
  module->state = ModuleObj::State::Loaded;
  return !done.null();
}

bool Vm::load(ModuleObj* module) {
  if (module->state != ModuleObj::State::Unloaded) return true;
  if (Machine(*this).run_module_body(module)) return true;
  module->state = ModuleObj::State::Unloaded;
  impl_->sys_modules->map.erase(str(module->name));
  impl_->modules.erase(module->name);
  return false;
}

Value Vm::run_module(ModuleObj* module) { return load(module) ? Value::none() : Value(); }

Value Vm::module_attr(ModuleObj* module, const StrObj* name) {
  const Value key = Value::string(const_cast<StrObj*>(name));
  if (module->lookup_hook) {
    Value v = module->lookup_hook(*this, module, name, false);
    if (!v.null() || raised()) return v;
  }
  if (!load(module)) return {};
  if (Value* v = module->dict->map.find(key)) {
    if (!cast<LazyImportObj>(*v)) return *v;
    Value forced = force(*v);
    if (forced.null()) return {};
    if (Value* slot = module->dict->map.find(key); slot && cast<LazyImportObj>(*slot)) *slot = forced;
    return forced;
  }
  if (name->text == "__dict__") return Value::object(module->dict);
  if (module->missing) return unknown("package `" + first_of(module->name) + "` is not installed");
  if (module->lookup_hook) {
    Value v = module->lookup_hook(*this, module, name, true);
    if (!v.null() || raised()) return v;
  }
  if (name->text.starts_with("__")) return {};
  // What the package declares to type checkers stands for a lazy `__getattr__` whose tables are built from files.
  if (Value* hook = module->dict->map.find(str("__getattr__")); hook && !module->native) {
    Value declared = declared_export(module, name);
    if (!declared.null() || raised()) return declared;
    Value v = call(*hook, {key});
    if (!v.null()) return v;
    if (!raised_is(types.attribute_error)) return {};
    clear_exception();
  }
  if (module->is_package && !module->name.empty()) {
    const std::string sub = module->name + "." + name->text;
    const bool known = impl_->sys_modules->map.find(str(sub)) || impl_->native_modules.contains(sub);
    if (known || impl_->source.find(sub).exists) return import_value(sub);
  }
  if (!impl_->pending_modules.empty() && !module->native && load_pending(first_of(module->name), name->text))
    if (Value* v = module->dict->map.find(key)) return force(*v);
  if (exhausted_) return {};
  if (!module->native || module->name.empty()) return {};
  if (module->lookup_hook) {
    // A table of names lists what is public; a function that the module's own source defines is there all the same.
    const ModuleSource::Found found = impl_->source.find(module->name);
    if (!found.exists || found.extension || !impl_->source.mentions(found.file, "\ndef " + name->text + "(")) return {};
  }
  // A model covers what it covers: the rest of the module is its own source, loaded beside it.
  auto [shadow, fresh] = impl_->shadows.try_emplace(module->name, nullptr);
  if (fresh) {
    const ModuleSource::Found found = impl_->source.find(module->name);
    if (!found.exists || found.extension) return {};
    auto* source = make<ModuleObj>(types.module);
    source->name = module->name;
    source->file = found.display_file;
    source->file_id = found.file;
    source->is_package = found.is_package;
    source->package = found.is_package ? module->name : parent_of(module->name);
    source->dict = new_dict();
    for (const auto& [k, v] :
         {std::pair{"__name__", str(module->name)}, std::pair{"__file__", str(found.display_file)},
          std::pair{"__package__", str(source->package)}, std::pair{"__doc__", Value::none()}, std::pair{"__spec__", Value::none()}})
      source->dict->map.set(str(k), v);
    impl_->shadows[module->name] = source;
    if (!Machine(*this).run_module_body(source)) {
      if (exhausted_) return {};
      clear_exception();  // what the body defined before it stopped is still there
    }
  }
  ModuleObj* source = impl_->shadows[module->name];
  if (!source) return {};
  Value* v = source->dict->map.find(key);
  return v ? *v = force(*v) : Value();
}

namespace {

// The imports under `if TYPE_CHECKING:` in a module body: [begin, end) of instructions.
std::vector<std::pair<uint32_t, uint32_t>> type_checking_ranges(const lower::Code& code) {
  std::vector<std::pair<uint32_t, uint32_t>> ranges;
  for (uint32_t pc = 0; pc + 1 < code.instrs.size(); ++pc) {
    const Instr& load = code.instrs[pc];
    if (load.op != Op::LoadName && load.op != Op::LoadAttr && load.op != Op::LoadGlobal) continue;
    if (code.names[load.a] != "TYPE_CHECKING") continue;
    uint32_t jump = pc + 1;
    while (jump < code.instrs.size() && jump < pc + 6 && code.instrs[jump].op != Op::PopJumpIfFalse) ++jump;
    if (jump < code.instrs.size() && code.instrs[jump].op == Op::PopJumpIfFalse) ranges.emplace_back(jump + 1, code.instrs[jump].a);
  }
  return ranges;
}

}  // namespace

// Resolves a name through what a package declares under `if TYPE_CHECKING:`; Null when it declares nothing of that name.
Value Vm::declared_export(ModuleObj* module, const StrObj* name) {
  auto& cache = impl_->static_exports[module->file_id];
  auto it = cache.find(name->text);
  if (it == cache.end()) it = cache.emplace(name->text, find_declaration(module->file_id, module->package, name->text, 0)).first;
  if (it->second.empty()) return {};
  if (it->second == module->name) return {};
  const std::string& owner = it->second;
  if (owner.ends_with("." + name->text) && impl_->source.find(owner).exists) return import_value(owner);
  Value from = import_value(owner);
  if (from.null()) return {};
  return try_attr(from, name);
}

// The dotted module that defines `name` for type checkers, following star imports into modules that mention it; empty: none.
std::string Vm::find_declaration(lower::FileId file, const std::string& package, const std::string& name, uint32_t depth) {
  if (depth > 4) return {};
  auto code = impl_->source.load(file);
  if (!code) return {};
  ModuleObj importer;
  importer.package = package;
  std::vector<std::string> stars;
  const auto ranges = type_checking_ranges(*code);
  for (const auto& [begin, end] : ranges) {
    for (uint32_t pc = begin; pc < end && pc < code->instrs.size(); ++pc) {
      const Instr& instr = code->instrs[pc];
      if (instr.op != Op::Import && instr.op != Op::ImportStar) continue;
      const auto& ref = std::get<ImportRef>(code->consts[instr.a]);
      const std::string from = absolute_name(ref, &importer);
      if (instr.op == Op::ImportStar) {
        stars.push_back(from);
        continue;
      }
      std::string bound = ref.member.empty() ? first_of(ref.module) : ref.member;
      if (pc + 1 < end && code->instrs[pc + 1].op == Op::StoreName) bound = code->names[code->instrs[pc + 1].a];
      if (bound == name) return ref.member.empty() || ref.member == name ? from : std::string();
    }
  }
  // Among star imports, first those whose name looks related: most lazy packages name a class after its module.
  std::string lower_name;
  for (char c : name) lower_name += char(std::tolower(static_cast<unsigned char>(c)));
  const auto related = [&](const std::string& from) {
    std::string leaf;
    for (char c : leaf_of(from))
      if (c != '_') leaf += c;
    return lower_name.starts_with(leaf.substr(0, std::min<size_t>(leaf.size(), 3)));
  };
  for (const bool want_related : {true, false}) {
    for (const std::string& from : stars) {
      if (related(from) != want_related) continue;
      const ModuleSource::Found found = impl_->source.find(from);
      if (!found.exists || found.extension) continue;
      if (found.is_package) {
        std::string inner = find_declaration(found.file, from, name, depth + 1);
        if (!inner.empty()) return inner;
      } else if (impl_->source.mentions(found.file, "\"" + name + "\"") &&
                 (impl_->source.mentions(found.file, "class " + name) || impl_->source.mentions(found.file, "def " + name) ||
                  impl_->source.mentions(found.file, "\n" + name + " ="))) {
        return from;
      }
    }
  }
  return {};
}

Value Vm::replaced_export(const std::string& module_name, const Object* replacement, const StrObj* name) {
  ModuleObj* original = loaded_module(module_name);
  if (!original || original == replacement || !original->file_id.valid() || name->text.starts_with("__")) return {};
  if (Value* own = original->dict->map.find(Value::string(const_cast<StrObj*>(name)))) return force(*own);
  // A submodule before a declaration: looking one up is cheap, searching the declarations reads whole packages.
  const std::string sub = original->name + "." + name->text;
  if (original->is_package && impl_->source.find(sub).exists) return import_value(sub);
  return declared_export(original, name);
}

// The value an import statement binds. Missing modules raise; see `missing_package` for what callers make of that.
Value Vm::resolve_import(const ImportRef& ref, ModuleObj* importer) {
  const std::string name = absolute_name(ref, importer);
  if (name.empty()) return raise(types.import_error, "attempted relative import with no known parent package");
  Value module = import_value(name);
  if (module.null()) return {};
  if (ref.member.empty()) {
    if (ref.leaf) return module;
    return import_value(first_of(name));
  }
  const StrObj* member = intern(ref.member);
  Value v;
  if (auto* m = cast<ModuleObj>(module); m && type_of(module) == types.module) {
    v = module_attr(m, member);
    if (v.null() && !raised() && m->open_names) v = unknown("a star import into `" + m->name + "` that could not be resolved");
  } else {
    // A module replaced by an object of its own class (a lazy package).
    if (module.is_object()) v = replaced_export(name, module.o, member);
    if (v.null() && !raised()) v = try_attr(module, member);
  }
  if (!v.null() || raised()) return v;
  const std::string sub = name + "." + ref.member;
  if (impl_->native_modules.contains(sub) || impl_->source.find(sub).exists) return import_value(sub);
  return raise(types.import_error, "cannot import name '" + ref.member + "' from '" + name + "'");
}

// An import that fails where nothing catches it does not end the analysis: what it binds is unknown, with the reason.
Value Vm::import_or_unknown(const ImportRef& ref, ModuleObj* importer) {
  Value v = resolve_import(ref, importer);
  if (!v.null() || exhausted_ || !raised_is(types.import_error)) return v;
  for (Frame* f = frame_; f; f = f->caller) {
    if (!f->path.blocks.empty()) return {};
    if (f->code && f->code->kind == lower::Code::Kind::Module) break;
  }
  clear_exception();
  const std::string name = absolute_name(ref, importer);
  return unknown(impl_->source.find(first_of(name)).exists
                     ? "`" + name + (ref.member.empty() ? "" : "." + ref.member) + "` could not be imported"
                     : "package `" + first_of(name) + "` is not installed");
}

// An import that is needed while it is being carried out: what the module has so far, as in a circular import.
Value Vm::partly_loaded(const ImportRef& ref, ModuleObj* importer) {
  const std::string name = absolute_name(ref, importer);
  Value* loaded = impl_->sys_modules->map.find(str(ref.member.empty() && !ref.leaf ? first_of(name) : name));
  if (loaded && ref.member.empty()) return *loaded;
  if (auto* module = loaded ? cast<ModuleObj>(*loaded) : nullptr)
    if (Value* v = module->dict->map.find(str(ref.member)); v && !cast<LazyImportObj>(*v)) return *v;
  const std::string submodule = name + "." + ref.member;
  if (Value* sub = impl_->sys_modules->map.find(str(submodule))) return *sub;
  // A package that imports its own submodule by name: `from torch.nn import init` in torch/nn/__init__.py.
  if (!ref.member.empty() && (impl_->native_modules.contains(submodule) || impl_->source.find(submodule).exists))
    return import_value(submodule);
  return raise(types.import_error, "cannot import name '" + ref.member + "' from partially initialized module '" + name + "'");
}

Value Vm::force(Value v) {
  auto* lazy = cast<LazyImportObj>(v);
  if (!lazy) return v;
  if (!lazy->resolved.null()) return lazy->resolved;
  if (lazy->resolving) return partly_loaded(*lazy->ref, lazy->importer);
  lazy->resolving = true;
  Frame* caller = frame_;
  Value resolved = import_or_unknown(*lazy->ref, lazy->importer);
  frame_ = caller;
  lazy->resolving = false;
  if (!resolved.null()) lazy->resolved = resolved;
  return resolved;
}

bool Vm::force_deferred_imports(std::string_view package) {
  bool any = load_pending(package, "");
  auto deferred = std::move(impl_->deferred);
  impl_->deferred.clear();
  for (LazyImportObj* lazy : deferred) {
    const std::string name = absolute_name(*lazy->ref, lazy->importer);
    if (name != package && !name.starts_with(std::string(package) + ".")) {
      impl_->deferred.push_back(lazy);
      continue;
    }
    if (!lazy->resolved.null()) continue;
    any = true;
    if (force(Value::object(lazy)).null() && !exhausted_) clear_exception();
  }
  return any;
}

namespace {

bool reads(const lower::Code& code, const std::string& name) {
  for (const Instr& instr : code.instrs)
    if ((instr.op == Op::LoadName || instr.op == Op::LoadGlobal) && code.names[instr.a] == name) return true;
  for (const lower::Const& value : code.consts)
    if (auto* inner = std::get_if<std::shared_ptr<const lower::Code>>(&value); inner && *inner && reads(**inner, name)) return true;
  return false;
}

// `import pkg.sub` in the initialiser of a package binds only `pkg`: it is written for what loading `sub` does.
bool for_its_effects(const ImportRef& ref, const ModuleObj* importer) {
  return importer->is_package && ref.level == 0 && ref.member.empty() && !ref.leaf && ref.module.find('.') != std::string::npos &&
         first_of(ref.module) == first_of(importer->name);
}

}  // namespace

// An import of another module of the program whose name the file never reads: the module registers something.
// Installed packages import like that to publish names, of which few are used.
bool Machine::registers(const Frame& frame, const ImportRef& ref) {
  const auto installed = [](const std::string& file) { return file.starts_with("site-packages/") || file.starts_with("stdlib/"); };
  if (installed(frame.module->file)) return false;
  const size_t next = frame.current_pc + 1;
  if (next >= frame.code->instrs.size() || frame.code->instrs[next].op != Op::StoreName) return false;
  if (reads(*frame.code, frame.code->names[frame.code->instrs[next].a])) return false;
  const std::string name = absolute_name(ref, frame.module);
  const ModuleSource::Found found = vm_.source().find(ref.member.empty() ? name : name + "." + ref.member);
  const ModuleSource::Found owner = found.exists ? found : vm_.source().find(name);
  return owner.exists && !owner.extension && !installed(owner.display_file);
}

Machine::Step Machine::execute_import(Frame& frame, const Instr& instr) {
  const auto& ref = std::get<ImportRef>(frame.code->consts[instr.a]);
  if (instr.b == 1 && frame.tracing == Tracing::Off && registers(frame, ref)) {
    // What stops the body here is met again where the name is used.
    if (vm_.import_or_unknown(ref, frame.module).null() && !vm_.out_of_budget()) vm_.clear_exception();
  }
  if (instr.b == 1 && frame.tracing == Tracing::Off && !for_its_effects(ref, frame.module)) {
    auto* lazy = vm_.make<LazyImportObj>(vm_.types.module);
    lazy->ref = &ref;
    lazy->keep = frame.code;
    lazy->importer = frame.module;
    lazy->span = frame.code->spans[frame.current_pc];
    vm_.impl_->deferred.push_back(lazy);
    frame.path.stack.push_back(Value::object(lazy));
    return Step::Next;
  }
  if (vm_.tracing()) {
    const std::string name = absolute_name(ref, frame.module);
    ModuleObj* loaded = vm_.loaded_module(name);
    const bool exists = loaded || vm_.impl_->native_modules.contains(name) || vm_.source().find(name).exists;
    vm_.observe(Event::Import, Value(), name, nullptr,
                !exists                                               ? "fails"
                : loaded && loaded->state == ModuleObj::State::Loaded ? ""
                                                                      : "loads");
  }
  Value v = vm_.import_or_unknown(ref, frame.module);
  if (v.null()) {
    // The module is there, but not the name that is imported from it.
    if (vm_.tracing() && !ref.member.empty() && vm_.raised_is(vm_.types.import_error))
      vm_.observe(Event::Import, Value(), absolute_name(ref, frame.module), nullptr, "fails");
    return Step::Raised;
  }
  frame.path.stack.push_back(v);
  return Step::Next;
}

Machine::Step Machine::execute_import_star(Frame& frame, const Instr& instr) {
  const auto& ref = std::get<ImportRef>(frame.code->consts[instr.a]);
  Value source = vm_.import_or_unknown(
      [&] {
        ImportRef whole = ref;
        whole.member.clear();
        whole.leaf = true;
        return whole;
      }(),
      frame.module);
  if (source.null()) return Step::Raised;
  DictObj* into = frame.names ? frame.names : frame.module->dict;
  auto* module = cast<ModuleObj>(source);
  if (!module) {
    frame.module->open_names = true;
    return Step::Next;
  }
  if (module->open_names) frame.module->open_names = true;
  Value* all = module->dict->map.find(vm_.str("__all__"));
  if (all && vm_.concrete(*all)) {
    std::vector<Value> names;
    bool complete = true;
    if (!vm_.collect(*all, names, complete)) return Step::Raised;
    for (Value name : names) {
      if (!name.is_str()) continue;
      Value* raw = module->dict->map.find(name);
      Value v = raw ? *raw : vm_.module_attr(module, cast<StrObj>(name));
      if (v.null()) {
        if (vm_.raised()) return Step::Raised;
        continue;
      }
      into->map.set(name, v);
    }
    if (!complete) frame.module->open_names = true;
    return Step::Next;
  }
  const auto entries = module->dict->map.entries();
  for (const auto& entry : entries)
    if (entry.key.is_str() && !text_of(entry.key).starts_with("_")) into->map.set(entry.key, entry.value);
  if (module->native && module->lookup_hook) frame.module->open_names = true;
  return Step::Next;
}

Value Vm::evaluate_annotation(const std::shared_ptr<const lower::Code>& thunk, ModuleObj* globals, DictObj* class_names) {
  Frame frame;
  frame.code = thunk;
  frame.module = globals;
  frame.names = class_names;
  frame.path.locals.resize(thunk->locals.size());
  frame.tracing = Tracing::Disabled;
  for (size_t i = 0; i < thunk->cellvars.size() + thunk->freevars.size(); ++i) frame.cells.push_back(make<CellObj>(types.cell));
  Value v = Machine(*this).run(frame);
  if (!v.null()) return v;
  if (!exhausted_) clear_exception();
  auto* u = make<UnknownObj>(types.unknown);
  u->reason = "an annotation that could not be evaluated";
  return Value::object(u);
}

}  // namespace graphlift::interp
