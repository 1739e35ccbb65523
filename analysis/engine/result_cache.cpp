#include "analysis/engine/result_cache.h"

#include <fcntl.h>
#include <link.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>

#include "analysis/report/archive.h"

namespace graphlift::engine {
namespace fs = std::filesystem;
namespace {

constexpr std::string_view kMagic = "graphlift cache 1\n";

// The linker's identity of this very build: results of another one are another's.
std::string build_id() {
  std::string out = GRAPHLIFT_VERSION;
  dl_iterate_phdr(
      [](dl_phdr_info* info, size_t, void* data) {
        for (int i = 0; i < info->dlpi_phnum; ++i) {
          const ElfW(Phdr)& header = info->dlpi_phdr[i];
          if (header.p_type != PT_NOTE) continue;
          const char* at = reinterpret_cast<const char*>(info->dlpi_addr + header.p_vaddr);
          const char* end = at + header.p_memsz;
          while (at + sizeof(ElfW(Nhdr)) <= end) {
            const auto* note = reinterpret_cast<const ElfW(Nhdr)*>(at);
            const char* name = at + sizeof(ElfW(Nhdr));
            const char* description = name + ((note->n_namesz + 3u) & ~3u);
            if (note->n_type == NT_GNU_BUILD_ID && description + note->n_descsz <= end) {
              static_cast<std::string*>(data)->append(description, note->n_descsz);
              return 1;
            }
            at = description + ((note->n_descsz + 3u) & ~3u);
          }
        }
        return 1;  // only the program itself, which comes first
      },
      &out);
  return out;
}

std::optional<std::string> read_file(const std::string& path, struct stat& status) {
  const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return std::nullopt;
  if (fstat(file, &status) != 0 || !S_ISREG(status.st_mode)) {
    close(file);
    return std::nullopt;
  }
  std::string out(static_cast<size_t>(status.st_size), '\0');
  size_t have = 0;
  while (have < out.size()) {
    const ssize_t got = read(file, out.data() + have, out.size() - have);
    if (got <= 0) break;
    have += static_cast<size_t>(got);
  }
  close(file);
  out.resize(have);
  return out;
}

int64_t modified(const struct stat& status) { return int64_t{status.st_mtim.tv_sec} * 1'000'000'000 + status.st_mtim.tv_nsec; }

void write_hash(report::ArchiveWriter& to, const ContentHash& hash) {
  to.number(hash.high);
  to.number(hash.low);
}

ContentHash read_hash(report::ArchiveReader& from) {
  ContentHash out;
  out.high = from.number();
  out.low = from.number();
  return out;
}

void write_output(report::ArchiveWriter& to, const ProgramOutput& output) {
  to.number(output.regions.size());
  for (const report::Region& region : output.regions) to.region(region);
  to.number(output.findings.size());
  for (const report::Finding& finding : output.findings) to.finding(finding);
  to.texts(output.errors);
  to.texts(output.notes);
  to.number(output.next);
}

ProgramOutput read_output(report::ArchiveReader& from) {
  ProgramOutput out;
  for (size_t left = from.count(); left > 0 && from.good(); --left) out.regions.push_back(from.region());
  for (size_t left = from.count(); left > 0 && from.good(); --left) out.findings.push_back(from.finding());
  out.errors = from.texts();
  out.notes = from.texts();
  out.next = from.number();
  return out;
}

void write_facts(report::ArchiveWriter& to, const UnitFacts& facts) {
  to.number(facts.functions);
  to.number(facts.comments ? 1 : 0);
  to.number(facts.problems.size());
  for (const project::FileProblem& problem : facts.problems) {
    for (const uint32_t number : {problem.line, problem.column, problem.end_line, problem.end_column}) to.number(number);
    to.text(problem.message);
  }
}

UnitFacts read_facts(report::ArchiveReader& from) {
  UnitFacts out;
  out.functions = static_cast<uint32_t>(from.number());
  out.comments = from.number() != 0;
  for (size_t left = from.count(); left > 0 && from.good(); --left) {
    project::FileProblem& problem = out.problems.emplace_back();
    for (uint32_t* number : {&problem.line, &problem.column, &problem.end_line, &problem.end_column})
      *number = static_cast<uint32_t>(from.number());
    problem.message = from.text();
  }
  return out;
}

bool ran_out_of_time(const std::vector<ProgramOutput>& outputs) {
  for (const ProgramOutput& output : outputs)
    for (const report::Region& region : output.regions)
      for (const std::string& reason : region.reasons)
        if (reason.find("took too long") != std::string::npos) return true;
  return false;
}

bool prepare_folder(const std::string& folder) {
  std::error_code failed;
  if (fs::exists(folder + "/CACHEDIR.TAG", failed)) return true;
  fs::create_directories(folder, failed);
  std::ofstream(folder + "/.gitignore") << "*\n";
  std::ofstream tag(folder + "/CACHEDIR.TAG");
  tag << "Signature: 8a477f597d28d172789f06886806bc55\n";
  return tag.good();
}

std::string file_of(const std::string& folder, const ContentHash& key) { return folder + "/" + key.text() + ".result"; }

int64_t now_in_nanoseconds() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::system_clock::now().time_since_epoch()).count();
}

}  // namespace

