#include "analysis/engine/parameter_type.h"

#include <algorithm>
#include <cctype>
#include <initializer_list>
#include <optional>

#include "analysis/engine/parameter_use.h"

namespace graphlift::engine {
namespace {

using interp::ClassObj;
using interp::FunctionObj;
using interp::Value;
using Kind = TypeGuess::Kind;

TypeGuess plain(Kind kind) {
  TypeGuess out;
  out.kind = kind;
  return out;
}

bool is_one_of(std::string_view text, std::initializer_list<std::string_view> names) {
  return std::find(names.begin(), names.end(), text) != names.end();
}
bool ends_with(std::string_view text, std::string_view tail) {
  return text.size() >= tail.size() && text.substr(text.size() - tail.size()) == tail;
}
bool starts_with(std::string_view text, std::string_view head) { return text.substr(0, head.size()) == head; }

std::string_view trimmed(std::string_view s) {
  while (!s.empty() && std::isspace(static_cast<unsigned char>(s.front()))) s.remove_prefix(1);
  while (!s.empty() && std::isspace(static_cast<unsigned char>(s.back()))) s.remove_suffix(1);
  if (s.size() >= 2 && (s.front() == '"' || s.front() == '\'') && s.back() == s.front()) return trimmed(s.substr(1, s.size() - 2));
  return s;
}

// Splits at a separator that stands outside brackets.
std::vector<std::string_view> split_outside(std::string_view text, char separator) {
  std::vector<std::string_view> out;
  int depth = 0;
  size_t begin = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '[' || text[i] == '(') ++depth;
    if (text[i] == ']' || text[i] == ')') --depth;
    if (text[i] == separator && depth == 0) {
      out.push_back(text.substr(begin, i - begin));
      begin = i + 1;
    }
  }
  out.push_back(text.substr(begin));
  return out;
}

std::string_view last_part(std::string_view dotted) { return dotted.substr(dotted.rfind('.') + 1); }

ClassObj* class_named(interp::Vm* vm, interp::ModuleObj* globals, std::string_view dotted) {
  if (!vm || !globals) return nullptr;
  Value value;
  for (const std::string_view part : split_outside(dotted, '.')) {
    const interp::StrObj* name = vm->intern(trimmed(part));
    value = value.null() ? vm->module_attr(globals, name) : vm->try_attr(value, name);
    if (!value.null()) value = vm->force(value);
    vm->clear_exception();
    if (value.null()) return nullptr;
  }
  return interp::cast<ClassObj>(value);
}

// The first alternative that is no None.
TypeGuess union_of(interp::Vm* vm, interp::ModuleObj* globals, const std::vector<std::string_view>& parts) {
  TypeGuess out;
  bool none = false;
  for (const std::string_view part : parts) {
    TypeGuess guess = guess_from_annotation(vm, globals, part);
    none = none || guess.kind == Kind::None || guess.optional;
    if (out.kind == Kind::Unknown && guess.kind != Kind::None) out = std::move(guess);
    else if (guess.kind == Kind::Tensor) out = std::move(guess);
  }
  out.optional = none;
  return out;
}

std::optional<Kind> builtin_kind(std::string_view name) {
  if (name == "int") return Kind::Int;
  if (name == "float") return Kind::Float;
  if (name == "bool") return Kind::Bool;
  if (name == "str") return Kind::Str;
  if (name == "None" || name == "NoneType") return Kind::None;
  if (name == "Number") return Kind::Float;
  return std::nullopt;
}

