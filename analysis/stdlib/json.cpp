// json: loads and dumps of known values, as CPython writes them.
#include <cmath>
#include <cstdlib>

#include "analysis/stdlib/define.h"

namespace graphlift::stdlib {
namespace {

// ---- reading

struct Parser {
  Vm& vm;
  std::string_view text;
  Value object_hook, pairs_hook;
  size_t at = 0;
  std::string error;
  int depth = 0;

  Value fail(std::string message) {
    if (error.empty()) error = std::move(message);
    return {};
  }
  void blanks() {
    while (at < text.size() && (text[at] == ' ' || text[at] == '\n' || text[at] == '\t' || text[at] == '\r')) ++at;
  }
  bool take(std::string_view word) {
    if (!text.substr(at).starts_with(word)) return false;
    at += word.size();
    return true;
  }

  Value value() {
    blanks();
    if (at >= text.size()) return fail("Expecting value");
    if (++depth > 500) return fail("nested too deeply");
    const char c = text[at];
    Value v;
    if (c == '{') v = object();
    else if (c == '[') v = array();
    else if (c == '"') v = string();
    else if (take("null")) v = Value::none();
    else if (take("true")) v = Value::boolean(true);
    else if (take("false")) v = Value::boolean(false);
    else if (take("NaN")) v = Value::real(std::nan(""));
    else if (take("Infinity")) v = Value::real(HUGE_VAL);
    else if (take("-Infinity")) v = Value::real(-HUGE_VAL);
    else v = number();
    --depth;
    return v;
  }

  Value number() {
    size_t end = at;
    bool real = false;
    while (end < text.size() &&
           (std::isdigit(static_cast<unsigned char>(text[end])) || std::string_view("+-.eE").find(text[end]) != std::string_view::npos)) {
      real |= text[end] == '.' || text[end] == 'e' || text[end] == 'E';
      ++end;
    }
    const std::string digits(text.substr(at, end - at));
    if (digits.empty() || (digits == "-")) return fail("Expecting value");
    at = end;
    double d = 0;
    int64_t i = 0;
    if (!real) {
      switch (parse_int(digits, 10, i)) {
        case Parsed::Ok: return Value::integer(i);
        case Parsed::Overflow: return vm.sym(vm.types.integer, When::Const);
        default: return fail("Expecting value");
      }
    }
    return parse_float(digits, d) ? Value::real(d) : fail("Expecting value");
  }

  bool hex4(char32_t& out) {
    if (at + 4 > text.size()) return false;
    const std::string digits(text.substr(at, 4));
    char* end = nullptr;
    out = char32_t(std::strtoul(digits.c_str(), &end, 16));
    at += 4;
    return *end == 0;
  }

  Value string() {
    ++at;
    std::string out;
    while (true) {
      if (at >= text.size()) return fail("Unterminated string starting");
      const char c = text[at++];
      if (c == '"') return vm.str(out);
      if (c != '\\') {
        out += c;
        continue;
      }
      if (at >= text.size()) return fail("Unterminated string starting");
      const char e = text[at++];
      constexpr std::string_view kFrom = "\"\\/bfnrt", kTo = "\"\\/\b\f\n\r\t";
      if (e == 'u') {
        char32_t code = 0, low = 0;
        if (!hex4(code)) return fail("Invalid \\uXXXX escape");
        if (code >= 0xd800 && code < 0xdc00 && take("\\u") && hex4(low)) code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
        append_utf8(out, code);
      } else if (const size_t i = kFrom.find(e); i != std::string_view::npos) {
        out += kTo[i];
      } else {
        return fail("Invalid \\escape");
      }
    }
  }

  Value array() {
    ++at;
    std::vector<Value> items;
    blanks();
    if (take("]")) return vm.list({});
    while (true) {
      const Value v = value();
      if (v.null()) return {};
      items.push_back(v);
      blanks();
      if (take("]")) return vm.list(std::move(items));
      if (!take(",")) return fail("Expecting ',' delimiter");
    }
  }

