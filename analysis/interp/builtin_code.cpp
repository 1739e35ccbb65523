// compile, exec and eval: text that is known is run like the body of a module, in the namespaces that were given.
#include "analysis/interp/machine.h"
#include "analysis/interp/types_support.h"

namespace graphlift::interp {

namespace {

constexpr std::string_view kExpression = "__expression__";  // the name that the value of an expression is read from
constexpr size_t kMaxText = 1 << 20;

using Code = std::shared_ptr<const lower::Code>;

// Code that is not known may define names where it runs.
Value not_known(Vm& vm, Args& args) {
  const std::string name = args.callee ? args.callee->name : std::string("eval");
  // What eval is given may be a code object of any mode.
  const bool defines = name == "exec" || (name == "eval" && !args.pos.empty() && vm.type_of(args.pos[0]) != vm.types.str);
  if (defines)
    for (size_t i = 1; i < args.pos.size(); ++i)
      if (auto* names = plain_cast<DictObj>(args.pos[i])) {
        vm.touch(names);
        names->open = true;
        if (names->rest.null()) names->rest = vm.unknown("a name that code run by `exec` may have defined");
      }
  return vm.unknown("code that is compiled at run time (`" + name + "`)");
}

// Null when the source is not known, or cannot be read.
Code code_of(Vm& vm, Value source, bool expression) {
  if (auto* holder = cast<CodeHolderObj>(source)) return holder->code;
  source = plain(source);
  if (!source.is_str() || text_of(source).size() > kMaxText) return nullptr;
  std::string text(text_of(source));
  if (expression) {
    const size_t start = text.find_first_not_of(" \t");
    text = std::string(kExpression) + " = (" + (start == text.npos ? std::string() : text.substr(start)) + "\n)\n";
  }
  const lower::FileId file = vm.source().generated(text);
  return file.valid() ? vm.source().load(file) : nullptr;
}

Value compile_text(Vm& vm, Args& args) {
  Value source, filename, mode, flags, inherit, optimize;
  if (!args.bind(vm, "source, filename, mode, flags=, dont_inherit=, optimize=", {&source, &filename, &mode, &flags, &inherit, &optimize}))
    return {};
  const bool plain_flags = flags.null() || (flags.is_integral() && flags.as_int() == 0);
  if (!mode.is_str() || !plain_flags) return not_known(vm, args);
  const Code code = code_of(vm, source, text_of(mode) == "eval");
  if (!code) return not_known(vm, args);
  auto* holder = vm.make<CodeHolderObj>(vm.types.code);
  holder->code = code;
  return Value::object(holder);
}

// The namespaces of a call of exec or eval. False when they are not known.
bool namespaces(Vm& vm, Value globals, Value locals, DictObj*& global_names, DictObj*& names) {
  const auto given = [](Value v) { return !v.null() && !v.is_none(); };
  if (given(globals)) {
    global_names = plain_cast<DictObj>(globals);
    names = given(locals) ? plain_cast<DictObj>(locals) : global_names;
    return global_names && names;
  }
  const Frame* frame = vm.frame();
  if (!frame || !frame->module || frame->forked || given(locals)) return false;
  global_names = frame->module->dict;
  names = frame->names;
  if (names) return true;
  names = vm.new_dict();
  for (size_t i = 0; i < frame->code->locals.size(); ++i)
    if (!frame->path.locals[i].null()) names->map.set(vm.str(frame->code->locals[i]), frame->path.locals[i]);
  return true;
}

Value run_text(Vm& vm, Args& args, bool expression) {
  Value source, globals, locals, closure;
  if (!args.bind(vm, "source, globals=, locals=, *, closure=", {&source, &globals, &locals, &closure})) return {};
  DictObj *global_names = nullptr, *names = nullptr;
  const Code code = code_of(vm, source, expression);
  if (!code || code->is_generator || !code->freevars.empty() || !namespaces(vm, globals, locals, global_names, names))
    return not_known(vm, args);
  if (vm.run_code(code, global_names, names).null()) return {};
  if (!expression) return Value::none();
  const Value key = vm.str(kExpression);
  const Value* found = names->map.find(key);
  const Value result = found ? *found : vm.unknown("the value of an expression that is compiled at run time");
  vm.touch(names);
  names->map.erase(key);
  return result;
}

Value exec_text(Vm& vm, Args& args) { return run_text(vm, args, false); }
Value eval_text(Vm& vm, Args& args) { return run_text(vm, args, true); }

}  // namespace

Value Vm::run_code(const std::shared_ptr<const lower::Code>& code, DictObj* globals, DictObj* names) {
  ModuleObj*& module = impl_->namespaces[globals];
  if (!module && frame_ && frame_->module && frame_->module->dict == globals) module = frame_->module;
  if (!module) {
    module = make<ModuleObj>(types.module);
    const Value* name = globals->map.find(str("__name__"));
    if (name && name->is_str()) module->name = text_of(*name);
    module->file = "<string>";
    module->file_id = code->file;
    module->dict = globals;
    module->state = ModuleObj::State::Loaded;
  }
  module->open_names |= globals->open;
  Frame frame;
  frame.code = code;
  frame.module = module;
  frame.names = names;
  frame.path.locals.resize(code->locals.size());
  frame.tracing = !frame_ ? Tracing::Off : frame_->tracing == Tracing::Traced ? Tracing::Disabled : frame_->tracing;
  for (size_t i = 0; i < code->cellvars.size(); ++i) frame.cells.push_back(make<CellObj>(types.cell));
  return Machine(*this).run(frame);
}

void register_builtin_code(Vm& vm) {
  vm.define(vm.builtins, "compile", compile_text);
  vm.define(vm.builtins, "eval", eval_text);
  vm.define(vm.builtins, "exec", exec_text);
}

}  // namespace graphlift::interp
