#include "analysis/engine/program_cache.h"

#include <algorithm>

#include "analysis/engine/suppression_comments.h"
#include "analysis/report/archive.h"

namespace graphlift::engine {

ProgramCache::ProgramCache(const std::string& folder, CacheContext context, const std::vector<ProgramInput>& programs)
    : files_(context.files) {
  if (folder.empty()) return;
  cache_ = std::make_unique<ResultCache>(std::move(context));
  const auto library = std::find_if(programs.begin(), programs.end(), [](const ProgramInput& program) { return program.library; });
  if (library != programs.end()) library_ = cache_->key_of(*library);
}

std::optional<ContentHash> ProgramCache::key_of(const ProgramInput& program) {
  if (!cache_) return std::nullopt;
  std::optional<ContentHash> key = cache_->key_of(program);
  if (!key || !program.library) return key;
  if (!library_) return std::nullopt;
  ContentHasher hasher;
  hasher.add(*key);
  hasher.add(*library_);
  return hasher.done();
}

void ProgramCache::drop(const ProgramInput& program) {
  std::erase_if(found_, [&](const auto& one) { return one.first == &program; });
}

bool ProgramCache::load(const ProgramInput& program, std::vector<ProgramOutput>& outputs) {
  const std::optional<ContentHash> key = key_of(program);
  if (!key) return false;
  std::optional<CachedProgram> found = cache_->load(*key);
  if (!found || found->units.size() != program.units.size()) return false;
  outputs = std::move(found->outputs);
  const std::lock_guard<std::mutex> lock(mutex_);
  found_.emplace_back(&program, std::move(*found));
  return true;
}

void ProgramCache::put_into_table() {
  programs_ += found_.size();
  for (auto& [program, cached] : found_) {
    states_.push_back(cached.state);
    for (const std::string& path : cached.loaded) files_.count(files_.intern(path));
    for (size_t i = 0; i < program->units.size(); ++i) {
      const lower::FileId file = program->units[i].file;
      files_.adopt(file, cached.units[i].functions, std::move(cached.units[i].problems));
      if (!cached.units[i].comments) silent_.insert(file);
    }
  }
}

void ProgramCache::store(const ProgramInput& program, const std::vector<ProgramOutput>& outputs) {
  if (!cache_ || std::any_of(found_.begin(), found_.end(), [&](const auto& one) { return one.first == &program; })) return;
  ++programs_;
  const std::optional<ContentHash> key = key_of(program);
  if (!key) return;
  std::vector<UnitFacts> units;
  for (const Unit& unit : program.units) {
    const project::SourceRecord& record = files_.record(unit.file);
    if (!record.unreadable.empty()) return;
    units.push_back({record.functions, !suppression_comments(record.text.source).empty(), record.problems});
  }
  if (const std::optional<ContentHash> state = cache_->store(*key, program, outputs, units)) states_.push_back(*state);
}

void ProgramCache::finish() {
  if (cache_) cache_->trim();
}

ContentHash ProgramCache::fixes_key(const std::vector<report::Finding>& findings) const {
  if (!cache_ || states_.size() != programs_) return {};
  // Threads find them in any order.
  std::vector<ContentHash> states = states_;
  std::sort(states.begin(), states.end());
  ContentHasher hasher;
  hasher.add("fixes");
  for (const ContentHash& state : states) hasher.add(state);
  for (const report::Finding& f : findings) {
    hasher.add(f.file);
    hasher.add(std::to_string(f.line) + ":" + std::to_string(f.column) + ":" + std::to_string(f.end_line) + ":" +
               std::to_string(f.end_column));
    hasher.add(f.code);
    hasher.add(f.message);
  }
  return hasher.done();
}

void store_fixes(const std::string& folder, const ContentHash& key, const std::vector<report::Finding>& findings) {
  report::ArchiveWriter to;
  to.number(findings.size());
  for (const report::Finding& f : findings) to.finding(f);
  write_entry(folder, key, to.take());
}

bool take_fixes(const std::string& folder, const ContentHash& key, std::vector<report::Finding>& findings) {
  const std::optional<std::string> payload = read_entry(folder, key);
  if (!payload) return false;
  report::ArchiveReader from(*payload);
  if (from.count() != findings.size()) return false;
  std::vector<std::vector<report::OfferedFix>> fixes;
  for (size_t i = 0; i < findings.size() && from.good(); ++i) fixes.push_back(from.finding().fixes);
  if (!from.good() || !from.at_end()) return false;
  for (size_t i = 0; i < findings.size(); ++i) findings[i].fixes = std::move(fixes[i]);
  return true;
}

}  // namespace graphlift::engine