// Attributes that tensors have and Python's own types, modules and configurations rarely do.
constexpr std::string_view kTensorAttributes[] = {"abs",
                                                  "add_",
                                                  "argmax",
                                                  "argmin",
                                                  "argsort",
                                                  "backward",
                                                  "bool",
                                                  "chunk",
                                                  "clamp",
                                                  "clone",
                                                  "contiguous",
                                                  "cos",
                                                  "cpu",
                                                  "cuda",
                                                  "cumsum",
                                                  "data_ptr",
                                                  "detach",
                                                  "dim",
                                                  "exp",
                                                  "expand",
                                                  "expand_as",
                                                  "flatten",
                                                  "float",
                                                  "gather",
                                                  "half",
                                                  "item",
                                                  "log",
                                                  "long",
                                                  "masked_fill",
                                                  "masked_select",
                                                  "matmul",
                                                  "max",
                                                  "mean",
                                                  "min",
                                                  "mul",
                                                  "mul_",
                                                  "ndim",
                                                  "new_full",
                                                  "new_ones",
                                                  "new_tensor",
                                                  "new_zeros",
                                                  "nonzero",
                                                  "norm",
                                                  "numel",
                                                  "numpy",
                                                  "permute",
                                                  "pow",
                                                  "prod",
                                                  "repeat",
                                                  "repeat_interleave",
                                                  "requires_grad",
                                                  "requires_grad_",
                                                  "reshape",
                                                  "scatter",
                                                  "scatter_",
                                                  "shape",
                                                  "sigmoid",
                                                  "sin",
                                                  "size",
                                                  "softmax",
                                                  "sqrt",
                                                  "square",
                                                  "squeeze",
                                                  "std",
                                                  "stride",
                                                  "sub_",
                                                  "sum",
                                                  "tanh",
                                                  "tolist",
                                                  "topk",
                                                  "transpose",
                                                  "type_as",
                                                  "unbind",
                                                  "unfold",
                                                  "unique",
                                                  "unsqueeze",
                                                  "var",
                                                  "view",
                                                  "view_as",
                                                  "zero_",
                                                  "amax",
                                                  "amin",
                                                  "any",
                                                  "all",
                                                  "bmm",
                                                  "relu",
                                                  "sort",
                                                  "t",
                                                  "device",
                                                  "dtype",
                                                  "is_cuda",
                                                  "T",
                                                  "mT"};

constexpr std::string_view kMappingAttributes[] = {"items", "keys", "values", "get", "update", "setdefault"};

bool listed(std::string_view name, const std::string_view* begin, const std::string_view* end) {
  return std::find(begin, end, name) != end;
}

// Callees that take tensors first: torch's functions, and modules held by self.
bool takes_tensors(const ParameterUse& use) {
  const std::string& text = use.text;
  if (starts_with(text, "F.") || starts_with(text, "torch.nn.functional.") || starts_with(text, "nn.functional."))
    return use.position == 0 || use.position == 1;
  if (!starts_with(text, "torch.") && !starts_with(text, "tf.")) return false;
  const std::string_view name = last_part(text);
  return !is_one_of(name, {"zeros",  "ones",      "empty",    "full",        "arange",  "linspace",  "rand",
                           "randn",  "randint",   "randperm", "eye",         "tensor",  "as_tensor", "from_numpy",
                           "device", "Generator", "Size",     "manual_seed", "compile", "range",     "constant"}) &&
         use.position == 0 && use.keyword.empty();
}

bool takes_int(const ParameterUse& use, Role role) {
  const std::string_view name = last_part(use.text);
  if (name == "range") return true;
  if (is_one_of(name, {"zeros", "ones", "empty", "rand", "randn", "arange", "randperm", "eye"})) return true;
  const bool of_class = !name.empty() && std::isupper(static_cast<unsigned char>(name.front()));
  if ((role == Role::Constructor || of_class) && use.keyword.empty() && use.position < 3 &&
      (starts_with(use.text, "nn.") || starts_with(use.text, "torch.nn.")))
    return !is_one_of(
        name, {"Dropout", "Dropout1d", "Dropout2d", "Dropout3d", "AlphaDropout", "Parameter", "ModuleList", "Sequential", "ModuleDict"});
  return false;
}

TypeGuess guess_from_uses(interp::Vm& vm, FunctionObj* function, const std::vector<ParameterUse>& uses, Role role, ClassObj* self_class,
                          int depth);

