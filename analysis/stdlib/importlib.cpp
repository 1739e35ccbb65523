// importlib, its util, machinery, abc and metadata modules, and pkgutil, over the machine's module source.
#include "analysis/stdlib/importlib.h"

namespace graphlift::stdlib {
namespace {

// `.name` relative to a package, or an absolute name.
std::string absolute(std::string_view name, Value package) {
  size_t dots = 0;
  while (dots < name.size() && name[dots] == '.') ++dots;
  if (dots == 0) return std::string(name);
  std::string base = package.is_str() ? std::string(text_of(package)) : "";
  for (size_t i = 1; i < dots; ++i) base = base.substr(0, std::min(base.rfind('.'), base.size()));
  return dots == name.size() ? base : base + "." + std::string(name.substr(dots));
}

Value import_by_name(Vm& vm, Args& a) {
  Value name, package;
  if (!a.bind(vm, "name, package=", {&name, &package})) return {};
  name = plain(name);
  if (!name.is_str()) return vm.unknown("import of a module whose name is not known", vm.when(name));
  const std::string full = absolute(text_of(name), package);
  // A package that imports its own modules one by one while it is itself being imported fills itself up (plug-ins,
  // registries of exports): each of them is run when something of it is used.
  const std::string_view top = std::string_view(full).substr(0, full.find('.'));
  const Frame* caller = vm.frame();
  ModuleObj* whole = vm.loaded_module(top);
  const bool own = caller && caller->module && (caller->module->name == top || caller->module->name.starts_with(std::string(top) + "."));
  if (own && whole && whole->state == ModuleObj::State::Loading && full != top) return vm.import_when_used(full);
  return vm.import_value(full);
}

Value make_spec(Vm& vm, const std::string& name, const ModuleSource::Found& found) {
  const Value spec = Value::object(vm.new_instance(class_in(vm, "importlib.machinery", "ModuleSpec")));
  put(vm, spec, "name", vm.str(name));
  const Value origin = found.display_file.empty() ? Value::none() : vm.str(found.display_file);
  put(vm, spec, "origin", origin);
  put(vm, spec, "has_location", Value::boolean(!origin.is_none()));
  put(vm, spec, "loader", Value::object(vm.new_instance(class_in(vm, "importlib.machinery", "SourceFileLoader"))));
  const size_t dot = name.rfind('.');
  put(vm, spec, "parent", vm.str(found.is_package ? name : dot == std::string::npos ? "" : name.substr(0, dot)));
  const size_t slash = found.display_file.rfind('/');
  put(vm, spec, "submodule_search_locations",
      found.is_package ? vm.list({vm.str(slash == std::string::npos ? "" : found.display_file.substr(0, slash))}) : Value::none());
  put(vm, spec, "cached", Value::none());
  return spec;
}

Value find_spec(Vm& vm, Args& a) {
  Value name, package;
  if (!a.bind(vm, "name, package=", {&name, &package})) return {};
  name = plain(name);
  if (!name.is_str()) return vm.unknown("a module looked up by a name that is not known", vm.when(name));
  const std::string full = absolute(text_of(name), package);
  if (const Value* loaded = vm.sys_modules()->map.find(vm.str(full)))
    if (auto* module = cast<ModuleObj>(*loaded); module && !module->native) {
      const Value* spec = module->dict->map.find(vm.str("__spec__"));
      if (spec && !spec->is_none()) return *spec;
    }
  ModuleSource::Found found = vm.source().find(full);
  if (!found.exists && is_modelled_module(full)) found.exists = found.is_package = true;
  if (!found.exists) {
    const size_t dot = full.rfind('.');
    if (dot != std::string::npos && !vm.source().find(full.substr(0, dot)).exists && !vm.loaded_module(full.substr(0, dot)))
      return vm.raise(vm.types.module_not_found_error, "No module named '" + full.substr(0, dot) + "'");
    return Value::none();
  }
  return make_spec(vm, full, found);
}

// A finder looks in one directory: that of a package, in every use that can be answered.
Value find_in_directory(Vm& vm, Args& a) {
  const Value path = own(vm, a[0], "path"), name = plain(a.get(1, "fullname"));
  if (!path.is_str() || !name.is_str()) return vm.unknown("a module looked up in a directory that is not known");
  const std::string directory(text_of(path));
  for (const auto& e : vm.sys_modules()->map.entries()) {
    const auto* package = e.key.null() ? nullptr : cast<ModuleObj>(e.value);
    if (!package || !package->is_package || package->file.substr(0, package->file.rfind('/')) != directory) continue;
    const std::string full = package->name + "." + std::string(text_of(name));
    const ModuleSource::Found found = vm.source().find(full);
    return found.exists ? make_spec(vm, full, found) : Value::none();
  }
  return vm.unknown("a module looked up in a directory that is not known");
}

Value module_from_spec(Vm& vm, Args& a) {
  const Value name = own(vm, a[0], "name");
  if (!name.is_str()) return vm.unknown("a module made from a specification that is not known");
  return vm.import_value(text_of(name));
}

Value spec_from_file(Vm& vm, Args& a) {
  Value name, location, loader, locations;
  if (!a.bind(vm, "name, location=, *, loader=, submodule_search_locations=", {&name, &location, &loader, &locations})) return {};
  if (!name.is_str()) return vm.unknown("a module specification whose name is not known");
  ModuleSource::Found found;
  if (location.is_str()) found.display_file = text_of(location);
  const Value spec = make_spec(vm, std::string(text_of(name)), found);
  if (!locations.null()) put(vm, spec, "submodule_search_locations", locations);
  return spec;
}

// ---- metadata

Value not_found(Vm& vm, const std::string& name) {
  return vm.raise(class_in(vm, "importlib.metadata", "PackageNotFoundError"), "No package metadata was found for " + name);
}

Value version(Vm& vm, Args& a) {
  Value name;
  if (!a.bind(vm, "distribution_name", {&name})) return {};
  name = plain(name);
  if (!name.is_str()) return lift(vm, a, vm.types.str);
  const std::string text(text_of(name));
  const auto found = vm.source().package_version(text);
  return found ? vm.str(*found) : not_found(vm, text);
}

Value distribution(Vm& vm, Args& a) {
  const Value v = version(vm, a);
  if (v.null()) return {};
  const Value d = Value::object(vm.new_instance(class_in(vm, "importlib.metadata", "Distribution")));
  put(vm, d, "version", v);
  put(vm, d, "name", a[0]);
  return d;
}

Value metadata(Vm& vm, Args& a) {
  const Value v = version(vm, a);
  if (v.null()) return {};
  DictObj* d = vm.new_dict();
  d->map.set(vm.str("Name"), a[0]);
  d->map.set(vm.str("Version"), v);
  d->open = true;
  d->rest = outside(vm, vm.types.str);
  return Value::object(d);
}

// ---- pkgutil

Value iterate_modules(Vm& vm, Args& a, bool deep) {
  Value path, prefix;
  if (!a.bind(vm, "path=, prefix=, **", {&path, &prefix})) return {};
  // The path is that of a package in every use that can be answered: the one whose __path__ it is.
  for (const auto& e : std::vector<Dict::Entry>(vm.sys_modules()->map.entries())) {
    auto* module = e.key.null() ? nullptr : cast<ModuleObj>(e.value);
    const Value* own_path = module ? module->dict->map.find(vm.str("__path__")) : nullptr;
    if (!own_path || path.null() || !own_path->same(path)) continue;
    std::vector<Value> out;
    for (const std::string& child : vm.source().children(module->name)) {
      const bool package = vm.source().find(module->name + "." + child).is_package;
      const std::string name = (prefix.is_str() ? std::string(text_of(prefix)) : "") + child;
      Args call;
      call.pos = {Value::object(vm.new_instance(class_in(vm, "importlib.machinery", "FileFinder"))), vm.str(name), Value::boolean(package)};
      out.push_back(vm.construct(class_in(vm, "pkgutil", "ModuleInfo"), call));
      if (out.back().null()) return {};
      if (!package || !deep) continue;
      // Walking imports each package to learn its path.
      const Value inner = vm.import_when_used(module->name + "." + child);
      if (inner.null()) {
        vm.clear_exception();
        continue;
      }
      Args below;
      auto* package_module = cast<ModuleObj>(inner);
      const Value* path_below = package_module ? package_module->dict->map.find(vm.str("__path__")) : nullptr;
      below.pos = {path_below ? *path_below : Value(), vm.str(name + ".")};
      Collected more;
      const Value nested = below.pos[0].null() ? Value() : iterate_modules(vm, below, true);
      if (!nested.null() && gather(vm, nested, more)) out.insert(out.end(), more.items.begin(), more.items.end());
    }
    return vm.iterator_over(std::move(out));
  }
  return vm.iterator([](Vm& m) { return m.unknown("a module found on a path that is not known"); }, true);
}

Value resolve_name(Vm& vm, Args& a) {
  if (!a[0].is_str()) return vm.unknown("an object looked up by a name that is not known");
  const std::string text(text_of(a[0]));
  const size_t colon = text.find(':');
  const size_t cut = colon != std::string::npos ? colon : text.rfind('.');
  Value v = vm.import_value(text.substr(0, cut));
  if (v.null() || cut == std::string::npos) return v;
  for (std::string_view part : split_words(std::string_view(text).substr(cut + 1), '.')) {
    v = vm.get_attr(v, part);
    if (v.null()) return v;
  }
  return v;
}

}  // namespace

void init_importlib(Vm& vm, ModuleObj* module) {
  Module m{vm, module};
  m.fn("import_module", import_by_name);
  m.fn("reload", [](Vm&, Args& a) { return a[0]; });
  m.fn("invalidate_caches", [](Vm&, Args&) { return Value::none(); });
  m.fn("__import__", [](Vm& v, Args& a) {
    return a[0].is_str() ? v.import_value(text_of(a[0])) : v.unknown("import of a module whose name is not known");
  });
  m.set("find_loader", m.get("invalidate_caches"));
  for (const char* child : {"importlib.machinery", "importlib.util", "importlib.abc"}) {
    ModuleObj* loaded = vm.import_module(child);
    if (!loaded) vm.clear_exception();
  }
}

void init_importlib_util(Vm& vm, ModuleObj* module) {
  Module m{vm, module};
  m.fn("find_spec", find_spec);
  m.fn("module_from_spec", module_from_spec);
  m.fn("spec_from_file_location", spec_from_file);
  m.fn("spec_from_loader", spec_from_file);
  m.fn("resolve_name",
       [](Vm& v, Args& a) { return a[0].is_str() ? v.str(absolute(text_of(a[0]), a.get(1, "package"))) : lift(v, a, v.types.str); });
  define_table(vm, module, R"(
str MAGIC_NUMBER=\n
fn cache_from_source=str source_from_cache=str decode_source=str source_hash=bytes
class LazyLoader exec_module=none create_module=none factory=unknown *
)");
}

void init_importlib_machinery(Vm& vm, ModuleObj* module) {
  define_table(vm, module, R"(
class ModuleSpec *
class SourceFileLoader exec_module=none create_module=none load_module=unknown get_source=str get_data=bytes get_filename=str is_package=bool get_code=unknown path_stats=unknown *
class ExtensionFileLoader(SourceFileLoader)
class SourcelessFileLoader(SourceFileLoader)
class BuiltinImporter find_spec=none
class FrozenImporter find_spec=none
class PathFinder find_spec=none invalidate_caches=none
class FileFinder invalidate_caches=none
fn all_suffixes=[str]
)");
  Module m{vm, module};
  m.set("SOURCE_SUFFIXES", vm.list({vm.str(".py")}));
  m.set("BYTECODE_SUFFIXES", vm.list({vm.str(".pyc")}));
  m.set("EXTENSION_SUFFIXES", vm.list({vm.str(".cpython-311-x86_64-linux-gnu.so"), vm.str(".abi3.so"), vm.str(".so")}));
  ClassObj* finder = cast<ClassObj>(m.get("FileFinder"));
  method(vm, finder, "__init__", [](Vm& v, Args& a) -> Value {
    put(v, a[0], "path", a.get(1, "path"));
    return Value::none();
  });
  method(vm, finder, "find_spec", find_in_directory);
  ClassObj* spec = cast<ClassObj>(m.get("ModuleSpec"));
  method(vm, spec, "__init__", [](Vm& v, Args& a) -> Value {
    Value self, name, loader, origin, state, package;
    if (!a.bind(v, "self, name, loader=, *, origin=, loader_state=, is_package=", {&self, &name, &loader, &origin, &state, &package}))
      return {};
    put(v, self, "name", name);
    put(v, self, "loader", loader.null() ? Value::none() : loader);
    put(v, self, "origin", origin.null() ? Value::none() : origin);
    put(v, self, "submodule_search_locations", package.is_bool() && package.b ? v.list({}) : Value::none());
    put(v, self, "parent", outside(v, v.types.str));
    return Value::none();
  });
}

void init_importlib_abc(Vm& vm, ModuleObj* module) {
  define_table(vm, module, R"(
class Loader create_module=none exec_module=none load_module=unknown module_repr=str
class Finder
class MetaPathFinder(Finder) find_spec=none invalidate_caches=none
class PathEntryFinder(Finder) find_spec=none
class InspectLoader(Loader) get_source=str is_package=bool get_code=unknown
class ExecutionLoader(InspectLoader) get_filename=str
class FileLoader(ExecutionLoader) get_data=bytes
class ResourceLoader(Loader) get_data=bytes
class SourceLoader(ExecutionLoader) path_stats=unknown set_data=none get_data=bytes
class Traversable *
class TraversableResources *
)");
}

void init_importlib_metadata(Vm& vm, ModuleObj* module) {
  Module m{vm, module};
  m.exception("PackageNotFoundError", vm.types.module_not_found_error);
  define_table(vm, module, R"(
class Distribution .metadata=unknown .files=none .requires=none .entry_points=list read_text=none locate_file=unknown *
class EntryPoint load=unknown *
class EntryPoints *
class PackagePath *
class PackageMetadata *
fn entry_points=list files=none requires=none distributions=list
)");
  m.fn("version", version);
  m.fn("distribution", distribution);
  m.fn("metadata", metadata);
  m.fn("packages_distributions", [](Vm& v, Args&) { return Value::object(v.new_dict()); });
}

void init_importlib_resources(Vm& vm, ModuleObj* module) {
  define_table(vm, module, R"(
fn files=unknown as_file=unknown read_text=str read_binary=bytes open_text=unknown open_binary=unknown path=unknown is_resource=bool contents=[str]
any
)");
}

void init_pkgutil(Vm& vm, ModuleObj* module) {
  Module m{vm, module};
  define_table(vm, module, R"(
fn extend_path=arg get_data=bytes find_loader=unknown get_loader=unknown get_importer=unknown iter_importers=list
)");
  m.cls("ModuleInfo", {vm.types.tuple}, Layout::Tuple);
  define_named_tuple(vm, cast<ClassObj>(m.get("ModuleInfo")), {"module_finder", "name", "ispkg"}, {});
  m.fn("iter_modules", [](Vm& v, Args& a) { return iterate_modules(v, a, false); });
  m.fn("walk_packages", [](Vm& v, Args& a) { return iterate_modules(v, a, true); });
  m.fn("resolve_name", resolve_name);
}

}  // namespace graphlift::stdlib
