// The schema language of PyTorch operators: NAME.OVERLOAD(TYPE NAME=DEFAULT, …, *, …) -> TYPE
#include <algorithm>
#include <charconv>
#include <string_view>
#include <utility>

#include "models/operators.h"

namespace graphlift::models {

namespace {

constexpr std::pair<std::string_view, TypeKind> kTypes[] = {
    {"Tensor", TypeKind::Tensor},
    {"int", TypeKind::Int},
    {"SymInt", TypeKind::SymInt},
    {"float", TypeKind::Float},
    {"bool", TypeKind::Bool},
    {"SymBool", TypeKind::SymBool},
    {"complex", TypeKind::Complex},
    {"Scalar", TypeKind::Scalar},
    {"number", TypeKind::Scalar},
    {"str", TypeKind::Str},
    {"ScalarType", TypeKind::ScalarType},
    {"Layout", TypeKind::Layout},
    {"Device", TypeKind::Device},
    {"DeviceIndex", TypeKind::Int},
    {"MemoryFormat", TypeKind::MemoryFormat},
    {"Generator", TypeKind::Generator},
    {"Dimname", TypeKind::Dimname},
    {"Stream", TypeKind::Stream},
    {"Storage", TypeKind::Storage},
    {"QScheme", TypeKind::QScheme},
    {"Any", TypeKind::Any},
    {"SymFloat", TypeKind::Float},
};

bool word_character(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '.'; }

class Parser {
 public:
  explicit Parser(std::string_view text) : text_(text) {}

  bool schema(Schema& schema) {
    skip_space();
    size_t start = at_;
    while (at_ < text_.size() && (word_character(text_[at_]) || text_[at_] == ':')) ++at_;
    std::string_view full = text_.substr(start, at_ - start);
    size_t colons = full.find("::");
    if (colons != full.npos) schema.space = full.substr(0, colons);
    std::string_view name = colons == full.npos ? full : full.substr(colons + 2);
    size_t dot = name.find('.');
    schema.name = name.substr(0, dot);
    if (dot != name.npos) schema.overload = name.substr(dot + 1);
    schema.text = text_;
    return arguments(schema) && accept("->") && returns(schema);
  }

 private:
  void skip_space() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\n')) ++at_;
  }
  bool accept(std::string_view token) {
    skip_space();
    if (!text_.substr(at_).starts_with(token)) return false;
    at_ += token.size();
    return true;
  }
  std::string_view word() {
    skip_space();
    size_t start = at_;
    while (at_ < text_.size() && word_character(text_[at_])) ++at_;
    return text_.substr(start, at_ - start);
  }
  // Past one bracketed group, the opening bracket included.
  bool group() {
    int depth = 0;
    for (; at_ < text_.size(); ++at_) {
      char c = text_[at_];
      if (c == '(' || c == '[') ++depth;
      if ((c == ')' || c == ']') && --depth == 0) return ++at_, true;
    }
    return false;
  }

  bool arguments(Schema& schema) {
    if (!accept("(")) return false;
    bool keyword_only = false;
    while (!accept(")")) {
      if (accept("*")) {
        keyword_only = true;
      } else {
        Argument argument;
        argument.keyword_only = keyword_only;
        if (!type(argument.type, argument.alias, argument.written)) return false;
        argument.name = word();
        if (argument.name.empty()) return false;
        if (accept("=")) {
          argument.has_default = true;
          argument.default_text = default_value();
        }
        schema.arguments.push_back(argument);
      }
      if (!accept(",") && !peek(')')) return false;
    }
    return true;
  }

  bool returns(Schema& schema) {
    if (!accept("(")) return one_return(schema);
    while (!accept(")")) {
      if (!one_return(schema)) return false;
      if (!accept(",") && !peek(')')) return false;
    }
    return true;
  }

  bool one_return(Schema& schema) {
    Return result;
    if (!type(result.type, result.alias, result.written)) return false;
    result.name = word();
    schema.returns.push_back(result);
    return true;
  }

  bool peek(char c) {
    skip_space();
    return at_ < text_.size() && text_[at_] == c;
  }

  std::string_view default_value() {
    skip_space();
    size_t start = at_;
    if (peek('[')) {
      group();
    } else if (peek('"') || peek('\'')) {
      char quote = text_[at_++];
      while (at_ < text_.size() && text_[at_] != quote) at_ += text_[at_] == '\\' ? 2 : 1;
      at_ = std::min(text_.size(), at_ + 1);
    } else {
      while (at_ < text_.size() && text_[at_] != ',' && text_[at_] != ')' && text_[at_] != ' ') ++at_;
    }
    return text_.substr(start, at_ - start);
  }

  // "(a! -> b|c)": the set before the arrow; "!" says written.
  void annotation(std::string_view inside, std::string_view& alias, bool& written) {
    inside = inside.substr(0, inside.find("->"));
    while (!inside.empty() && inside.back() == ' ') inside.remove_suffix(1);
    if (!inside.empty() && inside.back() == '!') {
      written = true;
      inside.remove_suffix(1);
    }
    alias = inside;
  }

  bool type(SchemaType& type, std::string_view& alias, bool& written) {
    skip_space();
    size_t start = at_;
    bool generic = false;
    if (peek('(')) {
      generic = true;  // a tuple
      if (!group()) return false;
    } else {
      std::string_view base = word();
      if (base.empty()) return false;
      if (base == "__torch__" || base.starts_with("__torch__")) generic = true;
      for (const auto& [name, kind] : kTypes) {
        if (base == name) type.kind = kind;
      }
      if (at_ < text_.size() && text_[at_] == '(' &&
          (base == "Dict" || base == "Future" || base == "RRef" || base == "Await" || base == "Union")) {
        generic = true;
        if (!group()) return false;
      }
    }
    if (generic) type.kind = TypeKind::Other;
    while (at_ < text_.size()) {
      char c = text_[at_];
      if (c == '(') {
        size_t open = at_;
        if (!group()) return false;
        annotation(text_.substr(open + 1, at_ - open - 2), alias, written);
      } else if (c == '[') {
        if (type.list) type.kind = TypeKind::Other;  // a list of lists
        type.element_optional = type.optional;
        type.optional = false;
        type.list = true;
        size_t open = at_;
        if (!group()) return false;
        std::from_chars(text_.data() + open + 1, text_.data() + at_ - 1, type.list_size);
      } else if (c == '?') {
        type.optional = true;
        ++at_;
      } else {
        break;
      }
    }
    type.text = text_.substr(start, at_ - start);
    return true;
  }

  std::string_view text_;
  size_t at_ = 0;
};

}  // namespace

bool parse_schema(std::string_view text, Schema& schema) { return Parser(text).schema(schema); }

}  // namespace graphlift::models
