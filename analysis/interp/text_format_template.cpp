// str.format and str.format_map: replacement fields with attribute and item access, conversions and nested specs.
#include <cctype>

#include "analysis/interp/types_support.h"

namespace graphlift::interp {
namespace {

class Template {
 public:
  Template(Vm& vm, Args& args, Value mapping) : vm_(vm), args_(args), mapping_(mapping) {}

  // False when an exception is set.
  bool expand(std::string_view text, std::string& out, int depth) {
    if (depth > 2) return fail("Max string recursion exceeded");
    for (size_t i = 0; i < text.size();) {
      const char c = text[i];
      if (c == '{' || c == '}') {
        if (i + 1 < text.size() && text[i + 1] == c && !(depth > 0)) {
          out += c;
          i += 2;
          continue;
        }
        if (c == '}') return fail("Single '}' encountered in format string");
        size_t end = i + 1, nesting = 1;
        bool in_index = false;
        for (; end < text.size(); ++end) {
          if (text[end] == '[' && nesting == 1) in_index = true;
          if (text[end] == ']') in_index = false;
          if (in_index) continue;
          if (text[end] == '{') ++nesting;
          if (text[end] == '}' && --nesting == 0) break;
        }
        if (end >= text.size())
          return fail(i + 1 == text.size() ? "Single '{' encountered in format string" : "expected '}' before end of string");
        if (!field(text.substr(i + 1, end - i - 1), out, depth)) return false;
        i = end + 1;
        continue;
      }
      out += c;
      ++i;
    }
    return true;
  }

  [[nodiscard]] bool unknown() const { return unknown_; }
  [[nodiscard]] const Facts& facts() const { return facts_; }

 private:
  bool fail(const char* message) {
    vm_.raise(vm_.types.value_error, message);
    return false;
  }

  bool field(std::string_view body, std::string& out, int depth) {
    size_t split = 0;
    bool in_index = false;
    for (; split < body.size(); ++split) {
      if (body[split] == '[') in_index = true;
      if (body[split] == ']') in_index = false;
      if (!in_index && (body[split] == '!' || body[split] == ':')) break;
    }
    const std::string_view name = body.substr(0, split);
    char conversion = 0;
    if (split < body.size() && body[split] == '!') {
      if (split + 1 >= body.size()) return fail("end of string while looking for conversion specifier");
      conversion = body[split + 1];
      split += 2;
      if (split < body.size() && body[split] != ':') return fail("expected ':' after conversion specifier");
    }
    // The field takes its automatic number before the fields nested in its specification.
    Value v = lookup(name);
    std::string spec;
    if (v.null() || (split < body.size() && !expand(body.substr(split + 1), spec, depth + 1))) return false;
    if (conversion != 0) {
      if (conversion != 'r' && conversion != 's' && conversion != 'a') return fail("Unknown conversion specifier");
      v = vm_.to_text(v, conversion != 's');
      if (v.null()) return false;
    }
    const Value text = vm_.format(v, vm_.str(spec));
    if (text.null()) return false;
    if (plain(text).is_str()) {
      out += text_of(plain(text));
    } else {
      unknown_ = true;
      facts_.add(vm_, text);
    }
    return true;
  }

  static bool number(std::string_view s, size_t& out) {
    if (s.empty() || s.size() > 9) return false;
    out = 0;
    for (char c : s) {
      if (!std::isdigit(static_cast<unsigned char>(c))) return false;
      out = out * 10 + size_t(c - '0');
    }
    return true;
  }

  Value lookup(std::string_view name) {
    const size_t end = name.find_first_of(".[");
    const std::string_view first = name.substr(0, end);
    size_t index = 0;
    Value v;
    if (!mapping_.null()) {
      v = vm_.get_item(mapping_, vm_.str(first));
    } else if (first.empty() || number(first, index)) {
      if (first.empty()) index = automatic_++;
      if (index < args_.size()) v = args_[index];
      else if (args_.open_pos) v = vm_.unknown("argument of str.format from a collection of unknown length");
      else
        return vm_.raise(vm_.types.index_error, "Replacement index " + std::to_string(index) + " out of range for positional args tuple");
    } else {
      v = args_.keyword(first);
      if (v.null() && args_.open_kw) v = vm_.unknown("argument of str.format from a dict that is not known");
      if (v.null()) {
        InstanceObj* e = vm_.new_instance(vm_.types.key_error);
        e->payload = vm_.tuple({vm_.str(first)});
        return vm_.raise(Value::object(e));
      }
    }
    std::string_view rest = end == std::string_view::npos ? std::string_view() : name.substr(end);
    while (!v.null() && !rest.empty()) {
      if (rest[0] == '.') {
        const size_t stop = rest.find_first_of(".[", 1);
        v = vm_.get_attr(v, rest.substr(1, stop == std::string_view::npos ? stop : stop - 1));
        rest = stop == std::string_view::npos ? std::string_view() : rest.substr(stop);
      } else {
        const size_t stop = rest.find(']');
        if (rest[0] != '[' || stop == std::string_view::npos) {
          fail("Missing ']' in format string");
          return {};
        }
        const std::string_view key = rest.substr(1, stop - 1);
        v = vm_.get_item(v, number(key, index) ? Value::integer(int64_t(index)) : vm_.str(key));
        rest = rest.substr(stop + 1);
      }
    }
    return v;
  }

  Vm& vm_;
  Args& args_;
  Value mapping_;
  size_t automatic_ = 0;
  bool unknown_ = false;
  Facts facts_;
};

}  // namespace

Value format_template(Vm& vm, std::string_view text, Args& args, Value mapping) {
  Template expander(vm, args, mapping);
  std::string out;
  if (!expander.expand(text, out, 0)) return {};
  return expander.unknown() ? expander.facts().sym(vm, vm.types.str) : vm.str(out);
}

}  // namespace graphlift::interp
