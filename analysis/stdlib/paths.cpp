// POSIX path arithmetic.
#include "analysis/stdlib/paths.h"

namespace graphlift::stdlib::paths {

std::string join(std::string_view a, std::string_view b) {
  if (b.starts_with("/") || a.empty()) return std::string(b);
  std::string out(a);
  if (!out.ends_with("/")) out += "/";
  return out += b;
}

std::pair<std::string, std::string> split(std::string_view path) {
  const size_t slash = path.rfind('/');
  const size_t cut = slash == std::string_view::npos ? 0 : slash + 1;
  std::string head(path.substr(0, cut)), tail(path.substr(cut));
  if (head.find_first_not_of('/') != std::string::npos)
    while (head.ends_with("/")) head.pop_back();
  return {head, tail};
}

std::pair<std::string, std::string> splitext(std::string_view path) {
  const size_t slash = path.rfind('/');
  const size_t begin = slash == std::string_view::npos ? 0 : slash + 1;
  const size_t dot = path.rfind('.');
  if (dot == std::string_view::npos || dot < begin) return {std::string(path), ""};
  for (size_t i = begin; i < dot; ++i)
    if (path[i] != '.') return {std::string(path.substr(0, dot)), std::string(path.substr(dot))};
  return {std::string(path), ""};
}

std::string normal(std::string_view path) {
  if (path.empty()) return ".";
  const bool absolute = path.starts_with("/");
  const bool two = path.starts_with("//") && !path.starts_with("///");
  std::vector<std::string> parts;
  for (std::string_view part : split_words(path, '/')) {
    if (part == ".") continue;
    if (part != ".." || (!absolute && parts.empty()) || (!parts.empty() && parts.back() == "..")) parts.emplace_back(part);
    else if (!parts.empty()) parts.pop_back();
  }
  std::string out = absolute ? (two ? "//" : "/") : "";
  out += join_names(parts, "/");
  return out.empty() ? "." : out;
}

Value fspath(Vm& vm, Value v) {
  const Value p = plain(v);
  if (p.is_str() || cast<BytesObj>(p)) return p;
  if (!vm.concrete(p)) return cast<SymObj>(p) ? p : sym_like(vm, vm.types.str, {p});
  const Value hook = v.is_object() ? vm.find_in_class(vm.type_of(v), vm.intern("__fspath__")) : Value();
  if (!hook.null()) return vm.call_method(v, "__fspath__", {});
  return vm.raise(vm.types.type_error, "expected str, bytes or os.PathLike object, not " + vm.type_of(v)->name);
}

}  // namespace graphlift::stdlib::paths