// A call of one of the class's own methods: what that method makes of the argument.
TypeGuess guess_through_method(interp::Vm& vm, const ParameterUse& use, Role role, ClassObj* self_class, int depth) {
  if (!self_class || depth <= 0 || !starts_with(use.text, "self.") || use.text.find('.', 5) != std::string::npos) return {};
  const auto* method = interp::cast<FunctionObj>(vm.find_in_class(self_class, vm.intern(use.text.substr(5))));
  if (!method) return {};
  const lower::Code& code = *method->code;
  uint32_t slot = use.position + 1;
  if (!use.keyword.empty()) {
    const auto found = std::find(code.locals.begin(), code.locals.end(), use.keyword);
    slot = static_cast<uint32_t>(found - code.locals.begin());
  }
  if (slot >= code.positional_count + code.kwonly_count) return {};
  return guess_from_uses(vm, const_cast<FunctionObj*>(method), uses_of_parameters(code)[slot], role, self_class, depth - 1);
}

TypeGuess guess_through_function(interp::Vm& vm, FunctionObj* function, const ParameterUse& use, Role role, int depth) {
  if (depth <= 0 || use.text.empty() || use.text.find('.') != std::string::npos || !function->module) return {};
  Value value = vm.module_attr(function->module, vm.intern(use.text));
  vm.clear_exception();
  auto* callee = interp::cast<FunctionObj>(value);
  if (!callee || callee == function || !use.keyword.empty() || use.position >= callee->code->positional_count) return {};
  return guess_from_uses(vm, callee, uses_of_parameters(*callee->code)[use.position], role, nullptr, depth - 1);
}

// What the elements of a container are taken for.
TypeGuess guess_element(const std::vector<ParameterUse>& uses) {
  for (const ParameterUse& use : uses) {
    if (!use.of_element) continue;
    if (use.kind == ParameterUse::Kind::MatMul) return plain(Kind::Tensor);
    if (use.kind == ParameterUse::Kind::Attribute && listed(use.text, std::begin(kTensorAttributes), std::end(kTensorAttributes)))
      return plain(Kind::Tensor);
    if (use.kind == ParameterUse::Kind::Argument && takes_tensors(use)) return plain(Kind::Tensor);
  }
  return {};
}

TypeGuess guess_from_uses(interp::Vm& vm, FunctionObj* function, const std::vector<ParameterUse>& uses, Role role, ClassObj* self_class,
                          int depth) {
  bool number = false, passed_to_module = false, indexes = false, iterated = false, converted = false, keyed = false;
  for (const ParameterUse& use : uses) {
    if (use.of_element) {
      // Numbers are made of a tensor's elements, not of a list's: those are numbers already.
      converted = converted || (use.kind == ParameterUse::Kind::Argument && is_one_of(use.text, {"int", "float", "bool"}));
      continue;
    }
    switch (use.kind) {
      case ParameterUse::Kind::MatMul: return plain(Kind::Tensor);
      case ParameterUse::Kind::Attribute:
        if (listed(use.text, std::begin(kTensorAttributes), std::end(kTensorAttributes))) return plain(Kind::Tensor);
        if (listed(use.text, std::begin(kMappingAttributes), std::end(kMappingAttributes))) keyed = true;
        break;
      case ParameterUse::Kind::Argument: {
        if (takes_int(use, role)) return plain(Kind::Int);
        if (takes_tensors(use)) return plain(Kind::Tensor);
        if (role == Role::Constructor && starts_with(last_part(use.text), "Dropout")) return plain(Kind::Float);
        iterated = iterated || use.text == "zip" || use.text == "enumerate";
        TypeGuess through = guess_through_method(vm, use, role, self_class, depth);
        if (through.kind == Kind::Unknown) through = guess_through_function(vm, function, use, role, depth);
        if (through.kind != Kind::Unknown) return through;
        const bool own = starts_with(use.text, "self.") && self_class &&
                         vm.find_in_class(self_class, vm.intern(std::string_view(use.text).substr(5))).null();
        passed_to_module = passed_to_module || (role == Role::Call && own);
        break;
      }
      case ParameterUse::Kind::Compared:
        if (!use.text.empty()) return plain(Kind::Str);
        number = true;
        break;
      case ParameterUse::Kind::Arithmetic: number = true; break;
      case ParameterUse::Kind::Iterated: iterated = true; break;
      case ParameterUse::Kind::Subscripted:
        if (use.text == ",") return plain(Kind::Tensor);  // of Python's own types none takes a tuple of slices
        keyed = keyed || !use.text.empty();
        break;
      case ParameterUse::Kind::Index:
        if (starts_with(use.text, "self.")) number = true;
        else indexes = true;
        break;
      default: break;
    }
  }
  if (keyed || iterated) {
    TypeGuess out = plain(keyed ? Kind::Dict : Kind::List);
    out.items.push_back(guess_element(uses));
    return out.items[0].kind == Kind::Unknown ? TypeGuess{} : out;
  }
  if (passed_to_module || converted) return plain(Kind::Tensor);
  if (role == Role::Call && indexes) {
    TypeGuess out = plain(Kind::Tensor);
    out.index = !number;
    return out;
  }
  return number ? plain(role == Role::Call ? Kind::Tensor : Kind::Int) : TypeGuess{};
}

