#include "analysis/refactor/fixer.h"

#include <algorithm>
#include <set>

#include "analysis/project/source_file.h"
#include "analysis/refactor/file_image.h"

namespace graphlift::refactor {
namespace {

using Overlay = project::FileTable::Overlay;

constexpr uint32_t kMostRounds = 12;
constexpr int kMostAttempts = 3;

bool is_break(const report::Finding& finding) { return finding.code.starts_with("GL1") || finding.code == "GL308"; }

// Not what stands around a break.
bool counts_as_break(const report::Finding& f) {
  return is_break(f) && f.certainty != report::Certainty::Possible && f.code != "GL110" && f.code != "GL111" && f.code != "GL118";
}

// What a finding is, whatever line it has moved to.
std::string identity(const report::Finding& finding) { return finding.code + " " + finding.fingerprint; }

bool listed(const std::vector<std::string>& words, const report::Finding& finding, std::string_view refactoring) {
  return std::any_of(words.begin(), words.end(), [&](const std::string& word) {
    return word == "ALL" || word == refactoring || word == finding.rule || (word.starts_with("GL") && finding.code.starts_with(word));
  });
}

// Contents of the files that edits touch: of the overlay, else of the disk.
class Images {
 public:
  Images(const project::FileTable& files, const Overlay& overlay) : files_(files), overlay_(overlay) {}

  Result<const FileImage*> image(const std::string& display) {
    if (const auto found = images_.find(display); found != images_.end()) return &found->second;
    const project::SourceRecord* record = files_.by_display(display);
    if (!record) return Error{display + ": was not read"};
    std::string bytes;
    if (const auto over = overlay_.find(record->path); over != overlay_.end()) {
      bytes = over->second;
    } else {
      Result<std::string> read = project::read_bytes(record->path);
      if (!read) return Error{display + ": " + read.error()};
      bytes = std::move(*read);
    }
    Result<FileImage> made = FileImage::make(record->path, std::move(bytes));
    if (!made) return Error{display + ": " + made.error()};
    if (made->text() != record->text.source) return Error{display + ": changed while it was analysed"};
    return &images_.emplace(display, std::move(*made)).first->second;
  }
  [[nodiscard]] std::string path(const std::string& display) const { return files_.by_display(display)->path; }

 private:
  const project::FileTable& files_;
  const Overlay& overlay_;
  std::map<std::string, FileImage> images_;
};

// The overlay after EDITS, or why they cannot be made.
Result<Overlay> with_edits(const Overlay& overlay, const std::vector<Edit>& edits, Images& images) {
  Overlay out = overlay;
  for (size_t i = 0; i < edits.size();) {
    size_t end = i;
    while (end < edits.size() && edits[end].file == edits[i].file) ++end;
    const Result<const FileImage*> image = images.image(edits[i].file);
    if (!image) return Error{image.error()};
    Result<std::string> bytes = (*image)->apply({edits.begin() + std::ptrdiff_t(i), edits.begin() + std::ptrdiff_t(end)});
    if (!bytes) return Error{edits[i].file + ": " + bytes.error()};
    out[images.path(edits[i].file)] = std::move(*bytes);
    i = end;
  }
  return out;
}

class Fixer {
 public:
  explicit Fixer(const FixOptions& options) : options_(options) {}

  Result<FixOutcome> run() {
    Result<engine::CheckResult> checked = analyse(overlay_);
    if (!checked) return Error{checked.error()};
    out_.before = std::move(*checked);
    engine::CheckResult current;
    for (int attempt = 0; attempt < kMostAttempts; ++attempt) {
      current = out_.before;
      if (auto failed = to_fixed_point(current)) return Error{*failed};
      if (!take_back_useless(current)) break;
      overlay_.clear();
      out_.applied.clear();
      out_.warnings.clear();
    }
    out_.after = std::move(current);
    return finish();
  }

 private:
  std::optional<std::string> to_fixed_point(engine::CheckResult& current) {
    for (out_.rounds = 0; out_.rounds < kMostRounds; ++out_.rounds) {
      out_.refused.clear();
      out_.skipped.clear();
      std::vector<Applied> offered = offers(current);
      const Merged merged = merge_offers(offered);
      if (merged.accepted.empty()) break;
      if (auto failed = advance(current, offered, merged.accepted)) return failed;
    }
    if (out_.rounds == kMostRounds)
      out_.warnings.push_back("stopped after " + std::to_string(kMostRounds) + " rounds: fixes were still offered");
    return std::nullopt;
  }

