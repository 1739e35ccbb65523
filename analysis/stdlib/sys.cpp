// sys: CPython 3.11 on Linux, started with no arguments; the parts of the process that nobody can know are Syms.
#include "analysis/stdlib/define.h"
#include "analysis/stdlib/typing.h"

namespace graphlift::stdlib {
namespace {

Value record(Vm& vm, const char* class_name, const std::vector<std::pair<std::string, Value>>& fields) {
  ClassObj* cls = vm.new_class("sys", class_name, {vm.types.tuple}, Layout::Tuple);
  std::vector<std::string> names;
  Args values;
  values.pos.push_back(Value::object(cls));
  for (const auto& [name, value] : fields) {
    names.push_back(name);
    values.pos.push_back(value);
  }
  define_named_tuple(vm, cls, names, {});
  values.pos.erase(values.pos.begin());
  return vm.construct(cls, values);
}

Value exit(Vm& vm, Args& a) {
  InstanceObj* e = vm.new_instance(vm.types.system_exit);
  e->payload = vm.tuple(a.pos);
  put(vm, Value::object(e), "code", a.size() ? a[0] : Value::none());
  return vm.raise(Value::object(e));
}

// The exception being handled by the innermost frame that handles one.
Value handled(Vm& vm) {
  for (Frame* f = vm.frame(); f; f = f->caller)
    if (!f->path.handling.empty()) return f->path.handling.back();
  return Value::none();
}

Value exc_info(Vm& vm, Args&) {
  const Value e = handled(vm);
  if (e.is_none()) return vm.tuple({e, e, e});
  return vm.tuple({Value::object(vm.type_of(e)), e, Value::none()});
}

Value get_module_frame_name(Vm& vm, Args&) {
  Frame* f = vm.frame();
  return f && f->module ? vm.str(f->module->name) : Value::none();
}

template <int64_t N>
Value number(Vm&, Args&) {
  return Value::integer(N);
}
Value nothing(Vm&, Args&) { return Value::none(); }
Value size_of(Vm& vm, Args&) { return outside(vm, vm.types.integer); }
Value frame(Vm& vm, Args&) { return vm.unknown("a Python frame object"); }

ClassObj* stream_class(Module& m) {
  ClassObj* cls = m.cls("_Stream");
  method(m.vm, cls, "write",
         [](Vm& v, Args& a) { return a[1].is_str() ? Value::integer(code_points(text_of(a[1]))) : outside(v, v.types.integer); });
  for (const char* name : {"flush", "close", "reconfigure", "writelines"}) method(m.vm, cls, name, nothing);
  method(m.vm, cls, "isatty", [](Vm&, Args&) { return Value::boolean(false); });
  method(m.vm, cls, "fileno", size_of);
  for (const char* name : {"read", "readline"}) method(m.vm, cls, name, [](Vm& v, Args&) { return outside(v, v.types.str); });
  class_attr(m.vm, cls, "encoding", m.vm.str("utf-8"));
  class_attr(m.vm, cls, "errors", m.vm.str("strict"));
  class_attr(m.vm, cls, "closed", Value::boolean(false));
  return cls;
}

}  // namespace

void init_sys(Vm& vm, ModuleObj* module) {
  Module m{vm, module};
  const Value final_level = vm.str("final");
  const auto n = [](int64_t x) { return Value::integer(x); };
  m.set("version_info",
        record(vm, "version_info", {{"major", n(3)}, {"minor", n(11)}, {"micro", n(7)}, {"releaselevel", final_level}, {"serial", n(0)}}));
  m.text("version", "3.11.7 (main) [GCC]");
  m.integer("hexversion", 0x030b07f0);
  m.text("platform", "linux");
  m.text("byteorder", "little");
  m.text("copyright", "");
  m.text("prefix", "/usr");
  m.text("exec_prefix", "/usr");
  m.text("base_prefix", "/usr");
  m.text("base_exec_prefix", "/usr");
  m.text("platlibdir", "lib");
  m.integer("api_version", 1013);
  m.integer("maxsize", INT64_MAX);
  m.integer("maxunicode", 0x10ffff);
  m.set("executable", outside(vm, vm.types.str));
  m.set("argv", vm.list({vm.str("<script>")}));
  m.set("orig_argv", vm.list({vm.str("python"), vm.str("<script>")}));
  m.set("path", vm.list({outside(vm, vm.types.str)}));
  cast<ListObj>(m.get("path"))->open = true;
  cast<ListObj>(m.get("path"))->rest = outside(vm, vm.types.str);
  m.set("modules", Value::object(vm.sys_modules()));
  m.set("meta_path", vm.list({}));
  m.set("path_hooks", vm.list({}));
  m.set("path_importer_cache", Value::object(vm.new_dict()));
  m.set("warnoptions", vm.list({}));
  m.set("_xoptions", Value::object(vm.new_dict()));
  m.set("dont_write_bytecode", Value::boolean(false));
  m.set("pycache_prefix", Value::none());
  m.set("tracebacklimit", n(1000));
  std::vector<Value> names;
  for (const char* name : {"_abc",  "_ast",      "_codecs", "_collections", "_functools", "_io",    "_operator", "_signal", "_sre",
                           "_stat", "_string",   "_thread", "_warnings",    "_weakref",   "atexit", "builtins",  "errno",   "faulthandler",
                           "gc",    "itertools", "marshal", "posix",        "pwd",        "sys",    "time"})
    names.push_back(vm.str(name));
  m.set("builtin_module_names", vm.tuple(std::move(names)));
  m.set("stdlib_module_names", Value::object(vm.new_set(true)));
  m.set("flags", record(vm, "flags",
                        {{"debug", n(0)},
                         {"inspect", n(0)},
                         {"interactive", n(0)},
                         {"optimize", n(0)},
                         {"dont_write_bytecode", n(0)},
                         {"no_user_site", n(0)},
                         {"no_site", n(0)},
                         {"ignore_environment", n(0)},
                         {"verbose", n(0)},
                         {"bytes_warning", n(0)},
                         {"quiet", n(0)},
                         {"hash_randomization", n(1)},
                         {"isolated", n(0)},
                         {"dev_mode", Value::boolean(false)},
                         {"utf8_mode", n(0)},
                         {"warn_default_encoding", n(0)},
                         {"safe_path", Value::boolean(false)},
                         {"int_max_str_digits", n(4300)}}));
  const auto r = [](double x) { return Value::real(x); };
  m.set("float_info", record(vm, "float_info",
                             {{"max", r(1.7976931348623157e308)},
                              {"max_exp", n(1024)},
                              {"max_10_exp", n(308)},
                              {"min", r(2.2250738585072014e-308)},
                              {"min_exp", n(-1021)},
                              {"min_10_exp", n(-307)},
                              {"dig", n(15)},
                              {"mant_dig", n(53)},
                              {"epsilon", r(2.220446049250313e-16)},
                              {"radix", n(2)},
                              {"rounds", n(1)}}));
  m.set("int_info", record(vm, "int_info", {{"bits_per_digit", n(30)}, {"sizeof_digit", n(4)}}));
  m.set("hash_info", record(vm, "hash_info", {{"width", n(64)}, {"modulus", n(2305843009213693951)}, {"inf", n(314159)}, {"nan", n(0)}}));
  m.set("thread_info", record(vm, "thread_info", {{"name", vm.str("pthread")}, {"lock", vm.str("semaphore")}, {"version", Value::none()}}));
  ClassObj* implementation_class = m.cls("_Implementation");
  const Value implementation = Value::object(vm.new_instance(implementation_class));
  put(vm, implementation, "name", vm.str("cpython"));
  put(vm, implementation, "version", m.get("version_info"));
  put(vm, implementation, "cache_tag", vm.str("cpython-311"));
  put(vm, implementation, "hexversion", m.get("hexversion"));
  m.set("implementation", implementation);

  ClassObj* stream = stream_class(m);
  for (const char* name : {"stdout", "stderr", "stdin"}) {
    const Value v = Value::object(vm.new_instance(stream));
    put(vm, v, "name", vm.str(std::string("<") + name + ">"));
    put(vm, v, "buffer", v);
    m.set(name, v);
    m.set(std::string("__") + name + "__", v);
  }
  m.fn("exit", exit);
  m.fn("exc_info", exc_info);
  m.fn("exception", [](Vm& v, Args&) { return handled(v); });
  m.fn("getrecursionlimit", number<1000>);
  m.fn("getsizeof", size_of);
  m.fn("getrefcount", size_of);
  m.fn("getdefaultencoding", [](Vm& v, Args&) { return v.str("utf-8"); });
  m.fn("getfilesystemencoding", [](Vm& v, Args&) { return v.str("utf-8"); });
  m.fn("getfilesystemencodeerrors", [](Vm& v, Args&) { return v.str("surrogateescape"); });
  m.fn("intern", [](Vm&, Args& a) { return a[0]; });
  m.fn("_getframe", frame);
  m.fn("_current_frames", frame);
  m.fn("_getframemodulename", get_module_frame_name);
  m.fn("is_finalizing", [](Vm&, Args&) { return Value::boolean(false); });
  for (const char* name :
       {"gettrace", "getprofile", "setrecursionlimit", "settrace", "setprofile", "excepthook", "displayhook", "audit", "addaudithook",
        "setswitchinterval", "breakpointhook", "unraisablehook", "set_asyncgen_hooks", "call_tracing", "set_int_max_str_digits"})
    m.fn(name, nothing);
  m.fn("get_int_max_str_digits", number<4300>);
  m.fn("getswitchinterval", [](Vm&, Args&) { return Value::real(0.005); });
  m.set("__excepthook__", m.get("excepthook"));
  m.set("__displayhook__", m.get("displayhook"));
}

}  // namespace graphlift::stdlib
