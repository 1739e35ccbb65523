#include "analysis/engine/module_source.h"

#include "analysis/base/fnv.h"

namespace graphlift::engine {

interp::ModuleSource::Found ProjectSource::find(const std::string& dotted_name) {
  const project::ModuleLocation& location = finder_.find(dotted_name);
  Found found;
  switch (location.kind) {
    case project::ModuleKind::Missing: return found;
    case project::ModuleKind::NamespacePackage: found.file = files_.intern_text(files_.display_path(location.path), ""); break;
    case project::ModuleKind::Extension: found.extension = true; [[fallthrough]];
    case project::ModuleKind::Source:
    case project::ModuleKind::Package: found.file = files_.intern(location.path);
  }
  found.exists = true;
  found.is_package = !location.search.empty();
  found.display_file = files_.record(found.file).display;
  return found;
}

std::shared_ptr<const lower::Code> ProjectSource::load(lower::FileId file) {
  if (!file.valid()) return nullptr;
  loaded_.insert(file);
  return files_.load(file).code;
}

bool ProjectSource::mentions(lower::FileId file, std::string_view word) {
  if (!file.valid()) return false;
  searched_.insert(file);
  return files_.mentions(file, word);
}

Dependencies ProjectSource::dependencies() const {
  Dependencies out;
  // Text that is not on disk has no path.
  for (const lower::FileId file : loaded_)
    if (const std::string& path = files_.record(file).path; !path.empty()) out.loaded.insert(path);
  for (const lower::FileId file : searched_)
    if (const std::string& path = files_.record(file).path; !path.empty()) out.searched.insert(path);
  out.folders = finder_.consulted();
  return out;
}

std::vector<std::string> ProjectSource::children(const std::string& dotted_name) { return finder_.children(dotted_name); }

std::optional<std::string> ProjectSource::package_version(std::string_view name) { return environment_.distribution_version(name); }

std::string ProjectSource::text(lower::FileId file, Span span) {
  if (!file.valid()) return {};
  loaded_.insert(file);
  const std::string_view source = files_.load(file).text.source;
  return span.start <= span.end && span.end <= source.size() ? std::string(source.substr(span.start, span.end - span.start))
                                                             : std::string();
}

std::string ProjectSource::display_path(lower::FileId file) { return file.valid() ? files_.record(file).display : std::string(); }

lower::FileId ProjectSource::generated(const std::string& text) {
  // The same name for the same text in every run, in whatever order programs are analysed.
  Fnv hash;
  hash.add_bytes(text);
  return files_.intern_text("<generated " + hex_digits(hash.value()) + ">", text);
}

ProjectSource::Range ProjectSource::range(lower::FileId file, Span span) {
  if (!file.valid()) return {};
  loaded_.insert(file);
  const project::SourceRecord& record = files_.load(file);
  const syntax::Position start = syntax::position_of(record.text, span.start), end = syntax::position_of(record.text, span.end);
  return {record.display, start.line, start.column, end.line, end.column};
}

}  // namespace graphlift::engine