  // Some fixes only lead to others: the number of a generator becomes a tensor, whose branch becomes a selection. Where a function has as
  // many breaks in the end as it had, they are not made. True when there were such.
  bool take_back_useless(const engine::CheckResult& current) {
    const auto count = [](const engine::CheckResult& result) {
      std::map<std::string, size_t> out;
      for (const report::Finding& f : result.report.findings)
        if (counts_as_break(f)) ++out[f.function];
      return out;
    };
    const std::map<std::string, size_t> had = count(out_.before);
    std::map<std::string, size_t> has = count(current);
    bool found = false;
    for (const Applied& one : out_.applied) {
      const auto before = had.find(one.finding.function);
      if (before == had.end() || has[one.finding.function] < before->second) continue;
      failed_[identity(one.finding) + " " + one.fix.refactoring] = {"what it leads to breaks the graph as well", one.finding.file,
                                                                    one.finding.line};
      found = true;
    }
    return found;
  }

  Result<engine::CheckResult> analyse(const Overlay& overlay) const {
    engine::CheckOptions check = options_.check;
    check.facts = true;
    check.last = false;
    check.overlay = std::make_shared<Overlay>(overlay);
    return engine::check(check);
  }

  // For each finding the first refactoring of the catalogue that can be applied.
  std::vector<Applied> offers(const engine::CheckResult& current) {
    std::vector<Applied> out;
    Sources sources(current);
    for (const report::Finding& finding : current.report.findings) {
      std::optional<Site> site = Site::make(sources, finding);
      bool offered = false, wanted = false;
      const size_t refused_before = out_.refused.size();
      std::string skipped;
      for (const Refactoring& one : catalogue()) {
        if (!concerns(one, finding)) continue;
        wanted = true;
        if (listed(options_.unfixable, finding, one.name) || (!options_.fixable.empty() && !listed(options_.fixable, finding, one.name))) {
          skipped = "not among the fixes that were asked for";
          continue;
        }
        if (!site || !one.prepare(*site)) continue;
        if (const auto failed = failed_.find(identity(finding) + " " + std::string(one.name)); failed != failed_.end()) {
          out_.refused.push_back({finding, std::string(one.name), failed->second});
          continue;
        }
        Attempt attempt = one.apply(*site);
        if (auto* refusal = std::get_if<Refusal>(&attempt)) {
          out_.refused.push_back({finding, std::string(one.name), std::move(*refusal)});
          continue;
        }
        Fix& fix = std::get<Fix>(attempt);
        fix.refactoring = one.name;
        fix.safety = std::max(fix.safety, one.level);
        if (fix.safety == report::Safety::DisplayOnly || (fix.safety == report::Safety::Unsafe && !options_.unsafe)) {
          skipped = fix.safety == report::Safety::Unsafe ? one_line(one) + " is unsafe: --unsafe-fixes applies it"
                                                         : one_line(one) + " is for display only";
          continue;
        }
        out.push_back({finding, std::move(fix)});
        offered = true;
        break;
      }
      if (offered) continue;
      if (!site) skipped = "the file belongs to an installed package or cannot be edited";
      if (!wanted && is_break(finding)) skipped = "there is no automatic rewrite for it";
      if (!skipped.empty() && (out_.refused.size() == refused_before || skipped.find("--unsafe") != std::string::npos))
        out_.skipped.push_back({finding, skipped});
    }
    return out;
  }

  static std::string one_line(const Refactoring& one) { return "`" + std::string(one.name) + "`"; }

  Merged merge_offers(const std::vector<Applied>& offered) {
    std::vector<Fix> fixes;
    for (const Applied& one : offered) fixes.push_back(one.fix);
    Merged merged = merge(fixes);
    for (const auto& [loser, winner] : merged.losers)
      out_.skipped.push_back({offered[loser].finding, "its edits overlap those of `" + offered[winner].fix.refactoring + "` at " +
                                                          offered[winner].finding.file + ":" +
                                                          std::to_string(offered[winner].finding.line)});
    return merged;
  }

  // Makes the edits, analyses, and takes back each fix that did not remove its finding; then CURRENT is the new state.
  std::optional<std::string> advance(engine::CheckResult& current, const std::vector<Applied>& offered, std::vector<size_t> chosen) {
    while (!chosen.empty()) {
      Images images(*current.files, overlay_);
      std::vector<Fix> fixes;
      for (const size_t i : chosen) fixes.push_back(offered[i].fix);
      const Result<Overlay> next = with_edits(overlay_, merge(fixes).edits, images);
      if (!next) return next.error();
      Result<engine::CheckResult> checked = analyse(*next);
      if (!checked) return checked.error();
      const std::vector<size_t> bad = ineffective(current, *checked, offered, chosen);
      if (bad.empty()) {
        for (const size_t i : chosen) out_.applied.push_back(offered[i]);
        overlay_ = *next;
        current = std::move(*checked);
        return std::nullopt;
      }
      for (const size_t i : bad) chosen.erase(std::remove(chosen.begin(), chosen.end(), i), chosen.end());
    }
    return std::nullopt;
  }

