// weakref (references that never die here), contextvars, io, string, and __future__.
#include "analysis/stdlib/abc.h"

namespace graphlift::stdlib {
namespace {

Value nothing(Vm&, Args&) { return Value::none(); }

Value keep_referent(Vm& vm, Args& a) {
  put(vm, a[0], "_referent", a[1]);
  put(vm, a[0], "__callback__", a.size() > 2 ? a[2] : Value::none());
  return Value::none();
}
Value referent(Vm& vm, Args& a) {
  const Value v = own(vm, a[0], "_referent");
  return v.null() ? Value::none() : v;
}
Value same_referent(Vm& vm, Args& a) {
  const Value x = own(vm, a[0], "_referent"), y = own(vm, a[1], "_referent");
  return x.null() || y.null() ? Value::not_implemented() : vm.compare(syntax::CompareOp::Eq, x, y);
}

// ---- io.StringIO and BytesIO: a buffer that is known until something unknown is written

Value buffer_init(Vm& vm, Args& a, bool text) {
  const Value initial = a.get(1, text ? "initial_value" : "initial_bytes");
  const Value empty = text ? vm.str("") : vm.bytes("");
  put(vm, a[0], "_buffer", initial.null() || initial.is_none() ? empty : initial);
  put(vm, a[0], "_at", Value::integer(0));
  return Value::none();
}

Value buffer_write(Vm& vm, Args& a) {
  const Value old = own(vm, a[0], "_buffer"), at = own(vm, a[0], "_at");
  const Value size = old.null() ? old : vm.length(old);
  if (vm.raised()) return {};
  const Value n = vm.length(a[1]);
  if (n.null()) return {};
  const bool appends = at.is_int() && size.is_int() && at.i == size.i;
  const Value joined = appends ? vm.binary(syntax::BinaryOp::Add, old, a[1]) : sym_like(vm, vm.type_of(plain(a[1])), {a[1]});
  if (joined.null()) return {};
  put(vm, a[0], "_buffer", joined);
  put(vm, a[0], "_at", at.is_int() && n.is_int() ? Value::integer(at.i + n.i) : outside(vm, vm.types.integer));
  return n;
}

Value buffer_read(Vm& vm, Args& a) {
  const Value buffer = own(vm, a[0], "_buffer"), at = own(vm, a[0], "_at");
  if (buffer.null() || at.null()) return vm.unknown("a buffer that is not known");
  const Value n = a.size() > 1 ? a[1] : Value::none();
  const bool all = n.is_none() || (n.is_int() && n.i < 0);
  const Value stop = all ? Value::none() : vm.binary(syntax::BinaryOp::Add, at, n);
  const Value part = stop.null() ? stop : vm.get_item(buffer, vm.slice(at, stop, Value::none()));
  if (part.null()) return {};
  const Value size = vm.length(part);
  if (size.null()) return {};
  put(vm, a[0], "_at", vm.binary(syntax::BinaryOp::Add, at, size));
  return part;
}

Value buffer_lines(Vm& vm, Args& a) {
  const Value rest = buffer_read(vm, a);
  return rest.null() ? rest : vm.call_method(rest, "splitlines", {Value::boolean(true)});
}

Value buffer_line(Vm& vm, Args& a) {
  const Value buffer = own(vm, a[0], "_buffer"), at = own(vm, a[0], "_at");
  if (!buffer.is_str() || !at.is_int()) return outside(vm, buffer.null() ? vm.types.str : vm.type_of(buffer));
  const std::u32string text = decode_utf8(text_of(buffer));
  const size_t from = std::min(size_t(at.i), text.size());
  const size_t end = std::min(text.find(U'\n', from), text.size() - 1) + 1;
  const std::u32string line = from < text.size() ? text.substr(from, end - from) : std::u32string();
  put(vm, a[0], "_at", Value::integer(int64_t(from + line.size())));
  return vm.str(encode_utf8(line));
}

Value buffer_seek(Vm& vm, Args& a) {
  const Value offset = a[1], whence = a.size() > 2 ? a[2] : Value::integer(0);
  Value to = offset;
  if (!whence.is_int() || whence.i == 1) to = outside(vm, vm.types.integer);
  else if (whence.i == 2) to = vm.length(own(vm, a[0], "_buffer"));
  if (to.null()) return {};
  put(vm, a[0], "_at", to);
  return to;
}

void buffers(Module& m) {
  Vm& vm = m.vm;
  auto* text_base = cast<ClassObj>(m.get("TextIOBase"));
  auto* raw_base = cast<ClassObj>(m.get("BufferedIOBase"));
  for (const char* name : {"StringIO", "BytesIO"}) {
    const bool text = name[0] == 'S';
    ClassObj* cls = m.cls(name, {text ? text_base : raw_base});
    if (text) method(vm, cls, "__init__", [](Vm& v, Args& a) { return buffer_init(v, a, true); });
    else method(vm, cls, "__init__", [](Vm& v, Args& a) { return buffer_init(v, a, false); });
    method(vm, cls, "write", buffer_write);
    method(vm, cls, "read", buffer_read);
    method(vm, cls, "readline", buffer_line);
    method(vm, cls, "readlines", buffer_lines);
    method(vm, cls, "seek", buffer_seek);
    method(vm, cls, "getvalue", [](Vm& v, Args& a) { return own(v, a[0], "_buffer"); });
    method(vm, cls, "getbuffer", [](Vm& v, Args& a) { return own(v, a[0], "_buffer"); });
    method(vm, cls, "tell", [](Vm& v, Args& a) { return own(v, a[0], "_at"); });
    method(vm, cls, "__iter__", [](Vm& v, Args& a) {
      const Value lines = buffer_lines(v, a);
      return lines.null() ? lines : v.iterate(lines);
    });
    for (const char* n : {"close", "flush", "__exit__"}) method(vm, cls, n, nothing);
    method(vm, cls, "__enter__", [](Vm&, Args& a) { return a[0]; });
    for (const char* n : {"readable", "writable", "seekable"}) method(vm, cls, n, [](Vm&, Args&) { return Value::boolean(true); });
    method(vm, cls, "truncate", [](Vm& v, Args& a) {
      put(v, a[0], "_buffer", sym_like(v, v.type_of(plain(own(v, a[0], "_buffer"))), {own(v, a[0], "_buffer")}));
      return outside(v, v.types.integer);
    });
    class_attr(vm, cls, "closed", Value::boolean(false));
  }
}

// ---- contextvars

Value variable_get(Vm& vm, Args& a) {
  for (const Value v : {own(vm, a[0], "_value"), a.size() > 1 ? a[1] : Value(), own(vm, a[0], "_default")})
    if (!v.null()) return v;
  return vm.raise(vm.types.lookup_error, "context variable has no value");
}

Value variable_set(Vm& vm, Args& a) {
  const Value token = Value::object(vm.new_instance(class_in(vm, "contextvars", "Token")));
  const Value old = own(vm, a[0], "_value");
  put(vm, token, "var", a[0]);
  put(vm, token, "old_value", old.null() ? attr_in(vm, "contextvars", "_missing") : old);
  put(vm, a[0], "_value", a[1]);
  return token;
}

Value variable_reset(Vm& vm, Args& a) {
  const Value old = own(vm, a[1], "old_value");
  auto* self = cast<InstanceObj>(a[0]);
  if (!old.null() && !old.same(attr_in(vm, "contextvars", "_missing"))) {
    put(vm, a[0], "_value", old);
  } else if (self && self->dict) {
    vm.touch(self->dict);
    self->dict->map.erase(vm.str("_value"));
  }
  return Value::none();
}

Value cap_words(Vm& vm, Args& a) {
  if (!a[0].is_str()) return lift(vm, a, vm.types.str);
  const Value words = a.size() > 1 && !a[1].is_none() ? vm.call_method(a[0], "split", {a[1]}) : vm.call_method(a[0], "split", {});
  Collected c;
  if (words.null() || !gather(vm, words, c)) return {};
  for (Value& w : c.items) {
    w = vm.call_method(w, "capitalize", {});
    if (w.null()) return {};
  }
  return vm.call_method(a.size() > 1 && !a[1].is_none() ? a[1] : vm.str(" "), "join", {vm.list(std::move(c.items))});
}

}  // namespace

void init_weakref(Vm& vm, ModuleObj* module) {
  Module m{vm, module};
  ClassObj* ref = m.cls("ReferenceType");
  method(vm, ref, "__init__", keep_referent);
  method(vm, ref, "__call__", referent);
  method(vm, ref, "__eq__", same_referent);
  method(vm, ref, "__hash__", [](Vm& v, Args& a) { return v.hash(own(v, a[0], "_referent")); });
  generic_class(vm, ref);
  m.set("ref", ref);
  m.cls("WeakMethod", {ref});
  m.cls("KeyedRef", {ref});
  m.fn("proxy", [](Vm&, Args& a) { return a[0]; });
  m.fn("getweakrefcount", [](Vm& v, Args&) { return outside(v, v.types.integer); });
  m.fn("getweakrefs", [](Vm& v, Args&) { return v.list({}); });
  for (const char* name : {"ProxyType", "CallableProxyType"}) m.cls(name);
  m.set("ProxyTypes", vm.tuple({m.get("ProxyType"), m.get("CallableProxyType")}));
  ClassObj* dict = class_in(vm, "collections", "UserDict");
  for (const char* name : {"WeakKeyDictionary", "WeakValueDictionary"}) {
    ClassObj* cls = m.cls(name, {dict});
    generic_class(vm, cls);
  }
  ClassObj* set = m.cls("WeakSet", {vm.types.set}, Layout::Set);
  generic_class(vm, set);
  ClassObj* finalize = m.cls("finalize");
  method(vm, finalize, "__init__", nothing);
  for (const char* name : {"detach", "peek", "__call__"}) method(vm, finalize, name, nothing);
  property(vm, finalize, "alive", [](Vm&, Args&) { return Value::boolean(true); });
  class_attr(vm, finalize, "atexit", Value::boolean(true));
}

void init_io(Vm& vm, ModuleObj* module) {
  Module m{vm, module};
  define_table(vm, module, R"(
int DEFAULT_BUFFER_SIZE=8192 SEEK_SET=0 SEEK_CUR=1 SEEK_END=2
class IOBase close=none flush=none fileno=int isatty=bool readable=bool writable=bool seekable=bool tell=int seek=int truncate=int readline=unknown readlines=[any] writelines=none __enter__=self __exit__=none __iter__=iter .closed=bool
class RawIOBase(IOBase) read=bytes write=int readall=bytes readinto=int
class BufferedIOBase(IOBase) read=bytes write=int read1=bytes readinto=int .raw=unknown
class TextIOBase(IOBase) read=str write=int .encoding=str .errors=str .newlines=str .buffer=BufferedIOBase
class FileIO(RawIOBase) .name=str .mode=str
class BufferedReader(BufferedIOBase) .name=str
class BufferedWriter(BufferedIOBase) .name=str
class BufferedRandom(BufferedIOBase)
class BufferedRWPair(BufferedIOBase)
class TextIOWrapper(TextIOBase) .name=str .mode=str reconfigure=none detach=BufferedIOBase
fn text_encoding=str open_code=BufferedReader
exc UnsupportedOperation=OSError
)");
  for (const char* name : {"IOBase", "RawIOBase", "BufferedIOBase", "TextIOBase"})
    if (auto* cls = cast<ClassObj>(m.get(name))) cls->cls = cls->metaclass = abc_meta(vm);
  buffers(m);
  if (const Value open = vm.module_attr(vm.builtins, vm.intern("open")); !open.null()) m.set("open", open);
  m.set("BlockingIOError", vm.types.os_error);
}

void init_contextvars(Vm& vm, ModuleObj* module) {
  Module m{vm, module};
  ClassObj* token = m.cls("Token");
  m.set("_missing", vm.opaque(token, "<Token.MISSING>"));
  class_attr(vm, token, "MISSING", m.get("_missing"));
  ClassObj* variable = m.cls("ContextVar");
  generic_class(vm, variable);
  method(vm, variable, "__init__", [](Vm& v, Args& a) {
    put(v, a[0], "name", a.get(1, "name"));
    if (const Value d = a.keyword("default"); !d.null()) put(v, a[0], "_default", d);
    return Value::none();
  });
  method(vm, variable, "get", variable_get);
  method(vm, variable, "set", variable_set);
  method(vm, variable, "reset", variable_reset);
  ClassObj* context = m.cls("Context");
  method(vm, context, "run", [](Vm& v, Args& a) -> Value {
    if (a.size() < 2) return v.raise(v.types.type_error, "run() missing 1 required positional argument");
    Args call = a;
    call.pos.erase(call.pos.begin(), call.pos.begin() + 2);
    return v.call(a[1], call);
  });
  method(vm, context, "copy", [](Vm&, Args& a) { return a[0]; });
  m.fn("copy_context", [](Vm& v, Args&) { return Value::object(v.new_instance(class_in(v, "contextvars", "Context"))); });
}

void init_string(Vm& vm, ModuleObj* module) {
  Module m{vm, module};
  const std::string lower = "abcdefghijklmnopqrstuvwxyz", upper = "ABCDEFGHIJKLMNOPQRSTUVWXYZ", digits = "0123456789";
  const std::string punctuation = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~", blank = " \t\n\r\v\f";
  m.text("ascii_lowercase", lower);
  m.text("ascii_uppercase", upper);
  m.text("ascii_letters", lower + upper);
  m.text("digits", digits);
  m.text("hexdigits", digits + "abcdefABCDEF");
  m.text("octdigits", "01234567");
  m.text("punctuation", punctuation);
  m.text("whitespace", blank);
  m.text("printable", digits + lower + upper + punctuation + blank);
  m.fn("capwords", cap_words);
  define_table(vm, module,
               "class Template substitute=str safe_substitute=str .template=str\nclass Formatter format=str vformat=str parse=iter "
               "get_value=unknown get_field=unknown format_field=str convert_field=unknown check_unused_args=none\n");
}

void init_future(Vm& vm, ModuleObj* module) {
  Module m{vm, module};
  ClassObj* feature = m.cls("_Feature");
  std::vector<Value> names;
  for (const char* name : {"nested_scopes", "generators", "division", "absolute_import", "with_statement", "print_function",
                           "unicode_literals", "barry_as_FLUFL", "generator_stop", "annotations"}) {
    m.set(name, Value::object(vm.new_instance(feature)));
    names.push_back(vm.str(name));
  }
  m.set("all_feature_names", vm.list(std::move(names)));
}

}  // namespace graphlift::stdlib