std::optional<std::string> read_entry(const std::string& folder, const ContentHash& key) {
  const std::string path = file_of(folder, key);
  struct stat status{};
  std::optional<std::string> bytes = read_file(path, status);
  if (!bytes) return std::nullopt;
  constexpr size_t kHead = kMagic.size() + 32;
  const bool whole = bytes->size() > kHead && bytes->starts_with(kMagic) &&
                     content_hash(std::string_view(*bytes).substr(kHead)).text() == std::string_view(*bytes).substr(kMagic.size(), 32);
  if (!whole) {
    std::error_code failed;
    fs::remove(path, failed);
    return std::nullopt;
  }
  // So that the least recently used go first; once a day is enough.
  if (now_in_nanoseconds() - modified(status) > int64_t{86'400} * 1'000'000'000) utimensat(AT_FDCWD, path.c_str(), nullptr, 0);
  return bytes->substr(kHead);
}

bool write_entry(const std::string& folder, const ContentHash& key, const std::string& payload) {
  static std::atomic<unsigned> written = 0;
  static std::mutex preparing;
  {
    const std::lock_guard<std::mutex> lock(preparing);
    if (!prepare_folder(folder)) return false;
  }
  const std::string path = file_of(folder, key), fresh = path + "." + std::to_string(getpid()) + "-" + std::to_string(written++) + ".new";
  std::ofstream out(fresh, std::ios::binary | std::ios::trunc);
  out << kMagic << content_hash(payload).text() << payload;
  out.close();
  std::error_code failed;
  if (out.good()) fs::rename(fresh, path, failed);
  else fs::remove(fresh, failed);
  return out.good() && !failed;
}

ResultCache::ResultCache(CacheContext context) : context_(std::move(context)) {
  started_ = now_in_nanoseconds();
  bases_.push_back(context_.root + "/");
  for (const std::string& folder : context_.environment.stdlib) bases_.push_back(folder + "/");
  for (const std::string& folder : context_.environment.site_packages) bases_.push_back(folder + "/");
  ContentHasher hasher;
  hasher.add(build_id());
  hasher.add(context_.torch_version);
  hasher.add(context_.environment.version);
  hasher.add(std::to_string(context_.environment.stdlib.size()));
  const std::map<std::string, std::string> distributions(context_.environment.distributions.begin(),
                                                         context_.environment.distributions.end());
  for (const auto& [name, version] : distributions) {
    hasher.add(name);
    hasher.add(version);
  }
  seed_ = hasher.done();
}

// By where it lies, so that an entry also holds for the same tree in another folder.
std::string ResultCache::encoded(const std::string& path) const {
  size_t best = bases_.size();
  for (size_t i = 0; i < bases_.size(); ++i)
    if (path.starts_with(bases_[i]) && (best == bases_.size() || bases_[i].size() > bases_[best].size())) best = i;
  if (best < bases_.size()) return std::to_string(best) + ":" + path.substr(bases_[best].size());
  for (size_t i = 0; i < bases_.size(); ++i)
    if (path.size() + 1 == bases_[i].size() && bases_[i].starts_with(path)) return std::to_string(i) + ":";
  return ":" + path;
}

std::string ResultCache::decoded(const std::string& code) const {
  const size_t colon = code.find(':');
  if (colon == std::string::npos) return {};
  if (colon == 0) return code.substr(1);
  const size_t base = std::strtoul(code.c_str(), nullptr, 10);
  if (base >= bases_.size()) return {};
  std::string out = bases_[base] + code.substr(colon + 1);
  if (out.back() == '/') out.pop_back();
  return out;
}

std::optional<ContentHash> ResultCache::hash_of(const std::string& path) {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (const auto found = hashes_.find(path); found != hashes_.end()) return found->second;
  }
  std::optional<ContentHash> hash;
  struct stat status{};
  if (const std::optional<std::string> text = read_file(path, status)) hash = content_hash(*text);
  const std::lock_guard<std::mutex> lock(mutex_);
  return hashes_.emplace(path, hash).first->second;
}

std::optional<ContentHash> ResultCache::key_of(const ProgramInput& program) {
  ContentHasher hasher;
  hasher.add(seed_);
  hasher.add(program.mode);
  hasher.add(std::string(1, static_cast<char>('0' + program.library * 2 + program.candidates)));
  for (const EntryRequest& entry : program.entries) {
    hasher.add(entry.target);
    hasher.add(entry.mode);
    for (const Assumption& assumption : entry.assume) {
      hasher.add(assumption.path);
      hasher.add(std::to_string(assumption.value.index()));
      std::visit(
          [&](const auto& value) {
            if constexpr (std::is_same_v<std::decay_t<decltype(value)>, std::string>) hasher.add(value);
            else hasher.add(std::to_string(value));
          },
          assumption.value);
    }
  }
  for (const Unit& unit : program.units) {
    const std::string& path = context_.files.record(unit.file).path;
    const std::optional<ContentHash> hash = hash_of(path);
    if (!hash) return std::nullopt;
    hasher.add(encoded(path));
    hasher.add(unit.name.module);
    hasher.add(encoded(unit.name.directory));
    hasher.add(*hash);
  }
  return hasher.done();
}