// Names that constructors give to sizes and counts, rates and switches.
Kind kind_from_name(std::string_view name) {
  if (is_one_of(name, {"dim",  "dims",  "heads",  "depth",  "layers",  "channels", "hidden",   "vocab", "classes", "n",     "k",
                       "size", "width", "height", "stride", "padding", "groups",   "features", "step",  "steps",   "length"}) ||
      starts_with(name, "num_") || starts_with(name, "n_") || ends_with(name, "_dim") || ends_with(name, "_size") ||
      ends_with(name, "_channels") || ends_with(name, "_features") || ends_with(name, "_layers") || ends_with(name, "_heads") ||
      ends_with(name, "_len") || ends_with(name, "_length") || starts_with(name, "dim_") || starts_with(name, "in_") ||
      starts_with(name, "out_") || starts_with(name, "max_"))
    return Kind::Int;
  if (is_one_of(name,
                {"p", "rate", "dropout", "eps", "lr", "alpha", "beta", "gamma", "scale", "temperature", "momentum", "epsilon", "tau"}) ||
      ends_with(name, "_rate") || ends_with(name, "_prob") || ends_with(name, "_eps") || ends_with(name, "dropout"))
    return Kind::Float;
  if (is_one_of(name, {"bias", "causal", "training"}) || starts_with(name, "use_") || starts_with(name, "is_") ||
      starts_with(name, "with_"))
    return Kind::Bool;
  if (is_one_of(name, {"activation", "mode", "name", "kind", "reduction"})) return Kind::Str;
  return Kind::Unknown;
}

// Members that arrays of NumPy do not have.
constexpr std::string_view kOfTensorsAlone[] = {
    "unsqueeze",     "view",  "permute",      "contiguous",  "detach",   "cpu",           "cuda",      "size",   "dim",
    "expand",        "chunk", "softmax",      "masked_fill", "type_as",  "unbind",        "view_as",   "bmm",    "scatter",
    "gather",        "numel", "index_select", "to",          "device",   "relu",          "new_zeros", "topk",   "float",
    "requires_grad", "grad",  "expand_as",    "new_ones",    "new_full", "masked_select", "zero_",     "is_cuda"};

// Is there a use that only a tensor is put to?
bool shows_tensor(const std::vector<ParameterUse>& uses) {
  return std::any_of(uses.begin(), uses.end(), [](const ParameterUse& use) {
    switch (use.kind) {
      case ParameterUse::Kind::MatMul: return true;
      case ParameterUse::Kind::Attribute: return listed(use.text, std::begin(kOfTensorsAlone), std::end(kOfTensorsAlone));
      case ParameterUse::Kind::Argument: return takes_tensors(use) || (starts_with(use.text, "self.") && use.position == 0);
      default: return false;
    }
  });
}

// Arithmetic alone fits tensors and numbers: for an argument of a call only these names decide.
bool is_number_name(std::string_view name) {
  return is_one_of(name, {"n", "k", "p", "lr", "eps", "epsilon", "rate", "dropout", "alpha", "beta", "gamma", "temperature", "momentum",
                          "tau", "clip", "weight_decay", "step", "steps"}) ||
         starts_with(name, "num_") || starts_with(name, "n_") || ends_with(name, "_size") || ends_with(name, "_rate") ||
         ends_with(name, "_prob") || ends_with(name, "_eps");
}