  Value object() {
    ++at;
    DictObj* d = vm.new_dict();
    std::vector<Value> pairs;
    blanks();
    if (!take("}")) {
      while (true) {
        blanks();
        if (at >= text.size() || text[at] != '"') return fail("Expecting property name enclosed in double quotes");
        const Value key = string();
        if (key.null()) return {};
        blanks();
        if (!take(":")) return fail("Expecting ':' delimiter");
        const Value v = value();
        if (v.null()) return {};
        d->map.set(key, v);
        if (!pairs_hook.null()) pairs.push_back(pair(vm, key, v));
        blanks();
        if (take("}")) break;
        if (!take(",")) return fail("Expecting ',' delimiter");
      }
    }
    if (!pairs_hook.null()) return vm.call(pairs_hook, {vm.list(std::move(pairs))});
    return object_hook.null() ? Value::object(d) : vm.call(object_hook, {Value::object(d)});
  }
};

Value hook(const Args& a, const char* name) {
  const Value v = a.keyword(name);
  return v.is_none() ? Value() : v;
}

Value loads(Vm& vm, Args& a) {
  const Value s = plain(a.get(0, "s"));
  auto* bytes = cast<BytesObj>(s);
  if (!s.is_str() && !bytes) {
    if (!s.null() && vm.concrete(s))
      return vm.raise(vm.types.type_error, "the JSON object must be str, bytes or bytearray, not " + vm.type_of(s)->name);
    return vm.unknown("JSON text that is not known", s.null() ? When::Unknown : interp::join(vm.when(s), When::PyInput));
  }
  Parser p{vm, bytes ? std::string_view(bytes->data) : text_of(s), hook(a, "object_hook"), hook(a, "object_pairs_hook")};
  const Value v = p.value();
  if (vm.raised()) return {};
  p.blanks();
  if (p.error.empty() && p.at < p.text.size()) p.fail("Extra data");
  if (p.error.empty()) return v;
  return vm.raise(class_in(vm, "json", "JSONDecodeError"),
                  p.error + ": line 1 column " + std::to_string(p.at + 1) + " (char " + std::to_string(p.at) + ")");
}

// ---- writing

struct Writer {
  Vm& vm;
  bool ascii = true, sort = false, indented = false;
  std::string indent, item_separator = ", ", key_separator = ": ";
  Value fallback;
  std::string out;
  bool abstract = false;
  Facts facts;
  int depth = 0;

  void quote(std::string_view text) {
    out += '"';
    for (char32_t c : decode_utf8(text)) {
      constexpr std::string_view kFrom = "\"\\\b\f\n\r\t", kTo = "\"\\bfnrt";
      if (const size_t i = c < 0x80 ? kFrom.find(char(c)) : std::string_view::npos; i != std::string_view::npos) {
        (out += '\\') += kTo[i];
      } else if (c < 0x20 || (c > 0x7e && ascii)) {
        const auto unit = [&](char32_t u) {
          char buffer[16];
          std::snprintf(buffer, sizeof buffer, "\\u%04x", unsigned(u));
          out += buffer;
        };
        if (c < 0x10000) unit(c);
        else unit(0xd800 + ((c - 0x10000) >> 10)), unit(0xdc00 + ((c - 0x10000) & 0x3ff));
      } else {
        append_utf8(out, c);
      }
    }
    out += '"';
  }

  void line() {
    if (!indented) return;
    out += '\n';
    for (int i = 0; i < depth; ++i) out += indent;
  }

  static std::string real(double d) {
    if (std::isnan(d)) return "NaN";
    if (std::isinf(d)) return d > 0 ? "Infinity" : "-Infinity";
    return repr_of_float(d);
  }

  bool key(Value k) {
    k = plain(k);
    if (k.is_str()) quote(text_of(k));
    else if (k.is_bool()) quote(k.b ? "true" : "false");
    else if (k.is_int()) quote(std::to_string(k.i));
    else if (k.is_float()) quote(real(k.f));
    else if (k.is_none()) quote("null");
    else if (!vm.concrete(k)) abstract = true, facts.add(vm, k);
    else return vm.raise(vm.types.type_error, "keys must be str, int, float, bool or None, not " + vm.type_of(k)->name), false;
    return true;
  }

  bool sequence(const std::vector<Value>& items, bool open) {
    if (open) abstract = true;
    if (items.empty()) return out += "[]", true;
    out += '[';
    ++depth;
    for (size_t i = 0; i < items.size(); ++i) {
      if (i) out += item_separator;
      line();
      if (!write(items[i])) return false;
    }
    --depth;
    line();
    out += ']';
    return true;
  }

  bool mapping(DictObj* d) {
    if (d->open) abstract = true;
    std::vector<Dict::Entry> entries;
    for (const auto& e : d->map.entries())
      if (!e.key.null()) entries.push_back(e);
    if (sort)
      std::stable_sort(entries.begin(), entries.end(), [](const auto& x, const auto& y) {
        const Value a = plain(x.key), b = plain(y.key);
        if (a.is_str() && b.is_str()) return text_of(a) < text_of(b);
        return a.is_number() && b.is_number() && a.as_float() < b.as_float();
      });
    if (entries.empty()) return out += "{}", true;
    out += '{';
    ++depth;
    for (size_t i = 0; i < entries.size(); ++i) {
      if (i) out += item_separator;
      line();
      if (!key(entries[i].key)) return false;
      out += key_separator;
      if (!write(entries[i].value)) return false;
    }
    --depth;
    line();
    out += '}';
    return true;
  }