std::optional<CachedProgram> ResultCache::load(const ContentHash& key) {
  const std::optional<std::string> payload = read_entry(context_.folder, key);
  if (!payload) return std::nullopt;
  report::ArchiveReader from(*payload);
  // What it read and where it looked must be as it was.
  CachedProgram out;
  out.state = content_hash(*payload);
  for (size_t left = from.count(); left > 0 && from.good(); --left) {
    const std::string file = decoded(from.text());
    const bool loaded = from.number() != 0;
    if (hash_of(file) != std::optional(read_hash(from))) return std::nullopt;
    if (loaded) out.loaded.push_back(file);
  }
  for (size_t left = from.count(); left > 0 && from.good(); --left) {
    const std::string folder = decoded(from.text());
    if (context_.directories.fingerprint(folder) != read_hash(from)) return std::nullopt;
  }
  for (size_t left = from.count(); left > 0 && from.good(); --left) out.units.push_back(read_facts(from));
  for (size_t left = from.count(); left > 0 && from.good(); --left) out.outputs.push_back(read_output(from));
  if (!from.good() || !from.at_end()) return std::nullopt;
  return out;
}

std::optional<ContentHash> ResultCache::store(const ContentHash& key, const ProgramInput& program,
                                              const std::vector<ProgramOutput>& outputs, const std::vector<UnitFacts>& units) {
  if (ran_out_of_time(outputs)) return std::nullopt;
  std::map<std::string, bool> files;  // path -> was it analysed, or only looked through
  std::set<std::string> folders;
  for (const ProgramOutput& output : outputs) {
    if (output.internal_error) return std::nullopt;
    for (const std::string& path : output.dependencies.searched) files.emplace(path, false);
    for (const std::string& path : output.dependencies.loaded) files[path] = true;
    folders.insert(output.dependencies.folders.begin(), output.dependencies.folders.end());
  }
  // The hash must be that of the text which was analysed.
  const auto changed_meanwhile = [&](const std::string& path) {
    struct stat status{};
    return stat(path.c_str(), &status) != 0 || modified(status) > started_;
  };
  for (const Unit& unit : program.units)
    if (changed_meanwhile(context_.files.record(unit.file).path)) return std::nullopt;
  report::ArchiveWriter to;
  to.number(files.size());
  for (const auto& [path, loaded] : files) {
    const std::optional<ContentHash> hash = hash_of(path);
    if (!hash || changed_meanwhile(path)) return std::nullopt;
    to.text(encoded(path));
    to.number(loaded ? 1 : 0);
    write_hash(to, *hash);
  }
  to.number(folders.size());
  for (const std::string& folder : folders) {
    to.text(encoded(folder));
    write_hash(to, context_.directories.fingerprint(folder));
  }
  to.number(units.size());
  for (const UnitFacts& facts : units) write_facts(to, facts);
  to.number(outputs.size());
  for (const ProgramOutput& output : outputs) write_output(to, output);
  const std::string payload = to.take();
  if (!write_entry(context_.folder, key, payload)) return std::nullopt;
  ++stored_;
  return content_hash(payload);
}

void ResultCache::trim() {
  if (stored_ == 0) return;
  struct Entry {
    fs::file_time_type time;
    uint64_t bytes;
    fs::path path;
  };
  std::vector<Entry> entries;
  uint64_t total = 0;
  std::error_code failed;
  const auto now = fs::file_time_type::clock::now();
  for (auto it = fs::directory_iterator(context_.folder, failed); !failed && it != fs::directory_iterator(); it.increment(failed)) {
    std::error_code gone;
    const std::string extension = it->path().extension().string();
    if (extension != ".result" && extension != ".new") continue;
    Entry entry{it->last_write_time(gone), it->file_size(gone), it->path()};
    if (gone) continue;
    // What a killed run left behind.
    if (extension == ".new" && now - entry.time > std::chrono::hours(1)) {
      fs::remove(entry.path, gone);
      continue;
    }
    total += entry.bytes;
    entries.push_back(std::move(entry));
  }
  if (total <= kMostBytes) return;
  std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) { return a.time < b.time; });
  for (const Entry& entry : entries) {
    if (total <= kMostBytes / 4 * 3) break;
    std::error_code gone;
    fs::remove(entry.path, gone);
    total -= entry.bytes;
  }
}

}  // namespace graphlift::engine