TypeGuess guess_from_default(Value value) {
  if (value.is_bool()) return plain(Kind::Bool);
  if (value.is_int()) return plain(Kind::Int);
  if (value.is_float()) return plain(Kind::Float);
  if (value.is_str()) return plain(Kind::Str);
  return {};
}

Value default_of(const FunctionObj* function, uint32_t slot) {
  const lower::Code& code = *function->code;
  if (slot < code.positional_count) {
    const size_t first = code.positional_count - std::min<size_t>(code.positional_count, function->defaults.size());
    return slot >= first ? function->defaults[slot - first] : Value();
  }
  if (!function->kwdefaults) return {};
  for (const auto& entry : function->kwdefaults->map.entries())
    if (entry.key.is_str() && interp::text_of(entry.key) == code.locals[slot]) return entry.value;
  return {};
}

// The annotations that the functions defined in a module, or in its classes, give to parameters of this name.
void collect_annotations(interp::Vm& vm, const interp::ModuleObj* module, interp::DictObj* names, const std::string& parameter, int depth,
                         std::vector<std::string>& out) {
  if (!names) return;
  for (const auto& entry : names->map.entries()) {
    if (entry.key.null()) continue;
    if (const auto* function = interp::cast<FunctionObj>(entry.value)) {
      if (function->module != module) continue;
      for (const lower::ParamAnnotation& annotation : function->code->annotations)
        if (annotation.name == parameter)
          if (std::string text = vm.source().text(function->code->file, annotation.span);
              std::find(out.begin(), out.end(), text) == out.end())
            out.push_back(std::move(text));
    } else if (const auto* cls = interp::cast<ClassObj>(entry.value); cls && depth > 0 && !cls->native) {
      collect_annotations(vm, module, cls->dict, parameter, depth - 1, out);
    }
  }
}

// A name that the module annotates with one class wherever it annotates it has that class everywhere in it.
TypeGuess guess_from_namesakes(interp::Vm& vm, FunctionObj* function, const std::string& parameter) {
  if (!function->module) return {};
  std::vector<std::string> texts;
  collect_annotations(vm, function->module, function->module->dict, parameter, 1, texts);
  if (texts.size() != 1) return {};
  TypeGuess guess = guess_from_annotation(&vm, function->module, texts[0]);
  return guess.kind == Kind::Instance ? guess : TypeGuess{};
}

// What a parameter is asked for: attributes read from it, also from the attribute of self that keeps it.
std::vector<std::string> demands_on(const std::vector<ParameterUse>& uses, ClassObj* self_class) {
  std::vector<std::string> out;
  for (const ParameterUse& use : uses) {
    if (use.of_element) continue;
    if (use.kind == ParameterUse::Kind::Attribute) out.push_back(use.text);
    if (use.kind != ParameterUse::Kind::Stored || !self_class || !self_class->dict) continue;
    for (const auto& entry : self_class->dict->map.entries())
      if (const auto* method = entry.key.null() ? nullptr : interp::cast<FunctionObj>(entry.value)) {
        const PathAttributes found = attributes_of(*method->code, use.text);
        out.insert(out.end(), found.read.begin(), found.read.end());
      }
  }
  return out;
}

bool class_offers(interp::Vm& vm, ClassObj* cls, const std::string& attribute) {
  if (!vm.find_in_class(cls, vm.intern(attribute)).null()) return true;
  const auto* init = interp::cast<FunctionObj>(vm.find_in_class(cls, vm.intern("__init__")));
  if (!init || init->code->locals.empty()) return false;
  const PathAttributes found = attributes_of(*init->code, init->code->locals[0]);
  return std::find(found.assigned.begin(), found.assigned.end(), attribute) != found.assigned.end();
}

