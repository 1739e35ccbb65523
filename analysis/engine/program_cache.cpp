#include "analysis/engine/program_cache.h"

#include <algorithm>

#include "analysis/engine/suppression_comments.h"

namespace graphlift::engine {

ProgramCache::ProgramCache(const std::string& folder, CacheContext context) : files_(context.files) {
  if (!folder.empty()) cache_ = std::make_unique<ResultCache>(std::move(context));
}

bool ProgramCache::load(const ProgramInput& program, std::vector<ProgramOutput>& outputs) {
  if (!cache_) return false;
  const std::optional<ContentHash> key = cache_->key_of(program);
  if (!key) return false;
  std::optional<CachedProgram> found = cache_->load(*key);
  if (!found || found->units.size() != program.units.size()) return false;
  outputs = std::move(found->outputs);
  const std::lock_guard<std::mutex> lock(mutex_);
  found_.emplace_back(&program, std::move(*found));
  return true;
}

void ProgramCache::put_into_table() {
  for (auto& [program, cached] : found_) {
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
  const std::optional<ContentHash> key = cache_->key_of(program);
  if (!key) return;
  std::vector<UnitFacts> units;
  for (const Unit& unit : program.units) {
    const project::SourceRecord& record = files_.record(unit.file);
    if (!record.unreadable.empty()) return;
    units.push_back({record.functions, !suppression_comments(record.text.source).empty(), record.problems});
  }
  cache_->store(*key, program, outputs, units);
}

void ProgramCache::finish() {
  if (cache_) cache_->trim();
}

}  // namespace graphlift::engine
