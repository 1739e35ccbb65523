// os.path: exact on known text; what depends on the file system or the user is a Sym.
#include "analysis/stdlib/paths.h"

namespace graphlift::stdlib {
namespace {

// The argument as known text in `out`; otherwise the value to answer with in `abstract`, Null when an exception is set.
bool text_argument(Vm& vm, Args& a, std::string& out, Value& abstract) {
  Value path;
  if (!a.bind(vm, "path, **", {&path})) return false;
  const Value p = paths::fspath(vm, path);
  if (p.is_str()) {
    out = text_of(p);
    return true;
  }
  abstract = p.null() ? p : sym_like(vm, vm.types.str, {p});
  return false;
}

template <std::string (*F)(std::string_view)>
Value one_text(Vm& vm, Args& a) {
  std::string path;
  Value abstract;
  return text_argument(vm, a, path, abstract) ? vm.str(F(path)) : abstract;
}

template <std::pair<std::string, std::string> (*F)(std::string_view)>
Value two_texts(Vm& vm, Args& a) {
  std::string path;
  Value abstract;
  if (text_argument(vm, a, path, abstract)) {
    const auto [x, y] = F(path);
    return pair(vm, vm.str(x), vm.str(y));
  }
  return abstract.null() ? abstract : pair(vm, abstract, abstract);
}

std::string dirname(std::string_view p) { return paths::split(p).first; }
std::string basename(std::string_view p) { return paths::split(p).second; }
std::string same(std::string_view p) { return std::string(p); }

Value join(Vm& vm, Args& a) {
  std::string out;
  Value abstract;
  bool first = true;
  for (Value v : a.pos) {
    const Value p = paths::fspath(vm, v);
    if (p.null()) return {};
    if (!p.is_str()) abstract = p;
    else out = first ? std::string(text_of(p)) : paths::join(out, text_of(p));
    first = false;
  }
  if (a.open_pos || !abstract.null()) return lift(vm, a, vm.types.str);
  return vm.str(out);
}

// Text when the path is absolute: the working directory is not known.
Value absolute(Vm& vm, Args& a) {
  std::string path;
  Value abstract;
  if (!text_argument(vm, a, path, abstract)) return abstract;
  return path.starts_with("/") ? vm.str(paths::normal(path)) : outside(vm, vm.types.str);
}

Value expand_user(Vm& vm, Args& a) {
  std::string path;
  Value abstract;
  if (!text_argument(vm, a, path, abstract)) return abstract;
  return path.starts_with("~") ? outside(vm, vm.types.str) : vm.str(path);
}

Value expand_vars(Vm& vm, Args& a) {
  std::string path;
  Value abstract;
  if (!text_argument(vm, a, path, abstract)) return abstract;
  return path.find('$') == std::string::npos ? vm.str(path) : outside(vm, vm.types.str);
}

Value is_absolute(Vm& vm, Args& a) {
  std::string path;
  Value abstract;
  if (text_argument(vm, a, path, abstract)) return Value::boolean(path.starts_with("/"));
  return abstract.null() ? abstract : sym_like(vm, vm.types.boolean, {abstract});
}

// A question to the file system: the argument must be a path, the answer is open.
template <bool Number>
Value ask(Vm& vm, Args& a) {
  if (a.pos.empty()) return vm.raise(vm.types.type_error, a.callee->name + "() missing 1 required positional argument");
  if (a.pos[0].is_int()) return outside(vm, vm.types.boolean);
  const Value p = paths::fspath(vm, a.pos[0]);
  if (p.null()) return {};
  return lift(vm, a, Number ? vm.types.integer : vm.types.boolean);
}

Value common(Vm& vm, Args& a, bool whole_parts) {
  Collected c;
  if (!gather(vm, a[0], c)) return {};
  std::vector<std::string> all;
  for (Value v : c.items) {
    const Value p = paths::fspath(vm, v);
    if (!p.is_str()) return p.null() ? p : outside(vm, vm.types.str);
    all.emplace_back(text_of(p));
  }
  if (c.open) return outside(vm, vm.types.str);
  if (all.empty()) return whole_parts ? vm.raise(vm.types.value_error, "commonpath() arg is an empty sequence") : vm.str("");
  std::string prefix = all[0];
  for (const auto& p : all) {
    size_t n = 0;
    while (n < prefix.size() && n < p.size() && prefix[n] == p[n]) ++n;
    const bool part_end = (n == p.size() || p[n] == '/') && (n == prefix.size() || prefix[n] == '/');
    prefix.resize(n);
    if (whole_parts && !part_end) prefix = paths::split(prefix).first;
  }
  return vm.str(prefix);
}

Value relative(Vm& vm, Args& a) {
  Value path, start;
  if (!a.bind(vm, "path, start=", {&path, &start})) return {};
  const Value p = paths::fspath(vm, path), s = p.null() || start.null() || start.is_none() ? p : paths::fspath(vm, start);
  if (p.null() || s.null()) return {};
  if (!p.is_str() || !s.is_str() || start.null() || start.is_none()) return lift(vm, a, vm.types.str);
  const std::string from = paths::normal(text_of(s)), to = paths::normal(text_of(p));
  if (from.starts_with("/") != to.starts_with("/") || from.starts_with("..")) return outside(vm, vm.types.str);
  auto x = split_words(from, '/'), y = split_words(to, '/');
  if (from == ".") x.clear();
  if (to == ".") y.clear();
  size_t shared = 0;
  while (shared < x.size() && shared < y.size() && x[shared] == y[shared]) ++shared;
  std::vector<std::string> out(x.size() - shared, "..");
  for (size_t i = shared; i < y.size(); ++i) out.emplace_back(y[i]);
  return vm.str(out.empty() ? "." : join_names(out, "/"));
}

}  // namespace

void init_os_path(Vm& vm, ModuleObj* module) {
  Module m{vm, module};
  m.text("sep", "/");
  m.text("pardir", "..");
  m.text("curdir", ".");
  m.text("extsep", ".");
  m.text("pathsep", ":");
  m.text("defpath", "/bin:/usr/bin");
  m.text("devnull", "/dev/null");
  m.set("altsep", Value::none());
  m.set("supports_unicode_filenames", Value::boolean(true));
  m.fn("join", join);
  m.fn("dirname", one_text<dirname>);
  m.fn("basename", one_text<basename>);
  m.fn("normpath", one_text<paths::normal>);
  m.fn("normcase", one_text<same>);
  m.fn("split", two_texts<paths::split>);
  m.fn("splitext", two_texts<paths::splitext>);
  m.fn("splitdrive", [](Vm& v, Args& a) {
    std::string path;
    Value abstract;
    if (text_argument(v, a, path, abstract)) return pair(v, v.str(""), v.str(path));
    return abstract.null() ? abstract : pair(v, v.str(""), abstract);
  });
  m.fn("abspath", absolute);
  m.fn("realpath", absolute);
  m.fn("expanduser", expand_user);
  m.fn("expandvars", expand_vars);
  m.fn("isabs", is_absolute);
  m.fn("relpath", relative);
  m.fn("commonprefix", [](Vm& v, Args& a) { return common(v, a, false); });
  m.fn("commonpath", [](Vm& v, Args& a) { return common(v, a, true); });
  for (const char* name : {"exists", "lexists", "isfile", "isdir", "islink", "ismount", "samefile"}) m.fn(name, ask<false>);
  for (const char* name : {"getsize", "getmtime", "getatime", "getctime"}) m.fn(name, ask<true>);
}

}  // namespace graphlift::stdlib