// The one class of the module that offers everything the parameter is asked for.
TypeGuess guess_from_structure(interp::Vm& vm, FunctionObj* function, const std::vector<ParameterUse>& uses, ClassObj* self_class) {
  const std::vector<std::string> demands = demands_on(uses, self_class);
  if (demands.empty() || !function->module) return {};
  TypeGuess out;
  for (const auto& entry : function->module->dict->map.entries()) {
    ClassObj* cls = entry.key.null() ? nullptr : interp::cast<ClassObj>(entry.value);
    if (!cls || cls->native || cls == self_class) continue;
    if (!std::all_of(demands.begin(), demands.end(), [&](const std::string& name) { return class_offers(vm, cls, name); })) continue;
    if (out.cls && out.cls != cls) return {};
    out.kind = Kind::Instance;
    out.cls = cls;
  }
  return out;
}

}  // namespace

TypeGuess guess_from_annotation(interp::Vm* vm, interp::ModuleObj* globals, std::string_view text) {
  text = trimmed(text);
  if (text.empty()) return {};
  if (const auto parts = split_outside(text, '|'); parts.size() > 1) return union_of(vm, globals, parts);
  const size_t bracket = text.find('[');
  const std::string_view head = trimmed(text.substr(0, bracket));
  const std::string_view name = last_part(head);
  std::vector<std::string_view> arguments;
  if (bracket != std::string_view::npos && text.back() == ']')
    arguments = split_outside(text.substr(bracket + 1, text.size() - bracket - 2), ',');
  if (name == "Optional" && !arguments.empty()) {
    TypeGuess out = guess_from_annotation(vm, globals, arguments[0]);
    out.optional = true;
    return out;
  }
  if (name == "Union") return union_of(vm, globals, arguments);
  if (name == "Annotated" && !arguments.empty()) return guess_from_annotation(vm, globals, arguments[0]);
  if (is_one_of(name, {"List", "list", "Sequence", "Iterable", "Collection"})) {
    TypeGuess out = plain(Kind::List);
    out.items.push_back(arguments.empty() ? TypeGuess{} : guess_from_annotation(vm, globals, arguments[0]));
    return out;
  }
  if (is_one_of(name, {"Tuple", "tuple"})) {
    TypeGuess out = plain(Kind::Tuple);
    out.open = arguments.empty() || (arguments.size() == 2 && trimmed(arguments[1]) == "...");
    for (const std::string_view argument : arguments)
      if (trimmed(argument) != "...") out.items.push_back(guess_from_annotation(vm, globals, argument));
    if (out.items.empty()) out.items.emplace_back();
    return out;
  }
  if (is_one_of(name, {"Dict", "dict", "Mapping", "MutableMapping", "OrderedDict"})) {
    TypeGuess out = plain(Kind::Dict);
    out.items.push_back(arguments.size() > 1 ? guess_from_annotation(vm, globals, arguments[1]) : TypeGuess{});
    return out;
  }
  if (const std::optional<Kind> kind = builtin_kind(name)) return plain(*kind);
  if (ends_with(name, "Tensor")) {
    TypeGuess out = plain(Kind::Tensor);
    out.integral = name == "LongTensor" || name == "IntTensor";
    return out;
  }
  // jaxtyping: Float[Tensor, "batch channels"]
  if (!arguments.empty() && ends_with(last_part(trimmed(arguments[0])), "Tensor")) return plain(Kind::Tensor);
  if (arguments.empty())
    if (ClassObj* cls = class_named(vm, globals, head); cls && !cls->native) {
      TypeGuess out = plain(Kind::Instance);
      out.cls = cls;
      return out;
    }
  return {};
}

TypeGuess guess_from_type(interp::Vm& vm, Value type) {
  if (type.is_str()) return guess_from_annotation(nullptr, nullptr, interp::text_of(type));
  ClassObj* cls = interp::cast<ClassObj>(type);
  if (!cls) {
    const Value text = type.null() ? Value() : vm.to_text(type, true);
    vm.clear_exception();
    return text.is_str() ? guess_from_annotation(nullptr, nullptr, interp::text_of(text)) : TypeGuess{};
  }
  if (cls->layout == interp::Layout::Tensor) return plain(Kind::Tensor);
  if (const std::optional<Kind> kind = cls->native ? builtin_kind(cls->name) : std::nullopt) return plain(*kind);
  if (cls->native) return {};
  TypeGuess out = plain(Kind::Instance);
  out.cls = cls;
  return out;
}

