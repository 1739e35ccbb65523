// pathlib: pure path arithmetic is exact on known text; the file system is not known.
#include "analysis/stdlib/abc.h"
#include "analysis/stdlib/paths.h"

namespace graphlift::stdlib {
namespace {

// `a//b/./c` as pathlib keeps it: `a/b/c`; `..` stays.
std::string canonical(std::string_view text) {
  const bool absolute = text.starts_with("/");
  std::vector<std::string> parts;
  for (std::string_view p : split_words(text, '/'))
    if (p != ".") parts.emplace_back(p);
  std::string out = (absolute ? "/" : "") + join_names(parts, "/");
  return out.empty() ? "." : out;
}

Value make_path(Vm& vm, ClassObj* cls, Value text) {
  const Value v = Value::object(vm.new_instance(cls));
  put(vm, v, "_text", text.is_str() ? vm.str(canonical(text_of(text))) : text);
  return v;
}

Value text_value(Vm& vm, Value self) {
  const Value t = own(vm, self, "_text");
  return t.null() ? outside(vm, vm.types.str) : t;
}
bool known(Vm& vm, Value self, std::string& out) {
  const Value t = text_value(vm, self);
  if (!t.is_str()) return false;
  out = text_of(t);
  return true;
}

Value join_all(Vm& vm, ClassObj* cls, const std::vector<Value>& parts) {
  std::string out;
  Value abstract;
  for (Value part : parts) {
    const Value p = paths::fspath(vm, part);
    if (p.null()) return {};
    if (p.is_str()) out = out.empty() ? std::string(text_of(p)) : paths::join(out, text_of(p));
    else abstract = p;
  }
  if (!abstract.null()) return make_path(vm, cls, sym_like(vm, vm.types.str, {abstract}));
  return make_path(vm, cls, vm.str(out));
}

Value path_new(Vm& vm, Args& a) {
  auto* cls = cast<ClassObj>(a[0]);
  if (cls && cls->native && cls->name == "Path") cls = class_in(vm, "pathlib", "PosixPath");
  if (cls && cls->native && cls->name == "PurePath") cls = class_in(vm, "pathlib", "PurePosixPath");
  if (a.open_pos) return make_path(vm, cls, outside(vm, vm.types.str));
  return join_all(vm, cls, {a.pos.begin() + 1, a.pos.end()});
}

// A path of the same class, from a function over its text.
template <std::string (*F)(std::string_view)>
Value derived(Vm& vm, Args& a) {
  std::string text;
  return make_path(vm, vm.type_of(a[0]), known(vm, a[0], text) ? vm.str(F(text)) : text_value(vm, a[0]));
}
template <std::string (*F)(std::string_view)>
Value piece(Vm& vm, Args& a) {
  std::string text;
  return known(vm, a[0], text) ? vm.str(F(text)) : sym_like(vm, vm.types.str, {text_value(vm, a[0])});
}

std::string parent_of(std::string_view p) {
  if (p == "/" || p == ".") return std::string(p);
  const auto [head, tail] = paths::split(p);
  return head.empty() ? "." : head;
}
std::string name_of(std::string_view p) { return p == "." || p == "/" ? "" : paths::split(p).second; }
std::string suffix_of(std::string_view p) {
  const std::string name = name_of(p);
  const size_t dot = name.rfind('.');
  return dot == std::string::npos || dot == 0 || dot + 1 == name.size() ? "" : name.substr(dot);
}
std::string stem_of(std::string_view p) {
  const std::string name = name_of(p);
  return name.substr(0, name.size() - suffix_of(p).size());
}
std::string root_of(std::string_view p) { return p.starts_with("/") ? "/" : ""; }
std::string same(std::string_view p) { return std::string(p); }

Value divide(Vm& vm, Args& a) { return join_all(vm, vm.type_of(a[0]), {a[0], a[1]}); }
Value divide_reversed(Vm& vm, Args& a) { return join_all(vm, vm.type_of(a[0]), {a[1], a[0]}); }
Value join_path(Vm& vm, Args& a) { return join_all(vm, vm.type_of(a[0]), a.pos); }

Value parts(Vm& vm, Args& a) {
  std::string text;
  if (!known(vm, a[0], text)) return sym_like(vm, vm.types.tuple, {text_value(vm, a[0])});
  std::vector<Value> out;
  if (text.starts_with("/")) out.push_back(vm.str("/"));
  for (std::string_view p : split_words(text, '/'))
    if (p != ".") out.push_back(vm.str(p));
  return vm.tuple(std::move(out));
}

Value parents(Vm& vm, Args& a) {
  std::string text;
  if (!known(vm, a[0], text)) return open_list(vm, make_path(vm, vm.type_of(a[0]), text_value(vm, a[0])));
  std::vector<Value> out;
  while (parent_of(text) != text) {
    text = parent_of(text);
    out.push_back(make_path(vm, vm.type_of(a[0]), vm.str(text)));
  }
  return vm.tuple(std::move(out));
}

Value suffixes(Vm& vm, Args& a) {
  std::string text;
  if (!known(vm, a[0], text)) return open_list(vm, outside(vm, vm.types.str));
  std::string name = name_of(text);
  std::vector<Value> out;
  name.erase(0, name.find_first_not_of('.') == std::string::npos ? name.size() : name.find_first_not_of('.'));
  for (size_t at = name.find('.'); at != std::string::npos;) {
    const size_t next = name.find('.', at + 1);
    out.push_back(vm.str(name.substr(at, next == std::string::npos ? next : next - at)));
    at = next;
  }
  return vm.list(std::move(out));
}

// with_name, with_stem, with_suffix
template <std::string (*F)(std::string_view, std::string_view)>
Value renamed(Vm& vm, Args& a) {
  std::string text;
  if (a.size() < 2) return vm.raise(vm.types.type_error, "missing 1 required positional argument");
  if (!known(vm, a[0], text) || !a[1].is_str()) return make_path(vm, vm.type_of(a[0]), lift(vm, a, vm.types.str));
  return make_path(vm, vm.type_of(a[0]), vm.str(F(text, text_of(a[1]))));
}
std::string beside(std::string_view p, std::string_view name) {
  const std::string head = parent_of(p);
  return head == "." ? std::string(name) : paths::join(head, name);
}
std::string with_stem(std::string_view p, std::string_view stem) { return beside(p, std::string(stem) + suffix_of(p)); }
std::string with_suffix(std::string_view p, std::string_view suffix) { return beside(p, stem_of(p) + std::string(suffix)); }

bool below(const std::string& path, const std::string& base, std::string& rest) {
  if (base == ".") {
    rest = path;
    return !path.starts_with("/");
  }
  if (path == base) {
    rest = ".";
    return true;
  }
  const std::string prefix = base.ends_with("/") ? base : base + "/";
  if (!path.starts_with(prefix)) return false;
  rest = path.substr(prefix.size());
  return true;
}

template <bool Test>
Value relative_to(Vm& vm, Args& a) {
  std::string text, rest;
  const Value base = a.size() > 1 ? paths::fspath(vm, a[1]) : vm.str(".");
  if (base.null()) return {};
  if (!known(vm, a[0], text) || !base.is_str()) {
    const Value s = sym_like(vm, vm.types.str, {text_value(vm, a[0]), base});
    return Test ? sym_like(vm, vm.types.boolean, {s}) : make_path(vm, vm.type_of(a[0]), s);
  }
  const bool yes = below(text, canonical(text_of(base)), rest);
  if (Test) return Value::boolean(yes);
  if (!yes) return vm.raise(vm.types.value_error, "'" + text + "' is not in the subpath of '" + std::string(text_of(base)) + "'");
  return make_path(vm, vm.type_of(a[0]), vm.str(rest));
}

Value absolute(Vm& vm, Args& a) {
  std::string text;
  if (!known(vm, a[0], text)) return a[0];
  return make_path(vm, vm.type_of(a[0]), text.starts_with("/") ? vm.str(paths::normal(text)) : outside(vm, vm.types.str));
}

Value expand_user(Vm& vm, Args& a) {
  std::string text;
  if (known(vm, a[0], text) && !text.starts_with("~")) return a[0];
  return make_path(vm, vm.type_of(a[0]), outside(vm, vm.types.str));
}

Value somewhere(Vm& vm, Args& a) {
  auto* cls = cast<ClassObj>(a[0]);
  if (!cls) cls = vm.type_of(a[0]);
  if (cls->native && cls->name == "Path") cls = class_in(vm, "pathlib", "PosixPath");
  return make_path(vm, cls, outside(vm, vm.types.str));
}

Value several_paths(Vm& vm, Args& a) {
  ClassObj* cls = vm.type_of(a[0]);
  return vm.iterator([cls](Vm& m) { return make_path(m, cls, outside(m, m.types.str)); }, true);
}

template <syntax::CompareOp Op>
Value compare(Vm& vm, Args& a) {
  ClassObj* pure = class_in(vm, "pathlib", "PurePath");
  if (!vm.concrete(a[1])) return sym_like(vm, vm.types.boolean, {a[1]});
  if (!vm.type_of(a[1])->is_subclass_of(pure)) return Value::not_implemented();
  return vm.compare(Op, text_value(vm, a[0]), text_value(vm, a[1]));
}

Value ask(Vm& vm, Args&) { return outside(vm, vm.types.boolean); }
Value nothing(Vm&, Args&) { return Value::none(); }

}  // namespace

void init_pathlib(Vm& vm, ModuleObj* module) {
  Module m{vm, module};
  ClassObj* pure = m.cls("PurePath");
  static_method(vm, pure, "__new__", path_new);
  method(vm, pure, "__truediv__", divide);
  method(vm, pure, "__rtruediv__", divide_reversed);
  method(vm, pure, "joinpath", join_path);
  for (const char* name : {"__str__", "__fspath__", "as_posix"}) method(vm, pure, name, piece<same>);
  method(vm, pure, "__repr__", [](Vm& v, Args& a) {
    std::string text;
    return known(v, a[0], text) ? v.str(v.type_of(a[0])->name + "(" + repr_of_text(text) + ")") : outside(v, v.types.str);
  });
  method(vm, pure, "__hash__", [](Vm& v, Args& a) { return v.hash(text_value(v, a[0])); });
  method(vm, pure, "__eq__", compare<syntax::CompareOp::Eq>);
  method(vm, pure, "__lt__", compare<syntax::CompareOp::Lt>);
  method(vm, pure, "__le__", compare<syntax::CompareOp::LtE>);
  method(vm, pure, "__gt__", compare<syntax::CompareOp::Gt>);
  method(vm, pure, "__ge__", compare<syntax::CompareOp::GtE>);
  property(vm, pure, "parent", derived<parent_of>);
  property(vm, pure, "name", piece<name_of>);
  property(vm, pure, "suffix", piece<suffix_of>);
  property(vm, pure, "stem", piece<stem_of>);
  property(vm, pure, "root", piece<root_of>);
  property(vm, pure, "anchor", piece<root_of>);
  property(vm, pure, "drive", [](Vm& v, Args&) { return v.str(""); });
  property(vm, pure, "parts", parts);
  property(vm, pure, "parents", parents);
  property(vm, pure, "suffixes", suffixes);
  method(vm, pure, "with_name", renamed<beside>);
  method(vm, pure, "with_stem", renamed<with_stem>);
  method(vm, pure, "with_suffix", renamed<with_suffix>);
  method(vm, pure, "relative_to", relative_to<false>);
  method(vm, pure, "is_relative_to", relative_to<true>);
  method(vm, pure, "is_absolute", [](Vm& v, Args& a) {
    std::string text;
    return known(v, a[0], text) ? Value::boolean(text.starts_with("/")) : outside(v, v.types.boolean);
  });
  method(vm, pure, "as_uri", [](Vm& v, Args&) { return outside(v, v.types.str); });
  method(vm, pure, "match", ask);
  generic_class(vm, pure);
  ClassObj* path = m.cls("Path", {pure});
  m.cls("PurePosixPath", {pure});
  m.cls("PosixPath", {path});
  m.cls("PureWindowsPath", {pure});
  m.cls("WindowsPath", {path});
  class_method(vm, path, "home", somewhere);
  class_method(vm, path, "cwd", somewhere);
  for (const char* name : {"resolve", "absolute"}) method(vm, path, name, absolute);
  method(vm, path, "expanduser", expand_user);
  for (const char* name : {"rename", "replace", "readlink"}) method(vm, path, name, somewhere);
  for (const char* name : {"exists", "is_file", "is_dir", "is_symlink", "is_mount", "samefile", "is_socket", "is_fifo"})
    method(vm, path, name, ask);
  for (const char* name : {"mkdir", "rmdir", "unlink", "touch", "chmod", "symlink_to", "hardlink_to", "__exit__"})
    method(vm, path, name, nothing);
  for (const char* name : {"iterdir", "glob", "rglob"}) method(vm, path, name, several_paths);
  method(vm, path, "__enter__", [](Vm&, Args& a) { return a[0]; });
  for (const char* name : {"read_text", "owner", "group"}) method(vm, path, name, [](Vm& v, Args&) { return outside(v, v.types.str); });
  method(vm, path, "read_bytes", [](Vm& v, Args&) { return outside(v, v.types.bytes); });
  for (const char* name : {"write_text", "write_bytes"}) method(vm, path, name, [](Vm& v, Args&) { return outside(v, v.types.integer); });
  for (const char* name : {"stat", "lstat"})
    method(vm, path, name, [](Vm& v, Args&) { return v.unknown("the status of a file", When::PyInput); });
  method(vm, path, "open", [](Vm& v, Args& a) -> Value {
    Args call = a;
    const Value open = v.module_attr(v.builtins, v.intern("open"));
    return open.null() ? v.unknown("an open file") : v.call(open, call);
  });
  if (ClassObj* like = class_in(vm, "os", "PathLike")) register_subclass(vm, like, pure);
}

}  // namespace graphlift::stdlib