  bool write(Value v) {
    constexpr size_t kLongest = size_t(1) << 22;
    if (depth > 200 || out.size() > kLongest) return abstract = true;
    const Value p = plain(v);
    if (p.is_none()) return out += "null", true;
    if (p.is_bool()) return out += p.b ? "true" : "false", true;
    if (p.is_int()) return out += std::to_string(p.i), true;
    if (p.is_float()) return out += real(p.f), true;
    if (p.is_str()) return quote(text_of(p)), true;
    if (auto* t = cast<TupleObj>(p)) return sequence(t->items, false);
    if (auto* l = cast<ListObj>(p)) return sequence(l->items, l->open);
    if (auto* d = cast<DictObj>(p)) return mapping(d);
    if (!vm.concrete(p)) {
      abstract = true;
      facts.add(vm, p);
      return true;
    }
    if (fallback.null()) return vm.raise(vm.types.type_error, "Object of type " + vm.type_of(v)->name + " is not JSON serializable"), false;
    ++depth;
    const Value converted = vm.call(fallback, {v});
    const bool ok = !converted.null() && write(converted);
    --depth;
    return ok;
  }
};

Value dumps(Vm& vm, Args& a) {
  const Value object = a.get(0, "obj");
  Writer w{vm};
  const auto truth = [&](const char* name, bool otherwise) {
    const Value v = a.keyword(name);
    return v.is_bool() ? v.b : otherwise;
  };
  w.ascii = truth("ensure_ascii", true);
  w.sort = truth("sort_keys", false);
  w.fallback = hook(a, "default");
  if (const Value indent = a.keyword("indent"); indent.is_integral()) {
    w.indented = true;
    w.indent = std::string(size_t(std::max<int64_t>(indent.as_int(), 0)), ' ');
  } else if (indent.is_str()) {
    w.indented = true;
    w.indent = text_of(indent);
  }
  if (w.indented) w.item_separator = ",";
  if (auto* t = cast<TupleObj>(a.keyword("separators")); t && t->items.size() == 2 && t->items[0].is_str() && t->items[1].is_str()) {
    w.item_separator = text_of(t->items[0]);
    w.key_separator = text_of(t->items[1]);
  }
  const Value encoder = hook(a, "cls");
  if (!encoder.null() && w.fallback.null()) {  // a JSONEncoder subclass: its `default` method converts
    const Value made = vm.call(encoder, {});
    if (made.null()) return {};
    w.fallback = vm.get_attr(made, "default");
    if (w.fallback.null()) return {};
  }
  if (object.null()) return vm.raise(vm.types.type_error, "dumps() missing 1 required positional argument: 'obj'");
  if (!w.write(object)) return {};
  if (!w.abstract) return vm.str(w.out);
  w.facts.when = interp::join(w.facts.when, When::PyInput);
  return w.facts.sym(vm, vm.types.str);
}

Value default_encode(Vm& vm, Args& a) {
  return vm.raise(vm.types.type_error, "Object of type " + vm.type_of(a[1])->name + " is not JSON serializable");
}

}  // namespace

void init_json(Vm& vm, ModuleObj* module) {
  Module m{vm, module};
  m.fn("loads", loads);
  m.fn("dumps", dumps);
  m.fn("load", [](Vm& v, Args&) { return v.unknown("JSON read from a file", When::PyInput); });
  m.fn("dump", [](Vm&, Args&) { return Value::none(); });
  m.exception("JSONDecodeError", vm.types.value_error);
  ClassObj* encoder = m.cls("JSONEncoder");
  method(vm, encoder, "__init__", [](Vm&, Args&) { return Value::none(); });
  method(vm, encoder, "default", default_encode);
  method(vm, encoder, "iterencode", [](Vm& v, Args&) { return v.iterator_over({outside(v, v.types.str)}); });
  method(vm, encoder, "encode", [](Vm& v, Args& a) -> Value {
    Args call;
    call.pos = {a[1]};
    const Value hook = v.get_attr(a[0], "default");
    if (hook.null()) return {};
    call.kw.emplace_back(v.intern("default"), hook);
    return dumps(v, call);
  });
  ClassObj* decoder = m.cls("JSONDecoder");
  method(vm, decoder, "__init__", [](Vm&, Args&) { return Value::none(); });
  method(vm, decoder, "decode", [](Vm& v, Args& a) {
    Args call;
    call.pos = {a[1]};
    return loads(v, call);
  });
  for (const char* child : {"decoder", "encoder"}) m.set(child, Value::object(module));
}

}  // namespace graphlift::stdlib
