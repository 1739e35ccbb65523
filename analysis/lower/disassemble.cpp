// Listings of Code for `dump` and tests.
#include <map>
#include <set>

#include "analysis/lower/compile.h"
#include "analysis/lower/jumps.h"
#include "analysis/lower/verify.h"

namespace graphlift::lower {
namespace {

constexpr std::string_view kUnaryNames[] = {"not", "-", "+", "~"};
constexpr std::string_view kBinaryNames[] = {"+", "-", "*", "@", "/", "%", "**", "<<", ">>", "|", "^", "&", "//"};
constexpr std::string_view kCompareNames[] = {"==", "!=", "<", "<=", ">", ">=", "is", "is not", "in", "not in"};
constexpr std::string_view kTestNames[] = {
    "if", "while", "assert", "assert-message", "bool-operand", "ternary", "comprehension-if", "compare-chain", "match", "except-match"};
constexpr std::string_view kSurroundNames[] = {"loop", "try", "with", "handler", "finally"};
constexpr std::string_view kKindNames[] = {"module", "function", "lambda", "class", "comprehension", "annotation"};

template <size_t N>
std::string_view pick(const std::string_view (&names)[N], uint32_t index) {
  return index < N ? names[index] : "?";
}

std::string quoted(std::string_view text) {
  constexpr size_t kShown = 60;
  std::string out = "'";
  for (char c : text.substr(0, kShown)) {
    if (c == '\n') {
      out += "\\n";
    } else if (c == '\'' || c == '\\') {
      out += '\\';
      out += c;
    } else {
      out += c;
    }
  }
  if (text.size() > kShown) out += "...";
  return out + "'";
}

std::string number(double value) {
  char buffer[40];
  std::snprintf(buffer, sizeof buffer, "%.17g", value);
  return buffer;
}

std::string text_of(const Code& code, uint32_t index, int levels = 0) {
  if (index >= code.consts.size()) return "?";
  const Const& value = code.consts[index];
  if (std::holds_alternative<NoneConst>(value)) return "None";
  if (std::holds_alternative<EllipsisConst>(value)) return "...";
  if (auto* flag = std::get_if<bool>(&value)) return *flag ? "True" : "False";
  if (auto* integer = std::get_if<int64_t>(&value)) return std::to_string(*integer);
  if (auto* big = std::get_if<BigIntConst>(&value)) return big->digits;
  if (auto* real = std::get_if<double>(&value)) return number(*real);
  if (auto* imaginary = std::get_if<ImagConst>(&value)) return number(imaginary->value) + "j";
  if (auto* text = std::get_if<std::string>(&value)) return quoted(*text);
  if (auto* bytes = std::get_if<BytesConst>(&value)) return "b" + quoted(bytes->value);
  if (auto* names = std::get_if<Names>(&value)) {
    std::string out = "(";
    for (const std::string& name : names->names) out += (out.size() > 1 ? " " : "") + name;
    return out + ")";
  }
  if (auto* tuple = std::get_if<TupleConst>(&value)) {
    std::string out = "(";
    for (uint32_t item : tuple->items) out += (out.size() > 1 ? ", " : "") + (levels < 8 ? text_of(code, item, levels + 1) : "...");
    return out + ")";
  }
  if (auto* import = std::get_if<ImportRef>(&value)) {
    std::string out(import->level, '.');
    out += import->module;
    if (!import->member.empty()) out += " : " + import->member;
    if (import->leaf) out += " (leaf)";
    return out;
  }
  return "<code " + std::get<std::shared_ptr<const Code>>(value)->qualname + ">";
}

std::string name_at(const std::vector<std::string>& names, uint32_t index) { return index < names.size() ? names[index] : "?"; }

std::string cell_name(const Code& code, uint32_t index) {
  return index < code.cellvars.size() ? code.cellvars[index] : name_at(code.freevars, index - static_cast<uint32_t>(code.cellvars.size()));
}

std::string operands(const Code& code, const Instr& instr) {
  const std::string a = std::to_string(instr.a), b = std::to_string(instr.b);
  switch (instr.op) {
    case Op::LoadConst: return text_of(code, instr.a);
    case Op::LoadFast:
    case Op::StoreFast:
    case Op::DeleteFast: return name_at(code.locals, instr.a);
    case Op::LoadName:
    case Op::StoreName:
    case Op::DeleteName:
    case Op::LoadGlobal:
    case Op::StoreGlobal:
    case Op::DeleteGlobal:
    case Op::LoadAttr:
    case Op::StoreAttr:
    case Op::DeleteAttr: return name_at(code.names, instr.a);
    case Op::LoadDeref:
    case Op::StoreDeref:
    case Op::DeleteDeref:
    case Op::LoadClassDeref:
    case Op::LoadClosure: return cell_name(code, instr.a);
    case Op::StoreAnnotation: return name_at(code.names, instr.a) + " " + text_of(code, instr.b);
    case Op::Unary: return std::string(pick(kUnaryNames, instr.a));
    case Op::Binary: return std::string(pick(kBinaryNames, instr.a)) + (instr.b ? "=" : "");
    case Op::Compare: return std::string(pick(kCompareNames, instr.a));
    case Op::MakeFunction: return text_of(code, instr.a) + (instr.b ? " flags " + b : "");
    case Op::Import: return text_of(code, instr.a) + (instr.b ? " deferred" : "");
    case Op::ImportStar: return text_of(code, instr.a);
    case Op::Call: return a + (instr.b == kNoNames ? "" : " " + text_of(code, instr.b));
    case Op::PopJumpIfFalse:
    case Op::PopJumpIfTrue:
    case Op::JumpIfFalseOrPop:
    case Op::JumpIfTrueOrPop: return "to " + a + " " + std::string(pick(kTestNames, instr.b));
    case Op::Jump:
    case Op::JumpBack:
    case Op::SetupFinally:
    case Op::SetupWith: return "to " + a;
    case Op::ForIter: return "to " + a + (instr.b ? " async" : "");
    case Op::BeforeWith:
    case Op::WithExitNormal:
    case Op::WithExceptStart:
    case Op::GetIter: return instr.b ? "async" : "";
    case Op::FormatValue: return (instr.a ? std::string("!") + static_cast<char>(instr.a) : std::string()) + (instr.b ? " spec" : "");
    case Op::UnpackEx:
    case Op::MatchSequence: return a + " " + b;
    case Op::BuildTuple:
    case Op::BuildList:
    case Op::BuildSet:
    case Op::BuildMap:
    case Op::BuildSlice:
    case Op::BuildString:
    case Op::ListAppend:
    case Op::SetAdd:
    case Op::MapAdd:
    case Op::UnpackSequence:
    case Op::CallEx:
    case Op::Raise:
    case Op::MatchClass: return a;
    default: return {};
  }
}

void list_names(std::string& out, std::string_view title, const std::vector<std::string>& names) {
  if (names.empty()) return;
  out += "  ";
  out += title;
  for (const std::string& name : names) out += " " + name;
  out += '\n';
}

std::string title_of(const Code& code) {
  std::string out(pick(kKindNames, static_cast<uint32_t>(code.kind)));
  out += " " + code.qualname + " @" + std::to_string(code.span.start);
  if (code.is_generator) out += " generator";
  if (code.is_coroutine) out += " coroutine";
  return out + "\n";
}

template <typename F>
void for_each_inner(const Code& code, F&& visit) {
  std::set<const Code*> seen;  // annotation thunks are shared
  for (const Const& value : code.consts) {
    auto* inner = std::get_if<std::shared_ptr<const Code>>(&value);
    if (inner && seen.insert(inner->get()).second) visit(**inner);
  }
  for (const ParamAnnotation& annotation : code.annotations)
    if (seen.insert(annotation.thunk.get()).second) visit(*annotation.thunk);
}

void list_code(const Code& code, std::string& out) {
  out += title_of(code);
  out += "  args " + std::to_string(code.positional_count) + " posonly " + std::to_string(code.posonly_count) + " kwonly " +
         std::to_string(code.kwonly_count) + (code.has_varargs ? " *args" : "") + (code.has_varkw ? " **kwargs" : "") + " stack " +
         std::to_string(code.max_stack) + "\n";
  list_names(out, "locals", code.locals);
  list_names(out, "cells", code.cellvars);
  list_names(out, "free", code.freevars);
  for (const ParamAnnotation& annotation : code.annotations) out += "  annotation " + annotation.name + "\n";
  std::set<uint32_t> targets;
  for (const Instr& instr : code.instrs)
    if (is_jump(instr.op)) targets.insert(instr.a);
  for (uint32_t pc = 0; pc < code.instrs.size(); ++pc) {
    const Instr& instr = code.instrs[pc];
    std::string line = targets.contains(pc) ? "  > " : "    ";
    line += std::to_string(pc);
    line.resize(std::max<size_t>(line.size() + 1, 10), ' ');
    line += name_of(instr.op);
    const std::string shown = operands(code, instr);
    if (!shown.empty()) {
      line.resize(std::max<size_t>(line.size() + 1, 28), ' ');
      line += shown;
    }
    out += line + '\n';
  }
  for (const Surround& range : code.surrounds) {
    out += "  " + std::string(pick(kSurroundNames, static_cast<uint32_t>(range.kind))) + " " + std::to_string(range.start_pc) + ".." +
           std::to_string(range.end_pc) + "\n";
  }
  out += '\n';
  for_each_inner(code, [&](const Code& inner) { list_code(inner, out); });
}

void list_scope(const Code& code, std::string& out) {
  if (code.kind == Code::Kind::Annotation) return;
  out += title_of(code);
  std::map<std::string, std::set<std::string>> by_access;
  for (const Instr& instr : code.instrs) {
    switch (instr.op) {
      case Op::LoadGlobal:
      case Op::StoreGlobal:
      case Op::DeleteGlobal: by_access["global"].insert(name_at(code.names, instr.a)); break;
      case Op::LoadName:
      case Op::StoreName:
      case Op::DeleteName: by_access["name"].insert(name_at(code.names, instr.a)); break;
      default: break;
    }
  }
  std::vector<std::string> parameters(code.locals.begin(), code.locals.begin() + code.positional_count + code.kwonly_count +
                                                               (code.has_varargs ? 1 : 0) + (code.has_varkw ? 1 : 0));
  list_names(out, "parameters", parameters);
  list_names(out, "locals", {code.locals.begin() + static_cast<std::ptrdiff_t>(parameters.size()), code.locals.end()});
  list_names(out, "cells", code.cellvars);
  list_names(out, "free", code.freevars);
  for (const auto& [access, names] : by_access) list_names(out, access, {names.begin(), names.end()});
  for_each_inner(code, [&](const Code& inner) { list_scope(inner, out); });
}

}  // namespace

std::string disassemble(const Code& code) {
  std::string out;
  list_code(code, out);
  return out;
}

std::string dump_scopes(const Code& module) {
  std::string out;
  list_scope(module, out);
  return out;
}

}  // namespace graphlift::lower