TypeGuess guess_from_docstring(std::string_view docstring, std::string_view parameter) {
  for (size_t at = docstring.find(parameter); at != std::string_view::npos; at = docstring.find(parameter, at + 1)) {
    const size_t line_start = docstring.rfind('\n', at) + 1;
    const std::string_view before = trimmed(docstring.substr(line_start, at - line_start));
    std::string_view rest = docstring.substr(at + parameter.size());
    rest = rest.substr(0, rest.find('\n'));
    const bool field = before == ":type" || before == ":param";
    if (!before.empty() && before != "*" && before != "-" && before != "`" && !field) continue;
    if (starts_with(rest, "`")) rest.remove_prefix(1);
    while (!rest.empty() && rest.front() == ' ') rest.remove_prefix(1);
    std::string_view type;
    if (starts_with(rest, "(")) type = rest.substr(1, rest.find(')') - 1);
    else if (starts_with(rest, ":")) type = rest.substr(1);
    else continue;
    std::string clean;
    for (const char c : type)
      if (c != '`' && c != '~') clean += c;
    const std::string_view first = trimmed(split_outside(clean, ',')[0]);
    if (starts_with(first, "obj:")) return guess_from_annotation(nullptr, nullptr, first.substr(4));
    const size_t word = first.find(' ');
    TypeGuess guess = guess_from_annotation(nullptr, nullptr, first.substr(0, word));
    if (guess.kind != Kind::Unknown) return guess;
    if (clean.find("Tensor") != std::string::npos || clean.find("tensor") != std::string::npos) return plain(Kind::Tensor);
  }
  return {};
}

namespace {

// An annotation that allows an array or an image beside a tensor is that of host code.
bool takes_arrays(const std::string& annotation) {
  const auto has = [&](std::string_view word) { return annotation.find(word) != std::string::npos; };
  return has("ndarray") || has("NdArray") || has("Ndarray") || has("ArrayLike") || has("Image");
}

}  // namespace

TypeGuess guess_parameter(interp::Vm& vm, FunctionObj* function, uint32_t slot, Role role, ClassObj* self_class, bool careful) {
  const lower::Code& code = *function->code;
  const std::string& name = code.locals[slot];
  for (const lower::ParamAnnotation& annotation : code.annotations)
    if (annotation.name == name) {
      const std::string text = vm.source().text(code.file, annotation.span);
      if (careful && takes_arrays(text)) return {};
      if (TypeGuess guess = guess_from_annotation(&vm, function->module, text); guess.kind != Kind::Unknown) return guess;
    }
  if (TypeGuess guess = guess_from_default(default_of(function, slot)); guess.kind != Kind::Unknown) return guess;
  if (code.has_docstring)
    if (TypeGuess guess = guess_from_docstring(code.docstring, name); guess.kind != Kind::Unknown) return guess;
  if (TypeGuess guess = guess_from_namesakes(vm, function, name); guess.kind != Kind::Unknown) return guess;
  const std::vector<ParameterUse> uses = uses_of_parameters(code)[slot];
  TypeGuess guess = guess_from_uses(vm, function, uses, role, self_class, 3);
  if (guess.kind == Kind::Unknown) guess = guess_from_structure(vm, function, uses, self_class);
  if (role == Role::Constructor) return guess.kind == Kind::Unknown ? plain(kind_from_name(name)) : guess;
  const bool weak = std::all_of(uses.begin(), uses.end(), [](const ParameterUse& u) {
    return u.kind == ParameterUse::Kind::Arithmetic || u.kind == ParameterUse::Kind::Compared;
  });
  if (careful && guess.kind == Kind::Tensor && !shows_tensor(uses)) return {};
  if (weak && is_number_name(name)) return plain(kind_from_name(name) == Kind::Int ? Kind::Int : Kind::Float);
  return guess;
}

}  // namespace graphlift::engine
