// Binding of evaluated arguments to a native's signature text.
#include "analysis/interp/args.h"

#include <cctype>

#include "analysis/interp/vm.h"

namespace graphlift::interp {
namespace {

struct Parameter {
  std::string_view name;
  bool optional = false, keyword_only = false, positional_only = false;
  Value* out = nullptr;
};

std::string_view trim(std::string_view s) {
  while (!s.empty() && std::isspace(static_cast<unsigned char>(s.front()))) s.remove_prefix(1);
  while (!s.empty() && std::isspace(static_cast<unsigned char>(s.back()))) s.remove_suffix(1);
  return s;
}

std::string name_of_callee(const Args& args) { return args.callee ? args.callee->name : std::string("function"); }

}  // namespace

bool Args::bind(Vm& vm, std::string_view signature, std::initializer_list<Value*> out) {
  constexpr size_t kMax = 24;
  Parameter parameters[kMax];
  size_t count = 0, positional = 0;
  bool keyword_only = false, extra_positional = false, extra_keyword = false;
  Value* const* const begin = out.begin();
  for (std::string_view rest = signature; !rest.empty();) {
    const size_t comma = rest.find(',');
    const std::string_view part = trim(rest.substr(0, comma));
    rest = comma == std::string_view::npos ? std::string_view() : rest.substr(comma + 1);
    if (part == "/") {
      for (size_t i = 0; i < count; ++i) parameters[i].positional_only = true;
    } else if (part == "*") {
      keyword_only = true;
      extra_positional = rest.empty() || trim(rest) == "**";
    } else if (part == "**") {
      extra_keyword = true;
    } else if (!part.empty() && count < kMax && count < out.size()) {
      Parameter& p = parameters[count];
      p.optional = part.back() == '=';
      p.name = p.optional ? part.substr(0, part.size() - 1) : part;
      p.keyword_only = keyword_only;
      p.out = begin[count];
      *p.out = Value();
      ++count;
      if (!keyword_only) ++positional;
    }
  }

  if (pos.size() > positional && !extra_positional) {
    vm.raise(vm.types.type_error, name_of_callee(*this) + "() takes at most " + std::to_string(positional) + " positional arguments (" +
                                      std::to_string(pos.size()) + " given)");
    return false;
  }
  for (size_t i = 0; i < pos.size() && i < positional; ++i) *parameters[i].out = pos[i];
  for (const auto& [key, value] : kw) {
    Parameter* found = nullptr;
    for (size_t i = 0; i < count && found == nullptr; ++i)
      if (!parameters[i].positional_only && parameters[i].name == key->text) found = &parameters[i];
    if (found == nullptr) {
      if (extra_keyword) continue;
      vm.raise(vm.types.type_error, name_of_callee(*this) + "() got an unexpected keyword argument '" + key->text + "'");
      return false;
    }
    if (!found->out->null()) {
      vm.raise(vm.types.type_error, name_of_callee(*this) + "() got multiple values for argument '" + key->text + "'");
      return false;
    }
    *found->out = value;
  }
  for (size_t i = 0; i < count; ++i) {
    if (!parameters[i].out->null() || parameters[i].optional) continue;
    if (open_pos || open_kw) {
      *parameters[i].out = vm.unknown("argument `" + std::string(parameters[i].name) + "` of `" + name_of_callee(*this) +
                                      "` comes from an argument list of unknown length");
      continue;
    }
    vm.raise(vm.types.type_error, name_of_callee(*this) + "() missing required argument: '" + std::string(parameters[i].name) + "'");
    return false;
  }
  return true;
}

}  // namespace graphlift::interp
