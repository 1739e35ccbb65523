// bytes and bytearray.
#include <algorithm>

#include "analysis/interp/types_dunders.h"

namespace graphlift::interp {
namespace {

Value make_like(Vm& vm, ClassObj* cls, std::string data) {
  const Value out = vm.bytes(std::move(data));
  if (cls == vm.types.bytearray) {
    out.o->cls = cls;
    out.o->frozen = false;
  }
  return out;
}

Value bytes_construct(Vm& vm, Args& args) {
  auto* cls = cast<ClassObj>(args[0]);
  ClassObj* base = cls->is_subclass_of(vm.types.bytearray) ? vm.types.bytearray : vm.types.bytes;
  const Value source = plain(args[1]);
  std::string data;
  if (source.is_str()) {
    if (args.get(2, "encoding").null()) return type_error(vm, "string argument without an encoding");
    data = text_of(source);
  } else if (auto* b = cast<BytesObj>(source)) {
    data = b->data;
  } else if (source.is_integral()) {
    if (source.as_int() < 0) return vm.raise(vm.types.value_error, "negative count");
    if (source.as_int() > (1 << 20)) return vm.sym(base, When::Const);
    data.assign(size_t(source.as_int()), '\0');
  } else if (!source.null()) {
    if (!vm.concrete(source)) return sym_like(vm, base, {source});
    if (const Value found = override_of(vm, source, "__bytes__"); !found.null()) return call_override(vm, found, source, "__bytes__", {});
    Collected items;
    if (!gather(vm, source, items)) return {};
    for (Value v : items.items) {
      if (!plain(v).is_integral())
        return vm.concrete(v) ? type_error(vm, "'" + type_name(vm, v) + "' object cannot be interpreted as an integer")
                              : sym_like(vm, base, {v});
      const int64_t i = plain(v).as_int();
      if (i < 0 || i > 255) return vm.raise(vm.types.value_error, "bytes must be in range(0, 256)");
      data += char(i);
    }
    if (items.open) return sym_like(vm, base, {items.rest});
  }
  const Value out = make_like(vm, base, std::move(data));
  return cls == base ? out : instance_with(vm, cls, out);
}

BytesObj* self_bytes(Args& args) { return plain_cast<BytesObj>(args[0]); }

bool part_of(Vm& vm, Value v, std::string& out) {
  const Value p = plain(v);
  if (auto* b = cast<BytesObj>(p)) {
    out = b->data;
    return true;
  }
  if (p.is_integral()) {
    out = std::string(1, char(p.as_int()));
    return true;
  }
  type_error(vm, "a bytes-like object is required, not '" + type_name(vm, v) + "'");
  return false;
}

Value decode(Vm& vm, Args& args) {
  const auto* b = self_bytes(args);
  const Value encoding = args.get(1, "encoding");
  std::string name = encoding.null() || !is_plain_str(encoding) ? "utf-8" : std::string(text_of(plain(encoding)));
  for (char& c : name) c = char(c >= 'A' && c <= 'Z' ? c + 32 : c);
  const bool ascii = is_ascii(b->data);
  if (ascii || name == "utf-8" || name == "utf8") return vm.str(b->data);
  if (name == "latin-1" || name == "latin1" || name == "iso-8859-1") {
    std::string out;
    for (char c : b->data) append_utf8(out, static_cast<unsigned char>(c));
    return vm.str(out);
  }
  return vm.sym(vm.types.str, When::Const);
}

Value hex(Vm& vm, Args& args) {
  static constexpr char kHex[] = "0123456789abcdef";
  std::string out;
  for (char c : self_bytes(args)->data) {
    out += kHex[static_cast<unsigned char>(c) >> 4];
    out += kHex[static_cast<unsigned char>(c) & 15];
  }
  return vm.str(out);
}

Value from_hex(Vm& vm, Args& args) {
  const Value text = plain(args[1]);
  if (!text.is_str()) return vm.sym(vm.types.bytes, When::Unknown);
  std::string out, digits;
  for (char c : text_of(text))
    if (c != ' ') digits += c;
  for (size_t i = 0; i + 1 < digits.size(); i += 2) {
    int64_t byte = 0;
    if (parse_int(digits.substr(i, 2), 16, byte) != Parsed::Ok)
      return vm.raise(vm.types.value_error, "non-hexadecimal number found in fromhex() arg");
    out += char(byte);
  }
  return vm.bytes(std::move(out));
}

template <bool reverse>
Value find(Vm& vm, Args& args) {
  std::string part;
  if (!part_of(vm, args[1], part)) return {};
  const std::string& data = self_bytes(args)->data;
  const size_t at = reverse ? data.rfind(part) : data.find(part);
  return Value::integer(at == std::string::npos ? -1 : int64_t(at));
}

Value count(Vm& vm, Args& args) {
  std::string part;
  if (!part_of(vm, args[1], part)) return {};
  const std::string& data = self_bytes(args)->data;
  if (part.empty()) return Value::integer(int64_t(data.size()) + 1);
  int64_t n = 0;
  for (size_t at = data.find(part); at != std::string::npos; at = data.find(part, at + part.size())) ++n;
  return Value::integer(n);
}

template <bool at_end>
Value starts_or_ends(Vm& vm, Args& args) {
  std::vector<Value> parts{args[1]};
  if (auto* t = plain_cast<TupleObj>(args[1])) parts = t->items;
  for (Value v : parts) {
    std::string part;
    if (!part_of(vm, v, part)) return {};
    const std::string& data = self_bytes(args)->data;
    if (at_end ? data.ends_with(part) : data.starts_with(part)) return Value::boolean(true);
  }
  return Value::boolean(false);
}

Value split(Vm& vm, Args& args) {
  std::string sep;
  const Value separator = args.get(1, "sep");
  const std::string data = self_bytes(args)->data;
  std::vector<Value> out;
  if (separator.null() || separator.is_none()) {
    for (size_t i = 0; i < data.size();) {
      const size_t from = data.find_first_not_of(" \t\n\r\v\f", i);
      if (from == std::string::npos) break;
      const size_t to = std::min(data.find_first_of(" \t\n\r\v\f", from), data.size());
      out.push_back(make_like(vm, self_bytes(args)->cls, data.substr(from, to - from)));
      i = to;
    }
    return vm.list(std::move(out));
  }
  if (!part_of(vm, separator, sep)) return {};
  if (sep.empty()) return vm.raise(vm.types.value_error, "empty separator");
  int64_t limit = -1;
  const Value limit_value = args.get(2, "maxsplit");
  if (!limit_value.null() && to_index(vm, limit_value, limit) != Index::Known) return {};
  size_t from = 0;
  for (size_t at = data.find(sep); at != std::string::npos && (limit < 0 || int64_t(out.size()) < limit); at = data.find(sep, from)) {
    out.push_back(make_like(vm, self_bytes(args)->cls, data.substr(from, at - from)));
    from = at + sep.size();
  }
  out.push_back(make_like(vm, self_bytes(args)->cls, data.substr(from)));
  return vm.list(std::move(out));
}

template <bool left, bool right>
Value strip(Vm& vm, Args& args) {
  std::string set = " \t\n\r\v\f";
  if (!args[1].null() && !args[1].is_none() && !part_of(vm, args[1], set)) return {};
  const std::string& data = self_bytes(args)->data;
  size_t from = left ? data.find_first_not_of(set) : 0;
  if (from == std::string::npos) return make_like(vm, self_bytes(args)->cls, "");
  const size_t last = right ? data.find_last_not_of(set) : data.size() - 1;
  if (last == std::string::npos) return make_like(vm, self_bytes(args)->cls, "");
  return make_like(vm, self_bytes(args)->cls, data.substr(from, last + 1 - from));
}

Value replace(Vm& vm, Args& args) {
  std::string from, to;
  if (!part_of(vm, args[1], from) || !part_of(vm, args[2], to)) return {};
  const std::string& data = self_bytes(args)->data;
  if (from.empty()) return vm.sym(self_bytes(args)->cls, When::Const);
  std::string out;
  size_t at = 0;
  for (size_t hit = data.find(from); hit != std::string::npos; hit = data.find(from, at)) {
    out += data.substr(at, hit - at) + to;
    at = hit + from.size();
  }
  return make_like(vm, self_bytes(args)->cls, out + data.substr(at));
}

Value join(Vm& vm, Args& args) {
  Collected parts;
  if (!gather(vm, args[1], parts)) return {};
  const auto* self = self_bytes(args);
  if (!self || parts.open) return sym_like(vm, vm.types.bytes, {args[0], parts.rest});
  std::string out;
  for (size_t i = 0; i < parts.items.size(); ++i) {
    std::string part;
    if (!vm.concrete(parts.items[i])) return sym_like(vm, vm.types.bytes, {parts.items[i]});
    if (!part_of(vm, parts.items[i], part)) return {};
    if (i != 0) out += self->data;
    out += part;
  }
  return make_like(vm, self->cls, std::move(out));
}

template <bool upper>
Value change_case(Vm& vm, Args& args) {
  std::string out = self_bytes(args)->data;
  for (char& c : out) {
    if (upper && c >= 'a' && c <= 'z') c = char(c - 32);
    if (!upper && c >= 'A' && c <= 'Z') c = char(c + 32);
  }
  return make_like(vm, self_bytes(args)->cls, std::move(out));
}

Value append(Vm& vm, Args& args) {
  std::string part;
  auto* self = self_bytes(args);
  if (!self) return Value::none();
  if (!part_of(vm, args[1], part)) return {};
  self->data += part;
  return Value::none();
}

Value extend(Vm& vm, Args& args) {
  Args make;
  make.pos = {Value::object(vm.types.bytes), args[1]};
  const Value more = bytes_construct(vm, make);
  auto* self = self_bytes(args);
  if (more.null()) return more;
  if (auto* b = cast<BytesObj>(more); b && self) self->data += b->data;
  return Value::none();
}

// A table of 256 bytes maps bytes; maketrans makes it, translate reads it.
Value make_table(Vm& vm, Args& args) {
  const auto *from = plain_cast<BytesObj>(args[0]), *to = plain_cast<BytesObj>(args[1]);
  if (!from || !to) return sym_like(vm, vm.types.bytes, {args[0], args[1]});
  if (from->data.size() != to->data.size()) return vm.raise(vm.types.value_error, "maketrans arguments must have same length");
  std::string table(256, '\0');
  for (size_t i = 0; i < table.size(); ++i) table[i] = char(i);
  for (size_t i = 0; i < from->data.size(); ++i) table[uint8_t(from->data[i])] = to->data[i];
  return vm.bytes(std::move(table));
}

Value translate(Vm& vm, Args& args) {
  Value self, table, removed;
  if (!args.bind(vm, "self, table, /, delete=", {&self, &table, &removed})) return {};
  const auto *b = plain_cast<BytesObj>(self), *map = plain_cast<BytesObj>(table), *gone = plain_cast<BytesObj>(removed);
  if (!b || (!map && !table.is_none()) || (!removed.null() && !gone)) return sym_like(vm, vm.type_of(self), {self, table, removed});
  if (map && map->data.size() != 256) return vm.raise(vm.types.value_error, "translation table must be 256 characters long");
  std::string out;
  for (const char c : b->data)
    if (!gone || gone->data.find(c) == std::string::npos) out += map ? map->data[uint8_t(c)] : c;
  return make_like(vm, b->cls, std::move(out));
}

}  // namespace

void register_bytes(Vm& vm) {
  for (ClassObj* cls : {vm.types.bytes, vm.types.bytearray}) {
    ClassObj *integer = vm.types.integer, *boolean = vm.types.boolean;
    define_construction(vm, cls, bytes_construct);
    define_binary(vm, cls, {BinaryOp::Add}, false);
    define_binary(vm, cls, {BinaryOp::Mul, BinaryOp::Mod});
    define_ordering(vm, cls);
    define_container(vm, cls, cls == vm.types.bytearray, true);
    define_text(vm, cls);
    vm.define(cls, "decode", decode, vm.types.str);
    vm.define(cls, "hex", hex, vm.types.str);
    vm.define(cls, "find", find<false>, integer);
    vm.define(cls, "rfind", find<true>, integer);
    vm.define(cls, "count", count, integer);
    vm.define(cls, "startswith", starts_or_ends<false>, boolean);
    vm.define(cls, "endswith", starts_or_ends<true>, boolean);
    vm.define(cls, "split", split, vm.types.list);
    vm.define(cls, "strip", strip<true, true>, cls);
    vm.define(cls, "lstrip", strip<true, false>, cls);
    vm.define(cls, "rstrip", strip<false, true>, cls);
    vm.define(cls, "replace", replace, cls);
    vm.define(cls, "join", join);
    vm.define(cls, "upper", change_case<true>, cls);
    vm.define(cls, "lower", change_case<false>, cls);
    vm.define(cls, "translate", translate, cls);
    define_static(vm, cls, "maketrans", make_table);
    define_class_method(vm, cls, "fromhex", from_hex);
  }
  vm.define(vm.types.bytearray, "append", append);
  vm.define(vm.types.bytearray, "extend", extend);
}

}  // namespace graphlift::interp