  std::vector<size_t> ineffective(const engine::CheckResult& before, const engine::CheckResult& after, const std::vector<Applied>& offered,
                                  const std::vector<size_t>& chosen) {
    std::multiset<std::string> left;
    for (const report::Finding& finding : after.report.findings) left.insert(identity(finding));
    std::set<std::string> unreadable;
    for (const report::Finding& finding : after.report.findings)
      if (finding.code == "GL000") unreadable.insert(finding.file);
    for (const report::Finding& finding : before.report.findings)
      if (finding.code == "GL000") unreadable.erase(finding.file);
    std::vector<size_t> bad;
    const auto fail = [&](size_t i, const std::string& why) {
      bad.push_back(i);
      failed_[identity(offered[i].finding) + " " + offered[i].fix.refactoring] = {why, offered[i].finding.file, offered[i].finding.line};
    };
    for (const size_t i : chosen) {
      const bool broken = std::any_of(offered[i].fix.edits.begin(), offered[i].fix.edits.end(),
                                      [&](const Edit& edit) { return unreadable.count(edit.file) > 0; });
      if (broken) fail(i, "the file would no longer parse");
      else if (left.count(identity(offered[i].finding)) > 0) fail(i, "the analysis still reports it after the rewrite");
    }
    if (!bad.empty()) return bad;
    // More breaks than before: something that was hidden behind a break may come to light, but not more than was removed.
    const size_t had = breaks(before), has = breaks(after);
    if (has > had || lost_verdict(before, after)) {
      // Each alone decides which of them is to blame; one that is alone is.
      const size_t last = chosen.back();
      fail(last, has > had ? "the analysis reports more graph breaks after the rewrite" : "a region compiles worse after the rewrite");
    }
    return bad;
  }

  static size_t breaks(const engine::CheckResult& result) {
    return size_t(std::count_if(result.report.findings.begin(), result.report.findings.end(), counts_as_break));
  }

  // A region that fails, or of which less is known.
  static bool lost_verdict(const engine::CheckResult& before, const engine::CheckResult& after) {
    const auto count = [](const engine::CheckResult& result, report::Verdict verdict) {
      return std::count_if(result.report.regions.begin(), result.report.regions.end(),
                           [&](const report::Region& r) { return r.verdict == verdict; });
    };
    return count(after, report::Verdict::Error) > count(before, report::Verdict::Error);
  }

  Result<FixOutcome> finish() {
    for (const auto& [path, bytes] : overlay_) {
      Result<std::string> read = project::read_bytes(path);
      if (!read) return Error{path + ": " + read.error()};
      if (*read != bytes) out_.changes.push_back({path, std::move(*read), bytes});
    }
    return std::move(out_);
  }

  const FixOptions& options_;
  Overlay overlay_;
  std::map<std::string, Refusal> failed_;  // finding and refactoring -> why it was taken back
  FixOutcome out_;
};

}  // namespace

Result<FixOutcome> fix(const FixOptions& options) { return Fixer(options).run(); }

void offer_fixes(engine::CheckResult& result, std::vector<Refused>* refused) {
  Sources sources(result);
  const Overlay none;
  Images images(*result.files, none);
  for (report::Finding& finding : result.report.findings) {
    std::optional<Site> site = Site::make(sources, finding);
    if (!site) continue;
    for (const Refactoring& one : catalogue()) {
      if (!concerns(one, finding) || !one.prepare(*site)) continue;
      Attempt attempt = one.apply(*site);
      if (auto* refusal = std::get_if<Refusal>(&attempt)) {
        if (refused) refused->push_back({finding, std::string(one.name), std::move(*refusal)});
        continue;
      }
      Fix& fix = std::get<Fix>(attempt);
      report::OfferedFix offered{std::string(one.name), fix.title, std::max(fix.safety, one.level), fix.preconditions, fix.cost, {}};
      bool whole = true;
      for (const Edit& edit : fix.edits) {
        const Result<const FileImage*> image = images.image(edit.file);
        whole = whole && image.ok();
        if (image) offered.edits.push_back({edit.file, (*image)->byte_offset(edit.start), (*image)->byte_offset(edit.end), edit.text});
      }
      if (whole) finding.fixes.push_back(std::move(offered));
    }
  }
}

}  // namespace graphlift::refactor
