// logging: loggers with levels and handlers, whose records go nowhere; and warnings.
#include "analysis/stdlib/define.h"

namespace graphlift::stdlib {
namespace {

constexpr std::pair<const char*, int64_t> kLevels[] = {{"NOTSET", 0}, {"DEBUG", 10}, {"INFO", 20},     {"WARNING", 30},
                                                       {"WARN", 30},  {"ERROR", 40}, {"CRITICAL", 50}, {"FATAL", 50}};

Value nothing(Vm&, Args&) { return Value::none(); }

DictObj* loggers(Vm& vm) { return cast<DictObj>(attr_in(vm, "logging", "_loggers")); }

Value new_logger(Vm& vm, ClassObj* cls, Value name, Value parent, int64_t level) {
  Args call;
  call.pos = {name};
  const Value logger = vm.construct(cls, call);
  if (logger.null()) return {};
  put(vm, logger, "level", Value::integer(level));
  put(vm, logger, "parent", parent);
  return logger;
}

Value logger_init(Vm& vm, Args& a) {
  Value self, name, level;
  if (!a.bind(vm, "self, name, level=", {&self, &name, &level})) return {};
  put(vm, self, "name", name);
  put(vm, self, "level", level.null() ? Value::integer(0) : level);
  put(vm, self, "parent", Value::none());
  put(vm, self, "propagate", Value::boolean(true));
  put(vm, self, "disabled", Value::boolean(false));
  put(vm, self, "handlers", vm.list({}));
  put(vm, self, "filters", vm.list({}));
  return Value::none();
}

Value root_logger(Vm& vm) { return attr_in(vm, "logging", "root"); }

Value logger_named(Vm& vm, const std::string& name) {
  DictObj* known = loggers(vm);
  if (!known || name.empty() || name == "root") return root_logger(vm);
  if (const Value* found = known->map.find(vm.str(name))) return *found;
  const size_t dot = name.rfind('.');
  const Value parent = dot == std::string::npos ? root_logger(vm) : logger_named(vm, name.substr(0, dot));
  auto* cls = cast<ClassObj>(attr_in(vm, "logging", "_loggerClass"));
  const Value logger = new_logger(vm, cls, vm.str(name), parent, 0);
  if (logger.null()) return {};
  vm.touch(known);
  known->map.set(vm.str(name), logger);
  return logger;
}

Value get_logger(Vm& vm, Args& a) {
  const Value name = plain(a.get(0, "name"));
  if (name.null() || name.is_none()) return root_logger(vm);
  if (!name.is_str()) return new_logger(vm, cast<ClassObj>(attr_in(vm, "logging", "_loggerClass")), name, root_logger(vm), 0);
  return logger_named(vm, std::string(text_of(name)));
}

Value level_number(Vm& vm, Value level) {
  level = plain(level);
  if (!level.is_str()) return level;
  for (const auto& [name, number] : kLevels)
    if (text_of(level) == name) return Value::integer(number);
  auto* extra = cast<DictObj>(attr_in(vm, "logging", "_nameToLevel"));
  if (const Value* v = extra ? extra->map.find(level) : nullptr) return *v;
  return vm.raise(vm.types.value_error, "Unknown level: '" + std::string(text_of(level)) + "'");
}

Value set_level(Vm& vm, Args& a) {
  Value self, level;
  if (!a.bind(vm, "self, level", {&self, &level})) return {};
  const Value n = level_number(vm, level);
  if (n.null()) return {};
  put(vm, self, "level", n);
  return Value::none();
}

Value effective_level(Vm& vm, Value logger) {
  for (int i = 0; i < 64 && cast<InstanceObj>(logger); ++i) {
    const Value level = own(vm, logger, "level");
    if (level.null()) break;
    if (!level.is_integral() || level.as_int() != 0) return level;
    const Value parent = own(vm, logger, "parent");
    if (parent.null() || parent.is_none()) return level;
    logger = parent;
  }
  return outside(vm, vm.types.integer);
}

// Adapters wrap a logger in `logger`.
Value inner_logger(Vm& vm, Value self) {
  const Value inner = own(vm, self, "logger");
  return inner.null() ? self : inner;
}

Value get_effective_level(Vm& vm, Args& a) { return effective_level(vm, inner_logger(vm, a[0])); }

Value is_enabled_for(Vm& vm, Args& a) {
  Value self, level;
  if (!a.bind(vm, "self, level", {&self, &level})) return {};
  const Value threshold = effective_level(vm, inner_logger(vm, self));
  const Value disabled = attr_in(vm, "logging", "_disabled_level");
  if (disabled.is_int() && level.is_integral() && level.as_int() <= disabled.i) return Value::boolean(false);
  return vm.compare(syntax::CompareOp::GtE, level, threshold);
}

Value add_to(Vm& vm, Args& a, const char* list_name, bool add) {
  auto* list = cast<ListObj>(own(vm, a[0], list_name));
  if (!list || a.size() < 2) return Value::none();
  vm.touch(list);
  auto it = std::find_if(list->items.begin(), list->items.end(), [&](Value v) { return v.same(a[1]); });
  if (add && it == list->items.end()) list->items.push_back(a[1]);
  if (!add && it != list->items.end()) list->items.erase(it);
  return Value::none();
}

Value has_handlers(Vm& vm, Args& a) {
  Value logger = inner_logger(vm, a[0]);
  for (int i = 0; i < 64 && cast<InstanceObj>(logger); ++i) {
    if (auto* list = cast<ListObj>(own(vm, logger, "handlers")); list && !list->items.empty()) return Value::boolean(true);
    const Value up = own(vm, logger, "propagate");
    if (up.is_bool() && !up.b) break;
    logger = own(vm, logger, "parent");
  }
  return Value::boolean(false);
}

Value get_child(Vm& vm, Args& a) {
  const Value name = own(vm, a[0], "name");
  if (!name.is_str() || !a[1].is_str()) return get_logger(vm, a);
  const std::string base(text_of(name));
  return logger_named(vm, base == "root" ? std::string(text_of(a[1])) : base + "." + std::string(text_of(a[1])));
}

constexpr const char* kLogMethods[] = {"debug", "info", "warning", "warn", "error", "exception", "critical", "fatal", "log"};

void loggers_and_adapters(Module& m) {
  Vm& vm = m.vm;
  ClassObj* filterer = m.cls("Filterer");
  method(vm, filterer, "addFilter", [](Vm& v, Args& a) { return add_to(v, a, "filters", true); });
  method(vm, filterer, "removeFilter", [](Vm& v, Args& a) { return add_to(v, a, "filters", false); });
  method(vm, filterer, "filter", [](Vm&, Args&) { return Value::boolean(true); });
  ClassObj* logger = m.cls("Logger", {filterer});
  method(vm, logger, "__init__", logger_init);
  for (const char* name : kLogMethods) method(vm, logger, name, nothing);
  for (const char* name : {"handle", "callHandlers", "_log"}) method(vm, logger, name, nothing);
  method(vm, logger, "setLevel", set_level);
  method(vm, logger, "getEffectiveLevel", get_effective_level);
  method(vm, logger, "isEnabledFor", is_enabled_for);
  method(vm, logger, "addHandler", [](Vm& v, Args& a) { return add_to(v, a, "handlers", true); });
  method(vm, logger, "removeHandler", [](Vm& v, Args& a) { return add_to(v, a, "handlers", false); });
  method(vm, logger, "hasHandlers", has_handlers);
  method(vm, logger, "getChild", get_child);
  method(vm, logger, "makeRecord", [](Vm& v, Args&) { return Value::object(v.new_instance(class_in(v, "logging", "LogRecord"))); });
  method(vm, logger, "findCaller", [](Vm& v, Args&) { return v.unknown("the caller of a log call"); });
  ClassObj* adapter = m.cls("LoggerAdapter");
  generic_class(vm, adapter);
  method(vm, adapter, "__init__", [](Vm& v, Args& a) -> Value {
    Value self, inner, extra, merge;
    if (!a.bind(v, "self, logger, extra=, merge_extra=", {&self, &inner, &extra, &merge})) return {};
    put(v, self, "logger", inner);
    put(v, self, "extra", extra.null() ? Value::none() : extra);
    return Value::none();
  });
  for (const char* name : kLogMethods) method(vm, adapter, name, nothing);
  method(vm, adapter, "process", [](Vm& v, Args& a) { return pair(v, a[1], a[2]); });
  method(vm, adapter, "isEnabledFor", is_enabled_for);
  method(vm, adapter, "getEffectiveLevel", get_effective_level);
  method(vm, adapter, "hasHandlers", has_handlers);
  method(vm, adapter, "setLevel", [](Vm& v, Args& a) { return v.call_method(own(v, a[0], "logger"), "setLevel", {a[1]}); });
  m.set("_loggerClass", logger);
  m.set("_loggers", Value::object(vm.new_dict()));
  const Value root = new_logger(vm, logger, vm.str("root"), Value::none(), 30);
  m.set("root", root);
  m.set("RootLogger", logger);
  class_attr(vm, logger, "root", root);
  ClassObj* manager_class = m.cls("Manager");
  const Value manager = Value::object(vm.new_instance(manager_class));
  put(vm, manager, "loggerDict", m.get("_loggers"));
  put(vm, manager, "root", root);
  put(vm, manager, "disable", Value::integer(0));
  m.set("_manager", manager);
  class_attr(vm, logger, "manager", manager);
}

void handlers(Module& m) {
  Vm& vm = m.vm;
  auto* filterer = cast<ClassObj>(m.get("Filterer"));
  ClassObj* handler = m.cls("Handler", {filterer});
  method(vm, handler, "__init__", [](Vm& v, Args& a) -> Value {
    put(v, a[0], "level", Value::integer(0));
    put(v, a[0], "formatter", Value::none());
    put(v, a[0], "filters", v.list({}));
    put(v, a[0], "name", Value::none());
    return Value::none();
  });
  method(vm, handler, "setLevel", set_level);
  method(vm, handler, "setFormatter", [](Vm& v, Args& a) {
    put(v, a[0], "formatter", a[1]);
    return Value::none();
  });
  method(vm, handler, "format", [](Vm& v, Args&) { return outside(v, v.types.str); });
  for (const char* name : {"emit", "handle", "flush", "close", "acquire", "release", "createLock", "handleError", "set_name"})
    method(vm, handler, name, nothing);
  method(vm, handler, "get_name", [](Vm& v, Args& a) { return own(v, a[0], "name"); });
  ClassObj* stream = m.cls("StreamHandler", {handler});
  method(vm, stream, "__init__", [](Vm& v, Args& a) -> Value {
    for (const char* name : {"formatter", "name"}) put(v, a[0], name, Value::none());
    put(v, a[0], "level", Value::integer(0));
    put(v, a[0], "filters", v.list({}));
    const Value out = a.get(1, "stream");
    put(v, a[0], "stream", out.null() || out.is_none() ? attr_in(v, "sys", "stderr") : out);
    return Value::none();
  });
  method(vm, stream, "setStream", nothing);
  class_attr(vm, stream, "terminator", vm.str("\n"));
  m.cls("FileHandler", {stream});
  m.cls("_StderrHandler", {stream});
  m.cls("NullHandler", {handler});
  m.set("lastResort", vm.call(m.get("_StderrHandler"), {}));
  ClassObj* formatter = m.cls("Formatter");
  method(vm, formatter, "__init__", [](Vm& v, Args& a) -> Value {
    const Value fmt = a.get(1, "fmt"), date = a.get(2, "datefmt");
    put(v, a[0], "_fmt", fmt.null() ? v.str("%(message)s") : fmt);
    put(v, a[0], "datefmt", date.null() ? Value::none() : date);
    return Value::none();
  });
  for (const char* name : {"format", "formatTime", "formatException", "formatMessage", "formatStack"})
    method(vm, formatter, name, [](Vm& v, Args&) { return outside(v, v.types.str); });
  m.set("_defaultFormatter", Value::object(vm.new_instance(formatter)));
  ClassObj* filter = m.cls("Filter");
  method(vm, filter, "__init__", nothing);
  method(vm, filter, "filter", [](Vm&, Args&) { return Value::boolean(true); });
  define_table(vm, m.module, "class LogRecord getMessage=str *\nclass PercentStyle *\nclass BufferingFormatter *\n");
}

}  // namespace

void init_logging(Vm& vm, ModuleObj* module) {
  Module m{vm, module};
  DictObj* names = vm.new_dict();
  for (const auto& [name, number] : kLevels) {
    m.integer(name, number);
    names->map.set(vm.str(name), Value::integer(number));
  }
  m.set("_nameToLevel", Value::object(names));
  m.set("_disabled_level", Value::integer(-1));
  m.text("BASIC_FORMAT", "%(levelname)s:%(name)s:%(message)s");
  m.set("raiseExceptions", Value::boolean(true));
  loggers_and_adapters(m);
  handlers(m);
  m.fn("getLogger", get_logger);
  for (const char* name : kLogMethods) m.fn(name, nothing);
  for (const char* name : {"basicConfig", "captureWarnings", "shutdown", "setLogRecordFactory", "_acquireLock", "_releaseLock"})
    m.fn(name, nothing);
  m.fn("getLoggerClass", [](Vm& v, Args&) { return attr_in(v, "logging", "_loggerClass"); });
  m.fn("setLoggerClass", [](Vm& v, Args& a) {
    Module self{v, v.import_module("logging")};
    v.touch(self.module->dict);
    self.set("_loggerClass", a[0]);
    return Value::none();
  });
  m.fn("disable", [](Vm& v, Args& a) {
    Module self{v, v.import_module("logging")};
    v.touch(self.module->dict);
    const Value level = a.get(0, "level");
    self.set("_disabled_level", level.null() ? Value::integer(50) : level);
    return Value::none();
  });
  m.fn("addLevelName", [](Vm& v, Args& a) {
    auto* d = cast<DictObj>(attr_in(v, "logging", "_nameToLevel"));
    if (d && a[1].is_str()) d->map.set(a[1], a[0]);
    return Value::none();
  });
  m.fn("getLevelName", [](Vm& v, Args& a) -> Value {
    if (a[0].is_str()) return level_number(v, a[0]);
    if (a[0].is_int())
      for (const auto& [name, number] : kLevels)
        if (number == a[0].i) return v.str(name);
    return outside(v, v.types.str);
  });
  m.fn("getLevelNamesMapping",
       [](Vm& v, Args&) { return Value::object(copy_dict(v, cast<DictObj>(attr_in(v, "logging", "_nameToLevel")))); });
  m.fn("getLogRecordFactory", [](Vm& v, Args&) { return Value::object(class_in(v, "logging", "LogRecord")); });
  m.fn("getHandlerNames", [](Vm& v, Args&) { return Value::object(v.new_set(true)); });
  m.fn("makeLogRecord", [](Vm& v, Args&) { return Value::object(v.new_instance(class_in(v, "logging", "LogRecord"))); });
}

void init_logging_handlers(Vm& vm, ModuleObj* module) {
  Module m{vm, module};
  auto* base = class_in(vm, "logging", "FileHandler");
  for (const char* name : {"RotatingFileHandler", "TimedRotatingFileHandler", "WatchedFileHandler", "SocketHandler", "SysLogHandler",
                           "QueueHandler", "QueueListener", "MemoryHandler", "HTTPHandler", "BufferingHandler", "SMTPHandler"})
    m.cls(name, {base});
}

void init_logging_config(Vm& vm, ModuleObj* module) {
  define_table(vm, module, "fn dictConfig=none fileConfig=none listen=unknown stopListening=none\n");
}

}  // namespace graphlift::stdlib
