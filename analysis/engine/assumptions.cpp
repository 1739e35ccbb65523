#include "analysis/engine/assumptions.h"

#include <algorithm>

namespace graphlift::engine {
namespace {

using interp::Value;

Value value_of(interp::Vm& vm, const Assumption& assumption) {
  if (const bool* flag = std::get_if<bool>(&assumption.value)) return Value::boolean(*flag);
  if (const int64_t* number = std::get_if<int64_t>(&assumption.value)) return Value::integer(*number);
  if (const double* number = std::get_if<double>(&assumption.value)) return Value::real(*number);
  return vm.str(std::get<std::string>(assumption.value));
}

std::vector<std::string> parts_of(const std::string& path) {
  std::vector<std::string> out;
  for (size_t begin = 0; begin <= path.size();) {
    const size_t end = std::min(path.find('.', begin), path.size());
    out.push_back(path.substr(begin, end - begin));
    begin = end + 1;
  }
  return out;
}

// Position of the parameter among those that the caller gives; npos when it is none of them.
size_t parameter(const EntryPoint& point, const std::string& name) {
  const lower::Code& code = *point.function->code;
  for (size_t slot = point.bound; slot < code.positional_count; ++slot)
    if (code.locals[slot] == name) return slot - point.bound;
  return std::string::npos;
}

Value receiver(const EntryPoint& point) {
  if (auto* method = interp::cast<interp::BoundMethodObj>(point.callee)) return method->self;
  return interp::cast<interp::InstanceObj>(point.callee) ? point.callee : Value();
}

void give(interp::Vm& vm, const EntryPoint& point, interp::Args& args, const std::string& name, Value value) {
  if (const size_t at = parameter(point, name); at < args.pos.size()) {
    args.pos[at] = value;
    return;
  }
  for (auto& [keyword, given] : args.kw)
    if (keyword->text == name) {
      given = value;
      return;
    }
  args.kw.emplace_back(vm.intern(name), value);
}

Value given(const EntryPoint& point, const interp::Args& args, const std::string& name) {
  if (name == "self") return receiver(point);
  const size_t at = parameter(point, name);
  return at < args.pos.size() ? args.pos[at] : args.keyword(name);
}

// Why it cannot be assumed; empty when it holds now.
std::string assume_one(interp::Vm& vm, const EntryPoint& point, interp::Args& args, const Assumption& assumption) {
  const std::vector<std::string> parts = parts_of(assumption.path);
  const lower::Code& code = *point.function->code;
  if (parts[0] != "self" && std::find(code.locals.begin(), code.locals.end(), parts[0]) == code.locals.end())
    return "it has no parameter `" + parts[0] + "`";
  if (parts.size() == 1) {
    give(vm, point, args, parts[0], value_of(vm, assumption));
    return {};
  }
  Value object = given(point, args, parts[0]);
  for (size_t i = 1; i + 1 < parts.size() && !object.null(); ++i) {
    object = vm.get_attr(object, parts[i]);
    vm.clear_exception();
  }
  if (object.null() || !object.is_object() || object.o->kind == interp::ObjKind::Unknown) return "what holds the attribute is not known";
  const bool set = vm.set_attr(object, vm.intern(parts.back()), value_of(vm, assumption));
  vm.clear_exception();
  return set ? std::string() : "the attribute cannot be set";
}

}  // namespace

void apply_assumptions(interp::Vm& vm, const EntryPoint& point, interp::Args& args, const std::vector<Assumption>& assume,
                       std::vector<std::string>& notes) {
  for (const Assumption& assumption : assume) {
    if (!point.function) continue;
    const std::string problem = assume_one(vm, point, args, assumption);
    if (!problem.empty())
      notes.push_back("`" + assumption.path + "` cannot be assumed for " + point.function->code->qualname + ": " + problem);
  }
}

}  // namespace graphlift::engine
