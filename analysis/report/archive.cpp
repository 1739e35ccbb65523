#include "analysis/report/archive.h"

#include <type_traits>

namespace graphlift::report {
namespace {

// One description of each record serves both directions.

struct Out {
  ArchiveWriter& to;
  void operator()(const std::string& text) { to.text(text); }
  void operator()(uint32_t number) { to.number(number); }
  void operator()(uint64_t number) { to.number(number); }
  template <typename Enum>
    requires std::is_enum_v<Enum>
  void operator()(Enum value) {
    to.number(static_cast<uint64_t>(value));
  }
  void operator()(const std::vector<std::string>& texts) { to.texts(texts); }
  template <typename Item, typename Each>
  void list(const std::vector<Item>& items, Each each) {
    to.number(items.size());
    for (const Item& item : items) each(*this, item);
  }
  template <typename Item, typename Each>
  void maybe(const std::optional<Item>& item, Each each) {
    to.number(item ? 1 : 0);
    if (item) each(*this, *item);
  }
};

struct In {
  ArchiveReader& from;
  void operator()(std::string& text) { text = from.text(); }
  void operator()(uint32_t& number) { number = static_cast<uint32_t>(from.number()); }
  void operator()(uint64_t& number) { number = from.number(); }
  template <typename Enum>
    requires std::is_enum_v<Enum>
  void operator()(Enum& value) {
    value = static_cast<Enum>(from.number());
  }
  void operator()(std::vector<std::string>& texts) { texts = from.texts(); }
  template <typename Item, typename Each>
  void list(std::vector<Item>& items, Each each) {
    items.resize(from.count());
    for (Item& item : items) each(*this, item);
  }
  template <typename Item, typename Each>
  void maybe(std::optional<Item>& item, Each each) {
    if (from.number() != 0) each(*this, item.emplace());
  }
};

const auto place_fields = [](auto& a, auto& p) {
  a(p.file);
  a(p.line);
};

const auto number_field = [](auto& a, auto& number) { a(number); };

template <typename Archive, typename Record>
void region_fields(Archive& a, Record& r) {
  a(r.id);
  a(r.mode);
  a(r.entry);
  a(r.file);
  a(r.line);
  a.maybe(r.site, place_fields);
  a(r.verdict);
  a.maybe(r.predicted_graphs, number_field);
  a(r.reasons);
}

template <typename Archive, typename Record>
void finding_fields(Archive& a, Record& f) {
  a(f.code);
  a(f.rule);
  a(f.severity);
  a(f.certainty);
  a(f.condition);
  a(f.file);
  for (auto* number : {&f.line, &f.column, &f.end_line, &f.end_column}) a(*number);
  a(f.function);
  a(f.message);
  a(f.regions);
  a(f.gb_id);
  a(f.gb_type);
  a(f.effect);
  a.list(f.path, [](auto& b, auto& step) {
    b(step.file);
    b(step.line);
    b(step.note);
  });
  a.list(f.consequences, [](auto& b, auto& c) {
    b(c.file);
    b(c.line);
    b(c.rule);
  });
  a.list(f.call_chains, [](auto& b, auto& chain) { b.list(chain, place_fields); });
  a.list(f.fixes, [](auto& b, auto& fix) {
    b(fix.name);
    b(fix.title);
    b(fix.safety);
    b(fix.preconditions);
    b(fix.cost);
    b.list(fix.edits, [](auto& c, auto& edit) {
      c(edit.file);
      c(edit.start);
      c(edit.end);
      c(edit.text);
    });
  });
  a(f.identity.scope);
  a(f.identity.statement);
  a(f.identity.shape);
}

}  // namespace

void ArchiveWriter::number(uint64_t value) {
  for (; value >= 0x80; value >>= 7u) out_ += static_cast<char>(value | 0x80u);
  out_ += static_cast<char>(value);
}

void ArchiveWriter::text(std::string_view value) {
  number(value.size());
  out_ += value;
}

void ArchiveWriter::texts(const std::vector<std::string>& values) {
  number(values.size());
  for (const std::string& value : values) text(value);
}

void ArchiveWriter::region(const Region& region) {
  Out out{*this};
  region_fields(out, region);
}

void ArchiveWriter::finding(const Finding& finding) {
  Out out{*this};
  finding_fields(out, finding);
}

uint64_t ArchiveReader::number() {
  uint64_t out = 0;
  for (unsigned shift = 0; shift < 64; shift += 7) {
    if (rest_.empty()) break;
    const auto byte = static_cast<unsigned char>(rest_.front());
    rest_.remove_prefix(1);
    out |= static_cast<uint64_t>(byte & 0x7fu) << shift;
    if (byte < 0x80) return out;
  }
  good_ = false;
  rest_ = {};
  return 0;
}

size_t ArchiveReader::count() {
  const uint64_t number_of = number();
  if (number_of <= rest_.size()) return static_cast<size_t>(number_of);
  good_ = false;
  rest_ = {};
  return 0;
}

std::string ArchiveReader::text() {
  const size_t size = count();
  std::string out(rest_.substr(0, size));
  rest_.remove_prefix(size);
  return out;
}

std::vector<std::string> ArchiveReader::texts() {
  std::vector<std::string> out(count());
  for (std::string& one : out) one = text();
  return out;
}

Region ArchiveReader::region() {
  Region out;
  In in{*this};
  region_fields(in, out);
  return out;
}

Finding ArchiveReader::finding() {
  Finding out;
  In in{*this};
  finding_fields(in, out);
  return out;
}

}  // namespace graphlift::report
